"""Hornafjarðarmanni, rule by rule: every example of the rules page, every option, every refusal."""

from __future__ import annotations

import pickle
import random
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
import cardrules.event
import cardrules.table
from cardrules import FRENCH, Card, Choices, Deal, Line, Pack, Play, SeatError, Seating, Violation
from cardrules.errors import CardError, ForeignMove, IllegalMove, MatchOver, PackError, RulesError
from cardrules.games import hornafjardarmanni
from cardrules.games.hornafjardarmanni import (
    GAME,
    Contract,
    Exchange,
    Exchanged,
    Format,
    Holding,
    Move,
    Rules,
    State,
    apply,
    arrange,
    contract_of,
    cut_card_seat,
    events,
    legal_moves,
    new_match,
    observe,
    score,
    shuffle,
    tricks_taken,
    why_not,
)

KEEP = Exchange("")
MANNI_FIRST = Rules(deal="manni_first")
ACE_LOW = Rules(nolo_ace="low")
TWELVE_CARDS = "A♠ K♠ Q♠ 6♠ A♥ K♥ Q♥ 7♥ A♦ 5♦ 3♦ 2♦"

# Deals as scripts: the hands of the dealer's left, right, and the dealer, each in the order of play.
TAKES_ALL = (
    "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠",
    "A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥",
    "A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦",
)
SEVEN_FIVE_NONE = (
    "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 6♥ 5♥ 4♥ 3♥ 2♥",
    "8♦ 7♦ 6♦ 5♦ 4♦ 3♦ 2♦ A♥ K♥ Q♥ J♥ 10♥",
    "A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣",
)
NINE_TWO_ONE = (
    "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 3♥ 2♥ 2♦",
    "A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ A♥ K♥ 3♦",
    "Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 5♦ 4♦ A♦",
)
FOUR_EACH = (
    "A♠ K♠ Q♠ J♠ 6♥ 5♥ 4♥ 3♥ 6♦ 5♦ 4♦ 3♦",
    "8♣ 7♣ 6♣ 5♣ A♥ K♥ Q♥ J♥ 10♦ 9♦ 8♦ 7♦",
    "A♣ K♣ Q♣ J♣ 10♥ 9♥ 8♥ 7♥ A♦ K♦ Q♦ J♦",
)


# --- Helpers


def arranged(state: State, cut: str, hands: Mapping[int, str], manni: str = "") -> Deal:
    """A deal with this cut card at the bottom; short hands and the rest of the Manni are filled up."""
    top, bottom = FRENCH.read(manni), FRENCH[cut]
    named = {*top, bottom, *(card for hand in hands.values() for card in FRENCH.read(hand))}
    spare = [card for card in reversed(FRENCH.cards) if card not in named]
    return arrange(state, hands, stock=(*top, *spare[: 15 - len(top)], bottom))


def dealt(
    cut: str = "A♣",
    hands: Mapping[int, str] | None = None,
    manni: str = "",
    rules: Rules | None = None,
    first: int = 0,
) -> State:
    """The first deal of a match, before the exchange."""
    state = new_match(rules or Rules(), first=first)
    return apply(state, arranged(state, cut, hands or {}, manni))


def in_play(
    cut: str = "A♣",
    hands: Mapping[int, str] | None = None,
    manni: str = "",
    rules: Rules | None = None,
    first: int = 0,
) -> State:
    """The first deal of a match when nobody has exchanged a card."""
    return moves(dealt(cut, hands, manni, rules, first), KEEP, KEEP, KEEP)


def moves(state: State, *made: Move) -> State:
    for move in made:
        state = apply(state, move)
    return state


def play(state: State, cards: str) -> State:
    return moves(state, *map(Play, FRENCH.read(cards)))


def exchange(state: State, *counts: int) -> State:
    """Each in turn exchanges so many of its cards, the first in pack order."""
    for count in counts:
        state = apply(state, Exchange(tuple(state.hand(state.mover))[:count]))
    return state


def winner_of(cut: str, trick: str, rules: Rules | None = None) -> int:
    """The seat that wins a first trick of these cards, when nobody holds another card of the suit led."""
    played = FRENCH.read(trick)
    others = [card for card in FRENCH if card.suit is played[0].suit and card not in (*played, FRENCH[cut])]
    hands = {seat: str(card) for seat, card in enumerate(played)}
    state = play(in_play(cut, hands, " ".join(map(str, others)), rules), trick)
    winner = state.tricks[0].winner
    assert winner is not None
    return winner


def play_deal(state: State, cut: str, script: Sequence[str]) -> State:
    """Play a scripted deal without exchanges to its end."""
    order = state.seating.order_from(state.match.eldest)
    by_seat = dict(zip(order, script, strict=True))
    state = moves(apply(state, arranged(state, cut, by_seat)), KEEP, KEEP, KEEP)
    queues = {seat: list(FRENCH.read(hand)) for seat, hand in by_seat.items()}
    while state.to_move is not None:
        state = apply(state, Play(queues[state.to_move].pop(0)))
    return state


def refused(state: State, move: Move | Deal) -> Violation:
    """The violation of a move that is refused, the same by `apply` and by `why_not`."""
    with pytest.raises(IllegalMove) as caught:
        apply(state, move)
    assert caught.value.violation == why_not(state, move)
    return caught.value.violation


def random_states(seed: int, rules: Rules, plies: int = 400) -> list[State]:
    """The states of a match played at random, from its beginning."""
    rng = random.Random(seed)
    states = [new_match(rules, first=seed % 3)]
    while states[-1].match.outcome is None and len(states) < plies:
        state = states[-1]
        move = shuffle(state, rng) if state.awaits_deal else rng.choice(legal_moves(state))
        states.append(apply(state, move))
    return states


