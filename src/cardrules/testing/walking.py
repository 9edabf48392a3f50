"""Matches as they were played: walks of legal moves, to be looked at step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

import attrs

from cardrules.game import Game

AnyGame = Game[Any, Any, Any, Any]
"""Some game, whichever."""


@attrs.frozen
class Step:
    """One move of a walk: the state before it, the move, the state after it."""

    before: Any
    move: Any
    after: Any


@attrs.frozen
class Stop:
    """Where a walk could not go on: the state, the move that failed (``None``: none was offered), and how."""

    before: Any
    move: Any
    error: Exception | None


@attrs.frozen(repr=False)
class Walk:
    """A match, or the beginning of one: where it began, and every step.

    ``stopped`` tells of a move that should have been possible and was not; the laws say so, and not whoever
    makes the walk. The `repr` of a walk can be pasted back.

    >>> from cardrules.games import truco
    >>> from cardrules.games.truco import Call, Rules
    >>> start = truco.new_match(Rules())
    >>> steps = walk(truco.GAME, Rules(), [truco.arrange(start), Call.TRUCO, Call.NO_QUIERO])
    >>> steps.last.scores, len(steps.states)
    ((1, 0), 4)
    """

    game: AnyGame
    start: Any
    steps: tuple[Step, ...] = ()
    stopped: Stop | None = None

    @property
    def states(self) -> tuple[Any, ...]:
        """Every state, from the start on."""
        return (self.start, *(step.after for step in self.steps))

    @property
    def moves(self) -> tuple[Any, ...]:
        """Every move, deals among them."""
        return tuple(step.move for step in self.steps)

    @property
    def last(self) -> Any:
        """The state to which it has come."""
        return self.steps[-1].after if self.steps else self.start

    def upto(self, steps: int) -> Walk:
        """Its first steps."""
        return Walk(self.game, self.start, self.steps[:steps])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Hypothesis shows a walk by its `repr`."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        rules, match = self.start.rules, self.start.match
        more = f", first={match.eldest}" if match.eldest else ""
        if match.start != self.game.new_match(rules).match.start:
            more += f", scores={match.start}"
        return f"walk({self.game!r}, {rules!r}, {list(self.moves)!r}{more})"


def walk(
    game: AnyGame, rules: Any, moves: Iterable[Any], *, first: int = 0, scores: Sequence[int] | None = None
) -> Walk:
    """The walk of these moves, deals among them; it stops where one fails."""
    start = game.new_match(rules, first=first, scores=scores)
    wanted = iter(moves)
    return stepped(game, start, lambda _: next(wanted, None))


def random_walk(game: AnyGame, start: Any, rng: Random, *, moves: int = 10**6, deals: int = 10**6) -> Walk:
    """Random moves from a state on: to the end of the match, or so many moves, or so many deals."""
    taken = 0

    def choose(state: Any) -> Any:
        nonlocal taken
        taken += 1
        if taken > moves or (state.awaits_deal and len(state.match.results) >= deals):
            return None
        if state.awaits_deal:
            return game.shuffle(state, rng)
        offered = game.legal_moves(state)
        return offered[int(rng.random() * len(offered))]

    return stepped(game, start, choose)


def stepped(game: AnyGame, start: Any, choose: Callable[[Any], Any]) -> Walk:
    """The walk of the moves that a function chooses, until it chooses ``None`` or the match is over.

    A game that fails on its way stops the walk: an empty list of legal moves is a failure too.
    """
    steps: list[Step] = []
    state, stopped = start, None
    while stopped is None and state.match.outcome is None:
        try:
            move = choose(state)
        except Exception as error:
            if not _is_of(error, game):
                raise
            stopped = Stop(state, None, error)
            break
        if move is None:
            break
        try:
            after = game.apply(state, move)
        except Exception as error:
            stopped = Stop(state, move, error)
            break
        steps.append(Step(state, move, after))
        state = after
    return Walk(game, start, tuple(steps), stopped)


def _is_of(error: Exception, game: AnyGame) -> bool:
    """Whether an error comes from a game, and not from what draws its moves."""
    return not type(error).__module__.startswith("hypothesis")


def fields_of(value: object) -> tuple[Any, ...]:
    """The fields of a value of a class of attrs; of any other value, none."""
    fields: tuple[Any, ...] = getattr(type(value), "__attrs_attrs__", ())
    return fields


def numbered(walk: Walk) -> Iterator[tuple[int, Step]]:
    """The steps, each with the number of steps that lead to its end."""
    return enumerate(walk.steps, start=1)
