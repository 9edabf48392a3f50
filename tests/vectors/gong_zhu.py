"""What the vectors of Gong Zhu show.

The seeds were found by playing many and keeping those that show something rare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cardrules
from cardrules import FRENCH, Deal, Play
from cardrules.games.gong_zhu import GAME, Expose, Rules
from tests.vectors.playing import Match, Plan


def _plan(
    name: str, about: str, play: Callable[[Match], None], rules: Rules | None = None, **more: Any
) -> Plan:
    return Plan(GAME, name, about, play, rules or Rules(), **more)


def _random(
    name: str, about: str, seed: int, deals: int = 1, rules: Rules | None = None, **more: Any
) -> Plan:
    return _plan(name, about, lambda match: match.random(seed, deals), rules, **more)


# --- Deals in which it is settled who takes what --------------------------------------------------

# Everybody follows suit in each of these, so that each trick can be given to any seat. The first suit trick
# never has a card that may be exposed, so that none is held back when it is to be played.
_TRICKS = (
    "A♠ 9♠ 5♠ 2♠",
    "10♥ 9♥ 8♥ 7♥",
    "K♦ Q♦ 8♦ 7♦",
    "K♣ Q♣ J♣ 7♣",
    "K♠ Q♠ J♠ 10♠",
    "A♥ K♥ Q♥ J♥",
    "A♦ J♦ 10♦ 9♦",
    "A♣ 10♣ 9♣ 8♣",
    "6♥ 5♥ 4♥ 3♥",
    "8♠ 7♠ 6♠ 4♠",
    "6♦ 5♦ 4♦ 3♦",
    "6♣ 5♣ 4♣ 3♣",
)
_LEFT = ("3♠", "2♥", "2♦", "2♣")


def _taken(match: Match, by: Mapping[int, str], rest: int, expose: str = "") -> None:
    """A deal in which each seat takes the tricks that hold its cards, ``rest`` all others.

    ``expose`` are the cards to be exposed. Who leads the first trick has 2♠, and plays it.
    """
    wanted = {card: seat for seat, cards in by.items() for card in cards.split()}
    first = match.state.match.results and match.state.match.eldest
    leader: int = first or 0
    tricks: list[str] = []
    hands: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for number, text in enumerate((*_TRICKS, "")):
        # The last trick goes to whoever took the one before: with it goes 2♥.
        cards = text.split() or list(_LEFT)
        best, others = cards[0], cards[1:]
        named = {wanted[card] for card in [*cards, *(["2♥"] if number == 11 else [])] if card in wanted}
        winner = named.pop() if named and text else leader if not text else rest
        order = [(leader - step) % 4 for step in range(4)]
        if not number and winner != leader:
            others.remove("2♠")
            others.insert(0, "2♠")
        placed = {seat: best if seat == winner else "" for seat in order}
        for seat in order:
            if seat != winner:
                placed[seat] = others.pop(0)
        if not number and winner == leader:
            raise ValueError(f"seat {leader} leads 2♠ and cannot take the trick")
        for seat, card in placed.items():
            hands[seat].append(card)
        tricks.append(f"{leader}: {' '.join(placed[seat] for seat in order)}")
        leader = winner
    asked = set(expose.split())
    start = int(tricks[0][0])
    turns = [" ".join(card for card in hands[(start - step) % 4] if card in asked) for step in range(4)]
    before = "; ".join(f"expose {cards or 'nothing'}" for cards in turns)
    match.tricks(tricks, before=before if match.state.rules.exposure == "open" else "")


def _one_takes(
    name: str, about: str, cards: str, expose: str = "", rules: Rules | None = None, **more: Any
) -> Plan:
    """Seat 1 takes these cards, seat 2 all others."""
    return _plan(name, about, lambda match: _taken(match, {1: cards}, 2, expose), rules, **more)


_ALL_HEARTS = "10♥ A♥ 6♥ 2♥"
_SCORES: tuple[tuple[str, str, str, str, Rules], ...] = (
    ("doubler-alone", "10♣ alone is worth +50.", "10♣", "", Rules()),
    ("doubler-alone-exposed", "10♣ alone, exposed, is worth +100.", "10♣", "10♣", Rules()),
    ("doubler-with-sheep", "10♣ doubles a positive sum.", "10♣ J♦", "", Rules()),
    ("doubler-with-nothing", "10♣ doubles a sum of nothing: Q♠ and J♦.", "10♣ Q♠ J♦", "", Rules()),
    ("doubler-with-pig", "10♣ doubles the exposed pig: −400.", "10♣ Q♠", "Q♠", Rules()),
    (
        "doubler-exposed-with-pig",
        "10♣, exposed, counts fourfold, with the exposed pig: −800.",
        "10♣ Q♠",
        "10♣ Q♠",
        Rules(),
    ),
    (
        "doubler-with-worthless-heart",
        "10♣ with nothing but 2♥ beside it is worth nothing.",
        "10♣ 2♥",
        "10♣",
        Rules(),
    ),
    ("all-hearts", "All thirteen hearts: +200.", _ALL_HEARTS, "", Rules()),
    ("all-hearts-exposed", "All thirteen hearts with A♥ exposed: +400.", _ALL_HEARTS, "A♥", Rules()),
    (
        "all-hearts-and-sheep",
        "All thirteen hearts and the exposed sheep: +400.",
        f"{_ALL_HEARTS} J♦",
        "J♦",
        Rules(),
    ),
    ("all-hearts-and-pig", "All thirteen hearts turn the pig round: +300.", f"{_ALL_HEARTS} Q♠", "", Rules()),
    (
        "all-hearts-and-pig-exposed",
        "All thirteen hearts and the pig, A♥ and Q♠ exposed: +600.",
        f"{_ALL_HEARTS} Q♠",
        "A♥ Q♠",
        Rules(),
    ),
    ("all-sixteen", "All sixteen scoring cards: +800.", f"{_ALL_HEARTS} Q♠ J♦ 10♣", "", Rules()),
    (
        "all-sixteen-exposed",
        "All sixteen scoring cards, all four exposed: +3200.",
        f"{_ALL_HEARTS} Q♠ J♦ 10♣",
        "A♥ Q♠ J♦ 10♣",
        Rules(),
    ),
    ("all-hearts-but-one", "All hearts but the worthless 2♥: −200.", "10♥ A♥ 6♥", "", Rules()),
    (
        "sweep-without-doubler",
        'pig_flips="sweep": without 10♣ the pig stays negative, +200.',
        f"{_ALL_HEARTS} Q♠ J♦",
        "Q♠",
        Rules(pig_flips="sweep"),
    ),
    (
        "sweep-without-sheep",
        'pig_flips="sweep": without J♦ the pig stays negative, and 10♣ doubles the sum: +200.',
        f"{_ALL_HEARTS} Q♠ 10♣",
        "",
        Rules(pig_flips="sweep"),
    ),
    (
        "sweep",
        'pig_flips="sweep": with all sixteen cards the pig turns round, +800.',
        f"{_ALL_HEARTS} Q♠ J♦ 10♣",
        "",
        Rules(pig_flips="sweep"),
    ),
)

# --- Cards held back ------------------------------------------------------------------------------


def _held_as_lead(match: Match) -> None:
    """The leader may lead other spades and not the exposed queen; then she is the last."""
    match.deal({0: "Q♠ 2♠ 5♠ A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦", 3: "3♠ A♣", 2: "4♠ K♣", 1: "A♠ 2♣"})
    match.say("expose Q♠; expose nothing; expose nothing; expose nothing")
    match.refuse("Q♠")
    match.say("2♠")
    match.refuse(Play(match.state.pack["A♣"]))
    match.say("3♠; 4♠; A♠; 2♣; Q♠; A♣; K♣")


def _held_in_two_suits(match: Match) -> None:
    """Seat 0, who took the pig before, leads hearts until the exposed queen and jack are left."""
    _taken(match, {0: "Q♠"}, 1)
    match.deal({0: "Q♠ J♦ A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥"})
    match.say("expose Q♠ J♦; expose nothing; expose nothing; expose nothing")
    while match.state.to_move is not None:
        legal = cardrules.legal_moves(match.state)
        match.make(next((move for move in legal if str(move.card).endswith("♥")), legal[0]))


def _held_following(match: Match) -> None:
    """Spades are led for the first time: another spade must be played, and where there is none, the queen."""
    match.deal({0: "2♠ 3♠ A♣ K♣", 3: "Q♠ 5♠ 2♦", 2: "6♠ J♦ 3♦", 1: "7♠ 9♠"})
    match.say("expose nothing; expose Q♠; expose J♦; expose nothing; 2♠")
    match.refuse("Q♠")
    match.say("5♠; 6♠; 9♠; 7♠; 3♠; Q♠")


def _held_only_card(match: Match) -> None:
    match.deal({0: "2♠ 3♠", 3: "Q♠ A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦", 2: "6♠", 1: "7♠"})
    match.say("expose nothing; expose Q♠ J♦; expose nothing; expose nothing; 2♠")
    match.say("Q♠; 6♠; 7♠")


def _held_discarded(match: Match) -> None:
    """Clubs are led, and a player without clubs throws the exposed queen, though spades were never led."""
    match.deal({0: "2♠ 2♣", 3: "Q♠ J♠ 10♠ A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦", 2: "3♣ 4♣", 1: "A♣ 5♣"})
    match.say("expose nothing; expose Q♠; expose nothing; expose nothing; 2♣; Q♠; 3♣; A♣")


def _held_after_discards(match: Match) -> None:
    """Hearts that were discarded do not count as led: A♥ is still held back when hearts are led."""
    match.deal(
        {
            0: "2♠ 2♣ 2♥ A♦",
            3: "A♥ 9♥ 3♣ 4♣ 3♠",
            2: "10♥ 8♥ 7♥ 3♥ K♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠",
            1: "5♣ 10♣ 4♥ 6♥ 2♦",
        }
    )
    match.say("expose nothing; expose A♥; expose nothing; expose 10♣; 2♣; 3♣; 10♥; 5♣; 4♥; 2♥")
    match.refuse("A♥")
    match.say("9♥")


def _held_and_free(match: Match) -> None:
    """The second time that the suit is led, the exposed card is free."""
    match.deal({0: "2♠ A♠ K♠", 3: "Q♠ 5♠ J♠", 2: "6♠ 7♠ 8♠", 1: "9♠ 10♠ 4♠"})
    match.say("expose nothing; expose Q♠; expose nothing; expose nothing; A♠; 5♠; 6♠; 9♠; K♠; Q♠; 7♠; 10♠")


# --- Deals and matches ----------------------------------------------------------------------------


def _split_hearts(match: Match) -> None:
    """Partners 1 and 3 take all hearts between them."""
    _taken(match, {1: "10♥ A♥", 3: "6♥ 2♥"}, 2)


def _exposing(match: Match) -> None:
    match.refuse_packs()
    match.deal({0: "2♠ A♥ Q♠ J♦ 10♣", 1: "K♠ A♠"})
    match.refuse(Expose("A♥ 2♠"), Expose("2♠"), Expose("K♠"), Play(match.state.pack["2♠"]))
    match.say("expose A♥ J♦; expose nothing; expose nothing; expose nothing; 2♠")


def _marker(match: Match) -> None:
    match.shuffle(8)
    marker = match.state.deal.opening
    for _ in range(4):
        match.say("expose nothing")
    match.refuse(*(Play(card) for card in list(match.state.hand(match.state.to_move))[:2] if card != marker))
    match.finish(8)


def _marker_and_held(match: Match) -> None:
    """The leader has exposed Q♠ and A♥: leading one breaks two rules, and the marker's comes first."""
    match.deal({0: "2♠ Q♠ 5♠ A♥ 3♥", 3: "3♠ J♠", 2: "4♠", 1: "A♠ K♠"})
    match.say("expose A♥ Q♠; expose nothing; expose nothing; expose nothing")
    match.refuse("Q♠", "A♥", "5♠", "A♠")
    match.say("2♠; 3♠; 4♠; K♠")
    match.say("A♠; Q♠")


