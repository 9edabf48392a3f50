"""How values of each type are written: a form for every type that the classes of a game mention.

A `Form` pairs a type for msgspec, by which a message is checked and described, with the two ways between
such a message and the value. `Forms` makes them from the classes of a game alone; a game registers nothing.
"""

from __future__ import annotations

import inspect
import re
import reprlib
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, EnumMeta
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs
import msgspec

from cardrules.cards import Card, CardSet, Deck, Pack, Rank, Suit
from cardrules.codec.hints import class_of, field_types, parameters
from cardrules.errors import CardrulesError, DecodeError, EncodeError, RulesError, Violation
from cardrules.event import Acted, DealBegan, DealChanged, HandChanged, HandDealt
from cardrules.game import Game
from cardrules.match import Match
from cardrules.moves import Deal
from cardrules.notation import name_of, said
from cardrules.seating import Seating
from cardrules.table import Act

Path = tuple[str | int, ...]
"""Where in a message something stands: names of fields and places in lists."""

LARGEST = 2**53 - 1
"""The largest number that a message carries: the largest whole one of JavaScript that is exact."""

# For types that are made of values, which type checkers do not follow.
ANNOTATED: Any = Annotated
ENUM: Any = Enum
LIST: Any = list
LITERAL: Any = Literal
UNION: Any = typing.Union

_LARGEST_SIZE = 1000  # in a format for study: sizes are built from
_MOST_SEATS = 64
_MANY_RULES = 256  # that are kept, since making some takes longer than reading the rest of a message


@attrs.frozen
class Reading:
    """What is known while a message is read.

    ``pack`` has its cards, ``most`` says how large numbers may be; ``loose`` admits other cards of the deck.
    """

    pack: Pack
    most: int = LARGEST
    loose: bool = False


@attrs.frozen
class Field:
    """A field of an object in a message: the attribute that it is of the value, and its form."""

    name: str
    form: Form


@attrs.frozen
class Form:
    """How values of one type are written.

    ``wire`` is the type of what a message has, ``write(value)`` makes such, and ``read(wire, path, reading)``
    makes the value of it; ``path`` says where the message has it (`DecodeError`).
    """

    wire: Any
    write: Callable[[Any], Any]
    read: Callable[[Any, Path, Reading], Any]


def kind_of(cls: type[Any]) -> str:
    """The kind by which a class is told from others in a message.

    >>> kind_of(DealBegan)
    'deal_began'
    """
    return name_of(cls).replace(" ", "_")