def names(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


# --- hornafjardarmanni.players, hornafjardarmanni.pack


@pytest.mark.rule("hornafjardarmanni.players")
def test_three_play_each_for_himself() -> None:
    seating = new_match(Rules()).seating
    assert seating.sides == ((0,), (1,), (2,))
    assert new_match(Rules()).scores == (0, 0, 0)


@pytest.mark.rule("hornafjardarmanni.pack")
def test_the_pack_has_52_cards_for_three_hands_of_12_and_16() -> None:
    assert new_match(Rules()).pack == FRENCH
    state = dealt()
    assert [len(hand) for hand in state.hands] == [12, 12, 12]
    assert len(state.secrets.stock) == state.deal.left == 16


@pytest.mark.rule("hornafjardarmanni.pack", "common.pack")
def test_a_deal_without_one_card_is_refused() -> None:
    state = new_match(Rules())
    with pytest.raises(PackError) as caught:
        apply(state, Deal(FRENCH.cards[:-1]))
    assert caught.value.violation.rule == "common.pack"
    assert caught.value.violation.cards == (FRENCH["2♣"],)


# --- hornafjardarmanni.rank


@pytest.mark.rule("hornafjardarmanni.rank")
@pytest.mark.parametrize(
    ("higher", "lower"), list(pairwise(("A", "K", "Q", "J", *map(str, range(10, 1, -1)))))
)
@pytest.mark.parametrize("cut", ["A♣", "9♣"])
def test_every_rank_beats_the_next_one(higher: str, lower: str, cut: str) -> None:
    assert winner_of(cut, f"{lower}♠ {higher}♠ A♥") == 1


@pytest.mark.rule("hornafjardarmanni.rank.nolo")
@pytest.mark.parametrize(("trick", "winner"), [("K♠ A♠ Q♠", 1), ("2♠ A♠ 3♠", 1), ("2♠ 3♠ 10♥", 1)])
def test_nolo_ranks_as_ever_by_default(trick: str, winner: int) -> None:
    assert winner_of("5♦", trick) == winner


@pytest.mark.rule("hornafjardarmanni.rank.nolo")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [("A♠ 2♠ 5♠", 2), ("A♠ 2♠ K♥", 1), ("2♠ A♠ K♥", 0), ("A♠ K♥ K♦", 0), ("Q♠ K♠ A♠", 1)],
)
def test_with_ace_low_the_ace_is_below_the_two_in_nolo(trick: str, winner: int) -> None:
    assert winner_of("5♦", trick, ACE_LOW) == winner


@pytest.mark.rule("hornafjardarmanni.rank.nolo")
@pytest.mark.parametrize("cut", ["K♦", "9♦"])
def test_with_ace_low_the_ace_is_high_in_the_other_contracts(cut: str) -> None:
    assert winner_of(cut, "A♠ 2♠ K♠", ACE_LOW) == 0


@pytest.mark.rule("hornafjardarmanni.rank.nolo", "hornafjardarmanni.contract")
@pytest.mark.parametrize("rules", [Rules(), ACE_LOW])
def test_a_cut_ace_makes_no_trumps_whatever_the_ace_is_in_nolo(rules: Rules) -> None:
    assert contract_of(FRENCH["A♠"], rules) == Contract("no_trumps")


# --- hornafjardarmanni.cut, hornafjardarmanni.contract


@pytest.mark.rule("hornafjardarmanni.cut")
@pytest.mark.parametrize("rules", [Rules(), MANNI_FIRST])
@pytest.mark.parametrize("bottom", ["7♦", "K♠"])
def test_the_cut_card_is_the_bottom_of_the_pack_and_seen_by_all(rules: Rules, bottom: str) -> None:
    pack = (*FRENCH.without(bottom).cards, FRENCH[bottom])
    state = apply(new_match(rules), Deal(pack))
    assert state.deal.cut is FRENCH[bottom]
    assert state.deal.contract == contract_of(FRENCH[bottom], rules)
    for seat in (None, 0, 1, 2):
        assert observe(state, seat).deal.cut is FRENCH[bottom]


@pytest.mark.rule("hornafjardarmanni.contract", "hornafjardarmanni.rank")
@pytest.mark.parametrize(
    ("cut", "kind", "suit"),
    [
        ("A♠", "no_trumps", None),
        ("10♥", "no_trumps", None),
        ("9♦", "trumps", "♦"),
        ("6♣", "trumps", "♣"),
        ("5♠", "nolo", None),
        ("2♠", "nolo", None),
    ],
)
def test_the_cut_card_fixes_the_contract(cut: str, kind: str, suit: str | None) -> None:
    contract = dealt(cut).deal.contract
    assert contract is not None
    assert contract.kind == kind
    assert (contract.suit and contract.suit.text) == suit


@pytest.mark.rule("hornafjardarmanni.contract", "hornafjardarmanni.rank")
@pytest.mark.parametrize("suit", "♠♥♦♣")
def test_every_rank_of_every_suit_makes_its_contract(suit: str) -> None:
    def kinds(ranks: str) -> set[str]:
        return {contract_of(FRENCH[rank + suit], Rules()).kind for rank in ranks.split()}

    assert kinds("A K Q J 10") == {"no_trumps"}
    assert kinds("9 8 7 6") == {"trumps"}
    assert kinds("5 4 3 2") == {"nolo"}
    assert contract_of(FRENCH["8" + suit], Rules()).suit is FRENCH["A" + suit].suit


# --- hornafjardarmanni.deal


def places(*spans: tuple[int, int]) -> str:
    """The cards of the unshuffled pack in these places, counted from 1, both ends included."""
    return names([card for start, end in spans for card in FRENCH.cards[start - 1 : end]])


@pytest.mark.rule("hornafjardarmanni.deal", "hornafjardarmanni.turn")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_four_at_a_time_in_three_rounds_from_the_dealers_left(first: int) -> None:
    state = apply(new_match(Rules(), first=first), Deal(FRENCH.cards))
    left, right, dealer = first, (first + 1) % 3, (first + 2) % 3
    assert state.deal.dealer == dealer
    assert state.hand(left) == FRENCH.set(places((1, 4), (13, 16), (25, 28)))
    assert state.hand(right) == FRENCH.set(places((5, 8), (17, 20), (29, 32)))
    assert state.hand(dealer) == FRENCH.set(places((9, 12), (21, 24), (33, 36)))
    assert state.secrets.stock == FRENCH.cards[36:]


@pytest.mark.rule("hornafjardarmanni.deal")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_manni_first_deals_four_rounds_of_four_to_the_manni_and_three_to_each(first: int) -> None:
    state = apply(new_match(MANNI_FIRST, first=first), Deal(FRENCH.cards))
    left, right, dealer = first, (first + 1) % 3, (first + 2) % 3
    assert names(state.secrets.stock) == places((1, 4), (14, 17), (27, 30), (40, 43))
    assert state.hand(left) == FRENCH.set(places((5, 7), (18, 20), (31, 33), (44, 46)))
    assert state.hand(right) == FRENCH.set(places((8, 10), (21, 23), (34, 36), (47, 49)))
    assert state.hand(dealer) == FRENCH.set(places((11, 13), (24, 26), (37, 39), (50, 52)))
    assert FRENCH.cards[-1] in state.hand(dealer)


