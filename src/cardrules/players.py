"""Players: functions from a view to a move, so that none can know more than its seat does.

`random_player` and `monte_carlo` make players of every game; any function that takes a view and returns
one of its legal moves is another. A player has a state of its own, the random numbers that it has used, so
what is told to a simulation, and sent to other processes, is a `Spec`: a name, or a function that makes it.

>>> import cardrules
>>> from cardrules.games import truco
>>> state = truco.new_match(truco.Rules())
>>> state = cardrules.apply(state, cardrules.arrange(state, ["1E 7E 7O", "4B 5B 6B"]))
>>> player = random_player(seed=1)
>>> player(cardrules.observe(state, seat=0)) in cardrules.legal_moves(state)
True
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Protocol, TypeVar, cast

import attrs

from cardrules.cards import Card
from cardrules.choices import Choices
from cardrules.errors import CardrulesError
from cardrules.moves import cards_in
from cardrules.table import GameRules, Position

R = TypeVar("R", bound=GameRules)
S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

Player = Callable[[V], M]
"""A player: from a view of a seat that is to move to one of its legal moves."""

Maker = Callable[[int], Player[Any, Any]]
"""From a seed, 0 or more, to a player that takes all its chance from it."""

Spec = str | Maker
"""Which player: its name (see `maker_of`), or what makes it, such as a function at the top of a module."""

Seed = int | str | Random
"""Where chance comes from: a number or a text to start a generator with, or a generator to draw from."""

SAMPLES = 50
"""How many worlds the Monte-Carlo player samples for a move, unless it is told otherwise."""

MOST_MOVES = 64
"""How many moves the Monte-Carlo player compares at most; of more it selects some first."""


class AnyPlayer(Protocol):
    """A player of every game, which gives a move of the game whose view it is given."""

    def __call__(self, view: Position[R, S, M, V], /) -> M:
        """One of the legal moves of the view's seat; raises `LookupError` where it is not to move."""
        ...


class UnknownPlayer(CardrulesError, LookupError):
    """No player has this name, or what has it cannot be loaded.

    >>> maker_of("expert")
    Traceback (most recent call last):
    cardrules.players.UnknownPlayer: no player is called 'expert': there are random, monte-carlo, ...
    """

    def __str__(self) -> str:
        return str(self.args[0])


def random_player(seed: Seed) -> AnyPlayer:
    """A player that takes each legal move with the same chance."""
    rng = _generator(seed)

    def choose(view: Position[R, S, M, V], /) -> M:
        return _any_of(_legal(view), rng)

    return choose


