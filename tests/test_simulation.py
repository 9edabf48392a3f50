"""Simulations and duplicate play: reproducible, the same however many play, and fair."""

from __future__ import annotations

import hashlib
import itertools
import math
import os
import pickle
import statistics
import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import Deal, IllegalMove, Play, RulesError, SeatError, Seating
from cardrules.duplicate import compare, duplicate, opposed, rotate, rotations
from cardrules.estimates import Estimate, Sums, estimate, share, student
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.players import Player, UnknownPlayer
from cardrules.simulation import PlayedMatch, Totals, seated, simulate
from tests.walks import GAMES, RULES, AnyGame

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

SHORT: dict[str, Any] = {
    "etori": etori.Rules(players=6, tokens=1),
    "gong_zhu": gong_zhu.Rules(players=5, losing_score=-200),
    "hornafjardarmanni": hornafjardarmanni.Rules(target=3),
    "truco": truco.Rules(target=5),
}


# --- Players of the tests -----------------------------------------------------------------------


def first_move(seed: int) -> Player[Any, Any]:
    """A player who takes the first legal move."""
    return lambda view: cardrules.legal_moves(view)[0]


def last_move(seed: int) -> Player[Any, Any]:
    """A player who takes the last legal move."""
    return lambda view: cardrules.legal_moves(view)[-1]


def cheat(seed: int) -> Player[Any, Any]:
    """A player who plays a card that is not in the hand, as soon as a card is to be played."""

    def choose(view: Any) -> object:
        moves = cardrules.legal_moves(view)
        if not isinstance(moves[0], Play):
            return moves[0]
        return next(Play(card) for card in view.pack if card not in view.hand)

    return choose


def broken(seed: int) -> Player[Any, Any]:
    """A player who fails."""

    def choose(view: Any) -> object:
        raise ZeroDivisionError("a fault in the player")

    return choose


def jealous(seed: int) -> Player[Any, Any]:
    """A player who notices when it is given anything but the view of its own seat."""

    def choose(view: Any) -> object:
        assert type(view) is view.GAME.view
        assert view.seat == view.to_move
        assert not hasattr(view, "secrets")
        return cardrules.legal_moves(view)[0]

    return choose