@pytest.mark.rule("hornafjardarmanni.deal", "hornafjardarmanni.exchange.detail")
def test_manni_first_draws_the_manni_in_the_order_in_which_it_was_dealt() -> None:
    state = apply(new_match(MANNI_FIRST), Deal(FRENCH.cards))
    state = exchange(state, 7, 5)
    assert state.secrets.own[0].drawn == FRENCH.set(places((1, 4), (14, 16)))
    assert state.secrets.own[1].drawn == FRENCH.set(places((17, 17), (27, 30)))


@pytest.mark.rule("hornafjardarmanni.deal")
def test_arrange_gives_the_manni_in_drawing_order_and_the_cut_card_last() -> None:
    manni = "2♣ A♠ 3♣ K♠ 4♣ Q♠ 5♣ J♠ 6♣ 10♠ 7♣ 9♠ 8♣ 8♠ 9♣ 7♥"
    state = new_match(Rules())
    state = apply(state, arrange(state, {1: "2♥ 3♥"}, stock=manni))
    assert names(state.secrets.stock) == manni
    assert state.deal.cut is FRENCH["7♥"]
    assert state.hand(1) >= FRENCH.set("2♥ 3♥")


@pytest.mark.rule("hornafjardarmanni.deal")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_arrange_with_manni_first_takes_the_last_card_of_the_dealers_hand_for_the_cut(first: int) -> None:
    state = new_match(MANNI_FIRST, first=first)
    dealer = (first + 2) % 3
    state = apply(state, arrange(state, {dealer: TWELVE_CARDS[:-2] + "7♦"}, stock="2♣ A♣ 3♣"))
    assert state.deal.cut is FRENCH["7♦"]
    assert names(state.secrets.stock[:3]) == "2♣ A♣ 3♣"


def test_arrange_refuses_a_hand_that_is_too_large() -> None:
    with pytest.raises(CardError):
        arrange(new_match(Rules()), {0: TWELVE_CARDS + " 2♣"})


# --- hornafjardarmanni.exchange


@pytest.mark.rule("hornafjardarmanni.exchange", "hornafjardarmanni.exchange.detail")
@pytest.mark.parametrize(
    ("counts", "limits"),
    [
        ((7, 5), (7, 5, 4)),
        ((0, 0), (7, 5, 12)),
        ((3, 5), (7, 5, 8)),
        ((7, 0), (7, 5, 9)),
        ((0, 4), (7, 5, 12)),
    ],
)
def test_seven_then_five_then_what_is_left(counts: tuple[int, int], limits: tuple[int, int, int]) -> None:
    state = dealt()
    seen: list[int] = []
    for count in (*counts, 0):
        options = legal_moves(state)
        assert isinstance(options, Choices)
        seen.append(options.limit)
        assert state.deal.limit == options.limit
        state = exchange(state, count)
    assert tuple(seen) == limits


@pytest.mark.rule("hornafjardarmanni.exchange")
@pytest.mark.parametrize(
    ("before", "seat", "limit", "left"),
    [((), 0, 7, 16), ((0,), 1, 5, 16), ((7,), 1, 5, 9), ((7, 5), 2, 4, 4)],
)
def test_one_card_too_many_is_refused(before: tuple[int, ...], seat: int, limit: int, left: int) -> None:
    state = exchange(dealt(), *before)
    most, cards = tuple(state.hand(seat))[:limit], tuple(state.hand(seat))[: limit + 1]
    assert why_not(state, Exchange(most)) is None
    violation = refused(state, Exchange(cards))
    assert violation.rule == "hornafjardarmanni.exchange"
    assert violation.seat == seat
    assert violation.cards == cards
    assert violation.params == (("count", limit + 1), ("limit", limit), ("left", left))
    of_all = ", all that are left in the Manni" if limit == left else ""
    assert violation.message == (f"seat {seat} may exchange at most {limit} cards{of_all}, not {limit + 1}.")
    assert Exchange(cards) not in legal_moves(state)


@pytest.mark.rule("hornafjardarmanni.exchange")
def test_the_dealer_is_told_that_no_more_cards_are_left() -> None:
    state = exchange(dealt(), 7, 5)
    violation = refused(state, Exchange(tuple(state.hand(2))[:5]))
    assert violation.message == "seat 2 may exchange at most 4 cards, all that are left in the Manni, not 5."


@pytest.mark.rule("hornafjardarmanni.exchange", "hornafjardarmanni.turn")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_exchange_goes_from_the_dealers_left_to_the_dealer(first: int) -> None:
    state = dealt(first=first)
    order: list[int] = []
    for _ in range(3):
        order.append(state.mover)
        state = apply(state, KEEP)
    assert order == [first, (first + 1) % 3, (first + 2) % 3]
    assert order[-1] == state.deal.dealer


@pytest.mark.rule("hornafjardarmanni.exchange", "hornafjardarmanni.exchange.detail")
def test_seven_discards_leave_five_old_cards_and_the_next_seven_of_the_manni() -> None:
    hand, manni = TWELVE_CARDS, "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣"
    state = apply(dealt("10♠", {0: hand}, manni), Exchange("A♠ K♠ Q♠ 6♠ A♥ K♥ Q♥"))
    assert state.hand(0) == FRENCH.set("7♥ A♦ 5♦ 3♦ 2♦ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣")
    assert state.secrets.stock[0] is FRENCH["9♣"]
    assert state.secrets.own[0] == Holding(
        FRENCH.set(hand), FRENCH.set("A♠ K♠ Q♠ 6♠ A♥ K♥ Q♥"), FRENCH.set("2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣")
    )


@pytest.mark.rule("hornafjardarmanni.exchange.detail", "hornafjardarmanni.deal")
def test_after_seven_five_and_four_the_dealers_last_new_card_is_the_cut_card() -> None:
    state = exchange(dealt("10♠"), 7, 5)
    assert FRENCH["10♠"] not in state.hand(2)
    assert state.secrets.stock[-1] is FRENCH["10♠"]
    state = exchange(state, 4)
    assert FRENCH["10♠"] in state.secrets.own[2].drawn
    assert state.secrets.stock == ()


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_the_manni_is_drawn_from_the_top_by_one_after_the_other() -> None:
    state = dealt("10♠", manni="2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣")
    state = exchange(state, 2, 1, 3)
    drawn = [own.drawn for own in state.secrets.own]
    assert drawn == [FRENCH.set("2♣ 3♣"), FRENCH.set("4♣"), FRENCH.set("5♣ 6♣ 7♣")]
    assert state.secrets.stock[0] is FRENCH["8♣"]
    assert state.deal.left == len(state.secrets.stock) == 10


