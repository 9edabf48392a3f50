"""The possible worlds of games in which cards are drawn from a stock, one after the other.

When a card came to a hand matters there: what has been played was in the hand by then, and who showed to have
none of a suit has got all of it since. `Came` is a place with its time, and `with_draws` makes the worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from cardrules.cards import Card, CardSet
from cardrules.making import Holding
from cardrules.possible import Group, Place, Worlds, shuffled_stock, spread, tricks_of
from cardrules.table import Secrets

if TYPE_CHECKING:
    from cardrules.table import TrickView
    from cardrules.tricks import TrickOrder

    _View = TrickView[Any, Any, Any, Any, Any, Holding]

S = TypeVar("S")


@attrs.frozen
class Came(Place):
    """A place of cards that came at a certain time, or of one card that everybody knows.

    ``since`` is how many tricks had been finished when they came (0: they were dealt). ``card`` is the card
    that is there, where everybody saw it come or lie; otherwise ``None``.

    >>> Came("drawn", seat=1, size=1, since=3)
    Came(name='drawn', seat=1, size=1, since=3, card=None)
    """

    since: int = 0
    card: Card | None = None


def with_draws(
    view: TrickView[Any, Any, Any, Any, Any, Holding],
    state: Callable[..., S],
    places: Sequence[Came],
    order: TrickOrder | None = None,
    first: int = 0,
) -> Worlds[S]:
    """The worlds of a view of a seat, in a game in which each seat has a `Holding` and draws from the stock.

    ``state`` is the game's class of states. ``places`` are those of the other seats, first what was dealt to
    a seat and then its draws one by one, and of the stock (``seat=None``), top card first; cards of the stock
    that nobody knows are one place, and a sample has them in a random order. With ``order``, who does not
    follow to a trick has none of that suit, from trick ``first`` on (0: always). For games in which cards are
    dealt, drawn and played, and leave a hand in no other way.
    """
    own = 0 if view.own is None else view.own.bits
    known = {place.card: 1 << at for at, place in enumerate(places) if place.card is not None}
    played = {card: (seat, at) for at, seat, card in _plays(view)}
    missed = list(_missed(view, order, first))
    together: dict[int, int] = {}
    for card in CardSet(view.pack, view.pack.bits & ~own):
        seat, trick = played.get(card, (None, None))
        into = known.get(card) or _into(places, card, seat, trick, missed)
        together[into] = together.get(into, 0) | card.bit
    groups: list[Group] = [(cards, into) for into, cards in together.items()]
    make = partial(_world, view, state, places)
    return spread(places, groups, make, partial(shuffled_stock, tuple(known)))


def _plays(view: _View) -> Iterable[tuple[int, int, Card]]:
    """Every card played: in which trick (from 0), by whom, and which."""
    order_from = view.deal.seating.order_from
    for at, (leader, cards) in enumerate(tricks_of(view)):
        yield from ((at, seat, card) for seat, card in zip(order_from(leader), cards, strict=False))


def _missed(view: _View, order: TrickOrder | None, first: int) -> Iterable[tuple[int, int, int]]:
    """Who has not followed, in which trick, and the bits of the suit that it lacked."""
    if order is None:
        return
    led = [order.lane(cards[0]) for _, cards in tricks_of(view)]
    for at, seat, card in _plays(view):
        if at >= first and not card.bit & led[at]:
            yield at, seat, led[at]


def _into(
    places: Sequence[Came],
    card: Card,
    seat: int | None,
    trick: int | None,
    missed: Iterable[tuple[int, int, int]],
) -> int:
    """The places in which a card may be that nobody saw come: their bits."""
    into = 0
    for at, place in enumerate(places):
        if place.card is not None:
            continue
        if place.seat is None:
            possible = seat is None
        else:
            # It had come when it was played, and after its owner last showed to have none of its suit.
            late = any(
                who == place.seat
                and lane & card.bit
                and place.since <= when
                and (trick is None or when < trick)
                for when, who, lane in missed
            )
            there = trick is None or (seat == place.seat and place.since <= trick)
            possible = there and not late
        into |= possible << at
    return into


def _world(view: _View, state: Callable[..., S], places: Sequence[Came], unseen: tuple[int, ...]) -> S:
    held = [CardSet(view.pack, bits) for bits in unseen]
    own: list[Holding] = []
    for seat in range(view.seating.seats):
        if seat == view.seat and view.own is not None:
            own.append(view.own)
            continue
        came = [cards for place, cards in zip(places, held, strict=True) if place.seat == seat]
        first = came[0] if came else CardSet(view.pack)
        own.append(Holding(first, come=tuple(card for cards in came[1:] for card in cards)))
    stock = [card for place, cards in zip(places, held, strict=True) if place.seat is None for card in cards]
    secrets = Secrets(tuple(own), tuple(stock))
    return state(view.match, view.deal, view.to_move, view.tricks, view.trick, view.played_bits, secrets)
