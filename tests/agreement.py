"""A match of a game and of its naive implementation played side by side, every ply compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

import attrs

import cardrules
from tests.naive.cards import Move


class Naive(Protocol):
    """What all naive implementations have."""

    over: bool

    @property
    def to_move(self) -> int | None: ...
    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def last_deal(self) -> Sequence[int] | None: ...
    @property
    def winners(self) -> Sequence[int] | None: ...
    @property
    def awaits_deal(self) -> bool: ...
    def legal(self) -> set[Move]: ...
    def deal(self, pack: list[str], /) -> None: ...
    def move(self, move: Move, /) -> None: ...


def _any_legal(state: Any, rng: Random) -> Any:
    return rng.choice(cardrules.legal_moves(state))


@attrs.frozen
class SideBySide:
    """How a game is compared with its naive implementation.

    ``as_naive`` is a move as the other has it; ``same_table`` compares what lies on the table at every ply;
    ``dealt`` compares what follows a deal, ``ended`` what follows the end of one. ``choose`` and ``deal``
    make the moves; ``same_legal`` compares the legal moves where these are not simply the same set.
    """

    as_naive: Callable[[Any], Move]
    same_table: Callable[[Any, Any], None]
    dealt: Callable[[Any, Any], None]
    ended: Callable[[Any, Any], None] = lambda state, other: None
    choose: Callable[[Any, Random], Any] = _any_legal
    deal: Callable[[Any, Random], Any] = cardrules.shuffle
    same_legal: Callable[[Any, Any], bool] = lambda state, other: False

    def play(self, state: Any, other: Naive, rng: Random) -> None:
        """Play a match from these two standings to its end."""
        while state.match.outcome is None:
            assert not other.over
            self._compare(state, other)
            if state.awaits_deal:
                deal = self.deal(state, rng)
                state = cardrules.apply(state, deal)
                other.deal([str(card) for card in deal.pack])
                self.dealt(state, other)
                continue
            moves = cardrules.legal_moves(state)
            if not self.same_legal(state, other):
                assert {self.as_naive(move) for move in moves} == other.legal()
                assert len(moves) == len(other.legal())
            move = self.choose(state, rng)
            state = cardrules.apply(state, move)
            other.move(self.as_naive(move))
            if state.deal_is_over:
                assert list(state.match.results[-1].scores) == other.last_deal
                self.ended(state, other)
        assert other.over
        assert list(state.match.outcome.winners) == other.winners
        assert list(state.match.outcome.scores) == other.scores
        self._compare(state, other)

    def _compare(self, state: Any, other: Naive) -> None:
        assert state.to_move == other.to_move
        assert state.awaits_deal == other.awaits_deal
        assert list(state.scores) == other.scores
        self.same_table(state, other)


def matches(usual: int) -> int:
    """How many matches are played: the usual number, or ``CARDRULES_MATCHES``."""
    return int(os.environ.get("CARDRULES_MATCHES", usual))
