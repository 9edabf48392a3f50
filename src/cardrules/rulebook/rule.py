"""What one entry of the rule book is.

>>> from cardrules.rulebook.rule import Rule
>>> Rule("etori.turn", "Direction of play", "S", "Play goes to the left.").kind
'S'
"""

from typing import Literal

import attrs

Kind = Literal["S", "R", "S/R"]
"""Where a rule comes from: the source text (S), a ruling of the game's author (R), or in part each (S/R)."""


@attrs.frozen
class Rule:
    """One rule in short: its stable id, a title, where it comes from, and what it says.

    >>> rule = Rule("truco.players", "Players", "S", "Two players play against each other.")
    >>> rule.id, rule.title
    ('truco.players', 'Players')
    """

    id: str
    title: str
    kind: Kind
    text: str
