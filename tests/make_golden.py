"""``python -m tests.make_golden`` writes the golden files of this version's formats, where there are none.

A golden file is never written again: from now on, a change of a format means reading the old one too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardrules import codec
from cardrules.notation import write_move, write_state
from cardrules.notation.states import in_order
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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
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
