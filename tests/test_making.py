"""What games of one's own are made of: sizes, holdings, bounds, the match after a deal, choices of a size."""

from __future__ import annotations

import random
from itertools import combinations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import (
    FRENCH,
    Bound,
    Card,
    CardSet,
    Choices,
    Format,
    Holding,
    Line,
    Match,
    Play,
    RulesError,
    Seating,
    after_deal,
    apply,
    arrange,
    evenly,
)
from cardrules.errors import ParseError
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.games.hornafjardarmanni import Exchange
from cardrules.notation import expected, read_move, write_move
from cardrules.testing import card_sets, cards, states, walks
from examples import german_whist, hearts, oh_hell


def bits(cards: str) -> int:
    return FRENCH.set(cards).bits


# --- Choices of at least so many ----------------------------------------------------------------


@given(card_sets(min_size=0, max_size=6), st.integers(0, 6), st.integers(0, 6))
def test_choices_are_all_subsets_of_the_sizes_in_between(chosen: CardSet, least: int, limit: int) -> None:
    choices = Choices(chosen, limit, Exchange, least=least)
    sizes = range(least, min(limit, len(chosen)) + 1)
    written = [Exchange(subset) for size in sizes for subset in combinations(chosen, size)]
    assert list(choices) == written
    assert len(choices) == len(written)
    assert [choices[at] for at in range(-len(written), 0)] == written
    assert all(move in choices for move in written)
    for size in range(len(chosen) + 1):
        for subset in combinations(chosen, size):
            assert (Exchange(subset) in choices) == (least <= size <= limit)


def test_choices_of_more_cards_than_there_are_are_none() -> None:
    choices = Choices(FRENCH.set("A♠ K♠"), 3, Exchange, least=3)
    assert len(choices) == 0
    assert list(choices) == []
    with pytest.raises(IndexError):
        choices[0]


def test_hearts_random_choice_takes_three_cards() -> None:
    state = hearts.GAME.new_match(hearts.Rules())
    state = apply(state, arrange(state))
    move = random.Random(1).choice(hearts.legal_moves(state))
    assert isinstance(move, hearts.Pass)
    assert len(move.cards) == 3


# --- Bounds -------------------------------------------------------------------------------------

HEARTS = FRENCH["A♥"].lane
FOLLOW = Bound("a.follow", HEARTS, "must follow hearts")
LOW = Bound("a.low", ~FRENCH["K♥"].bit, "may not play the king")


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("K♥ 2♥ 7♣", "2♥"),  # both bounds
        ("K♥ 7♣", "K♥"),  # the second would leave nothing
        ("9♠ 7♣", "9♠ 7♣"),  # the first would leave nothing
    ],
)
def test_a_bound_narrows_what_is_left_if_anything_is(hand: str, legal: str) -> None:
    assert Bound.narrowed(bits(hand), (FOLLOW, LOW)) == bits(legal)


@given(states(german_whist.GAME, when="playing"), cards())
def test_bounds_say_no_exactly_where_they_do_not_allow(state: german_whist.State, card: Card) -> None:
    hand, bounds = state.mover_bits(), list(german_whist.bounds(state))
    legal = Bound.narrowed(hand, bounds)
    if hand & card.bit:
        violation = Bound.broken(state, card, bounds)
        assert (violation is None) == bool(legal & card.bit)
        if violation is not None:
            assert violation.seat == state.to_move
            assert CardSet(FRENCH, legal) == FRENCH.set(violation.cards)
            assert violation.params == (("card", str(card)),)


# --- Holdings, sizes, deals ---------------------------------------------------------------------


def test_a_holding_remembers_what_went_and_what_came() -> None:
    holding = Holding(FRENCH.set("A♠ 5♥ 2♣")).gets(FRENCH["K♥"]).gives(FRENCH.set("2♣ K♥")).gets(FRENCH["3♦"])
    assert holding.hand == FRENCH.set("A♠ 5♥ 3♦")
    assert holding.come == FRENCH.read("K♥ 3♦")
    assert holding.gone == FRENCH.set("K♥ 2♣")
    assert eval(repr(holding), {"Holding": Holding, "FRENCH": FRENCH}) == holding


