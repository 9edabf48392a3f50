"""The pieces that games are made of, each used alone."""

from __future__ import annotations

import copy
import itertools
import operator
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
import cardrules.errors
from cardrules import (
    ACE_HIGH,
    ACE_LOW,
    FRENCH,
    NO_TRUMPS,
    SPANISH,
    STOCK,
    Card,
    CardError,
    CardPoints,
    CardSet,
    Chain,
    Choices,
    CutTrump,
    Deal,
    Dealing,
    Deck,
    Factor,
    FixedTrump,
    Ladder,
    Line,
    Match,
    MixedPacks,
    Outcome,
    Pack,
    ParseError,
    Play,
    Rank,
    RankOrder,
    RulesError,
    Rung,
    SeatError,
    Seating,
    Suit,
    Trick,
    TrickOrder,
    TricksOver,
    Trump,
    TrumpPolicy,
    Violation,
    follow,
    following,
    tally,
)
from cardrules.cards import cards_of, suit_of
from cardrules.match import outcome_of, result_of, standing
from cardrules.moves import cards_in, faults_of_pack, plays
from cardrules.options import flag, one_of, terse, whole
from cardrules.scoring import Item, total
from tests.walks import GAMES, AnyGame, random_steps

FIFTY = FRENCH.without("2♠ 2♦")
PACKS = (FRENCH, SPANISH, FIFTY, Pack(SPANISH.deck, SPANISH.set("1E 1B 7E 7O 3C")))
NAMES = {**vars(cardrules), "Chain": Chain, "Ladder": Ladder, "Rung": Rung}

in_packs = pytest.mark.parametrize("pack", PACKS, ids=["french", "spanish", "fifty", "five"])
french_cards = st.sampled_from(FRENCH.cards)
some_cards = st.sets(french_cards)


def again(value: Any) -> Any:
    """The value after a journey to another process."""
    return pickle.loads(pickle.dumps(value))


# --- Cards --------------------------------------------------------------------------------------


@in_packs
def test_a_card_reads_back_from_its_text_and_its_repr(pack: Pack) -> None:
    for card in pack:
        assert pack[str(card)] is card
        assert eval(repr(card), NAMES) is card


@pytest.mark.parametrize(
    ("pack", "text", "card"),
    [
        (FRENCH, "Q♠", "Q♠"),
        (FRENCH, "QS", "Q♠"),
        (FRENCH, "qs", "Q♠"),
        (FRENCH, " q s ", "Q♠"),
        (FRENCH, "q♤", "Q♠"),
        (FRENCH, "Q♠\ufe0f", "Q♠"),
        (FRENCH, "queen of spades", "Q♠"),
        (FRENCH, "Queen Of Spade", "Q♠"),
        (FRENCH, "10♣", "10♣"),
        (FRENCH, "TC", "10♣"),
        (FRENCH, "10c", "10♣"),
        (FRENCH, "ten of clubs", "10♣"),
        (FRENCH, "ace\tof\nhearts", "A♥"),
        (FRENCH, "2 d", "2♦"),
        (SPANISH, "7 de oro", "7 de oro"),
        (SPANISH, "7O", "7 de oro"),
        (SPANISH, "7 oros", "7 de oro"),
        (SPANISH, "7 DE OROS", "7 de oro"),
        (SPANISH, "ancho de espada", "1 de espada"),
        (SPANISH, "as de bastos", "1 de basto"),
        (SPANISH, "sota de copas", "10 de copa"),
        (SPANISH, "caballo e", "11 de espada"),
        (SPANISH, "rey oro", "12 de oro"),
        (SPANISH, "12b", "12 de basto"),
    ],
)
def test_cards_can_be_written_in_many_ways(pack: Pack, text: str, card: str) -> None:
    assert str(pack[text]) == card
    assert pack[text] is pack.deck.parse(text)
    assert pack.read(text) == (pack[card],)


@pytest.mark.parametrize(
    ("pack", "ranks", "suits"),
    [
        (
            FRENCH,
            ("A ace", "K king", "Q queen", "J jack", "10 T ten", *"98765432"),
            ("♠ S spade spades ♤", "♥ H heart hearts ♡", "♦ D diamond diamonds ♢", "♣ C club clubs ♧"),
        ),
        (
            SPANISH,
            ("1 ancho as", *"234567", "10 sota", "11 caballo", "12 rey"),
            ("espada E espadas", "basto B bastos", "copa C copas", "oro O oros"),
        ),
    ],
    ids=["french", "spanish"],
)
def test_the_names_of_all_suits_and_ranks(pack: Pack, ranks: tuple[str, ...], suits: tuple[str, ...]) -> None:
    names = [(rank, suit) for suit in suits for rank in ranks]
    assert len(pack) == len(names)
    for card, (rank, suit) in zip(pack.cards, names, strict=True):
        spelled = {f"{one} {other}" for one in rank.split() for other in suit.split()}
        assert {pack[text] for text in spelled} == {card}
        assert {str(card.rank), *card.rank.aliases} == {*rank.split()}
        assert {str(card.suit), card.suit.name, *card.suit.aliases} == {*suit.split()}


@in_packs
@given(data=st.data())
def test_every_spelling_of_rank_and_suit_means_the_card(pack: Pack, data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(pack.cards))
    rank = data.draw(st.sampled_from((card.rank.text, *card.rank.aliases)))
    suit = data.draw(st.sampled_from((card.suit.text, card.suit.name, *card.suit.aliases)))
    between = data.draw(st.sampled_from(("", " ", "  ", " de ", " of ")))
    text = data.draw(st.sampled_from((str.lower, str.upper, str.title)))(f"{rank}{between}{suit}")
    assert pack[text] is card
    assert pack.read(f"{text} ; {text}"[: len(text)]) == (card,)


@pytest.mark.parametrize(
    "text",
    ["", " ", "Q", "♠", "1♠", "11♠", "0S", "Q♠ K♠", "Q♠K♠", "QSS", "Q-♠", "♠Q", "7 de oro", "queen", "x"],
)
def test_what_means_no_card_is_a_syntax_error(text: str) -> None:
    for read in (FRENCH.deck.parse, FRENCH.__getitem__):
        with pytest.raises(ParseError) as refused:
            read(text)
        assert (refused.value.text, refused.value.position) == (text, 0)
        assert "a rank (A K Q J 10" in refused.value.expected
        assert repr(text) in str(refused.value)


@pytest.mark.parametrize(
    ("pack", "text", "cards"),
    [
        (FRENCH, "", ""),
        (FRENCH, " ,; \n", ""),
        (FRENCH, "Q♠ 10c, jd;AH", "Q♠ 10♣ J♦ A♥"),
        (FRENCH, "Q♠,K♠", "Q♠ K♠"),
        (FRENCH, "q s k s", "Q♠ K♠"),
        (FRENCH, "queen of spades ten of clubs", "Q♠ 10♣"),
        (FRENCH, "\n2♦\t3♦\n", "2♦ 3♦"),
        (SPANISH, "7 de oro, 1 de espada", "7O 1E"),
        (SPANISH, "7 de oro 7 de copa 7 e", "7O 7C 7E"),
        (SPANISH, "rey de copas; 4 oro", "12C 4O"),
    ],
)
def test_lists_of_cards_are_read_in_their_order(pack: Pack, text: str, cards: str) -> None:
    assert pack.read(text) == tuple(pack[word] for word in cards.split())
    assert pack.set(text) == pack.set(pack.read(cards))


@pytest.mark.parametrize(
    ("pack", "text", "position", "word"),
    [
        (FRENCH, "A♠ 5X", 3, "5X"),
        (FRENCH, "zz", 0, "zz"),
        (FRENCH, "   zz", 3, "zz"),
        (FRENCH, "A♠, K♠; Q", 8, "Q"),
        (FRENCH, "A♠ Q♠K♠ 2♠", 3, "Q♠K♠"),
        (SPANISH, "7 de oro 13 de oro", 9, "13"),
        (SPANISH, "7 de oro, 12 de", 10, "12"),
        (SPANISH, "7 de", 0, "7"),
    ],
)
def test_a_syntax_error_says_where_it_is(pack: Pack, text: str, position: int, word: str) -> None:
    for read in (pack.read, pack.set, pack.without):
        with pytest.raises(ParseError) as refused:
            read(text)
        assert (refused.value.text, refused.value.position) == (text, position)
        where = f" at position {position} of {text!r}" if text != word else ""
        assert str(refused.value).startswith(f"{word!r}{where} is not a card: expected a rank (")
        assert text[position:].startswith(word)


@in_packs
def test_index_bit_and_lane_say_where_a_card_stands_in_its_deck(pack: Pack) -> None:
    for index, card in enumerate(pack.deck.cards):
        assert (card.index, card.bit) == (index, 1 << index)
        assert card.lane == sum(other.bit for other in pack.deck.cards if other.suit == card.suit)


@in_packs
def test_a_card_is_made_once_however_it_travels(pack: Pack) -> None:
    for card in pack:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert copy.copy(card) is copy.deepcopy(card) is card
        assert copy.deepcopy([card])[0] is card


def test_a_card_is_made_once_for_equal_decks() -> None:
    def deck() -> Deck:
        return Deck("tiny", (Suit("x", "exes"), Suit("o", "noughts")), (Rank("1"), Rank("2")))

    assert deck() == deck()
    assert all(one is two for one, two in zip(deck().cards, deck().cards, strict=True))
    assert again(deck().cards[3]) is deck().cards[3]
    assert [str(card) for card in deck().cards] == ["1x", "2x", "1o", "2o"]


def test_cards_cannot_be_changed_and_have_no_order() -> None:
    queen: Any = FRENCH["Q♠"]
    king: Any = FRENCH["K♠"]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        queen.index = 0
    with pytest.raises(TypeError):
        assert queen < king
    assert queen != king
    assert hash(queen) == hash(FRENCH["qs"])


def test_cards_of_different_decks_are_different() -> None:
    assert not set(FRENCH) & set(SPANISH)
    assert FRENCH.cards[0].bit == SPANISH.cards[0].bit


