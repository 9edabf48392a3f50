"""Gong Zhu (Chase the Pig) for four or five players, or four in partnerships.

A state is played with `legal_moves` and `apply`. First everybody in turn exposes scoring cards
(`Expose`), then the tricks are played (`Play`); hearts and the pig Q♠ cost points, the sheep J♦ and
the doubler 10♣ bring some. Scores are points per player, or per partnership.

>>> import random
>>> state = new_match(Rules(players=5))
>>> state = apply(state, shuffle(state, random.Random(7)))
>>> len(state.hand(0)), state.deal.phase
(10, 'exposing')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import attrs

from cardrules.cards import FRENCH, Card, CardSet, Pack
from cardrules.choices import Choices
from cardrules.dealing import Dealing
from cardrules.errors import CardrulesError, RulesError, Violation
from cardrules.game import Game, Order, bind, follow_fault
from cardrules.match import Match, outcome_of, result_of
from cardrules.moves import Deal, Play, plays
from cardrules.options import flag, one_of, terse, whole
from cardrules.ranks import ACE_HIGH
from cardrules.scoring import CardPoints, Factor, Item, Line, ScoringRule, tally
from cardrules.seating import Seating
from cardrules.table import Act, Secrets, TrickFacts, TrickState, TrickView, layout
from cardrules.tricks import Trick, TrickOrder, follow

# --- The cards ----------------------------------------------------------------------------------

HEARTS = CardSet(FRENCH, FRENCH.bits).of_suit("♥")
ACE, PIG, SHEEP, DOUBLER = FRENCH.read("A♥ Q♠ J♦ 10♣")
EXPOSABLE = FRENCH.set((ACE, PIG, SHEEP, DOUBLER))  # gong_zhu.expose
_DECK = FRENCH.deck
SCORING = HEARTS | EXPOSABLE  # gong_zhu.capture

# gong_zhu.score.hearts
HEART_POINTS = {
    **dict.fromkeys(FRENCH.set("10♥ 9♥ 8♥ 7♥ 6♥ 5♥"), -10),
    **dict(zip(FRENCH.read("A♥ K♥ Q♥ J♥ 4♥ 3♥ 2♥"), (-50, -40, -30, -20, 0, 0, 0), strict=True)),
}


# --- Options ------------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True)
class Format:
    """The sizes of the game: the pack, the seats, and the cards in each hand.

    The pack must hold the pig and deal out evenly, ``each`` cards a seat (`RulesError`).
    """

    pack: Pack
    seating: Seating
    each: int
    dealing: Dealing = attrs.field(init=False, repr=False, eq=False)
    tricks: TrickOrder = attrs.field(init=False, repr=False, eq=False)
    marker: Card = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        seats = self.seating.seats
        if PIG not in self.pack or len(self.pack) != seats * self.each:
            raise RulesError(
                "format", f"{len(self.pack)} cards for {seats} players: need Q♠, dealt out evenly"
            )
        lowest_spade = min((card for card in self.pack if card.suit is PIG.suit), key=ACE_HIGH.strength)
        object.__setattr__(self, "dealing", Dealing.evenly(seats, self.each))  # gong_zhu.deal
        object.__setattr__(self, "tricks", TrickOrder(self.pack, ACE_HIGH))  # gong_zhu.rank
        object.__setattr__(self, "marker", lowest_spade)  # gong_zhu.leader


def _removed(cards: str | Iterable[Card] | None) -> CardSet | None:
    try:
        return None if cards is None else FRENCH.set(cards)
    except (CardrulesError, TypeError) as error:
        raise RulesError("removed", f"{cards!r} are not two cards: {error}") from error


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """The options of Gong Zhu; the defaults are the documented rules.

    - ``players``: 4 or 5 (``gong_zhu.players``);
    - ``partnerships``: whether four play as two pairs, ``(0, 2)`` against ``(1, 3)``;
    - ``removed``: with five players, the two cards left out, none of them a scoring card, as text or
      cards; 2♠ and 2♦ where not given (``gong_zhu.pack``);
    - ``exposure``: ``"open"``, or ``"none"`` for a game without exposing (``gong_zhu.expose.order``);
    - ``first_lead``: ``"free"``, or ``"marker"``: the first lead of the match must be the marker itself
      (``gong_zhu.lead.free``);
    - ``pig_flips``: for whom the pig counts +100: ``"all_hearts"``, or ``"sweep"`` for a player who takes
      all 16 scoring cards only (``gong_zhu.score.pig_flips``);
    - ``losing_score``: the total at which the match ends, below 0 (``gong_zhu.over``).

    Raises `RulesError` for impossible options, alone or together.

    >>> Rules(players=5, removed="2♣ 2♦")
    Rules(players=5, removed=FRENCH.set('2♦ 2♣'))
    """

    players: int = 4
    partnerships: bool = False
    removed: CardSet | None = attrs.field(default=None, converter=_removed)
    exposure: str = "open"
    first_lead: str = "free"
    pig_flips: str = "all_hearts"
    losing_score: int = -1000
    format: Format = attrs.field(
        kw_only=True, default=attrs.Factory(lambda self: self._usual_format(), takes_self=True)
    )

    def _usual_format(self) -> Format:
        seating, pack = self._usual_seating(), FRENCH
        if self.players == 5:
            pack = FRENCH.without("2♠ 2♦" if self.removed is None else self.removed)  # gong_zhu.pack
        return Format(pack, seating, len(pack) // self.players)

    def _usual_seating(self) -> Seating:
        one_of("players", self.players, (4, 5))  # gong_zhu.players
        flag("partnerships", self.partnerships)
        if self.partnerships and self.players != 4:
            raise RulesError("partnerships", f"True needs four players, not {self.players}")
        if self.removed is not None:  # gong_zhu.pack
            if self.players != 5:
                raise RulesError("removed", f"cards are removed with five players only, not {self.players}")
            if len(self.removed) != 2 or self.removed & SCORING:
                raise RulesError("removed", f"{self.removed!r} are not two cards that do not score")
        # gong_zhu.direction
        return Seating.partners_opposite(4, -1) if self.partnerships else Seating(self.players, -1)

    def __attrs_post_init__(self) -> None:
        if self.format.seating != self._usual_seating():
            how = " in partnerships" if self.partnerships else ""
            raise RulesError("format", f"its seats are not those of {self.players} players{how}")
        if self.removed is not None and self.removed.bits & self.format.pack.bits:
            raise RulesError("format", f"its pack holds cards that are removed: {self.removed}")
        one_of("exposure", self.exposure, ("open", "none"))
        one_of("first_lead", self.first_lead, ("free", "marker"))
        one_of("pig_flips", self.pig_flips, ("all_hearts", "sweep"))
        whole("losing_score", self.losing_score, most=-1)

    __repr__ = terse

    @classmethod
    def study(cls, cards: str | Iterable[Card], **options: object) -> Rules:
        """Rules for a smaller pack: for brute-force tests and counts. This is not the game.

        The pack must hold the pig and deal out evenly (`RulesError`). Everything reads "all" as all that
        this pack has of it; nobody takes all the hearts of a pack that has none.

        >>> Rules.study("A♠ Q♠ 2♠ 3♠ A♥ K♥ 2♥ 3♥", exposure="none").format.each
        2
        """
        rules = cls(**options)  # type: ignore[arg-type]
        pack = Pack(FRENCH.deck, FRENCH.set(cards))
        smaller = Format(pack, rules.format.seating, len(pack) // rules.players)
        return attrs.evolve(rules, format=smaller)


# --- Moves --------------------------------------------------------------------------------------


def _french(cards: str | Iterable[Card]) -> CardSet:
    return FRENCH.set(cards)


@attrs.frozen(repr=False)
class Expose:
    """Exposing some of A♥, Q♠, J♦ and 10♣ from one's hand, or none; given as text or cards.

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
    facts = Facts(0, seating, None, (), "exposing", none, none)
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


