"""Values of every kind and game, for what writes and reads them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import cardrules
from cardrules import Deal, Play
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from tests.walks import AnyGame, Step, random_steps

UNUSUAL: dict[str, Any] = {
    "etori": etori.Rules(players=6, tokens=2, trump="♠", rensho="A♥", aces="captured"),
    "gong_zhu": gong_zhu.Rules(players=5, removed="2♣ 3♦", first_lead="marker", losing_score=-300),
    "hornafjardarmanni": hornafjardarmanni.Rules.cardgames(target=4),
    "truco": truco.Rules(target=12, envido_reveal="cards", fold_to_envido="decline_and_fold"),
}
"""Rules with many options that are not as usual."""

STUDIES: dict[str, Any] = {
    "etori": etori.Rules.study("A♣ 2♣ A♦ 2♦ K♠ 2♠ J♠ 3♠", many=2),
    "gong_zhu": gong_zhu.Rules.study("A♠ Q♠ 2♠ 3♠ A♥ K♥ J♦ 10♣", losing_score=-200),
    "hornafjardarmanni": hornafjardarmanni.Rules.study(
        "A♠ K♠ Q♠ J♠ 10♠ A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥", allowances=(2, 1)
    ),
    "truco": truco.Rules.study("1E 2E 3B 4B 7O 7E", each=2, target=3),
}
"""Rules of smaller formats."""


def played(game: AnyGame, rules: Any, seed: int, deals: int) -> list[Step]:
    """The steps of some deals at random."""
    return list(random_steps(game.new_match(rules), Random(seed), deals))


def values_of(game: AnyGame, step: Step) -> Iterator[Any]:
    """Every value that one move of a match has to do with."""
    state = step.after
    seats = [None, *range(state.seating.seats)]
    yield from (step.before, state, step.move, state.rules)
    for seat in seats:
        yield game.observe(state, seat)
        told = game.events(step.before, step.move, seat)
        yield told
        yield from told
    yield from game.legal_moves(state)[:8]
    yield from (*state.lines, *state.match.results)
    if state.match.outcome is not None:
        yield state.match.outcome
    for move in (Deal(state.pack.cards[1:]), *map(Play, state.pack.cards[:9])):
        violation = cardrules.why_not(state, move)
        if violation is not None:
            yield violation