def test_suits_and_ranks_and_decks_print_and_compare_as_values() -> None:
    spades = FRENCH["A♠"].suit
    assert eval(repr(spades), NAMES) == spades == again(spades)
    assert eval(repr(FRENCH["10♠"].rank), NAMES) == FRENCH["10♠"].rank
    assert (str(spades), str(FRENCH["10♠"].rank)) == ("♠", "10")
    assert eval(repr(FRENCH.deck), NAMES) == FRENCH.deck == again(FRENCH.deck)
    assert hash(again(FRENCH.deck)) == hash(FRENCH.deck)


# --- Packs --------------------------------------------------------------------------------------


def test_the_packs_have_their_cards_in_order() -> None:
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    assert [str(card) for card in FRENCH] == [rank + suit for suit in "♠♥♦♣" for rank in ranks]
    suits, numbers = ("espada", "basto", "copa", "oro"), (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    assert [str(card) for card in SPANISH] == [f"{number} de {suit}" for suit in suits for number in numbers]
    assert (len(FRENCH), len(SPANISH), len(FIFTY)) == (52, 40, 50)


@given(some_cards)
def test_a_pack_is_in_the_order_of_the_deck_however_it_is_made(cards: set[Card]) -> None:
    pack = Pack(FRENCH.deck, cards)
    assert list(pack) == sorted(cards, key=FRENCH.cards.index)
    assert pack.cards == tuple(pack)
    assert pack.bits == sum(card.bit for card in cards)
    assert (pack == FRENCH.without(card for card in FRENCH if card not in cards)) is True
    assert [card in pack for card in FRENCH] == [card in cards for card in FRENCH]


@given(some_cards)
def test_packs_can_be_pasted_back_and_pickled(cards: set[Card]) -> None:
    pack = FRENCH.without(cards)
    for other in (eval(repr(pack), NAMES), again(pack), copy.deepcopy(pack)):
        assert other == pack
        assert hash(other) == hash(pack)
        assert all(one is two for one, two in zip(other, pack, strict=True))


@pytest.mark.parametrize(
    ("pack", "text"),
    [
        (FRENCH, "FRENCH"),
        (FIFTY, "FRENCH.without('2♠ 2♦')"),
        (SPANISH.without("7O 1E"), "SPANISH.without('1 de espada, 7 de oro')"),
        (Pack(FRENCH.deck, FRENCH.set("2♦ A♠")), "Pack(FRENCH.deck, FRENCH.set('A♠ 2♦'))"),
    ],
)
def test_a_pack_prints_the_shorter_way(pack: Pack, text: str) -> None:
    assert repr(pack) == text
    assert eval(text, NAMES) == pack


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["A♠", "A♠"], "A♠ is there twice"),
        ([SPANISH["7O"]], "7 de oro is not a card of the french deck"),
        ([7], "7 is not a card"),
    ],
)
def test_a_pack_has_cards_of_its_deck_each_once(cards: list[Any], message: str) -> None:
    listed = [FRENCH[card] if isinstance(card, str) else card for card in cards]
    with pytest.raises(CardError, match=message):
        Pack(FRENCH.deck, listed)


def test_a_pack_of_texts_is_refused() -> None:
    texts: list[Any] = ["A♠", "K♠"]
    with pytest.raises(CardError, match="'A♠' is not a card"):
        Pack(FRENCH.deck, texts)


def test_a_card_that_was_taken_out_is_not_in_the_pack() -> None:
    with pytest.raises(CardError, match=r"2♠ is not a card of this pack \(FRENCH.without\('2♠ 2♦'\)\)"):
        FIFTY["2♠"]
    assert FRENCH["2♠"] not in FIFTY
    assert FRENCH["3♠"] in FIFTY
    with pytest.raises(CardError):
        FIFTY.without("2♠")


@pytest.mark.parametrize("cards", [FRENCH["A♠"], 7, None])
def test_one_card_or_no_cards_are_no_set(cards: Any) -> None:
    with pytest.raises(CardError):
        FRENCH.set(cards)


def test_bits_beyond_the_deck_are_no_cards() -> None:
    assert list(cards_of(FRENCH.deck, 1 << 51)) == [FRENCH["2♣"]]
    with pytest.raises(CardError):
        list(cards_of(FRENCH.deck, 1 << 52))


def test_nothing_but_its_cards_is_in_a_pack() -> None:
    for other in ("A♠", 1, None, SPANISH.cards[0]):
        assert other not in FRENCH
        assert other not in FRENCH.set(FRENCH)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("A♠ A♠", "A♠ is there twice"),
        ([FRENCH["A♠"], FRENCH["A♠"]], "A♠ is there twice"),
        ([SPANISH["7O"]], r"7 de oro is not a card of this pack \(FRENCH\)"),
        (SPANISH.set("7O"), r"7 de oro is not a card of this pack \(FRENCH\)"),
        (["A♠"], r"'A♠' is not a card of this pack \(FRENCH\)"),
        ([None], r"None is not a card of this pack \(FRENCH\)"),
    ],
)
def test_doubled_cards_and_foreign_ones_make_no_set(cards: Any, message: str) -> None:
    for make in (FRENCH.set, FRENCH.without):
        with pytest.raises(CardError, match=message):
            make(cards)


def test_a_doubled_card_cannot_be_read_from_a_text() -> None:
    with pytest.raises(CardError, match="10♣ is there twice"):
        FRENCH.read("10♣ Q♠ tc")


# --- Sets of cards ------------------------------------------------------------------------------

OPERATIONS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a | b,
    lambda a, b: a & b,
    lambda a, b: a - b,
    lambda a, b: a ^ b,
]
COMPARISONS: list[Callable[[Any, Any], bool]] = [
    operator.le,
    operator.lt,
    operator.ge,
    operator.gt,
    operator.eq,
    operator.ne,
]


@given(some_cards, some_cards)
def test_sets_of_cards_do_what_pythons_sets_do(one: set[Card], two: set[Card]) -> None:
    a, b = FRENCH.set(one), FRENCH.set(two)
    for combine in OPERATIONS:
        assert frozenset(combine(a, b)) == combine(frozenset(one), frozenset(two))
    for compare in COMPARISONS:
        assert compare(a, b) == compare(frozenset(one), frozenset(two))
    assert a.isdisjoint(b) == one.isdisjoint(two)
    assert (len(a), bool(a)) == (len(one), bool(one))
    assert [card in a for card in FRENCH] == [card in one for card in FRENCH]
    assert (a == b) == (hash(a) == hash(b) and a.bits == b.bits)


@given(some_cards, some_cards)
def test_a_set_is_a_subset_of_what_it_is_made_into(one: set[Card], two: set[Card]) -> None:
    a, b = FRENCH.set(one), FRENCH.set(two)
    for compare in (operator.le, operator.lt, operator.ge, operator.gt):
        assert compare(a, a | b) == compare(frozenset(a), frozenset(a | b))
        assert compare(a, a & b) == compare(frozenset(a), frozenset(a & b))
    assert (a | b) - b == a - b
    assert (a ^ b) == (a | b) - (a & b)


@in_packs
@given(data=st.data())
def test_a_set_is_iterated_in_pack_order_however_it_is_made(pack: Pack, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(pack.cards), unique=True))
    made = [pack.set(cards), pack.set(iter(cards)), pack.set(reversed(cards)), pack.set(str(pack.set(cards)))]
    for hand in made:
        assert list(hand) == [card for card in pack if card in cards]
        assert list(hand) == list(cards_of(pack.deck, hand.bits))
        assert hand == made[0]


@in_packs
@given(data=st.data())
def test_sets_can_be_pasted_back_and_pickled(pack: Pack, data: st.DataObject) -> None:
    hand = pack.set(data.draw(st.sets(st.sampled_from(pack.cards))))
    for other in (eval(repr(hand), NAMES), again(hand), copy.deepcopy(hand)):
        assert other == hand
        assert hash(other) == hash(hand)
        assert other | hand == hand
        assert list(map(id, other)) == list(map(id, hand))


@given(some_cards)
def test_a_suit_of_a_set_can_be_named_in_many_ways(cards: set[Card]) -> None:
    hand = FRENCH.set(cards)
    for suit in FRENCH.deck.suits:
        wanted = [card for card in FRENCH if card in cards and card.suit == suit]
        for name in (suit, suit.text, suit.name, suit.name.upper(), *suit.aliases, again(suit)):
            assert list(hand.of_suit(name)) == wanted
    parts = [hand.of_suit(suit) for suit in FRENCH.deck.suits]
    assert sum(map(len, parts)) == len(hand)


@pytest.mark.parametrize("suit", ["", "oro", "stars", "♠♠", SPANISH["1O"].suit])
def test_a_suit_that_the_deck_does_not_have_is_a_syntax_error(suit: Any) -> None:
    with pytest.raises(ParseError, match="is not a suit: expected one of ♠ ♥ ♦ ♣"):
        FRENCH.set("A♠").of_suit(suit)
    with pytest.raises(ParseError) as refused:
        suit_of(FRENCH.deck, suit)
    assert (refused.value.text, refused.value.position) == (str(suit), 0)


@pytest.mark.parametrize("other", [SPANISH.set("7O"), FIFTY.set("A♠"), FRENCH.without("A♠").set()])
def test_sets_of_different_packs_do_not_mix_and_are_unequal(other: CardSet) -> None:
    hand = FRENCH.set("A♠")
    for combine in (*OPERATIONS, *COMPARISONS[:4], CardSet.isdisjoint):
        for one, two in ((hand, other), (other, hand)):
            with pytest.raises(MixedPacks, match="sets of different packs do not mix"):
                combine(one, two)
    assert hand != other
    assert not hand == other  # noqa: SIM201 (both ways round)
    assert FRENCH.set(card for card in other if card in FRENCH) <= FRENCH.set(FRENCH)


@pytest.mark.parametrize("other", [frozenset[Card](), {FRENCH["A♠"]}, [FRENCH["A♠"]], "A♠", None, 1])
def test_a_set_of_cards_mixes_with_nothing_else(other: Any) -> None:
    hand = FRENCH.set("A♠")
    for combine in (*OPERATIONS, *COMPARISONS[:4], CardSet.isdisjoint):
        with pytest.raises(TypeError):
            combine(hand, other)
    with pytest.raises(MixedPacks, match="make it a set of FRENCH"):
        hand.isdisjoint(other)
    assert hand != other


