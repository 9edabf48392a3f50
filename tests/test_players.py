"""Players: they choose legal moves from a view alone, the same ones from the same seed everywhere."""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, Choices, Play
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.players import (
    MOST_MOVES,
    SAMPLES,
    AnyPlayer,
    Player,
    UnknownPlayer,
    maker_of,
    monte_carlo,
    name_of,
    random_player,
)
from tests.walks import GAMES, AnyGame, Walk, walks

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

MAKERS: dict[str, Callable[[int | str], AnyPlayer]] = {
    "random": random_player,
    "monte-carlo": lambda seed: monte_carlo(seed, samples=2),
}
every_player = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def dealt(game: AnyGame, rules: Any = None, seed: int = 0) -> Any:
    """A freshly dealt state."""
    start = game.new_match(game.rules() if rules is None else rules)
    return game.apply(start, game.shuffle(start, Random(seed)))


def turns(walk: Walk) -> list[Any]:
    """The states of a walk in which a seat is to move."""
    return [state for state in walk.states if state.to_move is not None]


def some(states: Sequence[Any], many: int) -> Iterator[Any]:
    """Some of these states, from all over."""
    return iter(states[:: max(1, len(states) // many)])


# --- Every player -------------------------------------------------------------------------------


@every_player
@every_game
@given(data=st.data())
@settings(max_examples=8)
def test_a_player_never_errs(
    game: AnyGame, make: Callable[[int | str], AnyPlayer], data: st.DataObject
) -> None:
    walk = data.draw(walks(game))
    player = make(data.draw(st.integers(0, 2**32)))
    for state in some(turns(walk), 6):
        view = game.observe(state, state.to_move)
        move = player(view)
        assert move in game.legal_moves(state)
        assert game.why_not(view, move) is None


@every_game
@given(data=st.data())
@settings(max_examples=5)
def test_what_the_seat_cannot_tell_apart_is_played_alike(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    for state in some(turns(walk), 3):
        view = game.observe(state, state.to_move)
        other = game.observe(game.determinize(view, Random(1)), state.to_move)
        assert monte_carlo(3, samples=2)(view) == monte_carlo(3, samples=2)(other)


@every_player
@every_game
def test_who_is_not_to_move_has_nothing_to_choose(
    game: AnyGame, make: Callable[[int | str], AnyPlayer]
) -> None:
    state = dealt(game)
    seats = range(state.seating.seats)
    for seat in [None, *(seat for seat in seats if seat != state.to_move)]:
        with pytest.raises(LookupError, match="is not to move"):
            make(1)(game.observe(state, seat))
    with pytest.raises(LookupError):
        make(1)(game.observe(game.new_match(game.rules()), 0))


def played(game: AnyGame, seed: int, samples: int) -> list[object]:
    """The moves of a deal between Monte-Carlo players."""
    state, moves = dealt(game, seed=seed), list[Any]()
    players: list[Any] = [
        monte_carlo(f"{seed}:{seat}", samples=samples) for seat in range(state.seating.seats)
    ]
    while state.to_move is not None:
        moves.append(players[state.to_move](game.observe(state, state.to_move)))
        state = game.apply(state, moves[-1])
    return moves


# The same seed gives the same play on every machine and in every version of Python. Where a game or the
# player has been changed on purpose: python -m tests.test_players
DIGESTS = {
    "etori": "1b36b6686c74383f",
    "gong_zhu": "f5535ce2bf529092",
    "hornafjardarmanni": "aab6a612e5921c1a",
    "truco": "baf3a6cca49ca405",
}


def digest(game: AnyGame) -> str:
    moves = [played(game, seed, samples=2) for seed in range(2)]
    return hashlib.sha256(repr(moves).encode()).hexdigest()[:16]


@every_game
def test_a_seed_gives_the_same_play_everywhere(game: AnyGame) -> None:
    assert digest(game) == DIGESTS[game.name]


def test_a_seed_gives_the_same_play_in_another_process() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.test_players"],
        env={**os.environ, "PYTHONHASHSEED": "2"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines() == [f'    "{name}": "{value}",' for name, value in DIGESTS.items()]


# --- Random -------------------------------------------------------------------------------------


@every_game
def test_the_random_player_gives_each_move_its_chance(game: AnyGame) -> None:
    state = dealt(game)
    view, moves = game.observe(state, state.to_move), game.legal_moves(state)
    if len(moves) > 50:
        chosen = {random_player(seed)(view) for seed in range(100)}
        assert len(chosen) > 90
        return
    player, draws = random_player(7), 200 * len(moves)
    drawn = [player(view) for _ in range(draws)]
    assert all(140 < drawn.count(move) < 260 for move in moves)


def test_a_generator_can_be_shared() -> None:
    rng, view = Random(3), truco.observe(dealt(truco.GAME), 0)
    shared = [random_player(rng)(view) for _ in range(20)]
    player = random_player(3)
    assert shared == [player(view) for _ in range(20)]


# --- Monte Carlo --------------------------------------------------------------------------------


def test_the_last_but_one_card_of_gong_zhu() -> None:
    """Whoever must follow with K♠ or 2♠ does not take the pig."""
    rules = gong_zhu.Rules.study("A♠ K♠ Q♠ 2♠ 3♠ 4♠ 5♥ 6♥", exposure="none", first_lead="free")
    state = gong_zhu.new_match(rules)
    hands = {0: "2♠ 6♥", 3: "Q♠ 5♥", 2: "K♠ 3♠", 1: "A♠ 4♠"}
    state = gong_zhu.apply(state, gong_zhu.arrange(state, hands))
    for card in ("2♠", "Q♠"):
        state = gong_zhu.apply(state, Play(FRENCH[card]))
    assert state.to_move == 2
    assert monte_carlo(1, samples=20)(gong_zhu.observe(state, 2)) == Play(FRENCH["3♠"])


def test_who_has_won_a_round_of_truco_for_sure_does_not_fold() -> None:
    state = truco.new_match(truco.Rules(target=30))
    state = truco.apply(state, truco.arrange(state, ["1E 1B 7E", "4O 4B 5B"]))
    for seed in range(5):
        assert monte_carlo(seed, samples=20)(truco.observe(state, 0)) != truco.Call.MAZO


def test_one_legal_move_needs_no_thought() -> None:
    state = dealt(gong_zhu.GAME, gong_zhu.Rules(exposure="none", first_lead="marker"))
    view = gong_zhu.observe(state, state.to_move)

    def clock() -> float:
        raise AssertionError

    assert monte_carlo(1, seconds=1, clock=clock)(view) == Play(FRENCH["2♠"])


def test_the_worst_cards_are_exchanged() -> None:
    rules = hornafjardarmanni.Rules.cardgames()  # the cut card is the last that the dealer gets: no trumps
    hands = {0: "A♠ A♥ A♦ A♣ K♠ K♥ 2♠ 2♥ 2♦ 2♣ 3♠ 3♥", 2: "Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦ 9♥ 10♥"}
    state = hornafjardarmanni.new_match(rules)
    state = hornafjardarmanni.apply(state, hornafjardarmanni.arrange(state, hands))
    assert state.deal.contract == hornafjardarmanni.Contract("no_trumps")
    move = monte_carlo(1, samples=40)(hornafjardarmanni.observe(state, 0))
    assert isinstance(move, hornafjardarmanni.Exchange)
    assert len(move.cards & FRENCH.set("2♠ 2♥ 2♦ 2♣ 3♠ 3♥")) > 3
    assert not move.cards & FRENCH.set("A♠ A♥ A♦ A♣")


class Watched:
    """A view of a game of which every play is counted."""

    def __init__(self, view: Any, game: AnyGame) -> None:
        self.view, self.mover, self.GAME = view, view.mover, self
        self.play, self.game = game.play, game

    def legal_moves(self, position: Any) -> Any:
        return self.game.legal_moves(self.view if position is self else position)

    def worlds(self, position: Any) -> Any:
        return self.game.worlds(self.view)


class Line:
    """A made-up game in which a move is a number: whose payoff it is, in every world."""

    def __init__(self, moves: Sequence[int]) -> None:
        self.moves, self.mover, self.seat = moves, 0, 0
        self.sampled = 0
        self.drawn: set[float] = set()
        self.tried: set[int] = set()
        self.GAME = self

    def legal_moves(self, view: object) -> Sequence[int]:
        return self.moves

    def worlds(self, view: object) -> Line:
        return self

    def sample(self, rng: Random) -> object:
        self.sampled += 1
        self.drawn.add(rng.random())
        return self

    def play(self, state: object, move: int) -> object:
        self.tried.add(move)
        result = SimpleNamespace(payoffs=(move,))
        return SimpleNamespace(to_move=None, match=SimpleNamespace(results=[result]))


def choice(player: Any, line: Line) -> int:
    chosen: int = player(line)
    return chosen


@pytest.mark.parametrize("samples", [1, 7])
def test_so_many_worlds_are_sampled(samples: int) -> None:
    line = Line([3, 5, 4, 5])
    assert choice(monte_carlo(1, samples=samples), line) == 5
    assert line.sampled == len(line.drawn) == samples


def test_without_a_bound_there_is_a_usual_one() -> None:
    line = Line([1, 2])
    choice(monte_carlo(1), line)
    assert line.sampled == SAMPLES


@pytest.mark.parametrize(
    ("seconds", "samples", "sampled"), [(1.0, None, 10), (0.01, None, 1), (1.0, 4, 4), (1.0, 400, 10)]
)
def test_time_is_a_bound_too(seconds: float, samples: int | None, sampled: int) -> None:
    now = iter(range(1000))
    line = Line([1, 2])
    choice(monte_carlo(1, samples=samples, seconds=seconds, clock=lambda: next(now) / 10), line)
    assert line.sampled == sampled


def test_time_is_real_unless_told_otherwise() -> None:
    state = dealt(gong_zhu.GAME, gong_zhu.Rules(exposure="none"))
    move = monte_carlo(1, seconds=0.01)(gong_zhu.observe(state, state.to_move))
    assert move in gong_zhu.legal_moves(state)


def test_of_very_many_moves_some_are_tried() -> None:
    line = Line(range(10**9))
    chosen = choice(monte_carlo(1, samples=3), line)
    assert 2 < len(line.tried) <= MOST_MOVES
    assert chosen == max(line.tried) > 9 * 10**8


def test_half_of_the_time_goes_into_what_is_promising() -> None:
    now, tried = itertools.count(), list[int]()
    choices = Choices(FRENCH.set("A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠"), 7, hornafjardarmanni.Exchange)

    def play(state: object, move: Any) -> object:
        tried.append(len(move.cards))
        result = SimpleNamespace(payoffs=(-len(move.cards),))
        return SimpleNamespace(to_move=None, match=SimpleNamespace(results=[result]))

    line: Any = Line([])
    line.moves, line.play = choices, play
    player: Any = monte_carlo(1, seconds=10, clock=lambda: next(now))
    assert player(line) == hornafjardarmanni.Exchange("")
    assert line.sampled == 5 + 5
    assert tried[5 * 7 :] == 5 * list(range(8))


def test_an_exchange_does_not_take_a_thousand_times_as_long() -> None:
    state = dealt(hornafjardarmanni.GAME)
    moves = hornafjardarmanni.legal_moves(state)
    assert isinstance(moves, Choices)
    assert len(moves) > 3000
    tried: list[Any] = []

    def play(before: Any, move: Any) -> Any:
        if not before.deal.acts:
            tried.append(move)
        return hornafjardarmanni.GAME.play(before, move)

    view: Any = hornafjardarmanni.observe(state, state.to_move)
    player, game = monte_carlo(1, samples=2), attrs.evolve(hornafjardarmanni.GAME, play=play)
    move: Any = player(cast("Any", Watched(view, game)))
    assert move in moves
    assert len(tried) == 2 * 12 + 2 * (7 + 1)  # two worlds for each card, and for each number of cards


@pytest.mark.parametrize("wrong", [{"samples": 0}, {"samples": -1}, {"seconds": 0}, {"seconds": -1.0}])
def test_no_thought_at_all_is_impossible(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="nothing to think with"):
        monte_carlo(1, **wrong)


# --- Types and names ----------------------------------------------------------------------------


def test_a_player_keeps_the_types_of_its_game() -> None:
    player: Player[etori.View, etori.Move] = monte_carlo(1, samples=1)
    state = dealt(etori.GAME)
    move: etori.Move = player(etori.observe(state, state.to_move))
    assert etori.why_not(state, move) is None


def first_move(seed: int) -> Player[Any, Any]:
    """A player of another module: it takes the first legal move."""
    return lambda view: cardrules.legal_moves(view)[0]


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("monte-carlo", {"samples": SAMPLES}),
        ("monte-carlo:7", {"samples": 7}),
        ("monte-carlo:2s", {"seconds": 2.0}),
        ("monte-carlo:0.25s", {"seconds": 0.25}),
    ],
)
def test_names_of_monte_carlo_players(name: str, how: dict[str, float]) -> None:
    maker: Any = maker_of(name)
    assert (maker.func, maker.keywords) == (monte_carlo, how)
    assert pickle.loads(pickle.dumps(maker)).keywords == how


def test_a_player_of_another_module() -> None:
    assert maker_of(f"{__name__}:first_move") is first_move
    assert maker_of(first_move) is first_move
    assert (name_of(first_move), name_of("random")) == ("first_move", "random")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "Random",
            "random ",
            "expert",
            "monte-carlo:",
            "monte-carlo:0",
            "monte-carlo:-1",
            "monte-carlo:x",
        ),
        *("monte-carlo:0s", "monte-carlo:0.0s", "monte-carlo:1e9s", "monte-carlo:1.s", "monte-carlo:٣"),
        *(
            "no.such.module:make",
            f"{__name__}:nothing",
            f"{__name__}:DIGESTS",
            "os:",
            ":path",
            "..:x",
            "os:a.b",
        ),
    ],
)
def test_names_that_no_player_has(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        maker_of(name)


if __name__ == "__main__":
    for every in GAMES:
        print(f'    "{every.name}": "{digest(every)}",')
