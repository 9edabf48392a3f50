"""Laws of the course of a match: cards, moves, refusals, ends."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import attrs

from cardrules.cards import Card, Pack
from cardrules.errors import IllegalMove, MatchOver, NotBound, RulesError
from cardrules.moves import Deal
from cardrules.testing import strategies
from cardrules.testing.declared import cards_within
from cardrules.testing.laws.case import Case, law, who
from cardrules.testing.telling import difference, listed, said
from cardrules.testing.universe import every_move, faulty_deals
from cardrules.testing.walking import Walk, numbered

__tracebackhide__ = True  # for pytest


@law()
def a_match_begins_as_asked(case: Case) -> None:
    """A match begins as it was asked for, and awaits a deal."""
    rules = case.draw(strategies.rules(case.laws))
    seats: int = rules.format.seating.seats
    first = case.draw(strategies.seats(seats))
    standing = case.draw(strategies.standings(case.laws, rules))
    start = case.game.new_match(rules, first=first, scores=standing)
    case.about(Walk(case.game, start))
    if not start.awaits_deal:
        raise case.broken(f"it does not await a deal: to move is {who(start.to_move)}")
    asked = (rules, first, start.match.start if standing is None else standing)
    found = (start.match.rules, start.match.eldest, start.scores)
    if found != asked:
        raise case.broken(f"of (rules, first, scores) {difference(asked, found, 'asked')}")
    if start.deal.number != 0 or start.lines or start.log or start.match.results:
        raise case.broken("something has been dealt, played or scored before the first deal")
    for position in (start, case.game.observe(start)):
        try:
            owner = position.GAME
        except NotBound as error:
            raise case.broken(str(error)) from error
        if owner != case.game:
            kind = type(position).__name__
            whose = f"its class {kind} belongs to another game"
            raise case.broken(f"{whose}: call cardrules.bind(GAME, State, View) at the end")


@law()
def every_card_is_in_one_place(case: Case) -> None:
    """Every card of the pack is in exactly one place, at every moment of a deal."""
    walk = case.walk()
    for steps, step in numbered(walk):
        state = step.after
        if not state.deal.number:
            continue
        wrong = _misplaced(state.pack, case.laws.places_in(state))
        if wrong:
            made = (
                "a deal"
                if isinstance(step.move, Deal)
                else f"{said(step.move)} of seat {step.before.to_move}"
            )
            hint = ": a card is lost, or there is a place that Laws(places=...) does not tell"
            raise case.broken(f"after {made}, {wrong}{hint if 'nowhere' in wrong else ''}", steps)


def _misplaced(pack: Pack, places: dict[str, list[Card]]) -> str:
    """Which cards are in several places, in none, or not of the pack, in words; empty if none is."""
    where: dict[Card, list[str]] = {card: [] for card in pack}
    for name, cards in places.items():
        for card in cards:
            where.setdefault(card, []).append(name)
    told = [
        f"{card} is in {len(names)} places, {' and '.join(names)}"
        for card, names in where.items()
        if len(names) > 1
    ]
    told += [f"{card} is nowhere" for card, names in where.items() if not names]
    told += [f"{card} is {names[0]} and not of the pack" for card, names in where.items() if card not in pack]
    return "; ".join(told[:3])


@law()
def somebody_can_move(case: Case) -> None:
    """Somebody who is to move has a legal move, and otherwise a deal is awaited or the match is over."""
    walk = case.walk()
    for steps, state in enumerate(walk.states):
        with case.doing("legal_moves", steps):
            count = len(case.game.legal_moves(state))
        if state.to_move is not None and not count:
            raise case.broken(f"seat {state.to_move} is to move and has no legal move", steps)
        if state.to_move is None and count:
            moves = listed(case.game.legal_moves(state))
            raise case.broken(f"nobody is to move, and yet these are legal: {moves}", steps)
        if state.to_move is not None and state.to_move not in state.deal.seating.active:
            raise case.broken(f"seat {state.to_move} is to move, which takes no part in this deal", steps)
        if state.awaits_deal != (state.to_move is None and state.match.outcome is None):
            raise case.broken("awaits_deal is not what to_move and the outcome of the match say", steps)


@law()
def legal_moves_are_accepted(case: Case) -> None:
    """What legal_moves lists is accepted by apply, each move once."""
    walk = case.walk()
    stopped = walk.stopped
    if stopped is not None and (stopped.move is not None or len(case.game.legal_moves(stopped.before))):
        raise case.broken(_refused(stopped.before, stopped.move, stopped.error))
    for steps, state in case.some(walk):
        moves = case.game.legal_moves(state)
        few = list(moves) if len(moves) < 100 else [moves[at] for at in range(0, len(moves), 41)]
        for move, times in Counter(few).items():
            if times > 1 or move not in moves:
                raise case.broken(f"legal_moves lists {said(move)} {times} times, or does not hold it", steps)
            violation = case.game.why_not(state, move)
            if violation is not None:
                raise case.broken(_refused(state, move, IllegalMove(violation)), steps)
            try:
                case.game.apply(state, move)
            except Exception as error:
                raise case.broken(_refused(state, move, error), steps) from error


def _refused(state: Any, move: object, error: Exception | None) -> str:
    if move is None:
        return f"legal_moves fails with {type(error).__name__}: {error}"
    offered = (
        "a deal is awaited"
        if isinstance(move, Deal)
        else f"legal_moves offers seat {state.to_move} {said(move)}"
    )
    if isinstance(error, IllegalMove):
        violation = error.violation
        return f"{offered}, but it is refused by {violation.rule}: {violation.message}"
    return f"{offered}, but apply fails with {type(error).__name__}: {error}"


@law()
def other_moves_are_refused(case: Case) -> None:
    """Apply refuses every move that legal_moves does not list, and why_not says the same."""
    walk = case.walk()
    number = case.draw(strategies.seats(100))
    for steps, state in case.some(walk):
        legal = case.game.legal_moves(state)
        deals = faulty_deals(state.pack) if state.awaits_deal else ()
        for move in [*every_move(case.laws, state, Random(number)), *deals]:
            if move in legal or (isinstance(move, Deal) and state.awaits_deal and move not in deals):
                whole = isinstance(move, Deal) and Counter(move.pack) == Counter(state.pack.cards)
                if move in legal or whole:
                    continue
            with case.doing(f"why_not({said(move)})", steps):
                violation = case.game.why_not(state, move)
            try:
                case.game.apply(state, move)
            except IllegalMove as error:
                if error.violation != violation:
                    how = difference(error.violation, violation, "why_not")
                    raise case.broken(f"{said(move)} is refused, but {how}", steps) from error
            except Exception as error:
                found = (
                    f"{said(move)}, which is not legal, makes apply fail with {type(error).__name__}: {error}"
                )
                raise case.broken(found, steps) from error
            else:
                offers = listed(legal) if len(legal) else "none"
                found = f"apply accepts {said(move)}, which legal_moves does not list; it lists {offers}"
                raise case.broken(found, steps)


@law()
def refusals_say_why(case: Case) -> None:
    """A refusal names the seat that moved, a rule, and cards that it may know, and says why in a sentence."""
    walk = case.walk()
    number = case.draw(strategies.seats(100))
    for steps, state in case.some(walk):
        legal = case.game.legal_moves(state)
        hidden = () if state.to_move is None else case.laws.hidden_from(state, state.to_move)
        for move in every_move(case.laws, state, Random(number)):
            violation = case.game.why_not(state, move)
            if violation is None:
                continue
            rule, text = violation.rule, violation.message
            of = f"the refusal of {said(move)} by {rule}"
            if move in legal:
                raise case.broken(f"why_not speaks against {said(move)}, which is legal: {text}", steps)
            if not case.laws.knows(rule):
                raise case.broken(
                    f"{of} cites no rule of the game: its ids begin with {case.game.name!r}", steps
                )
            if violation.seat not in (None, state.to_move):
                found = f"{of} is said of seat {violation.seat}, but seat {state.to_move} is to move"
                raise case.broken(found, steps)
            if not text.endswith(".") or " " not in text:
                raise case.broken(f"{of} is no sentence: {text!r}", steps)
            unseen = [card for card in violation.cards if card in hidden and card not in cards_within(move)]
            if unseen:
                raise case.broken(
                    f"{of} cites {listed(unseen)}, which seat {state.to_move} has not seen", steps
                )


@law(share=2)
def deals_end(case: Case) -> None:
    """Every deal comes to an end."""
    walk = case.walk(whole=True)  # which tells of a deal without an end
    dealt = 0
    for steps, step in numbered(walk):
        dealt += isinstance(step.move, Deal)
        results = len(step.after.match.results)
        if results > dealt:
            raise case.broken(
                f"deal {dealt} has been scored more than once: there are {results} results", steps
            )


@law(share=4, shrinks=False)
def matches_end(case: Case) -> None:
    """Every match comes to an end, with winners, after which no move is accepted."""
    walk = case.draw(strategies.finished(case.laws))
    case.about(walk)
    end, bound = walk.last, case.laws.match_bound(walk.start.rules)
    if walk.stopped is not None:
        return  # other laws tell of it
    for steps, step in numbered(walk):
        rule = _ended_by(case, step.after.match) if step.after.awaits_deal else None
        if rule is not None:
            found = f"the match goes on, and yet {rule} at the standing {step.after.match.scores}"
            raise case.broken(f"{found}: after_deal should ask the function that is Game.over", steps)
    outcome = end.match.outcome
    if outcome is None:
        found = (
            f"a match is not over after {bound} deals; the standing is {end.scores}. If it may be that long"
        )
        raise case.broken(f"{found}, say so in Laws(longest_match=...)")
    seats = range(end.seating.seats)
    if sorted([*outcome.winners, *outcome.losers]) != list(seats) or not outcome.winners:
        found = f"won {outcome.winners}, lost {outcome.losers}: every seat must have done either, and one won"
        raise case.broken(found)
    if outcome.scores != end.match.scores:
        raise case.broken(f"the outcome has the scores {outcome.scores}, the match {end.match.scores}")
    if not case.laws.knows(outcome.rule):
        raise case.broken(f"it ended by {outcome.rule!r}, which is no rule of the game")
    if _ended_by(case, end.match) is None:
        found = (
            f"it ended by {outcome.rule!r} at the standing {outcome.scores}, of which {case.game.title} does"
        )
        raise case.broken(
            f"{found} not say that it ends a match: give Game(over=...) the function that after_deal asks"
        )
    if case.game.over is not None and (rule := _asked(case, end.match)) != outcome.rule:
        raise case.broken(f"it ended by {outcome.rule!r}, and Game.over says by {rule!r}")
    if end.to_move is not None or len(case.game.legal_moves(end)):
        raise case.broken(f"the match is over, and yet {who(end.to_move)} is to move")
    for move in (walk.moves[-1], Deal(end.pack.cards)):
        try:
            case.game.apply(end, move)
        except MatchOver:
            continue
        except Exception as error:
            found = f"a move after the end is refused by {type(error).__name__}, not by MatchOver: {error}"
            raise case.broken(found) from error
        raise case.broken(f"the match is over, and yet apply accepts {said(move)}")


def _asked(case: Case, match: Any) -> str | None:
    """The rule by which a match is over, as ``Game.over`` has it."""
    with case.doing("Game.over"):
        return None if case.game.over is None else case.game.over(attrs.evolve(match, outcome=None))


def _ended_by(case: Case, match: Any) -> str | None:
    """Why a match is over, as the game says it by ``over`` or ``check_scores``; ``None``: it is not."""
    rule = _asked(case, match)
    if rule is not None:
        return f"Game.over says that it is over by {rule!r}"
    if case.game.check_scores is not None:
        try:
            case.game.check_scores(match.rules, match.scores)
        except RulesError as error:
            return f"Game.check_scores says that none goes on ({error})"
    return None
