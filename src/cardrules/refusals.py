"""How a refusal is worded: the violations of the common rules, and of following suit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from cardrules.cards import Card, Pack, cards_of
from cardrules.errors import DealAwaited, ForeignMove, IllegalMove, MatchOver, PackError, Violation, brief
from cardrules.moves import Deal, Play, cards_in, faults_of_pack
from cardrules.table import Position

ERRORS = {"common.over": MatchOver, "common.pack": PackError}
"""The kinds of `IllegalMove` that are known by their rule."""


def error_of(violation: Violation, *, foreign: bool, awaits_deal: bool) -> IllegalMove:
    """The exception that carries a violation."""
    if foreign and violation.rule == "common.phase":
        return ForeignMove(violation)
    if violation.rule == "common.deal" and awaits_deal:
        return DealAwaited(violation)
    return ERRORS.get(violation.rule, IllegalMove)(violation)


def match_over() -> Violation:
    """Any move after the end (``common.over``)."""
    return Violation("common.over", None, "the match is over: no move can be made.")


def deal_awaited() -> Violation:
    """A move where only a deal can be made (``common.deal``)."""
    return Violation("common.deal", None, "a deal is awaited: the only move is Deal(pack).")


def no_deal_awaited(to_move: int) -> Violation:
    """A deal where somebody is to move (``common.deal``)."""
    message = f"no deal is awaited: seat {to_move} is to move."
    return Violation("common.deal", None, message, (), (("to_move", to_move),))


def wrong_pack(pack: Pack, move: Deal) -> Violation | None:
    """The fault of a deal, if it has any (``common.pack``); ``params`` has the culprits of each kind."""
    found = faults_of_pack(pack, move.pack)
    if found is None:
        return None
    cards, faults = found
    sentence = "; ".join(f"{what}: {culprits}" for what, culprits in faults)
    return Violation(
        "common.pack", None, f"the deal is not the pack of {len(pack)} cards: {sentence}.", cards, faults
    )


def no_move_of(title: str, kinds: Iterable[type], pack: Pack, seat: int | None, move: object) -> Violation:
    """Something that is no move of this game, or one with cards of another deck (``common.phase``)."""
    if isinstance(move, tuple(kinds)):
        strange = tuple(card for card in cards_in(move) if card.deck != pack.deck)
        names = listed(map(str, strange))
        message = f"{names} cannot be played with: {title} is played with the {pack.deck.name} deck."
        return Violation("common.phase", seat, message, strange, (("deck", pack.deck.name),))
    names = listed([*(kind.__name__ for kind in kinds), Deal.__name__])
    message = f"{brief(move)} is no move of {title}: its moves are {names}."
    return Violation("common.phase", seat, message, (), (("move", type(move).__name__), ("moves", names)))


def wrong_turn(viewer: int | None, to_move: int) -> Violation:
    """A move of another seat than the one whose turn it is, or of a spectator (``common.phase``)."""
    who = "a spectator" if viewer is None else f"seat {viewer}"
    message = f"{who} may not move: it is the turn of seat {to_move}."
    return Violation("common.phase", viewer, message, (), (("to_move", to_move),))


def wrong_kind(seat: int, move: object, kinds: Iterable[type], moment: str | None) -> Violation:
    """A move of a kind that is not possible now (``common.phase``); ``moment`` says what is waited for."""
    allowed = " or ".join(map(worded, kinds))
    cards = cards_in(move)
    doing = f"{worded(type(move))} {listed(map(str, cards))}".rstrip()
    message = f"seat {seat} may not {doing} now: {moment or f'the only kind of move is {allowed}'}."
    return Violation(
        "common.phase", seat, message, cards, (("allowed", allowed), ("move", worded(type(move))))
    )


def not_held(seat: int, absent: tuple[Card, ...]) -> Violation:
    """Cards that are not in the mover's hand (``common.hold``)."""
    return Violation(
        "common.hold", seat, f"seat {seat} does not hold {listed(map(str, absent), 'or')}.", absent
    )


def follow_fault(
    position: Position[Any, Any, Any, Any], seat: int, move: Play, held: int, led: Card, rule: str
) -> Violation | None:
    """The violation of a player who holds cards of the led suit (``held``) and plays another."""
    if not held or held & move.card.bit:
        return None
    cards = tuple(cards_of(position.pack.deck, held))
    message = f"seat {seat} holds {listed(map(str, cards))} and must follow {led.suit.name}."
    return Violation(rule, seat, message, cards, (("suit", led.suit.name), ("card", str(move.card))))


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["5♣", "9♣"]), listed("abc", "or")
    ('5♣ and 9♣', 'a, b or c')
    """
    *others, end = list(words) or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def worded(kind: type) -> str:
    """A class of moves as words: ``ChooseLeader`` is "choose leader"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()
