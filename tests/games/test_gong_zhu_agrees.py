"""Gong Zhu against the naive implementation: random matches with random options, every ply compared.

``CARDRULES_MATCHES`` sets how many matches are played.
"""

from __future__ import annotations

import random

import pytest

from cardrules import FRENCH, Deal, Play
from cardrules.games.gong_zhu import (
    SCORING,
    Move,
    Rules,
    State,
    arrange,
    captured,
    legal_moves,
    new_match,
    pigs,
    shuffle,
)
from tests.agreement import SideBySide, matches
from tests.naive import gong_zhu as naive

MATCHES = matches(150)
NOT_SCORING = [card for card in FRENCH if card not in SCORING]


def random_rules(rng: random.Random) -> Rules:
    players = rng.choice((4, 4, 5))
    return Rules(
        players=players,
        partnerships=players == 4 and rng.random() < 0.5,
        removed=rng.sample(NOT_SCORING, 2) if players == 5 and rng.random() < 0.7 else None,
        exposure=rng.choice(("open", "open", "none")),
        first_lead=rng.choice(("free", "marker")),
        pig_flips=rng.choice(("all_hearts", "sweep")),
        losing_score=rng.choice((-1000, -1000, -400, -100, -1)),
    )


def random_standing(rules: Rules, rng: random.Random) -> tuple[int, ...] | None:
    """A standing from which the match goes on, or none: the usual one."""
    if rng.random() < 0.3:
        return None
    sides = 2 if rules.partnerships else rules.players
    return tuple(rng.randint(rules.losing_score + 1, 300) for _ in range(sides))


def naive_move(move: Move) -> tuple[str, str | frozenset[str]]:
    return ("play", str(move.card)) if isinstance(move, Play) else ("expose", frozenset(map(str, move.cards)))


def random_move(state: State, rng: random.Random) -> Move:
    """Any legal move, but half of the time everything is exposed that can be."""
    moves = legal_moves(state)
    return moves[-1] if state.deal.phase == "exposing" and rng.random() < 0.5 else rng.choice(moves)


def random_deal(state: State, rng: random.Random) -> Deal:
    """A shuffled pack; a match may begin with one that gives the eldest as many spades as it can hold.

    With four players it then takes every trick. With such deals later, too, matches would hardly end.
    """
    if state.match.results or rng.random() < 0.7:
        return shuffle(state, rng)
    spades = list(state.pack.set(state.pack).of_suit("♠"))[-state.rules.format.each :]
    return arrange(state, {state.match.eldest: spades})


def assert_same_table(state: State, other: naive.Match) -> None:
    assert [set(map(str, hand)) for hand in state.hands] == list(map(set, other.hands()))
    assert [str(card) for card in state.trick] == [card for _, card in other.trick]
    assert set(map(str, state.deal.exposed)) == other.exposed
    for seat, taken in enumerate(other.taken):
        assert set(map(str, captured(state, seat))) == {card for card in taken if card in naive.SCORING}


def assert_same_leader(state: State, other: naive.Match) -> None:
    assert state.deal.leader == other.leader


def assert_same_next(state: State, other: naive.Match) -> None:
    assert state.match.eldest == other.leader
    assert state.match.outcome is None or list(pigs(state)) == other.pigs


COMPARE = SideBySide(
    naive_move, assert_same_table, assert_same_leader, assert_same_next, random_move, random_deal
)


def play_both(seed: int) -> None:
    """Play one match on both sides."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    first, scores = rng.randrange(rules.players), random_standing(rules, rng)
    state = new_match(rules, first=first, scores=scores)
    other = naive.Match(
        first,
        scores,
        players=rules.players,
        partnerships=rules.partnerships,
        removed=None if rules.removed is None else [str(card) for card in rules.removed],
        exposure=rules.exposure,
        first_lead=rules.first_lead,
        pig_flips=rules.pig_flips,
        losing_score=rules.losing_score,
    )
    assert [str(card) for card in state.pack] == other.pack
    assert str(rules.format.marker) == other.marker
    COMPARE.play(state, other, rng)


@pytest.mark.rule(
    "gong_zhu.capture",
    "gong_zhu.deal",
    "gong_zhu.direction",
    "gong_zhu.end",
    "gong_zhu.expose",
    "gong_zhu.expose.hold",
    "gong_zhu.expose.hold.detail",
    "gong_zhu.expose.order",
    "gong_zhu.follow",
    "gong_zhu.leader",
    "gong_zhu.lead.free",
    "gong_zhu.over",
    "gong_zhu.pack",
    "gong_zhu.players",
    "gong_zhu.score.all_hearts",
    "gong_zhu.score.doubler",
    "gong_zhu.score.exposed",
    "gong_zhu.score.hearts",
    "gong_zhu.score.partners",
    "gong_zhu.score.pig",
    "gong_zhu.score.pig_flips",
    "gong_zhu.score.sheep",
    "gong_zhu.trick",
)
@pytest.mark.parametrize("batch", range(10))
def test_agrees_with_the_naive_implementation_at_every_ply(batch: int) -> None:
    for seed in range(batch, MATCHES, 10):
        play_both(seed)
