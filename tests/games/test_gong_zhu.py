"""Gong Zhu: every example of the rules page, and every rule by its id."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
import cardrules.table
from cardrules import (
    FRENCH,
    SPANISH,
    Act,
    Card,
    CardSet,
    Deal,
    Line,
    Pack,
    Play,
    RulesError,
    SeatError,
    Seating,
    Violation,
)
from cardrules.game import Hands
from cardrules.games import gong_zhu
from cardrules.games.gong_zhu import Expose, Rules, State, View, captured, pigs, score
from tests.naive import gong_zhu as naive
from tests.walks import gong_zhu_rules, random_steps

NOTHING: tuple[gong_zhu.Move, ...] = ()
SPADES = "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠"
HEARTS = "A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥"
DIAMONDS = "A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦ 2♦"
CLUBS = "A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣ 2♣"
FOUR = "Q♠ A♥ J♦ 10♣"

some_rules = gong_zhu_rules()
seeds = st.integers(0, 2**32)


def begin(
    hands: Hands = (),
    rules: Rules | None = None,
    *,
    first: int = 0,
    scores: tuple[int, ...] | None = None,
) -> State:
    """The first deal of a match, with these hands; nobody has exposed yet."""
    state = gong_zhu.new_match(rules or Rules(), first=first, scores=scores)
    return gong_zhu.apply(state, gong_zhu.arrange(state, hands))


def exposed(state: State, cards: str = "") -> State:
    """The state after everybody in turn has exposed those of these cards that he holds."""
    while state.to_move is not None and state.deal.phase == "exposing":
        hand = state.hand(state.to_move)
        state = gong_zhu.apply(state, Expose([card for card in FRENCH.read(cards) if card in hand]))
    assert state.deal.exposed == state.pack.set(cards)
    return state


def play(state: State, cards: str) -> State:
    """The state after these cards, in order."""
    for card in FRENCH.read(cards):
        state = gong_zhu.apply(state, Play(card))
    return state


def lead(state: State, cards: str) -> State:
    """The state after whole tricks: these cards are led, to which everybody plays his first legal card."""
    for card in FRENCH.read(cards):
        state = gong_zhu.apply(state, Play(card))
        while state.trick:
            state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    return state


def finished(state: State) -> State:
    """The state at the end of the deal, when everybody makes his first legal move."""
    while state.to_move is not None:
        state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    return state


def legal(position: State | View) -> str:
    """The cards that may be played, as text."""
    return " ".join(str(move.card) for move in gong_zhu.legal_moves(position) if isinstance(move, Play))


def fault(position: State | View, move: gong_zhu.Move | Deal) -> Violation:
    """The violation of a move that is refused, by `apply` as by `why_not`."""
    violation = gong_zhu.why_not(position, move)
    assert violation is not None
    if isinstance(position, State):
        with pytest.raises(cardrules.IllegalMove) as refused:
            gong_zhu.apply(position, move)
        assert refused.value.violation == violation
    return violation


def played_out(state: State, tricks: Sequence[Mapping[int, str]], exposing: str = "") -> State:
    """The state after a whole deal of these tricks, each the cards by seat; the hands follow from them."""
    hands = {seat: [FRENCH[trick[seat]] for trick in tricks] for seat in tricks[0]}
    state = exposed(gong_zhu.apply(state, gong_zhu.arrange(state, hands)), exposing)
    for trick in tricks:
        for _ in trick:
            state = play(state, trick[state.mover])
    assert state.deal_is_over
    return state


# Twelve tricks to which all four follow suit, so that whoever plays the highest card can be chosen freely.
# What is left for the thirteenth, 2♠ 2♥ 2♦ 2♣, goes to who takes the twelfth.
FOLLOWED = (
    "10♠ 9♠ 8♠ 7♠",
    "Q♠ J♠ 6♠ 5♠",
    "A♠ K♠ 4♠ 3♠",
    "10♥ 9♥ 8♥ 7♥",
    "A♥ K♥ Q♥ J♥",
    "6♥ 5♥ 4♥ 3♥",
    "10♦ 9♦ 8♦ 7♦",
    "J♦ 6♦ 5♦ 4♦",
    "A♦ K♦ Q♦ 3♦",
    "9♣ 8♣ 7♣ 6♣",
    "10♣ 5♣ 4♣ 3♣",
    "A♣ K♣ Q♣ J♣",
)


def taken(state: State, by: Mapping[int, str], exposing: str = "", *, others: int = 3) -> State:
    """The state after a whole deal in which these seats take the tricks that hold these cards.

    Each takes whole tricks of `FOLLOWED`; those that nobody is to take go to the seat ``others``.
    """
    wanted = {card: seat for seat, cards in by.items() for card in cards.split()}
    leader = state.match.eldest if state.match.results else 0
    tricks: list[dict[int, str]] = []
    for text in (*FOLLOWED, ""):
        cards = text.split() or ["2♠", "2♥", "2♦", "2♣"]
        named = [
            wanted[card] for card in ([*cards, "2♥"] if text == FOLLOWED[-1] else cards) if card in wanted
        ]
        winner = named[0] if named else others
        first = winner if text else leader  # who leads the first deal holds 2♠
        seats = [first, *(seat for seat in range(4) if seat != first)]
        tricks.append(dict(zip(seats, cards, strict=True)))
    return played_out(state, tricks, exposing)


def new(rules: Rules | None = None, scores: Sequence[int] | None = None) -> State:
    return gong_zhu.new_match(rules or Rules(), scores=scores)


def deal_after_pig(pig: int, hands: Hands, rules: Rules | None = None) -> State:
    """The second deal of a match, with these hands; in the first this seat took the pig, so now it leads."""
    state = taken(new(rules), {pig: "Q♠"}, others=(pig + 1) % 4)
    return gong_zhu.apply(state, gong_zhu.arrange(state, hands))


def points(lines: Sequence[Line]) -> list[tuple[str, int]]:
    """Lines without their cards and sides: the rule, without the name of the game, and the points."""
    return [(line.rule.removeprefix("gong_zhu.score."), line.points) for line in lines]


def scored(cards: str, exposing: str = "", **options: Any) -> list[tuple[str, int]]:
    """The lines of a player who took these cards, when those were exposed."""
    return points(score(FRENCH.set(cards), FRENCH.set(exposing), Rules(**options)))


def random_deals(seed: int, rules: Rules, deals: int = 2) -> Iterator[State]:
    """The ends of the first deals of a match that is played at random."""
    rng = random.Random(seed)
    start = gong_zhu.new_match(rules, first=rng.randrange(rules.players))
    for step in random_steps(start, rng, deals):
        if step.after.deal_is_over:
            yield step.after


# --- Players and cards --------------------------------------------------------------------------


@pytest.mark.rule("gong_zhu.players")
def test_four_play_unless_the_option_says_five() -> None:
    assert new(Rules()).seating == Seating(4, -1)
    assert new(Rules(players=5)).seating == Seating(5, -1)


@pytest.mark.rule("gong_zhu.players")
@pytest.mark.parametrize("players", [0, 3, 6, 4.0, "4", True, None])
def test_no_other_number_plays(players: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(players=players)
    assert refused.value.option == "players"


@pytest.mark.rule("gong_zhu.players")
def test_partners_sit_opposite() -> None:
    assert new(Rules(partnerships=True)).seating == Seating(4, -1, ((0, 2), (1, 3)))
    assert new(Rules()).seating.sides == ((0,), (1,), (2,), (3,))


@pytest.mark.rule("gong_zhu.players")
@pytest.mark.parametrize(("partnerships", "how"), [(True, " in partnerships"), (False, "")])
def test_a_format_has_the_seats_of_the_rules(partnerships: bool, how: str) -> None:
    others = Rules(partnerships=not partnerships).format
    with pytest.raises(RulesError, match=f"format: its seats are not those of 4 players{how}$"):
        Rules(partnerships=partnerships, format=others)


@pytest.mark.rule("gong_zhu.players")
@pytest.mark.parametrize("partnerships", [None, 1, 0, "yes"])
def test_partnerships_are_on_or_off(partnerships: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(partnerships=partnerships)
    assert refused.value.option == "partnerships"


@pytest.mark.rule("gong_zhu.players")
def test_five_do_not_play_in_partnerships() -> None:
    with pytest.raises(RulesError, match="partnerships: True needs four players, not 5"):
        Rules(players=5, partnerships=True)


@pytest.mark.rule("gong_zhu.pack")
def test_four_play_with_52_cards_and_five_with_50() -> None:
    assert new().pack == FRENCH
    assert new(Rules(players=5)).pack == FRENCH.without("2♠ 2♦")


@pytest.mark.rule("gong_zhu.pack")
@pytest.mark.parametrize(
    "removed",
    ["2♣ 2♦", "2d, 2c", FRENCH.set("2♦ 2♣"), FRENCH.read("2♣ 2♦"), FRENCH.without("A♠").set("2♣ 2♦")],
)
def test_two_other_cards_can_be_removed_written_as_text_or_given(removed: Any) -> None:
    rules = Rules(players=5, removed=removed)
    assert rules.removed == FRENCH.set("2♣ 2♦")
    assert rules.format.pack == FRENCH.without("2♣ 2♦")
    assert rules == Rules(players=5, removed="2♣ 2♦")


@pytest.mark.rule("gong_zhu.pack")
@pytest.mark.parametrize(
    "removed",
    [
        "",
        "2♠",
        "2♠ 2♦ 2♣",
        "2♠ 2♠",
        *(f"2♠ {card}" for card in gong_zhu.SCORING),
        SPADES,
        "stars",
        FRENCH["2♠"],
        [FRENCH["2♠"], SPANISH["2 de oro"]],
        [None, None],
        7,
    ],
)
def test_what_is_removed_are_two_cards_that_do_not_score(removed: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(players=5, removed=removed)
    assert refused.value.option == "removed"


@pytest.mark.rule("gong_zhu.pack")
@pytest.mark.parametrize("removed", ["2♠ 2♦", "2♣ 2♦", ""])
def test_with_four_players_no_card_is_removed(removed: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(removed=removed)
    assert refused.value.option == "removed"


@pytest.mark.rule("common.pack", "gong_zhu.pack")
def test_five_cannot_be_dealt_the_whole_pack() -> None:
    state = new(Rules(players=5))
    with pytest.raises(cardrules.PackError) as refused:
        gong_zhu.apply(state, Deal(FRENCH.cards))
    violation = refused.value.violation
    assert (violation.rule, violation.seat, violation.cards) == ("common.pack", None, FRENCH.read("2♠ 2♦"))
    assert "the deal is not the pack of 50 cards" in violation.message


@pytest.mark.rule("gong_zhu.rank", "gong_zhu.trick")
@pytest.mark.parametrize("suit", "♠♥♦♣")
def test_the_ace_is_highest_and_the_two_lowest(suit: str) -> None:
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
    order = Rules().format.tricks
    for high, low in pairwise(FRENCH[f"{rank}{suit}"] for rank in ranks):
        assert order.winner((high, low)) == 0
        assert order.winner((low, high)) == 1


@pytest.mark.rule("gong_zhu.rank", "gong_zhu.trick")
def test_there_are_no_trumps() -> None:
    order = Rules().format.tricks
    for low, high in ((low, high) for low in FRENCH for high in FRENCH if low.suit != high.suit):
        assert order.winner((low, high)) == 0


# --- The deal, and who leads it -----------------------------------------------------------------


@pytest.mark.rule("gong_zhu.deal", "gong_zhu.direction")
@pytest.mark.parametrize(
    ("players", "first", "order"),
    [(4, 0, (0, 3, 2, 1)), (4, 2, (2, 1, 0, 3)), (5, 0, (0, 4, 3, 2, 1)), (5, 3, (3, 2, 1, 0, 4))],
)
def test_cards_are_drawn_in_turn_counter_clockwise(players: int, first: int, order: tuple[int, ...]) -> None:
    state = gong_zhu.new_match(Rules(players=players), first=first)
    state = gong_zhu.apply(state, Deal(state.pack.cards))
    for place, seat in enumerate(order):
        assert state.hand(seat) == state.pack.set(state.pack.cards[place::players])


@pytest.mark.rule("gong_zhu.deal")
def test_each_gets_thirteen_cards_or_ten_with_five() -> None:
    assert [len(hand) for hand in begin().hands] == [13] * 4
    assert [len(hand) for hand in begin(rules=Rules(players=5)).hands] == [10] * 5
    assert begin().secrets.stock == ()


@pytest.mark.rule("gong_zhu.deal")
@pytest.mark.parametrize("first", [-1, 4, "0", None, True])
def test_first_is_a_seat(first: Any) -> None:
    with pytest.raises(SeatError):
        gong_zhu.new_match(Rules(), first=first)


@pytest.mark.rule("gong_zhu.deal", "gong_zhu.leader")
@pytest.mark.parametrize("pig", range(4))
def test_who_took_the_pig_draws_first_in_the_next_deal(pig: int) -> None:
    state = taken(new(), {pig: "Q♠"}, others=(pig + 1) % 4)
    assert state.match.eldest == pig
    state = gong_zhu.apply(state, Deal(FRENCH.cards))
    assert FRENCH["A♠"] in state.hand(pig)
    assert FRENCH["K♠"] in state.hand((pig - 1) % 4)


@pytest.mark.rule("gong_zhu.leader")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("first", [0, 3])
def test_the_first_deal_is_led_by_the_holder_of_the_two_of_spades(seat: int, first: int) -> None:
    state = begin({seat: "2♠"}, first=first)
    assert state.deal.leader == state.leader == state.to_move == seat
    assert state.match.eldest == first


@pytest.mark.rule("gong_zhu.leader", "gong_zhu.end", "gong_zhu.pack")
@pytest.mark.parametrize("seat", range(5))
def test_example_11_five_players_the_three_of_spades_leads_ten_tricks(seat: int) -> None:
    state = begin({seat: "3♠"}, Rules(players=5))
    assert (state.deal.leader, state.to_move) == (seat, seat)
    state = exposed(state)
    for number in range(10):
        assert len(state.tricks) == number
        state = lead(state, legal(state).split()[0])
    assert state.deal_is_over
    assert len(state.tricks) == 10
    assert sum(len(trick.cards) for trick in state.tricks) == 50


@pytest.mark.rule("gong_zhu.leader", "gong_zhu.pack")
def test_example_13_without_two_minor_twos_the_two_of_spades_leads() -> None:
    assert begin({3: "2♠"}, Rules(players=5, removed="2♣ 2♦")).deal.leader == 3


@pytest.mark.rule("gong_zhu.leader")
@pytest.mark.parametrize(
    ("removed", "marker"), [(None, "3♠"), ("2♣ 2♦", "2♠"), ("2♠ 3♠", "4♠"), ("3♠ A♠", "2♠"), ("2♠ 9♣", "3♠")]
)
def test_the_marker_is_the_lowest_spade_of_the_pack(removed: str | None, marker: str) -> None:
    rules = Rules(players=5, removed=removed)
    assert rules.format.marker is FRENCH[marker]
    assert begin({2: marker}, rules).deal.leader == 2


@pytest.mark.rule("gong_zhu.leader")
@pytest.mark.parametrize("pig", range(4))
def test_example_16_the_taker_of_the_pig_leads_the_next_deal_whatever_he_holds(pig: int) -> None:
    state = deal_after_pig(pig, {(pig + 1) % 4: "2♠", pig: DIAMONDS})
    assert (state.deal.number, state.deal.leader, state.to_move) == (2, pig, pig)
    assert legal(exposed(state)) == DIAMONDS


@pytest.mark.rule("gong_zhu.leader")
def test_a_match_from_a_given_standing_begins_with_the_marker_too() -> None:
    state = begin({1: "2♠"}, scores=(-900, 20, 30, -100), first=2)
    assert (state.deal.leader, state.match.eldest) == (1, 2)


@pytest.mark.rule("gong_zhu.direction")
@pytest.mark.parametrize(("players", "turns"), [(4, [1, 0, 3, 2]), (5, [1, 0, 4, 3, 2])])
def test_exposing_and_play_go_counter_clockwise(players: int, turns: list[int]) -> None:
    state = begin({1: "2♠" if players == 4 else "3♠"}, Rules(players=players))
    seen: list[int] = []
    for _ in range(2 * players):
        seen.append(state.mover)
        state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    assert seen == turns + turns


# --- Leading ------------------------------------------------------------------------------------


@pytest.mark.rule("gong_zhu.lead.free")
def test_any_card_may_be_led_from_the_first_trick_on() -> None:
    state = exposed(begin({0: "2♠ Q♠ A♥ K♥ 2♦ J♦ 10♣"}))
    assert legal(state) == str(state.hand(0))


@pytest.mark.rule("gong_zhu.lead.free")
@given(some_rules.filter(lambda rules: rules.exposure == "none" and rules.first_lead == "free"), seeds)
def test_a_leader_may_lead_his_whole_hand_where_nothing_is_exposed(rules: Rules, seed: int) -> None:
    for step in random_steps(gong_zhu.new_match(rules), random.Random(seed), 2):
        state: State = step.after
        if state.to_move is not None and not state.trick:
            assert legal(state) == str(state.hand(state.to_move))


MARKER = Rules(first_lead="marker")


@pytest.mark.rule("gong_zhu.lead.free")
@pytest.mark.parametrize(
    ("rules", "marker"),
    [
        (MARKER, "2♠"),
        (Rules(players=5, first_lead="marker"), "3♠"),
        (Rules(players=5, first_lead="marker", removed="2♣ 2♦"), "2♠"),
        (Rules(first_lead="marker", exposure="none"), "2♠"),
    ],
)
def test_with_the_option_the_marker_itself_must_be_led_first(rules: Rules, marker: str) -> None:
    state = exposed(begin({0: f"{marker} A♠ A♦"}, rules))
    assert legal(state) == marker
    violation = fault(state, Play(FRENCH["A♦"]))
    assert violation == Violation(
        "gong_zhu.lead.free",
        0,
        f"seat 0 must lead the marker {marker} to the first trick of the match, not A♦.",
        FRENCH.read(f"{marker} A♦"),
        (("marker", marker),),
    )


@pytest.mark.rule("gong_zhu.lead.free", "gong_zhu.expose.hold.detail")
def test_the_marker_is_asked_for_before_an_exposed_card_is_held_back() -> None:
    state = exposed(begin({0: "2♠ Q♠ A♠"}, MARKER), "Q♠")
    assert fault(state, Play(FRENCH["Q♠"])).rule == "gong_zhu.lead.free"


@pytest.mark.rule("gong_zhu.lead.free")
def test_the_marker_binds_the_first_lead_alone() -> None:
    state = exposed(begin({0: "2♠", 3: "A♠ 3♠ K♦", 2: CLUBS}, MARKER))
    state = play(state, "2♠")
    assert "A♠" in legal(state)
    state = play(state, "A♠")
    assert legal(state) == CLUBS
    state = play(state, "10♣")
    state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    assert state.to_move == 3
    assert legal(state) == str(state.hand(3))


@pytest.mark.rule("gong_zhu.lead.free")
def test_in_later_deals_the_marker_need_not_be_led() -> None:
    state = finished(begin(rules=MARKER))
    eldest = state.match.eldest
    state = exposed(gong_zhu.apply(state, gong_zhu.arrange(state, {eldest: "2♠ A♥"})))
    assert (state.deal.number, state.to_move) == (2, eldest)
    assert legal(state) == str(state.hand(eldest))


@pytest.mark.rule("gong_zhu.lead.free")
@pytest.mark.parametrize("first_lead", ["", "two", None, True])
def test_the_first_lead_is_free_or_the_marker(first_lead: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(first_lead=first_lead)
    assert refused.value.option == "first_lead"


# --- Exposing -----------------------------------------------------------------------------------


@pytest.mark.rule("gong_zhu.expose", "gong_zhu.expose.order")
def test_any_of_the_four_cards_that_one_holds_can_be_exposed_or_none() -> None:
    state = begin({0: f"2♠ A♠ {FOUR}"})
    moves = gong_zhu.legal_moves(state)
    four = FRENCH.set(FOUR)
    assert list(moves) == [Expose(cards) for size in range(5) for cards in combinations(four, size)]
    assert len(moves) == 16


@pytest.mark.rule("gong_zhu.expose.order")
@pytest.mark.parametrize(
    ("held", "choices"), [("2♠ A♦", [""]), ("2♠ Q♠", ["", "Q♠"]), ("2♠ A♥ 10♣", ["", "A♥", "10♣", "A♥ 10♣"])]
)
def test_exposures_come_from_the_empty_one_up(held: str, choices: list[str]) -> None:
    rest = ["A♠", "K♠", "J♠", "10♠", "9♠", "8♠", "7♠", "6♠", "5♠", "4♠", "3♠"]
    state = begin({0: " ".join([held, *rest[: 13 - len(held.split())]])})
    assert list(gong_zhu.legal_moves(state)) == [Expose(cards) for cards in choices]


@pytest.mark.rule("gong_zhu.expose.order")
def test_who_holds_none_of_the_four_still_has_a_turn() -> None:
    state = begin({0: f"2♠ {FOUR}"})
    state = gong_zhu.apply(state, Expose(FOUR))
    for seat in (3, 2, 1):
        assert state.to_move == seat
        assert gong_zhu.legal_moves(state) == (Expose(""),)
        state = gong_zhu.apply(state, Expose(""))
    assert (state.deal.phase, state.to_move) == ("playing", 0)


@pytest.mark.rule("gong_zhu.expose.order")
def test_each_player_exposes_once_from_the_leader_on_counter_clockwise() -> None:
    state = begin({2: "2♠ A♥", 1: "Q♠", 0: "J♦", 3: "10♣"})
    for seat, cards in zip((2, 1, 0, 3), ("A♥", "Q♠", "J♦", "10♣"), strict=True):
        assert (state.deal.phase, state.to_move) == ("exposing", seat)
        state = gong_zhu.apply(state, Expose(cards))
    assert (state.deal.phase, state.to_move) == ("playing", 2)
    assert state.deal.exposed == FRENCH.set(FOUR)
    assert state.log == tuple(
        Act(seat, Expose(cards)) for seat, cards in zip((2, 1, 0, 3), ("A♥", "Q♠", "J♦", "10♣"), strict=True)
    )


@pytest.mark.rule("gong_zhu.expose.order", "gong_zhu.expose")
def test_an_exposure_is_public_at_once() -> None:
    state = gong_zhu.apply(begin({0: "2♠ Q♠"}), Expose("Q♠"))
    for seat in (None, 0, 1, 2, 3):
        view = gong_zhu.observe(state, seat)
        assert str(view.deal.exposed) == "Q♠"
        assert view.log == (Act(0, Expose("Q♠")),)


@pytest.mark.rule("gong_zhu.expose.order", "common.phase")
def test_an_exposure_cannot_be_taken_back_or_added_to_in_play() -> None:
    state = exposed(begin({0: "2♠ Q♠ A♥"}), "Q♠")
    for move in (Expose(""), Expose("A♥"), Expose("Q♠")):
        violation = fault(state, move)
        assert (violation.rule, violation.seat) == ("common.phase", 0)
        assert violation.params == (("allowed", "play"), ("move", "expose"))
    assert violation.message == "seat 0 may not expose Q♠ now: the tricks are being played."


@pytest.mark.rule("gong_zhu.expose.order", "common.phase")
def test_no_card_is_played_before_all_have_exposed() -> None:
    state = begin({0: "2♠"})
    for seat in (0, 3, 2, 1):
        card = next(iter(state.hand(seat)))
        violation = fault(state, Play(card))
        assert violation.rule == "common.phase"
        assert violation.message == f"seat {seat} may not play {card} now: cards are being exposed."
        assert legal(state) == ""
        state = gong_zhu.apply(state, Expose(""))
    assert legal(state) != ""


@pytest.mark.rule("gong_zhu.expose")
def test_an_exposed_card_stays_in_its_owners_hand_until_it_is_played() -> None:
    state = exposed(begin({0: "2♠ Q♠"}), "Q♠")
    assert FRENCH["Q♠"] in state.hand(0)
    assert len(state.hand(0)) == 13


@pytest.mark.rule("gong_zhu.expose")
def test_other_cards_cannot_be_exposed() -> None:
    state = begin({0: "2♠ A♠ K♥ Q♠"})
    assert fault(state, Expose("A♠ Q♠ K♥")) == Violation(
        "gong_zhu.expose",
        0,
        "seat 0 may not expose A♠ or K♥: only A♥, Q♠, J♦ and 10♣ can be exposed.",
        FRENCH.read("A♠ K♥"),
    )


@pytest.mark.rule("gong_zhu.expose", "common.hold")
def test_only_cards_in_hand_can_be_exposed_and_that_is_asked_first() -> None:
    state = begin({0: f"2♠ Q♠ {DIAMONDS.replace('J♦ ', '')}".removesuffix(" 2♦"), 3: "A♥ K♥"})
    violation = fault(state, Expose("A♥ Q♠"))
    assert (violation.rule, violation.seat, violation.cards) == ("common.hold", 0, FRENCH.read("A♥"))
    violation = fault(state, Expose("K♥ A♦"))
    assert (violation.rule, violation.cards) == ("common.hold", FRENCH.read("K♥"))


@pytest.mark.rule("gong_zhu.expose", "common.hold", "gong_zhu.pack")
def test_a_card_that_is_not_in_the_pack_is_not_in_hand() -> None:
    state = begin(rules=Rules(players=5))
    assert fault(state, Expose("2♠")).rule == "common.hold"


@pytest.mark.rule("gong_zhu.expose.order")
def test_what_comes_first_is_known_before_the_first_deal() -> None:
    assert new().deal.phase == "exposing"
    assert new(Rules(exposure="none")).deal.phase == "playing"


@pytest.mark.rule("gong_zhu.expose.order")
def test_without_exposing_play_follows_on_the_deal() -> None:
    state = begin({1: f"2♠ {FOUR}"}, Rules(exposure="none"))
    assert (state.deal.phase, state.to_move) == ("playing", 1)
    assert legal(state) == str(state.hand(1))
    assert fault(state, Expose("Q♠")).rule == "common.phase"


@pytest.mark.rule("gong_zhu.expose.order")
@pytest.mark.parametrize("exposure", ["", "closed", None, False])
def test_exposing_is_open_or_there_is_none(exposure: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(exposure=exposure)
    assert refused.value.option == "exposure"


def test_exposed_cards_can_be_written_as_text_or_given() -> None:
    four = [FRENCH["10♣"], FRENCH["Q♠"]]
    assert Expose("tc qs") == Expose(four) == Expose(FRENCH.set(four)) == Expose(iter(four))
    assert repr(Expose(four)) == "Expose('Q♠ 10♣')"
    assert hash(Expose("tc qs")) == hash(Expose(four))


@pytest.mark.parametrize("cards", ["Q♠ Q♠", [SPANISH["7 de oro"]], ["Q♠"]])
def test_exposed_cards_are_cards_of_the_french_pack_each_once(cards: Any) -> None:
    with pytest.raises(cardrules.CardError):
        Expose(cards)


def test_a_text_that_names_no_cards_is_a_syntax_error() -> None:
    with pytest.raises(cardrules.ParseError):
        Expose("the pig")


# --- Following ----------------------------------------------------------------------------------

VOID = "A♦ K♦ Q♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦"  # eleven diamonds for a hand that is given whole


@pytest.mark.rule("gong_zhu.follow")
def test_the_led_suit_is_followed_and_one_card_of_it_is_as_good_as_another() -> None:
    state = play(exposed(begin({0: "2♠", 3: f"Q♠ 5♠ {VOID}"})), "2♠")
    assert legal(state) == "Q♠ 5♠"


@pytest.mark.rule("gong_zhu.follow")
def test_who_cannot_follow_plays_any_card() -> None:
    state = play(exposed(begin({0: "2♠", 3: f"A♥ 10♣ {VOID}"})), "2♠")
    assert legal(state) == str(state.hand(3))


@pytest.mark.rule("gong_zhu.follow")
def test_not_following_is_refused_with_the_cards_that_prove_it() -> None:
    state = play(exposed(begin({0: "2♠", 3: f"Q♠ 5♠ {VOID}"})), "2♠")
    assert fault(state, Play(FRENCH["A♦"])) == Violation(
        "gong_zhu.follow",
        3,
        "seat 3 holds Q♠ and 5♠ and must follow spades.",
        FRENCH.read("Q♠ 5♠"),
        (("suit", "spades"), ("card", "A♦")),
    )


@pytest.mark.rule("common.hold", "gong_zhu.follow")
def test_a_card_that_is_not_held_is_refused_before_following_is_asked() -> None:
    state = play(exposed(begin({0: "2♠ A♥", 3: f"Q♠ 5♠ {VOID}"})), "2♠")
    violation = fault(state, Play(FRENCH["A♥"]))
    assert (violation.rule, violation.cards) == ("common.hold", FRENCH.read("A♥"))


@pytest.mark.rule("gong_zhu.follow", "gong_zhu.expose.hold")
def test_not_following_with_an_exposed_card_breaks_following_first() -> None:
    state = begin({0: "2♠", 3: f"J♦ 5♠ {VOID}"})
    state = play(exposed(state, "J♦"), "2♠")
    assert fault(state, Play(FRENCH["J♦"])).rule == "gong_zhu.follow"


# --- Exposed cards are held back ----------------------------------------------------------------


@pytest.mark.rule("gong_zhu.expose.hold.detail", "gong_zhu.expose.hold")
def test_example_1_an_exposed_card_is_not_led_while_its_suit_has_not_been() -> None:
    state = exposed(begin({0: "A♠ Q♠ 2♠ A♦"}), "Q♠")
    assert legal(state) == " ".join(str(card) for card in state.hand(0) if card is not FRENCH["Q♠"])
    violation = fault(state, Play(FRENCH["Q♠"]))
    assert violation.rule == "gong_zhu.expose.hold"
    assert violation.seat == 0
    assert violation.cards[0] is FRENCH["Q♠"]
    assert FRENCH.set(violation.cards) == state.hand(0).of_suit("♠")
    assert violation.params == (("suit", "spades"),)


@pytest.mark.rule("gong_zhu.expose.hold", "gong_zhu.expose.hold.detail")
def test_leading_a_card_that_is_held_back_is_refused_with_the_cards_that_prove_it() -> None:
    state = exposed(begin({0: f"A♠ Q♠ 2♠ {VOID.removesuffix(' 3♦')}"}), "Q♠")
    assert fault(state, Play(FRENCH["Q♠"])) == Violation(
        "gong_zhu.expose.hold",
        0,
        "seat 0 may not lead the exposed Q♠: spades have not been led in an earlier trick, "
        "and it holds A♠ and 2♠ too.",
        FRENCH.read("Q♠ A♠ 2♠"),
        (("suit", "spades"),),
    )


@pytest.mark.rule("gong_zhu.expose.hold.detail", "gong_zhu.expose.hold")
def test_example_1_as_the_only_card_of_its_suit_it_may_be_led() -> None:
    state = exposed(deal_after_pig(0, {0: f"Q♠ {DIAMONDS.removesuffix(' 2♦')}"}), "Q♠")
    assert legal(state).split()[0] == "Q♠"
    assert play(state, "Q♠").to_move == 3


@pytest.mark.rule("gong_zhu.expose.hold.detail")
def test_example_2_of_two_exposed_cards_that_are_left_either_may_be_led() -> None:
    state = exposed(deal_after_pig(0, {0: f"Q♠ J♦ {CLUBS.removesuffix(' 3♣ 2♣')}"}), "Q♠ J♦")
    assert legal(state) == f"Q♠ J♦ {CLUBS.removesuffix(' 3♣ 2♣')}"
    state = lead(state, CLUBS.removesuffix(" 3♣ 2♣"))
    assert state.hand(0) == FRENCH.set("Q♠ J♦")
    assert str(state.deal.held_back) == "Q♠ J♦"
    assert legal(state) == "Q♠ J♦"


@pytest.mark.rule("gong_zhu.expose.hold")
@pytest.mark.parametrize(("spades", "may"), [("Q♠ 5♠", "5♠"), ("Q♠", "Q♠"), ("Q♠ A♠ 3♠", "A♠ 3♠")])
def test_example_3_an_exposed_card_does_not_follow_the_first_lead_of_its_suit(spades: str, may: str) -> None:
    diamonds = DIAMONDS.split()[-(13 - len(spades.split())) :]
    state = begin({0: "2♠", 3: " ".join([spades, *diamonds])})
    state = play(exposed(state, "Q♠"), "2♠")
    assert legal(state) == may


@pytest.mark.rule("gong_zhu.expose.hold")
def test_following_with_a_card_that_is_held_back_is_refused_with_the_cards_that_prove_it() -> None:
    state = play(exposed(begin({0: "2♠", 3: f"Q♠ 5♠ {VOID}"}), "Q♠"), "2♠")
    assert fault(state, Play(FRENCH["Q♠"])) == Violation(
        "gong_zhu.expose.hold",
        3,
        "seat 3 may not follow with the exposed Q♠: spades have not been led in an earlier trick, "
        "and it holds 5♠ too.",
        FRENCH.read("Q♠ 5♠"),
        (("suit", "spades"),),
    )


@pytest.mark.rule("gong_zhu.expose.hold.detail")
def test_example_4_an_exposed_card_may_be_discarded_on_another_suit() -> None:
    state = play(exposed(begin({0: "2♠ 2♣", 3: f"Q♠ 5♠ {VOID}"}), "Q♠"), "2♣")
    assert legal(state) == f"Q♠ 5♠ {VOID}"
    assert play(state, "Q♠").trick == FRENCH.read("2♣ Q♠")


@pytest.mark.rule("gong_zhu.expose.hold.detail")
def test_example_5_discards_of_a_suit_are_no_lead_of_it() -> None:
    hands = {
        0: "A♠ 2♠ 2♥",
        3: f"K♠ A♥ 5♥ {VOID.removesuffix(' 3♦')}",
        2: f"6♥ {CLUBS.removesuffix(' 2♣')}",
        1: "Q♠",
    }
    state = exposed(begin(hands), "A♥")
    state = play(state, "A♠ K♠ 6♥ Q♠")
    assert (state.to_move, str(state.deal.held_back)) == (0, "A♥")
    state = play(state, "2♥")
    assert legal(state) == "5♥"
    assert fault(state, Play(FRENCH["A♥"])).rule == "gong_zhu.expose.hold"


@pytest.mark.rule("gong_zhu.expose.hold", "gong_zhu.expose.hold.detail")
def test_example_6_in_the_second_trick_of_the_suit_the_exposed_card_is_free() -> None:
    state = exposed(begin({0: "K♠ 2♠", 3: f"Q♠ 5♠ 4♠ {VOID.removesuffix(' 3♦')}"}), "Q♠")
    state = play(state, "K♠ 5♠")
    state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[-1])
    state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[-1])
    assert state.deal.held_back == FRENCH.set()
    assert state.deal.exposed == FRENCH.set("Q♠")
    leader = state.mover
    state = play(state, str(next(iter(state.hand(leader).of_suit("♠")))))
    while state.to_move != 3:
        state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    assert legal(state) == "Q♠ 4♠"


@pytest.mark.rule("gong_zhu.expose.hold")
def test_example_12_the_hold_lasts_through_the_whole_trick_whoever_led_it() -> None:
    hands = {0: "2♠", 3: "K♠ 7♠", 2: "J♠ 6♠", 1: f"A♠ Q♠ 5♠ {VOID.removesuffix(' 3♦')}"}
    state = exposed(begin(hands), "Q♠")
    state = play(state, "2♠ 7♠ 6♠")
    assert legal(state) == "A♠ 5♠"
    state = play(state, "A♠")
    assert state.to_move == 1
    assert legal(state) == f"Q♠ 5♠ {VOID.removesuffix(' 3♦')}"


@pytest.mark.rule("gong_zhu.expose.hold.detail")
def test_the_last_card_of_its_suit_at_that_moment_is_free_even_if_there_were_others() -> None:
    state = exposed(begin({0: "A♣ 2♠ K♣", 3: f"Q♠ 5♠ {VOID}"}), "Q♠")
    state = play(state, "A♣ 5♠")  # its other spade goes away on a club
    state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    state = play(state, "2♠")
    assert legal(state) == "Q♠"


@pytest.mark.rule("gong_zhu.expose.hold")
def test_a_card_that_is_not_exposed_is_never_held_back() -> None:
    state = play(exposed(begin({0: "2♠", 3: f"Q♠ 5♠ {VOID}"})), "2♠")
    assert legal(state) == "Q♠ 5♠"


@pytest.mark.rule("gong_zhu.expose.hold.detail")
def test_every_suit_is_held_back_by_itself() -> None:
    hand = "A♠ Q♠ 2♠ A♥ 2♥ K♦ J♦ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣"
    state = exposed(begin({0: hand}), FOUR)
    assert legal(state) == "A♠ 2♠ 2♥ K♦ 9♣ 8♣ 7♣ 6♣ 5♣"
    state = lead(state, "A♠")
    assert str(state.deal.held_back) == "A♥ J♦ 10♣"
    assert legal(state) == "Q♠ 2♠ 2♥ K♦ 9♣ 8♣ 7♣ 6♣ 5♣"


# --- Tricks -------------------------------------------------------------------------------------


@pytest.mark.rule("gong_zhu.trick")
@pytest.mark.parametrize(
    ("cards", "place"),
    [("2♠ 3♠ A♠ K♠", 2), ("3♠ A♥ J♦ 2♠", 0), ("9♣ 10♣ A♦ 8♣", 1), ("2♥ A♠ K♠ 3♥", 3), ("2♦ A♠ A♥ A♣", 0)],
)
def test_the_highest_card_of_the_led_suit_wins(cards: str, place: int) -> None:
    order = Rules().format.tricks
    assert order.winner(FRENCH.read(cards)) == order.strongest(FRENCH.read(cards)) == place


@pytest.mark.rule("gong_zhu.trick")
def test_example_10_an_ace_of_hearts_discarded_on_spades_never_wins() -> None:
    state = exposed(begin({0: "2♠ 3♠", 3: f"A♥ 10♣ {VOID}", 2: "4♠", 1: "K♠ 5♠"}))
    state = play(state, "2♠ A♥ 4♠ 5♠")
    assert state.tricks[0] == cardrules.Trick(0, FRENCH.read("2♠ A♥ 4♠ 5♠"), 1)


@pytest.mark.rule("gong_zhu.trick", "gong_zhu.lead.free")
def test_the_winner_leads_next() -> None:
    state = exposed(begin({0: "2♠", 3: "3♠", 2: "A♠", 1: "K♠"}))
    state = play(state, "2♠ 3♠ A♠ K♠")
    assert state.to_move == state.leader == 2
    assert state.trick == ()
    assert legal(state) == str(state.hand(2))


@pytest.mark.rule("gong_zhu.capture")
def test_the_scoring_cards_are_the_hearts_and_the_four_special_cards() -> None:
    assert FRENCH.set(f"{HEARTS} Q♠ J♦ 10♣") == gong_zhu.SCORING
    assert len(gong_zhu.SCORING) == 16


@pytest.mark.rule("gong_zhu.capture")
def test_captured_scoring_cards_lie_before_their_taker_for_all_to_see() -> None:
    state = exposed(begin({0: "A♠ 2♠", 3: f"A♥ 10♣ {VOID}", 2: "Q♠", 1: "K♠ J♠"}))
    state = play(state, "A♠ A♥ Q♠ K♠")
    positions: list[State | View] = [state, *(gong_zhu.observe(state, seat) for seat in (None, 0, 1, 2, 3))]
    for position in positions:
        assert str(captured(position, 0)) == "Q♠ A♥"
        assert all(captured(position, seat) == FRENCH.set() for seat in (1, 2, 3))


@pytest.mark.parametrize("seat", [-1, 4, None, "0"])
def test_cards_are_captured_by_seats(seat: Any) -> None:
    with pytest.raises(SeatError):
        captured(begin(), seat)


@pytest.mark.rule("gong_zhu.capture", "gong_zhu.end")
@given(some_rules, seeds)
def test_all_scoring_cards_are_captured_by_somebody(rules: Rules, seed: int) -> None:
    for state in random_deals(seed, rules):
        taken_by = [captured(state, seat) for seat in range(rules.players)]
        assert sum(map(len, taken_by)) == 16
        assert FRENCH.set(card for cards in taken_by for card in cards) == gong_zhu.SCORING


@pytest.mark.rule("gong_zhu.end")
@given(some_rules, seeds)
def test_a_deal_ends_when_all_cards_are_played_and_not_before(rules: Rules, seed: int) -> None:
    for step in random_steps(gong_zhu.new_match(rules), random.Random(seed), 1):
        state: State = step.after
        assert state.deal_is_over == (len(state.played) == len(state.pack))
        assert state.lines == () or state.deal_is_over
        if state.deal_is_over:
            assert len(state.tricks) == (10 if rules.players == 5 else 13)


@pytest.mark.rule("gong_zhu.end")
def test_a_deal_is_played_on_when_no_points_are_left() -> None:
    state = exposed(begin({0: SPADES}))  # who has all the spades takes everything
    while gong_zhu.SCORING - state.played:
        moves = gong_zhu.legal_moves(state)
        scoring = [move for move in moves if isinstance(move, Play) and move.card in gong_zhu.SCORING]
        state = gong_zhu.apply(state, (scoring or moves)[0])
    assert len(state.tricks) < 12
    assert not state.deal_is_over
    state = finished(state)
    assert len(state.tricks) == 13


# --- What cards score: the table of the rules page ----------------------------------------------

TABLE = [
    ("10♣", "", 50),
    ("10♣", "10♣", 100),
    ("10♣ 2♥", "", 0),
    ("10♣ 2♥", "10♣", 0),
    ("10♣ Q♠ J♦", "", 0),
    ("10♣ Q♠", "Q♠", -400),
    ("10♣ Q♠", "10♣ Q♠", -800),
    (HEARTS, "", 200),
    (HEARTS, "A♥", 400),
    (f"{HEARTS} J♦", "", 300),
    (f"{HEARTS} Q♠", "", 300),
    (f"{HEARTS} Q♠", "A♥", 500),
    (f"{HEARTS} Q♠", "A♥ Q♠", 600),
    (f"{HEARTS} Q♠ J♦ 10♣", "", 800),
    (f"{HEARTS} Q♠ J♦ 10♣", FOUR, 3200),
    (HEARTS.removesuffix(" 2♥"), "", -200),
]


@pytest.mark.rule(
    "gong_zhu.score.hearts",
    "gong_zhu.score.pig",
    "gong_zhu.score.sheep",
    "gong_zhu.score.all_hearts",
    "gong_zhu.score.pig_flips",
    "gong_zhu.score.doubler",
    "gong_zhu.score.exposed",
)
@pytest.mark.parametrize(("cards", "exposing", "total"), TABLE)
def test_the_table_by_the_cards(cards: str, exposing: str, total: int) -> None:
    assert sum(line.points for line in score(FRENCH.set(cards), FRENCH.set(exposing), Rules())) == total


@pytest.mark.rule(
    "gong_zhu.capture",
    "gong_zhu.end",
    "gong_zhu.score.hearts",
    "gong_zhu.score.pig",
    "gong_zhu.score.sheep",
    "gong_zhu.score.all_hearts",
    "gong_zhu.score.pig_flips",
    "gong_zhu.score.doubler",
    "gong_zhu.score.exposed",
)
@pytest.mark.parametrize(("cards", "exposing", "total"), TABLE)
@pytest.mark.parametrize("seat", range(4))
def test_the_table_by_playing_it(cards: str, exposing: str, total: int, seat: int) -> None:
    state = taken(new(), {seat: cards}, exposing, others=(seat + 1) % 4)
    assert captured(state, seat) == FRENCH.set(cards)
    assert state.match.results[0].scores[seat] == state.scores[seat] == total


@pytest.mark.rule("gong_zhu.score.all_hearts", "gong_zhu.score.exposed", "gong_zhu.end")
def test_a_hand_of_all_the_spades_takes_everything() -> None:
    state = lead(exposed(begin({0: SPADES}), FOUR), SPADES.replace("Q♠ ", ""))
    state = lead(state, "Q♠")
    assert state.match.results[0].scores == (3200, 0, 0, 0)


@pytest.mark.rule("gong_zhu.score.hearts")
def test_what_each_heart_costs() -> None:
    worth = {card: sum(points for _, points in scored(card)) for card in HEARTS.split()}
    assert worth == {
        "A♥": -50,
        "K♥": -40,
        "Q♥": -30,
        "J♥": -20,
        **dict.fromkeys(("10♥", "9♥", "8♥", "7♥", "6♥", "5♥"), -10),
        **dict.fromkeys(("4♥", "3♥", "2♥"), 0),
    }
    assert sum(worth.values()) == -200


@pytest.mark.rule("gong_zhu.capture")
def test_other_cards_score_nothing() -> None:
    for card in FRENCH:
        if card not in gong_zhu.SCORING:
            assert scored(str(card)) == []
            assert scored(f"{card} 10♣") == [("doubler", 50)]


@pytest.mark.rule(
    "gong_zhu.score.hearts", "gong_zhu.score.pig", "gong_zhu.score.sheep", "gong_zhu.score.doubler"
)
def test_base_values_and_what_doubling_makes_are_lines_of_their_own() -> None:
    lines = score(FRENCH.set("A♥ 5♥ 2♥ Q♠ J♦ 10♣"), FRENCH.set(), Rules(), side=2, seat=2)
    assert lines == (
        Line("gong_zhu.score.hearts", 2, -60, FRENCH.set("A♥ 5♥ 2♥"), 2),
        Line("gong_zhu.score.pig", 2, -100, FRENCH.set("Q♠"), 2),
        Line("gong_zhu.score.sheep", 2, 100, FRENCH.set("J♦"), 2),
        Line("gong_zhu.score.doubler", 2, -60, FRENCH.set("10♣"), 2),
    )


@pytest.mark.rule("gong_zhu.score.exposed")
def test_what_exposing_makes_are_further_lines_that_cite_the_exposed_card() -> None:
    lines = score(FRENCH.set("K♥ 2♥ Q♠ J♦ 10♣"), FRENCH.set(FOUR), Rules())
    assert lines == (
        Line("gong_zhu.score.hearts", 0, -40, FRENCH.set("K♥ 2♥")),
        Line("gong_zhu.score.pig", 0, -100, FRENCH.set("Q♠")),
        Line("gong_zhu.score.sheep", 0, 100, FRENCH.set("J♦")),
        Line("gong_zhu.score.exposed", 0, -40, FRENCH.set("A♥")),
        Line("gong_zhu.score.exposed", 0, -100, FRENCH.set("Q♠")),
        Line("gong_zhu.score.exposed", 0, 100, FRENCH.set("J♦")),
        Line("gong_zhu.score.doubler", 0, -80, FRENCH.set("10♣")),
        Line("gong_zhu.score.exposed", 0, -160, FRENCH.set("10♣")),
    )


@pytest.mark.rule("gong_zhu.score.all_hearts", "gong_zhu.score.pig_flips")
def test_all_the_hearts_are_one_line_of_200() -> None:
    assert scored(HEARTS) == [("all_hearts", 200)]
    assert scored(f"{HEARTS} Q♠ J♦ 10♣") == [
        ("all_hearts", 200),
        ("pig_flips", 100),
        ("sheep", 100),
        ("doubler", 400),
    ]
    (line,) = score(FRENCH.set(HEARTS), FRENCH.set(), Rules())
    assert line.cards == FRENCH.set(HEARTS)


@pytest.mark.rule("gong_zhu.score.all_hearts")
@pytest.mark.parametrize("missing", HEARTS.split())
def test_twelve_hearts_are_not_all_whichever_is_missing(missing: str) -> None:
    rules = [rule for rule, _ in scored(HEARTS.replace(missing, "2♠").replace("2♠ ", ""))]
    assert rules == ["hearts"]


@pytest.mark.rule("gong_zhu.score.exposed", "gong_zhu.score.pig_flips")
@pytest.mark.parametrize(
    ("cards", "exposing", "lines"),
    [
        ("Q♠", "Q♠", [("pig", -100), ("exposed", -100)]),
        ("J♦", "J♦", [("sheep", 100), ("exposed", 100)]),
        ("10♣", "10♣", [("doubler", 50), ("exposed", 50)]),
        ("K♥", "A♥", [("hearts", -40), ("exposed", -40)]),
        ("2♥", "A♥", [("hearts", 0), ("exposed", 0)]),
        (HEARTS, "A♥", [("all_hearts", 200), ("exposed", 200)]),
        (
            f"{HEARTS} Q♠",
            "Q♠",
            [("all_hearts", 200), ("pig_flips", 100), ("exposed", 100)],
        ),
        ("J♦ 10♣", "10♣", [("sheep", 100), ("doubler", 100), ("exposed", 200)]),
        ("J♦ 10♣", "J♦", [("sheep", 100), ("exposed", 100), ("doubler", 200)]),
        ("J♦", FOUR, [("sheep", 100), ("exposed", 100)]),
        ("10♣", "Q♠ A♥ J♦", [("doubler", 50)]),
        ("", FOUR, []),
    ],
)
def test_exposed_cards_double_what_is_theirs_and_nothing_else(
    cards: str, exposing: str, lines: list[tuple[str, int]]
) -> None:
    assert scored(cards, exposing) == lines


@pytest.mark.rule("gong_zhu.score.doubler")
@pytest.mark.parametrize(
    ("cards", "total"), [("10♣ J♦", 200), ("10♣ J♦ Q♠", 0), ("10♣ 2♥ 3♥ 4♥", 0), ("10♣ Q♠ A♥", -300)]
)
def test_the_ten_of_clubs_doubles_losses_gains_and_nothing(cards: str, total: int) -> None:
    assert sum(points for _, points in scored(cards)) == total


@pytest.mark.rule("gong_zhu.score.all_hearts", "gong_zhu.score.hearts")
def test_a_line_cites_the_cards_that_it_counts() -> None:
    def cited(cards: str) -> dict[str, str]:
        lines = score(FRENCH.set(cards), FRENCH.set(), Rules())
        return {line.rule.removeprefix("gong_zhu.score."): str(line.cards) for line in lines}

    doubled = {"sheep": "J♦", "doubler": "10♣"}
    assert cited(f"{HEARTS} Q♠ J♦ 10♣") == {"all_hearts": HEARTS, "pig_flips": "Q♠", **doubled}
    assert cited("5♥ 4♥ Q♠ J♦ 10♣") == {"hearts": "5♥ 4♥", "pig": "Q♠", **doubled}


@pytest.mark.rule("gong_zhu.score.sheep", "gong_zhu.score.all_hearts")
def test_the_sheep_counts_as_usual_beside_all_the_hearts() -> None:
    assert scored(f"{HEARTS} J♦") == [("all_hearts", 200), ("sheep", 100)]


@pytest.mark.rule("gong_zhu.score.pig_flips", "gong_zhu.score.doubler")
@pytest.mark.parametrize(
    ("cards", "lines"),
    [
        (f"{HEARTS} Q♠ J♦", [("all_hearts", 200), ("pig", -100), ("sheep", 100)]),
        (f"{HEARTS} Q♠ J♦ 10♣", [("all_hearts", 200), ("pig_flips", 100), ("sheep", 100), ("doubler", 400)]),
        (f"{HEARTS} Q♠ 10♣", [("all_hearts", 200), ("pig", -100), ("doubler", 100)]),
        (HEARTS, [("all_hearts", 200)]),
    ],
)
def test_example_14_the_pig_flips_for_a_sweep_only(cards: str, lines: list[tuple[str, int]]) -> None:
    assert scored(cards, pig_flips="sweep") == lines


@pytest.mark.rule("gong_zhu.score.pig_flips")
@pytest.mark.parametrize(("cards", "total"), [("Q♠ J♦", 200), ("Q♠ J♦ 10♣", 800)])
def test_example_14_by_playing_it(cards: str, total: int) -> None:
    state = taken(new(Rules(pig_flips="sweep")), {1: f"{HEARTS} {cards}"})
    assert state.scores[1] == total


@pytest.mark.rule("gong_zhu.expose.hold")
def test_a_suit_that_was_led_is_free_though_the_next_player_has_none_of_it() -> None:
    state = exposed(begin({0: "2♠ A♥ 3♥ 2♥", 3: CLUBS}), "A♥")
    assert state.deal.held_back == FRENCH.set("A♥")
    state = play(state, "2♥ 3♣")
    assert state.deal.held_back == FRENCH.set("A♥")
    while state.trick:
        state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    assert (state.deal.held_back, state.deal.exposed) == (FRENCH.set(), FRENCH.set("A♥"))


@pytest.mark.rule("gong_zhu.leader", "gong_zhu.score.pig_flips")
@pytest.mark.parametrize("cards", [f"{HEARTS} Q♠", "Q♠"])
def test_who_took_the_pig_leads_next_whether_it_flips_or_not(cards: str) -> None:
    state = taken(new(), {2: cards})
    assert state.match.eldest == 2
    settled = gong_zhu.GAME.settled
    assert settled is not None
    result = state.match.results[-1]
    assert settled(state.rules, result) == (result.payoffs, 2)


@pytest.mark.rule("gong_zhu.score.pig_flips")
@pytest.mark.parametrize("pig_flips", ["", "never", None, True])
def test_the_pig_flips_with_all_the_hearts_or_a_sweep(pig_flips: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(pig_flips=pig_flips)
    assert refused.value.option == "pig_flips"


scoring_cards = st.sets(st.sampled_from(list(gong_zhu.SCORING))) | st.sets(
    st.sampled_from(FRENCH.read("Q♠ J♦ 10♣"))
).map(lambda cards: {*cards, *gong_zhu.HEARTS})


@pytest.mark.rule(
    "gong_zhu.score.hearts",
    "gong_zhu.score.pig",
    "gong_zhu.score.sheep",
    "gong_zhu.score.all_hearts",
    "gong_zhu.score.pig_flips",
    "gong_zhu.score.doubler",
    "gong_zhu.score.exposed",
)
@given(scoring_cards, st.sets(st.sampled_from(FRENCH.read(FOUR))), st.sampled_from(["all_hearts", "sweep"]))
def test_lines_sum_to_what_the_naive_arithmetic_gives(
    cards: set[Card], shown: set[Card], pig_flips: Literal["all_hearts", "sweep"]
) -> None:
    rules = Rules(pig_flips=pig_flips)
    lines = score(FRENCH.set(cards), FRENCH.set(shown), rules)
    total = sum(line.points for line in lines)
    assert total == naive.score_taken([*map(str, cards)], [*map(str, shown)], pig_flips)
    assert -2400 <= total <= 3200
    assert all(line.cards for line in lines)
    assert all(line.cards is not None and line.cards <= FRENCH.set({*cards, *shown}) for line in lines)


@pytest.mark.rule("gong_zhu.score.exposed", "gong_zhu.score.doubler")
def test_the_least_and_the_most_that_a_deal_can_bring() -> None:
    totals = {
        sum(line.points for line in score(FRENCH.set(cards), FRENCH.set(shown), Rules()))
        for hearts in ("", HEARTS, HEARTS.removesuffix(" 2♥"))
        for size in range(4)
        for others in combinations(FRENCH.read("Q♠ J♦ 10♣"), size)
        for cards in [[*FRENCH.read(hearts), *others]]
        for many in range(5)
        for shown in combinations(FRENCH.read(FOUR), many)
    }
    assert (min(totals), max(totals)) == (-2400, 3200)


@pytest.mark.rule("gong_zhu.score.hearts", "gong_zhu.score.pig", "gong_zhu.score.doubler")
def test_scores_sum_to_minus_150_where_the_ten_of_clubs_is_alone() -> None:
    state = taken(new(), {0: "10♣", 1: "Q♠ A♥", 2: "J♦ 10♥"})
    assert state.match.results[0].scores == (50, -240, 60, -20)
    assert sum(state.scores) == -150


# --- Partnerships -------------------------------------------------------------------------------

PAIRS = Rules(partnerships=True)


@pytest.mark.rule("gong_zhu.score.partners", "gong_zhu.score.all_hearts")
def test_example_7_hearts_that_partners_share_are_not_all_the_hearts() -> None:
    def follow(text: str, winner: int) -> dict[int, str]:
        seats = [winner, *(seat for seat in range(4) if seat != winner)]
        return dict(zip(seats, text.split(), strict=True))

    tricks = [follow(text, 0) for text in FOLLOWED if "♥" not in text and "Q♠" not in text]
    tricks[3:3] = [follow("Q♠ J♠ 6♠ 5♠", 1), follow("A♥ K♥ Q♥ J♥", 2), follow("10♥ 9♥ 8♥ 7♥", 0)]
    tricks += [{0: "2♠", 3: "5♥", 2: "2♦", 1: "3♥"}, {0: "4♥", 3: "2♣", 2: "6♥", 1: "2♥"}]
    state = played_out(new(PAIRS), tricks)
    hearts = [captured(state, seat).of_suit("♥") for seat in range(4)]
    assert [len(cards) for cards in hearts] == [6, 0, 7, 0]
    lines = [line for line in state.lines if line.rule == "gong_zhu.score.hearts"]
    assert [(line.side, line.seat, line.points) for line in lines] == [(0, 0, -50), (0, 2, -150)]
    assert not any(line.rule == "gong_zhu.score.all_hearts" for line in state.lines)


@pytest.mark.rule("gong_zhu.score.partners", "gong_zhu.score.doubler")
def test_a_partners_ten_of_clubs_does_not_double_the_others_cards() -> None:
    state = taken(new(PAIRS), {0: "10♣", 2: "Q♠", 1: "J♦ A♥", 3: "10♥ 2♥"}, others=1)
    assert [(line.side, line.seat, *points([line])[0]) for line in state.lines] == [
        (0, 0, "doubler", 50),
        (1, 1, "hearts", -160),
        (1, 1, "sheep", 100),
        (0, 2, "pig", -100),
        (1, 3, "hearts", -40),
    ]
    assert state.match.results[0].scores == (-50, -100)
    assert state.match.results[0].payoffs == (-50, -100, -50, -100)


@pytest.mark.rule("gong_zhu.score.partners")
@given(some_rules, seeds)
def test_lines_sum_to_the_scores_and_each_player_is_scored_by_himself(rules: Rules, seed: int) -> None:
    for state in random_deals(seed, rules):
        result, seating = state.match.results[-1], state.seating
        by_seat = [
            naive.score_taken(
                [*map(str, captured(state, seat))], [*map(str, state.deal.exposed)], rules.pig_flips
            )
            for seat in range(rules.players)
        ]
        for seat, points in enumerate(by_seat):
            assert sum(line.points for line in state.lines if line.seat == seat) == points
        sums = tuple(sum(by_seat[seat] for seat in side) for side in seating.sides)
        assert result.scores == sums
        assert result.payoffs == tuple(sums[seating.side_of(seat)] for seat in range(rules.players))
        assert all(line.seat in seating.sides[line.side] for line in state.lines if line.seat is not None)
        assert [line.seat for line in state.lines] == sorted(line.seat or 0 for line in state.lines)


# --- The end of the match -----------------------------------------------------------------------


def ends_at(
    totals: Sequence[int], by: Mapping[int, str], exposing: str = "", rules: Rules | None = None
) -> State:
    """The end of the first deal of a match, in which these totals are reached by taking these cards."""
    scores = taken(new(rules), by, exposing).match.results[0].scores
    start = [total - change for total, change in zip(totals, scores, strict=True)]
    state = taken(new(rules, start), by, exposing)
    assert state.scores == state.match.results[0].totals == tuple(totals)
    return state


@pytest.mark.rule("gong_zhu.over")
def test_example_8_at_minus_1000_the_match_is_over_and_the_highest_share_the_win() -> None:
    state = ends_at((-1000, 20, 20, -40), {0: "Q♠", 1: "A♥", 2: "J♦"})
    assert cardrules.outcome(state) == cardrules.Outcome(
        (1, 2), (0, 3), (-1000, 20, 20, -40), "gong_zhu.over"
    )
    assert pigs(state) == (0,)
    assert not state.awaits_deal


@pytest.mark.rule("gong_zhu.over")
def test_example_8_at_minus_999_it_is_not() -> None:
    state = ends_at((-999, 20, 20, -40), {0: "Q♠", 1: "A♥", 2: "J♦"})
    assert cardrules.outcome(state) is None
    assert state.awaits_deal
    assert pigs(state) == ()


@pytest.mark.rule("gong_zhu.over")
def test_example_9_two_players_can_be_pigs() -> None:
    state = ends_at((-1010, 100, -1300, 0), {0: "A♥", 2: "Q♠ 10♣"}, "Q♠ 10♣")
    assert pigs(state) == (0, 2)
    assert cardrules.outcome(state) == cardrules.Outcome(
        (1,), (0, 2, 3), (-1010, 100, -1300, 0), "gong_zhu.over"
    )


@pytest.mark.rule("gong_zhu.over")
def test_example_15_the_highest_wins_even_if_all_are_pigs() -> None:
    totals, takes = (-1030, -1040, -1020, -1030), {0: "A♥ J♦", 1: "10♥", 2: "Q♠", 3: "6♥"}
    scores = taken(new(), takes, "A♥").match.results[0].scores
    start = [total - change for total, change in zip(totals, scores, strict=True)]
    assert min(start) > -1000
    state = taken(new(scores=start), takes, "A♥")
    assert state.scores == totals
    assert pigs(state) == (0, 1, 2, 3)
    assert cardrules.outcome(state) == cardrules.Outcome((2,), (0, 1, 3), totals, "gong_zhu.over")


@pytest.mark.rule("gong_zhu.over", "gong_zhu.score.partners")
def test_partners_are_pigs_and_win_together() -> None:
    state = ends_at((-1000, -900), {0: "Q♠ A♥ 10♥ J♦", 1: "6♥"}, rules=PAIRS)
    assert pigs(state) == (0, 2)
    assert cardrules.outcome(state) == cardrules.Outcome((1, 3), (0, 2), (-1000, -900), "gong_zhu.over")


@pytest.mark.rule("gong_zhu.over", "gong_zhu.score.partners")
def test_equal_pairs_share_the_win() -> None:
    state = ends_at((-1000, -1000), {0: "Q♠", 1: "A♥ 10♥"}, rules=PAIRS)
    assert pigs(state) == (0, 1, 2, 3)
    assert cardrules.outcome(state) == cardrules.Outcome((0, 1, 2, 3), (), (-1000, -1000), "gong_zhu.over")


@pytest.mark.rule("gong_zhu.over")
@pytest.mark.parametrize(("losing", "over"), [(-100, True), (-101, False), (-1, True)])
def test_the_losing_score_is_an_option(losing: int, over: bool) -> None:
    state = taken(new(Rules(losing_score=losing)), {1: "Q♠", 2: "J♦", 0: "10♥", 3: "6♥"}, others=2)
    assert min(state.scores) == (-100 if losing != -1 else min(state.scores))
    assert (cardrules.outcome(state) is not None) == over


@pytest.mark.rule("gong_zhu.over")
@pytest.mark.parametrize("losing_score", [0, 1, 1000, -0.5, "-1000", None, True])
def test_the_losing_score_is_below_nothing(losing_score: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(losing_score=losing_score)
    assert refused.value.option == "losing_score"


@pytest.mark.rule("gong_zhu.over", "common.over")
def test_no_move_after_the_end_of_the_match() -> None:
    state = ends_at((-1000, 20, 20, -40), {0: "Q♠", 1: "A♥", 2: "J♦"})
    assert state.to_move is None
    assert gong_zhu.legal_moves(state) == NOTHING
    for move in (Deal(FRENCH.cards), Deal(()), Play(FRENCH["A♠"]), Expose("")):
        assert fault(state, move).rule == "common.over"
    with pytest.raises(cardrules.MatchOver):
        gong_zhu.shuffle(state, random.Random(0))
    with pytest.raises(cardrules.MatchOver):
        gong_zhu.arrange(state)


@pytest.mark.rule("common.deal")
def test_between_deals_a_deal_is_the_only_move_and_at_no_other_time() -> None:
    for state in (new(), taken(new(), {0: "Q♠"})):
        assert state.awaits_deal
        assert gong_zhu.legal_moves(state) == NOTHING
        for move in (Play(FRENCH["A♠"]), Expose("")):
            assert fault(state, move).rule == "common.deal"
            with pytest.raises(cardrules.DealAwaited):
                gong_zhu.apply(state, move)
    assert fault(begin(), Deal(FRENCH.cards)).rule == "common.deal"
    assert fault(exposed(begin()), Deal(())).rule == "common.deal"
    with pytest.raises(cardrules.IllegalMove):
        gong_zhu.shuffle(begin(), random.Random(0))


@pytest.mark.rule("gong_zhu.over")
def test_a_finished_deal_stays_on_the_table_until_the_next_one() -> None:
    state = taken(new(), {2: "Q♠ J♦"}, "Q♠")
    assert state.deal_is_over
    assert (state.deal.number, len(state.tricks), str(state.deal.exposed)) == (1, 13, "Q♠")
    assert state.lines == state.match.results[0].lines
    after = gong_zhu.apply(state, gong_zhu.arrange(state))
    assert (after.deal.number, after.tricks, after.deal.exposed) == (2, (), FRENCH.set())
    assert (after.scores, after.lines) == (state.scores, ())


@pytest.mark.rule("gong_zhu.over")
def test_totals_are_kept_from_deal_to_deal() -> None:
    state = taken(taken(new(), {0: "Q♠", 1: "10♣"}), {0: "J♦", 1: "Q♠"})
    one, two = state.match.results
    assert one.totals == one.scores
    assert two.totals == tuple(a + b for a, b in zip(one.scores, two.scores, strict=True)) == state.scores


@pytest.mark.rule("gong_zhu.over")
@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        (Rules(), (-1000, 0, 0, 0)),
        (Rules(), (0, 0, 0, -2000)),
        (Rules(losing_score=-10), (0, -10, 0, 0)),
        (Rules(), (0, 0, 0)),
        (Rules(), (0, 0)),
        (Rules(players=5), (0, 0, 0, 0)),
        (PAIRS, (0, 0, 0, 0)),
        (PAIRS, (0, -1000)),
        (Rules(), (0.0, 0, 0, 0)),
        (Rules(), (False, 0, 0, 0)),
        (Rules(), "0000"),
        (Rules(), 0),
    ],
)
def test_a_standing_from_which_no_match_goes_on(rules: Rules, scores: Any) -> None:
    with pytest.raises(RulesError) as refused:
        gong_zhu.new_match(rules, scores=scores)
    assert refused.value.option == "scores"


@pytest.mark.rule("gong_zhu.over")
@pytest.mark.parametrize(
    ("rules", "scores"),
    [(Rules(), [-999, 0, 5000, 1]), (Rules(players=5), (1, 2, 3, 4, 5)), (PAIRS, (-999, 7))],
)
def test_a_match_from_a_given_standing(rules: Rules, scores: Sequence[int]) -> None:
    state = gong_zhu.new_match(rules, scores=scores)
    assert state.scores == state.match.start == tuple(scores)
    assert pigs(state) == ()


@pytest.mark.rule("gong_zhu.over")
@given(some_rules, seeds)
def test_who_is_a_pig_who_wins_and_when_it_is_over(rules: Rules, seed: int) -> None:
    states = [step.after for step in random_steps(gong_zhu.new_match(rules), random.Random(seed))]
    for state in states[:-1]:
        assert min(state.scores) > rules.losing_score
        assert pigs(state) == ()
    end: State = states[-1]
    ended = cardrules.outcome(end)
    totals = [end.scores[end.seating.side_of(seat)] for seat in range(rules.players)]
    assert ended is not None
    assert pigs(end) == tuple(s for s, total in enumerate(totals) if total <= rules.losing_score) != ()
    assert ended.winners == tuple(s for s, total in enumerate(totals) if total == max(totals))
    assert sorted([*ended.winners, *ended.losers]) == list(range(rules.players))


# --- Arranging a deal ---------------------------------------------------------------------------


@pytest.mark.rule("gong_zhu.deal")
def test_hands_that_are_given_in_part_are_filled_in_pack_order() -> None:
    state = begin({1: "Q♠ 10♣"})
    assert FRENCH.set("Q♠ 10♣") <= state.hand(1)
    rest = [card for card in FRENCH if card not in FRENCH.set("Q♠ 10♣")]
    assert gong_zhu.arrange(new(), {1: "Q♠ 10♣"}).pack[:8] == (
        *rest[:3],
        FRENCH["Q♠"],
        *rest[3:6],
        FRENCH["10♣"],
    )


@pytest.mark.rule("gong_zhu.deal")
@pytest.mark.parametrize(
    "hands", [["2♠", None, "A♠ 3♥", None], {0: "2♠", 2: FRENCH.set("A♠ 3♥")}, ("2♠", None, "A♠ 3♥")]
)
def test_hands_can_be_given_in_many_ways(hands: Hands) -> None:
    state = begin(hands)
    assert FRENCH["2♠"] in state.hand(0)
    assert FRENCH.set("A♠ 3♥") <= state.hand(2)
    assert [len(hand) for hand in state.hands] == [13] * 4


@pytest.mark.rule("gong_zhu.deal")
@given(seeds, st.sampled_from([Rules(), Rules(players=5)]), st.integers(0, 3))
def test_hands_that_are_arranged_are_dealt(seed: int, rules: Rules, first: int) -> None:
    rng = random.Random(seed)
    cards = list(rules.format.pack)
    rng.shuffle(cards)
    each = rules.format.each
    hands = [rules.format.pack.set(cards[each * s : each * s + each]) for s in range(rules.players)]
    assert list(begin(hands, rules, first=first).hands) == hands


@pytest.mark.parametrize(
    ("hands", "error"),
    [
        ({0: SPADES + " A♥"}, cardrules.CardError),
        ({0: "A♠", 1: "A♠"}, cardrules.CardError),
        ({0: "A♠ A♠"}, cardrules.CardError),
        ({4: "A♠"}, SeatError),
        ({0: "five of stars"}, cardrules.ParseError),
        ({0: [SPANISH["7 de oro"]]}, cardrules.CardError),
    ],
)
def test_hands_that_cannot_be_dealt(hands: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        begin(hands)


def test_nothing_is_left_for_a_stock() -> None:
    with pytest.raises(cardrules.CardError):
        gong_zhu.arrange(new(), stock="A♠")


# --- Rules for study ----------------------------------------------------------------------------

TINY = "A♠ Q♠ 2♠ 3♠ A♥ K♥ 2♥ 3♥"


def test_a_smaller_pack_for_study_is_dealt_out_evenly() -> None:
    rules = Rules.study(TINY)
    assert rules.format.pack == Pack(FRENCH.deck, FRENCH.set(TINY))
    assert (rules.format.each, rules.format.marker) == (2, FRENCH["2♠"])
    state = begin({3: "2♠"}, rules)
    assert state.to_move == 3
    assert [len(hand) for hand in state.hands] == [2] * 4
    assert len(finished(state).tricks) == 2


@pytest.mark.rule("gong_zhu.score.all_hearts", "gong_zhu.score.pig_flips")
def test_all_the_hearts_of_a_smaller_pack_are_those_that_it_has() -> None:
    rules = Rules.study(TINY)
    hearts = rules.format.pack.set("A♥ K♥ 2♥ 3♥")
    none = rules.format.pack.set()
    assert points(score(hearts, none, rules)) == [("all_hearts", 200)]
    swept = hearts | rules.format.pack.set("Q♠")
    assert points(score(swept, none, Rules.study(TINY, pig_flips="sweep"))) == [
        ("all_hearts", 200),
        ("pig_flips", 100),
    ]


@pytest.mark.rule("gong_zhu.score.all_hearts")
@pytest.mark.parametrize("pig_flips", ["all_hearts", "sweep"])
def test_nobody_takes_all_the_hearts_of_a_pack_that_has_none(pig_flips: str) -> None:
    rules = Rules.study("A♠ Q♠ 2♠ 3♠", pig_flips=pig_flips)
    pack = rules.format.pack
    assert points(score(pack.set("Q♠"), pack.set(), rules)) == [("pig", -100)]
    assert points(score(pack.set(), pack.set(), rules)) == []


def test_a_smaller_pack_can_be_played_on_and_on() -> None:
    rules = Rules.study(TINY, partnerships=True)
    for step in random_steps(gong_zhu.new_match(rules), random.Random(5), 20):
        assert len(step.after.tricks) <= 2


def test_five_can_study_a_smaller_pack_too() -> None:
    rules = Rules.study("A♠ Q♠ 2♠ 3♠ 4♠", players=5, exposure="none")
    state = begin({2: "2♠"}, rules)
    assert (state.to_move, len(state.hands)) == (2, 5)


@pytest.mark.parametrize("cards", ["", "A♠ K♠ J♠ 2♠", "A♠ Q♠ J♠", FRENCH.without("A♠").cards, HEARTS])
def test_a_smaller_pack_holds_the_pig_and_deals_out_evenly(cards: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.study(cards)
    assert refused.value.option == "format"


def test_cards_that_are_removed_are_not_in_a_smaller_pack() -> None:
    with pytest.raises(RulesError) as refused:
        Rules.study("A♠ Q♠ 2♠ 3♠ 4♠", players=5, removed="2♠ 2♦")
    assert refused.value.option == "format"


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        (Rules(), {"players": 5}),
        (Rules(), {"partnerships": True}),
        (PAIRS, {"partnerships": False}),
        (Rules(players=5), {"players": 4}),
        (Rules(players=5), {"removed": FRENCH.set("2♣ 2♦")}),
    ],
)
def test_a_format_that_does_not_fit_the_options_is_refused(rules: Rules, change: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as refused:
        attrs.evolve(rules, **change)
    assert refused.value.option == "format"


@pytest.mark.parametrize(
    ("pack", "seating", "each"),
    [
        (FRENCH, Seating(4, -1), 5),
        (FRENCH, Seating(5, -1), 10),
        (FRENCH.without("Q♠ J♠ 10♠ 9♠"), Seating(4, -1), 12),
    ],
)
def test_sizes_that_do_not_fit_together_are_refused(pack: Pack, seating: Seating, each: int) -> None:
    with pytest.raises(RulesError) as refused:
        gong_zhu.Format(pack, seating, each)
    assert refused.value.option == "format"


def test_options_that_do_not_change_the_format_can_be_evolved() -> None:
    rules = attrs.evolve(Rules(players=5, removed="2♣ 2♦"), losing_score=-500)
    assert rules == Rules(players=5, removed="2♣ 2♦", losing_score=-500)


# --- What the seats see -------------------------------------------------------------------------


@pytest.mark.rule("gong_zhu.expose.order")
def test_only_the_seat_to_move_sees_its_moves() -> None:
    state = begin({0: f"2♠ {FOUR}"})
    for position in (state, play(exposed(state, "Q♠"), "2♠")):
        for seat in (None, 0, 1, 2, 3):
            view = gong_zhu.observe(position, seat)
            moves = gong_zhu.legal_moves(view)
            assert moves == (gong_zhu.legal_moves(position) if seat == position.to_move else NOTHING)
    violation = fault(gong_zhu.observe(state, 3), Expose(""))
    assert (violation.rule, violation.seat) == ("common.phase", 3)


@pytest.mark.rule("gong_zhu.expose.hold")
def test_a_view_refuses_as_the_state_does() -> None:
    state = play(exposed(begin({0: "2♠", 3: f"Q♠ 5♠ {VOID}"}), "Q♠"), "2♠")
    view = gong_zhu.observe(state, 3)
    for card in ("Q♠", "A♦", "A♥"):
        assert fault(view, Play(FRENCH[card])) == fault(state, Play(FRENCH[card]))
    assert gong_zhu.why_not(view, Play(FRENCH["5♠"])) is None


def test_what_is_told_of_an_exposure_and_of_the_last_card() -> None:
    def names(events: tuple[cardrules.Event, ...]) -> list[str]:
        return [type(event).__name__ for event in events]

    assert names(gong_zhu.events(begin({0: "2♠ Q♠"}), Expose("Q♠"), 2)) == [
        "Acted",
        "DealChanged",
        "TurnPassed",
    ]
    state = exposed(begin({0: SPADES}))
    state = lead(state, SPADES.removesuffix(" 2♠"))
    state = play(state, "2♠")
    state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    told = names(gong_zhu.events(state, gong_zhu.legal_moves(state)[0]))
    assert told == ["Acted", "TrickTaken", *["LineScored"] * 4, "DealEnded", "TurnPassed"]


# --- Values -------------------------------------------------------------------------------------


def some_positions() -> list[State | View]:
    start = gong_zhu.new_match(Rules(players=5, removed="2♣ 2♦", losing_score=-300), first=1)
    dealt = gong_zhu.apply(start, gong_zhu.shuffle(start, random.Random(3)))
    playing = exposed(begin({0: f"2♠ A♠ {FOUR}"}), FOUR)
    middle = play(lead(playing, "A♠"), "Q♠")
    over = ends_at((-1000, 20, 20, -40), {0: "Q♠", 1: "A♥", 2: "J♦"})
    study = begin(rules=Rules.study(TINY))
    return [start, dealt, playing, middle, over, study, gong_zhu.observe(middle, 3), gong_zhu.observe(over)]


@pytest.mark.parametrize("position", some_positions())
def test_positions_are_values(position: State | View) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert gong_zhu.legal_moves(again) == gong_zhu.legal_moves(position)
    names = {**vars(cardrules), **vars(cardrules.table), **vars(gong_zhu)}
    pasted = eval(repr(position), names)
    assert pasted == position
    assert gong_zhu.legal_moves(pasted) == gong_zhu.legal_moves(position)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "Rules()"),
        (Rules(players=5), "Rules(players=5)"),
        (Rules(5, removed="2♣ 2♦"), "Rules(players=5, removed=FRENCH.set('2♦ 2♣'))"),
        (PAIRS, "Rules(partnerships=True)"),
        (
            Rules(exposure="none", first_lead="marker", pig_flips="sweep", losing_score=-1),
            "Rules(exposure='none', first_lead='marker', pig_flips='sweep', losing_score=-1)",
        ),
    ],
)
def test_rules_print_the_options_that_are_not_as_usual(rules: Rules, text: str) -> None:
    assert repr(rules) == text
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert eval(text, {**vars(cardrules), **vars(gong_zhu)}) == rules


@given(some_rules)
def test_rules_can_be_pasted_back(rules: Rules) -> None:
    assert eval(repr(rules), {**vars(cardrules), **vars(gong_zhu)}) == rules
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)


def test_rules_for_study_can_be_pasted_back() -> None:
    rules = Rules.study(TINY, partnerships=True, first_lead="marker")
    assert eval(repr(rules), {**vars(cardrules), **vars(gong_zhu)}) == rules


def test_a_state_does_not_change_when_a_move_is_applied_to_it() -> None:
    state = begin({0: "2♠ Q♠"})
    before = repr(state)
    gong_zhu.apply(state, Expose("Q♠"))
    assert repr(state) == before
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.to_move = 3  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        exposed(state).playable = 0  # type: ignore[misc]


@given(some_rules, seeds)
def test_the_fast_way_to_apply_a_move_is_the_same_as_the_checked_one(rules: Rules, seed: int) -> None:
    for step in random_steps(gong_zhu.new_match(rules), random.Random(seed), 1):
        assert gong_zhu.GAME.checked_apply(step.before, step.move) == step.after
        assert attrs.evolve(step.after) == step.after
        assert attrs.evolve(step.after).playable == step.after.playable


@given(some_rules, seeds)
def test_legal_moves_are_exactly_what_is_accepted(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    every_move: list[gong_zhu.Move] = [
        *(Expose(cards) for size in range(5) for cards in combinations(gong_zhu.EXPOSABLE, size)),
        *map(Play, FRENCH),
    ]
    for step in random_steps(gong_zhu.new_match(rules), rng, 1):
        state: State = step.after
        if state.to_move is None:
            continue
        moves = gong_zhu.legal_moves(state)
        assert [move for move in every_move if gong_zhu.why_not(state, move) is None] == sorted(
            moves, key=every_move.index
        )
        assert list(moves) == sorted(moves, key=every_move.index)
        assert gong_zhu.legal_moves(gong_zhu.observe(state, state.to_move)) == moves


@pytest.mark.rule("common.phase")
@pytest.mark.parametrize("move", [Play(SPANISH["7 de oro"]), "A♠", None, FRENCH["A♠"], CardSet(FRENCH)])
def test_cards_of_another_pack_and_other_objects_are_no_moves(move: Any) -> None:
    for state in (begin(), exposed(begin())):
        with pytest.raises(cardrules.ForeignMove) as refused:
            gong_zhu.apply(state, move)
        assert refused.value.violation.rule == "common.phase"
    with pytest.raises(cardrules.DealAwaited):
        gong_zhu.apply(new(), move)


def test_the_rules_of_another_game_are_refused() -> None:
    from cardrules.games import etori

    with pytest.raises(RulesError) as refused:
        gong_zhu.new_match(etori.Rules())  # type: ignore[arg-type]
    assert refused.value.option == "rules"
