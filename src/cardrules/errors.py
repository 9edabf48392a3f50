"""Every exception of the library, and the `Violation` that a refused move carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from cardrules.cards import Card

Param = str | int | tuple[int, ...]
"""What a `Violation` may give for the sentence's blanks: a word, a number, or seats."""


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

    ``option`` names the culprit.

    >>> from cardrules.games import gong_zhu
    >>> gong_zhu.Rules(players=5, partnerships=True)
    Traceback (most recent call last):
    cardrules.errors.RulesError: partnerships: True needs four players, not 5
    """

    def __init__(self, option: str, message: str) -> None:
        super().__init__(option, message)
        self.option = option

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
