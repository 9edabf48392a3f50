"""Files of records, of any length: one record is held at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from cardrules.errors import DecodeError, ParseError
from cardrules.records.data import from_json, to_json
from cardrules.records.record import AnyGame, Record
from cardrules.records.text import from_text, to_text

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_BEGINS = re.compile(r"[ \t]*record[ \t]*:", re.IGNORECASE)

Damage = ParseError | DecodeError
"""What is raised for a record that cannot be read."""


def write_records(
    records: Iterable[Record], out: SupportsWrite[str], form: Literal["text", "json"] = "text"
) -> int:
    """Write records to a file that takes text (in UTF-8), as they come; returns how many there were.

    As text, an empty line stands between records; as JSON, each is a line.

    >>> import sys
    >>> from cardrules.games.truco import Rules
    >>> write_records([], sys.stdout)
    0
    """
    many = 0
    for record in records:
        if form == "json":
            out.write(to_json(record) + "\n")
        else:
            out.write(("\n" if many else "") + to_text(record))
        many += 1
    return many


def read_records(
    lines: Iterable[str | bytes],
    game: AnyGame | None = None,
    *,
    damaged: Callable[[int, Damage], object] | None = None,
) -> Iterator[Record]:
    """The records of a file in either form, or in both, each as soon as it has been read.

    ``lines`` are the lines of the file (the file itself, opened for text or for bytes, which are UTF-8).
    ``damaged`` is told the line in which a record begins (from 1) and what is wrong with it, and the next
    one is read; without it, `ParseError` or `DecodeError` is raised, with a note of that line.

    >>> lines = ["record: 1", "game: whist of nobody"]
    >>> list(read_records(lines, damaged=lambda line, error: print(line, error)))
    1 'whist of nobody' at position 16 (line 2) will not do, since no game is called ...
    []
    """
    for at, found in records_by_line(lines, game):
        if isinstance(found, Record):
            yield found
        elif damaged is None:
            found.add_note(f"in the record that begins in line {at}")
            raise found
        else:
            damaged(at, found)


def records_by_line(
    lines: Iterable[str | bytes], game: AnyGame | None = None
) -> Iterator[tuple[int, Record | Damage]]:
    """Every record of a file, or what is wrong with it, with the line where it begins (from 1).

    >>> from cardrules.games.truco import Rules
    >>> for line, found in records_by_line(["", to_json(Record("truco", Rules())), "hello"]):
    ...     print(line, type(found).__name__)
    2 Record
    3 ParseError
    """
    for at, text in _pieces(lines):
        try:
            yield at, from_json(text, game) if text.lstrip().startswith("{") else from_text(text, game)
        except (ParseError, DecodeError) as error:
            yield at, error


def _pieces(lines: Iterable[str | bytes]) -> Iterator[tuple[int, str]]:
    """The texts of single records, each with the line where it begins."""
    begun, piece = 0, list[str]()  # the record in text whose lines are read
    for at, line in enumerate(lines, 1):
        # Bytes that are no UTF-8 become letters that nothing takes, and so stay within their record.
        text = line if isinstance(line, str) else bytes(line).decode(errors="surrogateescape")
        text = text.rstrip("\r\n")
        unmarked = text.removeprefix("\ufeff")  # what stands at the beginning of some files
        if at == 1 or unmarked.lstrip().startswith("{") or _BEGINS.match(unmarked):
            text = unmarked
        is_json, begins = text.lstrip().startswith("{"), _BEGINS.match(text)
        if piece and (is_json or begins):
            yield begun, "\n".join(piece)
            piece = []
        if begins:
            begun = at
        if piece or begins:
            piece.append(text)
        elif text.partition("#")[0].strip():
            yield at, text  # a line of JSON, or one that belongs to no record, as whoever reads it says
    if piece:
        yield begun, "\n".join(piece)
