"""What a law is, the register of all of them, and the case in which one is checked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import attrs
from hypothesis.strategies import DataObject, SearchStrategy

from cardrules.testing import strategies
from cardrules.testing.declared import DeclaredWrong, Laws
from cardrules.testing.telling import story
from cardrules.testing.walking import EndlessDeal, Walk

T = TypeVar("T")
__tracebackhide__ = True  # pytest shows what the law says, and not how it was checked
_BACK = (0, 1, 2, 3, 4, 5, 7, 10, 14, 19, 26, 36, 50, 70)  # states from the end of a walk, most of them late


class LawBroken(AssertionError):
    """A game breaks a law; the message says which, how, and in what match it was seen.

    ``law`` is its name, ``found`` what is wrong, ``walk`` the match (``None``: it is about no match).
    """

    def __init__(self, laws: Laws, law: Law, found: str, walk: Walk | None = None) -> None:
        parts = [f"{laws.game.title} breaks the law {law.name}: {law.says}", found]
        if walk is not None:
            parts += [story(walk)] if law.drawn else [story(walk), f"To see it again: {walk!r}"]
        super().__init__("\n\n".join(parts))
        self.law = law.name
        self.found = found
        self.walk = walk


@attrs.frozen
class Law:
    """One law: its name, what it says, how it is checked, of how many of the examples (one in ``share``).

    ``offered`` says why a game cannot have it, if so. A law that is not ``drawn`` draws nothing: it is
    checked once for every number. One that does not shrink plays whole matches by a seed.
    """

    name: str
    says: str
    check: Callable[[Case], None]
    share: int = 1
    drawn: bool = True
    shrinks: bool = True
    offered: Callable[[Laws], str] = attrs.field(default=lambda _: "")


LAWS: dict[str, Law] = {}
"""All laws by their names, in the order in which they are best read."""


def law(**how: Any) -> Callable[[Callable[[Case], None]], Callable[[Case], None]]:
    """Make a function that checks a case a law, which says what the function's docstring does."""

    def made(check: Callable[[Case], None]) -> Callable[[Case], None]:
        says = " ".join((check.__doc__ or "").split())
        LAWS[check.__name__] = Law(check.__name__, says, check, **how)
        return check

    return made


class Case:
    """One law, checked of one drawn match: draws what it needs, and says what is wrong."""

    def __init__(self, laws: Laws, law: Law, data: DataObject | None, number: int = 0) -> None:
        self.laws = laws
        self.game = laws.game
        self.law = law
        self.number = number
        self._data = data
        self._walk: Walk | None = None

    def draw(self, strategy: SearchStrategy[T]) -> T:
        """What a strategy draws; `LookupError` in a law that is tried without examples."""
        if self._data is None:
            raise LookupError(f"the law {self.law.name} draws nothing")
        return self._data.draw(strategy)

    def walk(self, **how: Any) -> Walk:
        """The beginning of a match, with a move at least where the game makes any."""
        walk = self.draw(strategies.courses(self.laws, **how))
        self.about(walk)
        return walk

    def about(self, walk: Walk) -> None:
        """What is wrong from now on is wrong with this walk; no law holds of a deal without an end."""
        self._walk = walk
        if walk.stopped is not None and isinstance(walk.stopped.error, EndlessDeal):
            raise self.broken(str(walk.stopped.error))

    def seats(self, state: Any) -> list[int | None]:
        """Who can look at a state: a spectator, and every seat."""
        return [None, *range(state.seating.seats)]

    def some(self, walk: Walk, tried: int = len(_BACK)) -> Iterator[tuple[int, Any]]:
        """About so many states of a walk, most of them late, each with the steps that lead to it."""
        last, states = len(walk.steps), walk.states
        stride = -(-(len(_BACK) - 1) // (tried - 1))
        offset = (last + (walk.seed or 0)) % stride  # which ones, where they are few
        for back in reversed((0, *_BACK[1 + offset :: stride])):
            if back <= last:
                yield last - back, states[last - back]

    def broken(self, found: str, steps: int | None = None) -> LawBroken:
        """That the law is broken, as it shows after so many steps of the walk."""
        walk = self._walk if self._walk is None or steps is None else self._walk.upto(steps)
        return LawBroken(self.laws, self.law, found, walk)

    @contextmanager
    def doing(self, what: str, steps: int | None = None) -> Generator[None]:
        """Whatever a game raises while this is done breaks the law."""
        try:
            yield
        except (LawBroken, DeclaredWrong):
            raise
        except Exception as error:
            if type(error).__module__.startswith("hypothesis"):
                raise
            raise self.broken(f"{what} fails with {type(error).__name__}: {error}", steps) from error


def who(seat: int | None) -> str:
    """A seat, or the spectator, in words."""
    return "a spectator" if seat is None else f"seat {seat}"
