"""What the laws must be told of a game, because it cannot be known: `Laws`, with usual answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import attrs
from hypothesis.strategies import SearchStrategy

import cardrules
from cardrules import rulebook, table
from cardrules.cards import Card, CardSet, cards_of
from cardrules.errors import CardrulesError
from cardrules.testing.walking import AnyGame, fields_of, usual_longest_deal
from cardrules.tricks import Trick

Places = Mapping[str, Iterable[Card]]
"""Where cards are: the name of each place, and the cards there."""


class NotDeclared(CardrulesError, TypeError):
    """The laws cannot find out something of a game by themselves: it has to be given to `Laws`."""


class DeclaredWrong(CardrulesError):
    """A function that was given to `Laws` failed: what is wrong is in it, and not in the game.

    ``name`` is that of the argument, ``error`` what it raised.
    """

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(
            f"your {name}() failed, which was given as Laws({name}=...): {type(error).__name__}: {error}"
        )
        self.name = name
        self.error = error

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.name, self.error)


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
      the rules and not from what the game shows. It is not asked before the first deal, and after a deal
      of the deal that was played;
    - ``rule_ids``: the ids of its rules, usually those of the rule book, or any that begin with its name;
    - ``longest_deal``: of some rules, how many moves a deal takes at most, the `Deal` not among them; usually
      generous: three for every card and twenty for every seat;
    - ``longest_match``: of some rules, how many deals a match between random players takes at most; 500;
    - ``names``: what a pasted `repr` may name, beside `cardrules` and the modules of the game's classes;
    - ``without``: laws that are not for this game, by name, each with the reason;
    - ``examples``: how many examples are tried of each law, usually what the Hypothesis profile says.

    A function of these that fails is a `DeclaredWrong`, and no law is broken.
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
        if self.places is None:
            return usual_places(state)
        with _given("places"):
            return {name: list(cards) for name, cards in self.places(state).items()}

    def told_in(self, state: Any) -> object:
        """What everybody has been told of cards that were not played; nothing before the first deal."""
        if self.told is None or not state.deal.number:
            return None
        with _given("told"):
            return self.told(state)

    def moves_in(self, state: Any) -> list[Any]:
        """Moves that can be made of the game's cards, seats and words, beside those of its classes."""
        if self.moves is None:
            return []
        with _given("moves"):
            return list(self.moves(state))

    def standings_of(self, rules: Any) -> SearchStrategy[tuple[int, ...] | None] | None:
        """A strategy for standings from which a match may start; ``None``: it is not declared."""
        if self.standings is None:
            return None
        with _given("standings"):
            return self.standings(rules)

    def deal_bound(self, rules: Any) -> int:
        """How many moves a deal takes at most."""
        if self.longest_deal is None:
            return usual_longest_deal(rules)
        with _given("longest_deal"):
            return self.longest_deal(rules)

    def match_bound(self, rules: Any) -> int:
        """How many deals a match takes at most."""
        if self.longest_match is None:
            return 500
        with _given("longest_match"):
            return self.longest_match(rules)

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


@contextmanager
def _given(name: str) -> Generator[None]:
    """Whatever is raised while a function is asked that was given to `Laws` is a fault of it."""
    try:
        yield
    except Exception as error:
        raise DeclaredWrong(name, error) from error


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
