"""How much better the Monte-Carlo player is than the random one, in each game, over duplicate deals.

Run it as ``python -m tests.contest`` (``--help`` for the rest). It prints a table in Markdown: what each
player is paid on average for a seat and deal, and the difference, with 95 % intervals. The same seed gives
the same table.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import attrs

from cardrules.cli.bar import Bar
from cardrules.duplicate import compare, opposed
from cardrules.estimates import Estimate
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from tests.walks import AnyGame


@attrs.frozen
class Contest:
    """One line of the table: a game with its options, and how many deals are played for each unit."""

    game: AnyGame
    rules: Any
    title: str
    deals: int


CONTESTS = (
    Contest(etori.GAME, etori.Rules(), "Etori", 10),
    Contest(etori.GAME, etori.Rules(players=6), "Etori, six players", 10),
    Contest(gong_zhu.GAME, gong_zhu.Rules(), "Gong Zhu", 4),
    Contest(gong_zhu.GAME, gong_zhu.Rules(players=5), "Gong Zhu, five players", 3),
    Contest(gong_zhu.GAME, gong_zhu.Rules(partnerships=True), "Gong Zhu, partnerships", 8),
    Contest(hornafjardarmanni.GAME, hornafjardarmanni.Rules(), "Hornafjarðarmanni", 5),
    Contest(truco.GAME, truco.Rules(), "Truco", 100),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=20, help="worlds that are sampled for a move")
    parser.add_argument("--scale", type=int, default=5, help="how many times as many deals as the least")
    parser.add_argument("--seed", default="contest")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="games whose titles begin so")
    given = parser.parse_args()
    print("| game | packs | times played | monte-carlo | random | difference |")
    print("|---|---|---|---|---|---|")
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as executor, Bar(sys.stderr) as bar:
        for contest in CONTESTS:
            if not contest.title.startswith(given.only):
                continue
            deals = contest.deals * given.scale
            found = compare(
                contest.game,
                contest.rules,
                f"monte-carlo:{given.samples}",
                "random",
                deals=deals,
                seed=given.seed,
                executor=executor,
                progress=bar.show,
            )
            played = deals * len(opposed(contest.rules.format.seating, 0, 1))
            cells = [shown(one) for one in (found.one, found.other, found.difference)]
            print("|", " | ".join((contest.title, str(deals), str(played), *cells)), "|", flush=True)


def shown(found: Estimate) -> str:
    return f"{found.mean:+.2f} ± {found.high - found.mean:.2f}"


if __name__ == "__main__":
    main()
