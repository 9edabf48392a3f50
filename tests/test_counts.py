"""The counts in ``docs/counts``: the library counts the same again, and so do others who never saw it.

The naive implementations in ``tests/naive`` count from the files alone, as the page tells others to, and tell
positions apart in its words. ``CARDRULES_COUNTS`` sets the number of positions up to which they do.
"""

from __future__ import annotations

import copy
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardrules.notation import read_move, write_move
from tests import counts
from tests.counts import CASES, FOLDER, Case, Key, count, key
from tests.damage import is_list
from tests.naive import cards as naive_cards
from tests.naive import etori as naive_etori
from tests.naive import gong_zhu as naive_gong_zhu
from tests.naive import hornafjardarmanni as naive_manni
from tests.naive import truco as naive_truco
from tests.naive.cards import Move as NaiveMove

PAGE = FOLDER / "index.md"
SMALL = [case for case in CASES if not case.big]
LONGEST = int(os.environ.get("CARDRULES_COUNTS", "5000"))
"""The naive implementations count the files with so many positions at most."""


def by_name(name: str) -> Case:
    return next(case for case in CASES if case.name == name)


def started(case: Case) -> Any:
    """The state from which a case is counted."""
    _, dealt, moves = case.begin()
    return reduce(case.game.apply, moves, dealt)


def read(case: Case) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(case.path.read_text("utf-8"))
    return data


# --- The files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_the_library_counts_the_same_again(case: Case) -> None:
    assert counts.text_of(counts.data_of(case)) == case.path.read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_file_adds_up(case: Case) -> None:
    data = read(case)
    rows = data["plies"]
    assert [row["ply"] for row in rows] == list(range(len(rows)))
    assert rows[0] == {"ply": 0, "sequences": 1, "finished": 0, "positions": 1}
    whole = rows if data["complete"] else rows[:-1]
    for row in whole:
        unfinished = int(row["sequences"]) - int(row["finished"])
        # Every unfinished sequence leads to a position, and every position is led to.
        assert (unfinished > 0) == (row["positions"] > 0)
        assert row["positions"] <= unfinished
    for before, row in pairwise(rows):
        assert int(row["sequences"]) >= int(before["sequences"]) - int(before["finished"])
    if data["complete"]:
        assert rows[-1]["positions"] == 0
        finished = sum(int(row["finished"]) for row in rows)
        assert int(data["total"]) == finished == sum(int(row["sequences"]) for row in data["results"])
        assert [row["scores"] for row in data["results"]] == sorted(row["scores"] for row in data["results"])
    else:
        assert rows[-1]["finished"] is rows[-1]["positions"] is None
    dealt = [card for hand in data["hands"] for card in hand] + data["stock"]
    assert sorted(dealt) == sorted(data["pack"])


def test_there_is_no_other_file_and_they_are_small() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    files = [path for path in FOLDER.iterdir() if path != PAGE]
    assert sorted(files) == sorted(case.path for case in CASES)
    assert sum(path.stat().st_size for path in files) < 1_000_000


def test_the_page_has_the_table_of_the_files() -> None:
    assert counts.table(CASES) in PAGE.read_text("utf-8")


def test_the_page_has_the_tiny_example() -> None:
    data, page = read(by_name("etori-tiny")), PAGE.read_text("utf-8")
    for row in data["plies"]:
        assert "| " + " | ".join(str(value) for value in row.values()) + " |" in page


def test_numbers_that_a_reader_of_json_may_round_are_texts() -> None:
    assert [counts.number(value) for value in (None, 0, 2**53 - 1, 2**53)] == [None, 0, 2**53 - 1, str(2**53)]


# --- The command --------------------------------------------------------------------------------