class Backwards(Executor):
    """An executor that does the last task first, and only when a result is wanted."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []
        self.most = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        executor = self

        class Late(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                while executor.waiting and not self.done():
                    future, task = executor.waiting.pop()
                    if future.set_running_or_notify_cancel():
                        future.set_result(task())
                return super().result(timeout)

        future = Late()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        self.most = max(self.most, len(self.waiting))
        return future


def near(value: float, rel: float | None = None, abs: float | None = None) -> Any:  # noqa: A002
    return pytest.approx(value, rel=rel, abs=abs)  # pyright: ignore[reportUnknownMemberType]


def matches_of(game: AnyGame, *players: Any, matches: int = 3, **options: Any) -> list[PlayedMatch[Any, Any]]:
    return list(simulate(game, SHORT[game.name], players or ("random",), matches=matches, **options))


# --- Matches ------------------------------------------------------------------------------------


@every_game
def test_a_played_match_can_be_played_again(game: AnyGame) -> None:
    for index, played in enumerate(matches_of(game, seed=5, first=1)):
        assert (played.index, played.first) == (index, 1)
        state = game.new_match(SHORT[game.name], first=1)
        for move in played.moves:
            state = game.apply(state, move)
        assert state.match == played.match
        assert state.match.outcome == played.outcome is not None


@every_game
@given(data=st.data())
def test_every_option_can_be_simulated(game: AnyGame, data: st.DataObject) -> None:
    rules = data.draw(RULES[game.name])
    (played,) = simulate(game, rules, ["random"], matches=1, deals=2, seed=data.draw(st.integers()))
    assert 0 < sum(isinstance(move, Deal) for move in played.moves) == len(played.match.results) <= 2


@every_game
def test_a_match_depends_on_seed_and_number_only(game: AnyGame) -> None:
    three = matches_of(game, seed=9)
    assert matches_of(game, seed=9, matches=5)[:3] == three
    assert matches_of(game, seed="9") == three
    assert matches_of(game, seed=10) != three
    assert len({played.moves for played in three}) == 3


@every_game
def test_the_packs_do_not_depend_on_what_is_played(game: AnyGame) -> None:
    def packs(player: Any) -> list[list[Deal]]:
        played = matches_of(game, player, seed=2)
        return [[move for move in match.moves if isinstance(move, Deal)] for match in played]

    assert len({deal for match in packs("random") for deal in match}) == sum(map(len, packs("random")))
    for one, other in zip(packs("random"), packs(first_move), strict=True):
        common = min(len(one), len(other))
        assert common > 0
        assert one[:common] == other[:common]


def test_a_match_is_stopped_after_its_deals() -> None:
    stopped = matches_of(truco.GAME, deals=1, seed=1)
    assert [len(played.match.results) for played in stopped] == [1, 1, 1]
    assert stopped[0].moves == matches_of(truco.GAME, seed=1)[0].moves[: len(stopped[0].moves)]


def test_players_see_the_view_of_their_seat() -> None:
    for game in GAMES:
        assert len(matches_of(game, jealous)) == 3


def test_a_played_match_can_be_pickled() -> None:
    for game in GAMES:
        played = matches_of(game)
        assert pickle.loads(pickle.dumps(played)) == played


def test_types_are_kept() -> None:
    for played in simulate(truco.GAME, truco.Rules(target=1), ["random"], matches=1):
        moves: tuple[truco.Move | Deal, ...] = played.moves
        rules: truco.Rules = played.match.rules
        assert moves
        assert rules == truco.Rules(target=1)


# The same seed gives the same matches on every machine and in every version of Python. Where a game or the
# simulation has been changed on purpose: python -m tests.test_simulation
DIGESTS = {
    "etori": "945dbce812375a80",
    "gong_zhu": "dd140a6861088838",
    "hornafjardarmanni": "4de495d15d1ca4cc",
    "truco": "98797446ae8d95f3",
}


def digest(game: AnyGame) -> str:
    moves = [played.moves for played in matches_of(game, seed=1)]
    return hashlib.sha256(repr(moves).encode()).hexdigest()[:16]


@every_game
def test_a_seed_gives_the_same_matches_everywhere(game: AnyGame) -> None:
    assert digest(game) == DIGESTS[game.name]


def test_a_seed_gives_the_same_matches_in_another_process() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.test_simulation"],
        env={**os.environ, "PYTHONHASHSEED": "3"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines() == [f'    "{name}": "{value}",' for name, value in DIGESTS.items()]


# --- Executors ----------------------------------------------------------------------------------


def test_any_number_of_workers_gives_the_same() -> None:
    alone = {game.name: matches_of(game, "random", first_move, seed=3, matches=5) for game in GAMES}
    rules = hornafjardarmanni.Rules()
    compared = compare(hornafjardarmanni.GAME, rules, "random", first_move, deals=6)
    for workers in (1, 2):
        with ProcessPoolExecutor(workers, get_context("spawn")) as executor:
            for game in GAMES:
                options: dict[str, Any] = {"seed": 3, "matches": 5, "executor": executor}
                assert matches_of(game, "random", first_move, **options) == alone[game.name]
            again = compare(hornafjardarmanni.GAME, rules, "random", first_move, deals=6, executor=executor)
            assert again == compared


@pytest.mark.parametrize("ahead", [1, 2, 3, 100])
def test_matches_come_in_order_and_not_too_many_are_under_way(ahead: int) -> None:
    executor = Backwards()
    assert matches_of(truco.GAME, matches=10, executor=executor, ahead=ahead) == matches_of(
        truco.GAME, matches=10
    )
    assert executor.most == min(ahead, 10)


def test_who_stops_early_has_nothing_played_any_more() -> None:
    executor = Backwards()
    played = simulate(truco.GAME, truco.Rules(), ["random"], matches=10**12, executor=executor, ahead=5)
    assert [match.index for match in itertools.islice(played, 3)] == [0, 1, 2]
    played.close()
    assert executor.waiting
    assert all(future.cancelled() for future, _ in executor.waiting)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, many: int) -> None:
        told.append((done, many))

    matches_of(truco.GAME, matches=3, progress=tell)
    with ThreadPoolExecutor(1) as executor:
        matches_of(truco.GAME, matches=3, executor=executor, progress=tell)
    assert told == 2 * [(1, 3), (2, 3), (3, 3)]


def test_progress_is_told_before_the_match_is_given() -> None:
    told: list[int] = []
    played = simulate(
        truco.GAME, truco.Rules(), ["random"], matches=3, progress=lambda done, _: told.append(done)
    )
    assert told == []
    for match in played:
        assert told[-1] == match.index + 1


# --- Who sits where -----------------------------------------------------------------------------

PAIRS, THREE = Seating.partners_opposite(4), Seating(3)


@pytest.mark.parametrize(
    ("seating", "players", "places"),
    [
        (Seating(2), "A", ["AA", "AA"]),
        (Seating(2), "AB", ["AB", "BA", "AB"]),
        (THREE, "AB", ["ABA", "BAB", "ABA"]),
        (THREE, "ABC", ["ABC", "BCA", "CAB", "ABC"]),
        (PAIRS, "AB", ["ABAB", "BABA"]),
        (PAIRS, "ABCD", ["ABCD", "BCDA", "CDAB", "DABC"]),
        (Seating.partners_opposite(6), "ABC", ["ABCABC", "BCABCA", "CABCAB"]),
    ],
)
def test_who_sits_where(seating: Seating, players: str, places: list[str]) -> None:
    assert ["".join(seated(seating, players, turn)) for turn in range(len(places))] == places


@pytest.mark.parametrize(("seating", "count"), [(Seating(2), 0), (Seating(2), 3), (PAIRS, 3), (PAIRS, 5)])
def test_who_finds_no_seat(seating: Seating, count: int) -> None:
    with pytest.raises(SeatError, match="cannot be seated"):
        seated(seating, range(count))


def test_everybody_sits_everywhere_equally_often() -> None:
    for game in GAMES:
        sides = SHORT[game.name].format.seating.sides
        names = ["random", *(f"{__name__}:{name}" for name in ("first_move", "last_move"))][: len(sides)]
        played = matches_of(game, *names, matches=2 * len(names), deals=1)
        for seat in range(len(played[0].players)):
            there = [match.players[seat] for match in played]
            assert all(there.count(name) == 2 for name in names)


# --- Totals -------------------------------------------------------------------------------------


def test_totals_are_what_was_won() -> None:
    played = matches_of(truco.GAME, "random", first_move, matches=20)
    totals = Totals()
    for match in played:
        totals.add(match)
    one, other = totals.players["random"], totals.players["first_move"]
    assert (one.matches, one.finished, other.matches) == (20, 20, 20)
    won = [match.players[match.outcome.winners[0]] for match in played if match.outcome]
    assert (one.won, other.won) == (won.count("random"), won.count("first_move"))
    assert one.won + other.won == 20
    assert one.wins() == share(one.won, 20)
    payoffs = [
        result.payoffs[match.players.index("random")] for match in played for result in match.match.results
    ]
    assert one.payoff() == estimate(payoffs)
    assert one.payoff().mean == near(statistics.mean(payoffs))
    assert other.payoff().mean == -one.payoff().mean


def test_a_player_at_several_seats_is_counted_once() -> None:
    totals = Totals()
    (played,) = matches_of(hornafjardarmanni.GAME, "random", matches=1)
    totals.add(played)
    assert list(totals.players) == ["random"]
    total = totals.players["random"]
    assert (total.matches, total.won, total.payoffs.count) == (1, 1, len(played.match.results))
    assert total.payoff().mean == 0
    (played,) = matches_of(gong_zhu.GAME, "random", matches=1, deals=1)
    (totals := Totals()).add(played)
    assert totals.players["random"].payoff().mean == sum(played.match.results[0].payoffs) / 5


def test_an_unfinished_match_is_won_by_nobody() -> None:
    totals = Totals()
    for match in simulate(truco.GAME, truco.Rules(target=30), ["random"], matches=3, deals=1):
        totals.add(match)
    total = totals.players["random"]
    assert (total.matches, total.finished, total.won) == (3, 0, 0)
    assert total.wins() == Estimate(0.0, 0.0, 1.0, 0)


# --- What goes wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"matches": -1}, ValueError),
        ({"deals": 0}, ValueError),
        ({"ahead": 0}, ValueError),
        ({"first": 2}, SeatError),
        ({"rules": etori.Rules()}, RulesError),
        ({"players": ["random"] * 3}, SeatError),
        ({"players": []}, SeatError),
        ({"players": ["expert"]}, UnknownPlayer),
    ],
)
def test_impossible_simulations_are_refused_at_once(change: dict[str, Any], error: type[Exception]) -> None:
    given: dict[str, Any] = {"rules": truco.Rules(), "players": ["random"], "matches": 1} | change
    with pytest.raises(error):
        simulate(truco.GAME, **given)


def test_nothing_to_play_is_nothing() -> None:
    assert matches_of(truco.GAME, matches=0) == []


@pytest.mark.parametrize("pool", [None, "processes"])
def test_who_breaks_the_rules_is_named(pool: str | None) -> None:
    def run(player: Any, executor: Executor | None) -> list[str]:
        error: type[Exception] = IllegalMove if player is cheat else ZeroDivisionError
        with pytest.raises(error) as caught:
            matches_of(truco.GAME, first_move, player, seed=4, executor=executor)
        if player is cheat:
            assert isinstance(caught.value, IllegalMove)
            assert caught.value.violation.rule == "common.hold"
        return caught.value.__notes__

    executor = None if pool is None else ProcessPoolExecutor(1, get_context("spawn"))
    move, match = run(cheat, executor)
    assert move.startswith("at seat 1, with the move Play(card=SPANISH[")
    assert match == "in match 0 of seed '4'"
    move, match = run(broken, executor)
    assert (move, match) == ("at seat 1, with the move None, in deal 1", "in match 0 of seed '4'")
    if executor is not None:
        executor.shutdown()


# --- Duplicate play -----------------------------------------------------------------------------


@given(st.lists(st.integers(), min_size=1), st.integers(-20, 20), st.integers(-20, 20))
def test_rotating(players: list[int], one: int, other: int) -> None:
    assert rotate(rotate(players, one), other) == rotate(players, one + other)
    assert rotate(players, len(players)) == tuple(players)
    moved = rotate(players)
    assert all(moved[(place + 1) % len(players)] == player for place, player in enumerate(players))


@pytest.mark.parametrize("seating", [Seating(2), THREE, Seating(5, -1), PAIRS, Seating.partners_opposite(6)])
def test_seatings_are_fair(seating: Seating) -> None:
    for count in {len(seating.sides), seating.seats}:
        tables = rotations(seating, range(count))
        for seat in range(seating.seats):
            assert sorted(table[seat] for table in tables) == list(range(count))
    opponents = opposed(seating, "A", "B")
    assert len(set(opponents)) == len(opponents)
    exchanged = {tuple("AB"[player == "A"] for player in places) for places in opponents}
    assert exchanged == set(opponents)
    for places in opponents:
        by_side = ["".join({places[seat] for seat in seats}) for seats in seating.sides]
        assert 1 in (by_side.count("A"), by_side.count("B"))
    with pytest.raises(SeatError):
        rotations(seating, "A" * (seating.seats + 1))


@every_game
def test_a_player_against_itself_is_level(game: AnyGame) -> None:
    for player in ("random", first_move):
        found = compare(game, SHORT[game.name], player, player, deals=4, seed=8)
        assert found.difference == Estimate(0.0, 0.0, 0.0, 4)
        assert found.one == found.other


def test_the_monte_carlo_player_against_itself_is_level() -> None:
    found = compare(truco.GAME, truco.Rules(), "monte-carlo:2", "monte-carlo:2", deals=3)
    assert found.difference == Estimate(0.0, 0.0, 0.0, 3)


@every_game
def test_comparing_the_other_way_round_turns_the_signs(game: AnyGame) -> None:
    one = compare(game, SHORT[game.name], "random", first_move, deals=5, seed=8)
    two = compare(game, SHORT[game.name], first_move, "random", deals=5, seed=8)
    assert (one.one, one.other) == (two.other, two.one)
    assert one.difference.mean == -two.difference.mean


@every_game
def test_equal_players_are_paid_equally_for_a_deal_and_no_card_matters(game: AnyGame) -> None:
    start = game.new_match(SHORT[game.name])
    sides = len(start.seating.sides)
    for seed in range(5):
        state = game.apply(start, game.shuffle(start, Random(seed)))
        paid = duplicate(state, ["random"] * sides, seed=seed)
        assert len(set(paid)) == 1
        assert game.name == "gong_zhu" or set(paid) == {0}


def test_what_each_player_is_paid_in_all_seats() -> None:
    state = truco.new_match(truco.Rules())
    state = truco.apply(state, truco.arrange(state, ["1E 1B 7E", "4O 4B 5B"]))
    # The first legal move of both is a card, and the same three cards win from whichever seat.
    assert duplicate(state, [first_move, first_move]) == (0, 0)
    # The last legal move is to fold: the other gets the point, in both seats.
    assert duplicate(state, [first_move, last_move]) == (2, -2)
    assert duplicate(state, [last_move, first_move]) == (-2, 2)


def test_a_deal_can_be_taken_over_in_the_middle() -> None:
    state = truco.new_match(truco.Rules())
    state = truco.apply(state, truco.arrange(state, ["1E 1B 7E", "4O 4B 5B"]))
    state = truco.apply(state, truco.Call.TRUCO)
    state = truco.apply(state, truco.Call.QUIERO)
    assert duplicate(state, [first_move, last_move]) == (4, -4)


def test_where_no_deal_is_in_progress_there_is_nothing_to_duplicate() -> None:
    with pytest.raises(LookupError, match="no deal is in progress"):
        duplicate(truco.new_match(truco.Rules()), ["random", "random"])


def nearly_random(seed: int) -> Player[Any, Any]:
    """A player who takes any move, but in one case of ten the first."""
    rng = Random(seed)

    def choose(view: Any) -> object:
        moves, number = cardrules.legal_moves(view), rng.random()
        return moves[0 if number > 0.9 else int(number * len(moves))]

    return choose


def test_the_luck_of_the_cards_is_cancelled() -> None:
    """Of two players who are nearly equal, duplicate play knows the difference better from as many deals."""
    game, rules, deals = truco.GAME, truco.Rules(), 100
    found = compare(game, rules, "random", nearly_random, deals=deals, seed=1).difference
    played = simulate(game, rules, ["random", nearly_random], matches=2 * deals, deals=1, seed=2)
    pays = [match.match.results[0].payoffs[match.players.index("random")] for match in played]
    apart = estimate(2 * pay for pay in pays)  # what one has won the other has lost
    assert found.low < apart.mean < found.high or apart.low < found.mean < apart.high
    assert found.high - found.low < 0.7 * (apart.high - apart.low)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"deals": 0}, ValueError),
        ({"ahead": 0}, ValueError),
        ({"rules": etori.Rules()}, RulesError),
        ({"other": "expert"}, UnknownPlayer),
        ({"one": "expert"}, UnknownPlayer),
    ],
)
def test_impossible_comparisons_are_refused(change: dict[str, Any], error: type[Exception]) -> None:
    given: dict[str, Any] = {"rules": truco.Rules(), "one": "random", "other": "random", "deals": 1} | change
    with pytest.raises(error):
        compare(truco.GAME, **given)


def test_a_fault_in_a_comparison_is_placed() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        compare(truco.GAME, truco.Rules(), first_move, broken, deals=1, seed="x")
    assert caught.value.__notes__[-1] == "in deal 0 of seed 'x'"


@pytest.mark.parametrize(
    ("game", "samples", "deals"),
    [(etori.GAME, 3, 16), (gong_zhu.GAME, 2, 6), (hornafjardarmanni.GAME, 2, 6), (truco.GAME, 6, 100)],
    ids=lambda value: getattr(value, "name", None),
)
def test_the_monte_carlo_player_beats_the_random_one(game: AnyGame, samples: int, deals: int) -> None:
    found = compare(game, game.rules(), f"monte-carlo:{samples}", "random", deals=deals, seed=1)
    assert found.difference.low > 0


# --- Estimates ----------------------------------------------------------------------------------


def test_an_estimate_is_that_of_the_textbooks() -> None:
    values = [3.1, 4.4, 2.8, 5.0, 3.9]
    found = estimate(values)
    error = statistics.stdev(values) / math.sqrt(5)
    assert found.mean == near(statistics.mean(values))
    assert found.high - found.mean == near(2.776 * error, rel=1e-3)
    assert found.mean - found.low == near(found.high - found.mean)
    assert estimate(values, confidence=0.99).high - found.mean == near(4.604 * error, rel=1e-2)


def test_of_one_value_or_none_little_is_known() -> None:
    assert estimate([2]) == Estimate(2.0, -math.inf, math.inf, 1)
    assert estimate([]) == Estimate(0.0, -math.inf, math.inf, 0)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_student(freedom: int, quantile: float) -> None:
    assert student(0.95, freedom) == near(quantile, rel=0.01)


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)],
)
def test_wilson(successes: int, count: int, low: float, high: float) -> None:
    """The last two are the examples of Newcombe, Statistics in Medicine 17 (1998)."""
    found = share(successes, count)
    assert (found.low, found.high) == (near(low, abs=1e-4), near(high, abs=1e-4))


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=40))
def test_sums_are_exact_for_whole_numbers(values: list[int]) -> None:
    sums = Sums()
    for value in values:
        sums.add(value)
    found = sums.estimate()
    assert found.mean == sum(values) / len(values)
    assert found.low <= found.mean <= found.high
    assert (found.low == found.high) == (len(set(values)) == 1)


def test_an_interval_has_the_true_mean_as_often_as_it_says() -> None:
    rng = Random(1)
    found = [estimate(rng.gauss(3, 2) for _ in range(8)) for _ in range(2000)]
    assert 0.935 < sum(one.low < 3 < one.high for one in found) / 2000 < 0.965


def test_the_chance_of_a_seat_is_its_own_and_the_same_in_all_rotations() -> None:
    made: list[int] = []

    def maker(seed: int) -> Player[Any, Any]:
        made.append(seed)
        return first_move(seed)

    start = truco.new_match(truco.Rules())
    duplicate(truco.apply(start, truco.shuffle(start, Random(1))), [maker, maker])
    assert len(made) == 4
    assert made[:2] == made[2:]
    assert made[0] != made[1]
    assert all(0 <= seed < 2**63 for seed in made)


if __name__ == "__main__":
    for every in GAMES:
        print(f'    "{every.name}": "{digest(every)}",')
