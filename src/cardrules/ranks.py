"""Which card is stronger: rank orders, with ties, and with single cards that stand apart."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import attrs

from cardrules.cards import FRENCH, Card, Pack, Rank
from cardrules.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable

Tier = tuple[Rank | Card, ...]
"""What is equally strong: ranks (all their cards) and single cards."""


@attrs.frozen(cache_hash=True)
class RankOrder:
    """Which card is stronger, strongest tier first; what stands in one tier ties.

    A tier holds ranks and single cards; a card that is named singly anywhere counts there, and not
    where its rank stands.

    >>> ACE_HIGH.strength(FRENCH["A♠"]) > ACE_HIGH.strength(FRENCH["K♥"])
    True
    >>> ACE_LOW.strength(FRENCH["A♠"]) < ACE_LOW.strength(FRENCH["2♥"])
    True
    >>> order = RankOrder.of("A♠ K=Q A 10", FRENCH)
    >>> [order.strength(FRENCH[name]) for name in ("A♠", "K♥", "Q♦", "A♥", "10♣", "2♣")]
    [4, 3, 3, 2, 1, 0]
    """

    tiers: tuple[Tier, ...]

    @classmethod
    def of(cls, text: str, pack: Pack = FRENCH) -> RankOrder:
        """Read an order such as ``"A♠ K=Q J"``: tiers apart by spaces, what ties joined by ``=``.

        Each item is a rank of the pack's deck or a card; raises `ParseError` for one that is neither.
        """
        tiers: list[Tier] = []
        at = 0
        for tier in text.split():
            at = text.index(tier, at)
            items: list[Rank | Card] = []
            for item in tier.split("="):
                items.append(_item(item, pack, text, at))
                at += len(item) + 1
            tiers.append(tuple(items))
            at -= 1
        return cls(tuple(tiers))

    def strength(self, card: Card) -> int:
        """How strong a card is: 1 for the weakest tier and up, 0 for a card that no tier names."""
        table = _strengths(self)
        return table.get(card) or table.get(card.rank, 0)

    def strongest(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The strongest of some cards, all of them where they tie, in the order given.

        >>> [str(card) for card in ACE_HIGH.strongest(FRENCH.set("K♠ A♥ A♣ 2♦"))]
        ['A♥', 'A♣']
        """
        listed = tuple(cards)
        best = max(map(self.strength, listed), default=0)
        return tuple(card for card in listed if self.strength(card) == best)


@cache
def _strengths(order: RankOrder) -> dict[Rank | Card, int]:
    count = len(order.tiers)
    return {item: count - place for place, tier in enumerate(order.tiers) for item in tier}


def _item(item: str, pack: Pack, text: str, position: int) -> Rank | Card:
    for rank in pack.deck.ranks:
        if item in (rank.text, *rank.aliases):
            return rank
    try:
        return pack.deck.parse(item)
    except ParseError as error:
        message = f"{item!r} at position {position} of {text!r} is neither a rank nor a card"
        raise ParseError(message, text, position, "a rank or a card") from error


ACE_HIGH = RankOrder.of("A K Q J 10 9 8 7 6 5 4 3 2")
"""A K Q J 10 … 2, as in Etori, Gong Zhu and Hornafjarðarmanni."""

ACE_LOW = RankOrder.of("K Q J 10 9 8 7 6 5 4 3 2 A")
"""K Q J 10 … 2 A: the ace below the two."""
