"""Exact possible worlds: where the cards that a seat has not seen may be.

`Spread` counts the ways to spread cards over places, by groups of cards that may be in the same places, and
finds any of them by its number. `Worlds` makes states of them: all, or one with the same chance as any
other. What may be where is each game's to say, with `voids`, `by_suit` and the like.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import comb
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from cardrules.cards import CardSet
from cardrules.choices import subset
from cardrules.errors import NoWorlds

if TYPE_CHECKING:
    from random import Random

    from cardrules.cards import Card
    from cardrules.table import TrickTable, TrickView
    from cardrules.tricks import TrickOrder

S = TypeVar("S")
Group = tuple[int, int]
"""Cards and the places where each of them may be: the bits of both (bit 0 for the first place)."""


def below(rng: Random, n: int) -> int:
    """A whole number from 0 to ``n - 1``, each with exactly the same chance; ``n`` is 1 or more.

    It draws on ``rng.getrandbits`` alone, so that a seed gives the same numbers in every version of Python.

    >>> from random import Random
    >>> rng = Random(7)
    >>> [below(rng, 10) for _ in range(5)], below(rng, 10**30)
    ([5, 2, 6, 0, 1], 403598562939208673953046267940)
    """
    if n < 1:
        raise ValueError(f"there is no whole number from 0 to {n - 1}")
    size = (n - 1).bit_length()
    number = rng.getrandbits(size)
    while number >= n:
        number = rng.getrandbits(size)
    return number


# --- Worlds -------------------------------------------------------------------------------------


@attrs.frozen
class Place:
    """Where unseen cards are: what it is called, whose it is (``None``: nobody's), how many are there.

    >>> Place("hand", 2, 9)
    Place(name='hand', seat=2, size=9)
    """

    name: str
    seat: int | None
    size: int


@attrs.frozen(eq=False, repr=False)
class Worlds(Generic[S]):
    """Every full state that agrees with all that a seat knows; made by ``worlds(view)``.

    ``places`` are where unseen cards are, ``count`` is the exact number of worlds. They stand in a fixed
    order, which is the same everywhere: ``worlds[0]`` to ``worlds[count - 1]``, and so when iterated, one
    after the other as they are asked for. The order is that of `Spread`. Within a place cards are in pack
    order, but for what the rules tell of their order. A `sample` has them in a random order where that will
    matter, as in a stock from which cards are drawn.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = cardrules.apply(state, cardrules.arrange(state, ["1E 7E 7O", "4B 5B 6B"]))
    >>> worlds = cardrules.worlds(cardrules.observe(state, seat=0))
    >>> worlds  # 37 cards are unseen, and three of them in the other hand
    <7770 worlds of 3 cards: hand of seat 1, 34 cards: stock>
    >>> str(worlds[0].hand(1))
    '2 de espada, 3 de espada, 4 de espada'
    """

    places: tuple[Place, ...]
    count: int
    _nth: Callable[[int], tuple[int, ...]]
    _make: Callable[[tuple[int, ...]], S]
    _mix: Callable[[S, Random], S] | None = None

    def sample(self, rng: Random) -> S:
        """One of the worlds, each with exactly the same chance; in an order drawn too, where it will matter.

        The same worlds and the same random numbers give the same one in every version of Python. Raises
        `NoWorlds` where there is none: no deal leads to such a view, so somebody has made it up.
        """
        if not self.count:
            raise NoWorlds("no world agrees with this view: no deal and no legal moves lead to it")
        world = self._make(self._nth(below(rng, self.count)))
        return world if self._mix is None else self._mix(world, rng)

    def __getitem__(self, number: int) -> S:
        """The world of this number, from 0 on (`IndexError`)."""
        if not 0 <= number < self.count:
            raise IndexError(f"there is no world {number}: there are {self.count}, from 0 on")
        return self._make(self._nth(number))

    def __contains__(self, state: object) -> bool:
        """Not answered (`TypeError`): a search could last for ever. Compare views along `replay` instead."""
        raise TypeError(
            "worlds are not searched: compare observe(state, seat) with the view along replay(state)"
        )

    def __iter__(self) -> Iterator[S]:
        return (self._make(self._nth(number)) for number in range(self.count))

    def __repr__(self) -> str:
        where = ", ".join(
            f"{place.size} cards: {place.name}" + ("" if place.seat is None else f" of seat {place.seat}")
            for place in self.places
        )
        return f"<{self.count} worlds of {where or 'no unseen cards'}>"


def spread(
    places: Sequence[Place],
    groups: Iterable[Group],
    make: Callable[[tuple[int, ...]], S],
    mix: Callable[[S, Random], S] | None = None,
) -> Worlds[S]:
    """The worlds in which every card of each group is in one of the places of its group.

    ``make`` is given the bits of the cards in each place, in the order of ``places``. ``mix`` puts the cards
    of a sampled world in an order drawn by chance, where their order will matter: see `shuffled_stock`.
    """
    ways = Spread([place.size for place in places], groups)
    return Worlds(tuple(places), ways.count, ways.nth, make, mix)


def listed(
    places: Sequence[Place], ways: Sequence[tuple[int, ...]], make: Callable[[tuple[int, ...]], S]
) -> Worlds[S]:
    """The worlds of a list, in its order: each the bits of the cards in each place, for ``make``."""
    return Worlds(tuple(places), len(ways), ways.__getitem__, make)


def only(world: S) -> Worlds[S]:
    """The worlds of a seat for which nothing is open: this one."""
    return listed((), ((),), partial(_same, world))


def _same(world: S, unseen: tuple[int, ...]) -> S:
    return world


# --- Counting -----------------------------------------------------------------------------------


class Spread:
    """Every way to spread cards over places, so that each card is where it may be and every place is full.

    ``sizes`` are the numbers of cards in the places, ``groups`` the cards and where they may be; no card
    is in two groups. ``count`` is the exact number of ways, and `nth` any of them by its number.

    It is a dynamic programme over groups and what room is left. Cards that may be in the same places are
    one group from the start. Places that the groups still to come do not tell apart are one place from then
    on, since in how many ways its cards fall to the one and the other is a binomial, whatever they are.

    The order of the ways: groups with fewer places come first, then smaller ones, then those whose places
    come earlier. Ways are ordered by how many cards of the first group go to each of its places (fewer to the
    first place before more), by which cards these are (as subsets stand in the order of the pack), then
    likewise by the next group. Places that have become one count as one in this; last come the ways in
    which what is in them falls to each of them.

    >>> spread = Spread([2, 2], [(0b0011, 0b11), (0b0100, 0b01), (0b1000, 0b11)])
    >>> spread.count, [spread.nth(number) for number in range(3)]
    (3, [(5, 10), (6, 9), (12, 3)])
    """

    __slots__ = ("_fixed", "_guard", "_open", "_room", "_steps", "_width", "count")

    def __init__(self, sizes: Sequence[int], groups: Iterable[Group]) -> None:
        room, self._fixed = list(sizes), [0] * len(sizes)
        free = _settled(room, self._fixed, groups)
        self._open = [place for place, left in enumerate(room) if left]
        limits = [room[place] for place in self._open]
        # The room left in all places is one integer, a field each. The top bit of a field stays free, and
        # shows whether more was taken from it than there was: ``_guard`` has these bits.
        self._width = width = sum(limits).bit_length() + 1
        self._guard = sum(1 << (width * (at + 1) - 1) for at in range(len(limits)))
        self._room = sum(left << (width * at) for at, left in enumerate(limits))
        self._steps = () if free is None else self._planned(free, limits)
        self.count = self._count(0, self._room) if self._steps else 0

    def nth(self, number: int) -> tuple[int, ...]:
        """The way of this number, from 0 to ``count - 1``: the bits of the cards in each place."""
        if not 0 <= number < self.count:
            raise IndexError(f"there is no way {number}: there are {self.count}, from 0 on")
        found = list(self._fixed)
        for place, cards in zip(self._open, self._filled(0, self._room, number), strict=True):
            found[place] |= cards
        return tuple(found)

    def _planned(self, free: dict[int, int], limits: list[int]) -> tuple[_Step, ...]:
        """One step a group, after a first one that has no cards."""
        order = [(0, 0), *sorted(free.items(), key=lambda item: (_size(item[0]), _size(item[1]), item))]
        classes = [1 << place for place in self._open]  # the places of each field
        steps: list[_Step] = []
        for at, (places, cards) in enumerate(order):
            into = tuple(one for one, members in enumerate(classes) if members & places)
            options = _options(_size(cards), tuple((self._width * one, limits[one]) for one in into))
            # Places that the same groups after this one can fill are one from now on.
            later, alike = order[at + 1 :], dict[int, list[int]]()
            for one, members in enumerate(classes):
                fillers = sum(1 << group for group, (places, _) in enumerate(later) if places & members)
                alike.setdefault(fillers, []).append(one)
            field = (1 << self._width) - 1
            full = sum(field << (self._width * one) for one in alike.pop(0, ()))
            joins, bound = tuple(map(tuple, alike.values())), 0
            for join, fillers in enumerate(alike):
                most = sum(_size(cards) for group, (_, cards) in enumerate(later) if fillers >> group & 1)
                bound |= most << (self._width * join)
            steps.append(_Step(cards, into, options, len(classes), joins, full, bound, {}, {}))
            classes = [sum(classes[one] for one in join) for join in joins]
            limits = [sum(limits[one] for one in join) for join in joins]
        return tuple(steps)

    def _count(self, at: int, room: int) -> int:
        """In how many ways the groups from this step on fill this room."""
        step, guard = self._steps[at], self._guard
        if room not in step.choices:
            rests, total = step.rests, 0
            sums, lefts = list[int](), list[int]()
            for taken, ways in step.options:
                left = room - taken
                if left & guard:
                    continue
                rest = rests.get(left)
                if rest is None:
                    rest = rests[left] = self._rest(at, left)
                if rest:
                    total += ways * rest
                    sums.append(total)
                    lefts.append(left)
            step.choices[room] = sums, lefts
        sums = step.choices[room][0]
        return sums[-1] if sums else 0

    def _rest(self, at: int, left: int) -> int:
        """In how many ways the groups after this step fill the room that it has left."""
        joined, ways = self._joined(self._steps[at], left)
        return ways * self._count(at + 1, joined) if ways and at + 1 < len(self._steps) else ways

    def _joined(self, step: _Step, left: int) -> tuple[int, int]:
        """The room left when places are joined, and in how many ways what fills it falls to them (or 0)."""
        if left & step.full:
            return 0, 0
        width, joined, ways = self._width, 0, 1
        field = (1 << width) - 1
        for at, join in enumerate(step.joins):
            total = 0
            for one in join:
                size = left >> (width * one) & field
                total += size
                ways *= comb(total, size)
            joined |= total << (width * at)
        return (0, 0) if (step.bound - joined) & self._guard else (joined, ways)

    def _filled(self, at: int, room: int, number: int) -> list[int]:
        """What the groups from this step on put into each place, in the way of this number."""
        if at == len(self._steps):
            return []
        step, width = self._steps[at], self._width
        field = (1 << width) - 1
        sums, lefts = step.choices[room]
        choice = bisect_right(sums, number)
        left, number = lefts[choice], number - (sums[choice - 1] if choice else 0)
        joined, alike = self._joined(step, left)
        which, number = divmod(number, step.rests[left])
        behind, split = divmod(number, alike)

        found, taken = [0] * step.places, room - left
        sizes = [taken >> (width * one) & field for one in step.into]
        for one, cards in zip(step.into, _shared(step.cards, sizes, which), strict=True):
            found[one] = cards
        for join, cards in zip(step.joins, self._filled(at + 1, joined, behind), strict=True):
            sizes = [left >> (width * one) & field for one in join]
            alike //= _ways(sizes)
            which, split = divmod(split, alike)
            for one, part in zip(join, _shared(cards, sizes, which), strict=True):
                found[one] |= part
        return found


@attrs.define(eq=False)
class _Step:
    """One group of a `Spread`: what can become of it, and what is known of those after it.

    ``into`` are the places where its ``cards`` may be, of ``places`` in all; ``options`` what they can take
    of the room, and in how many ways. ``joins`` are the places that are one after it, ``full`` the fields of
    those that nothing after it can fill, ``bound`` the most that can still come to each of the ``joins``.
    ``choices`` keeps, by the room before it, in how many ways up to each option, and the room that it leaves;
    ``rests``, by the room left, in how many ways the groups after it fill that.
    """

    cards: int
    into: tuple[int, ...]
    options: tuple[tuple[int, int], ...]
    places: int
    joins: tuple[tuple[int, ...], ...]
    full: int
    bound: int
    choices: dict[int, tuple[list[int], list[int]]]
    rests: dict[int, int]


def _size(bits: int) -> int:
    return bits.bit_count()


def _settled(room: list[int], fixed: list[int], groups: Iterable[Group]) -> dict[int, int] | None:
    """Put cards where they must be, and give the others by their places; ``None`` where that cannot be."""
    waiting = list(groups)
    while True:
        has_room = sum(1 << place for place, left in enumerate(room) if left)
        free: dict[int, int] = {}
        for cards, places in waiting:
            if cards:
                free[places & has_room] = free.get(places & has_room, 0) | cards
        certain = [places for places in free if _size(places) < 2]
        for places in certain:
            cards, place = free.pop(places), places.bit_length() - 1
            if not places or _size(cards) > room[place]:
                return None
            room[place] -= _size(cards)
            fixed[place] |= cards
        if not certain:
            return free
        waiting = [(cards, places) for places, cards in free.items()]


@lru_cache(maxsize=512)
def _options(cards: int, places: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """How so many cards can be split over places: what each split takes, and in how many ways.

    A place is a shift and a limit; the first one gets fewer cards before it gets more.
    """
    if not places:
        return () if cards else ((0, 1),)
    (shift, limit), *others = places
    most = sum(limit for _, limit in others)
    return tuple(
        (first << shift | taken, comb(cards, first) * ways)
        for first in range(max(0, cards - most), min(cards, limit) + 1)
        for taken, ways in _options(cards - first, tuple(others))
    )


def _ways(sizes: Sequence[int]) -> int:
    """In how many ways as many cards as these sizes need can be shared out in them."""
    ways, total = 1, 0
    for size in sizes:
        total += size
        ways *= comb(total, size)
    return ways


def _shared(cards: int, sizes: Sequence[int], number: int) -> list[int]:
    """The bits of each part when cards are shared out in these sizes, in the way of this number."""
    ways, left, parts = _ways(sizes), _size(cards), list[int]()
    for size in sizes:
        ways //= comb(left, size)
        which, number = divmod(number, ways)
        part = subset(cards, size, which)
        parts.append(part)
        cards ^= part
        left -= size
    return parts


# --- What games say with ------------------------------------------------------------------------

if TYPE_CHECKING:
    Table = TrickTable[Any, Any, Any, Any, Any]


def played_by(table: Table) -> list[int]:
    """The bits of the cards that each seat has played in the deal on the table, by seat.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = cardrules.apply(state, cardrules.arrange(state, ["1E 7E 7O", "4B 5B 6B"]))
    >>> state = cardrules.apply(state, cardrules.Play(state.pack["7O"]))
    >>> [str(cardrules.CardSet(state.pack, bits)) for bits in played_by(state)]
    ['7 de oro', '']
    """
    played = [0] * table.seating.seats
    order_from = table.deal.seating.order_from
    for leader, cards in tricks_of(table):
        for seat, card in zip(order_from(leader), cards, strict=False):
            played[seat] |= card.bit
    return played


def voids(table: Table, order: TrickOrder) -> list[int]:
    """The bits of all cards of the suits in which each seat has shown to hold nothing, by seat.

    Whoever does not follow has shown it, where all must follow who can.
    """
    void = [0] * table.seating.seats
    order_from = table.deal.seating.order_from
    for leader, cards in tricks_of(table):
        lane = order.lane(cards[0])
        for seat, card in zip(order_from(leader), cards, strict=False):
            if not card.bit & lane:
                void[seat] |= lane
    return void


def tricks_of(table: Table) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """The leader and the cards of every trick, also of the one on the table."""
    yield from ((trick.leader, trick.cards) for trick in table.tricks)
    if table.trick and table.leader is not None:
        yield table.leader, table.trick


def by_suit(cards: int, order: TrickOrder, void: Sequence[int]) -> list[Group]:
    """Cards suit by suit, where each place has none of those of ``void``: groups for `Spread`.

    >>> from cardrules import ACE_HIGH, FRENCH, CardSet, TrickOrder
    >>> order, cards = TrickOrder(FRENCH, ACE_HIGH), FRENCH.set("A♠ K♠ A♣")
    >>> groups = by_suit(cards.bits, order, [0, FRENCH["A♠"].lane, 0])
    >>> [(str(CardSet(FRENCH, bits)), bin(places)) for bits, places in groups]
    [('A♠ K♠', '0b101'), ('A♣', '0b111')]
    """
    groups: list[Group] = []
    deck = order.pack.deck.cards
    while cards:
        lane = order.lane(deck[(cards & -cards).bit_length() - 1])
        groups.append((cards & lane, sum(1 << at for at, none in enumerate(void) if not none & lane)))
        cards &= ~lane
    return groups


def shuffled_stock(known: Iterable[Card], world: S, rng: Random) -> S:
    """The world with its stock shuffled, but for the ``known`` cards, which stay in their places.

    For ``spread(…, mix=partial(shuffled_stock, known))`` in a game that draws from its stock: otherwise the
    stock of every sample would be in pack order, and a player that plays samples out would count on that.
    """
    state: Any = world
    stock: list[Card] = list(state.secrets.stock)
    fixed = tuple(known)
    free = [at for at, card in enumerate(stock) if card not in fixed]
    for place in range(len(free) - 1, 0, -1):
        other = below(rng, place + 1)
        one, two = free[place], free[other]
        stock[one], stock[two] = stock[two], stock[one]
    mixed: S = attrs.evolve(state, secrets=attrs.evolve(state.secrets, stock=tuple(stock)))
    return mixed


def dealt(
    view: TrickView[Any, Any, Any, Any, Any, CardSet],
    places: Sequence[Place],
    played: Sequence[int],
    unseen: Sequence[int],
) -> tuple[CardSet, ...]:
    """What each seat was dealt: what it has played, and the unseen cards in places that are its own.

    For games in which no card changes hands; ``view`` is one with a seat.
    """
    bits = list(played)
    for place, cards in zip(places, unseen, strict=True):
        if place.seat is not None:
            bits[place.seat] |= cards
    pack, own = view.pack, view.own
    return tuple(
        own if own is not None and seat == view.seat else CardSet(pack, held)
        for seat, held in enumerate(bits)
    )
