"""Every exception of the library, and the `Violation` that a refused move carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardrules.cards import Card

_LONGEST = 60  # letters of a text that a message cites

Param = str | int | tuple[int, ...]
"""What a `Violation` may give for the sentence's blanks: a word, a number, or seats."""


def brief(value: object) -> str:
    """The `repr` of any value at all, cut short: numbers beyond all bounds cannot be printed in full.

    >>> brief("no"), brief(10**9999)
    ("'no'", 'a number of very many digits')
    """
    try:
        text = repr(value)
    except ValueError:
        return "a number of very many digits"
    return text if len(text) <= 200 else f"{text[:197]}..."


def cut(text: str) -> str:
    """The text, cut short, so that a message is short whatever it cites.

    >>> cut("no"), len(cut("no" * 10**6))
    ('no', 61)
    """
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def cited(text: str) -> str:
    """The `repr` of a text, cut short as `cut` does.

    >>> cited("no"), cited("no" * 10**6)[-4:]
    ("'no'", "no…'")
    """
    return repr(cut(text))


@attrs.frozen
class Violation:
    """Why a move is refused: the first rule that it breaks.

    ``rule`` is the id of that rule (see the rule book), ``seat`` the seat that tried it (``None`` for a
    deal), ``message`` one English sentence. ``cards`` are the cards that prove it, in the order in which
    the sentence names them; they may be the mover's own, so a violation is for the mover alone.
    ``params`` are the other facts of the sentence as name and value, so that a program can say it in
    another language.

    >>> Violation("truco.call", 1, "seat 1 may not call truco: the round is worth 4 already.")
    Violation(rule='truco.call', seat=1, message='seat 1 may not call truco: the round is worth 4 already.')
    """

    rule: str
    seat: int | None
    message: str
    cards: tuple[Card, ...] = attrs.field(default=(), repr=lambda cards: f"({', '.join(map(repr, cards))})")
    params: tuple[tuple[str, Param], ...] = ()

    def __repr__(self) -> str:
        parts = [f"rule={self.rule!r}", f"seat={self.seat!r}", f"message={self.message!r}"]
        if self.cards:
            parts.append(f"cards={self.cards!r}")
        if self.params:
            parts.append(f"params={self.params!r}")
        return f"Violation({', '.join(parts)})"


class CardrulesError(Exception):
    """What every exception of this library derives from.

    >>> issubclass(IllegalMove, CardrulesError)
    True
    """


class ParseError(CardrulesError, ValueError):
    """A text is not what it should be: a syntax error, never a matter of the rules.

    ``text`` is the whole input, ``position`` the index of the first character that does not fit, and
    ``expected`` says what would have.

    >>> from cardrules import FRENCH
    >>> FRENCH.set("A♠ 5X")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    cardrules.errors.ParseError: '5X' at position 3 of 'A♠ 5X' is not a card: expected a rank (A K ...
    """

    def __init__(self, message: str, text: str = "", position: int = 0, expected: str = "") -> None:
        super().__init__(message, text, position, expected)
        self.text = text
        self.position = position
        self.expected = expected

    def __str__(self) -> str:
        return str(self.args[0])


class CardError(CardrulesError, ValueError):
    """A card stands where it cannot: twice in a pack, in a hand of another pack, in two hands at once.

    >>> from cardrules import FRENCH, SPANISH
    >>> FRENCH.set([SPANISH["7 de oro"]])
    Traceback (most recent call last):
    cardrules.errors.CardError: 7 de oro is not a card of this pack (FRENCH)
    """


class MixedPacks(CardrulesError, TypeError):
    """Two sets of cards of different packs were to be combined or compared.

    >>> from cardrules import FRENCH, SPANISH
    >>> FRENCH.set("A♠") | SPANISH.set("7 de oro")
    Traceback (most recent call last):
    cardrules.errors.MixedPacks: sets of different packs do not mix: FRENCH and SPANISH
    """


class RulesError(CardrulesError, ValueError):
    """The options of a game, or a starting standing, are impossible, alone or together.

    ``option`` names the culprit. ``allowed`` are the values that the option may have, in whatever
    combination, where they can be listed (whole numbers as a `range`), and otherwise empty.

    >>> from cardrules.games import gong_zhu
    >>> gong_zhu.Rules(players=5, partnerships=True)
    Traceback (most recent call last):
    cardrules.errors.RulesError: partnerships: True needs four players, not 5
    >>> try:
    ...     gong_zhu.Rules(players=7)
    ... except RulesError as error:
    ...     print(error.option, error.allowed)
    players (4, 5)
    """

    def __init__(self, option: str, message: str, allowed: Sequence[object] = ()) -> None:
        super().__init__(option, message)
        self.option = option
        self.allowed = allowed

    def __str__(self) -> str:
        return f"{self.args[0]}: {self.args[1]}"


