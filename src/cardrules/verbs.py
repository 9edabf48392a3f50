"""The verbs that work on a state of any game, and keep its types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from cardrules.cards import Card
from cardrules.errors import Violation
from cardrules.game import Hands
from cardrules.match import Outcome
from cardrules.moves import Deal
from cardrules.table import GameRules, Position, Truth

if TYPE_CHECKING:
    from random import Random

    from cardrules.event import Event
    from cardrules.possible import Worlds

R = TypeVar("R", bound=GameRules)
S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


def legal_moves(position: Position[R, S, M, V]) -> Sequence[M]:
    """Exactly the moves that `apply` accepts from the seat to move, in a documented stable order.

    Cards come in pack order. Empty where nobody is to move, and for a view of a seat that is not to
    move. Where there are very many, the sequence is lazy: see `Choices`.

    >>> from random import Random
    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> len(legal_moves(state))
    0
    >>> len(legal_moves(apply(state, shuffle(state, Random(1)))))
    8
    """
    moves: Sequence[M] = position.GAME.legal_moves(position)
    return moves


def apply(state: Truth[R, S, M, V], move: M | Deal) -> S:
    """The state after a move of the seat to move, or after a deal; ``state`` itself never changes.

    Raises `IllegalMove` with its `Violation` for every move that is not legal: `DealAwaited`,
    `MatchOver`, `PackError` and `ForeignMove` are kinds of it.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = apply(state, arrange(state, ["1E 7E 7O", "4B 5B 6B"]))
    >>> apply(state, truco.Call.TRUCO).to_move
    1
    """
    after: S = state.GAME.apply(state, move)
    return after


def why_not(position: Position[R, S, M, V], move: M | Deal) -> Violation | None:
    """Why `apply` would refuse a move, or ``None`` where it is legal; on a view, for that view's seat.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> why_not(state, truco.Call.TRUCO).rule
    'common.deal'
    """
    return position.GAME.why_not(position, move)


def outcome(position: Position[R, S, M, V]) -> Outcome | None:
    """How the match ended — winners, losers, final scores, the rule — or ``None`` while it goes on.

    >>> from cardrules.games import truco
    >>> outcome(truco.new_match(truco.Rules())) is None
    True
    """
    return position.match.outcome


def shuffle(state: Truth[R, S, M, V], rng: Random) -> Deal:
    """A deal of the whole pack, shuffled by ``rng``: the only chance there is.

    Raises `IllegalMove` (``common.deal``, ``common.over``) where no deal is awaited.
    """
    return state.GAME.shuffle(state, rng)


def arrange(state: Truth[R, S, M, V], hands: Hands = (), *, stock: str | Iterable[Card] = ()) -> Deal:
    """A deal that gives these hands, by seat, and this stock; what is left open is dealt in pack order.

    Hands are text, sets or sequences of cards; ``None``, a missing seat or a short hand is filled up.
    Raises `CardError`, `ParseError`, `SeatError`, or `IllegalMove` where no deal is awaited.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> apply(state, arrange(state, {1: "7O 6O 1E"})).hand(1)
    SPANISH.set('1 de espada, 6 de oro, 7 de oro')
    """
    return state.GAME.arrange(state, hands, stock=stock)


def observe(state: Truth[R, S, M, V], seat: int | None = None) -> V:
    """What a seat may know, and nothing else; without a seat, what a spectator sees (`SeatError`).

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> observe(apply(state, arrange(state, ["1E 7E 7O"])), seat=0).hand
    SPANISH.set('1 de espada, 7 de espada, 7 de oro')
    """
    view: V = state.GAME.observe(state, seat)
    return view


def events(state: Truth[R, S, M, V], move: M | Deal, seat: int | None = None) -> tuple[Event, ...]:
    """What the move makes happen, in order, as that seat (or a spectator) sees it.

    Raises as `apply` and `observe` do.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = apply(state, arrange(state, ["1E 7E 7O"]))
    >>> [type(event).__name__ for event in events(state, truco.Call.TRUCO)]
    ['Acted', 'DealChanged', 'TurnPassed']
    """
    return state.GAME.events(state, move, seat)


def worlds(view: Position[R, S, M, V]) -> Worlds[S]:
    """Every full state that agrees with all that the seat of a view knows; see `Worlds`.

    It is reckoned from the view alone. Raises `SpectatorError` for a spectator's view, `ViewNeeded` for a
    state, `NoWorlds` where the game does not say what its worlds are.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = apply(state, arrange(state, ["1E 7E 7O", "4B 5B 6B"]))
    >>> worlds(observe(state, seat=0)).count  # three of 37 cards
    7770
    """
    found: Worlds[S] = view.GAME.worlds(view)
    return found


def determinize(view: Position[R, S, M, V], rng: Random) -> S:
    """One of the `worlds` of a view, each with the same chance; keep the worlds to draw several.

    Raises as `worlds` and `Worlds.sample` do.

    >>> from random import Random
    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> view = observe(apply(state, arrange(state, ["1E 7E 7O"])), seat=0)
    >>> observe(determinize(view, Random(1)), seat=0) == view
    True
    """
    state: S = view.GAME.determinize(view, rng)
    return state


def advance(view: Position[R, S, M, V], told: Iterable[Event]) -> V:
    """The view after events that were told to its seat: a client can live on events alone, without rules.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> deal = arrange(state, ["1E 7E 7O"])
    >>> advance(observe(state, 1), events(state, deal, 1)) == observe(apply(state, deal), 1)
    True
    """
    after: V = view.GAME.advance(view, told)
    return after


def replay(state: Truth[R, S, M, V]) -> tuple[S, ...]:
    """Every state of the deal on the table, from the one that awaited it to this one, made anew.

    Raises `LookupError` where no deal lies on the table yet.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = apply(apply(state, arrange(state, ["1E 7E 7O"])), truco.Call.TRUCO)
    >>> len(replay(state)), replay(state)[-1] == state
    (3, True)
    """
    states: tuple[S, ...] = state.GAME.replay(state)
    return states