def monte_carlo(
    seed: Seed,
    *,
    samples: int | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> AnyPlayer:
    """A player that samples worlds of its view, plays them out at random, and takes the best move.

    In every world it tries every move, after which everybody plays the deal to its end at random; the payoff
    of its own seat counts. It takes the move with the highest mean payoff, the first of equal ones. Where a
    move is one of more than `MOST_MOVES` choices of cards, it finds out in other worlds how much each card is
    worth being chosen, and compares choosing the best ones, as many of them as may be.

    ``samples`` is the number of worlds for a move, 1 or more, `SAMPLES` where nothing is given: the same seed
    and the same views then give the same moves, everywhere. ``seconds`` is the time for a move, more than
    0, by this ``clock``; one world is tried at least. With both, what ends first counts. Raises `ValueError`
    for other numbers, and the player whatever `worlds` raises for a view.
    """
    if samples is None and seconds is None:
        samples = SAMPLES
    if (samples is not None and samples < 1) or (seconds is not None and not seconds > 0):
        raise ValueError(f"nothing to think with: samples={samples}, seconds={seconds}")
    rng, budget = _generator(seed), _Budget(samples, seconds, clock)

    def choose(view: Position[R, S, M, V], /) -> M:
        moves = _legal(view)
        if len(moves) == 1:
            return moves[0]
        search = _Search(view, rng)
        if len(moves) <= MOST_MOVES:
            return search.best(moves, budget)
        if isinstance(moves, Choices):
            half = budget.half()
            promising: list[M] = search.promising(moves, half)
            return search.best(promising, half)
        picked = sorted({int(rng.random() * len(moves)) for _ in range(MOST_MOVES)})
        return search.best([moves[at] for at in picked], budget)

    return choose


def maker_of(spec: Spec) -> Maker:
    """What makes the player of this name, from a seed; what is a `Maker` already is returned as it is.

    ``random`` and ``monte-carlo`` are the players of this module; ``monte-carlo:200`` samples 200 worlds for
    a move, ``monte-carlo:0.5s`` takes half a second. ``module:FUNCTION`` is a `Maker` somewhere else. Raises
    `UnknownPlayer`.

    >>> maker_of("random") is random_player
    True
    >>> maker_of("monte-carlo:200").keywords
    {'samples': 200}
    """
    if not isinstance(spec, str):
        return spec
    if spec == "random":
        return random_player
    match = _MONTE_CARLO.fullmatch(spec)
    if match is None:
        return _loaded(spec)
    if match["seconds"] is not None:
        return partial(monte_carlo, seconds=float(match["seconds"]))
    return partial(monte_carlo, samples=int(match["samples"] or SAMPLES))


def name_of(spec: Spec) -> str:
    """What a player is called in results: its name, or that of the function that makes it.

    >>> name_of("monte-carlo:200"), name_of(random_player)
    ('monte-carlo:200', 'random_player')
    """
    name: object = spec if isinstance(spec, str) else getattr(spec, "__name__", spec)
    return str(name)


NAMES = ("random", "monte-carlo", "monte-carlo:SAMPLES", "monte-carlo:SECONDSs", "module:FUNCTION")
"""What a player can be called (see `maker_of`)."""

_AMOUNT = r"[1-9]\d{0,8}"
_MONTE_CARLO = re.compile(
    rf"monte-carlo(?::(?P<samples>{_AMOUNT})|:(?P<seconds>{_AMOUNT}|\d{{0,8}}\.\d{{0,8}}[1-9])s)?", re.ASCII
)
_REFERENCE = re.compile(r"(?P<module>[\w.]+):(?P<function>[^\W\d]\w*)")


def _loaded(name: str) -> Maker:
    match = _REFERENCE.fullmatch(name)
    if match is None:
        raise UnknownPlayer(f"no player is called {name!r}: there are {', '.join(NAMES)}")
    try:
        found: Any = getattr(import_module(match["module"]), match["function"])
    except Exception as error:  # whatever the other module does when it is imported
        raise UnknownPlayer(
            f"no player can be loaded from {name}: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise UnknownPlayer(f"{name} makes no player: its type is {type(found).__name__}, not a function")
    return cast("Maker", found)


# --- Chance -------------------------------------------------------------------------------------


def _generator(seed: Seed) -> Random:
    return seed if isinstance(seed, Random) else Random(seed)


def _any_of(moves: Sequence[M], rng: Random) -> M:
    # By `random` alone, whose numbers are the same in every version of Python.
    return moves[int(rng.random() * len(moves))]


def _legal(view: Position[R, S, M, V]) -> Sequence[M]:
    moves: Sequence[M] = view.GAME.legal_moves(view)
    if not moves:
        raise LookupError(f"there is nothing to choose: seat {getattr(view, 'seat', None)} is not to move")
    return moves


def _mean(payoffs: Iterable[int]) -> float:
    listed = list(payoffs)
    return sum(listed) / len(listed) if listed else 0.0


# --- The search ---------------------------------------------------------------------------------


@attrs.frozen
class _Budget:
    """How long to search: so many worlds, or so many seconds."""

    samples: int | None
    seconds: float | None
    clock: Callable[[], float]

    def half(self) -> _Budget:
        """Half of the time; as many worlds."""
        seconds = None if self.seconds is None else self.seconds / 2
        return _Budget(self.samples, seconds, self.clock)

    def rounds(self) -> Iterator[None]:
        """As many items as worlds can be tried, one at least."""
        end = None if self.seconds is None else self.clock() + self.seconds
        done = 0
        while not done or (done != self.samples and (end is None or self.clock() < end)):
            yield
            done += 1


class _Search:
    """Plays worlds of a view to the end of the deal, to compare moves of its seat."""

    def __init__(self, view: Position[Any, Any, Any, Any], rng: Random) -> None:
        self.game = view.GAME
        self.seat = view.mover
        self.worlds = view.GAME.worlds(view)
        self.rng = rng

    def best(self, moves: Sequence[M], budget: _Budget) -> M:
        """The move with the highest mean payoff over the worlds, the first of equal ones."""
        totals = [0] * len(moves)
        for _ in budget.rounds():
            world = self.worlds.sample(self.rng)
            for at, move in enumerate(moves):
                totals[at] += self.payoff(world, move)
        return moves[totals.index(max(totals))]

    def promising(self, choices: Choices[M], budget: _Budget) -> list[M]:
        """Choosing the cards that are best to choose: as few of them as one may, one more, and so on."""
        cards, pack = tuple(choices.cards), choices.cards.pack
        tried: list[tuple[int, int]] = []  # the bits of what was chosen, and the payoff
        for _ in budget.rounds():
            world = self.worlds.sample(self.rng)
            for _ in cards:
                move = _any_of(choices, self.rng)
                tried.append((pack.set(cards_in(move)).bits, self.payoff(world, move)))

        def worth(card: Card) -> float:
            return _mean(paid for bits, paid in tried if bits & card.bit) - _mean(
                paid for bits, paid in tried if not bits & card.bit
            )

        ranked = sorted(cards, key=worth, reverse=True)
        sizes = range(choices.least, min(len(ranked), choices.limit) + 1)
        return [choices.make(pack.set(ranked[:count])) for count in sizes]

    def payoff(self, world: Any, move: object) -> int:
        """What the seat gets when it makes this move, and everybody plays at random from then on."""
        legal_moves, play, random = self.game.legal_moves, self.game.play, self.rng.random
        state = play(world, move)
        while state.to_move is not None:
            moves = legal_moves(state)
            state = play(state, moves[int(random() * len(moves))])
        payoff: int = state.match.results[-1].payoffs[self.seat]
        return payoff