def _long(match: Match) -> None:
    match.random(11, 20)
    match.refuse_after_the_end()


def _five(match: Match) -> None:
    match.refuse(Deal(FRENCH.cards))
    match.random(13, 2)


def plans() -> Iterator[Plan]:
    """The vectors of Gong Zhu."""
    for name, about, cards, expose, rules in _SCORES:
        yield _one_takes(name, about, cards, expose, rules)
    yield _plan(
        "held-back-as-lead",
        "An exposed card is not led before its suit was, unless it is the last of it.",
        _held_as_lead,
    )
    yield _plan(
        "held-back-in-two-suits",
        "A leader who has only the exposed Q♠ and J♦ left may lead either.",
        _held_in_two_suits,
    )
    yield _plan(
        "held-back-following",
        "To the first spade trick the exposed Q♠ is not played with another spade in hand.",
        _held_following,
    )
    yield _plan(
        "held-back-only-card",
        "To the first spade trick the exposed Q♠ is played as the only spade.",
        _held_only_card,
    )
    yield _plan("held-back-discarded", "An exposed card may be discarded on another suit.", _held_discarded)
    yield _plan(
        "held-back-after-discards",
        "Hearts discarded on other suits have not been led: A♥ is still held back.",
        _held_after_discards,
    )
    yield _plan(
        "held-back-and-free",
        "From the second trick led in its suit on, an exposed card is free.",
        _held_and_free,
    )
    yield _plan("exposing", "What may be exposed, and what is refused meanwhile.", _exposing)
    yield _random("two-deals", "Two deals: who took the pig draws first and leads the second.", 1, 2, first=2)
    yield _plan(
        "long-match",
        "A match to its end at −400, after which nothing is dealt or played.",
        _long,
        Rules(losing_score=-400),
    )
    yield _random(
        "partnerships",
        "Two pairs: each player's cards are scored, each pair has one score.",
        12,
        2,
        Rules(partnerships=True),
    )
    yield _plan(
        "partners-split-hearts",
        "Partners take seven and six hearts: no bonus.",
        _split_hearts,
        Rules(partnerships=True),
    )
    yield _plan(
        "five-players",
        "Five players without 2♠ and 2♦: the holder of 3♠ leads, and there are ten tricks.",
        _five,
        Rules(players=5),
    )
    yield _random(
        "five-without-2s-of-clubs",
        "Five players without 2♦ and 2♣: 2♠ leads.",
        14,
        1,
        Rules(players=5, removed="2♣ 2♦"),
        first=4,
    )
    yield _random(
        "five-without-low-spades",
        "Five players without 2♠ and 3♠: 4♠ leads, and is led.",
        15,
        1,
        Rules(players=5, removed="2♠ 3♠", first_lead="marker"),
    )
    yield _plan(
        "marker-led",
        'first_lead="marker": no other card opens the match.',
        _marker,
        Rules(first_lead="marker"),
        first=1,
    )
    yield _plan(
        "marker-and-held-back",
        'first_lead="marker": an exposed card is refused as the first lead since it is not the marker.',
        _marker_and_held,
        Rules(first_lead="marker"),
    )
    yield _random("no-exposing", 'exposure="none": play follows on the deal.', 16, 1, Rules(exposure="none"))
    yield _plan(
        "exactly-1000",
        "Totals of −1000, 20, 20, −40: over, and two share the win.",
        _exactly,
        scores=(-800, 20, 20, -40),
    )
    yield _plan(
        "two-pigs",
        "Two players fall below the limit in one deal, and both are Pigs.",
        lambda match: _taken(match, {1: "Q♠", 3: "A♥"}, 2),
        scores=(0, -950, 60, -900),
    )
    yield _plan(
        "not-yet",
        "A lowest total of −999: the match goes on.",
        lambda match: _taken(match, {1: "Q♠"}, 2),
        scores=(0, -899, 60, 0),
    )
    yield _plan(
        "all-pigs",
        "Everybody is below the limit: the highest total has won all the same.",
        lambda match: _taken(match, {0: "10♥", 1: "A♥ J♦", 2: "6♥ 10♣", 3: "Q♠"}, 3),
        scores=(-970, -980, -990, -930),
    )
    yield _plan(
        "pair-below",
        "A pair is at the limit: both partners have lost.",
        lambda match: _taken(match, {0: "Q♠"}, 1),
        Rules(partnerships=True),
        scores=(-900, -500),
    )


def _exactly(match: Match) -> None:
    """Seat 0 takes the hearts but for the last, and the neutral tricks; the sheep and the rest cancel out."""
    _taken(match, {0: "10♥ A♥ 6♥"}, 3)
