"""Laws of sameness: wherever one sits, and in whatever process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import attrs

from cardrules.testing import strategies
from cardrules.testing.declared import Laws
from cardrules.testing.laws.case import Case, law
from cardrules.testing.telling import difference, said
from cardrules.testing.walking import fields_of, random_walk, walk

__tracebackhide__ = True  # for pytest


def _fixed(laws: Laws) -> str:
    return "" if laws.game.rules().format.seating.seats > 1 else "there is one seat"


@law(share=2, offered=_fixed)
def seats_are_alike(case: Case) -> None:
    """The seats are alike: turned round the table, a match goes the same way."""
    drawn = case.walk()
    seats = drawn.start.seating.seats
    by = 1 + case.draw(strategies.seats(seats - 1)) if seats > 1 else 0
    turn = _Turn(drawn.start.seating, by)
    match = drawn.start.match
    if not turn.fits:
        return
    other = walk(
        case.game,
        match.rules,
        [turn.move(move) for move in drawn.moves],
        first=turn.seat(match.eldest),
        scores=turn.scores(match.start),
    )
    if other.stopped is not None:
        raise case.broken(
            f"turned by {by} seats, {said(other.stopped.move)} is not accepted", len(other.steps) + 1
        )
    for steps, (one, two) in enumerate(zip(drawn.states, other.states, strict=False)):
        looks = {
            "to_move": (turn.seat(one.to_move), two.to_move),
            "scores": (turn.scores(one.scores), two.scores),
            "how many moves are legal": (len(case.game.legal_moves(one)), len(case.game.legal_moves(two))),
            "how many lines there are": (len(one.lines), len(two.lines)),
            "the cards played": (one.played, two.played),
            "who won the tricks": ([turn.seat(t.winner) for t in one.tricks], [t.winner for t in two.tricks]),
            "the hands": (one.hands, tuple(two.hand(turn.seat(seat)) for seat in range(seats))),
        }
        if one.match.outcome is not None and two.match.outcome is not None:
            winners = tuple(sorted(turn.seat(seat) for seat in one.match.outcome.winners))
            looks["winners"] = winners, two.match.outcome.winners
        for what, (a, b) in looks.items():
            if a != b:
                raise case.broken(f"turned by {by} seats, {difference(a, b, what)}", steps)


class _Turn:
    """Everybody sits so many seats further on."""

    def __init__(self, seating: Any, by: int) -> None:
        self.seating, self.by = seating, by
        sides = {frozenset(side) for side in seating.sides}
        self.fits = all(frozenset(map(self.seat, side)) in sides for side in seating.sides)

    def seat(self, seat: Any) -> Any:
        """Where a seat is then."""
        return None if seat is None else (seat + self.by) % self.seating.seats

    def scores(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The standing then."""
        moved = {
            self.seating.side_of(self.seat(side[0])): scores[at] for at, side in enumerate(self.seating.sides)
        }
        return tuple(moved[at] for at in range(len(scores)))

    def move(self, move: Any) -> Any:
        """The same move then; a seat that it names is turned too."""
        names = [field.name for field in fields_of(move)]
        return attrs.evolve(move, seat=self.seat(move.seat)) if "seat" in names else move


_ELSEWHERE = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
game, rules, moves = pickle.load(sys.stdin.buffer)
state, seats = game.new_match(rules), range(rules.format.seating.seats)
for move in moves:
    print(list(game.legal_moves(state)[:40]))
    try:
        told = [game.events(state, move, seat) for seat in seats]
        state = game.apply(state, move)
    except Exception as error:
        told = type(error).__name__, str(error)
    print(told)
    print(state)
"""
"""What another process does with a match: it prints all that is seen of it."""


@law(drawn=False, share=1000)
def every_process_is_the_same(case: Case) -> None:
    """The same match is the same in other processes, where hashes and addresses are others."""
    start = case.game.new_match(case.game.rules())
    walked = random_walk(case.game, start, 1, moves=70, longest_deal=case.laws.deal_bound(start.rules))
    try:
        sent = pickle.dumps(sys.path) + pickle.dumps((case.game, walked.start.rules, walked.moves))
    except Exception:
        return  # another law tells of it
    case.about(walked)
    one, two = (_elsewhere(case, sent, seed) for seed in ("1", "2"))
    here = [str(state) for state in walked.states[1:]]
    for at, (first, second) in enumerate(zip(one, two, strict=True)):
        same = first if at % 3 < 2 else here[at // 3]  # states are compared with those of this process too
        if first == second == same:
            continue
        other = second if first != second else same
        start = max(0, next(k for k, (a, b) in enumerate(zip(first, other, strict=False)) if a != b) - 60)
        what = ("what is legal", "what is told", "the state")[at % 3]
        found = (
            f"{what} is not the same in two processes: …{first[start:][:160]}… and …{other[start:][:160]}…"
        )
        raise case.broken(found, at // 3 + 1)


def _elsewhere(case: Case, sent: bytes, seed: str) -> list[str]:
    """The lines that another process prints, whose hashes have this seed."""
    how = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "ignore"}
    ran = subprocess.run([sys.executable, "-c", _ELSEWHERE], input=sent, capture_output=True, env=how)
    if ran.returncode:
        error = ran.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise case.broken(f"in another process the game cannot be played: {error}", 0)
    return ran.stdout.decode().splitlines()