def test_the_command_makes_what_is_missing_and_tells_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = by_name("etori-tiny").path
    text = file.read_text("utf-8")
    monkeypatch.setattr(counts, "FOLDER", tmp_path)
    made = tmp_path / file.name
    assert counts.main(["--check", "etori-tiny"]) == 1
    assert "etori-tiny: is missing" in capsys.readouterr().out
    assert counts.main(["etori-tiny"]) == 0
    assert made.read_text("utf-8") == text
    assert counts.main(["--check", "etori-tiny"]) == 0
    assert "etori-tiny: the same" in capsys.readouterr().out
    made.write_text(text.replace('"ply": 5, "sequences": 6', '"ply": 5, "sequences": 7'), "utf-8")
    assert counts.main(["--check", "etori-tiny"]) == 1
    told = capsys.readouterr().out
    assert "plies[5] is {'ply': 5, 'sequences': 7," in told
    assert told.count(" is ") == 1
    made.write_text("{", "utf-8")
    assert counts.main(["--check", "etori-tiny"]) == 1
    assert counts.main(["etori-tiny"]) == 0
    assert made.read_text("utf-8") == "{"  # what is there is left alone


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert counts.main(["--table"]) == 0
    assert capsys.readouterr().out == counts.table(CASES) + "\n"