def test_an_equal_pack_is_the_same_pack() -> None:
    other = again(FRENCH)
    assert other is not FRENCH
    assert other.set("A♠") | FRENCH.set("K♠") == FRENCH.set("A♠ K♠")
    assert FRENCH.set(other.set("A♠")) == FRENCH.set("A♠")


def test_sets_cannot_be_changed() -> None:
    hand = FRENCH.set("A♠")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        hand.bits = 0  # type: ignore[misc]
    other = hand
    other |= FRENCH.set("K♠")
    assert str(hand) == "A♠"
    assert FRENCH.set(hand) is hand


@pytest.mark.parametrize(
    ("hand", "text", "printed"),
    [
        (FRENCH.set("qs 10c jd"), "Q♠ J♦ 10♣", "FRENCH.set('Q♠ J♦ 10♣')"),
        (FRENCH.set(), "", "FRENCH.set()"),
        (SPANISH.set("7O 1E"), "1 de espada, 7 de oro", "SPANISH.set('1 de espada, 7 de oro')"),
        (FIFTY.set("A♠"), "A♠", "FRENCH.without('2♠ 2♦').set('A♠')"),
    ],
)
def test_sets_print_their_cards_in_pack_order(hand: CardSet, text: str, printed: str) -> None:
    assert (str(hand), repr(hand)) == (text, printed)


# --- Rank orders --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "ranks"),
    [(ACE_HIGH, "A K Q J 10 9 8 7 6 5 4 3 2"), (ACE_LOW, "K Q J 10 9 8 7 6 5 4 3 2 A")],
)
def test_the_ace_is_high_or_low_in_every_suit(order: RankOrder, ranks: str) -> None:
    for suit in "♠♥♦♣":
        strengths = [order.strength(FRENCH[f"{rank}{suit}"]) for rank in ranks.split()]
        assert strengths == list(range(13, 0, -1))


TRUCO = "1E 1B 7E 7O 3 2 1 12 11 10 7 6 5 4"


def test_truco_has_fourteen_strengths() -> None:
    order = RankOrder.of(TRUCO, SPANISH)
    strengths = {str(card): order.strength(card) for card in SPANISH}
    assert [strengths[f"1 de {suit}"] for suit in ("espada", "basto", "copa", "oro")] == [14, 13, 8, 8]
    assert [strengths[f"7 de {suit}"] for suit in ("espada", "basto", "copa", "oro")] == [12, 4, 4, 11]
    for rank, strength in {"3": 10, "2": 9, "12": 7, "11": 6, "10": 5, "6": 3, "5": 2, "4": 1}.items():
        assert {strengths[f"{rank} de {suit}"] for suit in ("espada", "basto", "copa", "oro")} == {strength}
    assert set(strengths.values()) == set(range(1, 15))


def test_ranks_and_cards_tie_in_one_tier_and_a_card_stands_apart_from_its_rank() -> None:
    order = RankOrder.of("A♠=2♥ K=Q A 10", FRENCH)
    names = ("A♠", "2♥", "K♥", "Q♦", "A♥", "10♣", "2♣", "J♠")
    assert [order.strength(FRENCH[name]) for name in names] == [4, 4, 3, 3, 2, 1, 0, 0]


def test_a_card_may_be_weaker_than_its_rank() -> None:
    order = RankOrder.of("A K A♠")
    assert order.strength(FRENCH["A♠"]) < order.strength(FRENCH["K♠"]) < order.strength(FRENCH["A♥"])


@given(st.lists(french_cards, unique=True))
def test_the_strongest_are_those_that_none_beats_in_their_order(cards: list[Card]) -> None:
    order = RankOrder.of("A♠=2♥ K=Q A 10", FRENCH)
    unbeaten = [card for card in cards if all(order.strength(card) >= order.strength(c) for c in cards)]
    assert list(order.strongest(cards)) == unbeaten
    assert order.strongest(iter(cards)) == order.strongest(cards)


def test_a_rank_order_is_a_value() -> None:
    order = RankOrder.of(TRUCO, SPANISH)
    assert again(order) == order == RankOrder.of(f"  {TRUCO}\n".replace(" ", "  "), SPANISH)
    assert hash(again(order)) == hash(order)
    assert all(again(order).strength(card) == order.strength(card) for card in SPANISH)
    assert eval(repr(order), NAMES) == order
    assert RankOrder.of("ace K Q").tiers == RankOrder.of("A king queen").tiers


@pytest.mark.parametrize(
    ("text", "position", "item"),
    [("A K X Q", 4, "X"), ("A K=X", 4, "X"), ("A  A♠=", 6, ""), ("AA", 0, "AA"), ("10 0", 3, "0")],
)
def test_what_is_neither_rank_nor_card_is_a_syntax_error(text: str, position: int, item: str) -> None:
    with pytest.raises(ParseError, match="is neither a rank nor a card") as refused:
        RankOrder.of(text)
    assert (refused.value.text, refused.value.position) == (text, position)
    assert str(refused.value).startswith(repr(item))


# --- Trumps -------------------------------------------------------------------------------------

CLUBS, DIAMONDS = FRENCH["A♣"].suit, FRENCH["A♦"].suit


@pytest.mark.parametrize("turned", [None, FRENCH["2♠"], FRENCH["A♣"]])
def test_fixed_trumps_do_not_depend_on_the_card_turned(turned: Card | None) -> None:
    trump = Trump(DIAMONDS, boss=FRENCH["A♣"])
    assert FixedTrump(trump)(turned) == trump
    assert FixedTrump()(turned) == NO_TRUMPS == Trump()


def test_the_cut_decides_trumps_by_rank() -> None:
    policy = CutTrump(tuple(FRENCH[f"{n}♠"].rank for n in (6, 7, 8, 9)))
    for card in FRENCH:
        assert policy(card) == (Trump(card.suit) if card.rank.text in "6789" else NO_TRUMPS)
    assert policy() == policy(None) == NO_TRUMPS


def test_any_function_of_the_card_turned_is_a_policy() -> None:
    def turn_up(turned: Card | None = None) -> Trump:
        return NO_TRUMPS if turned is None else Trump(turned.suit)

    policies: list[TrumpPolicy] = [turn_up, FixedTrump(), CutTrump((FRENCH["9♠"].rank,))]
    assert [policy(FRENCH["9♦"]).suit for policy in policies] == [DIAMONDS, None, DIAMONDS]


def test_trumps_and_policies_are_values() -> None:
    for value in (
        Trump(DIAMONDS, FRENCH["A♣"], FRENCH.read("J♦ J♥")),
        FixedTrump(Trump(CLUBS)),
        CutTrump((FRENCH["9♠"].rank,)),
    ):
        assert again(value) == value == eval(repr(value), NAMES)
        assert hash(again(value)) == hash(value)


# --- Following and winning ----------------------------------------------------------------------

BOWERS = Trump(DIAMONDS, joined=(FRENCH["J♥"],))
ORDERS = (
    TrickOrder(FRENCH, ACE_HIGH),
    TrickOrder(FRENCH, ACE_LOW),
    TrickOrder(FRENCH, ACE_HIGH, Trump(DIAMONDS)),
    TrickOrder(FRENCH, ACE_HIGH, Trump(DIAMONDS, boss=FRENCH["A♣"])),
    TrickOrder(FRENCH, ACE_HIGH, Trump(DIAMONDS, boss=FRENCH["2♦"])),
    TrickOrder(FRENCH, ACE_HIGH, Trump(boss=FRENCH["A♣"])),
    TrickOrder(FRENCH, RankOrder.of("J♦ J♥ A K Q J 10 9 8 7 6 5 4 3 2"), BOWERS),
    TrickOrder(FRENCH, ACE_HIGH, suited=False),
    TrickOrder(FRENCH, ACE_HIGH, Trump(DIAMONDS), suited=False),
    TrickOrder(FRENCH, RankOrder.of("A=K Q=J 10"), Trump(CLUBS)),
    TrickOrder(FIFTY, RankOrder.of("A=K Q=J 10")),
    TrickOrder(FRENCH, RankOrder.of("A K A♠")),
)


def naive_suit(order: TrickOrder, card: Card) -> Suit:
    joined = order.trump.suit is not None and card in order.trump.joined
    return order.trump.suit if joined and order.trump.suit is not None else card.suit


def naive_best(order: TrickOrder, trick: Sequence[Card]) -> list[int]:
    """The places of the cards that no other beats, by the words of the definition."""
    places = range(len(trick))
    boss = [at for at in places if order.trump.boss is not None and trick[at] == order.trump.boss]
    trumps = [at for at in places if naive_suit(order, trick[at]) == order.trump.suit]
    led = [at for at in places if naive_suit(order, trick[at]) == naive_suit(order, trick[0])]
    able = boss or trumps or (led if order.suited else list(places))
    best = max(order.ranks.strength(trick[at]) for at in able)
    return [at for at in able if order.ranks.strength(trick[at]) == best]


@pytest.mark.parametrize("order", ORDERS)
@given(trick=st.lists(french_cards, min_size=1, max_size=7, unique=True))
def test_the_winner_is_who_the_definition_says(order: TrickOrder, trick: list[Card]) -> None:
    best = naive_best(order, trick)
    assert order.winner(trick) == (best[0] if len(best) == 1 else None)
    assert order.strongest(tuple(trick)) == best[0]


@pytest.mark.parametrize("order", ORDERS)
def test_the_lane_of_a_card_has_all_cards_of_its_suit_in_this_game(order: TrickOrder) -> None:
    for card in FRENCH:
        assert order.suit(card) == naive_suit(order, card)
        lane = [other for other in FRENCH if naive_suit(order, other) == naive_suit(order, card)]
        assert list(cards_of(FRENCH.deck, order.lane(card))) == lane


