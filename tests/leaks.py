"""A search for leaks: pairs of positions that a seat cannot tell apart, compared by the hundred thousand.

Run it as ``python -m tests.leaks --pairs 100000`` (so many a game; ``--seed`` for another search). It plays
deals at random, exchanges in the pack cards that a seat has not seen by some moment, plays the same public
moves again, and stops with the position if anything that the seat sees differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import cardrules
from cardrules import Card
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from tests.test_views import hidden_cards, in_other_world, reveals_differently
from tests.walks import GAMES, AnyGame, random_steps

RULES: dict[str, Callable[[Random], Any]] = {
    "etori": lambda rng: etori.Rules(
        players=rng.choice((4, 6)),
        trump=rng.choice("♠♥♦"),
        direction=rng.choice(("clockwise", "counterclockwise")),
    ),
    "gong_zhu": lambda rng: gong_zhu.Rules(
        players=rng.choice((4, 5)),
        exposure=rng.choice(("open", "open", "none")),
        first_lead=rng.choice(("free", "marker")),
        pig_flips=rng.choice(("all_hearts", "sweep")),
    ),
    "hornafjardarmanni": lambda rng: hornafjardarmanni.Rules(
        nolo_ace=rng.choice(("high", "low")), deal=rng.choice(("packets_of_four", "manni_first"))
    ),
    "truco": lambda rng: truco.Rules(
        target=rng.choice((15, 30)),
        raise_right=rng.choice(("acceptor", "either")),
        envido_after_truco=rng.random() < 0.5,
        envido_reveal=rng.choice(("points", "cards")),
    ),
}


def compare(game: AnyGame, rng: Random) -> int:
    """One deal, cut at a random moment, and its other world: how many pairs of positions were the same."""
    start = game.new_match(RULES[game.name](rng), first=rng.randrange(2))
    steps = list(random_steps(start, rng, limit=1))
    steps = steps[: rng.randint(1, len(steps))]
    seat = rng.choice([None, *range(start.seating.seats)])
    hidden = hidden_cards(steps[-1].after, seat)
    swaps: dict[Card, Card] = {}
    for _ in range(rng.randint(1, 3)):
        one, two = (rng.choice(hidden), rng.choice(hidden)) if hidden else (None, None)
        if one is not None and two is not None and one is not two and not {one, two} & set(swaps):
            swaps |= {one: two, two: one}
    other, pairs = start, 0
    for step in steps:
        move = in_other_world(step.move, swaps)
        if cardrules.why_not(other, move) is not None:
            break
        after = cardrules.apply(other, move)
        if reveals_differently(step.before, step.after, after):
            break
        here, there = cardrules.observe(step.after, seat), cardrules.observe(after, seat)
        told = cardrules.events(step.before, step.move, seat) == cardrules.events(other, move, seat)
        same = here == there and repr(here) == repr(there) and hash(here) == hash(there)
        if not (told and same and cardrules.legal_moves(here) == cardrules.legal_moves(there)):
            sys.exit(f"seat {seat} of {game.title} can tell apart:\n{step.after!r}\n{after!r}")
        other, pairs = after, pairs + (step.after != after)
    return pairs


def main() -> None:
    """Search every game until so many pairs of different positions have been compared."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=1000, help="pairs of positions a game (1000)")
    parser.add_argument("--seed", type=int, default=1, help="which search (1)")
    given = parser.parse_args()
    for game in GAMES:
        rng, pairs, deals = Random(given.seed), 0, 0
        while pairs < given.pairs:
            pairs += compare(game, rng)
            deals += 1
            if sys.stderr.isatty():
                print(f"\r{game.title}: {pairs} pairs ", end="", file=sys.stderr)
        print(f"{game.title}: {pairs} pairs of different positions from {deals} deals look the same")


if __name__ == "__main__":
    main()
