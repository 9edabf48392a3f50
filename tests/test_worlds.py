"""The possible worlds of a view are exactly those that what its seat knows leaves open, each as likely."""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from math import comb, factorial, prod
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, SPANISH, Card, Deal, Place, Play
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.games.gong_zhu import Expose
from cardrules.games.hornafjardarmanni import Exchange
from cardrules.games.truco import Call
from cardrules.possible import Spread, below
from tests.brute import world_of, worlds_at_every_move
from tests.walks import GAMES, RULES, AnyGame, Step, steps_by

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


# --- The law of worlds ---------------------------------------------------------------------------


def some_states(data: st.DataObject, game: AnyGame) -> list[Any]:
    """The states of the first deals of a match with drawn options, packs and moves."""
    steps = drawn_steps(data, game, data.draw(RULES[game.name]))
    return [steps[0].before, *(step.after for step in steps)]


def drawn_steps(data: st.DataObject, game: AnyGame, rules: Any) -> list[Step]:
    """One deal or two; drawn as numbers, since Hypothesis prints what is drawn, and states are long."""
    start = game.new_match(rules, first=data.draw(st.integers(0, rules.format.seating.seats - 1)))
    choices, seed = data.draw(st.lists(st.integers(0, 2**12), max_size=120)), data.draw(st.integers(0, 2**32))
    return list(steps_by(start, choices, seed, data.draw(st.sampled_from((1, 1, 2)))))


@every_game
@pytest.mark.rule("gong_zhu.leader", "gong_zhu.expose", "hornafjardarmanni.cut", "etori.six.rest")
@given(data=st.data())
def test_a_world_replays_legally_and_looks_the_same_at_every_move(game: AnyGame, data: st.DataObject) -> None:
    states = some_states(data, game)
    rng = Random(data.draw(st.integers(0, 2**32)))
    for at in data.draw(st.lists(st.integers(0, len(states) - 1), min_size=1, max_size=3)):
        state = states[at]
        for seat in range(state.seating.seats):
            view = cardrules.observe(state, seat)
            worlds = cardrules.worlds(view)
            world = worlds.sample(rng)
            assert cardrules.observe(world, seat) == view
            if not state.deal.number:
                assert worlds.count == 1
                assert world == state
                continue
            replayed = game.replay(world)
            assert replayed[-1] == world
            for one, other in zip(replayed, game.replay(state), strict=True):
                assert game.observe(one, seat) == game.observe(other, seat)
            if worlds.count <= 300:
                listed = set(map(world_of, worlds))
                different, is_there = len(listed), world_of(state) in listed
                assert (different, is_there) == (worlds.count, True)


@every_game
@given(data=st.data())
def test_worlds_are_reckoned_from_the_view_alone(game: AnyGame, data: st.DataObject) -> None:
    """Two states that look the same to a seat have the same worlds: nothing of the true one is in them."""
    states = some_states(data, game)
    state = states[data.draw(st.integers(0, len(states) - 1))]
    for seat in range(state.seating.seats):
        view = game.observe(state, seat)
        other = game.observe(game.worlds(view).sample(Random(1)), seat)
        one, two = game.worlds(view), game.worlds(other)
        assert (one.places, one.count) == (two.places, two.count)
        assert one.sample(Random(2)) == two.sample(Random(2))


# --- Brute force ---------------------------------------------------------------------------------


def some_of(draw: st.DrawFn, cards: Sequence[Any], size: int, *needed: Any) -> list[Any]:
    """A small pack, which has the cards that are needed."""
    others = [card for card in cards if card not in needed]
    chosen = draw(st.lists(st.sampled_from(others), min_size=size, max_size=size, unique=True))
    return [*needed, *chosen[: size - len(needed)]]


@st.composite
def small_etori(draw: st.DrawFn) -> etori.Rules:
    players = draw(st.sampled_from((4, 4, 6)))
    suits = draw(st.permutations("♠♥♦♣"))
    rensho = FRENCH[f"A{suits[0]}"]
    # Two suits only: so that many do not follow.
    cards = [card for card in FRENCH if card.suit.text in suits[: draw(st.sampled_from((2, 3)))]]
    size = 8 if players == 6 or not LONG else draw(st.sampled_from((8, 12)))
    pack = some_of(draw, cards, size, rensho)
    return etori.Rules.study(pack, players=players, trump=suits[1], rensho=rensho)


@st.composite
def small_gong_zhu(draw: st.DrawFn) -> gong_zhu.Rules:
    players = draw(st.sampled_from((4, 5) if LONG else (4, 4, 4, 5)))
    exposable = draw(st.sampled_from(("Q♠", "Q♠ J♦", "Q♠ A♥ 10♣", "Q♠ J♦ A♥ 10♣")))
    cards = [card for card in FRENCH if card.suit.text in exposable]
    sizes = {4: (12,), 5: (10,)} if LONG else {4: (8, 8, 8, 12), 5: (10,)}
    pack = some_of(draw, cards, draw(st.sampled_from(sizes[players])), *FRENCH.read(exposable))
    return gong_zhu.Rules.study(
        pack,
        players=players,
        exposure=draw(st.sampled_from(("open", "open", "none"))),
        first_lead=draw(st.sampled_from(("free", "marker"))),
    )


@st.composite
def small_hornafjardarmanni(draw: st.DrawFn) -> hornafjardarmanni.Rules:
    suits = draw(st.sampled_from(("♠♥", "♠♥♦")))
    cards = [card for card in FRENCH if card.suit.text in suits]
    size = draw(st.sampled_from((10, 11, 12) if LONG else (10, 10, 11)))
    return hornafjardarmanni.Rules.study(
        some_of(draw, cards, size),
        allowances=(draw(st.integers(0, 2)), draw(st.integers(0, 2))),
        deal=draw(st.sampled_from(("packets_of_four", "manni_first"))),
    )


@st.composite
def small_truco(draw: st.DrawFn) -> truco.Rules:
    return truco.Rules.study(
        some_of(draw, list(SPANISH), draw(st.integers(6, 12))),
        each=draw(st.sampled_from((3, 3, 2, 1))),
        envido_reveal=draw(st.sampled_from(("points", "points", "cards"))),
    )


SMALL: dict[str, st.SearchStrategy[Any]] = {
    "etori": small_etori(),
    "gong_zhu": small_gong_zhu(),
    "hornafjardarmanni": small_hornafjardarmanni(),
    "truco": small_truco(),
}


