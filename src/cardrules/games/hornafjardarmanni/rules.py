"""What Hornafjarðarmanni is played with, its options, and the contract that the cut card makes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

import attrs

from cardrules.cards import FRENCH, Card, Pack, Rank, Suit
from cardrules.errors import RulesError
from cardrules.options import made_of, one_of, terse, whole
from cardrules.ranks import ACE_HIGH, ACE_LOW
from cardrules.seating import Seating
from cardrules.tricks import TrickOrder
from cardrules.trumps import CutTrump, Trump

DECK = FRENCH.deck
_THREE = Seating(3, direction=1)  # hornafjardarmanni.players, hornafjardarmanni.turn

# hornafjardarmanni.contract: what a cut card of these ranks makes.
_TRUMPS = CutTrump(tuple(card.rank for card in FRENCH.read("9♠ 8♠ 7♠ 6♠")))
_NOLO = tuple(card.rank for card in FRENCH.read("5♠ 4♠ 3♠ 2♠"))


# --- Options ------------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True, repr=False)
class Format:
    """The sizes of the game: those of `Format()` are the game's, all others for study only.

    ``pack`` is dealt in three hands of ``each`` cards and ``stock`` cards for the Manni; ``allowances``
    are the cards that the players before the dealer may exchange, in order; ``trumps`` and ``nolo`` are
    the ranks of a cut card that makes its suit trumps, or makes nolo. Raises `RulesError` for sizes that
    do not fit together.
    """

    pack: Pack = FRENCH  # hornafjardarmanni.pack
    seating: Seating = _THREE
    each: int = 12
    stock: int = 16
    allowances: tuple[int, ...] = (7, 5)  # hornafjardarmanni.exchange
    trumps: CutTrump = _TRUMPS
    nolo: tuple[Rank, ...] = _NOLO

    def __attrs_post_init__(self) -> None:
        seats = self.seating.seats
        if self.seating != Seating(3, self.seating.direction):
            raise RulesError("format", f"{self.seating!r} is not three players, each for himself")
        if self.each < 1 or self.each % seats or self.stock < 1:
            raise RulesError(
                "format",
                f"{self.each} cards each and {self.stock} for the Manni: each needs a multiple of {seats}, "
                "the Manni at least one",
            )
        if len(self.pack) != seats * self.each + self.stock:
            raise RulesError(
                "format",
                f"{len(self.pack)} cards are not {seats} hands of {self.each} and a Manni of {self.stock}",
            )
        for cards in self.allowances:
            whole("allowances", cards, least=0)
        if len(self.allowances) != seats - 1:
            raise RulesError("allowances", f"{self.allowances} is not one for each player but the dealer")

    __repr__ = terse

    @property
    def par(self) -> int:
        """The tricks that score nothing: a player's fair share, four of twelve."""
        return self.each // self.seating.seats


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Hornafjarðarmanni; the defaults are the documented rules.

    - ``target``: the score that a winner needs, at least 1 (``hornafjardarmanni.over``);
    - ``nolo_ace``: where the ace ranks in nolo: ``"high"``, or ``"low"``, below the two
      (``hornafjardarmanni.rank.nolo``);
    - ``deal``: ``"packets_of_four"``, or ``"manni_first"``: four rounds, each beginning with four cards
      for the Manni (``hornafjardarmanni.deal``).

    Raises `RulesError` for impossible options.

    >>> Rules(target=20, nolo_ace="low")
    Rules(target=20, nolo_ace='low')
    """

    target: int = 10
    nolo_ace: Literal["high", "low"] = "high"
    deal: Literal["packets_of_four", "manni_first"] = "packets_of_four"
    format: Format = attrs.field(kw_only=True, default=Format())

    def __attrs_post_init__(self) -> None:
        made_of("format", self.format, Format)
        whole("target", self.target, least=1)
        one_of("nolo_ace", self.nolo_ace, ("high", "low"))
        one_of("deal", self.deal, ("packets_of_four", "manni_first"))

    __repr__ = terse

    @classmethod
    def cardgames(cls, *, target: int = 10) -> Rules:
        """The rules that cardgames.io plays: the ace is low in nolo, and the Manni is dealt first.

        >>> Rules.cardgames()
        Rules(nolo_ace='low', deal='manni_first')
        """
        return cls(target, "low", "manni_first")

    @classmethod
    def study(
        cls,
        cards: str | Iterable[Card],
        *,
        each: int = 3,
        allowances: tuple[int, ...] = (7, 5),
        target: int = 10,
        nolo_ace: Literal["high", "low"] = "high",
        deal: Literal["packets_of_four", "manni_first"] = "packets_of_four",
    ) -> Rules:
        """Rules for a smaller pack: for brute-force tests and counts. This is not the game.

        Everybody gets ``each`` cards, a multiple of three, and what is left of the pack is the Manni, at
        least one card (`RulesError`). A third of the tricks is what scores nothing. Cards are dealt one
        or more at a time, as evenly as the sizes allow.

        >>> Rules.study("A♠ K♠ Q♠ J♠ 10♠ A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥", allowances=(2, 1)).format.stock
        3
        """
        pack = Pack(DECK, FRENCH.set(cards))
        whole("each", each, least=1)
        sizes = Format(pack, each=each, stock=len(pack) - 3 * each, allowances=tuple(allowances))
        return cls(target, nolo_ace, deal, format=sizes)


# --- The contract -------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True)
class Contract:
    """What a deal is played for: ``kind`` is ``"no_trumps"``, ``"trumps"`` or ``"nolo"``.

    ``suit`` is the trump suit, if any; ``ace_low`` whether the ace ranks below the two; ``tricks`` says
    who wins a trick.

    >>> Contract("nolo", ace_low=True).tricks.strongest(FRENCH.read("A♠ 2♠ 5♠"))
    2
    """

    kind: str
    suit: Suit | None = None
    ace_low: bool = False
    tricks: TrickOrder = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "tricks", _trick_order(self.suit, self.ace_low))

    def __reduce__(self) -> tuple[object, ...]:
        return Contract, (self.kind, self.suit, self.ace_low)


@cache
def _trick_order(suit: Suit | None, ace_low: bool) -> TrickOrder:
    # hornafjardarmanni.rank, hornafjardarmanni.rank.nolo, hornafjardarmanni.trick
    return TrickOrder(FRENCH, ACE_LOW if ace_low else ACE_HIGH, Trump(suit))


def contract_of(cut: Card, rules: Rules) -> Contract:
    """The contract that a cut card makes (``hornafjardarmanni.contract``).

    >>> contract_of(FRENCH["10♥"], Rules()).kind, contract_of(FRENCH["9♦"], Rules()).suit.name
    ('no_trumps', 'diamonds')
    >>> contract_of(FRENCH["5♠"], Rules.cardgames())
    Contract(kind='nolo', suit=None, ace_low=True)
    """
    if cut.rank in rules.format.nolo:
        return Contract("nolo", None, rules.nolo_ace == "low")  # hornafjardarmanni.rank.nolo
    suit = rules.format.trumps(cut).suit
    return Contract("no_trumps" if suit is None else "trumps", suit)
