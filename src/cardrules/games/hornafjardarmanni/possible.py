"""The possible worlds of Hornafjarðarmanni: what others were dealt, discarded and drew, and the Manni."""

from __future__ import annotations

from functools import partial

from cardrules.cards import CardSet
from cardrules.games.hornafjardarmanni.play import Exchanged, Holding, State, View, cut_card_seat
from cardrules.possible import Group, Place, Worlds, by_suit, played_by, shuffled_stock, spread, voids
from cardrules.table import Secrets

_HELD = ("dealt", "kept", "drawn")
"""Places of the cards that a player holds, or has played."""

_OF_CUT = {
    "packets_of_four": ("drawn", "stock"),  # the last card of the Manni
    "manni_first": ("dealt", "kept", "discarded"),  # the dealer's last card, which he may have discarded
}
"""Places to which the cut card comes (``hornafjardarmanni.cut``, ``hornafjardarmanni.deal``)."""


def worlds(view: View) -> Worlds[State]:
    """The worlds of a view of a seat.

    They say of every other player what it was ``"dealt"``, or, once it has exchanged, what it has ``"kept"``,
    ``"discarded"`` and ``"drawn"``, played or not; and what is left in the Manni, the ``"stock"``. A sample
    has the Manni in a random order, since others may draw from it.
    """
    deal, seen = view.deal, 0 if view.own is None else view.own.dealt.bits | view.own.drawn.bits
    count = {act.seat: act.move.count for act in deal.acts if isinstance(act.move, Exchanged)}
    each = view.rules.format.each
    places: list[Place] = []
    for seat in deal.seating.active:
        if seat == view.seat:
            continue
        if seat in count:  # hornafjardarmanni.exchange
            kept = Place("kept", seat, each - count[seat])
            places += [kept, Place("discarded", seat, count[seat]), Place("drawn", seat, count[seat])]
        else:
            places.append(Place("dealt", seat, each))
    places.append(Place("stock", None, deal.left))
    groups = _groups(view, places, view.pack.bits & ~seen)
    known = () if view.deal.cut is None else (view.deal.cut,)  # drawn last, wherever it is in the Manni
    return spread(places, groups, partial(_state, view, places), partial(shuffled_stock, known))


def _groups(view: View, places: list[Place], unseen: int) -> list[Group]:
    """Where each card may be that the seat was not dealt and has not drawn."""
    contract, played = view.deal.contract, played_by(view)
    if contract is None:
        raise LookupError("there is a contract in every deal")
    shown = voids(view, contract.tricks)  # hornafjardarmanni.follow
    # Voids bind what is held after the exchange; discards are free.
    void = [shown[place.seat or 0] if place.name in _HELD else 0 for place in places]
    groups = by_suit(unseen & ~view.played_bits, contract.tricks, void)
    for seat, cards in enumerate(played):
        held = sum(1 << at for at, place in enumerate(places) if place.seat == seat and place.name in _HELD)
        if seat != view.seat:
            groups.append((cards, held))
    cut = view.deal.cut
    if cut is not None and cut.bit & unseen:
        came = _places_of_cut(view, places)
        split = [(cards & ~cut.bit, where) for cards, where in groups]
        return split + [(cut.bit, where & came) for cards, where in groups if cards & cut.bit]
    return groups


def _places_of_cut(view: View, places: list[Place]) -> int:
    """Where the cut card may be: the bits of places of the seat to which it came, or of the Manni."""
    seat, names = cut_card_seat(view), _OF_CUT[view.rules.deal]
    return sum(1 << at for at, place in enumerate(places) if place.seat == seat and place.name in names)


def _state(view: View, places: list[Place], unseen: tuple[int, ...]) -> State:
    pack, none, own = view.pack, CardSet(view.pack), list[Holding]()
    found = {(place.seat, place.name): cards for place, cards in zip(places, unseen, strict=True)}
    for seat in range(view.seating.seats):
        if seat == view.seat and view.own is not None:
            own.append(view.own)
            continue
        dealt, kept, discarded, drawn = (
            found.get((seat, name), 0) for name in ("dealt", "kept", "discarded", "drawn")
        )
        known = (dealt | kept | discarded, discarded, drawn)
        own.append(Holding(*(CardSet(pack, bits) if bits else none for bits in known)))
    # The cut card is drawn last.
    stock = sorted(CardSet(pack, found[None, "stock"]), key=lambda card: card is view.deal.cut)
    secrets = Secrets(tuple(own), tuple(stock))
    return State(view.match, view.deal, view.to_move, view.tricks, view.trick, view.played_bits, secrets)
