"""What the laws must be told of a game, because it cannot be known: `Laws`, with usual answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs
from hypothesis.strategies import SearchStrategy

import cardrules
from cardrules import rulebook, table
from cardrules.cards import Card, CardSet, cards_of
from cardrules.errors import CardrulesError
from cardrules.testing.walking import AnyGame, fields_of
from cardrules.tricks import Trick

Places = Mapping[str, Iterable[Card]]
"""Where cards are: the name of each place, and the cards there."""


class NotDeclared(CardrulesError, TypeError):
    """The laws cannot find out something of a game by themselves: it has to be given to `Laws`."""


@attrs.frozen(eq=False)
class Laws:
    """A game as its laws see it; everything but the game has a usual answer.

    - ``rules``: a strategy for its rules, usually one that `strategies.rules` makes of their options;
    - ``standings``: of some rules, a strategy for standings from which a match may start (``None``: the usual
      one), usually that of `strategies.standings`;
    - ``moves``: of a state, moves that can be made of the game's cards, seats and words, legal or not. They
      are tried beside those that `every_move` makes of the classes of moves; needed where a class has fields
      that are neither cards, seats, numbers, suits, ranks nor members of an enumeration;
    - ``places``: of a state in a deal, where its cards are, by the names of the places; usually these are the
      cards played, the stock, and the hands (the ``bits`` of ``secrets.own``). A game in which cards are
      discarded or on their way has more;
    - ``told``: of a state, what the rules tell everybody of cards that have not been played: cards that lie
      face up, numbers that were announced. Usually nothing. It is what the leak law allows, so make it from
      the rules and not from what the game shows;
    - ``rule_ids``: the ids of its rules, usually those of the rule book, or any that begin with its name;
    - ``longest_deal``: of some rules, how many moves a deal takes at most, the `Deal` not among them; usually
      generous: three for every card and twenty for every seat;
    - ``longest_match``: of some rules, how many deals a match between random players takes at most; 500;
    - ``names``: what a pasted `repr` may name, beside `cardrules` and the modules of the game's classes;
    - ``without``: laws that are not for this game, by name, each with the reason;
    - ``examples``: how many examples are tried of each law, usually what the Hypothesis profile says.
    """

    game: AnyGame
    rules: SearchStrategy[Any] | None = None
    standings: Callable[[Any], SearchStrategy[tuple[int, ...] | None]] | None = None
    moves: Callable[[Any], Iterable[Any]] | None = None
    places: Callable[[Any], Places] | None = None
    told: Callable[[Any], object] | None = None
    rule_ids: Iterable[str] | None = None
    longest_deal: Callable[[Any], int] | None = None
    longest_match: Callable[[Any], int] | None = None
    names: Mapping[str, object] = attrs.Factory(dict[str, object])
    without: Mapping[str, str] = attrs.Factory(dict[str, str])
    examples: int | None = None

    def places_in(self, state: Any) -> dict[str, list[Card]]:
        """Where the cards of a state are, by the names of the places."""
        places = (self.places or usual_places)(state)
        return {name: list(cards) for name, cards in places.items()}

    def told_in(self, state: Any) -> object:
        """What everybody has been told of cards that were not played."""
        return None if self.told is None else self.told(state)

    def deal_bound(self, rules: Any) -> int:
        """How many moves a deal takes at most."""
        if self.longest_deal is not None:
            return self.longest_deal(rules)
        seats: int = rules.format.seating.seats
        return 3 * len(rules.format.pack) + 20 * seats

    def match_bound(self, rules: Any) -> int:
        """How many deals a match takes at most."""
        return 500 if self.longest_match is None else self.longest_match(rules)

    def knows(self, rule_id: str) -> bool:
        """Whether a rule of the game, or a common one, has this id."""
        if rule_id in {rule.id for rule in rulebook.COMMON}:
            return True
        if self.rule_ids is not None:
            return rule_id in set(self.rule_ids)
        own = rulebook.RULES.get(self.game.name, ())
        return rule_id in {rule.id for rule in own} if own else rule_id.startswith(f"{self.game.name}.")

    def hidden_from(self, state: Any, seat: int | None) -> list[Card]:
        """The cards of the pack that a seat, or a spectator, has not seen by now, in pack order."""
        seen = {*state.played, *cards_within(self.told_in(state))}
        if seat is not None:
            seen |= set(cards_within(state.secrets.own[seat]))
        return [card for card in state.pack if card not in seen]

    def vocabulary(self) -> dict[str, Any]:
        """The names that a pasted `repr` may use."""
        names: dict[str, Any] = {**vars(cardrules), **vars(table)}
        names |= {name: getattr(cardrules, name) for name in cardrules.__all__}
        of_game = (self.game.rules, self.game.view, *self.game.moves, *self.game.shown)
        for module in dict.fromkeys(getattr(kind, "__module__", "") for kind in of_game):
            names |= vars(sys.modules.get(module, object)) if module in sys.modules else {}
        return names | dict(self.names)


def laws_of(of: Laws | AnyGame) -> Laws:
    """The laws of a game that is given alone or with what it declares."""
    return of if isinstance(of, Laws) else Laws(of)


def usual_places(state: Any) -> dict[str, list[Card]]:
    """The cards played, the stock, and the hands."""
    deck = state.pack.deck
    places = {"among the cards played": list(state.played), "in the stock": list(state.secrets.stock)}
    for seat, held in enumerate(state.secrets.own):
        places[f"in the hand of seat {seat}"] = list(cards_of(deck, held.bits & ~state.played_bits))
    return places


_PRIMITIVES = frozenset(
    f"cardrules.{name}" for name in ("cards", "dealing", "ranks", "seating", "tricks", "trumps")
)


def within(value: object) -> Iterator[object]:
    """Everything that a value holds, to any depth, itself first; packs, tables and such are not opened."""
    yield value
    for part in _parts(value):
        yield from within(part)


def _parts(value: Any) -> Iterator[object]:
    if isinstance(value, Mapping):
        yield from value
        yield from value.values()
    elif isinstance(value, tuple | list | set | frozenset):
        yield from value
    elif value.__class__.__module__ not in _PRIMITIVES or isinstance(value, Trick):
        yield from (getattr(value, field.name) for field in fields_of(value))


def cards_within(value: object) -> Iterator[Card]:
    """The cards that a value holds, to any depth."""
    for item in within(value):
        if isinstance(item, Card):
            yield item
        elif isinstance(item, CardSet):
            yield from item
