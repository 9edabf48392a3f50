"""A match: its rules, what each deal scored, the standing, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import attrs

from cardrules.errors import RulesError, brief
from cardrules.options import whole
from cardrules.scoring import Line, total
from cardrules.seating import Seating

R_co = TypeVar("R_co", covariant=True)


@attrs.frozen(cache_hash=True)
class Result:
    """What one deal scored: its lines, their sums by side, the payoff of every seat, the new standing.

    The payoff (points, or tokens) is what a player is measured by; each game says what it is. ``eldest`` was
    the eldest seat of the deal.
    """

    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    payoffs: tuple[int, ...]
    totals: tuple[int, ...]
    eldest: int


@attrs.frozen(cache_hash=True)
class Outcome:
    """How a match ended: the seats that won and lost, the final score of each side, and by which rule."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    scores: tuple[int, ...]
    rule: str


@attrs.frozen(cache_hash=True)
class Match(Generic[R_co]):
    """What changes once a deal: the standing of each side after the finished deals.

    ``eldest`` is the eldest seat of the deal in progress, or else of the next one (the seat that plays
    or draws first: each game says which); ``start`` the standing at which the match began, ``results``
    one entry a finished deal, ``scores`` the standing now, ``outcome`` set once the match is over.
    """

    rules: R_co
    eldest: int
    start: tuple[int, ...]
    results: tuple[Result, ...] = ()
    scores: tuple[int, ...] = attrs.field(default=attrs.Factory(lambda self: self.start, takes_self=True))
    outcome: Outcome | None = None


def result_of(match: Match[object], lines: tuple[Line, ...], seating: Seating) -> Result:
    """The result of a deal whose lines are these: a seat's payoff is what its side scored.

    >>> match = Match(None, 0, start=(10, 0))
    >>> result = result_of(match, (Line("a", 0, 3), Line("a", 1, -3)), Seating(2))
    >>> result.scores, result.payoffs, result.totals, result.eldest
    ((3, -3), (3, -3), (13, -3), 0)
    """
    scores = total(lines, len(seating.sides))
    payoffs = tuple([scores[seating.side_of(seat)] for seat in range(seating.seats)])
    totals = tuple([before + score for before, score in zip(match.scores, scores, strict=True)])
    return Result(lines, scores, payoffs, totals, match.eldest)


def outcome_of(scores: tuple[int, ...], seating: Seating, rule: str) -> Outcome:
    """The outcome when the sides with the highest score win, shared where they are equal.

    >>> outcome_of((12, 10, -22), Seating(3), "a.over")
    Outcome(winners=(0,), losers=(1, 2), scores=(12, 10, -22), rule='a.over')
    """
    best = max(scores)
    won = [scores[seating.side_of(seat)] == best for seat in range(seating.seats)]
    winners = tuple(seat for seat, has in enumerate(won) if has)
    return Outcome(winners, tuple(seat for seat, has in enumerate(won) if not has), scores, rule)


def standing(scores: Iterable[int] | None, sides: int, usual: int = 0) -> tuple[int, ...]:
    """A starting standing as a tuple: one whole number a side, ``usual`` for each where none is given.

    Raises `RulesError` for anything else; whether the match can go on from it is each game's to check.

    >>> standing(None, sides=2), standing([3, 4], sides=2)
    ((0, 0), (3, 4))
    """
    if scores is None:
        return (usual,) * sides
    listed = tuple(scores) if isinstance(scores, Sequence) else ()
    if len(listed) != sides or isinstance(scores, str | bytes):
        raise RulesError("scores", f"{brief(scores)} is not a standing: {sides} whole numbers, one a side")
    for score in listed:
        whole("scores", score)
    return listed
