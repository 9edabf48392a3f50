"""Many matches between players: reproducible from one seed, on one processor or on many.

>>> from cardrules.games import truco
>>> totals = Totals()
>>> for played in simulate(truco.GAME, truco.Rules(), ["random", "random"], matches=3, seed=7):
...     totals.add(played)
>>> totals.players["random"].matches
3
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from cardrules.errors import SeatError
from cardrules.estimates import CONFIDENCE, Estimate, Sums, share
from cardrules.game import Game
from cardrules.match import Match, Outcome
from cardrules.moves import Deal
from cardrules.players import Player, Spec, maker_of, name_of
from cardrules.seating import Seating
from cardrules.table import GameRules, Position

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

R = TypeVar("R", bound=GameRules)
S = TypeVar("S", bound=Position[Any, Any, Any, Any])
M = TypeVar("M")
V = TypeVar("V", bound=Position[Any, Any, Any, Any])
T = TypeVar("T")
U = TypeVar("U")

Progress = Callable[[int, int], None]
"""Told after each match or deal how many are done, and how many there will be."""


@attrs.frozen
class PlayedMatch(Generic[R, M]):
    """A match that has been played: everything that is needed to play it again, and how it went.

    ``index`` counts the matches of a simulation from 0, ``players`` are the names by seat, ``first`` is the
    eldest seat of the first deal, ``moves`` are all deals and moves in order, ``match`` has the rules, the
    result of every deal, and the outcome (``None`` where it was stopped before its end).
    """

    index: int
    players: tuple[str, ...]
    first: int
    moves: tuple[M | Deal, ...]
    match: Match[R]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended."""
        return self.match.outcome


def simulate(
    game: Game[R, S, M, V],
    rules: R,
    players: Sequence[Spec],
    *,
    matches: int,
    seed: int | str = 0,
    first: int = 0,
    deals: int | None = None,
    executor: Executor | None = None,
    ahead: int = 64,
    progress: Progress | None = None,
) -> Generator[PlayedMatch[R, M], None, None]:
    """Play ``matches`` matches, and give each as it is finished, in the order of their numbers.

    ``players`` are one a side, or one a seat; fewer than sides take turns. From match to match everybody
    moves on by one place, so that all of them sit everywhere equally often where the number of matches is
    a multiple of theirs. ``first`` is the eldest seat of each first deal, ``deals`` after how many deals a
    match is stopped (1 or more; ``None``: it is played to its end).

    Each match has its own chance, from ``seed`` and its number: its packs depend on nothing else, and
    each seat's player gets a seed of its own. So the result is the same for any ``executor``, such as a
    ``ProcessPoolExecutor``, and for none; ``ahead`` is how many matches may be under way at a time. With
    processes, game, rules and players are pickled: players are told by name, or by a function at the top of
    a module.

    Nothing is kept: a million matches can be written to a file one by one. Whoever stops early closes the
    iterator, and matches not yet begun are not played.

    Raises `RulesError` and `SeatError` for rules, seats and numbers of players that the game does not have,
    `UnknownPlayer`, `ValueError` for other impossible numbers; and, with a note of the match and the seat,
    whatever a player raises, and `IllegalMove` for one who breaks the rules.
    """
    makers = tuple(map(maker_of, players))
    game.new_match(rules, first=first)
    seated(rules.format.seating, makers)
    if matches < 0 or ahead < 1 or (deals is not None and deals < 1):
        raise ValueError(f"impossible numbers: matches={matches}, deals={deals}, ahead={ahead}")
    work = partial(_play_match, game, rules, tuple(players), str(seed), first, deals)
    return told(in_order(work, range(matches), executor, ahead), matches, progress)


def _play_match(
    game: Game[R, S, M, V],
    rules: R,
    specs: tuple[Spec, ...],
    seed: str,
    first: int,
    deals: int | None,
    index: int,
) -> PlayedMatch[R, M]:
    places = seated(rules.format.seating, specs, index)
    chance = f"{seed}:{index}"
    players, packs = players_of(places, chance), Random(f"{chance}:packs")
    state, moves = game.new_match(rules, first=first), list[M | Deal]()
    with noted(f"in match {index} of seed {seed!r}"):
        while state.match.outcome is None:
            if not state.awaits_deal:
                move, state = turn(state, players)
            elif len(state.match.results) == deals:
                break
            else:
                move = game.shuffle(state, packs)
                state = game.apply(state, move)
            moves.append(move)
    return PlayedMatch(index, tuple(map(name_of, places)), first, tuple(moves), state.match)


