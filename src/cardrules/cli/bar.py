"""A bar that grows with what is done."""

from __future__ import annotations

import shutil
from typing import TextIO

_LONGEST, _SHORTEST = 30, 5  # letters of a bar


class Bar:
    """A bar on a terminal that grows with what is done; on other streams, nothing.

    ``unit`` is what is counted, if that has to be said. The bar is as long as the line has room for: where it
    has none, only the share is shown.

    >>> import sys
    >>> with Bar(sys.stdout) as bar:
    ...     bar.show(1, 2)
    """

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
        share = f"{100 * done // many:3d} % of {many}{self._unit}"
        room = shutil.get_terminal_size().columns - 1  # in the last column, a terminal goes to the next line
        width = min(room - len(share) - len("[] "), _LONGEST)
        if width >= _SHORTEST:
            text = f"[{('#' * (width * done // many)).ljust(width, '.')}] {share}"
        else:
            text = share[: max(room, 0)]
        if text != self._shown:
            rest = " " * (min(len(self._shown), room) - len(text))  # of what stood there
            self._out.write(f"\r{text}{rest}")
            self._out.flush()
            self._shown = text

    def clear(self) -> None:
        """Take the bar away, so that something else can be written in its line."""
        if self._out is not None and self._shown:
            self._out.write("\r" + " " * len(self._shown) + "\r")
            self._out.flush()
            self._shown = ""
