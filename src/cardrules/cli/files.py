"""Files on the command line: records that are read, and files that are written, but never over another."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Iterator, Sequence
from io import FileIO, StringIO
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, Literal

from cardrules.catalogue import AnyGame
from cardrules.cli.bar import Bar
from cardrules.cli.listing import UsageError
from cardrules.errors import ParseError
from cardrules.records import Damage, Record, records_by_line, write_records
from cardrules.records.record import in_one_line

Form = Literal["text", "json"]

STANDARD = "-"
"""What stands for the standard input or output where a file is asked for."""

_JSON = (".json", ".jsonl")
_BESIDE = 40  # letters of the name that a file has in the name of the one that is written beside it


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


def faulty(path: str, line: int, error: object) -> str:
    """What is wrong with a record, as a line: the file, the line where the record begins, and the fault.

    Where that names a line of the record, it is said which line of the file this is.

    >>> faulty("m.txt", 61, ParseError("'x' at position 99 (line 9): expected a move", "\\n" * 99, 8))
    "m.txt:61: 'x' at position 99 (line 69 of the file): expected a move"
    """
    message = said(error)
    if isinstance(error, ParseError):
        within = error.text.count("\n", 0, error.position)
        message = message.replace(f"(line {within + 1})", f"(line {line + within} of the file)", 1)
    return f"{said(path)}:{line}: {message}"


def no_record(path: str) -> str:
    """What is said of a file without a record.

    >>> no_record("m.txt")
    'm.txt: there is no record in it'
    """
    return f"{said(path)}: there is no record in it"


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
        raise UsageError(f"{said(path)}: cannot be read: it is a folder")
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
    return UsageError(f"{said(path)}: cannot be read: {error.strerror}")


# --- Writing ------------------------------------------------------------------------------------


def check_apart(path: str, read: Sequence[str]) -> None:
    """Raise `UsageError` where the file to be written is one of those to be read."""
    try:
        written = os.stat(path)
    except OSError:  # it is not there, or whoever writes it says what is wrong with it
        return
    if any(os.path.samestat(written, other) for other in map(_stat, read) if other is not None):
        raise UsageError(f"{said(path)}: cannot be written while it is read")


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.fstat(sys.stdin.fileno()) if path == STANDARD else os.stat(path)
    except OSError:
        return None


class Stopped(KeyboardInterrupt):
    """A signal that asks the process to end, taken as Ctrl-C is; ``status`` is what it then returns."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


class Output:
    """A file to which records are written, in UTF-8; a file that is there already needs ``force``.

    The form is by the name of the file, unless it is given. The records stand in a file beside it, which is
    made at once, so that nobody plays a match that cannot be kept, and takes the name in the end. Where
    nothing is written, or something goes wrong, all is as it was before; but with ``played``, what was
    written until then is kept, since a match cannot be had again. ``-`` is the standard output, and what is
    no file, as ``/dev/null``, is written at once.

    Raises `UsageError` where the file cannot be made or written.
    """

    def __init__(
        self, path: str, form: Form | None = None, *, force: bool = False, played: bool = False
    ) -> None:
        self._path = path
        self._form: Form = form or form_of(path)
        self._force, self._played = force, played
        self._many = self._size = 0  # how many records it has, and in how many bytes
        self._file: FileIO | None = None  # none for the standard output
        self._target = self._beside = ""  # the file, and what stands for it until the end
        self._signals: dict[int, Any] = {}
        if path != STANDARD:
            self._file = self._opened()
        elif reconfigure := getattr(sys.stdout, "reconfigure", None):
            reconfigure(encoding="utf-8", newline="\n")

    def _opened(self) -> FileIO:
        target = self._target = os.path.realpath(self._path)  # a link stays one
        try:
            there = _mode(target)
            if there is not None and not stat.S_ISREG(there):  # what is no file loses nothing
                return FileIO(target, "w")
            if there is not None and not self._force:
                raise UsageError(f"{said(self._path)}: is there already (--force writes over it)")
            if there is not None:
                FileIO(target, "a").close()  # whether it may be written
            file = self._made_beside(*os.path.split(target))
            if there is not None:
                os.chmod(self._beside, stat.S_IMODE(there))
            return file
        except OSError as error:
            raise self._failed(error) from error

    def _made_beside(self, folder: str, name: str) -> FileIO:
        number = 0
        while True:
            self._beside = os.path.join(folder, f".{name[:_BESIDE]}.{os.getpid()}-{number}.part")
            try:
                return FileIO(self._beside, "x")
            except FileExistsError:
                number += 1

    def __enter__(self) -> Output:
        if self._file is not None and current_thread() is main_thread():
            for name in ("SIGTERM", "SIGHUP"):
                number = getattr(signal, name, None)  # not on every system
                if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                    self._signals[number] = signal.signal(number, _stop)
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if self._file is None:
            return
        try:
            self._file.close()
            if self._beside:
                self._end(keeps=bool(self._many) and (error is None or self._played))
        except OSError as failed:
            raise self._failed(failed) from failed
        finally:
            for number, usual in self._signals.items():
                signal.signal(number, usual)

    def _end(self, keeps: bool) -> None:
        """Give the file its name, or take it away."""
        if not keeps:
            os.unlink(self._beside)
        elif os.path.lexists(self._target) and not self._force:
            raise UsageError(
                f"{said(self._path)}: is there by now; what was written is in {said(self._beside)}"
            )
        else:
            os.replace(self._beside, self._target)

    def add(self, record: Record) -> None:
        """Write one more record."""
        written = StringIO()
        if self._many and self._form == "text":
            written.write("\n")
        write_records([record], written, self._form)
        if self._file is None:
            sys.stdout.write(written.getvalue())
        else:
            self._write(self._file, written.getvalue().encode())
        self._many += 1

    def _write(self, file: FileIO, data: bytes) -> None:
        """Write a whole record, or nothing of it."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[file.write(rest) :]
        except BaseException as error:
            if self._beside:
                file.truncate(self._size)
                file.seek(self._size)
            if isinstance(error, OSError):
                raise self._failed(error) from error
            raise
        self._size += len(data)

    def _failed(self, error: OSError) -> UsageError:
        kept = ""
        if self._many and self._played and self._beside:
            kept = f"; it has the {'record' if self._many == 1 else f'{self._many} records'} until then"
        return UsageError(f"{said(self._path)}: cannot be written: {error.strerror}{kept}")


def _mode(target: str) -> int | None:
    """The mode of a file, if it is there; `OSError` for what no file can be called, or be made in."""
    try:
        return os.stat(target).st_mode
    except FileNotFoundError:
        os.stat(os.path.dirname(target))
        return None


def _stop(number: int, _: object) -> None:
    signal.signal(number, signal.SIG_DFL)  # who asks again need not wait
    raise Stopped(number)
