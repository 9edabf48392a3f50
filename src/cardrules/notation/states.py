"""Whole states as text: what can be written down of one, and read back by replaying its deal.

>>> from cardrules.games import truco
>>> state = read_state('''
...     game: truco
...     rules: target=30
...     hands:
...       0: 1E 7E 7O
...       1: 4B 5B 6B
...     moves: truco; quiero; 7 de oro
... ''')
>>> state.scores, state.to_move, state.deal.value
((0, 0), 1, 2)
>>> print(write_state(state).partition("stock")[0])
game: truco
rules: target=30
hands:
  0: 1 de espada, 7 de espada, 7 de oro
  1: 4 de basto, 5 de basto, 6 de basto
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cardrules.cards import Card, Deck
from cardrules.catalogue import UnknownGame, find
from cardrules.errors import CardrulesError, IllegalMove, ParseError
from cardrules.game import Game
from cardrules.ledger import LedgerError, payoffs_of, resumed
from cardrules.match import Result
from cardrules.moves import Play
from cardrules.notation.moves import NOTHING, read_move, write_move
from cardrules.notation.options import cards, rules_of, whole, write_format, write_rules
from cardrules.notation.scanning import Part
from cardrules.scoring import Line, total
from cardrules.table import Position

AnyGame = Game[Any, Any, Any, Any]

_SECTIONS = ("game", "rules", "format", "eldest", "start", "result", "hands", "stock", "moves")
_HEAD = re.compile(rf"^[^\S\n]*({'|'.join(_SECTIONS)})[^\S\n]*:", re.MULTILINE | re.IGNORECASE)
_NAME = re.compile(r"[\w -]{1,99}")  # and no more: a text must not say which module is imported
_LABELLED = re.compile(r"([0-9]{1,9})\s*:\s*(.*)", re.DOTALL)
_LINE = re.compile(
    r"(?P<rule>[\w.]+)\s+side\s+(?P<side>[0-9]{1,9})(?:\s+seat\s+(?P<seat>[0-9]{1,9}))?"
    r"\s+(?P<points>[+−-]?[0-9]{1,18})(?:\s+(?P<cards>\S.*))?",
    re.DOTALL,
)
_LINE_FORM = "a line such as 'truco.value side 0 +1', with the seat after the side and the cards at the end"


# --- Writing --------------------------------------------------------------------------------------


def write_state(state: Position[Any, Any, Any, Any]) -> str:
    """A state as text, from which `read_state` makes an equal one; equal states have equal texts.

    It tells the game, the options that are not as usual, who is eldest, the standing at which the match
    began, what the deals before scored, and of the deal on the table the cards as they were dealt and all
    moves. Raises `NoText` for rules or moves that have no text.
    """
    return "\n".join(_lines_of(state.GAME, state)) + "\n"


def _lines_of(game: AnyGame, state: Any) -> Iterator[str]:
    match, rules = state.match, state.match.rules
    yield f"game: {game.name}"
    if options := write_rules(game, rules):
        yield f"rules: {options}"
    if sizes := write_format(game, rules):
        yield f"format: {sizes}"
    begun = game.begun(state) if state.deal.number else state
    if begun.match.eldest:
        yield f"eldest: {begun.match.eldest}"
    if match.start != game.new_match(rules).match.start:
        yield f"start: {' '.join(map(str, match.start))}"
    for result in begun.match.results:
        yield from _result(game, rules, result)
    if not state.deal.number:
        return
    deal, *moves = game.moves_made(state)
    order, deck = game.order(begun), state.pack.deck
    by_place, stock = order.dealing.deal(deal.pack)
    by_seat = dict(zip(order.seats, by_place, strict=True))
    yield "hands:"
    yield from (f"  {seat}: {in_order(deck, by_seat[seat])}" for seat in sorted(by_seat))
    if stock:
        yield f"stock: {in_order(deck, stock)}"
    if moves:
        yield "moves:"
        yield from (f"  {'; '.join(line)}" for line in _in_lines(game, game.apply(begun, deal), moves))


def in_order(deck: Deck, listed: Iterable[Card]) -> str:
    """Cards of a deck as text, in the order given.

    >>> from cardrules import FRENCH, SPANISH
    >>> in_order(FRENCH.deck, FRENCH.read("2c A♠")), in_order(SPANISH.deck, SPANISH.read("7O 1E"))
    ('2♣ A♠', '7 de oro, 1 de espada')
    """
    return (", " if deck.join else " ").join(map(str, listed))


def _result(game: AnyGame, rules: Any, result: Result) -> Iterator[str]:
    payoffs = ""
    if result.payoffs != payoffs_of(game, rules, result):
        payoffs = f"; payoffs {' '.join(map(str, result.payoffs))}"
    yield f"result: eldest {result.eldest}{payoffs}"
    for line in result.lines:
        seat = "" if line.seat is None else f" seat {line.seat}"
        named = "" if line.cards is None else f" {str(line.cards) or NOTHING}"
        yield f"  {line.rule} side {line.side}{seat} {line.points:+d}{named}"


def _in_lines(game: AnyGame, state: Any, moves: Iterable[Any]) -> Iterator[list[str]]:
    """The moves as text, in lines: a new one where a trick begins, and where moves of another kind do."""
    line: list[str] = []
    before: object = None
    for move in moves:
        begins = isinstance(move, Play) and not getattr(state, "trick", ())
        if line and (begins or type(move) is not type(before)):
            yield line
            line = []
        line.append(write_move(move))
        before, state = move, game.apply(state, move)
    yield line


# --- Reading --------------------------------------------------------------------------------------


def read_state(text: str, game: AnyGame | None = None) -> Any:
    """The state that a text tells, made by its game from its moves: what no rules allow, no text makes.

    The text has sections, each ``name: …``, of which ``game`` may be missing where it is given, and all
    others where they are as usual. Cards that the hands lack are dealt in the order of the pack. Moves may be
    preceded by their seat; comments go from ``#`` to the end of a line.

    Raises `ParseError` for a text that is wrong in itself, with the position, and `IllegalMove` for a move
    that is not legal (a note of the exception says where it stands).

    >>> read_state("game: gong-zhu").rules
    Rules()
    >>> read_state("game: truco\\nhands:\\nmoves: quiero")
    Traceback (most recent call last):
    cardrules.errors.IllegalMove: seat 0 may not say quiero: no call waits for an answer.
    at position 26 (line 3): 'quiero'
    """
    found = _sections(Part.of(text))
    game = _game(found, game, text)
    state = _begun(game, found)
    hands, moves = found.get("hands"), found.get("moves")
    stock = found.get("stock")
    if hands is None:
        for other in (stock, moves):
            if other:
                raise other[0].fault("'hands:' too, since cards lie on the table")
        return state
    state = _dealt(game, state, hands[0], stock[0] if stock else None)
    for item in moves[0].items() if moves else ():
        state = _moved(game, state, item)
    return state


def _sections(part: Part) -> dict[str, list[Part]]:
    """The sections of a text by name; there may be several of results only."""
    heads = list(_HEAD.finditer(part.text))
    before = part.cut(0, heads[0].start() if heads else None)
    if before.text:
        raise before.fault(f"one of {', '.join(f'{name}:' for name in _SECTIONS)}")
    found: dict[str, list[Part]] = {}
    ends = [head.start() for head in heads[1:]] + [len(part.text)]
    for head, end in zip(heads, ends, strict=False):
        name = head[1].lower()
        section = part.cut(head.end(), end)
        if name in found and name != "result":
            raise section.fault(f"{name!r} once only")
        found.setdefault(name, []).append(section)
    return found


def _game(found: dict[str, list[Part]], given: AnyGame | None, text: str) -> AnyGame:
    if "game" not in found:
        if given is None:
            raise Part(text, 0, "").fault("'game:' and the name of a game")
        return given
    part = found["game"][0]
    if not _NAME.fullmatch(part.text):
        raise part.fault("the name of a game")
    if given is not None:
        if re.sub(r"[\s_-]+", "_", part.text).casefold() != given.name.casefold():
            raise part.fault(given.name)
        return given
    try:
        return find(part.text)
    except UnknownGame as error:
        raise part.fault("the name of a game", str(error)) from None


def _begun(game: AnyGame, found: dict[str, list[Part]]) -> Any:
    """The state that awaits the deal of which the text tells."""
    rules = rules_of(game, *(found.get(name, [None])[0] for name in ("rules", "format")))
    eldest = whole(found["eldest"][0]) if "eldest" in found else 0
    start = _numbers(found["start"][0]) if "start" in found else None
    results = found.get("result", [])
    try:
        usual = game.new_match(rules, scores=start).match.start
        read: list[Result] = []
        for part in results:
            read.append(_read_result(game, rules, read[-1].totals if read else usual, part))
        return resumed(game, rules, eldest, start, tuple(read))
    except LedgerError as error:
        part = _culprit(error, found)
        raise part.fault(error.expected, f"it says {error.found}") from None
    except ParseError:
        raise
    except CardrulesError as error:
        raise _culprit(None, found).fault("a standing from which the match goes on", str(error)) from None


def _culprit(error: LedgerError | None, found: dict[str, list[Part]]) -> Part:
    """The part of the text that a fault of the ledger is in."""
    name, *rest = ["start"] if error is None else error.path
    if name == "results" and rest and isinstance(rest[0], int):
        return found["result"][rest[0]]
    return next(iter(found.get(str(name), []) or found.get("eldest", []) or found.get("game", [])), _NOWHERE)


_NOWHERE = Part("", 0, "")


def _numbers(part: Part) -> tuple[int, ...]:
    return tuple(whole(part.cut(word.start(), word.end())) for word in re.finditer(r"\S+", part.text))


def _read_result(game: AnyGame, rules: Any, before: tuple[int, ...], part: Part) -> Result:
    """A result as it is told: its lines, and who was eldest; the sums follow from these."""
    seating = rules.format.seating
    eldest, payoffs = None, None
    lines: list[Line] = []
    for item in part.items():
        words = item.text.split(maxsplit=1)
        if words[0] == "eldest":
            eldest = whole(item.cut(len("eldest")))
        elif words[0] == "payoffs":
            payoffs = _numbers(item.cut(len("payoffs")))
        else:
            lines.append(_read_line(rules, item))
            if lines[-1].side >= len(seating.sides):
                raise item.fault(f"a side from 0 to {len(seating.sides) - 1}")
    if eldest is None:
        raise part.fault("'eldest' and the seat that was eldest in the deal")
    if not 0 <= eldest < seating.seats:
        raise part.fault(f"a seat from 0 to {seating.seats - 1} to have been eldest")
    scores = total(lines, len(seating.sides))
    totals = tuple(map(sum, zip(before, scores, strict=True)))
    result = Result(tuple(lines), scores, scores, totals, eldest)
    paid = payoffs_of(game, rules, result) if payoffs is None else payoffs
    return Result(result.lines, scores, paid, totals, eldest)


def _read_line(rules: Any, item: Part) -> Line:
    match = _LINE.fullmatch(item.text)
    if match is None:
        raise item.fault(_LINE_FORM)
    named = None
    if match["cards"] is not None:
        told = item.cut(match.start("cards"))
        pack = rules.format.pack
        named = pack.set(() if told.text == NOTHING else cards(told, pack))
    seat = None if match["seat"] is None else int(match["seat"])
    points = int(match["points"].replace("−", "-"))
    return Line(match["rule"], int(match["side"]), points, named, seat)


def _dealt(game: AnyGame, state: Any, told: Part, stock: Part | None) -> Any:
    """The state after the deal that gives these hands and this stock."""
    hands: dict[int, tuple[Card, ...]] = {}
    for item in told.items():
        match = _LABELLED.fullmatch(item.text)
        if match is None:
            raise item.fault("a seat, a colon and its cards, as '0: …'")
        if int(match[1]) in hands:
            raise item.fault("every seat once")
        hands[int(match[1])] = cards(item.cut(match.start(2)), state.pack)
    left = () if stock is None else cards(stock, state.pack)
    try:
        return game.apply(state, game.arrange(state, hands, stock=left))
    except CardrulesError as error:
        raise told.fault("cards that can be dealt so", str(error)) from None


def _moved(game: AnyGame, state: Any, item: Part) -> Any:
    """The state after a move that is told."""
    match = _LABELLED.fullmatch(item.text)
    told = item
    if match is not None:
        if int(match[1]) != state.to_move:
            raise item.fault(f"a move of seat {state.to_move}")
        told = item.cut(match.start(2))
    try:
        move: Any = read_move(state, told.text)
    except ParseError as error:
        raise told.inner_fault(error) from None
    try:
        return game.apply(state, move)
    except IllegalMove as error:
        line = told.whole.count("\n", 0, told.at) + 1
        error.add_note(f"at position {told.at} (line {line}): {told.text[:60]!r}")
        raise


__all__ = ["in_order", "read_state", "write_state"]
