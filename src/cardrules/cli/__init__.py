"""The command line: ``cardrules games``, ``rules``, ``watch``, ``play``, ``simulate``, ``replay`` …

One room per idea: `arguments` has what can be typed, `options` the options of a game as text, `listing`
what can be read about games, `playing` a match, `simulating` many, `replaying`, `converting`, `verifying`
records, `files` how these are read and written, `telling` how events become lines, `words` what each game
says of its own, `screen` colours and symbols, `bar` what shows how far something has come.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (usually those of the process); returns the exit status.

    0: all went well; 1: a record is damaged or wrong; 2: the arguments are wrong, with a message on the
    standard error; 130: stopped by Ctrl-C (or 128 and the number of another signal); 141: whoever read the
    output has gone.
    """
    if argv is None:
        sys.path.append(os.getcwd())  # where games and players that are named module:NAME may be
    _open_streams()
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt as interrupt:
        _tell("")
        return int(getattr(interrupt, "status", 130))
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        _drop_output()
        _tell(f"cardrules: cannot write: {error.strerror}")
        return 1


def _run(argv: Sequence[str]) -> int:
    # Loaded here, so that whoever does not want to wait can press Ctrl-C without a traceback.
    from cardrules.catalogue import UnknownGame
    from cardrules.cli.arguments import UsageError, run
    from cardrules.cli.files import said
    from cardrules.cli.screen import writable
    from cardrules.errors import NoWorlds, RulesError, SeatError

    try:
        status = run(argv)
        sys.stdout.flush()
    except (UsageError, UnknownGame, RulesError, SeatError, NoWorlds) as error:
        _tell(writable(f"cardrules: {said(error)}", sys.stderr.encoding))
        return 2
    return status


def _open_streams() -> None:
    """Put something where a standard stream is closed: nothing to read, and a place where output is lost."""
    # In this order, so that each gets the number of the one that is closed, and no file of records does.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - until the end


def _tell(text: str) -> None:
    """Write a line on the standard error, if anybody is there to read it."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail on it at its end."""
    try:
        descriptor = sys.stdout.fileno()
    except OSError:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
