"""What can be checked of a view, which cannot be replayed, and of a result that stands alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardrules.cards import Card
from cardrules.codec.forms import Path, shown
from cardrules.errors import CardrulesError, DecodeError
from cardrules.game import Game, Order
from cardrules.ledger import LedgerError, check_lines, resumed
from cardrules.match import Result
from cardrules.scoring import total
from cardrules.table import TrickTable


def check_result(result: Result, path: Path) -> None:
    """Raise `DecodeError` where the lines of a deal do not sum to its scores."""
    sides = len(result.scores)
    for at, line in enumerate(result.lines):
        if not 0 <= line.side < sides:
            raise DecodeError((*path, "lines", at, "side"), shown(line.side), f"a side from 0 to {sides - 1}")
    sums = total(result.lines, sides)
    if sums != result.scores:
        raise DecodeError((*path, "scores"), shown(result.scores), f"{sums}, the sums of the lines")
    if len(result.totals) != sides:
        raise DecodeError((*path, "totals"), shown(result.totals), f"{sides} numbers")


def check_view(game: Game[Any, Any, Any, Any], view: Any) -> None:
    """Raise `DecodeError` for a view that no state gives, as far as a view alone can tell.

    Its ledger must hold, its cards must be there once, in the numbers that were dealt, and its tricks must
    follow from each other; seats and sides must be there. Whether every card was legal cannot be told.
    """
    match, deal = view.match, view.deal
    number, finished = deal.number, len(match.results)
    if number not in (0, finished, finished + 1):
        raise DecodeError(("deal", "number"), shown(number), f"0, {finished} or {finished + 1}")
    over = 0 < number == finished
    begun = _begun(game, match, over)
    seats = range(begun.seating.seats)
    if view.seat is not None and view.seat not in seats:
        raise DecodeError(("seat",), shown(view.seat), f"a seat from 0 to {len(seats) - 1}, or null")
    if (view.own is None) != (view.seat is None):
        raise DecodeError(("own",), "what a seat has" if view.own else "null", "it where there is a seat")
    dealt = game.order(begun)
    _check_seating(begun.seating, deal)
    if number and set(deal.seating.active) != set(dealt.seats):
        expected = f"the seats {dealt.seats} to be dealt to"
        raise DecodeError(("deal", "seating", "resting"), shown(deal.seating.resting), expected)
    _check_turn(view, over)
    try:
        check_lines(game, match.rules, deal.lines_so_far())
    except LedgerError as error:
        raise DecodeError(("deal",), f"lines that cannot be ({error})", "lines of this match") from None
    if isinstance(view, TrickTable):
        _check_tricks(view)
        _check_cards(game, view, dealt)


def _begun(game: Game[Any, Any, Any, Any], match: Any, over: bool) -> Any:
    """The state that awaited the deal on the table, after a ledger that has been checked."""
    results = match.results[:-1] if over else match.results
    try:
        before = resumed(
            game, match.rules, match.results[-1].eldest if over else match.eldest, match.start, results
        )
        if over:
            _check_last(game, match, before)
    except LedgerError as error:
        raise DecodeError(("match", *error.path), error.found, error.expected) from None
    scores = match.results[-1].totals if match.results else match.start
    if match.scores != scores:
        raise DecodeError(
            ("match", "scores"), shown(match.scores), f"{scores}, the standing of the last result"
        )
    outcome = match.outcome
    if outcome is not None:
        if not over:
            raise DecodeError(("match", "outcome"), "one", "none before a deal has ended")
        if outcome.scores != scores:
            raise DecodeError(("match", "outcome", "scores"), shown(outcome.scores), f"{scores}")
        seats = Counter((*outcome.winners, *outcome.losers))
        if seats != Counter(range(before.seating.seats)) or not outcome.winners:
            raise DecodeError(("match", "outcome"), shown(outcome), "every seat among winners or losers")
    return before


def _check_last(game: Game[Any, Any, Any, Any], match: Any, before: Any) -> None:
    """Check the last deal of a ledger, after which the match may have ended."""
    last: Result = match.results[-1]
    at: Path = ("results", len(match.results) - 1)
    if match.outcome is None:
        resumed(game, match.rules, match.eldest, match.start, match.results)
        return
    try:
        check_lines(game, match.rules, last.lines)
    except LedgerError as error:
        raise LedgerError((*at, *error.path), error.found, error.expected) from None
    check_result(last, ("match", *at))
    totals = tuple(map(sum, zip(before.match.scores, last.scores, strict=True)))
    if last.totals != totals:
        raise LedgerError((*at, "totals"), repr(last.totals), f"{totals!r}")
    try:
        before.seating.check(match.eldest)
    except CardrulesError as error:
        raise LedgerError(("eldest",), repr(match.eldest), f"a seat ({error})") from None


def _check_seating(seating: Any, deal: Any) -> None:
    if deal.seating.rest() != seating.rest():
        raise DecodeError(("deal", "seating"), shown(deal.seating), f"{seating!r}, or some of it resting")
    leader = getattr(deal, "leader", None)
    if leader is not None and leader not in deal.seating.active:
        raise DecodeError(("deal", "leader"), shown(leader), f"one of the seats {deal.seating.active}")
    for at, act in enumerate(getattr(deal, "acts", ())):
        if act.seat not in deal.seating.active:
            raise DecodeError(
                ("deal", "acts", at, "seat"), shown(act.seat), f"one of the seats {deal.seating.active}"
            )


def _check_turn(view: Any, over: bool) -> None:
    active = view.deal.seating.active
    waits = over or view.deal.number == 0
    if waits and view.to_move is not None:
        raise DecodeError(("to_move",), shown(view.to_move), "null: no deal is in progress")
    if not waits and view.to_move not in active:
        raise DecodeError(("to_move",), shown(view.to_move), f"one of the seats {active}")


def _check_tricks(view: Any) -> None:
    deal, leader = view.deal, view.deal.leader
    active = deal.seating.active
    if (view.tricks or view.trick) and leader is None:
        raise DecodeError(("deal", "leader"), "null", f"one of the seats {active}, since cards were played")
    for at, trick in enumerate(view.tricks):
        path: Path = ("tricks", at)
        if trick.leader != leader:
            raise DecodeError((*path, "leader"), shown(trick.leader), f"{leader}")
        if len(trick.cards) != len(active):
            raise DecodeError((*path, "cards"), f"{len(trick.cards)} cards", f"{len(active)} cards")
        if trick.winner is not None and trick.winner not in active:
            raise DecodeError((*path, "winner"), shown(trick.winner), f"one of the seats {active}, or null")
        leader = deal.leader if trick.winner is None else trick.winner
    if len(view.trick) >= len(active):
        raise DecodeError(("trick",), f"{len(view.trick)} cards", f"fewer than {len(active)} cards")


def _check_cards(game: Game[Any, Any, Any, Any], view: Any, dealt: Order) -> None:
    """Every card once, and as many as were dealt."""
    deal, order = view.deal, view.deal.seating.order_from
    rounds: list[tuple[Path, int, tuple[Card, ...]]] = [
        (("tricks", at, "cards"), trick.leader, trick.cards) for at, trick in enumerate(view.tricks)
    ]
    if view.trick:
        rounds.append((("trick",), view.leader, view.trick))
    held = {seat: dealt.dealing.places.count(place) for place, seat in enumerate(dealt.seats)}
    if not deal.number:
        held = {}
    played: dict[Card, int] = {}
    counts: Counter[int] = Counter()
    for path, leader, cards in rounds:
        for at, (seat, card) in enumerate(zip(order(leader), cards, strict=False)):
            if card in played:
                raise DecodeError((*path, at), repr(str(card)), "a card that has not been played before")
            played[card] = seat
            counts[seat] += 1
            if game.original is None and counts[seat] > held.get(seat, 0):
                raise DecodeError(
                    (*path, at), repr(str(card)), f"{held.get(seat, 0)} cards of seat {seat} at most"
                )
            mine = view.own is not None and bool(view.own.bits & card.bit)
            if view.seat is not None and mine != (seat == view.seat):
                expected = "a card of its hand" if seat == view.seat else "a card that the seat does not hold"
                raise DecodeError((*path, at), repr(str(card)), expected)
    if view.own is None:
        return
    # Where hands change other than by cards played, what was dealt stands apart, if the game tells it.
    usual = view.own if game.original is None else None
    bits: int | None = getattr(getattr(view.own, "dealt", usual), "bits", None)
    due = 0 if view.seat is None else held.get(view.seat, 0)
    if bits is not None and bits.bit_count() != due:
        raise DecodeError(("own",), f"{bits.bit_count()} cards", f"{due} cards")
