"""What cards exist and how they are written: suits, ranks, cards, decks, packs and sets of cards.

A `Deck` is what a printer makes: suits times ranks. It makes every card once, so that a card can be
compared by identity. A `Pack` is the cards of one deck that a game is played with, and a `CardSet`
is any set of cards of one pack, kept in the bits of one integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Protocol

import attrs

from cardrules.errors import CardError, MixedPacks, ParseError, brief, cited, cut

if TYPE_CHECKING:
    from typing import Self


class Printer(Protocol):
    """What prints values in notebooks and in reports of failed tests."""

    def text(self, text: str) -> None:
        """Print a text."""
        ...


class Short:
    """What notebooks and reports of failed tests show by its `repr`, and not field by field."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        printer.text(repr(self))


@attrs.frozen
class Suit:
    """A suit: how it is written (``text``), what it is called, and what else people type for it.

    >>> Suit("♠", "spades", ("S",))
    Suit(text='♠', name='spades', aliases=('S',))
    """

    text: str
    name: str
    aliases: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


@attrs.frozen
class Rank:
    """A rank: how it is written, and what else people type for it. It has no strength: see `RankOrder`.

    >>> Rank("10", ("T",))
    Rank(text='10', aliases=('T',))
    """

    text: str
    aliases: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


@attrs.frozen(cache_hash=True, repr=False)
class Deck(Short):
    """Every card that suits and ranks make: suit by suit, each in the order of the ranks.

    ``name`` is the word by which the full pack is known in Python, in lower case (``french`` for
    `FRENCH`); ``join`` is what stands between rank and suit in a card's text.

    >>> tiny = Deck("tiny", (Suit("x", "exes"), Suit("o", "noughts")), (Rank("1"), Rank("2")))
    >>> [str(card) for card in tiny.cards]
    ['1x', '2x', '1o', '2o']
    """

    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    join: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the deck, in its order."""
        return _cards_of(self)

    def parse(self, text: str) -> Card:
        """The card that a text means; capitals, spaces and long forms do not matter.

        Raises `ParseError` where it means none.

        >>> FRENCH.deck.parse("qs"), FRENCH.deck.parse("T♣"), SPANISH.deck.parse("ancho de espada")
        (FRENCH['Q♠'], FRENCH['10♣'], SPANISH['1 de espada'])
        """
        card = _spellings(self).get(_folded(text))
        if card is None:
            raise _unread(self, text, text, 0)
        return card

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards that a text names, in its order, separated by spaces, commas or semicolons.

        A card may be there twice. Raises `ParseError` for what is no card.

        >>> SPANISH.deck.read("7 de oro, 1E 1E")
        (SPANISH['7 de oro'], SPANISH['1 de espada'], SPANISH['1 de espada'])
        """
        return tuple(_read(self, text))

    def __repr__(self) -> str:
        return f"{self.name.upper()}.deck"

    def __reduce__(self) -> tuple[object, ...]:
        return Deck, (self.name, self.suits, self.ranks, self.join)


@attrs.frozen(eq=False, repr=False)
class Card(Short):
    """One card. A deck makes each of its cards once: compare them with ``is`` or ``==``.

    Take cards from a pack (``FRENCH["Q♠"]``); do not make them. ``index`` is the card's place in its
    deck, ``bit`` is ``1 << index``, and ``lane`` has the bits of all cards of its suit.

    >>> queen = FRENCH["qs"]
    >>> queen, str(queen), queen.suit.name, queen.rank.text
    (FRENCH['Q♠'], 'Q♠', 'spades', 'Q')
    """

    deck: Deck
    suit: Suit
    rank: Rank
    index: int
    bit: int
    lane: int

    def __str__(self) -> str:
        return f"{self.rank.text}{self.deck.join}{self.suit.text}"

    def __repr__(self) -> str:
        return f"{self.deck.name.upper()}[{str(self)!r}]"

    def __reduce__(self) -> tuple[Callable[[Deck, int], Card], tuple[Deck, int]]:
        return _card_at, (self.deck, self.index)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def _card_at(deck: Deck, index: int) -> Card:
    return deck.cards[index]


@cache
def _cards_of(deck: Deck) -> tuple[Card, ...]:
    width = len(deck.ranks)
    return tuple(
        Card(deck, suit, rank, s * width + r, 1 << (s * width + r), ((1 << width) - 1) << (s * width))
        for s, suit in enumerate(deck.suits)
        for r, rank in enumerate(deck.ranks)
    )


def _folded(text: str) -> str:
    return "".join(text.replace("\ufe0f", "").split()).casefold()


@cache
def _spellings(deck: Deck) -> dict[str, Card]:
    """Every way to write a card of the deck, folded, with its card."""
    return {
        _folded(f"{rank}{join}{suit}"): card
        for card in deck.cards
        for rank in (card.rank.text, *card.rank.aliases)
        for join in ("", "de", "of")
        for suit in (card.suit.text, card.suit.name, *card.suit.aliases)
    }


