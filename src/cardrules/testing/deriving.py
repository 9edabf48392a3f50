"""Which rules and standings a game has, found out from its rules' own fields and refusals."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any

from hypothesis import strategies as st

from cardrules.cards import Card, CardSet, Rank, Suit
from cardrules.errors import RulesError
from cardrules.testing.walking import AnyGame, fields_of

_FEW = 60  # values of an option that are listed; of more of them, those near the usual one


def options(rules: Callable[..., Any]) -> dict[str, st.SearchStrategy[Any]]:
    """For each option of a class of rules, a strategy for values that it may have, the usual one first.

    What may be given by keyword only, as the format is, is no option. Where neither the option's type nor
    its refusal of a strange value tells what is allowed, it stays as usual.
    """
    return _options(rules)


@cache
def _options(rules: Callable[..., Any]) -> dict[str, st.SearchStrategy[Any]]:
    usual: Any = rules()
    try:
        hints = typing.get_type_hints(rules)
    except NameError:
        hints = {}
    found: dict[str, st.SearchStrategy[Any]] = {}
    for field in fields_of(usual):
        if field.init and not field.kw_only:
            value = getattr(usual, field.name)
            others = _listed(rules, field.name, value)
            if others is None and hints.get(field.name) is int:
                others = _tried(rules, field.name, value)
            elif others is None:
                others = _of_type(hints.get(field.name), usual)
                others = None if others is None else st.just(value) | others
            found[field.name] = st.just(value) if others is None else others
    return found


@st.composite
def combined(draw: st.DrawFn, rules: type[Any]) -> Any:
    """Rules with any valid combination of their options.

    Where a combination is refused, the option that the refusal names is drawn anew some times, and then made
    usual again, until none is refused.
    """
    known = options(rules)
    given = {name: draw(values) for name, values in known.items()}
    anew = 3
    while True:
        try:
            return rules(**given)
        except RulesError as error:
            if not given:
                raise
            culprit = error.option if error.option in given else next(reversed(given))
            if anew:
                anew -= 1
                given[culprit] = draw(known[culprit])
            else:
                given.pop(culprit)


@st.composite
def moved(draw: st.DrawFn, game: AnyGame, rules: Any) -> tuple[int, ...] | None:
    """A standing from which a match may start: points given, or moved between sides; ``None``: the usual."""
    usual = game.new_match(rules).match.start
    numbers = [getattr(rules, name) for name in options(game.rules)]
    most = max([abs(number) for number in numbers if isinstance(number, int)], default=10) or 10
    change = [0] * len(usual)
    for _ in range(draw(st.integers(0, 3))):
        one, other = draw(st.integers(0, len(usual) - 1)), draw(st.integers(0, len(usual) - 1))
        points = draw(st.integers(-most, most))
        change[one] += points
        if draw(st.booleans()):
            change[other] -= points
    while any(change):
        standing = tuple(a + b for a, b in zip(usual, change, strict=True))
        try:
            game.new_match(rules, scores=standing)
        except RulesError:
            change = [int(points / 2) for points in change]
        else:
            return standing
    return None


class _Strange:
    """A value that no option allows."""


def _listed(rules: Callable[..., Any], name: str, usual: object) -> st.SearchStrategy[Any] | None:
    """The values that the option allows, as its refusal of a strange one lists them."""
    try:
        rules(**{name: _Strange()})
    except RulesError as error:
        allowed: Sequence[Any] = error.allowed if error.option == name else ()
    except Exception:  # whatever its converter does with a strange value
        return None
    else:
        return None
    if isinstance(allowed, range) and len(allowed) > _FEW and isinstance(usual, int):
        room = abs(usual) + 2
        return st.just(usual) | st.integers(max(allowed[0], usual - room), min(allowed[-1], usual + room))
    return _first(usual, allowed) if allowed else None


def _first(usual: object, values: Iterable[Any]) -> st.SearchStrategy[Any]:
    """One of some values, each alike; it shrinks to the usual one."""
    return st.sampled_from([usual, *(value for value in values if value != usual)])


def _tried(rules: Callable[..., Any], name: str, usual: int) -> st.SearchStrategy[int]:
    """Whole numbers near the usual one, and the first ones, that the option takes when they are tried."""
    taken: list[int] = []
    for number in sorted({*range(13), *range(usual - 3, usual + 4)}):
        with suppress(Exception):  # whatever it does with a number that it does not take
            rules(**{name: number})
            taken.append(number)
    return st.just(usual) | st.sampled_from(taken)


def _of_type(hint: Any, usual: Any) -> st.SearchStrategy[Any] | None:
    """The values of a type, among cards those of the usual pack."""
    pack = usual.format.pack
    if typing.get_origin(hint) in (typing.Union, UnionType):
        parts = [_of_type(part, usual) for part in typing.get_args(hint)]
        return st.one_of([part for part in parts if part is not None])
    if typing.get_origin(hint) is typing.Literal:
        return st.sampled_from(typing.get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    known: dict[Any, st.SearchStrategy[Any]] = {
        NoneType: st.none(),
        bool: st.booleans(),
        Card: st.sampled_from(pack.cards),
        Suit: st.sampled_from(pack.deck.suits),
        Rank: st.sampled_from(pack.deck.ranks),
        CardSet: st.lists(st.sampled_from(pack.cards), min_size=1, max_size=4, unique=True).map(pack.set),
    }
    return known.get(hint)
