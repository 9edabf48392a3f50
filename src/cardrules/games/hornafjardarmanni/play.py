"""Hornafjarðarmanni as it is played: moves, states, legality, and what a move does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import gcd
from typing import TYPE_CHECKING

import attrs

from cardrules.cards import FRENCH, Card, CardSet, Pack
from cardrules.choices import Choices
from cardrules.dealing import STOCK, Dealing
from cardrules.errors import RulesError, Violation
from cardrules.game import Game, Order, bind
from cardrules.games.hornafjardarmanni.rules import DECK, Contract, Format, Rules, contract_of
from cardrules.match import Match, Result, outcome_of, result_of
from cardrules.moves import Deal, Play, cards_in, plays
from cardrules.refusals import follow_fault
from cardrules.scoring import Line, TricksOver, tally
from cardrules.table import Act, Secrets, TrickFacts, TrickState, TrickView
from cardrules.tricks import Trick, follow

if TYPE_CHECKING:
    from cardrules.possible import Worlds

# --- Moves --------------------------------------------------------------------------------------


def _french(cards: str | Iterable[Card]) -> CardSet:
    return FRENCH.set(cards)


@attrs.frozen(repr=False)
class Exchange:
    """Discarding these cards and taking as many from the Manni; given as text or cards, none to keep all.

    >>> Exchange("A♠ Q♠"), Exchange("")
    (Exchange('A♠ Q♠'), Exchange(''))
    """

    cards: CardSet = attrs.field(converter=_french)

    def __repr__(self) -> str:
        return f"Exchange({str(self.cards)!r})"


@attrs.frozen
class Exchanged:
    """The public part of an exchange: how many cards it was (``hornafjardarmanni.exchange.detail``)."""

    count: int


Move = Play | Exchange


# --- The layout of a state ----------------------------------------------------------------------


@attrs.frozen
class Facts(TrickFacts):
    """What everybody knows of a deal.

    ``phase`` is ``"exchanging"`` or ``"playing"``; ``cut`` is the cut card, which was the bottom of the
    pack, and ``contract`` what it makes (both ``None`` before the first deal); ``left`` is the number of
    cards left in the Manni, ``limit`` how many the seat to move may exchange at most (0 in play).
    ``acts`` are the exchanges: `Exchanged`, in order.
    """

    phase: str = "exchanging"
    cut: Card | None = None
    contract: Contract | None = None
    left: int = 0
    limit: int = 0

    @property
    def dealer(self) -> int | None:
        """The dealer's seat (``None`` before the first deal): the last in turn from the leader."""
        return None if self.leader is None else self.seating.order_from(self.leader)[-1]

    @property
    def exchanged(self) -> tuple[int, ...]:
        """How many cards each player has exchanged so far, from the dealer's left on."""
        return tuple(act.move.count for act in self.acts if isinstance(act.move, Exchanged))


@attrs.frozen(cache_hash=True)
class Holding:
    """What one seat knows of its own cards: what it was dealt, what it discarded, what it drew.

    Discards are out of the game; ``bits`` are the bits of the hand after the exchange, before play.
    """

    dealt: CardSet
    discarded: CardSet
    drawn: CardSet
    bits: int = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        kept = self.dealt.bits & ~self.discarded.bits
        object.__setattr__(self, "bits", kept | self.drawn.bits)


@attrs.frozen(repr=False)
class State(TrickState["Rules", "State", "Move", "View", Facts, Holding]):
    """A state of Hornafjarðarmanni: immutable, hashable, comparable. The Manni is ``secrets.stock``."""


@attrs.frozen(repr=False)
class View(TrickView["Rules", "State", "Move", "View", Facts, Holding]):
    """What one seat, or a spectator, sees of a state of Hornafjarðarmanni."""


if TYPE_CHECKING:
    _layout = State
else:
    _layout = TrickState  # on the hot path: filled first, frozen after


# --- A match and its deals ----------------------------------------------------------------------


