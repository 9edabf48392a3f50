"""The example server without its network: nobody is told too much; coming, going, and going on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules import Deal, codec
from cardrules.games.truco import Call
from examples.serving import lobby as lobby_module
from examples.serving import offers, table
from examples.serving.lobby import Lobby
from tests.rooms import (
    COMES_BACK,
    PROTOCOL,
    Attempt,
    Room,
    as_move,
    attempts,
    cards_in,
    protocol,
    seat_of,
    seated,
    table_of,
    without_tokens,
)
from tests.test_views import hidden_cards, reveals_differently, swapped

every_preset = pytest.mark.parametrize("preset", ["truco", "truco_5", "gong_zhu_300", "gong_zhu_five"])
A_FEW_STEPS = 90


def played(room: Room, rng: Random, steps: int = A_FEW_STEPS) -> Iterator[Attempt]:
    """Send what comes, and give each message after it has been answered, to the end of the match at most."""
    for _ in range(steps):
        for client, message in attempts(room, rng):
            room.does(client, message)
            yield client, message
        if table_of(room).phase == "over":
            return


# --- What a client is told ------------------------------------------------------------------------


def known(state: Any, seat: int | None) -> set[str]:
    """The cards of the deal that a seat may know, and those that nobody plays with."""
    hidden = set(map(str, hidden_cards(state, seat)))
    if state.GAME.name == "gong_zhu" and state.deal.number == 1:
        # It knows who holds the marker, but it need not be told; here it must not be.
        own = [] if seat is None else list(state.secrets.own[seat])
        if state.rules.format.marker not in {*own, *state.played}:
            hidden.add(str(state.rules.format.marker))
    return {str(card) for card in state.pack.deck.cards} - hidden


@every_preset
def test_nobody_is_told_a_card_that_his_seat_may_not_know(preset: str) -> None:
    named = 0
    for seed in range(10 if preset.startswith("truco") else 2):
        room = seated(preset)
        heard = {client: len(texts) for client, texts in room.received.items()}
        for sender, message in played(room, Random(seed)):
            state: Any = table_of(room).state
            said = cards_in(json.dumps(message, ensure_ascii=False))
            for client, texts in room.received.items():
                for text in texts[heard[client] :]:
                    told = json.loads(text)
                    told.get("view", {}).get("match", {}).pop("results", None)  # of deals that are over
                    cards = cards_in(json.dumps(told, ensure_ascii=False))
                    assert cards <= known(state, seat_of(client)) | (said if client == sender else set())
                    named += len(cards)
                    if told["type"] in ("refused", "why", "error"):
                        assert client == sender
                heard[client] = len(texts)
    assert named > 500


@every_preset
def test_every_message_is_one_of_the_protocol(preset: str) -> None:
    room = seated(preset)
    for _, message in played(room, Random(5), steps=25):
        assert message["type"] == COMES_BACK or protocol("FromClient").is_valid(message)
    room.send("0", "bot", player="random")
    room.send("1", "leave")
    assert len({json.loads(text)["type"] for texts in room.received.values() for text in texts}) > 6
    texts = sorted({text for texts in room.received.values() for text in texts})
    for text in Random(6).sample(texts, min(len(texts), 60)):
        protocol("FromServer").validate(json.loads(text))


def test_the_page_on_the_server_lists_all_messages_with_their_fields() -> None:
    page = (Path(__file__).parent.parent / "docs/how-to/server.md").read_text(encoding="utf-8")
    text = page[page.index("## The protocol") : page.index("## What to change")]
    rows = re.findall(r"^\| `(\w+)` \|((?: `\w+`,?)*) \|", text, re.MULTILINE)
    told = sorted((kind, tuple(re.findall(r"\w+", fields))) for kind, fields in rows)
    schema: dict[str, Any] = json.loads(PROTOCOL.read_text(encoding="utf-8"))["$defs"]
    sides = [schema[side]["anyOf"] for side in ("FromClient", "FromServer")]
    messages = [schema[each["$ref"].split("/")[-1]] for side in sides for each in side]
    known = sorted((each["properties"]["type"]["const"], tuple(each["required"][1:])) for each in messages)
    assert told == known


def test_the_page_on_the_server_lists_the_objects_in_lists_and_the_codes_of_errors() -> None:
    page = (Path(__file__).parent.parent / "docs/how-to/server.md").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(PROTOCOL.read_text(encoding="utf-8"))["$defs"]
    lists = {
        "`games` of `hello`": schema["Hello"]["properties"]["games"]["items"],
        "`tables` of `hello` and `tables`": schema["TableLine"],
        "`seats` of `table`": schema["Table"]["properties"]["seats"]["items"],
    }
    for where, item in lists.items():
        (fields,) = re.findall(rf"^\| {re.escape(where)} \| ([`\w, ]*) \|", page, re.MULTILINE)
        assert re.findall(r"\w+", fields) == item["required"]
    codes = re.findall(
        r"^\| `(\w+)` \|", page.split("The codes of `error`")[1].split("\n\n")[1], re.MULTILINE
    )
    assert codes == schema["Error"]["properties"]["code"]["enum"]


def test_the_message_of_events_on_the_page_is_one_of_the_protocol() -> None:
    page = (Path(__file__).parent.parent / "docs/how-to/server.md").read_text(encoding="utf-8")
    (example,) = re.findall(r'`(\{"type": "events".*?\})`', page, re.DOTALL)
    protocol("FromServer").validate(json.loads(example))


def test_a_table_of_another_preset_is_refused_and_next_comes_once_a_deal() -> None:
    room = seated("truco_5")
    room.come("late")
    (answer,) = room.send("late", "join", table="T", name="Late", preset="truco")
    assert (answer["type"], answer["code"]) == ("error", "table")
    while table_of(room).phase == "playing":
        move = cardrules.legal_moves(table_of(room).state)[0]
        room.text(str(table_of(room).state.to_move), json.dumps(as_move(table_of(room).state, move)))
    room.send("0", "next")
    assert [sits["ready"] for sits in room.last("1", "table")["seats"]] == [True, False]
    room.send("1", "next")
    assert [sits["ready"] for sits in room.last("1", "table")["seats"]] == [False, False]
    assert room.send("0", "next")[0]["code"] == "time"


Step = tuple[Attempt, Any, dict[str, int]]
"""A message, the state after it, and how many messages each client has been sent by then."""


def of_deals(room: Room, rng: Random) -> list[Step]:
    """A match: each message, the state after it, and how many messages each client has been sent by then."""
    start: list[Step] = [
        (("", {}), table_of(room).state, {name: len(texts) for name, texts in room.received.items()})
    ]
    return start + [
        (attempt, table_of(room).state, {name: len(texts) for name, texts in room.received.items()})
        for attempt in played(room, rng)
    ]


def swaps_in(steps: list[Step], seat: int | None, rng: Random) -> list[Any]:
    """For every deal, cards that change places of which this seat has seen none by the end of it."""
    ends: dict[int, Any] = {state.deal.number: state for _, state, _ in steps}
    found: list[Any] = []
    for _, state in sorted(ends.items()):
        hidden = hidden_cards(state, seat)
        rng.shuffle(hidden)
        pairs = zip(hidden[0:6:2], hidden[1:6:2], strict=False)
        found.append({one: two for pair in pairs for one, two in (pair, pair[::-1])})
    return found


@every_preset
def test_two_matches_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(preset: str) -> None:
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        packs: list[tuple[cardrules.Card, ...]] = []

        def deals(state: Any, rng: Random = rng, packs: Any = packs) -> Deal:
            packs.append(tuple(cardrules.shuffle(state, rng).pack))
            return Deal(packs[-1])

        room = seated(preset, deals)
        steps = of_deals(room, rng)
        steps = steps[: rng.randint(len(steps) // 2, len(steps))]  # to some moment
        client = rng.choice(list(room.received))
        swaps = swaps_in(steps, seat_of(client), rng)
        other = iter([swapped(pack, swap) for pack, swap in zip(packs, swaps, strict=False)])

        def the_same_again(state: Any, other: Any = other) -> Deal:
            return Deal(next(other))

        twin = seated(preset, the_same_again)
        before: Any = steps[0][1]
        told = 0
        for (sender, message), state, heard in steps:
            now: Any = table_of(twin).state
            if sender:
                move = read_move(state, message)
                made = message["type"] == "move" and state is not before
                legal = (
                    move is not None
                    and cardrules.why_not(cardrules.observe(now, seat_of(sender)), move) is None
                )
                if made and not legal:
                    break  # the same public moves are not possible any more
                if message["type"] != "move" or legal == made:
                    twin.does(sender, message)
                elif sender == client:
                    pytest.fail("what the seat may do is different")
                if reveals_differently(before, state, table_of(twin).state):
                    break
            assert len(twin.received[client]) == heard[client]
            for here, there in zip(
                room.received[client][told : heard[client]], twin.received[client][told:], strict=True
            ):
                assert without_tokens(there) == without_tokens(here)
            told = heard[client]
            compared += state != table_of(twin).state
            before = state
    assert compared > 50


def read_move(state: Any, message: dict[str, Any]) -> Any:
    """The move that a message carries, if it does."""
    return codec.decode(message["move"], state.GAME) if "move" in message else None


def test_tokens_are_secrets_even_with_a_seed() -> None:
    tokens = [seated("truco").last(client, "seated")["token"] for client in "0101"]
    assert len(set(tokens)) == 4
    room = seated("truco")
    for client, other in ("01", "10", "x0", "x1"):
        assert room.last(other, "seated")["token"] not in "".join(room.received[client])


def test_a_seed_gives_the_same_cards_and_no_seed_does_not() -> None:
    def hands(seed: int | None, name: str = "T") -> str:
        lobby = Lobby(seed)
        for client in "ab":
            lobby.came(client)
            lobby.received(
                client, json.dumps({"type": "join", "table": name, "name": "A", "preset": "gong_zhu"})
            )
        for _ in range(2):
            lobby.received("a", '{"type":"bot","player":"random"}')
        state: Any = lobby.tables[name].state
        return str(state.secrets)

    assert hands(3) == hands(3)
    assert hands(3) != hands(4)
    assert hands(3) != hands(3, "U")
    assert hands(None) != hands(None)


# --- Sitting down, going away, coming back ---------------------------------------------------------


def test_who_comes_back_with_the_token_gets_the_view_again_and_nobody_else_does() -> None:
    room = seated("gong_zhu")
    token = room.last("2", "seated")["token"]
    view = codec.dumps(cardrules.observe(table_of(room).state, 2))
    room.go("2")
    assert not room.last("0", "table")["seats"][2]["here"]
    room.come("stranger")
    for wrong in ("", token[:-1], token + "x", "é", room.last("1", "seated")["token"] + " "):
        (answer,) = room.send("stranger", "back", table="T", token=wrong)
        assert answer["code"] == "token"
    (answer,) = room.send("stranger", "join", table="T", name="Name 2", preset=None)
    assert answer["code"] == "table"
    room.come("again")
    assert room.send("again", "back", table="T", token=token)[0]["seat"] == 2
    assert room.last("again", "view")["view"] == json.loads(view)
    assert room.last("0", "table")["seats"][2]["here"]


def test_a_token_that_is_used_twice_is_that_of_the_later_connection() -> None:
    room = seated("truco")
    token = room.last("1", "seated")["token"]
    room.come("again")
    room.send("again", "back", table="T", token=token)
    assert json.loads(room.received["1"][-1]) == {"type": "left", "reason": "replaced"}
    heard = len(room.received["1"])
    room.send("0", "move", move=as_move(table_of(room).state, Call.TRUCO)["move"])
    assert len(room.received["1"]) == heard
    assert room.last("again", "view")["view"]["legal_moves"]
    (answer,) = room.send("1", "move", move={})
    assert answer["code"] == "place"
    room.go("1")
    assert room.last("0", "table")["seats"][1]["here"]


def test_a_bot_plays_on_for_who_leaves_and_the_seat_is_not_to_be_had_back(monkeypatch: Any) -> None:
    monkeypatch.setitem(offers.BOTS, "monte-carlo", "random")
    room = seated("gong_zhu_300")
    tokens = [room.last(str(seat), "seated")["token"] for seat in range(3)]
    for seat in range(3):
        room.send(str(seat), "leave")
    rng = Random(1)
    while table_of(room).phase != "over":
        room.bots()
        for client, message in attempts(room, rng):
            if client == "3":
                room.text(client, json.dumps(message))
    assert [seat.who for seat in table_of(room).seats] == ["bot", "bot", "bot", "person"]
    for token in ["", *tokens]:
        assert room.send("0", "back", table="T", token=token)[0]["code"] == "token"
    room.send("3", "leave")
    assert not room.lobby.tables
    assert room.last("x", "left")["reason"] == "closed"


def test_the_next_deal_comes_when_all_who_are_here_want_it() -> None:
    room = seated("truco")
    state = table_of(room).state
    room.send(str(state.to_move), "move", move=as_move(state, Call.MAZO)["move"])
    assert table_of(room).phase == "between"
    assert room.send("x", "next")[0]["code"] == "place"
    assert room.send("0", "again")[0]["code"] == "time"
    room.send("0", "next")
    assert table_of(room).phase == "between"
    room.go("1")
    assert table_of(room).phase == "playing"
    assert room.send("0", "next")[0]["code"] == "time"


def test_who_leaves_between_two_deals_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(offers.BOTS, "monte-carlo", "random")
    room = seated("truco")
    state: Any = table_of(room).state
    room.send(str(state.to_move), "move", move=as_move(state, Call.MAZO)["move"])
    room.send("0", "next")
    room.send("1", "leave")
    assert (table_of(room).phase, table_of(room).seats[1].who) == ("playing", "bot")


def test_another_match_has_another_first_player() -> None:
    room = seated("truco_5")
    for _ in played(room, Random(2), steps=1000):
        pass
    assert table_of(room).phase == "over"
    assert room.send("0", "next")[0]["code"] == "time"
    for client in "01":
        room.send(client, "again")
    state: Any = table_of(room).state
    assert (state.deal.number, state.deal.leader, state.scores) == (1, 1, (0, 0))
    assert json.loads(room.received["x"][-1])["type"] == "events"


def test_who_takes_a_seat_after_the_match_is_not_shown_the_hand_that_was_there() -> None:
    room = seated("truco_5")
    for _ in played(room, Random(2), steps=1000):
        pass
    for leaving, coming in (("0", "new"), ("1", "newer")):
        room.send(leaving, "leave")
        room.come(coming)
        room.send(coming, "join", table="T", name=coming, preset=None)
        room.go(coming)
        room.come("back")
        room.send("back", "back", table="T", token=room.last(coming, "seated")["token"])
        for client in (coming, "back"):
            seen = room.last(client, "view")["view"]
            assert (seen["seat"], seen["own"], seen["hand"]) == (None, None, [])
        room.go("back")
        room.come(coming)
        room.send(coming, "back", table="T", token=room.last(coming, "seated")["token"])
    for client in ("new", "newer"):
        room.send(client, "again")
    assert [room.last(client, "view")["view"]["seat"] for client in ("new", "newer")] == [0, 1]


def test_who_joins_gets_a_seat_of_the_table_that_there_is() -> None:
    room = Room("a", "b", "c", "d")
    assert room.send("a", "join", table="T", name="A", preset=None)[0]["code"] == "table"
    assert room.send("a", "join", table="T", name="A", preset="poker")[0]["code"] == "form"
    assert room.send("a", "watch", table="T")[0]["code"] == "table"
    assert room.send("a", "next")[0]["code"] == "place"
    assert not room.lobby.tables
    room.send("a", "join", table=" T ", name="Žofie 🂡", preset="truco")
    assert room.send("a", "join", table="T", name="A", preset="truco")[0]["code"] == "place"
    assert room.send("b", "join", table="T", name="B", preset="truco_30")[0]["code"] == "table"
    assert room.send("b", "join", table="T", name="   ", preset="truco")[0]["code"] == "form"
    assert room.send("b", "tables")[0]["tables"][0]["free"] == 1
    room.send("b", "join", table="T", name="B", preset="truco")
    assert room.send("c", "join", table="T", name="C", preset="truco")[0]["code"] == "table"
    assert room.send("c", "watch", table="T")[0]["seat"] is None
    assert room.send("c", "bot", player="random")[0]["code"] == "place"
    assert [seat["name"] for seat in room.last("c", "table")["seats"]] == ["Žofie 🂡", "B"]


def test_tables_without_anybody_make_way_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "MOST_TABLES", 2)
    room = Room("a", "b", "c")
    for client in "ab":
        room.send(client, "join", table=client, name="N", preset="truco")
    assert room.send("c", "join", table="c", name="N", preset="truco")[0]["code"] == "table"
    room.go("b")
    room.send("c", "join", table="c", name="N", preset="truco")
    assert list(room.lobby.tables) == ["a", "c"]


def test_only_so_many_may_look_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_WATCHING", 1)
    room = seated("truco")
    room.come("y")
    assert room.send("y", "watch", table="T")[0]["code"] == "table"
    room.send("x", "leave")
    assert room.send("y", "watch", table="T")[0]["type"] == "seated"
