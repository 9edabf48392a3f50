"""Gong Zhu (Chase the Pig) for four or five players, or four in partnerships.

A state is played with `legal_moves` and `apply`. First everybody in turn exposes scoring cards
(`Expose`), then the tricks are played (`Play`); hearts and the pig Q♠ cost points, the sheep J♦ and
the doubler 10♣ bring some. Scores are points per player, or per partnership.

>>> import random
>>> state = new_match(Rules(players=5))
>>> state = apply(state, shuffle(state, random.Random(7)))
>>> len(state.hand(0)), state.deal.phase
(10, 'exposing')
"""

from cardrules.games.gong_zhu.play import (
    GAME,
    Expose,
    Facts,
    Move,
    State,
    View,
    advance,
    apply,
    arrange,
    captured,
    determinize,
    events,
    legal_moves,
    new_match,
    observe,
    outcome,
    pigs,
    replay,
    score,
    shuffle,
    why_not,
    worlds,
)
from cardrules.games.gong_zhu.rules import (
    EXPOSABLE,
    HEART_POINTS,
    HEARTS,
    SCORING,
    Format,
    Rules,
)
from cardrules.moves import Deal, Play

__all__ = [
    "EXPOSABLE",
    "GAME",
    "HEARTS",
    "HEART_POINTS",
    "SCORING",
    "Deal",
    "Expose",
    "Facts",
    "Format",
    "Move",
    "Play",
    "Rules",
    "State",
    "View",
    "advance",
    "apply",
    "arrange",
    "captured",
    "determinize",
    "events",
    "legal_moves",
    "new_match",
    "observe",
    "outcome",
    "pigs",
    "replay",
    "score",
    "shuffle",
    "why_not",
    "worlds",
]
