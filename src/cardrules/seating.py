"""Seats round a table: direction, partnerships, and who rests."""

from __future__ import annotations

import attrs

from cardrules.errors import SeatError, brief


@attrs.frozen(cache_hash=True)
class Seating:
    """Seats ``0 … seats - 1``, numbered clockwise, with a direction of play, sides, and who rests.

    ``direction`` is +1 (clockwise) or -1. ``sides`` are the partnerships, in the order of their lowest
    seats; by default everybody is a side of his own. Turns pass over the ``resting`` seats.

    Raises `SeatError` for a table that cannot be: no seats, another direction, sides that are not a division
    of the seats or stand in another order, resting seats that are none, or nobody who plays.

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
        self._check()
        side_of = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        count, way = self.seats, self.direction
        rounds = [[(first + way * step) % count for step in range(count)] for first in range(count)]
        orders = tuple(tuple(seat for seat in order if seat not in self.resting) for order in rounds)
        object.__setattr__(self, "_orders", orders)
        object.__setattr__(self, "active", orders[0])
        object.__setattr__(self, "next", tuple(orders[(seat + way) % count][0] for seat in range(count)))
        object.__setattr__(self, "_side", tuple(side_of[seat] for seat in range(self.seats)))

    def _check(self) -> None:
        _check_number(self.seats)
        if self.direction not in (1, -1):
            raise SeatError(f"{brief(self.direction)} is no direction: it is 1 (clockwise) or -1")
        for seat in (*(seat for side in self.sides for seat in side), *self.resting):
            self.check(seat)
        divided = sorted(seat for side in self.sides for seat in side)
        if divided != list(range(self.seats)) or list(self.sides) != sorted(
            tuple(sorted(s)) for s in self.sides
        ):
            what = f"{brief(self.sides)} are not sides of {self.seats} seats"
            raise SeatError(f"{what}: each seat is in one side, and the lowest seat of each comes first")
        if len(set(self.resting)) < len(self.resting):
            raise SeatError(f"{brief(self.resting)}: nobody rests twice")
        if len(self.resting) == self.seats:
            raise SeatError("nobody would play: all seats rest")

    @classmethod
    def partners_opposite(cls, seats: int, direction: int = 1) -> Seating:
        """Partnerships of two who sit opposite each other; `SeatError` for an odd number of seats.

        >>> Seating.partners_opposite(6).sides
        ((0, 3), (1, 4), (2, 5))
        """
        _check_number(seats)
        half = seats // 2
        return cls(seats, direction, tuple((seat, seat + half) for seat in range(half)))

    def rest(self, *resting: int) -> Seating:
        """The same table with these seats, and no others, resting.

        >>> Seating.partners_opposite(6).rest(2, 5).order_from(3)
        (3, 4, 0, 1)
        """
        return Seating(self.seats, self.direction, self.sides, resting)

    def after(self, seat: int) -> int:
        """The seat whose turn follows this one's (`SeatError`)."""
        return self.next[self.check(seat)]

    def order_from(self, first: int) -> tuple[int, ...]:
        """The seats in the direction of play from ``first`` on, without those who rest (`SeatError`)."""
        try:
            return self._orders[first if first >= 0 else self.check(first)]
        except (IndexError, TypeError):
            self.check(first)
            raise

    def side_of(self, seat: int) -> int:
        """The side to which a seat belongs (0 for the first of ``sides``; `SeatError`)."""
        try:
            return self._side[seat if seat >= 0 else self.check(seat)]
        except (IndexError, TypeError):
            self.check(seat)
            raise

    def check(self, seat: object) -> int:
        """The seat itself, if there is such a one; raises `SeatError` otherwise."""
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise SeatError(f"{brief(seat)} is not a seat: the seats are 0 to {self.seats - 1}")
        return seat


def _check_number(seats: object) -> None:
    if not isinstance(seats, int) or isinstance(seats, bool) or seats < 1:
        raise SeatError(f"{brief(seats)} is no number of seats: a table has 1 or more")
