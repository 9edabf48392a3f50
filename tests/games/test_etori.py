"""Etori: every example of the rules page, and every rule by its id."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
import cardrules.table
from cardrules import FRENCH, SPANISH, CardSet, Deal, Play, RulesError, SeatError, Suit, Violation
from cardrules.game import Hands
from cardrules.games import etori
from cardrules.games.etori import ChooseLeader, Rules, State, payment

NOTHING: tuple[etori.Move, ...] = ()
CLUBS = "K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣ 2♣"
SPADES = "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠"


def begin(
    hands: Hands = (),
    rules: Rules | None = None,
    *,
    first: int = 0,
    scores: tuple[int, ...] | None = None,
) -> State:
    """The first deal of a match, with these hands; the leader is still to be chosen."""
    state = etori.new_match(rules or Rules(), first=first, scores=scores)
    return etori.apply(state, etori.arrange(state, hands))


def led(state: State, leader: int | None = None) -> State:
    """The state after the choice of a leader: by default the seat that decides leads itself."""
    return etori.apply(state, ChooseLeader(state.mover if leader is None else leader))


def play(state: State, cards: str) -> State:
    """The state after these cards, in order."""
    for card in FRENCH.read(cards):
        state = etori.apply(state, Play(card))
    return state


def legal(state: State) -> str:
    """The cards that may be played, as text."""
    return " ".join(str(move.card) for move in etori.legal_moves(state) if isinstance(move, Play))


def fault(position: State | etori.View, move: etori.Move | Deal) -> Violation:
    """The violation of a move that is refused, by `apply` as by `why_not`."""
    violation = etori.why_not(position, move)
    assert violation is not None
    if isinstance(position, State):
        with pytest.raises(cardrules.IllegalMove) as refused:
            etori.apply(position, move)
        assert refused.value.violation == violation
    return violation


def four_tricks(state: State, aces: Mapping[str, int]) -> State:
    """A deal of four tricks, each the four pictures of a suit: who has its ace takes the trick.

    ``aces`` gives the seat that is dealt the ace of each suit, and so captures four pictures.
    """
    awaited = etori.apply(state, etori.arrange(state))
    active = awaited.deal.seating.active
    held: dict[int, dict[str, str]] = {seat: {} for seat in active}
    for suit, holder in aces.items():
        held[holder][suit] = f"A{suit}"
        others = [seat for seat in active if seat != holder]
        for seat, rank in zip(others, "KQJ", strict=True):
            held[seat][suit] = f"{rank}{suit}"
    hands = {seat: " ".join(cards.values()) for seat, cards in held.items()}
    state = led(etori.apply(state, etori.arrange(state, hands)))
    for suit in aces:
        for _ in active:
            state = play(state, held[state.mover][suit])
    assert state.deal_is_over
    return state


def points(state: State) -> list[tuple[str, int, int]]:
    """The lines of a deal without their cards: rule, side, points."""
    return [(line.rule, line.side, line.points) for line in state.lines]


NO_ACE_AT_EIGHT_ALL = {  # team 1 has no ace, and takes eight pictures by trumping twice
    0: "A♠ J♥ A♦ A♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣ 2♣",
    1: "K♥ Q♦ J♦ J♣ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦ 2♦",
    2: "K♠ A♥ Q♥ K♣ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥",
    3: "Q♠ J♠ K♦ Q♣ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠",
}
NINE_TO_SEVEN = {  # of the aces, team 0 has Rensho alone; seat 2 has no diamond
    0: "K♠ J♥ K♦ 9♦ J♣ 2♣",
    1: "A♠ A♥ A♦ Q♦ 5♣ 3♣",
    2: "Q♠ K♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥ A♣ K♣ 10♣",
    3: "J♠ Q♥ J♦ 10♦ Q♣ 4♣",
}


def nine_to_seven(**options: Any) -> State:
    """Example 6 of the rules page, played to its end: team 1 wins by nine pictures to seven."""
    state = led(begin(NINE_TO_SEVEN, Rules(**options), first=1))
    state = play(state, "A♦ A♣ J♦ K♦")  # Rensho takes the ace of diamonds
    state = play(state, "K♣ Q♣ 2♣ 3♣")
    state = play(state, "10♣ 4♣ J♣ 5♣")  # seven pictures for team 0
    state = play(state, "K♠ A♠ Q♠ J♠")
    state = play(state, "A♥ K♥ Q♥ J♥")
    return play(state, "Q♦ 2♥ 10♦ 9♦")


def random_deals(seed: int, rules: Rules, deals: int = 3) -> Iterator[State]:
    """The ends of the first deals of a match that is played at random."""
    rng = random.Random(seed)
    state = etori.new_match(rules, first=rng.randrange(rules.players))
    for _ in range(deals):
        if not state.awaits_deal:
            return
        state = etori.apply(state, etori.shuffle(state, rng))
        while state.to_move is not None:
            state = etori.apply(state, rng.choice(etori.legal_moves(state)))
        yield state


some_rules = st.builds(
    Rules,
    players=st.sampled_from([4, 6]),
    tokens=st.integers(1, 6),
    trump=st.sampled_from("♠♥♦"),
    aces=st.sampled_from(["dealt", "captured"]),
    direction=st.sampled_from(["clockwise", "counterclockwise"]),
)
seeds = st.integers(0, 2**32)


# --- Players and cards --------------------------------------------------------------------------


@pytest.mark.rule("etori.players")
def test_four_play_unless_the_option_says_six() -> None:
    assert etori.new_match(Rules()).seating.seats == 4
    assert etori.new_match(Rules(players=6)).seating.seats == 6


@pytest.mark.rule("etori.players")
@pytest.mark.parametrize("players", [0, 2, 3, 5, 8, 4.0, "4", True, None])
def test_no_other_number_plays(players: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(players=players)
    assert refused.value.option == "players"


@pytest.mark.rule("etori.seats")
@pytest.mark.parametrize(("players", "sides"), [(4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5)))])
def test_partners_sit_opposite(players: int, sides: tuple[tuple[int, ...], ...]) -> None:
    seating = etori.new_match(Rules(players=players)).seating
    assert seating.sides == sides
    assert all(seating.side_of(team) == team for team in range(len(sides)))


@pytest.mark.rule("etori.six.rest")
@pytest.mark.parametrize("first", range(6))
def test_the_dealing_team_of_three_rests(first: int) -> None:
    state = begin(rules=Rules(players=6), first=first)
    dealer = (first - 1) % 6
    resting = {dealer, (dealer + 3) % 6}
    assert state.deal.dealer == dealer
    assert set(state.deal.seating.resting) == resting
    assert [len(hand) for hand in state.hands] == [0 if seat in resting else 13 for seat in range(6)]


@pytest.mark.rule("etori.six.rest")
def test_nobody_of_four_rests() -> None:
    assert begin().deal.seating == etori.new_match(Rules()).seating


@pytest.mark.rule("etori.six.rest")
def test_a_resting_seat_gets_no_cards() -> None:
    with pytest.raises(SeatError):
        begin({2: "A♣"}, Rules(players=6))


@pytest.mark.rule("etori.pack")
def test_the_pack_is_52_cards_with_sixteen_pictures() -> None:
    assert etori.new_match(Rules()).pack == FRENCH
    assert str(etori.PICTURES) == "A♠ K♠ Q♠ J♠ A♥ K♥ Q♥ J♥ A♦ K♦ Q♦ J♦ A♣ K♣ Q♣ J♣"


@pytest.mark.rule("etori.rank")
@pytest.mark.parametrize("suit", "♠♥♦♣")
def test_the_ace_is_highest_and_the_two_lowest(suit: str) -> None:
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
    order = Rules().tricks
    for high, low in pairwise(FRENCH[f"{rank}{suit}"] for rank in ranks):
        assert order.winner((high, low)) == 0
        assert order.winner((low, high)) == 1


# --- Trumps and Rensho --------------------------------------------------------------------------


@pytest.mark.rule("etori.trump", "etori.trick")
@pytest.mark.parametrize("trump", "♠♥♦")
def test_the_lowest_trump_beats_an_ace_of_a_plain_suit(trump: str) -> None:
    order = Rules(trump=trump).tricks
    for suit in {*"♠♥♦♣"} - {trump}:
        led_ace = FRENCH["K♣" if suit == "♣" else f"A{suit}"]
        assert order.winner((led_ace, FRENCH[f"2{trump}"])) == 1


@pytest.mark.rule("etori.trump")
@pytest.mark.parametrize("trump", ["♠", "spades", "S", FRENCH["2♠"].suit])
def test_trumps_can_be_written_as_text_or_given(trump: str | Suit) -> None:
    assert Rules(trump=trump).trump == FRENCH["A♠"].suit
    assert Rules().trump == FRENCH["A♦"].suit


@pytest.mark.rule("etori.trump")
@pytest.mark.parametrize("trump", ["", "stars", "oro", SPANISH["1 de oro"].suit, None, 3])
def test_trumps_are_a_suit_of_the_pack(trump: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(trump=trump)
    assert refused.value.option == "trump"


@pytest.mark.rule("etori.rensho")
@pytest.mark.parametrize("rensho", ["A♣", "ac", FRENCH["A♣"]])
def test_rensho_can_be_written_as_text_or_given(rensho: Any) -> None:
    assert Rules(rensho=rensho).rensho is FRENCH["A♣"]
    assert Rules().rensho is FRENCH["A♣"]


@pytest.mark.rule("etori.rensho")
@pytest.mark.parametrize("rensho", ["K♣", "", "nonsense", "A♦", FRENCH["2♣"], SPANISH["1 de oro"], None, 1])
def test_rensho_is_an_ace_but_not_of_trumps(rensho: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(rensho=rensho)
    assert refused.value.option == "rensho"


@pytest.mark.rule("etori.rensho")
def test_trumps_may_not_be_the_suit_of_the_usual_rensho() -> None:
    with pytest.raises(RulesError, match="rensho: A♣ is of the trump suit ♣"):
        Rules(trump="♣")
    assert Rules(trump="♣", rensho="A♠").rensho is FRENCH["A♠"]


@pytest.mark.rule("etori.rensho")
@pytest.mark.parametrize("rensho", ["A♠", "A♥", "A♣"])
def test_rensho_beats_every_card_of_every_trick(rensho: str) -> None:
    order = Rules(rensho=rensho).tricks
    boss = FRENCH[rensho]
    for other in FRENCH:
        if other is not boss:
            assert order.winner((other, boss)) == 1
            assert order.winner((boss, other)) == 0


@pytest.mark.rule("etori.rensho")
@pytest.mark.parametrize("rensho", ["A♠", "A♥", "A♣"])
def test_rensho_counts_as_a_card_of_its_own_suit(rensho: str) -> None:
    boss = FRENCH[rensho]
    assert Rules(rensho=rensho).tricks.suit(boss) is boss.suit
    assert Rules(rensho=rensho).tricks.lane(boss) == boss.lane


@pytest.mark.rule("etori.rensho", "etori.trick")
def test_another_rensho_leaves_the_ace_of_clubs_an_ordinary_card() -> None:
    order = Rules(rensho="A♥").tricks
    assert order.winner(FRENCH.read("K♠ A♣ 2♠ 3♠")) == 0
    assert order.winner(FRENCH.read("K♦ A♥ A♦ 2♦")) == 1


# --- The deal -----------------------------------------------------------------------------------


@pytest.mark.rule("etori.tokens")
def test_each_team_starts_with_five_tokens() -> None:
    assert etori.new_match(Rules()).scores == (5, 5)
    assert etori.new_match(Rules(players=6)).scores == (5, 5, 5)
    assert etori.new_match(Rules(players=6, tokens=9)).scores == (9, 9, 9)


@pytest.mark.rule("etori.tokens")
@pytest.mark.parametrize("tokens", [0, -5, 2.5, "5", True, None])
def test_a_team_starts_with_one_token_at_least(tokens: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(tokens=tokens)
    assert refused.value.option == "tokens"


@pytest.mark.rule("etori.deal")
@pytest.mark.parametrize(
    ("options", "first", "order"),
    [
        ({}, 0, (0, 1, 2, 3)),
        ({}, 2, (2, 3, 0, 1)),
        ({"direction": "counterclockwise"}, 0, (0, 3, 2, 1)),
        ({"players": 6}, 0, (0, 1, 3, 4)),
        ({"players": 6}, 1, (1, 2, 4, 5)),
        ({"players": 6, "direction": "counterclockwise"}, 0, (0, 5, 3, 2)),
    ],
)
def test_cards_come_singly_from_the_seat_next_after_the_dealer(
    options: dict[str, Any], first: int, order: tuple[int, ...]
) -> None:
    state = etori.new_match(Rules(**options), first=first)
    state = etori.apply(state, Deal(FRENCH.cards))
    for place, seat in enumerate(order):
        assert state.hand(seat) == FRENCH.set(FRENCH.cards[place::4])


@pytest.mark.rule("etori.teams")
@pytest.mark.parametrize(
    ("options", "first", "dealer", "defenders"),
    [
        ({}, 0, 3, 0),
        ({}, 1, 0, 1),
        ({}, 3, 2, 1),
        ({"direction": "counterclockwise"}, 0, 1, 0),
        ({"direction": "counterclockwise"}, 3, 0, 1),
        ({"players": 6}, 0, 5, 0),
        ({"players": 6}, 5, 4, 2),
        ({"players": 6, "direction": "counterclockwise"}, 0, 1, 0),
        ({"players": 6, "direction": "counterclockwise"}, 5, 0, 2),
    ],
)
def test_first_is_next_after_the_first_dealer_and_its_team_defends(
    options: dict[str, Any], first: int, dealer: int, defenders: int
) -> None:
    state = begin(rules=Rules(**options), first=first)
    assert (state.deal.dealer, state.deal.defenders, state.match.eldest) == (dealer, defenders, first)


@pytest.mark.rule("etori.teams")
def test_before_the_first_deal_its_dealer_is_known() -> None:
    state = etori.new_match(Rules(players=6), first=2)
    assert (state.deal.number, state.deal.dealer, state.deal.defenders) == (0, 1, 2)
    assert state.to_move is None
    assert etori.legal_moves(state) == NOTHING


@pytest.mark.rule("etori.teams")
@pytest.mark.parametrize("first", [-1, 4, "0", None, True])
def test_first_is_a_seat(first: Any) -> None:
    with pytest.raises(SeatError):
        etori.new_match(Rules(), first=first)


# --- Who leads ----------------------------------------------------------------------------------


@pytest.mark.rule("etori.lead")
@pytest.mark.parametrize("leader", [0, 2])
def test_the_first_defender_after_the_dealer_chooses_either_of_the_two(leader: int) -> None:
    state = begin()
    assert state.to_move == 0
    assert state.deal.leader is None
    assert etori.legal_moves(state) == (ChooseLeader(0), ChooseLeader(2))
    state = led(state, leader)
    assert state.to_move == state.leader == state.deal.leader == leader
    assert state.log == (cardrules.Act(0, ChooseLeader(leader)),)
    assert len(etori.legal_moves(state)) == 13


@pytest.mark.rule("etori.lead")
def test_who_decides_is_offered_its_own_lead_first() -> None:
    assert etori.legal_moves(begin(first=3)) == (ChooseLeader(3), ChooseLeader(1))


@pytest.mark.rule("etori.lead")
@pytest.mark.parametrize("seat", [1, 3, 4, 99])
def test_only_a_defender_can_be_chosen(seat: int) -> None:
    violation = fault(begin(), ChooseLeader(seat))
    assert violation.rule == "etori.lead"
    assert violation.seat == 0
    assert violation.params == (("chosen", seat), ("allowed", (0, 2)))
    assert violation.message == f"seat 0 may not choose seat {seat}: seat 0 or its partner 2 leads."


@pytest.mark.rule("etori.lead", "etori.six.rest")
@pytest.mark.parametrize("seat", [1, 2, 4, 5])
def test_neither_opponents_nor_those_who_rest_can_be_chosen(seat: int) -> None:
    assert fault(begin(rules=Rules(players=6)), ChooseLeader(seat)).rule == "etori.lead"


@pytest.mark.rule("etori.lead")
@pytest.mark.parametrize("seat", [-1, "0", None, True, 0.0])
def test_a_leader_is_a_seat(seat: Any) -> None:
    with pytest.raises(SeatError):
        ChooseLeader(seat)


@pytest.mark.rule("etori.lead", "common.phase")
def test_no_card_is_played_before_the_leader_is_chosen_and_none_is_chosen_after() -> None:
    state = begin()
    first_card = Play(next(iter(state.hand(0))))
    early = fault(state, first_card)
    assert early.rule == "common.phase"
    assert early.message == f"seat 0 may not play {first_card.card} now: it must say who leads."
    violation = fault(led(state), ChooseLeader(0))
    assert violation.rule == "common.phase"
    assert violation.message.endswith(" now: the tricks are being played.")
    assert violation.params == (("allowed", "play"), ("move", "choose leader"))


@pytest.mark.rule("etori.turn")
@pytest.mark.parametrize(
    ("options", "turns"),
    [
        ({}, [0, 1, 2, 3]),
        ({"direction": "counterclockwise"}, [0, 3, 2, 1]),
        ({"players": 6}, [0, 1, 3, 4]),
        ({"players": 6, "direction": "counterclockwise"}, [0, 5, 3, 2]),
    ],
)
def test_the_turn_passes_round_the_active_seats(options: dict[str, Any], turns: list[int]) -> None:
    state = led(begin(rules=Rules(**options)))
    seen: list[int] = []
    for _ in range(4):
        seen.append(state.mover)
        state = etori.apply(state, etori.legal_moves(state)[0])
    assert seen == turns


@pytest.mark.rule("etori.turn")
@pytest.mark.parametrize("direction", ["left", "", 1, -1, None])
def test_there_are_two_directions(direction: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(direction=direction)
    assert refused.value.option == "direction"


# --- Following ----------------------------------------------------------------------------------


@pytest.mark.rule("etori.follow")
def test_any_card_may_be_led() -> None:
    state = led(begin())
    assert legal(state) == str(state.hand(0))


@pytest.mark.rule("etori.follow")
def test_the_led_suit_is_followed_and_one_card_of_it_is_as_good_as_another() -> None:
    state = play(led(begin({0: "9♠", 1: "A♠ 2♠ A♦ A♥"})), "9♠")
    assert set(legal(state).split()) == {str(card) for card in state.hand(1).of_suit("♠")}


@pytest.mark.rule("etori.follow")
def test_who_cannot_follow_plays_any_card_and_need_not_trump() -> None:
    state = play(led(begin({0: SPADES, 1: "A♦ 3♥", 2: "A♠"})), "K♠")
    assert legal(state) == str(state.hand(1))
    assert play(state, "3♥").to_move == 2


@pytest.mark.rule("etori.follow", "etori.rensho")
def test_example_1_rensho_must_be_played_to_clubs_if_it_is_the_only_club() -> None:
    state = led(begin({0: "2♣", 1: f"{SPADES} A♣"}))
    state = play(state, "2♣")
    assert legal(state) == "A♣"


@pytest.mark.rule("etori.follow", "etori.rensho")
def test_example_1_with_another_club_every_club_may_be_played_and_nothing_else() -> None:
    state = led(begin({0: "2♣", 1: f"{SPADES.removesuffix(' 2♠')} 7♣ A♣"}))
    state = play(state, "2♣")
    assert legal(state) == "A♣ 7♣"


@pytest.mark.rule("etori.follow", "etori.rensho")
def test_example_2_rensho_does_not_follow_diamonds() -> None:
    state = play(led(begin({0: "2♦", 1: f"{SPADES.removesuffix(' 2♠')} 7♦ A♣"})), "2♦")
    assert legal(state) == "7♦"
    assert fault(state, Play(FRENCH["A♣"])).rule == "etori.follow"


@pytest.mark.rule("etori.follow", "etori.rensho")
def test_example_3_who_leads_rensho_leads_clubs() -> None:
    state = play(led(begin({0: "A♣", 1: f"{SPADES} 2♣"})), "A♣")
    assert legal(state) == "2♣"


@pytest.mark.rule("etori.follow", "etori.rensho")
def test_another_rensho_stays_a_card_of_its_own_suit() -> None:
    rules = Rules(trump="♣", rensho="A♠")
    state = led(begin({0: "2♠ 3♣", 1: f"A♠ {CLUBS.removesuffix(' 3♣ 2♣')} 7♦ 8♦"}, rules))
    assert legal(play(state, "2♠")) == "A♠"
    assert "A♠" not in legal(play(state, "3♣"))


@pytest.mark.rule("etori.follow")
def test_not_following_is_refused_with_the_cards_that_prove_it() -> None:
    state = play(led(begin({0: "9♠", 1: "A♠ 2♠ A♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦"})), "9♠")
    violation = fault(state, Play(FRENCH["A♦"]))
    assert violation == Violation(
        "etori.follow",
        1,
        "seat 1 holds A♠ and 2♠ and must follow spades.",
        FRENCH.read("A♠ 2♠"),
        (("suit", "spades"), ("card", "A♦")),
    )


@pytest.mark.rule("common.hold", "etori.follow")
def test_a_card_that_is_not_held_is_refused_before_following_is_asked() -> None:
    state = play(led(begin({0: "9♠ A♦", 1: "A♠"})), "9♠")
    violation = fault(state, Play(FRENCH["A♦"]))
    assert (violation.rule, violation.cards) == ("common.hold", (FRENCH["A♦"],))


@pytest.mark.rule("common.phase")
def test_cards_of_another_pack_and_other_objects_are_no_moves() -> None:
    state = led(begin())
    with pytest.raises(cardrules.ForeignMove):
        etori.apply(state, Play(SPANISH["7 de oro"]))
    with pytest.raises(cardrules.ForeignMove):
        etori.apply(state, "A♠")  # type: ignore[arg-type]


# --- Tricks -------------------------------------------------------------------------------------


@pytest.mark.rule("etori.trick", "etori.rensho")
def test_example_4_rensho_beats_a_trump_and_the_ace_of_the_led_suit() -> None:
    state = led(begin({0: SPADES, 1: "2♦", 2: "A♣", 3: "A♠"}))
    state = play(state, "K♠ 2♦ A♣ A♠")
    assert state.tricks[0].winner == 2
    assert state.to_move == 2


@pytest.mark.rule("etori.trick", "etori.rensho", "etori.capture")
def test_example_5_rensho_takes_the_ace_of_diamonds() -> None:
    state = led(begin({0: "K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦", 1: "A♦", 2: "A♣", 3: "2♦"}))
    state = play(state, "K♦ A♦ A♣ 2♦")
    assert state.tricks[0].winner == 2
    assert str(etori.captured(state, 2)) == "A♦ K♦ A♣"


@pytest.mark.rule("etori.trick")
@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("3♠ A♥ K♣ 10♠", 3),  # the highest card of the led suit
        ("3♠ 2♦ K♣ A♠", 1),  # a trump
        ("3♠ 2♦ 9♦ A♠", 2),  # the highest trump
        ("3♦ A♠ A♥ 2♦", 0),
        ("A♣ A♦ K♣ 2♦", 0),  # Rensho led
    ],
)
def test_rensho_or_else_the_highest_trump_or_else_the_led_suit_wins(cards: str, place: int) -> None:
    assert Rules().tricks.winner(FRENCH.read(cards)) == place


@pytest.mark.rule("etori.trick", "etori.follow")
def test_the_winner_leads_any_card_next() -> None:
    state = play(led(begin({0: "3♠", 1: "9♠ A♦", 2: "A♠ 8♥", 3: "10♠"})), "3♠ 9♠ A♠ 10♠")
    assert state.to_move == state.leader == 2
    assert state.trick == ()
    assert legal(state) == str(state.hand(2))


@pytest.mark.rule("etori.capture")
def test_captured_pictures_lie_with_the_team_and_everybody_sees_them() -> None:
    state = play(led(begin({0: "K♠ A♥", 1: "9♠ 2♥", 2: "A♠ Q♥", 3: "J♠ K♥"})), "K♠ 9♠ A♠ J♠")
    assert str(etori.captured(state, 0)) == str(etori.captured(state, 2)) == "A♠ K♠ J♠"
    assert etori.captured(state, 1) == etori.captured(state, 3) == FRENCH.set()
    state = play(state, "Q♥ K♥ A♥ 2♥")
    assert str(etori.captured(etori.observe(state), 2)) == "A♠ K♠ J♠ A♥ K♥ Q♥"


# --- The end of a deal --------------------------------------------------------------------------


@pytest.mark.rule("etori.end", "common.deal")
def test_example_9_after_the_sixteenth_picture_no_card_can_be_played() -> None:
    state = four_tricks(etori.new_match(Rules()), {"♠": 0, "♥": 1, "♦": 2, "♣": 3})
    assert [len(hand) for hand in state.hands] == [9, 9, 9, 9]
    assert state.to_move is None
    assert etori.legal_moves(state) == NOTHING
    assert fault(state, Play(next(iter(state.hand(0))))).rule == "common.deal"
    places = [*state.hands, state.played]
    assert sum(map(len, places)) == 52
    assert FRENCH.set(card for place in places for card in place) == FRENCH.set(FRENCH)


@pytest.mark.rule("etori.end")
def test_fifteen_pictures_do_not_end_a_deal() -> None:
    state = led(begin(NINE_TO_SEVEN, first=1))
    state = play(state, "A♦ A♣ J♦ K♦ K♣ Q♣ 2♣ 3♣ 10♣ 4♣ J♣ 5♣ K♠ A♠ Q♠ J♠ A♥ K♥ Q♥ J♥")
    assert (len(etori.captured(state, 0)), len(etori.captured(state, 1))) == (7, 8)
    assert state.to_move == 1
    assert not state.deal_is_over
    assert state.lines == ()


@pytest.mark.rule("etori.end")
def test_a_deal_ends_with_the_whole_trick_not_with_the_card() -> None:
    state = play(led(begin(NINE_TO_SEVEN, first=1)), "A♦ A♣ J♦ K♦ K♣ Q♣ 2♣ 3♣ 10♣ 4♣ J♣ 5♣")
    state = play(state, "K♠ A♠ Q♠ J♠ A♥ K♥ Q♥ J♥ Q♦")
    assert not etori.PICTURES - state.played
    assert state.to_move == 2
    assert play(state, "2♥ 10♦ 9♦").deal_is_over


@pytest.mark.rule("etori.win")
def test_a_deal_is_played_on_after_the_ninth_picture() -> None:
    state = four_tricks(etori.new_match(Rules()), {"♠": 0, "♥": 0, "♣": 2, "♦": 1})
    assert len(state.tricks) == 4
    assert (len(etori.captured(state, 0)), len(etori.captured(state, 1))) == (12, 4)
    assert state.match.results[0].scores == (2, -2)  # by the twelve pictures


@pytest.mark.rule("etori.win", "etori.pay")
def test_nine_pictures_win_against_seven() -> None:
    state = nine_to_seven()
    assert (len(etori.captured(state, 0)), len(etori.captured(state, 1))) == (7, 9)
    assert state.match.results[0].scores == (-1, 1)


@pytest.mark.rule("etori.win", "etori.pay.tie")
@pytest.mark.parametrize("with_rensho", [0, 1, 2, 3])
def test_at_eight_all_the_team_without_rensho_wins(with_rensho: int) -> None:
    other = (with_rensho + 1) % 4
    aces = {"♠": other, "♥": other, "♦": with_rensho, "♣": with_rensho}
    state = four_tricks(etori.new_match(Rules()), aces)
    loser = with_rensho % 2
    assert len(etori.captured(state, 0)) == 8
    assert state.match.results[0].scores[loser] == -2


@pytest.mark.rule("etori.win", "etori.rensho")
@given(some_rules, seeds)
def test_the_team_that_is_dealt_rensho_captures_it(rules: Rules, seed: int) -> None:
    for state in random_deals(seed, rules):
        holder = next(seat for seat, own in enumerate(state.secrets.own) if rules.rensho in own)
        assert rules.rensho in etori.captured(state, holder)


# --- Payment ------------------------------------------------------------------------------------


@pytest.mark.rule("etori.pay")
@pytest.mark.parametrize(
    ("aces", "pictures", "tokens"),
    [
        ("", 8, 4),
        ("", 15, 4),
        ("A♠", 8, 2),
        ("A♠ A♥", 15, 2),
        *((aces, pictures, 1) for aces in ("A♣", "A♦", "A♣ A♦ A♥ A♠") for pictures in (8, 9, 11)),
        *((aces, pictures, 2) for aces in ("A♣", "A♦", "A♠ A♦") for pictures in (12, 13, 15)),
        ("A♣", 16, 4),
        ("A♦ A♣", 16, 4),
        ("K♣ K♦", 9, 4),  # other cards than aces do not matter
    ],
)
def test_what_the_winners_are_owed(aces: str, pictures: int, tokens: int) -> None:
    assert payment(FRENCH.set(aces), pictures, Rules()) == tokens


@pytest.mark.rule("etori.pay", "etori.trump", "etori.rensho")
def test_the_ace_of_other_trumps_and_another_rensho_count_in_their_place() -> None:
    rules = Rules(trump="♠", rensho="A♥")
    assert payment(FRENCH.set("A♠"), 9, rules) == 1
    assert payment(FRENCH.set("A♥"), 9, rules) == 1
    assert payment(FRENCH.set("A♦ A♣"), 9, rules) == 2


@pytest.mark.rule("etori.pay", "etori.pay.aces")
def test_example_6_the_winners_were_dealt_the_ace_of_diamonds() -> None:
    state = nine_to_seven()
    assert points(state) == [("etori.pay", 1, 1), ("etori.pay", 0, -1)]
    assert [str(line.cards) for line in state.lines] == ["A♠ A♥ A♦"] * 2
    assert state.scores == (4, 6)


@pytest.mark.rule("etori.pay", "etori.pay.aces")
def test_example_6_by_captured_aces_the_payment_is_two() -> None:
    state = nine_to_seven(aces="captured")
    assert points(state) == [("etori.pay", 1, 2), ("etori.pay", 0, -2)]
    assert [str(line.cards) for line in state.lines] == ["A♠ A♥"] * 2


@pytest.mark.rule("etori.pay.aces")
@pytest.mark.parametrize("aces", ["", "hand", None, 1])
def test_aces_are_counted_as_dealt_or_as_captured(aces: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(aces=aces)
    assert refused.value.option == "aces"


@pytest.mark.rule("etori.pay.tie", "etori.pay", "etori.win")
def test_example_7_no_ace_at_eight_all_takes_four() -> None:
    state = led(begin(NO_ACE_AT_EIGHT_ALL))
    state = play(state, "A♠ J♦ K♠ Q♠ K♥ A♥ K♦ J♥ Q♣ A♣ J♣ K♣ A♦ Q♦ Q♥ J♠")
    assert state.deal_is_over
    assert len(etori.captured(state, 0)) == len(etori.captured(state, 1)) == 8
    assert points(state) == [("etori.pay.tie", 1, 4), ("etori.pay.tie", 0, -4)]
    assert [line.cards for line in state.lines] == [None, None]


@pytest.mark.rule("etori.pay.tie", "etori.pay", "etori.win")
def test_example_7_plain_aces_at_eight_all_take_two() -> None:
    both = four_tricks(etori.new_match(Rules()), {"♠": 1, "♥": 3, "♦": 0, "♣": 2})
    assert points(both) == [("etori.pay.tie", 1, 2), ("etori.pay.tie", 0, -2)]
    # A♥ alone: the deal without an ace, in which K♥ and A♥ have changed places.
    hands = {
        seat: cards.replace("A♥", "x").replace("K♥", "A♥") for seat, cards in NO_ACE_AT_EIGHT_ALL.items()
    }
    state = led(begin({seat: cards.replace("x", "K♥") for seat, cards in hands.items()}))
    state = play(state, "A♠ J♦ K♠ Q♠ A♥ K♥ K♦ J♥ Q♣ A♣ J♣ K♣ A♦ Q♦ Q♥ J♠")
    assert points(state) == [("etori.pay.tie", 1, 2), ("etori.pay.tie", 0, -2)]
    assert [str(line.cards) for line in state.lines] == ["A♥", "A♥"]


@pytest.mark.rule("etori.pay.tie", "etori.pay", "etori.win")
@pytest.mark.parametrize("plain", "♠♥")
def test_example_7_the_ace_of_diamonds_at_eight_all_takes_one(plain: str) -> None:
    other = "♥" if plain == "♠" else "♠"
    state = four_tricks(etori.new_match(Rules()), {"♦": 1, plain: 1, other: 2, "♣": 0})
    assert points(state) == [("etori.pay.tie", 1, 1), ("etori.pay.tie", 0, -1)]


@pytest.mark.rule("etori.pay.short", "etori.over")
def test_example_8_a_team_pays_no_more_than_it_has() -> None:
    state = etori.new_match(Rules(), scores=(7, 3))
    state = four_tricks(state, {"♠": 0, "♥": 0, "♦": 0, "♣": 0})
    assert points(state) == [
        ("etori.pay.short", 0, 3),
        ("etori.pay.short", 1, -3),
    ]
    assert state.match.results[0].scores == (3, -3)
    assert state.scores == (10, 0)
    assert cardrules.outcome(state) == cardrules.Outcome((0, 2), (1, 3), (10, 0), "etori.over")


@pytest.mark.rule("etori.pay.short")
def test_a_debt_that_can_be_paid_just_so_is_paid_in_full() -> None:
    state = four_tricks(etori.new_match(Rules(), scores=(6, 4)), {"♠": 0, "♥": 0, "♦": 0, "♣": 0})
    assert points(state) == [("etori.pay", 0, 4), ("etori.pay", 1, -4)]
    assert state.scores == (10, 0)


@pytest.mark.rule("etori.pay")
@pytest.mark.parametrize("holder", range(4))
def test_example_10_sixteen_pictures_are_owed_four(holder: int) -> None:
    state = four_tricks(etori.new_match(Rules()), dict.fromkeys("♠♥♦♣", holder))
    assert len(etori.captured(state, holder)) == 16
    assert state.match.results[0].scores[holder % 2] == 4


@pytest.mark.rule("etori.pay.short", "etori.pay")
@given(some_rules, seeds)
def test_lines_sum_to_the_score_and_tokens_are_never_created_or_lost(rules: Rules, seed: int) -> None:
    for state in random_deals(seed, rules):
        result = state.match.results[-1]
        for side, score in enumerate(result.scores):
            assert score == sum(line.points for line in state.lines if line.side == side)
        assert sum(state.scores) == rules.tokens * len(state.scores)
        assert min(state.scores) >= 0
        assert result.payoffs == tuple(result.scores[state.seating.side_of(s)] for s in range(rules.players))
        assert all(line.cards is None or line.cards <= state.played for line in state.lines)


# --- From deal to deal --------------------------------------------------------------------------


def next_deal(state: State) -> State:
    return etori.apply(state, etori.arrange(state))


ALL_TO_0 = {"♠": 0, "♥": 0, "♦": 0, "♣": 0}
ALL_TO_1 = {"♠": 1, "♥": 1, "♦": 1, "♣": 1}


@pytest.mark.rule("etori.next", "etori.teams", "etori.lead")
def test_example_11_the_losers_deal_next() -> None:
    state = begin()
    assert (state.deal.dealer, state.deal.defenders, state.to_move) == (3, 0, 0)
    assert etori.legal_moves(state) == (ChooseLeader(0), ChooseLeader(2))
    state = next_deal(four_tricks(etori.new_match(Rules()), ALL_TO_0))
    assert (state.deal.number, state.deal.dealer, state.deal.defenders, state.to_move) == (2, 1, 0, 2)
    state = next_deal(four_tricks(etori.new_match(Rules()), ALL_TO_1))
    assert (state.deal.number, state.deal.dealer, state.deal.defenders, state.to_move) == (2, 0, 1, 1)


@pytest.mark.rule("etori.next", "etori.turn")
def test_counter_clockwise_the_next_dealer_is_looked_for_the_other_way_round() -> None:
    rules = Rules(direction="counterclockwise")
    assert begin(rules=rules).deal.dealer == 1
    state = next_deal(four_tricks(etori.new_match(rules), ALL_TO_0))
    assert (state.deal.dealer, state.to_move) == (3, 2)
    state = next_deal(four_tricks(etori.new_match(rules), ALL_TO_1))
    assert (state.deal.dealer, state.to_move) == (0, 3)


@pytest.mark.rule("etori.next")
def test_a_finished_deal_stays_on_the_table_until_the_next_one() -> None:
    state = four_tricks(etori.new_match(Rules()), ALL_TO_0)
    assert state.deal_is_over
    assert state.awaits_deal
    assert (state.deal.dealer, state.match.eldest) == (3, 2)
    assert len(state.tricks) == 4
    assert next_deal(state).tricks == ()


@pytest.mark.rule("etori.next", "etori.teams", "etori.lead", "etori.six.rest", "etori.turn", "etori.deal")
def test_example_12_six_players_two_of_whom_rest() -> None:
    state = begin(rules=Rules(players=6))
    assert state.deal.dealer == 5
    assert state.deal.seating.resting == (2, 5)
    assert state.deal.seating.order_from(0) == (0, 1, 3, 4)
    assert (state.deal.defenders, state.to_move) == (0, 0)
    assert etori.legal_moves(state) == (ChooseLeader(0), ChooseLeader(3))
    state = next_deal(four_tricks(etori.new_match(Rules(players=6)), ALL_TO_0))
    assert state.deal.dealer == 1
    assert state.deal.seating.resting == (1, 4)
    assert state.deal.seating.order_from(2) == (2, 3, 5, 0)
    assert state.match.eldest == 2
    assert (state.deal.defenders, state.to_move) == (0, 3)
    assert etori.legal_moves(state) == (ChooseLeader(3), ChooseLeader(0))


@pytest.mark.rule("etori.teams", "etori.six.rest")
def test_with_six_the_winners_of_the_deal_before_defend_whoever_they_were() -> None:
    state = next_deal(four_tricks(etori.new_match(Rules(players=6)), ALL_TO_1))
    assert state.deal.dealer == 0  # the losers are 0 and 3, of whom 0 comes first after 5
    assert (state.deal.defenders, state.deal.seating.resting, state.to_move) == (1, (0, 3), 1)


@pytest.mark.rule("etori.six.rest", "etori.pay.short", "etori.pay")
def test_example_13_tokens_move_between_the_two_teams_that_play() -> None:
    state = four_tricks(etori.new_match(Rules(players=6)), ALL_TO_0)
    assert state.scores == (9, 1, 5)
    assert sum(state.scores) == 15
    assert state.match.results[0].payoffs == (4, -4, 0, 4, -4, 0)


@pytest.mark.rule("etori.over")
def test_a_match_goes_on_while_every_team_has_a_token() -> None:
    state = four_tricks(etori.new_match(Rules(), scores=(5, 5)), ALL_TO_0)
    assert state.scores == (9, 1)
    assert cardrules.outcome(state) is None


@pytest.mark.rule("etori.over", "common.over")
def test_no_move_after_the_end_of_the_match() -> None:
    state = four_tricks(etori.new_match(Rules(), scores=(6, 4)), ALL_TO_0)
    assert not state.awaits_deal
    assert etori.legal_moves(state) == NOTHING
    assert fault(state, Deal(FRENCH.cards)).rule == "common.over"
    assert fault(state, Play(FRENCH["A♠"])).rule == "common.over"
    with pytest.raises(cardrules.MatchOver):
        etori.shuffle(state, random.Random(0))


@pytest.mark.rule("etori.over", "etori.six.rest")
def test_the_team_with_most_tokens_wins_even_if_it_rests() -> None:
    state = etori.new_match(Rules(players=6, tokens=5), scores=(3, 2, 10))
    state = four_tricks(state, ALL_TO_0)
    assert state.deal.seating.resting == (2, 5)
    assert cardrules.outcome(state) == cardrules.Outcome((2, 5), (0, 1, 3, 4), (5, 0, 10), "etori.over")


@pytest.mark.rule("etori.over")
def test_two_teams_with_equally_many_tokens_share_the_win() -> None:
    state = etori.new_match(Rules(players=6, tokens=4), scores=(3, 3, 6))
    state = four_tricks(state, ALL_TO_0)
    assert cardrules.outcome(state) == cardrules.Outcome((0, 2, 3, 5), (1, 4), (6, 0, 6), "etori.over")


@pytest.mark.rule("etori.over", "etori.tokens", "etori.pay.short")
@pytest.mark.parametrize(
    ("players", "scores"),
    [
        (4, (10, 0)),  # over
        (4, (11, -1)),
        (4, (5, 4)),  # not the sum
        (4, (6, 5)),
        (4, (5,)),
        (4, (5, 5, 5)),
        (4, (5.0, 5.0)),
        (4, (True, 9)),
        (6, (5, 5)),
        (6, (10, 5, 0)),
        (6, (5, 5, 6)),
    ],
)
def test_a_standing_from_which_no_match_goes_on(players: int, scores: Any) -> None:
    with pytest.raises(RulesError) as refused:
        etori.new_match(Rules(players=players), scores=scores)
    assert refused.value.option == "scores"


@pytest.mark.rule("etori.tokens", "etori.over")
def test_a_match_from_a_given_standing() -> None:
    state = etori.new_match(Rules(players=6), scores=[1, 13, 1])
    assert state.scores == (1, 13, 1)


# --- Presets and formats ------------------------------------------------------------------------


@pytest.mark.rule("etori.trump", "etori.rensho", "etori.turn")
def test_kakeya_plays_spades_counter_clockwise() -> None:
    rules = Rules.kakeya()
    assert rules == Rules(trump="♠", rensho="A♣", direction="counterclockwise")
    assert rules.tricks.winner(FRENCH.read("A♦ 2♠ A♣ A♠")) == 2
    assert rules.tricks.winner(FRENCH.read("A♦ 2♠ K♠ 2♦")) == 2
    assert begin(rules=rules).deal.seating.direction == -1


def test_the_preset_leaves_the_other_options_open() -> None:
    rules = Rules.kakeya(players=6, tokens=3, aces="captured")
    assert (rules.players, rules.tokens, rules.aces) == (6, 3, "captured")


def test_a_smaller_pack_for_study_ends_with_its_last_picture() -> None:
    rules = Rules.study("A♣ K♣ 2♣ 3♣ A♦ 2♦ 3♦ 4♦", many=2)
    assert str(rules.format.pictures) == "A♦ A♣ K♣"
    state = led(begin({0: "A♣ A♦", 1: "K♣ 2♦", 2: "2♣ 3♦", 3: "3♣ 4♦"}, rules))
    state = play(state, "A♣ K♣ 2♣ 3♣")
    assert state.to_move == 0
    state = play(state, "A♦ 2♦ 3♦ 4♦")
    assert state.match.results[0].scores == (4, -4)  # all there are


@pytest.mark.parametrize("many", [0, -1, True, "2", None])
def test_many_pictures_are_one_or_more(many: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.study("A♣ K♣ 2♣ 3♣ A♦ 2♦ 3♦ 4♦", many=many)
    assert refused.value.option == "many"


def test_a_smaller_pack_can_have_a_lower_number_of_many_pictures() -> None:
    rules = Rules.study("A♣ K♣ 2♣ 3♣ A♦ 2♦ 3♦ 4♦", many=2)
    assert [payment(FRENCH.set("A♦"), pictures, rules) for pictures in (1, 2, 3)] == [1, 2, 4]


@pytest.mark.rule("etori.pay")
def test_many_can_be_one_picture_and_are_twelve_unless_it_is_said() -> None:
    rules = Rules.study("A♣ K♣ 2♣ 3♣ A♦ 2♦ 3♦ 4♦", many=1)
    assert [payment(FRENCH.set("A♦"), pictures, rules) for pictures in (1, 2)] == [2, 2]
    assert Rules.study(FRENCH) == Rules()


@pytest.mark.parametrize("cards", ["", "A♦ 2♦ 3♦ 4♦", "A♣ 2♣ 3♣"])
def test_a_smaller_pack_holds_rensho_and_deals_out_evenly(cards: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.study(cards)
    assert refused.value.option == "format"


def test_a_format_that_does_not_fit_the_options_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        attrs.evolve(Rules(), players=6)
    assert refused.value.option == "format"


# --- What the seats see -------------------------------------------------------------------------


@pytest.mark.rule("etori.lead")
def test_only_who_decides_sees_the_choice_as_its_own() -> None:
    state = begin(rules=Rules(players=6))
    for seat in range(6):
        view = etori.observe(state, seat)
        assert etori.legal_moves(view) == (etori.legal_moves(state) if seat == 0 else NOTHING)
    assert etori.legal_moves(etori.observe(state)) == NOTHING
    assert fault(etori.observe(state, 3), ChooseLeader(3)).rule == "common.phase"


@pytest.mark.rule("etori.follow")
def test_a_view_has_the_legal_cards_of_the_seat_to_move() -> None:
    state = play(led(begin({0: "2♣", 1: f"{SPADES} A♣"})), "2♣")
    assert etori.legal_moves(etori.observe(state, 1)) == (Play(FRENCH["A♣"]),)
    assert etori.legal_moves(etori.observe(state, 2)) == NOTHING


@pytest.mark.rule("etori.end", "etori.six.rest")
def test_a_view_knows_no_hand_but_its_own_even_after_the_deal() -> None:
    state = four_tricks(etori.new_match(Rules(players=6)), ALL_TO_0)
    for seat in range(6):
        view = etori.observe(state, seat)
        assert view.hand == state.hand(seat)
        assert view.own == state.secrets.own[seat]
    assert etori.observe(state, 2).hand == FRENCH.set()
    spectator = etori.observe(state)
    assert (spectator.seat, spectator.own) == (None, None)


def test_what_is_told_of_a_choice_and_of_the_last_card() -> None:
    def names(events: tuple[cardrules.Event, ...]) -> list[str]:
        return [type(event).__name__ for event in events]

    assert names(etori.events(begin(), ChooseLeader(2), 1)) == ["Acted", "DealChanged", "TurnPassed"]
    state = play(led(begin(NINE_TO_SEVEN, first=1)), "A♦ A♣ J♦ K♦ K♣ Q♣ 2♣ 3♣ 10♣ 4♣ J♣ 5♣")
    state = play(state, "K♠ A♠ Q♠ J♠ A♥ K♥ Q♥ J♥ Q♦ 2♥ 10♦")
    told = etori.events(state, Play(FRENCH["9♦"]))
    assert names(told) == ["Acted", "TrickTaken", "LineScored", "LineScored", "DealEnded", "TurnPassed"]


# --- Values -------------------------------------------------------------------------------------


def some_positions() -> list[State | etori.View]:
    start = etori.new_match(Rules(players=6, trump="♠", tokens=4), first=1)
    dealt = etori.apply(start, etori.shuffle(start, random.Random(3)))
    playing = etori.apply(led(dealt), etori.legal_moves(led(dealt))[0])
    over = four_tricks(etori.new_match(Rules.kakeya(), scores=(7, 3)), ALL_TO_0)
    return [start, dealt, playing, over, etori.observe(playing, 2), etori.observe(over)]


@pytest.mark.parametrize("position", some_positions())
def test_positions_are_values(position: State | etori.View) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    names = {**vars(cardrules), **vars(cardrules.table), **vars(etori)}
    assert eval(repr(position), names) == position


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "Rules()"),
        (Rules.kakeya(), "Rules(trump='♠', direction='counterclockwise')"),
        (Rules(6, 4, aces="captured"), "Rules(players=6, tokens=4, aces='captured')"),
    ],
)
def test_rules_print_the_options_that_are_not_as_usual(rules: Rules, text: str) -> None:
    assert repr(rules) == text
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_rules_for_study_can_be_pasted_back() -> None:
    rules = Rules.study("A♣ 2♣ 3♣ 4♣", players=6, trump="♠")
    assert eval(repr(rules), {**vars(cardrules), **vars(etori)}) == rules


def test_a_state_does_not_change_when_a_move_is_applied_to_it() -> None:
    state = begin()
    before = repr(state)
    etori.apply(state, ChooseLeader(2))
    assert repr(state) == before
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.to_move = 3  # type: ignore[misc]


@given(some_rules, seeds)
def test_legal_moves_are_exactly_what_is_accepted(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    state = etori.new_match(rules)
    state = etori.apply(state, etori.shuffle(state, rng))
    every_move: list[etori.Move] = [*map(ChooseLeader, range(rules.players)), *map(Play, FRENCH)]
    while state.to_move is not None:
        moves = etori.legal_moves(state)
        assert {move for move in every_move if etori.why_not(state, move) is None} == set(moves)
        assert etori.legal_moves(etori.observe(state, state.to_move)) == moves
        state = etori.apply(state, rng.choice(moves))
    assert isinstance(etori.captured(state, 0), CardSet)
