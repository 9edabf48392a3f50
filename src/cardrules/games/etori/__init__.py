"""Etori (Kakeya Toranpu) for four or six players, in teams of two.

A state is played with `legal_moves` and `apply`. First one of the defending team says who of the two
leads (`ChooseLeader`), then the tricks are played (`Play`) until all sixteen pictures are captured; the
winners of the deal take tokens from the losers. Scores are tokens per team.

>>> import random
>>> state = new_match(Rules())
>>> state = apply(state, shuffle(state, random.Random(7)))
>>> state.deal.dealer, state.to_move, legal_moves(state)
(3, 0, (ChooseLeader(seat=0), ChooseLeader(seat=2)))
"""

from cardrules.games.etori.play import (
    GAME,
    ChooseLeader,
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
    payment,
    replay,
    shuffle,
    why_not,
    worlds,
)
from cardrules.games.etori.rules import (
    ACES,
    DIAMONDS,
    PICTURES,
    Format,
    Rules,
)
from cardrules.moves import Deal, Play

__all__ = [
    "ACES",
    "DIAMONDS",
    "GAME",
    "PICTURES",
    "ChooseLeader",
    "Deal",
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
    "payment",
    "replay",
    "shuffle",
    "why_not",
    "worlds",
]
