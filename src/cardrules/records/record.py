"""What a record is, and what comes of playing it again."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, cast

import attrs

from cardrules.cards import Card
from cardrules.catalogue import find
from cardrules.errors import (
    CardrulesError,
    IllegalMove,
    NoWorlds,
    ParseError,
    SeatError,
    SpectatorError,
    Violation,
    brief,
    cited,
)
from cardrules.game import Game
from cardrules.moves import Deal, cards_in
from cardrules.notation.moves import has_text, read_move

AnyGame = Game[Any, Any, Any, Any]

VERSION = 1
"""The version of the format of records, both of the text and of the JSON."""

LARGEST = 10**18 - 1
"""The largest number that a record may have."""


class RecordError(CardrulesError, ValueError):
    """A record cannot be made of these values. ``field`` names the culprit."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field

    def __str__(self) -> str:
        return f"{self.args[0]}: {self.args[1]}"


def _standing(scores: Iterable[int] | None) -> tuple[int, ...]:
    return () if scores is None else tuple(scores)


def _seats(seats: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if seats is None else tuple(sorted(seats))


def _moves(moves: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(moves)


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(names)


@attrs.frozen
class Claim:
    """How somebody says that the match stood in the end: nothing that follows from the moves is proven by it.

    ``scores`` is the standing by side after the finished deals, ``winners`` the seats that won the match
    (``None``: it was not at its end).
    """

    scores: tuple[int, ...] = attrs.field(converter=_standing)
    winners: tuple[int, ...] | None = attrs.field(default=None, converter=_seats)


@attrs.frozen
class Fault:
    """What is wrong with a record: the first move that the rules refuse, or a claim that does not hold.

    ``index`` is the place of the move among all deals and moves (from 0) and ``violation`` says why it is
    refused; both are ``None`` where every move is legal and the claimed result is wrong.
    """

    index: int | None
    violation: Violation | None
    message: str

    def __str__(self) -> str:
        if self.index is None or self.violation is None:
            return self.message
        return f"move {self.index}: {self.message} ({self.violation.rule})"

    def seen_by(self, seat: int | None) -> str:
        """The same as far as a seat, or a spectator (``None``), may know it: all of it, if it was the mover.

        Others are told which move breaks which rule, since why it does may tell a hidden card.

        >>> violation = Violation("etori.follow", 2, "seat 2 holds Q♠ and must follow spades.")
        >>> fault = Fault(3, violation, violation.message)
        >>> print(fault.seen_by(2), fault.seen_by(0), sep="\\n")
        move 3: seat 2 holds Q♠ and must follow spades. (etori.follow)
        move 3 breaks a rule (etori.follow)
        """
        violation = self.violation
        if violation is None or (seat is not None and seat == violation.seat):
            return str(self)
        return f"move {self.index} breaks a rule ({violation.rule})"


@attrs.frozen
class Replayed:
    """A record that was played again: every state, from the one before the first deal on.

    Where ``fault`` is not ``None``, the states are those before the move that is refused.
    """

    states: tuple[Any, ...]
    fault: Fault | None


def _tags(given: Mapping[str, str] | Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    pairs = cast("Mapping[str, str]", given).items() if isinstance(given, Mapping) else given
    return tuple([(name, value) for name, value in pairs])


def _found(game: AnyGame | str) -> AnyGame:
    return find(game) if isinstance(game, str) else game


@attrs.frozen
class Record:
    """A match, or its beginning: all that is needed to play it again. Moves may break the rules.

    ``game`` is the game, or its name; ``moves`` are all deals and moves in order, hidden ones as they were
    made; ``first`` is the eldest seat of the first deal, ``scores`` the standing at which the match began
    (``None``: the usual one). ``players`` are the names by seat, or nothing; ``tags`` are other facts, by
    name, in order (a mapping, or pairs); ``claim`` is the result that somebody claims. ``seat`` is ``None``,
    but for what `redacted` makes: there, whatever that seat did not see is made up.

    Raises `RulesError` and `SeatError` where no match begins so, `UnknownGame`, and `RecordError` for
    whatever else cannot be written down.

    >>> from cardrules.games.truco import Rules
    >>> record = Record("truco", Rules(target=30), tags={"event": "Spring cup"})
    >>> record.scores, record.tags, record.replay().states[0].rules
    ((0, 0), (('event', 'Spring cup'),), Rules(target=30))
    """

    game: AnyGame = attrs.field(converter=_found)
    rules: Any
    moves: tuple[Any, ...] = attrs.field(default=(), converter=_moves)
    first: int = attrs.field(default=0, kw_only=True)
    scores: tuple[int, ...] = attrs.field(default=None, converter=_standing, kw_only=True)
    players: tuple[str, ...] = attrs.field(default=(), converter=_names, kw_only=True)
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_tags, kw_only=True)
    claim: Claim | None = attrs.field(default=None, kw_only=True)
    seat: int | None = attrs.field(default=None, kw_only=True)

    version: ClassVar[int] = VERSION

    def __attrs_post_init__(self) -> None:
        match = self.game.new_match(self.rules, first=self.first, scores=self.scores or None).match
        object.__setattr__(self, "scores", match.start)
        _check_numbers("scores", match.start)
        seating = self.rules.format.seating
        if len(self.players) not in (0, seating.seats):
            raise RecordError("players", f"{len(self.players)} names for {seating.seats} seats")
        if self.seat is not None:
            try:
                seating.check(self.seat)
            except SeatError as error:
                raise RecordError("seat", str(error)) from None
        names = [name for name, _ in self.tags]
        for field, texts in (("players", self.players), ("tags", names), ("tags", [v for _, v in self.tags])):
            _check_texts(field, texts)
        if len(set(names)) < len(names):
            raise RecordError("tags", "a name is there twice")
        if self.claim is not None:
            _check_numbers("claim", self.claim.scores)
            _check_numbers("claim", self.claim.winners or ())
        kinds = (Deal, *filter(has_text, self.game.moves))
        deck = self.rules.format.pack.deck
        for move in self.moves:
            cards: tuple[Any, ...] = move.pack if isinstance(move, Deal) else cards_in(move)
            ours = all(isinstance(card, Card) and (card.deck is deck or card.deck == deck) for card in cards)
            if not isinstance(move, kinds) or not ours:
                raise RecordError("moves", f"{brief(move)} is no move of {self.game.title} that has a text")

    @classmethod
    def of(
        cls,
        source: Any,
        game: AnyGame | str | None = None,
        *,
        players: Sequence[str] | None = None,
        tags: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    ) -> Record:
        """The record of what was played, with its result as the claim.

        ``source`` is a state in the first deal of its match (or before it, or at its end); or a walk, which
        has a ``start`` and its ``moves``; or a `PlayedMatch` of a simulation, together with its ``game``.

        Raises `LookupError` for a state after the first deal, which does not have the moves of earlier ones,
        and otherwise as `Record` does.
        """
        moves: tuple[Any, ...]
        if hasattr(source, "log"):
            before = source.match.results[:-1] if source.deal_is_over else source.match.results
            if before:
                raise LookupError("a state does not have the moves of earlier deals: keep them, or a walk")
            of, match = source.GAME, source.match
            moves = of.moves_made(source) if source.deal.number else ()
            first = of.begun(source).match.eldest if source.deal.number else match.eldest
        elif hasattr(source, "start"):
            of, first, moves, match = (
                source.start.GAME, source.start.match.eldest, source.moves, source.last.match
            )  # fmt: skip
            if source.start.deal.number:
                raise LookupError("the walk does not begin before the first deal")
        else:
            if game is None:
                raise RecordError("game", "a played match does not say of which game it is")
            of, first, moves, match = game, source.first, source.moves, source.match
            players = source.players if players is None else players
        winners = None if match.outcome is None else match.outcome.winners
        return cls(
            of,
            match.rules,
            moves,
            first=first,
            scores=match.start,
            players=players or (),
            tags=tags,
            claim=Claim(match.scores, winners),
        )

    def replay(self) -> Replayed:
        """Every state, as far as the moves are legal, and the first fault if there is one.

        >>> from cardrules.games import truco
        >>> deal = truco.arrange(truco.new_match(truco.Rules()))
        >>> replayed = Record("truco", truco.Rules(), [deal, truco.Call.QUIERO]).replay()
        >>> len(replayed.states), replayed.fault.index, replayed.fault.violation.rule
        (2, 1, 'common.phase')
        """
        *states, last = steps_of(self)
        if isinstance(last, Fault):
            return Replayed(tuple(states), last)
        return Replayed((*states, last), None)

    def redacted(self, seat: int, *, tags: Iterable[str] = ()) -> Record:
        """What a seat knew of the match in the end: a record in which all that it did not see is MADE UP.

        It has `seat`, and can be replayed as any other: at every moment, the view of that seat is the one
        of this record. The other hands, exchanges and cards left over are one of the `worlds` of its view
        in the end of each deal, always the same one for the same view. Nothing but that view is asked,
        so that records which the seat cannot tell apart give the same. ``tags`` are the names of tags
        that stay; the others do not, since a tag can tell the cards, as the seed of a simulation does.

        Raises `SeatError` for what is no seat, `SpectatorError` for ``None``, `NoWorlds` where the game does
        not say what its worlds are, and `RecordError` for a record that breaks a rule, or that is already
        what another seat knew.

        >>> from cardrules.games import truco
        >>> state = truco.new_match(truco.Rules())
        >>> for move in (truco.arrange(state, ["1E 7E 7O", "1B 3E 3B"]), truco.Call.MAZO):
        ...     state = truco.apply(state, move)
        >>> known = Record.of(state).redacted(0).replay().states[1]
        >>> str(known.hand(0)), known.hand(1) == state.hand(1)
        ('1 de espada, 7 de espada, 7 de oro', False)
        """
        if seat is None:
            raise SpectatorError("a spectator has no hand of its own, and no worlds: redact for a seat")
        self.rules.format.seating.check(seat)
        if self.seat not in (None, seat):
            raise RecordError("seat", f"this is what seat {self.seat} knew, not what seat {seat} did")
        if isinstance(tags, str):
            raise RecordError("tags", f"{brief(tags)} is one text, not several: give [{brief(tags)}]")
        kept = set(tags)
        moves = list[Any]()
        for state in _last_of_deals(steps_of(self), seat):
            view = self.game.observe(state, seat)
            # A generator of its own for each deal, so that its cards depend on this one view alone.
            moves += self.game.moves_made(_imagined(self.game, view))
        pairs = [(name, value) for name, value in self.tags if name in kept]
        return attrs.evolve(self, moves=moves, tags=pairs, seat=seat)


def steps_of(record: Record) -> Iterator[Any]:
    """Every state of a record as it is played again, and in the end its `Fault` if a move is refused.

    None of them is kept, since each state of a long match has all results before it.
    """
    state: Any = record.game.new_match(record.rules, first=record.first, scores=record.scores)
    yield state
    for index, move in enumerate(record.moves):
        try:
            state = record.game.apply(state, move)
        except IllegalMove as error:
            yield Fault(index, error.violation, error.violation.message)
            return
        yield state


def _last_of_deals(steps: Iterable[Any], seat: int) -> Iterator[Any]:
    """The last state of every deal (`RecordError` where a move is refused, with what the seat may know)."""
    before: Any = None
    for step in steps:
        if isinstance(step, Fault):
            raise RecordError("moves", f"only a legal record can be redacted; {step.seen_by(seat)}")
        if before is not None and before.deal.number and step.deal.number != before.deal.number:
            yield before
        before = step
    if before.deal.number:
        yield before


def _imagined(game: AnyGame, view: Any) -> Any:
    """One state that fits the view, always the same."""
    try:
        return game.determinize(view, Random(0))
    except NoWorlds as error:
        if game.possible is not None:
            raise
        raise NoWorlds(f"{error}, so no record of it can be redacted") from None


def verify(record: Record) -> Fault | None:
    """What is wrong with a record, or ``None``: its first illegal move, or a claim that its moves refute.

    >>> from cardrules.games import truco
    >>> print(verify(Record("truco", truco.Rules(), claim=Claim((1, 0)))))
    the claimed scores are 1 0, the moves give 0 0
    """
    (last,) = deque(steps_of(record), maxlen=1)
    return last if isinstance(last, Fault) else refuted(record, last)


def refuted(record: Record, last: Any) -> Fault | None:
    """What the last state of a record says against its claim, or ``None``."""
    if record.claim is None:
        return None
    match = last.match
    won = None if match.outcome is None else match.outcome.winners
    for what, claimed, given in (
        ("scores", record.claim.scores, match.scores),
        ("winners", record.claim.winners, won),
    ):
        if claimed != given:
            said, is_so = (
                "none yet" if seats is None else " ".join(map(str, seats)) for seats in (claimed, given)
            )
            return Fault(None, None, f"the claimed {what} are {said}, the moves give {is_so}")
    return None


def _check_texts(field: str, texts: Iterable[object]) -> None:
    for text in texts:
        if not isinstance(text, str):
            raise RecordError(field, f"{brief(text)} is no text")
        if _SURROGATE.search(text):
            raise RecordError(field, f"{brief(text)} has half of a surrogate pair, which is no character")


def _check_numbers(field: str, numbers: Iterable[object]) -> None:
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool) or abs(number) > LARGEST:
            raise RecordError(field, f"{brief(number)} is no number that a record has")


_SURROGATE = re.compile("[\ud800-\udfff]")


def in_one_line(message: str) -> str:
    """JSON in which what cannot be seen is escaped, such as separators of lines.

    >>> in_one_line('"a\u2028b"')
    '"a\\\\u2028b"'
    """
    if message.isprintable():
        return message
    return "".join(
        letter
        if letter.isprintable()
        else re.sub("....", r"\\u\g<0>", letter.encode("utf-16-be", "surrogatepass").hex())
        for letter in message
    )


class Reading:
    """How the moves of a game with some rules are read, wherever they stand; what was read is remembered."""

    def __init__(self, game: AnyGame, rules: Any) -> None:
        start = game.new_match(rules)
        self._deck = start.pack.deck
        self.card = lru_cache(1024)(self._deck.parse)

        def read(text: str) -> Any:
            return read_move(start, text)

        self._move = lru_cache(1024)(read)

    def move(self, text: str) -> Any:
        """The move that a text means in full, whatever the moment (`ParseError`)."""
        if not text.strip():
            raise ParseError("nothing is no move: expected a move", text, 0, "a move")
        return self._move(text)

    def deal(self, text: str) -> Deal:
        """The deal of a pack that is written in its order, even one that is no whole pack (`ParseError`)."""
        pattern = r"[^,;]+" if self._deck.join else r"[^\s,;]+"
        try:
            # As records are written, and quick, since cards that were read are remembered.
            words = map(str.strip, re.findall(pattern, text))
            return Deal(tuple([self.card(word) for word in words if word]))
        except ParseError:
            pass
        try:
            return Deal(self._deck.read(text))
        except ParseError as error:  # without the other cards in its message
            word = re.split(r"[\s,;]", text[error.position :], maxsplit=1)[0]
            message = f"{cited(word)} is not a card: expected {error.expected}"
            raise ParseError(message, text, error.position, error.expected) from None


@lru_cache(32)
def reading(game: AnyGame, rules: Any) -> Reading:
    """How moves are read, kept for the games and rules that were read last."""
    return Reading(game, rules)
