"""The lobby: all tables by name, and which client is at which.

`Lobby.received` is the whole server but for the network: from what a client sent to what is to be sent.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import cardrules

from . import messages
from .messages import Refusal, write
from .offers import BOTS, PRESETS, Preset
from .table import Client, Dealer, Outbox, Table

PROTOCOL = 1
"""The version of the messages around those of the games."""

MOST_TABLES = 100
"""How many tables there may be; one that nobody is connected to makes way for a new one."""


def shuffled(rng: Random) -> Dealer:
    """A dealer who shuffles with this generator."""

    def deal(state: Any) -> cardrules.Deal:
        return cardrules.shuffle(state, rng)

    return deal


class Lobby:
    """All tables, and where each client is.

    Without a ``seed`` cards come from the operating system's randomness. With one, the table of a name always
    gets the same cards, for trying things out; tokens are secret even so. ``dealers`` makes the dealer of a
    table from its name, in place of both.
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        presets: Mapping[str, Preset] = PRESETS,
        dealers: Callable[[str], Dealer] | None = None,
    ) -> None:
        self.seed = seed
        self.presets = presets
        self.tables: dict[str, Table] = {}
        self.places: dict[Client, Table | None] = {}
        self._dealers = dealers or self._shuffled

    def _chance(self, what: str) -> Random:
        return secrets.SystemRandom() if self.seed is None else Random(f"{self.seed}: {what}")

    def _shuffled(self, name: str) -> Dealer:
        return shuffled(self._chance(f"deals at {name}"))

    def came(self, client: Client) -> Outbox:
        """A client has connected: it is told what there is."""
        self.places[client] = None
        games = [
            {"preset": preset.name, "title": preset.title, "game": preset.game.name, "seats": preset.seats}
            for preset in self.presets.values()
        ]
        hello = write("hello", protocol=PROTOCOL, games=games, bots=list(BOTS), tables=self._lines())
        return [(client, hello)]

    def gone(self, client: Client) -> Outbox:
        """A client is no longer connected."""
        table = self.places.pop(client, None)
        return [] if table is None else table.gone(client)

    def received(self, client: Client, text: str | bytes) -> Outbox:
        """What is to be sent, to whom, after a connected client has sent this, whatever it is."""
        try:
            return self._answer(client, messages.read(text))
        except Refusal as refusal:
            return [(client, write("error", code=refusal.code, message=refusal.message))]

    def bots_to_move(self) -> Iterator[Table]:
        """The tables at which a bot is to move (see `Table.bot_view`)."""
        return (table for table in self.tables.values() if table.bot_view() is not None)

    def _answer(self, client: Client, request: messages.Request) -> Outbox:
        match request:
            case messages.Tables():
                return [(client, write("tables", tables=self._lines()))]
            case messages.Join(name, who, preset):
                self._nowhere(client)
                who = _named(who)
                table = self._found(name) if preset is None else self._set_up(name, preset)
                told = table.sit(client, who)
                self.tables[table.name] = table
                self.places[client] = table
                return told
            case messages.Watch(name):
                self._nowhere(client)
                table = self._found(name)
                told = table.watch(client)
                self.places[client] = table
                return told
            case messages.Back(name, token):
                self._nowhere(client)
                table = self._found(name)
                former, told = table.back(client, token)
                self.places[client] = table
                if former is not None:
                    self.places[former] = None
                return told
            case messages.Leave():
                table = self._at(client)
                told = table.leave(client)
                self.places[client] = None
                return told + self._cleared(table)
            case messages.Bot(player):
                return self._at(client).bot(client, player)
            case messages.Move(move):
                return self._at(client).move(client, move)
            case messages.Why(move):
                return self._at(client).why(client, move)
            case _:
                return self._at(client).ready(client, again=isinstance(request, messages.Again))

    def _nowhere(self, client: Client) -> None:
        if self.places[client] is not None:
            raise Refusal("place", "leave the table where you are first")

    def _at(self, client: Client) -> Table:
        table = self.places[client]
        if table is None:
            raise Refusal("place", "join or watch a table first")
        return table

    def _found(self, name: str) -> Table:
        table = self.tables.get(_named(name))
        if table is None:
            raise Refusal("table", f"there is no table {name!r}")
        return table

    def _set_up(self, name: str, preset: str) -> Table:
        """The table of this name, or a new one, which stands in the lobby when somebody has sat down."""
        name = _named(name)
        if preset not in self.presets:
            raise Refusal("form", f"there is no preset {preset[:40]!r}: there are {', '.join(self.presets)}")
        table = self.tables.get(name)
        if table is None:
            self._make_room()
            return Table(name, self.presets[preset], self._dealers(name), self._chance(f"bots at {name}"))
        if table.preset.name != preset:
            raise Refusal("table", f"the table {name!r} plays {table.preset.title}")
        return table

    def _make_room(self) -> None:
        """Take a table away that nobody is connected to, if there are too many; the oldest first."""
        if len(self.tables) >= MOST_TABLES:
            empty = next((name for name, table in self.tables.items() if not any(table.clients)), None)
            if empty is None:
                raise Refusal("table", f"there are {MOST_TABLES} tables already")
            del self.tables[empty]

    def _cleared(self, table: Table) -> Outbox:
        """A table at which no person has a seat any more is taken away."""
        if table.people:
            return []
        told = table.close()
        for client, _ in table.clients:
            self.places[client] = None
        del self.tables[table.name]
        return told

    def _lines(self) -> list[dict[str, object]]:
        return [table.line() for table in self.tables.values()]


def _named(name: str) -> str:
    """A name without spaces around it; any Unicode will do, if something is left."""
    stripped = name.strip()
    if not stripped:
        raise Refusal("form", "a name has at least one letter")
    return stripped
