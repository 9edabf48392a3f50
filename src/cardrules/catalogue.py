"""Games found by name: the four that come with this package, and those that other packages add.

A package adds a game with an entry point in the group ``cardrules.games`` whose name is the game's and
whose object is its `Game`, as ``my_game = "my_package.my_game:GAME"``. Nothing is imported before it is
asked for.

>>> find("gong-zhu").title
'Gong Zhu'
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeGuard

from cardrules.errors import CardrulesError, cited, cut
from cardrules.game import Game

AnyGame = Game[Any, Any, Any, Any]
"""Some game, whichever."""

GROUP = "cardrules.games"
"""The group of entry points in which games are looked for."""

_OWN = ("etori", "gong_zhu", "hornafjardarmanni", "truco")
_REFERENCE = re.compile(r"[\w.]+:\w[\w.]*")


class UnknownGame(CardrulesError, LookupError):
    """No game has this name, or what has it cannot be loaded or is no `Game`.

    >>> find("bridge")
    Traceback (most recent call last):
    cardrules.catalogue.UnknownGame: no game is called 'bridge': there are etori, gong_zhu, ...
    """

    def __str__(self) -> str:
        return str(self.args[0])


def names() -> tuple[str, ...]:
    """The names of all games that can be found, in alphabetical order; none of them is loaded.

    >>> set(("etori", "gong_zhu", "hornafjardarmanni", "truco")) <= set(names())
    True
    """
    return tuple(sorted({*_OWN, *_added()}))


def find(name: str) -> AnyGame:
    """The game that has this name; capitals do not matter, and spaces and hyphens are as good as ``_``.

    The games of this package come first, whatever others call theirs. A game that is installed under no
    name is found as ``module:GAME``. Raises `UnknownGame`.

    >>> find("Truco").name, find("cardrules.games.truco:GAME").name
    ('truco', 'truco')
    """
    if _REFERENCE.fullmatch(name):
        return _load(name, EntryPoint(name, name, GROUP))
    wanted = re.sub(r"[\s_-]+", "_", name.strip()).casefold()
    if wanted in _OWN:
        game: AnyGame = import_module(f"cardrules.games.{wanted}").GAME
        return game
    added = _added()
    if wanted not in added:
        raise UnknownGame(f"no game is called {cited(name)}: there are {', '.join(names())}")
    return _load(wanted, added[wanted])


def _added() -> dict[str, EntryPoint]:
    """The games that other packages add, by name."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return {point.name.casefold(): point for point in reversed(points) if point.name not in _OWN}


def _load(name: str, point: EntryPoint) -> AnyGame:
    try:
        game: object = point.load()
    except Exception as error:  # whatever the other package does when it is imported
        raise UnknownGame(
            f"the game {cited(name)} cannot be loaded from {cut(point.value)}: "
            f"{type(error).__name__}: {error}"
        ) from error
    if not _is_game(game):
        raise UnknownGame(f"{point.value} is no game: its type is {type(game).__name__}, not cardrules.Game")
    return game


def _is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)
