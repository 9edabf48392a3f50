"""What Truco is played with: strengths, Envido points, and the options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

import attrs

from cardrules.cards import SPANISH, Card, CardSet, Pack
from cardrules.dealing import Dealing
from cardrules.errors import RulesError
from cardrules.options import flag, made_of, one_of, terse, whole
from cardrules.ranks import RankOrder
from cardrules.seating import Seating
from cardrules.tricks import TrickOrder

# --- The cards ----------------------------------------------------------------------------------

# truco.rank
STRENGTHS = RankOrder.of("1E 1B 7E 7O 3 2 1C=1O 12 11 10 7B=7C 6 5 4", SPANISH)
DECK = SPANISH.deck

# truco.envido.points
_LANES = tuple(dict.fromkeys(card.lane for card in SPANISH))
_COUNTS = {card: int(card.rank.text) if int(card.rank.text) <= 7 else 0 for card in SPANISH}


def envido_points(dealt: CardSet) -> int:
    """The Envido points of the cards dealt to a player, 0 to 33 (``truco.envido.points``).

    >>> [envido_points(SPANISH.set(cards)) for cards in ("7O 6O 1E", "7C 5C 3C", "12B 11B 1C", "12E 11B 10C")]
    [33, 32, 20, 0]
    """
    return max(_of_suit(dealt.bits & lane) for lane in _LANES)


@cache
def _of_suit(bits: int) -> int:
    """What the cards of one suit are worth: the best two and 20, or the only one."""
    counts = sorted(_COUNTS[card] for card in CardSet(SPANISH, bits))
    return sum(counts[-2:]) + (20 if len(counts) > 1 else 0)


# --- Options ------------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True)
class Format:
    """The sizes of the game: the pack, two seats, and 1 to 3 cards in each hand (`RulesError`)."""

    pack: Pack
    seating: Seating
    each: int
    dealing: Dealing = attrs.field(init=False, repr=False, eq=False)
    tricks: TrickOrder = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        one_of("each", self.each, (1, 2, 3))
        if self.seating != Seating(2):
            raise RulesError("format", f"{self.seating!r} is not two players, each for himself")
        if len(self.pack) < 2 * self.each:
            raise RulesError("cards", f"{len(self.pack)} cards are too few for two hands of {self.each}")
        object.__setattr__(self, "dealing", Dealing.evenly(self.seating.seats, self.each))  # truco.deal
        object.__setattr__(self, "tricks", TrickOrder(self.pack, STRENGTHS, suited=False))  # truco.trick


_USUAL = Format(SPANISH, Seating(2), 3)  # truco.pack, truco.players, truco.deal


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Truco; the defaults are the documented rules.

    - ``target``: the score that wins the match, 1 or more (``truco.match``);
    - ``raise_right``: who may raise after an accepted call: ``"acceptor"``, or ``"either"`` for both
      players (``truco.call.right``);
    - ``envido_after_truco``: whether Envido may be called after an accepted Truco
      (``truco.envido.after_truco``);
    - ``envido_own_card``: whether a player whose own card lies on the table may open the Envido
      (``truco.envido.own_card``);
    - ``max_envidos``: how often Envido may be called in a chain, 1 or more (``truco.envido.chain``);
    - ``falta``: whose way to the target Falta Envido is worth: ``"nearer"``, of the player nearer to it, or
      ``"loser"``, of the one who loses the Envido (``truco.envido.falta``);
    - ``fold_to_envido``: folding to a waiting Envido costs the ``"round_value"``, or the declined Envido
      before it (``"decline_and_fold"``), or is ``"forbidden"`` (``truco.fold.envido``);
    - ``envido_reveal``: what the showdown makes public: both players' ``"points"``, or their ``"cards"`` too
      (``truco.envido.reveal``).

    Raises `RulesError` for impossible options.

    >>> Rules(target=30, falta="loser")
    Rules(target=30, falta='loser')
    """

    target: int = 15
    raise_right: Literal["acceptor", "either"] = "acceptor"
    envido_after_truco: bool = False
    envido_own_card: bool = True
    max_envidos: int = 2
    falta: Literal["nearer", "loser"] = "nearer"
    fold_to_envido: Literal["round_value", "decline_and_fold", "forbidden"] = "round_value"
    envido_reveal: Literal["points", "cards"] = "points"
    format: Format = attrs.field(kw_only=True, default=_USUAL)

    def __attrs_post_init__(self) -> None:
        made_of("format", self.format, Format)
        whole("target", self.target, least=1)
        one_of("raise_right", self.raise_right, ("acceptor", "either"))
        flag("envido_after_truco", self.envido_after_truco)
        flag("envido_own_card", self.envido_own_card)
        whole("max_envidos", self.max_envidos, least=1)
        one_of("falta", self.falta, ("nearer", "loser"))
        one_of("fold_to_envido", self.fold_to_envido, ("round_value", "decline_and_fold", "forbidden"))
        one_of("envido_reveal", self.envido_reveal, ("points", "cards"))

    __repr__ = terse

    @classmethod
    def study(cls, cards: str | Iterable[Card] | None = None, each: int = 3, **options: Any) -> Rules:
        """Rules for a smaller pack or hands of 1 or 2 cards: for brute-force tests and counts. Not the game.

        Tricks that short hands leave out count as parda. Raises `RulesError` where the pack has too few cards
        for two hands.

        >>> Rules.study("1E 2E 3B 4B", each=2, target=3).format.each
        2
        """
        rules = cls(**options)
        pack = SPANISH if cards is None else Pack(SPANISH.deck, SPANISH.set(cards))
        return attrs.evolve(rules, format=Format(pack, rules.format.seating, each))
