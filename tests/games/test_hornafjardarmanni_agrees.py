"""Hornafjarðarmanni against the naive implementation: random matches with random options, every ply compared.

``CARDRULES_MATCHES`` sets how many matches are played.
"""

from __future__ import annotations

import random

import pytest

from cardrules import Choices, Play
from cardrules.games.hornafjardarmanni import (
    Exchange,
    Move,
    Rules,
    State,
    legal_moves,
    new_match,
    tricks_taken,
)
from tests.agreement import SideBySide, matches
from tests.naive import hornafjardarmanni as naive

MATCHES = matches(300)


def random_rules(rng: random.Random) -> Rules:
    return Rules(
        target=rng.choice((1, 2, 5, 10, 10, 15)),
        nolo_ace=rng.choice(("high", "low")),
        deal=rng.choice(("packets_of_four", "manni_first")),
    )


def random_standing(rules: Rules, rng: random.Random) -> tuple[int, int, int] | None:
    """A standing from which the match goes on, or none: the usual one."""
    if rng.random() < 0.3:
        return None
    if rng.random() < 0.2:
        shared = rules.target + rng.randrange(5)
        return (shared, shared, -2 * shared)
    while True:
        one, two = rng.randint(-20, 20), rng.randint(-20, 20)
        scores = (one, two, -one - two)
        if max(scores) < rules.target:
            return scores


def naive_move(move: Move) -> tuple[str, str | frozenset[str]]:
    if isinstance(move, Play):
        return "play", str(move.card)
    return "exchange", frozenset(map(str, move.cards))


def random_move(state: State, rng: random.Random) -> Move:
    """Any legal move; half of the exchanges are of the least or the most cards."""
    moves = legal_moves(state)
    if state.deal.phase == "exchanging" and rng.random() < 0.5:
        return moves[rng.choice((0, -1))]
    return rng.choice(moves)


def same_exchange(state: State, other: naive.Match) -> bool:
    """Whether an exchange is due; then both must allow as many cards."""
    moves = legal_moves(state)
    if not isinstance(moves, Choices):
        return False
    assert {("exchange_up_to", moves.limit)} == other.legal()
    assert moves.cards == state.hand(state.mover)
    assert moves.make is Exchange
    return True


def assert_same_table(state: State, other: naive.Match) -> None:
    assert [set(map(str, hand)) for hand in state.hands] == [set(hand) for hand in other.hands()]
    assert [str(card) for card in state.secrets.stock] == other.manni
    assert [set(map(str, own.discarded)) for own in state.secrets.own] == list(map(set, other.discards))
    assert list(state.deal.exchanged) == other.exchanged
    if state.deal.contract is not None:
        contract = state.deal.contract
        assert other.contract == (contract.kind if contract.suit is None else str(contract.suit))
        assert list(tricks_taken(state)) == other.tricks


def assert_same_dealer(state: State, other: naive.Match) -> None:
    assert state.deal.dealer == other.dealer


COMPARE = SideBySide(
    naive_move, assert_same_table, assert_same_dealer, choose=random_move, same_legal=same_exchange
)


def play_both(seed: int) -> None:
    """Play one match on both sides."""
    rng = random.Random(seed)
    rules, first = random_rules(rng), rng.randrange(3)
    scores = random_standing(rules, rng)
    state = new_match(rules, first=first, scores=scores)
    other = naive.Match(first, scores, target=rules.target, nolo_ace=rules.nolo_ace, deal=rules.deal)
    COMPARE.play(state, other, rng)


@pytest.mark.rule(
    "hornafjardarmanni.contract",
    "hornafjardarmanni.deal",
    "hornafjardarmanni.exchange",
    "hornafjardarmanni.exchange.detail",
    "hornafjardarmanni.follow",
    "hornafjardarmanni.lead",
    "hornafjardarmanni.next",
    "hornafjardarmanni.over",
    "hornafjardarmanni.rank.nolo",
    "hornafjardarmanni.score",
    "hornafjardarmanni.trick",
    "hornafjardarmanni.turn",
)
@pytest.mark.parametrize("batch", range(10))
def test_agrees_with_the_naive_implementation_at_every_ply(batch: int) -> None:
    for seed in range(batch, MATCHES, 10):
        play_both(seed)
