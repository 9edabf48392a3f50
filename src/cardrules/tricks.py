"""Following and winning: what may be played to a lead, and who wins a trick."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.cards import Card, CardSet, Pack, Suit
from cardrules.ranks import RankOrder
from cardrules.trumps import NO_TRUMPS, Trump


@attrs.frozen
class Trick:
    """A finished trick: who led, the cards in the order played, who won (``None``: a tie, nobody)."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None

    @property
    def bits(self) -> int:
        """The bits of its cards."""
        bits = 0
        for card in self.cards:
            bits |= card.bit
        return bits


@attrs.frozen(cache_hash=True)
class TrickOrder:
    """A rank order and trumps made ready for a pack: what follows what, and which card wins.

    With ``suited=False`` suits do not matter: the strongest card of any suit wins, and equal ones tie.

    >>> from cardrules import ACE_HIGH, FRENCH, Trump
    >>> order = TrickOrder(FRENCH, ACE_HIGH, Trump(FRENCH["2♦"].suit, boss=FRENCH["A♣"]))
    >>> order.winner(FRENCH.read("K♠ 2♦ A♣ A♠"))
    2
    >>> order.suit(FRENCH["A♣"]).name
    'clubs'
    """

    pack: Pack
    ranks: RankOrder
    trump: Trump = NO_TRUMPS
    suited: bool = True
    _lanes: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    _powers: tuple[dict[Card, int], ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        cards = self.pack.deck.cards
        by_suit = {suit: sum(c.bit for c in cards if self.suit(c) == suit) for suit in self.pack.deck.suits}
        lanes = tuple(by_suit[self.suit(card)] for card in cards)
        powers = {lane: {card: self._power(lane, card) for card in cards} for lane in set(by_suit.values())}
        object.__setattr__(self, "_lanes", lanes)
        object.__setattr__(self, "_powers", tuple(powers[lane] for lane in lanes))

    def _power(self, lane: int, card: Card) -> int:
        """How strong a card is in a trick to which this lane was led: 0 where it cannot win."""
        top = len(self.ranks.tiers) + 2
        strength = self.ranks.strength(card) + 1  # a card that no tier names still beats what cannot win
        if card is self.trump.boss:
            return 3 * top
        if self.trump.suit is not None and self.suit(card) == self.trump.suit:
            return 2 * top + strength
        return strength if not self.suited or lane & card.bit else 0

    def suit(self, card: Card) -> Suit:
        """The suit that a card counts as when it is led or follows (its effective suit)."""
        trump = self.trump
        return trump.suit if trump.suit is not None and card in trump.joined else card.suit

    def lane(self, card: Card) -> int:
        """The bits of all cards of this card's effective suit."""
        return self._lanes[card.index]

    def strongest(self, trick: tuple[Card, ...]) -> int:
        """The place in the trick (0 for the lead) of its strongest card, the first of them in a tie."""
        return trick.index(max(trick, key=self._powers[trick[0].index].__getitem__))

    def winner(self, trick: Sequence[Card]) -> int | None:
        """The place in the trick of the card that wins it; ``None`` where it is tied."""
        powers = self._powers[trick[0].index]
        values = [powers[card] for card in trick]
        best = max(values)
        return values.index(best) if values.count(best) == 1 else None


def follow(hand: int, lane: int) -> int:
    """What may be played to a lead: the cards of the led suit if there are any, otherwise all.

    Both are bits of cards (`CardSet.bits`, `TrickOrder.lane`), and so is the answer: this is the
    innermost step of every trick-taking game. See `following` for sets of cards.

    >>> from cardrules import FRENCH
    >>> follow(FRENCH.set("Q♠ 5♠ 2♦").bits, FRENCH["A♠"].lane) == FRENCH.set("Q♠ 5♠").bits
    True
    """
    return hand & lane or hand


def following(hand: CardSet, led: Card | None, order: TrickOrder) -> CardSet:
    """`follow` for a set of cards: what it may play to this lead, anything if there is none.

    >>> from cardrules import ACE_HIGH, FRENCH
    >>> order = TrickOrder(FRENCH, ACE_HIGH)
    >>> following(FRENCH.set("Q♠ 5♠ 2♦"), FRENCH["A♠"], order)
    FRENCH.set('Q♠ 5♠')
    >>> following(FRENCH.set("2♦"), FRENCH["A♠"], order)
    FRENCH.set('2♦')
    """
    return hand if led is None else CardSet(hand.pack, follow(hand.bits, order.lane(led)))