@pytest.mark.rule("hornafjardarmanni.exchange")
def test_discards_are_out_of_the_game() -> None:
    state = apply(dealt("10♠", {0: TWELVE_CARDS}), Exchange("A♠ K♠"))
    state = moves(state, KEEP, KEEP)
    assert not any(FRENCH["A♠"] in hand for hand in state.hands)
    assert FRENCH["A♠"] not in state.secrets.stock
    assert refused(state, Play(FRENCH["A♠"])).rule == "common.hold"


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_keeping_the_hand_is_an_exchange_of_no_cards() -> None:
    state = dealt()
    assert legal_moves(state)[0] == KEEP
    after = apply(state, KEEP)
    assert after.hand(0) == state.hand(0)
    assert after.secrets.stock == state.secrets.stock
    assert after.deal.exchanged == (0,)


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_whoever_has_drawn_may_not_exchange_again() -> None:
    state = exchange(dealt(), 1)
    assert state.mover == 1
    drawn = tuple(state.secrets.own[0].drawn)
    assert refused(state, Exchange(drawn)).rule == "common.hold"
    assert len(legal_moves(observe(state, 0))) == 0


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_an_unused_allowance_does_not_pass_to_the_next_player() -> None:
    state = exchange(dealt(), 0)
    violation = refused(state, Exchange(tuple(state.hand(1))[:6]))
    assert violation.rule == "hornafjardarmanni.exchange"
    assert dict(violation.params)["limit"] == 5


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_the_dealer_may_exchange_the_whole_hand() -> None:
    state = exchange(dealt(), 0, 0)
    assert len(legal_moves(state)) == 4096
    old = state.hand(2)
    state = apply(state, Exchange(old))
    assert state.hand(2).isdisjoint(old)
    assert state.deal.left == 4


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_how_many_were_exchanged_is_public_and_which_is_not() -> None:
    state = dealt("10♠", {0: TWELVE_CARDS})
    one, other = apply(state, Exchange("A♠ K♠ Q♠")), apply(state, Exchange("A♦ 5♦ 3♦"))
    for seat in (None, 1, 2):
        assert observe(one, seat) == observe(other, seat)
        assert observe(one, seat).deal.exchanged == (3,)
        assert observe(one, seat).log == (cardrules.Act(0, Exchanged(3)),)
    mine = observe(one, 0)
    assert mine.own is not None
    assert mine.own.discarded == FRENCH.set("A♠ K♠ Q♠")
    assert mine != observe(other, 0)


@pytest.mark.rule("hornafjardarmanni.exchange")
def test_the_exchanges_are_lazy_and_in_a_stable_order() -> None:
    options = legal_moves(dealt("10♠", {0: TWELVE_CARDS}))
    assert isinstance(options, Choices)
    assert len(options) == 3302
    assert options[1] == Exchange("A♠")
    assert options[12] == Exchange("2♦")
    assert options[13] == Exchange("A♠ K♠")
    assert options[-1] == Exchange("K♥ Q♥ 7♥ A♦ 5♦ 3♦ 2♦")
    assert Exchange("A♠ 2♦") in options
    assert Exchange("A♣") not in options


@pytest.mark.rule("common.hold")
def test_only_cards_of_the_hand_can_be_exchanged() -> None:
    state = dealt("10♠", {0: TWELVE_CARDS})
    violation = refused(state, Exchange("A♠ 2♣ 3♣"))
    assert violation.rule == "common.hold"
    assert violation.cards == FRENCH.read("3♣ 2♣")


@pytest.mark.rule("common.hold")
def test_a_card_not_held_is_cited_before_too_many_cards() -> None:
    state = dealt("10♠", {0: TWELVE_CARDS})
    assert refused(state, Exchange("A♠ K♠ Q♠ 6♠ A♥ K♥ Q♥ 2♣")).rule == "common.hold"


@pytest.mark.rule("common.phase")
def test_no_card_is_played_while_exchanging_and_none_exchanged_in_play() -> None:
    state = dealt("10♠", {0: TWELVE_CARDS})
    violation = refused(state, Play(FRENCH["A♠"]))
    assert violation.rule == "common.phase"
    assert violation.message == "seat 0 may not play A♠ now: cards are being exchanged."
    assert refused(exchange(state, 0, 0), Play(FRENCH["A♠"])).rule == "common.phase"
    state = moves(state, KEEP, KEEP, KEEP)
    violation = refused(state, Exchange("A♠"))
    assert violation.rule == "common.phase"
    assert violation.message.endswith(" now: the tricks are being played.")
    assert refused(play(state, "A♠"), KEEP).rule == "common.phase"


# --- Where the cut card is


@pytest.mark.rule("hornafjardarmanni.cut", "hornafjardarmanni.deal")
def test_the_cut_card_lies_in_the_manni_until_the_dealer_takes_all_that_is_left() -> None:
    state = dealt()
    assert cut_card_seat(new_match(Rules())) is None
    assert cut_card_seat(state) is None
    assert cut_card_seat(exchange(state, 7, 5, 3)) is None
    assert cut_card_seat(exchange(state, 7, 5, 4)) == 2
    assert cut_card_seat(observe(exchange(state, 7, 5, 4), 0)) == 2


@pytest.mark.rule("hornafjardarmanni.cut", "hornafjardarmanni.deal")
def test_with_manni_first_the_cut_card_is_dealt_to_the_dealer() -> None:
    state = new_match(MANNI_FIRST, first=2)
    assert cut_card_seat(state) is None
    state = apply(state, Deal(FRENCH.cards))
    assert cut_card_seat(state) == 1
    assert FRENCH.cards[-1] in state.hand(1)


# --- hornafjardarmanni.lead, hornafjardarmanni.turn


@pytest.mark.rule("hornafjardarmanni.lead")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_dealers_left_leads_the_first_trick(first: int) -> None:
    state = in_play(first=first)
    assert state.deal.dealer == (first + 2) % 3
    assert state.mover == state.leader == first


