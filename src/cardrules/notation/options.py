"""The options of a game's rules as text: ``target=30; falta=loser``, those that are not as usual."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from cardrules.cards import Pack, Rank
from cardrules.errors import CardrulesError, NoText, ParseError, RulesError
from cardrules.game import Game
from cardrules.notation.scanning import Part

AnyGame = Game[Any, Any, Any, Any]
T = TypeVar("T")

_YES, _NO = ("yes", "true", "on"), ("no", "false", "off")
_LARGEST_SIZE = 1000  # of a format for study
_OPTION = re.compile(r"(\w+)\s*=\s*(.*)", re.DOTALL)


def write_rules(game: AnyGame, rules: Any) -> str:
    """The options that are not as usual, as text; empty if all are. The format for study is no option.

    >>> from cardrules.games import gong_zhu
    >>> write_rules(gong_zhu.GAME, gong_zhu.Rules(players=5, removed="2c 2d"))
    'players=5; removed=2♦ 2♣'
    """
    return _written({name: getattr(rules, name) for name in _names(game)}, game.rules())


def every_option(game: AnyGame, rules: Any) -> dict[str, tuple[str, bool | int | str | None]]:
    """All options by name, each as text and as JSON has it. The format for study is no option.

    >>> from cardrules.games import hornafjardarmanni
    >>> every_option(hornafjardarmanni.GAME, hornafjardarmanni.Rules())["target"]
    ('10', 10)
    """
    values: dict[str, Any] = {name: getattr(rules, name) for name in _names(game)}
    return {
        name: (_text(value), value if value is None or isinstance(value, bool | int) else _text(value))
        for name, value in values.items()
    }


def read_rules(game: AnyGame, text: str) -> Any:
    """The rules with the options that a text gives, each ``name=value``, apart by semicolons or lines.

    Cards and suits are written as they are everywhere, flags as ``yes`` and ``no``, nothing as ``none``.
    Raises `ParseError`, also for options that are impossible.

    >>> from cardrules.games import truco
    >>> read_rules(truco.GAME, "target = 30; envido_after_truco = yes")
    Rules(target=30, envido_after_truco=True)
    """
    return rules_of(game, Part.of(text), None)


def write_format(game: AnyGame, rules: Any) -> str:
    """The sizes of a format for study that are not as usual, as text; empty for the game itself.

    Raises `NoText` for one with a field that has no text.
    """
    options = {name: getattr(rules, name) for name in _names(game)}
    usual = game.rules(**options).format
    if rules.format == usual:
        return ""
    return _written({name: getattr(rules.format, name) for name in _fields(usual)}, usual)


def rules_of(game: AnyGame, options: Part | None, sizes: Part | None) -> Any:
    """The rules with these options, in a format for study with these sizes (`ParseError`)."""
    rules: Any = game.rules()
    given: dict[str, Any] = {}
    if options is not None:
        given = _read(options, {name: getattr(rules, name) for name in _names(game)}, _option)
        rules = _made(options, lambda: game.rules(**given))
    if sizes is None:
        return rules
    usual, deck = rules.format, Pack(rules.format.pack.deck)
    values = _read(
        sizes,
        {name: getattr(usual, name) for name in _fields(usual)},
        lambda part, was: _size(part, was, deck),
    )
    return _made(sizes, lambda: game.rules(**given, format=attrs.evolve(usual, **values)))


def _names(game: AnyGame) -> list[str]:
    return [field.name for field in attrs.fields(game.rules) if field.init and field.name != "format"]


def _fields(sizes: Any) -> list[str]:
    return [field.name for field in attrs.fields(sizes.__class__) if field.init]


def _written(values: dict[str, Any], usual: Any) -> str:
    return "; ".join(
        f"{name}={_text(value)}" for name, value in values.items() if value != getattr(usual, name)
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, Pack):
        return str(value.set(value.cards))
    if isinstance(value, tuple):
        return " ".join(map(_text, value)) or "none"  # pyright: ignore[reportUnknownArgumentType]
    text = str(value)
    if attrs.has(type(value)) and type(value).__str__ is object.__str__:
        raise NoText(f"{value!r} has no text: {type(value).__name__} has no __str__")
    return text


def _read(part: Part, usual: dict[str, Any], read: Callable[[Part, Any], Any]) -> dict[str, Any]:
    """The values that a text gives by name."""
    given: dict[str, Any] = {}
    known = ", ".join(usual)
    for item in part.items():
        match = _OPTION.fullmatch(item.text)
        if match is None or match[1] not in usual:
            raise item.fault(f"name=value, where the names are {known}")
        if match[1] in given:
            raise item.fault("every name once")
        given[match[1]] = read(item.cut(match.start(2)), usual[match[1]])
    return given


def _option(part: Part, usual: object) -> object:
    word = part.text.casefold()
    if isinstance(usual, bool):
        if word not in _YES + _NO:
            raise part.fault("yes or no")
        return word in _YES
    if isinstance(usual, int):
        return whole(part)
    return None if usual is None and word == "none" else part.text


def _size(part: Part, usual: object, deck: Pack) -> object:
    if isinstance(usual, Pack):
        return Pack(deck.deck, cards(part, deck))
    if isinstance(usual, int):
        return _small(part)
    if isinstance(usual, tuple):
        words = [part.cut(found.start(), found.end()) for found in re.finditer(r"\S+", part.text)]
        ranks = {rank.text: rank for rank in deck.deck.ranks}
        if part.text == "none":
            return ()
        if any(isinstance(item, Rank) for item in usual):  # pyright: ignore[reportUnknownVariableType]
            for word in words:
                if word.text not in ranks:
                    raise word.fault(f"one of {' '.join(ranks)}")
            return tuple(ranks[word.text] for word in words)
        return tuple(map(_small, words))
    raise part.fault("a size that has a text")


def whole(part: Part) -> int:
    """The whole number that a part says."""
    if not re.fullmatch(r"[+−-]?[0-9]{1,18}", part.text):
        raise part.fault("a whole number")
    return int(part.text.replace("−", "-"))


def _small(part: Part) -> int:
    number = whole(part)
    if not 0 <= number <= _LARGEST_SIZE:
        raise part.fault(f"a number from 0 to {_LARGEST_SIZE}")
    return number


def cards(part: Part, pack: Pack) -> tuple[Any, ...]:
    """The cards of a pack that a part names, in its order, each of them once."""
    try:
        return pack.read(part.text)
    except ParseError as error:
        raise part.inner_fault(error) from None
    except CardrulesError as error:
        raise part.fault("cards of the pack, each of them once", str(error)) from None


def _made(part: Part, make: Callable[[], T]) -> T:
    try:
        return make()
    except RulesError as error:
        raise part.fault("options that go together", str(error)) from None
    except (CardrulesError, ValueError, TypeError) as error:
        raise part.fault("options of the game", str(error)) from None
