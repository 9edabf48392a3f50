"""What can be read about games: which there are, their options and presets, and their rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from difflib import get_close_matches

from cardrules import catalogue, rulebook
from cardrules.cli.options import options_of, player_numbers, presets_of, worded
from cardrules.cli.screen import Screen
from cardrules.rulebook import Rule

_KINDS = {"S": "source", "R": "ruling", "S/R": "source and ruling"}


class UsageError(Exception):
    """What was typed cannot be done; the message says why."""


def find_game(name: str) -> catalogue.AnyGame:
    """The game of this name, or the only one whose name begins so (`catalogue.UnknownGame`).

    A game given as ``module:GAME`` is looked for in the current folder too, as ``python -m`` does.
    """
    if ":" in name and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    begun = name.casefold().replace("-", "_")
    known = catalogue.names()
    like = [game for game in known if game.startswith(begun)]
    return catalogue.find(like[0] if begun not in known and len(like) == 1 else name)


def given_as(game: catalogue.AnyGame) -> str:
    """What a game is called on the command line: its name, or ``module:GAME`` where that finds nothing."""
    try:
        named = catalogue.find(game.name)
    except catalogue.UnknownGame:
        named = None
    return game.name if named is game else f"{game.rules.__module__}:GAME"


def has_rules(game: catalogue.AnyGame) -> bool:
    """Whether the rules of a game can be shown."""
    try:
        return bool(rulebook.book_of(game))
    except LookupError:
        return False


def show_every_game(screen: Screen) -> None:
    """All games that are found by a name."""
    for at, name in enumerate(catalogue.names()):
        if at:
            screen.say()
        try:
            game = catalogue.find(name)
        except catalogue.UnknownGame as error:
            screen.wrapped(f"{name}: {error}")
            continue
        show_games(screen, [(name, game)])


def show_games(screen: Screen, games: Iterable[tuple[str, catalogue.AnyGame]]) -> None:
    """These games, with what they are called: players, options and presets."""
    for name, game in games:
        numbers = " or ".join(map(str, player_numbers(game)))
        screen.say(f"{screen.bold(name)}: {game.title}, {numbers} players")
        for option in options_of(game):
            screen.wrapped(f"{option.name}={worded(option.usual)}", indent=2)
            cited = f" ({option.rule})" if option.rule else ""
            if option.text:
                screen.wrapped(option.text + cited, indent=6)
        for preset in presets_of(game):
            screen.wrapped(f"preset {preset.name}: {preset.options}", indent=2)
            screen.wrapped(preset.text, indent=6)


def show_rules(screen: Screen, wanted: str, playing: catalogue.AnyGame | None = None) -> None:
    """The rules of a game, or one rule, or all whose ids begin so (`UsageError` where there is none).

    ``playing`` is the game that is being played, if any, whose rules are found by their ids too.
    """
    wanted = wanted.strip()
    if "." in wanted and ":" not in wanted:
        _show_some(screen, wanted, playing)
        return
    if wanted == "common":
        _show(screen, rulebook.COMMON)
        return
    game = playing if playing is not None and wanted == playing.name else find_game(wanted)
    try:
        book = rulebook.book_of(game)
    except LookupError as error:
        raise UsageError(str(error)) from None
    screen.say(screen.bold(game.title))
    screen.wrapped(f"Rules by their ids. Where each comes from: the source text, or a ruling{_whose(game)}.")
    screen.say()
    _show(screen, book)


def _whose(game: catalogue.AnyGame) -> str:
    return "" if game.rule_book else " of this library"


def _show_some(screen: Screen, wanted: str, playing: catalogue.AnyGame | None) -> None:
    every = {rule.id: rule for rule in (*rulebook.COMMON, *(r for of in rulebook.RULES.values() for r in of))}
    name = wanted.partition(".")[0]
    if playing is None and name in catalogue.names() and name not in rulebook.RULES:
        playing = catalogue.find(name)
    if playing is not None:
        every |= {rule.id: rule for rule in playing.rule_book}
    below = [rule for rule_id, rule in every.items() if rule_id.startswith(wanted + ".")]
    if wanted in every:
        _show(screen, [every[wanted]])
        if below:
            screen.wrapped(f"See also {', '.join(rule.id for rule in below)}")
    elif below:
        _show(screen, below)
    else:
        like = get_close_matches(wanted, every, n=3)
        hint = f"; did you mean {' or '.join(like)}?" if like else ""
        raise UsageError(f"no rule has the id {wanted!r}{hint}")


def _show(screen: Screen, rules: Iterable[Rule]) -> None:
    for at, rule in enumerate(rules):
        if at:
            screen.say()
        screen.say(f"{screen.bold(rule.id)}: {rule.title} ({_KINDS[rule.kind]})")
        screen.wrapped(rule.text.replace("`", ""), indent=4)
