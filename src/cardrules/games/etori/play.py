"""Etori as it is played: moves, states, legality, and what a move does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import attrs

from cardrules.cards import FRENCH, Card, CardSet
from cardrules.errors import RulesError, SeatError, Violation
from cardrules.game import Game, Order, bind
from cardrules.games.etori.rules import ACES, DECK, PICTURES, Rules
from cardrules.match import Match, Result, outcome_of, result_of
from cardrules.moves import Deal, Play, plays
from cardrules.refusals import follow_fault
from cardrules.scoring import Line
from cardrules.table import Act, Secrets, TrickFacts, TrickState, TrickView
from cardrules.tricks import Trick, follow

if TYPE_CHECKING:
    from cardrules.possible import Worlds

# --- Moves --------------------------------------------------------------------------------------


def _read_seat(seat: int) -> int:
    if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
        raise SeatError(f"{seat!r} is not a seat: seats are whole numbers from 0 on")
    return seat


@attrs.frozen
class ChooseLeader:
    """Saying who leads the first trick: oneself or one's partner (`SeatError` if it is no seat at all).

    >>> ChooseLeader(2)
    ChooseLeader(seat=2)
    """

    seat: int = attrs.field(converter=_read_seat)


Move = Play | ChooseLeader


# --- The layout of a state ----------------------------------------------------------------------


@attrs.frozen
class Facts(TrickFacts):
    """What everybody knows of a deal; before the first deal, of the one to come.

    ``dealer`` is a seat, ``defenders`` the number of the defending team. While ``leader`` is ``None``,
    the seat to move chooses it.
    """

    dealer: int
    defenders: int


@attrs.frozen(repr=False)
class State(TrickState["Rules", "State", "Move", "View", Facts, CardSet]):
    """A state of Etori: immutable, hashable, comparable."""


@attrs.frozen(repr=False)
class View(TrickView["Rules", "State", "Move", "View", Facts, CardSet]):
    """What one seat, or a spectator, sees of a state of Etori."""


if TYPE_CHECKING:
    _layout = State
else:
    _layout = TrickState  # on the hot path: filled first, frozen after


# --- A match and its deals ----------------------------------------------------------------------


def _facts(match: Match[Rules], number: int) -> Facts:
    """What is known of a deal when it begins: the match says who is eldest, that is next after the dealer."""
    rules, seating = match.rules, match.rules.format.seating
    dealer = seating.order_from(match.eldest)[-1]
    # etori.teams: the winners of the deal before defend. With four players they are the opponents of the
    # dealing team anyhow, since the losers deal (etori.next).
    defenders = seating.side_of(match.eldest)
    if match.results:
        scores = match.results[-1].scores
        defenders = scores.index(max(scores))
    if rules.players == 6:
        seating = seating.rest(*seating.sides[seating.side_of(dealer)])  # etori.six.rest
    return Facts(number, seating, None, (), dealer, defenders)


def _start(match: Match[Rules]) -> State:
    nothing = (CardSet(match.rules.format.pack),) * match.rules.players
    return State(match, _facts(match, 0), None, (), (), 0, Secrets(nothing))


def _order(state: State) -> Order:
    # etori.deal: to the active players, from the one next after the dealer.
    seating = _facts(state.match, 0).seating
    return Order(state.rules.format.dealing, seating.order_from(state.match.eldest))


def _dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    match = state.match
    facts = _facts(match, len(match.results) + 1)
    after_dealer = facts.seating.order_from(match.eldest)
    # etori.lead: the first of the defenders decides who leads.
    chooser = next(seat for seat in after_dealer if facts.seating.side_of(seat) == facts.defenders)
    own = tuple(map(state.pack.set, hands))
    return State(match, facts, chooser, (), (), 0, Secrets(own))


# --- Legal moves --------------------------------------------------------------------------------

_plays = plays(FRENCH.deck)


def legal_moves(position: State | View) -> Sequence[Move]:
    """Exactly the legal moves of the seat to move: cards in pack order; as leader itself, then its partner.

    Empty where nobody is to move, and for a view of a seat that is not to move.
    """
    hand = position.mover_bits()
    if position.deal.leader is None:
        return _choices(position.mover, _team(position)) if hand else ()
    return _plays(_playable(position.trick, hand))


def _team(position: State | View) -> tuple[int, ...]:
    return position.seating.sides[position.deal.defenders]


@cache
def _choices(chooser: int, team: tuple[int, ...]) -> tuple[ChooseLeader, ...]:
    """Itself and its partner (``etori.lead``)."""
    return (ChooseLeader(chooser), *(ChooseLeader(seat) for seat in team if seat != chooser))


def _playable(trick: tuple[Card, ...], hand: int) -> int:
    """The bits of the cards of a hand that may be played to this trick."""
    # etori.follow, etori.rensho: Rensho follows and leads the suit that it shows.
    return follow(hand, trick[0].lane) if trick else hand


def _moment(position: State | View) -> str:
    return "it must say who leads" if position.deal.leader is None else "the tricks are being played"


def _kinds(position: State | View) -> tuple[type, ...]:
    return (ChooseLeader,) if position.deal.leader is None else (Play,)


def _verdict(position: State | View, move: Move) -> Violation | None:
    seat, trick = position.mover, position.trick
    if isinstance(move, ChooseLeader):
        team = _team(position)
        if move.seat in team:
            return None
        partner = next(other for other in team if other != seat)
        message = f"seat {seat} may not choose seat {move.seat}: seat {seat} or its partner {partner} leads."
        params = (("chosen", move.seat), ("allowed", (seat, partner)))
        return Violation("etori.lead", seat, message, (), params)
    if trick:
        held = position.mover_bits() & trick[0].lane
        return follow_fault(position, seat, move, held, trick[0], "etori.follow")
    return None


# --- What a legal move does ---------------------------------------------------------------------


def apply(state: State, move: Move | Deal) -> State:
    """The state after a move or a deal; raises `IllegalMove` with its violation for any that is not legal."""
    seat = state.to_move
    if type(move) is Play and seat is not None and state.deal.leader is not None:
        card = move.card
        hand = state.secrets.own[seat].bits & ~state.played_bits
        if _playable(state.trick, hand) & card.bit and card.deck is DECK:
            return _play_card(state, seat, card)
    return GAME.checked_apply(state, move)


def _play(state: State, move: Move) -> State:
    seat = state.mover
    return _play_card(state, seat, move.card) if isinstance(move, Play) else _choose(state, seat, move)


def _choose(state: State, seat: int, move: ChooseLeader) -> State:
    deal = state.deal
    acts = (Act(seat, move),)
    facts = Facts(deal.number, deal.seating, move.seat, acts, deal.dealer, deal.defenders)
    return State(state.match, facts, move.seat, (), (), 0, state.secrets)


def _play_card(state: State, seat: int, card: Card) -> State:
    match, deal = state.match, state.deal
    trick = (*state.trick, card)
    played = state.played_bits | card.bit
    seating = deal.seating
    if len(trick) < 4:
        after = _layout(match, deal, seating.next[seat], state.tricks, trick, played, state.secrets)
        after.__class__ = State
        return after
    # etori.trick: the winner leads the next one.
    leader = seating.next[seat]
    rules = match.rules
    winner = seating.order_from(leader)[rules.tricks.strongest(trick)]
    tricks = (*state.tricks, Trick(leader, trick, winner))
    if rules.format.pictures.bits & ~played:
        after = _layout(match, deal, winner, tricks, (), played, state.secrets)
        after.__class__ = State
        return after
    # etori.end: the last picture has been captured.
    return State(_scored(match, deal, tricks, state.secrets), deal, None, tricks, (), played, state.secrets)


# --- Scores -------------------------------------------------------------------------------------


def payment(held: Iterable[Card], pictures: int, rules: Rules) -> int:
    """The tokens owed to the winners of a deal, who hold these aces and captured so many pictures.

    Other cards than aces do not matter (``etori.pay``).

    >>> payment(FRENCH.set("A♥"), 9, Rules()), payment(FRENCH.set("A♥ A♦"), 9, Rules())
    (2, 1)
    """
    aces = [card for card in held if card in ACES]
    if not aces:
        return 4
    if not any(card is rules.rensho or card.suit == rules.trump for card in aces):
        return 2
    if pictures == len(rules.format.pictures):
        return 4
    return 2 if pictures >= rules.format.many else 1


def _scored(
    match: Match[Rules], deal: Facts, tricks: tuple[Trick, ...], secrets: Secrets[CardSet]
) -> Match[Rules]:
    """The match after a deal: who won it and is paid, who deals next, and whether the match is over."""
    rules, table, seating = match.rules, match.rules.format.seating, deal.seating
    dealt, captured = [0] * len(table.sides), [0] * len(table.sides)
    for seat in seating.active:
        dealt[seating.side_of(seat)] |= secrets.own[seat].bits
    for trick in tricks:
        captured[seating.side_of(trick.winner or 0)] |= trick.bits  # etori.capture
    pictures = [(bits & PICTURES.bits).bit_count() for bits in captured]
    # etori.win: nine pictures or more; at 8–8 the team that does not hold Rensho.
    one, other = (side for side, bits in enumerate(dealt) if bits)
    tied = pictures[one] == pictures[other]
    one_wins = dealt[other] & rules.rensho.bit if tied else pictures[one] > pictures[other]
    won, lost = (one, other) if one_wins else (other, one)
    # etori.pay.aces: all four aces have been played by now, so that these are public.
    held = dealt[won] if rules.aces == "dealt" else captured[won]
    aces = CardSet(rules.format.pack, held & ACES.bits)
    owed, paid = payment(aces, pictures[won], rules), match.scores[lost]
    rule = "etori.pay.tie" if tied else "etori.pay"
    if owed > paid:
        owed, rule = paid, "etori.pay.short"
    lines = (Line(rule, won, owed, aces or None), Line(rule, lost, -owed, aces or None))
    result = result_of(match, lines, table)
    eldest, outcome = _settled(rules, result)[1], None
    if min(result.totals) == 0:
        outcome = outcome_of(result.totals, table, "etori.over")
    results = (*match.results, result)
    return Match(rules, eldest, match.start, results, result.totals, outcome)


def _settled(rules: Rules, result: Result) -> tuple[tuple[int, ...], int]:
    """What a seat is paid, and who is eldest next."""
    seating = rules.format.seating
    lost = result.scores.index(min(result.scores))
    # etori.next: the loser who comes first after the dealer deals; next after that seat is the eldest.
    dealer = next(seat for seat in seating.order_from(result.eldest) if seating.side_of(seat) == lost)
    return tuple(result.scores[seating.side_of(seat)] for seat in range(seating.seats)), seating.after(dealer)


def captured(position: State | View, seat: int) -> CardSet:
    """The pictures captured by the team of a seat, which lie face up before it (``etori.capture``)."""
    seating = position.seating
    team = seating.sides[seating.side_of(seating.check(seat))]
    return position.taken_by(*team) & position.rules.format.pictures


def _usual_score(rules: Rules) -> int:
    return rules.tokens  # etori.tokens


def _check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    if min(scores) <= 0:
        raise RulesError("scores", f"{scores} ends the match: each team must have a token at least")
    total = rules.tokens * len(scores)
    if sum(scores) != total:  # etori.pay.short
        raise RulesError("scores", f"{scores} are {sum(scores)} tokens: together the teams have {total}")


def _possible(view: View) -> Worlds[State]:
    # Only who asks for worlds pays for loading them.
    from cardrules.games.etori.possible import worlds

    return worlds(view)


GAME: Game[Rules, State, Move, View] = Game(
    name="etori",
    title="Etori",
    rules=Rules,
    view=View,
    moves=(Play, ChooseLeader),
    start=_start,
    order=_order,
    dealt=_dealt,
    legal_moves=legal_moves,
    kinds=_kinds,
    moment=_moment,
    verdict=_verdict,
    play=_play,
    check_scores=_check_scores,
    usual_score=_usual_score,
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
worlds = GAME.worlds
determinize = GAME.determinize
outcome = GAME.outcome
advance = GAME.advance
replay = GAME.replay
