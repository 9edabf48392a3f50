"""The example server over its network: the page under Node, clients that listen, files, rough handling."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import cardrules
from cardrules import Deal
from examples.serving import network as network_module
from examples.serving.lobby import Lobby
from examples.serving.network import MOST_WAITING, Network, Session, port_of
from tests.rooms import cards_in, protocol

EXAMPLES = Path(network_module.__file__).parent.parent
PAGE = EXAMPLES / "client"
SHORT = ("mazo", "falta envido")  # calls that make a match short


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end, which must not take half a minute."""

    async def limited() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(limited())


@contextlib.asynccontextmanager
async def serving(lobby: Lobby | None = None) -> AsyncGenerator[int]:
    """A server on a free port."""
    async with Network(lobby or Lobby(), pace=0).serve("127.0.0.1", 0) as server:
        yield port_of(server)


class Listener:
    """A client that keeps all that it hears."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []

    async def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds, or of any."""
        while True:
            self.heard.append(str(await self.socket.recv()))
            message: dict[str, Any] = json.loads(self.heard[-1])
            if not kinds or message["type"] in kinds:
                return message


@contextlib.asynccontextmanager
async def listening(port: int, count: int) -> AsyncGenerator[list[Listener]]:
    """So many clients."""
    async with contextlib.AsyncExitStack() as stack:
        sockets: list[ClientConnection] = []
        for _ in range(count):
            sock = socket.create_connection(("127.0.0.1", port))  # past any proxy of the environment
            sockets.append(await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/ws", sock=sock)))
        yield list(map(Listener, sockets))


# --- The page's logic under Node ------------------------------------------------------------------


def node() -> list[str]:
    """How Node is started so that it has WebSockets; skips the test where there is none that has."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not installed")
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", told)[:2]))
    if version < (20, 10):
        pytest.skip(f"Node {told.strip()} has no WebSocket: 20.10 or later is needed")
    return [found] if version >= (22, 0) else [found, "--experimental-websocket", "--no-warnings"]


def test_the_page_plays_truco_to_its_end_and_gong_zhu_with_bots_by_the_json_alone(tmp_path: Path) -> None:
    command, traffic = node(), tmp_path / "traffic.jsonl"

    async def play() -> None:
        async with serving(Lobby(seed=1)) as port:
            script = str(Path(__file__).parent / "client_test.mjs")
            ran = await asyncio.create_subprocess_exec(
                *command, script, f"ws://127.0.0.1:{port}/ws", str(traffic),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            out, errors = await ran.communicate()
            assert ran.returncode == 0, errors.decode()
            summary = json.loads(out)
            assert max(summary["truco"]["scores"]) >= 15
            assert summary["gongZhu"]["deals"] in (1, 2)

    run(play())
    lines = [json.loads(line) for line in traffic.read_text(encoding="utf-8").splitlines()]
    unique = sorted({(way, text) for _, way, text in lines})
    assert len(unique) > 200
    kinds = {
        way: {json.loads(text)["type"] for how, text in unique if how == way} for way in ("sent", "received")
    }
    assert kinds["sent"] >= {"join", "watch", "back", "bot", "move", "why", "next", "again", "leave"}
    assert kinds["received"] >= {"hello", "seated", "table", "view", "events", "refused", "why", "left"}
    # All kinds, and of views and events, which are many, a part.
    few = Random(1).sample(unique, 150) + [
        each for each in unique if not re.search(r'"type":"(view|events)"', each[1])
    ]
    for way, text in few:
        protocol("FromClient" if way == "sent" else "FromServer").validate(json.loads(text))


def test_the_page_never_takes_text_for_html() -> None:
    for script in PAGE.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(", text
        )
        assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]* src=\")|\son\w+=|style=|https?:", page)


# --- What is heard --------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["truco", "gong_zhu_300"])
def test_the_whole_traffic_of_a_client_has_only_cards_that_its_seat_may_know(preset: str) -> None:
    dealt: list[Any] = []  # the state after every deal, before anybody has played
    rng = Random(3)

    def deal(state: Any) -> Deal:
        made = cardrules.shuffle(state, rng)
        dealt.append(cardrules.apply(state, made))
        return made

    lobby = Lobby(dealers=lambda name: deal)
    heard: list[tuple[int | None, list[str]]] = []

    async def play() -> None:
        seats = lobby.presets[preset].seats
        async with serving(lobby) as port, listening(port, seats + 1) as clients:
            for seat, client in enumerate(clients[:-1]):
                await client.send("join", table="T", name=f"P{seat}", preset=preset)
                await client.hear("seated")
            await clients[-1].send("watch", table="T")
            await clients[-1].hear("seated")
            players = [asyncio.create_task(player(seat, client)) for seat, client in enumerate(clients[:-1])]
            await asyncio.gather(*players, watcher(clients[-1]))
            heard.extend(
                (seat if seat < seats else None, client.heard) for seat, client in enumerate(clients)
            )

    async def player(seat: int, client: Listener) -> None:
        choose = Random(seat)
        for _ in range(2000):
            message = await client.hear("view", "table", "events")
            if message["type"] == "table" and message["phase"] == "over":
                return
            if (
                message["type"] == "table"
                and message["phase"] == "between"
                and not message["seats"][seat]["ready"]
            ):
                await client.send("next")
            if message["type"] == "view" and message["view"]["legal_moves"]:
                legal = [move for move in message["view"]["legal_moves"] if move.get("value") not in SHORT]
                move = choose.choice(legal) | {"version": 1, "game": message["view"]["game"]}
                await client.send("move", move=move)
                await client.send("why", move=move)  # it is somebody else's turn, or another card's

    async def watcher(client: Listener) -> None:
        while (await client.hear("table"))["phase"] != "over":
            pass

    run(play())
    assert len(dealt) > 2 or preset != "truco"
    for seat, texts in heard:
        listened(seat, texts, dealt)


def listened(seat: int | None, texts: list[str], dealt: list[Any]) -> None:
    """Go through what a seat heard, in order, and see that it names no cards but its own and those played."""
    shown: set[str] = set()
    number = named = 0
    for text in texts:
        message = json.loads(text)
        # Cards become public by what is done openly, and the cards of deals that are over stand in results.
        results = message.get("view", {}).get("match", {}).pop("results", [])
        events = message.get("events", {}).get("events", [])
        if message["type"] == "view":
            number = message["view"]["deal"]["number"]
            acts = message["view"]["log"]
        else:
            acts = [event for event in events if event["kind"] == "acted"]
        for event in events:
            if event["kind"] == "deal_began":
                number = event["deal"]["number"]
                shown.clear()
        shown |= {card for act in acts for card in cards_in(json.dumps(act["move"], ensure_ascii=False))}
        mine: Any = () if seat is None or not number else dealt[number - 1].hand(seat)
        own = set(map(str, mine))
        assert shown <= set(map(str, dealt[number - 1].pack)) if number else not shown
        cards = cards_in(json.dumps(message, ensure_ascii=False))
        assert cards <= own | shown, text
        assert len(results) <= number
        named += len(cards)
    assert named > 30


# --- Files ----------------------------------------------------------------------------------------


async def fetched(port: int, request: bytes) -> tuple[int, bytes]:
    """The status and all of the answer to a request that is sent as it is."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1]) if answer else 0, answer


def test_the_files_of_the_page_are_served_and_no_others() -> None:
    async def ask() -> None:
        async with serving() as port:
            for path in ("", "index.html", "page.js", "client.js", "style.css", "index.html?x=/../"):
                status, answer = await fetched(port, b"GET /" + path.encode())
                head, _, body = answer.partition(b"\r\n\r\n")
                name = path.partition("?")[0] or "index.html"
                assert (status, body) == (200, (PAGE / name).read_bytes())
                assert b"Content-Security-Policy: default-src 'none'" in head
                kinds = {"html": b"text/html", "js": b"text/javascript", "css": b"text/css"}
                assert b"Content-Type: " + kinds[name.split(".")[-1]] in head
            for path in (
                "/../server.py", "/%2e%2e/server.py", "//etc/passwd", "/client/client.js",
                "/serving/lobby.py", "/package.json", "/client.js/", "/./client.js", "/..%2fserver.py",
                "/index.html/../../server.py", "/style.css%00.html", "/C:/x", "http://x/client.js",
            ):  # fmt: skip
                status, answer = await fetched(port, b"GET " + path.encode())
                assert status == 404, path
                assert b"import" not in answer
            status, _ = await fetched(port, b"GET /ws")
            assert status == 426

    run(ask())


def test_every_import_of_the_page_is_a_file_that_is_served() -> None:
    served = set(network_module.pages())
    asked = set(re.findall(r'(?:src|href)="([\w.]+)"', (PAGE / "index.html").read_text(encoding="utf-8")))
    for script in PAGE.glob("*.js"):
        asked |= set(re.findall(r'from "\./([\w.]+)"', script.read_text(encoding="utf-8")))
    assert {f"/{name}" for name in asked} <= served
    assert len(asked) >= 6


# --- Rough handling -------------------------------------------------------------------------------


def test_bad_messages_over_the_network_are_answered_and_the_table_goes_on() -> None:
    async def play() -> None:
        async with serving() as port, listening(port, 3) as (one, two, bad):
            await one.send("join", table="T", name="A", preset="truco")
            await bad.send("watch", table="T")
            await bad.hear("view")
            for text in (
                "",
                "{",
                "[" * 5000,
                "\x00",
                '{"type":"move"}',
                b"\xff\xfe",
                '{"type":"move","move":{}}',
            ):
                await bad.socket.send(text)
                assert (await bad.hear())["type"] == "error"
            await two.send("join", table="T", name="B", preset=None)
            await bad.hear("events")
            await bad.socket.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                await bad.hear("events")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            view = (await one.hear("events")) and (await one.hear("view"))["view"]
            move = view["legal_moves"][0] | {"version": 1, "game": "truco"}
            two.socket.transport.abort()  # without a word
            while (await one.hear("table"))["seats"][1]["here"]:
                pass
            await one.send("move", move=move)
            assert (await one.hear("events"))["events"]["events"][0]["kind"] == "acted"

    run(play())


def test_a_client_that_takes_nothing_is_let_go_and_holds_up_nobody() -> None:
    closed: list[int] = []

    class Stuck:
        async def send(self, text: str) -> None:
            await asyncio.Event().wait()

        async def close(self, code: int, reason: str) -> None:
            closed.append(code)

    async def overfill() -> None:
        network = Network(Lobby())
        stuck: Any = Stuck()
        network._sessions["stuck"] = Session(stuck)  # pyright: ignore[reportPrivateUsage]
        network._post([("stuck", "text")] * MOST_WAITING)  # pyright: ignore[reportPrivateUsage]
        await asyncio.sleep(0)
        assert not closed
        network._post([("stuck", "text")])  # pyright: ignore[reportPrivateUsage]
        await asyncio.sleep(0)
        assert closed == [1013]

    run(overfill())


def test_only_so_many_may_be_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_module, "MOST_CLIENTS", 1)

    async def come() -> None:
        async with serving() as port, listening(port, 1) as (one,):
            await one.hear("hello")
            with pytest.raises(InvalidStatus) as refused:
                async with listening(port, 1):
                    pass
            assert refused.value.response.status_code == 503

    run(come())


# --- The program ----------------------------------------------------------------------------------


def test_the_program_says_where_it_serves_and_ends_when_it_is_interrupted() -> None:
    with subprocess.Popen(
        [sys.executable, str(EXAMPLES / "server.py"), "--port", "0", "--seed", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    ) as server:  # fmt: skip
        assert server.stdout is not None
        assert server.stderr is not None
        line = server.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/ ", line)
        assert found is not None, server.stderr.read()
        assert asyncio.run(fetched(int(found[1]), b"GET /"))[0] == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
        assert server.stderr.read() == ""


@pytest.mark.parametrize("package", ["websockets", "msgspec"])
def test_the_program_says_what_is_missing(package: str, tmp_path: Path) -> None:
    (tmp_path / f"{package}.py").write_text(f"raise ImportError('No module named {package}')\n")
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / "server.py"), "--port", "0"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert package in ran.stderr
    assert "pip install -e '.[server]'" in ran.stderr
    assert "Traceback" not in ran.stderr