def small_deal(data: st.DataObject, game: AnyGame) -> list[Step]:
    """The moves of the first deal of a match with few cards, or of the second."""
    steps = drawn_steps(data, game, data.draw(SMALL[game.name]))
    deals = [at for at, step in enumerate(steps) if isinstance(step.move, Deal)]
    return steps[deals[-1] :]


def check_by_brute_force(game: AnyGame, steps: Sequence[Step], seat: int) -> list[int]:
    """Compare the worlds after every move with those of `brute`; returns how many there were."""
    counts: list[int] = []
    for step, expected in zip(steps, worlds_at_every_move(game, steps, seat), strict=True):
        worlds = game.worlds(game.observe(step.after, seat))
        number = len(expected)  # numbers alone are compared: sets of states take long to print
        assert worlds.count == number
        if number <= 2000:
            listed = list(map(world_of, worlds))
            impossible, missing = set(listed) - expected, expected - set(listed)
            found = (len(listed), len(impossible), len(missing))
            assert found == (number, 0, 0)
        counts.append(number)
    return counts


@every_game
@pytest.mark.rule("truco.envido.reveal", "hornafjardarmanni.exchange.detail")
@settings(max_examples=300 if LONG else 15)
@given(data=st.data())
def test_worlds_are_those_that_brute_force_finds(game: AnyGame, data: st.DataObject) -> None:
    steps = small_deal(data, game)
    check_by_brute_force(game, steps, data.draw(st.integers(0, steps[0].before.seating.seats - 1)))


def chosen_steps(game: AnyGame, rules: Any, hands: Any, stock: str, *moves: Any) -> list[Step]:
    state, steps = game.new_match(rules), list[Step]()
    for move in (game.arrange(state, hands, stock=stock), *moves):
        made = Play(state.pack[move]) if isinstance(move, str) else move
        steps.append(Step(state, made, game.apply(state, made)))
        state = steps[-1].after
    return steps


FEW_PIGS = "Q♠ 2♠ 3♠ 4♠ A♥ 2♥ 3♥ 4♥ J♦ 2♦ 3♦ 4♦"
EXPOSURES = (Expose(""), Expose("Q♠ J♦"), Expose("A♥"), Expose(""))
FEW_MANNI = "A♠ K♠ Q♠ J♠ A♥ K♥ Q♥ J♥ A♦ K♦ Q♦ J♦"

CHOSEN: dict[str, tuple[AnyGame, Any, Any, str, tuple[Any, ...], tuple[int, ...]]] = {
    "a resting player and voids, Rensho among them": (
        etori.GAME,
        etori.Rules.study("A♣ 2♣ K♠ 2♠ 3♠ 4♠ A♦ 2♦", players=6),
        {0: "K♠ 2♣", 1: "2♦ A♦", 3: "2♠ A♣", 4: "3♠ 4♠"},
        "",
        (etori.ChooseLeader(0), "2♣", "2♦", "A♣", "3♠", "2♠", "4♠", "K♠", "A♦"),
        (0, 2, 4),
    ),
    "a held-back card that follows, one that is discarded, one that is free": (
        gong_zhu.GAME,
        gong_zhu.Rules.study(FEW_PIGS),
        ["2♠ 3♠ 2♥", "4♠ 3♥ 2♦", "A♥ 4♥ 3♦", "Q♠ J♦ 4♦"],
        "",
        (*EXPOSURES, "3♠", "Q♠", "A♥", "4♠", "4♦", "3♦", "2♦", "2♥", "J♦", "4♥", "3♥", "2♠"),
        (0, 1),
    ),
    "a held-back card that is led": (
        gong_zhu.GAME,
        gong_zhu.Rules.study(FEW_PIGS),
        ["2♠ 2♦ 3♦", "3♠ 3♥ 2♥", "A♥ 4♥ 4♦", "Q♠ J♦ 4♠"],
        "",
        (*EXPOSURES, "2♠", "4♠", "4♥", "3♠", "J♦", "4♦", "3♥", "2♦"),
        (1,),
    ),
    "the cut card drawn, a void after the exchange": (
        hornafjardarmanni.GAME,
        hornafjardarmanni.Rules.study(FEW_MANNI[:-3], allowances=(1, 1)),
        ["A♠ K♠ A♥", "Q♠ K♥ Q♥", "J♠ J♥ A♦"],
        "K♦ Q♦",
        (Exchange("A♥"), Exchange("Q♠"), Exchange(""), "A♠", "K♥", "J♠", "K♠", "Q♦", "J♥"),
        (0, 2),
    ),
    "the cut card kept or discarded": (
        hornafjardarmanni.GAME,
        hornafjardarmanni.Rules.study(FEW_MANNI[:-3], allowances=(0, 1), deal="manni_first"),
        ["A♠ K♠ A♥", "Q♠ K♥ Q♥", "J♠ J♥ A♦"],
        "K♦ Q♦",
        (Exchange(""), Exchange("Q♠"), Exchange("J♠"), "A♠", "K♥", "Q♦", "K♠", "K♦", "A♦"),
        (0, 1),
    ),
    "points told before and after cards were played": (
        truco.GAME,
        truco.Rules.study("1E 7E 6E 4E 1B 7B 6B 12B 4O 5O 6O 7O"),
        ["1E 4O 6B", "7E 6E 12B"],
        "",
        (Call.TRUCO, Call.ENVIDO, Call.QUIERO, Call.QUIERO, "4O", "12B", "7E", "1E", "6B", "6E"),
        (0, 1),
    ),
}


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.rule("gong_zhu.expose.hold", "gong_zhu.expose.hold.detail", "hornafjardarmanni.cut")
def test_chosen_deals_by_brute_force(name: str) -> None:
    game, rules, hands, stock, moves, seats = CHOSEN[name]
    steps = chosen_steps(game, rules, hands, stock, *moves)
    for seat in seats:
        counts = check_by_brute_force(game, steps, seat)
        assert len(set(counts)) > 1  # some move has told something


@st.composite
def small_spreads(draw: st.DrawFn) -> tuple[list[int], list[tuple[int, int]]]:
    """Up to four places, and up to seven cards in groups, sometimes more or fewer than there is room for."""
    places = draw(st.integers(1, 4))
    groups: list[tuple[int, int]] = []
    at = 0
    for size in draw(st.lists(st.integers(0, 3), max_size=5)):
        groups.append((((1 << size) - 1) << at, draw(st.integers(0, (1 << places) - 1))))
        at += size
    cuts = sorted(draw(st.lists(st.integers(0, at), min_size=places - 1, max_size=places - 1)))
    sizes = [b - a for a, b in itertools.pairwise([0, *cuts, at])]
    sizes[0] += draw(st.sampled_from((0, 0, 0, 0, 1)))
    return sizes, groups


