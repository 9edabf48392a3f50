"""A text on its way to be read: its parts with their places, and what is said where one will not do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from cardrules.errors import ParseError, cited

_COMMENT = re.compile(r"#[^\n]*")


@attrs.frozen
class Part:
    """A part of a text: what it says, without spaces round it, and the place where that begins.

    >>> whole = Part.of("a: 1; b # a comment")
    >>> [(part.at, part.text) for part in whole.items()]
    [(0, 'a: 1'), (6, 'b')]
    """

    whole: str
    at: int
    text: str

    @classmethod
    def of(cls, text: str) -> Part:
        """The whole of a text, whose comments (from ``#`` to the end of the line) count as spaces."""
        return cls(text, 0, _COMMENT.sub(lambda found: " " * len(found[0]), text)).stripped()

    def stripped(self) -> Part:
        """The part without spaces round it."""
        before = len(self.text) - len(self.text.lstrip())
        return Part(self.whole, self.at + before, self.text.strip())

    def cut(self, start: int, end: int | None = None) -> Part:
        """A part of the part, from one place in it to another."""
        return Part(self.whole, self.at + start, self.text[start:end]).stripped()

    def items(self) -> Iterator[Part]:
        """The parts between semicolons and ends of lines, but for empty ones."""
        for found in re.finditer(r"[^;\n]+", self.text):
            item = self.cut(found.start(), found.end())
            if item.text:
                yield item

    def fault(self, expected: str, reason: str = "") -> ParseError:
        """The error that this part is not what was expected."""
        line = self.whole.count("\n", 0, self.at) + 1
        found = cited(self.text) if self.text else "nothing"
        why = f" will not do, since {reason}" if reason else ""
        message = f"{found} at position {self.at} (line {line}){why}: expected {expected}"
        return ParseError(message, self.whole, self.at, expected)

    def inner_fault(self, error: ParseError) -> ParseError:
        """The error of somebody who read this part alone, at its place in the whole."""
        place = self.at + error.position
        line = self.whole.count("\n", 0, place) + 1
        message = f"at position {place} (line {line}): {error}"
        return ParseError(message, self.whole, place, error.expected)