# --- Totals -------------------------------------------------------------------------------------


@attrs.define
class Total:
    """What one player has achieved: ``matches`` played, those among them ``finished``, and those won.

    A player who sits at several seats has won where one of them has, and is paid their mean.
    """

    matches: int = 0
    finished: int = 0
    won: int = 0
    payoffs: Sums = attrs.field(factory=Sums)

    def wins(self, confidence: float = CONFIDENCE) -> Estimate:
        """The share of the finished matches that were won."""
        return share(self.won, self.finished, confidence)

    def payoff(self, confidence: float = CONFIDENCE) -> Estimate:
        """The mean payoff of a deal, where the deals are taken for independent."""
        return self.payoffs.estimate(confidence)


class Totals:
    """Totals over played matches, by the name of the player: ``players``."""

    def __init__(self) -> None:
        self.players: dict[str, Total] = {}

    def add(self, played: PlayedMatch[Any, Any]) -> None:
        """Count a match."""
        for name in dict.fromkeys(played.players):
            seats = [seat for seat, other in enumerate(played.players) if other == name]
            total = self.players.setdefault(name, Total())
            total.matches += 1
            if played.outcome is not None:
                total.finished += 1
                total.won += any(seat in played.outcome.winners for seat in seats)
            for result in played.match.results:
                total.payoffs.add(sum(result.payoffs[seat] for seat in seats) / len(seats))


# --- What a simulation and a comparison share ---------------------------------------------------


def seated(seating: Seating, players: Sequence[T], turn: int = 0) -> tuple[T, ...]:
    """The players by seat, when there is one a side or one a seat; fewer than sides take turns.

    ``turn`` is by how many places everybody has moved on. Raises `SeatError` where they are too many.

    >>> pairs = Seating.partners_opposite(4)
    >>> seated(pairs, "AB"), seated(pairs, "AB", turn=1), seated(pairs, "ABCD", turn=1)
    (('A', 'B', 'A', 'B'), ('B', 'A', 'B', 'A'), ('B', 'C', 'D', 'A'))
    >>> seated(Seating(3), "AB"), seated(Seating(3), "AB", turn=1)
    (('A', 'B', 'A'), ('B', 'A', 'B'))
    """
    count, sides = len(players), len(seating.sides)
    by_side = 0 < count <= sides
    if not by_side and count != seating.seats:
        one_a_side = f" or one a side ({sides})" if sides < seating.seats else ""
        raise SeatError(
            f"{count} players cannot be seated: one a seat ({seating.seats}){one_a_side}, or fewer"
        )
    places = [seating.side_of(seat) if by_side else seat for seat in range(seating.seats)]
    return tuple(players[(place + turn) % count] for place in places)


def players_of(places: Sequence[Spec], seed: str) -> tuple[Player[Any, Any], ...]:
    """A fresh player for each seat, whose seed is that of the seat: equal players play equally there."""
    seeds = [Random(f"{seed}:{seat}").getrandbits(63) for seat in range(len(places))]
    return tuple(maker_of(spec)(seed) for spec, seed in zip(places, seeds, strict=True))


def turn(state: S, players: Sequence[Player[Any, Any]]) -> tuple[Any, S]:
    """The move that the seat to move chooses, from its view and nothing else, and the state after it."""
    seat, game = state.mover, state.GAME
    move: object = None
    try:
        move = players[seat](game.observe(state, seat))
        after: S = game.apply(state, move)
    except Exception as error:
        error.add_note(f"at seat {seat}, with the move {move!r}, in deal {state.deal.number}")
        raise
    return move, after


@contextmanager
def noted(note: str) -> Generator[None, None, None]:
    """Add a note to whatever goes wrong."""
    try:
        yield
    except Exception as error:
        error.add_note(note)
        raise


def in_order(
    work: Callable[[T], U], tasks: Iterable[T], executor: Executor | None, ahead: int
) -> Generator[U, None, None]:
    """What ``work`` makes of each task, in their order, with up to ``ahead`` of them under way at a time."""
    if executor is None:
        yield from map(work, tasks)
        return
    pending: deque[Future[U]] = deque()
    try:
        for task in tasks:
            if len(pending) == ahead:
                yield pending.popleft().result()
            pending.append(executor.submit(work, task))
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


def told(items: Generator[T, None, None], many: int, progress: Progress | None) -> Generator[T, None, None]:
    """The items, each after it has been told that it is done."""
    with closing(items):
        for done, item in enumerate(items, 1):
            if progress is not None:
                progress(done, many)
            yield item
