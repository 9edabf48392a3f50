"""What Gong Zhu is played with, and its options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import attrs

from cardrules.cards import FRENCH, Card, CardSet, Pack
from cardrules.dealing import Dealing
from cardrules.errors import CardrulesError, RulesError, brief
from cardrules.options import flag, made_of, one_of, terse, whole
from cardrules.ranks import ACE_HIGH
from cardrules.seating import Seating
from cardrules.tricks import TrickOrder

# --- The cards ----------------------------------------------------------------------------------

HEARTS = CardSet(FRENCH, FRENCH.bits).of_suit("♥")
ACE, PIG, SHEEP, DOUBLER = FRENCH.read("A♥ Q♠ J♦ 10♣")
EXPOSABLE = FRENCH.set((ACE, PIG, SHEEP, DOUBLER))  # gong_zhu.expose
DECK = FRENCH.deck
SCORING = HEARTS | EXPOSABLE  # gong_zhu.capture

# gong_zhu.score.hearts
HEART_POINTS = {
    **dict.fromkeys(FRENCH.set("10♥ 9♥ 8♥ 7♥ 6♥ 5♥"), -10),
    **dict(zip(FRENCH.read("A♥ K♥ Q♥ J♥ 4♥ 3♥ 2♥"), (-50, -40, -30, -20, 0, 0, 0), strict=True)),
}


# --- Options ------------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True)
class Format:
    """The sizes of the game: the pack, the seats, and the cards in each hand.

    The pack must hold the pig and deal out evenly, ``each`` cards a seat (`RulesError`).
    """

    pack: Pack
    seating: Seating
    each: int
    dealing: Dealing = attrs.field(init=False, repr=False, eq=False)
    tricks: TrickOrder = attrs.field(init=False, repr=False, eq=False)
    marker: Card = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        seats = self.seating.seats
        if PIG not in self.pack or len(self.pack) != seats * self.each:
            what = f"a pack of {len(self.pack)} for {seats} players"
            raise RulesError("format", f"{what}: it must hold Q♠ and deal out evenly")
        lowest_spade = min((card for card in self.pack if card.suit is PIG.suit), key=ACE_HIGH.strength)
        object.__setattr__(self, "dealing", Dealing.evenly(seats, self.each))  # gong_zhu.deal
        object.__setattr__(self, "tricks", TrickOrder(self.pack, ACE_HIGH))  # gong_zhu.rank
        object.__setattr__(self, "marker", lowest_spade)  # gong_zhu.leader


def _removed(cards: str | Iterable[Card] | None) -> CardSet | None:
    try:
        return None if cards is None else FRENCH.set(cards)
    except CardrulesError as error:
        raise RulesError("removed", f"{brief(cards)} are not two cards: {error}") from error


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Gong Zhu; the defaults are the documented rules.

    - ``players``: 4 or 5 (``gong_zhu.players``);
    - ``partnerships``: whether four play as two pairs, ``(0, 2)`` against ``(1, 3)``;
    - ``removed``: with five players, the two cards left out, none of them a scoring card, as text or
      cards; 2♠ and 2♦ where not given (``gong_zhu.pack``);
    - ``exposure``: ``"open"``, or ``"none"`` for a game without exposing (``gong_zhu.expose.order``);
    - ``first_lead``: ``"free"``, or ``"marker"``: the first lead of the match must be the marker itself
      (``gong_zhu.lead.free``);
    - ``pig_flips``: for whom the pig counts +100: ``"all_hearts"``, or ``"sweep"`` for a player who takes
      all 16 scoring cards only (``gong_zhu.score.pig_flips``);
    - ``losing_score``: the total at which the match ends, below 0 (``gong_zhu.over``).

    Raises `RulesError` for impossible options, alone or together.

    >>> Rules(players=5, removed="2♣ 2♦")
    Rules(players=5, removed=FRENCH.set('2♦ 2♣'))
    """

    players: int = 4
    partnerships: bool = False
    removed: CardSet | None = attrs.field(default=None, converter=_removed)
    exposure: Literal["open", "none"] = "open"
    first_lead: Literal["free", "marker"] = "free"
    pig_flips: Literal["all_hearts", "sweep"] = "all_hearts"
    losing_score: int = -1000
    format: Format = attrs.field(
        kw_only=True, default=attrs.Factory(lambda self: self._usual_format(), takes_self=True)
    )

    def _usual_format(self) -> Format:
        seating, pack = self._usual_seating(), FRENCH
        if self.players == 5:
            pack = FRENCH.without("2♠ 2♦" if self.removed is None else self.removed)  # gong_zhu.pack
        return Format(pack, seating, len(pack) // self.players)

    def _usual_seating(self) -> Seating:
        one_of("players", self.players, (4, 5))  # gong_zhu.players
        flag("partnerships", self.partnerships)
        if self.partnerships and self.players != 4:
            raise RulesError("partnerships", f"True needs four players, not {self.players}")
        if self.removed is not None:  # gong_zhu.pack
            if self.players != 5:
                raise RulesError("removed", f"cards are removed with five players only, not {self.players}")
            if len(self.removed) != 2:
                raise RulesError("removed", f"two cards are removed, not {len(self.removed)}: {self.removed}")
            if self.removed & SCORING:
                raise RulesError(
                    "removed", f"{self.removed & SCORING} may not be removed: it is a scoring card"
                )
        # gong_zhu.direction
        return Seating.partners_opposite(4, -1) if self.partnerships else Seating(self.players, -1)

    def __attrs_post_init__(self) -> None:
        made_of("format", self.format, Format)
        if self.format.seating != self._usual_seating():
            how = " in partnerships" if self.partnerships else ""
            raise RulesError("format", f"its seats are not those of {self.players} players{how}")
        if self.removed is not None and self.removed.bits & self.format.pack.bits:
            raise RulesError("format", f"its pack holds cards that are removed: {self.removed}")
        one_of("exposure", self.exposure, ("open", "none"))
        one_of("first_lead", self.first_lead, ("free", "marker"))
        one_of("pig_flips", self.pig_flips, ("all_hearts", "sweep"))
        whole("losing_score", self.losing_score, most=-1)

    __repr__ = terse

    @classmethod
    def study(cls, cards: str | Iterable[Card], **options: Any) -> Rules:
        """Rules for a smaller pack: for brute-force tests and counts. This is not the game.

        The pack must hold the pig and deal out evenly (`RulesError`). Everything reads "all" as all that
        this pack has of it; nobody takes all the hearts of a pack that has none.

        >>> Rules.study("A♠ Q♠ 2♠ 3♠ A♥ K♥ 2♥ 3♥", exposure="none").format.each
        2
        """
        rules = cls(**options)
        pack = Pack(FRENCH.deck, FRENCH.set(cards))
        smaller = Format(pack, rules.format.seating, len(pack) // rules.players)
        return attrs.evolve(rules, format=smaller)
