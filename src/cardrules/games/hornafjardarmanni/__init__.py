"""Hornafjarðarmanni, for three players, each for himself.

A state is played with `legal_moves` and `apply`. The card cut fixes the contract; then everybody in turn
exchanges cards with the Manni (`Exchange`), and twelve tricks are played (`Play`). Scores are points per
player: tricks above four, or in nolo below four.

>>> import random
>>> state = new_match(Rules())
>>> state = apply(state, shuffle(state, random.Random(7)))
>>> state.deal.cut, state.deal.contract.kind, state.deal.dealer, len(legal_moves(state))
(FRENCH['J♥'], 'no_trumps', 2, 3302)
"""

from cardrules.games.hornafjardarmanni.play import (
    GAME,
    Exchange,
    Exchanged,
    Facts,
    Holding,
    Move,
    State,
    View,
    advance,
    apply,
    arrange,
    cut_card_seat,
    determinize,
    events,
    legal_moves,
    new_match,
    observe,
    outcome,
    replay,
    score,
    shuffle,
    tricks_taken,
    why_not,
    worlds,
)
from cardrules.games.hornafjardarmanni.rules import (
    Contract,
    Format,
    Rules,
    contract_of,
)
from cardrules.moves import Deal, Play

__all__ = [
    "GAME",
    "Contract",
    "Deal",
    "Exchange",
    "Exchanged",
    "Facts",
    "Format",
    "Holding",
    "Move",
    "Play",
    "Rules",
    "State",
    "View",
    "advance",
    "apply",
    "arrange",
    "contract_of",
    "cut_card_seat",
    "determinize",
    "events",
    "legal_moves",
    "new_match",
    "observe",
    "outcome",
    "replay",
    "score",
    "shuffle",
    "tricks_taken",
    "why_not",
    "worlds",
]
