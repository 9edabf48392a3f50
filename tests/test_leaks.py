"""The search for leaks, a thousand pairs of positions a game; ``python -m tests.leaks`` searches longer."""

from __future__ import annotations

from random import Random

import pytest

from tests.leaks import compare
from tests.walks import GAMES, AnyGame


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_thousand_pairs_of_positions_look_the_same(game: AnyGame) -> None:
    rng, pairs = Random(7), 0
    while pairs < 1000:
        pairs += compare(game, rng)
