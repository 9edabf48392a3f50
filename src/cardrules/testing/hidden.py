"""Positions that a seat cannot tell apart: hidden cards in each other's place, and the same moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
from hypothesis import strategies as st

from cardrules.cards import Card, CardSet
from cardrules.testing.declared import Laws, laws_of
from cardrules.testing.strategies import SEEDS, Of, starts, walks
from cardrules.testing.walking import Walk, fields_of, random_walk


@attrs.frozen
class LookAlike:
    """A walk, and another world in which some cards, which a seat has not seen by its end, are exchanged.

    ``others`` are more of the kind, of the same match.
    """

    walk: Walk
    seat: int | None
    swaps: tuple[tuple[Card, Card], ...]
    others: tuple[LookAlike, ...] = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Hypothesis shows it by what it is about."""
        swaps = ", ".join(f"{one} and {two}" for one, two in self.swaps)
        more = f"; and {len(self.others)} more of this match" if self.others else ""
        printer.text(f"{self.walk!r} seen by seat {self.seat}, exchanging {swaps or 'nothing'}{more}")

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are exchanged, in pairs."""
        return tuple(card for pair in self.swaps for card in pair)

    def card(self, card: Card) -> Card:
        """The card that stands in the other world where this one does."""
        both = dict(self.swaps)
        return both.get(card) or {two: one for one, two in self.swaps}.get(card, card)

    def in_other(self, move: Any) -> Any:
        """The same move there: hidden cards that it names are exchanged too, as when some are passed."""
        return exchanged(move, self.card)


def exchanged(move: Any, card: Callable[[Card], Card]) -> Any:
    """A move with other cards, by a function from card to card."""
    changes = {field.name: _other(getattr(move, field.name), card) for field in fields_of(move) if field.init}
    return attrs.evolve(move, **changes) if changes else move


def _other(value: Any, card: Callable[[Card], Card]) -> Any:
    if isinstance(value, Card):
        return card(value)
    if isinstance(value, CardSet):
        return CardSet(value.pack, sum(card(one).bit for one in value))
    if value.__class__ is tuple:
        return tuple(_other(part, card) for part in value)
    return value


_places = st.integers(0, 10**4)
_WORLDS = 6  # other worlds of one match that is played by chance


@st.composite
def look_alikes(draw: st.DrawFn, of: Of) -> LookAlike:
    """A walk over one deal, a seat or a spectator, and some exchanges of cards that it has not seen by then.

    What it has seen is never asked of its view: its own cards, those played, and what `Laws` says was told.
    """
    laws = laws_of(of)
    if draw(st.integers(0, 2)):
        return _by_chance(laws, draw(starts(laws)), draw(SEEDS))
    # Drawn first, so that a walk can shrink without them; they choose among the cards that are hidden.
    picks = draw(st.lists(st.tuples(_places, _places, st.booleans()), min_size=1, max_size=3))
    chair, cut = draw(st.integers(0, 12)), draw(_places)
    walk = draw(walks(laws, least=1, deals=1))
    walk = walk.upto(1 + cut % len(walk.steps)) if walk.steps and not walk.stopped else walk
    seats: int = walk.start.seating.seats
    seat = chair % (seats + 1) - 1 if chair % (seats + 1) else None
    hidden = laws.hidden_from(walk.last, seat) if walk.steps else []  # the longer it is, the fewer
    swaps: list[tuple[Card, Card]] = []
    for first, second, alike in picks if hidden else ():
        one = hidden[first % len(hidden)]
        others = [card for card in hidden if card.suit == one.suit] if alike else hidden
        two = others[second % len(others)]
        if one is not two and not {one, two} & {card for pair in swaps for card in pair}:
            swaps.append((one, two))
    return LookAlike(walk, seat, tuple(swaps))


def _by_chance(laws: Laws, start: Any, seed: int) -> LookAlike:
    """All of it by a seed: a deal that comes far, and exchanges of all that a seat has not seen by then."""
    chance = Random(seed)
    walk = random_walk(laws.game, start, seed, deals=1, longest_deal=laws.deal_bound(start.rules))
    one, *others = (_some(laws, walk, chance) for _ in range(_WORLDS))
    return attrs.evolve(one, others=tuple(others))


def _some(laws: Laws, walk: Walk, rng: Random) -> LookAlike:
    """Somewhere in a walk, most often late, somebody, and exchanges of all that is hidden from them."""
    if walk.steps and not walk.stopped:
        walk = walk.upto(1 + int(max(rng.random(), rng.random()) * len(walk.steps)))
    seats: int = walk.start.seating.seats
    seat = [None, *range(seats)][int(rng.random() * (seats + 1))]
    return LookAlike(walk, seat, _paired(laws.hidden_from(walk.last, seat), rng, rng.random() < 0.3))


def _paired(cards: list[Card], rng: Random, by_suit: bool) -> tuple[tuple[Card, Card], ...]:
    """The cards in pairs by chance, those of a suit together or not; one may be left over."""
    mixed = rng.sample(cards, len(cards))
    suits = list(dict.fromkeys(card.suit for card in mixed)) if by_suit else [None]
    lots = [[card for card in mixed if suit in (None, card.suit)] for suit in suits]
    return tuple(pair for lot in lots for pair in zip(lot[::2], lot[1::2], strict=False))
