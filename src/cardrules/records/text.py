"""Records as text for people: sections, and the moves trick by trick."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from cardrules.catalogue import UnknownGame, find
from cardrules.errors import CardrulesError, IllegalMove, ParseError, RulesError, SeatError
from cardrules.moves import Deal, Play
from cardrules.notation.moves import write_move
from cardrules.notation.options import every_option, rules_of, whole, write_format
from cardrules.notation.scanning import Part
from cardrules.notation.states import in_order
from cardrules.records.record import VERSION, AnyGame, Claim, Record, RecordError, in_one_line, reading

_SECTIONS = ("record", "game", "seat", "rules", "format", "first", "scores", "deal", "result")
_HEAD = re.compile(rf"[ \t]*({'|'.join(_SECTIONS)})[ \t]*:", re.IGNORECASE)
_STRING = r'("(?:[^"\\]|\\.)*")'
_PLAYER = re.compile(rf"\s*player\s+([0-9]{{1,9}})\s*:\s*{_STRING}\s*(?:#.*)?", re.IGNORECASE)
_TAG = re.compile(rf"\s*tag\s+{_STRING}\s*:\s*{_STRING}\s*(?:#.*)?", re.IGNORECASE)
_QUOTED = re.compile(r"\s*(player|tag)\s", re.IGNORECASE)
_NAME = re.compile(r"[\w -]{1,99}")  # and no more: a text must not say which module is imported


def to_text(record: Record) -> str:
    """A record as text, which `from_text` reads back; equal records have equal texts.

    >>> from cardrules.games.truco import Rules
    >>> print(to_text(Record("truco", Rules(), players=["Ana", "Zoë"])).replace("; ", "\\n       "), end="")
    record: 1
    game: truco
    rules: target=15
           raise_right=acceptor
           envido_after_truco=no
           envido_own_card=yes
           max_envidos=2
           falta=nearer
           fold_to_envido=round_value
           envido_reveal=points
    first: 0
    scores: 0 0
    player 0: "Ana"
    player 1: "Zoë"
    """
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    game, rules = record.game, record.rules
    yield f"record: {VERSION}"
    yield f"game: {game.name}"
    if record.seat is not None:
        yield f"seat: {record.seat}  # what this seat knew; ALL OTHER CARDS ARE MADE UP"
    yield f"rules: {'; '.join(f'{name}={text}' for name, (text, _) in every_option(game, rules).items())}"
    if sizes := write_format(game, rules):
        yield f"format: {sizes}"
    yield f"first: {record.first}"
    yield f"scores: {_numbers_said(record.scores)}"
    yield from (f"player {seat}: {_quoted(name)}" for seat, name in enumerate(record.players))
    yield from (f"tag {_quoted(name)}: {_quoted(value)}" for name, value in record.tags)
    deck = rules.format.pack.deck
    for line in _in_lines(record):
        if isinstance(line[0], Deal):
            yield f"deal: {in_order(deck, line[0].pack)}"
        else:
            yield f"  {'; '.join(map(write_move, line))}"
    if record.claim is not None:
        won = record.claim.winners
        end = "" if won is None else f"; winners {_numbers_said(won)}".rstrip()
        yield f"result: scores {_numbers_said(record.claim.scores)}".rstrip() + end


def _in_lines(record: Record) -> Iterator[list[Any]]:
    """The moves in lines: a new one with a trick, as far as the moves are legal, and with another kind."""
    game, line = record.game, list[Any]()
    state: Any = game.new_match(record.rules, first=record.first, scores=record.scores)
    for move in record.moves:
        begins = isinstance(move, Play) and state is not None and not getattr(state, "trick", ())
        if line and (begins or isinstance(move, Deal) or type(move) is not type(line[-1])):
            yield line
            line = []
        line.append(move)
        try:
            state = None if state is None else game.apply(state, move)
        except IllegalMove:
            state = None
    if line:
        yield line


def _numbers_said(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _quoted(text: str) -> str:
    """A text between quotation marks, as JSON has it; what cannot be seen is escaped, so it is one line."""
    return in_one_line(json.dumps(text, ensure_ascii=False))


def from_text(text: str, game: AnyGame | None = None) -> Record:
    """The record that a text tells. Its moves are read, not judged: see `Record.replay` and `verify`.

    ``game`` is needed for a game that is not found by its name. Raises `ParseError`, and nothing else.

    >>> from_text("record: 1\\ngame: truco\\ndeal: 7 de oro, 4 de copas, 8O")
    Traceback (most recent call last):
    cardrules.errors.ParseError: at position 50 (line 3): '8O' is not a card: expected a rank (1 2 3 ...
    """
    return _Reader(text, game).read()


class _Reader:
    """One text on its way to a record."""

    def __init__(self, text: str, game: AnyGame | None) -> None:
        self.text = text
        self.given = game
        self.found: dict[str, Part] = {}
        self.players: dict[int, tuple[Part, str]] = {}
        self.tags: dict[str, tuple[Part, str]] = {}
        self.told: list[tuple[bool, Part]] = []  # whether it is a deal, and what it says
        self.nowhere = Part(text, 0, "")

    def read(self) -> Record:
        self._sort()
        version = self._needed("record", f"'record: {VERSION}'")
        if whole(version) != VERSION:
            raise version.fault(f"{VERSION}, the version of the format")
        game = self._game()
        rules = rules_of(game, self.found.get("rules"), self.found.get("format"))
        first = whole(self.found["first"]) if "first" in self.found else 0
        seat = whole(self.found["seat"]) if "seat" in self.found else None
        scores = _numbers(self.found["scores"]) if "scores" in self.found else None
        moves = tuple(self._moves(game, rules))
        if sorted(self.players) != list(range(len(self.players))):
            part = next(iter(self.players.values()))[0]
            raise part.fault("a name for every seat, from 0 on")
        names = [self.players[seat][1] for seat in sorted(self.players)]
        tags = {name: value for name, (_, value) in self.tags.items()}
        try:
            return Record(
                game,
                rules,
                moves,
                first=first,
                scores=scores,
                players=names,
                tags=tags,
                claim=self._claim(),
                seat=seat,
            )
        except ParseError:
            raise
        except RulesError as error:
            raise self._part("scores").fault("a standing at which a match begins", str(error)) from None
        except SeatError as error:
            raise self._part("first").fault("a seat", str(error)) from None
        except RecordError as error:
            raise self._culprit(error).fault("what a record has", str(error)) from None

    def _sort(self) -> None:
        at = 0
        for line in self.text.split("\n"):
            if _QUOTED.match(line):
                self._quoted(line, Part(self.text, at, line).stripped())
            else:
                part = Part(self.text, at, line.partition("#")[0])
                head = _HEAD.match(part.text)
                if head is None:
                    self.told.extend((False, item) for item in part.items())
                else:
                    self._section(head[1].lower(), part.cut(head.end()))
            at += len(line) + 1

    def _section(self, name: str, part: Part) -> None:
        if name == "deal":
            self.told.append((True, part))
        elif name in self.found:
            raise part.fault(f"{name!r} once only")
        else:
            self.found[name] = part

    def _quoted(self, line: str, part: Part) -> None:
        player, tag = _PLAYER.fullmatch(line), _TAG.fullmatch(line)
        try:
            if player is not None:
                seat, name = int(player[1]), _unquoted(player[2])
                if seat in self.players:
                    raise part.fault("every player once")
                self.players[seat] = part, name
                return
            if tag is not None:
                name, value = _unquoted(tag[1]), _unquoted(tag[2])
                if name in self.tags:
                    raise part.fault("every tag once")
                self.tags[name] = part, value
                return
        except ParseError:
            raise
        except ValueError as error:
            raise part.fault("texts as JSON has them", str(error)) from None
        raise part.fault('\'player 0: "…"\' or \'tag "…": "…"\'')

    def _needed(self, name: str, expected: str) -> Part:
        if name not in self.found:
            beginning = Part(self.text, 0, self.text).stripped()
            raise beginning.cut(0, len(beginning.text.partition("\n")[0])).fault(expected)
        return self.found[name]

    def _part(self, name: str) -> Part:
        return self.found.get(name) or self.found.get("game") or self.nowhere

    def _culprit(self, error: RecordError) -> Part:
        if error.field == "players" and self.players:
            return next(iter(self.players.values()))[0]
        if error.field == "tags" and self.tags:
            return next(iter(self.tags.values()))[0]
        return self._part("result" if error.field == "claim" else error.field)

    def _game(self) -> AnyGame:
        part = self._needed("game", "'game:' and the name of a game")
        if not _NAME.fullmatch(part.text):
            raise part.fault("the name of a game")
        if self.given is not None:
            if re.sub(r"[\s_-]+", "_", part.text).casefold() != self.given.name.casefold():
                raise part.fault(self.given.name)
            return self.given
        try:
            return find(part.text)
        except UnknownGame as error:
            raise part.fault("the name of a game", str(error)) from None

    def _moves(self, game: AnyGame, rules: Any) -> Iterator[Any]:
        moves = reading(game, rules)
        for is_deal, part in self.told:
            try:
                yield moves.deal(part.text) if is_deal else moves.move(part.text)
            except ParseError as error:
                raise part.inner_fault(error) from None
            except CardrulesError as error:
                raise part.fault("a move", str(error)) from None

    def _claim(self) -> Claim | None:
        if "result" not in self.found:
            return None
        told: dict[str, tuple[int, ...]] = {}
        for item in self.found["result"].items():
            word = item.text.split(maxsplit=1)[0]
            if word not in ("scores", "winners") or word in told:
                raise item.fault("'scores' and 'winners', each once")
            told[word] = _numbers(item.cut(len(word)))
        if "scores" not in told:
            raise self.found["result"].fault("'scores' and the standing")
        return Claim(told["scores"], told.get("winners"))


def _unquoted(literal: str) -> str:
    text: str = json.loads(literal)
    return text


def _numbers(part: Part) -> tuple[int, ...]:
    return tuple(whole(part.cut(word.start(), word.end())) for word in re.finditer(r"\S+", part.text))