def _kinds(position: State | View) -> tuple[type, ...]:
    return (Expose,) if position.deal.phase == "exposing" else (Play,)


def _verdict(position: State | View, move: Move) -> Violation | None:
    seat, hand, deal = position.mover, position.mover_bits(), position.deal
    if isinstance(move, Expose):
        others = tuple(move.cards - EXPOSABLE)
        if others:
            names = " and ".join(map(str, others))
            message = f"seat {seat} may not expose {names}: only A♥, Q♠, J♦ and 10♣ can be exposed."
            return Violation("gong_zhu.expose", seat, message, others)
        return None
    card = move.card
    if deal.opening not in (None, card) and not position.trick and not position.tricks:
        message = f"seat {seat} must lead the marker {deal.opening} to the first trick of the match."
        return Violation("gong_zhu.lead.free", seat, message, (card,), (("marker", str(deal.opening)),))
    if position.trick:
        held = hand & position.trick[0].lane
        fault = follow_fault(position, seat, move, held, position.trick[0], "gong_zhu.follow")
        if fault is not None:
            return fault
    if not position.playable & card.bit:
        others = tuple(CardSet(FRENCH, hand & card.lane & ~card.bit))
        rule = "gong_zhu.expose.hold" if position.trick else "gong_zhu.expose.hold.detail"
        done = "follow with" if position.trick else "lead"
        message = (
            f"seat {seat} may not {done} the exposed {card}: {card.suit.name} have not been led in an "
            f"earlier trick, and it holds {' and '.join(map(str, others))} too."
        )
        return Violation(rule, seat, message, (card, *others), (("suit", card.suit.name),))
    return None


# --- What a legal move does ---------------------------------------------------------------------


def apply(state: State, move: Move | Deal) -> State:
    """The state after a move or a deal; raises `IllegalMove` with its violation for any that is not legal."""
    seat = state.to_move
    if type(move) is Play and seat is not None:
        card = move.card
        if state.playable & card.bit and card.deck is _DECK:
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


def captured(position: State | View, seat: int) -> CardSet:
    """The scoring cards that a seat has taken, which lie face up before it (``gong_zhu.capture``)."""
    return position.taken_by(position.seating.check(seat)) & CardSet(position.pack, SCORING.bits)


def pigs(position: State | View) -> tuple[int, ...]:
    """The seats that are Pigs: those whose total is at the losing score or lower (``gong_zhu.over``)."""
    seating, scores = position.seating, position.scores
    limit = position.rules.losing_score
    return tuple(seat for seat in range(seating.seats) if scores[seating.side_of(seat)] <= limit)


def _check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    if min(scores) <= rules.losing_score:
        raise RulesError("scores", f"{scores} ends the match: each must be above {rules.losing_score}")


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
    verdict=_verdict,
    play=_play,
    check_scores=_check_scores,
    fast_apply=apply,
)
bind(GAME, State, View)

new_match = GAME.new_match
shuffle = GAME.shuffle
arrange = GAME.arrange
why_not = GAME.why_not
observe = GAME.observe
events = GAME.events
