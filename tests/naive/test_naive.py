"""The examples of the rules pages against the naive implementations, and random matches played to the end."""

import random
from collections.abc import Sequence
from typing import Any, Protocol

import pytest

from . import etori, gong_zhu, hornafjardarmanni, truco
from .cards import FRENCH_RANKS, Move, french_pack, spanish_pack

HEARTS = [rank + "♥" for rank in FRENCH_RANKS]


class AnyMatch(Protocol):
    """What all the matches have."""

    awaits_deal: bool
    over: bool
    scores: list[int]
    winners: list[int]
    last_deal: list[int]

    @property
    def to_move(self) -> int | None: ...
    def deal(self, pack: Sequence[str]) -> None: ...
    def legal(self) -> set[Move]: ...
    def move(self, m: Move) -> None: ...
    def hands(self) -> list[list[str]]: ...


def play_out(match: AnyMatch, pack: Sequence[str], rng: random.Random) -> None:
    """Play random legal moves to the end of the match."""
    before: list[int] = list(match.scores)
    for _ in range(100_000):
        if match.over:
            break
        if match.awaits_deal:
            assert match.to_move is None
            assert match.legal() == set()
            assert match.winners == []
            assert match.scores == [a + b for a, b in zip(before, match.last_deal, strict=True)]
            before = list(match.scores)
            match.deal(rng.sample(pack, len(pack)))
            continue
        moves = sorted(match.legal(), key=repr)
        assert moves
        chosen = rng.choice(moves)
        kind, what = chosen
        if kind == "exchange_up_to":
            assert isinstance(what, int)
            assert match.to_move is not None
            hand = match.hands()[match.to_move]
            chosen = ("exchange", frozenset(rng.sample(hand, rng.randint(0, what))))
        match.move(chosen)
    assert match.over
    assert match.winners
    assert not match.awaits_deal
    assert match.to_move is None
    assert match.legal() == set()
    assert match.scores == [a + b for a, b in zip(before, match.last_deal, strict=True)]


# --- Etori


@pytest.mark.parametrize(
    ("aces", "pictures", "owed"),
    [
        ([], 9, 4),
        ([], 8, 4),
        (["A♥"], 12, 2),
        (["A♥", "A♠"], 8, 2),
        (["A♦"], 8, 1),
        (["A♦", "A♥", "A♠"], 9, 1),
        (["A♣", "A♥", "A♠"], 11, 1),
        (["A♣", "A♦", "A♥", "A♠"], 12, 2),
        (["A♣"], 15, 2),
        (["A♣"], 16, 4),
    ],
)
def test_etori_payment(aces: list[str], pictures: int, owed: int) -> None:
    assert etori.payment(aces, pictures) == owed


def test_etori_payment_with_other_trump() -> None:
    assert etori.payment(["A♦"], 9, trump="♠") == 2
    assert etori.payment(["A♠"], 9, trump="♣", rensho="A♠") == 1


def test_etori_tricks() -> None:
    assert etori.trick_winner(["3♠", "2♦", "A♣", "A♠"]) == 2
    assert etori.trick_winner(["K♦", "A♦", "A♣", "2♦"]) == 2
    assert etori.trick_winner(["3♠", "2♦", "K♣", "A♠"]) == 1
    assert etori.trick_winner(["3♠", "A♥", "K♣", "10♠"]) == 3
    assert etori.playable(["A♣", "K♦"], "3♣") == ["A♣"]
    assert etori.playable(["A♣", "2♣", "K♦"], "3♣") == ["A♣", "2♣"]
    assert etori.playable(["A♣", "2♦"], "K♦") == ["2♦"]
    assert etori.playable(["2♣", "K♦"], "A♣") == ["2♣"]


def test_etori_first_deals() -> None:
    match = etori.Match()
    assert match.dealer == 3
    match.deal(french_pack())
    assert match.legal() == {("lead", 0), ("lead", 2)}
    assert match.to_move == 0
    match.move(("lead", 2))
    assert match.to_move == 2
    assert etori.Match(direction="counterclockwise").dealer == 1
    match = etori.Match(players=6)
    assert match.dealer == 5
    match.deal(french_pack())
    assert match.active == [0, 1, 3, 4]
    assert match.to_move == 0
    assert match.legal() == {("lead", 0), ("lead", 3)}
    match.pictures = [9, 7, 0]
    match.end_deal()
    assert match.dealer == 1
    match.deal(french_pack())
    assert match.active == [2, 3, 5, 0]
    assert match.to_move == 3


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 6},
        {"players": 6, "tokens": 4, "direction": "counterclockwise"},
        {"aces": "captured", "trump": "♠", "direction": "counterclockwise"},
        {"trump": "♣", "rensho": "A♠"},
    ],
)
def test_etori_matches(options: dict[str, Any]) -> None:
    for seed in range(15):
        match = etori.Match(seed % 4, **options)
        total = sum(match.scores)
        play_out(match, french_pack(), random.Random(seed))
        assert sum(match.scores) == total
        assert min(match.scores) == 0
        assert sum(match.pictures) == 16
        assert sum(len(cards) for cards in match.hands() + match.captured) == 52