class SeatError(CardrulesError, ValueError):
    """A seat that the game does not have.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> cardrules.observe(truco.new_match(truco.Rules()), seat=2)
    Traceback (most recent call last):
    cardrules.errors.SeatError: 2 is not a seat: the seats are 0 to 1
    """


class StateNeeded(CardrulesError, AttributeError, TypeError):
    """A view was given where only a state will do: a view does not hold the whole truth.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> cardrules.observe(cardrules.observe(truco.new_match(truco.Rules()), 0), 1)
    Traceback (most recent call last):
    cardrules.errors.StateNeeded: a view does not hold the whole truth: this takes a state
    """

    def __init__(self, message: str = "a view does not hold the whole truth: this takes a state") -> None:
        super().__init__(message)


class ViewNeeded(CardrulesError, TypeError):
    """A state was given where only a view will do: what a seat must reckon with follows from what it knows.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> cardrules.worlds(truco.new_match(truco.Rules()))
    Traceback (most recent call last):
    cardrules.errors.ViewNeeded: a state knows the one true world: this takes a view, see observe(state, seat)
    """

    def __init__(
        self, message: str = "a state knows the one true world: this takes a view, see observe(state, seat)"
    ) -> None:
        super().__init__(message)


class NotBound(CardrulesError, TypeError):
    """A state or a view does not know its game, since ``bind`` has not been called for its class.

    >>> str(NotBound("State"))
    'State does not know its game: call cardrules.bind(GAME, State, View) where the game is put together'
    """

    def __init__(self, cls: str) -> None:
        super().__init__(cls)

    def __str__(self) -> str:
        how = "call cardrules.bind(GAME, State, View) where the game is put together"
        return f"{self.args[0]} does not know its game: {how}"


class NoText(CardrulesError, TypeError):
    """A value has no text: a move of a class that cannot be written, or an option or size of such a kind."""


class NoWorlds(CardrulesError, LookupError):
    """There is no possible world to be had: the game does not say what they are, or nothing fits the view."""


class SpectatorError(CardrulesError, ValueError):
    """A spectator was asked what only a seat can tell, such as the worlds that it must reckon with.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> cardrules.worlds(cardrules.observe(truco.new_match(truco.Rules())))
    Traceback (most recent call last):
    cardrules.errors.SpectatorError: a spectator's view has no worlds: observe(state, seat) gives one that has
    """


class IllegalMove(CardrulesError):
    """A move that the rules refuse; ``violation`` says which rule and why. Nothing has changed.

    >>> import cardrules
    >>> from cardrules.games import truco
    >>> state = truco.new_match(truco.Rules())
    >>> try:
    ...     cardrules.apply(state, truco.Call.TRUCO)
    ... except cardrules.IllegalMove as error:
    ...     print(error.violation.rule, "-", error)
    common.deal - a deal is awaited: the only move is Deal(pack).
    """

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation)
        self.violation = violation

    def __str__(self) -> str:
        return self.violation.message


class DealAwaited(IllegalMove):
    """A move other than `Deal` while a deal is awaited (rule ``common.deal``)."""


class MatchOver(IllegalMove):
    """A move after the end of the match (rule ``common.over``)."""


class PackError(IllegalMove):
    """The pack of a `Deal` is not the game's, each card once (rule ``common.pack``)."""


class ForeignMove(IllegalMove):
    """Something that is no move of this game at all (rule ``common.phase``)."""


class EncodeError(CardrulesError, ValueError):
    """A value that has no JSON: of a kind that messages do not carry, or with a number too large for one.

    >>> from cardrules import codec
    >>> from cardrules.games import truco
    >>> codec.encode("7 de oro", truco.GAME)
    Traceback (most recent call last):
    cardrules.errors.EncodeError: '7 de oro' is no value that a message carries
    """


class DecodeError(CardrulesError, ValueError):
    """A message is damaged, or says something that cannot be.

    ``path`` leads to the fault: names of fields and places in lists (empty: the message as a whole).
    ``found`` says what is there, ``expected`` what should be.

    >>> from cardrules import codec
    >>> codec.decode({"version": 1, "game": "truco", "kind": "call", "value": "trucco"})
    Traceback (most recent call last):
    cardrules.errors.DecodeError: $.value: found 'trucco', expected one of truco, retruco, vale cuatro, ...
    """

    def __init__(self, path: tuple[str | int, ...], found: str, expected: str) -> None:
        super().__init__(path, found, expected)
        self.path = path
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        steps = "".join(f"[{step}]" if isinstance(step, int) else f".{cut(step)}" for step in self.path)
        return f"${steps}: found {self.found}, expected {self.expected}"


class MissingExtra(CardrulesError, ImportError):
    """A part of the library was imported that needs a package which is not installed.

    >>> str(MissingExtra("json", "msgspec"))
    "this needs msgspec: install it with  pip install 'cardrules[json]'"
    """

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(f"this needs {package}: install it with  pip install 'cardrules[{extra}]'")
