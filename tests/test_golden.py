"""What an earlier version wrote is read by this one: changing a format means reading the old one too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardrules import codec
from cardrules.notation import read_move, read_state, write_move, write_state
from tests.messages import played
from tests.walks import GAMES, AnyGame

FOLDER = Path(__file__).parent / "golden"
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
def test_messages_of_version_1(game: AnyGame) -> None:
    lines = (FOLDER / f"{game.name}.v1.jsonl").read_text(encoding="utf-8").splitlines()
    kinds: set[str] = set()
    for line in lines:
        value: Any = codec.loads(line, game)
        kinds.add(json.loads(line)["kind"])
        assert codec.loads(codec.dumps(value, game)) == value
        assert codec.dumps(value, game) == line, "a new format needs a new version"
    assert {"state", "view", "events", "rules", "line", "result", "violation", "play", "deal"} <= kinds


@every_game
def test_states_of_version_1(game: AnyGame) -> None:
    text = (FOLDER / f"{game.name}.v1.txt").read_text(encoding="utf-8")
    states = [f"game:{state}" for state in text.split("game:")[1:]]
    assert len(states) > 5
    for state in states:
        assert write_state(read_state(state)).strip() == state.strip()


@every_game
def test_moves_of_version_1(game: AnyGame) -> None:
    *moves, cards = (FOLDER / f"{game.name}.moves.v1.txt").read_text(encoding="utf-8").splitlines()
    state = played(game, game.rules(), 1, deals=1)[0].after
    assert state.pack.read(cards) == state.pack.cards
    for move in moves:
        assert write_move(read_move(state, move)) == move
