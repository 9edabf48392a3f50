"""What a game of one's own is often made of, beside the primitives.

`Format` are its sizes and `evenly` its deal, `Holding` is what a seat has had of a deal, `Bound` a rule about
what may be played, and `after_deal` the match when a deal has been scored. The games of this package need
other sizes, or more speed; these are for games that have no such needs, and the examples show their use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Self, TypeVar

import attrs

from cardrules.cards import Card, CardSet, Pack, cards_of
from cardrules.dealing import Dealing
from cardrules.errors import CardError, Violation
from cardrules.game import Order
from cardrules.match import Match, outcome_of, result_of
from cardrules.scoring import Line
from cardrules.seating import Seating
from cardrules.table import Act, Position, TrickFacts, TrickTable

R = TypeVar("R")


@attrs.frozen(cache_hash=True)
class Format:
    """The sizes of a game: its pack, its seats, and how many cards each of them is dealt.

    >>> from cardrules import FRENCH
    >>> Format(FRENCH, Seating(4), each=13).each
    13
    """

    pack: Pack
    seating: Seating
    each: int


def evenly(state: Position[Any, Any, Any, Any]) -> Order:
    """One card at a time, from the eldest seat on, as many as the format says: for ``Game.order``.

    The rest of the pack is the stock.
    """
    sizes: Format = state.rules.format
    dealing = Dealing.evenly(sizes.seating.seats, sizes.each)
    return Order(dealing, sizes.seating.order_from(state.match.eldest))


@attrs.frozen(cache_hash=True)
class Holding:
    """What a seat has had of a deal: the cards dealt to it, those gone from it since, those come, in order.

    ``bits`` are the bits of its hand, before any card is played. For games in which cards are drawn,
    passed or exchanged; where a hand is what was dealt, a `CardSet` does. A card that has gone may come
    again, and then stays: ``gone`` has each card once. Raises `CardError` for a card that goes and is not
    there, comes and is there already, or goes a second time.

    >>> from cardrules import FRENCH
    >>> holding = Holding(FRENCH.set("A♠ 5♥ 2♣")).gives(FRENCH.set("2♣")).gets(FRENCH["K♥"])
    >>> holding.gone, holding.come, holding.hand
    (FRENCH.set('2♣'), (FRENCH['K♥'],), FRENCH.set('A♠ K♥ 5♥'))
    >>> holding.gets(FRENCH["2♣"]).hand
    FRENCH.set('A♠ K♥ 5♥ 2♣')
    """

    dealt: CardSet
    gone: CardSet = attrs.field(default=attrs.Factory(lambda self: CardSet(self.dealt.pack), takes_self=True))
    come: tuple[Card, ...] = ()
    bits: int = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        times = Counter([*self.dealt, *self.come])
        times.subtract(self.gone)
        for card, count in times.items():
            if count not in (0, 1):
                what = "has gone, and was not there" if count < 0 else "has come, and was there already"
                raise CardError(f"{card} {what}: this hand was dealt {self.dealt or 'nothing'}")
        object.__setattr__(self, "bits", sum(card.bit for card, count in times.items() if count))

    @property
    def hand(self) -> CardSet:
        """The cards that it holds, or has played."""
        return CardSet(self.dealt.pack, self.bits)

    def gives(self, cards: CardSet) -> Holding:
        """The holding after these cards have left it (`CardError` for one that is not there)."""
        for card in cards:
            if not card.bit & self.bits:
                raise CardError(f"{card} cannot go: it is not in {self.hand or 'an empty hand'}")
            if card in self.gone:
                raise CardError(f"{card} cannot go: it has gone before, and a Holding keeps that once only")
        return Holding(self.dealt, self.gone | cards, self.come)

    def gets(self, *cards: Card) -> Holding:
        """The holding after these cards have come, one after the other (`CardError` for one it has)."""
        return Holding(self.dealt, self.gone, (*self.come, *cards))


@attrs.frozen
class InterleavedFacts(TrickFacts):
    """Facts of a deal in which other moves are made between cards played: a call, an exchange, a swap.

    ``after`` says of each of the ``acts`` how many cards had been played before it, so that a state's log has
    all moves in the order in which they were made, and can be replayed. `noted` adds to both.

    >>> from cardrules import FRENCH, Play
    >>> facts = InterleavedFacts(1, Seating(2), 0, acts=(Act(1, "swap"),), after=(1,))
    >>> plays = tuple(Act(seat, Play(card)) for seat, card in enumerate(FRENCH.read("Q♠ A♠")))
    >>> [act.seat for act in facts.in_order(plays)]
    [0, 1, 1]
    """

    after: tuple[int, ...] = ()

    def in_order(self, plays: tuple[Act, ...]) -> tuple[Act, ...]:
        """All public moves of the deal in order: each act after as many cards as lay there before it."""
        merged: list[Act] = []
        done = 0
        for act, after in zip(self.acts, self.after, strict=True):
            merged += (*plays[done:after], act)
            done = after
        return (*merged, *plays[done:])

    def noted(self, position: TrickTable[Any, Any, Any, Any, Any], move: object) -> Self:
        """These facts with one more act: what everybody sees of a move of the seat to move, made now."""
        acts = (*self.acts, Act(position.mover, move))
        return attrs.evolve(self, acts=acts, after=(*self.after, position.played_bits.bit_count()))


class Calls(Enum):
    """A base for an enumeration of what may be said instead of playing a card, whose ``repr`` can be pasted.

    >>> class Call(Calls):
    ...     SWAP = "swap"
    >>> Call.SWAP
    Call.SWAP
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@attrs.frozen
class Bound:
    """A rule that bounds what may be played: to these cards (their bits), if the hand holds any of them.

    ``must`` says what its player must do, or may not, as in "must follow hearts". Bounds in the order of the
    rules say both what is legal and why the rest is not, so that the two cannot disagree.

    >>> from cardrules import FRENCH
    >>> hand, lane = FRENCH.set("K♥ 2♥ 7♣"), FRENCH["A♥"].lane
    >>> bounds = (Bound("my_game.follow", lane, "must follow hearts"), Bound("my_game.low", ~1, "plays low"))
    >>> CardSet(FRENCH, Bound.narrowed(hand.bits, bounds))
    FRENCH.set('K♥ 2♥')
    """

    rule: str
    cards: int
    must: str

    @staticmethod
    def narrowed(hand: int, bounds: Iterable[Bound]) -> int:
        """What of a hand may be played (bits, as all here): each bound narrows what those before it leave."""
        for bound in bounds:
            hand = hand & bound.cards or hand
        return hand

    @staticmethod
    def broken(
        position: Position[Any, Any, Any, Any], card: Card, bounds: Iterable[Bound]
    ) -> Violation | None:
        """The first bound that a card breaks, as a violation of the seat to move; ``None`` if it breaks none.

        It cites the cards that might be played instead, as far as that bound goes.
        """
        hand, seat = position.mover_bits(), position.mover
        for bound in bounds:
            hand = hand & bound.cards or hand
            if not hand & card.bit:
                cards = tuple(cards_of(position.pack.deck, hand))
                held = " and ".join(map(str, cards))
                message = f"seat {seat} holds {held} and {bound.must}."
                return Violation(bound.rule, seat, message, cards, (("card", str(card)),))
        return None


def after_deal(
    match: Match[R],
    lines: Iterable[Line],
    seating: Seating,
    eldest: int,
    over: Callable[[Match[R]], str | None],
) -> Match[R]:
    """The match when a deal has scored these lines, and ``eldest`` is the eldest seat of the next one.

    ``over`` is the function that the game gives as ``Game.over``: by which rule a match is over, given its
    standing and its results, or ``None``. Where it is over, the highest score wins.

    >>> def over(match):
    ...     return "my_game.match" if max(match.scores) > 5 else None
    >>> match = after_deal(Match(None, 0, start=(3, 4)), [Line("my_game.score", 1, 2)], Seating(2), 1, over)
    >>> match.scores, match.outcome.winners, match.outcome.rule
    ((3, 6), (1,), 'my_game.match')
    """
    result = result_of(match, tuple(lines), seating)
    after = Match(match.rules, eldest, match.start, (*match.results, result), result.totals)
    rule = over(after)
    return after if rule is None else attrs.evolve(after, outcome=outcome_of(after.scores, seating, rule))
