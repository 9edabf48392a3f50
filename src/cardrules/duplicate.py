"""Duplicate play: the same deal from every seat, so that good cards are nobody's merit.

>>> from cardrules.games import truco
>>> found = compare(truco.GAME, truco.Rules(), "random", "random", deals=20, seed=7)
>>> found.difference.mean, found.difference.low, found.difference.high
(0.0, 0.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from cardrules.errors import SeatError
from cardrules.estimates import CONFIDENCE, Estimate, Sums
from cardrules.game import Game
from cardrules.players import Spec, maker_of
from cardrules.seating import Seating
from cardrules.simulation import Progress, in_order, noted, players_of, seated, told, turn
from cardrules.table import GameRules, Position

if TYPE_CHECKING:
    from concurrent.futures import Executor

R = TypeVar("R", bound=GameRules)
S = TypeVar("S", bound=Position[Any, Any, Any, Any])
M = TypeVar("M")
V = TypeVar("V", bound=Position[Any, Any, Any, Any])
T = TypeVar("T")


def rotate(players: Sequence[T], by: int = 1) -> tuple[T, ...]:
    """The players when each has moved on by so many places, the last ones to the front.

    >>> rotate("ABCD"), rotate("ABCD", by=2)
    (('D', 'A', 'B', 'C'), ('C', 'D', 'A', 'B'))
    """
    by = -by % len(players)
    return (*players[by:], *players[:by])


def rotations(seating: Seating, players: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The seatings, by seat, in which each player sits everywhere once: all rotations.

    ``players`` are one a side, or one a seat (`SeatError` for any other number).

    >>> rotations(Seating(3), "ABC")
    (('A', 'B', 'C'), ('C', 'A', 'B'), ('B', 'C', 'A'))
    >>> rotations(Seating.partners_opposite(4), "AB")
    (('A', 'B', 'A', 'B'), ('B', 'A', 'B', 'A'))
    """
    count = len(players)
    if count not in (len(seating.sides), seating.seats):
        raise SeatError(
            f"{count} players cannot be rotated: one a side ({len(seating.sides)}), or one a seat"
        )
    return tuple(seated(seating, rotate(players, by)) for by in range(count))


def opposed(seating: Seating, one: T, other: T) -> tuple[tuple[T, ...], ...]:
    """The seatings, by seat, in which one of two players has a side alone, and the other has all the others.

    >>> opposed(Seating(2), "A", "B")
    (('A', 'B'), ('B', 'A'))
    >>> opposed(Seating(3), "A", "B")
    (('A', 'B', 'B'), ('B', 'A', 'B'), ('B', 'B', 'A'), ('B', 'A', 'A'), ('A', 'B', 'A'), ('A', 'A', 'B'))
    """
    rest = len(seating.sides) - 1
    alone = rotations(seating, (one, *[other] * rest))
    return alone if rest == 1 else alone + rotations(seating, (other, *[one] * rest))


def duplicate(
    state: Position[Any, S, M, V], players: Sequence[Spec], *, seed: int | str = 0
) -> tuple[int, ...]:
    """What each player is paid for a deal that is played in all rotations of the players.

    ``state`` is any state in which a deal is in progress (`LookupError`: none is), ``players`` are one a side
    or one a seat (`SeatError`); the sums of their payoffs come in the same order. A seat's chance comes from
    ``seed`` and the seat, so that equal players play equally at it in all rotations.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = cardrules.apply(state, cardrules.arrange(state, ["1E 7E 7O", "4B 5B 6B"]))
    >>> duplicate(state, ["random", "random"])
    (0, 0)
    """
    if state.to_move is None:
        raise LookupError("no deal is in progress")
    paid = [0] * len(players)
    for places in rotations(state.seating, range(len(players))):
        for player, payoff in zip(
            places, _payoffs(state, [players[at] for at in places], str(seed)), strict=True
        ):
            paid[player] += payoff
    return tuple(paid)


def _payoffs(state: Any, places: Sequence[Spec], seed: str) -> tuple[int, ...]:
    """What each seat is paid when fresh players of these kinds, by seat, play the deal to its end."""
    players = players_of(places, seed)
    while state.to_move is not None:
        _, state = turn(state, players)
    payoffs: tuple[int, ...] = state.match.results[-1].payoffs
    return payoffs


@attrs.frozen
class Comparison:
    """How two players did in the same deals: the mean payoff of each, a seat and deal, and the difference."""

    one: Estimate
    other: Estimate
    difference: Estimate


def compare(
    game: Game[R, S, M, V],
    rules: R,
    one: Spec,
    other: Spec,
    *,
    deals: int,
    seed: int | str = 0,
    confidence: float = CONFIDENCE,
    executor: Executor | None = None,
    ahead: int = 64,
    progress: Progress | None = None,
) -> Comparison:
    """Compare two players over ``deals`` deals, each of which is played in all seatings of `opposed`.

    Every deal is the first one of a match, from a pack of its own. Since with every seating the one with the
    two players exchanged is played too, both have had the same cards in the same company, as often. The two
    estimates ``one`` and ``other`` are of the mean payoff of a seat that the player has, ``difference`` of
    the first less the second, all three over deals: a deal gives one value, the mean over its seatings. The
    values of different deals are independent and equally distributed, so that Student's interval holds from
    some thirty deals on, whatever a payoff is. What the cards are worth falls out of each deal's difference,
    and with it most of the variance. Chance is common too: a seat's generator is the same in all
    seatings of a deal, so that of two equal players the difference is exactly 0.

    With three sides and more it is the mean of two questions: how one player does among others who are all
    like the second, and how the second does among others like the first. ``compare(b, a)`` is the same with
    the signs turned.

    ``seed``, ``executor``, ``ahead`` and ``progress`` are as in `simulate`, with deals for matches, and so
    is what is raised.
    """
    for spec in (one, other):
        maker_of(spec)
    game.new_match(rules)
    if deals < 1 or ahead < 1:
        raise ValueError(f"impossible numbers: deals={deals}, ahead={ahead}")
    work = partial(_compared, game, rules, one, other, str(seed))
    first, second, difference = Sums(), Sums(), Sums()
    for paid_one, paid_other in told(in_order(work, range(deals), executor, ahead), deals, progress):
        first.add(paid_one)
        second.add(paid_other)
        difference.add(paid_one - paid_other)
    return Comparison(*(sums.estimate(confidence) for sums in (first, second, difference)))


def _compared(
    game: Game[R, S, M, V], rules: R, one: Spec, other: Spec, seed: str, index: int
) -> tuple[float, float]:
    """The mean payoffs of both players in the deal with this number, over all seatings."""
    chance = f"{seed}:{index}"
    start = game.new_match(rules)
    state = game.apply(start, game.shuffle(start, Random(f"{chance}:packs")))
    paid, seats = [0, 0], [0, 0]
    with noted(f"in deal {index} of seed {seed!r}"):
        for places in opposed(state.seating, 0, 1):
            payoffs = _payoffs(state, [(one, other)[player] for player in places], chance)
            for player, payoff in zip(places, payoffs, strict=True):
                paid[player] += payoff
                seats[player] += 1
    return paid[0] / seats[0], paid[1] / seats[1]
