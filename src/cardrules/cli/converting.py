"""Records on the command line: from one form into the other, and redacted for a seat."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cardrules.catalogue import AnyGame
from cardrules.cli.bar import Bar
from cardrules.cli.files import STANDARD, Form, Output, check_apart, faulty, no_record, records_of
from cardrules.cli.screen import writable
from cardrules.errors import CardrulesError
from cardrules.records import Record


def convert_files(
    paths: Sequence[str],
    out: str,
    form: Form | None = None,
    *,
    force: bool = False,
    seat: int | None = None,
    tags: Sequence[str] = (),
    game: AnyGame | None = None,
) -> int:
    """Write the records of these files into another, one after the other, as `Record.redacted` if asked for.

    What cannot be read, or cannot be redacted, is told on the standard error and left out. The exit status is
    0 where nothing is and every file has a record, and 1 otherwise. Where nothing is written in the end, a
    file that was there stays as it was. Raises `UsageError` for a file that cannot be read or written.
    """
    check_apart(out, paths)
    found = records_of(paths, game, bar := Bar(None if _shows(out) else sys.stderr, "bytes"))
    left_out, without = 0, list(dict.fromkeys(paths))
    with Output(out, form, force=force) as output, bar:
        for path, line, record in found:
            if path in without:
                without.remove(path)
            try:
                if not isinstance(record, Record):
                    raise record
                output.add(record if seat is None else record.redacted(seat, tags=tags))
            except CardrulesError as error:
                left_out += 1
                bar.clear()
                _tell(faulty(path, line, error))
    for path in without:
        _tell(no_record(path))
    return 1 if left_out or without else 0


def _tell(text: str) -> None:
    print(writable(text, sys.stderr.encoding), file=sys.stderr)


def _shows(out: str) -> bool:
    """Whether records are written to a terminal, where a bar would be in the way."""
    return out == STANDARD and sys.stdout.isatty()
