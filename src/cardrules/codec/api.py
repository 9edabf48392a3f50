"""Values to messages and back, as data and as text."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from cardrules.catalogue import UnknownGame, find
from cardrules.errors import DecodeError, EncodeError, MissingExtra
from cardrules.game import Game

try:
    import msgspec
except ImportError as error:
    raise MissingExtra("json", "msgspec") from error

from cardrules.codec.forms import shown
from cardrules.codec.messages import VERSION, messages_of, named

__all__ = ["VERSION", "decode", "dumps", "encode", "loads", "schema"]

AnyGame = Game[Any, Any, Any, Any]

_DEEPEST = 32  # how deep objects and lists may stand in each other; messages need half of it
_LONGEST = 32  # how many digits a number may have
_NAME = re.compile(r"\w{1,99}")
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def encode(value: object, game: AnyGame | str | None = None) -> dict[str, Any]:
    """The message of a value: objects, lists, texts, numbers, as `json.dumps` takes them.

    A value is a state, a view, a move or `Deal`, an event or a sequence of events (a tuple or list), a line,
    a result, an outcome, a `Violation`, or the rules of a game. ``game`` is the game that it is of, or its
    name; states and views know theirs. Raises `EncodeError` for anything else.

    >>> from cardrules import FRENCH, Play
    >>> encode(Play(FRENCH["Q♠"]), "gong_zhu")
    {'kind': 'play', 'version': 1, 'game': 'gong_zhu', 'card': 'Q♠'}
    """
    message: dict[str, Any] = msgspec.to_builtins(_wire(value, game))
    return message


def dumps(value: object, game: AnyGame | str | None = None) -> str:
    """The message of a value as text, in one line; equal values give equal texts. See `encode`.

    >>> from cardrules.games.etori import ChooseLeader
    >>> dumps(ChooseLeader(2), "etori")
    '{"kind":"choose_leader","version":1,"game":"etori","seat":2}'
    """
    return msgspec.json.encode(_wire(value, game)).decode()


def decode(message: object, game: AnyGame | str | None = None) -> Any:
    """The value of a message, as `encode` made it.

    ``game`` is the game that the message has to be of, or its name; without it, it may be of any game that is
    found by its name. A move is read, but whether it is legal is for `apply` to say. A state is made by its
    moves, and equals what the message claims; a view is checked as far as it can be.

    Raises `DecodeError`, and nothing else, for whatever is not a message.

    >>> decode({"kind": "play", "version": 1, "game": "gong_zhu", "card": "Q♠"})
    Play(card=FRENCH['Q♠'])
    >>> decode({"kind": "play", "version": 1, "game": "gong_zhu", "card": "Q"})
    Traceback (most recent call last):
    cardrules.errors.DecodeError: $.card: found 'Q', expected one of A♠, K♠, Q♠, ...
    """
    fields = named(message)
    if fields is None:
        raise DecodeError((), shown(message), "an object")
    version = fields.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version != VERSION:
        raise DecodeError(("version",), shown(version), f"{VERSION}, the version of the format")
    return messages_of(_game_of(fields, game)).read(fields)


def loads(text: str | bytes | bytearray, game: AnyGame | str | None = None) -> Any:
    """The value of a message that is given as text, or as its UTF-8 bytes. See `decode`.

    Raises `DecodeError` for a text that is not JSON too, for one that names a field twice, and for one that
    is nested deeper than any message.

    >>> loads('{"kind":"play","version":1,"game":"truco","card":')
    Traceback (most recent call last):
    cardrules.errors.DecodeError: $: found no JSON (Expecting value: line 1 column 50 ...), expected JSON
    """
    if not isinstance(text, str):
        try:
            text = bytes(text).decode()
        except UnicodeDecodeError as error:
            raise DecodeError(
                (), f"no UTF-8 ({error.reason} at byte {error.start})", "JSON in UTF-8"
            ) from None
    _check_depth(text)
    try:
        message: object = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole
        )
    except DecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise DecodeError((), f"no JSON ({error})", "JSON") from None
    return decode(message, game)


def schema(game: AnyGame | str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of all messages of a game, made from the types that read them.

    >>> sorted(schema("truco")["$defs"])[:3]
    ['Act', 'Acted', 'ActedMessage']
    """
    found = find(game) if isinstance(game, str) else game
    (message,), defs = msgspec.json.schema_components(
        [messages_of(found).wire], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:cardrules:{found.name}:{VERSION}",
        "title": f"Messages of {found.title}, version {VERSION}",
        **message,
        "$defs": dict(sorted(defs.items())),
    }


def _wire(value: object, game: AnyGame | str | None) -> msgspec.Struct:
    wanted = find(game) if isinstance(game, str) else game
    own: AnyGame | None = getattr(value, "GAME", None)
    if own is not None and wanted not in (None, own):
        raise EncodeError(f"this is a position of {own.title}, not of {wanted}")
    of = own or wanted
    if of is None:
        raise EncodeError(f"of which game is {shown(value)}? Give it as the second argument")
    return messages_of(of).write(value)


def _game_of(message: dict[Any, Any], game: AnyGame | str | None) -> AnyGame:
    """The game of a message: the given one, or that of its name among those that are known by a name."""
    name = message.get("game")
    wanted = find(game) if isinstance(game, str) else game
    if wanted is not None:
        if name != wanted.name:
            raise DecodeError(("game",), shown(name), repr(wanted.name))
        return wanted
    # A name and no more: what comes from outside must not say which module is imported.
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise DecodeError(("game",), shown(name), "the name of a game")
    try:
        known = find(name)
    except UnknownGame as error:
        raise DecodeError(("game",), shown(name), f"the name of a game ({error})") from None
    if known.name != name:
        raise DecodeError(("game",), shown(name), repr(known.name))
    return known


def _check_depth(text: str) -> None:
    depth = 0
    for token in _TOKENS.finditer(text):
        sign = text[token.start()]
        if sign in "[{":
            depth += 1
            if depth > _DEEPEST:
                found = f"more than {_DEEPEST} objects and lists in each other"
                raise DecodeError((), found, "a message, which needs fewer")
        elif sign in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = sorted(name for name, _ in pairs)
        twice = next(one for one, two in pairwise(names) if one == two)
        raise DecodeError((), f"two fields {shown(twice)} in one object", "every field once")
    return found


def _constant(name: str) -> object:
    raise DecodeError((), name, "a number that JSON has")


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST:
        raise DecodeError((), f"a number of {len(digits)} digits", "numbers that a message can have")
    return int(digits)
