"""How events become lines: the story of a match, as a seat or a spectator sees it.

Everything is read from events alone, so that the story can show nothing that its events do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from cardrules.cards import Card, CardSet
from cardrules.catalogue import AnyGame
from cardrules.cli.screen import Screen, by_suit
from cardrules.cli.words import Names, words_of
from cardrules.event import (
    Acted,
    DealBegan,
    DealChanged,
    DealEnded,
    Event,
    HandChanged,
    HandDealt,
    LineScored,
    MatchEnded,
    TrickTaken,
)
from cardrules.match import Outcome, Result
from cardrules.moves import Play
from cardrules.scoring import Line
from cardrules.table import DealFacts, GameRules
from cardrules.tricks import Trick

_LABEL = 12  # letters before the first column
LED, WON = ">", "*"  # beside the card that was led, and the one that won
_NOTE = " " * (_LABEL + len(LED))  # before what is said between the rows


@attrs.define
class _Row:
    """A row of the table of a deal that is still open: what each seat did, and lines that follow it."""

    label: str = ""
    cells: dict[int, str] = attrs.Factory(dict[int, str])
    below: list[str] = attrs.Factory(list[str])


def shown(
    game: AnyGame, state: Any, move: Any, seat: int | None = None, *, all_hands: bool = False
) -> tuple[Event, ...]:
    """What a move makes happen, as a seat or a spectator sees it; with ``all_hands``, also all hands."""
    seen = game.events(state, move, seat)
    if not all_hands:
        return seen
    hidden = (event for other in range(state.seating.seats) for event in game.events(state, move, other))
    # After its first event comes what each seat alone is told of its cards.
    cards = [event for event in hidden if isinstance(event, HandDealt | HandChanged)]
    return (*seen[:1], *cards, *(event for event in seen[1:] if event not in cards))


class Teller:
    """Tells a match of a game, event by event, on a screen; ``you`` is the seat of a person, if any."""

    def __init__(self, screen: Screen, game: AnyGame, rules: GameRules, you: int | None = None) -> None:
        self.screen = screen
        self.pack = rules.format.pack
        self.names = Names(rules.format.seating, you)
        self.words = words_of(game, rules, self.names)
        longest = max(len(str(card)) for card in self.pack)
        heads = [self.names.seat(seat) for seat in range(rules.format.seating.seats)]
        self._column = max(longest + len(LED + WON), *map(len, heads)) + 2
        self._facts: DealFacts | None = None
        self._row = _Row()
        self._tricks: list[Trick] = []
        self._trick: list[tuple[int, Card]] = []
        self._shown = 0  # how many cards of the open trick have been told
        self._headed = False
        self._unsaid: list[Line] = []
        self._seen = 0  # the bits of the cards played

    def tell(self, events: Iterable[Event]) -> None:
        """Tell what a move has made happen."""
        for event in events:
            match event:
                case DealBegan(deal):
                    self._begin(deal)
                case HandDealt(seat, own):
                    self._dealt(seat, own)
                case Acted(seat, Play(card)):
                    self._played(seat, card)
                case Acted(seat, move):
                    self._acted(seat, move)
                case HandChanged(seat, gone, come, own):
                    self._changed(seat, gone, come, own)
                case TrickTaken(trick):
                    self._taken(trick)
                case DealChanged(deal):
                    self._news(deal)
                case LineScored(line):
                    self._unsaid.append(line)
                case DealEnded(result):
                    self._end_deal(result)
                case MatchEnded(outcome):
                    self._end_match(outcome)
                case _:
                    pass  # whose turn it is shows in what is done; events of other games have no words here
        self._scored_meanwhile()

    def flush(self) -> None:
        """Tell what has been kept back to be told in one row with what is to come."""
        row, self._row = self._row, _Row()
        if row.cells:
            self._write(row.label, row.cells)
        for line in row.below:
            self._say(line)

    def pause(self) -> None:
        """Tell what has been kept back; the next row is to be told below the names of the seats again."""
        self.flush()
        self._headed = False

    def stop(self) -> None:
        """Tell what has been kept back, and the cards of the open trick as far as it goes."""
        self.flush()
        if self._shown < len(self._trick):
            self._show_trick()

    def show_table(self) -> None:
        """Tell the cards of the open trick in the order played, if there is one."""
        if self._trick:
            cards = ", ".join(f"{card} ({self.names.seat(seat)})" for seat, card in self._trick)
            self.screen.say(f"On the table: {cards}")

    # --- A deal ---------------------------------------------------------------------------------

    def _begin(self, deal: DealFacts) -> None:
        self._facts, self._tricks, self._trick, self._shown, self._headed = deal, [], [], 0, False
        self._seen = 0
        self.screen.say()
        self.screen.say(self.screen.bold(f"{self.words.deal} {deal.number}"))
        for line in self.words.opening(deal):
            self.screen.say(f"  {line}")

    def _dealt(self, seat: int, own: object) -> None:
        cards = self._held(own)
        if cards:  # who rests gets none
            self._say(f"  {self.names.seat(seat)}".ljust(len(_NOTE)) + by_suit(cards))

    def _say(self, line: str) -> None:
        """A line that is folded where the terminal is narrow."""
        if self.screen.narrow:
            self.screen.wrapped(line, hang=len(_NOTE))
        else:
            self.screen.say(line)

    def _held(self, own: object) -> CardSet:
        return CardSet(self.pack, getattr(own, "bits", 0) & ~self._seen)

    def _acted(self, seat: int, move: object) -> None:
        if self._trick and self._shown < len(self._trick):
            self._show_trick()
        label, text = self.words.act(move)
        if not label or label != self._row.label or seat in self._row.cells:
            self.flush()
        self._row.label = label
        self._row.cells[seat] = f" {text}"

    def _changed(self, seat: int, gone: CardSet, come: CardSet, own: object) -> None:
        name = self.names.seat(seat)
        self._row.below += [
            f"  {name}".ljust(len(_NOTE))
            + ", ".join(f"{way} {cards}" for way, cards in (("out", gone), ("in", come)) if cards),
            _NOTE + f"now {by_suit(self._held(own))}",
        ]

    def _news(self, deal: DealFacts) -> None:
        if self._facts is not None:
            lines = [_NOTE + line for line in self.words.news(self._facts, deal)]
            if lines:
                self._row.below += lines
                self.flush()
        self._facts = deal

    # --- A trick --------------------------------------------------------------------------------

    def _played(self, seat: int, card: Card) -> None:
        self.flush()
        self._seen |= card.bit
        self._trick.append((seat, card))

    def _taken(self, trick: Trick) -> None:
        self._tricks.append(trick)
        self._show_trick(trick)
        self._trick, self._shown = [], 0

    def _show_trick(self, trick: Trick | None = None) -> None:
        """The cards of the open trick in one row: who led, who won, and a note beside it."""
        self._shown = len(self._trick)
        cells = {seat: f"{LED if at == 0 else ' '}{card}" for at, (seat, card) in enumerate(self._trick)}
        if trick is None:
            self._write(str(len(self._tricks) + 1), cells)
            return
        if trick.winner is not None:
            cells[trick.winner] += WON
        note = "" if self._facts is None else self.words.note(self._facts, self._tricks)
        self._write(str(len(self._tricks)), cells, note, bold=trick.winner)

    def _write(self, label: str, cells: dict[int, str], note: str = "", bold: int | None = None) -> None:
        """One row of the table of a deal; a cell that is too long takes the room of the next ones."""
        if not self._headed:
            self._head()
        line = f"  {label}".ljust(_LABEL)
        end = len(line)
        for seat, cell in sorted(cells.items()):
            start = _LABEL + seat * self._column
            if end > start:
                self.screen.say(line.rstrip())
                line, end = "", 0
            line += " " * (start - end) + (self.screen.bold(cell) if seat == bold else cell)
            end = start + len(cell)
        if note and self.screen.narrow:
            self.screen.say(line.rstrip())
            line = _NOTE + self.screen.dim(note)
        elif note:
            line += " " * (self._notes - end) + self.screen.dim(note)
        self.screen.say(line.rstrip())

    @property
    def _notes(self) -> int:
        """Where the notes beside the tricks begin."""
        return _LABEL + self.names.seating.seats * self._column + 2

    def _head(self) -> None:
        self._headed = True
        heads = [f" {self.names.seat(seat)}".ljust(self._column) for seat in range(self.names.seating.seats)]
        noted = "" if self._facts is None else self.words.noted(self._facts)
        line = " " * _LABEL + "".join(heads) + ("" if self.screen.narrow else f"  {noted}")
        self.screen.say(self.screen.dim(line.rstrip()))

    # --- Scores ---------------------------------------------------------------------------------

    def _scored_meanwhile(self) -> None:
        """Lines that were scored before the end of the deal."""
        if self._unsaid:
            self.flush()
        for line in self._unsaid:
            points = f"{line.points:+d} {self.words.points}"
            self.screen.say(f"{_NOTE}{points} for {self._who(line)} ({line.rule})")
        self._unsaid = []

    def _end_deal(self, result: Result) -> None:
        self.stop()
        self._unsaid = []  # they are all in the table
        self.screen.say()
        self._items(result.lines)
        heads = [self.names.side(side) for side in range(len(result.scores))]
        width = max(map(len, (*heads, "seat 0"))) + 2
        self.screen.say(self.screen.dim(" " * _LABEL + "".join(head.rjust(width) for head in heads)))
        number = 0 if self._facts is None else self._facts.number
        rows = {
            f"{self.words.deal.lower()} {number}": [
                f"{score:+d}" if score else "0" for score in result.scores
            ]
        }
        for label, cells in (rows | {"total": list(map(str, result.totals))}).items():
            self.screen.say(f"  {label}".ljust(_LABEL) + "".join(cell.rjust(width) for cell in cells))

    def _items(self, lines: Sequence[Line]) -> None:
        """The lines of a score in columns: rule, who, points, cards."""
        rules = max((len(line.rule) for line in lines), default=0)
        seats = max((len(self._who(line)) for line in lines), default=0)
        points = max(len(self.words.points), *(len(f"{line.points:+d}") for line in lines), 0)
        if self.screen.narrow:
            for line in lines:
                cards = f"  {line.cards}" if line.cards else ""
                self.screen.say(f"  {line.rule}")
                self._say(f"    {self._who(line).ljust(seats)}  {f'{line.points:+d}'.rjust(points)}{cards}")
            self.screen.say()
            return
        title = f"  {'rule'.ljust(rules)}  {'who'.ljust(seats)}  {self.words.points.rjust(points)}"
        self.screen.say(self.screen.dim(title))
        for line in lines:
            cards = f"  {line.cards}" if line.cards else ""
            who = self._who(line).ljust(seats)
            self.screen.say(f"  {line.rule.ljust(rules)}  {who}  {f'{line.points:+d}'.rjust(points)}{cards}")
        self.screen.say()

    def _who(self, line: Line) -> str:
        return self.names.side(line.side) if line.seat is None else self.names.seat(line.seat)

    def _end_match(self, outcome: Outcome) -> None:
        won = [side for side, seats in enumerate(self.names.seating.sides) if seats[0] in outcome.winners]
        winners = ", ".join(map(self.names.side, won))
        self.screen.say()
        self.screen.say(self.screen.bold(f"The match is over ({outcome.rule})."))
        self.screen.say(f"  Won by {self.screen.bold(winners)}")
        for line in self.words.ending(outcome):
            self.screen.say(f"  {line}")
