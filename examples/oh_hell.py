"""Oh Hell: everybody says how many tricks it will win, and scores only if it wins just as many.

>>> import random
>>> state = GAME.new_match(Rules(players=3))
>>> state = cr.apply(state, cr.shuffle(state, random.Random(7)))
>>> state.deal.trump.name, state.deal.tricks, [move.tricks for move in cr.legal_moves(state)]
('hearts', 7, [0, 1, 2, 3, 4, 5, 6, 7])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import attrs

import cardrules as cr
from cardrules import FRENCH, Act, Bound, Card, CardSet, Match, Play, Suit


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Oh Hell.

    - ``players``: 3 to 7 (``oh_hell.players``);
    - ``tricks``: how many cards are dealt to each in the first deal, 1 to 7; one fewer in every further deal
      (``oh_hell.deal``);
    - ``hook``: whether the last may not say what would let all win their numbers (``oh_hell.bid.hook``).
    """

    players: int = 4
    tricks: int = 7
    hook: bool = True
    format: cr.Format = attrs.field(
        kw_only=True, default=attrs.Factory(lambda self: self.sizes(), takes_self=True)
    )

    def sizes(self) -> cr.Format:
        cr.one_of("players", self.players, range(3, 8))
        return cr.Format(FRENCH, cr.Seating(self.players), self.tricks)

    def __attrs_post_init__(self) -> None:
        cr.whole("tricks", self.tricks, least=1, most=7)
        cr.flag("hook", self.hook)

    __repr__ = cr.terse


@attrs.frozen
class Bid:
    """Saying how many tricks one will win."""

    tricks: int


Move = Play | Bid


@attrs.frozen
class Facts(cr.TrickFacts):
    """Public: trumps, the card that was turned for them, and how many tricks the deal has."""

    trump: Suit | None = None
    turned: Card | None = None
    tricks: int = 0

    @property
    def bids(self) -> dict[int, int]:
        """What each seat has said, by seat."""
        return {act.seat: act.move.tricks for act in self.acts if isinstance(act.move, Bid)}


@attrs.frozen(repr=False)
class State(cr.TrickState["Rules", "State", "Move", "View", Facts, CardSet]): ...


@attrs.frozen(repr=False)
class View(cr.TrickView["Rules", "State", "Move", "View", Facts, CardSet]): ...


def start(match: Match[Rules]) -> State:
    sizes = match.rules.format
    nothing = (sizes.pack.set(),) * sizes.seating.seats
    return State(match, Facts(0, sizes.seating, None, ()), None, (), (), 0, cr.Secrets(nothing))


def order(state: State) -> cr.Order:
    each = state.rules.tricks - len(state.match.results)
    dealing = cr.Dealing.evenly(state.rules.players, each)
    return cr.Order(dealing, state.seating.order_from(state.match.eldest))


def dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    number, eldest, turned = len(state.match.results) + 1, state.match.eldest, stock[0]
    facts = Facts(number, state.seating, eldest, (), turned.suit, turned, len(hands[0]))  # oh_hell.trump
    own = tuple(map(state.pack.set, hands))
    return State(state.match, facts, eldest, (), (), 0, cr.Secrets(own, stock))


def bidding(position: State | View) -> bool:
    return len(position.deal.acts) < position.rules.players


def bounds(position: State | View) -> Iterator[Bound]:
    for led in position.trick[:1]:
        yield Bound("oh_hell.follow", led.lane, f"must follow {led.suit.name}")


def legal_moves(position: State | View) -> Sequence[Move]:
    hand = position.mover_bits()
    if not bidding(position):
        return cr.plays(FRENCH.deck)(Bound.narrowed(hand, bounds(position)))
    bids = range(position.deal.tricks + 1) if hand else ()
    return tuple(Bid(tricks) for tricks in bids if tricks != hooked(position))


def hooked(position: State | View) -> int | None:
    """oh_hell.bid.hook: what the last to bid may not say."""
    said = position.deal.bids
    last = len(said) == position.rules.players - 1
    return position.deal.tricks - sum(said.values()) if last and position.rules.hook else None


def verdict(position: State | View, move: Move) -> cr.Violation | None:
    if isinstance(move, Play):
        return Bound.broken(position, move.card, bounds(position))
    seat, tricks = position.to_move, position.deal.tricks
    if not 0 <= move.tricks <= tricks:
        return cr.Violation("oh_hell.bid", seat, f"seat {seat} may bid from 0 to {tricks} tricks.")
    if move.tricks == hooked(position):
        return cr.Violation("oh_hell.bid.hook", seat, f"with {move.tricks} the bids would sum to {tricks}.")
    return None


def kinds(position: State | View) -> tuple[type, ...]:
    return (Bid,) if bidding(position) else (Play,)


@cache
def order_of(trump: Suit | None) -> cr.TrickOrder:
    return cr.TrickOrder(FRENCH, cr.ACE_HIGH, cr.Trump(trump))


def play(state: State, move: Move) -> State:
    if isinstance(move, Bid):
        deal = attrs.evolve(state.deal, acts=(*state.deal.acts, Act(state.mover, move)))
        return attrs.evolve(state, deal=deal, to_move=state.seating.next[state.mover])
    after = state.with_card(move.card, order_of(state.deal.trump))  # oh_hell.trick
    if after.trick or len(after.tricks) < state.deal.tricks:
        return after
    return attrs.evolve(after, match=scored(after), to_move=None)


def scored(state: State) -> Match[Rules]:
    """oh_hell.score: ten points, and one for every trick, to those who win as many as they said."""
    winners = [trick.winner for trick in state.tricks]
    made = [(seat, bid) for seat, bid in sorted(state.deal.bids.items()) if winners.count(seat) == bid]
    lines = [cr.Line("oh_hell.score", seat, 10 + bid) for seat, bid in made]
    return cr.after_deal(state.match, lines, state.seating, state.seating.next[state.match.eldest], over)


def over(match: Match[Rules]) -> str | None:
    return "oh_hell.match" if len(match.results) == match.rules.tricks else None


GAME: cr.Game[Rules, State, Move, View] = cr.Game(
    name="oh_hell",
    title="Oh Hell",
    rules=Rules,
    view=View,
    moves=(Play, Bid),
    start=start,
    order=order,
    dealt=dealt,
    legal_moves=legal_moves,
    verdict=verdict,
    play=play,
    kinds=kinds,
    over=over,
)
cr.bind(GAME, State, View)
