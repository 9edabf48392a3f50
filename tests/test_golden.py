"""What an earlier version wrote is read by this one: changing a format means reading the old one too."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, Literal

import pytest

from cardrules import codec
from cardrules.notation import read_move, read_state, write_move, write_state
from cardrules.records import read_records, verify, write_records
from tests.messages import played
from tests.walks import GAMES, AnyGame

FOLDER = Path(__file__).parent / "golden"
FORMS: tuple[tuple[Literal["text", "json"], str], ...] = (("text", "txt"), ("json", "jsonl"))
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


def test_records_of_version_1() -> None:
    """They are read in both forms, replayed, and written again, byte for byte."""
    folder = {form: FOLDER / f"records.v1.{suffix}" for form, suffix in FORMS}
    found = {form: list(read_records(path.read_bytes().splitlines())) for form, path in folder.items()}
    assert found["text"] == found["json"]
    for form, _ in FORMS:
        out = io.StringIO()
        write_records(found[form], out, form)
        assert out.getvalue().encode() == folder[form].read_bytes(), "a new format needs a new version"
    records = found["json"]
    for record in records:
        assert verify(record) is None
    for game in GAMES:
        own = [record for record in records if record.game.name == game.name]
        outcomes = [record.replay().states[-1].match.outcome for record in own]
        assert {outcome is None for outcome in outcomes} == {True, False}
        assert {record.seat is None for record in own} == {True, False}
        assert {record.claim is None for record in own} == {True, False}
        assert any(record.tags for record in own)
        assert any("李雷 ♠" in record.players for record in own)
        assert len({record.rules for record in own}) > 2


def test_redacting_gives_what_an_earlier_version_gave() -> None:
    """Which cards are made up is the same for ever: a record redacted twice is one record."""
    with (FOLDER / "records.v1.jsonl").open("rb") as lines:
        known = [record for record in read_records(lines) if record.seat is not None]
    assert len(known) == 2 * len(GAMES)
    for record in known:
        assert record.seat is not None
        assert record.redacted(record.seat, tags=[name for name, _ in record.tags]) == record
