"""Etori against the naive implementation: random matches with random options, every ply compared.

``CARDRULES_MATCHES`` sets how many matches are played.
"""

from __future__ import annotations

import random

import pytest

from cardrules import FRENCH, Play
from cardrules.games.etori import Move, Rules, State, captured, new_match
from tests.agreement import SideBySide, matches
from tests.naive import etori as naive

MATCHES = matches(150)


def random_rules(rng: random.Random) -> Rules:
    trump = rng.choice(FRENCH.deck.suits)
    return Rules(
        players=rng.choice((4, 6)),
        tokens=rng.choice((1, 2, 4, 5, 5, 8)),
        trump=trump,
        rensho=rng.choice([ace for ace in FRENCH.set("A♠ A♥ A♦ A♣") if ace.suit is not trump]),
        aces=rng.choice(("dealt", "captured")),
        direction=rng.choice(("clockwise", "counterclockwise")),
    )


def random_standing(rules: Rules, rng: random.Random) -> tuple[int, ...] | None:
    """A standing from which the match goes on, or none: the usual one."""
    teams = rules.players // 2
    total = teams * rules.tokens
    if rng.random() < 0.5:
        return None
    cuts = sorted(rng.sample(range(1, total), teams - 1))
    return tuple(high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True))


def naive_move(move: Move) -> tuple[str, str | int]:
    return ("play", str(move.card)) if isinstance(move, Play) else ("lead", move.seat)


def assert_same_table(state: State, other: naive.Match) -> None:
    assert [set(map(str, hand)) for hand in state.hands] == list(map(set, other.hands()))
    for team in range(other.teams):
        pictures = {card for card in other.captured[team] if naive.is_picture(card)}
        assert set(map(str, captured(state, team))) == pictures
        assert len(pictures) == other.pictures[team]


def assert_same_dealer(state: State, other: naive.Match) -> None:
    assert state.deal.dealer == other.dealer


COMPARE = SideBySide(naive_move, assert_same_table, assert_same_dealer)


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
        tokens=rules.tokens,
        trump=str(rules.trump),
        rensho=str(rules.rensho),
        aces=rules.aces,
        direction=rules.direction,
    )
    COMPARE.play(state, other, rng)


@pytest.mark.rule(
    "etori.deal",
    "etori.end",
    "etori.follow",
    "etori.lead",
    "etori.next",
    "etori.over",
    "etori.pay",
    "etori.pay.aces",
    "etori.pay.short",
    "etori.pay.tie",
    "etori.six.rest",
    "etori.teams",
    "etori.trick",
    "etori.turn",
    "etori.win",
)
@pytest.mark.parametrize("batch", range(10))
def test_agrees_with_the_naive_implementation_at_every_ply(batch: int) -> None:
    for seed in range(batch, MATCHES, 10):
        play_both(seed)
