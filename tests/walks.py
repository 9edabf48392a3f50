"""Strategies and walks for the property tests: rules, standings, and matches played at random."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import attrs
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, Deal, Game, Play
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco

AnyGame = Game[Any, Any, Any, Any]
GAMES: tuple[AnyGame, ...] = (etori.GAME, gong_zhu.GAME, hornafjardarmanni.GAME, truco.GAME)


# --- Options ------------------------------------------------------------------------------------

NOT_SCORING = [str(card) for card in FRENCH if card not in gong_zhu.SCORING]


@st.composite
def etori_rules(draw: st.DrawFn) -> etori.Rules:
    suits = draw(st.permutations("♠♥♦♣"))
    return etori.Rules(
        players=draw(st.sampled_from((4, 6))),
        tokens=draw(st.integers(1, 8)),
        trump=suits[0],
        rensho=f"A{suits[1]}",
        aces=draw(st.sampled_from(("dealt", "captured"))),
        direction=draw(st.sampled_from(("clockwise", "counterclockwise"))),
    )


@st.composite
def gong_zhu_rules(draw: st.DrawFn) -> gong_zhu.Rules:
    players = draw(st.sampled_from((4, 5)))
    removed = None
    if players == 5 and draw(st.booleans()):
        removed = " ".join(draw(st.lists(st.sampled_from(NOT_SCORING), min_size=2, max_size=2, unique=True)))
    return gong_zhu.Rules(
        players=players,
        partnerships=players == 4 and draw(st.booleans()),
        removed=removed,
        exposure=draw(st.sampled_from(("open", "none"))),
        first_lead=draw(st.sampled_from(("free", "marker"))),
        pig_flips=draw(st.sampled_from(("all_hearts", "sweep"))),
        losing_score=draw(st.sampled_from((-1000, -500, -150, -1))),
    )


@st.composite
def hornafjardarmanni_rules(draw: st.DrawFn) -> hornafjardarmanni.Rules:
    return hornafjardarmanni.Rules(
        target=draw(st.sampled_from((10, 5, 1, 12))),
        nolo_ace=draw(st.sampled_from(("high", "low"))),
        deal=draw(st.sampled_from(("packets_of_four", "manni_first"))),
    )


@st.composite
def truco_rules(draw: st.DrawFn) -> truco.Rules:
    return truco.Rules(
        target=draw(st.sampled_from((15, 30, 5, 1))),
        raise_right=draw(st.sampled_from(("acceptor", "either"))),
        envido_after_truco=draw(st.booleans()),
        envido_own_card=draw(st.booleans()),
        max_envidos=draw(st.integers(1, 3)),
        falta=draw(st.sampled_from(("nearer", "loser"))),
        fold_to_envido=draw(st.sampled_from(("round_value", "decline_and_fold", "forbidden"))),
        envido_reveal=draw(st.sampled_from(("points", "cards"))),
    )


RULES: dict[str, st.SearchStrategy[Any]] = {
    "etori": etori_rules(),
    "gong_zhu": gong_zhu_rules(),
    "hornafjardarmanni": hornafjardarmanni_rules(),
    "truco": truco_rules(),
}


def _etori_standing(draw: st.DrawFn, rules: etori.Rules) -> tuple[int, ...] | None:
    teams = rules.players // 2
    left = rules.tokens * teams - teams  # everybody has one token at least
    cuts = sorted(draw(st.lists(st.integers(0, left), min_size=teams - 1, max_size=teams - 1)))
    return tuple(1 + b - a for a, b in itertools.pairwise([0, *cuts, left]))


def _gong_zhu_standing(draw: st.DrawFn, rules: gong_zhu.Rules) -> tuple[int, ...] | None:
    sides = 2 if rules.partnerships else rules.players
    scores = st.integers(rules.losing_score + 1, 500)
    return tuple(draw(st.lists(scores, min_size=sides, max_size=sides)))


def _hornafjardarmanni_standing(draw: st.DrawFn, rules: hornafjardarmanni.Rules) -> tuple[int, ...] | None:
    one, two = draw(st.integers(-20, rules.target - 1)), draw(st.integers(-20, rules.target - 1))
    return (one, two, -one - two) if -one - two < rules.target else None


def _truco_standing(draw: st.DrawFn, rules: truco.Rules) -> tuple[int, ...] | None:
    scores = st.integers(0, rules.target - 1)
    return draw(scores), draw(scores)


STANDINGS: dict[str, Callable[[st.DrawFn, Any], tuple[int, ...] | None]] = {
    "etori": _etori_standing,
    "gong_zhu": _gong_zhu_standing,
    "hornafjardarmanni": _hornafjardarmanni_standing,
    "truco": _truco_standing,
}


# --- Walks --------------------------------------------------------------------------------------


@attrs.frozen
class Step:
    """One move of a walk: the state before it, the move, the state after it."""

    before: Any
    move: Any
    after: Any


@attrs.frozen
class Walk:
    """A match, or the beginning of one: where it began, and every step."""

    game: AnyGame
    start: Any
    steps: tuple[Step, ...]

    @property
    def states(self) -> tuple[Any, ...]:
        return (self.start, *(step.after for step in self.steps))

    @property
    def moves(self) -> tuple[Any, ...]:
        return tuple(step.move for step in self.steps)

    def __repr__(self) -> str:
        rules, match = self.start.rules, self.start.match
        return (
            f"Walk({self.game.name}, {rules!r}, first={match.eldest}, scores={match.start}, {self.moves!r})"
        )


def random_steps(start: Any, rng: Random, limit: int | None = None) -> Iterator[Step]:
    """Random moves from a state on, to the end of the match or so many deals."""
    state, deals = start, 0
    while state.match.outcome is None:
        if state.awaits_deal:
            if deals == limit:
                return
            deals += 1
            move = cardrules.shuffle(state, rng)
        else:
            move = rng.choice(cardrules.legal_moves(state))
        after = cardrules.apply(state, move)
        yield Step(state, move, after)
        state = after


def steps_by(start: Any, choices: Sequence[int], seed: int, deals: int) -> Iterator[Step]:
    """Moves chosen by numbers (the first legal one where they run out), from drawn packs, over some deals."""
    state, numbers, rng = start, iter(choices), Random(seed)
    while state.match.outcome is None:
        if state.awaits_deal:
            if not deals:
                return
            deals -= 1
            move: Any = cardrules.shuffle(state, rng)
        else:
            moves = cardrules.legal_moves(state)
            move = moves[next(numbers, 0) % len(moves)]
        after = cardrules.apply(state, move)
        yield Step(state, move, after)
        state = after


@st.composite
def starts(draw: st.DrawFn, game: AnyGame) -> Any:
    """The beginning of a match: any options, any eldest seat, often a drawn standing."""
    rules = draw(RULES[game.name])
    first = draw(st.integers(0, rules.format.seating.seats - 1))
    scores = STANDINGS[game.name](draw, rules) if draw(st.booleans()) else None
    return game.new_match(rules, first=first, scores=scores)


@st.composite
def walks(draw: st.DrawFn, game: AnyGame, deals: int = 2) -> Walk:
    """A few deals of a match with drawn options, packs and moves; it shrinks to few, simple moves."""
    start = draw(starts(game))
    choices = draw(st.lists(st.integers(0, 2**12), max_size=120))
    seed = draw(st.integers(0, 2**32))
    return Walk(game, start, tuple(steps_by(start, choices, seed, draw(st.integers(1, deals)))))


def whole_match(game: AnyGame, rules: Any, seed: int) -> Walk:
    """A random match from a seed, to its end."""
    start = game.new_match(rules)
    return Walk(game, start, tuple(random_steps(start, Random(seed))))


def universe(game: AnyGame, state: Any, rng: Random) -> Iterator[Any]:
    """Every move that can be made of the game's cards, seats and calls (of sets of cards: a sample)."""
    deck = state.pack.deck.cards
    yield from map(Play, deck)
    yield Deal(state.pack.cards)
    if game.name == "etori":
        yield from (etori.ChooseLeader(seat) for seat in range(state.seating.seats))
    if game.name == "truco":
        yield from truco.Call
    if game.name == "gong_zhu":
        four = gong_zhu.EXPOSABLE
        for size in range(5):
            yield from (gong_zhu.Expose(cards) for cards in itertools.combinations(four, size))
        yield from (gong_zhu.Expose([card, *extra]) for card in deck[5:9] for extra in ([], [deck[0]]))
    if game.name == "hornafjardarmanni":
        hand = list(state.hand(state.to_move)) if state.to_move is not None else list(deck[:12])
        for size in range(len(hand) + 1):
            yield hornafjardarmanni.Exchange(rng.sample(hand, size))
        yield from (hornafjardarmanni.Exchange([card]) for card in deck)
