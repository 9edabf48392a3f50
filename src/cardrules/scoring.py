"""Itemised scores: lines, and rules that turn what a player took into lines.

A scoring rule sees what one player took (cards, or tricks) and the lines so far, and adds its own.
`tally` runs rules in order; their lines sum to the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import attrs

from cardrules.cards import Card, CardSet


@attrs.frozen
class Line:
    """One item of a score: by which rule, for which side, how many points, for which cards.

    ``side`` is the side that gets the points (negative: that loses them), ``seat`` the player they come
    from where a side has several. ``cards`` are public cards only, in pack order; ``None`` where the
    points come from no cards.
    """

    rule: str
    side: int
    points: int
    cards: CardSet | None = None
    seat: int | None = None


Item = tuple[str, int, CardSet | None]
"""What a scoring rule says: rule id, points, cards."""

T = TypeVar("T")

ScoringRule = Callable[[T, Sequence[Item]], Iterable[Item]]
"""From what somebody took and the items so far to further items."""


def tally(rules: Iterable[ScoringRule[T]], taken: T, side: int, seat: int | None = None) -> tuple[Line, ...]:
    """Run scoring rules in order over what one player took, each seeing the items before it.

    >>> from cardrules import FRENCH
    >>> worth = CardPoints("pig", {FRENCH["Q♠"]: -100})
    >>> lines = tally([worth, Factor("double", FRENCH["10♣"], 2)], FRENCH.set("Q♠ 10♣"), side=0)
    >>> [(line.rule, line.points) for line in lines]
    [('pig', -100), ('double', -100)]
    """
    items: list[Item] = []
    for rule in rules:
        items += tuple(rule(taken, items))
    return tuple([Line(rule, side, points, cards, seat) for rule, points, cards in items])


def total(lines: Iterable[Line], sides: int) -> tuple[int, ...]:
    """What the lines give to each side.

    >>> total([Line("a", 0, 2), Line("a", 1, -2), Line("b", 0, 1)], sides=2)
    (3, -2)
    """
    sums = [0] * sides
    for line in lines:
        sums[line.side] += line.points
    return tuple(sums)


def _copy(points: Mapping[Card, int]) -> Mapping[Card, int]:
    return dict(points)


@attrs.frozen
class CardPoints:
    """Cards that count points by themselves: one item with all that were taken, if any were.

    >>> from cardrules import FRENCH
    >>> rule = CardPoints("hearts", {FRENCH["A♥"]: -50, FRENCH["4♥"]: 0})
    >>> list(rule(FRENCH.set("A♥ 4♥ 9♣"), ()))
    [('hearts', -50, FRENCH.set('A♥ 4♥'))]
    >>> pictures = CardPoints.each("pictures", FRENCH.set("A♠ K♠ Q♠ J♠"))
    >>> list(pictures(FRENCH.set("K♠ Q♠ 2♦"), ()))
    [('pictures', 2, FRENCH.set('K♠ Q♠'))]
    """

    rule: str
    points: Mapping[Card, int] = attrs.field(converter=_copy, hash=False)
    _worth: tuple[tuple[int, int], ...] = attrs.field(init=False, eq=False, repr=False)
    _bits: int = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        # Cards of the same worth are counted together: their bits, and the points of each.
        worth: dict[int, int] = {}
        for card, points in self.points.items():
            worth[points] = worth.get(points, 0) | card.bit
        counted = [(bits, points) for points, bits in worth.items() if points]
        object.__setattr__(self, "_worth", tuple(counted))
        object.__setattr__(self, "_bits", sum(worth.values()))

    @classmethod
    def each(cls, rule: str, cards: Iterable[Card], points: int = 1) -> CardPoints:
        """The same number of points for each of some cards."""
        return cls(rule, dict.fromkeys(cards, points))

    def __call__(self, taken: CardSet, before: Sequence[Item] = ()) -> tuple[Item, ...]:
        """The item for these cards."""
        counted = taken.bits & self._bits
        if not counted:
            return ()
        points = 0
        for bits, each in self._worth:
            points += each * (counted & bits).bit_count()
        return ((self.rule, points, CardSet(taken.pack, counted)),)


@attrs.frozen
class Factor:
    """Items that count ``times`` as much: one further item with the difference that it makes.

    ``card`` is the card that does it, and is cited. ``of`` names the rules whose items are multiplied
    (``None``: all before). With ``held`` it works only for a player who took the card himself.

    >>> from cardrules import FRENCH
    >>> rule = Factor("double", FRENCH["10♣"], 2)
    >>> list(rule(FRENCH.set("10♣ Q♠"), [("pig", -100, None)]))
    [('double', -100, FRENCH.set('10♣'))]
    """

    rule: str
    card: Card
    times: int
    of: tuple[str, ...] | None = None
    held: bool = True

    def __call__(self, taken: CardSet, before: Sequence[Item] = ()) -> tuple[Item, ...]:
        """The item for these cards after those items."""
        if self.held and not taken.bits & self.card.bit:
            return ()
        total, found = 0, False
        for rule, points, _ in before:
            if self.of is None or rule in self.of:
                total, found = total + points, True
        if not found:
            return ()
        return ((self.rule, total * (self.times - 1), CardSet(taken.pack, self.card.bit)),)


@attrs.frozen
class TricksOver:
    """Tricks above a target, ``each`` points a trick; below it the same is lost.

    >>> list(TricksOver("score", target=4)(12, ())), list(TricksOver("score", target=4, each=-1)(0, ()))
    ([('score', 8, None)], [('score', 4, None)])
    """

    rule: str
    target: int
    each: int = 1

    def __call__(self, taken: int, before: Sequence[Item] = ()) -> tuple[Item, ...]:
        """The item for this many tricks."""
        return ((self.rule, (taken - self.target) * self.each, None),)