@pytest.mark.rule("hornafjardarmanni.turn")
def test_the_turn_goes_clockwise() -> None:
    state = in_play(first=1)
    order: list[int] = []
    for _ in range(3):
        order.append(state.mover)
        state = apply(state, legal_moves(state)[0])
    assert order == [1, 2, 0]
    assert Rules().format.seating == Seating(3, direction=1)


# --- hornafjardarmanni.follow


@pytest.mark.rule("hornafjardarmanni.follow")
@pytest.mark.parametrize("cut", ["10♠", "8♥", "4♣"])
def test_any_card_may_be_led(cut: str) -> None:
    state = in_play(cut, {0: TWELVE_CARDS})
    assert legal_moves(state) == tuple(map(Play, FRENCH.set(TWELVE_CARDS)))


@pytest.mark.rule("hornafjardarmanni.follow")
@pytest.mark.parametrize("cut", ["10♠", "8♥", "4♣"])
def test_whoever_holds_the_led_suit_must_follow(cut: str) -> None:
    state = play(in_play(cut, {0: "2♠", 1: TWELVE_CARDS}), "2♠")
    assert legal_moves(state) == tuple(map(Play, FRENCH.read("A♠ K♠ Q♠ 6♠")))
    violation = refused(state, Play(FRENCH["7♥"]))
    assert violation.rule == "hornafjardarmanni.follow"
    assert violation.seat == 1
    assert violation.cards == FRENCH.read("A♠ K♠ Q♠ 6♠")
    assert violation.params == (("suit", "spades"), ("card", "7♥"))
    assert violation.message == "seat 1 holds A♠, K♠, Q♠ and 6♠ and must follow spades."


@pytest.mark.rule("hornafjardarmanni.follow")
@pytest.mark.parametrize("cut", ["10♠", "8♥", "4♣"])
def test_whoever_is_void_may_play_any_card(cut: str) -> None:
    state = play(in_play(cut, {0: "2♣", 1: TWELVE_CARDS}), "2♣")
    assert legal_moves(state) == tuple(map(Play, FRENCH.set(TWELVE_CARDS)))


@pytest.mark.rule("hornafjardarmanni.follow", "hornafjardarmanni.exchange")
def test_new_cards_count_when_following() -> None:
    state = dealt("10♠", {0: "2♣", 1: TWELVE_CARDS}, manni="9♣")
    state = play(moves(state, KEEP, Exchange("A♠"), KEEP), "2♣")
    assert legal_moves(state) == (Play(FRENCH["9♣"]),)


# --- hornafjardarmanni.trick