def test_evenly_begins_with_the_eldest_seat() -> None:
    start = german_whist.GAME.new_match(german_whist.Rules(), first=1)
    order = evenly(start)
    assert order.seats == (1, 0)
    assert [order.dealing.places.count(place) for place in range(2)] == [13, 13]


def test_after_deal_sums_lines_and_asks_whether_the_match_is_over() -> None:
    asked: list[tuple[int, ...]] = []

    def over(match: Match[object]) -> str | None:
        asked.append(match.scores)
        return "a.over" if len(match.results) == 2 else None

    lines = [Line("a.score", 0, 3), Line("a.score", 1, -1), Line("a.more", 0, 1)]
    once = after_deal(Match[object](None, 0, (10, 0)), lines, Seating(2), 1, over)
    assert (once.scores, once.eldest, once.outcome) == ((14, -1), 1, None)
    twice = after_deal(once, [Line("a.score", 1, 99)], Seating(2), 0, over)
    assert twice.outcome is not None
    assert (twice.outcome.winners, twice.outcome.rule, twice.outcome.scores) == ((1,), "a.over", (14, 98))
    assert asked == [(14, -1), (14, 98)]


def test_no_match_begins_where_it_would_be_over() -> None:
    with pytest.raises(RulesError, match=r"scores: \(-100, 0, 0, 0\) ends the match \(hearts\.match\)"):
        hearts.GAME.new_match(hearts.Rules(), scores=(-100, 0, 0, 0))


def test_a_format_is_what_a_game_reads_of_its_sizes() -> None:
    assert Format(FRENCH, Seating(4), each=13) == hearts.Rules().format


# --- A card on the table ------------------------------------------------------------------------


@given(walks(hornafjardarmanni.GAME, deals=1))
def test_with_card_does_what_a_game_does_with_a_card(walk: object) -> None:
    for step in getattr(walk, "steps", ()):
        if isinstance(step.move, Play) and step.after.to_move is not None:
            assert step.before.with_card(step.move.card, step.before.deal.contract.tricks) == step.after


@given(walks(truco.GAME, deals=1))
def test_with_card_gives_the_lead_again_where_nobody_wins(walk: object) -> None:
    for step in getattr(walk, "steps", ()):
        if isinstance(step.move, Play):
            after = step.before.with_card(step.move.card, step.before.rules.format.tricks)
            assert after.tricks == step.after.tricks
            if after.tricks != step.before.tricks and after.tricks[-1].winner is None:
                assert after.to_move == after.tricks[-1].leader


# --- What refusals of options tell --------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"players": 7}, (4, 5)),
        ({"partnerships": "no"}, (False, True)),
        ({"exposure": "some"}, ("open", "none")),
    ],
)
def test_a_refused_option_tells_what_it_may_be(options: dict[str, object], allowed: object) -> None:
    with pytest.raises(RulesError) as caught:
        gong_zhu.Rules(**options)  # type: ignore[arg-type]
    assert caught.value.allowed == allowed


def test_a_refused_number_tells_its_bounds() -> None:
    with pytest.raises(RulesError) as caught:
        etori.Rules(tokens=0)
    assert 1 in caught.value.allowed
    assert 0 not in caught.value.allowed
    with pytest.raises(RulesError) as caught:
        etori.Rules(players=4, trump="♣")
    assert list(caught.value.allowed) == []  # it is the combination that is refused


# --- Kinds of moves, and numbers as text --------------------------------------------------------


def test_a_game_without_kinds_allows_all_its_moves_at_any_moment() -> None:
    state = german_whist.GAME.new_match(german_whist.Rules())
    assert german_whist.GAME.allowed(state) == (Play,)
    bound = attrs.evolve(oh_hell.GAME, kinds=None)
    assert bound.allowed(oh_hell.GAME.new_match(oh_hell.Rules())) == (Play, oh_hell.Bid)


def test_a_number_is_written_and_read() -> None:
    state = oh_hell.GAME.new_match(oh_hell.Rules())
    state = apply(state, arrange(state))
    assert write_move(oh_hell.Bid(3)) == "bid 3"
    assert [read_move(state, text) for text in ("bid 3", "3", "BID 3")] == [oh_hell.Bid(3)] * 3
    assert expected(state) == "'bid' and a number"
    for text in ("bid", "bid x", "bid 3.5", "bid ٣"):
        with pytest.raises(ParseError):
            read_move(state, text)
