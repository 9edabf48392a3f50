"""The types of the fields of a class, with what its generic bases leave open filled in."""

from __future__ import annotations

import sys
import typing
from functools import reduce
from types import UnionType
from typing import Any, ForwardRef, TypeVar, get_args, get_origin

import attrs

import cardrules.cards
import cardrules.table
from cardrules.errors import EncodeError


def field_types(cls: type[Any], given: dict[Any, Any] | None = None) -> dict[str, Any]:
    """The fields with which a class is made, in order, and their types.

    ``given`` are the types that stand for the class's own type variables. Raises `EncodeError` where a field
    has no type, or one that cannot be found.

    >>> from cardrules.games import hornafjardarmanni
    >>> field_types(hornafjardarmanni.View)["own"]
    cardrules.games.hornafjardarmanni.play.Holding | None
    """
    known = dict(given or {}) | _bound(cls, given or {})
    hints = _hints(cls)
    names = [field.name for field in attrs.fields(cls) if field.init]
    untyped = [name for name in names if name not in hints]
    if untyped:
        raise EncodeError(f"{cls.__name__}.{untyped[0]} has no type, so that no message can carry it")
    return {name: filled(hints[name], known) for name in names}


def parameters(alias: Any) -> tuple[Any, dict[Any, Any]]:
    """The class of an alias such as ``Chain[Call]``, and what stands for its type variables."""
    origin = get_origin(alias)
    if origin is None:
        return alias, {}
    return origin, dict(zip(getattr(origin, "__parameters__", ()), get_args(alias), strict=False))


def class_of(value: object) -> type[Any]:
    """The class of a value."""
    return type(value)


def filled(hint: Any, known: dict[Any, Any]) -> Any:
    """A type with its type variables replaced."""
    if isinstance(hint, TypeVar):
        return known.get(hint, hint)
    args = get_args(hint)
    if not args:
        return hint
    inner: tuple[Any, ...] = tuple(arg if arg is ... else filled(arg, known) for arg in args)
    if isinstance(hint, UnionType) or get_origin(hint) is typing.Union:
        return reduce(lambda one, two: one | two, inner)
    origin: Any = get_origin(hint)
    return hint if inner == args else origin[inner]


def _hints(cls: type[Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls)
    except NameError:  # a name that only type checkers import
        pass
    try:
        return typing.get_type_hints(cls, localns={**vars(cardrules.cards), **vars(cardrules.table)})
    except NameError as error:
        what = f"the types of the fields of {cls.__name__} cannot be found out ({error})"
        raise EncodeError(f"{what}: import them also at run time") from None


def _bound(cls: type[Any], given: dict[Any, Any]) -> dict[Any, Any]:
    """What the bases of a class say of the type variables that they leave open, to any depth."""
    found: dict[Any, Any] = {}
    for base in vars(cls).get("__orig_bases__", cls.__bases__):
        origin, pairs = parameters(base)
        if origin in (object, typing.Generic):
            continue
        pairs = {variable: filled(_meant(cls, hint), given) for variable, hint in pairs.items()}
        found = _bound(origin, pairs) | pairs | found
    return found


def _meant(cls: type[Any], hint: Any) -> Any:
    """What a name in quotation marks means in the module of a class."""
    if not isinstance(hint, ForwardRef):
        return hint
    return getattr(sys.modules[cls.__module__], hint.__forward_arg__, hint)
