"""No view, event or list of legal moves tells a seat what it may not know.

What a seat has seen is listed here game by game, apart from what `tests.walks` tells the laws of all games.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import Card, CardSet, Deal
from cardrules.games import hornafjardarmanni
from tests.naive import truco as naive_truco
from tests.walks import GAMES, AnyGame, Walk, walks

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def hidden_cards(state: Any, seat: int | None) -> list[Card]:
    """The cards of the pack that a seat has not seen at this moment, in pack order."""
    seen: set[Card] = set(state.played)
    if seat is not None:
        own = state.secrets.own[seat]
        seen |= set(own) if isinstance(own, CardSet) else {*own.dealt, *own.drawn}
    deal = state.deal
    seen |= set(getattr(deal, "exposed", ()))
    cut: Card | None = getattr(deal, "cut", None)
    if cut is not None:
        seen.add(cut)
    if state.GAME.name == "gong_zhu" and deal.number == 1:
        seen |= {state.rules.format.marker}  # who leads the first deal holds it
    seen |= {card for cards in getattr(deal, "revealed_cards", ()) or () for card in cards or ()}
    pack: cardrules.Pack = state.pack
    return [card for card in pack if card not in seen]


def swapped(cards: Iterable[Card], swaps: dict[Card, Card]) -> list[Card]:
    return [swaps.get(card, card) for card in cards]


def in_other_world(move: Any, swaps: dict[Card, Card]) -> Any:
    """The same public move where other cards are hidden: hidden exchanges are equal in number only."""
    if isinstance(move, Deal):
        return Deal(swapped(move.pack, swaps))
    if isinstance(move, hornafjardarmanni.Exchange):
        return hornafjardarmanni.Exchange(swapped(move.cards, swaps))
    return move


def reveals_differently(before: Any, after: Any, other: Any) -> bool:
    """Whether a showdown has just told points that are not the same in both worlds."""
    if after.GAME.name != "truco" or not any("showdown" in line.rule for line in after.lines):
        return False
    points = [
        [naive_truco.envido_points([str(card) for card in own]) for own in state.secrets.own]
        for state in (after, other)
    ]
    cards = after.rules.envido_reveal == "cards"
    return points[0] != points[1] or (cards and after.secrets.own != other.secrets.own)


@st.composite
def two_worlds(draw: st.DrawFn, game: AnyGame) -> tuple[Walk, int | None, dict[Card, Card]]:
    """A walk over one deal up to some move, a seat, and a swap of cards that it has not seen by then."""
    walk = draw(walks(game, deals=1))
    walk = attrs.evolve(walk, steps=walk.steps[: draw(st.integers(1, len(walk.steps)))])
    seat = draw(st.sampled_from([None, *range(walk.start.seating.seats)]))
    hidden = hidden_cards(walk.states[-1], seat)
    if len(hidden) < 2:
        return walk, seat, {}
    swaps: dict[Card, Card] = {}
    for _ in range(draw(st.integers(1, 3))):
        one = draw(st.sampled_from(hidden))
        alike = [card for card in hidden if card.suit == one.suit] if draw(st.booleans()) else hidden
        two = draw(st.sampled_from(alike))
        if one not in swaps and two not in swaps:
            swaps |= {one: two, two: one}
    return walk, seat, swaps


@every_game
@pytest.mark.rule("hornafjardarmanni.exchange.detail", "truco.envido.reveal")
@given(data=st.data())
def test_two_positions_that_a_seat_cannot_tell_apart_look_the_same(
    game: AnyGame, data: st.DataObject
) -> None:
    walk, seat, swaps = data.draw(two_worlds(game))
    other = walk.start
    for step in walk.steps:
        move = in_other_world(step.move, swaps)
        if cardrules.why_not(other, move) is not None:
            return  # not the same public moves any more: they are not legal in both
        after = cardrules.apply(other, move)
        if reveals_differently(step.before, step.after, after):
            return
        assert cardrules.events(other, move, seat) == cardrules.events(step.before, step.move, seat)
        other = after
        one, two = cardrules.observe(step.after, seat), cardrules.observe(other, seat)
        assert one == two
        assert (repr(one), hash(one)) == (repr(two), hash(two))
        moves = cardrules.legal_moves(one)
        assert moves == cardrules.legal_moves(two)
        assert len(moves) == 0 or seat == step.after.to_move