# --- Gong Zhu


@pytest.mark.parametrize(
    ("taken", "exposed", "score"),
    [
        (["10♣"], [], 50),
        (["10♣"], ["10♣"], 100),
        (["10♣", "9♣"], [], 50),
        (["10♣", "2♥"], [], 0),
        (["10♣", "2♥"], ["10♣"], 0),
        (["10♣", "Q♠", "J♦"], [], 0),
        (["10♣", "Q♠"], ["Q♠"], -400),
        (["10♣", "Q♠"], ["10♣", "Q♠"], -800),
        (HEARTS, [], 200),
        (HEARTS, ["A♥"], 400),
        ([*HEARTS, "J♦"], [], 300),
        ([*HEARTS, "Q♠"], [], 300),
        ([*HEARTS, "Q♠"], ["A♥"], 500),
        ([*HEARTS, "Q♠"], ["A♥", "Q♠"], 600),
        ([*HEARTS, "Q♠", "J♦", "10♣"], [], 800),
        ([*HEARTS, "Q♠", "J♦", "10♣"], ["A♥", "Q♠", "J♦", "10♣"], 3200),
        (HEARTS[:-1], [], -200),
        ([*HEARTS[:-1], "Q♠", "10♣"], ["A♥", "Q♠", "J♦", "10♣"], -2400),
        ([], ["A♥"], 0),
    ],
)
def test_gong_zhu_score(taken: list[str], exposed: list[str], score: int) -> None:
    assert gong_zhu.score_taken(taken, exposed) == score


def test_gong_zhu_pig_that_flips_only_in_a_sweep() -> None:
    assert gong_zhu.score_taken([*HEARTS, "Q♠", "J♦"], [], "sweep") == 200
    assert gong_zhu.score_taken([*HEARTS, "Q♠", "J♦", "10♣"], [], "sweep") == 800


def test_gong_zhu_held_cards() -> None:
    assert gong_zhu.playable(["Q♠", "5♠"], None, ["Q♠"]) == ["5♠"]
    assert gong_zhu.playable(["Q♠", "5♦"], None, ["Q♠"]) == ["Q♠", "5♦"]
    assert gong_zhu.playable(["Q♠", "J♦"], None, ["Q♠", "J♦"]) == ["Q♠", "J♦"]
    assert gong_zhu.playable(["Q♠", "5♠", "2♦"], "3♠", ["Q♠"]) == ["5♠"]
    assert gong_zhu.playable(["Q♠", "2♦"], "3♠", ["Q♠"]) == ["Q♠"]
    assert gong_zhu.playable(["Q♠", "5♠"], "3♣", ["Q♠"]) == ["Q♠", "5♠"]
    assert gong_zhu.playable(["Q♠", "5♠"], "3♠", ["Q♠"], ["♠"]) == ["Q♠", "5♠"]
    assert gong_zhu.trick_winner(["3♠", "A♥", "4♠", "2♠"]) == 2


def test_gong_zhu_end() -> None:
    match = gong_zhu.Match(scores=[-900, 20, 0, -40])
    match.taken = [["Q♠"], [], [], []]
    match.end_deal()
    assert match.scores == [-1000, 20, 0, -40]
    assert match.over
    assert match.winners == [1]
    assert match.pigs == [0]
    match = gong_zhu.Match(scores=[-899, 20, 20, -40])
    match.taken = [["Q♠"], [], [], []]
    match.end_deal()
    assert not match.over
    assert match.leader == 0
    match = gong_zhu.Match(scores=[-930, -990, -970, -980])
    match.taken = [["Q♠"], HEARTS[:1], HEARTS[:1], HEARTS[:1]]
    match.end_deal()
    assert match.winners == [2]
    assert match.pigs == [0, 1, 2, 3]
    match = gong_zhu.Match(partnerships=True)
    match.taken = [HEARTS[:7], ["Q♠"], HEARTS[7:], []]
    match.end_deal()
    assert match.last_deal == [-200, -100]


