"""The network: WebSockets at ``/ws``, and the files of the client page, on one port.

Every client has a queue of what is to be sent to it, so that a slow one holds up nobody; when the queue is
full, the connection is closed, and the client may come back with its token.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from .lobby import Lobby
from .table import Client, Outbox, Table

MOST_CLIENTS = 500
MOST_WAITING = 200  # messages that a client has not taken yet
LARGEST = 2**16  # bytes; above it the connection is closed, from `messages.LONGEST` on there is an error

CLIENT = Path(__file__).resolve().parent.parent / "client"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

# The page needs nothing from elsewhere, and no script may run that isn't a file of it.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def pages() -> dict[str, Response]:
    """The answers by path: the files of the page, read once. No file is looked for by what is asked."""
    found: dict[str, Response] = {}
    for file in sorted(CLIENT.iterdir()):
        if file.suffix in TYPES:
            kind = {"Content-Type": f"{TYPES[file.suffix]}; charset=utf-8"}
            body = file.read_bytes()
            headers = Headers({**kind, **HEADERS, "Content-Length": str(len(body))})
            found[f"/{file.name}"] = Response(HTTPStatus.OK, "OK", headers, body)
    found["/"] = found["/index.html"]
    return found


class Session:
    """A connected client: its connection, and what is still to be sent to it."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)

    async def send(self) -> None:
        """Send what comes into the queue, until the connection is closed."""
        while True:
            await self.connection.send(await self.waiting.get())


class Network:
    """Brings what clients send to the lobby, and what it answers to them; lets bots think meanwhile."""

    def __init__(self, lobby: Lobby, *, pace: float = 0.8) -> None:
        self.lobby = lobby
        self.pace = pace
        self._pages = pages()
        self._sessions: dict[Client, Session] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: set[Table] = set()

    @asynccontextmanager
    async def serve(self, host: str, port: int) -> AsyncGenerator[Server]:
        """The server, for as long as an ``async with`` lasts; port 0 is any that is free."""
        async with serve(
            self._handle,
            host,
            port,
            process_request=self._request,
            max_size=LARGEST,
            compression=None,
            server_header=None,
        ) as server:
            yield server

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        path = request.path.partition("?")[0]
        if path == "/ws":
            if len(self._sessions) >= MOST_CLIENTS:
                return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "too many are connected\n")
            return None  # on to the WebSocket
        return self._pages.get(path) or connection.respond(HTTPStatus.NOT_FOUND, "there is no such page\n")

    async def _handle(self, connection: ServerConnection) -> None:
        client: Client = object()
        session = self._sessions[client] = Session(connection)
        sending = asyncio.create_task(session.send())
        try:
            self._post(self.lobby.came(client))
            async for text in connection:
                self._post(self.lobby.received(client, text))
                await asyncio.sleep(0)  # who sends without a pause does not keep the others waiting
        except ConnectionClosed:
            pass
        finally:
            del self._sessions[client]
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            self._post(self.lobby.gone(client))

    def _post(self, outbox: Outbox) -> None:
        for client, text in outbox:
            session = self._sessions.get(client)
            if session is None:
                continue
            try:
                session.waiting.put_nowait(text)
            except asyncio.QueueFull:
                self._start(session.connection.close(1013, "too slow"))
        for table in self.lobby.bots_to_move():
            if table not in self._thinking:
                self._thinking.add(table)
                self._start(self._think(table))

    async def _think(self, table: Table) -> None:
        """Let the bots of a table move while it is their turn; they think outside the event loop."""
        try:
            while (due := table.bot_view()) is not None:
                view, player = due
                await asyncio.sleep(self.pace)
                move = await asyncio.to_thread(player, view)
                self._post(table.bot_moved(view, move))
        finally:
            self._thinking.discard(table)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def port_of(server: Server) -> int:
    """The port that a server listens on."""
    port: int = next(iter(server.sockets)).getsockname()[1]
    return port


async def run(host: str, port: int, seed: int | None, pace: float) -> None:
    """Serve until the task is cancelled, as Ctrl-C does; says where on the screen."""
    async with Network(Lobby(seed), pace=pace).serve(host, port) as server:
        place = f"[{host}]" if ":" in host else host
        print(f"http://{place}:{port_of(server)}/  (Ctrl-C ends it)", flush=True)
        await server.serve_forever()
