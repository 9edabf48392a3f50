"""Calls that raise each other: what a chain of them is worth, and what may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import attrs

C = TypeVar("C")


@attrs.frozen
class Rung(Generic[C]):
    """One call of a ladder: what it adds to the chain (points; ``None``: not known beforehand), how often."""

    call: C
    adds: int | None
    times: int = 1


@attrs.frozen(cache_hash=True)
class Chain(Generic[C]):
    """Calls made one over another so far: what they are, who made the last, and whose answer it awaits.

    ``by`` is the seat of the last call (``None``: there is none), ``awaits`` the seat that has to answer it
    (``None``: it has been answered). What the calls are worth is for a `Ladder` to say.

    >>> chain = Chain().called("envido", by=0, awaits=1)
    >>> chain.called("real", by=1, awaits=0).answered()
    Chain(calls=('envido', 'real'), by=1, awaits=None)
    """

    calls: tuple[C, ...] = ()
    by: int | None = None
    awaits: int | None = None

    def called(self, call: C, by: int, awaits: int) -> Chain[C]:
        """The chain with one more call, which waits for an answer."""
        return Chain((*self.calls, call), by, awaits)

    def answered(self) -> Chain[C]:
        """The chain when its last call has been answered."""
        return Chain(self.calls, self.by)


@attrs.frozen
class Ladder(Generic[C]):
    """Escalating calls, lowest first. A chain may never step down; it starts from ``base`` points.

    With ``stepwise=True`` no rung may be skipped. Declined, a chain is worth what it had reached before
    its last call, but at least ``floor``. A call that is none of the ladder's raises `LookupError`.

    >>> calls = Ladder((Rung("envido", 2, times=2), Rung("real", 3), Rung("falta", None)), floor=1)
    >>> calls.accepted(("envido", "envido", "real")), calls.declined(("envido", "envido", "real"))
    (7, 4)
    >>> calls.accepted(("envido", "falta")) is None, calls.declined(("envido", "falta"))
    (True, 2)
    >>> calls.following(("envido",)), calls.following(("real",))
    (('envido', 'real', 'falta'), ('falta',))
    """

    rungs: tuple[Rung[C], ...]
    base: int = 0
    floor: int = 0
    stepwise: bool = False

    def accepted(self, chain: Sequence[C]) -> int | None:
        """What the chain is worth when it is accepted (points; ``None``: its last call decides)."""
        total = self.base
        for call in chain:
            adds = self.rungs[self._place(call)].adds
            if adds is None:
                return None
            total += adds
        return total

    def declined(self, chain: Sequence[C]) -> int:
        """What the chain is worth when its last call is declined (points)."""
        before = self.accepted(chain[:-1])
        return max(self.floor, before or 0)

    def following(self, chain: Sequence[C]) -> tuple[C, ...]:
        """The calls that may come next, lowest first."""
        at = self._place(chain[-1]) if chain else -1
        top = at + 1 if self.stepwise else len(self.rungs)
        return tuple(
            rung.call
            for place, rung in enumerate(self.rungs)
            if at < place <= top or (place == at and chain.count(rung.call) < rung.times)
        )

    def _place(self, call: C) -> int:
        for place, rung in enumerate(self.rungs):
            if rung.call == call:
                return place
        raise LookupError(f"{call!r} is not a call of this ladder")
