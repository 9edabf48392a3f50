"""The ledger of a match that somebody wrote down: checked against the rules before anything is made of it.

What the finished deals scored cannot be proven without their moves (that is what a record is for). What can
be checked is checked here: that the lines of every deal sum to its score and the scores to the standing, that
the match went on after each, and that the payoffs and the eldest seats are what these lines entail.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardrules.errors import CardrulesError, RulesError, SeatError
from cardrules.game import Game
from cardrules.match import Match, Result
from cardrules.scoring import Line, total
from cardrules.seating import Seating


class LedgerError(CardrulesError, ValueError):
    """A ledger contradicts itself or the rules.

    ``path`` leads to the fault: the name of a field of the match, then places and names within it.
    ``found`` says what is there, ``expected`` what should be.
    """

    def __init__(self, path: tuple[str | int, ...], found: str, expected: str) -> None:
        super().__init__(path, found, expected)
        self.path = path
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: found {self.found}, expected {self.expected}"


def resumed(
    game: Game[Any, Any, Any, Any],
    rules: Any,
    eldest: int,
    start: Sequence[int] | None = None,
    results: Sequence[Result] = (),
) -> Any:
    """The state that awaits the next deal of a match whose finished deals had these results.

    ``eldest`` is the eldest seat of the next deal, ``start`` the standing at which the match began (``None``:
    the usual one). Raises `LedgerError` where this cannot be.

    >>> from cardrules.games import truco
    >>> resumed(truco.GAME, truco.Rules(), 1, (14, 3)).scores
    (14, 3)
    """
    first = results[0].eldest if results else eldest
    try:
        match = game.new_match(rules, first=first, scores=start).match
    except RulesError as error:
        raise LedgerError(("start",), repr(start), f"a standing ({error})") from None
    except SeatError as error:
        path = ("results", 0, "eldest") if results else ("eldest",)
        raise LedgerError(path, repr(first), f"a seat ({error})") from None
    scores = match.scores
    for at, result in enumerate(results):
        try:
            scores = _checked(game, rules, scores, result)
            follower = results[at + 1].eldest if at + 1 < len(results) else eldest
            _check_settled(game, rules, result, follower)
        except LedgerError as error:
            raise LedgerError(("results", at, *error.path), error.found, error.expected) from None
    try:
        rules.format.seating.check(eldest)
    except SeatError as error:
        raise LedgerError(("eldest",), repr(eldest), f"a seat ({error})") from None
    return game.start(Match(rules, eldest, match.start, tuple(results), scores))


def payoffs_of(game: Game[Any, Any, Any, Any], rules: Any, result: Result) -> tuple[int, ...]:
    """The payoff of every seat in a deal with these lines, scores and this eldest seat.

    It is what the seat's side scored, unless the game says otherwise.
    """
    if game.settled is not None:
        return game.settled(rules, result)[0]
    seating: Seating = rules.format.seating
    return tuple([result.scores[seating.side_of(seat)] for seat in range(seating.seats)])


def check_lines(game: Game[Any, Any, Any, Any], rules: Any, lines: Sequence[Line]) -> None:
    """Raise `LedgerError` for a line whose side or seat the match does not have."""
    seating = rules.format.seating
    for at, line in enumerate(lines):
        if not 0 <= line.side < len(seating.sides):
            expected = f"a side from 0 to {len(seating.sides) - 1}"
            raise LedgerError(("lines", at, "side"), repr(line.side), expected)
        if line.seat is not None and line.seat not in seating.sides[line.side]:
            expected = f"a seat of side {line.side}"
            raise LedgerError(("lines", at, "seat"), repr(line.seat), expected)


def _checked(
    game: Game[Any, Any, Any, Any], rules: Any, before: tuple[int, ...], result: Result
) -> tuple[int, ...]:
    """The standing after a deal that has been checked."""
    seating = rules.format.seating
    try:
        seating.check(result.eldest)
    except SeatError as error:
        raise LedgerError(("eldest",), repr(result.eldest), f"a seat ({error})") from None
    check_lines(game, rules, result.lines)
    _same("scores", result.scores, total(result.lines, len(seating.sides)), "the sums of the lines")
    totals = tuple([was + score for was, score in zip(before, result.scores, strict=True)])
    _same("totals", result.totals, totals, "the standing before and the scores")
    _same("payoffs", result.payoffs, payoffs_of(game, rules, result), "what the scores pay")
    try:
        game.new_match(rules, scores=totals)
    except RulesError as error:
        expected = f"a standing after which the match goes on ({error})"
        raise LedgerError(("totals",), repr(totals), expected) from None
    return totals


def _same(field: str, found: tuple[int, ...], expected: tuple[int, ...], what: str) -> None:
    if found != expected:
        raise LedgerError((field,), repr(found), f"{expected!r}, {what}")


def _check_settled(game: Game[Any, Any, Any, Any], rules: Any, result: Result, follower: int) -> None:
    if game.settled is None:
        return
    eldest = game.settled(rules, result)[1]
    if eldest is None:
        raise LedgerError(("lines",), "lines that do not say who is eldest next", "one that does")
    if eldest != follower:
        raise LedgerError(
            ("eldest",), f"{result.eldest}, and seat {follower} after it", f"seat {eldest} to be eldest next"
        )
