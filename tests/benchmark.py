"""How fast the games are: plies of random play, as ratios to other things measured in the same run.

Run it as ``python -m tests.benchmark`` (``--quick`` for a glance, ``--help`` for the rest). It prints a table
in Markdown. With the package ``open_spiel`` installed the reference is OpenSpiel's Hearts, driven from Python
with one ``child`` a ply; without it, the plain loop.
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs

import cardrules
from cardrules import Card, Suit, possible
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.moves import cards_in
from tests import plain_gong_zhu

Run = Callable[[], int]
"""One repeat of a measurement: it plays prepared deals and says how many plies that took."""

MODULES: dict[str, Any] = {
    "Etori": etori,
    "Gong Zhu": gong_zhu,
    "Hornafjarðarmanni": hornafjardarmanni,
    "Truco": truco,
}


DEALS = {"Truco": 12}
"""How many deals of a game are as many moves as one of the others, at random: a round of Truco is short."""


@attrs.frozen
class Row:
    """One line of the table."""

    name: str
    run: Run


def dealt(module: Any, rules: Any, deals: int, seed: int) -> list[Any]:
    """Freshly dealt states."""
    rng = random.Random(seed)
    starts = [module.new_match(rules) for _ in range(deals)]
    return [module.apply(state, module.shuffle(state, rng)) for state in starts]


def random_play(states: Sequence[Any], legal_moves: Any, apply: Any) -> Run:
    """Uniformly random play of these deals to their end, all states of a deal kept."""

    def run() -> int:
        choose, plies = random.Random(1).choice, 0
        for state in states:
            kept = [state]
            while state.to_move is not None:
                state = apply(state, choose(legal_moves(state)))
                kept.append(state)
            plies += len(kept) - 1
        return plies

    return run


def open_spiel_play(deals: int) -> Run | None:
    """The same of OpenSpiel's Hearts, from dealt states, with one ``child`` a ply; ``None`` without it."""
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    spiel: Any = pyspiel
    rng = random.Random(2)
    states: list[Any] = []
    for _ in range(deals):
        state = spiel.load_game("hearts").new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        states.append(state)

    def run() -> int:
        choose, plies = random.Random(1).choice, 0
        for state in states:
            kept = [state]
            while not state.is_terminal():
                state = state.child(choose(state.legal_actions()))
                kept.append(state)
            plies += len(kept) - 1
        return plies

    return run


def plain_play(deals: int) -> Run:
    """A hand-written loop of Gong Zhu that changes plain lists in place: what the language itself allows."""
    packs = plain_gong_zhu.packs(deals, seed=3)

    def run() -> int:
        rng = random.Random(1)
        return sum(plain_gong_zhu.play(pack, rng) for pack in packs)

    return run


def rates(rows: Sequence[Row], repeats: int) -> dict[str, list[float]]:
    """Plies per second of every row, one number a repeat; rows take turns, so that all share the noise."""
    found: dict[str, list[float]] = {row.name: [] for row in rows}
    for repeat in range(-1, repeats):
        for row in rows:
            began = time.perf_counter()
            plies = row.run()
            rate = plies / (time.perf_counter() - began)
            if repeat >= 0:  # the first round only warms up
                found[row.name].append(rate)
        progress(repeat + 1, repeats)
    return found


def progress(done: int, of: int) -> None:
    """A line on the terminal that says how far it is."""
    if sys.stderr.isatty():
        print(f"\rround {done} of {of} ", end="" if done < of else "\n", file=sys.stderr, flush=True)


def table(found: dict[str, list[float]], reference: str) -> str:
    """The rates in Markdown, each with its median and its ratio to the reference in the same rounds."""
    lines = ["| | plies per second | ratio |", "|---|---:|---:|"]
    for name, measured in found.items():
        ratios = [rate / other for rate, other in zip(measured, found[reference], strict=True)]
        ratio = statistics.median(ratios)
        lines.append(f"| {name} | {statistics.median(measured):,.0f} | {ratio:.2f} |")
    return "\n".join(lines)


def nanoseconds(action: Callable[[], object], calls: int, repeats: int = 7) -> float:
    """How long one call takes, the median of some repeats."""
    times: list[float] = []
    for _ in range(repeats):
        began = time.perf_counter()
        for _ in range(calls):
            action()
        times.append((time.perf_counter() - began) / calls * 1e9)
    return statistics.median(times)


