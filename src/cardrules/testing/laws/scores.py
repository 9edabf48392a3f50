"""Laws of what is scored."""

from __future__ import annotations

from typing import Any

from cardrules.ledger import payoffs_of
from cardrules.match import Result
from cardrules.moves import Deal
from cardrules.testing.laws.case import Case, law
from cardrules.testing.telling import listed
from cardrules.testing.walking import numbered

__tracebackhide__ = True  # for pytest


@law()
def lines_sum_to_scores(case: Case) -> None:
    """The lines of a deal sum to its score, the scores of the deals to the standing, and payoffs follow."""
    walk = case.walk(whole=True)
    for steps, state in enumerate(walk.states):
        standing = state.match.start
        for number, result in enumerate(state.match.results, start=1):
            standing = _checked(case, state, number, result, standing, steps)
        if standing != state.match.scores:
            raise case.broken(f"the deals sum to {standing}, but the match has {state.match.scores}", steps)
        live = tuple(map(sum, zip(standing, _sums(state.lines, len(standing)), strict=True)))
        if not state.deal_is_over and live != state.scores:
            raise case.broken(f"with the lines so far it is {live}, but the scores are {state.scores}", steps)


def _sums(lines: tuple[Any, ...], sides: int) -> tuple[int, ...]:
    return tuple(sum(line.points for line in lines if line.side == side) for side in range(sides))


def _checked(
    case: Case, state: Any, number: int, result: Result, before: tuple[int, ...], steps: int
) -> tuple[int, ...]:
    """The standing after a deal, as its lines give it."""
    seating = state.seating
    sides = range(len(seating.sides))
    wrong = [line for line in result.lines if line.side not in sides]
    wrong += [
        line for line in result.lines if line.seat is not None and line.seat not in seating.sides[line.side]
    ]
    if wrong:
        raise case.broken(f"a line of deal {number} is of no such side or seat: {wrong[0]}", steps)
    sums = _sums(result.lines, len(sides))
    if sums != result.scores:
        lines = "; ".join(f"{line.rule} {line.points:+d} for side {line.side}" for line in result.lines)
        found = f"the lines of deal {number} sum to {sums}, but its score is {result.scores} ({lines})"
        raise case.broken(found, steps)
    totals = tuple(a + b for a, b in zip(before, sums, strict=True))
    if totals != result.totals:
        found = f"deal {number} scored {sums} after {before}, but its totals are {result.totals}"
        raise case.broken(found, steps)
    with case.doing(f"Game.settled of the result of deal {number}", steps):
        payoffs = payoffs_of(case.game, state.rules, result)
        follower = None if case.game.settled is None else case.game.settled(state.rules, result)[1]
    if result.payoffs != payoffs:
        of = "what its side scored" if case.game.settled is None else "what Game.settled says"
        found = f"deal {number} has the payoffs {result.payoffs}, but {of} is {payoffs} by seat"
        raise case.broken(found, steps)
    results = state.match.results
    eldest = results[number].eldest if number < len(results) else state.match.eldest
    if follower not in (None, eldest) and (number < len(results) or state.match.outcome is None):
        found = f"after deal {number} seat {eldest} is eldest, but Game.settled says seat {follower}"
        raise case.broken(found, steps)
    if result.eldest not in range(seating.seats):
        raise case.broken(f"the eldest seat of deal {number} was {result.eldest}, which is no seat", steps)
    return totals


@law()
def lines_cite_what_is_public(case: Case) -> None:
    """A line cites a rule of the game and public cards, and stays once it is written."""
    walk = case.walk(whole=True)
    for steps, step in numbered(walk):
        before, after = step.before.lines, step.after.lines
        if not isinstance(step.move, Deal) and after[: len(before)] != before:
            raise case.broken(f"the lines so far are gone: {before} has become {after}", steps)
        for line in after:
            if not case.laws.knows(line.rule) or line.rule.startswith("common."):
                raise case.broken(f"the line {line} cites {line.rule!r}, which is no rule of the game", steps)
            hidden = [card for card in line.cards or () if card in case.laws.hidden_from(step.after, None)]
            if hidden:
                raise case.broken(f"a line by {line.rule} cites {listed(hidden)}, not seen by all", steps)
