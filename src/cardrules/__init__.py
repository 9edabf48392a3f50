"""A rules engine for card games: immutable states, pure functions.

The verbs here work on a state of any game. Games are in `cardrules.games`; the pieces that they are
made of are here too, to be used alone or for a game of one's own.

>>> import random, cardrules
>>> from cardrules.games import truco
>>> rng = random.Random(7)
>>> state = truco.new_match(truco.Rules())
>>> state = cardrules.apply(state, cardrules.shuffle(state, rng))
>>> len(cardrules.observe(state, seat=0).hand)
3
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cardrules._version import __version__
from cardrules.cards import FRENCH, SPANISH, Card, CardSet, Deck, Pack, Rank, Suit
from cardrules.choices import Choices
from cardrules.dealing import STOCK, Dealing
from cardrules.errors import (
    CardError,
    CardrulesError,
    DealAwaited,
    ForeignMove,
    IllegalMove,
    MatchOver,
    MixedPacks,
    PackError,
    ParseError,
    RulesError,
    SeatError,
    Violation,
)
from cardrules.game import Game, Order
from cardrules.match import Match, Outcome, Result
from cardrules.moves import Deal, Play
from cardrules.ranks import ACE_HIGH, ACE_LOW, RankOrder
from cardrules.scoring import CardPoints, Factor, Line, ScoringRule, TricksOver, tally
from cardrules.seating import Seating
from cardrules.table import Act, Position, Secrets
from cardrules.tricks import Trick, TrickOrder, follow, following
from cardrules.trumps import NO_TRUMPS, CutTrump, FixedTrump, Trump, TrumpPolicy
from cardrules.verbs import apply, arrange, events, legal_moves, observe, outcome, shuffle, why_not

if TYPE_CHECKING:
    from cardrules.event import (
        Acted,
        DealBegan,
        DealChanged,
        DealEnded,
        Event,
        HandChanged,
        HandDealt,
        LineScored,
        MatchEnded,
        TrickTaken,
        TurnPassed,
    )
    from cardrules.ladder import Chain, Ladder, Rung

__all__ = [
    "ACE_HIGH",
    "ACE_LOW",
    "FRENCH",
    "NO_TRUMPS",
    "SPANISH",
    "STOCK",
    "Act",
    "Acted",
    "Card",
    "CardError",
    "CardPoints",
    "CardSet",
    "CardrulesError",
    "Chain",
    "Choices",
    "CutTrump",
    "Deal",
    "DealAwaited",
    "DealBegan",
    "DealChanged",
    "DealEnded",
    "Dealing",
    "Deck",
    "Event",
    "Factor",
    "FixedTrump",
    "ForeignMove",
    "Game",
    "HandChanged",
    "HandDealt",
    "IllegalMove",
    "Ladder",
    "Line",
    "LineScored",
    "Match",
    "MatchEnded",
    "MatchOver",
    "MixedPacks",
    "Order",
    "Outcome",
    "Pack",
    "PackError",
    "ParseError",
    "Play",
    "Position",
    "Rank",
    "RankOrder",
    "Result",
    "RulesError",
    "Rung",
    "ScoringRule",
    "SeatError",
    "Seating",
    "Secrets",
    "Suit",
    "Trick",
    "TrickOrder",
    "TrickTaken",
    "TricksOver",
    "Trump",
    "TrumpPolicy",
    "TurnPassed",
    "Violation",
    "__version__",
    "apply",
    "arrange",
    "events",
    "follow",
    "following",
    "legal_moves",
    "observe",
    "outcome",
    "shuffle",
    "tally",
    "why_not",
]


def __getattr__(name: str) -> object:
    """Names that a game does not need to be played are loaded when they are first asked for."""
    for module in (import_module(f"cardrules.{home}") for home in ("event", "ladder") if name in __all__):
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
