"""Seats round a table: direction, partnerships, and who rests."""

from __future__ import annotations

import attrs

from cardrules.errors import SeatError, brief


@attrs.frozen(cache_hash=True)
class Seating:
    """Seats ``0 … seats - 1``, numbered clockwise, with a direction of play, sides, and who rests.

    ``direction`` is +1 (clockwise) or -1. ``sides`` are the partnerships, in the order of their lowest
    seats; by default everybody is a side of his own. Turns pass over the ``resting`` seats.

    >>> table = Seating(4, direction=-1, sides=((0, 2), (1, 3)))
    >>> table.after(0), table.order_from(1), table.side_of(3)
    (3, (1, 0, 3, 2), 1)
    """

    seats: int
    direction: int = 1
    sides: tuple[tuple[int, ...], ...] = attrs.field(
        default=attrs.Factory(lambda self: tuple((seat,) for seat in range(self.seats)), takes_self=True)
    )
    resting: tuple[int, ...] = ()
    next: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    active: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    _side: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    _orders: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        side_of = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        count, way = self.seats, self.direction
        rounds = [[(first + way * step) % count for step in range(count)] for first in range(count)]
        orders = tuple(tuple(seat for seat in order if seat not in self.resting) for order in rounds)
        object.__setattr__(self, "_orders", orders)
        object.__setattr__(self, "active", orders[0])
        object.__setattr__(self, "next", tuple(orders[(seat + way) % count][0] for seat in range(count)))
        object.__setattr__(self, "_side", tuple(side_of[seat] for seat in range(self.seats)))

    @classmethod
    def partners_opposite(cls, seats: int, direction: int = 1) -> Seating:
        """Partnerships of two who sit opposite each other.

        >>> Seating.partners_opposite(6).sides
        ((0, 3), (1, 4), (2, 5))
        """
        half = seats // 2
        return cls(seats, direction, tuple((seat, seat + half) for seat in range(half)))

    def rest(self, *resting: int) -> Seating:
        """The same table with these seats, and no others, resting.

        >>> Seating.partners_opposite(6).rest(2, 5).order_from(3)
        (3, 4, 0, 1)
        """
        return Seating(self.seats, self.direction, self.sides, resting)

    def after(self, seat: int) -> int:
        """The seat whose turn follows this one's."""
        return self.next[seat]

    def order_from(self, first: int) -> tuple[int, ...]:
        """The seats in the direction of play from ``first`` on, without those who rest."""
        return self._orders[first]

    def side_of(self, seat: int) -> int:
        """The side to which a seat belongs (0 for the first of ``sides``)."""
        return self._side[seat]

    def check(self, seat: object) -> int:
        """The seat itself, if there is such a one; raises `SeatError` otherwise."""
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise SeatError(f"{brief(seat)} is not a seat: the seats are 0 to {self.seats - 1}")
        return seat
