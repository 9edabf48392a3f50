#!/usr/bin/env python3
"""A sample: the tricks and scores of Hornafjarðarmanni, from its rules page, in the protocol of index.md.

    python check.py --game hornafjardarmanni --run "python sample.py"

It trusts that every move is legal, and claims the trick taken, the lines and the standing, whose turn it is,
and how the match ended. An engine in another language answers the same lines of JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Match:
    """What has to be known of a match to award tricks and write scores."""

    def __init__(self, new: dict[str, Any]) -> None:
        self.rules: dict[str, Any] = new["rules"]
        self.eldest: int = new["first"]
        self.scores: list[int] = list(new["scores"])

    def deal(self, pack: list[str]) -> dict[str, Any]:
        """The last card of the pack is the cut card, which makes the contract."""
        rank, suit = pack[-1][:-1], pack[-1][-1]
        self.nolo = rank in RANKS[:4]
        self.trump = suit if rank in RANKS[4:8] else None
        self.turn, self.exchanges = self.eldest, 0
        self.trick: list[str] = []
        self.tricks = [0, 0, 0]
        return {"to_move": self.turn}

    def strength(self, card: str) -> int:
        """How strong a card is in the trick on the table; below 0 it cannot win."""
        rank = RANKS.index(card[:-1])
        if card[:-1] == "A" and self.nolo and self.rules["nolo_ace"] == "low":
            rank = -1
        if card[-1] == self.trump:
            return 100 + rank
        return rank if card[-1] == self.trick[0][-1] else -100 + rank

    def move(self, move: dict[str, Any]) -> dict[str, Any]:
        """What is true after a move."""
        seat = self.turn
        self.turn = (seat + 1) % 3
        if move["kind"] == "exchange":
            return {"to_move": self.turn}
        self.trick.append(move["card"])
        if len(self.trick) < 3:
            return {"to_move": self.turn, "taken": None, "trick": self.trick}
        best = max(range(3), key=lambda place: self.strength(self.trick[place]))
        leader = (seat - 2) % 3
        winner = self.turn = (leader + best) % 3
        self.tricks[winner] += 1
        taken = {"leader": leader, "cards": self.trick, "winner": winner}
        self.trick = []
        if sum(self.tricks) < 12:
            return {"to_move": self.turn, "taken": taken, "lines": []}
        return {"to_move": None, "taken": taken, **self.end_of_deal()}

    def end_of_deal(self) -> dict[str, Any]:
        """The lines, the new standing, and the outcome if the match is over."""
        sign = -1 if self.nolo else 1
        points = [sign * (tricks - 4) for tricks in self.tricks]
        rule = "hornafjardarmanni.score"
        lines = [{"rule": rule, "side": side, "points": points[side]} for side in range(3)]
        self.scores = [self.scores[side] + points[side] for side in range(3)]
        self.eldest = (self.eldest + 1) % 3
        best, outcome = max(self.scores), None
        if best >= self.rules["target"] and self.scores.count(best) == 1:
            outcome = {"winners": [self.scores.index(best)], "rule": "hornafjardarmanni.over"}
        return {"lines": lines, "scores": self.scores, "outcome": outcome, "eldest": self.eldest}


def main() -> None:
    """Answer one request a line."""
    match = Match({"rules": {}, "first": 0, "scores": []})
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        if "new" in request:
            match = Match(request["new"])
            if request["new"]["game"] != "hornafjardarmanni":
                answer = {"skip": "this engine knows Hornafjarðarmanni alone"}
        elif "deal" in request:
            answer = match.deal(request["deal"])
        elif "move" in request:
            answer = match.move(request["move"])
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
