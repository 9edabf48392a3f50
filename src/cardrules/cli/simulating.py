"""Many matches on the command line: who won how much, with a bar while they are played."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from math import isfinite
from multiprocessing import get_context

import attrs

from cardrules.cli.bar import Bar
from cardrules.cli.files import Output
from cardrules.cli.options import in_words
from cardrules.cli.playing import Table
from cardrules.cli.screen import Screen
from cardrules.duplicate import compare, opposed
from cardrules.estimates import Estimate
from cardrules.records import Record
from cardrules.simulation import Totals, simulate


@attrs.frozen
class Series:
    """What is to be played: between whom, how many matches or deals, and by how many processes."""

    players: tuple[str, ...]
    count: int
    workers: int


def simulate_matches(table: Table, screen: Screen, series: Series, output: Output | None = None) -> None:
    """Play matches and tell the totals of each player; after Ctrl-C, of the matches until then.

    Their records are written to ``output``, if there is one, each as soon as it can be.
    """
    totals, done = Totals(), 0
    stopped: KeyboardInterrupt | None = None
    with _executor(series.workers) as executor, Bar(sys.stderr) as bar:
        played = simulate(
            table.game,
            table.rules,
            series.players,
            matches=series.count,
            seed=table.seed,
            first=table.first,
            deals=table.deals,
            executor=executor,
            progress=bar.show,
        )
        try:
            _head(table, screen, _number(series.count, "match", "matches"))
            for match in played:
                totals.add(match)
                done += 1
                if output is not None:
                    # The seed and the number are what it takes to play it again.
                    tags = {"seed": str(table.seed), "match": str(match.index)}
                    output.add(Record.of(match, table.game, tags=tags))
        except KeyboardInterrupt as interrupt:
            stopped = interrupt
    if stopped is not None:
        screen.say(f"Stopped after {_number(done, 'match', 'matches')}.")
    rows = [
        (name, str(total.matches), str(total.finished), _share(total.wins()), _payoff(total.payoff()))
        for name, total in totals.players.items()
    ]
    _tell(screen, ("player", "matches", "finished", "won", "payoff a deal"), rows)
    if stopped is not None:
        raise stopped


def compare_players(table: Table, screen: Screen, series: Series) -> None:
    """Compare two players over the same deals at all seats."""
    one, other = series.players
    seatings = len(opposed(table.rules.format.seating, one, other))
    _head(table, screen, f"{_number(series.count, 'deal', 'deals')}, each in {seatings} seatings")
    with _executor(series.workers) as executor, Bar(sys.stderr) as bar:
        found = compare(
            table.game,
            table.rules,
            one,
            other,
            deals=series.count,
            seed=table.seed,
            executor=executor,
            progress=bar.show,
        )
    rows = [(one, found.one), (other, found.other), ("difference", found.difference)]
    _tell(screen, ("player", "payoff a deal"), [(name, _payoff(estimate)) for name, estimate in rows])


@contextmanager
def _executor(workers: int) -> Generator[Executor | None, None, None]:
    """Processes that play, or nothing where one is enough."""
    if workers == 1:
        yield None
        return
    # Processes that begin anew are the same on every system.
    executor = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_end_quietly)
    try:
        with _ctrl_c_later():
            for _ in range(workers):  # each of the first tasks starts a process
                executor.submit(int)
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_later() -> Generator[None, None, None]:
    """Ctrl-C waits, in processes that are started here until `_end_quietly`: none ends with a traceback."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_quietly() -> None:
    """Ctrl-C ends a process that plays at once, and without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _head(table: Table, screen: Screen, what: str) -> None:
    seats = table.rules.format.seating.seats
    screen.say(screen.bold(table.game.title) + f", {seats} players, seed {table.seed}: {what}")
    options = in_words(table.game, table.rules)
    if options:
        screen.say(f"Options: {options}")
    screen.out.flush()


def _tell(screen: Screen, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """A table of names and numbers, the names on the left; intervals are of 95 %."""
    table = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    screen.say()
    for at, row in enumerate(table):
        cells = [
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        line = "  " + "  ".join(cells)
        screen.say(line if at else screen.dim(line))
    screen.say()
    screen.say("  In brackets: where the true values are, with 95 % confidence.")


def _number(count: int, one: str, many: str) -> str:
    return f"1 {one}" if count == 1 else f"{count} {many}"


def _share(estimate: Estimate) -> str:
    if not estimate.count:
        return "-"
    low, mean, high = (f"{100 * share:.1f}" for share in (estimate.low, estimate.mean, estimate.high))
    return f"{mean} % ({low} to {high})"


def _payoff(estimate: Estimate) -> str:
    if not isfinite(estimate.low):
        return f"{estimate.mean:+.2f} (unknown)"
    return f"{estimate.mean:+.2f} ({estimate.low:+.2f} to {estimate.high:+.2f})"
