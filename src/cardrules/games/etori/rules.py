"""What Etori is played with, and its options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import attrs

from cardrules.cards import FRENCH, Card, CardSet, Pack, Suit, suit_of
from cardrules.dealing import Dealing
from cardrules.errors import CardrulesError, RulesError, brief
from cardrules.options import made_of, one_of, terse, whole
from cardrules.ranks import ACE_HIGH
from cardrules.seating import Seating
from cardrules.tricks import TrickOrder
from cardrules.trumps import Trump

# --- The cards ----------------------------------------------------------------------------------

PICTURES = FRENCH.set(card for card in FRENCH if card.rank.text in ("J", "Q", "K", "A"))  # etori.pack
ACES = FRENCH.set("A♠ A♥ A♦ A♣")
DIAMONDS = FRENCH["A♦"].suit
DECK = FRENCH.deck


# --- Options ------------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True)
class Format:
    """The sizes of the game: the pack, the seats, and from how many pictures on winners are paid more.

    Four players are active in every deal and are dealt the whole pack; ``many`` is the number of
    pictures from which Rensho or the ace of trumps brings 2 tokens instead of 1 (``etori.pay``).
    """

    pack: Pack
    seating: Seating
    many: int = 12
    dealing: Dealing = attrs.field(init=False, repr=False, eq=False)
    pictures: CardSet = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        whole("many", self.many, least=1)
        object.__setattr__(self, "dealing", Dealing.evenly(4, len(self.pack) // 4))  # etori.deal
        object.__setattr__(self, "pictures", CardSet(self.pack, self.pack.bits & PICTURES.bits))


def _read_suit(suit: Suit | str) -> Suit:
    try:
        return suit_of(DECK, suit)[0]
    except (CardrulesError, AttributeError, TypeError) as error:
        suits = " ".join(map(str, DECK.suits))
        raise RulesError("trump", f"{brief(suit)} is not a suit: {suits}", DECK.suits) from error


def _read_ace(card: Card | str) -> Card:
    try:
        found = FRENCH[card] if isinstance(card, str) else card
    except CardrulesError as error:
        raise RulesError("rensho", str(error)) from error
    if found not in ACES:
        raise RulesError("rensho", f"{brief(card)} is not an ace of the French pack", tuple(ACES))
    return found


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Etori; the defaults are the documented rules.

    - ``players``: 4 or 6 (``etori.players``);
    - ``tokens``: what each team starts with, 1 or more (``etori.tokens``);
    - ``trump``: the trump suit, as text or `Suit` (``etori.trump``);
    - ``rensho``: the ace that wins every trick, as text or `Card`, not of the trump suit
      (``etori.rensho``);
    - ``aces``: which aces the winners are paid by: ``"dealt"`` to them, or ``"captured"``
      (``etori.pay.aces``);
    - ``direction``: ``"clockwise"`` or ``"counterclockwise"`` (``etori.turn``).

    Raises `RulesError` for impossible options, alone or together.

    >>> Rules(trump="clubs", rensho="A♠")
    Rules(trump='♣', rensho=FRENCH['A♠'])
    """

    players: int = 4
    tokens: int = 5
    trump: Suit = attrs.field(
        default=DIAMONDS, converter=_read_suit, repr=lambda suit: repr(suit.text)
    )  # etori.trump
    rensho: Card = attrs.field(default=FRENCH["A♣"], converter=_read_ace)  # etori.rensho
    aces: Literal["dealt", "captured"] = "dealt"
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    format: Format = attrs.field(
        kw_only=True,
        default=attrs.Factory(lambda self: Format(FRENCH, self._usual_seating()), takes_self=True),
    )
    tricks: TrickOrder = attrs.field(init=False, repr=False, eq=False)
    """What follows what and wins: ranks, trumps and Rensho."""

    def _usual_seating(self) -> Seating:
        one_of("players", self.players, (4, 6))  # etori.players
        one_of("direction", self.direction, ("clockwise", "counterclockwise"))  # etori.turn
        # etori.seats
        return Seating.partners_opposite(self.players, 1 if self.direction == "clockwise" else -1)

    def __attrs_post_init__(self) -> None:
        made_of("format", self.format, Format)
        whole("tokens", self.tokens, least=1)
        if self.rensho.suit == self.trump:
            raise RulesError("rensho", f"{self.rensho} is of the trump suit {self.trump}")
        one_of("aces", self.aces, ("dealt", "captured"))
        pack, seating = self.format.pack, self.format.seating
        if seating != self._usual_seating():
            raise RulesError("format", f"its seats are not those of {self.players} players {self.direction}")
        if self.rensho not in pack or len(pack) % 4:
            raise RulesError("format", f"{len(pack)} cards: needs {self.rensho}, dealt out evenly to four")
        # etori.rank, etori.trump, etori.rensho: the boss stays a card of its own suit.
        order = TrickOrder(pack, ACE_HIGH, Trump(self.trump, boss=self.rensho))
        object.__setattr__(self, "tricks", order)

    __repr__ = terse

    @classmethod
    def kakeya(
        cls, *, players: int = 4, tokens: int = 5, aces: Literal["dealt", "captured"] = "dealt"
    ) -> Rules:
        """A pair of trumps and Rensho that published accounts play: ♠ with A♣, counter-clockwise.

        >>> Rules.kakeya(players=6)
        Rules(players=6, trump='♠', direction='counterclockwise')
        """
        return cls(players, tokens, "♠", "A♣", aces, "counterclockwise")

    @classmethod
    def study(cls, cards: str | Iterable[Card], *, many: int = 12, **options: Any) -> Rules:
        """Rules for a smaller pack: for brute-force tests and counts. This is not the game.

        The pack must hold Rensho and deal out evenly to four (`RulesError`). "All sixteen" pictures are
        all that this pack has; ``many`` is the number of pictures from which 2 tokens are paid.

        >>> str(Rules.study("A♣ 2♣ A♦ 2♦ K♠ 2♠ J♠ 3♠").format.pictures)
        'K♠ J♠ A♦ A♣'
        """
        rules = cls(**options)
        pack = Pack(DECK, FRENCH.set(cards))
        return attrs.evolve(rules, format=Format(pack, rules.format.seating, many))
