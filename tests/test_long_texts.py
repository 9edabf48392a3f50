"""What is said of a text is short, however long the text is, and whatever it is made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import attrs
import pytest

import cardrules
from cardrules import FRENCH, SPANISH, CardrulesError, codec
from cardrules.cards import suit_of
from cardrules.catalogue import find
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.notation import read_move, read_rules, read_state
from cardrules.records import from_json, from_text

LONGEST = 1500
"""Letters of a message, most of which say what would have been right."""

PIECES = ("a", "1", "9", "\u200b", "\u0301", "Q♠", "Q♠ ", "1E,", "a ", ";", "a=b;", "=", ":", '"', "\\", "0:")

EXCHANGING = read_state("game: hornafjardarmanni\nhands:")
LEADING = read_state("game: truco\nhands:")
GAMES = (etori.GAME, gong_zhu.GAME, hornafjardarmanni.GAME, truco.GAME)

Read = Callable[[str], object]
STATES = ("", "rules: ", "format: ", "eldest: ", "start: ", "result: ", "hands: ", "stock: ", "hands: 0: ",
          "hands:\nmoves: ", "result: eldest 0; truco.fold side 1 +1 ")  # fmt: skip
RECORDS = ("", "record: ", "game: ", "rules: ", "format: ", "seat: ", "first: ", "scores: ", "deal: ",
           "deal: Q♠ 1E ", "result: ", "player 0: ", 'player 0: "', 'tag "a": ')  # fmt: skip


def readers() -> Iterator[tuple[str, Read]]:
    """Whatever reads a text, with what it is called."""
    yield "card", FRENCH.__getitem__
    yield "cards", SPANISH.set
    yield "suit", lambda text: suit_of(FRENCH.deck, text)
    yield "without", FRENCH.without
    yield "move", partial(read_move, EXCHANGING)
    yield "call", partial(read_move, LEADING)
    for before in ("exchange ", "exchange Q♠ ", "play "):
        yield before, _after(before, partial(read_move, EXCHANGING))
    yield "game", find
    yield "trump", lambda text: etori.Rules(trump=text)
    yield "rensho", lambda text: etori.Rules(rensho=text)
    yield "removed", lambda text: gong_zhu.Rules(players=5, removed=text)
    for game in GAMES:
        yield game.name, partial(read_rules, game)
        for field in attrs.fields(game.rules):
            yield f"{game.name}, {field.name}", _after(f"{field.name}=", partial(read_rules, game))
    yield "state, game: ", _after("game: ", read_state)
    for section in STATES:
        yield f"state, {section}", _after(f"game: truco\n{section}", read_state)
    for section in RECORDS:
        for name in ("etori", "truco"):
            head = f"record: 1\ngame: {name}\n{section}"
            yield head, _after(head, from_text)


def _after(before: str, read: Read) -> Read:
    return lambda text: read(before + text)


def messages(text: str) -> list[Any]:
    """JSON of records in which a text stands wherever it can."""
    good: dict[str, Any] = {"kind": "record", "version": 1, "game": "etori", "rules": {}, "moves": []}
    names = (*good, "format", "seat", "first", "scores", "players", "tags", "result")
    return [
        *(good | {name: text} for name in names),
        *(good | {name: [text]} for name in ("moves", "players", "scores")),
        *(good | {name: {text: 1}} for name in ("rules", "result", "tags")),
        *(good | {"rules": {name: text}} for name in ("trump", "rensho", "players")),
        *(good | {"moves": [item]} for item in ({"deal": [text]}, {text: 1}, [text])),
        good | {text: 1},
    ]


def wires(text: str) -> list[Any]:
    """Other messages in which a text stands wherever it can."""
    play = {"kind": "play", "version": 1, "game": "etori", "card": "Q♠"}
    rules = {"kind": "rules", "version": 1, "game": "etori"}
    return [
        *(play | {name: text} for name in play),
        *(rules | {name: text} for name in ("trump", text)),
        play | {text: 1},
        {text: 1},
    ]


def must_be_short(read: Callable[[], object]) -> None:
    try:
        read()
    except CardrulesError as error:
        notes = getattr(error, "__notes__", [])
        told = [str(error), *notes]
        assert sum(map(len, told)) < LONGEST, [one[:200] for one in told]


@pytest.mark.parametrize("read", [pytest.param(read, id=name) for name, read in readers()])
def test_a_message_about_a_text_is_short(read: Read) -> None:
    for piece in PIECES:
        long = piece * (5000 // len(piece))
        for text in (long, long + "!", "!" + long):
            must_be_short(partial(read, text))


@pytest.mark.parametrize("piece", PIECES)
def test_a_message_about_json_is_short(piece: str) -> None:
    text = piece * (5000 // len(piece))
    for message in messages(text):
        must_be_short(partial(from_json, json.dumps(message)))
    for message in wires(text):
        must_be_short(partial(codec.decode, message))
        must_be_short(partial(codec.loads, json.dumps(message)))
    must_be_short(partial(from_json, text))
    must_be_short(partial(codec.loads, text))


def test_a_message_still_names_the_culprit() -> None:
    with pytest.raises(CardrulesError, match=r"'zzzz.*z…' is no move"):
        read_move(LEADING, "z" * 10**6)
    with pytest.raises(CardrulesError, match="'ZZ' at position 3 of 'Q♠ ZZ' is not a card"):
        FRENCH.set("Q♠ ZZ")
    with pytest.raises(cardrules.ParseError, match="trump"):
        read_rules(etori.GAME, "trump=" + "a" * 10**6)
