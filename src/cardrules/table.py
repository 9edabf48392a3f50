"""What lies on the table: the layout that the states and views of every game share.

`Position` is what a state and a view have in common, whatever the game. `TrickState` and `TrickView`
are the layout of a trick-taking game: a public `TrickTable`, to which a state adds ``secrets`` and a
view adds ``seat`` and ``own``. They are siblings, so that neither can be passed for the other.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import attrs

from cardrules.cards import Card, CardSet, Pack, Short
from cardrules.errors import NotBound, StateNeeded
from cardrules.match import Match
from cardrules.moves import Play
from cardrules.scoring import Line, total
from cardrules.seating import Seating
from cardrules.tricks import Trick, TrickOrder

if TYPE_CHECKING:
    from typing import Self

    from attrs import frozen as layout

    from cardrules.game import Game
else:
    # A layout is filled first and frozen after: a game's `State` is `TrickState`, frozen. The hot path makes
    # a `TrickState` and turns it into a `State`, in half the time that a class frozen from the start takes.
    layout = partial(attrs.define, eq=False, repr=False)


__all__ = [
    "Act",
    "DealFacts",
    "GameFormat",
    "GameRules",
    "Held",
    "Position",
    "Secrets",
    "TrickFacts",
    "TrickState",
    "TrickTable",
    "TrickView",
    "Truth",
    "layout",
]


class GameFormat(Protocol):
    """The sizes of a game: at least its pack and its seats."""

    @property
    def pack(self) -> Pack:
        """The pack that is played with."""
        ...

    @property
    def seating(self) -> Seating:
        """The seats, the direction of play and the sides."""
        ...


class GameRules(Protocol):
    """The rules of a game, of which generic code reads the format."""

    @property
    def format(self) -> GameFormat:
        """The sizes that follow from the options."""
        ...


R_co = TypeVar("R_co", bound=GameRules, covariant=True)
S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M")
V_co = TypeVar("V_co", covariant=True)


@attrs.frozen
class Act:
    """A public move: who made it, and as much of it as everybody saw.

    >>> from cardrules import FRENCH, Play
    >>> Act(2, Play(FRENCH["Q♠"]))
    Act(seat=2, move=Play(card=FRENCH['Q♠']))
    """

    seat: int
    move: object


@attrs.frozen
class DealFacts:
    """Public facts of one deal; each game adds its own.

    ``number`` counts the deals of the match from 1 (0: none has been dealt yet), ``seating`` has the
    seats that take part in this one.
    """

    number: int
    seating: Seating

    def lines_so_far(self) -> tuple[Line, ...]:
        """What the deal has scored before its end: nothing, unless the game says otherwise."""
        return ()


@attrs.frozen
class TrickFacts(DealFacts):
    """Public facts of a deal that is played in tricks.

    ``leader`` is the seat that leads the first trick (``None``: not known yet), ``acts`` are the public
    moves that play no card, in order (in most games: those before play).
    """

    leader: int | None
    acts: tuple[Act, ...]

    def in_order(self, plays: tuple[Act, ...]) -> tuple[Act, ...]:
        """All public moves of the deal in order, given the plays: ``acts`` first, unless a game says else."""
        return self.acts + plays


class _Unbound:
    """What stands for the game of a class that has not been told its own: whoever asks for it is told so."""

    def __get__(self, position: object, cls: type) -> object:
        if position is None:
            return self
        raise NotBound(cls.__name__)


class Position(Short, Generic[R_co, S_co, M, V_co]):
    """A state or a view of some game: what generic code may read of it.

    A game's classes derive from ``Position[Rules, State, Move, View]`` and have the fields ``match``,
    ``deal`` and ``to_move``, and a ``log``. `cardrules.bind` gives them their ``GAME``; before that, whoever
    asks a position for it gets a `NotBound`.
    """

    __slots__ = ()

    if not TYPE_CHECKING:
        GAME = _Unbound()

    if TYPE_CHECKING:
        GAME: ClassVar[Game[Any, Any, Any, Any]]
        match: Match[R_co]
        """Rules and standing."""
        deal: Any  # of a game's own class, which derives from DealFacts
        """The public facts of the deal in progress, or of the last one."""
        to_move: int | None
        """The seat to move; ``None`` while a deal is awaited and after the end."""

        @property
        def log(self) -> tuple[Act, ...]:
            """All public moves of the deal, in order."""
            ...

    @property
    def mover(self) -> int:
        """The seat to move (`LookupError` where nobody is: see ``to_move``)."""
        if self.to_move is None:
            raise LookupError("nobody is to move")
        return self.to_move

    @property
    def rules(self) -> R_co:
        """The rules of the match."""
        return self.match.rules

    @property
    def pack(self) -> Pack:
        """The pack that is played with."""
        return self.match.rules.format.pack

    @property
    def seating(self) -> Seating:
        """The seats of the match."""
        return self.match.rules.format.seating

    @property
    def awaits_deal(self) -> bool:
        """Whether the next move must be a `Deal`."""
        return self.to_move is None and self.match.outcome is None

    @property
    def deal_is_over(self) -> bool:
        """Whether the deal that lies on the table has been played to its end and scored."""
        number: int = self.deal.number
        return 0 < number == len(self.match.results)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the deal on the table has scored so far, line by line."""
        so_far: tuple[Line, ...] = self.deal.lines_so_far()
        return self.match.results[-1].lines if self.deal_is_over else so_far

    @property
    def scores(self) -> tuple[int, ...]:
        """The standing of each side now, with what the deal on the table has scored so far."""
        standing = self.match.scores
        if self.deal_is_over:
            return standing
        return tuple(map(sum, zip(standing, total(self.lines, len(standing)), strict=True)))

    def mover_bits(self) -> int:
        """The bits of the hand of the seat to move, as far as this position knows them; otherwise 0."""
        raise LookupError("a position of a game says what its mover holds")