def test_gong_zhu_five_players() -> None:
    match = gong_zhu.Match(players=5)
    assert match.marker == "3♠"
    assert len(match.pack) == 50
    assert gong_zhu.Match(players=5, removed={"2♣", "2♦"}).marker == "2♠"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"partnerships": True},
        {"players": 5},
        {"players": 5, "removed": {"2♣", "2♦"}, "exposure": "none"},
        {"first_lead": "marker", "pig_flips": "sweep", "losing_score": -500},
    ],
)
def test_gong_zhu_matches(options: dict[str, Any]) -> None:
    for seed in range(8):
        match = gong_zhu.Match(seed % 4, **options)
        play_out(match, match.pack, random.Random(seed))
        assert min(match.scores) <= match.losing_score


# --- Hornafjarðarmanni


@pytest.mark.parametrize(
    ("card", "contract"),
    [("A♠", "no_trumps"), ("10♥", "no_trumps"), ("9♦", "♦"), ("6♣", "♣"), ("5♠", "nolo"), ("2♠", "nolo")],
)
def test_hornafjardarmanni_contract(card: str, contract: str) -> None:
    assert hornafjardarmanni.contract_of(card) == contract


def test_hornafjardarmanni_scores() -> None:
    assert hornafjardarmanni.deal_scores([12, 0, 0], False) == [8, -4, -4]
    assert hornafjardarmanni.deal_scores([12, 0, 0], True) == [-8, 4, 4]
    assert hornafjardarmanni.deal_scores([4, 4, 4], True) == [0, 0, 0]
    assert not hornafjardarmanni.match_is_over([11, 11, -22])
    assert not hornafjardarmanni.match_is_over([9, 9, -18])
    assert hornafjardarmanni.match_is_over([12, 10, -22])
    assert not hornafjardarmanni.match_is_over([9, 8, -17])


def test_hornafjardarmanni_tricks() -> None:
    assert hornafjardarmanni.trick_winner(["3♣", "A♠", "2♣"], "no_trumps") == 0
    assert hornafjardarmanni.trick_winner(["3♣", "A♠", "4♣"], "♥") == 2
    assert hornafjardarmanni.trick_winner(["3♣", "2♥", "4♣"], "♥") == 1
    assert hornafjardarmanni.trick_winner(["A♠", "2♠", "5♠"], "nolo", "low") == 2
    assert hornafjardarmanni.trick_winner(["A♠", "2♠", "K♥"], "nolo", "low") == 1
    assert hornafjardarmanni.trick_winner(["A♠", "2♠", "5♠"], "nolo") == 0
    assert hornafjardarmanni.trick_winner(["A♠", "2♠", "5♠"], "no_trumps", "low") == 0


def test_hornafjardarmanni_deal_and_exchange() -> None:
    pack = french_pack()
    match = hornafjardarmanni.Match()
    assert match.dealer == 2
    match.deal(pack)
    assert match.hands()[0] == pack[0:4] + pack[12:16] + pack[24:28]
    for count, allowed in [(7, 7), (5, 5), (4, 4)]:
        assert match.legal() == {("exchange_up_to", allowed)}
        assert match.to_move is not None
        match.move(("exchange", frozenset(match.hands()[match.to_move][:count])))
    assert match.hands()[0] == pack[15:16] + pack[24:28] + pack[36:43]
    assert match.hands()[2][-1] == pack[-1]
    match = hornafjardarmanni.Match(deal="manni_first")
    match.deal(pack)
    assert match.manni == pack[0:4] + pack[13:17] + pack[26:30] + pack[39:43]
    assert match.hands()[0] == pack[4:7] + pack[17:20] + pack[30:33] + pack[43:46]
    assert match.hands()[2][-1] == pack[-1]
    match.move(("exchange", frozenset()))
    match.move(("exchange", frozenset()))
    assert match.legal() == {("exchange_up_to", 12)}


@pytest.mark.parametrize("options", [{}, {"nolo_ace": "low", "deal": "manni_first"}, {"target": 1}])
def test_hornafjardarmanni_matches(options: dict[str, Any]) -> None:
    for seed in range(20):
        match = hornafjardarmanni.Match(seed % 3, **options)
        play_out(match, french_pack(), random.Random(seed))
        assert sum(match.scores) == 0
        assert len(match.winners) == 1


# --- Truco

E, R, F = "envido", "real envido", "falta envido"


