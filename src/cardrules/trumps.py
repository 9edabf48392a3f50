"""What is trumps in a deal, and the policies that decide it."""

from __future__ import annotations

from typing import Protocol

import attrs

from cardrules.cards import Card, Rank, Suit


@attrs.frozen(cache_hash=True)
class Trump:
    """What is trumps: a suit or none, and a boss card that beats even trumps, or none.

    The boss stays a card of its own suit: it follows that suit and leads it. Cards of ``joined`` count
    as trumps whatever suit they show, as the bowers of other games do.

    >>> from cardrules import FRENCH
    >>> spade = FRENCH["A♠"].suit
    >>> Trump(spade, boss=FRENCH["A♣"]).boss
    FRENCH['A♣']
    """

    suit: Suit | None = None
    boss: Card | None = None
    joined: tuple[Card, ...] = ()


NO_TRUMPS = Trump()
"""No suit is trumps and no card is boss."""


class TrumpPolicy(Protocol):
    """What decides the trumps of a deal; every policy here is one, and so is any function like it."""

    def __call__(self, turned: Card | None = None) -> Trump:
        """The trumps of a deal in which this card was turned or cut (``None``: no card was)."""
        ...


@attrs.frozen
class FixedTrump:
    """The same trumps in every deal.

    >>> from cardrules import FRENCH
    >>> FixedTrump(NO_TRUMPS)().suit is None
    True
    >>> FixedTrump(Trump(FRENCH["2♦"].suit, boss=FRENCH["A♣"]))().suit.name
    'diamonds'
    """

    trump: Trump = NO_TRUMPS

    def __call__(self, turned: Card | None = None) -> Trump:
        """The fixed trumps, whatever was turned."""
        return self.trump


@attrs.frozen
class CutTrump:
    """The cut card's suit is trumps if its rank is one of ``ranks``; otherwise nothing is.

    >>> from cardrules import FRENCH
    >>> policy = CutTrump(tuple(FRENCH[f"{n}♠"].rank for n in (6, 7, 8, 9)))
    >>> policy(FRENCH["9♦"]).suit.name, policy(FRENCH["10♦"]).suit
    ('diamonds', None)
    """

    ranks: tuple[Rank, ...]

    def __call__(self, turned: Card | None = None) -> Trump:
        """The trumps that this cut card makes."""
        if turned is not None and turned.rank in self.ranks:
            return Trump(turned.suit)
        return NO_TRUMPS