def written_out(sizes: list[int], groups: list[tuple[int, int]]) -> set[tuple[int, ...]]:
    """Every way of a spread, by putting each card wherever it may be."""
    where = [
        [place for place in range(len(sizes)) if places >> place & 1]
        for cards, places in groups
        for _ in range(cards.bit_count())
    ]
    return {
        tuple(sum(1 << card for card, at in enumerate(chosen) if at == place) for place in range(len(sizes)))
        for chosen in itertools.product(*where)
        if [chosen.count(place) for place in range(len(sizes))] == sizes
    }


@settings(max_examples=2000 if LONG else 80)
@given(spread=small_spreads())
def test_a_spread_is_every_way_to_put_each_card_where_it_may_be(
    spread: tuple[list[int], list[tuple[int, int]]],
) -> None:
    sizes, groups = spread
    expected = written_out(sizes, groups)
    found = Spread(sizes, groups)
    assert found.count == len(expected)
    assert {found.nth(number) for number in range(found.count)} == expected
    for number in (-1, found.count):
        with pytest.raises(IndexError):
            found.nth(number)


@pytest.mark.parametrize(
    ("sizes", "groups"),
    [
        ([1, 1, 4], [(0b1, 0b111), (0b10, 0b100), (0b100, 0b101), (0b1000, 0b100), (0b110000, 0b110)]),
        ([3, 2, 2, 1], [(1, 0b1101), (0b1110, 0b11), (1 << 4, 0b1010), (0b11 << 5, 0b1001), (1 << 7, 0b111)]),
        ([4, 2, 2], [(0b11, 0b110), (0b1100, 0b011), (0b111 << 4, 0b001), (1 << 7, 0b111)]),
        ([1, 2, 3], [(0b11, 0b101), (0b1100, 0b011), (0b11 << 4, 0b110)]),
        ([2, 2, 1, 1], [(0b11, 0b0111), (0b1100, 0b1011), (0b11 << 4, 0b1101)]),
        ([1, 1, 0, 2], [(0b11, 0b1001), (0b100, 0b1100)]),
    ],
    ids=[
        "places that become one, one after the other",
        "a place that would be too full",
        "a place of its own",
        "three pairs",
        "three pairs that may each be in three places",
        "no way",
    ],
)
def test_chosen_spreads_written_out(sizes: list[int], groups: list[tuple[int, int]]) -> None:
    expected, found = written_out(sizes, groups), Spread(sizes, groups)
    assert found.count == len(expected)
    assert {found.nth(number) for number in range(found.count)} == expected


def test_a_spread_fills_every_place_and_leaves_no_card() -> None:
    assert Spread([1, 1], [(0b11, 0b11)]).count == 2
    assert Spread([2, 1], [(0b11, 0b11)]).count == 0
    assert Spread([1, 0], [(0b11, 0b11)]).count == 0
    assert Spread([1, 1], [(0b01, 0b11), (0b10, 0)]).count == 0
    assert Spread([0, 0], []).count == Spread([], []).count == 1
    assert Spread([0, 0], []).nth(0) == (0, 0)


