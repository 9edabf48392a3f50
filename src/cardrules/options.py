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
    """The `repr` of rules: only the options that are not as usual."""
    usual = type(self)()
    parts = [
        f"{field.name}={getattr(self, field.name)!r}"
        for field in attrs.fields(type(self))
        if field.init and field.repr and getattr(self, field.name) != getattr(usual, field.name)
    ]
    return f"{type(self).__name__}({', '.join(parts)})"
