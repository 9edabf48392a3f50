"""What each game says of its own: how the public facts of its deals are told, in its own words.

A game needs none of this: `Words` tells the facts of any game by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from cardrules.cards import Card, CardSet, Suit
from cardrules.catalogue import AnyGame
from cardrules.match import Outcome
from cardrules.notation import name_of, write_move
from cardrules.seating import Seating
from cardrules.table import DealFacts, TrickFacts
from cardrules.tricks import Trick

if TYPE_CHECKING:
    from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco

F = TypeVar("F", bound=DealFacts)
R = TypeVar("R")


@attrs.frozen
class Names:
    """What seats and sides are called; ``you`` is the seat of the person at the screen, if any.

    >>> names = Names(Seating.partners_opposite(4), you=1)
    >>> names.seat(0), names.seat(1), names.side(0), names.seats((1, 3))
    ('seat 0', 'you', 'seats 0+2', 'you, seat 3')
    """

    seating: Seating
    you: int | None = None

    def seat(self, seat: int) -> str:
        """One seat."""
        return "you" if seat == self.you else f"seat {seat}"

    def seats(self, seats: Iterable[int]) -> str:
        """Several seats."""
        return ", ".join(map(self.seat, seats)) or "nobody"

    def side(self, side: int) -> str:
        """A side: a seat, or a partnership."""
        seats = self.seating.sides[side]
        return self.seat(seats[0]) if len(seats) == 1 else f"seats {'+'.join(map(str, seats))}"


class Words(Generic[R, F]):
    """How the facts of a deal are told: of any game, unless a game has words of its own."""

    deal = "Deal"
    points = "points"
    glossary: tuple[str, ...] = ()
    """What the words mean that are shown and are not plain English, a sentence each."""

    def __init__(self, rules: R, names: Names) -> None:
        self.rules = rules
        self.names = names

    def match(self) -> Iterable[str]:
        """What is to be known of a match before its first deal."""
        seating = self.names.seating
        yield f"Order of play: {' '.join(map(str, seating.order_from(0)))}"
        if len(seating.sides) < seating.seats:
            yield f"Sides: {', '.join(map(self.names.side, range(len(seating.sides))))}"

    def opening(self, deal: F) -> Iterable[str]:
        """What is known of a deal when it begins."""
        if isinstance(deal, TrickFacts) and deal.leader is not None:
            yield f"Leader: {self.names.seat(deal.leader)}"
        yield from self._resting(deal)
        yield from (f"{name}: {text}" for name, text in _own_facts(deal).items() if text)

    def news(self, before: F, after: F) -> Iterable[str]:
        """What facts are different after a move."""
        known = _own_facts(before)
        yield from (
            f"{name}: {text or '-'}" for name, text in _own_facts(after).items() if text != known[name]
        )

    def act(self, move: object) -> tuple[str, str]:
        """A public move other than a card played: of what kind it is (empty: it is said), and what it is."""
        if isinstance(move, Enum):
            return "", write_move(move)
        kind: type[Any] = type(move)
        if attrs.has(kind):
            values: list[object] = [getattr(move, field.name) for field in attrs.fields(kind)]
            name = name_of(kind)
            return name if values else "", ", ".join(str(value) or "-" for value in values) or name
        return "", repr(move)

    def noted(self, deal: F) -> str:
        """What stands over the notes beside the tricks, if there are any."""
        return ""

    def note(self, deal: F, tricks: Sequence[Trick]) -> str:
        """A note beside the last of these tricks."""
        return "tied" if tricks[-1].winner is None else ""

    def ending(self, outcome: Outcome) -> Iterable[str]:
        """What else is to be said of the end of a match."""
        return ()

    def _resting(self, deal: F) -> Iterable[str]:
        if deal.seating.resting:
            yield f"Resting: {self.names.seats(deal.seating.resting)}"


def _own_facts(deal: DealFacts) -> dict[str, str]:
    """The facts that a game has beside those of all games, as far as they are short."""
    common = {field.name for field in attrs.fields(TrickFacts)}
    own = [field.name for field in attrs.fields(type(deal)) if field.name not in common]
    values: dict[str, object] = {name: getattr(deal, name) for name in own}
    short = (str, int, Card, CardSet, Suit)
    return {
        name.replace("_", " "): "" if value is None else str(value)
        for name, value in values.items()
        if value is None or isinstance(value, short)
    }


class _Etori(Words["etori.Rules", "etori.Facts"]):
    points = "tokens"
    glossary = (
        "Rensho: the ace of clubs, which wins every trick (etori.rensho).",
        "Pictures: what the deal is about; nine of the sixteen win it (etori.win).",
        "Defenders: the team that plays against the dealer's; one of them leads first (etori.teams).",
    )

    def match(self) -> Iterable[str]:
        yield from super().match()
        yield f"Trumps {self.rules.trump}, Rensho {self.rules.rensho}, {self.rules.tokens} tokens a team"

    def opening(self, deal: etori.Facts) -> Iterable[str]:
        yield f"Dealer: {self.names.seat(deal.dealer)}"
        yield f"Defenders: {self.names.side(deal.defenders)}"
        yield from self._resting(deal)

    def news(self, before: etori.Facts, after: etori.Facts) -> Iterable[str]:
        return ()

    def act(self, move: object) -> tuple[str, str]:
        seat: object = getattr(move, "seat", None)
        return ("leader", self.names.seat(seat)) if isinstance(seat, int) else super().act(move)

    def noted(self, deal: etori.Facts) -> str:
        return "pictures " + " - ".join("+".join(map(str, self._team(side))) for side in self._teams(deal))

    def note(self, deal: etori.Facts, tricks: Sequence[Trick]) -> str:
        pictures = self.rules.format.pictures.bits
        taken = dict.fromkeys(self._teams(deal), 0)
        for trick in tricks:
            if trick.winner is not None:
                taken[deal.seating.side_of(trick.winner)] += (trick.bits & pictures).bit_count()
        return " - ".join(map(str, taken.values()))

    def _teams(self, deal: etori.Facts) -> list[int]:
        sides = range(len(deal.seating.sides))
        return [side for side in sides if self._team(side)[0] in deal.seating.active]

    def _team(self, side: int) -> tuple[int, ...]:
        return self.names.seating.sides[side]


class _GongZhu(Words["gong_zhu.Rules", "gong_zhu.Facts"]):
    glossary = (
        "The pig: Q♠, which costs 100 points; who loses the match is a Pig too (gong_zhu.score.pig).",
        "The sheep: J♦, which earns 100 points (gong_zhu.score.sheep).",
        "Exposing: showing a card that counts, so that it counts more (gong_zhu.expose).",
    )

    def match(self) -> Iterable[str]:
        yield from super().match()
        yield f"The match ends at {self.rules.losing_score} points"

    def opening(self, deal: gong_zhu.Facts) -> Iterable[str]:
        if deal.leader is not None:
            marker = self.rules.format.marker
            why = f"the holder of {marker}" if deal.number == 1 else "the taker of the pig"
            yield f"Leader: {self.names.seat(deal.leader)}, {why}"
        if deal.opening is not None:
            yield f"{deal.opening} must be led first"

    def news(self, before: gong_zhu.Facts, after: gong_zhu.Facts) -> Iterable[str]:
        return ()

    def noted(self, deal: gong_zhu.Facts) -> str:
        return "scoring cards"

    def note(self, deal: gong_zhu.Facts, tricks: Sequence[Trick]) -> str:
        from cardrules.games.gong_zhu import SCORING

        return str(CardSet(SCORING.pack, tricks[-1].bits & SCORING.bits))

    def ending(self, outcome: Outcome) -> Iterable[str]:
        limit, sides = self.rules.losing_score, self.names.seating.sides
        pigs = [side for side, score in enumerate(outcome.scores) if score <= limit]
        seats = sorted(seat for side in pigs for seat in sides[side])
        yield f"{'Pig' if len(seats) == 1 else 'Pigs'}: {self.names.seats(seats)}"


class _Hornafjardarmanni(Words["hornafjardarmanni.Rules", "hornafjardarmanni.Facts"]):
    glossary = (
        "The Manni: the cards that are not dealt, from which one exchanges (hornafjardarmanni.exchange).",
        "The cut card: seen by all, it says what the deal is about (hornafjardarmanni.contract).",
        "Nolo: without trumps, and one tries not to win tricks (hornafjardarmanni.contract).",
    )

    def match(self) -> Iterable[str]:
        yield from super().match()
        yield f"{self.rules.target} points win, if one player alone has most"

    def opening(self, deal: hornafjardarmanni.Facts) -> Iterable[str]:
        if deal.dealer is not None:
            yield f"Dealer: {self.names.seat(deal.dealer)}"
        if deal.contract is not None:
            suit = deal.contract.suit
            contract = {"no_trumps": "no trumps", "nolo": "nolo"}.get(deal.contract.kind)
            yield f"Cut card: {deal.cut}, {contract or f'{suit.name if suit else None} are trumps'}"

    def news(self, before: hornafjardarmanni.Facts, after: hornafjardarmanni.Facts) -> Iterable[str]:
        return ()

    def noted(self, deal: hornafjardarmanni.Facts) -> str:
        return "tricks"

    def note(self, deal: hornafjardarmanni.Facts, tricks: Sequence[Trick]) -> str:
        winners = [trick.winner for trick in tricks]
        return " - ".join(str(winners.count(seat)) for seat in range(deal.seating.seats))


class _Truco(Words["truco.Rules", "truco.Facts"]):
    deal = "Round"
    glossary = (
        "Mano: who plays first, and wins what is equal (truco.mano). Parda: a tied trick (truco.trick).",
        "Truco, retruco, vale cuatro: the round shall be worth 2, 3, 4 (truco.value).",
        "Envido, real envido, falta envido: who has the better two cards of a suit (truco.envido.points)?",
        "Quiero, no quiero: yes, no, to a call (truco.answer). Mazo: giving the round up (truco.fold).",
    )

    def match(self) -> Iterable[str]:
        yield f"{self.rules.target} points win"

    def opening(self, deal: truco.Facts) -> Iterable[str]:
        if deal.leader is not None:
            yield f"Mano: {self.names.seat(deal.leader)}"

    def news(self, before: truco.Facts, after: truco.Facts) -> Iterable[str]:
        if after.revealed_points and not before.revealed_points:
            said = (
                f"{points} ({self.names.seat(seat)})" for seat, points in enumerate(after.revealed_points)
            )
            yield f"Envido points: {', '.join(said)}"
        if after.revealed_cards and not before.revealed_cards:
            yield from (
                f"{self.names.seat(seat)} shows {cards}" for seat, cards in enumerate(after.revealed_cards)
            )
        if after.value != before.value and not after.call_waits:
            yield f"The round is worth {after.value}"

    def note(self, deal: truco.Facts, tricks: Sequence[Trick]) -> str:
        return "parda" if tricks[-1].winner is None else ""


_OWN: dict[str, type[Words[Any, Any]]] = {
    "etori": _Etori,
    "gong_zhu": _GongZhu,
    "hornafjardarmanni": _Hornafjardarmanni,
    "truco": _Truco,
}


def words_of(game: AnyGame, rules: Any, names: Names) -> Words[Any, Any]:
    """The words of a game: its own if it is one of this package."""
    own = game.rules.__module__.startswith("cardrules.games.")
    return (_OWN.get(game.name, Words) if own else Words)(rules, names)