@pytest.mark.parametrize("order", ORDERS)
@given(trick=st.lists(french_cards, min_size=1, max_size=7, unique=True))
def test_an_order_from_another_process_or_equal_suits_is_as_good(
    order: TrickOrder, trick: list[Card]
) -> None:
    """Suits that travel are equal and not identical: a trump suit must not be lost on the way."""
    copied = TrickOrder(again(order.pack), again(order.ranks), again(order.trump), order.suited)
    assert again(order) == copied == order
    assert hash(again(order)) == hash(copied) == hash(order)
    for other in (copied, again(order)):
        assert other.winner(trick) == order.winner(trick)
        assert [other.lane(card) for card in trick] == [order.lane(card) for card in trick]


def test_an_equal_suit_made_anew_is_the_trump_suit() -> None:
    trump = Trump(Suit("♦", "diamonds", ("D", "diamond", "♢")))
    assert TrickOrder(FRENCH, ACE_HIGH, trump).winner(FRENCH.read("A♠ 2♦ K♠")) == 1


@pytest.mark.parametrize(
    ("order", "trick", "winner"),
    [
        (ORDERS[0], "2♠ A♥ K♦ 3♠", 3),
        (ORDERS[1], "2♠ A♠", 0),
        (ORDERS[2], "A♠ 2♦ K♠ 3♦", 3),
        (ORDERS[3], "A♠ 2♦ A♣ A♦", 2),
        (ORDERS[5], "A♠ A♣", 1),
        (ORDERS[6], "A♠ J♥ A♦", 1),  # a joined card is a trump
        (ORDERS[6], "J♥ A♥ 2♦", 0),  # and is not of the suit that it shows
        (ORDERS[6], "J♥ J♦", 1),
        (ORDERS[7], "2♠ A♥ K♠", 1),
        (ORDERS[7], "A♠ A♥ K♠", None),
        (ORDERS[9], "A♠ K♠ Q♠", None),
        (ORDERS[9], "A♠ K♥ Q♠", 0),
        (ORDERS[9], "A♠ K♣ Q♣", 1),
        (ORDERS[11], "2♠ A♥", 0),  # no tier has the two, and still the ace has not followed
        (ORDERS[11], "2♠ 3♠ A♥", None),
    ],
)
def test_who_wins_a_trick_or_nobody(order: TrickOrder, trick: str, winner: int | None) -> None:
    assert order.winner(FRENCH.read(trick)) == winner


@pytest.mark.parametrize("order", ["A K", "2 3", "A♥"])
def test_a_card_that_no_tier_names_still_beats_what_cannot_win(order: str) -> None:
    # 9♠ is led; spades that are not named tie, and nothing of another suit comes near.
    tricks = TrickOrder(FRENCH, RankOrder.of(order))
    assert tricks.winner(FRENCH.read("9♠ A♥ 2♦ 8♣")) == 0
    assert tricks.winner(FRENCH.read("9♠ A♥ 8♠")) is None
    assert tricks.strongest(FRENCH.read("9♠ A♥ 8♠")) == 0


def test_equal_cards_of_truco_tie_whatever_their_suit() -> None:
    order = TrickOrder(SPANISH, RankOrder.of(TRUCO, SPANISH), suited=False)
    assert order.winner(SPANISH.read("3E 3B")) is None
    assert order.winner(SPANISH.read("7E 7O")) == 0
    assert order.winner(SPANISH.read("7C 7B")) is None
    assert order.winner(SPANISH.read("1O 1B")) == 1


def test_a_trick_has_the_bits_of_its_cards() -> None:
    trick = Trick(2, FRENCH.read("A♠ K♥"), 1)
    assert trick.bits == FRENCH.set("A♠ K♥").bits
    assert again(trick) == trick == eval(repr(trick), NAMES)
    assert Trick(0, (), None).bits == 0


@pytest.mark.parametrize("order", ORDERS)
@given(hand=some_cards, led=french_cards)
def test_who_can_follow_must_and_who_cannot_plays_anything(
    order: TrickOrder, hand: set[Card], led: Card
) -> None:
    same = {card for card in hand if naive_suit(order, card) == naive_suit(order, led)}
    cards = FRENCH.set(hand)
    assert set(following(cards, led, order)) == (same or hand)
    assert follow(cards.bits, order.lane(led)) == following(cards, led, order).bits
    assert following(cards, None, order) == cards


# --- Seats --------------------------------------------------------------------------------------


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_turns_go_once_round_the_table(seats: int, direction: int) -> None:
    table = Seating(seats, direction)
    for seat in range(seats):
        assert table.after(seat) == table.next[seat] == (seat + direction) % seats
        order = table.order_from(seat)
        assert order == tuple((seat + direction * step) % seats for step in range(seats))
        assert table.side_of(seat) == seat
    assert table.active == table.order_from(0)


