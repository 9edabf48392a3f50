"""The options of a game's rules as text: what there are, and rules made from ``name=value``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from cardrules.catalogue import AnyGame
from cardrules.errors import CardrulesError, RulesError

_ITEM = re.compile(r"- ``(\w+)``:? *(.*)", re.DOTALL)
_CITED = re.compile(r"\s*\(``([\w.]+)``\)$")
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


@attrs.frozen
class Option:
    """One option of a game: its name, its usual value, what it does, and the rule that it changes."""

    name: str
    usual: object
    text: str = ""
    rule: str = ""


@attrs.frozen
class Preset:
    """A group of options that has a name, what it is, and the options it sets."""

    name: str
    text: str
    options: str


def options_of(game: AnyGame) -> tuple[Option, ...]:
    """The options of a game, in the order of its rules, described as the class of its rules does.

    >>> from cardrules.games import truco
    >>> options_of(truco.GAME)[0]
    Option(name='target', usual=15, text='the score that wins the match, 1 or more', rule='truco.match')
    """
    usual = game.rules()
    described = _described(inspect.getdoc(game.rules) or "")
    return tuple(
        Option(name, getattr(usual, name), *described.get(name, ("", ""))) for name in _names(game.rules)
    )


def presets_of(game: AnyGame) -> tuple[Preset, ...]:
    """The presets of a game: the class methods of its rules, but for ``study``, which is not the game.

    >>> from cardrules.games import etori
    >>> [(preset.name, preset.options) for preset in presets_of(etori.GAME)]
    [('kakeya', 'trump=♠ direction=counterclockwise')]
    """
    return tuple(
        Preset(name, (inspect.getdoc(make) or "").partition("\n")[0], in_words(game, make()))
        for name, make in _presets(game).items()
    )


def in_words(game: AnyGame, rules: Any) -> str:
    """The options of some rules that are not as usual, as they are given to ``--rule``."""
    usual = game.rules()
    given = {name: getattr(rules, name) for name in _names(game.rules)}
    return " ".join(
        f"{name}={worded(value)}" for name, value in given.items() if value != getattr(usual, name)
    )


def worded(value: object) -> str:
    """The value of an option as it is typed.

    >>> worded(True), worded(None), worded(-1000), worded("open")
    ('yes', 'none', '-1000', 'open')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def player_numbers(game: AnyGame) -> tuple[int, ...]:
    """For how many players a game is, the fewest first.

    >>> from cardrules.games import gong_zhu, truco
    >>> player_numbers(gong_zhu.GAME), player_numbers(truco.GAME)
    ((4, 5), (2,))
    """
    if "players" not in _names(game.rules):
        return (game.rules().format.seating.seats,)
    return tuple(number for number in range(1, 13) if _made(game.rules, players=number) is not None)


def rules_from(game: AnyGame, preset: str | None, given: Mapping[str, str]) -> Any:
    """The rules of a preset, if any, with these options, given as text.

    Raises `RulesError` for an option or preset that there is not, and for impossible values.

    >>> from cardrules.games import gong_zhu
    >>> rules_from(gong_zhu.GAME, None, {"players": "5", "removed": "2c 2d"})
    Rules(players=5, removed=FRENCH.set('2♦ 2♣'))
    """
    usual = {option.name: option.usual for option in options_of(game)}
    for name in given:
        if name not in usual:
            known = ", ".join(usual) or "none"
            raise RulesError(name, f"{game.title} has no such option; its options are {known}")
    values = {name: _value(name, text, usual[name]) for name, text in given.items()}
    if preset is None:
        return _made_or_refused(game.rules, values)
    presets = _presets(game)
    if preset not in presets:
        known = ", ".join(presets) or "none"
        raise RulesError("preset", f"{game.title} has no preset {preset!r}; its presets are {known}")
    if not values:
        return presets[preset]()
    rules = presets[preset]()
    return _made_or_refused(game.rules, {name: getattr(rules, name) for name in usual} | values)


def _names(rules: type[Any]) -> list[str]:
    """The options of some rules: what may be given, but for the format, which is given by keyword only."""
    return [field.name for field in attrs.fields(rules) if field.init and not field.kw_only]


def _described(text: str) -> dict[str, tuple[str, str]]:
    """What a docstring says of each option, from its list of ``- ``name``: …`` items: text and rule id."""
    found: dict[str, tuple[str, str]] = {}
    for item in re.split(r"\n(?=- )|\n\n", text):
        match = _ITEM.match(item)
        if match is not None:
            said = " ".join(match[2].split()).rstrip(";.")
            cited = _CITED.search(said)
            said = _CITED.sub("", said).replace("``", "").replace("`", "")
            found[match[1]] = (said, "" if cited is None else cited[1])
    return found


def _presets(game: AnyGame) -> dict[str, Callable[[], Any]]:
    return {
        name: getattr(game.rules, name)
        for name, value in vars(game.rules).items()
        if isinstance(value, classmethod) and not name.startswith("_") and name != "study"
    }


def _value(name: str, text: str, usual: object) -> object:
    """The value that a text means, by the type of the usual one; cards and suits are read by the rules."""
    word = text.strip().strip("\"'")
    if isinstance(usual, bool):
        if word.casefold() not in _TRUE + _FALSE:
            raise RulesError(name, f"{text!r} is neither yes nor no")
        return word.casefold() in _TRUE
    if isinstance(usual, int):
        try:
            return int(word)
        except ValueError:
            raise RulesError(name, f"{text!r} is not a whole number") from None
    if usual is None and word.casefold() == "none":
        return None
    return word


def _made(rules: type[Any], **options: object) -> Any:
    try:
        return rules(**options)
    except RulesError:
        return None


def _made_or_refused(rules: type[Any], options: Mapping[str, object]) -> Any:
    try:
        return rules(**options)
    except RulesError:
        raise
    except CardrulesError as error:  # of a game that leaves it to the text of an option to be wrong
        raise RulesError("rules", str(error)) from error
