"""From a match that was played to a vector, and from vectors to files: the same bytes on every machine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import cardrules
from cardrules import Deal, Play, codec
from cardrules.games import etori, gong_zhu, truco
from cardrules.games.hornafjardarmanni import Exchange
from tests.vectors.playing import Match, Plan, Step
from tests.walks import AnyGame

FORMAT, VERSION = "cardrules vectors", 1
Json = dict[str, Any]

# --- A vector -------------------------------------------------------------------------------------


def vector(plan: Plan) -> Json:
    """The vector of a plan, without what it shows."""
    match = Match(plan)
    plan.play(match)
    game, start = plan.game, match.steps[0].after
    _choose_refusals(game, match.steps)
    rules = body(codec.encode(plan.rules, game))
    del rules["format"]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "name": plan.name,
        "about": plan.about,
        "shows": [],
        "rules": rules,
        "seats": start.seating.seats,
        "sides": [list(side) for side in start.seating.sides],
        "pack": [str(card) for card in start.pack],
        "first": plan.first,
        "scores": list(start.scores),
        "steps": list(_steps(game, match.steps)),
    }


def body(message: Json) -> Json:
    """A message without what says of which kind, version and game it is; a move keeps its kind."""
    dropped = {"version", "game", "without"}
    if message["kind"] in ("rules", "line", "result", "outcome", "view"):
        dropped.add("kind")
    return {name: value for name, value in message.items() if name not in dropped}


def move_json(game: AnyGame, move: Any) -> Json:
    """A move as a step has it."""
    return body(codec.encode(move, game))


def legal_json(view: Json) -> Any:
    """The legal moves of a message's view, as a step has them: a list, or the choice that stands for one."""
    choices = view["choices"]
    if choices is None:
        return view["legal_moves"]
    least = choices.get("least", 0)
    return {"kind": choices["kind"], "any_of": choices["cards"], "least": least, "up_to": choices["limit"]}


def _steps(game: AnyGame, steps: Sequence[Step]) -> Iterator[Json]:
    facts: Json = {}
    before: Json = {}
    own: Json = {}
    lines = 0
    previous: Any = None
    for step in steps:
        state = step.after
        view = codec.encode(game.observe(state))
        written: Json = {}
        if isinstance(step.move, Deal):
            written["deal"] = move_json(game, step.move)["pack"]
            lines = 0
        elif step.move is not None:
            written |= {"by": previous.to_move, "move": move_json(game, step.move)}
            if len(state.tricks) > len(previous.tricks):
                written["taken"] = view["tricks"][-1]
        if len(view["lines"]) > lines:
            written["lines"] = view["lines"][lines:]
            lines = len(view["lines"])
        if previous is not None and len(state.match.results) > len(previous.match.results):
            result = view["match"]["results"][-1]
            written["result"] = {name: value for name, value in result.items() if name != "lines"}
        if state.match.outcome is not None:
            written["outcome"] = view["match"]["outcome"]
        written["to_move"] = state.to_move
        mover = view if state.to_move is None else codec.encode(game.observe(state, state.to_move))
        written["legal"] = legal_json(mover)
        now = {"trick": view["trick"], "scores": view["scores"], "eldest": view["match"]["eldest"]}
        written |= {name: value for name, value in now.items() if before.get(name) != value}
        changed = {
            name: value for name, value in view["deal"].items() if name not in facts or facts[name] != value
        }
        if changed:
            written["facts"] = changed
        before, facts = now, view["deal"]
        if previous is None or state.secrets != previous.secrets:
            hands = {
                str(seat): codec.encode(game.observe(state, seat))["own"]
                for seat in range(state.seating.seats)
            }
            new = {seat: hand for seat, hand in hands.items() if own.get(seat) != hand}
            if new:
                written["own"] = new
            own = hands
        if step.refused:
            written["refused"] = [_refused(game, state, move) for move in step.refused]
        yield written
        previous = state


def _refused(game: AnyGame, state: Any, move: Any) -> Json:
    violation = cardrules.why_not(state, move)
    if violation is None:
        raise ValueError(f"{move!r} is legal")
    # A deal that is refused may have cards of no game here, which a message cannot say.
    deal = isinstance(move, Deal)
    what: Json = {"deal": list(map(str, move.pack))} if deal else {"move": move_json(game, move)}
    return {**what, "rule": violation.rule}


# --- Moves that are refused -----------------------------------------------------------------------

_OFTEN = 3  # how often a rule is cited in a vector by refusals that are found
_APART = 4  # steps, at least


def _choose_refusals(game: AnyGame, steps: Sequence[Step]) -> None:
    """Add to the steps some moves that are refused: for every rule that refuses any, a few."""
    cited: dict[str, list[int]] = {}
    for number, step in enumerate(steps):
        for move in step.refused:
            violation = cardrules.why_not(step.after, move)
            if violation is not None:
                cited.setdefault(violation.rule, []).append(number)
    for number, step in enumerate(steps):
        for move in _tried(game, step.after):
            violation = cardrules.why_not(step.after, move)
            if violation is None:
                continue
            places = cited.setdefault(violation.rule, [])
            if len(places) < _OFTEN and all(abs(number - place) >= _APART for place in places):
                places.append(number)
                step.refused.append(move)


def _tried(game: AnyGame, state: Any) -> Iterator[Any]:
    """Moves to try in a state, many of which are refused."""
    cards = state.pack.cards
    if state.to_move is None:
        yield from (Play(cards[0]), Deal(()))
        return
    hand = state.hand(state.to_move)
    # From the last card on, so that it is not the same one again and again.
    yield from (Play(card) for card in reversed(list(hand)))
    yield from (
        Play(card)
        for card in cards
        if card in state.played or card in state.hand(state.deal.seating.next[state.to_move])
    )
    yield Deal(())
    yield from _OTHERS[game.name](state)


def _etori(state: Any) -> Iterator[Any]:
    yield from (etori.ChooseLeader(seat) for seat in range(state.seating.seats))


def _gong_zhu(state: Any) -> Iterator[Any]:
    yield from (gong_zhu.Expose([card]) for card in (*gong_zhu.EXPOSABLE, *state.hand(state.to_move)))
    yield gong_zhu.Expose("")


def _hornafjardarmanni(state: Any) -> Iterator[Any]:
    hand = list(state.hand(state.to_move))
    yield Exchange(hand[: state.deal.limit + 1])
    yield Exchange(hand)
    yield Exchange([card for card in state.pack if card not in hand][:1])


def _truco(state: Any) -> Iterator[Any]:
    yield from truco.Call


_OTHERS = {"etori": _etori, "gong_zhu": _gong_zhu, "hornafjardarmanni": _hornafjardarmanni, "truco": _truco}

# --- Files ----------------------------------------------------------------------------------------


def text_of(found: Json) -> str:
    """A vector as text: each field of the head on a line of its own, and each step."""
    head = [f"{_json(name)}: {_json(value)}" for name, value in found.items() if name != "steps"]
    steps = ",\n".join(map(_json, found["steps"]))
    return "{\n" + ",\n".join(head) + f',\n"steps": [\n{steps}\n]\n}}\n'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


__all__ = ["FORMAT", "VERSION", "Json", "body", "legal_json", "move_json", "text_of", "vector"]
