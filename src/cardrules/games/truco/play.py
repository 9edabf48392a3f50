"""Truco as it is played: calls and cards, states, legality, and what a move does."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache, partial
from itertools import repeat
from typing import TYPE_CHECKING

import attrs

from cardrules.cards import Card, CardSet
from cardrules.errors import RulesError, Violation
from cardrules.game import Game, Order, bind
from cardrules.games.truco.rules import DECK, Rules, envido_points
from cardrules.ladder import Chain, Ladder, Rung
from cardrules.match import Match, Result, outcome_of
from cardrules.moves import Deal, Play, plays
from cardrules.scoring import Line, total
from cardrules.table import Act, Secrets, TrickFacts, TrickState, TrickView
from cardrules.tricks import Trick

if TYPE_CHECKING:
    from cardrules.possible import Worlds

# --- Moves --------------------------------------------------------------------------------------


class Call(Enum):
    """What a player may say instead of playing a card; the value is the word.

    >>> Call.VALE_CUATRO, Call("vale cuatro").value
    (Call.VALE_CUATRO, 'vale cuatro')
    """

    TRUCO = "truco"
    RETRUCO = "retruco"
    VALE_CUATRO = "vale cuatro"
    ENVIDO = "envido"
    REAL_ENVIDO = "real envido"
    FALTA_ENVIDO = "falta envido"
    QUIERO = "quiero"
    NO_QUIERO = "no quiero"
    MAZO = "mazo"

    def __repr__(self) -> str:
        return f"Call.{self.name}"

    __hash__ = object.__hash__  # there is one object a member, and this is three times as fast


Move = Play | Call

# truco.value: a round is worth 1, and each call one more.
TRUCO = Ladder((Rung(Call.TRUCO, 1), Rung(Call.RETRUCO, 1), Rung(Call.VALE_CUATRO, 1)), base=1, stepwise=True)
_TRUCOS = (Call.TRUCO, Call.RETRUCO, Call.VALE_CUATRO)
_ENVIDOS = (Call.ENVIDO, Call.REAL_ENVIDO, Call.FALTA_ENVIDO)


@cache
def envido_ladder(max_envidos: int = 2) -> Ladder[Call]:
    """The Envido calls and what their chains are worth (``truco.envido.chain``, ``truco.envido.decline``).

    >>> chain = (Call.ENVIDO, Call.REAL_ENVIDO)
    >>> envido_ladder().accepted(chain), envido_ladder().declined(chain)
    (5, 2)
    """
    envido, real, falta = _ENVIDOS
    return Ladder((Rung(envido, 2, max_envidos), Rung(real, 3), Rung(falta, None)), floor=1)


# --- The layout of a state ----------------------------------------------------------------------

# Nearly every move makes new facts, so they are filled first and frozen after, as states are.
if TYPE_CHECKING:
    from attrs import frozen as _filled_first
else:
    _filled_first = partial(attrs.define, eq=False, repr=False)


@_filled_first
class _Facts(TrickFacts):
    before: tuple[int, ...] = ()
    value: int = 1
    truco: Chain[Call] = Chain()
    envido: Chain[Call] = Chain()
    revealed_points: tuple[int, ...] = ()
    revealed_cards: tuple[CardSet, ...] = ()
    scored: tuple[Line, ...] = ()

    if not TYPE_CHECKING:  # open while being filled, though its base is frozen
        __setattr__, __delattr__ = object.__setattr__, object.__delattr__


@attrs.frozen
class Facts(_Facts):
    """What everybody knows of a round.

    ``leader`` is Mano, ``acts`` are the calls, and ``before`` says of each card that was played before the
    last of them how many calls came before it; ``value`` is what the round is worth as accepted so far;
    ``truco`` and ``envido`` are the chains of calls; ``revealed_points`` are the Envido points of both, by
    seat, after a showdown, ``revealed_cards`` their dealt cards where it showed those too; ``scored`` is what
    the Envido has scored.
    """

    @property
    def call_waits(self) -> bool:
        """Whether a call awaits its answer."""
        return self.envido.awaits is not None or self.truco.awaits is not None

    def lines_so_far(self) -> tuple[Line, ...]:
        """What the round has scored before its end: the Envido."""
        return self.scored

    def in_order(self, plays: tuple[Act, ...]) -> tuple[Act, ...]:
        """All public moves of the round in order: each card after the calls that were made before it."""
        merged: list[Act] = []
        called = 0
        for play, before in zip(plays, (*self.before, *repeat(len(self.acts), len(plays))), strict=False):
            merged += (*self.acts[called:before], play)
            called = before
        return (*merged, *self.acts[called:])


@attrs.frozen(repr=False)
class State(TrickState["Rules", "State", "Move", "View", Facts, CardSet]):
    """A state of Truco: immutable, hashable, comparable."""


@attrs.frozen(repr=False)
class View(TrickView["Rules", "State", "Move", "View", Facts, CardSet]):
    """What one seat, or a spectator, sees of a state of Truco."""


if TYPE_CHECKING:
    _layout, _facts = State, Facts
else:
    _layout, _facts = TrickState, _Facts


# --- A match and its rounds ---------------------------------------------------------------------


def _start(match: Match[Rules]) -> State:
    none, seating = CardSet(match.rules.format.pack), match.rules.format.seating
    return State(match, Facts(0, seating, None, ()), None, (), (), 0, Secrets((none,) * seating.seats))


def _order(state: State) -> Order:
    return Order(state.rules.format.dealing, state.seating.order_from(state.match.eldest))  # truco.deal


def _dealt(state: State, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> State:
    mano = state.match.eldest  # truco.mano
    facts = Facts(len(state.match.results) + 1, state.seating, mano, ())
    own = tuple(state.pack.set(hand) for hand in hands)
    return State(state.match, facts, mano, (), (), 0, Secrets(own, stock))


# --- Legal moves --------------------------------------------------------------------------------

_plays = plays(DECK)


def legal_moves(position: State | View) -> Sequence[Move]:
    """Exactly the legal moves of the seat to move: cards in pack order, then calls in the order of `Call`.

    Empty where nobody is to move, and for a view of a seat that is not to move.
    """
    seat = position.to_move
    if seat is None or (isinstance(position, View) and position.seat != seat):
        return ()
    calls = _calls(position, seat)
    deal = position.deal
    if deal.envido.awaits is not None or deal.truco.awaits is not None:
        return calls
    return _plays(position.mover_bits()) + calls  # truco.follow


def _calls(position: State | View, seat: int) -> tuple[Call, ...]:
    """The calls that the seat to move may make, in the order of `Call`."""
    deal, rules = position.deal, position.match.rules
    truco, envido = deal.truco, deal.envido
    if envido.awaits is not None:
        return _envido_answers(envido.calls, rules.max_envidos, rules.fold_to_envido)
    waits = truco.awaits is not None
    raises = waits or truco.by != seat or rules.raise_right == "either"  # truco.call.right
    return _truco_calls(truco.calls, waits, raises, _envido_bar(position, seat) is None)


@cache
def _envido_answers(chain: tuple[Call, ...], max_envidos: int, folding: str) -> tuple[Call, ...]:
    fold = () if folding == "forbidden" else (Call.MAZO,)  # truco.fold.envido
    # truco.envido.first, truco.envido.chain
    return (*envido_ladder(max_envidos).following(chain), Call.QUIERO, Call.NO_QUIERO, *fold)


@cache
def _truco_calls(chain: tuple[Call, ...], waits: bool, raises: bool, envido: bool) -> tuple[Call, ...]:
    raised = TRUCO.following(chain) if raises else ()  # truco.value, truco.call
    answers = (Call.QUIERO, Call.NO_QUIERO) if waits else ()  # truco.answer
    return (*raised, *(_ENVIDOS if envido else ()), *answers, Call.MAZO)  # truco.fold


def _envido_bar(position: State | View, seat: int) -> str | None:
    """The id of the first rule that keeps a seat, whose move it is, from opening the Envido, if any does."""
    deal = position.deal
    if position.tricks:
        return "truco.envido.window"
    if deal.envido.calls:
        return "truco.envido.once"
    rules = position.match.rules
    if deal.value > 1 and not rules.envido_after_truco:
        return "truco.envido.after_truco"
    # In the first trick the only card that lies on the table is Mano's.
    if position.trick and seat == deal.leader and not rules.envido_own_card:
        return "truco.envido.own_card"
    return None


def _moment(position: State | View) -> str | None:
    deal = position.deal
    waits = deal.truco if deal.envido.awaits is None else deal.envido
    return f"{waits.calls[-1].value} waits for an answer" if deal.call_waits else None


def _kinds(position: State | View) -> tuple[type, ...]:
    return (Call,) if position.deal.call_waits else (Play, Call)  # truco.answer


def _verdict(position: State | View, move: Move) -> Violation | None:
    seat, deal = position.mover, position.deal
    if isinstance(move, Play) or move in _calls(position, seat):
        return None  # truco.follow: any card may be played
    rule, why, cards = _fault(position, seat, move)
    doing = {Call.QUIERO: "say quiero", Call.NO_QUIERO: "say no quiero", Call.MAZO: "fold"}
    message = f"seat {seat} may not {doing.get(move, f'call {move.value}')}: {why}."
    chains = (("truco", _said(deal.truco)), ("envido", _said(deal.envido)))
    return Violation(rule, seat, message, cards, (("call", move.value), ("value", deal.value), *chains))


def _said(chain: Chain[Call]) -> str:
    return ", ".join(call.value for call in chain.calls)


def _fault(position: State | View, seat: int, call: Call) -> tuple[str, str, tuple[Card, ...]]:
    """The first rule that a call breaks, why, and the cards that prove it."""
    deal = position.deal
    if call in (Call.QUIERO, Call.NO_QUIERO):
        return "common.phase", "no call waits for an answer", ()
    if call in _TRUCOS:
        return *_truco_fault(deal, seat, call), ()
    if call is Call.MAZO:
        return "truco.fold.envido", "an Envido may not be answered by folding", ()
    if deal.envido.awaits is not None:
        last = deal.envido.calls[-1]
        if call is not last:
            return "truco.envido.chain", f"it is lower than the {last.value} that waits", ()
        many = _said(deal.envido)
        return "truco.envido.chain", f"it has been called as often as a chain allows ({many})", ()
    match _envido_bar(position, seat):
        case "truco.envido.window" as rule:
            return rule, "the first trick is complete", position.tricks[0].cards
        case "truco.envido.once" as rule:
            return rule, f"the Envido of this round is settled ({_said(deal.envido)})", ()
        case "truco.envido.after_truco" as rule:
            return rule, f"a Truco has been accepted, and the round is worth {deal.value}", ()
        case _:
            card = position.trick[0]
            return "truco.envido.own_card", f"its own card {card} lies on the table", (card,)


def _truco_fault(deal: Facts, seat: int, call: Call) -> tuple[str, str]:
    last = deal.truco.calls[-1].value if deal.truco.calls else "no Truco"
    following = TRUCO.following(deal.truco.calls)
    if call not in following:
        then = f"only {following[0].value} may follow" if following else "nothing may follow"
        return "truco.value", f"{last} has been called, and {then}"
    if deal.envido.awaits is None:
        return "truco.call.right", f"its own {last} was accepted, so only the other player may raise"
    waiting = deal.envido.calls[-1].value
    if deal.truco.awaits is None:
        return "truco.call", f"{waiting} waits for an answer"
    return "truco.call", f"{waiting} waits, and must be settled before the {last} is answered"


# --- What a legal move does ---------------------------------------------------------------------

# What there are few of is made once.
_act, _line = cache(Act), cache(Line)
_called, _answered = cache(Chain[Call].called), cache(Chain[Call].answered)


@cache
def _value(truco: Chain[Call]) -> int:
    """The value of a round when the last of these calls is accepted (``truco.value``)."""
    return TRUCO.accepted(truco.calls) or 0


@cache
def _gains(first: int, second: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """What the seats scored, and their payoffs: each one's score less the other's."""
    return (first, second), (first - second, second - first)


def apply(state: State, move: Move | Deal) -> State:
    """The state after a move or a deal; raises `IllegalMove` with its violation for any that is not legal."""
    seat = state.to_move
    if seat is not None:
        if type(move) is Call:
            if move in _calls(state, seat):
                return _call(state, seat, move)
        elif type(move) is Play and not state.deal.call_waits:
            card = move.card
            if state.secrets.own[seat].bits & ~state.played_bits & card.bit and card.deck is DECK:
                return _play_card(state, seat, card)
    return GAME.checked_apply(state, move)


def _play(state: State, move: Move) -> State:
    seat = state.mover
    return _play_card(state, seat, move.card) if isinstance(move, Play) else _call(state, seat, move)


def _play_card(state: State, seat: int, card: Card) -> State:
    match, deal = state.match, state.deal
    trick = (*state.trick, card)
    played = state.played_bits | card.bit
    other = deal.seating.next[seat]
    if len(trick) == 1:
        after = _layout(match, deal, other, state.tricks, trick, played, state.secrets)
        after.__class__ = State
        return after
    # truco.trick: the stronger card wins, and its player leads next; equal ones are parda.
    place = match.rules.format.tricks.winner(trick)
    winner = None if place is None else (other, seat)[place]
    tricks = (*state.tricks, Trick(other, trick, winner))
    mano = match.eldest
    won_by = round_winner([trick.winner for trick in tricks], mano, match.rules.format.each)
    if won_by is None:
        leader = mano if winner is None else winner  # truco.trick.parda_lead
        after = _layout(match, deal, leader, tricks, (), played, state.secrets)
        after.__class__ = State
        return after
    line = _line("truco.value", won_by, deal.value)
    return _ended(state, deal, (*deal.scored, line), tricks, (), played)


def round_winner(winners: Sequence[int | None], mano: int, each: int = 3) -> int | None:
    """Who has won a round of ``each`` tricks that were won so (``None``: parda), or ``None`` yet.

    >>> round_winner((0, 1), mano=0), round_winner((None, 1), mano=0), round_winner((None,) * 3, mano=0)
    (None, 1, 0)
    """
    # truco.round
    won = [winner for winner in winners if winner is not None]
    if won and len(won) < len(winners):
        return won[0]  # one win and one parda; with a parda in the third trick, the first decides
    if len(won) > 1 and won.count(won[-1]) == 2:
        return won[-1]  # two wins
    if len(winners) == each:
        return won[0] if won else mano
    return None


def _call(state: State, seat: int, call: Call) -> State:
    deal = state.deal
    truco, envido, other = deal.truco, deal.envido, deal.seating.next[seat]
    if call in _ENVIDOS:
        # truco.envido.first: a Truco that waits goes on waiting.
        return _noted(state, seat, call, deal.value, truco, _called(envido, call, seat, other))
    if envido.awaits is not None:
        return _answer_envido(state, seat, other, call)
    if call is Call.MAZO:
        end = _line("truco.fold", other, deal.value)  # truco.fold
        return _noted(state, seat, call, deal.value, _answered(truco), envido, end=end)
    if call is Call.NO_QUIERO:
        end = _line("truco.answer", other, deal.value)  # truco.answer: the value before this call
        return _noted(state, seat, call, deal.value, _answered(truco), envido, end=end)
    value = _value(truco)  # truco.answer: Quiero accepts the call that waits, and so does a raise
    chain = _answered(truco) if call is Call.QUIERO else _called(truco, call, seat, other)
    return _noted(state, seat, call, value, chain, envido)


def _answer_envido(state: State, seat: int, other: int, call: Call) -> State:
    deal, rules, answered = state.deal, state.match.rules, _answered(state.deal.envido)
    value, truco = deal.value, deal.truco
    if call is Call.QUIERO:
        own = state.secrets.own
        points = tuple(map(envido_points, own))
        shown = own if rules.envido_reveal == "cards" else ()  # truco.envido.reveal
        scored = _showdown(state.match, answered.calls, points)
        return _noted(state, seat, call, value, truco, answered, scored, points, shown)
    # truco.envido.decline
    worth = envido_ladder(rules.max_envidos).declined(answered.calls)
    declined = _line("truco.envido.decline", other, worth)
    if call is Call.NO_QUIERO:
        return _noted(state, seat, call, value, truco, answered, declined)
    # truco.fold.envido
    first = declined if rules.fold_to_envido == "decline_and_fold" else None
    end = _line("truco.fold.envido", other, value)
    return _noted(state, seat, call, value, _answered(truco), answered, first, end=end)


def _showdown(match: Match[Rules], chain: tuple[Call, ...], points: tuple[int, ...]) -> Line:
    """The line of an accepted Envido, given the points of both players by seat."""
    rules, mano, pie = match.rules, match.eldest, match.rules.format.seating.next[match.eldest]
    # truco.envido.showdown: the higher points win, Mano where they are equal.
    winner, loser = (pie, mano) if points[pie] > points[mano] else (mano, pie)
    worth = envido_ladder(rules.max_envidos).accepted(chain)
    if worth is None:
        # truco.envido.falta: nothing has been scored yet in this round.
        worth = rules.target - (max(match.scores) if rules.falta == "nearer" else match.scores[loser])
    return _line("truco.envido.showdown", winner, worth)


def _noted(
    state: State,
    seat: int,
    call: Call,
    value: int,
    truco: Chain[Call],
    envido: Chain[Call],
    scored: Line | None = None,
    points: tuple[int, ...] = (),
    shown: tuple[CardSet, ...] = (),
    end: Line | None = None,
) -> State:
    """The state after a call that has these consequences; ``end`` is the line that ends the round."""
    match, deal, played = state.match, state.deal, state.played_bits
    acts, before = deal.acts, deal.before
    if len(before) < played.bit_count():
        before += (len(acts),) * (played.bit_count() - len(before))
    acts += (_act(seat, call),)
    points, shown = deal.revealed_points or points, deal.revealed_cards or shown
    lines = deal.scored if scored is None else (scored,)
    number, seating, mano = deal.number, deal.seating, deal.leader
    deal = _facts(number, seating, mano, acts, before, value, truco, envido, points, shown, lines)
    deal.__class__ = Facts
    if scored is not None and match.scores[scored.side] + scored.points >= match.rules.target:
        return _ended(state, deal, lines, state.tricks, state.trick, played)  # truco.match: at once
    if end is not None:
        return _ended(state, deal, (*lines, end), state.tricks, state.trick, played)
    # truco.answer, truco.envido.first
    actor = truco.awaits if envido.awaits is None else envido.awaits
    if actor is None:
        actor = seating.order_from(state.leader or 0)[len(state.trick)]  # truco.resume
    after = _layout(match, deal, actor, state.tricks, state.trick, played, state.secrets)
    after.__class__ = State
    return after


def _ended(
    state: State,
    deal: Facts,
    lines: tuple[Line, ...],
    tricks: tuple[Trick, ...],
    trick: tuple[Card, ...],
    played: int,
) -> State:
    """The state after the end of a round that scored these lines."""
    match, target = state.match, state.match.rules.target
    scores, payoffs = _gains(*total(lines, 2))
    totals = (match.scores[0] + scores[0], match.scores[1] + scores[1])  # truco.match.score
    result = Result(lines, scores, payoffs, totals, match.eldest)
    won = totals[0] >= target or totals[1] >= target  # truco.match
    outcome = outcome_of(totals, deal.seating, "truco.match") if won else None
    mano = deal.seating.next[match.eldest]  # truco.mano
    match = Match(match.rules, mano, match.start, (*match.results, result), totals, outcome)
    after = _layout(match, deal, None, tricks, trick, played, state.secrets)
    after.__class__ = State
    return after


def _settled(rules: Rules, result: Result) -> tuple[tuple[int, ...], int]:
    return _gains(*result.scores)[1], rules.format.seating.next[result.eldest]  # truco.mano


def _check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    if not all(0 <= score < rules.target for score in scores):
        raise RulesError("scores", f"{scores} is no standing from which to play to {rules.target} points")


def _possible(view: View) -> Worlds[State]:
    # Only who asks for worlds pays for loading them.
    from cardrules.games.truco.possible import worlds

    return worlds(view)


GAME: Game[Rules, State, Move, View] = Game(
    name="truco",
    title="Truco",
    rules=Rules,
    view=View,
    moves=(Play, Call),
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
worlds = GAME.worlds
determinize = GAME.determinize
outcome = GAME.outcome
advance = GAME.advance
replay = GAME.replay
