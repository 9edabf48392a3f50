"""The possible worlds of Truco: what the other player holds of the cards that are not seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product

from cardrules.cards import CardSet, Suit
from cardrules.games.truco.play import State, View
from cardrules.games.truco.rules import envido_points
from cardrules.possible import Place, Worlds, dealt, listed, played_by, spread
from cardrules.table import Secrets


def worlds(view: View) -> Worlds[State]:
    """The worlds of a view of a seat: the other player's hand, and the cards that were not dealt.

    After a showdown they stand in the order of the other player's dealt cards, the best of them first.
    """
    own, deal, pack = view.hand.bits, view.deal, view.pack
    seat = view.seat or 0
    other, played = deal.seating.next[seat], played_by(view)
    unseen = pack.bits & ~own & ~view.played_bits
    held = view.rules.format.each - played[other].bit_count()
    places = [Place("hand", other, held), Place("stock", None, unseen.bit_count() - held)]
    make = partial(_state, view, places, played)
    if deal.revealed_cards:  # truco.envido.reveal
        hand = deal.revealed_cards[other].bits & unseen
        return spread(places, [(hand, 0b01), (unseen & ~hand, 0b10)], make)
    if deal.revealed_points:  # truco.envido.points: of the cards dealt, played or not
        cards = CardSet(pack, unseen | played[other])
        hands = _hands_worth(deal.revealed_points[other], cards, view.rules.format.each)
        ways = [(hand & unseen, unseen & ~hand) for hand in hands if not played[other] & ~hand]
        return listed(places, ways, make)
    return spread(places, [(unseen, 0b11)], make)


def _hands_worth(points: int, cards: CardSet, size: int) -> Iterator[int]:
    """The bits of all hands of so many of these cards that have these Envido points, each hand once."""
    worth = {card: envido_points(CardSet(cards.pack, card.bit)) for card in cards}
    ranked = sorted(cards, key=lambda card: -worth[card])  # equal ones stay in pack order
    for at, best in enumerate(ranked):
        if points < 20:
            # No two of a suit, and none better than the best.
            if worth[best] == points:
                after: dict[Suit, list[int]] = {suit: [] for suit in cards.pack.deck.suits}
                for card in ranked[at + 1 :]:
                    after[card.suit].append(card.bit)
                del after[best.suit]
                for chosen in combinations(after.values(), size - 1):
                    yield from (sum(rest, best.bit) for rest in product(*chosen))
            continue
        # The best two of a suit, and whatever else does not change which these are.
        seconds = [card for card in ranked[at + 1 :] if card.suit is best.suit]
        for place, second in enumerate(seconds):
            if worth[best] + worth[second] + 20 == points:
                pair = best.bit | second.bit
                others = [card.bit for card in ranked if card.suit is not best.suit]
                free = [*(card.bit for card in seconds[place + 1 :]), *others]
                yield from (sum(rest, pair) for rest in combinations(free, size - 2))


def _state(view: View, places: list[Place], played: list[int], unseen: tuple[int, ...]) -> State:
    secrets = Secrets(dealt(view, places, played, unseen), tuple(CardSet(view.pack, unseen[-1])))
    return State(view.match, view.deal, view.to_move, view.tricks, view.trick, view.played_bits, secrets)
