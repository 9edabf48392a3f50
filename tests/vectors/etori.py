"""What the vectors of Etori show.

The seeds were found by playing many and keeping those that show something rare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardrules import Deal
from cardrules.games.etori import GAME, Rules
from tests.vectors.playing import Match, Plan


def _plan(
    name: str, about: str, play: Callable[[Match], None], rules: Rules | None = None, **more: Any
) -> Plan:
    return Plan(GAME, name, about, play, rules or Rules(), **more)


def _random(
    name: str, about: str, seed: int, deals: int = 1, rules: Rules | None = None, **more: Any
) -> Plan:
    return _plan(name, about, lambda match: match.random(seed, deals), rules, **more)


# --- Single tricks --------------------------------------------------------------------------------


def _only_club(match: Match) -> None:
    # Seat 1 has no club but Rensho, seat 3 has another.
    match.deal({0: "9♣ 8♣", 1: "A♣ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠", 2: "10♣", 3: "K♣ Q♣"})
    match.say("choose leader 0; 9♣")
    match.refuse("K♠", "2♠")
    match.say("A♣; 10♣; K♣")


def _with_clubs(match: Match) -> None:
    match.deal({0: "9♣", 1: "A♣ 2♣ K♠", 2: "10♣", 3: "K♣"})
    match.say("choose leader 0; 9♣")
    match.refuse("K♠")
    match.say("2♣; 10♣; K♣")


def _no_diamond(match: Match) -> None:
    match.deal({0: "9♦", 1: "A♣ 2♦ K♠", 2: "A♠ Q♠ J♠ 10♠ K♣ Q♣ J♣ A♥ K♥ Q♥ J♥ 10♥ 9♥", 3: "K♦"})
    match.say("choose leader 0; 9♦")
    match.refuse("A♣", "K♠")
    match.say("2♦; A♥; K♦")


def _rensho_led(match: Match) -> None:
    match.deal({0: "A♣", 1: "2♣ K♠", 2: "K♣", 3: "A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦ 2♦"})
    match.say("choose leader 0; A♣")
    match.refuse("K♠")
    match.say("2♣; K♣; A♦")


def _over_trump(match: Match) -> None:
    clubs, hearts = "A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣ 2♣", "A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥"
    match.deal({0: "K♠", 1: f"2♦ {hearts}", 2: clubs, 3: "A♠"})
    match.say("choose leader 0; K♠; 2♦; A♣; A♠")


def _trump_tricks(match: Match) -> None:
    """Rensho is thrown on a trump lead by a player without trumps, and takes the ace of trumps."""
    match.deal({0: "K♦ 3♠", 1: "A♦", 2: "A♣ Q♠ J♠ 10♠ 9♠ K♥ Q♥ J♥ 10♥ 9♥ K♣ Q♣ J♣", 3: "2♦"})
    match.say("choose leader 0; K♦; A♦; A♣; 2♦")


def _no_trump_in_it(match: Match) -> None:
    match.deal({0: "Q♥ 5♥", 1: "K♥", 2: "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ A♣ K♣", 3: "A♥"})
    match.say("choose leader 0; Q♥; K♥; A♠; A♥")


# --- Deals ----------------------------------------------------------------------------------------


def _all_sixteen(match: Match) -> None:
    match.deal({0: "A♣ A♦ K♦ Q♦ J♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦"})
    match.say("choose leader 0")
    match.finish(1)


def _fifteen(match: Match) -> None:
    """Seat 0 holds Rensho and all trumps but J♦, which takes the first trick."""
    match.deal({0: "A♣ A♦ K♦ Q♦ 10♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦ 2♦", 1: "J♦", 2: "2♠", 3: "3♠"})
    match.say("choose leader 0; 3♦; J♦; 2♠; 3♠")
    match.finish(1)


def _partner_leads(match: Match) -> None:
    match.shuffle(4)
    match.refuse("choose leader 1", "choose leader 3")
    match.say("choose leader 2")
    match.finish(4)


def _refusals(match: Match) -> None:
    match.refuse_packs()
    match.refuse(Deal(()))
    match.random(5, deals=20)
    match.refuse_after_the_end()


_OPTIONS: tuple[tuple[str, str, Rules, int], ...] = (
    ("trump-spades", "trump ♠ with Rensho A♥", Rules(trump="♠", rensho="A♥"), 21),
    ("trump-hearts", "trump ♥ with Rensho A♦", Rules(trump="♥", rensho="A♦"), 22),
    ("trump-clubs", "trump ♣ with Rensho A♠", Rules(trump="♣", rensho="A♠"), 23),
    ("counterclockwise", "play and deal go counter-clockwise", Rules(direction="counterclockwise"), 24),
    ("kakeya", "the preset kakeya: trump ♠, counter-clockwise", Rules.kakeya(), 25),
)


def plans() -> Iterator[Plan]:
    """The vectors of Etori."""
    yield _plan(
        "rensho-only-club", "Clubs are led: a player with no club but Rensho must play it.", _only_club
    )
    yield _plan(
        "rensho-and-clubs", "Clubs are led: a player with Rensho and another club plays either.", _with_clubs
    )
    yield _plan(
        "rensho-no-diamond", "Trumps are led: Rensho does not follow, a trump must be played.", _no_diamond
    )
    yield _plan("rensho-led", "Rensho leads clubs, and wins over every trump.", _rensho_led)
    yield _plan(
        "rensho-over-trump",
        "Rensho takes a trick in which a trump and the ace of the suit led lie.",
        _over_trump,
    )
    yield _plan("rensho-over-ace", "Rensho, thrown on a trump lead, takes the ace of trumps.", _trump_tricks)
    yield _plan(
        "discard-loses",
        "Without trumps in the trick, the suit led wins over a higher discard.",
        _no_trump_in_it,
    )
    yield _plan("all-sixteen", "One team captures all sixteen pictures, and is owed 4.", _all_sixteen)
    yield _plan("fifteen-pictures", "One team captures fifteen pictures: with Rensho, 2.", _fifteen)
    yield _plan("partner-leads", "The first defender lets the partner lead.", _partner_leads, first=2)
    yield _plan(
        "refusals",
        "A match of small teams, with refused packs, refused moves, and one after the end.",
        _refusals,
        Rules(tokens=3),
    )
    yield _random(
        "nine-pictures", "Two deals won with at most 11 pictures, and who deals after the first.", 2, 2
    )
    yield _random("twelve-pictures", "With Rensho, 12 pictures or more are paid 2.", 1)
    yield _random("two-plain-aces", "Aces, but neither Rensho nor the ace of trumps: 2.", 3)
    yield _random("no-ace", "Winners who were dealt no ace are paid 4.", 51)
    yield _random("eight-all-ace-of-trumps", "At 8–8 the team without Rensho wins, and is paid 1 for A♦.", 10)
    yield _random("eight-all-plain-ace", "An 8–8 deal is won with a plain ace: 2.", 36)
    yield _random("eight-all-no-ace", "An 8–8 deal is won without an ace: 4.", 13)
    yield _random("aces-dealt", "The aces dealt count: 1, though the winners' tricks would bring 2.", 160)
    yield _random(
        "aces-captured", 'The same deal with aces="captured": 2.', 160, rules=Rules(aces="captured")
    )
    yield _random(
        "short-payment",
        "A team owes more than it has: it pays what it has, and the match is over.",
        152,
        scores=(3, 7),
    )
    yield _random("four-first-1", "Seat 1 is first: seat 0 deals, seat 1 decides who leads.", 6, 2, first=1)
    for name, about, rules, seed in _OPTIONS:
        yield _random(name, f"Options: {about}.", seed, 1, rules, first=3)
    six = Rules(players=6)
    yield _random(
        "six-players", "Six players: who rests, who defends, who decides, over three deals.", 31, 3, six
    )
    yield _random(
        "six-kakeya",
        "Six players, counter-clockwise.",
        33,
        2,
        Rules.kakeya(players=6, tokens=7, aces="captured"),
        first=4,
    )
    yield _random(
        "six-shared-win",
        "Six players: a team is out, and two have equally many tokens and win together.",
        34,
        1,
        Rules(players=6, tokens=2),
        scores=(1, 2, 3),
    )
