"""Where the story is written: colours, symbols, and what to do where these cannot be shown."""

from __future__ import annotations

import re
import shutil
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TextIO

from cardrules.cards import FRENCH, SPANISH, CardSet, Deck

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[22m"
_UNCOLOURED = "\x1b[39m"
_RED, _GREEN, _YELLOW, _CYAN = (f"\x1b[{code}m" for code in (31, 32, 33, 36))

_TABLES = 60  # letters of a line in which tables have room

_COLOURS = {
    "hearts": _RED,
    "diamonds": _RED,
    "oros": _YELLOW,
    "copas": _RED,
    "espadas": _CYAN,
    "bastos": _GREEN,
}

_LETTERS = {suit.text: suit.aliases[0] for suit in FRENCH.deck.suits} | dict(
    zip(
        "ðÐþøæ–—−…·×“”‘’",
        ("d", "D", "th", "o", "ae", "-", "-", "-", "...", "-", "x", '"', '"', "'", "'"),
        strict=True,
    )
)


def wants_colour(choice: str, out: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to write in colour: ``always``, ``never``, or ``auto``, where ``out`` is a terminal.

    With ``auto`` the variables ``NO_COLOR`` (set to anything) and ``TERM=dumb`` say no.
    """
    if choice != "auto":
        return choice == "always"
    return out.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def writable(text: str, encoding: str | None) -> str:
    """The text, with letters for signs that the encoding does not have.

    >>> writable("Q♠, Hornafjarðarmanni", "ascii"), writable("Q♠", "utf-8")
    ('QS, Hornafjardarmanni', 'Q♠')
    """
    encoding = encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_nearest(sign, encoding) for sign in text)
    return text


def _nearest(sign: str, encoding: str) -> str:
    without_accent = unicodedata.normalize("NFKD", sign)[0]
    for candidate in (sign, _LETTERS.get(sign, sign), without_accent):
        try:
            candidate.encode(encoding)
        except UnicodeEncodeError:
            continue
        return candidate
    return "?"


class Screen:
    """A stream of lines in which cards of these decks are coloured by suit, if colour is wanted.

    >>> import sys
    >>> Screen(sys.stdout).say("Q♠ 7 de oro")
    Q♠ 7 de oro
    """

    def __init__(
        self, out: TextIO, *, colour: bool = False, decks: Iterable[Deck] = (FRENCH.deck, SPANISH.deck)
    ) -> None:
        self.out = out
        self.colour = colour
        self._cards = [pattern for deck in decks for pattern in _patterns(deck)] if colour else []

    @property
    def width(self) -> int:
        """How many letters a line of running text should have at most."""
        return min(max(shutil.get_terminal_size().columns, 40), 100)

    @property
    def narrow(self) -> bool:
        """Whether the terminal is too narrow for tables."""
        return shutil.get_terminal_size().columns < _TABLES

    def say(self, text: str = "", end: str = "\n") -> None:
        """Write a line."""
        for pattern, colour in self._cards:
            text = pattern.sub(rf"{colour}\g<0>{_UNCOLOURED}", text)
        self.out.write(writable(text, self.out.encoding) + end)

    def wrapped(self, text: str, indent: int = 0, hang: int = 0) -> None:
        """Write running text, wrapped to the width; ``hang`` more spaces before all lines but the first."""
        first, others = " " * indent, " " * (indent + hang)
        lines = textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=others,
            break_on_hyphens=False,
            break_long_words=False,
        )
        for line in lines:
            self.say(line)

    def bold(self, text: str) -> str:
        """The text in bold."""
        return f"{_BOLD}{text}{_PLAIN}" if self.colour else text

    def dim(self, text: str) -> str:
        """The text, standing back."""
        return f"{_DIM}{text}{_PLAIN}" if self.colour else text


def _patterns(deck: Deck) -> Iterable[tuple[re.Pattern[str], str]]:
    """What to colour: the cards of each suit that has a colour, and signs of suits standing alone."""
    ranks = sorted((rank.text for rank in deck.ranks), key=len, reverse=True)
    rank = f"(?:{'|'.join(map(re.escape, ranks))})"
    for suit in deck.suits:
        if suit.name in _COLOURS:
            before = f"{rank}{re.escape(deck.join)}" if deck.join else f"{rank}?"
            yield re.compile(before + re.escape(suit.text)), _COLOURS[suit.name]


def by_suit(cards: CardSet) -> str:
    """A hand as text, in the order of the pack, with a gap between the suits.

    >>> by_suit(FRENCH.set("2♣ 5♠ Q♠"))
    'Q♠ 5♠   2♣'
    """
    between = ", " if cards.pack.deck.join else " "
    groups: dict[str, list[str]] = {}
    for card in cards:
        groups.setdefault(card.suit.name, []).append(str(card))
    return ("   " if between == " " else ", ").join(between.join(group) for group in groups.values())
