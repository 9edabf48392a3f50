"""Moves and whole states as text, for every game: strict in what is printed, forgiving in what is read.

Cards and sets of cards are read and printed by packs (``FRENCH["qs"]``, ``FRENCH.set("Q♠ 10c")``, ``str``).
The grammar is in the documentation, on the page about the notation.
"""

from cardrules.notation.moves import NOTHING, expected, has_text, name_of, read_move, said, write_move
from cardrules.notation.options import read_rules, write_rules
from cardrules.notation.states import read_state, write_state

__all__ = [
    "NOTHING",
    "expected",
    "has_text",
    "name_of",
    "read_move",
    "read_rules",
    "read_state",
    "said",
    "write_move",
    "write_rules",
    "write_state",
]
