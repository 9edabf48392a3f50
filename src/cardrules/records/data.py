"""Records as JSON, one line each; the standard library is all that this needs."""

from __future__ import annotations

import json
import re
from typing import Any, TypeGuard

from cardrules.catalogue import UnknownGame, find
from cardrules.errors import CardrulesError, DecodeError, ParseError, RulesError, SeatError, brief
from cardrules.moves import Deal
from cardrules.notation.moves import write_move
from cardrules.notation.options import every_option, rules_of, write_format, write_rules
from cardrules.notation.scanning import Part
from cardrules.records.record import VERSION, AnyGame, Claim, Record, RecordError, in_one_line, reading

_FIELDS = (
    "kind",
    "version",
    "game",
    "seat",
    "rules",
    "format",
    "first",
    "scores",
    "players",
    "tags",
    "moves",
    "result",
)
_NAME = re.compile(r"\w{1,99}")  # and no more: a message must not say which module is imported
_LONGEST = 18  # how many digits a number may have


def to_json(record: Record) -> str:
    """A record as one line of JSON, which `from_json` reads back; equal records have equal lines.

    >>> from cardrules.games.hornafjardarmanni import Rules
    >>> print(to_json(Record("hornafjardarmanni", Rules())).replace('"first', '\\n"first'))
    {"kind":"record","version":1,"game":"hornafjardarmanni","rules":{...},
    "first":0,"scores":[0,0,0],"moves":[]}
    """
    game, rules = record.game, record.rules
    message: dict[str, Any] = {"kind": "record", "version": VERSION, "game": game.name}
    if record.seat is not None:
        message["seat"] = record.seat
    message["rules"] = {name: value for name, (_, value) in every_option(game, rules).items()}
    if sizes := write_format(game, rules):
        message["format"] = sizes
    message |= {"first": record.first, "scores": record.scores}
    if record.players:
        message["players"] = record.players
    if record.tags:
        message["tags"] = dict(record.tags)
    message["moves"] = [
        {"deal": list(map(str, move.pack))} if isinstance(move, Deal) else write_move(move)
        for move in record.moves
    ]
    if record.claim is not None:
        message["result"] = {"scores": record.claim.scores, "winners": record.claim.winners}
    return in_one_line(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


def from_json(text: str | bytes, game: AnyGame | None = None) -> Record:
    """The record of a JSON text, or of its UTF-8 bytes. Its moves are read, not judged.

    ``game`` is needed for a game that is not found by its name. Raises `DecodeError`, and nothing else.

    >>> from_json('{"kind":"record","version":1,"game":"truco","rules":{"target":"many"},"moves":[]}')
    Traceback (most recent call last):
    cardrules.errors.DecodeError: $.rules: found target: ..., expected options of the game
    """
    try:
        told = text if isinstance(text, str) else text.decode()
        message: object = json.loads(
            told, object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole
        )
    except DecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise DecodeError((), f"no JSON ({error})", "JSON") from None
    if not _is_object(message):
        raise _wrong((), message, "an object")
    return _record(message, game)


def _record(message: dict[str, object], given: AnyGame | None) -> Record:
    for name in message:
        if name not in _FIELDS:
            raise DecodeError((), f"a field {brief(name)}", f"none but {', '.join(_FIELDS)}")
    if message.get("kind") != "record":
        raise _wrong(("kind",), message.get("kind"), "'record'")
    version = message.get("version")
    if version != VERSION or not _is_whole(version):
        raise _wrong(("version",), version, f"{VERSION}, the version of the format")
    game = _game(message.get("game"), given)
    rules = _rules(game, message.get("rules"), message.get("format"))
    first = message.get("first", 0)
    if not _is_whole(first):
        raise _wrong(("first",), first, "a seat")
    seat = message.get("seat")
    if seat is not None and not _is_whole(seat):
        raise _wrong(("seat",), seat, "a seat")
    scores = _numbers(("scores",), message["scores"]) if "scores" in message else None
    players = _list(("players",), message.get("players", []))
    tags = message.get("tags", {})
    if not _is_object(tags):
        raise _wrong(("tags",), tags, "an object")
    try:
        return Record(
            game,
            rules,
            _moves(game, rules, message.get("moves")),
            first=first,
            scores=scores,
            players=_texts("players", players),
            tags=list(zip(tags, _texts("tags", list(tags.values())), strict=True)),
            claim=_claim(message.get("result")),
            seat=seat,
        )
    except DecodeError:
        raise
    except RulesError as error:
        raise DecodeError(("scores",), repr(scores), f"a standing ({error})") from None
    except SeatError as error:
        raise DecodeError(("first",), repr(first), f"a seat ({error})") from None
    except RecordError as error:
        field = "result" if error.field == "claim" else error.field
        raise DecodeError((field,), str(error), "what a record has") from None


def _game(name: object, given: AnyGame | None) -> AnyGame:
    if given is not None:
        if name != given.name:
            raise _wrong(("game",), name, repr(given.name))
        return given
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise _wrong(("game",), name, "the name of a game")
    try:
        found = find(name)
    except UnknownGame as error:
        raise _wrong(("game",), name, f"the name of a game ({error})") from None
    if found.name != name:
        raise _wrong(("game",), name, repr(found.name))
    return found


def _rules(game: AnyGame, options: object, sizes: object) -> Any:
    if not _is_object(options):
        raise _wrong(("rules",), options, "an object")
    known = every_option(game, game.rules())
    for name, value in options.items():
        if name not in known:
            raise DecodeError(("rules",), f"a field {brief(name)}", f"none but {', '.join(known)}")
        if not (value is None or isinstance(value, bool | int | str)):
            raise _wrong(("rules", name), value, "a text, a number, true, false or null")
    try:
        rules: Any = game.rules(**options)
    except (CardrulesError, ValueError, TypeError) as error:
        raise DecodeError(("rules",), str(error), "options of the game") from None
    if sizes is None:
        return rules
    if not isinstance(sizes, str):
        raise _wrong(("format",), sizes, "a text")
    try:
        return rules_of(game, Part.of(write_rules(game, rules)), Part.of(sizes))
    except ParseError as error:
        raise DecodeError(("format",), str(error), "the sizes of a format for study") from None


def _moves(game: AnyGame, rules: Any, told: object) -> list[Any]:
    read, moves = reading(game, rules), list[Any]()
    for at, item in enumerate(_list(("moves",), told)):
        try:
            if isinstance(item, str):
                moves.append(read.move(item))
                continue
        except CardrulesError as error:
            raise DecodeError(("moves", at), str(error), "a move") from None
        if _is_object(item) and list(item) != ["deal"]:
            # Its cards are for nobody's eyes.
            found = f"an object with {brief(list(item))}" if item else "an empty object"
            raise DecodeError(("moves", at), found, "the text of a move, or an object with 'deal'")
        if not _is_object(item):
            raise _wrong(("moves", at), item, "the text of a move, or an object with 'deal'")
        cards: list[Any] = []
        for place, card in enumerate(_list(("moves", at, "deal"), item["deal"])):
            path = ("moves", at, "deal", place)
            if not isinstance(card, str):
                raise _wrong(path, card, "a card")
            try:
                cards.append(read.card(card))
            except ParseError as error:
                raise _wrong(path, card, error.expected) from None
        moves.append(Deal(tuple(cards)))
    return moves


def _claim(told: object) -> Claim | None:
    if told is None:
        return None
    if not _is_object(told) or set(told) != {"scores", "winners"}:
        raise _wrong(("result",), told, "an object with 'scores' and 'winners'")
    winners = told["winners"]
    return Claim(
        _numbers(("result", "scores"), told["scores"]),
        None if winners is None else _numbers(("result", "winners"), winners),
    )


# --- Pieces -------------------------------------------------------------------------------------


def _is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _list(path: tuple[str | int, ...], value: object) -> list[object]:
    if not _is_list(value):
        raise _wrong(path, value, "a list")
    return value


def _numbers(path: tuple[str | int, ...], value: object) -> tuple[int, ...]:
    numbers: list[int] = []
    for at, number in enumerate(_list(path, value)):
        if not _is_whole(number):
            raise _wrong((*path, at), number, "a whole number")
        numbers.append(number)
    return tuple(numbers)


def _texts(field: str, values: list[object]) -> list[str]:
    texts: list[str] = []
    for at, text in enumerate(values):
        if not isinstance(text, str):
            raise _wrong((field, at), text, "a text")
        texts.append(text)
    return texts


def _wrong(path: tuple[str | int, ...], value: object, expected: str) -> DecodeError:
    try:
        found = brief(value)
    except RecursionError:
        found = "something that is nested deeply"
    return DecodeError(path, found, expected)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DecodeError((), "a field that is there twice", "every field once")
    return found


def _constant(name: str) -> object:
    raise DecodeError((), name, "a number that JSON has")


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _LONGEST:
        raise DecodeError((), f"a number of {len(digits)} digits", "numbers that a record can have")
    return int(digits)
