"""A lobby of the example server without a network, for tests: clients by name, and all that each was sent."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cardrules
from cardrules import Deal, codec, schema
from examples.serving import lobby
from examples.serving.lobby import Lobby
from examples.serving.offers import PRESETS
from examples.serving.table import Outbox, Table

PROTOCOL = Path(str(lobby.__file__)).parent / "protocol.schema.json"

Dealer = Callable[[Any], Deal]

COMES_BACK = "comes back"
"""In place of a message: the connection is lost, and the client comes back with its token."""


@cache
def protocol(kind: str) -> Any:
    """A validator of what one side sends: `FromClient` or `FromServer`."""
    jsonschema: Any = importlib.import_module("jsonschema")
    referencing: Any = importlib.import_module("referencing")
    shipped = [json.loads(schema.shipped(name)) for name in ("truco", "gong_zhu")]
    own = json.loads(PROTOCOL.read_text(encoding="utf-8"))
    resources = [(each["$id"], referencing.Resource.from_contents(each)) for each in (own, *shipped)]
    registry = referencing.Registry().with_resources(resources)
    jsonschema.Draft202012Validator.check_schema(own)
    return jsonschema.Draft202012Validator({"$ref": f"{own['$id']}#/$defs/{kind}"}, registry=registry)


def as_move(state: Any, move: Any) -> dict[str, Any]:
    """The message of a move of the game that is played."""
    return {"type": "move", "move": codec.encode(move, state.GAME)}


class Room:
    """A lobby, and clients that are called by name; ``received`` has all that each was sent, as text."""

    def __init__(
        self, *clients: str, dealer: Dealer | None = None, presets: Mapping[str, Any] = PRESETS
    ) -> None:
        self.lobby = Lobby(1, presets=presets, dealers=None if dealer is None else lambda name: dealer)
        self.received: dict[str, list[str]] = {}
        for client in clients:
            self.come(client)

    def come(self, client: str) -> None:
        """A client connects."""
        self.received.setdefault(client, [])
        self._delivered(self.lobby.came(client))

    def go(self, client: str) -> None:
        """A client is no longer connected."""
        self._delivered(self.lobby.gone(client))

    def text(self, client: str, text: str | bytes) -> list[dict[str, Any]]:
        """A client sends this; returns what it is sent at once."""
        before = len(self.received[client])
        self._delivered(self.lobby.received(client, text))
        return list(map(json.loads, self.received[client][before:]))

    def send(self, client: str, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """A client sends a message; returns what it is sent at once."""
        return self.text(client, json.dumps({"type": kind, **fields}, ensure_ascii=False))

    def does(self, client: str, message: dict[str, Any]) -> None:
        """A client sends a message, or does `COMES_BACK`."""
        if message["type"] == COMES_BACK:
            token = self.last(client, "seated")["token"]
            self.go(client)
            self.come(client)
            message = {"type": "back", "table": "T", "token": token}
        self.text(client, json.dumps(message, ensure_ascii=False))

    def last(self, client: str, kind: str) -> dict[str, Any]:
        """The last message of a kind that a client was sent."""
        found: Iterator[dict[str, Any]] = map(json.loads, reversed(self.received[client]))
        return next(message for message in found if message["type"] == kind)

    def bots(self) -> None:
        """Let all bots move that are to move."""
        while tables := list(self.lobby.bots_to_move()):
            for table in tables:
                due = table.bot_view()
                if due is not None:
                    view, player = due
                    self._delivered(table.bot_moved(view, player(view)))

    def _delivered(self, outbox: Outbox) -> None:
        for client, text in outbox:
            self.received[str(client)].append(text)


def seated(preset: str, dealer: Dealer | None = None, presets: Mapping[str, Any] = PRESETS) -> Room:
    """A room with people "0", "1" … at a table "T", somebody called "x" who looks on, and the first deal."""
    seats = [str(seat) for seat in range(presets[preset].seats)]
    room = Room(*seats, "x", dealer=dealer, presets=presets)
    for client in seats[:-1]:
        room.send(client, "join", table="T", name=f"Name {client}", preset=preset)
    room.send("x", "watch", table="T")
    room.send(seats[-1], "join", table="T", name=f"Name {seats[-1]}", preset=None)
    return room


def table_of(room: Room) -> Table:
    """The table "T"."""
    return room.lobby.tables["T"]


def seat_of(client: str) -> int | None:
    """The seat of a client of `seated`."""
    return None if client == "x" else int(client)


Attempt = tuple[str, dict[str, Any]]
"""Who sends, and the message."""


def attempts(room: Room, rng: Random) -> Iterator[Attempt]:
    """What may be sent next: perhaps moves that will be refused, or questions; then one that goes on."""
    table = table_of(room)
    state: Any = table.state
    while rng.random() < 0.25:
        client = rng.choice([*map(str, range(len(table.seats))), "x"])
        message = as_move(state, cardrules.Play(rng.choice(state.pack.deck.cards)))
        if rng.random() < 0.5 or (seat_of(client) == state.to_move and state.to_move is not None):
            message |= {"type": "why"}
        yield client, message
    match rng.randrange(30):
        case 0:
            yield rng.choice([str(seat) for seat in range(len(table.seats))]), {"type": COMES_BACK}
        case 1:
            yield "x", {"type": "leave"}
            yield "x", {"type": "watch", "table": "T"}
        case _:
            pass
    if state.to_move is not None:
        # By the legal moves that the server has sent, as a client does it.
        view = room.last(str(state.to_move), "view")["view"]
        moves = [move for move in view["legal_moves"] if move.get("value") != "mazo"]
        move = rng.choice(moves)
        yield str(state.to_move), {"type": "move", "move": {"version": 1, "game": view["game"], **move}}
    else:
        kind = "again" if table.phase == "over" else "next"
        waiting = [str(seat) for seat, sits in enumerate(table.seats) if not sits.ready]
        yield rng.choice(waiting), {"type": kind}


FRENCH = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")
SPANISH = re.compile(r"\d+ de \w+")


def cards_in(text: str) -> set[str]:
    """All cards that a text names, in whatever place."""
    return {*FRENCH.findall(text), *SPANISH.findall(text)}


def without_tokens(text: str) -> str:
    """A message with its token, which is never the same twice, made the same."""
    return re.sub(r'"token":"[\w-]+"', '"token":"…"', text)