@pytest.mark.parametrize(
    ("seats", "sides"), [(2, ((0, 1),)), (4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5)))]
)
def test_partners_sit_opposite_each_other(seats: int, sides: tuple[tuple[int, ...], ...]) -> None:
    table = Seating.partners_opposite(seats, -1)
    assert (table.seats, table.direction, table.sides) == (seats, -1, sides)
    assert [table.side_of(seat) for seat in range(seats)] == [seat % (seats // 2) for seat in range(seats)]
    assert Seating.partners_opposite(seats).direction == 1


@given(st.integers(2, 8), st.sampled_from([1, -1]), st.data())
def test_turns_pass_over_those_who_rest(seats: int, direction: int, data: st.DataObject) -> None:
    resting = data.draw(st.sets(st.integers(0, seats - 1), max_size=seats - 1))
    table = Seating(seats, direction).rest(*sorted(resting))
    playing = [seat for seat in range(seats) if seat not in resting]
    assert sorted(table.active) == playing
    for seat in range(seats):
        everybody = Seating(seats, direction).order_from(seat)
        assert table.order_from(seat) == tuple(s for s in everybody if s not in resting)
        after = next(s for s in (*everybody[1:], seat) if s not in resting)
        assert table.after(seat) == after


@pytest.mark.parametrize("direction", [1, -1])
def test_one_may_sit_alone(direction: int) -> None:
    table = Seating(1, direction)
    assert (table.order_from(0), table.after(0), table.sides) == ((0,), 0, ((0,),))


def test_who_rests_is_said_anew_each_time() -> None:
    table = Seating.partners_opposite(6)
    assert table.rest(2, 5).rest(0, 3).order_from(0) == (1, 2, 4, 5)
    assert table.rest(2, 5).rest() == table
    assert table.rest(2, 5) != table
    assert table.rest(2, 5).sides == table.sides
    assert table.rest(2, 5).side_of(5) == 2


@pytest.mark.parametrize("seat", [-1, 4, 1.0, "1", None, True])
def test_what_is_not_a_seat(seat: Any) -> None:
    with pytest.raises(SeatError, match=f"{seat!r} is not a seat: the seats are 0 to 3"):
        Seating(4).check(seat)


@pytest.mark.parametrize("seat", [-1, -4, 4, 1.0, "1", None])
@pytest.mark.parametrize("ask", [Seating.after, Seating.order_from, Seating.side_of])
def test_nothing_is_told_of_what_is_not_a_seat(ask: Callable[[Seating, Any], Any], seat: Any) -> None:
    with pytest.raises(SeatError, match=f"{seat!r} is not a seat: the seats are 0 to 3"):
        ask(Seating.partners_opposite(4), seat)


NO_SEAT: Any = "3"


@pytest.mark.parametrize(
    ("make", "culprit"),
    [
        (lambda: Seating(0), "0 is no number of seats"),
        (lambda: Seating(True), "True is no number of seats"),
        (lambda: Seating.partners_opposite(NO_SEAT), "'3' is no number of seats"),
        (lambda: Seating.partners_opposite(5), "are not sides of 5 seats"),
        (lambda: Seating(4, 0), "0 is no direction"),
        (lambda: Seating(4, sides=((0, 1), (2,))), "are not sides of 4 seats"),
        (lambda: Seating(4, sides=((0, 1), (1, 2, 3))), "are not sides of 4 seats"),
        (lambda: Seating(4, sides=((1, 3), (0, 2))), "are not sides of 4 seats"),
        (lambda: Seating(4, sides=((2, 0), (1, 3))), "are not sides of 4 seats"),
        (lambda: Seating(4, sides=((0, 2), (1, NO_SEAT))), "'3' is not a seat"),
        (lambda: Seating(4).rest(4), "4 is not a seat"),
        (lambda: Seating(4).rest(1, 1), "nobody rests twice"),
        (lambda: Seating(2).rest(0, 1), "nobody would play"),
    ],
)
def test_a_table_that_cannot_be(make: Callable[[], Any], culprit: str) -> None:
    with pytest.raises(SeatError, match=culprit):
        make()


def test_a_seating_is_a_value() -> None:
    table = Seating.partners_opposite(6, -1).rest(1, 4)
    assert again(table) == table == eval(repr(table), NAMES)
    assert hash(again(table)) == hash(table)
    assert again(table).next == table.next
    assert [table.check(seat) for seat in range(6)] == list(range(6))


# --- Dealing ------------------------------------------------------------------------------------


@st.composite
def dealings(draw: st.DrawFn, pack: Pack = SPANISH) -> Dealing:
    players = draw(st.integers(1, 4))
    if draw(st.booleans()):
        return Dealing.evenly(players, draw(st.integers(0, len(pack) // players)), draw(st.integers(1, 5)))
    places = [STOCK, *range(players)]
    steps = draw(st.lists(st.tuples(st.sampled_from(places), st.integers(0, 3)), min_size=1, max_size=5))
    size = sum(cards for _, cards in steps)
    times = draw(st.integers(0, len(pack) // size if size else 3))
    return Dealing.rounds(players, *steps, times=times)


shuffled = st.permutations(SPANISH.cards)


@given(dealings(), shuffled)
def test_every_card_is_dealt_in_the_order_of_the_places(dealing: Dealing, pack: list[Card]) -> None:
    hands, stock = dealing.deal(pack)
    places = [*dealing.places, *[STOCK] * (len(pack) - len(dealing.places))]
    assert len(hands) == dealing.players
    assert list(stock) == [card for card, place in zip(pack, places, strict=True) if place == STOCK]
    for at, hand in enumerate(hands):
        assert list(hand) == [card for card, place in zip(pack, places, strict=True) if place == at]


@given(dealings(), shuffled)
def test_arranging_is_the_inverse_of_dealing(dealing: Dealing, pack: list[Card]) -> None:
    hands, stock = dealing.deal(pack)
    assert list(dealing.arrange(SPANISH, hands, stock)) == pack


@given(dealings(), shuffled, st.data())
def test_dealing_is_the_inverse_of_arranging(dealing: Dealing, pack: list[Card], data: st.DataObject) -> None:
    hands, stock = dealing.deal(pack)
    wanted = [
        None if data.draw(st.booleans()) else hand[: data.draw(st.integers(0, len(hand)))] for hand in hands
    ]
    first = stock[: data.draw(st.integers(0, len(stock)))]
    arranged = dealing.arrange(SPANISH, wanted, first)
    assert sorted(arranged, key=SPANISH.cards.index) == list(SPANISH)
    got, left = dealing.deal(arranged)
    assert left[: len(first)] == first
    for hand, want in zip(got, wanted, strict=True):
        assert hand[: len(want or ())] == tuple(want or ())
    named = {card for cards in (*wanted, first) for card in cards or ()}
    filled = [card for card in arranged if card not in named]
    assert filled == [card for card in SPANISH if card not in named]  # the rest comes in pack order


@pytest.mark.parametrize(
    ("each", "packet", "places"),
    [
        (3, 1, (0, 1, 0, 1, 0, 1)),
        (4, 2, (0, 0, 1, 1, 0, 0, 1, 1)),
        (3, 3, (0, 0, 0, 1, 1, 1)),
        (3, 2, (0, 0, 1, 1, 0, 1)),  # the last packets are smaller
        (1, 4, (0, 1)),
        (0, 1, ()),
    ],
)
def test_everybody_gets_as_many_in_packets(each: int, packet: int, places: tuple[int, ...]) -> None:
    assert Dealing.evenly(2, each, packet).places == places


def test_rounds_can_begin_with_the_stock() -> None:
    dealing = Dealing.rounds(3, (STOCK, 4), (0, 3), (1, 3), (2, 3), times=3)
    hands, stock = dealing.deal(SPANISH.cards)
    assert [len(hand) for hand in hands] == [9, 9, 9]
    assert stock[:4] == SPANISH.cards[:4]
    assert stock[4] is SPANISH.cards[13]
    assert len(stock) == 13  # one card more is left over


@pytest.mark.parametrize(
    ("hands", "stock", "message"),
    [
        (["7O", "7O"], "", "7 de oro is wanted in two places"),
        (["7O", None], "7O", "7 de oro is wanted in two places"),
        ([FRENCH.set("A♠"), None], "", "A♠ is not a card of this pack"),
        ([None, ["7O"]], "", "'7O' is not a card of this pack"),
        (["1E 2E 3E 4E", None], "", "hand 0 in the order of dealing gets 3 cards, not 4: 1 de espada 2 de"),
    ],
)
def test_hands_that_cannot_be_dealt(hands: list[Any], stock: str, message: str) -> None:
    wanted = [SPANISH.read(hand) if isinstance(hand, str) else hand for hand in hands]
    with pytest.raises(CardError, match=message):
        Dealing.evenly(2, 3).arrange(SPANISH, wanted, SPANISH.read(stock))


@pytest.mark.parametrize("hands", [[], [None], [None, None, None]])
def test_hands_for_fewer_or_more_players_are_not_arranged(hands: list[None]) -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        Dealing.evenly(2, 3).arrange(SPANISH, hands)


def test_a_stock_that_has_no_room() -> None:
    with pytest.raises(CardError, match="the stock gets 0 cards, not 1: 7 de oro"):
        Dealing.evenly(2, 20).arrange(SPANISH, [None, None], SPANISH.read("7O"))


def test_a_pack_that_is_too_small_is_not_dealt() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Dealing.evenly(2, 3).deal(SPANISH.cards[:5])


def test_a_dealing_is_a_value() -> None:
    dealing = Dealing.rounds(2, (STOCK, 1), (0, 2), (1, 2), times=2)
    assert again(dealing) == dealing
    assert hash(again(dealing)) == hash(dealing)
    assert dealing == Dealing(2, (-1, 0, 0, 1, 1) * 2)
    assert repr(dealing) == "Dealing(players=2)"


# --- Scoring ------------------------------------------------------------------------------------

HEART_VALUES = {FRENCH["A♥"]: -50, FRENCH["K♥"]: -40, FRENCH["9♥"]: -10, FRENCH["8♥"]: -10, FRENCH["4♥"]: 0}


@given(some_cards)
def test_cards_that_count_make_one_item_with_all_that_were_taken(taken: set[Card]) -> None:
    counted = taken & set(HEART_VALUES)
    items = CardPoints("hearts", HEART_VALUES)(FRENCH.set(taken))
    points = sum(HEART_VALUES[card] for card in counted)
    assert items == ((("hearts", points, FRENCH.set(counted)),) if counted else ())


@given(some_cards)
def test_the_same_points_for_each(taken: set[Card]) -> None:
    pictures = FRENCH.set("A♠ K♠ Q♠ J♠ A♥")
    items = CardPoints.each("pictures", pictures, 3)(FRENCH.set(taken))
    assert sum(points for _, points, _ in items) == 3 * len(set(pictures) & taken)
    assert CardPoints.each("pictures", pictures).points == dict.fromkeys(pictures, 1)


def test_card_points_are_a_value_of_their_own() -> None:
    values = dict(HEART_VALUES)
    rule = CardPoints("hearts", values)
    values[FRENCH["A♥"]] = 7
    assert rule.points == HEART_VALUES
    assert rule == CardPoints("hearts", HEART_VALUES) == again(rule)
    assert rule == CardPoints("hearts", dict(reversed(HEART_VALUES.items())))
    assert hash(rule) == hash(again(rule))
    assert repr(CardPoints("ace", {FRENCH["A♥"]: -50})) == (
        "CardPoints(rule='ace', points={FRENCH['A♥']: -50})"
    )


BEFORE: list[Item] = [("pig", -100, None), ("sheep", 100, None), ("hearts", -40, None), ("pig", 30, None)]


@pytest.mark.parametrize(
    ("times", "of", "points"),
    [
        (2, None, -10),
        (4, None, -30),
        (1, None, 0),
        (0, None, 10),
        (2, ("pig",), -70),
        (3, ("pig", "sheep"), 60),
        (2, (), None),
        (2, ("doubler",), None),
    ],
)
def test_a_factor_is_one_item_with_the_difference_that_it_makes(
    times: int, of: tuple[str, ...] | None, points: int | None
) -> None:
    ten = FRENCH["10♣"]
    items = Factor("x", ten, times, of)(FRENCH.set("10♣ Q♠"), BEFORE)
    assert items == (() if points is None else (("x", points, FRENCH.set("10♣")),))


def test_a_factor_works_for_who_has_the_card_or_for_all() -> None:
    ten = FRENCH["10♣"]
    assert Factor("x", ten, 2)(FRENCH.set("Q♠"), BEFORE) == ()
    assert Factor("x", ten, 2, held=False)(FRENCH.set("Q♠"), BEFORE) == (("x", -10, FRENCH.set("10♣")),)
    assert Factor("x", ten, 2, held=False)(FRENCH.set("Q♠"), []) == ()


def test_a_factor_of_items_that_sum_to_nothing_is_an_item_of_nothing() -> None:
    rule = Factor("x", FRENCH["10♣"], 2)
    assert rule(FRENCH.set("10♣ 2♥"), [("hearts", 0, None)]) == (("x", 0, FRENCH.set("10♣")),)


@pytest.mark.parametrize(
    ("tricks", "each", "points"), [(12, 1, 8), (4, 1, 0), (0, 1, -4), (0, -1, 4), (7, -2, -6)]
)
def test_tricks_over_a_target(tricks: int, each: int, points: int) -> None:
    assert TricksOver("score", 4, each)(tricks) == (("score", points, None),)


def test_a_tally_runs_rules_in_order_each_seeing_the_items_before_it() -> None:
    seen: list[int] = []

    def look(taken: CardSet, before: Sequence[Item]) -> tuple[Item, ...]:
        seen.append(len(before))
        return (("look", len(before), None),)

    pig = CardPoints("pig", {FRENCH["Q♠"]: -100})
    lines = tally([look, pig, look, Factor("double", FRENCH["10♣"], 2), look], FRENCH.set("Q♠ 10♣"), 1, 3)
    assert seen == [0, 2, 4]
    assert lines == (
        Line("look", 1, 0, None, 3),
        Line("pig", 1, -100, FRENCH.set("Q♠"), 3),
        Line("look", 1, 2, None, 3),
        Line("double", 1, -98, FRENCH.set("10♣"), 3),
        Line("look", 1, 4, None, 3),
    )


def test_a_rule_may_be_a_generator_that_reads_what_came_before() -> None:
    def once_more(taken: CardSet, before: Sequence[Item]) -> Iterator[Item]:
        for rule, points, cards in before:
            yield f"{rule} again", points, cards

    lines = tally([CardPoints("pig", {FRENCH["Q♠"]: -100}), once_more], FRENCH.set("Q♠"), side=0)
    assert [(line.rule, line.points) for line in lines] == [("pig", -100), ("pig again", -100)]


def test_tricks_are_tallied_as_cards_are() -> None:
    assert tally([TricksOver("score", 4)], 9, side=2) == (Line("score", 2, 5),)
    assert tally([], 9, side=0) == ()


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-50, 50))))
def test_the_total_of_lines_by_side(lines: list[tuple[int, int]]) -> None:
    totals = total([Line("x", side, points) for side, points in lines], 3)
    assert totals == tuple(sum(points for at, points in lines if at == side) for side in range(3))


def test_lines_are_values() -> None:
    line = Line("a.b", 1, -3, FRENCH.set("Q♠"), 3)
    assert again(line) == line == eval(repr(line), NAMES)
    assert hash(again(line)) == hash(line)
    assert (Line("a", 0, 1).cards, Line("a", 0, 1).seat) == (None, None)


# --- Lazy choices -------------------------------------------------------------------------------


@attrs.frozen
class Pick:
    cards: CardSet


def picks(cards: Iterable[Card], limit: int, least: int = 0) -> list[Pick]:
    """Every choice, written out."""
    listed = list(FRENCH.set(cards))
    sizes = range(least, min(limit, len(listed)) + 1)
    return [Pick(FRENCH.set(c)) for size in sizes for c in itertools.combinations(listed, size)]


some_hands = st.sets(french_cards, max_size=7)


@given(some_hands, st.integers(0, 8))
def test_choices_are_the_combinations_in_order(cards: set[Card], limit: int) -> None:
    choices, written = Choices(FRENCH.set(cards), limit, Pick), picks(cards, limit)
    assert list(choices) == written
    assert len(choices) == len(written)
    assert [choices[at] for at in range(len(written))] == written
    assert [choices[at] for at in range(-len(written), 0)] == written
    assert list(reversed(choices)) == written[::-1]
    assert all(choices.index(pick) == at for at, pick in enumerate(written[:5]))


@given(some_hands, st.integers(0, 8), st.integers(0, 4))
def test_choices_of_a_least_size(cards: set[Card], limit: int, least: int) -> None:
    choices = Choices(FRENCH.set(cards), limit, Pick, least)
    written = picks(cards, limit, least)
    assert list(choices) == written
    assert len(choices) == len(written)
    assert [choices[at] for at in range(-len(written), 0)] == written
    assert [pick in choices for pick in picks(cards, 8)] == [pick in written for pick in picks(cards, 8)]


@given(some_hands, st.integers(0, 8), st.slices(140))
def test_a_slice_of_choices_is_a_tuple_of_them(cards: set[Card], limit: int, part: slice) -> None:
    assert Choices(FRENCH.set(cards), limit, Pick)[part] == tuple(picks(cards, limit)[part])


@given(some_hands, st.integers(0, 8), st.sets(french_cards, max_size=7))
def test_what_is_among_the_choices(cards: set[Card], limit: int, others: set[Card]) -> None:
    choices = Choices(FRENCH.set(cards), limit, Pick)
    for picked in (others, others & cards):
        assert (Pick(FRENCH.set(picked)) in choices) == (picked <= cards and len(picked) <= limit)


Other = SimpleNamespace
STRANGE = [Other(cards=Other(bits="1")), Other(cards=Other(bits=None)), Other(cards=FRENCH.set("A♠"))]


@pytest.mark.parametrize(
    "other", [None, "A♠", FRENCH["A♠"], FRENCH.set("A♠"), Pick(FIFTY.set("A♠")), 0, *STRANGE], ids=repr
)
def test_other_things_are_not_among_the_choices(other: Any) -> None:
    assert other not in Choices(FRENCH.set("A♠ K♠"), 2, Pick)


def test_a_function_can_make_the_choices() -> None:
    def pick(cards: CardSet) -> Pick:
        return Pick(cards)

    choices: Sequence[Any] = Choices(FRENCH.set("A♠ K♠"), 1, pick)
    assert Pick(FRENCH.set("K♠")) in choices
    assert Pick(FRENCH.set("A♠ K♠")) not in choices
    assert "A♠" not in choices


@pytest.mark.parametrize("at", [7, 8, -8, 10**9])
def test_there_is_no_choice_past_the_end(at: int) -> None:
    with pytest.raises(IndexError, match=f"{at} is out of range: there are 7 choices"):
        Choices(FRENCH.set("A♠ K♠ Q♠"), 2, Pick)[at]


def test_choices_are_never_written_out() -> None:
    choices = Choices(SPANISH.set(SPANISH), 40, Pick)
    assert len(choices) == 2**40
    assert choices[0] == Pick(SPANISH.set())
    assert choices[40] == Pick(SPANISH.set("12O"))
    assert choices[-1] == Pick(SPANISH.set(SPANISH))
    assert Pick(SPANISH.set("1E 7E 7O")) in choices
    assert [len(pick.cards) for pick in choices[2**39 : 2**39 + 3]] == [20, 20, 20]
    assert choices[:: 2**38] == (choices[0], choices[2**38], choices[2**39], choices[3 * 2**38])
    picked = random.Random(1).choice(choices)
    assert picked in choices
    assert list(itertools.islice(choices, 3)) == [choices[0], choices[1], choices[2]]


def test_choices_are_values() -> None:
    choices = Choices(FRENCH.set("A♠ K♠"), 1, Pick)
    assert again(choices) == choices
    assert hash(again(choices)) == hash(choices)
    assert choices != Choices(FRENCH.set("A♠ K♠"), 2, Pick)
    assert repr(choices) == "Choices(cards=FRENCH.set('A♠ K♠'), limit=1, make=Pick, least=0)"


# --- Escalating calls ---------------------------------------------------------------------------


@st.composite
def ladders(draw: st.DrawFn) -> Ladder[str]:
    adds = draw(st.lists(st.none() | st.integers(0, 5), min_size=1, max_size=5))
    rungs = tuple(Rung(f"call {at}", points, draw(st.integers(1, 3))) for at, points in enumerate(adds))
    return Ladder(rungs, draw(st.integers(0, 2)), draw(st.integers(0, 2)), draw(st.booleans()))


@st.composite
def chains(draw: st.DrawFn) -> tuple[Ladder[str], tuple[str, ...]]:
    """A ladder, and a chain of its calls as far up as one likes."""
    ladder = draw(ladders())
    chain: tuple[str, ...] = ()
    for _ in range(draw(st.integers(0, 8))):
        following_calls = ladder.following(chain)
        if not following_calls:
            break
        chain = (*chain, draw(st.sampled_from(following_calls)))
    return ladder, chain


def place(ladder: Ladder[str], call: str) -> int:
    return [rung.call for rung in ladder.rungs].index(call)


@given(chains())
def test_a_chain_never_steps_down_nor_repeats_a_call_too_often(
    made: tuple[Ladder[str], tuple[str, ...]],
) -> None:
    ladder, chain = made
    places = [place(ladder, call) for call in chain]
    assert places == sorted(places)
    for rung in ladder.rungs:
        assert chain.count(rung.call) <= rung.times
    if ladder.stepwise:
        assert set(places) == set(range(len(set(places))))  # no rung is skipped


@given(chains())
def test_what_may_follow_is_every_call_that_keeps_the_law(made: tuple[Ladder[str], tuple[str, ...]]) -> None:
    ladder, chain = made
    at = place(ladder, chain[-1]) if chain else -1
    top = at + 1 if ladder.stepwise else len(ladder.rungs)
    higher = [rung.call for number, rung in enumerate(ladder.rungs) if at < number <= top]
    same = [
        rung.call for rung in ladder.rungs[at : at + 1] if at >= 0 and chain.count(rung.call) < rung.times
    ]
    assert ladder.following(chain) == (*same, *higher)


@given(chains())
def test_what_a_chain_is_worth_accepted_and_declined(made: tuple[Ladder[str], tuple[str, ...]]) -> None:
    ladder, chain = made
    adds = [ladder.rungs[place(ladder, call)].adds for call in chain]
    known = [points for points in adds if points is not None]
    worth = None if len(known) < len(adds) else ladder.base + sum(known)
    assert ladder.accepted(chain) == worth
    assert ladder.declined(chain) == max(ladder.floor, ladder.accepted(chain[:-1]) or 0)
    if worth is not None:
        assert ladder.declined(chain) <= max(worth, ladder.floor)


def test_a_ladder_of_three_calls() -> None:
    ladder = Ladder((Rung("truco", 1), Rung("retruco", 1), Rung("vale cuatro", 1)), base=1, stepwise=True)
    chain: tuple[str, ...] = ()
    worth: list[tuple[int | None, int]] = []
    while ladder.following(chain):
        (call,) = ladder.following(chain)
        chain = (*chain, call)
        worth.append((ladder.accepted(chain), ladder.declined(chain)))
    assert chain == ("truco", "retruco", "vale cuatro")
    assert worth == [(2, 1), (3, 2), (4, 3)]


def test_a_ladder_starts_from_nothing_and_has_no_floor_unless_it_says_so() -> None:
    ladder = Ladder((Rung("a", 2), Rung("b", 3)))
    assert [ladder.accepted(chain) for chain in ((), ("a",), ("a", "b"))] == [0, 2, 5]
    assert [ladder.declined(chain) for chain in (("a",), ("a", "b"))] == [0, 2]


def test_no_rung_is_skipped_where_one_may_be_called_twice() -> None:
    ladder = Ladder((Rung("a", 1, times=2), Rung("b", 2), Rung("c", 3)), stepwise=True)
    assert ladder.following(()) == ("a",)
    assert ladder.following(("a",)) == ("a", "b")
    assert ladder.following(("a", "a")) == ("b",)
    assert ladder.following(("a", "b", "c")) == ()


@pytest.mark.parametrize("chain", [("x",), ("a", "x"), ("x", "a")])
def test_a_call_that_is_not_of_the_ladder(chain: tuple[str, ...]) -> None:
    with pytest.raises(LookupError, match="'x' is not a call of this ladder"):
        Ladder((Rung("a", 1),)).accepted(chain)


def test_a_chain_says_who_called_and_who_has_to_answer() -> None:
    chain: Chain[str] = Chain()
    assert (chain.calls, chain.by, chain.awaits) == ((), None, None)
    chain = chain.called("envido", by=1, awaits=0)
    raised = chain.called("real", by=0, awaits=1)
    assert raised == Chain(("envido", "real"), 0, 1)
    assert raised.answered() == Chain(("envido", "real"), 0)
    assert chain == Chain(("envido",), 1, 0)
    assert again(raised) == raised == eval(repr(raised), NAMES)


# --- Moves --------------------------------------------------------------------------------------


@given(st.permutations(FRENCH.cards), st.integers(0, 52))
def test_a_deal_keeps_the_order_of_its_cards_and_can_be_pasted_back(cards: list[Card], many: int) -> None:
    deal = Deal(cards[:many])
    assert deal.pack == tuple(cards[:many])
    assert deal == Deal(iter(cards[:many])) == eval(repr(deal), NAMES) == again(deal)
    assert hash(again(deal)) == hash(deal)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (FRENCH.read("Q♠ 10♣"), "Deal(FRENCH.read('Q♠ 10♣'))"),
        (SPANISH.read("7O 1E"), "Deal(SPANISH.read('7 de oro, 1 de espada'))"),
        ((), "Deal(())"),
        ([FRENCH["A♠"]] * 2, "Deal((FRENCH['A♠'], FRENCH['A♠']))"),
        ([FRENCH["A♠"], SPANISH["7O"]], "Deal((FRENCH['A♠'], SPANISH['7 de oro']))"),
        (["A♠"], "Deal(('A♠',))"),
    ],
)
def test_deals_print_so_that_they_can_be_pasted_back(cards: Any, text: str) -> None:
    assert repr(Deal(cards)) == text
    assert eval(text, NAMES) == Deal(cards)


def test_a_play_is_of_a_card() -> None:
    play = Play(FRENCH["Q♠"])
    assert repr(play) == "Play(card=FRENCH['Q♠'])"
    assert again(play) == play == eval(repr(play), NAMES)
    others: list[Any] = ["Q♠", None, 7, FRENCH.set("Q♠")]
    for other in others:
        with pytest.raises(CardError, match="is not a card: take one from a pack"):
            Play(other)


@in_packs
@given(data=st.data())
def test_the_plays_of_a_hand_come_in_pack_order(pack: Pack, data: st.DataObject) -> None:
    hand = pack.set(data.draw(st.sets(st.sampled_from(pack.cards))))
    of = plays(pack.deck)
    assert of(hand.bits) == tuple(Play(card) for card in hand)
    assert of(hand.bits) == of(hand.bits)


def test_the_cards_that_a_move_names() -> None:
    assert cards_in(Play(FRENCH["Q♠"])) == FRENCH.read("Q♠")
    assert cards_in(Pick(FRENCH.set("Q♠ A♠"))) == FRENCH.read("A♠ Q♠")
    assert cards_in("anything else") == ()


@pytest.mark.parametrize(
    ("dealt", "cards", "faults"),
    [
        (SPANISH.cards[2:], "1E 2E", {"missing": "1 de espada, 2 de espada"}),
        ([*SPANISH, SPANISH["7O"]], "7O", {"twice": "7 de oro"}),
        ([*SPANISH.cards[1:], SPANISH["7O"]], "1E 7O", {"missing": "1 de espada", "twice": "7 de oro"}),
        ([*SPANISH, "joker"], "", {"not of this pack": "'joker'"}),
        ([*SPANISH.cards[1:], None], "1E", {"missing": "1 de espada", "not of this pack": "None"}),
    ],
)
def test_what_is_wrong_with_the_cards_of_a_deal(
    dealt: Sequence[Any], cards: str, faults: dict[str, str]
) -> None:
    assert faults_of_pack(SPANISH, dealt) == (SPANISH.read(cards), tuple(faults.items()))


def test_cards_of_another_pack_are_named_in_a_deal() -> None:
    dealt = [*SPANISH.cards[1:], FRENCH.cards[0]]  # the same bits, and another deck
    faults = (("missing", "1 de espada"), ("not of this pack", "A♠"))
    assert faults_of_pack(SPANISH, dealt) == ((SPANISH.cards[0], FRENCH.cards[0]), faults)
    assert faults_of_pack(FIFTY, FRENCH.cards) == (FRENCH.read("2♠ 2♦"), (("not of this pack", "2♠, 2♦"),))


@given(st.lists(st.sampled_from(PACKS[3].cards), max_size=7))
def test_a_deal_is_right_only_with_every_card_once(dealt: list[Card]) -> None:
    right = sorted(card.index for card in dealt) == [card.index for card in PACKS[3]]
    assert (faults_of_pack(PACKS[3], dealt) is None) == right


@given(st.permutations(PACKS[3].cards))
def test_any_order_of_the_pack_is_a_right_deal(dealt: list[Card]) -> None:
    assert faults_of_pack(PACKS[3], dealt) is None
    assert faults_of_pack(PACKS[3], iter(dealt)) is None


# --- Values and rules ---------------------------------------------------------------------------

MADE: list[Any] = [
    Seating(4),
    TrickOrder(FRENCH, ACE_HIGH),
    CardPoints("ace", {FRENCH["A♥"]: -50}),
    *(rules for game in GAMES for rules in (game.rules(), game.rules().format)),
]


@pytest.mark.parametrize("value", MADE, ids=lambda value: f"{type(value).__module__}.{type(value).__name__}")
def test_a_value_prints_nothing_that_follows_from_the_rest(value: Any) -> None:
    follows = [field.name for field in attrs.fields(value.__class__) if not field.init]
    assert [name for name in follows if f"{name}=" in repr(value)] == []


@attrs.frozen(repr=False)
class House:
    """Rules of a house, some of which are nobody's business."""

    tokens: int = 1
    secret: int = attrs.field(default=2, repr=False)
    total: int = attrs.field(init=False, repr=True)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "total", self.tokens + self.secret)

    __repr__ = terse


