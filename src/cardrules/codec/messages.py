"""The messages of a game: which kinds there are, and how each is written, read and checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

import attrs
import msgspec

from cardrules import event
from cardrules.cards import CardSet, Pack
from cardrules.choices import Choices
from cardrules.codec.checks import check_result, check_view
from cardrules.codec.forms import (
    LITERAL,
    UNION,
    Field,
    Form,
    Forms,
    Path,
    Reading,
    description,
    kind_of,
    shown,
)
from cardrules.codec.hints import class_of
from cardrules.errors import DecodeError, EncodeError, IllegalMove, Violation
from cardrules.game import Game
from cardrules.ledger import LedgerError, resumed
from cardrules.match import Outcome, Result
from cardrules.moves import Deal
from cardrules.notation import has_text, write_move
from cardrules.scoring import Line
from cardrules.table import Act

VERSION = 1
"""The version of the format that is written."""

EVENTS: tuple[type, ...] = (
    event.DealBegan,
    event.HandDealt,
    event.Acted,
    event.HandChanged,
    event.TrickTaken,
    event.DealChanged,
    event.LineScored,
    event.DealEnded,
    event.TurnPassed,
    event.MatchEnded,
)

Derived = tuple[Form, Callable[[Any], Any]]
"""A part of a message that follows from the value: its form, and what it is."""


@cache
def messages_of(game: Game[Any, Any, Any, Any]) -> Messages:
    """The messages of a game, made when they are first asked for."""
    return Messages(game)


class Messages:
    """The messages of one game."""

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        self.game = game
        self.forms = forms = Forms(game)
        made: tuple[type, ...] = (*game.moves, Deal)
        self._moves = forms.union((Deal, *game.moves))
        self._events = forms.union(EVENTS)
        self._state = self._position(forms.state, "state", self._of_state())
        self._view = self._position(forms.view, "view", self._of_view())
        self._many = self._message(
            "Events", "What a move makes happen, in order.", "events", {"events": forms.many(self._events)}
        )
        values = (*made, *EVENTS, Line, Result, Outcome, Violation, game.rules)
        self._values = {cls: self._value(cls) for cls in values}
        wires = [
            self._state.wire,
            self._view.wire,
            self._many,
            *(form.wire for form in self._values.values()),
        ]
        kinds = [wire.__struct_config__.tag for wire in wires]
        doubled = sorted({kind for kind in kinds if kinds.count(kind) > 1})
        if doubled:
            raise EncodeError(f"{game.title} has two kinds of message called {', '.join(doubled)}")
        self.wire = UNION[tuple(wires)]
        self._readers: dict[Any, Callable[[Any], Any]] = {
            self._state.wire: self._read_state,
            self._view.wire: self._read_view,
            self._many: self._read_events,
        }

    # --- Writing ---

    def write(self, value: Any) -> msgspec.Struct:
        """The message of a value (`EncodeError`)."""
        if isinstance(value, self.forms.state):
            written: msgspec.Struct = self._state.write(value)
            return written
        if isinstance(value, self.forms.view):
            return self._view.write(value)  # type: ignore[no-any-return]
        several = listed(value)
        if several is not None:
            events = [self._events.write(each) for each in several]
            return self._with_pack(self._many(**self._envelope, events=events), value)
        form = self._values.get(class_of(value))
        if form is None:
            raise EncodeError(f"{value!r} is no value that a message carries")
        return self._with_pack(form.write(value), value)

    def _with_pack(self, wire: Any, value: object) -> msgspec.Struct:
        """The message with the cards that its pack lacks, if it lacks any of the deck."""
        packs = list(dict.fromkeys(_packs(value, (*self.game.moves, *self.game.shown, self.game.rules))))
        if len(packs) > 1:
            raise EncodeError(f"{value!r} has cards of several packs")
        if packs and packs[0] != self.forms.whole:
            lacking = CardSet(self.forms.whole, self.forms.whole.bits & ~packs[0].bits)
            wire.without = self.forms.of(CardSet).write(lacking)
        message: msgspec.Struct = wire
        return message

    # --- Reading ---

    def read(self, message: Mapping[str, Any]) -> object:
        """The value of a message (`DecodeError`)."""
        try:
            wire = msgspec.convert(message, self.wire)
        except msgspec.ValidationError as error:
            try:
                found = _explained(str(error), message, self.wire)
            except Exception:
                # Objects that are no JSON can do anything where they are looked at.
                raise _no_json() from None
            raise found from None
        except UnicodeEncodeError:
            raise DecodeError((), "half of a surrogate pair", "texts that can be written") from None
        except Exception:
            raise _no_json() from None
        reader = self._readers.get(type(wire))
        if reader is not None:
            return reader(wire)
        cls = next(cls for cls, form in self._values.items() if form.wire is type(wire))
        value = self._values[cls].read(wire, (), self._reading(wire))
        if isinstance(value, Result | event.DealEnded):
            path: Path = () if isinstance(value, Result) else ("result",)
            check_result(value if isinstance(value, Result) else value.result, path)
        return value

    def _reading(self, wire: Any) -> Reading:
        """The pack of a message: the deck but for what it says it is without."""
        lacking = getattr(wire, "without", msgspec.UNSET)
        if lacking is msgspec.UNSET:
            return Reading(self.forms.whole)
        card = self.forms.of(Pack).read(lacking, ("without",), Reading(self.forms.whole))
        return Reading(self.forms.whole.without(card.cards))

    def _read_events(self, wire: Any) -> tuple[object, ...]:
        reading = self._reading(wire)
        events = tuple(
            self._events.read(each, ("events", at), reading) for at, each in enumerate(wire.events)
        )
        for at, each in enumerate(events):
            if isinstance(each, event.DealEnded):
                check_result(each.result, ("events", at, "result"))
        return events

    def _read_state(self, wire: Any) -> Any:
        """The state of a message, made by the rules from its moves; then all that it claims is compared."""
        rules = self.forms.rules(wire.match.rules, ("match", "rules"))
        reading = Reading(rules.format.pack)
        match = self.forms.match.read(wire.match, ("match",), reading)
        moves = [self._moves.read(move, ("moves", at), reading) for at, move in enumerate(wire.moves)]
        number, finished = wire.deal.number, len(match.results)
        # Between deals, the finished one may lie on the table, or nothing.
        if number not in (0, finished, finished + 1):
            raise DecodeError(("deal", "number"), shown(number), f"0, {finished} or {finished + 1}")
        if (number == 0) == bool(moves):
            raise DecodeError(("moves",), f"{len(moves)} moves", "the deal on the table, and what was played")
        if number and type(moves[0]) is not Deal:
            raise DecodeError(("moves", 0), "another move", "the deal on the table")
        over = 0 < number == finished
        results = match.results[:-1] if over else match.results
        eldest = match.results[-1].eldest if over else match.eldest
        try:
            state = resumed(self.game, rules, eldest, match.start, results)
        except LedgerError as error:
            raise DecodeError(("match", *error.path), error.found, error.expected) from None
        for at, move in enumerate(moves):
            try:
                state = self.game.apply(state, move)
            except IllegalMove as error:
                found = write_move(move) if has_text(class_of(move)) else f"a {kind_of(class_of(move))}"
                raise DecodeError(("moves", at), found, f"a move that the rules allow: {error}") from None
        self._compare(wire, self._state.write(state), but="moves")
        return state

    def _read_view(self, wire: Any) -> Any:
        rules = self.forms.rules(wire.match.rules, ("match", "rules"))
        view = self._view.read(wire, (), Reading(rules.format.pack))
        check_view(self.game, view)
        try:
            written = self._view.write(view)
        except Exception as error:
            # What a game's functions make of a position that it never has is not for them to say.
            raise DecodeError(
                (), "a position that the game cannot read", f"one that it has ({error!r})"
            ) from None
        self._compare(wire, written)
        return view

    def _compare(self, wire: msgspec.Struct, actual: msgspec.Struct, but: str = "") -> None:
        """Raise `DecodeError` at the first place where a message claims something else than is the case."""
        if wire == actual:
            return
        claimed, true = msgspec.to_builtins(wire), msgspec.to_builtins(actual)
        if but:
            del claimed[but], true[but]
        for path, found, expected in _differences(claimed, true, ()):
            raise DecodeError(path, shown(found), f"{shown(expected)}, which follows from the rest")

    # --- Kinds ---

    @property
    def _envelope(self) -> dict[str, Any]:
        return {"version": VERSION, "game": self.game.name}

    def _message(self, name: str, text: str, kind: str, forms: Mapping[str, Form], pack: bool = True) -> Any:
        cards = self.forms.of(CardSet)
        fields: list[Any] = [("version", LITERAL[VERSION]), ("game", LITERAL[self.game.name])]
        fields += [(field, form.wire) for field, form in forms.items()]
        if pack:
            fields.append(("without", UNION[cards.wire, msgspec.UnsetType], msgspec.UNSET))
        return msgspec.defstruct(
            f"{name}Message",
            fields,
            tag_field="kind",
            tag=kind,
            namespace={"__doc__": text},
            forbid_unknown_fields=True,
            kw_only=True,
            module=f"cardrules.codec.{self.game.name}",
        )

    def _value(self, cls: type[Any]) -> Form:
        """The message of a value of this class."""
        fields = self.forms.fields(cls)
        forms = {name: field.form for name, field in fields.items()}
        of_cards = cls not in (*self.game.moves, Deal, self.game.rules, Violation, Outcome)
        kind = "rules" if cls is self.game.rules else kind_of(cls)
        wire = self._message(cls.__name__, description(cls), kind, forms, of_cards)
        return self.forms.of_fields(cls, fields, wire, self._envelope)

    def _position(self, cls: type[Any], kind: str, derived: Mapping[str, Derived]) -> Form:
        fields = self.forms.fields(cls)
        forms = {name: field.form for name, field in fields.items()}
        forms |= {name: form for name, (form, _) in derived.items()}
        wire = self._message(kind.title(), description(cls), kind, forms, pack=False)
        read = self.forms.of_fields(cls, fields, wire).read

        def write(position: Any) -> Any:
            parts = {name: _written(field, position) for name, field in fields.items()}
            parts |= {name: form.write(value(position)) for name, (form, value) in derived.items()}
            return wire(**self._envelope, **parts)

        return Form(wire, write, read)

    def _of_both(self) -> dict[str, Derived]:
        return {
            "lines": (self.forms.many(self.forms.of(Line)), lambda position: position.lines),
            "scores": (self.forms.many(self.forms.of(int)), lambda position: position.scores),
        }

    def _of_state(self) -> dict[str, Derived]:
        derived = self._of_both()
        if hasattr(self.forms.state, "hands"):
            derived["hands"] = (self.forms.many(self.forms.of(CardSet)), lambda state: state.hands)
        moves = self.forms.many(self._moves)
        derived["moves"] = (moves, lambda state: self.game.moves_made(state) if state.deal.number else ())
        return derived

    def _of_view(self) -> dict[str, Derived]:
        def log(view: Any) -> Any:
            return view.log

        derived: dict[str, Derived] = {"log": (self.forms.many(self.forms.of(Act)), log)}
        derived |= self._of_both()
        if hasattr(self.forms.view, "hand"):
            derived["hand"] = (self.forms.of(CardSet), lambda view: view.hand)
        legal = self.game.legal_moves

        def listed(view: Any) -> Any:
            moves = legal(view)
            return () if isinstance(moves, Choices) else moves

        def choices(view: Any) -> Any:
            moves = legal(view)
            return moves if isinstance(moves, Choices) else None

        derived["legal_moves"] = (self.forms.many(self.forms.union(self.game.moves)), listed)
        derived["choices"] = (self._choices(), choices)
        return derived

    def _choices(self) -> Form:
        """So many of some cards, as a move of some kind."""
        forms = self.forms
        text = "A move of this kind, with any least to limit of these cards; without least, any up to limit."
        kinds = forms.texts("ChoicesKind", {kind_of(kind): kind for kind in self.game.moves})
        parts = {"kind": kinds, "cards": forms.of(CardSet), "limit": forms.of(int)}
        wire = forms.wire("Choices", text, parts, optional={"least": forms.of(int)})

        def write(moves: Choices[Any] | None) -> Any:
            if moves is None:
                return None
            kind, cards = kinds.write(moves.make), parts["cards"].write(moves.cards)
            least = moves.least or msgspec.UNSET
            return wire(kind=kind, cards=cards, limit=moves.limit, least=least)

        return Form(wire | None, write, lambda wire, path, reading: None)


# --- Small ones -----------------------------------------------------------------------------------


def _written(field: Field, value: object) -> Any:
    return field.form.write(getattr(value, field.name))


def listed(value: object) -> Sequence[Any] | None:
    """The value if it is a list or a tuple."""
    return cast("Sequence[Any]", value) if isinstance(value, list | tuple) else None


def named(value: object) -> dict[str, Any] | None:
    """The value if it is an object of a message."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _packs(value: object, but: tuple[type, ...]) -> Iterator[Pack]:
    """The packs of all sets of cards that a value holds, to any depth, but for those in moves and rules."""
    if isinstance(value, CardSet):
        yield value.pack
    elif (several := listed(value)) is not None:
        for item in several:
            yield from _packs(item, but)
    elif attrs.has(type(value)) and not isinstance(value, (*but, Deal, Pack)):
        cls = class_of(value)
        for field in attrs.fields(cls):
            yield from _packs(getattr(value, field.name), but)


