"""Bad messages to the example server: each is answered, to its sender alone, and the table goes on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import cardrules
from examples.serving import offers
from tests.damage import as_text, damaged, damaged_text
from tests.rooms import as_move, attempts, protocol, seated, table_of

BAD = {
    "": "form", "null": "form", "[]": "form", "{": "form", '"next"': "form", '{"type":"deal"}': "form",
    '{"type":"next","more":1}': "form", '{"type":["next"]}': "form", "[" * 4000: "form",
    '{"type":"move","move":' + "[" * 2000 + "]" * 2000 + "}": "form move", '{"type":"move"}': "form",
    '{"type":"move","move":' + "[" * 40 + "]" * 40 + "}": "move", '{"type":"move","move":NaN}': "form",
    '{"type":"move","move":{"kind":"call","kind":"call"}}': "move", '{"type":"move","move":null}': "move",
    '{"type":"move","move":{"version":1,"game":"gong_zhu","kind":"play","card":"Q♠"}}': "move",
    '{"type":"move","move":{"version":1,"game":"truco","kind":"turn_passed","seat":0}}': "move",
    '{"type":"move","move":{"version":1,"game":"truco","kind":"call","value":"quiero "}}': "move",
    '{"type":"why","move":"\\ud800"}': "form", '{"type":"move","move":1e999}': "move",
    '{"type":"join","table":"T","name":"","preset":null}': "form", "\ud800": "form",
    '{"type":"join","table":"' + "T" * 41 + '","name":"A","preset":null}': "form",
    '{"type":"watch","table":"\\ud800"}': "form", '{"type":"bot","player":"os:system"}': "form",
    '{"type":"watch","table":"T"}': "place", "x" * 4097: "size", " " * 10**6 + "{}": "size",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:40])
def test_a_bad_message_is_answered_to_its_sender_alone(text: str) -> None:
    room = seated("truco")
    state, heard = table_of(room).state, {client: len(texts) for client, texts in room.received.items()}
    (answer,) = room.text("0", text)
    assert answer["type"] == "error"
    assert answer["code"] in BAD[text].split()
    protocol("FromServer").validate(answer)
    assert table_of(room).state is state
    assert all(len(room.received[client]) == heard[client] for client in "1x")


def test_bytes_are_answered_and_a_deal_of_a_client_is_not_dealt() -> None:
    room = seated("truco")
    assert room.text("0", b'{"type":"tables"}')[0]["code"] == "form"
    table_of(room).state = table_of(room).game.new_match(table_of(room).preset.rules)
    deal = as_move(table_of(room).state, cardrules.shuffle(table_of(room).state, Random(1)))
    assert room.send("0", "move", move=deal["move"])[0]["code"] == "move"


@pytest.mark.parametrize("preset", ["truco_5", "gong_zhu_300"])
def test_thousands_of_damaged_messages_do_not_disturb_a_match(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(offers.BOTS, "monte-carlo", "random")
    rng, room, valid, accepted = Random(9), seated(preset), protocol("FromClient"), 0
    room.come("nobody")
    good: list[Any] = [
        {"type": "tables"}, {"type": "next"}, {"type": "again"}, {"type": "watch", "table": "T"},
        {"type": "join", "table": "T", "name": "N", "preset": preset}, {"type": "bot", "player": "random"},
        {"type": "back", "table": "T", "token": "x" * 32},
    ]  # fmt: skip
    for at in range(1500):
        table = table_of(room)
        state: Any = table.state
        client = rng.choice(["0", "1", "x", "nobody"])
        message = rng.choice(good)
        if rng.random() < 0.6:
            kind, card = rng.choice(("move", "why")), rng.choice(state.pack.cards)
            move = rng.choice(cardrules.legal_moves(state) or [cardrules.Play(card)])
            message = as_move(state, move) | {"type": kind}
        text = as_text(damaged(message, rng))
        text = damaged_text(text, rng) if rng.random() < 0.4 else text
        heard = {name: len(texts) for name, texts in room.received.items()}
        answers = room.text(client, text)
        assert answers, text
        if at % 5 == 0:
            protocol("FromServer").validate(answers[0])
        if answers[0]["type"] in ("error", "refused", "why", "tables"):
            assert table.state is state
            assert all(len(texts) == heard[name] + (name == client) for name, texts in room.received.items())
        if answers[0]["type"] != "error":
            assert valid.is_valid(json.loads(text)), text
            accepted += 1
        if at % 5 == 0:
            for sender, sent in attempts(room, rng):
                room.text(sender, json.dumps(sent, ensure_ascii=False))
    assert accepted > 50
    assert table_of(room).matches > 0
