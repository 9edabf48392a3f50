"""Files on the command line: records that are read, and files that are written, but never over another."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TextIO

from cardrules.catalogue import AnyGame
from cardrules.cli.bar import Bar
from cardrules.cli.listing import UsageError
from cardrules.records import Damage, Record, records_by_line, write_records
from cardrules.records.record import in_one_line

Form = Literal["text", "json"]

STANDARD = "-"
"""What stands for the standard input or output where a file is asked for."""

_JSON = (".json", ".jsonl")


def form_of(path: str) -> Form:
    """The form in which records are written to a file, by how its name ends.

    >>> form_of("matches.jsonl"), form_of("match.txt"), form_of("-")
    ('json', 'text', 'text')
    """
    return "json" if path.lower().endswith(_JSON) else "text"


def said(error: object) -> str:
    """A message in one line, in which what cannot be seen is escaped: it may quote anybody's file.

    >>> said("no\\n  card: \\x1b[2J")
    'no card: \\\\u001b[2J'
    """
    return in_one_line(" ".join(str(error).split()))


# --- Reading ------------------------------------------------------------------------------------


def records_of(
    paths: Sequence[str], game: AnyGame | None = None, bar: Bar | None = None
) -> Iterator[tuple[str, int, Record | Damage]]:
    """Every record of these files, or what is wrong with it, with the file and the line where it begins.

    ``-`` is the standard input. Raises `UsageError` for a file that cannot be read; at once, if it is not
    there.
    """
    sizes = [None if path == STANDARD else _size(path) for path in paths]
    many = 0 if None in sizes else sum(size or 0 for size in sizes)
    return _records(paths, game, bar if many else None, many)


def _records(
    paths: Sequence[str], game: AnyGame | None, bar: Bar | None, many: int
) -> Iterator[tuple[str, int, Record | Damage]]:
    done = 0

    def counted(path: str) -> Iterator[str | bytes]:
        nonlocal done
        for line in _lines(path):
            done += len(line)
            yield line

    for path in paths:
        for line, found in records_by_line(counted(path), game):
            if bar is not None:
                bar.show(min(done, many), many)
            yield path, line, found


def _size(path: str) -> int | None:
    """How many bytes a file has, if that can be told (`UsageError` where it cannot be read)."""
    try:
        size = Path(path).stat().st_size
        if Path(path).is_file():
            Path(path).open("rb").close()
    except OSError as error:
        raise _unreadable(path, error) from error
    if Path(path).is_dir():
        raise UsageError(f"{path}: cannot be read: it is a folder")
    return size or None


def _lines(path: str) -> Iterator[str | bytes]:
    try:
        if path == STANDARD:
            yield from getattr(sys.stdin, "buffer", sys.stdin) or ()
            return
        with Path(path).open("rb") as file:
            yield from file
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: str, error: OSError) -> UsageError:
    return UsageError(f"{path}: cannot be read: {error.strerror}")


# --- Writing ------------------------------------------------------------------------------------


def check_apart(path: str, read: Sequence[str]) -> None:
    """Raise `UsageError` where the file to be written is one of those to be read."""
    there = [other for other in read if other != STANDARD and Path(other).exists()]
    if Path(path).exists() and any(os.path.samefile(path, other) for other in there):
        raise UsageError(f"{path}: cannot be written while it is read")


class Output:
    """A file to which records are written, in UTF-8; a file that is there already needs ``force``.

    The form is by the name of the file, unless it is given. The file is made at once, so that nobody plays a
    match that cannot be kept, and taken away if it stays empty because something went wrong. ``-`` is the
    standard output. Raises `UsageError` where the file cannot be made or written.
    """

    def __init__(self, path: str, form: Form | None = None, *, force: bool = False) -> None:
        self._path = path
        self._form: Form = form or form_of(path)
        self._is_new = self._is_used = False
        self._file: TextIO = sys.stdout
        if path != STANDARD:
            self._file = self._opened(Path(path), force)
        elif reconfigure := getattr(sys.stdout, "reconfigure", None):
            reconfigure(encoding="utf-8", newline="\n")

    def _opened(self, path: Path, force: bool) -> TextIO:
        self._is_new = not path.exists()
        if path.is_file() and not force:  # what is no file, as /dev/null, loses nothing
            raise UsageError(f"{path}: is there already (--force writes over it)")
        try:
            return path.open("x" if self._is_new else "w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise self._failed(error) from error

    def __enter__(self) -> Output:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if self._file is sys.stdout:
            return
        try:
            self._file.close()
        except OSError as failed:
            if error is None:
                raise self._failed(failed) from failed
        if error is not None and self._is_new and not self._is_used:
            Path(self._path).unlink(missing_ok=True)

    def add(self, record: Record) -> None:
        """Write one more record."""
        if self._is_used and self._form == "text":
            self.write("\n")
        write_records([record], self, self._form)

    def write(self, text: str) -> None:
        """Write a text."""
        try:
            self._file.write(text)
        except OSError as error:
            if self._file is sys.stdout:
                raise
            raise self._failed(error) from error
        self._is_used = True

    def _failed(self, error: OSError) -> UsageError:
        return UsageError(f"{self._path}: cannot be written: {error.strerror}")
