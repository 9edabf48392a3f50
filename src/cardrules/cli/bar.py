"""A bar that grows with what is done."""

from __future__ import annotations

from typing import TextIO


class Bar:
    """A bar on a terminal that grows with what is done; on other streams, nothing.

    ``unit`` is what is counted, if that has to be said.

    >>> import sys
    >>> with Bar(sys.stdout) as bar:
    ...     bar.show(1, 2)
    """

    width = 30

    def __init__(self, out: TextIO | None, unit: str = "") -> None:
        self._out = out if out is not None and out.isatty() else None
        self._unit = f" {unit}" if unit else ""
        self._shown = ""

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: int, many: int) -> None:
        """Show that so many are done, of so many."""
        if self._out is None:
            return
        full = "#" * (self.width * done // many)
        text = f"[{full.ljust(self.width, '.')}] {100 * done // many:3d} % of {many}{self._unit}"
        if text != self._shown:
            self._out.write(f"\r{text}")
            self._out.flush()
            self._shown = text

    def clear(self) -> None:
        """Take the bar away, so that something else can be written in its line."""
        if self._out is not None and self._shown:
            self._out.write("\r" + " " * len(self._shown) + "\r")
            self._out.flush()
            self._shown = ""