def _differences(claimed: object, true: object, path: Path) -> Iterator[tuple[Path, object, object]]:
    """Where two messages of the same type differ, in the order of their fields."""
    names, fields = named(claimed), named(true)
    items, parts = listed(claimed), listed(true)
    if names is not None and fields is not None and names.keys() == fields.keys():
        for name, value in names.items():
            yield from _differences(value, fields[name], (*path, name))
    elif items is not None and parts is not None and len(items) == len(parts):
        for at, (one, two) in enumerate(zip(items, parts, strict=True)):
            yield from _differences(one, two, (*path, at))
    elif claimed != true:
        yield path, claimed, true


# --- What msgspec found ---------------------------------------------------------------------------

_AT = re.compile(r"(.*?)(?: - at `(?:key` in `)?\$(.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|\[\.\.\.\]")
_EXPECTED = re.compile(r"Expected `([^`]*)`")
_FIELD = re.compile(r"field `(.*)`$", re.DOTALL)


def _no_json() -> DecodeError:
    return DecodeError((), "a value of a kind that JSON does not have", "values of JSON")


def _explained(text: str, message: Mapping[str, Any], wire: Any) -> DecodeError:
    """The error of msgspec with the path as a value, what was found there, and what was expected."""
    match = _AT.match(text)
    reason, where = (match[1], match[2] or "") if match else (text, "")
    path = tuple(int(step[2]) if step[2] else step[1] or "..." for step in _STEP.finditer(where))
    field = _FIELD.search(reason)
    if field and "missing" in reason:
        return DecodeError(path, f"no field {field[1]!r}", "one")
    if field:
        return DecodeError((*path, field[1]), "a field of this name", "none")
    found: Any = message
    for step in path:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return DecodeError(path, reason, "something else")
    texts = list(_texts(msgspec.inspect.type_info(wire), path, message))
    expected = _EXPECTED.match(reason)
    kind = "something else" if expected is None else expected[1]
    return DecodeError(path, shown(found), f"one of {', '.join(texts)}" if texts else f"{kind}")


