"""Possible worlds the long way: every deal of a small pack, replayed, kept while the seat sees the same.

Nothing here asks the library what a world is: a deal is kept as long as the moves that everybody saw are
legal in it, and the seat's views are equal, move by move, to those that it really had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from cardrules import Card, CardSet, Deal, IllegalMove
from cardrules.games.hornafjardarmanni import Exchange
from tests.walks import AnyGame, Step

World = tuple[Any, frozenset[Card]]
"""What tells worlds apart: what each seat was dealt, gave away and drew, and the cards in the stock."""


def world_of(state: Any) -> World:
    return state.secrets.own, frozenset(state.secrets.stock)


def worlds_at_every_move(game: AnyGame, steps: Sequence[Step], seat: int) -> Iterator[set[World]]:
    """The worlds of a seat after the deal that begins ``steps``, and after every move from then on."""
    deal, *moves = steps
    states = [game.apply(deal.before, pack) for pack in packs(deal.before, deal.after, seat)]
    shown = game.observe(deal.after, seat)
    states = [state for state in states if game.observe(state, seat) == shown]
    yield set(map(world_of, states))
    for step in moves:
        shown = game.observe(step.after, seat)
        found: dict[Any, Any] = {}  # by what is hidden, since all else is equal
        for state in states:
            for move in same_in_public(step.move, state, step.before.to_move == seat):
                after = applied(game, state, move)
                if after is not None and game.observe(after, seat) == shown:
                    found[after.secrets] = after
        states = list(found.values())
        yield set(map(world_of, states))


def applied(game: AnyGame, state: Any, move: Any) -> Any:
    """The state after a move, or ``None`` where it is not legal."""
    try:
        return game.apply(state, move)
    except IllegalMove:
        return None


def packs(before: Any, after: Any, seat: int) -> Iterator[Deal]:
    """A deal for every way in which the pack may have been dealt, as far as that can make a difference."""
    mine = dealt_to(after, seat)
    cut = getattr(after.deal, "cut", None)
    sizes = [len(dealt_to(after, other)) for other in range(before.seating.seats)]
    others = [card for card in before.pack if card not in mine]
    for hands in shared_out(others, [0 if other == seat else size for other, size in enumerate(sizes)]):
        dealt = [list(mine) if other == seat else hand for other, hand in enumerate(hands)]
        stock = [card for card in others if not any(card in hand for hand in hands)]
        # The order matters in Hornafjarðarmanni alone: in the stock, and of the card that was cut.
        for ordered in permutations(stock) if cut else [tuple(stock)]:
            hands = [sorted(hand, key=lambda card: card is cut) for hand in dealt]
            by_seat = {other: hand for other, hand in enumerate(hands) if hand}
            yield before.GAME.arrange(before, by_seat, stock=ordered)


def dealt_to(state: Any, seat: int) -> CardSet:
    own = state.secrets.own[seat]
    return own if isinstance(own, CardSet) else own.dealt


def shared_out(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[list[list[Card]]]:
    """Every way to give so many of the cards to each."""
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        for rest in shared_out([card for card in cards if card not in first], sizes[1:]):
            yield [list(first), *rest]


def same_in_public(move: Any, state: Any, is_own: bool) -> Iterable[Any]:
    """The moves that look like this one to others: an exchange hides which cards it was."""
    if isinstance(move, Exchange) and not is_own:
        hand = state.hand(state.to_move)
        return map(Exchange, combinations(hand, len(move.cards)))
    return [move]
