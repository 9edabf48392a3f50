"""Hearts for four, with passing: three cards go on to another player, and nobody else knows which.

>>> import random
>>> state = GAME.new_match(Rules())
>>> state = cr.apply(state, cr.shuffle(state, random.Random(7)))
>>> state.deal.passing, len(cr.legal_moves(state))
('left', 286)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

import cardrules as cr
from cardrules import FRENCH, Act, Bound, Card, CardSet, Holding, Match, Play

OPENING, QUEEN = FRENCH.read("2♣ Q♠")
HEARTS = CardSet(FRENCH, FRENCH.bits).of_suit("♥")
POINTS = cr.CardPoints("hearts.score", dict.fromkeys(HEARTS, -1) | {QUEEN: -13})
TRICKS = cr.TrickOrder(FRENCH, cr.ACE_HIGH)
PASSING = {"left": 1, "right": 3, "across": 2, "none": 0}  # hearts.pass: in turn, and how many seats on


def _three(cards: str | Iterable[Card]) -> CardSet:
    return FRENCH.set(cards)


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Hearts; scores are points lost, below 0.

    - ``limit``: the score at which the match ends, below 0 (``hearts.match``).
    """

    limit: int = -100
    format: cr.Format = attrs.field(kw_only=True, default=cr.Format(FRENCH, cr.Seating(4), each=13))

    def __attrs_post_init__(self) -> None:
        cr.whole("limit", self.limit, most=-1)

    __repr__ = cr.terse


@attrs.frozen
class Pass:
    """Passing three cards, given as text or cards."""

    cards: CardSet = attrs.field(converter=_three)


@attrs.frozen
class Passed:
    """What everybody sees of it: how many cards."""

    count: int


Move = Play | Pass


@attrs.frozen
class Facts(cr.TrickFacts):
    """Public: to whom cards are passed. While there is no leader, the seat to move passes."""

    passing: str = "none"


@attrs.frozen(repr=False)
class State(cr.TrickState["Rules", "State", "Move", "View", Facts, Holding]): ...


@attrs.frozen(repr=False)
class View(cr.TrickView["Rules", "State", "Move", "View", Facts, Holding]): ...


def start(match: Match[Rules]) -> State:
    sizes = match.rules.format
    nothing = (Holding(sizes.pack.set()),) * 4
    return State(match, Facts(0, sizes.seating, None, ()), None, (), (), 0, cr.Secrets(nothing))


def dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    number = len(state.match.results) + 1
    facts = Facts(number, state.seating, None, (), list(PASSING)[(number - 1) % 4])
    own = tuple(Holding(state.pack.set(hand)) for hand in hands)
    after = State(state.match, facts, state.match.eldest, (), (), 0, cr.Secrets(own))
    return opened(after) if facts.passing == "none" else after


def opened(state: State) -> State:
    """hearts.lead: the holder of 2♣ leads."""
    leader = next(seat for seat in range(4) if OPENING in state.hand(seat))
    return attrs.evolve(state, deal=attrs.evolve(state.deal, leader=leader), to_move=leader)


def bounds(position: State | View) -> Iterator[Bound]:
    """What may be played, in the order of the rules."""
    if position.trick:
        led = position.trick[0]
        yield Bound("hearts.follow", led.lane, f"must follow {led.suit.name}")
        if not position.tricks:
            yield Bound("hearts.first", ~(HEARTS.bits | QUEEN.bit), "may not score in the first trick")
    elif not position.tricks:
        yield Bound("hearts.lead", OPENING.bit, "must lead it to the first trick")
    elif not position.played_bits & HEARTS.bits:
        yield Bound("hearts.broken", ~HEARTS.bits, "may not lead hearts before one has been played")


def legal_moves(position: State | View) -> Sequence[Move]:
    hand = position.mover_bits()
    if hand and position.deal.leader is None:
        return cr.Choices(CardSet(FRENCH, hand), 3, Pass, least=3)
    return cr.plays(FRENCH.deck)(Bound.narrowed(hand, bounds(position)))


def kinds(position: State | View) -> tuple[type, ...]:
    return (Pass,) if position.deal.leader is None else (Play,)


def verdict(position: State | View, move: Move) -> cr.Violation | None:
    if isinstance(move, Play):
        return Bound.broken(position, move.card, bounds(position))
    message = f"seat {position.to_move} must pass three cards, not {len(move.cards)}."
    fault = cr.Violation("hearts.pass", position.to_move, message, tuple(move.cards))
    return None if len(move.cards) == 3 else fault


def play(state: State, move: Move) -> State:
    if isinstance(move, Pass):
        return passed(state, move)
    after = state.with_card(move.card, TRICKS)  # hearts.trick
    if after.trick or len(after.tricks) < state.rules.format.each:
        return after
    return attrs.evolve(after, match=scored(after), to_move=None)


def passed(state: State, move: Pass) -> State:
    """hearts.pass: nobody sees what he gets before all have passed."""
    seat, deal, own = state.mover, state.deal, list(state.secrets.own)
    own[seat] = own[seat].gives(move.cards)
    deal = attrs.evolve(deal, acts=(*deal.acts, Act(seat, Passed(3))))
    by, all_passed = PASSING[deal.passing], len(deal.acts) == 4
    if all_passed:
        own = [holding.gets(*own[(at - by) % 4].gone) for at, holding in enumerate(own)]
    after = attrs.evolve(state, deal=deal, to_move=state.seating.next[seat], secrets=cr.Secrets(tuple(own)))
    return opened(after) if all_passed else after


def scored(state: State) -> Match[Rules]:
    """hearts.score; who takes all the points gives 26 to each other player instead (hearts.moon)."""
    lines = [line for seat in range(4) for line in cr.tally((POINTS,), state.taken_by(seat), seat)]
    if len(lines) == 1:
        lines += [cr.Line("hearts.moon", seat, 26 if seat == lines[0].side else -26) for seat in range(4)]
    return cr.after_deal(state.match, lines, state.seating, state.seating.next[state.match.eldest], over)


def over(match: Match[Rules]) -> str | None:
    return "hearts.match" if min(match.scores) <= match.rules.limit else None


def as_made(state: State, act: Act) -> Move:
    return act.move if isinstance(act.move, Play) else Pass(state.secrets.own[act.seat].gone)


GAME: cr.Game[Rules, State, Move, View] = cr.Game(
    name="hearts",
    title="Hearts",
    rules=Rules,
    view=View,
    moves=(Play, Pass),
    start=start,
    order=cr.evenly,
    dealt=dealt,
    legal_moves=legal_moves,
    kinds=kinds,
    verdict=verdict,
    play=play,
    as_made=as_made,
    over=over,
    shown=(Passed,),
)
cr.bind(GAME, State, View)