@pytest.mark.parametrize(
    ("chain", "values"),
    [
        ([E], (2, 1)),
        ([R], (3, 1)),
        ([F], ("falta", 1)),
        ([E, E], (4, 2)),
        ([E, R], (5, 2)),
        ([E, F], ("falta", 2)),
        ([R, F], ("falta", 3)),
        ([E, E, R], (7, 4)),
        ([E, E, F], ("falta", 4)),
        ([E, R, F], ("falta", 5)),
        ([E, E, R, F], ("falta", 7)),
    ],
)
def test_truco_chain(chain: list[str], values: tuple[int | str, int]) -> None:
    assert truco.chain_values(chain) == values
    for length, call in enumerate(chain):
        assert call in truco.chain_goes_on(chain[:length])


def test_truco_cards() -> None:
    assert sorted({truco.strength(card) for card in spanish_pack()}) == list(range(1, 15))
    assert truco.strength("7 de copa") == truco.strength("7 de basto") == 4
    assert truco.strength("1 de copa") == truco.strength("1 de oro") == 8
    assert truco.envido_points(["7 de oro", "6 de oro", "5 de copa"]) == 33
    assert truco.envido_points(["7 de oro", "5 de oro", "3 de oro"]) == 32
    assert truco.envido_points(["12 de oro", "11 de oro", "1 de copa"]) == 20
    assert truco.envido_points(["12 de oro", "11 de oro", "1 de oro"]) == 21
    assert truco.envido_points(["12 de oro", "11 de copa", "10 de basto"]) == 0


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ([0, 1, None], 0),
        ([1, 0, None], 1),
        ([None, None, 1], 1),
        ([None, None, None], 0),
        ([None, 1], 1),
        ([1, None], 1),
        ([1, 1], 1),
        ([0, 1, 1], 1),
        ([0, 1], None),
        ([None, None], None),
        ([0], None),
        ([], None),
    ],
)
def test_truco_round(results: list[int | None], winner: int | None) -> None:
    assert truco.round_winner(results, 0) == winner


@pytest.mark.parametrize(
    ("calls", "scores", "options"),
    [
        (["truco", "no quiero"], [1, 0], {}),
        (["truco", "retruco", "no quiero"], [0, 2], {}),
        (["truco", "retruco", "vale cuatro", "no quiero"], [3, 0], {}),
        (["truco", "retruco", "vale cuatro", "quiero", "mazo"], [0, 4], {}),
        ([E, E, "no quiero"], [0, 2], {}),
        (["mazo"], [0, 1], {}),
        (["truco", "retruco", "mazo"], [0, 2], {}),
        ([E, R, F, "mazo"], [1, 0], {}),
        ([E, R, F, "mazo"], [6, 0], {"fold_to_envido": "decline_and_fold"}),
        (["truco", E, "mazo"], [0, 1], {}),
        ([F, "quiero"], [15, 0], {}),
        (["truco", E, "quiero"], [2, 0], {}),
    ],
)
def test_truco_calls(calls: list[str], scores: list[int], options: dict[str, Any]) -> None:
    match = truco.Match(**options)
    match.deal(spanish_pack())  # 1 3 5 against 2 4 6 of espadas: 28 Envido points against 30
    match.dealt[0] = ["7 de oro", "6 de oro", "1 de copa"]
    for call in calls:
        assert ("call", call) in match.legal()
        match.move(("call", call))
    assert match.scores == scores


def test_truco_envido_in_answer_to_truco() -> None:
    match = truco.Match()
    match.deal(spanish_pack())
    match.move(("call", "truco"))
    match.move(("call", E))
    assert match.to_move == 0
    assert match.legal() == {("call", call) for call in ["quiero", "no quiero", E, R, F, "mazo"]}
    match.move(("call", "no quiero"))
    assert match.scores == [0, 1]
    assert match.to_move == 1
    assert match.legal() == {("call", call) for call in ["quiero", "no quiero", "retruco", "mazo"]}
    match.move(("call", "quiero"))
    assert match.to_move == 0
    assert match.legal() == {("play", card) for card in match.hands()[0]} | {("call", "mazo")}


def test_truco_fold_when_declining_ends_the_match() -> None:
    match = truco.Match(scores=[14, 0], fold_to_envido="decline_and_fold")
    match.deal(spanish_pack())
    match.move(("call", E))
    match.move(("call", "mazo"))
    assert match.scores == [15, 0]
    assert match.winners == [0]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"raise_right": "either", "envido_after_truco": True, "envido_own_card": False},
        {"max_envidos": 4, "falta": "loser", "fold_to_envido": "decline_and_fold", "target": 30},
        {"max_envidos": 1, "fold_to_envido": "forbidden", "envido_reveal": "cards"},
    ],
)
def test_truco_matches(options: dict[str, Any]) -> None:
    for seed in range(60):
        match = truco.Match(seed % 2, **options)
        play_out(match, spanish_pack(), random.Random(seed))
        assert max(match.scores) >= match.target > min(match.scores)
