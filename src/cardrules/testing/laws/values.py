"""Laws of states, views, moves and rules as values."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

from cardrules.moves import Play
from cardrules.notation import has_text, read_move, write_move
from cardrules.testing.declared import Laws, within
from cardrules.testing.laws.case import Case, law
from cardrules.testing.telling import difference, said, short
from cardrules.testing.walking import numbered, random_walk

__tracebackhide__ = True  # for pytest


@law(share=2)
def nothing_changes_a_state(case: Case) -> None:
    """No move changes a state: apply and all readings leave it as it was."""
    drawn = case.walk()
    match = drawn.start.match
    state = case.game.new_match(match.rules, first=match.eldest, scores=match.start)
    states = [state]
    for steps, move in enumerate(drawn.moves):
        kept, text = pickle.dumps(state), repr(state)
        after: Any = None
        failed = ""
        for what, do in _readings(case, move).items():
            try:
                found = do(state)
            except Exception as error:
                failed = failed or f"{what} fails with {type(error).__name__}: {error}"
            else:
                after = found if what.startswith("apply") else after
        if repr(state) != text or state != pickle.loads(kept):
            raise case.broken(_change(_readings(case, move), kept), steps)
        if failed:
            raise case.broken(failed, steps)
        states.append(state := after)
    for steps, (one, two) in enumerate(zip(drawn.states, states, strict=True)):
        if one != two:
            how = difference(one, two, "state")
            raise case.broken(f"the same moves, made anew, give another state: {how}", steps)
    for value in (state, state.deal, case.game.observe(state)):
        try:
            value.number = value.to_move = 0
        except AttributeError:
            continue
        raise case.broken(f"a {type(value).__name__} can be changed: make it frozen")


def _change(readings: dict[str, Callable[[Any], Any]], kept: bytes) -> str:
    """Which of these changes the state that is kept, and how."""
    for what, do in readings.items():
        state, copy = pickle.loads(kept), pickle.loads(kept)
        do(state)
        if state != copy or repr(state) != repr(copy):
            how = difference(copy, state, "state") or "its repr is another"
            return f"{what} changes the state that it is given: {how}"
    return "a state is another after it has been read, though no copy of it is"


def _readings(case: Case, move: Any) -> dict[str, Callable[[Any], Any]]:
    """What is done with a state."""
    game = case.game
    return {
        "legal_moves": lambda state: list(game.legal_moves(state)[:50]),
        "why_not": lambda state: game.why_not(state, Play(state.pack.cards[0])),
        "observe": lambda state: game.observe(state, state.seating.seats - 1),
        f"apply({said(move)})": lambda state: game.apply(state, move),
        "events": lambda state: game.events(state, move),
    }


@law(drawn=False, share=1000)
def the_game_can_be_pickled(case: Case) -> None:
    """The record of the game can be pickled, and so be sent to another process."""
    with case.doing("to pickle the game, whose functions must stand in a module under their names,"):
        copy = pickle.loads(pickle.dumps(case.game))
    if copy != case.game:
        raise case.broken(
            f"once it has been pickled, the game is another: {difference(case.game, copy, 'GAME')}"
        )


@law(share=4, drawn=False)
def chance_is_in_the_deal_alone(case: Case) -> None:
    """The deal is the only chance: the same state and move give the same state."""
    start = case.game.new_match(case.game.rules())
    longest = case.laws.deal_bound(start.rules)
    walk = random_walk(case.game, start, case.number, moves=80, longest_deal=longest)
    case.about(walk)
    for steps, step in numbered(walk):
        what = f"applied again, {said(step.move)} gives another state"
        for _ in range(2):
            known = random.getstate()
            with case.doing(what, steps):
                again = case.game.apply(step.before, step.move)
                moves = case.game.legal_moves(step.after)
            if again != step.after or repr(again) != repr(step.after):
                raise case.broken(f"{what}: {difference(step.after, again, 'state')}", steps)
            if moves != case.game.legal_moves(step.after):
                raise case.broken("asked again, legal_moves gives other moves, or another order", steps)
            if random.getstate() != known:
                raise case.broken(f"{said(step.move)} draws numbers from the module random", steps)


@law()
def values_can_be_kept(case: Case) -> None:
    """States, views, moves and rules can be hashed, pickled, and hold nothing that changes."""
    walk = case.walk()
    for steps, state in case.some(walk, 3):
        for value in _values(case, state):
            with case.doing(f"hash of a {type(value).__name__}", steps):
                hash(value)
            with case.doing("a pickled value, loaded again,", steps):
                copy = pickle.loads(pickle.dumps(value))
            if copy != value or hash(copy) != hash(value):
                found = difference(value, copy, type(value).__name__) or "its hash is another"
                raise case.broken(f"a value is not what it was once it has been pickled: {found}", steps)
            for item in within(value):
                kind: type[Any] = type(item)
                if issubclass(kind, list | dict | set | bytearray):
                    found = f"a {type(value).__name__} holds a {kind.__name__}, which can be changed"
                    raise case.broken(f"{found}: {item!r}", steps)


def _values(case: Case, state: Any) -> Iterator[Any]:
    game = case.game
    yield from (state, state.rules, *state.lines, *state.log, *list(game.legal_moves(state)[:3]))
    for seat in case.seats(state):
        yield game.observe(state, seat)


@law(share=2)
def values_can_be_pasted_back(case: Case) -> None:
    """The repr of a value can be pasted back."""
    walk = case.walk()
    names = case.laws.vocabulary()
    for value in [*_values(case, walk.last), *walk.moves[-2:]]:
        with case.doing(f"{short(repr(value))}, pasted back,"):
            again = eval(repr(value), dict(names))
        if again != value:
            how = difference(value, again, type(value).__name__)
            raise case.broken(f"{short(repr(value))}, pasted back, is another value: {how}")


def _wordless(laws: Laws) -> str:
    mute = [kind.__name__ for kind in laws.game.moves if not has_text(kind)]
    return f"{', '.join(mute)} has no text" if mute else ""


@law(offered=_wordless)
def moves_can_be_written_and_read(case: Case) -> None:
    """Moves can be written as text and read back."""
    walk = case.walk()
    for steps, state in case.some(walk):
        moves = case.game.legal_moves(state)
        for move in moves if len(moves) < 60 else [moves[at] for at in range(0, len(moves), 41)]:
            with case.doing(f"{move!r}, written and read,", steps):
                again = read_move(state, write_move(move))
            if again != move:
                raise case.broken(f"{move!r} is written {write_move(move)!r} and read as {again!r}", steps)