def test_the_command_knows_no_other_names(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        counts.main(["--check", "bridge"])
    assert "no count begins with bridge" in capsys.readouterr().err


# --- Counted otherwise --------------------------------------------------------------------------


def one_by_one(
    state: Any, results: Counter[tuple[int, ...]], rows: Counter[tuple[int, str]], ply: int
) -> None:
    """Every sequence of moves to the end of the deal, played out: no position is ever recognised."""
    rows[ply, "sequences"] += 1
    if state.deal_is_over:
        rows[ply, "finished"] += 1
        results[state.match.results[-1].scores] += 1
        return
    for move in state.GAME.legal_moves(state):
        one_by_one(state.GAME.apply(state, move), results, rows, ply + 1)


FEW = [
    "etori-tiny",
    "etori-study-six",
    "etori-study-spades",
    "etori-study-captured",
    "gong_zhu-study-2",
    "gong_zhu-study-marker",
    "gong_zhu-ending-1",
    "hornafjardarmanni-study-1",
    "hornafjardarmanni-ending-1",
    "truco-study-one",
]


@pytest.mark.parametrize("name", FEW)
def test_counting_positions_is_counting_sequences_one_by_one(name: str) -> None:
    state = started(by_name(name))
    results: Counter[tuple[int, ...]] = Counter()
    rows: Counter[tuple[int, str]] = Counter()
    one_by_one(state, results, rows, 0)
    counted = count(state)
    assert counted.results == dict(results)
    assert [row.sequences for row in counted.rows] == [
        rows[ply, "sequences"] for ply in range(len(counted.rows))
    ]
    assert [row.finished for row in counted.rows] == [
        rows[ply, "finished"] for ply in range(len(counted.rows))
    ]
    assert sum(results.values()) == sum(rows[ply, "finished"] for ply in range(len(counted.rows)))


def test_the_exchanges_of_a_full_pack_are_those_of_the_formula() -> None:
    up_to = [sum(comb(12, taken) for taken in range(most + 1)) for most in range(13)]
    rows = read(by_name("hornafjardarmanni-exchange-1"))["plies"]
    assert [row["sequences"] for row in rows] == [1, up_to[7], up_to[7] * up_to[5]]
    # The dealer's left kept all: 16 - b are left for the dealer, who holds 12.
    rows = read(by_name("hornafjardarmanni-exchange-2"))["plies"]
    both = sum(comb(12, second) * up_to[min(12, 16 - second)] for second in range(6))
    assert [row["sequences"] for row in rows] == [1, up_to[5], both]


def test_counting_to_a_ply_is_the_beginning_of_counting_all() -> None:
    state = started(by_name("truco-round-last"))
    whole = count(state)
    for plies in (1, 5, 9):
        some = count(state, plies)
        assert some.rows[:-1] == whole.rows[:plies]
        assert some.rows[-1].sequences == whole.rows[plies].sequences
        assert some.rows[-1].positions is None
    assert count(state, len(whole.rows)).rows == whole.rows


# --- The keys -----------------------------------------------------------------------------------


def merged(state: Any, most: int) -> Iterator[tuple[Any, Any]]:
    """Pairs of states of the same ply and key that were reached by other moves."""
    layer: dict[Key, Any] = {key(state): state}
    while layer:
        after: dict[Key, Any] = {}
        for one in list(layer.values())[:most]:
            for move in one.GAME.legal_moves(one):
                following = one.GAME.apply(one, move)
                if not following.deal_is_over:
                    there = after.setdefault(key(following), following)
                    if there.log != following.log:
                        yield there, following
        layer = after


MERGING = [
    "etori-study-1",
    "etori-study-captured",
    "etori-ending-2",
    "gong_zhu-study-1",
    "gong_zhu-ending-2",
    "hornafjardarmanni-study-1",
    "hornafjardarmanni-study-low",
    "hornafjardarmanni-ending-2",
    "truco-study-end",
    "truco-round-usual-pardas",
    "truco-round-all-1",
    "truco-round-last",
]


@pytest.mark.parametrize("name", MERGING)
def test_positions_with_one_key_go_on_alike(name: str) -> None:
    rng = Random(name)
    pairs = list(merged(started(by_name(name)), 200))
    assert len(pairs) > 50
    for one, other in rng.sample(pairs, min(len(pairs), 100)):
        assert one != other
        while not one.deal_is_over:
            assert key(one) == key(other)
            moves = list(one.GAME.legal_moves(one))
            assert moves == list(other.GAME.legal_moves(other))
            move = rng.choice(moves)
            one, other = one.GAME.apply(one, move), other.GAME.apply(other, move)
        assert other.deal_is_over
        assert one.match.results[-1].scores == other.match.results[-1].scores
        assert one.scores == other.scores
        assert one.match.outcome == other.match.outcome


def test_whether_a_suit_has_been_led_tells_positions_apart() -> None:
    states: list[Any] = []
    for played in ("A♠ 3♦ 3♠ A♦ 2♣ 3♣ K♣ A♣", "2♣ 3♣ K♣ A♣ A♦ A♠ 3♦ 3♠"):
        state = started(by_name("gong_zhu-study-held-back"))
        for card in played.split():
            state = state.GAME.apply(state, read_move(state, card))
        states.append(state)
    one, other = states
    assert one.hands == other.hands
    assert one.to_move == other.to_move
    assert key(one) != key(other)
    for card in ("3♥", "9♥", "7♥", "6♥", "2♠", "8♥"):
        one, other = (state.GAME.apply(state, read_move(state, card)) for state in (one, other))
    assert [write_move(move) for move in one.GAME.legal_moves(one)] == ["Q♠", "4♠"]
    assert [write_move(move) for move in other.GAME.legal_moves(other)] == ["4♠"]


# --- Another implementation ---------------------------------------------------------------------

Naive = Any
"""A match of one of the naive games."""


class Other:
    """A game as the page tells others to count it, from a file."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def begin(self) -> Naive:
        """The match after the deal."""
        match = self.match()
        match.deal(self.data["pack"])
        assert [sorted(hand) for hand in match.hands()] == [sorted(hand) for hand in self.data["hands"]]
        return match

    def match(self) -> Naive:
        """The match before the deal."""
        raise NotImplementedError

    def position(self, match: Naive) -> tuple[object, ...]:
        """What a position is made of in this game, besides what all have."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        return dict(self.data["rules"])

    def moves(self, match: Naive) -> list[NaiveMove]:
        return list(match.legal())

    def how_many(self, match: Naive) -> int:
        return len(self.moves(match))

    def move_of(self, text: str) -> NaiveMove:
        return ("play", text)

    def key(self, match: Naive) -> tuple[object, ...]:
        hands = tuple(frozenset(hand) for hand in match.hands())
        return (match.to_move, hands, *self.position(match))

    def count(self) -> tuple[list[dict[str, int]], Counter[tuple[int, ...]]]:
        """The rows of the file and its results; the last row of an incomplete one has its sequences only."""
        match = self.begin()
        for text in self.data["moves"]:
            match.move(self.move_of(text))
        assert match.to_move == self.data["to_move"]
        last = None if self.data["complete"] else len(self.data["plies"]) - 1
        layer, ended = {self.key(match): (match, 1)}, 0
        rows: list[dict[str, int]] = []
        results: Counter[tuple[int, ...]] = Counter()
        while True:
            sequences = ended + sum(ways for _, ways in layer.values())
            rows.append({"sequences": sequences, "finished": ended, "positions": len(layer)})
            if len(rows) == last:
                rows.append({"sequences": sum(ways * self.how_many(match) for match, ways in layer.values())})
                return rows, results
            if not layer:
                return rows, results
            after: dict[tuple[object, ...], tuple[Naive, int]] = {}
            ended = 0
            for match, ways in layer.values():
                for move in self.moves(match):
                    following = branched(match)
                    following.move(move)
                    if following.awaits_deal or following.over:
                        results[tuple(following.last_deal)] += ways
                        ended += ways
                    else:
                        same = self.key(following)
                        after[same] = (following, ways + (after[same][1] if same in after else 0))
            layer = after


def branched(match: Naive) -> Naive:
    """A copy of a match that can be played on by itself."""
    other: object = copy.copy(match)
    fields: dict[str, Any] = other.__dict__
    for name, value in fields.items():
        if is_list(value):
            fields[name] = [part[:] if is_list(part) else part for part in value]
    return other


class OtherEtori(Other):
    """Etori: a smaller pack is short of pictures, which a team that does not play has taken beforehand."""

    def match(self) -> Naive:
        return naive_etori.Match(self.data["first"], self.data["start"], **self.options())

    def begin(self) -> Naive:
        match = super().begin()
        match.pictures.append(16 - sum(map(naive_etori.is_picture, self.data["pack"])))
        return match

    def move_of(self, text: str) -> NaiveMove:
        return ("lead", int(text[-1])) if text.startswith("choose leader") else ("play", text)

    def position(self, match: Naive) -> tuple[object, ...]:
        table = tuple(card for _, card in match.trick)
        aces = [frozenset(card for card in taken if card[0] == "A") for taken in match.captured]
        if self.data["rules"]["aces"] == "dealt":
            aces = []
        return (match.choosing, table, tuple(match.pictures), tuple(aces))


class OtherGongZhu(Other):
    """Gong Zhu: of a smaller pack, the marker is its lowest spade."""

    def options(self) -> dict[str, Any]:
        removed = self.data["rules"]["removed"]
        return super().options() | {"removed": removed and removed.split()}

    def match(self) -> Naive:
        match = naive_gong_zhu.Match(self.data["first"], self.data["start"], **self.options())
        match.marker = min((card for card in self.data["pack"] if card[-1] == "♠"), key=naive_cards.height)
        return match

    def move_of(self, text: str) -> NaiveMove:
        if not text.startswith("expose"):
            return ("play", text)
        return ("expose", frozenset(text.split()[1:]) - {"nothing"})

    def position(self, match: Naive) -> tuple[object, ...]:
        held = {card for hand in match.hands() for card in hand}
        held_back = {card for card in match.exposed & held if card[-1] not in match.suits_led_before}
        taken = tuple(frozenset(taken).intersection(naive_gong_zhu.SCORING) for taken in match.taken)
        table = tuple(card for _, card in match.trick)
        return (match.exposing, table, frozenset(match.exposed), frozenset(held_back), taken)


class StudyOfManni(naive_manni.Match):
    """A smaller Manni: the tricks that are missing were shared evenly beforehand."""

    each, allowances = 12, (7, 5)

    def allowance(self) -> int:
        turn = len(self.exchanged)
        most = min(self.each, len(self.manni))
        return min(most, self.allowances[turn]) if turn < 2 else most


class OtherManni(Other):
    def match(self) -> Naive:
        match = StudyOfManni(self.data["first"], self.data["start"], **self.options())
        if self.data["study"]:
            match.each, match.allowances = self.data["study"]["each"], self.data["study"]["allowances"]
        return match

    def begin(self) -> Naive:
        if not self.data["study"]:
            match = super().begin()
            assert match.manni == self.data["stock"]
            return match
        match = self.match()
        match.deal([*self.data["pack"]] * 4)  # for the contract: these are too few cards to be dealt so
        match.now, match.manni = [hand[:] for hand in self.data["hands"]], self.data["stock"][:]
        match.tricks = [4 - match.each // 3] * 3
        return match

    def moves(self, match: Naive) -> list[NaiveMove]:
        moves: list[NaiveMove] = []
        for kind, what in match.legal():
            if kind == "exchange_up_to":
                hand = match.hands()[match.to_move]
                sizes = range(what + 1)
                moves += [
                    ("exchange", frozenset(cards)) for size in sizes for cards in combinations(hand, size)
                ]
            else:
                moves.append((kind, what))
        return moves

    def how_many(self, match: Naive) -> int:
        ((kind, most), *others) = match.legal()
        if kind == "play":
            return 1 + len(others)
        return sum(comb(len(match.hands()[match.to_move]), size) for size in range(most + 1))

    def move_of(self, text: str) -> NaiveMove:
        if not text.startswith("exchange"):
            return ("play", text)
        return ("exchange", frozenset(text.split()[1:]) - {"nothing"})

    def position(self, match: Naive) -> tuple[object, ...]:
        exchanging = len(match.exchanged) < 3
        left = len(match.manni) if exchanging else None
        return (exchanging, left, tuple(card for _, card in match.trick), tuple(match.tricks))


class OtherTruco(Other):
    def match(self) -> Naive:
        return naive_truco.Match(self.data["first"], self.data["start"], **self.options())

    def begin(self) -> Naive:
        each = len(self.data["hands"][0])
        if each == 3:
            return super().begin()
        match = self.match()
        match.awaits_deal = False
        match.start_round(self.data["hands"])
        return match

    def move_of(self, text: str) -> NaiveMove:
        return ("play" if " de " in text else "call", text)

    def position(self, match: Naive) -> tuple[object, ...]:
        waits = match.waiting_truco is not None
        calls = naive_truco.VALUES[match.waiting_truco] - 1 if waits else match.value - 1
        envido = tuple(match.chain) if match.envido_waits else bool(match.chain)
        table = tuple(card for _, card in match.table)
        called = (calls, match.truco_caller, waits)
        return (table, tuple(match.results), called, envido, tuple(match.changes))


OTHERS = {"etori": OtherEtori, "gong_zhu": OtherGongZhu, "hornafjardarmanni": OtherManni, "truco": OtherTruco}


@pytest.fixture
def smaller(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], None]:
    """Make the naive games read "all" as all that the pack of a file has of it."""
    pay, won = naive_etori.payment, naive_truco.round_winner

    def fit(data: dict[str, Any]) -> None:
        if data["game"] == "gong_zhu":
            points = {
                card: worth for card, worth in naive_gong_zhu.HEART_POINTS.items() if card in data["pack"]
            }
            monkeypatch.setattr(naive_gong_zhu, "HEART_POINTS", points)
            scoring = [card for card in naive_gong_zhu.SCORING if card in data["pack"]]
            monkeypatch.setattr(naive_gong_zhu, "SCORING", scoring)
        if data["game"] == "etori" and data["study"]:
            every, many = sum(map(naive_etori.is_picture, data["pack"])), data["study"]["many"]

            def payment(aces: Any, pictures: int, *suits: str) -> int:
                level = 16 if pictures == every else 12 if pictures >= many else 9
                return pay(aces, level, *suits)

            monkeypatch.setattr(naive_etori, "payment", payment)
        if data["game"] == "truco":
            missing = [None] * (3 - len(data["hands"][0]))

            def round_winner(results: Sequence[int | None], mano: int) -> int | None:
                decided, played_out = won(results, mano), len(results) == 3 - len(missing)
                return won([*results, *missing], mano) if decided is None and played_out else decided

            monkeypatch.setattr(naive_truco, "round_winner", round_winner)

    return fit


def within(case: Case) -> bool:
    """Whether a file is there (another test says if not) and has few enough positions in all."""
    return case.path.exists() and sum(row["positions"] or 0 for row in read(case)["plies"]) <= LONGEST


@pytest.mark.parametrize("case", [*filter(within, CASES)], ids=lambda case: case.name)
def test_another_implementation_counts_the_same(
    case: Case, smaller: Callable[[dict[str, Any]], None]
) -> None:
    data = read(case)
    smaller(data)
    rows, results = OTHERS[data["game"]](data).count()
    assert len(rows) == len(data["plies"])
    for row, written in zip(rows, data["plies"], strict=True):
        assert row == {name: n for name, n in written.items() if name != "ply" and n is not None}
    if data["complete"]:
        assert [{"scores": list(scores), "sequences": n} for scores, n in sorted(results.items())] == data[
            "results"
        ]