def _start(match: Match[Rules]) -> State:
    sizes = match.rules.format
    none = sizes.pack.set()
    own = (Holding(none, none, none),) * sizes.seating.seats
    return State(match, Facts(0, sizes.seating, None, ()), None, (), (), 0, Secrets(own))


def _order(state: State) -> Order:
    # hornafjardarmanni.deal: from the dealer's left, who is eldest.
    return Order(_dealing(state.rules), state.seating.order_from(state.match.eldest))


@cache
def _dealing(rules: Rules) -> Dealing:
    each, stock, seats = rules.format.each, rules.format.stock, rules.format.seating.seats
    if rules.deal == "packets_of_four":
        return Dealing.evenly(seats, each, packet=gcd(each, 4))
    rounds = gcd(each, stock)  # four
    hands = ((place, each // rounds) for place in range(seats))
    return Dealing.rounds(seats, (STOCK, stock // rounds), *hands, times=rounds)


def _dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    rules, seating, leader = state.rules, state.seating, state.match.eldest
    dealer = seating.order_from(leader)[-1]
    # hornafjardarmanni.cut: the bottom of the pack, which is dealt last.
    cut = hands[dealer][-1] if rules.deal == "manni_first" else stock[-1]
    number, left = len(state.match.results) + 1, len(stock)
    contract, limit = contract_of(cut, rules), _limit(rules.format, 0, left)
    facts = Facts(number, seating, leader, (), "exchanging", cut, contract, left, limit)
    none = rules.format.pack.set()
    own = tuple(Holding(_gather(none.pack, hand), none, none) for hand in hands)
    return State(state.match, facts, leader, (), (), 0, Secrets(own, stock))


def _gather(pack: Pack, cards: Sequence[Card]) -> CardSet:
    return CardSet(pack, sum([card.bit for card in cards]))


def _limit(sizes: Format, turn: int, left: int) -> int:
    """How many cards may be exchanged by the player whose turn it is (0: the dealer's left)."""
    most = min(sizes.each, left)  # hornafjardarmanni.exchange.detail
    return min(most, sizes.allowances[turn]) if turn < len(sizes.allowances) else most


# --- Legal moves --------------------------------------------------------------------------------

_plays = plays(DECK)


def legal_moves(position: State | View) -> Sequence[Move]:
    """Exactly the legal moves of the seat to move: cards in pack order; exchanges as a lazy `Choices`.

    Empty where nobody is to move, and for a view of a seat that is not to move.
    """
    hand, seat = position.mover_bits(), position.to_move
    if hand and seat is not None and position.deal.phase == "exchanging":
        own = position.secrets.own[seat] if isinstance(position, State) else position.own
        if own is not None:
            # hornafjardarmanni.exchange: some of what was dealt, since nobody has two turns.
            return Choices(own.dealt, position.deal.limit, Exchange)
    return _plays(_playable(position, hand))


def _playable(position: State | View, hand: int) -> int:
    """The bits of the cards that may be played from the hand of the seat to move."""
    trick = position.trick
    if trick:
        return follow(hand, trick[0].lane)  # hornafjardarmanni.follow
    return 0 if position.deal.phase == "exchanging" else hand


def _moment(position: State | View) -> str:
    return (
        "cards are being exchanged" if position.deal.phase == "exchanging" else "the tricks are being played"
    )


def _kinds(position: State | View) -> tuple[type, ...]:
    return (Exchange,) if position.deal.phase == "exchanging" else (Play,)


def _verdict(position: State | View, move: Move) -> Violation | None:
    seat, deal = position.mover, position.deal
    if isinstance(move, Exchange):
        count = len(move.cards)
        if count <= deal.limit:
            return None
        all_left = ", all that are left in the Manni" if deal.limit == deal.left else ""
        message = f"seat {seat} may exchange at most {deal.limit} cards{all_left}, not {count}."
        params = (("count", count), ("limit", deal.limit), ("left", deal.left))
        return Violation("hornafjardarmanni.exchange", seat, message, tuple(move.cards), params)
    if not position.trick:
        return None  # hornafjardarmanni.follow: any card may be led
    led = position.trick[0]
    held = position.mover_bits() & led.lane
    return follow_fault(position, seat, move, held, led, "hornafjardarmanni.follow")


# --- What a legal move does ---------------------------------------------------------------------


def apply(state: State, move: Move | Deal) -> State:
    """The state after a move or a deal; raises `IllegalMove` with its violation for any that is not legal."""
    seat = state.to_move
    if type(move) is Play and seat is not None:
        card = move.card
        hand = state.secrets.own[seat].bits & ~state.played_bits
        if _playable(state, hand) & card.bit and card.deck is DECK:
            return _play_card(state, seat, card)
    elif type(move) is Exchange and seat is not None and state.deal.phase == "exchanging":
        bits = move.cards.bits
        if not bits & ~state.secrets.own[seat].bits and bits.bit_count() <= state.deal.limit:
            return _exchange(state, seat, move)
    return GAME.checked_apply(state, move)


def _play(state: State, move: Move) -> State:
    seat = state.mover
    return _play_card(state, seat, move.card) if isinstance(move, Play) else _exchange(state, seat, move)


def _exchange(state: State, seat: int, move: Exchange) -> State:
    deal, secrets, sizes = state.deal, state.secrets, state.rules.format
    pack, discarded = sizes.pack, move.cards.bits
    count = discarded.bit_count()
    # hornafjardarmanni.exchange.detail: chosen before a card is seen, drawn from the top.
    drawn = _gather(pack, secrets.stock[:count])
    holding = Holding(secrets.own[seat].dealt, CardSet(pack, discarded), drawn)
    own = (*secrets.own[:seat], holding, *secrets.own[seat + 1 :])
    acts, left = (*deal.acts, Act(seat, Exchanged(count))), deal.left - count
    phase, limit = "exchanging", 0
    if len(acts) < sizes.seating.seats:
        limit = _limit(sizes, len(acts), left)
    else:
        phase = "playing"  # hornafjardarmanni.lead: the turn is back at the dealer's left.
    facts = Facts(deal.number, deal.seating, deal.leader, acts, phase, deal.cut, deal.contract, left, limit)
    rest = Secrets(own, secrets.stock[count:])
    after = _layout(state.match, facts, deal.seating.next[seat], (), (), 0, rest)
    after.__class__ = State
    return after


def _play_card(state: State, seat: int, card: Card) -> State:
    match, deal = state.match, state.deal
    trick = (*state.trick, card)
    played = state.played_bits | card.bit
    seating = deal.seating
    if len(trick) < seating.seats:
        after = _layout(match, deal, seating.next[seat], state.tricks, trick, played, state.secrets)
        after.__class__ = State
        return after
    # hornafjardarmanni.trick: the winner leads next.
    leader, contract = seating.next[seat], deal.contract
    if contract is None:
        raise LookupError("nothing is played before the first deal")
    winner = seating.order_from(leader)[contract.tricks.strongest(trick)]
    tricks = (*state.tricks, Trick(leader, trick, winner))
    if len(tricks) < match.rules.format.each:
        after = _layout(match, deal, winner, tricks, (), played, state.secrets)
        after.__class__ = State
        return after
    return State(_scored(match, contract, tricks), deal, None, tricks, (), played, state.secrets)


# --- Scores -------------------------------------------------------------------------------------


def score(taken: Sequence[int], contract: Contract, rules: Rules) -> tuple[Line, ...]:
    """The lines of a deal in which the players took so many tricks, by seat: one line a player.

    >>> [line.points for line in score((12, 0, 0), Contract("nolo"), Rules())]
    [-8, 4, 4]
    """
    each = -1 if contract.kind == "nolo" else 1
    rule = TricksOver("hornafjardarmanni.score", rules.format.par, each)
    return tuple(line for seat, tricks in enumerate(taken) for line in tally((rule,), tricks, side=seat))


def _scored(match: Match[Rules], contract: Contract, tricks: tuple[Trick, ...]) -> Match[Rules]:
    """The match after a deal: its lines, the new standing, who is eldest next, and whether it is over."""
    rules, seating = match.rules, match.rules.format.seating
    winners = [trick.winner for trick in tricks]
    taken = [winners.count(seat) for seat in range(seating.seats)]
    result = result_of(match, score(taken, contract, rules), seating)
    outcome = None
    if _ends(rules, result.totals):
        outcome = outcome_of(result.totals, seating, "hornafjardarmanni.over")
    eldest = seating.next[match.eldest]  # hornafjardarmanni.next
    return Match(rules, eldest, match.start, (*match.results, result), result.totals, outcome)


def _ends(rules: Rules, scores: tuple[int, ...]) -> bool:
    # hornafjardarmanni.over: high enough, and one player's alone.
    best = max(scores)
    return best >= rules.target and scores.count(best) == 1


def tricks_taken(position: State | View) -> tuple[int, ...]:
    """How many tricks each seat has won in the deal on the table."""
    winners = [trick.winner for trick in position.tricks]
    return tuple(winners.count(seat) for seat in range(position.seating.seats))


def cut_card_seat(position: State | View) -> int | None:
    """The seat to which the cut card came, in the deal or from the Manni; ``None``: nobody has had it yet.

    Everybody can tell: it was dealt to the dealer, or is the last card of the Manni. A dealer who was
    dealt it may have discarded it since, which nobody else knows.
    """
    deal = position.deal
    if position.rules.deal == "manni_first":
        return deal.dealer
    if deal.number == 0 or deal.left:
        return None
    return [act.seat for act in deal.acts if isinstance(act.move, Exchanged) and act.move.count][-1]


def _settled(rules: Rules, result: Result) -> tuple[tuple[int, ...], int]:
    return result.scores, rules.format.seating.next[result.eldest]  # hornafjardarmanni.next


def _check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    if sum(scores):
        raise RulesError("scores", f"{scores} is no standing of this game: it does not sum to 0")
    if _ends(rules, scores):
        raise RulesError("scores", f"{scores} ends the match: one player alone has {rules.target} or more")


def _original(state: State) -> tuple[Sequence[Iterable[Card]], Sequence[Card]]:
    """Hands and Manni as they were dealt, the cut card last of the cards with which it came."""
    own, cut = state.secrets.own, state.deal.cut
    drawn = [card for act in state.deal.acts for card in _last(own[act.seat].drawn, cut)]
    return [_last(holding.dealt, cut) for holding in own], (*drawn, *state.secrets.stock)


def _last(cards: CardSet, cut: Card | None) -> list[Card]:
    return sorted(cards, key=lambda card: card is cut)


def _as_made(state: State, act: Act) -> Move:
    if isinstance(act.move, Exchanged):
        return Exchange(state.secrets.own[act.seat].discarded)
    return Play(cards_in(act.move)[0])


def _possible(view: View) -> Worlds[State]:
    # Only who asks for worlds pays for loading them.
    from cardrules.games.hornafjardarmanni.possible import worlds

    return worlds(view)


GAME: Game[Rules, State, Move, View] = Game(
    name="hornafjardarmanni",
    title="Hornafjarðarmanni",
    rules=Rules,
    view=View,
    moves=(Play, Exchange),
    start=_start,
    order=_order,
    dealt=_dealt,
    legal_moves=legal_moves,
    kinds=_kinds,
    moment=_moment,
    verdict=_verdict,
    play=_play,
    check_scores=_check_scores,
    fast_apply=apply,
    possible=_possible,
    original=_original,
    as_made=_as_made,
    shown=(Exchanged,),
    settled=_settled,
)
bind(GAME, State, View)

new_match = GAME.new_match
shuffle = GAME.shuffle
arrange = GAME.arrange
why_not = GAME.why_not
observe = GAME.observe
events = GAME.events
worlds = GAME.worlds
determinize = GAME.determinize
outcome = GAME.outcome
advance = GAME.advance
replay = GAME.replay
