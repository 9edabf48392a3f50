"""The lines of a deal as ``docs/conformance/index.md`` describes them, from what the naive games know.

Nothing here comes from the package: what the page says must be enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from tests.naive import etori, gong_zhu
from tests.naive.truco import ENVIDOS
from tests.vectors.writing import Json


def lines_of(game: str, before: Any, after: Any, move: Json, pack: list[str]) -> list[Json]:
    """The lines that a move adds, given the match before it and after it."""
    if game == "truco":
        return list(_truco(before, after, move))
    if after.to_move is not None:
        return []
    if game == "etori":
        return _etori(before, after, pack)
    if game == "gong_zhu":
        return list(_gong_zhu(after, pack))
    return [_line("hornafjardarmanni.score", seat, points) for seat, points in enumerate(after.last_deal)]


def _line(rule: str, side: int, points: int, cards: list[str] | None = None, seat: int | None = None) -> Json:
    return {"rule": rule, "side": side, "points": points, "cards": cards, "seat": seat}


def _in_order(cards: Collection[str], pack: list[str]) -> list[str]:
    return [card for card in pack if card in cards]


def _etori(before: Any, after: Any, pack: list[str]) -> list[Json]:
    won: int = after.previous_winner
    lost = next(side for side in {after.team(seat) for seat in after.active} if side != won)
    dealt = [card for seat, hand in enumerate(after.dealt) if after.team(seat) == won for card in hand]
    held = dealt if after.aces == "dealt" else after.captured[won]
    aces = _in_order([card for card in held if card.startswith("A")], pack)
    owed = etori.payment(aces, after.pictures[won], after.trump, after.rensho)
    rule = "etori.pay.tie" if after.pictures[won] == after.pictures[lost] else "etori.pay"
    if owed > before.scores[lost]:
        rule = "etori.pay.short"
    paid = after.last_deal[won]
    return [_line(rule, won, paid, aces or None), _line(rule, lost, -paid, aces or None)]


def _gong_zhu(after: Any, pack: list[str]) -> Iterator[Json]:
    for seat, taken in enumerate(after.taken):
        side = next(number for number, seats in enumerate(after.sides) if seat in seats)
        yield from _gong_zhu_lines(seat, side, _in_order(taken, pack), after)


def _gong_zhu_lines(seat: int, side: int, taken: list[str], after: Any) -> list[Json]:
    hearts = [card for card in taken if card in gong_zhu.HEART_POINTS]
    whole = len(hearts) == 13
    everything = all(card in taken for card in gong_zhu.SCORING)
    lines: list[Json] = []
    if hearts:
        points = 200 if whole else sum(gong_zhu.HEART_POINTS[card] for card in hearts)
        rule = "gong_zhu.score.all_hearts" if whole else "gong_zhu.score.hearts"
        lines.append(_line(rule, side, points, hearts, seat))
    if "Q♠" in taken:
        turns = whole if after.pig_flips == "all_hearts" else everything
        rule = "gong_zhu.score.pig_flips" if turns else "gong_zhu.score.pig"
        lines.append(_line(rule, side, 100 if turns else -100, ["Q♠"], seat))
    if "J♦" in taken:
        lines.append(_line("gong_zhu.score.sheep", side, 100, ["J♦"], seat))
    base = list(lines)
    for card, index in (("A♥", "hearts"), ("Q♠", "pig"), ("J♦", "sheep")):
        for line in base:
            if card in after.exposed and index in line["rule"]:
                lines.append(_line("gong_zhu.score.exposed", side, line["points"], [card], seat))
    if "10♣" in taken:
        points = sum(line["points"] for line in lines) if lines else 50
        lines.append(_line("gong_zhu.score.doubler", side, points, ["10♣"], seat))
        if "10♣" in after.exposed:
            points = sum(line["points"] for line in lines)
            lines.append(_line("gong_zhu.score.exposed", side, points, ["10♣"], seat))
    return lines


def _truco(before: Any, after: Any, move: Json) -> Iterator[Json]:
    gained = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
    if gained == [0, 0]:
        return
    side = 0 if gained[0] else 1
    call = move.get("value")
    if before.envido_waits and call == "mazo" and after.fold_to_envido == "decline_and_fold":
        declined = max(1, sum(ENVIDOS[called] for called in before.chain[:-1]))
        yield _line("truco.envido.decline", side, declined)
        if declined < gained[side]:
            yield _line("truco.fold.envido", side, gained[side] - declined)
    elif before.envido_waits:
        rules = {"quiero": "truco.envido.showdown", "no quiero": "truco.envido.decline"}
        yield _line(rules.get(str(call), "truco.fold.envido"), side, gained[side])
    else:
        rules = {"mazo": "truco.fold", "no quiero": "truco.answer"}
        yield _line(rules.get(str(call), "truco.value"), side, gained[side])
