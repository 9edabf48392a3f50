"""Laws of what a game may offer beside play: possible worlds, JSON, notation of states."""

from __future__ import annotations

from random import Random
from typing import Any

from cardrules.errors import MissingExtra, SpectatorError
from cardrules.testing import strategies
from cardrules.testing.declared import Laws
from cardrules.testing.laws.case import Case, law, who
from cardrules.testing.laws.knowledge import alike, told_apart
from cardrules.testing.telling import difference, said

_FEW = 60  # worlds of a view that are looked through one by one

__tracebackhide__ = True  # for pytest


def _worldless(laws: Laws) -> str:
    return "" if laws.game.possible is not None else "the game does not say what its possible worlds are"


@law(share=2, offered=_worldless)
def worlds_are_possible(case: Case) -> None:
    """Every world of a view can be replayed, its seat sees in it what it saw, and the truth is among them."""
    walk = case.walk()
    number = case.draw(strategies.seats(100))
    for steps, state in case.some(walk, 3):
        for seat in range(state.seating.seats):
            view = case.game.observe(state, seat)
            with case.doing(f"worlds of the view of {who(seat)}", steps):
                worlds = case.game.worlds(view)
            if worlds.count < 1:
                raise case.broken(f"{who(seat)} has no possible world, and yet this is one", steps)
            with case.doing("a sampled world", steps):
                sample = worlds.sample(Random(number))
            _like(case, state, sample, seat, steps)
            if worlds.count <= _FEW and not any(_same(state, world) for world in worlds):
                raise case.broken(f"the truth is none of the {worlds.count} worlds of {who(seat)}", steps)
        with case.doing("worlds of a spectator's view, which should be refused,", steps):
            try:
                case.game.worlds(case.game.observe(state))
            except SpectatorError:
                continue
        raise case.broken("a spectator has worlds: there should be a SpectatorError", steps)


def _like(case: Case, state: Any, world: Any, seat: int, steps: int) -> None:
    """A world is played as the state was, and looks the same to the seat at every moment."""
    if not state.deal.number:
        return
    of = f"a world of {who(seat)}"
    with case.doing(f"to replay {of}", steps):
        there = case.game.replay(world)
    for true, other in zip(case.game.replay(state), there, strict=True):
        one, two = case.game.observe(true, seat), case.game.observe(other, seat)
        if one != two:
            how = difference(one, two, "the view")
            raise case.broken(
                f"in {of} {how}, after {len(true.log)} moves of the deal: {said(world.hands)}", steps
            )
    places = case.laws.places_in(world)
    if sorted(c.index for cards in places.values() for c in cards) != [c.index for c in world.pack]:
        raise case.broken(f"in {of} a card is missing, or there twice", steps)


def _same(one: Any, other: Any) -> bool:
    """Whether two states are the same world: their order within the stock is not part of it."""
    return one.secrets.own == other.secrets.own and set(one.secrets.stock) == set(other.secrets.stock)


def _codec(laws: Laws) -> Any:
    from cardrules import codec

    codec.schema(laws.game)
    return codec


def _speechless(laws: Laws) -> str:
    try:
        _codec(laws)
    except MissingExtra as error:
        return str(error)
    except Exception as error:
        return f"its values have no JSON: {error}"
    return ""


@law(share=2, offered=_speechless)
def values_go_through_json(case: Case) -> None:
    """States, views, moves, events and rules written as JSON are read back as they were."""
    walk = case.walk()
    codec, game = _codec(case.laws), case.game
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
    codec, game = _codec(case.laws), case.game
    for steps, seen, one, two in alike(case):
        if steps % 4 and steps != len(seen.walk.steps):
            continue
        here, there = (game.observe(played[2], seen.seat) for played in (one, two))
        told = [game.events(*played[:2], seen.seat) for played in (one, two)]
        for what, first, second in (("view", here, there), ("events", *told)):
            if codec.dumps(first, game) != codec.dumps(second, game):
                how = difference(
                    codec.encode(first, game), codec.encode(second, game), f"the JSON of the {what}"
                )
                raise case.broken(told_apart(seen, how, one[1]), steps)