def _texts(info: Any, path: Path, value: Any) -> Iterator[str]:
    """The texts that may stand at a place of a message, if there is a choice of some."""
    inspect = msgspec.inspect
    if isinstance(info, inspect.Metadata):
        yield from _texts(info.type, path, value)
    elif isinstance(info, inspect.UnionType):
        structs = [each for each in info.types if isinstance(each, inspect.StructType)]
        if path == ("kind",) and len(structs) > 1:
            yield from (str(each.tag) for each in structs)
        kind = (named(value) or {}).get("kind")
        told = [each for each in structs if each.tag == kind] if len(structs) > 1 else info.types
        for each in told:
            yield from _texts(each, path, value)
    elif isinstance(info, inspect.StructType) and path and (fields := named(value)) is not None:
        step = path[0]
        if step == info.tag_field:
            yield str(info.tag)
        for field in info.fields:
            if field.encode_name == step:
                yield from _texts(field.type, path[1:], fields.get(field.encode_name))
    elif isinstance(info, inspect.ListType) and path and (items := listed(value)) is not None:
        place = path[0]
        if isinstance(place, int) and place < len(items):
            yield from _texts(info.item_type, path[1:], items[place])
    elif isinstance(info, inspect.EnumType) and not path:
        yield from (str(member.value) for member in info.cls)
    elif isinstance(info, inspect.LiteralType) and not path:
        yield from map(str, info.values)
