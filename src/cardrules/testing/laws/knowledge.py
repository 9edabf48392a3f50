"""Laws of what a seat may know: its views, what is legal on them, events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs

from cardrules.cards import cards_of
from cardrules.errors import SeatError
from cardrules.event import Acted, DealBegan, DealEnded, LineScored, MatchEnded, TurnPassed
from cardrules.moves import Deal, Play
from cardrules.table import Secrets
from cardrules.testing.declared import within
from cardrules.testing.hidden import LookAlike, look_alikes
from cardrules.testing.laws.case import Case, LawBroken, law, who
from cardrules.testing.telling import difference, listed, said
from cardrules.testing.universe import every_move
from cardrules.testing.walking import numbered

__tracebackhide__ = True  # for pytest
_LATE = (0, 1, 2, 4, 8)  # moves from the end at which further worlds are looked at

Played = tuple[Any, Any, Any]
"""A state, the move made in it, and the state after it."""


@law()
def views_tell_nothing_hidden(case: Case) -> None:
    """Positions that a seat cannot tell apart look the same to it: views, events, legal moves, refusals."""
    for steps, seen, one, two in alike(case):
        if _apart(case, seen, steps, one, two):
            raise _smallest(case, seen)


def _apart(case: Case, seen: LookAlike, steps: int, one: Played, two: Played) -> str:
    """How a seat can tell two worlds apart after a move; empty if it cannot."""
    whole = steps % 4 == 0 or steps == len(seen.walk.steps)  # a repr takes long
    for (what, here), (_, there) in zip(
        _looks(case, seen.seat, *one), _looks(case, seen.seat, *two), strict=True
    ):
        if here != there or (whole and repr(here) != repr(there)):
            return difference(here, there, what) or f"the repr of {what} is another"
    if whole and hash(case.game.observe(one[2], seen.seat)) != hash(case.game.observe(two[2], seen.seat)):
        return "the hash of its view is another"
    return ""


def _smallest(case: Case, seen: LookAlike) -> LawBroken:
    """That a seat can tell two worlds apart: by one of the exchanges if it can, and at the first moment."""
    alone = [attrs.evolve(seen, swaps=(pair,)) for pair in seen.swaps]
    for tried in (*alone, seen):
        for steps, one, two in _played(case, tried):
            how = _apart(case, tried, steps, one, two)
            if how:
                return case.broken(told_apart(tried, how, one[1]), steps)
    return case.broken("seen again, two worlds are alike that were not: there is chance in the game")


def alike(case: Case, worlds: int | None = None) -> Iterator[tuple[int, LookAlike, Played, Played]]:
    """Every move of a walk and of its other world, as long as the rules do not tell them apart.

    Then the late ones of further worlds, up to so many ``worlds`` in all.
    """
    drawn = case.draw(look_alikes(case.laws))
    for number, seen in enumerate((drawn, *drawn.others)[:worlds]):
        case.about(seen.walk)
        last = len(seen.walk.steps)
        for steps, one, two in _played(case, seen):
            if not number or last - steps in _LATE:
                yield steps, seen, one, two


def _played(case: Case, seen: LookAlike) -> Iterator[tuple[int, Played, Played]]:
    """Every move of a walk and of its other world, as long as the rules do not tell them apart."""
    other = seen.walk.start
    for steps, step in numbered(seen.walk):
        move = seen.in_other(step.move)
        if case.game.why_not(other, move) is not None:
            return  # not the same moves any more: they are not legal in both
        after = case.game.apply(other, move)
        if case.laws.told_in(after) != case.laws.told_in(step.after):
            return
        yield steps, (step.before, step.move, step.after), (other, move, after)
        other = after


def told_apart(seen: LookAlike, how: str, move: Any) -> str:
    """What to say where a seat can tell two worlds apart."""
    if not seen.swaps:
        return (
            f"nothing that {who(seen.seat)} has not seen was exchanged, the same moves were only made again, "
            f"and {how} after {said(move)}: there is chance in the game"
        )
    return (
        f"{who(seen.seat)} has not seen {listed(seen.cards)} by then. Were they in each other's place, {how} "
        f"after {said(move)}. If the rules tell everybody, say so in Laws(told=...)"
    )


def _looks(case: Case, seat: int | None, before: Any, move: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """What a seat sees of a move, by what it is called."""
    game, view = case.game, case.game.observe(after, seat)
    yield "view", view
    yield "events", game.events(before, move, seat)
    yield "legal_moves", game.legal_moves(view)
    tried = [Play(after.pack.cards[0]), Deal(after.pack.cards)]
    yield "why_not", tuple(game.why_not(view, one) for one in tried)
    if seat is not None and seat == after.to_move:  # what apply says when it refuses a move of the seat
        held = map(Play, cards_of(after.pack.deck, view.mover_bits()))
        yield "the refusals of the state", tuple(game.why_not(after, one) for one in held)


@law()
def views_hold_no_secrets(case: Case) -> None:
    """A view holds no state, no secrets, and of what seats know only its own."""
    walk = case.walk()
    for steps, state in case.some(walk):
        told = list(within(case.laws.told_in(state)))
        for seat in case.seats(state):
            view = case.game.observe(state, seat)
            own = None if seat is None else state.secrets.own[seat]
            if view.own != own:
                raise case.broken(
                    f"the view of {who(seat)} has as its own {said(view.own)}, not {said(own)}", steps
                )
            hidden = {
                id(others): at
                for at, others in enumerate(state.secrets.own)
                if at != seat and others.bits and others != own and others not in told
            }
            for value in within(view):
                if isinstance(value, Secrets | type(state)):
                    raise case.broken(f"the view of {who(seat)} holds a {type(value).__name__}", steps)
                if id(value) in hidden:
                    other = hidden[id(value)]
                    found = f"the view of {who(seat)} holds what seat {other} alone knows: {said(value)}"
                    raise case.broken(found, steps)


@law()
def views_allow_what_the_state_does(case: Case) -> None:
    """A view allows its seat what the state does, when it is to move, and otherwise nothing."""
    walk = case.walk()
    for steps, state in case.some(walk):
        legal = case.game.legal_moves(state)
        refused = _refused(case, state, legal, last=steps == len(walk.steps))
        for seat in case.seats(state):
            view = case.game.observe(state, seat)
            with case.doing(f"legal_moves of the view of {who(seat)}", steps):
                moves = case.game.legal_moves(view)
            if seat is None or seat != state.to_move:
                if len(moves):
                    found = f"{who(seat)} is not to move, and its view lists legal moves: {listed(moves)}"
                    raise case.broken(found, steps)
                for move in legal[:3]:
                    violation = case.game.why_not(view, move)
                    if violation is None or violation.rule != "common.phase":
                        raise case.broken(f"on its view, {who(seat)} may make the move of another", steps)
            elif moves != legal:
                found = f"the view of {who(seat)} allows {listed(moves)}, the state {listed(legal)}"
                raise case.broken(found, steps)
            else:
                for move in [*legal[:4], *refused]:
                    one, two = case.game.why_not(state, move), case.game.why_not(view, move)
                    if one != two:
                        how = difference(one, two, f"why_not({said(move)})")
                        raise case.broken(f"on the view of {who(seat)} {how}", steps)
            for name in ("match", "awaits_deal", "deal_is_over", "lines", "scores", "log", "to_move"):
                if getattr(view, name) != getattr(state, name):
                    raise case.broken(f"{name} is another on the view of {who(seat)}", steps)


def _refused(case: Case, state: Any, legal: Any, last: bool) -> list[Any]:
    """Moves that are not legal: cards of the mover, a few others, and some of every kind at the end."""
    if state.to_move is None:
        return []
    held = state.mover_bits()
    cards = sorted(state.pack, key=lambda card: not card.bit & held)[: held.bit_count() + 3]
    made: list[Any] = list(map(Play, cards))
    if last:
        others = [move for move in every_move(case.laws, state) if not isinstance(move, Play | Deal)]
        made += others[:: len(others) // 12 + 1]
    return [move for move in made if move not in legal]


@law(drawn=False, share=1000)
def strange_seats_are_refused(case: Case) -> None:
    """There is no view of a seat that is not there: it is refused with a SeatError."""
    start = case.game.new_match(case.game.rules())
    seats: int = start.seating.seats
    for seat in (-1, seats, True, "0", 0.5):
        try:
            case.game.observe(start, cast("int", seat))
        except SeatError:
            continue
        raise case.broken(f"observe takes {seat!r} for a seat; there are {seats}")


# --- Events -------------------------------------------------------------------------------------


@law()
def events_tell_each_move(case: Case) -> None:
    """The events of a move tell it in order, with its lines and the end of the deal and the match."""
    walk = case.walk(whole=True)
    for steps, step in numbered(walk):
        everybody = case.seats(step.before)
        seat = everybody[steps % len(everybody)]
        with case.doing(f"events for {who(seat)}", steps):
            told = case.game.events(step.before, step.move, seat)
        kinds = [type(event) for event in told]
        names = ", ".join(kind.__name__ for kind in kinds)
        dealt = isinstance(step.move, Deal)
        if not told or kinds[0] is not (DealBegan if dealt else Acted):
            first = (DealBegan if dealt else Acted).__name__
            raise case.broken(f"the events of {said(step.move)} do not begin with {first}: {names}", steps)
        if told[-1] != TurnPassed(step.after.to_move):
            raise case.broken(f"the events end with {told[-1]}, but to move is {step.after.to_move}", steps)
        lines = [event.line for event in told if isinstance(event, LineScored)]
        written = list(step.after.lines[0 if dealt else len(step.before.lines) :])
        if lines != written:
            raise case.broken(f"the events tell the lines {lines}, but written were {written}", steps)
        ended = len(step.after.match.results) > len(step.before.match.results)
        for kind, happened in ((DealEnded, ended), (MatchEnded, step.after.match.outcome is not None)):
            if (kind in kinds) != happened:
                raise case.broken(f"{kind.__name__} is {'not ' if happened else ''}told: {names}", steps)


@law(share=2)
def views_live_on_events(case: Case) -> None:
    """A client that applies its events to its view has the view of every moment."""
    walk = case.walk()
    for seat in case.seats(walk.start):
        view = case.game.observe(walk.start, seat)
        for steps, step in numbered(walk):
            with case.doing(f"advance for {who(seat)}", steps):
                view = case.game.advance(view, case.game.events(step.before, step.move, seat))
            now = case.game.observe(step.after, seat)
            if view != now:
                how = difference(now, view, "the view")
                found = f"{who(seat)} applies the events of {said(step.move)}, and {how}"
                raise case.broken(f"{found}: what changed is told by no event", steps)


@law(share=2)
def states_replay_their_deal(case: Case) -> None:
    """A state can replay the deal that lies on its table."""
    walk = case.walk()
    for steps, state in case.some(walk):
        if not state.deal.number:
            continue
        with case.doing("to replay the deal (see Game.original and Game.as_made)", steps):
            states = case.game.replay(state)
        if states[-1] != state:
            how = difference(state, states[-1], "the state")
            raise case.broken(f"replayed, {how} (see Game.original and Game.as_made)", steps)
        if len(states) != len(state.log) + 2 or not states[0].awaits_deal:
            raise case.broken(f"there are {len(states)} states for a deal and {len(state.log)} moves", steps)
