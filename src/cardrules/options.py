"""Checks and printing for the options of a game's rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any

import attrs

from cardrules.errors import RulesError, brief

_MANY = 10**9  # no option, and no score, is a greater number than this


def one_of(option: str, value: object, allowed: Iterable[object]) -> None:
    """Raise `RulesError` unless the value of an option is one of these (of the same type)."""
    known = tuple(allowed)
    if not any(value == item and type(value) is type(item) for item in known):
        raise RulesError(option, f"{brief(value)} is not one of {', '.join(map(repr, known))}", known)


def whole(option: str, value: object, least: int | None = None, most: int | None = None) -> None:
    """Raise `RulesError` unless the value of an option is a whole number within these bounds.

    >>> whole("tokens", 0, least=1)
    Traceback (most recent call last):
    cardrules.errors.RulesError: tokens: 0 is not a whole number of at least 1
    """
    allowed = range(-_MANY if least is None else least, (_MANY if most is None else most) + 1)
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        low = "" if least is None else f" of at least {least}"
        high = "" if most is None else f" of at most {most}"
        raise RulesError(option, f"{brief(value)} is not a whole number{low}{high}", allowed)


def flag(option: str, value: object) -> None:
    """Raise `RulesError` unless the value of an option is ``True`` or ``False``."""
    if not isinstance(value, bool):
        raise RulesError(option, f"{brief(value)} is neither True nor False", (False, True))


def made_of(option: str, value: object, kind: type) -> None:
    """Raise `RulesError` unless the value of an option is of this class."""
    if not isinstance(value, kind):
        raise RulesError(option, f"{brief(value)} is not a {kind.__name__} of this game")


def terse(self: Hashable) -> str:
    """The `repr` of rules: only the options that are not as usual.

    The format (a field that is given by keyword only) is left out where it follows from the options.
    """
    return _terse(self)


@lru_cache(maxsize=64)  # rules are made anew to find out what is usual, and many states have the same
def _terse(self: Hashable) -> str:
    cls: Any = type(self)
    fields = [field for field in attrs.fields(cls) if field.init and field.repr]
    given: dict[str, object] = {}
    for by_keyword in (False, True):
        usual = cls(**given)
        for field in fields:
            value = getattr(self, field.name)
            if field.kw_only is by_keyword and value != getattr(usual, field.name):
                given[field.name] = value
    show = {field.name: field.repr if callable(field.repr) else repr for field in fields}
    parts = [f"{name}={show[name](value)}" for name, value in given.items()]
    return f"{cls.__name__}({', '.join(parts)})"