def test_a_spread_over_more_cards_than_one_pack_has() -> None:
    # 108 cards of two packs, dealt to four and a stock; one player has none of the first 30.
    cards = (1 << 108) - 1
    found = Spread([25, 25, 25, 25, 8], [(cards & 2**30 - 1, 0b11110), (cards & ~(2**30 - 1), 0b11111)])
    assert found.count == comb(78, 25) * factorial(83) // (factorial(25) ** 3 * factorial(8))
    for number in (0, found.count // 3, found.count - 1):
        parts = found.nth(number)
        assert [part.bit_count() for part in parts] == [25, 25, 25, 25, 8]
        assert sum(parts) == cards
        assert not parts[0] & 2**30 - 1


def test_the_order_of_a_spread_is_the_documented_one() -> None:
    # Cards 0 and 1 in the first two places, then cards 2 and 3 in the last two.
    found = Spread([1, 2, 1], [(0b0011, 0b011), (0b1100, 0b110)])
    assert [found.nth(number) for number in range(found.count)] == [
        (0b0001, 0b0110, 0b1000),
        (0b0001, 0b1010, 0b0100),
        (0b0010, 0b0101, 0b1000),
        (0b0010, 0b1001, 0b0100),
    ]
    # A card that may be in one place alone is put there, and is no group: the others go by their order.
    found = Spread([1, 2, 2], [(0b00111, 0b111), (0b01000, 0b010), (0b10000, 0b111)])
    free = (0b00001, 0b00010, 0b00100, 0b10000)
    assert [found.nth(number) for number in range(found.count)] == [
        (first, second | 0b01000, 0b10111 & ~(first | second))
        for first in free
        for second in free
        if second != first
    ]
    # A place that such a card fills is no place for others: cards 1 and 2 are a group of two places, not of
    # three, and come before cards 3 and 4.
    found = Spread([1, 1, 2, 1], [(0b00001, 0b0001), (0b00110, 0b0111), (0b11000, 0b1100)])
    assert [found.nth(number) for number in range(found.count)] == [
        (0b00001, 0b00010, 0b01100, 0b10000),
        (0b00001, 0b00010, 0b10100, 0b01000),
        (0b00001, 0b00100, 0b01010, 0b10000),
        (0b00001, 0b00100, 0b10010, 0b01000),
    ]
    # A place without room tells no cards apart: cards 0, 2 and 3 may be in the second and in the last.
    found = Spread([0, 2, 1, 1], [(0b0001, 0b1010), (0b0010, 0b0111), (0b1100, 0b1011)])
    assert [found.nth(number) for number in range(found.count)] == [
        (0, 0b0101, 0b0010, 0b1000),
        (0, 0b1001, 0b0010, 0b0100),
        (0, 0b1100, 0b0010, 0b0001),
    ]
    # No more does a place that is full of cards which can be nowhere else.
    found = Spread([1, 1, 2], [(0b0001, 0b010), (0b0010, 0b101), (0b1100, 0b111)])
    assert [found.nth(number) for number in range(found.count)] == [(2, 1, 12), (4, 1, 10), (8, 1, 6)]
    # Fewer of the first group to the first place come first. Then nothing tells the last two places apart.
    found = Spread([1, 1, 1], [(0b001, 0b011), (0b010, 0b110), (0b100, 0b111)])
    assert [found.nth(number) for number in range(found.count)] == [
        (0b100, 0b001, 0b010),
        (0b001, 0b010, 0b100),
        (0b001, 0b100, 0b010),
    ]


# --- Positions set up by hand --------------------------------------------------------------------


def after(state: Any, *moves: Any) -> Any:
    for move in moves:
        state = cardrules.apply(state, Play(state.pack[move]) if isinstance(move, str) else move)
    return state


def dealt(game: Any, rules: Any, hands: Any, *, first: int = 0, stock: Any = ()) -> Any:
    """The state after a deal of these hands; ``game`` is its module or its `Game`."""
    state = game.new_match(rules, first=first)
    return game.apply(state, game.arrange(state, hands, stock=stock))


def ways(*sizes: int) -> int:
    """In how many ways as many cards can be shared out in these sizes."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def count(state: Any, seat: int) -> int:
    return cardrules.worlds(cardrules.observe(state, seat)).count


@pytest.mark.rule("etori.deal", "etori.six.rest")
def test_etori_before_play_any_deal_is_possible() -> None:
    state = dealt(etori, etori.Rules(), [])
    assert [count(state, seat) for seat in range(4)] == [ways(13, 13, 13)] * 4
    # Six: 2 and 5 rest, and see nobody's hand; who plays sees one of the four.
    state = dealt(etori, etori.Rules(players=6), {})
    for seat in range(6):
        worlds = cardrules.worlds(cardrules.observe(state, seat))
        assert worlds.count == (ways(13, 13, 13, 13) if seat in (2, 5) else ways(13, 13, 13))
        assert {place.seat for place in worlds.places} == {0, 1, 3, 4} - {seat}


HANDS = {
    0: "A♠ K♠ Q♠ 2♠ 3♠ 2♥ 3♥ 4♥ 2♦ 3♦ 2♣ 3♣ 4♣",
    1: "5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ 4♦ 5♦ 6♦ 7♦ 8♦ A♣",
    2: "4♠ 5♠ 6♠ 7♠ Q♥ K♥ A♥ 9♦ 10♦ J♦ Q♦ 5♣ 6♣",
    3: "8♠ 9♠ 10♠ J♠ K♦ A♦ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣",
}


@pytest.mark.rule("etori.follow")
def test_etori_who_does_not_follow_has_none() -> None:
    state = after(dealt(etori, etori.Rules(), HANDS), etori.ChooseLeader(0), "A♠", "5♥", "4♠", "8♠")
    # Seat 0: 36 unseen cards, 12 with each; the 6 spades (5 6 7 9 10 J) are not with seat 1.
    assert count(state, 0) == comb(36 - 6, 12) * ways(12, 12)
    # Seat 1 itself learns nothing of voids: 36 cards, of which 10 are spades.
    assert count(state, 1) == ways(12, 12, 12)
    # Seat 2 sees 7 spades that are with 0 or 3 (K Q 2 3 and 9 10 J).
    assert count(state, 2) == comb(36 - 7, 12) * ways(12, 12)


@pytest.mark.rule("etori.rensho")
def test_etori_rensho_counts_as_a_club() -> None:
    hands = {**HANDS, 1: HANDS[1].replace("A♣", "K♣"), 3: HANDS[3].replace("K♣", "A♣")}
    state = after(dealt(etori, etori.Rules(), hands), etori.ChooseLeader(0), "A♠", "K♣", "4♠", "8♠")
    state = after(state, "2♣", "5♥", "5♣", "7♣")
    # Seat 1 has shown no spade and no club, so not Rensho: its 11 cards are of the 9 hearts and 11 diamonds
    # that seat 0 does not see (3 hearts and 2 diamonds are its own, one heart is played).
    hearts, diamonds = 13 - 3 - 1, 13 - 2
    assert count(state, 0) == comb(hearts + diamonds, 11) * ways(11, 11)
    assert not any(FRENCH["A♣"] in world.hand(1) for world in samples(state, 0, 50))


def samples(state: Any, seat: int, number: int) -> list[Any]:
    worlds, rng = cardrules.worlds(cardrules.observe(state, seat)), Random(7)
    return [worlds.sample(rng) for _ in range(number)]


@pytest.mark.rule("etori.end")
def test_etori_hands_that_are_not_played_stay_hidden() -> None:
    # Seat 0 has all aces, kings and queens, and its partner the jacks: not all cards are played.
    hands = ["A♠ K♠ Q♠ A♥ K♥ Q♥ A♦ K♦ Q♦ A♣ K♣ Q♣ 2♣", None, "J♠ J♥ J♦ J♣ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠"]
    state = after(dealt(etori, etori.Rules(), hands), etori.ChooseLeader(0))
    while not state.deal_is_over:
        moves = cardrules.legal_moves(state)
        pictures = [move for move in moves if move.card in etori.PICTURES]
        state = cardrules.apply(state, (pictures or moves)[0])
    # One card is left with each. Seats 1 to 3 hold the last three in any order that the discards allow.
    left = [card for seat in (1, 2, 3) for card in state.hand(seat)]
    assert len(left) == 3
    orders: list[tuple[Card, ...]] = list(itertools.permutations(left))
    for trick in state.tricks:
        by_seat = dict(zip(state.seating.order_from(trick.leader), trick.cards, strict=True))
        for seat in (1, 2, 3):
            if by_seat[seat].suit != trick.cards[0].suit:
                orders = [cards for cards in orders if cards[seat - 1].suit != trick.cards[0].suit]
    worlds = cardrules.worlds(cardrules.observe(state, 0))
    found = [tuple(card for seat in (1, 2, 3) for card in world.hand(seat)) for world in worlds]
    assert sorted(map(str, found)) == sorted(map(str, orders))


# Gong Zhu is played counter-clockwise: 0, 3, 2, 1. Seat 1 holds 2♠, the marker, and leads: 1, 0, 3, 2.
PIG_HANDS = {
    0: "3♠ 4♠ 5♠ 2♥ 3♥ 4♥ 5♥ 2♦ 3♦ 4♦ 2♣ 3♣ 4♣",
    1: "2♠ 6♠ 7♠ 6♥ 7♥ 8♥ 5♦ 6♦ 7♦ 5♣ 6♣ 7♣ 8♣",
    2: "Q♠ J♦ 8♠ 9♠ 9♥ 10♥ J♥ 8♦ 9♦ 10♦ Q♦ 9♣ J♣",
    3: "10♠ J♠ K♠ A♠ Q♥ K♥ A♥ K♦ A♦ 10♣ Q♣ K♣ A♣",
}


def pigs(rules: gong_zhu.Rules | None = None, hands: dict[int, str] | None = None) -> Any:
    return dealt(gong_zhu, rules or gong_zhu.Rules(), hands or PIG_HANDS)


@pytest.mark.rule("gong_zhu.leader")
def test_gong_zhu_the_first_leader_holds_the_marker() -> None:
    state = pigs()
    # 39 unseen cards, of which 2♠ is with seat 1.
    assert [count(state, seat) for seat in (0, 2, 3)] == [ways(12, 13, 13)] * 3
    assert count(state, 1) == ways(13, 13, 13)
    # Five players: 3♠ is the marker; the other four have ten cards each.
    state = dealt(gong_zhu, gong_zhu.Rules(players=5), {2: "3♠"})
    assert [count(state, seat) for seat in range(5)] == [
        ways(10, 10, 10, 10) if seat == 2 else ways(9, 10, 10, 10) for seat in range(5)
    ]
    # With 2♣ and 2♦ removed it is 2♠, with 2♠ and 3♠ removed 4♠.
    for removed, marker in (("2♣ 2♦", "2♠"), ("2♠ 3♠", "4♠")):
        state = dealt(gong_zhu, gong_zhu.Rules(players=5, removed=removed), {3: marker})
        assert count(state, 0) == ways(9, 10, 10, 10)
        assert all(FRENCH[marker] in world.hand(3) for world in samples(state, 0, 20))


@pytest.mark.rule("gong_zhu.leader", "gong_zhu.lead.free")
def test_gong_zhu_a_later_leader_holds_nothing_in_particular() -> None:
    state = pigs(gong_zhu.Rules(exposure="none"))
    while not state.deal_is_over:
        state = cardrules.apply(state, cardrules.legal_moves(state)[0])
    state = gong_zhu.apply(state, gong_zhu.arrange(state, PIG_HANDS))
    assert [count(state, seat) for seat in range(4)] == [ways(13, 13, 13)] * 4


@pytest.mark.rule("gong_zhu.expose")
def test_gong_zhu_exposed_cards_are_with_their_owner() -> None:
    state = after(pigs(), Expose(""), Expose(""), Expose("A♥"))
    # Seat 0: 2♠ with seat 1, A♥ with seat 3. That seat 1 exposed nothing proves nothing.
    assert count(state, 0) == ways(12, 12, 13)
    # Seat 1 knows one card, seat 3 the marker alone, seat 2 both.
    assert [count(state, seat) for seat in (1, 2, 3)] == [
        ways(12, 13, 13),
        ways(12, 12, 13),
        ways(12, 13, 13),
    ]
    state = after(state, Expose("Q♠ J♦"))
    assert count(state, 0) == ways(12, 12, 11)
    assert count(state, 1) == ways(12, 11, 13)


@pytest.mark.rule("gong_zhu.expose.hold")
def test_gong_zhu_who_plays_a_card_that_is_held_back_has_no_other_of_its_suit() -> None:
    hands = {
        **PIG_HANDS,
        2: PIG_HANDS[2].replace("8♠ 9♠", "A♦ K♦"),
        3: PIG_HANDS[3].replace("K♦ A♦", "8♠ 9♠"),
    }
    state = after(pigs(hands=hands), Expose(""), Expose(""), Expose(""), Expose("Q♠"))
    state = after(state, "6♠", "3♠", "8♠", "Q♠")
    # Seat 0 does not see 36 cards, 12 with each. 2♠ is with seat 1, and of the six other spades none is
    # with seat 2, since Q♠ was held back: its 12 are of the 36 - 7 others.
    assert count(state, 0) == comb(36 - 7, 12) * ways(11, 12)
    # Seat 3 does not see 4 5 7 of spades either, and 2♠.
    assert count(state, 3) == comb(36 - 4, 12) * ways(11, 12)
    # Where nothing was exposed, playing Q♠ proves nothing.
    state = after(pigs(gong_zhu.Rules(exposure="none"), hands), "6♠", "3♠", "8♠", "Q♠")
    assert count(state, 0) == ways(11, 12, 12)


@pytest.mark.rule("gong_zhu.expose.hold.detail")
def test_gong_zhu_leading_a_card_that_is_held_back_and_discarding_it() -> None:
    # Seat 1 leads J♦ with no other diamond; seat 0 plays Q♠, exposed, on it.
    hands = {
        0: "Q♠ 3♠ 4♠ 5♠ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 2♣ 3♣ 4♣",
        1: "2♠ J♦ 6♠ 7♠ 8♠ 8♥ 9♥ 10♥ J♥ 5♣ 6♣ 7♣ 8♣",
        2: "9♠ 10♠ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 9♣ J♣ Q♣",
    }
    state = after(pigs(hands=hands), Expose("J♦"), Expose("Q♠"), Expose(""), Expose(""))
    before = count(state, 2)
    assert before == ways(11, 12, 13)  # 2♠ and J♦ with seat 1, Q♠ with seat 0
    state = after(state, "J♦", "Q♠")
    # Seat 2: unseen are 37 cards, 12, 12 and 13 of them with seats 0, 1 and 3; 2♠ is with seat 1. Seats 0
    # and 1 have no diamond, so the other four are with seat 3. Q♠ was free: seat 0 may have spades.
    assert count(state, 2) == ways(12, 11, 13 - 4)
    assert any(world.hand(0).of_suit("♠") for world in samples(state, 2, 20))
    # In later tricks of a suit the card is free, and shows nothing.
    state = after(pigs(), Expose(""), Expose(""), Expose(""), Expose("Q♠"))
    state = after(state, "2♠", "3♠", "10♠", "8♠", "K♠", "9♠", "6♠", "4♠", "A♠", "Q♠", "7♠", "5♠")
    # Three tricks in which all followed: 30 unseen cards for seat 0.
    assert count(state, 0) == ways(10, 10, 10)


@pytest.mark.rule("gong_zhu.end")
def test_gong_zhu_late_and_after_the_end_all_is_known() -> None:
    state = pigs(gong_zhu.Rules(exposure="none"))
    while not state.deal_is_over:
        if state.played_bits.bit_count() == 51:
            # One card is out: only its holder is left to play it.
            assert [count(state, seat) for seat in range(4)] == [1] * 4
        state = cardrules.apply(state, cardrules.legal_moves(state)[0])
    assert [count(state, seat) for seat in range(4)] == [1] * 4
    assert cardrules.worlds(cardrules.observe(state, 2))[0] == state


# Hornafjarðarmanni: seat 0 is the dealer's left, 2 the dealer.
MANNI = {
    0: "A♠ K♠ Q♠ J♠ 2♥ 3♥ 4♥ 5♥ 2♦ 3♦ 2♣ 3♣",
    1: "2♠ 3♠ 4♠ 5♠ 6♥ 7♥ 8♥ 9♥ 4♦ 5♦ 6♦ 7♦",
    2: "6♠ 7♠ 8♠ 9♠ A♥ K♥ Q♥ J♥ A♦ K♦ A♣ K♣",
}
STOCK = "4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ 8♦ 9♦ 10♦ J♦ Q♦ 10♠ 10♥"


@pytest.mark.rule("hornafjardarmanni.cut", "hornafjardarmanni.deal")
def test_hornafjardarmanni_the_cut_card_is_the_last_of_the_manni() -> None:
    state = dealt(hornafjardarmanni, hornafjardarmanni.Rules(), MANNI, stock=STOCK)
    assert state.deal.cut is FRENCH["10♥"]
    # 40 unseen cards, of which the cut card is in the Manni.
    assert [count(state, seat) for seat in range(3)] == [ways(12, 12, 15)] * 3
    # Seat 0 exchanges seven: it now sees 19 cards, and the Manni has nine.
    state = after(state, Exchange("2♥ 3♥ 4♥ 5♥ 2♦ 3♦ 2♣"))
    assert count(state, 0) == ways(12, 12, 8)
    # Others do not know which seven of 12 it has discarded, nor what it has drawn.
    assert [count(state, seat) for seat in (1, 2)] == [ways(5, 7, 7, 12, 8)] * 2
    state = after(state, Exchange("2♠ 3♠ 4♠ 5♠ 6♥"), Exchange("6♠ 7♠ 8♠ 9♠"))
    # The dealer has taken the last four, so the cut card: his three other new cards are unknown.
    assert count(state, 0) == ways(7, 5, 5, 8, 4, 3)
    assert count(state, 1) == ways(5, 7, 7, 8, 4, 3)
    assert count(state, 2) == ways(5, 7, 7, 7, 5, 5)
    assert all(FRENCH["10♥"] in world.secrets.own[2].drawn for world in samples(state, 0, 20))


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_hornafjardarmanni_the_manni_of_a_sample_is_in_any_order_but_for_the_cut_card() -> None:
    state = dealt(hornafjardarmanni, hornafjardarmanni.Rules(), MANNI, stock=STOCK)
    stocks = [world.secrets.stock for world in samples(state, 0, 400)]
    assert all(stock[-1] is FRENCH["10♥"] for stock in stocks)
    # Which of two cards comes first is as likely either way: 15 draws of each place but the last.
    earlier = sum(stock[at].index < stock[at + 1].index for stock in stocks for at in range(14))
    assert 2600 < earlier < 3000  # of 5600
    drawn = Counter(stock[0] for stock in stocks)
    assert len(drawn) == 39
    assert max(drawn.values()) < 30


@pytest.mark.rule("hornafjardarmanni.exchange.detail")
def test_hornafjardarmanni_whoever_takes_the_last_card_has_the_cut_card() -> None:
    rules = hornafjardarmanni.Rules.study("A♠ K♠ Q♠ J♠ 2♥ 3♥ 4♥ 5♥ 2♦ 3♦ 2♣", allowances=(2, 1))
    state = dealt(hornafjardarmanni, rules, ["A♠ K♠ Q♠", "J♠ 2♥ 3♥", "4♥ 5♥ 2♦"], stock="3♦ 2♣")
    # Seat 0 takes both cards of the Manni; the others can exchange none.
    state = after(state, Exchange("A♠ K♠"), Exchange(""), Exchange(""))
    # Seat 1: seven unseen cards besides the cut card, 2♣. Seat 0 kept one and discarded two, and drew one
    # with the cut card; seat 2 has three.
    assert count(state, 1) == ways(1, 2, 1, 3)


@pytest.mark.rule("hornafjardarmanni.deal")
def test_hornafjardarmanni_with_the_manni_first_the_dealer_has_the_cut_card_or_has_discarded_it() -> None:
    rules = hornafjardarmanni.Rules(deal="manni_first")
    cut_last = {**MANNI, 2: "6♠ 7♠ 8♠ 9♠ A♥ K♥ Q♥ J♥ A♦ K♦ A♣ K♣"}
    state = dealt(hornafjardarmanni, rules, cut_last, stock=STOCK)
    assert state.deal.cut is FRENCH["K♣"]
    assert [count(state, seat) for seat in (0, 1, 2)] == [
        ways(11, 12, 16),
        ways(11, 12, 16),
        ways(12, 12, 16),
    ]
    state = after(state, Exchange(""), Exchange(""), Exchange("6♠ 7♠ 8♠"))
    # Three discards, three drawn, 13 left; the cut card kept, or discarded.
    kept, gone = ways(12, 8, 3, 3, 13), ways(12, 9, 2, 3, 13)
    assert count(state, 0) == kept + gone
    # Seat 0 leads 2♣. Seat 1 does not follow, so it has no club; it has kept all its cards, and 2♠ was one.
    # The dealer follows with A♣, kept or drawn. Besides K♣ seat 0 does not see 37 cards, 9 of them clubs
    # (4 to Q); 11 are with seat 1. What is left for the dealer's kept, discarded and drawn cards and for
    # the Manni depends on which of these A♣ and K♣ are.
    state = after(state, "2♣", "2♠", "A♣")
    rest = {
        "A♣ kept, K♣ kept": ways(7, 3, 3, 13),
        "A♣ drawn, K♣ kept": ways(8, 3, 2, 13),
        "A♣ kept, K♣ discarded": ways(8, 2, 3, 13),
        "A♣ drawn, K♣ discarded": ways(9, 2, 2, 13),
    }
    assert count(state, 0) == comb(37 - 9, 11) * sum(rest.values())


@pytest.mark.rule("hornafjardarmanni.follow", "hornafjardarmanni.exchange")
def test_hornafjardarmanni_voids_bind_hands_and_not_discards() -> None:
    state = dealt(hornafjardarmanni, hornafjardarmanni.Rules(), MANNI, stock=STOCK)
    state = after(state, Exchange(""), Exchange("2♠ 3♠ 4♠ 5♠"), Exchange(""))
    # Seat 1 has drawn 4 5 6 7 of clubs, and has no spade left; it shows that, and seat 2 follows.
    state = after(state, "A♠", "4♦", "6♠")
    # Seat 0: 37 unseen cards besides the cut card, 8 spades among them (2 to 5, 7 to 10), none in the hand of
    # seat 1. That has 11 cards: seven kept and four drawn, if 4♦ was kept, or else eight and three. Seat 2
    # has 11; four are discarded, and eleven lie in the Manni with the cut card.
    assert count(state, 0) == comb(37 - 8, 11) * (ways(7, 4) + ways(8, 3)) * ways(11, 4, 11)
    assert any(world.secrets.own[1].discarded.of_suit("♠") for world in samples(state, 0, 20))
    assert not any(world.hand(1).of_suit("♠") for world in samples(state, 0, 50))


@pytest.mark.rule("truco.deal", "truco.envido.reveal")
def test_truco_the_other_hand_and_the_rest() -> None:
    state = dealt(truco, truco.Rules(), ["1E 1B 4C", "7O 6O 12E"])
    assert [count(state, seat) for seat in (0, 1)] == [comb(37, 3)] * 2
    state = after(state, "4C")
    assert [count(state, seat) for seat in (0, 1)] == [comb(37, 3), comb(36, 2)]
    # Calls prove nothing, and a call that waits changes nothing.
    state = after(state, Call.TRUCO)
    assert [count(state, seat) for seat in (0, 1)] == [comb(37, 3), comb(36, 2)]
    declined = after(state, Call.ENVIDO, Call.NO_QUIERO)
    assert [count(declined, seat) for seat in (0, 1)] == [comb(37, 3), comb(36, 2)]


@pytest.mark.rule("truco.envido.points")
def test_truco_points_told_bind_the_three_cards_dealt() -> None:
    state = dealt(truco, truco.Rules(), ["1E 1B 4C", "7O 6O 12E"])
    told = after(state, Call.ENVIDO, Call.QUIERO)
    assert told.deal.revealed_points == (4, 33)
    # 33 is 7 and 6 of a suit, all four of which are unseen, with any other of the 35 left.
    assert count(told, 0) == 4 * 35
    # 4 points: three different suits, a 4 and nothing higher. Of each suit seat 1 does not see six cards up
    # to 3 (1 2 3 and the pictures), but for espada, of which it has one itself.
    up_to_3 = {"e": 5, "b": 6, "c": 6, "o": 6}
    up_to_4 = {suit: number + 1 for suit, number in up_to_3.items()}
    hands = 0
    for three in itertools.combinations("ebco", 3):
        hands += prod(up_to_4[suit] for suit in three) - prod(up_to_3[suit] for suit in three)
    assert count(told, 1) == hands
    # Cards played count as dealt. After 7O the other two are 6O and one of 35, or 7 and 6 of another suit.
    played = after(told, "1E", "7O")
    assert count(played, 0) == 35 + 3
    # After 7O and 6O, any of the other 35; after 12E and 7O, only 6O.
    more = after(played, "1B", "6O")
    assert count(more, 0) == 35
    fewer = after(told, "1E", "12E", "1B", "7O")
    assert count(fewer, 0) == 1
    # A fold shows nothing more.
    assert count(after(played, Call.MAZO), 0) == 35 + 3


@pytest.mark.rule("truco.envido.points")
@pytest.mark.parametrize("each", [1, 2, 3])
def test_truco_every_number_of_points(each: int) -> None:
    """The hands of every number of points together are all hands, each where its points say."""
    rules = truco.Rules.study(each=each)
    own = ["4E", "5B", "6C"][:each]
    unseen = [card for card in SPANISH if str(card) not in map(str, map(SPANISH.__getitem__, own))]
    hands = list(itertools.combinations(unseen, each))
    by_points = Counter(truco.envido_points(SPANISH.set(hand)) for hand in hands)
    for points, number in by_points.items():
        hand = next(hand for hand in hands if truco.envido_points(SPANISH.set(hand)) == points)
        state = dealt(truco, rules, [" ".join(own), hand])
        assert count(after(state, Call.ENVIDO, Call.QUIERO), 0) == number


@pytest.mark.rule("truco.envido.reveal")
def test_truco_revealed_cards_leave_nothing_open() -> None:
    state = dealt(truco, truco.Rules(envido_reveal="cards"), ["1E 1B 4C", "7O 6O 12E"])
    assert count(after(state, Call.ENVIDO), 0) == comb(37, 3)
    state = after(state, Call.ENVIDO, Call.QUIERO)
    assert [count(state, seat) for seat in (0, 1)] == [1, 1]
    assert samples(state, 0, 1)[0].hand(1) == state.hand(1)
    assert count(after(state, "1E", "7O"), 0) == 1


# --- Sampling ------------------------------------------------------------------------------------


def studied(name: str) -> tuple[Any, int]:
    """A position with some dozens of worlds, and a seat."""
    rules: Any
    if name == "etori":
        rules = etori.Rules.study("A♣ 2♣ 3♣ A♦ 2♦ 3♦ K♠ 2♠ 3♠ Q♥ 2♥ 3♥")
        state = dealt(etori, rules, ["K♠ 2♣ 2♦", "Q♥ 2♥ A♦", "2♠ 3♣ 3♦", "3♠ A♣ 3♥"])
        return after(state, etori.ChooseLeader(0), "K♠", "2♥", "2♠"), 0
    if name == "gong_zhu":
        rules = gong_zhu.Rules.study("Q♠ 2♠ 3♠ A♥ 2♥ 3♥ J♦ 2♦ 3♦ 10♣ 2♣ 3♣")
        state = dealt(gong_zhu, rules, ["2♠ A♥ 2♦", "Q♠ J♦ 2♥", "3♠ 3♥ 2♣", "10♣ 3♣ 3♦"])
        exposed = after(state, Expose("A♥"), Expose("10♣"), Expose(""), Expose("Q♠"))
        return after(exposed, "2♦", "3♦", "3♥"), 0
    if name == "hornafjardarmanni":
        rules = hornafjardarmanni.Rules.study(
            "A♠ K♠ Q♠ 2♠ A♥ K♥ Q♥ J♥ 2♥ 2♦ 3♦", allowances=(1, 1), deal="manni_first"
        )
        state = dealt(hornafjardarmanni, rules, ["A♠ K♠ A♥", "Q♠ K♥ Q♥", "J♥ 2♥ 2♦"], stock="2♠ 3♦")
        return after(state, Exchange("A♥"), Exchange(""), Exchange("J♥"), "A♠", "Q♠", "2♥"), 0
    state = dealt(truco, truco.Rules(), ["1E 1B 4C", "7O 6O 12E"])
    return after(state, Call.ENVIDO, Call.QUIERO, "1E"), 0


@every_game
def test_samples_are_uniform(game: AnyGame) -> None:
    state, seat = studied(game.name)
    worlds, rng = cardrules.worlds(cardrules.observe(state, seat)), Random(2024)
    assert 12 <= worlds.count <= 200
    draws = 60 * worlds.count
    seen = Counter(world_of(worlds.sample(rng)) for _ in range(draws))
    assert len(seen) == worlds.count
    chi2 = sum((number - 60) ** 2 / 60 for number in seen.values())
    freedom = worlds.count - 1
    # Six standard deviations, after Wilson and Hilferty: one false alarm in a billion seeds.
    assert chi2 < freedom * (1 - 2 / (9 * freedom) + 6 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_numbers_below_are_uniform_and_in_range() -> None:
    rng = Random(5)
    seen = Counter(below(rng, 6) for _ in range(6000))
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]
    assert sum((number - 1000) ** 2 / 1000 for number in seen.values()) < 60
    assert below(rng, 1) == 0
    huge = 3**200
    assert all(0 <= below(rng, huge) < huge for _ in range(100))
    # Numbers in the upper third of a huge range come in a third of the cases.
    assert 240 < sum(below(rng, huge) >= huge // 3 * 2 for _ in range(900)) < 360
    with pytest.raises(ValueError, match="no whole number"):
        below(rng, 0)


@pytest.mark.parametrize("size", [0, 1, 2, 7, 64, 200])
def test_numbers_below_a_power_of_two_take_its_bits_once(size: int) -> None:
    # With so many random bits every number is in range: none is drawn again.
    numbers, same = Random(size), Random(size)
    drawn = [below(numbers, 2**size) for _ in range(20)]
    assert drawn == [same.getrandbits(size) for _ in range(20)]


def digest() -> str:
    """What some worlds look like, in print."""
    lines: list[str] = []
    for game in GAMES:
        state, seat = studied(game.name)
        rng = Random(99)
        start = game.new_match(game.rules())
        early = game.apply(start, game.shuffle(start, rng))
        for view in (game.observe(state, seat), game.observe(early, 1)):
            worlds = game.worlds(view)
            lines.append(f"{game.name} {worlds.count} {worlds!r}")
            lines += (repr(worlds.sample(rng).secrets) for _ in range(5))
            lines += (repr(worlds[number].secrets) for number in range(5))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_the_same_seed_gives_the_same_worlds() -> None:
    assert digest() == DIGEST


def test_the_same_seed_gives_the_same_worlds_in_another_process() -> None:
    # There, sets and dictionaries of text are in another order.
    paths = os.pathsep.join(map(str, sys.path))
    environment = {**os.environ, "PYTHONHASHSEED": "123", "PYTHONPATH": paths}
    code = "from tests.test_worlds import digest; print(digest())"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert ran.stdout.strip() == DIGEST


DIGEST = "c8ba017dc26c4bd2ed731861303b0881eb5d5a8b4bb5b3f413b0551dd6e70362"


# --- The object ----------------------------------------------------------------------------------


@every_game
def test_a_spectator_and_a_state_have_no_worlds(game: AnyGame) -> None:
    state, _ = studied(game.name)
    for position in (state, game.new_match(game.rules())):
        with pytest.raises(cardrules.SpectatorError, match="spectator"):
            cardrules.worlds(cardrules.observe(position))
        with pytest.raises(cardrules.SpectatorError, match="spectator"):
            cardrules.determinize(cardrules.observe(position), Random(1))
        with pytest.raises(cardrules.ViewNeeded, match="takes a view"):
            cardrules.worlds(position)
    assert issubclass(cardrules.SpectatorError, cardrules.CardrulesError)


def test_a_game_that_does_not_say_what_its_worlds_are() -> None:
    mute = attrs.evolve(truco.GAME, possible=None)
    start = truco.new_match(truco.Rules())
    assert mute.worlds(truco.observe(start, 0))[0] == start
    with pytest.raises(cardrules.NoWorlds, match="Truco"):
        mute.worlds(truco.observe(dealt(truco, truco.Rules(), []), 0))


@every_game
def test_worlds_are_a_lazy_sequence_that_can_be_sent_elsewhere(game: AnyGame) -> None:
    state, seat = studied(game.name)
    view = game.observe(state, seat)
    worlds = game.worlds(view)
    assert [worlds[number] for number in range(worlds.count)] == list(worlds)
    assert next(iter(worlds)) == worlds[0]
    for number in (-1, worlds.count):
        with pytest.raises(IndexError, match=f"there are {worlds.count}"):
            worlds[number]
    copy = pickle.loads(pickle.dumps(worlds))
    assert copy.sample(Random(4)) == worlds.sample(Random(4)) == game.determinize(view, Random(4))
    assert repr(worlds).startswith(f"<{worlds.count} worlds of ")
    assert all(isinstance(place, Place) for place in worlds.places)
    early = dealt(game, game.rules(), {})
    assert sum(1 for _ in itertools.islice(game.worlds(game.observe(early, 1)), 3)) == 3


def test_a_view_that_somebody_made_up_has_no_worlds() -> None:
    # Points that no three cards have.
    state, seat = studied("truco")
    view = truco.observe(state, seat)
    made_up = attrs.evolve(view, deal=attrs.evolve(view.deal, revealed_points=(4, 19)))
    worlds = cardrules.worlds(made_up)
    assert worlds.count == 0
    assert list(worlds) == []
    with pytest.raises(cardrules.NoWorlds, match="no world agrees"):
        worlds.sample(Random(1))


def test_worlds_are_not_searched() -> None:
    state = etori.new_match(etori.Rules())
    state = etori.apply(state, etori.arrange(state))
    with pytest.raises(TypeError, match="are not searched"):
        assert state in etori.worlds(etori.observe(state, 1))
