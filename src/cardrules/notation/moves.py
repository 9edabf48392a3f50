"""Moves as text: `write_move` is strict in what it prints, `read_move` forgiving.

How a move is written follows from its class alone:

- a `Play` is its card: ``Q♠``, ``7 de oro``;
- a class with ``cards`` is its name and the cards: ``expose Q♠ J♦``, ``exchange nothing``;
- a class with ``seat`` is its name and the seat: ``choose leader 2``;
- a class with some other whole number is its name and the number: ``bid 3``;
- a class without fields is its name: ``knock``;
- a member of an enumeration is its value: ``no quiero``.

Classes have fields as `attrs` makes them. A move of any other class has no text.

A text is only read here: whether the move is legal is for `apply` and `why_not` to say.

>>> from cardrules.games import truco
>>> state = truco.new_match(truco.Rules())
>>> state = truco.apply(state, truco.arrange(state, ["7O 6O 1E"]))
>>> read_move(state, "7o"), read_move(state, "NO-QUIERO")
(Play(card=SPANISH['7 de oro']), Call.NO_QUIERO)
>>> [write_move(move) for move in truco.legal_moves(state)][:4]
['1 de espada', '6 de oro', '7 de oro', 'truco']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import Any, TypeVar

import attrs

from cardrules.cards import CardSet, Pack
from cardrules.errors import CardrulesError, NoText, ParseError, brief, cited
from cardrules.moves import Play
from cardrules.table import GameRules, Position

R = TypeVar("R", bound=GameRules)
S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

NOTHING = "nothing"
"""How the empty choice of cards is written."""

_NOTHING = frozenset(("", NOTHING, "none", "no", "pass"))
_MOST_WORDS = 8  # that a name of a kind of move may be written in
_LONGEST_NAME = 200
_SHAPES = (
    "a class made by attrs.frozen with one field (cards, seat, or a whole number) or none, or a member of an "
    "enumeration"
)
_SHORTEST = 3  # letters of a word that stand for it, unless another word begins so too


def write_move(move: object) -> str:
    """A move as text, which `read_move` reads back wherever the move is legal.

    Raises `NoText` (a `TypeError`) for a value that is no move or of a kind that has no text (a `Deal` among
    them).

    >>> from cardrules.games.etori import ChooseLeader
    >>> from cardrules.games.gong_zhu import Expose
    >>> write_move(Expose("J♦ Q♠")), write_move(Expose("")), write_move(ChooseLeader(2))
    ('expose Q♠ J♦', 'expose nothing', 'choose leader 2')
    """
    if isinstance(move, Play):
        return str(move.card)
    if isinstance(move, Enum):
        return said(move)
    shape = _shape(type(move))
    if shape == "name":
        return name_of(type(move))
    if shape:
        value: object = getattr(move, _fields(type(move))[0].name)
        return f"{name_of(type(move))} {str(value) or NOTHING}"
    raise NoText(f"{brief(move)} is not a move that has a text: {_SHAPES} has one")


def read_move(position: Position[R, S, M, V], text: str) -> M:
    """The move of the seat to move that a text means, in a state or a view of any game.

    Capitals, accents, hyphens and extra spaces do not matter. A card may follow the word ``play``. Names
    of moves may be shortened (``lead 2`` for ``choose leader 2``), and left out where no other kind of
    move can be made at the moment; then ``nothing``, ``none``, ``pass`` or an empty text is the empty
    choice of cards. ``me`` is the seat to move, ``partner`` its partner.

    Raises `ParseError`, which says what was read and what was expected; never for a move that is written
    well and is not legal.

    >>> from cardrules.games import gong_zhu
    >>> state = gong_zhu.new_match(gong_zhu.Rules())
    >>> state = gong_zhu.apply(state, gong_zhu.arrange(state, ["2♠ Q♠ J♦"]))
    >>> read_move(state, "expose qs jd"), read_move(state, "Q♠"), read_move(state, "pass")
    (Expose('Q♠ J♦'), Expose('Q♠'), Expose(''))
    >>> read_move(state, "play qs")
    Play(card=FRENCH['Q♠'])
    >>> read_move(state, "expose 14♠")
    Traceback (most recent call last):
    cardrules.errors.ParseError: '14♠' at position 7 of 'expose 14♠' is not a card: expected cards such as A♠
    """
    move: M = _Reader(position, text).read()
    return move


def name_of(kind: type) -> str:
    """The words that name a kind of move: those of its class.

    >>> from cardrules.games.etori import ChooseLeader
    >>> name_of(ChooseLeader)
    'choose leader'
    """
    return " ".join(_words_of(kind))


def has_text(kind: type) -> bool:
    """Whether the moves of a class can be written and read.

    >>> from cardrules.games.truco import Call
    >>> from cardrules import Deal
    >>> has_text(Call), has_text(Deal)
    (True, False)
    """
    return bool(_shape(kind))


def expected(position: Position[Any, Any, Any, Any]) -> str:
    """What the seat to move may write at this moment, in words.

    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> state = truco.apply(truco.apply(state, truco.arrange(state)), truco.Call.TRUCO)
    >>> expected(state)
    'one of retruco, envido, real envido, falta envido, quiero, no quiero, mazo'
    """
    return _Reader(position, "").expected()


def _words_of(kind: type) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z][a-z0-9]*|[a-z0-9]+", kind.__name__)]


def said(member: Enum) -> str:
    """How a member of an enumeration is written: its value if that is a text, otherwise its name.

    >>> from cardrules.games.truco import Call
    >>> said(Call.NO_QUIERO)
    'no quiero'
    """
    value: object = member.value
    return value if isinstance(value, str) else member.name.lower().replace("_", " ")


def _folded(text: str) -> str:
    """A text without capitals, accents, spaces, hyphens and other signs: letters and digits only.

    Of a text that is longer than any name or call, nothing: heaps of accents take long to put in order.
    """
    if len(text) > _LONGEST_NAME:
        return ""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if letter.isalnum())


def _shape(kind: type[Any]) -> str:
    """How a kind of move is written: ``card``, ``call``, ``cards``, ``seat``, ``number``, ``name`` or not."""
    if issubclass(kind, Play):
        return "card"
    if issubclass(kind, Enum):
        return "call"
    fields = _fields(kind)
    if not fields:
        return "name" if attrs.has(kind) else ""
    if len(fields) != 1:
        return ""
    number = "number" if fields[0].type in (int, "int") else ""
    return fields[0].name if fields[0].name in ("cards", "seat") else number


def _fields(kind: type[Any]) -> tuple[Any, ...]:
    return tuple(attrs.fields(kind)) if attrs.has(kind) else ()


def _members(kind: type) -> tuple[Enum, ...]:
    return tuple(kind) if issubclass(kind, Enum) else ()


class _Reader:
    """One text in one position, on its way to a move."""

    def __init__(self, position: Position[Any, Any, Any, Any], text: str) -> None:
        game = position.GAME
        self.position = position
        self.text = text
        self.shapes = {kind: _shape(kind) for kind in game.moves}
        self.now = game.moves if position.to_move is None else game.allowed(position)

    def read(self) -> Any:
        for find in (self._call, self._bare, self._named, self._card):
            move = find()
            if move is not None:
                return move
        expected = self.expected()
        raise ParseError(f"{cited(self.text)} is no move: expected {expected}", self.text, 0, expected)

    def expected(self) -> str:
        return " or ".join(map(self._form, self.now))

    def _form(self, kind: type[Any]) -> str:
        shape, name = self.shapes[kind], name_of(kind)
        forms = {
            "card": f"a card such as {self._example()}",
            "cards": f"{name!r} and cards such as {self._example()}, or '{name} {NOTHING}'",
            "seat": f"{name!r} and {self._seats()}",
            "number": f"{name!r} and a number",
            "name": repr(name),
        }
        return forms.get(shape) or f"one of {', '.join(map(said, self._possible(kind)))}"

    def _possible(self, kind: type[Any]) -> list[Enum]:
        """The members of an enumeration that may be said now; all of them where none may."""
        legal = [move for move in self.position.GAME.legal_moves(self.position) if isinstance(move, kind)]
        return legal or list(_members(kind))

    def _example(self) -> str:
        return str(self.position.pack.cards[0])

    def _seats(self) -> str:
        return f"a seat from 0 to {self.position.seating.seats - 1}"

    def _call(self) -> Enum | None:
        """A member of an enumeration, by its value or its name."""
        wanted = _folded(self.text)
        calls = [call for kind in self.shapes for call in _members(kind)]
        return next((call for call in calls if wanted in (_folded(said(call)), _folded(call.name))), None)

    def _bare(self) -> object:
        """What stands without a name: a card, and the cards or the seat of the only kind that can be made."""
        if Play in self.now:
            return self._card()
        if len(self.now) == 1:
            kind: type[Any] = self.now[0]
            if self.shapes[kind] == "seat":
                seat = self._seat(self.text)
                return None if seat is None else kind(seat)
            if self.shapes[kind] == "number":
                number = _number(self.text)
                return None if number is None else kind(number)
            if self.shapes[kind] == "cards":
                try:
                    return kind(self._cards(0))
                except ParseError:
                    return None
        return None

    def _card(self) -> Play | None:
        try:
            return Play(self.position.pack.deck.parse(self.text))
        except ParseError:
            return None

    def _named(self) -> object:
        """A name of a kind of move, in full or in part, and what follows it."""
        words = list(islice(re.finditer(r"\S+", self.text), _MOST_WORDS + 1))
        for count in range(min(len(words), _MOST_WORDS), 0, -1):
            named = _folded("".join(word.group() for word in words[:count]))
            kinds = [
                kind
                for kind, shape in self.shapes.items()
                if shape not in ("", "call") and _names(kind, named)
            ]
            if len(kinds) == 1:
                at = words[count].start() if count < len(words) else len(self.text)
                return self._after_name(kinds[0], at)
        return None

    def _after_name(self, kind: type[Any], at: int) -> object:
        rest, shape = self.text[at:].rstrip(), self.shapes[kind]
        if shape == "card":
            try:
                return kind(self.position.pack.deck.parse(rest))
            except ParseError:
                raise self._unread(rest, at, "is not a card", f"a card such as {self._example()}") from None
        if shape == "cards":
            if not rest:
                raise self._unread(rest, at, "", f"cards such as {self._example()}, or {NOTHING!r}")
            return kind(self._cards(at))
        if shape == "name":
            if rest:
                raise self._unread(rest, at, "is too much", f"nothing after {name_of(kind)!r}")
            return kind()
        number = _number(rest) if shape == "number" else self._seat(rest)
        if number is None:
            what = ("is not a number", "a number") if shape == "number" else ("is not a seat", self._seats())
            raise self._unread(rest, at, *what)
        return kind(number)

    def _cards(self, at: int) -> CardSet:
        """The set of the cards that the text names from here on."""
        rest, pack = self.text[at:], self.position.pack
        if rest.strip().casefold() in _NOTHING:
            return pack.set()
        deck = Pack(pack.deck)
        try:
            cards = deck.read(rest)
        except ParseError as error:
            word = re.split(r"[\s,;]", rest[error.position :], maxsplit=1)[0]
            forms = f"cards such as {self._example()}"
            raise self._unread(word, at + error.position, "is not a card", forms) from None
        except CardrulesError as error:  # a card that is named twice
            raise self._unread(rest, at, f"will not do, since {error}", "every card once") from None
        # A card that the game's pack lacks is for the rules to refuse.
        return (pack if all(card in pack for card in cards) else deck).set(cards)

    def _seat(self, text: str) -> int | None:
        words = text.casefold().split()
        if words[:1] == ["seat"]:
            del words[0]
        word = words[0] if len(words) == 1 else ""
        seating, mover = self.position.seating, self.position.to_move
        if re.fullmatch(r"[0-9]{1,9}", word):
            return int(word)
        if mover is None:
            return None
        if word in ("me", "myself", "i", "you"):  # "you" is what a person is called on the screen
            return mover
        partners = [seat for seat in seating.sides[seating.side_of(mover)] if seat != mover]
        return partners[0] if word == "partner" and len(partners) == 1 else None

    def _unread(self, word: str, at: int, what: str, expected: str) -> ParseError:
        whole = cited(self.text)
        found = f"{cited(word)} at position {at} of {whole} {what}" if word else f"{whole} is not all"
        return ParseError(f"{found}: expected {expected}", self.text, at, expected)


def _number(text: str) -> int | None:
    """The whole number that a text is, if it is one."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text.strip(), re.ASCII) else None


def _names(kind: type, word: str) -> bool:
    """Whether a folded word is the name of a kind of move, some of its words, or the beginning of one."""
    return any(
        name == word or (len(word) >= _SHORTEST and name.startswith(word)) for name in _runs(_words_of(kind))
    )


def _runs(words: list[str]) -> Iterator[str]:
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield "".join(words[start:end])
