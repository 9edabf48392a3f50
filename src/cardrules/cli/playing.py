"""Matches on the command line: watched, or played at one seat.

Chance comes from ``random.Random(seed)`` by its method ``random`` alone, whose numbers are the same in
every version of Python. Deals have a generator of their own, so that a seed gives the same cards
whatever is played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from math import comb
from random import Random
from typing import Any, TextIO

import attrs

from cardrules.cards import CardSet
from cardrules.catalogue import AnyGame, UnknownGame
from cardrules.choices import Choices
from cardrules.cli.files import Output
from cardrules.cli.listing import UsageError, given_as, has_rules, show_rules
from cardrules.cli.options import in_words
from cardrules.cli.screen import Screen, by_suit
from cardrules.cli.telling import LED, WON, Teller, shown
from cardrules.cli.words import Names
from cardrules.errors import ParseError
from cardrules.moves import Play
from cardrules.notation import NOTHING, has_text, name_of, read_move, write_move
from cardrules.players import maker_of
from cardrules.records import Record
from cardrules.table import Position

AnyPosition = Position[Any, Any, Any, Any]

_OR_NOTHING = f", or {NOTHING}"


@attrs.frozen
class Table:
    """A match to come: its game and rules, who is first, the seed, when it stops, and who plays."""

    game: AnyGame
    rules: Any
    first: int
    seed: int
    deals: int | None = None
    players: str = "random"


class Left(Exception):
    """The person at the screen has left the match."""


@attrs.define
class Played:
    """A match as far as it has been played: where it began, its moves, where it stands."""

    start: AnyPosition
    moves: list[Any]
    last: AnyPosition


def watch(
    table: Table,
    screen: Screen,
    *,
    seat: int | None = None,
    all_hands: bool = False,
    output: Output | None = None,
) -> None:
    """Tell a match between players of one kind, as a seat or a spectator sees it; keep it in ``output``."""
    teller = Teller(screen, table.game, table.rules)
    who = "" if table.players == "random" else f" Played by {table.players}."
    sees = "" if seat is None else f" This is what seat {seat} sees."
    _head(table, screen, teller, who + (" All hands are shown." if sees and all_hands else sees))
    chance = _Chance(table)

    def tell(state: AnyPosition, move: object) -> None:
        teller.tell(shown(table.game, state, move, seat, all_hands=all_hands))

    with _kept(table, output) as played:
        _run(table, screen, played, chance.deals, chance.move, tell)


def play(table: Table, screen: Screen, source: TextIO, seat: int, output: Output | None = None) -> None:
    """Tell a match in which a person plays at a seat, and players of one kind at the others.

    It is kept in ``output``, if there is one, also where the person leaves it.
    """
    check_text(table.game, "played here")
    teller = Teller(screen, table.game, table.rules, you=seat)
    against = "" if table.players == "random" else f", against {table.players}"
    _head(table, screen, teller, f" You are seat {seat}{against}.")
    screen.say("? lists what you may do, h helps, q quits.")
    chance, person = _Chance(table), Person(screen, source, teller)

    def decide(state: AnyPosition) -> object:
        return person.decide(table.game.observe(state, seat)) if state.to_move == seat else chance.move(state)

    def tell(state: AnyPosition, move: object) -> None:
        teller.tell(table.game.events(state, move, seat))

    try:
        with _kept(table, output, person=seat) as played:
            _run(table, screen, played, chance.deals, decide, tell)
    except (Left, KeyboardInterrupt):
        screen.say()
        screen.say(f"You have left the match. With --seed {table.seed} the same cards come again.")


def check_text(game: AnyGame, what: str) -> None:
    """Raise `UsageError` where some moves of a game have no text, which is needed for this."""
    mute = [kind.__name__ for kind in game.moves if not has_text(kind)]
    if mute:
        raise UsageError(f"{game.title} cannot be {what}: {', '.join(mute)} has no text")


def _head(table: Table, screen: Screen, teller: Teller, more: str) -> None:
    seats = table.rules.format.seating.seats
    screen.say(screen.bold(table.game.title) + f", {seats} players, seed {table.seed}.{more}")
    show_start(table.game, table.rules, screen, teller)


def show_start(game: AnyGame, rules: Any, screen: Screen, teller: Teller) -> None:
    """What is to be known of a match before it is told."""
    options = in_words(game, rules)
    if options:
        screen.say(f"Options: {options}")
    for line in teller.words.match():
        screen.say(line)
    screen.say(f"{LED} leads, {WON} wins the trick")


@contextmanager
def _kept(table: Table, output: Output | None, person: int | None = None) -> Generator[Played, None, None]:
    """A match to be played, whose record is written in the end, however it ends."""
    start: AnyPosition = table.game.new_match(table.rules, first=table.first)
    played = Played(start, [], start)
    try:
        yield played
    finally:
        if output is not None:
            names = [table.players] * start.seating.seats
            if person is not None:
                names[person] = "person"
            output.add(Record.of(played, players=names, tags={"seed": str(table.seed)}))


def _run(
    table: Table,
    screen: Screen,
    played: Played,
    pack: Random,
    decide: Callable[[AnyPosition], object],
    tell: Callable[[AnyPosition, Any], None],
) -> None:
    """Play the match to its end, or until it has had its deals, and tell every move."""
    game, state = table.game, played.start
    while state.match.outcome is None:
        if state.awaits_deal and len(state.match.results) == table.deals:
            screen.say()
            deals = "1 deal" if table.deals == 1 else f"{table.deals} deals"
            screen.say(f"Stopped after {deals}; the match is not over.")
            return
        move = game.shuffle(state, pack) if state.awaits_deal else decide(state)
        after = game.apply(state, move)
        played.moves.append(move)
        played.last = after
        tell(state, move)
        state = after


class _Chance:
    """The deals, and the moves of the players."""

    def __init__(self, table: Table) -> None:
        self.deals = Random(table.seed)
        self._player = maker_of(table.players)(int(self.deals.random() * 2**53))

    def move(self, state: AnyPosition) -> object:
        """The move that the player at the seat to move chooses, who sees its view."""
        return self._player(state.GAME.observe(state, state.to_move))


def asked(screen: Screen, source: TextIO, prompt: str) -> str | None:
    """What is typed after a question; ``None`` where nothing more comes."""
    screen.say(f"{screen.bold(prompt)} > ", end="")
    screen.out.flush()
    line = source.readline()
    if line and not source.isatty():
        screen.say(line.rstrip("\n"))  # so that what was answered stands in the story
    return line.strip() if line else None


class Person:
    """The person at the screen: asked for a move, told why it is refused, asked again."""

    def __init__(self, screen: Screen, source: TextIO, teller: Teller) -> None:
        self.screen = screen
        self.source = source
        self.teller = teller

    def decide(self, view: AnyPosition) -> object:
        """A legal move (`Left` where the person has had enough)."""
        moves: Sequence[object] = view.GAME.legal_moves(view)
        self.teller.pause()
        if len(moves) == 1 and not getattr(moves[0], "cards", True):
            self.screen.say(f"You have nothing to {name_of(type(moves[0]))}.")
            return moves[0]
        self._show(view)
        while True:
            text = asked(self.screen, self.source, question(view, self.teller.names))
            word = "" if text is None else text.casefold()
            if text is None or word in ("q", "quit", "exit"):
                raise Left
            if word in ("?", "h", "help"):
                self._help(view, full=word != "?")
            elif word.startswith(("h ", "help ")):
                self._rule(view, word.split(maxsplit=1)[1])
            elif word:
                move = self._read(view, text)
                if move is not None:
                    return move

    def _show(self, view: AnyPosition) -> None:
        self.teller.show_table()
        hand = CardSet(view.pack, view.mover_bits())
        if hand:
            self.screen.say(f"Your hand: {by_suit(hand)}")

    def _read(self, view: AnyPosition, text: str) -> object:
        try:
            move: object = read_move(view, text)
        except ParseError as error:
            self.screen.wrapped(f"{_sentence(str(error))} (? lists what you may do)")
            return None
        violation = view.GAME.why_not(view, move)
        if violation is None:
            return move
        # The person is "you" everywhere on this screen, also where the library speaks of a seat.
        message = violation.message
        for it, you in ((" holds ", " hold "), (" does ", " do "), (" may ", " may "), (" must ", " must ")):
            message = message.replace(f"seat {view.mover}{it}", f"you{you}")
        self.screen.wrapped(f"{_sentence(message)} ({violation.rule})")
        return None

    def _help(self, view: AnyPosition, *, full: bool) -> None:
        for line in choices(view, self.teller.names):
            self.screen.say(f"  {line}")
        if full:
            for line in (*self.teller.words.glossary, *_HELP):
                self.screen.wrapped(line, indent=2)
            if has_rules(view.GAME):
                self.screen.wrapped(f"All the rules: cardrules rules {given_as(view.GAME)}", indent=2)

    def _rule(self, view: AnyPosition, rule_id: str) -> None:
        try:
            show_rules(self.screen, rule_id, view.GAME)
        except (UsageError, UnknownGame) as error:
            self.screen.say(_sentence(str(error)))


_HELP = (
    "A card is written as it is shown, or shorter: Q♠ is qs, 10♣ is 10c or tc, 7 de oro is 7o.",
    "Several cards stand side by side; 'nothing' is none. What you may say is written as it is listed.",
    "h and the id of a rule, as h common.hold, shows that rule. q quits.",
)


def choices(view: AnyPosition, names: Names) -> Iterator[str]:
    """What the seat to move may do, one line for each kind of move."""
    for kind, moves in _by_kind(view).items():
        listed = _listed(view, moves, names)
        yield f"You may {_verb(kind)}{f': {listed}' if listed else ''}"


def question(view: AnyPosition, names: Names) -> str:
    """What is to be decided, in a few words."""
    parts: list[str] = []
    for kind, moves in _by_kind(view).items():
        if issubclass(kind, Play):
            parts.append("play a card" if getattr(view, "trick", ()) else "lead a card")
        elif isinstance(moves, Choices):
            most = f"{moves.limit} of your cards"
            some = most if moves.least == moves.limit else f"up to {most}"
            parts.append(f"{_verb(kind)} {some}{'' if moves.least else _OR_NOTHING}")
        else:
            listed = _listed(view, moves, names)
            parts.append(_verb(kind) + (_either(listed, moves[0]) if listed else ""))
    return _sentence(", or ".join(parts))


def _by_kind(view: AnyPosition) -> dict[type[Any], Sequence[object]]:
    """The legal moves by their class."""
    moves: Sequence[object] = view.GAME.legal_moves(view)
    if isinstance(moves, Choices):
        return {type(moves[0]): moves}
    found: dict[type[Any], list[object]] = {}
    for move in moves:
        found.setdefault(type(move), []).append(move)
    return dict(found)


def _verb(kind: type[Any]) -> str:
    return "say" if issubclass(kind, Enum) else name_of(kind)


def _listed(view: AnyPosition, moves: Sequence[object], names: Names) -> str:
    """Moves of one kind: cards side by side, choices of cards by what they are chosen from."""
    first = moves[0]
    if isinstance(first, Play):
        cards = view.pack.set(move.card for move in moves if isinstance(move, Play))
        return by_suit(cards)
    if isinstance(moves, Choices):
        return _any_of(moves.cards, moves.limit, moves.least)
    sets = [chosen for move in moves if isinstance(chosen := getattr(move, "cards", None), CardSet)]
    if sets:
        every = CardSet(sets[0].pack, sets[-1].bits)
        for chosen in sets:
            every |= chosen
        limit = max(map(len, sets))
        if len(sets) == sum(comb(len(every), size) for size in range(limit + 1)):
            return _any_of(every, limit)
    seats = [seat for move in moves if isinstance(seat := getattr(move, "seat", None), int)]
    if seats:
        return names.seats(seats)
    name = name_of(type(first))
    if write_move(first) == name:  # a kind of move without fields
        return ""
    return ", ".join(write_move(move).removeprefix(f"{name} ") for move in moves)


def _either(listed: str, first: object) -> str:
    """The same in a question: calls and seats with an "or" before the last."""
    if hasattr(first, "cards"):
        return f" {listed}"
    *most, last = listed.split(", ")
    which = f"{', '.join(most)} or {last}" if most else last
    return f": {which}" if hasattr(first, "seat") else f" {which}"


def _any_of(cards: CardSet, limit: int, least: int = 0) -> str:
    """Any so many of these cards, in words."""
    if least:
        return f"any {limit if least == limit else f'{least} to {limit}'} of {by_suit(cards)}"
    if not cards:
        return NOTHING
    if len(cards) == 1:
        return f"{cards}{_OR_NOTHING}"
    return f"any {'' if limit >= len(cards) else f'up to {limit} '}of {by_suit(cards)}{_OR_NOTHING}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
