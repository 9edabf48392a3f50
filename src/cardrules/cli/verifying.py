"""Records on the command line: are they well written, legal, and is the claimed result true?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import IO

from cardrules.cli.listing import UsageError
from cardrules.cli.screen import Screen
from cardrules.records import Record, records_by_line, verify


def verify_files(screen: Screen, paths: Sequence[str]) -> int:
    """Tell every fault of the records in these files, one a line.

    The exit status is 0 where there is none, and 1 otherwise.
    """
    records = faults = 0
    for path in paths:
        with _opened(path) as lines:
            for line, found in records_by_line(lines):
                fault = verify(found) if isinstance(found, Record) else found
                records += 1
                if fault is not None:
                    faults += 1
                    screen.say(f"{path}:{line}: {' '.join(str(fault).split())}")
    screen.say(f"{_number(records, 'record')}, {_number(faults, 'fault')}")
    return 1 if faults else 0


def _opened(path: str) -> IO[bytes]:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
