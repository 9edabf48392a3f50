"""A whole match between players who choose at random: the few functions that every game has."""

from __future__ import annotations

import random

import cardrules
from cardrules.games import gong_zhu


def play(seed: int) -> cardrules.Outcome:
    """One match of Gong Zhu for five, and how it ended."""
    rng = random.Random(seed)
    state = gong_zhu.new_match(gong_zhu.Rules(players=5))
    while (ended := cardrules.outcome(state)) is None:
        if state.awaits_deal:  # the only chance there is
            state = cardrules.apply(state, cardrules.shuffle(state, rng))
        else:
            state = cardrules.apply(state, rng.choice(cardrules.legal_moves(state)))
    return ended


if __name__ == "__main__":
    print(play(seed=7))