def test_rules_print_the_options_that_are_not_as_usual_and_are_to_be_printed() -> None:
    assert repr(House()) == repr(House(secret=3)) == "House()"
    assert repr(House(5)) == repr(House(5, 6)) == "House(tokens=5)"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_format_is_given_by_keyword_only(game: AnyGame) -> None:
    rules: Any = game.rules()
    make: Any = rules.__class__
    options = [getattr(rules, field.name) for field in attrs.fields(make) if field.init]
    assert make(*options[:-1], format=rules.format) == rules
    with pytest.raises(TypeError):
        make(*options)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_format_of_another_game_is_refused(game: AnyGame) -> None:
    other = next(other for other in GAMES if other is not game)
    for strange in (None, "52 cards", other.rules().format):
        with pytest.raises(RulesError, match=r"format: .* is not a Format of this game") as refused:
            type(game.rules())(format=strange)
        assert refused.value.option == "format"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_legal_move_does_is_the_same_by_either_way(game: AnyGame) -> None:
    rng = random.Random(6)
    for step in random_steps(game.new_match(game.rules()), rng, limit=2):
        if not isinstance(step.move, Deal):
            assert game.play(step.before, step.move) == step.after


def test_games_have_their_names() -> None:
    assert {game.name: game.title for game in GAMES} == {
        "etori": "Etori",
        "gong_zhu": "Gong Zhu",
        "hornafjardarmanni": "Hornafjarðarmanni",
        "truco": "Truco",
    }