class Truth(Position[R_co, S_co, M, V_co]):
    """A position that is the whole truth: a state, which has ``secrets``. A view is none."""

    __slots__ = ()

    if TYPE_CHECKING:
        secrets: Any  # `Secrets` of what a seat knows in this game


class Held(Protocol):
    """What a seat holds of a deal, before any card is played: the bits of its hand."""

    @property
    def bits(self) -> int:
        """The bits of the hand."""
        ...


F_co = TypeVar("F_co", bound=TrickFacts, covariant=True)
O_co = TypeVar("O_co", bound=Held, covariant=True)


@attrs.frozen(cache_hash=True)
class Secrets(Generic[O_co]):
    """What is hidden in a deal: what each seat alone knows, and the cards that nobody has seen yet.

    ``stock`` is in the order in which it will be drawn.
    """

    own: tuple[O_co, ...]
    stock: tuple[Card, ...] = ()


@layout
class TrickTable(Position[R_co, S_co, M, V_co], Generic[R_co, S_co, M, V_co, F_co]):
    """The public part of a trick-taking game, by how often it changes.

    ``match`` changes once a deal, ``deal`` a few times, ``tricks`` (the finished ones, in order) with
    every trick, the rest with every card: ``to_move``, the cards of the trick on the table (led first), and
    the bits of all cards played.
    """

    match: Match[R_co]
    deal: F_co
    to_move: int | None
    tricks: tuple[Trick, ...]
    trick: tuple[Card, ...]
    played_bits: int

    @property
    def played(self) -> CardSet:
        """All cards played in this deal."""
        return CardSet(self.pack, self.played_bits)

    def taken_by(self, *seats: int) -> CardSet:
        """All cards in the tricks that these seats have won (`SeatError`)."""
        for seat in seats:
            self.match.rules.format.seating.check(seat)
        return CardSet(self.pack, sum(trick.bits for trick in self.tricks if trick.winner in seats))

    @property
    def leader(self) -> int | None:
        """The seat that leads, or has led, the trick on the table (``None``: not known yet).

        It is the winner of the trick before, and the first leader of the deal where nobody won it.
        """
        winner = self.tricks[-1].winner if self.tricks else None
        return self.deal.leader if winner is None else winner

    @property
    def log(self) -> tuple[Act, ...]:
        """All public moves of this deal, in order, among them every card played."""
        order = self.deal.seating.order_from
        plays = [
            Act(seat, Play(card))
            for trick in self.tricks
            for seat, card in zip(order(trick.leader), trick.cards, strict=True)
        ]
        if self.trick and self.leader is not None:
            plays += (
                Act(seat, Play(card)) for seat, card in zip(order(self.leader), self.trick, strict=False)
            )
        return self.deal.in_order(tuple(plays))

    def __repr__(self) -> str:
        fields = {
            field.name: repr(getattr(self, field.name)) for field in attrs.fields(type(self)) if field.init
        }
        fields["played_bits"] = f"{self.played!r}.bits"
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in fields.items())})"


