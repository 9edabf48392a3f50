"""Matches as they were played: walks of legal moves, to be looked at step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

import attrs

from cardrules.errors import CardrulesError
from cardrules.game import Game
from cardrules.moves import Deal
from cardrules.notation import write_move

AnyGame = Game[Any, Any, Any, Any]
"""Some game, whichever."""


@attrs.frozen
class Step:
    """One move of a walk: the state before it, the move, the state after it."""

    before: Any
    move: Any
    after: Any


class EndlessDeal(CardrulesError):
    """A deal comes to no end: it takes too many moves, begins again by itself, or is left without result."""


@attrs.frozen
class Stop:
    """Where a walk could not go on: the state, the move that failed (``None``: none was offered), and how.

    A deal without an end is no failure of a move: then the error is an `EndlessDeal`, and the last step of
    the walk the one that shows it.
    """

    before: Any
    move: Any
    error: Exception | None


@attrs.frozen(repr=False)
class Walk:
    """A match, or the beginning of one: where it began, and every step.

    ``stopped`` tells of a move that should have been possible and was not, or of a deal without an end; the
    laws say so, and not whoever makes the walk. ``seed`` is the one of a `random_walk`. The `repr` of a walk
    can be pasted back; that of a random one is short, however long the match.

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
    seed: int | None = attrs.field(default=None, eq=False)

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
        return Walk(self.game, self.start, self.steps[:steps], seed=self.seed)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Hypothesis shows a walk by its `repr`."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        rules, match = self.start.rules, self.start.match
        more = f", first={match.eldest}" if match.eldest else ""
        if match.start != self.game.new_match(rules).match.start:
            more += f", scores={match.start}"
        if self.seed is not None:
            tried = len(self.steps) + (self.stopped is not None)
            start = f"{self.game!r}.new_match({rules!r}{more})"
            return f"random_walk({self.game!r}, {start}, {self.seed}, moves={tried})"
        return f"walk({self.game!r}, {rules!r}, {list(self.moves)!r}{more})"


def walk(
    game: AnyGame, rules: Any, moves: Iterable[Any], *, first: int = 0, scores: Sequence[int] | None = None
) -> Walk:
    """The walk of these moves, deals among them; it stops where one fails."""
    start = game.new_match(rules, first=first, scores=scores)
    wanted = iter(moves)
    return stepped(game, start, lambda _: next(wanted, None))


def random_walk(
    game: AnyGame,
    start: Any,
    rng: Random | int,
    *,
    moves: int = 10**6,
    deals: int = 10**6,
    longest_deal: int | None = None,
) -> Walk:
    """Random moves from a state on: to the end of the match, or so many moves, or so many deals.

    ``rng`` is a generator, or the seed of one. A deal without an end stops the walk: see `stepped`.
    """
    taken = 0
    chance = Random(rng) if isinstance(rng, int) else rng

    def choose(state: Any) -> Any:
        nonlocal taken
        taken += 1
        if taken > moves or (state.awaits_deal and len(state.match.results) >= deals):
            return None
        return random_move(game, state, chance)

    found = stepped(game, start, choose, longest_deal or usual_longest_deal(start.rules))
    return attrs.evolve(found, seed=rng) if isinstance(rng, int) and not start.deal.number else found


def random_move(game: AnyGame, state: Any, rng: Random) -> Any:
    """A legal move by chance, each alike, or a shuffled deal where one is awaited."""
    if state.awaits_deal:
        return game.shuffle(state, rng)
    offered = game.legal_moves(state)
    return offered[int(rng.random() * len(offered))]


def usual_longest_deal(rules: Any) -> int:
    """How many moves a deal takes at most, if nobody says otherwise: three a card and twenty a seat."""
    seats: int = rules.format.seating.seats
    return 3 * len(rules.format.pack) + 20 * seats


def stepped(game: AnyGame, start: Any, choose: Callable[[Any], Any], longest_deal: int | None = None) -> Walk:
    """The walk of the moves that a function chooses, until it chooses ``None`` or the match is over.

    A game that fails on its way stops the walk: an empty list of legal moves is a failure too. So does a
    deal without an end (`EndlessDeal`): one that is not over after ``longest_deal`` moves, if that is given;
    one that is again as it was before; one in which nobody is to move, and which has no result.
    """
    steps: list[Step] = []
    state, stopped = start, None
    deal = _Deal(start, longest_deal)
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
        endless = deal.goes_on(steps[-1])
        if endless:
            stopped = Stop(after, None, EndlessDeal(endless))
        state = after
    return Walk(game, start, tuple(steps), stopped)


class _Deal:
    """The deal that a walk is in: its states so far, to see that it goes on to an end."""

    def __init__(self, start: Any, longest: int | None) -> None:
        self.longest = longest
        self.states: list[Any] = [start]
        self.results = len(start.match.results)

    def goes_on(self, step: Step) -> str:
        """Take the next step of the walk; say why the deal comes to no end, if it does not."""
        after = step.after
        if isinstance(step.move, Deal):
            self.states, self.results = [], len(step.before.match.results)
        number, moves = after.deal.number, len(self.states)
        if after.match.outcome is not None or len(after.match.results) > self.results:
            return ""
        if after.to_move is None:
            return (
                f"after {_told(step)} nobody is to move, and yet deal {number} has no result and the match "
                "is not over: a deal ends with a result (see after_deal)"
            )
        # What was played stays in the log of a deal, so that only one whose log does not grow can repeat.
        if moves and len(after.log) <= len(step.before.log) and after in self.states:
            back = self.states.index(after)
            was = f"after {back} moves" if back else "when it had been dealt"
            return (
                f"after {_told(step)} deal {number} is again as it was {was}: it goes on without a Deal and "
                "comes to no end"
            )
        if self.longest is not None and moves >= self.longest:
            return (
                f"deal {number} is not over after {moves} moves; if it may be that long, say so in "
                "Laws(longest_deal=...)"
            )
        self.states.append(after)
        return ""


def _told(step: Step) -> str:
    """A move in words, and whose it was."""
    if isinstance(step.move, Deal):
        return "a deal"
    try:
        move = write_move(step.move)
    except Exception:  # one that has no text
        move = repr(step.move)
    return f"{move} of seat {step.before.to_move}"


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
