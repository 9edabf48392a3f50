"""German Whist for two: good cards are fought for in the first half of a deal, tricks in the second.

>>> import random
>>> state = GAME.new_match(Rules())
>>> state = cr.apply(state, cr.shuffle(state, random.Random(7)))
>>> state.deal.trump.name, str(state.deal.turned), len(cr.legal_moves(state))
('clubs', 'K♣', 13)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import attrs

import cardrules as cr
from cardrules import FRENCH, Bound, Came, Card, Holding, Match, Play, Suit, Worlds
from cardrules.rulebook import Rule


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of German Whist.

    - ``target``: how many deals win the match, 1 or more (``german_whist.match``).
    """

    target: int = 3
    format: cr.Format = attrs.field(kw_only=True, default=cr.Format(FRENCH, cr.Seating(2), each=13))

    def __attrs_post_init__(self) -> None:
        cr.whole("target", self.target, least=1)

    __repr__ = cr.terse


@attrs.frozen
class Facts(cr.TrickFacts):
    """Public: trumps, the card that lies face up on the stock, and those that lay there before."""

    trump: Suit | None = None
    turned: Card | None = None
    before: tuple[Card, ...] = ()


@attrs.frozen(repr=False)
class State(cr.TrickState["Rules", "State", "Play", "View", Facts, Holding]): ...


@attrs.frozen(repr=False)
class View(cr.TrickView["Rules", "State", "Play", "View", Facts, Holding]): ...


def start(match: Match[Rules]) -> State:
    sizes = match.rules.format
    nothing = (Holding(sizes.pack.set()),) * 2
    return State(match, Facts(0, sizes.seating, None, ()), None, (), (), 0, cr.Secrets(nothing))


def dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    number, leader = len(state.match.results) + 1, state.match.eldest
    facts = Facts(number, state.seating, leader, (), stock[0].suit, stock[0])  # german_whist.trump
    own = tuple(Holding(state.pack.set(hand)) for hand in hands)
    return State(state.match, facts, leader, (), (), 0, cr.Secrets(own, stock))


def bounds(position: State | View) -> Iterator[Bound]:
    """What may be played, in the order of the rules."""
    for led in position.trick[:1]:
        yield Bound("german_whist.follow", led.lane, f"must follow {led.suit.name}")


def legal_moves(position: State | View) -> Sequence[Play]:
    return cr.plays(FRENCH.deck)(Bound.narrowed(position.mover_bits(), bounds(position)))


def verdict(position: State | View, move: Play) -> cr.Violation | None:
    return Bound.broken(position, move.card, bounds(position))


@cache
def tricks(trump: Suit | None) -> cr.TrickOrder:
    return cr.TrickOrder(FRENCH, cr.ACE_HIGH, cr.Trump(trump))


def play(state: State, move: Play) -> State:
    after = state.with_card(move.card, tricks(state.deal.trump))  # german_whist.trick
    if after.trick:
        return after
    if after.secrets.stock:
        return draw(after)
    if len(after.tricks) < 2 * state.rules.format.each:
        return after
    return attrs.evolve(after, match=scored(after), to_move=None)


def draw(state: State) -> State:
    """german_whist.draw: the winner gets the card that lies face up, the other the next one unseen."""
    turned, hidden, *stock = state.secrets.stock
    own = tuple(
        holding.gets(turned if seat == state.to_move else hidden)
        for seat, holding in enumerate(state.secrets.own)
    )
    top, before = stock[0] if stock else None, (*state.deal.before, turned)
    deal = attrs.evolve(state.deal, turned=top, before=before)
    return attrs.evolve(state, deal=deal, secrets=cr.Secrets(own, tuple(stock)))


def scored(state: State) -> Match[Rules]:
    """german_whist.score: a point for most tricks of the second half."""
    winners = [trick.winner for trick in state.tricks[-state.rules.format.each :]]
    line = cr.Line("german_whist.score", max(range(2), key=winners.count), 1)
    return cr.after_deal(state.match, [line], state.seating, state.seating.next[state.match.eldest], over)


def over(match: Match[Rules]) -> str | None:
    return "german_whist.match" if max(match.scores) >= match.rules.target else None


def original(state: State) -> tuple[Sequence[Iterable[Card]], Sequence[Card]]:
    """The hands and the stock as they were dealt."""
    one, other = state.secrets.own
    drawn: list[Card] = []
    for trick, first, second in zip(state.tricks, one.come, other.come, strict=False):
        drawn += (first, second) if trick.winner == 0 else (second, first)
    return (one.dealt, other.dealt), (*drawn, *state.secrets.stock)


def possible(view: View) -> Worlds[State]:
    deal, each, other = view.deal, view.rules.format.each, 1 - (view.seat or 0)
    places = [Came("dealt", other, each)]
    for at, turned in enumerate(deal.before):
        won = view.tricks[at].winner == other
        places.append(Came("drawn", other, 1, since=at + 1, card=turned if won else None))
    if deal.turned is not None:
        left = len(view.pack) - 2 * each - 2 * len(deal.before)
        places += [Came("turned", None, 1, card=deal.turned), Came("stock", None, left - 1)]
    return cr.with_draws(view, State, places, tricks(deal.trump))


BOOK = (
    Rule("german_whist.deal", "The deal", "S", "Thirteen cards each, one at a time. The rest is the stock."),
    Rule("german_whist.trump", "Trumps", "S", "The top card of the stock is turned up; its suit is trumps."),
    Rule("german_whist.follow", "Following suit", "S", "One must follow suit."),
    Rule(
        "german_whist.trick", "Tricks", "S", "Trumps win, else the highest of the suit led. The winner leads."
    ),
    Rule("german_whist.draw", "Drawing", "S", "The winner draws the card turned up, the other the next one."),
    Rule("german_whist.score", "The score", "S", "Who wins most of the last thirteen tricks scores a point."),
    Rule("german_whist.match", "The match", "S", "Three points win, or as many as the option says."),
)

GAME: cr.Game[Rules, State, Play, View] = cr.Game(
    name="german_whist",
    title="German Whist",
    rules=Rules,
    view=View,
    moves=(Play,),
    start=start,
    order=cr.evenly,
    dealt=dealt,
    legal_moves=legal_moves,
    verdict=verdict,
    play=play,
    original=original,
    possible=possible,
    over=over,
    rule_book=BOOK,
)
cr.bind(GAME, State, View)
