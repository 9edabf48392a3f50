"""Records on the command line: are they well written, legal, and is the claimed result true?"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cardrules.catalogue import AnyGame
from cardrules.cli.bar import Bar
from cardrules.cli.files import faulty, no_record, records_of
from cardrules.cli.screen import Screen
from cardrules.records import Record, verify


def verify_files(screen: Screen, paths: Sequence[str], game: AnyGame | None = None) -> int:
    """Tell every fault of the records in these files, one a line, and how many there are.

    A file without a record is a fault too, since it proves nothing. The exit status is 0 where there is none,
    and 1 otherwise. Raises `UsageError` for a file that cannot be read.
    """
    records = faults = redacted = 0
    without = list(dict.fromkeys(paths))
    with Bar(sys.stderr, "bytes") as bar:
        for path, line, found in records_of(paths, game, bar):
            if path in without:
                without.remove(path)
            fault = verify(found) if isinstance(found, Record) else found
            records += 1
            redacted += isinstance(found, Record) and found.seat is not None
            if fault is not None:
                faults += 1
                bar.clear()
                screen.say(faulty(path, line, fault))
    for path in without:  # a file without a record is no proof of anything
        faults += 1
        screen.say(no_record(path))
    of_seats = f" ({redacted} of what one seat knew, with other cards made up)" if redacted else ""
    screen.say(f"{_number(records, 'record')}{of_seats}, {_number(faults, 'fault')}")
    return 1 if faults else 0


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
