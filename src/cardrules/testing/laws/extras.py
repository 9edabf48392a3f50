"""Laws of what a game may offer beside play: possible worlds, JSON, notation of states."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import attrs

from cardrules.errors import MissingExtra, SpectatorError
from cardrules.testing import strategies
from cardrules.testing.declared import Laws
from cardrules.testing.laws.case import Case, law, who
from cardrules.testing.laws.knowledge import alike, told_apart
from cardrules.testing.telling import difference, said
from cardrules.testing.walking import random_move

_FEW = 60  # worlds of a view that are looked through one by one
_ORDERED = 3  # unseen cards of a stock, so many that they are seldom in pack order by chance
_SAMPLES = 8  # worlds in which they are looked at

__tracebackhide__ = True  # for pytest


def _worldless(laws: Laws) -> str:
    return "" if laws.game.possible is not None else "the game does not say what its possible worlds are"


@law(share=2, offered=_worldless)
def worlds_are_possible(case: Case) -> None:
    """Every world of a view can be replayed, its seat sees in it what it saw, and the truth is among them."""
    walk = case.walk()
    number = case.draw(strategies.seats(100))
    for steps, state in case.some(walk, 3):
        with case.doing("to replay the deal (see Game.original and Game.as_made)", steps):
            played = case.game.replay(state) if state.deal.number else ()
        for seat in range(state.seating.seats):
            view = case.game.observe(state, seat)
            with case.doing(f"worlds of the view of {who(seat)}", steps):
                worlds = case.game.worlds(view)
            if worlds.count < 1:
                raise case.broken(f"{who(seat)} has no possible world, and yet this is one", steps)
            with case.doing("a sampled world", steps):
                samples = [
                    worlds.sample(Random(number + more)) for more in range(2 if worlds.count > 1 else 1)
                ]
            seen = [case.game.observe(before, seat) for before in played]
            for sample in samples:
                _like(case, seen, sample, seat, steps)
            if worlds.count <= _FEW and not any(_same(state, world) for world in worlds):
                raise case.broken(f"the truth is none of the {worlds.count} worlds of {who(seat)}", steps)
        with case.doing("worlds of a spectator's view, which should be refused,", steps):
            try:
                case.game.worlds(case.game.observe(state))
            except SpectatorError:
                continue
        raise case.broken("a spectator has worlds: there should be a SpectatorError", steps)


def _like(case: Case, seen: list[Any], world: Any, seat: int, steps: int) -> None:
    """A world is played as the state was, and looks the same to the seat at every moment."""
    if not seen:
        return
    of = f"a world of {who(seat)}"
    with case.doing(f"to replay {of}", steps):
        there = case.game.replay(world)
    for one, other in zip(seen, there, strict=True):
        two = case.game.observe(other, seat)
        if one != two:
            how = difference(one, two, "the view")
            raise case.broken(
                f"in {of} {how}, after {len(one.log)} moves of the deal: {said(world.hands)}", steps
            )
    places = case.laws.places_in(world)
    if sorted(c.index for cards in places.values() for c in cards) != [c.index for c in world.pack]:
        raise case.broken(f"in {of} a card is missing, or there twice", steps)


def _same(one: Any, other: Any) -> bool:
    """Whether two states are the same world: their order within the stock is not part of it."""
    return one.secrets.own == other.secrets.own and set(one.secrets.stock) == set(other.secrets.stock)


@law(share=4, offered=_worldless)
def stocks_are_in_any_order(case: Case) -> None:
    """Where the order of the stock will matter, the worlds that are sampled have it in any order."""
    walk = case.walk(deals=1)
    number = case.draw(strategies.seats(100))
    for steps in sorted({1, len(walk.steps) // 2}):
        state = walk.states[min(steps, len(walk.steps))]
        for seat in range(state.seating.seats):
            unseen = _unseen_stock(case, state, seat)
            if len(unseen) < _ORDERED or not _order_matters(case, state, unseen, number):
                continue
            with case.doing(f"worlds of the view of {who(seat)}", steps):
                worlds = case.game.worlds(case.game.observe(state, seat))
                samples = [worlds.sample(Random(number + more)) for more in range(_SAMPLES)]
            orders = [[card.index for card in _unseen_stock(case, world, seat)] for world in samples]
            for way, rising in (("in pack order", True), ("in pack order from its end", False)):
                if all(len(order) > 1 and order == sorted(order, reverse=not rising) for order in orders):
                    found = (
                        f"in all of {_SAMPLES} sampled worlds of {who(seat)} the unseen cards of the stock "
                        f"are {way}, and who draws what depends on it: mix them, or make every card of the "
                        "stock a place of its own"
                    )
                    raise case.broken(found, steps)


def _unseen_stock(case: Case, state: Any, seat: int) -> list[Any]:
    """The cards of the stock that a seat has not seen, in the order of the stock."""
    hidden = set(case.laws.hidden_from(state, seat))
    return [card for card in state.secrets.stock if card in hidden]


def _order_matters(case: Case, state: Any, unseen: list[Any], number: int) -> bool:
    """Whether hands are others, some moves later, once these cards of the stock are in the opposite order."""
    turned = dict(zip(unseen, reversed(unseen), strict=True))
    stock = tuple(turned.get(card, card) for card in state.secrets.stock)
    other = attrs.evolve(state, secrets=attrs.evolve(state.secrets, stock=stock))
    chance = Random(number)
    for _ in range(case.laws.deal_bound(state.rules)):
        if state.to_move is None:
            return False
        move = random_move(case.game, state, chance)
        if case.game.why_not(other, move) is not None:
            return True
        state, other = case.game.apply(state, move), case.game.apply(other, move)
        if state.secrets.own != other.secrets.own:
            return True
    return False


def _codec(case: Case) -> Any:
    """The codec, once it knows how the values of the game are written."""
    from cardrules import codec

    try:
        codec.schema(case.game)
    except Exception as error:
        found = f"its values have no JSON: {type(error).__name__}: {error}"
        raise case.broken(f"{found}. If they need none, say so in Laws(without=...)") from error
    return codec


def _speechless(laws: Laws) -> str:
    """Whether the extra is missing; that a value has no JSON is no excuse."""
    try:
        import_module("cardrules.codec")
    except MissingExtra as error:
        return str(error)
    return ""


@law(share=2, offered=_speechless)
def values_go_through_json(case: Case) -> None:
    """States, views, moves, events and rules written as JSON are read back as they were."""
    walk = case.walk()
    codec, game = _codec(case), case.game
    for steps, state in case.some(walk, 3):
        values: list[Any] = [state, state.rules, *list(game.legal_moves(state)[:3]), *state.lines]
        values += [game.observe(state, seat) for seat in case.seats(state)]
        if steps:
            step = walk.steps[steps - 1]
            values += [step.move, *game.events(step.before, step.move, state.seating.seats - 1)]
        for value in values:
            with case.doing(f"a {type(value).__name__}, through JSON,", steps):
                text = codec.dumps(value, game)
                again = codec.loads(text, game)
            if again != value:
                how = difference(value, again, type(value).__name__)
                raise case.broken(f"a {type(value).__name__}, read back from JSON, is another: {how}", steps)
            if codec.dumps(again, game) != text:
                raise case.broken(f"a {type(value).__name__} is written in two ways: {text}", steps)


@law(share=2, offered=_speechless)
def json_tells_nothing_hidden(case: Case) -> None:
    """The JSON of views and events is the same text for positions that their seat cannot tell apart."""
    codec, game = _codec(case), case.game
    for steps, seen, one, two in alike(case, worlds=1):
        if steps % 4 and steps != len(seen.walk.steps):
            continue
        here, there = (game.observe(played[2], seen.seat) for played in (one, two))
        told = [game.events(*played[:2], seen.seat) for played in (one, two)]
        for what, first, second in (("view", here, there), ("events", *told)):
            with case.doing(f"JSON of the {what} of {who(seen.seat)}", steps):
                texts = codec.dumps(first, game), codec.dumps(second, game)
            if texts[0] != texts[1]:
                how = difference(
                    codec.encode(first, game), codec.encode(second, game), f"the JSON of the {what}"
                )
                raise case.broken(told_apart(seen, how, one[1]), steps)
