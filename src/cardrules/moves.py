"""The moves that all games share: the deal, and playing a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import attrs

from cardrules.cards import Card, Deck, Pack, cards_of
from cardrules.errors import CardError, brief


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    if not isinstance(cards, Iterable):
        raise CardError(f"{brief(cards)} is no pack: give its cards in order, as FRENCH.cards")
    return tuple(cards)


@attrs.frozen(repr=False)
class Deal:
    """The one chance event: every card of the pack in order, top card first.

    Make one with ``shuffle`` or ``arrange``, or from any cards; whether they are the game's pack is
    checked when the deal is applied (``common.pack``).

    >>> from cardrules import FRENCH
    >>> Deal(FRENCH.read("Q♠ 10♣"))
    Deal(FRENCH.read('Q♠ 10♣'))
    """

    pack: tuple[Card, ...] = attrs.field(converter=_in_order)

    def __repr__(self) -> str:
        cards = {card for card in self.pack if isinstance(card, Card)}
        decks = {card.deck for card in cards}
        if len(decks) == 1 and len(cards) == len(self.pack):  # only cards, each of them once
            deck = decks.pop()
            between = ", " if deck.join else " "
            return f"Deal({deck.name.upper()}.read({between.join(map(str, self.pack))!r}))"
        return f"Deal({self.pack!r})"


def _card(value: object) -> Card:
    if not isinstance(value, Card):
        raise CardError(f"{brief(value)} is not a card: take one from a pack, as FRENCH['Q♠']")
    return value


@attrs.frozen
class Play:
    """Playing a card from the hand of the seat to move (`CardError` if it is not a card).

    >>> from cardrules import FRENCH
    >>> Play(FRENCH["Q♠"])
    Play(card=FRENCH['Q♠'])
    """

    card: Card = attrs.field(converter=_card)


@cache
def plays(deck: Deck) -> Callable[[int], tuple[Play, ...]]:
    """The plays of a hand of this deck, as a function of the hand's bits: a tuple in pack order.

    >>> from cardrules import FRENCH
    >>> plays(FRENCH.deck)(FRENCH.set("Q♠ 10♣").bits)
    (Play(card=FRENCH['Q♠']), Play(card=FRENCH['10♣']))
    """
    lanes = tuple(dict.fromkeys(card.lane for card in deck.cards))
    play_of = tuple(map(Play, deck.cards))
    of_suit: dict[int, tuple[Play, ...]] = {0: ()}  # by the bits of cards of one suit, made on first use

    def of(bits: int) -> tuple[Play, ...]:
        if bits in of_suit:
            return of_suit[bits]
        found: tuple[Play, ...] = ()
        for lane in lanes:
            suit = bits & lane
            if suit:
                try:
                    found += of_suit[suit]
                except KeyError:
                    of_suit[suit] = tuple(play_of[card.index] for card in cards_of(deck, suit))
                    found += of_suit[suit]
        return found

    return of


def cards_in(move: object) -> tuple[Card, ...]:
    """The cards that a move names, in pack order: of a `Play` its card, of others their ``cards``."""
    if isinstance(move, Play):
        return (move.card,)
    cards: Iterable[Card] = getattr(move, "cards", ())
    return tuple(cards)


def faults_of_pack(
    pack: Pack, dealt: Iterable[object]
) -> tuple[tuple[Card, ...], tuple[tuple[str, str], ...]] | None:
    """What is wrong with the cards of a deal: the culprits, and what is wrong with which of them.

    >>> from cardrules import SPANISH
    >>> faults_of_pack(SPANISH, SPANISH.cards) is None
    True
    >>> faults_of_pack(SPANISH, [*SPANISH.cards[2:], SPANISH["7 de oro"]])[1]
    (('missing', '1 de espada, 2 de espada'), ('twice', '7 de oro'))
    """
    listed = list(dealt)
    whole = [card.bit for card in listed if isinstance(card, Card) and card.deck == pack.deck]
    if len(listed) == len(whole) == len(pack) and sum(whole) == pack.bits:
        return None  # as many cards as the pack has, whose bits sum to those of the pack: each is there once
    counts = {card: listed.count(card) for card in listed if isinstance(card, Card)}
    missing = [card for card in pack if card not in counts]
    doubled = [card for card, count in counts.items() if count > 1 and card in pack]
    foreign = [card for card in counts if card not in pack]
    strange = [repr(item) for item in listed if not isinstance(item, Card)]
    named: list[tuple[str, list[str]]] = [
        ("missing", list(map(str, missing))),
        ("twice", list(map(str, doubled))),
        ("not of this pack", [*map(str, foreign), *strange]),
    ]
    faults = tuple((what, ", ".join(names)) for what, names in named if names)
    return (*missing, *doubled, *foreign), faults
