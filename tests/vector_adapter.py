"""cardrules as an implementation under test: ``python -m tests.vector_adapter`` speaks the vectors' protocol.

It shows how little an adapter has to do, and that vectors and JSON messages say the same. To run it:
``python docs/conformance/check.py --run "python -m tests.vector_adapter"``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

import cardrules
from cardrules import codec
from cardrules.catalogue import find

Json = dict[str, Any]
AnyGame = cardrules.Game[Any, Any, Any, Any]


class Adapter:
    """One match at a time; `answer` answers a request."""

    def __init__(self) -> None:
        self.state: Any = None
        self.groups: list[str] = []

    def answer(self, request: Json) -> Json:
        """What is claimed after a request, or why a move is refused."""
        if "why_not" in request:
            return {"rule": self._why_not(request["why_not"])}
        if "new" in request:
            return self._begin(request["new"])
        before = self.state
        self.state = cardrules.apply(before, self._move(request))
        return self._claims(before)

    def _why_not(self, move: Json) -> str | None:
        known = set(map(str, self.state.pack.deck.cards))
        if not known.issuperset(move.get("deal", ())):
            move = {"deal": []}  # a message cannot say what is no card: it is as wrong as no cards at all
        violation = cardrules.why_not(self.state, self._move(move))
        return None if violation is None else violation.rule

    def _begin(self, asked: Json) -> Json:
        game = find(asked["game"])
        self.groups = asked["only"]
        message = {"kind": "rules", "version": codec.VERSION, "game": game.name, "format": None}
        rules: Any = codec.decode(message | asked["rules"])
        self.state = game.new_match(rules, first=asked["first"], scores=asked["scores"])
        return self._claims(None)

    def _move(self, step: Json) -> Any:
        envelope = {"version": codec.VERSION, "game": self.state.GAME.name}
        if "deal" in step:
            return codec.decode({"kind": "deal", **envelope, "pack": step["deal"]})
        return codec.decode({**step.get("move", step), **envelope})

    def _claims(self, before: Any) -> Json:
        state = self.state
        table = codec.encode(cardrules.observe(state))
        tricks = lines = 0
        ended = False
        if before is not None and not before.awaits_deal:
            tricks, lines = len(before.tricks), len(before.lines)
            ended = len(state.match.results) > len(before.match.results)
        result: Json | None = None
        if ended:
            result = dict(table["match"]["results"][-1])
            del result["lines"]
        claims: Json = {
            "taken": table["tricks"][-1] if len(state.tricks) > tricks else None,
            "lines": table["lines"][lines:],
            "scores": table["scores"],
            "result": result,
            "outcome": table["match"]["outcome"],
            "eldest": table["match"]["eldest"],
            "to_move": state.to_move,
            "legal": view_of(cardrules.observe(state, state.to_move))["legal"],
            "trick": table["trick"],
            "facts": table["deal"],
        }
        if "views" in self.groups:
            seats = range(state.seating.seats)
            claims["views"] = {str(seat): view_of(cardrules.observe(state, seat)) for seat in seats}
            claims["views"]["spectator"] = view_of(cardrules.observe(state))
        return claims


def view_of(view: Any) -> Json:
    """A view as vectors have it, from its JSON message."""
    message = codec.encode(view)
    match, choices = message["match"], message["choices"]
    legal = message["legal_moves"]
    if choices is not None:
        least, most = choices.get("least", 0), choices["limit"]
        legal = {"kind": choices["kind"], "any_of": choices["cards"], "least": least, "up_to": most}
    same = ("seat", "own", "hand", "to_move", "trick", "tricks", "played", "lines", "scores")
    return {
        **{name: message[name] for name in same},
        "legal": legal,
        "facts": message["deal"],
        "eldest": match["eldest"],
        "results": match["results"],
        "outcome": match["outcome"],
    }


def serve(requests: Iterable[str], answer: Callable[[Json], Json]) -> None:
    """Answer requests, one a line, until there are no more."""
    for line in requests:
        print(json.dumps(answer(json.loads(line)), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    # Whatever the terminal speaks, the protocol is UTF-8.
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(sys.stdin, Adapter().answer)