# --- Matches ------------------------------------------------------------------------------------


def test_a_standing_is_one_whole_number_a_side() -> None:
    assert standing(None, 3) == (0, 0, 0)
    assert standing(None, 2, usual=5) == (5, 5)
    assert standing([3, -4], 2) == standing((3, -4), 2) == (3, -4)


@pytest.mark.parametrize(
    "scores", [(), (1,), (1, 2, 3), (1.0, 2), ("1", 2), "12", (True, 1), (None, 1), 5, 5.0]
)
def test_anything_else_is_no_standing(scores: Any) -> None:
    with pytest.raises(RulesError, match=r"is not a standing|is not a whole number") as refused:
        standing(scores, 2)
    assert refused.value.option == "scores"


@given(st.lists(st.integers(-3, 3), min_size=3, max_size=3))
def test_the_highest_score_wins_and_who_has_not_won_has_lost(scores: list[int]) -> None:
    seating = Seating.partners_opposite(6)
    ended = outcome_of(tuple(scores), seating, "a.over")
    assert [seat in ended.winners for seat in range(6)] == [
        scores[seat % 3] == max(scores) for seat in range(6)
    ]
    assert sorted([*ended.winners, *ended.losers]) == list(range(6))
    assert (ended.scores, ended.rule) == (tuple(scores), "a.over")
    assert again(ended) == ended == eval(repr(ended), NAMES)


def test_all_share_the_win_where_all_are_equal() -> None:
    assert outcome_of((5, 5), Seating(2), "a.over") == Outcome((0, 1), (), (5, 5), "a.over")


def test_a_seats_payoff_is_what_its_side_scored() -> None:
    match = Match(None, 3, start=(10, 0))
    assert (match.scores, match.results, match.outcome) == ((10, 0), (), None)
    result = result_of(
        match, (Line("a", 0, 3), Line("a", 1, -3), Line("b", 1, 1)), Seating.partners_opposite(4)
    )
    assert (result.scores, result.payoffs, result.totals, result.eldest) == (
        (3, -2),
        (3, -2, 3, -2),
        (13, -2),
        3,
    )


# --- Options and errors -------------------------------------------------------------------------


def test_an_option_is_one_of_those_allowed_and_of_the_same_type() -> None:
    one_of("players", 4, (4, 5))
    for value in (6, 4.0, True, "4", None):
        with pytest.raises(RulesError, match=r"^players: .* is not one of 4, 1$") as refused:
            one_of("players", value, (4, 1))
        assert refused.value.option == "players"


@pytest.mark.parametrize(
    ("value", "least", "most", "fits"),
    [
        (0, None, None, True),
        (1, 1, None, True),
        (0, 1, None, False),
        (-1, None, -1, True),
        (0, None, -1, False),
        (5, 1, 9, True),
        (10, 1, 9, False),
        (True, None, None, False),
        (1.0, None, None, False),
        ("1", None, None, False),
        (None, None, None, False),
    ],
)
def test_an_option_is_a_whole_number_within_bounds(
    value: Any, least: int | None, most: int | None, fits: bool
) -> None:
    if fits:
        whole("n", value, least, most)
    else:
        with pytest.raises(RulesError, match=f"n: {value!r} is not a whole number"):
            whole("n", value, least, most)


@pytest.mark.parametrize(
    ("least", "most", "bounds"),
    [
        (None, None, ""),
        (3, None, " of at least 3"),
        (None, 3, " of at most 3"),
        (3, 3, " of at least 3 of at most 3"),
    ],
)
def test_who_gives_no_whole_number_is_told_the_bounds(
    least: int | None, most: int | None, bounds: str
) -> None:
    with pytest.raises(RulesError) as refused:
        whole("n", "4", least, most)
    assert str(refused.value) == f"n: '4' is not a whole number{bounds}"


