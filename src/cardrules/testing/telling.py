"""A match in words, for the message of a law that is broken: cards, seats, moves, and what is different."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from cardrules.cards import Card, CardSet, Rank, Suit
from cardrules.moves import Deal
from cardrules.notation import write_move
from cardrules.testing.walking import Walk, fields_of

_WIDTH = 100
_DEALS = 3  # deals of a match that are told, the last ones
_LONG = 600  # characters of a value that are told


def said(value: object) -> str:
    """A value in few words: cards as their text, moves as they are written.

    >>> from cardrules import FRENCH, Play
    >>> said(Play(FRENCH["Q♠"])), said(FRENCH.set("A♠ K♠")), said((1, None))
    ('Q♠', 'A♠ K♠', '(1, None)')
    """
    if isinstance(value, Deal):
        return "a deal"
    if isinstance(value, CardSet):
        return str(value) or "no cards"
    if isinstance(value, Card | Suit | Rank):
        return str(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(said, value))})"  # pyright: ignore[reportUnknownArgumentType]
    try:
        return write_move(value)
    except Exception:  # what is no move, or one that has no text
        return repr(value)


def listed(values: Iterable[object], word: str = "and", most: int = 8) -> str:
    """Values in words, side by side; of many, the first.

    >>> listed([1, 2, 3]), listed([1], "or"), listed(range(20), most=2)
    ('1, 2 and 3', '1', '0, 1 and 18 more')
    """
    texts = [said(value) for value in values]
    if len(texts) > most:
        texts = [*texts[:most], f"{len(texts) - most} more"]
    return f" {word} ".join(filter(None, (", ".join(texts[:-1]), texts[-1]))) if texts else "none"


def difference(one: Any, other: Any, path: str = "") -> str:
    """Where two values differ, and what stands there; empty where they are equal.

    >>> from cardrules import Line
    >>> difference(Line("a", 0, 3), Line("a", 0, 4), "line")
    'line.points is 4 instead of 3'
    """
    if one == other:
        return ""
    if type(one) is type(other):
        for name, a, b in _parts(one, other):
            found = difference(a, b, path + name)
            if found:
                return found
    return f"{path or 'it'} is {short(said(other))} instead of {short(said(one))}"


def _parts(one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """What two values of one kind are made of, by its path."""
    if one.__class__ in (tuple, list) and len(one) == len(other):
        yield from ((f"[{at}]", one[at], other[at]) for at in range(len(one)))
    elif one.__class__ is dict and list(one) == list(other):
        yield from ((f".{key}", one[key], other[key]) for key in one)
    elif one.__class__ not in (Card, CardSet):
        names = [field.name for field in fields_of(one) if field.eq]
        yield from ((f".{name}", getattr(one, name), getattr(other, name)) for name in names)


def short(text: str) -> str:
    """A text, or its beginning and its end if it is long.

    >>> short("a" * 10_000)[295:340]
    'aaaaa … 9400 more characters … aaaaaaaaaaaaaa'
    """
    cut = len(text) - _LONG
    return text if cut <= 0 else f"{text[: _LONG // 2]} … {cut} more characters … {text[-_LONG // 2 :]}"


def story(walk: Walk) -> str:
    """What was played: rules, the last deals with their hands, the moves, and how things stand at the end."""
    match = walk.start.match
    scores = "" if not any(match.start) else f", standing {match.start}"
    seed = "" if walk.seed is None else f", moves by seed {walk.seed}"
    lines = [f"{walk.game.title}, {walk.start.rules!r}, first seat {match.eldest}{scores}{seed}"]
    deals = [at for at, step in enumerate(walk.steps) if isinstance(step.move, Deal)]
    untold = max(0, len(deals) - _DEALS)
    if untold:
        lines.append(f"  … {untold} more deals …")
    moves: list[str] = []
    for step in walk.steps[deals[untold] if deals else 0 :]:
        if isinstance(step.move, Deal):
            lines += [*_wrapped(moves), f"  deal {step.after.deal.number}: {_hands(step.after)}"]
            moves = []
        else:
            moves.append(f"seat {step.before.to_move}: {said(step.move)}")
    lines += [*_wrapped(moves), f"  {_standing(walk.last)}"]
    return "\n".join(lines)


def _wrapped(moves: list[str]) -> list[str]:
    text = "   ".join(move.replace(" ", "\xa0") for move in moves)
    return [f"    {line}".replace("\xa0", " ") for line in wrap(text, _WIDTH, break_on_hyphens=False)]


def _hands(state: Any) -> str:
    try:
        hands = [f"seat {seat} has {state.hand(seat)}" for seat in range(state.seating.seats)]
        stock = state.secrets.stock
        hands += [f"in the stock {said(CardSet(state.pack, sum(c.bit for c in stock)))}"] if stock else []
        return "\n    ".join(["", *hands]) if len(hands) > 1 else "".join(hands)
    except Exception as error:  # a state so broken that it cannot be told
        return f"(its hands cannot be told: {type(error).__name__}: {error})"


def _standing(state: Any) -> str:
    if state.match.outcome is not None:
        return f"the match is over: {state.match.outcome}"
    if state.to_move is None:
        return f"a deal is awaited; the standing is {said(state.match.scores)}"
    names = [field.name for field in fields_of(state.deal) if field.name != "seating"]
    deal = {name: getattr(state.deal, name) for name in names}
    facts = ", ".join(f"{name} {said(value)}" for name, value in deal.items() if value not in (None, (), 0))
    trick = f"; on the table {listed(state.trick)}" if getattr(state, "trick", ()) else ""
    try:
        held = said(CardSet(state.pack, state.mover_bits()))
    except Exception as error:
        held = f"cards that cannot be told ({type(error).__name__}: {error})"
    return f"seat {state.to_move} is to move and holds {held}{trick} ({facts})"