def _unread(deck: Deck, word: str, text: str, position: int) -> ParseError:
    ranks, suits = (" ".join(map(str, of)) for of in (deck.ranks, deck.suits))
    expected = f"a rank ({ranks}) and a suit ({suits})"
    where = "" if word == text else f" at position {position} of {cited(text)}"
    return ParseError(f"{cited(word)}{where} is not a card: expected {expected}", text, position, expected)


def _read(deck: Deck, text: str) -> Iterator[Card]:
    """The cards that a text names, separated by spaces, commas or semicolons."""
    spellings, position = _spellings(deck), 0
    words = [(at, word) for at, word in _words(text)]
    while position < len(words):
        # A card may be written in up to three words: "7 de oro".
        for size in (3, 2, 1):
            run = words[position : position + size]
            card = spellings.get(_folded("".join(word for _, word in run)))
            if card is not None and len(run) == size:
                yield card
                position += size
                break
        else:
            at, word = words[position]
            raise _unread(deck, word, text, at)


def _words(text: str) -> Iterator[tuple[int, str]]:
    start = None
    for at, letter in enumerate(text + " "):
        if letter.isspace() or letter in ",;":
            if start is not None:
                yield start, text[start:at]
            start = None
        elif start is None:
            start = at


def named(card: object) -> str:
    """How a message names what should be a card: a card by its text, anything else by its `repr`."""
    return str(card) if isinstance(card, Card) else brief(card)


def several(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Some cards in the order given (`CardError` where this is one card, or no cards at all)."""
    if isinstance(cards, Card) or not isinstance(cards, Iterable):
        raise CardError(f"{named(cards)} is no set of cards: give text or several cards")
    return tuple(cards)


def _in_deck_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    listed = tuple(cards)
    for card in listed:
        if not isinstance(card, Card):
            raise CardError(f"{brief(card)} is not a card")
    return tuple(sorted(listed, key=lambda card: card.index))


@attrs.frozen(cache_hash=True, repr=False)
class Pack(Short):
    """The cards that a game is played with: some or all cards of one deck, none twice, in deck order.

    >>> len(FRENCH), len(SPANISH)
    (52, 40)
    >>> fifty = FRENCH.without("2♠ 2♦")
    >>> len(fifty), fifty
    (50, FRENCH.without('2♠ 2♦'))
    >>> Pack(FRENCH.deck, [FRENCH["A♠"], FRENCH["A♠"]])
    Traceback (most recent call last):
    cardrules.errors.CardError: A♠ is there twice
    """

    deck: Deck
    cards: tuple[Card, ...] = attrs.field(
        default=attrs.Factory(lambda self: self.deck.cards, takes_self=True), converter=_in_deck_order
    )
    bits: int = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        for card in self.cards:
            if card.deck != self.deck:
                raise CardError(f"{card} is not a card of the {self.deck.name} deck")
        object.__setattr__(self, "bits", _bits_once(self.cards))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.bits & card.bit) and card.deck == self.deck

    def __getitem__(self, text: str) -> Card:
        """The card of this pack that a text means (`ParseError`, `CardError`)."""
        card = self.deck.parse(text)
        if card not in self:
            raise CardError(f"{card} is not a card of this pack ({self!r})")
        return card

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards that a text names, in its order (errors as for `set`).

        >>> FRENCH.read("Q♠ 10c")
        (FRENCH['Q♠'], FRENCH['10♣'])
        """
        cards = self.deck.read(text)
        self.set(cards)
        return cards

    def set(self, cards: str | Iterable[Card] = ()) -> CardSet:
        """The set of these cards, given as text or as cards of this pack.

        Raises `ParseError` for a text that is none, `CardError` for a card of another pack or a card
        named twice.

        >>> FRENCH.set("Q♠ 10c, jd")
        FRENCH.set('Q♠ J♦ 10♣')
        """
        if isinstance(cards, CardSet) and cards.pack is self and not cards.bits & ~self.bits:
            return cards
        listed = self.deck.read(cards) if isinstance(cards, str) else several(cards)
        for card in listed:
            if card not in self:
                raise CardError(f"{named(card)} is not a card of this pack ({self!r})")
        return CardSet(self, _bits_once(listed))

    def without(self, cards: str | Iterable[Card]) -> Pack:
        """The pack that is left when these cards are taken out (errors as for `set`)."""
        return Pack(self.deck, cards_of(self.deck, self.bits & ~self.set(cards).bits))

    def __repr__(self) -> str:
        missing = ((1 << len(self.deck.cards)) - 1) & ~self.bits
        name = self.deck.name.upper()
        if not missing:
            return name
        if len(self) >= missing.bit_count():
            return f"{name}.without({_text(self.deck, missing)!r})"
        return f"Pack({name}.deck, {name}.set({_text(self.deck, self.bits)!r}))"


@attrs.frozen(repr=False)
class CardSet(Short):
    """An immutable set of cards of one pack; it is iterated in pack order.

    Sets of the same pack combine with ``|``, ``&``, ``-`` and ``^`` and compare with ``<=`` and ``<``
    (subset); sets of different packs are unequal, and raise `MixedPacks` when combined. ``bits`` has
    the bit of every card in it.

    >>> hand = FRENCH.set("Q♠ 5♠ 2♦")
    >>> [str(card) for card in hand - FRENCH.set("Q♠")], FRENCH["2♦"] in hand, len(hand)
    (['5♠', '2♦'], True, 3)
    >>> hand.of_suit("♠")
    FRENCH.set('Q♠ 5♠')
    """

    pack: Pack
    bits: int = 0

    def of_suit(self, suit: Suit | str) -> CardSet:
        """The cards of one suit, given as a `Suit` or as its text (``"♠"``, ``"oro"``).

        Raises `ParseError` for a suit that the deck does not have.
        """
        lane = suit_of(self.pack.deck, suit)[1]
        return CardSet(self.pack, self.bits & lane)

    def __iter__(self) -> Iterator[Card]:
        return cards_of(self.pack.deck, self.bits)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.bits & card.bit) and card.deck == self.pack.deck

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.pack, self.bits | self._same(other))

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.pack, self.bits & self._same(other))

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.pack, self.bits & ~self._same(other))

    def __xor__(self, other: CardSet) -> CardSet:
        return CardSet(self.pack, self.bits ^ self._same(other))

    def __le__(self, other: CardSet) -> bool:
        return not self.bits & ~self._same(other)

    def __lt__(self, other: CardSet) -> bool:
        return self <= other and self.bits != other.bits

    def __ge__(self, other: CardSet) -> bool:
        return not self._same(other) & ~self.bits

    def __gt__(self, other: CardSet) -> bool:
        return self >= other and self.bits != other.bits

    def isdisjoint(self, other: CardSet) -> bool:
        """Whether the two sets share no card."""
        return not self.bits & self._same(other)

    def _same(self, other: CardSet) -> int:
        if not isinstance(other, CardSet):
            raise MixedPacks(
                f"a set of cards does not combine with {other!r}: make it a set of {self.pack!r}"
            )
        if other.pack is not self.pack and other.pack != self.pack:
            raise MixedPacks(f"sets of different packs do not mix: {self.pack!r} and {other.pack!r}")
        return other.bits

    def __str__(self) -> str:
        return _text(self.pack.deck, self.bits)

    def __repr__(self) -> str:
        name = repr(self.pack)
        return f"{name}.set({str(self)!r})" if self.bits else f"{name}.set()"


