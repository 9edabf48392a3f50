"""What the vectors of Hornafjarðarmanni show.

The seeds were found by playing many and keeping those that show something rare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cardrules.games.hornafjardarmanni import GAME, Exchange, Rules
from tests.vectors.playing import Match, Plan


def _plan(
    name: str, about: str, play: Callable[[Match], None], rules: Rules | None = None, **more: Any
) -> Plan:
    return Plan(GAME, name, about, play, rules or Rules(), **more)


def _random(
    name: str, about: str, seed: int, deals: int = 1, rules: Rules | None = None, **more: Any
) -> Plan:
    return _plan(name, about, lambda match: match.random(seed, deals), rules, **more)


def _cut(name: str, about: str, card: str, rules: Rules | None = None) -> Plan:
    """A deal with this cut card, and the first exchange."""

    def play(match: Match) -> None:
        match.cut(41, card)
        match.say("exchange nothing")

    return _plan(name, about, play, rules)


def _contract(match: Match, card: str, seed: int) -> None:
    match.cut(seed, card)
    match.finish(seed)


def _exchanges(match: Match, counts: tuple[int, ...], refused: tuple[int, ...]) -> None:
    """Each exchanges the last so many of his cards; as many as in ``refused`` are too many."""
    match.shuffle(43)
    for count, more in zip(counts, refused, strict=True):
        hand = list(match.state.hand(match.state.to_move))
        if more <= len(hand):
            match.refuse(Exchange(hand[-more:]))
        # Too many, and one of them is not held: common.hold comes first.
        other = next(card for card in match.state.pack if card not in hand)
        match.refuse(Exchange([other, *hand[-more + 1 :]]))
        match.make(Exchange(hand[len(hand) - count :]))
    match.finish(43)


# Seat 0 holds the four highest of three suits; what the others hold doesn't matter.
_BEST = "A♠ K♠ Q♠ J♠ A♥ K♥ Q♥ J♥ A♦ K♦ Q♦ J♦"
_MANNI = "10♠ 10♥ 10♦ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"
_NO_TRUMPS, _NOLO = f"{_MANNI} 2♣ 3♣ A♣", f"{_MANNI} A♣ 3♣ 2♣"


def _sweep(match: Match, stock: str, seat: int = 0) -> None:
    """This seat, which leads, takes all twelve tricks."""
    match.deal({seat: _BEST}, stock)
    match.say("exchange nothing; exchange nothing; exchange nothing")
    match.finish(44)


def _tie(match: Match) -> None:
    """11–11: the match goes on; then one is alone."""
    _sweep(match, _NOLO)
    _sweep(match, _NO_TRUMPS, 1)


def _nolo_aces(match: Match) -> None:
    """A spade trick with A♠, 2♠ and 5♠ in nolo, and one with A♥ and 2♥ led by the ace."""
    stock = "10♦ 9♦ 8♦ A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 2♣ 3♣"
    match.deal({0: "5♠ A♥ 3♠", 1: "A♠ 2♥ 4♠", 2: "2♠ 3♥ 6♠"}, stock)
    match.say("exchange nothing; exchange nothing; exchange nothing; 5♠; A♠; 2♠")
    match.finish(45)


def _ace_high(match: Match, stock: str) -> None:
    """An ace wins a spade trick and a heart trick: it is low in nolo alone."""
    match.deal({0: "K♠ 3♥", 1: "A♠ 4♥", 2: "2♠ A♥"}, stock)
    match.say("exchange nothing; exchange nothing; exchange nothing; K♠; A♠; 2♠; 4♥; A♥; 3♥")
    match.finish(55)


def _discard_loses(match: Match) -> None:
    """No trumps: A♠ thrown on a club does not win; and in the trump contract no heart is played to a club."""
    match.deal({0: "9♣ 8♣", 1: "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠", 2: "10♣"}, _clubless("A♥"))
    match.say("exchange nothing; exchange nothing; exchange nothing; 9♣; A♠; 10♣")


def _no_trump_played(match: Match) -> None:
    match.deal({0: "9♣ 8♣", 1: "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠", 2: "10♣"}, _clubless("8♥"))
    match.say("exchange nothing; exchange nothing; exchange nothing; 9♣; A♠; 10♣")


_CLUBLESS = "A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦"


def _clubless(cut: str) -> str:
    """A Manni without clubs whose last card is this heart."""
    cards = [card for card in _CLUBLESS.split() if card != cut]
    return " ".join([*cards, cut])


def _trump_wins(match: Match) -> None:
    match.deal({0: "A♣ 8♣", 1: "2♥ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠", 2: "10♣"}, _clubless("8♥"))
    match.say("exchange nothing; exchange nothing; exchange nothing; A♣")
    match.say("2♥; 10♣")


def _refusals(match: Match) -> None:
    match.refuse_packs()
    match.random(46, 20)
    match.refuse_after_the_end()


def plans() -> Iterator[Plan]:
    """The vectors of Hornafjarðarmanni."""
    yield _cut("cut-ace", "An ace is cut: no trumps.", "A♠")
    yield _cut("cut-ten", "A ten is cut: no trumps.", "10♥")
    yield _cut("cut-nine", "A nine is cut: its suit is trumps.", "9♦")
    yield _cut("cut-six", "A six is cut: its suit is trumps.", "6♣")
    yield _cut("cut-five", "A five is cut: nolo.", "5♠")
    yield _cut("cut-two", "A two is cut: nolo.", "2♠")
    yield _cut(
        "cut-manni-first",
        'deal="manni_first": the cut card goes to the dealer.',
        "7♥",
        Rules(deal="manni_first"),
    )
    yield _plan(
        "exchange-7-5-4",
        "The most that the first two may exchange; the dealer's last new card is the cut card.",
        partial(_exchanges, counts=(7, 5, 4), refused=(8, 6, 5)),
    )
    yield _plan(
        "exchange-0-0-12",
        "The first two keep their hands; the dealer exchanges his whole hand.",
        partial(_exchanges, counts=(0, 0, 12), refused=(8, 6, 13)),
    )
    yield _plan(
        "exchange-3-5-8",
        "An allowance not used passes to the dealer alone.",
        partial(_exchanges, counts=(3, 5, 8), refused=(8, 6, 9)),
    )
    yield _plan("trumps", "A deal with trumps.", partial(_contract, card="8♦", seed=47))
    yield _plan("no-trumps", "A deal without trumps.", partial(_contract, card="Q♣", seed=48), first=1)
    yield _plan("nolo", "A deal of nolo.", partial(_contract, card="4♥", seed=49), first=2)
    yield _plan(
        "nolo-cardgames",
        "The preset cardgames: the ace is low in nolo, the Manni is dealt first.",
        partial(_contract, card="3♣", seed=50),
        Rules.cardgames(),
    )
    yield _plan("nolo-ace-high", "In nolo A♠ wins over 5♠ and 2♠.", _nolo_aces)
    yield _plan(
        "nolo-ace-low", 'nolo_ace="low": in nolo 5♠ wins over 2♠ and A♠.', _nolo_aces, Rules(nolo_ace="low")
    )
    yield _plan(
        "nolo-ace-low-cut-ace",
        'nolo_ace="low": a cut ace still means no trumps, in which the ace is high.',
        partial(_ace_high, stock="10♦ 9♦ 8♦ 7♦ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣ A♣"),
        Rules(nolo_ace="low"),
    )
    yield _plan(
        "nolo-ace-low-trumps",
        'nolo_ace="low": with trumps the ace is high, in hearts, which are trumps, as in spades.',
        partial(_ace_high, stock="10♦ 9♦ 8♦ 7♦ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣ 8♥"),
        Rules(nolo_ace="low"),
    )
    yield _plan("discard-loses", "No trumps: A♠, thrown on a club lead, does not win.", _discard_loses)
    yield _plan(
        "no-trump-played", "Hearts are trumps and none is played: the highest club wins.", _no_trump_played
    )
    yield _plan("trump-wins", "Hearts are trumps: 2♥ wins over A♣ led.", _trump_wins)
    yield _plan(
        "twelve-tricks",
        "All twelve tricks: +8, −4, −4, and the match is over.",
        partial(_sweep, stock=_NO_TRUMPS),
        scores=(2, 9, -11),
    )
    yield _plan("twelve-tricks-nolo", "All twelve tricks in nolo: −8, +4, +4.", partial(_sweep, stock=_NOLO))
    yield _plan("tie-goes-on", "11–11 is not over; the deal after it is.", _tie, scores=(-14, 7, 7))
    yield _random(
        "tie-falls-back", "From 11–11 both fall below 10: the match goes on.", 87, 1, scores=(11, 11, -22)
    )
    yield _plan(
        "refusals",
        "A match to 5 points, with refused packs and moves, and one after the end.",
        _refusals,
        Rules(target=5),
    )
    yield _random("manni-first", 'deal="manni_first": two deals.', 52, 2, Rules(deal="manni_first"), first=1)
    yield _random(
        "target-1", "target=1: the first who is alone in having a point wins.", 53, 9, Rules(target=1)
    )
    yield _random("four-tricks-each", "Four tricks each: nobody scores.", 77)
    yield _random("three-deals", "Three deals: the deal passes to the left.", 54, 3)
