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
    NotBound,
    NoText,
    NoWorlds,
    PackError,
    ParseError,
    RulesError,
    SeatError,
    SpectatorError,
    StateNeeded,
    ViewNeeded,
    Violation,
)
from cardrules.game import Game, Order, bind
from cardrules.match import Match, Outcome, Result, outcome_of, result_of
from cardrules.moves import Deal, Play, plays
from cardrules.options import flag, one_of, terse, whole
from cardrules.ranks import ACE_HIGH, ACE_LOW, RankOrder
from cardrules.refusals import follow_fault
from cardrules.scoring import CardPoints, Factor, Line, ScoringRule, TricksOver, tally
from cardrules.seating import Seating
from cardrules.table import Act, DealFacts, Position, Secrets, TrickFacts, TrickState, TrickView
from cardrules.tricks import Trick, TrickOrder, follow, following
from cardrules.trumps import NO_TRUMPS, CutTrump, FixedTrump, Trump, TrumpPolicy
from cardrules.verbs import (
    advance,
    apply,
    arrange,
    determinize,
    events,
    legal_moves,
    observe,
    outcome,
    replay,
    shuffle,
    why_not,
    worlds,
)

if TYPE_CHECKING:
    from cardrules.drawing import Came, with_draws
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
    from cardrules.making import Bound, Calls, Format, Holding, InterleavedFacts, after_deal, evenly
    from cardrules.possible import Place, Worlds
    from cardrules.simulation import simulate

__all__ = [
    "ACE_HIGH",
    "ACE_LOW",
    "FRENCH",
    "NO_TRUMPS",
    "SPANISH",
    "STOCK",
    "Act",
    "Acted",
    "Bound",
    "Calls",
    "Came",
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
    "DealFacts",
    "Dealing",
    "Deck",
    "Event",
    "Factor",
    "FixedTrump",
    "ForeignMove",
    "Format",
    "Game",
    "HandChanged",
    "HandDealt",
    "Holding",
    "IllegalMove",
    "InterleavedFacts",
    "Ladder",
    "Line",
    "LineScored",
    "Match",
    "MatchEnded",
    "MatchOver",
    "MixedPacks",
    "NoText",
    "NoWorlds",
    "NotBound",
    "Order",
    "Outcome",
    "Pack",
    "PackError",
    "ParseError",
    "Place",
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
    "SpectatorError",
    "StateNeeded",
    "Suit",
    "Trick",
    "TrickFacts",
    "TrickOrder",
    "TrickState",
    "TrickTaken",
    "TrickView",
    "TricksOver",
    "Trump",
    "TrumpPolicy",
    "TurnPassed",
    "ViewNeeded",
    "Violation",
    "Worlds",
    "__version__",
    "advance",
    "after_deal",
    "apply",
    "arrange",
    "bind",
    "determinize",
    "evenly",
    "events",
    "flag",
    "follow",
    "follow_fault",
    "following",
    "legal_moves",
    "observe",
    "one_of",
    "outcome",
    "outcome_of",
    "plays",
    "replay",
    "result_of",
    "shuffle",
    "simulate",
    "tally",
    "terse",
    "whole",
    "why_not",
    "with_draws",
    "worlds",
]


def __getattr__(name: str) -> object:
    """Names that a game does not need to be played are loaded when they are first asked for."""
    homes = ("event", "ladder", "making", "possible", "drawing", "simulation") if name in __all__ else ()
    for module in (import_module(f"cardrules.{home}") for home in homes):
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
