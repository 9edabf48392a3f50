"""Gong Zhu as it is played: moves, states, legality, what a move does, and scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.cards import FRENCH, Card, CardSet
from cardrules.choices import Choices
from cardrules.errors import RulesError, Violation
from cardrules.game import Game, Order, bind
from cardrules.games.gong_zhu.rules import (
    ACE,
    DECK,
    DOUBLER,
    EXPOSABLE,
    HEART_POINTS,
    HEARTS,
    PIG,
    SCORING,
    SHEEP,
    Rules,
)
from cardrules.match import Match, Result, outcome_of, result_of
from cardrules.moves import Deal, Play, plays
from cardrules.refusals import follow_fault, listed
from cardrules.scoring import CardPoints, Factor, Item, Line, ScoringRule, tally
from cardrules.table import Act, Secrets, TrickFacts, TrickState, TrickView, layout
from cardrules.tricks import Trick, follow

if TYPE_CHECKING:
    from cardrules.possible import Worlds

# --- Moves --------------------------------------------------------------------------------------


def _french(cards: str | Iterable[Card]) -> CardSet:
    return FRENCH.set(cards)


@attrs.frozen(repr=False)
class Expose:
    """Exposing some of A♥, Q♠, J♦ and 10♣ from one's hand, or none; given as text or cards.

    Raises `ParseError` for a text that is none, `CardError` for a card twice or of another pack.

    >>> Expose("Q♠ J♦"), Expose("")
    (Expose('Q♠ J♦'), Expose(''))
    """

    cards: CardSet = attrs.field(converter=_french)

    def __repr__(self) -> str:
        return f"Expose({str(self.cards)!r})"


Move = Play | Expose


# --- The layout of a state ----------------------------------------------------------------------


@attrs.frozen
class Facts(TrickFacts):
    """What everybody knows of a deal.

    ``phase`` is ``"exposing"`` or ``"playing"``; ``exposed`` are the cards exposed, ``held_back`` those of
    them whose suit has not been led in an earlier trick; ``opening`` is the card that must be led to the
    first trick, if any.
    """

    phase: str
    exposed: CardSet
    held_back: CardSet
    opening: Card | None = None


@layout
class _Layout(TrickState["Rules", "State", "Move", "View", Facts, CardSet]):
    """A state with the bits of the cards that may be played in it, which follow from the rest."""

    playable: int = attrs.field(init=False, eq=False, repr=False)


@attrs.frozen(repr=False)
class State(_Layout):
    """A state of Gong Zhu: immutable, hashable, comparable."""

    def __attrs_post_init__(self) -> None:
        playable = _playable(self.deal, self.tricks, self.trick, self.mover_bits())
        object.__setattr__(self, "playable", playable)


@attrs.frozen(repr=False)
class View(TrickView["Rules", "State", "Move", "View", Facts, CardSet]):
    """What one seat, or a spectator, sees of a state of Gong Zhu."""

    @property
    def playable(self) -> int:
        """The bits of the cards that the seat may play now."""
        return _playable(self.deal, self.tricks, self.trick, self.mover_bits())


# The hot path makes states in half the time: it fills a layout and turns it into a `State`.
_layout: Any = _Layout


# --- A match and its deals ----------------------------------------------------------------------


def _start(match: Match[Rules]) -> State:
    none, seating = CardSet(match.rules.format.pack), match.rules.format.seating
    phase = "playing" if match.rules.exposure == "none" else "exposing"
    facts = Facts(0, seating, None, (), phase, none, none)
    return State(match, facts, None, (), (), 0, Secrets((none,) * seating.seats))


def _order(state: State) -> Order:
    # gong_zhu.deal: the eldest took the pig in the previous deal.
    return Order(state.rules.format.dealing, state.seating.order_from(state.match.eldest))


def _dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    rules, number = state.rules, len(state.match.results) + 1
    leader, opening = state.match.eldest, None
    if number == 1:
        marker = rules.format.marker
        leader = next(seat for seat, hand in enumerate(hands) if marker in hand)  # gong_zhu.leader
        opening = marker if rules.first_lead == "marker" else None  # gong_zhu.lead.free
    phase = "playing" if rules.exposure == "none" else "exposing"
    none = CardSet(state.pack)
    facts = Facts(number, state.seating, leader, (), phase, none, none, opening)
    own = tuple(state.pack.set(hand) for hand in hands)
    return State(state.match, facts, leader, (), (), 0, Secrets(own))


# --- Legal moves --------------------------------------------------------------------------------

_plays = plays(FRENCH.deck)


def legal_moves(position: State | View) -> Sequence[Move]:
    """Exactly the legal moves of the seat to move: cards in pack order; exposures from the empty one up.

    Empty where nobody is to move, and for a view of a seat that is not to move.
    """
    playable = position.playable
    if playable:
        return _plays(playable)
    hand = position.mover_bits()
    return _exposures(hand & EXPOSABLE.bits) if hand else ()  # gong_zhu.expose, gong_zhu.expose.order


@cache
def _exposures(bits: int) -> tuple[Expose, ...]:
    return tuple(Choices(CardSet(FRENCH, bits), len(EXPOSABLE), Expose))


def _playable(deal: Facts, tricks: tuple[Trick, ...], trick: tuple[Card, ...], hand: int) -> int:
    """The bits of the cards that may be played from the hand of the seat to move; 0 while exposing."""
    held_back = deal.held_back.bits & hand
    if trick:
        lane = trick[0].lane
        cards = follow(hand, lane)  # gong_zhu.follow
        if held_back & lane and cards != held_back & lane:
            return cards & ~held_back  # gong_zhu.expose.hold: all of these are of the led suit
        return cards
    if deal.phase == "exposing":
        return 0
    if deal.opening is not None and not tricks:
        return deal.opening.bit & hand  # gong_zhu.lead.free, option first_lead
    if held_back:
        for card in (ACE, PIG, SHEEP, DOUBLER):  # gong_zhu.expose.hold.detail
            if card.bit & held_back and hand & card.lane != card.bit:
                hand ^= card.bit
    return hand  # gong_zhu.lead.free


def _moment(position: State | View) -> str:
    return "cards are being exposed" if position.deal.phase == "exposing" else "the tricks are being played"


def _kinds(position: State | View) -> tuple[type, ...]:
    return (Expose,) if position.deal.phase == "exposing" else (Play,)


def _verdict(position: State | View, move: Move) -> Violation | None:
    seat, hand, deal = position.mover, position.mover_bits(), position.deal
    if isinstance(move, Expose):
        others = tuple(move.cards - EXPOSABLE)
        if others:
            names = listed(map(str, others), "or")
            message = f"seat {seat} may not expose {names}: only A♥, Q♠, J♦ and 10♣ can be exposed."
            return Violation("gong_zhu.expose", seat, message, others)
        return None
    card = move.card
    if deal.opening is not None and card is not deal.opening and not position.trick and not position.tricks:
        message = (
            f"seat {seat} must lead the marker {deal.opening} to the first trick of the match, not {card}."
        )
        return Violation(
            "gong_zhu.lead.free", seat, message, (deal.opening, card), (("marker", str(deal.opening)),)
        )
    if position.trick:
        held = hand & position.trick[0].lane
        fault = follow_fault(position, seat, move, held, position.trick[0], "gong_zhu.follow")
        if fault is not None:
            return fault
    if not position.playable & card.bit:
        others = tuple(CardSet(FRENCH, hand & card.lane & ~card.bit))
        done = "follow with" if position.trick else "lead"
        message = (
            f"seat {seat} may not {done} the exposed {card}: {card.suit.name} have not been led in an "
            f"earlier trick, and it holds {listed(map(str, others))} too."
        )
        return Violation("gong_zhu.expose.hold", seat, message, (card, *others), (("suit", card.suit.name),))
    return None


# --- What a legal move does ---------------------------------------------------------------------


def apply(state: State, move: Move | Deal) -> State:
    """The state after a move or a deal; raises `IllegalMove` with its violation for any that is not legal."""
    seat = state.to_move
    if type(move) is Play and seat is not None:
        card = move.card
        if state.playable & card.bit and card.deck is DECK:
            return _play_card(state, seat, card)
    elif type(move) is Expose and seat is not None:
        may = EXPOSABLE.bits & state.secrets.own[seat].bits
        if move.cards.bits & may == move.cards.bits and state.deal.phase == "exposing":
            return _expose(state, seat, move)
    return GAME.checked_apply(state, move)


def _play(state: State, move: Move) -> State:
    seat = state.mover
    return _play_card(state, seat, move.card) if isinstance(move, Play) else _expose(state, seat, move)


def _expose(state: State, seat: int, move: Expose) -> State:
    deal = state.deal
    exposed = deal.exposed
    if move.cards.bits:
        exposed = CardSet(state.pack, exposed.bits | move.cards.bits)
    acts = (*deal.acts, Act(seat, move))
    phase = "playing" if len(acts) == deal.seating.seats else "exposing"  # gong_zhu.expose.order
    facts = Facts(deal.number, deal.seating, deal.leader, acts, phase, exposed, exposed, deal.opening)
    return State(state.match, facts, deal.seating.next[seat], (), (), 0, state.secrets)


def _play_card(state: State, seat: int, card: Card) -> State:
    match, deal, secrets = state.match, state.deal, state.secrets
    trick = (*state.trick, card)
    played = state.played_bits | card.bit
    seating = deal.seating
    if len(trick) < seating.seats:
        seat = seating.next[seat]
        after = _layout(match, deal, seat, state.tricks, trick, played, secrets)
        after.playable = _playable(deal, state.tricks, trick, secrets.own[seat].bits & ~played)
        after.__class__ = State
        following: State = after
        return following
    # gong_zhu.trick: the highest card of the led suit wins, and its player leads next.
    leader = seating.next[seat]
    rules = match.rules
    winner = seating.order_from(leader)[rules.format.tricks.strongest(trick)]
    tricks = (*state.tricks, Trick(leader, trick, winner))
    if deal.held_back.bits & trick[0].lane:
        # gong_zhu.expose.hold: from the next trick on the card is free.
        held = CardSet(rules.format.pack, deal.held_back.bits & ~trick[0].lane)
        deal = Facts(
            deal.number, seating, deal.leader, deal.acts, deal.phase, deal.exposed, held, deal.opening
        )
    if len(tricks) < rules.format.each:
        after = _layout(match, deal, winner, tricks, (), played, secrets)
        after.playable = _playable(deal, tricks, (), secrets.own[winner].bits & ~played)
        after.__class__ = State
        leading: State = after
        return leading
    return State(_scored(match, deal, tricks), deal, None, tricks, (), played, secrets)  # gong_zhu.end


# --- Scores -------------------------------------------------------------------------------------


def score(
    taken: CardSet, exposed: CardSet, rules: Rules, side: int = 0, seat: int | None = None
) -> tuple[Line, ...]:
    """The lines of a player who took these scoring cards, when those were exposed.

    >>> lines = score(FRENCH.set("10♣ Q♠"), FRENCH.set("Q♠"), Rules())
    >>> [(line.rule, line.points) for line in lines]  # doctest: +NORMALIZE_WHITESPACE
    [('gong_zhu.score.pig', -100), ('gong_zhu.score.exposed', -100), ('gong_zhu.score.doubler', -200)]
    """
    scoring = rules.format.pack.bits & SCORING.bits
    hearts = scoring & HEARTS.bits
    all_hearts = hearts != 0 and not hearts & ~taken.bits
    flips = all_hearts and (rules.pig_flips == "all_hearts" or not scoring & ~taken.bits)
    return tally(_scoring(all_hearts, flips, exposed.bits), taken, side, seat)


@cache
def _scoring(all_hearts: bool, flips: bool, exposed: int) -> tuple[ScoringRule[CardSet], ...]:
    """The scoring rules, in order, for a player who has all the hearts or not, and whose pig flips or not."""
    if all_hearts:
        hearts: ScoringRule[CardSet] = _all_hearts
    else:
        hearts = CardPoints("gong_zhu.score.hearts", HEART_POINTS)
    if flips:
        pig = CardPoints("gong_zhu.score.pig_flips", {PIG: 100})
    else:
        pig = CardPoints("gong_zhu.score.pig", {PIG: -100})
    sheep = CardPoints("gong_zhu.score.sheep", {SHEEP: 100})
    # gong_zhu.score.exposed: what was exposed counts once more.
    exposures = [
        Factor("gong_zhu.score.exposed", card, 2, of, held=False)
        for card, of in (
            (ACE, ("gong_zhu.score.hearts", "gong_zhu.score.all_hearts")),
            (PIG, ("gong_zhu.score.pig", "gong_zhu.score.pig_flips")),
            (SHEEP, ("gong_zhu.score.sheep",)),
        )
        if card.bit & exposed
    ]
    fourfold = [Factor("gong_zhu.score.exposed", DOUBLER, 2)] if DOUBLER.bit & exposed else []
    return (hearts, pig, sheep, *exposures, _doubler, *fourfold)


def _all_hearts(taken: CardSet, before: Sequence[Item]) -> tuple[Item, ...]:
    return (("gong_zhu.score.all_hearts", 200, CardSet(taken.pack, taken.bits & HEARTS.bits)),)


def _doubler(taken: CardSet, before: Sequence[Item]) -> tuple[Item, ...]:
    """10♣: +50 alone, otherwise the other cards once more."""
    return _TWOFOLD(taken, before) if before else _ALONE(taken)


_TWOFOLD = Factor("gong_zhu.score.doubler", DOUBLER, 2)
_ALONE = CardPoints("gong_zhu.score.doubler", {DOUBLER: 50})


def _scored(match: Match[Rules], deal: Facts, tricks: tuple[Trick, ...]) -> Match[Rules]:
    """The match after a deal: its lines, the new standing, who leads next, and whether it is over."""
    rules, seating = match.rules, deal.seating
    captured, chaser = [0] * seating.seats, match.eldest
    for trick in tricks:
        captured[trick.winner or 0] |= trick.bits
    lines: list[Line] = []
    for seat, taken in enumerate(captured):
        bits = taken & SCORING.bits  # gong_zhu.capture
        # gong_zhu.score.partners: each player's cards by themselves.
        if bits:
            lines += score(CardSet(rules.format.pack, bits), deal.exposed, rules, seating.side_of(seat), seat)
        if bits & PIG.bit:
            chaser = seat  # gong_zhu.leader
    result = result_of(match, tuple(lines), seating)
    outcome = None
    if min(result.totals) <= rules.losing_score:
        outcome = outcome_of(result.totals, seating, "gong_zhu.over")
    return Match(rules, chaser, match.start, (*match.results, result), result.totals, outcome)


def _settled(rules: Rules, result: Result) -> tuple[tuple[int, ...], int | None]:
    """What a seat is paid, and who is eldest next: the player who took the pig (``gong_zhu.leader``)."""
    seating, pig = rules.format.seating, ("gong_zhu.score.pig", "gong_zhu.score.pig_flips")
    payoffs = tuple(result.scores[seating.side_of(seat)] for seat in range(seating.seats))
    return payoffs, next((line.seat for line in result.lines if line.rule in pig), None)


def captured(position: State | View, seat: int) -> CardSet:
    """The scoring cards that a seat (`SeatError`) has taken: face up before it (``gong_zhu.capture``)."""
    return position.taken_by(position.seating.check(seat)) & CardSet(position.pack, SCORING.bits)


def pigs(position: State | View) -> tuple[int, ...]:
    """The seats that are Pigs: those whose total is at the losing score or lower (``gong_zhu.over``)."""
    seating, scores = position.seating, position.scores
    limit = position.rules.losing_score
    return tuple(seat for seat in range(seating.seats) if scores[seating.side_of(seat)] <= limit)


def _check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    if min(scores) <= rules.losing_score:
        raise RulesError("scores", f"{scores} ends the match: each must be above {rules.losing_score}")


def _possible(view: View) -> Worlds[State]:
    # Only who asks for worlds pays for loading them.
    from cardrules.games.gong_zhu.possible import worlds

    return worlds(view)


GAME: Game[Rules, State, Move, View] = Game(
    name="gong_zhu",
    title="Gong Zhu",
    rules=Rules,
    view=View,
    moves=(Play, Expose),
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
    settled=_settled,
    possible=_possible,
)
bind(GAME, State, View)

new_match = GAME.new_match
shuffle = GAME.shuffle
arrange = GAME.arrange
why_not = GAME.why_not
observe = GAME.observe
events = GAME.events
outcome = GAME.outcome
advance = GAME.advance
replay = GAME.replay
worlds = GAME.worlds
determinize = GAME.determinize