@pytest.mark.rule("hornafjardarmanni.trick")
@pytest.mark.parametrize(
    ("cut", "trick", "winner"),
    [
        ("K♦", "3♣ A♠ 4♣", 2),  # no trumps: an ace that is discarded does not win
        ("K♦", "3♣ A♠ A♥", 0),
        ("2♦", "3♣ A♠ 4♣", 2),  # nor in nolo
        ("9♥", "3♣ A♠ 4♣", 2),  # no trump is played: the highest club wins
        ("9♥", "3♣ A♠ 2♣", 0),
        ("9♥", "A♣ 2♥ K♣", 1),  # any trump beats the led suit
        ("9♥", "A♣ 3♥ 2♥", 1),  # the highest trump
        ("9♥", "A♣ 2♥ 3♥", 2),
        ("9♥", "2♥ A♠ 3♥", 2),  # trumps led
        ("8♠", "A♣ 2♥ 2♠", 2),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_led_suit(
    cut: str, trick: str, winner: int
) -> None:
    assert winner_of(cut, trick) == winner


@pytest.mark.rule("hornafjardarmanni.trick")
def test_the_winner_leads_the_next_trick() -> None:
    state = play(in_play("K♦", {0: "3♣", 1: "5♣", 2: "4♣"}), "3♣ 5♣ 4♣")
    assert state.tricks[0].winner == 1
    assert state.mover == state.leader == 1
    assert state.trick == ()
    assert apply(state, legal_moves(state)[0]).mover == 2


@pytest.mark.rule("hornafjardarmanni.trick")
def test_a_deal_has_twelve_tricks() -> None:
    state = play_deal(new_match(Rules()), "A♣", TAKES_ALL)
    assert len(state.tricks) == 12
    assert state.deal_is_over
    assert state.awaits_deal
    assert len(legal_moves(state)) == 0


# --- hornafjardarmanni.score


@pytest.mark.rule("hornafjardarmanni.score")
@pytest.mark.parametrize(
    ("tricks", "normal", "nolo"),
    [
        ((12, 0, 0), (8, -4, -4), (-8, 4, 4)),
        ((4, 4, 4), (0, 0, 0), (0, 0, 0)),
        ((7, 5, 0), (3, 1, -4), (-3, -1, 4)),
    ],
)
def test_tricks_above_four_and_in_nolo_below_four(
    tricks: tuple[int, ...], normal: tuple[int, ...], nolo: tuple[int, ...]
) -> None:
    rule = "hornafjardarmanni.score"
    for contract in (Contract("no_trumps"), Contract("trumps", FRENCH["A♠"].suit)):
        assert score(tricks, contract, Rules()) == tuple(
            Line(rule, seat, points) for seat, points in enumerate(normal)
        )
    assert score(tricks, Contract("nolo"), Rules()) == tuple(
        Line(rule, seat, points) for seat, points in enumerate(nolo)
    )


@pytest.mark.rule("hornafjardarmanni.score")
@pytest.mark.parametrize(
    ("cut", "script", "tricks", "scores"),
    [
        ("A♣", TAKES_ALL, (12, 0, 0), (8, -4, -4)),
        ("9♣", TAKES_ALL, (12, 0, 0), (8, -4, -4)),
        ("5♣", TAKES_ALL, (12, 0, 0), (-8, 4, 4)),
        ("2♦", FOUR_EACH, (4, 4, 4), (0, 0, 0)),
        ("10♠", FOUR_EACH, (4, 4, 4), (0, 0, 0)),
        ("A♦", SEVEN_FIVE_NONE, (7, 5, 0), (3, 1, -4)),
        ("2♣", SEVEN_FIVE_NONE, (7, 5, 0), (-3, -1, 4)),
        ("K♦", NINE_TWO_ONE, (9, 2, 1), (5, -2, -3)),
    ],
)
def test_a_deal_scores_by_its_contract(
    cut: str, script: tuple[str, ...], tricks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    state = play_deal(new_match(Rules(target=20)), cut, script)
    assert tricks_taken(state) == tricks
    result = state.match.results[0]
    assert result.scores == result.payoffs == result.totals == state.scores == scores
    assert [(line.side, line.points) for line in state.lines] == list(enumerate(scores))
    assert {line.rule for line in state.lines} == {"hornafjardarmanni.score"}


@pytest.mark.rule("hornafjardarmanni.score")
def test_scores_add_up_over_the_deals_and_may_be_negative() -> None:
    state = play_deal(new_match(Rules(), scores=(1, 2, -3)), "5♣", TAKES_ALL)
    assert state.scores == (-7, 6, 1)
    state = play_deal(state, "A♦", SEVEN_FIVE_NONE)  # seat 1 leads now
    assert state.match.results[1].scores == (-4, 3, 1)
    assert state.scores == (-11, 9, 2)


# --- hornafjardarmanni.next


@pytest.mark.rule("hornafjardarmanni.next")
def test_the_deal_passes_to_the_left() -> None:
    state, dealers = new_match(Rules(), first=0), list[int | None]()
    for number in (1, 2, 3, 4):
        state = play_deal(state, "10♠", FOUR_EACH)
        assert state.deal.number == number
        dealers.append(state.deal.dealer)
    assert dealers == [2, 0, 1, 2]


@pytest.mark.rule("hornafjardarmanni.next")
@pytest.mark.parametrize(("first", "dealer"), [(0, 2), (1, 0), (2, 1)])
def test_first_is_on_the_first_dealers_left(first: int, dealer: int) -> None:
    state = dealt(first=first)
    assert state.deal.dealer == dealer
    assert state.mover == first


def test_first_must_be_a_seat() -> None:
    with pytest.raises(SeatError):
        new_match(Rules(), first=3)


# --- hornafjardarmanni.over


@pytest.mark.rule("hornafjardarmanni.over")
@pytest.mark.parametrize("each", [7, 5])
def test_a_shared_lead_or_too_low_a_lead_does_not_end_the_match(each: int) -> None:
    state = new_match(Rules(), first=2, scores=(each, each, -2 * each))
    state = play_deal(state, "5♣", TAKES_ALL)  # seat 2 takes all tricks in nolo
    assert state.scores in ((11, 11, -22), (9, 9, -18))
    assert cardrules.outcome(state) is None
    assert state.awaits_deal


@pytest.mark.rule("hornafjardarmanni.over")
def test_the_highest_score_wins_when_two_have_ten() -> None:
    state = play_deal(new_match(Rules(), scores=(9, 9, -18)), "A♦", SEVEN_FIVE_NONE)
    outcome = cardrules.outcome(state)
    assert outcome is not None
    assert outcome.scores == state.scores == (12, 10, -22)
    assert outcome.winners == (0,)
    assert outcome.losers == (1, 2)
    assert outcome.rule == "hornafjardarmanni.over"


@pytest.mark.rule("hornafjardarmanni.over")
def test_after_a_shared_lead_a_lead_below_ten_does_not_win() -> None:
    state = new_match(Rules(), first=2, scores=(11, 11, -22))
    state = play_deal(state, "K♦", NINE_TWO_ONE)
    assert state.scores == (9, 8, -17)
    assert cardrules.outcome(state) is None
    assert state.awaits_deal


@pytest.mark.rule("hornafjardarmanni.over")
def test_after_a_shared_lead_a_lead_of_one_player_wins() -> None:
    state = play_deal(new_match(Rules(), scores=(11, 11, -22)), "A♦", SEVEN_FIVE_NONE)
    outcome = cardrules.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (14, 12, -26))


@pytest.mark.rule("hornafjardarmanni.over")
def test_exactly_ten_wins_and_nine_does_not() -> None:
    ten = play_deal(new_match(Rules(), scores=(2, 0, -2)), "A♣", TAKES_ALL)
    nine = play_deal(new_match(Rules(), scores=(1, 1, -2)), "A♣", TAKES_ALL)
    assert ten.scores == (10, -4, -6)
    assert ten.match.outcome is not None
    assert nine.scores == (9, -3, -6)
    assert nine.match.outcome is None


@pytest.mark.rule("hornafjardarmanni.over")
@pytest.mark.parametrize(("target", "over"), [(8, True), (9, False), (1, True)])
def test_the_target_is_an_option(target: int, over: bool) -> None:
    state = play_deal(new_match(Rules(target=target)), "A♣", TAKES_ALL)
    assert state.scores == (8, -4, -4)
    assert (state.match.outcome is not None) is over


@pytest.mark.rule("common.over")
def test_after_the_end_no_move_is_made() -> None:
    state = play_deal(new_match(Rules(target=8)), "A♣", TAKES_ALL)
    with pytest.raises(MatchOver):
        apply(state, Deal(FRENCH.cards))
    assert refused(state, KEEP).rule == "common.over"
    assert not state.awaits_deal
    assert len(legal_moves(state)) == 0


@pytest.mark.rule("hornafjardarmanni.over")
@pytest.mark.parametrize("scores", [(11, 11, -22), (9, 9, -18), (-22, 11, 11), (0, 0, 0), (9, -4, -5)])
def test_a_match_may_start_from_a_standing_from_which_it_goes_on(scores: tuple[int, int, int]) -> None:
    state = new_match(Rules(), scores=scores)
    assert state.scores == state.match.start == scores


@pytest.mark.rule("hornafjardarmanni.over", "hornafjardarmanni.score")
@pytest.mark.parametrize(
    "scores", [(12, 10, -22), (10, 0, -10), (1, 0, 0), (0, 0), (0, 0, 0, 0), (1.0, -1.0, 0), (5, 5, 5)]
)
def test_no_other_standing_starts_a_match(scores: tuple[Any, ...]) -> None:
    with pytest.raises(RulesError) as caught:
        new_match(Rules(), scores=scores)
    assert caught.value.option == "scores"


@pytest.mark.rule("hornafjardarmanni.over")
def test_the_target_counts_for_the_starting_standing() -> None:
    new_match(Rules(target=13), scores=(12, 10, -22))
    with pytest.raises(RulesError):
        new_match(Rules(target=3), scores=(3, 0, -3))


# --- Options and presets


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("target", 0),
        ("target", -1),
        ("target", 10.0),
        ("target", True),
        ("target", "10"),
        ("nolo_ace", "middle"),
        ("nolo_ace", None),
        ("deal", "one_by_one"),
        ("deal", ""),
    ],
)
def test_impossible_options_are_named(option: str, value: object) -> None:
    options: dict[str, Any] = {option: value}
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    assert caught.value.option == option