@layout
class TrickState(
    TrickTable[R_co, S_co, M, V_co, F_co],
    Truth[R_co, S_co, M, V_co],
    Generic[R_co, S_co, M, V_co, F_co, O_co],
):
    """The whole truth of a trick-taking game: table and secrets. A game's ``State`` is this, frozen."""

    secrets: Secrets[O_co]

    def mover_bits(self) -> int:
        """The bits of the hand of the seat to move; 0 where nobody is to move."""
        seat = self.to_move
        return 0 if seat is None else self.secrets.own[seat].bits & ~self.played_bits

    def with_card(self, card: Card, order: TrickOrder) -> Self:
        """The state in which the seat to move has played a card, by an order that says who wins a full trick.

        The winner leads next, or whoever led where nobody wins. Nothing is checked, scored or ended: this is
        what most trick-taking games begin with when they say what a legal play does.

        >>> from cardrules.games import etori
        >>> state = etori.new_match(etori.Rules())
        >>> state = etori.apply(etori.apply(state, etori.arrange(state)), etori.ChooseLeader(0))
        >>> from cardrules import FRENCH
        >>> state = state.with_card(FRENCH["2♠"], state.rules.tricks)
        >>> state.to_move, state.trick
        (1, (FRENCH['2♠'],))
        """
        seating: Seating = self.deal.seating
        trick, played, following = (*self.trick, card), self.played_bits | card.bit, seating.next[self.mover]
        if len(trick) < len(seating.active):
            return attrs.evolve(self, to_move=following, trick=trick, played_bits=played)
        place = order.winner(trick)
        winner = None if place is None else seating.order_from(following)[place]
        tricks = (*self.tricks, Trick(following, trick, winner))
        leader = following if winner is None else winner
        return attrs.evolve(self, to_move=leader, tricks=tricks, trick=(), played_bits=played)

    def hand(self, seat: int) -> CardSet:
        """The cards now in a seat's hand (`SeatError`)."""
        return CardSet(self.pack, self.secrets.own[self.seating.check(seat)].bits & ~self.played_bits)

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards now in every hand, by seat."""
        return tuple(self.hand(seat) for seat in range(self.seating.seats))


@layout
class TrickView(TrickTable[R_co, S_co, M, V_co, F_co], Generic[R_co, S_co, M, V_co, F_co, O_co]):
    """What one seat sees of a trick-taking game, or a spectator (``seat`` and ``own`` are ``None``)."""

    seat: int | None
    own: O_co | None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name == "secrets":
                raise StateNeeded
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def mover_bits(self) -> int:
        """The bits of the seat's own hand if it is to move; otherwise 0."""
        mine = self.own is not None and self.seat == self.to_move
        return self.own.bits & ~self.played_bits if mine and self.own is not None else 0

    @property
    def hand(self) -> CardSet:
        """The cards now in the seat's own hand; none for a spectator."""
        return CardSet(self.pack, 0 if self.own is None else self.own.bits & ~self.played_bits)
