"""The JSON Schema of records: what `cardrules.records.to_json` writes, for the games of this package.

Records of other games are described as far as all records are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from cardrules.cards import Card
from cardrules.catalogue import AnyGame, find
from cardrules.errors import CardrulesError, RulesError
from cardrules.notation.moves import NOTHING, name_of, said
from cardrules.notation.options import every_option
from cardrules.records.record import LARGEST, VERSION

Schema = dict[str, Any]

_NO_BOUND = 10**9  # of a whole number that may be as great or small as it likes


def record_schema(games: tuple[str, ...]) -> Schema:
    """The schema of a record of any game, which is exact for these, by their names."""
    found = list(map(find, games))
    defs: Schema = {
        "number": {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
        "seat": {"type": "integer", "minimum": 0},
    }
    for game in found:
        defs[f"{game.name} card"] = {"enum": list(map(str, game.rules().format.pack.deck.cards))}
        defs[f"{game.name} move"] = _move(game)
        defs[f"{game.name} rules"] = _rules(game)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Records of matches, version {VERSION}",
        "description": (
            "One object for a match, on a line of its own, as it is written. Cards, moves and options in "
            "other spellings are read too. Whether the moves are legal is for the rules to say."
        ),
        "type": "object",
        "properties": _properties(),
        "required": ["kind", "version", "game", "rules", "moves"],
        "additionalProperties": False,
        "allOf": [_of(game) for game in found],
        "$defs": defs,
    }


def _properties() -> Schema:
    text, numbers = {"type": "string"}, _list({"$ref": "#/$defs/number"})
    return {
        "kind": {"const": "record"},
        "version": _told("of the format", {"type": "integer", "const": VERSION}),
        "game": _told("the name of the game", {"type": "string", "minLength": 1, "maxLength": 99}),
        "seat": _told(
            "there only if the record was redacted: what this seat did not see is made up",
            {"$ref": "#/$defs/seat"},
        ),
        "rules": _told(
            "options by name; what is missing is as usual",
            {
                "type": "object",
                "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
            },
        ),
        "format": _told("the sizes of a format for study", text),
        "first": _told("the eldest seat of the first deal", {"$ref": "#/$defs/seat"}),
        "scores": _told("the standing by side at which the match began", numbers),
        "players": _told("names by seat", _list(text)),
        "tags": _told("other facts by name", {"type": "object", "additionalProperties": text}),
        "moves": _told("all deals and moves, in order", _list({"anyOf": [text, _deal(text)]})),
        "result": _told(
            "how somebody says that the match stood in the end",
            {
                "type": "object",
                "properties": {
                    "scores": numbers,
                    "winners": _told(
                        "seats; null where the match was not over",
                        {"type": ["array", "null"], "items": {"$ref": "#/$defs/seat"}},
                    ),
                },
                "required": ["scores", "winners"],
                "additionalProperties": False,
            },
        ),
    }


def _of(game: AnyGame) -> Schema:
    """What else is so in a record of a game."""
    move, card = {"$ref": f"#/$defs/{game.name} move"}, {"$ref": f"#/$defs/{game.name} card"}
    return {
        "if": {"properties": {"game": {"const": game.name}}, "required": ["game"]},
        "then": {
            "properties": {
                "rules": {"$ref": f"#/$defs/{game.name} rules"},
                "moves": _list({"anyOf": [move, _deal(card)]}),
            }
        },
    }


def _rules(game: AnyGame) -> Schema:
    options = {name: value for name, (_, value) in every_option(game, game.rules()).items()}
    return {
        "type": "object",
        "properties": {name: _option(game.rules, name, value) for name, value in options.items()},
        "additionalProperties": False,
    }


def _option(rules: Callable[..., Any], name: str, usual: object) -> Schema:
    """What an option may be, as its refusal of a strange value lists it."""
    allowed: Sequence[object] = ()
    try:
        rules(**{name: object()})
    except RulesError as error:
        allowed = error.allowed if error.option == name else ()
    except (CardrulesError, TypeError):
        pass  # of a card or a suit, which is refused for what it is
    if isinstance(allowed, range):
        bounds = {"minimum": allowed[0], "maximum": allowed[-1]}
        return {"type": "integer", **{at: n for at, n in bounds.items() if abs(n) < _NO_BOUND}}
    if allowed:
        return {"enum": [one if isinstance(one, bool | int | str) else str(one) for one in allowed]}
    return {"type": ["string", "null"] if usual is None else "string"}


def _move(game: AnyGame) -> Schema:
    """The texts of all moves of a game, legal or not (see `cardrules.notation.write_move`)."""
    cards = game.rules().format.pack.deck.cards
    texts: list[str] = []
    kinds: tuple[type[Any], ...] = game.moves
    for kind in kinds:
        fields: tuple[Any, ...] = getattr(kind, "__attrs_attrs__", ())
        if issubclass(kind, Enum):
            texts += map(said, kind)
        elif not fields:
            texts.append(name_of(kind))
        else:
            texts.append(_after(name_of(kind), fields[0].name, cards))
    return {"type": "string", "pattern": f"^({'|'.join(texts)})$"}


def _after(name: str, field: str, cards: tuple[Card, ...]) -> str:
    """How a move is written that has one field, as a regular expression."""
    card = f"({'|'.join(map(str, cards))})"
    forms: Mapping[str, str] = {
        "card": card,
        "cards": f"{name} ({NOTHING}|{card}( {card})*)",
        "seat": f"{name} [0-9]+",
    }
    return forms.get(field, f"{name} -?[0-9]+")


def _deal(card: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"deal": _told("the pack, the card that is dealt first at the beginning", _list(card))},
        "required": ["deal"],
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _told(description: str, schema: Schema) -> Schema:
    return {"description": description, **schema}
