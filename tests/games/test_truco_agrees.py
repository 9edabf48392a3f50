"""Truco against the naive implementation: random matches with random options, every ply compared.

``CARDRULES_MATCHES`` sets how many matches are played.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from cardrules import Play
from cardrules.games.truco import Call, Move, Rules, State, legal_moves, new_match
from tests.agreement import SideBySide, matches
from tests.naive import truco as naive
from tests.naive.cards import Move as NaiveMove

MATCHES = matches(1500)


def random_rules(rng: random.Random) -> Rules:
    """The usual rules, or any combination of options."""
    if rng.random() < 0.2:
        return Rules()
    return Rules(
        target=rng.choice((1, 3, 15, 15, 30)),
        raise_right=rng.choice(("acceptor", "either")),
        envido_after_truco=rng.random() < 0.5,
        envido_own_card=rng.random() < 0.5,
        max_envidos=rng.choice((1, 2, 2, 3)),
        falta=rng.choice(("nearer", "loser")),
        fold_to_envido=rng.choice(("round_value", "decline_and_fold", "forbidden")),
        envido_reveal=rng.choice(("points", "cards")),
    )


def naive_match(rules: Rules, first: int, scores: tuple[int, int] | None) -> naive.Match:
    return naive.Match(
        first,
        scores,
        target=rules.target,
        raise_right=rules.raise_right,
        envido_after_truco=rules.envido_after_truco,
        envido_own_card=rules.envido_own_card,
        max_envidos=rules.max_envidos,
        falta=rules.falta,
        fold_to_envido=rules.fold_to_envido,
        envido_reveal=rules.envido_reveal,
    )


def naive_move(move: Move) -> NaiveMove:
    return ("play", str(move.card)) if isinstance(move, Play) else ("call", move.value)


def assert_same_table(state: State, other: naive.Match) -> None:
    if state.deal.number:
        assert [set(map(str, hand)) for hand in state.hands] == list(map(set, other.hands()))
        assert [trick.winner for trick in state.tricks] == other.results
        assert state.deal.value == other.value
        assert [call.value for call in state.deal.envido.calls] == other.chain
        assert list(state.deal.revealed_points) == [points for points, _ in other.shown]
        shown = [set(map(str, cards)) for cards in state.deal.revealed_cards]
        assert shown == [set(cards) for _, cards in other.shown if cards]


def assert_same_mano(state: State, other: naive.Match) -> None:
    assert state.deal.leader == other.mano


def bold(boldness: float) -> Callable[[State, random.Random], Move]:
    """Random moves; rounds that end at once are avoided more or less, so that deep ones are reached too."""

    def choose(state: State, rng: random.Random) -> Move:
        moves = legal_moves(state)
        others = [move for move in moves if move not in (Call.MAZO, Call.NO_QUIERO)]
        return rng.choice(others if others and rng.random() < boldness else moves)

    return choose


def play_both(seed: int) -> None:
    """Play one match on both sides."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    first, boldness = rng.randrange(2), rng.random()
    scores = None if rng.random() < 0.5 else (rng.randrange(rules.target), rng.randrange(rules.target))
    compare = SideBySide(naive_move, assert_same_table, assert_same_mano, choose=bold(boldness))
    compare.play(new_match(rules, first=first, scores=scores), naive_match(rules, first, scores), rng)


@pytest.mark.rule(
    "truco.answer",
    "truco.call",
    "truco.call.right",
    "truco.deal",
    "truco.envido.after_truco",
    "truco.envido.chain",
    "truco.envido.decline",
    "truco.envido.falta",
    "truco.envido.first",
    "truco.envido.once",
    "truco.envido.own_card",
    "truco.envido.points",
    "truco.envido.reveal",
    "truco.envido.showdown",
    "truco.envido.window",
    "truco.fold",
    "truco.fold.envido",
    "truco.follow",
    "truco.mano",
    "truco.match",
    "truco.match.score",
    "truco.rank",
    "truco.resume",
    "truco.round",
    "truco.trick",
    "truco.trick.parda_lead",
    "truco.value",
)
@pytest.mark.parametrize("batch", range(10))
def test_agrees_with_the_naive_implementation_at_every_ply(batch: int) -> None:
    for seed in range(batch, MATCHES, 10):
        play_both(seed)