class Forms:
    """The forms of one game, each made when it is first asked for."""

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        usual = game.new_match(game.rules())
        self.game = game
        self.state: type[Any] = type(usual)
        self.view: type[Any] = typing.cast("type[Any]", game.view)
        self.deck: Deck = usual.pack.deck
        self.whole = Pack(self.deck)
        moves: tuple[type, ...] = tuple(dict.fromkeys((*game.moves, *game.shown)))
        # The cards of moves and options may be any of the deck: the rules say whether they will do.
        self._loose = {*moves, Deal, game.rules, Violation}
        in_view = field_types(self.view)
        own, facts = in_view.get("own", object), in_view["deal"]
        self._as: dict[tuple[type, str], Callable[[], Form]] = {
            (Act, "move"): lambda: self.union(moves),
            (Acted, "move"): lambda: self.union(moves),
            (HandDealt, "own"): lambda: self.of(_without_none(own)),
            (HandChanged, "own"): lambda: self.of(_without_none(own)),
            (DealBegan, "deal"): lambda: self.of(facts),
            (DealChanged, "deal"): lambda: self.of(facts),
            (Violation, "params"): self._params,
            (Match, "rules"): self._only_once,
        }
        if has_usual_format(game.rules):
            self._as[game.rules, "format"] = self._format
        self._rules: dict[bytes, Any] = {}
        self._known: dict[Any, Form] = {
            bool: Form(bool, _write_flag, _given),
            int: Form(int, _write_whole, _read_whole),
            str: Form(str, _write_text, _read_text),
            Card: self._card(),
            Suit: self.texts("Suit", {suit.text: suit for suit in self.deck.suits}),
            Rank: self.texts("Rank", {rank.text: rank for rank in self.deck.ranks}),
        }
        self._known[CardSet] = self._set()
        self._known[Pack] = self._pack()
        self._known[Seating] = self._seating()

    def rules(self, wire: Any, path: Path) -> Any:
        """The rules of the game that a part of a message means; the same object for the same options."""
        try:
            key = msgspec.json.encode(wire)
        except ValueError:  # half of a surrogate pair, or a number with thousands of digits: it will be told
            return self.of(self.game.rules).read(wire, path, Reading(self.whole))
        if key not in self._rules:
            rules = self.of(self.game.rules).read(wire, path, Reading(self.whole))
            if len(self._rules) >= _MANY_RULES:
                self._rules.clear()
            self._rules[key] = rules
        return self._rules[key]

    @cached_property
    def match(self) -> Form:
        """The form of a match of the game."""
        return self.of(field_types(self.state)["match"])

    def _only_once(self) -> Form:
        rules = self.of(self.game.rules)
        return Form(rules.wire, rules.write, lambda wire, path, reading: self.rules(wire, path))

    def of(self, hint: Any) -> Form:
        """The form of a type; raises `EncodeError` for one that messages do not know."""
        if hint not in self._known:
            self._known[hint] = self._made(hint)
        return self._known[hint]

    def _made(self, hint: Any) -> Form:
        origin, args = get_origin(hint), get_args(hint)
        if origin is tuple and len(args) == 2 and args[1] is ...:
            return self.many(self.of(args[0]))
        if origin in (types.UnionType, typing.Union):
            return self._either(args)
        if origin is Literal:
            return _literal(hint, args)
        cls, known = parameters(hint)
        if isinstance(cls, EnumMeta):
            members: Any = cls
            return self.texts(f"{cls.__name__}Text", {said(member): member for member in members})
        if hasattr(cls, "__attrs_attrs__"):
            return self.struct(cls, known)
        raise EncodeError(f"{shown(hint)} is no type that a message carries: {_CARRIED}")

    # --- Cards and numbers ---

    def texts(self, name: str, meant: Mapping[str, Any]) -> Form:
        """A choice of texts, each of which means one value."""
        wire = ENUM(name, {f"T{at}": text for at, text in enumerate(meant)})
        wires = {value: wire(text) for text, value in meant.items()}

        def write(value: Any) -> Any:
            try:
                return wires[value]
            except (KeyError, TypeError):
                raise EncodeError(f"{value!r} is none of {', '.join(meant)}") from None

        def read(given: Any, path: Path, reading: Reading) -> Any:
            return meant[given.value]

        return Form(wire, write, read)

    def _card(self) -> Form:
        any_card = self.texts("Card", {str(card): card for card in self.deck.cards})

        def read(wire: Any, path: Path, reading: Reading) -> Card:
            card: Card = any_card.read(wire, path, reading)
            if card not in reading.pack and not reading.loose:
                raise DecodeError(path, repr(str(card)), "a card of the pack that is played with")
            return card

        return Form(any_card.wire, any_card.write, read)

    def _set(self) -> Form:
        cards = self.many(self.of(Card))
        wire = ANNOTATED[cards.wire, msgspec.Meta(extra_json_schema={"uniqueItems": True})]

        def read(wire: Any, path: Path, reading: Reading) -> CardSet:
            read = once(cards.read(wire, path, reading), path)
            return (reading.pack if all(card in reading.pack for card in read) else self.whole).set(read)

        return Form(wire, cards.write, read)

    def _pack(self) -> Form:
        cards = self._set()

        def read(wire: Any, path: Path, reading: Reading) -> Pack:
            return Pack(self.deck, tuple(cards.read(wire, path, reading)))

        return Form(cards.wire, cards.write, read)

    def _bits(self) -> Form:
        """The form of an integer whose bits are cards: the cards."""
        cards = self.of(CardSet)
        return Form(
            cards.wire,
            lambda bits: cards.write(CardSet(self.whole, bits)),
            lambda wire, path, reading: cards.read(wire, path, reading).bits,
        )

    def _params(self) -> Form:
        """The parameters of a violation: names and values."""

        def write(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
            # A tuple becomes a list when the message is written.
            return dict(pairs)

        def read(wire: dict[str, Any], path: Path, reading: Reading) -> tuple[tuple[str, Any], ...]:
            return tuple(
                (_read_text(name, path, reading), self._param(value, (*path, name), reading))
                for name, value in wire.items()
            )

        return Form(dict[str, str | int | list[int]], write, read)

    def _param(self, value: Any, path: Path, reading: Reading) -> Any:
        if isinstance(value, str):
            return _read_text(value, path, reading)
        if isinstance(value, int):
            return _read_whole(value, path, reading)
        return tuple(_read_whole(item, (*path, at), reading) for at, item in enumerate(value))

    # --- Several values ---

    def many(self, item: Form) -> Form:
        """Any number of values of the same form."""

        def read(wire: Iterable[Any], path: Path, reading: Reading) -> tuple[Any, ...]:
            return tuple([item.read(part, (*path, at), reading) for at, part in enumerate(wire)])

        return Form(LIST[item.wire], lambda value: [item.write(part) for part in value], read)

    def _either(self, hints: tuple[Any, ...]) -> Form:
        """One of several types: one or ``None``, or classes, which are told by their kind, or ``None``."""
        some = [hint for hint in hints if hint is not types.NoneType]
        inner = self.of(some[0]) if len(some) == 1 else self.union(some)
        if len(some) == len(hints):
            return inner

        def write(value: Any) -> Any:
            return None if value is None else inner.write(value)

        def read(wire: Any, path: Path, reading: Reading) -> Any:
            return None if wire is None else inner.read(wire, path, reading)

        return Form(inner.wire | None, write, read)

    def union(self, classes: Iterable[type]) -> Form:
        """A value of one of these classes, told by ``kind``."""
        forms = {cls: self.tagged(cls) for cls in classes}
        by_wire = {form.wire: form for form in forms.values()}
        wire = UNION[tuple(by_wire)]

        def write(value: Any) -> Any:
            form = forms.get(class_of(value))
            if form is None:
                raise EncodeError(f"{value!r} is no value that a message carries")
            return form.write(value)

        def read(wire: Any, path: Path, reading: Reading) -> Any:
            return by_wire[type(wire)].read(wire, path, reading)

        return Form(wire, write, read)

    # --- Classes ---

    def struct(self, cls: type[Any], known: Mapping[Any, Any] | None = None) -> Form:
        """The form of a class with fields: an object with the same fields."""
        fields = self.fields(cls, known)
        wire = self.wire(cls.__name__, description(cls), {name: field.form for name, field in fields.items()})
        return self.of_fields(cls, fields, wire)

    def tagged(self, cls: type[Any]) -> Form:
        """The form of a class that stands where several may: with its ``kind``."""
        key = ("tagged", cls)
        if key not in self._known:
            fields = self.fields(cls)
            forms = {name: field.form for name, field in fields.items()}
            wire = self.wire(cls.__name__, description(cls), forms, kind_of(cls))
            self._known[key] = self.of_fields(cls, fields, wire)
        return self._known[key]

    def wire(
        self,
        name: str,
        text: str,
        forms: Mapping[str, Form],
        kind: str | None = None,
        optional: Mapping[str, Form] = MappingProxyType({}),
    ) -> Any:
        """The type of an object in a message: all its fields but optional ones must be there, no others."""
        fields: list[Any] = [(field, form.wire) for field, form in forms.items()]
        for field, form in optional.items():
            fields.append((field, UNION[form.wire, msgspec.UnsetType], msgspec.UNSET))
        return msgspec.defstruct(
            name,
            fields,
            tag_field=None if kind is None else "kind",
            tag=kind,
            namespace={"__doc__": text},
            forbid_unknown_fields=True,
            kw_only=True,
            module=f"cardrules.codec.{self.game.name}",
        )

    def fields(self, cls: type[Any], known: Mapping[Any, Any] | None = None) -> dict[str, Field]:
        """The fields of a class, by their names in a message.

        One called ``x_bits``, an integer, is the cards ``x`` there; a member of an enumeration has its
        ``value``.
        """
        if issubclass(cls, Enum):
            return {"value": Field("value", self.of(cls))}
        if not attrs.has(cls):
            what = f"{cls.__name__} is no class that a message carries"
            raise EncodeError(f"{what}: make it with attrs.frozen, or an enumeration")
        found: dict[str, Field] = {}
        given: dict[Any, Any] = dict(known or {})
        for name, hint in field_types(cls, given).items():
            special = self._as.get((cls, name))
            if special is not None:
                found[name] = Field(name, special())
            elif name.endswith("_bits") and hint is int:
                found[name.removesuffix("_bits")] = Field(name, self._bits())
            else:
                found[name] = Field(name, self._of_field(cls, name, hint))
        return found

    def _of_field(self, cls: type[Any], name: str, hint: Any) -> Form:
        """The form of a field's type; an `EncodeError` says whose it is."""
        try:
            return self.of(hint)
        except EncodeError as error:
            raise EncodeError(f"{cls.__name__}.{name}: {error}") from None

    def of_fields(
        self,
        cls: type[Any],
        fields: Mapping[str, Field],
        wire: Any,
        envelope: Mapping[str, Any] | None = None,
    ) -> Form:
        """The form of a class with these fields; ``envelope`` are further fields of its messages."""
        around = dict(envelope or {})
        if issubclass(cls, Enum):
            value = fields["value"].form
            return Form(
                wire,
                lambda member: wire(value=value.write(member), **around),
                lambda given, path, reading: value.read(given.value, (*path, "value"), reading),
            )
        loose = cls in self._loose

        def write(value: Any) -> Any:
            written = {name: field.form.write(getattr(value, field.name)) for name, field in fields.items()}
            if (cls, "format") in self._as and rules_are_usual(value):
                written["format"] = None
            return wire(**written, **around)

        def read(given: Any, path: Path, reading: Reading) -> Any:
            if loose:
                reading = Reading(reading.pack, reading.most, loose=True)
            values = {
                field.name: field.form.read(getattr(given, name), (*path, name), reading)
                for name, field in fields.items()
            }
            if (cls, "format") in self._as and values["format"] is None:
                del values["format"]
            return made(cls, values, path)

        return Form(wire, write, read)

    # --- Rules ---

    def _format(self) -> Form:
        """The format of rules: nothing where it follows from the options."""
        inner = self.of(field_types(self.game.rules)["format"])

        def read(wire: Any, path: Path, reading: Reading) -> Any:
            return None if wire is None else inner.read(wire, path, Reading(self.whole, _LARGEST_SIZE))

        return Form(inner.wire | None, inner.write, read)

    def _seating(self) -> Form:
        inner = self.struct(Seating)

        def read(wire: Any, path: Path, reading: Reading) -> Seating:
            seats = wire.seats
            if not 1 <= seats <= _MOST_SEATS:
                raise DecodeError((*path, "seats"), shown(seats), f"1 to {_MOST_SEATS} seats")
            seating: Seating = inner.read(wire, path, reading)
            return seating

        return Form(inner.wire, inner.write, read)


# --- Small ones -----------------------------------------------------------------------------------

_CARRIED = (
    "it has whole numbers, flags, texts, Literal of these, cards, suits, ranks, sets of cards, tuples of any "
    "length, enumerations, classes made by attrs.frozen, and these or None"
)


def _literal(hint: Any, values: tuple[Any, ...]) -> Form:
    """The form of some texts, whole numbers, flags or ``None``, one of which it is (`EncodeError`)."""
    if not all(value is None or isinstance(value, str | int) for value in values):
        raise EncodeError(f"{hint!r} is no type that a message carries: {_CARRIED}")
    allowed = {(class_of(value), value) for value in values}
    # msgspec has no literal flags: they are any flag there, and what is read is looked at.
    others = tuple(value for value in values if not isinstance(value, bool))
    flags = [bool] if len(others) < len(values) else []
    wire = UNION[(*([LITERAL[others]] if others else []), *flags)]

    def write(value: Any) -> Any:
        if (class_of(value), value) not in allowed:
            raise EncodeError(f"{shown(value)} is not one of {', '.join(map(repr, values))}")
        return value

    def read(wire: Any, path: Path, reading: Reading) -> Any:
        if (class_of(wire), wire) not in allowed:
            raise DecodeError(path, shown(wire), f"one of {', '.join(map(repr, values))}")
        return wire

    return Form(wire, write, read)


def has_usual_format(rules: type[Any]) -> bool:
    """Whether the sizes of a game follow from its options, so that they need not be given."""
    return any(field.name == "format" and field.default is not attrs.NOTHING for field in attrs.fields(rules))


@lru_cache(_MANY_RULES)
def rules_are_usual(rules: Any) -> bool:
    """Whether the format of these rules is the one that follows from their options."""
    cls = class_of(rules)
    names = [field.name for field in attrs.fields(cls) if field.init and field.name != "format"]
    usual: bool = rules.format == cls(**{name: getattr(rules, name) for name in names}).format
    return usual


def once(cards: Iterable[Card], path: Path) -> list[Card]:
    """The cards themselves, each of them there once (`DecodeError`)."""
    seen: dict[Card, int] = {}
    for at, card in enumerate(cards):
        if card in seen:
            raise DecodeError((*path, at), repr(str(card)), "every card once")
        seen[card] = at
    return list(seen)


def made(cls: type[Any], values: Mapping[str, Any], path: Path) -> Any:
    """A value of a class with these fields; what the class refuses is a `DecodeError`."""
    try:
        return cls(**values)
    except RulesError as error:
        where = (*path, error.option) if error.option in values else path
        raise DecodeError(where, shown(values.get(error.option, "these options")), str(error)) from None
    except (CardrulesError, ValueError, TypeError) as error:
        raise DecodeError(path, f"no {cls.__name__}", str(error)) from None


def shown(value: object) -> str:
    """A value as text that is never long, nor deep.

    >>> shown([[[[[[[1]]]]]]]), shown("x" * 500)[:8]
    ('[[[[[[...]]]]]]', "'xxxxxxx")
    """
    try:
        return _SHORT.repr(value)
    except (ValueError, RecursionError):  # a number with thousands of digits
        return f"a value of type {type(value).__name__}"


def description(cls: type[Any]) -> str:
    """The first paragraph of a class's docstring, without marks."""
    text = inspect.cleandoc(cls.__doc__ or cls.__name__).split("\n\n")[0]
    text = text.removesuffix(":")
    return re.sub(r"``?([^`]+)``?", r"\1", " ".join(text.split()))


def _write_flag(value: bool) -> bool:
    if not isinstance(value, bool):
        raise EncodeError(f"{value!r} is neither True nor False")
    return value


def _write_whole(value: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise EncodeError(f"{value!r} is not a whole number")
    if not -LARGEST <= value <= LARGEST:
        raise EncodeError(f"a number of {value.bit_length()} bits is too large for a message")
    return value


def _read_whole(wire: int, path: Path, reading: Reading) -> int:
    if not -reading.most <= wire <= reading.most:
        raise DecodeError(path, shown(wire), f"a number from {-reading.most} to {reading.most}")
    return wire


def _write_text(value: str) -> str:
    if not isinstance(value, str):
        raise EncodeError(f"{value!r} is not a text")
    if not _has_utf8(value):
        raise EncodeError(f"{value!r} is no text that can be written: half of a surrogate pair is in it")
    return value


def _read_text(wire: str, path: Path, reading: Reading) -> str:
    if not _has_utf8(wire):
        raise DecodeError(path, shown(wire), "a text without halves of surrogate pairs")
    return wire


def _has_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _given(wire: Any, path: Path, reading: Reading) -> Any:
    return wire


def _without_none(hint: Any) -> Any:
    rest = [arg for arg in get_args(hint) if arg is not types.NoneType]
    return rest[0] if len(rest) == 1 and get_origin(hint) in (types.UnionType, typing.Union) else hint


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60