@pytest.mark.parametrize("sign", [1, -1])
def test_a_whole_number_without_bounds_has_at_most_nine_zeros(sign: int) -> None:
    whole("n", sign * 1_000_000_000)
    with pytest.raises(RulesError, match=r"n: -?1000000001 is not a whole number"):
        whole("n", sign * 1_000_000_001)


def test_an_option_is_true_or_false() -> None:
    flag("x", True)
    flag("x", False)
    for value in (0, 1, None, "yes"):
        with pytest.raises(RulesError, match="is neither True nor False"):
            flag("x", value)


ERRORS: Mapping[str, type[Exception]] = {
    "CardError": ValueError,
    "DealAwaited": cardrules.IllegalMove,
    "ForeignMove": cardrules.IllegalMove,
    "IllegalMove": Exception,
    "MatchOver": cardrules.IllegalMove,
    "MixedPacks": TypeError,
    "PackError": cardrules.IllegalMove,
    "ParseError": ValueError,
    "RulesError": ValueError,
    "SeatError": ValueError,
}


@pytest.mark.parametrize("name", sorted(ERRORS))
def test_every_error_is_one_of_the_librarys_and_of_pythons_kind(name: str) -> None:
    error: type[Exception] = getattr(cardrules, name)
    assert issubclass(error, cardrules.CardrulesError)
    assert issubclass(error, ERRORS[name])


VIOLATION = Violation("a.b", 2, "no.", FRENCH.read("Q♠"), (("suit", "spades"), ("seats", (0, 2))))


@pytest.mark.parametrize(
    "error",
    [
        ParseError("bad", "A♠ x", 3, "a card"),
        RulesError("players", "none"),
        RulesError("players", "none", range(4, 6)),
        cardrules.IllegalMove(VIOLATION),
        cardrules.DealAwaited(VIOLATION),
        CardError("twice"),
    ],
)
def test_errors_can_be_sent_to_another_process(error: Exception) -> None:
    sent = again(error)
    assert type(sent) is type(error)
    assert (str(sent), sent.args, vars(sent)) == (str(error), error.args, vars(error))


def test_a_violation_is_a_value() -> None:
    assert again(VIOLATION) == VIOLATION == eval(repr(VIOLATION), NAMES)
    assert hash(again(VIOLATION)) == hash(VIOLATION)
    short = Violation("a.b", None, "no.")
    assert repr(short) == "Violation(rule='a.b', seat=None, message='no.')"


# --- The verbs on what is not for them ----------------------------------------------------------

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def positions(game: AnyGame) -> tuple[Any, Any]:
    """A state that awaits a deal, and one in which somebody is to move."""
    start = game.new_match(game.rules())
    return start, cardrules.apply(start, cardrules.shuffle(start, random.Random(1)))


@every_game
@pytest.mark.rule("common.phase")
@pytest.mark.parametrize("strange", [None, 7, "A♠", FRENCH["A♠"], FRENCH.set(), Pick(FRENCH.set("A♠")), Play])
def test_what_is_no_move_of_the_game_is_foreign(game: AnyGame, strange: Any) -> None:
    start, state = positions(game)
    with pytest.raises(cardrules.ForeignMove, match=f"is no move of {game.title}") as refused:
        cardrules.apply(state, strange)
    assert refused.value.violation == cardrules.why_not(state, strange)
    assert refused.value.violation.rule == "common.phase"
    with pytest.raises(cardrules.DealAwaited):
        cardrules.apply(start, strange)


@every_game
@pytest.mark.rule("common.phase")
def test_moves_of_other_games_and_cards_of_other_decks_are_foreign(game: AnyGame) -> None:
    for other in GAMES:
        _, state = positions(other)
        for move in list(cardrules.legal_moves(state))[:3]:
            if isinstance(move, Play) and move.card.deck == game.rules().format.pack.deck:
                continue
            if other is game:
                continue
            with pytest.raises(cardrules.ForeignMove):
                cardrules.apply(positions(game)[1], move)


@every_game
@pytest.mark.rule("common.phase")
def test_a_card_that_looks_like_one_in_hand_but_is_of_another_deck_is_foreign(game: AnyGame) -> None:
    rng = random.Random(2)
    for step in random_steps(game.new_match(game.rules()), rng, limit=1):
        if not isinstance(step.move, Play):
            continue
        card = step.move.card
        deck = Deck("forged", card.deck.suits, card.deck.ranks, card.deck.join)
        forged = deck.cards[card.index]
        assert (str(forged), forged.bit) == (str(card), card.bit)
        with pytest.raises(cardrules.ForeignMove):
            cardrules.apply(step.before, Play(forged))


@every_game
@pytest.mark.rule("common.hold")
def test_a_card_is_not_played_twice(game: AnyGame) -> None:
    rng = random.Random(3)
    for step in random_steps(game.new_match(game.rules()), rng, limit=1):
        state = step.before
        if not isinstance(step.move, Play):
            continue
        for act in state.log:
            if act.seat == state.to_move and isinstance(act.move, Play):
                with pytest.raises(cardrules.IllegalMove) as refused:
                    cardrules.apply(state, act.move)
                assert refused.value.violation.rule == "common.hold"


IN_A_FRESH_PROCESS = """
import pickle, sys
state, moves = pickle.load(sys.stdin.buffer)
import cardrules
for move in moves:
    state = cardrules.apply(state, move)
sys.stdout.buffer.write(repr(state).encode())
"""


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_a_state_plays_on_in_a_fresh_process_as_it_does_here(game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    steps = list(random_steps(game.new_match(game.rules()), rng, limit=4))
    moves = [step.move for step in steps[1:]]
    sent = pickle.dumps((steps[0].after, moves))
    told = subprocess.run(
        [sys.executable, "-c", IN_A_FRESH_PROCESS], input=sent, capture_output=True, check=True
    )
    assert told.stdout.decode() == repr(steps[-1].after)


@every_game
@pytest.mark.rule("common.pack")
def test_a_deal_of_the_wrong_cards(game: AnyGame) -> None:
    state, _ = positions(game)
    cards = state.pack.cards
    other = SPANISH if state.pack.deck == FRENCH.deck else FRENCH
    wrong: list[Sequence[Any]] = [
        (),
        cards[1:],
        (*cards, cards[0]),
        (cards[1], *cards[1:]),
        other.cards,
        ["A♠"] * 52,
    ]
    for dealt in wrong:
        with pytest.raises(cardrules.PackError) as refused:
            cardrules.apply(state, Deal(dealt))
        assert refused.value.violation.rule == "common.pack"
        assert f"the deal is not the pack of {len(cards)} cards: " in str(refused.value)


@every_game
@pytest.mark.rule("common.deal")
def test_only_a_deal_while_one_is_awaited_and_none_at_other_times(game: AnyGame) -> None:
    start, state = positions(game)
    with pytest.raises(cardrules.DealAwaited) as awaited:
        cardrules.apply(start, cardrules.legal_moves(state)[0])
    assert awaited.value.violation.rule == "common.deal"
    for refuse in (
        lambda: cardrules.apply(state, Deal(state.pack.cards)),
        lambda: cardrules.shuffle(state, random.Random(1)),
        lambda: cardrules.arrange(state),
    ):
        with pytest.raises(cardrules.IllegalMove) as refused:
            refuse()
        assert refused.value.violation.rule == "common.deal"
        assert not isinstance(refused.value, cardrules.DealAwaited)


@every_game
def test_nobody_moves_for_another_seat(game: AnyGame) -> None:
    _, state = positions(game)
    move = cardrules.legal_moves(state)[0]
    for seat in (None, *range(state.seating.seats)):
        violation = cardrules.why_not(cardrules.observe(state, seat), move)
        if seat == state.to_move:
            assert violation is None
        else:
            assert violation is not None
            assert (violation.rule, violation.seat) == ("common.phase", seat)


@every_game
@pytest.mark.parametrize("seat", [-1, 9, True, "0", 0.0])
def test_seats_that_are_not_there(game: AnyGame, seat: Any) -> None:
    start, state = positions(game)
    for refuse in (
        lambda: cardrules.observe(state, seat),
        lambda: cardrules.events(state, cardrules.legal_moves(state)[0], seat),
        lambda: game.new_match(game.rules(), first=seat),
        lambda: state.hand(seat),
        lambda: cardrules.arrange(start, {99: []}),
    ):
        with pytest.raises(SeatError):
            refuse()


@every_game
@pytest.mark.parametrize("rules", [None, 4, "Rules()", object()])
def test_only_the_rules_of_the_game_make_a_match(game: AnyGame, rules: Any) -> None:
    with pytest.raises(RulesError, match=f"are not the rules of {game.title}") as refused:
        game.new_match(rules)
    assert refused.value.option == "rules"
    for other in GAMES:
        if other is not game:
            with pytest.raises(RulesError):
                game.new_match(other.rules())


@every_game
def test_events_of_a_move_that_is_refused(game: AnyGame) -> None:
    start, state = positions(game)
    with pytest.raises(cardrules.DealAwaited):
        cardrules.events(start, cardrules.legal_moves(state)[0])
    with pytest.raises(cardrules.ForeignMove):
        cardrules.events(state, None)


@every_game
def test_the_same_generator_gives_the_same_deal(game: AnyGame) -> None:
    start, _ = positions(game)
    one, two = (cardrules.shuffle(start, random.Random(seed)) for seed in (5, 5))
    assert one == two
    assert one != cardrules.shuffle(start, random.Random(6))
    assert sorted(one.pack, key=start.pack.cards.index) == list(start.pack)


@given(st.integers(0, 2**32))
def test_shuffling_is_written_out_so_that_it_stays_the_same(seed: int) -> None:
    start, _ = positions(GAMES[0])
    rng, cards = random.Random(seed), list(start.pack)
    for at in reversed(range(1, len(cards))):
        other = int(rng.random() * (at + 1))
        cards[at], cards[other] = cards[other], cards[at]
    assert cardrules.shuffle(start, random.Random(seed)).pack == tuple(cards)


def test_the_names_of_the_package_are_there_and_others_are_not() -> None:
    for name in cardrules.__all__:
        assert getattr(cardrules, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = cardrules.nonsense
    assert set(cardrules.errors.__dict__) >= set(ERRORS)