def exchange_and_trick(calls: int) -> tuple[float, float]:
    """Nanoseconds of ``legal_moves`` for an exchange, and for a lead, in Hornafjarðarmanni."""
    (exchange,) = dealt(hornafjardarmanni, hornafjardarmanni.Rules(), 1, seed=5)
    lead = exchange
    while not isinstance(cardrules.legal_moves(lead)[0], cardrules.Play):
        lead = cardrules.apply(lead, cardrules.legal_moves(lead)[0])
    legal_moves = hornafjardarmanni.legal_moves
    return nanoseconds(lambda: legal_moves(exchange), calls), nanoseconds(lambda: legal_moves(lead), calls)


def observing(calls: int) -> tuple[float, float]:
    """Nanoseconds of ``observe`` in mid-deal of Gong Zhu, and of a ply of random play."""
    (state,) = dealt(gong_zhu, gong_zhu.Rules(), 1, seed=6)
    while len(state.log) < 30:
        state = gong_zhu.apply(state, gong_zhu.legal_moves(state)[0])
    run = random_play(dealt(gong_zhu, gong_zhu.Rules(), 20, seed=7), gong_zhu.legal_moves, gong_zhu.apply)
    run()
    began = time.perf_counter()
    plies = sum(run() for _ in range(10))
    ply = (time.perf_counter() - began) / plies * 1e9
    return nanoseconds(lambda: gong_zhu.observe(state, 0), calls), ply


def middle_views(number: int) -> list[Any]:
    """Views in the middle of random deals of Gong Zhu in which others have shown three voids."""
    rng = random.Random(10)
    views: list[Any] = []
    while len(views) < number:
        (state,) = dealt(gong_zhu, gong_zhu.Rules(), 1, seed=rng.getrandbits(32))
        while state.played_bits.bit_count() < 26:
            state = gong_zhu.apply(state, rng.choice(gong_zhu.legal_moves(state)))
        view = gong_zhu.observe(state, state.to_move)
        shown = possible.voids(view, view.rules.format.tricks)
        suits = [suit for seat, bits in enumerate(shown) if seat != view.seat for suit in suits_in(bits)]
        if len(suits) == 3:
            views.append(view)
    return views


def suits_in(bits: int) -> set[Suit]:
    """The suits of these cards of the French pack."""
    return {card.suit for card in cardrules.FRENCH if bits & card.bit}


def hard_views(number: int) -> list[Any]:
    """Views of Gong Zhu with five players, early, in which each of the others lacks a suit of its own.

    These are the slowest that we found: no two seats and no two suits are alike.
    """
    rng, rules = random.Random(11), gong_zhu.Rules(players=5, exposure="none")
    views: list[Any] = []
    lanes = [card.lane for card in rules.format.pack.read("A♠ A♥ A♦ A♣")]
    while len(views) < number:
        cards = list(rules.format.pack)
        hands: list[list[Card]] = [[] for _ in range(5)]
        for card in rng.sample(cards, len(cards)):
            # Seat 1 gets no spades, seat 2 no hearts, and so on; whoever has least is dealt to.
            may = [seat for seat in range(5) if seat == 0 or not card.bit & lanes[seat - 1]]
            min((hands[seat] for seat in may), key=len).append(card)
        if any(len(hand) != 10 for hand in hands):
            continue
        state = gong_zhu.new_match(rules)
        state = gong_zhu.apply(state, gong_zhu.arrange(state, hands))
        for led in range(4):
            # Every trick another suit, as long as its leader has it.
            moves = gong_zhu.legal_moves(state)
            leads = [move for move in moves for card in cards_in(move) if card.bit & lanes[led]]
            state = gong_zhu.apply(state, rng.choice(leads or moves))
            while state.trick:
                state = gong_zhu.apply(state, rng.choice(gong_zhu.legal_moves(state)))
        view = gong_zhu.observe(state, 0)
        if all(possible.voids(view, rules.format.tricks)[1:]):
            views.append(view)
    return views


def reckoning(views: Sequence[Any], rules: Any, calls: int) -> tuple[float, float, float]:
    """Microseconds to prepare the worlds of a view, to sample another, and to play a deal out at random."""
    prepared, rng = [gong_zhu.worlds(view) for view in views], random.Random(12)
    each = 1e3 * len(views)
    prepare = nanoseconds(lambda: [gong_zhu.worlds(view) for view in views], calls) / each
    sample = nanoseconds(lambda: [worlds.sample(rng) for worlds in prepared], calls) / each
    deals = dealt(gong_zhu, rules, len(views), seed=13)
    play = random_play(deals, gong_zhu.legal_moves, gong_zhu.apply)
    return prepare, sample, nanoseconds(play, calls) / each


