"""No view, event or list of legal moves tells a seat what it may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import Card, CardSet, Deal, Secrets
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
    seen |= {card for card in [getattr(deal, "cut", None)] if card is not None}
    if state.GAME.name == "gong_zhu" and deal.number == 1:
        seen |= {state.rules.format.marker}  # who leads the first deal holds it
    seen |= {card for cards in getattr(deal, "revealed_cards", ()) or () for card in cards or ()}
    pack: cardrules.Pack = state.pack
    return [card for card in pack if card not in seen]


def swapped(cards: Any, swaps: dict[Card, Card]) -> list[Card]:
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


@every_game
@given(data=st.data())
def test_a_view_allows_and_refuses_what_the_state_does(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    state = data.draw(st.sampled_from(walk.states))
    for seat in [None, *range(state.seating.seats)]:
        view = cardrules.observe(state, seat)
        moves = cardrules.legal_moves(view)
        if seat is not None and seat == state.to_move:
            assert moves == cardrules.legal_moves(state)
            assert all(cardrules.why_not(view, move) is None for move in moves[:20])
        else:
            assert len(moves) == 0
            for move in cardrules.legal_moves(state)[:5]:
                violation = cardrules.why_not(view, move)
                assert violation is not None
                assert violation.rule == "common.phase"
        assert cardrules.outcome(view) == cardrules.outcome(state)


def reachable(value: object) -> Iterator[object]:
    """Everything that a value holds, to any depth (of sets of cards: the sets)."""
    yield value
    if isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from reachable(item)
    elif not isinstance(value, Card | CardSet):
        for field in getattr(type(value), "__attrs_attrs__", ()):
            yield from reachable(getattr(value, field.name))


@every_game
@given(data=st.data())
def test_a_view_holds_no_state_and_no_secrets_but_its_own(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(data.draw(walks(game)).states))
    for seat in [None, *range(state.seating.seats)]:
        view = cardrules.observe(state, seat)
        inside = list(reachable(view))
        assert not any(isinstance(value, Secrets | type(state)) for value in inside)
        shown = getattr(state.deal, "revealed_cards", ()) or ()
        others = [own for at, own in enumerate(state.secrets.own) if at != seat and own and own not in shown]
        assert not state.deal.number or not any(value is own for value in inside for own in others)
        assert view.own == (None if seat is None else state.secrets.own[seat])
        assert not hasattr(view, "secrets")


@every_game
@given(data=st.data())
def test_events_of_a_move_tell_it_in_order(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game, deals=1))
    step = data.draw(st.sampled_from(walk.steps))
    for seat in [None, *range(walk.start.seating.seats)]:
        told = cardrules.events(step.before, step.move, seat)
        kinds = [type(event).__name__ for event in told]
        assert kinds[-1] == "TurnPassed"
        assert told[-1] == cardrules.TurnPassed(step.after.to_move)
        assert kinds[0] == ("DealBegan" if isinstance(step.move, Deal) else "Acted")
        lines = [event.line for event in told if isinstance(event, cardrules.LineScored)]
        known = 0 if isinstance(step.move, Deal) else len(step.before.lines)
        assert lines == list(step.after.lines[known:])
        assert ("DealEnded" in kinds) == (len(step.after.match.results) > len(step.before.match.results))
        assert ("MatchEnded" in kinds) == (step.after.match.outcome is not None)


def test_a_seat_that_is_not_there_is_refused() -> None:
    for game in GAMES:
        state = game.new_match(game.rules())
        strange: list[Any] = [-1, state.seating.seats, True, "0"]
        for seat in strange:
            with pytest.raises(cardrules.SeatError):
                game.observe(state, seat)


# --- Living on events ---------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_a_client_can_live_on_events_alone(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game, deals=3))
    for seat in [None, *range(walk.start.seating.seats)]:
        view = game.observe(walk.start, seat)
        for step in walk.steps:
            view = game.advance(view, game.events(step.before, step.move, seat))
            assert view == game.observe(step.after, seat)


@every_game
@given(data=st.data())
def test_a_state_can_replay_its_own_deal(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game, deals=3))
    state = data.draw(st.sampled_from(walk.states[1:]))
    replayed = game.replay(state)
    assert replayed[-1] == state
    assert len(replayed) == len(state.log) + 2
    assert replayed[0].awaits_deal
