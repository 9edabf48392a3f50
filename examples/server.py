"""Truco and Gong Zhu over WebSocket: a server, and a page in plain JavaScript that plays with it.

Start it with ``python examples/server.py``, and open the address that it prints in two browsers. It needs the
extra ``server``. Its parts are in ``examples/serving/``, the page is in ``examples/client/``.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until it is interrupted; returns 0, or 1 where it cannot be started."""
    parser = argparse.ArgumentParser(description="Truco and Gong Zhu over WebSocket, with a page to play on.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000; 0: any)")
    parser.add_argument("--seed", type=int, help="the same cards every time: to try things out, not to play")
    parser.add_argument("--pace", type=_pace, default=0.8, help="seconds before a bot moves (0.8)")
    given = parser.parse_args(arguments)
    try:
        network: Any = import_module("serving.network")
    except ImportError as error:
        print(f"The server cannot be started: {error}.", file=sys.stderr)
        print(
            "It needs cardrules, msgspec and websockets: in a clone, pip install -e '.[server]'",
            file=sys.stderr,
        )
        return 1
    try:
        asyncio.run(network.run(given.host, given.port, given.seed, given.pace))
    except KeyboardInterrupt:
        return 0
    except (OSError, OverflowError, UnicodeError) as error:
        print(f"The server cannot listen on {given.host}, port {given.port}: {error}", file=sys.stderr)
        return 1
    return 0


def _pace(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text} is not 0 to 60 seconds")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
