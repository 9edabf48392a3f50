"""The messages around those of the games: what clients may ask for, and how answers are written.

Messages of the games themselves (views, events, moves, violations) are in `cardrules.codec`. The JSON
Schema of all that is sent either way is `protocol.schema.json`.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

LONGEST = 4096
"""How many characters a message of a client may have."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""The name of a person or a table: any text that isn't too long."""


class Refusal(Exception):
    """What a client asked for is not done; it is told why, and nothing has changed.

    ``code`` is for programs (see the schema), ``message`` is an English sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A message of a client; its ``type`` is the name of the class."""


class Tables(Request):
    """Which tables are there?"""


class Join(Request):
    """To sit down at a table, which is set up for ``preset`` if there is none of this name."""

    table: Name
    name: Name
    preset: str | None


class Watch(Request):
    """To look on at a table."""

    table: Name


class Back(Request):
    """To take up one's seat again after a lost connection, with the token that was given for it."""

    table: Name
    token: str


class Bot(Request):
    """To have a player of the server's take the next free seat."""

    player: str


class Move(Request):
    """To make a move: a message of the game."""

    move: msgspec.Raw


class Why(Request):
    """To ask whether a move could be made, and why not, without making it."""

    move: msgspec.Raw


class Next(Request):
    """To go on to the next deal."""


class Again(Request):
    """To play another match after this one."""


class Leave(Request):
    """To leave the table for good."""


_REQUESTS: Any = msgspec.json.Decoder(Tables | Join | Watch | Back | Bot | Move | Why | Next | Again | Leave)


def read(text: str | bytes) -> Request:
    """The request of a message; raises `Refusal` for whatever is none.

    >>> read('{"type":"watch","table":"kitchen"}')
    Watch(table='kitchen')
    """
    if not isinstance(text, str):
        raise Refusal("form", "messages are text, not bytes")
    if len(text) > LONGEST:
        raise Refusal("size", f"a message has {LONGEST} characters at most, not {len(text)}")
    try:
        request: Request = _REQUESTS.decode(text.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("form", f"this is no message: {error}") from None
    return request


def write(kind: str, **fields: object) -> str:
    """A message of the server as text; what the codec wrote is put in with `written`.

    >>> write("why", violation=None)
    '{"type":"why","violation":null}'
    """
    return msgspec.json.encode({"type": kind, **fields}).decode()


def written(text: str) -> msgspec.Raw:
    """A text that is JSON already, to be put into a message as it is."""
    return msgspec.Raw(text.encode())
