"""A record on the command line: shown as a match is that is watched, all of it or move by move."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO
from typing import Any, TextIO

import attrs

from cardrules.catalogue import AnyGame
from cardrules.cli.files import STANDARD, faulty, records_of, said
from cardrules.cli.listing import UsageError
from cardrules.cli.playing import asked, show_start
from cardrules.cli.screen import Screen, writable
from cardrules.cli.telling import Teller, shown
from cardrules.errors import SeatError
from cardrules.moves import Deal
from cardrules.notation.options import write_format
from cardrules.records import Fault, Record
from cardrules.records.record import refuted, steps_of
from cardrules.rulebook import book_of

_KEPT = 64  # how many states of a long record are kept, about


@attrs.frozen
class Wish:
    """What is to be shown: which record of a file (from 1), who looks, and from which move to which.

    Without ``seat`` it is a spectator who looks, with ``all_hands`` the hands of all seats lie open; moves
    are counted from 0, as in a `Fault`.
    """

    number: int = 1
    seat: int | None = None
    all_hands: bool = False
    begin: int = 0
    end: int | None = None


def replay_file(screen: Screen, path: str, wish: Wish, game: AnyGame | None = None) -> int:
    """Show one record of a file; returns the exit status, which is 1 where it cannot be read or is wrong.

    Raises `UsageError` where there is no such record or move, and `SeatError` for what is no seat.
    """
    story = _story(screen, path, wish, game)
    if story is None:
        return 1
    story.head()
    end = story.upto if wish.end is None else min(wish.end + 1, story.upto)
    story.tell(wish.begin, end)
    if story.fault is None and end == story.upto and story.last.match.outcome is None:
        screen.say()
        screen.say("The record ends before the match is over.")
    return story.judge()


def step_through(screen: Screen, path: str, wish: Wish, source: TextIO, game: AnyGame | None = None) -> int:
    """The same move by move, as somebody asks for it, line by line on ``source``."""
    if path == STANDARD:
        raise UsageError("--step: what to show is asked for on the standard input, so it cannot be the file")
    story = _story(screen, path, wish, game)
    if story is None:
        return 1
    story.head()
    screen.say("Enter shows the next move, ? lists what else there is.")
    Stepper(story, source).run()
    return story.judge()


def _story(screen: Screen, path: str, wish: Wish, game: AnyGame | None) -> Story | None:
    """The record that is wanted, ready to be told; ``None``, with a message, where it is damaged."""
    count = 0
    for count, (_, line, found) in enumerate(records_of([path], game), 1):
        if count == wish.number:
            if isinstance(found, Record):
                return Story(screen, found, wish)
            print(writable(faulty(path, line, found), sys.stderr.encoding), file=sys.stderr)
            return None
    have = "1 record" if count == 1 else f"{count} records"
    raise UsageError(f"{said(path)}: there is no record {wish.number}, the file has {have}")


class _States:
    """The states of a record, of which few are kept: in a long match, each has all results before it.

    ``many`` is how many there are, ``last`` is the last one, and ``fault`` what is wrong with the record.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._every = max(1, len(record.moves) // _KEPT)
        self._kept: list[Any] = []
        self.many = 0
        self.fault: Fault | None = None
        for step in steps_of(record):
            if isinstance(step, Fault):
                self.fault = step
                break
            if self.many % self._every == 0:
                self._kept.append(step)
            self.last: Any = step
            self.many += 1
        self.fault = self.fault or refuted(record, self.last)
        self._at, self._state = 0, self._kept[0]

    def at(self, index: int) -> Any:
        """The state before a move, which is quick for the moves one after the other."""
        nearest = index // self._every
        if not nearest * self._every <= self._at <= index:
            self._at, self._state = nearest * self._every, self._kept[nearest]
        while self._at < index:
            self._state = self._record.game.apply(self._state, self._record.moves[self._at])
            self._at += 1
        return self._state


class Story:
    """A record that is told on a screen, from one move to another."""

    def __init__(self, screen: Screen, record: Record, wish: Wish) -> None:
        seat = record.seat if wish.seat is None and not wish.all_hands else wish.seat
        if seat is not None:
            record.rules.format.seating.check(seat)
        if record.seat is not None and seat not in (None, record.seat):
            raise SeatError(
                f"seat {seat} cannot look: this is what seat {record.seat} knew, and other hands are made up"
            )
        self.record = record
        self.states = _States(record)
        self.last, self.fault = self.states.last, self.states.fault
        self.screen = Screen(screen.out, colour=screen.colour, decks=[record.rules.format.pack.deck])
        self.seat, self.all_hands = seat, wish.all_hands
        self.teller = self._teller()
        if max(wish.begin, wish.end or 0) >= max(len(record.moves), 1):
            raise UsageError(f"there is no move {max(wish.begin, wish.end or 0)}, {self.numbers()}")

    def _teller(self) -> Teller:
        return Teller(self.screen, self.record.game, self.record.rules)

    @property
    def upto(self) -> int:
        """How many moves can be shown: those before the first that breaks a rule."""
        return self.states.many - 1

    def numbers(self) -> str:
        """Which moves the record has, in words."""
        many = len(self.record.moves)
        return f"the moves are 0 to {many - 1}" if many else "the record has no moves"

    def head(self) -> None:
        """Tell what the record says beside its moves."""
        record, say = self.record, self.screen.say
        seats = record.rules.format.seating.seats
        say(
            self.screen.bold(record.game.title)
            + f", {seats} players, {len(record.moves)} moves.{self._who()}"
        )
        if record.seat is not None:
            about = f"The record has what seat {record.seat} knew: all other cards in it ARE MADE UP"
            shown_too = ", also those that are shown here" if self.all_hands else ""
            self.screen.wrapped(f"{about}{shown_too}.")
        if record.players:
            names = (f"{said(name) or '-'} (seat {seat})" for seat, name in enumerate(record.players))
            say(f"Players: {', '.join(names)}")
        for name, value in record.tags:
            say(f"{said(name)}: {said(value)}")
        usual = record.game.new_match(record.rules).match.start
        if record.scores != usual:
            say(f"The match began at {' '.join(map(str, record.scores))}")
        if sizes := write_format(record.game, record.rules):
            say(f"Format for study: {sizes}")
        show_start(record.game, record.rules, self.screen, self.teller)

    def _who(self) -> str:
        if self.all_hands:
            return " All hands are shown."
        return "" if self.seat is None else f" This is what seat {self.seat} sees."

    def events(self, index: int) -> Sequence[Any]:
        """What a move has made happen."""
        return shown(
            self.record.game,
            self.states.at(index),
            self.record.moves[index],
            self.seat,
            all_hands=self.all_hands,
        )

    def tell(self, begin: int, end: int) -> None:
        """Tell the moves from one on, up to before another."""
        self.teller = self._teller()
        deal = self.deal_before(begin)
        if deal < begin < end:
            # What has happened in the deal before is not said, but known.
            self.teller.screen = Screen(StringIO())
            for index in range(deal, begin):
                self.teller.tell(self.events(index))
            self.teller.stop()
            self.teller.pause()
            self.teller.screen = self.screen
            self.screen.say()
            number = self.states.at(begin).deal.number
            self.screen.say(self.screen.bold(f"{self.teller.words.deal} {number}, from move {begin} on"))
        for index in range(begin, end):
            self.teller.tell(self.events(index))
        self.teller.stop()

    def deal_before(self, index: int) -> int:
        """The deal to which a move belongs, by its place among the moves."""
        moves = self.record.moves
        before = range(min(index, len(moves) - 1), -1, -1)
        return next((at for at in before if isinstance(moves[at], Deal)), 0)

    def step(self, index: int) -> None:
        """Tell one more move, and what now lies on the table."""
        self.teller.tell(self.events(index))
        self.teller.flush()
        self.teller.show_table()

    def judge(self) -> int:
        """Tell what is wrong with the record, if anything is; the exit status."""
        if self.fault is None:
            return 0
        self.screen.say()
        self.screen.wrapped(f"The record is wrong: {self.wrong()}")
        return 1

    def wrong(self) -> str:
        """What is wrong with the record, as far as whoever looks may know it: the mover knows why."""
        if self.fault is None:
            return ""
        everything, seen = said(self.fault), said(self.fault.seen_by(self.seat))
        if self.all_hands or seen == everything or self.fault.violation is None:
            return everything
        rule = self.fault.violation.rule
        try:
            title = next(known.title for known in book_of(self.record.game) if known.id == rule)
        except (LookupError, StopIteration):  # it has no rule book, or this is not in it
            return seen
        return f"{seen.removesuffix(')')}: {said(title)})"


_HELP = (
    "Enter   the next move",
    "b       one move back",
    "d       the next deal",
    "a number: that move, and what came before it in its deal",
    "q       enough",
)


class Stepper:
    """Somebody who goes through a record, move by move."""

    def __init__(self, story: Story, source: TextIO) -> None:
        self.story = story
        self.source = source
        self.at = 0
        """How many moves have been shown."""

    def run(self) -> None:
        """Show what is asked for, until that is enough."""
        say = self.story.screen.say
        while (line := asked(self.story.screen, self.source, self._prompt())) is not None:
            word = line.casefold()
            if word in ("q", "quit", "exit"):
                return
            if word in ("", "n", "next"):
                self._next()
            elif word in ("b", "back"):
                self._go(max(self.at - 1, 0))
            elif word in ("d", "deal"):
                self._next_deal()
            elif word.isascii() and word.isdigit() and len(word) < 10:
                number = int(word)
                if number < self.story.upto:
                    self._go(number + 1)
                else:
                    say(f"Move {number} cannot be shown: {self._shown()}")
            else:
                for text in _HELP:
                    say(f"  {text}")

    def _prompt(self) -> str:
        if self.at < self.story.upto:
            return f"Next is move {self.at} of {len(self.story.record.moves)}"
        return "Next is a move that breaks a rule" if self._breaks() else "That was all"

    def _breaks(self) -> bool:
        return self.story.upto < len(self.story.record.moves)

    def _shown(self) -> str:
        last = self.story.upto - 1
        can = f"the moves that can be are 0 to {last}" if last >= 0 else "there is none that can be"
        return f"{can}, since move {last + 1} breaks a rule" if self._breaks() else can

    def _next(self) -> None:
        if self.at < self.story.upto:
            self.story.step(self.at)
            self.at += 1
        elif self._breaks():
            self.story.screen.wrapped(self.story.wrong())

    def _next_deal(self) -> None:
        moves = self.story.record.moves
        for at in range(self.at, self.story.upto):
            if isinstance(moves[at], Deal):
                self._go(at + 1)
                break
        else:
            self.story.screen.say("There is no other deal.")

    def _go(self, at: int) -> None:
        self.at = at
        self.story.tell(self.story.deal_before(at - 1) if at else 0, at)
