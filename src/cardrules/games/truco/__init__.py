"""Truco argentino for two players.

A round is three cards each and at most three tricks. Cards are played with `Play`; everything that is said
is a `Call`: Truco, Retruco and Vale Cuatro raise the round, Envido, Real Envido and Falta Envido are a bet
on the cards dealt, and `Call.QUIERO`, `Call.NO_QUIERO` and `Call.MAZO` answer them or fold.

>>> state = new_match(Rules())
>>> state = apply(state, arrange(state, ["7O 6O 1E", "4B 5B 6B"]))
>>> for call in (Call.TRUCO, Call.ENVIDO, Call.QUIERO):
...     state = apply(state, call)
>>> state.scores, state.deal.revealed_points, state.to_move  # the Envido is settled, the Truco waits
((2, 0), (33, 31), 1)
"""

from cardrules.games.truco.play import (
    GAME,
    TRUCO,
    Call,
    Facts,
    Move,
    State,
    View,
    advance,
    apply,
    arrange,
    determinize,
    envido_ladder,
    events,
    legal_moves,
    new_match,
    observe,
    outcome,
    replay,
    round_winner,
    shuffle,
    why_not,
    worlds,
)
from cardrules.games.truco.rules import (
    STRENGTHS,
    Format,
    Rules,
    envido_points,
)
from cardrules.moves import Deal, Play

__all__ = [
    "GAME",
    "STRENGTHS",
    "TRUCO",
    "Call",
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
    "determinize",
    "envido_ladder",
    "envido_points",
    "events",
    "legal_moves",
    "new_match",
    "observe",
    "outcome",
    "replay",
    "round_winner",
    "shuffle",
    "why_not",
    "worlds",
]
