"""A small game with moves of every kind between the cards played: a call, and a swap that has no fields.

Two play five cards each; the top card of the stock is turned up, and its suit is trumps. Who is to lead may,
once, swap its lowest trump for the card that lies there, and say once what doubles the deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal

import attrs

import cardrules as cr
from cardrules import FRENCH, Bound, Card, Holding, Match, Play, Suit
from cardrules.rulebook import Rule


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Swapping.

    - ``target``: how many points win the match, 2 or 4 (``swapping.match``).
    """

    target: Literal[2, 4] = 2
    format: cr.Format = attrs.field(kw_only=True, default=cr.Format(FRENCH, cr.Seating(2), each=5))

    def __attrs_post_init__(self) -> None:
        cr.one_of("target", self.target, (2, 4))

    __repr__ = cr.terse


@attrs.frozen
class Swap:
    """Taking the card that lies face up for one's lowest trump."""


class Call(cr.Calls):
    """What may be said."""

    DOUBLE = "double"


Move = Play | Swap | Call


@attrs.frozen
class Facts(cr.InterleavedFacts):
    """Public: trumps, and the card that lies face up."""

    trump: Suit | None = None
    turned: Card | None = None

    def has(self, seat: int | None, kind: type) -> bool:
        """Whether a seat, or anybody, has made such a move."""
        return any(seat in (None, act.seat) and isinstance(act.move, kind) for act in self.acts)


@attrs.frozen(repr=False)
class State(cr.TrickState["Rules", "State", "Move", "View", Facts, Holding]):
    """The whole truth."""


@attrs.frozen(repr=False)
class View(cr.TrickView["Rules", "State", "Move", "View", Facts, Holding]):
    """What a seat sees."""


@cache
def tricks(trump: Suit | None) -> cr.TrickOrder:
    """Who wins a trick."""
    return cr.TrickOrder(FRENCH, cr.ACE_HIGH, cr.Trump(trump))


def start(match: Match[Rules]) -> State:
    """Before the first deal."""
    sizes = match.rules.format
    nothing = (Holding(sizes.pack.set()),) * 2
    return State(match, Facts(0, sizes.seating, None, ()), None, (), (), 0, cr.Secrets(nothing))


def dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    """The top card of the stock is turned up."""
    number, leader = len(state.match.results) + 1, state.match.eldest
    facts = Facts(number, state.seating, leader, (), (), stock[0].suit, stock[0])
    own = tuple(Holding(state.pack.set(hand)) for hand in hands)
    return State(state.match, facts, leader, (), (), 0, cr.Secrets(own, stock))


def trumps(position: State | View) -> list[Card]:
    """The trumps of the seat to move, the highest first."""
    hand, turned = position.mover_bits(), position.deal.turned
    return [card for card in FRENCH if turned is not None and card.bit & hand & turned.lane]


def bounds(position: State | View) -> Iterator[Bound]:
    """swapping.follow"""
    for led in position.trick[:1]:
        yield Bound("swapping.follow", led.lane, f"must follow {led.suit.name}")


def others(position: State | View) -> tuple[Swap | Call, ...]:
    """The moves that play no card."""
    seat, deal = position.to_move, position.deal
    if position.trick or not position.mover_bits():
        return ()
    swap = (Swap(),) if trumps(position) and not deal.has(seat, Swap) else ()
    return (*swap, *(() if deal.has(None, Call) else (Call.DOUBLE,)))


def legal_moves(position: State | View) -> Sequence[Move]:
    """Cards, then what else may be done."""
    return (
        *cr.plays(FRENCH.deck)(Bound.narrowed(position.mover_bits(), bounds(position))),
        *others(position),
    )


def verdict(position: State | View, move: Move) -> cr.Violation | None:
    """swapping.swap, swapping.call"""
    if isinstance(move, Play):
        return Bound.broken(position, move.card, bounds(position))
    if move in others(position):
        return None
    seat, rule = position.to_move, "swapping.swap" if isinstance(move, Swap) else "swapping.call"
    return cr.Violation(rule, seat, f"seat {seat} may not do that now.")


def play(state: State, move: Move) -> State:
    """What a move does."""
    if not isinstance(move, Play):
        after = attrs.evolve(state, deal=state.deal.noted(state, move))
        return swapped(after) if isinstance(move, Swap) else after
    after = state.with_card(move.card, tricks(state.deal.trump))
    if any(after.hands) or after.trick:
        return after
    winners = [trick.winner for trick in after.tricks]
    line = cr.Line("swapping.score", max(range(2), key=winners.count), 2 if state.deal.has(None, Call) else 1)
    match = cr.after_deal(state.match, [line], state.seating, state.seating.next[state.match.eldest], over)
    return attrs.evolve(after, match=match, to_move=None)


def swapped(state: State) -> State:
    """swapping.swap"""
    turned, *rest = state.secrets.stock
    lowest, own = trumps(state)[-1], list(state.secrets.own)
    own[state.mover] = own[state.mover].gives(FRENCH.set([lowest])).gets(turned)
    deal = attrs.evolve(state.deal, turned=lowest)
    return attrs.evolve(state, deal=deal, secrets=cr.Secrets(tuple(own), (lowest, *rest)))


def original(state: State) -> tuple[Sequence[Iterable[Card]], Sequence[Card]]:
    """The card that was turned up first is the one that came to who swapped first."""
    swappers = [act.seat for act in state.deal.acts if isinstance(act.move, Swap)]
    first = state.secrets.own[swappers[0]].come if swappers else state.secrets.stock
    return [own.dealt for own in state.secrets.own], (first[0], *state.secrets.stock[1:])


def told(state: State) -> object:
    """The cards that lie, or lay, face up."""
    own = state.secrets.own
    return (original(state)[1][:1], [holding.come for holding in own], [holding.gone for holding in own])


def over(match: Match[Rules]) -> str | None:
    """swapping.match"""
    return "swapping.match" if max(match.scores) >= match.rules.target else None


GAME: cr.Game[Rules, State, Move, View] = cr.Game(
    name="swapping",
    title="Swapping",
    rules=Rules,
    view=View,
    moves=(Play, Swap, Call),
    start=start,
    order=cr.evenly,
    dealt=dealt,
    legal_moves=legal_moves,
    verdict=verdict,
    play=play,
    original=original,
    over=over,
    rule_book=(
        Rule("swapping.follow", "Following suit", "S", "One must follow suit."),
        Rule("swapping.swap", "The swap", "S", "Who leads may take the turned card for its lowest trump."),
    ),
)
cr.bind(GAME, State, View)
