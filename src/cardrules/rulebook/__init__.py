"""The rules in short, by id: what ``cardrules rules GAME`` prints and what a refusal can be explained with.

The full statement of every rule, with the reasons for the rulings, is the rule book in ``docs/rules/``;
ids, titles and order are the same there.

>>> from cardrules import rulebook
>>> rulebook.find("etori.follow").title
'Following suit'
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardrules.errors import brief
from cardrules.rulebook.common import COMMON
from cardrules.rulebook.etori import ETORI
from cardrules.rulebook.gong_zhu import GONG_ZHU
from cardrules.rulebook.hornafjardarmanni import HORNAFJARDARMANNI
from cardrules.rulebook.rule import Kind, Rule
from cardrules.rulebook.truco import TRUCO

if TYPE_CHECKING:
    from cardrules.game import Game

__all__ = ["COMMON", "RULES", "VERSION", "Kind", "Rule", "book_of", "find", "rules_of"]

VERSION = 1
"""The version of the rule book; what changes with it is on its page ``history.md``."""

RULES: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {
        "etori": ETORI,
        "gong_zhu": GONG_ZHU,
        "hornafjardarmanni": HORNAFJARDARMANNI,
        "truco": TRUCO,
    }
)
"""The rules of each game's own, without the common ones, in the order of the game's page."""

_BY_ID: Mapping[str, Rule] = {rule.id: rule for rules in (COMMON, *RULES.values()) for rule in rules}


def rules_of(game: str) -> tuple[Rule, ...]:
    """All rules that hold in a game, the common ones first; `LookupError` for a game the book lacks.

    >>> [rule.id for rule in rules_of("truco")][4:6]
    ['common.hold', 'truco.players']
    """
    rules = RULES.get(game)
    if rules is None:
        raise LookupError(f"the rule book has no game {game!r}; it has {', '.join(RULES)}")
    return COMMON + rules


def book_of(game: Game[Any, Any, Any, Any]) -> tuple[Rule, ...]:
    """All rules that hold in a game, the common ones first, whoever has written the game.

    They are those of its ``rule_book``, or of this book if it is a game of this package. `LookupError` where
    there are none.

    >>> from cardrules.games import truco
    >>> book_of(truco.GAME) == rules_of("truco")
    True
    """
    own = game.rule_book
    if not own and game.rules.__module__.startswith("cardrules.games."):
        own = RULES.get(game.name, ())
    if not own:
        raise LookupError(f"{game.title} has no rule book: Game(rule_book=(Rule(...), ...)) gives it one")
    return COMMON + own


def find(rule_id: str, game: Game[Any, Any, Any, Any] | None = None) -> Rule:
    """The rule that has this id, in this book or that of a game; `LookupError` if none has.

    >>> find("gong_zhu.score.pig").text
    'The queen of spades costs 100 points.'
    """
    rule = _BY_ID.get(rule_id)
    if game is not None and game.rule_book:
        rule = next((own for own in game.rule_book if own.id == rule_id), rule)
    if rule is None:
        raise LookupError(f"the rule book has no rule {brief(rule_id)}")
    return rule
