"""A game as a value: the functions that make it up, and everything that follows from them.

A game supplies its rules, how a match and a deal begin, which moves are legal, why others are not, and
what a legal move does. `Game` adds what is the same for all: checking, dealing, views and events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import attrs

from cardrules.cards import Card, Short, several
from cardrules.dealing import Dealing
from cardrules.errors import (
    CardError,
    IllegalMove,
    NoWorlds,
    RulesError,
    SeatError,
    SpectatorError,
    StateNeeded,
    ViewNeeded,
    Violation,
    brief,
)
from cardrules.match import Match, Outcome, Result, standing
from cardrules.moves import Deal, cards_in
from cardrules.refusals import (
    deal_awaited,
    error_of,
    match_over,
    no_deal_awaited,
    no_move_of,
    not_held,
    wrong_kind,
    wrong_pack,
    wrong_turn,
)
from cardrules.table import Act, GameRules, Position, Secrets

if TYPE_CHECKING:
    from random import Random

    from attrs import AttrsInstance

    from cardrules.event import Event
    from cardrules.possible import Worlds
    from cardrules.rulebook.rule import Rule

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
class Game(Short, Generic[R, S, M, V]):
    """One game, against which everything generic is written: a frozen record that can be pickled.

    A game gives:

    - ``name`` (of its module), ``title`` (for people), ``rules`` and ``view`` (the classes; a view has
      the fields of a state but for ``secrets``, then ``seat`` and ``own``), ``moves`` (the classes of its
      moves, without `Deal`);
    - ``start(match)``: the state before the first deal;
    - ``order(state)``: how the next deal is dealt;
    - ``dealt(state, hands, stock)``: the state after it, with the cards by seat;
    - ``legal_moves(state_or_view)``;
    - ``verdict(state_or_view, move)``: the game's own rule that a move breaks, or ``None``; the common
      rules have been checked before;
    - ``play(state, move)``: the state after a legal move.

    Optional are:

    - ``moment(state_or_view)``: what the moment waits for, as a clause ("truco waits for an answer");
    - ``kinds(state_or_view)``: the classes of moves that the moment allows, where somebody is to move, if
      these are not always all of them;
    - ``original(state)``, the hands and the stock as they were dealt, and ``as_made(state, act)``, a public
      act as the move that it was, where these are not what the secrets and the log say;
    - ``over(match)``, the id of the rule by which a match is over, given its standing and results, or
      ``None``: no match begins with a standing that ends it; ``check_scores(rules, scores)``, which raises
      `RulesError` for a standing from which no match goes on for another reason; ``usual_score(rules)``, the
      standing at which a side starts (0);
    - ``fast_apply``, a faster way to the same as `checked_apply`;
    - ``shown``, the classes of what everybody sees of moves that hide something;
    - ``settled(rules, result)``, what a deal with these lines and this eldest seat entails: the payoff of
      every seat, and who is eldest next (``None``: its lines do not say);
    - ``possible(view)``, the worlds of a view of a seat in a deal that has begun;
    - ``rule_book``, its rules in short, in order and without the common ones, which the command line shows
      and `cardrules.rulebook.book_of` gives (for the games of this package it has its own).
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
    verdict: Callable[[S | V, M], Violation | None]
    play: Callable[[S, M], S]
    kinds: Callable[[S | V], tuple[type, ...]] | None = None
    check_scores: Callable[[R, tuple[int, ...]], None] | None = None
    usual_score: Callable[[R], int] | None = None
    fast_apply: Callable[[S, M | Deal], S] | None = None
    original: Callable[[S], tuple[Sequence[Iterable[Card]], Sequence[Card]]] | None = None
    as_made: Callable[[S, Act], M] | None = None
    shown: tuple[type, ...] = ()
    settled: Callable[[R, Result], tuple[tuple[int, ...], int | None]] | None = None
    possible: Callable[[V], Worlds[S]] | None = None
    moment: Callable[[S | V], str | None] | None = None
    over: Callable[[Match[R]], str | None] | None = None
    rule_book: tuple[Rule, ...] = ()
    apply: Callable[[S, M | Deal], S] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        # Kept as a field, so that the verbs reach a game's own function in one step.
        object.__setattr__(self, "apply", self.fast_apply or self.checked_apply)

    def __reduce__(self) -> tuple[object, ...]:
        given = [field.name for field in attrs.fields(type(self)) if field.init]
        return type(self), tuple(getattr(self, name) for name in given)

    def __repr__(self) -> str:
        own = self.rules.__module__.startswith("cardrules.games.")
        return f"cardrules.games.{self.name}.GAME" if own else f"{self.rules.__module__}.GAME"

    def new_match(self, rules: R, *, first: int = 0, scores: Sequence[int] | None = None) -> S:
        """The state before the first deal of a match.

        ``first`` is the eldest seat of the first deal, ``scores`` a standing to start from, one number a
        side. Raises `RulesError` where ``rules`` are another game's or the standing is none from which a
        match goes on, `SeatError` where ``first`` is not a seat.
        """
        if not isinstance(rules, self.rules):
            message = f"{brief(rules)} of {type(rules).__module__} are not the rules of {self.title}"
            raise RulesError("rules", f"{message}: those are of {self.rules.__module__}")
        seating = rules.format.seating
        usual = 0 if self.usual_score is None else self.usual_score(rules)
        start = standing(scores, len(seating.sides), usual)
        if self.check_scores is not None:
            self.check_scores(rules, start)
        match = Match(rules, seating.check(first), start)
        if self.over is not None and (rule := self.over(match)) is not None:
            raise RulesError("scores", f"{start} ends the match ({rule})")
        return self.start(match)

    def checked_apply(self, state: S, move: M | Deal) -> S:
        """The state after a move; raises `IllegalMove` or one of its kinds, and never changes ``state``."""
        if hasattr(state, "own"):
            raise StateNeeded
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
        if position.match.outcome is not None:
            return match_over()
        seat, own = position.to_move, self._is_own(position, move)
        if seat is None:
            return wrong_pack(position.pack, move) if isinstance(move, Deal) else deal_awaited()
        if isinstance(move, Deal):
            return no_deal_awaited(seat)
        viewer: int | None = getattr(position, "seat", seat)
        if not own:
            return no_move_of(self.title, self.moves, position.pack, viewer, move)
        if viewer != seat:
            return wrong_turn(viewer, seat)
        kinds = self.allowed(position)
        if not isinstance(move, kinds):
            return wrong_kind(seat, move, kinds, None if self.moment is None else self.moment(position))
        hand = position.mover_bits()
        absent = tuple(card for card in cards_in(move) if not card.bit & hand)
        return not_held(seat, absent) if absent else self.verdict(position, move)

    def allowed(self, position: S | V) -> tuple[type, ...]:
        """The classes of moves that the moment allows, where somebody is to move."""
        return self.moves if self.kinds is None else self.kinds(position)

    def _is_own(self, position: S | V, move: object) -> bool:
        deck = position.pack.deck
        if isinstance(move, Deal):
            return True
        return isinstance(move, self.moves) and all(card.deck == deck for card in cards_in(move))

    def _error(self, state: S, move: object, violation: Violation) -> IllegalMove:
        return error_of(violation, foreign=not self._is_own(state, move), awaits_deal=state.awaits_deal)

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
        finds no room, `SeatError` for what is no seat, `ParseError` for a text that is none.
        """
        self._needs_deal(state)
        order, pack = self.order(state), state.pack
        if isinstance(hands, str) or not isinstance(hands, Iterable):
            raise CardError(
                f"{brief(hands)} are no hands by seat: give a sequence of hands, or seats and hands"
            )
        by_seat = dict(hands) if isinstance(hands, Mapping) else dict(enumerate(hands))
        read: dict[int, Sequence[Card]] = {}
        for seat, hand in by_seat.items():
            state.seating.check(seat)
            if hand is None:
                continue
            read[seat] = pack.read(hand) if isinstance(hand, str) else several(hand)
            if seat not in order.seats:
                if read[seat]:
                    raise SeatError(
                        f"seat {seat} gets no cards in this deal: those dealt to are {order.seats}"
                    )
                continue
            room = order.dealing.room(order.seats.index(seat))
            if len(read[seat]) > room:
                raise CardError(f"seat {seat} gets {room} cards, not {len(read[seat])}")
        left = pack.read(stock) if isinstance(stock, str) else several(stock)
        return Deal(order.dealing.arrange(pack, [read.get(seat) for seat in order.seats], left))

    def _needs_deal(self, state: S) -> None:
        if hasattr(state, "own"):
            raise StateNeeded
        if not state.awaits_deal:
            violation = self.why_not(state, Deal(state.pack.cards))
            if violation is not None:
                raise self._error(state, Deal(()), violation)

    def outcome(self, position: S | V) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""
        return position.match.outcome

    def observe(self, state: S, seat: int | None = None) -> V:
        """What a seat may know, and nothing else; without a seat, what a spectator sees (`SeatError`)."""
        own = None if seat is None else _secrets(state).own[state.seating.check(seat)]
        return self.view(
            *(getattr(state, name) for name in _public(cast("type[AttrsInstance]", type(state)))), seat, own
        )

    def worlds(self, view: V) -> Worlds[S]:
        """Every state that agrees with all that the seat of a view knows: counted, sampled, one by one.

        It is reckoned from the view alone. Raises `SpectatorError` for a spectator's view, `ViewNeeded` for a
        state, `NoWorlds` where the game does not say what its worlds are.
        """
        from cardrules.possible import only

        if not hasattr(view, "own"):
            raise ViewNeeded
        seat: int | None = getattr(view, "seat", None)
        if seat is None:
            raise SpectatorError("a spectator's view has no worlds: observe(state, seat) gives one that has")
        if not view.deal.number:
            return only(self.start(view.match))
        if self.possible is None:
            raise NoWorlds(f"{self.title} does not say what its possible worlds are")
        return self.possible(view)

    def determinize(self, view: V, rng: Random) -> S:
        """One state that agrees with all that the seat of a view knows, each with the same chance.

        Whoever wants several from one view keeps its `worlds`. Raises as `worlds` and `Worlds.sample` do.
        """
        return self.worlds(view).sample(rng)

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
        # What a seat was dealt is what it has, or says it was dealt, unless the game knows better.
        hands: Sequence[Iterable[Card]] = [getattr(own, "dealt", own) for own in _secrets(state).own]
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
