"""The possible worlds of Etori: what the other active players hold."""

from __future__ import annotations

from functools import partial

from cardrules.games.etori.play import State, View
from cardrules.possible import Place, Worlds, by_suit, dealt, played_by, spread, voids
from cardrules.table import Secrets


def worlds(view: View) -> Worlds[State]:
    """The worlds of a view of a seat, which may rest: the hands of all active players but its own."""
    own = view.hand.bits
    played, void = played_by(view), voids(view, view.rules.tricks)  # etori.follow, etori.rensho
    active = view.deal.seating.active
    each = len(view.pack) // len(active)  # etori.deal
    # etori.six.rest: who rests holds nothing.
    places = [Place("hand", seat, each - played[seat].bit_count()) for seat in active if seat != view.seat]
    unseen = view.pack.bits & ~own & ~view.played_bits
    groups = by_suit(unseen, view.rules.tricks, [void[place.seat or 0] for place in places])
    return spread(places, groups, partial(_state, view, places, played))


def _state(view: View, places: list[Place], played: list[int], unseen: tuple[int, ...]) -> State:
    secrets = Secrets(dealt(view, places, played, unseen))
    return State(view.match, view.deal, view.to_move, view.tricks, view.trick, view.played_bits, secrets)
