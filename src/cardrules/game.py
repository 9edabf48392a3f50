"""A game as a value: the functions that make it up, and everything that follows from them.

A game supplies its rules, how a match and a deal begin, which moves are legal, why others are not, and
what a legal move does. `Game` adds what is the same for all: checking, dealing, views and events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import attrs

from cardrules.cards import Card, cards_of
from cardrules.dealing import Dealing
from cardrules.errors import (
    DealAwaited,
    ForeignMove,
    IllegalMove,
    MatchOver,
    PackError,
    RulesError,
    SeatError,
    Violation,
)
from cardrules.match import Match, standing
from cardrules.moves import Deal, Play, cards_in, faults_of_pack
from cardrules.table import Act, GameRules, Position, Secrets

if TYPE_CHECKING:
    from random import Random

    from attrs import AttrsInstance

    from cardrules.event import Event

R = TypeVar("R", bound=GameRules)
S = TypeVar("S", bound=Position[Any, Any, Any, Any])
M = TypeVar("M")
V = TypeVar("V", bound=Position[Any, Any, Any, Any])

Hands = Sequence["str | Iterable[Card] | None"] | Mapping[int, "str | Iterable[Card]"]
"""Hands by seat: a sequence with one entry a seat (``None``: left open), or seats and their hands."""


@attrs.frozen
class Order:
    """How a deal is dealt: the order of the cards, and the seats in the order in which they get them."""

    dealing: Dealing
    seats: tuple[int, ...]


@attrs.frozen(repr=False)
class Game(Generic[R, S, M, V]):
    """One game, against which everything generic is written: a frozen record that can be pickled.

    A game gives:

    - ``name`` (of its module), ``title`` (for people), ``rules`` and ``view`` (the classes; a view has
      the fields of a state but for ``secrets``, then ``seat`` and ``own``), ``moves`` (the classes of its
      moves, without `Deal`);
    - ``start(match)``: the state before the first deal;
    - ``order(state)``: how the next deal is dealt;
    - ``dealt(state, hands, stock)``: the state after it, with the cards by seat;
    - ``legal_moves(state_or_view)``;
    - ``kinds(state_or_view)``: the classes of moves that the moment allows, where somebody is to move;
    - ``verdict(state_or_view, move)``: the game's own rule that a move breaks, or ``None``; the common
      rules have been checked before;
    - ``play(state, move)``: the state after a legal move.

    Optional are ``original(state)``, the hands and the stock as they were dealt, and ``as_made(state, act)``,
    a public act as the move that it was, where these are not what the secrets and the log say;
    ``check_scores(rules, scores)``, which raises `RulesError` for a standing from which no
    match goes on, ``usual_score(rules)``, the standing at which a side starts (0), and ``fast_apply``,
    a faster way to the same as `checked_apply`.
    """

    name: str
    title: str
    rules: type[R]
    view: Callable[..., V]
    moves: tuple[type, ...]
    start: Callable[[Match[R]], S]
    order: Callable[[S], Order]
    dealt: Callable[[S, tuple[tuple[Card, ...], ...], tuple[Card, ...]], S]
    legal_moves: Callable[[S | V], Sequence[M]]
    kinds: Callable[[S | V], tuple[type, ...]]
    verdict: Callable[[S | V, M], Violation | None]
    play: Callable[[S, M], S]
    check_scores: Callable[[R, tuple[int, ...]], None] | None = None
    usual_score: Callable[[R], int] | None = None
    fast_apply: Callable[[S, M | Deal], S] | None = None
    original: Callable[[S], tuple[Sequence[Iterable[Card]], Sequence[Card]]] | None = None
    as_made: Callable[[S, Act], M] | None = None
    apply: Callable[[S, M | Deal], S] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        # Kept as a field, so that the verbs reach a game's own function in one step.
        object.__setattr__(self, "apply", self.fast_apply or self.checked_apply)

    def __reduce__(self) -> tuple[object, ...]:
        given = [field.name for field in attrs.fields(type(self)) if field.init]
        return type(self), tuple(getattr(self, name) for name in given)

    def __repr__(self) -> str:
        return f"cardrules.games.{self.name}.GAME"

    def new_match(self, rules: R, *, first: int = 0, scores: Sequence[int] | None = None) -> S:
        """The state before the first deal of a match.

        ``first`` is the eldest seat of the first deal, ``scores`` a standing to start from, one number a
        side. Raises `RulesError` where ``rules`` are another game's or the standing is none from which a
        match goes on, `SeatError` where ``first`` is not a seat.
        """
        if not isinstance(rules, self.rules):
            raise RulesError("rules", f"{rules!r} are not the rules of {self.title}: {self.rules.__name__}()")
        seating = rules.format.seating
        usual = 0 if self.usual_score is None else self.usual_score(rules)
        start = standing(scores, len(seating.sides), usual)
        if self.check_scores is not None:
            self.check_scores(rules, start)
        return self.start(Match(rules, seating.check(first), start))

    def checked_apply(self, state: S, move: M | Deal) -> S:
        """The state after a move; raises `IllegalMove` or one of its kinds, and never changes ``state``."""
        violation = self.why_not(state, move)
        if violation is not None:
            raise self._error(state, move, violation)
        if not isinstance(move, Deal):
            return self.play(state, move)
        order = self.order(state)
        by_place, stock = order.dealing.deal(move.pack)
        by_seat = dict(zip(order.seats, by_place, strict=True))
        hands = tuple(by_seat.get(seat, ()) for seat in range(state.seating.seats))
        return self.dealt(state, hands, stock)

    def why_not(self, position: S | V, move: M | Deal) -> Violation | None:
        """Why a move is refused, or ``None`` where it is legal; on a view, for the seat of that view.

        The first broken rule is cited: the common ones in their order, then the game's.
        """
        seat = position.to_move
        if not self._is_own(position, move):
            kinds = ", ".join(kind.__name__ for kind in (*self.moves, Deal))
            return Violation(
                "common.phase", seat, f"{move!r} is no move of {self.title}: its moves are {kinds}."
            )
        if position.match.outcome is not None:
            return Violation("common.over", None, "the match is over: no move can be made.")
        if seat is None:
            if isinstance(move, Deal):
                return self._pack_fault(position, move)
            return Violation("common.deal", None, "a deal is awaited: the only move is Deal(pack).")
        if isinstance(move, Deal):
            return Violation("common.deal", None, f"no deal is awaited: seat {seat} is to move.")
        viewer: int | None = getattr(position, "seat", seat)
        if viewer != seat:
            who = "a spectator" if viewer is None else f"seat {viewer}"
            return Violation("common.phase", viewer, f"{who} may not move: it is the turn of seat {seat}.")
        return self._phase_or_hold(position, seat, move) or self.verdict(position, move)

    def _phase_or_hold(self, position: S | V, seat: int, move: M) -> Violation | None:
        kinds = self.kinds(position)
        if not isinstance(move, kinds):
            allowed = " or ".join(map(_worded, kinds))
            cards = " ".join(map(str, cards_in(move)))
            doing = f"{_worded(type(move))} {cards}".rstrip()
            message = f"seat {seat} may not {doing} at this moment, which allows only: {allowed}."
            params = (("allowed", allowed), ("move", _worded(type(move))))
            return Violation("common.phase", seat, message, (), params)
        hand = position.mover_bits()
        absent = tuple(card for card in cards_in(move) if not card.bit & hand)
        if absent:
            names = " and ".join(map(str, absent))
            held = ", ".join(map(str, cards_of(position.pack.deck, hand))) or "no card"
            return Violation(
                "common.hold", seat, f"seat {seat} does not hold {names}: it holds {held}.", absent
            )
        return None

    def _is_own(self, position: S | V, move: object) -> bool:
        deck = position.pack.deck
        if isinstance(move, Deal):
            return True
        return isinstance(move, self.moves) and all(card.deck == deck for card in cards_in(move))

    def _pack_fault(self, position: S | V, move: Deal) -> Violation | None:
        found = faults_of_pack(position.pack, move.pack)
        if found is None:
            return None
        sentence, cards = found
        return Violation(
            "common.pack", None, f"the deal is not the pack of {len(position.pack)} cards: {sentence}.", cards
        )

    def _error(self, state: S, move: object, violation: Violation) -> IllegalMove:
        if not self._is_own(state, move):
            return ForeignMove(violation)
        kinds = {"common.over": MatchOver, "common.pack": PackError}
        if violation.rule == "common.deal" and state.awaits_deal:
            return DealAwaited(violation)
        return kinds.get(violation.rule, IllegalMove)(violation)

    def shuffle(self, state: S, rng: Random) -> Deal:
        """A deal of the whole pack, shuffled by ``rng`` (same generator, same deal).

        Raises `DealAwaited`'s opposite, an `IllegalMove` by ``common.deal``, where no deal is awaited.
        """
        self._needs_deal(state)
        cards = list(state.pack.cards)
        # Written out, since random.Random.shuffle may change between versions of Python.
        for place in range(len(cards) - 1, 0, -1):
            other = int(rng.random() * (place + 1))
            cards[place], cards[other] = cards[other], cards[place]
        return Deal(tuple(cards))

    def arrange(self, state: S, hands: Hands = (), *, stock: str | Iterable[Card] = ()) -> Deal:
        """A deal that gives these hands, by seat, and this stock; what is left open is dealt in pack order.

        Hands are text, sets or sequences of cards; ``None`` or a missing seat is left open, and so are the
        cards that a short hand lacks. Cards of a sequence, or of a text, come in its order; the stock's
        are in the order in which they are drawn. Raises `CardError` for a card that is wanted twice or
        finds no room, `SeatError` for a seat that gets no cards, `ParseError` for a text that is none.
        """
        self._needs_deal(state)
        order, pack = self.order(state), state.pack
        by_seat = dict(hands) if isinstance(hands, Mapping) else dict(enumerate(hands))
        for seat, hand in by_seat.items():
            if hand is not None and seat not in order.seats:
                raise SeatError(f"{seat!r} gets no cards in this deal: the seats dealt to are {order.seats}")
        wanted = [by_seat.get(seat) for seat in order.seats]
        read = [pack.read(hand) if isinstance(hand, str) else hand for hand in wanted]
        left = pack.read(stock) if isinstance(stock, str) else stock
        return Deal(order.dealing.arrange(pack, read, left))

    def _needs_deal(self, state: S) -> None:
        if not state.awaits_deal:
            violation = self.why_not(state, Deal(state.pack.cards))
            if violation is not None:
                raise self._error(state, Deal(()), violation)

    def observe(self, state: S, seat: int | None = None) -> V:
        """What a seat may know, and nothing else; without a seat, what a spectator sees (`SeatError`)."""
        own = None if seat is None else _secrets(state).own[state.seating.check(seat)]
        return self.view(
            *(getattr(state, name) for name in _public(cast("type[AttrsInstance]", type(state)))), seat, own
        )

    def advance(self, view: V, events: Iterable[Event]) -> V:
        """The view after events that were told to its seat: a client can live on events alone."""
        from cardrules.event import advance

        after: V = advance(view, events)
        return after

    def begun(self, state: S) -> S:
        """The state that awaited the deal which lies on the table, without what lay there before.

        Raises `LookupError` where none has been dealt yet.
        """
        if not state.deal.number:
            raise LookupError("no deal lies on the table yet")
        match: Match[R] = state.match
        if state.deal_is_over:
            *before, last = match.results
            scores = before[-1].totals if before else match.start
            match = Match(match.rules, last.eldest, match.start, tuple(before), scores)
        return self.start(match)

    def moves_made(self, state: S) -> tuple[M | Deal, ...]:
        """The moves of the deal on the table, as they were made, after a pack that gives its cards."""
        begun = self.begun(state)
        hands: Sequence[Iterable[Card]] = _secrets(state).own
        stock: Sequence[Card] = _secrets(state).stock
        if self.original is not None:
            hands, stock = self.original(state)
        dealt = {seat: hands[seat] for seat in self.order(begun).seats}
        made: Any = [act.move if self.as_made is None else self.as_made(state, act) for act in state.log]
        return (self.arrange(begun, dealt, stock=stock), *made)

    def replay(self, state: S) -> tuple[S, ...]:
        """Every state of the deal on the table, from the one that awaited it to this one, made anew."""
        states = [self.begun(state)]
        for move in self.moves_made(state):
            states.append(self.apply(states[-1], move))
        return tuple(states)

    def events(self, state: S, move: M | Deal, seat: int | None = None) -> tuple[Event, ...]:
        """What the move makes happen, in order, as that seat (or a spectator) sees it.

        Raises as `apply` and `observe` do.
        """
        from cardrules.event import tell  # only who asks for events pays for loading them

        after = self.apply(state, move)
        return tuple(tell(self.observe(state, seat), self.observe(after, seat), seat))


def _worded(kind: type) -> str:
    """A class of moves as words: ``ChooseLeader`` is "choose leader"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def _secrets(state: Any) -> Secrets[Any]:
    secrets: Secrets[Any] = state.secrets
    return secrets


@cache
def _public(cls: type[AttrsInstance]) -> tuple[str, ...]:
    """The fields of a state that everybody may see."""
    return tuple(field.name for field in attrs.fields(cls) if field.init and field.name != "secrets")


def bind(game: Game[Any, Any, Any, Any], *classes: type) -> None:
    """Tell the classes of a game's states and views which game they belong to."""
    for cls in classes:
        setattr(cls, "GAME", game)  # noqa: B010 (a class attribute that attrs has no part in)


def follow_fault(
    position: Position[Any, Any, Any, Any], seat: int, move: Play, held: int, led: Card, rule: str
) -> Violation | None:
    """The violation of a player who holds cards of the led suit (``held``) and plays another."""
    if not held or held & move.card.bit:
        return None
    deck = position.pack.deck
    cards = tuple(cards_of(deck, held))
    must = " and ".join(map(str, cards))
    message = f"seat {seat} holds {must} and must follow {led.suit.name}."
    return Violation(rule, seat, message, cards, (("suit", led.suit.name), ("card", str(move.card))))
