"""``python -m tests.make_golden`` writes the golden files of this version's formats, where there are none.

A golden file is never written again: from now on, a change of a format means reading the old one too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import attrs

from cardrules import codec, testing
from cardrules.notation import write_move, write_state
from cardrules.notation.states import in_order
from cardrules.records import VERSION as RECORDS
from cardrules.records import Record, write_records
from tests.messages import STUDIES, UNUSUAL, played, values_of
from tests.walks import GAMES, AnyGame

FOLDER = Path(__file__).parent / "golden"


def messages(game: AnyGame) -> Iterator[Any]:
    """Values of every kind: of a few moments of usual and unusual matches."""
    seen: set[str] = set()
    for rules, seed in ((game.rules(), 1), (UNUSUAL[game.name], 2), (STUDIES[game.name], 3)):
        steps = played(game, rules, seed, deals=2)
        for step in (steps[0], steps[1], *steps[5::29], steps[-1]):
            for value in values_of(game, step):
                text = codec.dumps(value, game)
                kind: str = json.loads(text)["kind"]
                # A few of each kind.
                many = 12 if kind == "view" else 4
                if text not in seen and sum(f'"kind":"{kind}"' in one[:40] for one in seen) < many:
                    seen.add(text)
                    yield text


def texts(game: AnyGame) -> Iterator[str]:
    """States as text, and the moves that they allow."""
    for rules, seed in ((game.rules(), 1), (UNUSUAL[game.name], 2), (STUDIES[game.name], 3)):
        steps = played(game, rules, seed, deals=2)
        for step in (steps[0], *steps[5::29], steps[-1]):
            yield write_state(step.after)


def moves(game: AnyGame) -> Iterator[str]:
    """Every kind of move as text, and the cards of the pack."""
    state = played(game, game.rules(), 1, deals=1)[0].after
    yield from (write_move(move) for move in game.legal_moves(state)[:12])
    yield in_order(state.pack.deck, state.pack.cards)


def records(game: AnyGame) -> Iterator[Record]:
    """Records with usual, unusual and small rules: finished or not, with all that a record can have."""
    start = game.new_match(game.rules(), first=1)
    names = ("Ana", 'Zoë "Z"', "李雷 ♠", "", "a\\b\u2028\n#", "𝔸\u202e")
    everybody = names[: start.seating.seats]
    yield Record(game, game.rules())
    usual = testing.random_walk(game, start, Random(1), deals=2)
    yield Record.of(usual.upto(len(usual.steps) - 9), players=everybody)
    unusual = testing.random_walk(game, game.new_match(UNUSUAL[game.name]), Random(2), deals=1)
    yield Record.of(
        unusual,
        players=names[-unusual.start.seating.seats :],
        tags={"event": "Spring; cup # 1", "seed": "2", "où": "\x00é"},
    )
    small = testing.random_walk(game, game.new_match(STUDIES[game.name]), Random(3), deals=60)
    whole = Record.of(small, players=[names[2]] * small.start.seating.seats)
    yield whole
    yield attrs.evolve(whole, claim=None)
    yield Record.of(usual.upto(len(usual.steps) - 9), players=everybody, tags={"": ""}).redacted(1, tags=[""])
    yield whole.redacted(0)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    every_record = [record for game in GAMES for record in records(game)]
    forms: tuple[tuple[str, Literal["json", "text"]], ...] = (("jsonl", "json"), ("txt", "text"))
    for suffix, form in forms:
        path = FOLDER / f"records.v{RECORDS}.{suffix}"
        if not path.exists():
            with path.open("x", encoding="utf-8", newline="\n") as out:
                write_records(every_record, out, form)
            print(path)
    for game in GAMES:
        for name, text in (
            (f"{game.name}.v{codec.VERSION}.jsonl", "\n".join(messages(game))),
            (f"{game.name}.v{codec.VERSION}.txt", "\n".join(texts(game))),
            (f"{game.name}.moves.v{codec.VERSION}.txt", "\n".join(moves(game))),
        ):
            path = FOLDER / name
            if not path.exists():
                path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
                print(path)


if __name__ == "__main__":
    main()