@pytest.mark.rule("hornafjardarmanni.rank.nolo", "hornafjardarmanni.deal")
def test_the_preset_of_cardgames() -> None:
    assert Rules.cardgames() == Rules(nolo_ace="low", deal="manni_first")
    assert Rules.cardgames(target=20).target == 20


def test_the_defaults_are_the_documented_rules() -> None:
    assert Rules() == Rules(target=10, nolo_ace="high", deal="packets_of_four", format=Format())
    assert (Format().each, Format().stock, Format().allowances, Format().par) == (12, 16, (7, 5), 4)


# --- Study: reduced formats, not the game

SMALL = "A♠ K♠ 9♠ 5♠ A♥ K♥ 9♥ 5♥ A♦ K♦ 9♦ 5♦"


@pytest.mark.parametrize("deal", ["packets_of_four", "manni_first"])
def test_a_study_plays_like_the_game(deal: Literal["packets_of_four", "manni_first"]) -> None:
    rules = Rules.study(SMALL, each=3, allowances=(2, 1), deal=deal, target=1)
    for seed in range(20):
        states = random_states(seed, rules)
        assert states[-1].match.outcome is not None
        first = states[1]
        assert [len(hand) for hand in first.hands] == [3, 3, 3]
        assert first.deal.left == 3
        for state in states:
            assert sum(state.scores) == 0


def test_a_study_offers_every_exchange_that_its_allowances_permit() -> None:
    state = apply(new_match(Rules.study(SMALL, allowances=(2, 1))), Deal(FRENCH.read(SMALL)))
    for most in (2, 1, 3):
        hand = tuple(state.hand(state.mover))
        every = [Exchange(some) for size in range(most + 1) for some in combinations(hand, size)]
        assert list(legal_moves(state)) == every
        state = apply(state, KEEP)


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_nobody_exchanges_more_than_is_left() -> None:
    state = apply(new_match(Rules.study(SMALL)), Deal(FRENCH.read(SMALL)))
    state = exchange(state, 3)
    assert list(legal_moves(state)) == [KEEP]
    assert cut_card_seat(state) == 0
    assert refused(state, Exchange(tuple(state.hand(1))[:1])).rule == "hornafjardarmanni.exchange"


@pytest.mark.parametrize(
    "options",
    [
        {"cards": SMALL, "each": 2},
        {"cards": SMALL, "each": 0},
        {"cards": SMALL, "each": 6},
        {"cards": SMALL, "each": "3"},
        {"cards": "A♠ K♠ 9♠ 5♠ A♥ K♥ 9♥ 5♥ A♦"},
        {"cards": SMALL, "allowances": (1,)},
        {"cards": SMALL, "allowances": (1, -1)},
        {"cards": SMALL, "target": 0},
    ],
)
def test_a_study_of_sizes_that_do_not_fit_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.study(**options)
    assert refused.value.option in {*options, "format"}


def test_a_study_of_one_card_each_is_refused_since_it_has_no_par() -> None:
    with pytest.raises(RulesError, match="1 cards each and 9 for the Manni: each needs a multiple of 3"):
        Rules.study(SMALL, each=1)


def test_a_study_has_the_options_of_the_game_unless_it_says_otherwise() -> None:
    rules = Rules.study(SMALL)
    assert attrs.evolve(rules, format=Rules().format) == Rules()
    assert (rules.format.each, rules.format.allowances) == (3, Rules().format.allowances)


def test_a_manni_of_one_card_is_the_cut_card_alone() -> None:
    cards = "A♠ K♠ 9♠ 5♠ A♥ K♥ 9♥ 5♥ A♦ K♦"
    rules = Rules.study(cards, allowances=(2, 1))
    assert (rules.format.each, rules.format.stock) == (3, 1)
    state = apply(new_match(rules), Deal(FRENCH.read(cards)))
    assert (str(state.deal.cut), state.deal.left, state.deal.limit) == ("K♦", 1, 1)


def test_a_format_must_fit_its_pack() -> None:
    with pytest.raises(RulesError):
        Format(stock=15)
    with pytest.raises(RulesError):
        Format(pack=Pack(FRENCH.deck, FRENCH.set(SMALL)))


@pytest.mark.rule("hornafjardarmanni.players")
@pytest.mark.parametrize(
    "seating",
    [Seating(2), Seating(4), Seating(3, sides=((0, 1), (2,))), Seating(3).rest(1)],
    ids=["two", "four", "two against one", "one rests"],
)
def test_a_format_is_for_three_each_for_himself(seating: Seating) -> None:
    seats = seating.seats
    with pytest.raises(RulesError, match="is not three players, each for himself") as refused:
        Format(seating=seating, each=3 * seats, stock=52 - 3 * seats**2, allowances=(1,) * (seats - 1))
    assert refused.value.option == "format"


# --- States, views, events


@given(st.integers(0, 10**6), st.sampled_from([Rules(), Rules.cardgames(), Rules(target=1)]))
def test_every_card_is_in_exactly_one_place_in_every_state(seed: int, rules: Rules) -> None:
    for state in random_states(seed, rules, plies=90):
        where = [
            *(card for hand in state.hands for card in hand),
            *state.played,
            *(card for own in state.secrets.own for card in own.discarded),
            *state.secrets.stock,
        ]
        if state.deal.number:
            assert sorted(card.index for card in where) == list(range(52))
        for own in state.secrets.own:
            assert own.discarded <= own.dealt
            assert len(own.discarded) == len(own.drawn)


@given(st.integers(0, 10**6))
def test_legal_moves_are_what_apply_accepts_and_are_seen_by_the_mover_alone(seed: int) -> None:
    for state in random_states(seed, Rules(), plies=45):
        seats: tuple[int | None, ...] = (None, 0, 1, 2)
        for seat in seats:
            mine = seat is not None and seat == state.to_move
            expected: Sequence[Move] = legal_moves(state) if mine else ()
            assert list(legal_moves(observe(state, seat)))[:50] == list(expected[:50])
        if state.deal.phase == "playing" and state.to_move is not None:
            allowed = {move for move in map(Play, FRENCH) if why_not(state, move) is None}
            assert allowed == set(legal_moves(state))