def cards_of(deck: Deck, bits: int) -> Iterator[Card]:
    """The cards whose bits are set, in deck order."""
    cards = deck.cards
    if bits >> len(cards):
        raise CardError(f"{bits:#x} has bits that are no cards of the {deck.name} deck")
    while bits:
        low = bits & -bits
        yield cards[low.bit_length() - 1]
        bits ^= low


def suit_of(deck: Deck, suit: Suit | str) -> tuple[Suit, int]:
    """A suit of a deck, named by any of its spellings, and the bits of its cards (`ParseError`)."""
    wanted = _folded(suit.text if isinstance(suit, Suit) else suit)
    width = len(deck.ranks)
    for s, known in enumerate(deck.suits):
        if wanted in (_folded(name) for name in (known.text, known.name, *known.aliases)):
            return known, ((1 << width) - 1) << (s * width)
    expected = " ".join(known.text for known in deck.suits)
    raise ParseError(f"{cut(str(suit))} is not a suit: expected one of {expected}", str(suit), 0, expected)


def _bits_once(cards: Iterable[Card]) -> int:
    bits = 0
    for card in cards:
        if bits & card.bit:
            raise CardError(f"{card} is there twice")
        bits |= card.bit
    return bits


def _text(deck: Deck, bits: int) -> str:
    between = ", " if deck.join else " "
    return between.join(map(str, cards_of(deck, bits)))


FRENCH = Pack(
    Deck(
        "french",
        (
            Suit("♠", "spades", ("S", "spade", "♤")),
            Suit("♥", "hearts", ("H", "heart", "♡")),
            Suit("♦", "diamonds", ("D", "diamond", "♢")),
            Suit("♣", "clubs", ("C", "club", "♧")),
        ),
        (
            Rank("A", ("ace",)),
            Rank("K", ("king",)),
            Rank("Q", ("queen",)),
            Rank("J", ("jack",)),
            Rank("10", ("T", "ten")),
            *(Rank(str(number)) for number in range(9, 1, -1)),
        ),
    )
)
"""The French pack of 52 cards: ♠ ♥ ♦ ♣, each from the ace down to the two."""

SPANISH = Pack(
    Deck(
        "spanish",
        (
            Suit("espada", "espadas", ("E",)),
            Suit("basto", "bastos", ("B",)),
            Suit("copa", "copas", ("C",)),
            Suit("oro", "oros", ("O",)),
        ),
        (
            Rank("1", ("ancho", "as")),
            *(Rank(str(number)) for number in range(2, 8)),
            Rank("10", ("sota",)),
            Rank("11", ("caballo",)),
            Rank("12", ("rey",)),
        ),
        join=" de ",
    )
)
"""The Spanish pack of 40 cards: espadas, bastos, copas, oros, each 1 to 7, 10, 11 and 12."""
