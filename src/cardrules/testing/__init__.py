"""The laws of games, for tests: strategies for positions of any game, and a suite (extra ``testing``).

Three lines test a game for every law that games keep; each law is a test of its own:

>>> from cardrules.games.truco import GAME
>>> from cardrules.testing import conformance
>>> TestTruco = conformance(GAME)  # a `unittest.TestCase`, which pytest collects too

What cannot be known of a game is told by `Laws`; `check` checks a law without a test runner. Everything is
written against `Game` alone, and draws on `hypothesis`, so that a failing match shrinks to a short one.
"""

from cardrules.errors import MissingExtra

try:
    import hypothesis as _hypothesis  # noqa: F401  # pyright: ignore[reportUnusedImport]
except ImportError as error:
    raise MissingExtra("testing", "hypothesis") from error

from cardrules.testing.declared import DeclaredWrong, Laws, NotDeclared
from cardrules.testing.laws import LAWS, Law, LawBroken
from cardrules.testing.strategies import (
    card_sets,
    cards,
    deals,
    illegal_moves,
    packs,
    rules,
    standings,
    starts,
    states,
    views,
    walks,
)
from cardrules.testing.suite import check, conformance
from cardrules.testing.universe import every_move
from cardrules.testing.walking import EndlessDeal, Step, Stop, Walk, random_walk, walk

__all__ = [
    "LAWS",
    "DeclaredWrong",
    "EndlessDeal",
    "Law",
    "LawBroken",
    "Laws",
    "NotDeclared",
    "Step",
    "Stop",
    "Walk",
    "card_sets",
    "cards",
    "check",
    "conformance",
    "deals",
    "every_move",
    "illegal_moves",
    "packs",
    "random_walk",
    "rules",
    "standings",
    "starts",
    "states",
    "views",
    "walk",
    "walks",
]
