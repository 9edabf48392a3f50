"""Checks and printing for the options of a game's rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from cardrules.errors import RulesError

if TYPE_CHECKING:
    from attrs import AttrsInstance


def one_of(option: str, value: object, allowed: Iterable[object]) -> None:
    """Raise `RulesError` unless the value of an option is one of these (of the same type)."""
    known = tuple(allowed)
    if not any(value == item and type(value) is type(item) for item in known):
        raise RulesError(option, f"{value!r} is not one of {', '.join(map(repr, known))}")


def whole(option: str, value: object, least: int | None = None, most: int | None = None) -> None:
    """Raise `RulesError` unless the value of an option is a whole number within these bounds.

    >>> whole("tokens", 0, least=1)
    Traceback (most recent call last):
    cardrules.errors.RulesError: tokens: 0 is not a whole number of at least 1
    """
    fits = isinstance(value, int) and not isinstance(value, bool)
    if not (
        isinstance(value, int)
        and fits
        and (least is None or value >= least)
        and (most is None or value <= most)
    ):
        low = "" if least is None else f" of at least {least}"
        high = "" if most is None else f" of at most {most}"
        raise RulesError(option, f"{value!r} is not a whole number{low}{high}")


def flag(option: str, value: object) -> None:
    """Raise `RulesError` unless the value of an option is ``True`` or ``False``."""
    if not isinstance(value, bool):
        raise RulesError(option, f"{value!r} is neither True nor False")


def terse(self: AttrsInstance) -> str:
    """The `repr` of rules: only the options that are not as usual.

    The format (a field that is given by keyword only) is left out where it follows from the options.
    """
    cls = type(self)
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
