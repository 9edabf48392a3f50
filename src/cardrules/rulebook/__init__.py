"""The rules in short, by id: what ``cardrules rules GAME`` prints and what a refusal can be explained with.

The full statement of every rule, with the reasons for the rulings, is the rule book in ``docs/rules/``;
ids, titles and order are the same there.

>>> from cardrules import rulebook
>>> rulebook.find("etori.follow").title
'Following suit'
"""

from collections.abc import Mapping
from types import MappingProxyType

from cardrules.rulebook.common import COMMON
from cardrules.rulebook.etori import ETORI
from cardrules.rulebook.gong_zhu import GONG_ZHU
from cardrules.rulebook.hornafjardarmanni import HORNAFJARDARMANNI
from cardrules.rulebook.rule import Kind, Rule
from cardrules.rulebook.truco import TRUCO

__all__ = ["COMMON", "RULES", "VERSION", "Kind", "Rule", "find", "rules_of"]

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


def find(rule_id: str) -> Rule:
    """The rule that has this id; `LookupError` if none has.

    >>> find("gong_zhu.score.pig").text
    'The queen of spades costs 100 points.'
    """
    rule = _BY_ID.get(rule_id)
    if rule is None:
        raise LookupError(f"the rule book has no rule {rule_id!r}")
    return rule
