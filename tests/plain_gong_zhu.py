"""Gong Zhu as a plain loop over lists that are changed in place: the benchmark's limit of the language.

It plays a deal at random by the default rules, exposing included, and counts the plies; nothing is kept.
"""

from __future__ import annotations

import random

SCORING = {0: -50, 1: -40, 2: -30, 3: -20, **dict.fromkeys(range(4, 10), -10), 10: 0, 11: 0, 12: 0}
"""Points of the hearts by their place in the suit, ace first; hearts are cards 13 to 25."""

PIG, ACE, SHEEP, DOUBLER = 2, 13, 29, 43
EXPOSABLE = (PIG, ACE, SHEEP, DOUBLER)


def packs(deals: int, seed: int) -> list[list[int]]:
    """Shuffled packs of the numbers 0 to 51: suit by suit, the ace first."""
    rng = random.Random(seed)
    return [rng.sample(range(52), 52) for _ in range(deals)]


def play(pack: list[int], rng: random.Random) -> int:
    """Play one deal at random, score it, and say how many plies it took."""
    hands = [sorted(pack[seat::4]) for seat in range(4)]
    leader = next(seat for seat in range(4) if 12 in hands[seat])
    exposed: set[int] = set()
    plies = 0
    for step in range(4):
        own = [card for card in EXPOSABLE if card in hands[leader - step]]
        exposed.update(card for card in own if rng.random() < 0.5)
        plies += 1
    held, taken = set(exposed), [list[int]() for _ in range(4)]
    for _ in range(13):
        trick: list[int] = []
        seat = leader
        for _ in range(4):
            hand = hands[seat]
            legal = [card for card in hand if card // 13 == trick[0] // 13] if trick else hand
            legal = legal or hand
            for card in held:
                suit = [other for other in hand if other // 13 == card // 13]
                if card in legal and len(suit) > 1 and (not trick or trick[0] // 13 == card // 13):
                    legal = [other for other in legal if other != card]
            card = rng.choice(legal)
            hand.remove(card)
            trick.append(card)
            seat = (seat - 1) % 4
            plies += 1
        best = min(card for card in trick if card // 13 == trick[0] // 13)
        leader = (leader - trick.index(best)) % 4
        taken[leader] += trick
        held -= {card for card in held if card // 13 == trick[0] // 13}
    for cards in taken:
        score(cards, exposed)
    return plies


def score(taken: list[int], exposed: set[int]) -> int:
    """What a player scores who took these cards."""
    hearts = [card for card in taken if card // 13 == 1]
    points = 200 if len(hearts) == 13 else sum(SCORING[card - 13] for card in hearts)
    points *= 2 if ACE in exposed else 1
    if PIG in taken:
        points += (100 if len(hearts) == 13 else -100) * (2 if PIG in exposed else 1)
    if SHEEP in taken:
        points += 200 if SHEEP in exposed else 100
    if DOUBLER in taken:
        times = 2 if DOUBLER in exposed else 1
        alone = not hearts and PIG not in taken and SHEEP not in taken
        points = 50 * times if alone else points * 2 * times
    return points
