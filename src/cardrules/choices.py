"""Lazy sequences of subsets: every way to choose so many cards of a hand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, Generic, TypeVar, overload

import attrs

if TYPE_CHECKING:
    from cardrules.cards import CardSet

M = TypeVar("M")


@attrs.frozen
class Choices(Sequence[M], Generic[M]):
    """Any ``least`` to ``limit`` of these ``cards``, each choice as a move: a sequence never written out.

    ``make`` turns a set of cards into the move, and the move keeps it as ``cards``. The order is by
    size, the smallest choice first, then as the cards stand in the pack. Length, membership, indexing and
    so ``random.choice`` take a time that does not grow with the number of choices.

    >>> from cardrules import FRENCH
    >>> from cardrules.games.hornafjardarmanni import Exchange
    >>> choices = Choices(FRENCH.set("A♠ K♠ Q♠"), 2, Exchange)
    >>> len(choices), choices[0], choices[-1]
    (7, Exchange(''), Exchange('K♠ Q♠'))
    >>> Exchange("A♠ Q♠") in choices, Exchange("A♠ K♠ Q♠") in choices
    (True, False)
    >>> len(Choices(FRENCH.set("A♠ K♠ Q♠"), 2, Exchange, least=2))
    3
    """

    cards: CardSet
    limit: int
    make: Callable[[CardSet], M] = attrs.field(repr=lambda make: getattr(make, "__name__", repr(make)))
    least: int = 0

    def __len__(self) -> int:
        return _counts(self.cards.bits.bit_count(), self.least, self.limit)[-1]

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, self.make if isinstance(self.make, type) else object):
            return False
        chosen: object = getattr(move, "cards", None)
        bits = getattr(chosen, "bits", -1)
        fits = not bits & ~self.cards.bits and self.least <= bits.bit_count() <= self.limit
        return fits and self._make(bits) == move

    @overload
    def __getitem__(self, at: int) -> M: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[M, ...]: ...
    def __getitem__(self, at: int | slice) -> M | tuple[M, ...]:
        if isinstance(at, slice):
            return tuple(self[place] for place in range(*at.indices(len(self))))
        counts = _counts(self.cards.bits.bit_count(), self.least, self.limit)
        place = at + counts[-1] if at < 0 else at
        if not 0 <= place < counts[-1]:
            raise IndexError(f"{at} is out of range: there are {len(self)} choices")
        size = bisect_right(counts, place)
        return self._make(subset(self.cards.bits, size, place - counts[size - 1] if size else place))

    def __iter__(self) -> Iterator[M]:
        return (self[place] for place in range(len(self)))

    def _make(self, bits: int) -> M:
        return self.make(type(self.cards)(self.cards.pack, bits))


@cache
def _counts(held: int, least: int, limit: int) -> tuple[int, ...]:
    """By size, how many subsets of so many cards are of this size or smaller, down to the least."""
    sizes = range(min(held, limit) + 1)
    return tuple(accumulate(comb(held, size) if size >= least else 0 for size in sizes))


def subset(bits: int, size: int, rank: int) -> int:
    """The bits of the ``rank``-th subset of this size (0 for the first), in the order of the pack.

    ``rank`` is less than ``comb(bits.bit_count(), size)``.

    >>> [bin(subset(0b1011, 2, rank)) for rank in range(3)]
    ['0b11', '0b1001', '0b1010']
    """
    chosen, left = 0, bits.bit_count()
    while left > size > 0:
        left -= 1
        low = bits & -bits
        bits ^= low
        if rank < (with_it := comb(left, size - 1)):
            chosen |= low
            size -= 1
        else:
            rank -= with_it
    return chosen | bits if size else chosen
