"""The naive games of ``tests/naive`` as implementations under test: they share no code with the package.

They claim what they know: whose turn it is, the legal moves, hands, lines, scores, and who has won.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.naive import etori, gong_zhu, hornafjardarmanni, truco
from tests.vectors.naive_lines import lines_of
from tests.vectors.writing import Json

_GAMES: dict[str, Any] = {
    "etori": etori.Match,
    "gong_zhu": gong_zhu.Match,
    "hornafjardarmanni": hornafjardarmanni.Match,
    "truco": truco.Match,
}


class NaiveAdapter:
    """One match at a time; `answer` answers a request."""

    def __init__(self) -> None:
        self.match: Any = None
        self.asked: Json = {}

    def answer(self, request: Json) -> Json:
        """What is claimed after a request; nothing about why a move is refused, but whether it is."""
        if "why_not" in request:
            move = request["why_not"]
            if "deal" in move:
                legal = self.match.awaits_deal and sorted(move["deal"]) == sorted(self.asked["pack"])
            else:
                legal = not self.match.awaits_deal and self._allows(move)
            return {"rule": None} if legal else {}
        lines: list[Json] = []
        if "new" in request:
            self.asked = request["new"]
            names = {"first": self.asked["first"], "scores": self.asked["scores"]}
            self.match = _GAMES[self.asked["game"]](**names, **self.asked["rules"])
        elif "deal" in request:
            self.match.deal(request["deal"])
        else:
            before = copy.copy(self.match)
            before.scores, before.chain = list(before.scores), list(getattr(before, "chain", ()))
            self.match.move(self._move(request["move"]))
            lines = lines_of(self.asked["game"], before, self.match, request["move"], self.asked["pack"])
        return {**self._claims("move" in request and self.match.to_move is None), "lines": lines}

    def _move(self, move: Json) -> tuple[str, Any]:
        if move["kind"] == "choose_leader":
            return "lead", move["seat"]
        if move["kind"] == "play":
            return "play", move["card"]
        return (move["kind"], move["value"]) if "value" in move else (move["kind"], frozenset(move["cards"]))

    def _allows(self, move: Json) -> bool:
        kind, what = self._move(move)
        legal: set[tuple[str, Any]] = self.match.legal()
        most = [allowed[1] for allowed in legal if allowed[0] == "exchange_up_to"]
        if most and kind == "exchange":
            hand = set(self.match.hands()[self.match.to_move])
            return len(what) <= most[0] and hand.issuperset(what)
        return (kind, what) in legal

    def _claims(self, ended: bool) -> Json:
        match = self.match
        hands = {str(seat): {"hand": self._in_order(hand)} for seat, hand in enumerate(match.hands())}
        claims: Json = {
            "to_move": match.to_move,
            "legal": self._legal(),
            "scores": match.scores,
            "views": hands,
            "outcome": {"winners": match.winners, "scores": match.scores} if match.over else None,
        }
        if ended:
            claims["result"] = {"scores": match.last_deal, "totals": match.scores}
        return claims

    def _in_order(self, cards: Any) -> list[str]:
        return [card for card in self.asked["pack"] if card in cards]

    def _legal(self) -> Any:
        moves: list[Json] = []
        for kind, what in self.match.legal():
            if kind == "exchange_up_to":
                hand = self._in_order(self.match.hands()[self.match.to_move])
                return {"kind": "exchange", "any_of": hand, "least": 0, "up_to": what}
            if kind == "lead":
                moves.append({"kind": "choose_leader", "seat": what})
            elif kind == "expose":
                moves.append({"kind": "expose", "cards": self._in_order(what)})
            else:
                moves.append({"kind": kind, "card" if kind == "play" else "value": what})
        return moves