def bytes_a_ply(module: Any) -> float:
    """Bytes that a retained ply takes, on average over some deals of random play."""
    states, rng = dealt(module, module.Rules(), 300, seed=8), random.Random(9)
    random_play(states, module.legal_moves, module.apply)()  # fills the tables that are made on first use
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept: list[object] = []
    for state in states:
        while state.to_move is not None:
            state = module.apply(state, rng.choice(module.legal_moves(state)))
            kept.append(state)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(kept)


def import_times(repeats: int) -> tuple[float, float]:
    """Milliseconds to import attrs and typing_extensions, and to import cardrules with one game."""
    package = Path(cardrules.__file__).parent
    compileall.compile_dir(package, quiet=2)
    codes = ("import attrs, typing_extensions", "import cardrules, cardrules.games.gong_zhu")
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for code, times in zip(codes, found, strict=True):
            timed = f"import time; t = time.perf_counter(); {code}; print((time.perf_counter() - t) * 1e3)"
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
            ran = subprocess.run(
                [sys.executable, "-c", timed], capture_output=True, text=True, check=True, env=environment
            )
            times.append(float(ran.stdout))
    return statistics.median(found[0]), statistics.median(found[1])


def main() -> None:
    """Measure everything and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer deals and repeats: a glance, not a figure"
    )
    parser.add_argument("--deals", type=int, help="deals a repeat (40)")
    parser.add_argument("--repeats", type=int, help="repeats (25)")
    given = parser.parse_args()
    deals: int = given.deals or (10 if given.quick else 40)
    repeats: int = given.repeats or (5 if given.quick else 25)

    rows: list[Row] = []
    spiel = open_spiel_play(deals)
    if spiel is not None:
        rows.append(Row("OpenSpiel Hearts, one `child` a ply", spiel))
    rows.append(Row("Gong Zhu, plain mutable loop", plain_play(deals)))
    for name, module in MODULES.items():
        states = dealt(module, module.Rules(), deals * DEALS.get(name, 1), seed=4)
        rows.append(Row(f"{name}, its module", random_play(states, module.legal_moves, module.apply)))
        rows.append(Row(f"{name}, the verbs", random_play(states, cardrules.legal_moves, cardrules.apply)))
    versions = f"Python {platform.python_version()}, cardrules {cardrules.__version__}"
    print(f"{versions}; {deals} deals, {repeats} repeats\n")
    print(table(rates(rows, repeats), rows[0].name), flush=True)

    exchange, trick = exchange_and_trick(5000)
    view, ply = observing(5000)
    attrs_ms, cardrules_ms = import_times(5 if given.quick else 15)
    print("\n| | measured | against | ratio |\n|---|---:|---:|---:|")
    measured = f"{exchange:.0f} ns | {trick:.0f} ns | {exchange / trick:.2f}"
    print(f"| `legal_moves`, an exchange against a lead | {measured} |")
    print(f"| `observe` against a ply of random play | {view:.0f} ns | {ply:.0f} ns | {view / ply:.2f} |")
    print(
        "| importing cardrules with one game against attrs and typing_extensions "
        f"| {cardrules_ms:.0f} ms | {attrs_ms:.0f} ms | {cardrules_ms / attrs_ms:.2f} |"
    )
    calls, middle, hard = (3, 10, 10) if given.quick else (10, 40, 40)
    for where, views, rules in (
        ("mid-deal with three voids", middle_views(middle), gong_zhu.Rules()),
        ("five players, early, four voids", hard_views(hard), gong_zhu.Rules(players=5)),
    ):
        prepare, sample, playout = reckoning(views, rules, calls)
        for what, took in (("preparing worlds", prepare), ("sampling one more", sample)):
            measured = f"{took:.0f} µs | {playout:.0f} µs | {took / playout:.2f}"
            print(f"| {what}, Gong Zhu {where}, against a random playout | {measured} |", flush=True)
    print("\n| | bytes a retained ply |\n|---|---:|")
    for name, module in MODULES.items():
        print(f"| {name} | {bytes_a_ply(module):.0f} |")


if __name__ == "__main__":
    main()
