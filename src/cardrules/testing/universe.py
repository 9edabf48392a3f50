"""Every move that can be made of a game's cards, seats and words, whether it is legal or not."""

from __future__ import annotations

import itertools
import typing
from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Any

import attrs

from cardrules.cards import FRENCH, SPANISH, Card, CardSet, Pack, Rank, Suit, cards_of
from cardrules.errors import CardrulesError
from cardrules.moves import Deal, Play
from cardrules.testing.declared import Laws, NotDeclared, laws_of
from cardrules.testing.walking import AnyGame

_MOST = 400  # moves of one class that are tried, where there are more of them


def every_move(of: Laws | AnyGame, state: Any, rng: Random | None = None) -> Iterator[Any]:
    """Moves of every kind for a state: all of them where they are few, otherwise a sample.

    They are made of the classes of the game's moves: every card of the deck, every member of an enumeration,
    every seat, numbers from -1 to one more than the cards of a hand, sets of cards of the mover's hand and
    others; then those of ``Laws.moves``, a deal, and things that are no moves of the game at all. Raises
    `NotDeclared` for a class with a field that it cannot fill, unless `Laws` has moves.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> moves = list(every_move(truco.GAME, state))
    >>> len([move for move in moves if isinstance(move, Play)]), truco.Call.MAZO in moves
    (41, True)
    """
    laws, chance = laws_of(of), rng or Random(0)
    for kind in laws.game.moves:
        yield from _made(laws, kind, state, chance)
    yield from laws.moves_in(state)
    yield Deal(state.pack.cards)
    yield from _strange(state)


def faulty_deals(pack: Pack) -> Iterator[Deal]:
    """Deals that are not the pack: a card missing, twice, replaced by one of another deck, or by no card.

    >>> from cardrules import SPANISH
    >>> len(list(faulty_deals(SPANISH)))
    5
    """
    first, *rest = pack.cards
    yield Deal(rest)
    yield Deal([first, first, *rest])
    yield Deal([*rest, rest[-1]])
    yield Deal([_foreign(pack), *rest])
    strange: list[Any] = [str(first), *rest]
    yield Deal(strange)


def _strange(state: Any) -> Iterator[object]:
    """What is no move of the game, or a move with a card of another deck."""
    yield Play(_foreign(state.pack))
    yield None
    yield state.pack.cards[0]


def _foreign(pack: Pack) -> Card:
    other = SPANISH if pack.deck == FRENCH.deck else FRENCH
    return other.cards[0]


def _made(laws: Laws, kind: type[Any], state: Any, rng: Random) -> Iterator[Any]:
    if issubclass(kind, Enum):
        yield from kind
        return
    if issubclass(kind, Play):
        yield from map(kind, state.pack.deck.cards)
        return
    try:
        values = [_values(kind, field, state, rng) for field in _fields(kind)]
    except NotDeclared:
        if laws.moves is None:
            raise
        return
    for chosen in _sampled(list(itertools.product(*values)), rng):
        try:
            yield kind(*chosen)
        except (CardrulesError, ValueError, TypeError):
            continue  # the class itself refuses it, so that there is no such move


def _fields(kind: type[Any]) -> list[tuple[str, Any]]:
    """The fields with which a class of moves is made, and their types."""
    if not attrs.has(kind):
        raise NotDeclared(
            f"{kind.__name__} is no class of attrs: say in Laws(moves=...) what moves there are"
        )
    hints = typing.get_type_hints(kind)
    return [(field.name, hints.get(field.name)) for field in attrs.fields(kind) if field.init]


def _values(kind: type[Any], field: tuple[str, Any], state: Any, rng: Random) -> Sequence[object]:
    name, hint = field
    values = _by_type(hint, state, rng)
    if values is None and name in ("card", "cards", "seat"):
        values = _by_type({"card": Card, "cards": CardSet, "seat": int}[name], state, rng)
    if hint is int and name == "seat":
        values = range(state.seating.seats)
    if values is None:
        raise NotDeclared(
            f"{kind.__name__}.{name} is of the type {hint}, of which the laws know no values: say in "
            "Laws(moves=...) what moves there are"
        )
    return values


def _by_type(hint: Any, state: Any, rng: Random) -> Sequence[object] | None:
    """Values of a type, or ``None`` for a type that is not known."""
    pack: Pack = state.pack
    if typing.get_origin(hint) in (typing.Union, UnionType):
        parts = [_by_type(part, state, rng) for part in typing.get_args(hint)]
        return [value for part in parts if part is not None for value in part] if all(parts) else None
    if typing.get_origin(hint) is typing.Literal:
        return typing.get_args(hint)
    known: dict[Any, Any] = {
        NoneType: lambda: (None,),
        bool: lambda: (False, True),
        int: lambda: range(-1, len(pack) // state.seating.seats + 2),
        Card: lambda: pack.deck.cards,
        CardSet: lambda: _sets(state, rng),
        Suit: lambda: pack.deck.suits,
        Rank: lambda: pack.deck.ranks,
    }
    if hint in known:
        values: Sequence[object] = known[hint]()
        return values
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(hint)
    return None


def _sets(state: Any, rng: Random) -> list[CardSet]:
    """Sets of cards: none, each alone, some of every size of the mover's hand, with a strange card too."""
    pack: Pack = state.pack
    bits = state.mover_bits()
    hand = list(cards_of(pack.deck, bits)) if bits else list(pack.cards[: len(pack) // state.seating.seats])
    rest = [card for card in pack if card not in hand]
    chosen = [[card] for card in pack] + [
        rng.sample(hand, size) for size in range(len(hand) + 1) for _ in "123"
    ]
    chosen += [[*rng.sample(hand, len(hand) // 2), rest[int(rng.random() * len(rest))]]] if rest else []
    return list(dict.fromkeys(pack.set(cards) for cards in chosen))


def _sampled(values: list[Any], rng: Random) -> list[Any]:
    return values if len(values) <= _MOST else rng.sample(values, _MOST)
