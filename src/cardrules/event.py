"""What a move makes happen, as a seat or a spectator sees it.

Events are read off two views of the same seat, before and after the move, so an event can show nothing
that the seat's views do not; and they carry all that is different, so that `advance` can follow them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from cardrules.cards import CardSet
from cardrules.match import Match, Outcome, Result
from cardrules.moves import Play
from cardrules.scoring import Line
from cardrules.table import DealFacts
from cardrules.tricks import Trick


@attrs.frozen
class DealBegan:
    """A deal has begun; ``deal`` has its public facts, as the game gives them (dealer, contract …)."""

    deal: DealFacts


@attrs.frozen
class HandDealt:
    """The seat's own cards (``own`` is what its view holds); told to nobody else."""

    seat: int
    own: object


@attrs.frozen
class Acted:
    """A seat made a move; ``move`` is the part of it that everybody saw."""

    seat: int
    move: object


@attrs.frozen
class HandChanged:
    """The seat's own hand changed other than by a card played: what left it, what came. Told to it alone."""

    seat: int
    gone: CardSet
    come: CardSet
    own: object


@attrs.frozen
class TrickTaken:
    """A trick is complete; ``trick.winner`` is ``None`` where nobody takes it."""

    trick: Trick


@attrs.frozen
class DealChanged:
    """Public facts of the deal are different now; ``deal`` has all of them."""

    deal: DealFacts


@attrs.frozen
class LineScored:
    """A line of the score was written."""

    line: Line


@attrs.frozen
class DealEnded:
    """The deal is over: its result, and who is eldest in the next one."""

    result: Result
    eldest: int


@attrs.frozen
class TurnPassed:
    """It is another seat's turn, or the same seat's again; ``None``: nobody's until the next deal."""

    seat: int | None


@attrs.frozen
class MatchEnded:
    """The match is over."""

    outcome: Outcome


Event = object
"""Any event: one of the classes here, or one that a game adds."""


def tell(before: Any, after: Any, seat: int | None) -> Iterator[Event]:
    """What happened between two views of the same seat, one move apart, in the order in which it happened.

    First the deal or the act itself, then what came of it: cards that changed hands, a trick taken,
    lines scored, the end of the deal or the match, and whose turn it is.
    """
    dealt = after.deal.number != before.deal.number
    if dealt:
        yield DealBegan(after.deal)
        if seat is not None:
            yield HandDealt(seat, after.own)
    for act in after.log[0 if dealt else len(before.log) :]:
        yield Acted(act.seat, act.move)
    if not dealt and after.own != before.own and seat is not None:
        come, gone = after.hand - before.hand, before.hand - after.hand
        gone -= CardSet(gone.pack, gone.bits & getattr(after, "played_bits", 0))
        yield HandChanged(seat, gone, come, after.own)
    for trick in after.tricks[0 if dealt else len(before.tricks) :]:
        yield TrickTaken(trick)
    if not dealt and after.deal != before.deal:
        yield DealChanged(after.deal)
    for line in after.lines[0 if dealt else len(before.lines) :]:
        yield LineScored(line)
    if len(after.match.results) > len(before.match.results):
        yield DealEnded(after.match.results[-1], after.match.eldest)
    if after.match.outcome is not None and before.match.outcome is None:
        yield MatchEnded(after.match.outcome)
    yield TurnPassed(after.to_move)


def advance(view: Any, events: Iterable[Event]) -> Any:
    """The view after these events, which were told to the seat of that view; it knows no rules.

    Each event carries the public facts that it changes, so a client can live on events alone:
    ``advance(observe(s, p), events(s, m, p)) == observe(apply(s, m), p)``.
    """
    cls: Any = view.__class__
    now = {field.name: getattr(view, field.name) for field in attrs.fields(cls) if field.init}
    for event in events:
        match event:
            case DealBegan(deal):
                now |= {"deal": deal, "tricks": (), "trick": (), "played_bits": 0}
            case HandDealt(_, own) | HandChanged(own=own):
                now["own"] = own
            case Acted(_, Play(card)):
                now["trick"] += (card,)
                now["played_bits"] |= card.bit
            case TrickTaken(trick):
                now |= {"tricks": (*now["tricks"], trick), "trick": ()}
            case DealChanged(deal):
                now["deal"] = deal
            case DealEnded(result, eldest):
                match_now = now["match"]
                results = (*match_now.results, result)
                now["match"] = Match(match_now.rules, eldest, match_now.start, results, result.totals)
            case MatchEnded(outcome):
                now["match"] = attrs.evolve(now["match"], outcome=outcome)
            case TurnPassed(seat):
                now["to_move"] = seat
            case _:
                pass  # an act or a line that the facts of the deal or its result carry too
    return cls(**now)
