"""The four games as the laws see them, and walks of their matches; most of it is `cardrules.testing`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

import cardrules
from cardrules import testing
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.testing import Laws, Step, Walk
from cardrules.testing.walking import AnyGame
from tests.naive import truco as naive_truco

GAMES: tuple[AnyGame, ...] = (etori.GAME, gong_zhu.GAME, hornafjardarmanni.GAME, truco.GAME)

__all__ = [
    "GAMES",
    "LAWS",
    "RULES",
    "AnyGame",
    "Step",
    "Walk",
    "gong_zhu_rules",
    "random_steps",
    "steps_by",
    "universe",
    "walks",
    "whole_match",
]


# --- Options ------------------------------------------------------------------------------------

NOT_SCORING = [str(card) for card in cardrules.FRENCH if card not in gong_zhu.SCORING]


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


@st.composite
def etori_standings(draw: st.DrawFn, rules: etori.Rules) -> tuple[int, ...] | None:
    if draw(st.booleans()):
        return None
    teams = rules.players // 2
    left = rules.tokens * teams - teams  # everybody has one token at least
    cuts = sorted(draw(st.lists(st.integers(0, left), min_size=teams - 1, max_size=teams - 1)))
    return tuple(1 + b - a for a, b in itertools.pairwise([0, *cuts, left]))


@st.composite
def gong_zhu_standings(draw: st.DrawFn, rules: gong_zhu.Rules) -> tuple[int, ...] | None:
    if draw(st.booleans()):
        return None
    sides = 2 if rules.partnerships else rules.players
    scores = st.integers(rules.losing_score + 1, 500)
    return tuple(draw(st.lists(scores, min_size=sides, max_size=sides)))


@st.composite
def hornafjardarmanni_standings(draw: st.DrawFn, rules: hornafjardarmanni.Rules) -> tuple[int, ...] | None:
    one, two = draw(st.integers(-20, rules.target - 1)), draw(st.integers(-20, rules.target - 1))
    return (one, two, -one - two) if draw(st.booleans()) and -one - two < rules.target else None


@st.composite
def truco_standings(draw: st.DrawFn, rules: truco.Rules) -> tuple[int, ...] | None:
    scores = st.integers(0, rules.target - 1)
    return (draw(scores), draw(scores)) if draw(st.booleans()) else None


# --- What the laws must be told of the games ----------------------------------------------------


def _manni_places(state: Any) -> dict[str, Any]:
    """What was discarded is out of the game: it is in no hand, whoever had it."""
    places: dict[str, Any] = {"played": state.played, "in the Manni": state.secrets.stock}
    for seat, own in enumerate(state.secrets.own):
        places |= {f"in hand {seat}": state.hand(seat), f"discarded by {seat}": own.discarded}
    return places


def _exposures(state: Any) -> Iterator[gong_zhu.Expose]:
    for size in range(5):
        yield from map(gong_zhu.Expose, itertools.combinations(gong_zhu.EXPOSABLE, size))
    deck = state.pack.deck.cards
    yield from (gong_zhu.Expose([card, *extra]) for card in deck[5:9] for extra in ([], [deck[0]]))


def _gong_zhu_told(state: Any) -> object:
    """Exposed cards lie open; who leads the first deal holds the marker."""
    marker = state.rules.format.marker if state.deal.number == 1 else None
    exposed = [act.move.cards for act in state.log if isinstance(act.move, gong_zhu.Expose)]
    return marker, state.deal.leader if marker else None, tuple(exposed)


def _truco_told(state: Any) -> object:
    """A showdown tells the points of both, or their cards."""
    if not any("showdown" in line.rule for line in state.lines):
        return None
    if state.rules.envido_reveal == "cards":
        return state.secrets.own
    return tuple(naive_truco.envido_points([str(card) for card in own]) for own in state.secrets.own)


LAWS: dict[str, Laws] = {
    "etori": Laws(
        etori.GAME,
        rules=etori_rules(),
        standings=etori_standings,
        longest_deal=lambda rules: 1 + 52,
    ),
    "gong_zhu": Laws(
        gong_zhu.GAME,
        rules=gong_zhu_rules(),
        standings=gong_zhu_standings,
        moves=_exposures,
        told=_gong_zhu_told,
        longest_deal=lambda rules: 5 + 52,
    ),
    "hornafjardarmanni": Laws(
        hornafjardarmanni.GAME,
        rules=hornafjardarmanni_rules(),
        standings=hornafjardarmanni_standings,
        places=_manni_places,
        told=lambda state: state.deal.cut,
        longest_deal=lambda rules: 3 + 36,
    ),
    "truco": Laws(
        truco.GAME,
        rules=truco_rules(),
        standings=truco_standings,
        told=_truco_told,
        longest_deal=lambda rules: 6 + 4 + 12 + 2 * rules.max_envidos,
    ),
}

RULES: dict[str, st.SearchStrategy[Any]] = {name: testing.rules(laws) for name, laws in LAWS.items()}


# --- Walks --------------------------------------------------------------------------------------


def walks(game: AnyGame, deals: int = 2) -> st.SearchStrategy[Walk]:
    """A few whole deals of a match with drawn options, packs and moves."""
    return testing.walks(LAWS[game.name], least=1, deals=deals, whole=True)


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


def whole_match(game: AnyGame, rules: Any, seed: int) -> Walk:
    """A random match from a seed, to its end."""
    return testing.random_walk(game, game.new_match(rules), Random(seed))


def universe(game: AnyGame, state: Any, rng: Random) -> Iterator[Any]:
    """Every move that can be made of the game's cards, seats and calls (of sets of cards: a sample)."""
    return testing.every_move(LAWS[game.name], state, rng)
