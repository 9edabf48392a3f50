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

from cardrules.errors import NoWorlds, RulesError, SeatError

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (usually those of the process); returns the exit status.

    0: all went well; 1: a record is damaged or wrong; 2: the arguments are wrong, with a message on the
    standard error; 130: stopped by Ctrl-C; 141: whoever read the output has gone.
    """
    from cardrules.catalogue import UnknownGame
    from cardrules.cli.arguments import UsageError, run
    from cardrules.cli.screen import writable

    if argv is None:
        sys.path.append(os.getcwd())  # where games and players that are named module:NAME may be
    try:
        status = run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except (UsageError, UnknownGame, RulesError, SeatError, NoWorlds) as error:
        print(writable(f"cardrules: {error}", sys.stderr.encoding), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        _drop_output()
        print(f"cardrules: cannot write: {error.strerror}", file=sys.stderr)
        return 1
    return status


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail on it at its end."""
    try:
        descriptor = sys.stdout.fileno()
    except OSError:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
