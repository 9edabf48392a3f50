"""The possible worlds of Gong Zhu: what the other players hold."""

from __future__ import annotations

from functools import partial

from cardrules.games.gong_zhu.play import Expose, State, View
from cardrules.possible import Group, Place, Worlds, by_suit, dealt, played_by, spread, tricks_of, voids
from cardrules.table import Secrets


def worlds(view: View) -> Worlds[State]:
    """The worlds of a view of a seat: the ``"hand"`` of every other player."""
    sizes, own, played = view.rules.format, view.hand.bits, played_by(view)
    places = [
        Place("hand", seat, sizes.each - played[seat].bit_count())
        for seat in range(sizes.seating.seats)
        if seat != view.seat
    ]
    unseen = view.pack.bits & ~own & ~view.played_bits
    known = _known(view)
    groups: list[Group] = [(known[place.seat or 0] & unseen, 1 << at) for at, place in enumerate(places)]
    for cards, _ in groups:
        unseen &= ~cards
    void = _void(view)
    groups += by_suit(unseen, sizes.tricks, [void[place.seat or 0] for place in places])
    return spread(places, groups, partial(_state, view, places, played))


def _known(view: View) -> list[int]:
    """The bits of cards that each seat is known to have been dealt, by seat."""
    deal, known = view.deal, [0] * view.seating.seats
    for act in deal.acts:
        if isinstance(act.move, Expose):
            known[act.seat] |= act.move.cards.bits  # gong_zhu.expose
    if deal.number == 1 and deal.leader is not None:
        known[deal.leader] |= view.rules.format.marker.bit  # gong_zhu.leader
    return known


def _void(view: View) -> list[int]:
    """The bits of all cards of the suits in which each seat has shown to hold nothing more, by seat."""
    void = voids(view, view.rules.format.tricks)  # gong_zhu.follow
    exposed, led = view.deal.exposed.bits, 0
    if exposed & view.played_bits:
        order_from = view.deal.seating.order_from
        for leader, cards in tricks_of(view):
            lane = cards[0].lane
            if exposed & lane & ~led:
                for seat, card in zip(order_from(leader), cards, strict=False):
                    # gong_zhu.expose.hold: it was held back, so there was no other card of the suit.
                    if card.bit & exposed & lane:
                        void[seat] |= lane
            led |= lane
    return void


def _state(view: View, places: list[Place], played: list[int], unseen: tuple[int, ...]) -> State:
    secrets = Secrets(dealt(view, places, played, unseen))
    return State(view.match, view.deal, view.to_move, view.tricks, view.trick, view.played_bits, secrets)
