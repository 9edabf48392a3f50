"""How a pack becomes hands and stock, and which pack gives hands and stock that one wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

import attrs

from cardrules.cards import Card, Pack, named
from cardrules.errors import CardError

STOCK = -1
"""The place that is nobody's hand: what is left over, or drawn from later."""


@attrs.frozen(cache_hash=True)
class Dealing:
    """An order of dealing: which place gets each card of the pack, top card first.

    Places ``0 … players - 1`` are the players in the order in which they are dealt to, `STOCK` is the
    stock. What no step deals is stock too.

    >>> from cardrules import SPANISH
    >>> hands, stock = Dealing.evenly(players=2, each=3).deal(SPANISH.cards)
    >>> [str(card) for card in hands[0]], len(stock)
    (['1 de espada', '3 de espada', '5 de espada'], 34)
    """

    players: int
    places: tuple[int, ...] = attrs.field(repr=False)

    @classmethod
    def evenly(cls, players: int, each: int, packet: int = 1) -> Dealing:
        """Round the table, ``packet`` cards at a time, until everybody has ``each``."""
        rounds = [packet] * (each // packet) + [each % packet]  # the last round may be a smaller one
        return cls(players, tuple(place for size in rounds for place in range(players) for _ in range(size)))

    @classmethod
    def rounds(cls, players: int, *steps: tuple[int, int], times: int) -> Dealing:
        """The same round several times: steps of (place, cards), as ``(STOCK, 4), (0, 3), (1, 3)``.

        >>> Dealing.rounds(2, (STOCK, 1), (0, 2), (1, 2), times=2).places
        (-1, 0, 0, 1, 1, -1, 0, 0, 1, 1)
        """
        one = tuple(chain.from_iterable(repeat(place, cards) for place, cards in steps))
        return cls(players, one * times)

    def deal(self, pack: Sequence[Card]) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """The hands by place and the stock, each in the order in which the cards come."""
        hands: list[list[Card]] = [[] for _ in range(self.players)]
        stock: list[Card] = []
        for place, card in zip(self._places(len(pack)), pack, strict=True):
            (stock if place == STOCK else hands[place]).append(card)
        return tuple(map(tuple, hands)), tuple(stock)

    def arrange(
        self, pack: Pack, hands: Sequence[Iterable[Card] | None], stock: Iterable[Card] = ()
    ) -> tuple[Card, ...]:
        """A pack that gives these hands by place and this stock: the inverse of `deal`.

        What is left open — ``None`` for a hand, or fewer cards than the place gets — is filled with the
        rest of the pack, in pack order. Within a hand the cards come in the order given. Raises
        `CardError` for a card that is wanted twice, is not in the pack, or has no room left.

        >>> from cardrules import SPANISH
        >>> dealing = Dealing.evenly(players=2, each=3)
        >>> cards = dealing.arrange(SPANISH, [None, SPANISH.set("7 de oro")])
        >>> [str(card) for card in cards[:3]]
        ['1 de espada', '7 de oro', '2 de espada']
        """
        wanted = [tuple(hand or ()) for hand in hands] + [tuple(stock)]
        taken: set[Card] = set()
        for card in chain.from_iterable(wanted):
            if card not in pack:
                raise CardError(f"{named(card)} is not a card of this pack ({pack!r})")
            if card in taken:
                raise CardError(f"{card} is wanted in two places")
            taken.add(card)
        places = self._places(len(pack))
        for place, cards in zip((*range(self.players), STOCK), wanted, strict=True):
            if len(cards) > (room := places.count(place)):
                where = "the stock" if place == STOCK else f"hand {place} in the order of dealing"
                raise CardError(f"{where} gets {room} cards, not {len(cards)}: {' '.join(map(str, cards))}")
        queues = [iter(cards) for cards in wanted]
        rest = (card for card in pack if card not in taken)
        return tuple(next(queues[place], None) or next(rest) for place in places)

    def room(self, place: int) -> int:
        """How many cards a place gets (of `STOCK`: those that are dealt to it expressly)."""
        return self.places.count(place)

    def _places(self, size: int) -> tuple[int, ...]:
        return self.places + (STOCK,) * (size - len(self.places))
