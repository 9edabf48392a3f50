"""A match that is played for a vector: every step of it, and the moves that are refused on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import attrs

import cardrules
from cardrules import Deal, Deck, Play, Rank, Suit
from cardrules.notation import read_move, write_move
from tests.walks import AnyGame

JOKER = Deck("jokers", (Suit("", "jokers"),), (Rank("Joker"),)).cards[0]
"""A card whose text is that of no card of any game here."""

Hands = Sequence[str | None] | Mapping[int, str]


@attrs.frozen
class Plan:
    """What a vector is to show: the rules and the standing to start from, and how it is played.

    ``play`` is given the `Match` and makes the moves.
    """

    game: AnyGame
    name: str
    about: str
    play: Callable[[Match], None]
    rules: Any
    first: int = 0
    scores: tuple[int, ...] | None = None


@attrs.define
class Step:
    """A move or a deal, the state after it, and the moves that are to be refused there."""

    move: Any
    after: Any
    refused: list[Any] = attrs.Factory(list[Any])


class Match:
    """A match under way: each method makes moves and keeps them as steps."""

    def __init__(self, plan: Plan) -> None:
        state: Any = plan.game.new_match(plan.rules, first=plan.first, scores=plan.scores)
        self.steps = [Step(None, state)]

    @property
    def state(self) -> Any:
        """The state now."""
        return self.steps[-1].after

    def make(self, move: Any) -> None:
        """Make a move, or a deal, which must be legal."""
        self.steps.append(Step(move, cardrules.apply(self.state, move)))

    def deal(self, hands: Hands = (), stock: str = "") -> None:
        """Deal these hands, by seat, and this stock; what is left open comes in pack order."""
        self.make(cardrules.arrange(self.state, hands, stock=stock))

    def shuffle(self, seed: int) -> None:
        """Deal the pack as this seed shuffles it."""
        self.make(cardrules.shuffle(self.state, Random(seed)))

    def cut(self, seed: int, card: str) -> None:
        """Deal the pack as this seed shuffles it, with this card as the last."""
        cards = list(cardrules.shuffle(self.state, Random(seed)).pack)
        at = cards.index(self.state.pack[card])
        cards[at], cards[-1] = cards[-1], cards[at]
        self.make(Deal(tuple(cards)))

    def say(self, moves: str) -> None:
        """Make these moves, written as text and separated by semicolons."""
        for text in filter(None, map(str.strip, moves.split(";"))):
            self.make(read_move(self.state, text))

    def finish(self, seed: int, but: tuple[str, ...] = ()) -> None:
        """Play to the end of the deal at random; what ``but`` names only where nothing else is legal."""
        rng = Random(seed)
        while self.state.to_move is not None:
            legal = cardrules.legal_moves(self.state)
            liked = [move for move in legal if write_move(move) not in but] if but else legal
            moves = liked or legal
            self.make(moves[int(rng.random() * len(moves))])

    def random(self, seed: int, deals: int = 1, but: tuple[str, ...] = ()) -> None:
        """So many deals, shuffled and played at random, or fewer where the match is over before."""
        for number in range(deals):
            if self.state.awaits_deal:
                self.shuffle(seed + number)
                self.finish(seed + number, but)

    def tricks(
        self, tricks: Iterable[str], *, before: str = "", hands: Mapping[int, str] | None = None
    ) -> None:
        """Deal what these tricks need, say what comes before them, and play them.

        A trick is written as the seat that leads and its cards in the order in which they are played, as in
        ``"2: A♠ 3♠ 4♠ 5♠"``. ``hands`` are cards that the seats are to have beside those.
        """
        played = [trick.split(": ") for trick in tricks]
        dealt = {seat: text.split() for seat, text in (hands or {}).items()}
        for leader, cards in played:
            order = self.state.seating.order_from(int(leader))
            for seat, card in zip(order, cards.split(), strict=False):
                dealt.setdefault(seat, []).append(card)
        self.deal({seat: " ".join(cards) for seat, cards in dealt.items()})
        self.say(before)
        for leader, cards in played:
            if self.state.to_move != int(leader):
                raise ValueError(f"seat {self.state.to_move} is to lead, not {leader}: {cards}")
            self.say(cards.replace(" ", ";"))

    def refuse(self, *moves: Any) -> None:
        """Note that these moves, given as values or as text, are refused here."""
        for move in moves:
            read = read_move(self.state, move) if isinstance(move, str) else move
            if cardrules.why_not(self.state, read) is None:
                raise ValueError(f"{move!r} is legal")
            self.steps[-1].refused.append(read)

    def refuse_packs(self) -> None:
        """Note that packs are refused here: that lack a card, have one twice, or something that is none."""
        first, *others = self.state.pack.cards
        self.refuse(
            Deal(others),
            Deal((*others, others[0])),  # in place of the first
            Deal((first, *others, others[0])),  # beside all others
            Deal((first, others[0], *others[:-1])),  # in place of the last, and side by side
            Deal((*others, JOKER)),
            Deal((first, *others, JOKER)),
        )

    def refuse_after_the_end(self) -> None:
        """Note that a whole pack is refused here, as the match is over, and so is one that lacks a card."""
        if self.state.match.outcome is None:
            raise ValueError("the match is not over")
        cards = self.state.pack.cards
        self.refuse(Play(cards[0]), Deal(cards), Deal(cards[1:]))