@given(st.integers(0, 10**6))
def test_each_deal_sums_to_zero_and_the_lines_to_the_score(seed: int) -> None:
    state = random_states(seed, Rules(target=5), plies=2000)[-1]
    assert state.match.outcome is not None
    for result in state.match.results:
        assert sum(result.scores) == 0
        by_side = [sum(line.points for line in result.lines if line.side == side) for side in range(3)]
        assert tuple(by_side) == result.scores


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_a_view_does_not_change_with_what_its_seat_may_not_see() -> None:
    hand = {0: TWELVE_CARDS}
    one = dealt("10♠", {**hand, 1: "K♦ Q♦ J♦", 2: "2♣ 3♣ 4♣"}, manni="9♣ J♠")
    other = dealt("10♠", {**hand, 1: "2♣ 3♣ J♠", 2: "K♦ 8♦ 9♦"}, manni="Q♦ 4♣")
    for counts in ((), (0, 5), (0, 5, 4)):
        assert observe(exchange(one, *counts), 0) == observe(exchange(other, *counts), 0)
        assert observe(exchange(one, *counts)) == observe(exchange(other, *counts))
        assert observe(exchange(one, *counts), 1) != observe(exchange(other, *counts), 1)


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_an_exchange_tells_the_cards_to_its_player_and_the_number_to_the_others() -> None:
    state = dealt("10♠", {0: TWELVE_CARDS}, manni="2♣ 3♣")
    move = Exchange("A♠ K♠")
    mine = events(state, move, 0)
    assert mine[0] == cardrules.event.Acted(0, Exchanged(2))
    changed = [event for event in mine if isinstance(event, cardrules.event.HandChanged)]
    assert [(event.gone, event.come) for event in changed] == [(FRENCH.set("A♠ K♠"), FRENCH.set("2♣ 3♣"))]
    seats: tuple[int | None, ...] = (None, 1, 2)
    for seat in seats:
        told = events(state, move, seat)
        assert [type(event).__name__ for event in told] == ["Acted", "DealChanged", "TurnPassed"]
        assert "A♠" not in repr(told)
        assert "2♣" not in repr(told)


def test_a_deal_tells_the_cut_card_the_contract_and_the_dealer() -> None:
    state = new_match(Rules(), first=1)
    began = events(state, arranged(state, "9♦", {}))[0]
    assert isinstance(began, cardrules.event.DealBegan)
    assert isinstance(began.deal, hornafjardarmanni.Facts)
    assert began.deal.cut is FRENCH["9♦"]
    assert began.deal.contract == Contract("trumps", FRENCH["A♦"].suit)
    assert began.deal.dealer == 0


@pytest.mark.rule("common.deal")
def test_a_deal_is_the_only_move_where_one_is_awaited_and_no_move_elsewhere() -> None:
    state = new_match(Rules())
    assert refused(state, KEEP).rule == "common.deal"
    assert refused(dealt(), Deal(FRENCH.cards)).rule == "common.deal"
    with pytest.raises(IllegalMove):
        shuffle(dealt(), random.Random(1))


@pytest.mark.rule("common.phase")
def test_a_move_of_another_game_is_foreign() -> None:
    spanish: Any = Play(cardrules.SPANISH["7 de oro"])
    with pytest.raises(ForeignMove):
        apply(in_play(), spanish)
    with pytest.raises(CardError):
        Exchange((cardrules.SPANISH["7 de oro"],))


def test_why_not_on_a_view_answers_for_its_seat() -> None:
    state = dealt("10♠", {0: TWELVE_CARDS})
    assert why_not(observe(state, 0), Exchange("A♠")) is None
    too_many = why_not(observe(state, 0), Exchange(tuple(state.hand(0))[:8]))
    assert too_many is not None
    assert too_many.rule == "hornafjardarmanni.exchange"
    other = why_not(observe(state, 1), KEEP)
    assert other is not None
    assert other.rule == "common.phase"


def test_the_generic_verbs_work_on_this_game() -> None:
    state = cardrules.apply(new_match(Rules()), cardrules.shuffle(new_match(Rules()), random.Random(3)))
    assert cardrules.legal_moves(state) == legal_moves(state)
    assert cardrules.observe(state, seat=1) == observe(state, 1)
    assert state.GAME is GAME
    assert pickle.loads(pickle.dumps(GAME)) == GAME


def shown(value: object) -> object:
    """What the text of a value evaluates to, with the names of the library and the game."""
    known = {**vars(cardrules), **vars(cardrules.table), **vars(hornafjardarmanni)}
    return eval(repr(value), known)


@pytest.mark.parametrize(
    "rules", [Rules(), Rules.cardgames(target=5), Rules.study(SMALL, allowances=(2, 1), deal="manni_first")]
)
def test_every_value_can_be_written_down_pickled_and_hashed(rules: Rules) -> None:
    states = random_states(5, rules, plies=50)
    values: list[object] = [rules, rules.format, *states[:6], *states[40:]]
    seats: tuple[int | None, ...] = (None, 0, 1, 2)
    values += [observe(state, seat) for state in states[:6] for seat in seats]
    values += [
        *legal_moves(states[1])[:5],
        states[1].deal,
        states[4].secrets,
        Exchanged(3),
        Exchange("A♠ 2♦"),
    ]
    for value in values:
        assert shown(value) == value
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert hash(again) == hash(value)


def test_a_pickled_state_plays_on() -> None:
    state = play(in_play("9♥", {0: "3♣", 1: "2♣"}), "3♣ 2♣")
    again: State = pickle.loads(pickle.dumps(state))
    for move in legal_moves(state):
        assert apply(again, move) == apply(state, move)


def test_the_fast_and_the_checked_way_to_apply_agree() -> None:
    for state in random_states(13, Rules(), plies=60):
        for move in list(legal_moves(state))[:20]:
            assert apply(state, move) == GAME.checked_apply(state, move)


def test_a_state_is_never_changed() -> None:
    states = random_states(11, Rules(), plies=60)
    before = [repr(state) for state in states]
    for state in states:
        if state.to_move is not None:
            apply(state, legal_moves(state)[0])
    assert [repr(state) for state in states] == before
