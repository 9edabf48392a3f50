"""The checker of the conformance vectors finds what is planted in an implementation."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.vector_adapter import Adapter
from tests.vectors.checker import FOLDER, check, reading

Json = dict[str, Any]
Answer = Callable[[Json], Json]

PAGE = FOLDER / "index.md"


@cache
def kept(name: str) -> Json:
    """A vector as the folder has it."""
    found: Json = check.load(FOLDER / f"{name}.json")
    return found


# --- The checker finds faults of an implementation ------------------------------------------------


def difference(name: str, answer: Answer, *groups: str) -> Any:
    """The first difference that the checker finds between a vector and an implementation."""
    return check.compare(kept(name), answer, groups or tuple(check.GROUPS)).difference


def faulty(change: Callable[[Json, Json], None]) -> Answer:
    """The package as an implementation whose answers are changed, given the request and the answer."""
    adapter = Adapter()

    def answer(request: Json) -> Json:
        answered = adapter.answer(request)
        change(request, answered)
        return answered

    return answer


def wrong_winner(request: Json, answer: Json) -> None:
    if answer.get("taken"):
        answer["taken"]["winner"] = 1 - answer["taken"]["winner"]


def dropped_line(request: Json, answer: Json) -> None:
    if answer.get("lines"):
        answer["lines"].pop(0)


def extra_line(request: Json, answer: Json) -> None:
    if answer.get("lines"):
        answer["lines"].append(answer["lines"][-1])


def wrong_points(request: Json, answer: Json) -> None:
    for line in answer.get("lines", []):
        line["points"] += 1


def line_without_points(request: Json, answer: Json) -> None:
    for line in answer.get("lines", []):
        del line["points"]


def extra_legal_move(request: Json, answer: Json) -> None:
    if answer.get("legal"):
        answer["legal"].append({"kind": "play", "card": "10 de oro"})


def legal_move_left_out(request: Json, answer: Json) -> None:
    if answer.get("legal"):
        answer["legal"].pop()


def legal_move_without_card(request: Json, answer: Json) -> None:
    if answer.get("legal"):
        del answer["legal"][0]["card"]


def legal_moves_in_another_order(request: Json, answer: Json) -> None:
    answer.get("legal", []).reverse()


def leaked_hand(request: Json, answer: Json) -> None:
    if "deal" in request:
        answer["views"]["0"]["hands"] = [answer["views"][seat]["hand"] for seat in "01"]


def leaked_to_spectators(request: Json, answer: Json) -> None:
    if "deal" in request:
        answer["views"]["spectator"]["own"] = answer["views"]["1"]["own"]


def leaked_legal_moves(request: Json, answer: Json) -> None:
    if "deal" in request:
        answer["views"]["1"]["legal"] = answer["views"]["0"]["legal"]


def wrong_fact(request: Json, answer: Json) -> None:
    if "move" in request:
        answer["facts"]["value"] = 3


def wrong_turn(request: Json, answer: Json) -> None:
    if answer.get("to_move") == 0:
        answer["to_move"] = 1


def wrong_outcome(request: Json, answer: Json) -> None:
    if answer.get("outcome"):
        answer["outcome"]["winners"] = [0, 1]


def no_outcome(request: Json, answer: Json) -> None:
    answer.update({"outcome": None} if "outcome" in answer else {})


def true_for_one(request: Json, answer: Json) -> None:
    if answer.get("to_move") == 1:
        answer["to_move"] = True


def wrong_refusal(request: Json, answer: Json) -> None:
    if answer.get("rule") == "truco.value":
        answer["rule"] = "truco.call"


def no_refusal(request: Json, answer: Json) -> None:
    if "why_not" in request:
        answer["rule"] = None


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (wrong_winner, "taken.winner"),
        (dropped_line, r"lines"),
        (extra_line, r"lines"),
        (wrong_points, r"lines"),
        (line_without_points, r"lines\.points"),
        (extra_legal_move, r"legal"),
        (legal_move_left_out, r"legal"),
        (legal_move_without_card, r"legal"),
        (legal_moves_in_another_order, r"legal"),
        (leaked_hand, r"views\.0\.hands"),
        (leaked_to_spectators, r"views\.spectator\.own"),
        (leaked_legal_moves, r"views\.1\.legal"),
        (wrong_fact, r"facts\.value"),
        (wrong_turn, r"to_move"),
        (true_for_one, r"to_move"),
        (wrong_refusal, r'why_not \{"kind": "call", "value": "((re)?truco|vale cuatro)"\}'),
        (no_refusal, r"why_not .*"),
    ],
)
def test_planted_faults_are_found(change: Callable[[Json, Json], None], path: str) -> None:
    name = "truco/vale-cuatro"
    assert difference(name, faulty(lambda request, answer: None)) is None
    found = difference(name, faulty(change))
    assert found is not None
    assert re.fullmatch(path, found.path), found.path


@pytest.mark.parametrize("change", [wrong_outcome, no_outcome])
def test_a_wrong_end_is_found(change: Callable[[Json, Json], None]) -> None:
    found = difference("truco/falta-from-nothing", faulty(change))
    assert found.path.startswith("outcome")


def test_groups_that_are_not_asked_for_are_not_compared() -> None:
    assert difference("truco/vale-cuatro", faulty(wrong_points), "lines") is not None
    assert difference("truco/vale-cuatro", faulty(wrong_points), "legal", "refusals") is None

    def leaking(request: Json, answer: Json) -> None:
        answer.update({} if "why_not" in request else {"views": {"spectator": {"hands": []}}})

    assert difference("truco/vale-cuatro", faulty(leaking)) is not None
    assert difference("truco/vale-cuatro", faulty(leaking), "lines", "legal", "refusals") is None
    assert difference("truco/vale-cuatro", faulty(no_refusal), "lines", "legal") is None


def test_legal_moves_may_come_in_any_order_if_asked_for() -> None:
    answer = faulty(legal_moves_in_another_order)
    assert check.compare(kept("truco/fold"), answer, ("legal",)).difference is not None
    assert check.compare(kept("truco/fold"), answer, ("legal",), any_order=True).difference is None
    report = check.compare(kept("truco/fold"), answer, ("legal",), any_order=True, strict=True)
    assert report.difference is None
    assert +report.claimed == check.claimable(kept("truco/fold"), ("legal",))


def test_nothing_else_may_come_in_any_order() -> None:
    def turned(request: Json, answer: Json) -> None:
        if "deal" in request:
            answer["views"]["0"]["hand"].reverse()

    report = check.compare(kept("truco/fold"), faulty(turned), any_order=True)
    assert report.difference.path == "views.0.hand"


def test_an_exchange_is_compared_by_its_hand_and_limit() -> None:
    def one_more(request: Json, answer: Json) -> None:
        if isinstance(answer.get("legal"), dict):
            answer["legal"]["up_to"] += 1

    def no_limit(request: Json, answer: Json) -> None:
        if isinstance(answer.get("legal"), dict):
            del answer["legal"]["up_to"]

    for change in (one_more, no_limit):
        report = check.compare(kept("hornafjardarmanni/cut-six"), faulty(change), ("legal",))
        assert (report.number, report.difference.path) == (1, "legal")


# --- What differs is told -------------------------------------------------------------------------


def test_lines_and_legal_moves_differ_as_a_whole() -> None:
    """One line too few is one that is missing, wherever it stood, and not all that come after it."""
    name = "gong_zhu/all-hearts"
    lines = kept(name)["steps"][-1]["lines"]
    told = difference(name, faulty(dropped_line))
    assert told.rows == [("missing", check.text(lines[0]))]
    told = difference(name, faulty(extra_line))
    assert told.rows == [("not expected", check.text(lines[-1]))]
    told = difference("truco/fold", faulty(legal_moves_in_another_order))
    assert [label for label, _ in told.rows] == ["the order", "expected", "found"]

    def another(request: Json, answer: Json) -> None:
        if answer.get("legal"):
            answer["legal"][0] = {"kind": "play", "card": "10 de oro"}

    legal = kept("truco/fold")["steps"][1]["legal"]
    told = difference("truco/fold", faulty(another))
    expected = [("missing", legal[0]), ("not expected", {"kind": "play", "card": "10 de oro"})]
    assert told.rows == [(label, check.text(move)) for label, move in expected]


def test_a_line_may_leave_out_cards_and_seat_and_is_still_told_apart() -> None:
    def short(request: Json, answer: Json) -> None:
        lines = answer.get("lines", [])
        answer.update(
            {"lines": [{name: line[name] for name in ("rule", "side", "points")} for line in lines]}
        )

    def short_and_wrong(request: Json, answer: Json) -> None:
        short(request, answer)
        wrong_points(request, answer)

    name = "gong_zhu/all-hearts"
    assert (
        difference(
            name, faulty(lambda request, answer: short(request, answer) if "move" in request else None)
        )
        is None
    )
    many = len(kept(name)["steps"][-1]["lines"])

    def at_moves(request: Json, answer: Json) -> None:
        if "move" in request:
            short_and_wrong(request, answer)

    told = difference(name, faulty(at_moves))
    assert [label for label, _ in told.rows] == ["missing"] * many + ["not expected"] * many


def test_cards_that_differ_are_missing_or_not_expected() -> None:
    def one_for_another(request: Json, answer: Json) -> None:
        if "deal" in request:
            answer["views"]["0"]["hand"][0] = "12 de oro"

    told = difference("truco/fold", faulty(one_for_another))
    dealt = kept("truco/fold")["steps"][1]["own"]["0"]
    assert told.path == "views.0.hand"
    assert told.rows == [("missing", check.text(dealt[:1])), ("not expected", '["12 de oro"]')]


def test_the_first_difference_does_not_depend_on_the_order_of_an_answer() -> None:
    def all_wrong(backwards: bool) -> Answer:
        def change(request: Json, answer: Json) -> None:
            if "move" in request:
                answer.update(to_move=7, legal=[], scores=[9, 9], lines=[], eldest=9)
                answer["facts"]["value"] = answer["facts"]["number"] = 3
            if backwards:
                for part in (answer, answer.get("facts", {})):
                    turned = dict(reversed(part.items()))
                    part.clear()
                    part.update(turned)

        return faulty(change)

    for groups in (["lines"], ["legal"], ["views"], ["legal", "lines"], ["views", "legal"]):
        found = [difference("truco/fold", all_wrong(backwards), *groups) for backwards in (False, True)]
        assert found[0] == found[1], groups
    assert difference("truco/fold", all_wrong(True)).path == "lines"
    assert difference("truco/fold", all_wrong(True), "views").path == "facts.number"


def test_the_order_of_comparing_is_the_one_on_the_page() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert ", ".join(f"`{name}`" for name in check.ORDER if name != "rule") in page
    assert sorted(check.ORDER) == sorted(name for names in check.GROUPS.values() for name in names)


def test_it_is_told_what_happens_where_a_vector_differs() -> None:
    def wrong_after(number: int) -> Answer:
        count = [0]

        def change(request: Json, answer: Json) -> None:
            count[0] += "why_not" not in request
            if count[0] == number + 1 and "why_not" not in request:
                answer["to_move"] = 9

        return faulty(change)

    def place(name: str, number: int) -> str:
        report = check.compare(kept(name), wrong_after(number))
        assert (report.number, report.difference.path) == (number, "to_move")
        found: str = report.place
        return found

    assert place("truco/fold", 0) == "before the first deal\n  nobody is to move then"
    assert "the deal" in place("truco/fold", 1)
    found = place("gong_zhu/held-back-and-free", 9)
    assert "seat 1 makes " in found
    assert (
        "deal 1, trick 1; on the table before: A♠, 5♠, 6♠; seat 0 takes A♠, 5♠, 6♠, 9♠, led by seat 0"
        in found
    )
    assert "seat 0 is to move then" in found


# --- How much is claimed --------------------------------------------------------------------------


def only(*names: str) -> Answer:
    """The package as an implementation that claims some fields alone."""

    def change(request: Json, answer: Json) -> None:
        for name in list(answer):
            if name not in names:
                del answer[name]

    return faulty(change)


def test_what_is_not_claimed_is_not_compared_nor_counted() -> None:
    def nothing(request: Json) -> Json:
        return {}

    def next_to_nothing(request: Json) -> Json:
        return {} if "why_not" in request else {"facts": {}, "views": {"0": {}, "1": {"facts": {}}}}

    for answer in (nothing, next_to_nothing):
        report = check.compare(kept("truco/fold"), answer)
        assert (report.difference, +report.claimed, +report.partly) == (None, {}, {})


def test_claims_are_counted_where_the_vector_has_the_field() -> None:
    found = kept("truco/vale-cuatro")
    due = check.claimable(found, tuple(check.GROUPS))
    for name in ("taken", "lines", "scores", "result", "eldest", "trick", "facts"):
        assert due[name] == sum(name in step for step in found["steps"]) > 0, name
    assert due["to_move"] == due["legal"] == due["views"] == len(found["steps"])
    report = check.compare(found, Adapter().answer)
    assert +report.claimed == due
    assert +report.partly == {}


def test_part_of_a_claim_is_not_the_whole() -> None:
    def less(request: Json, answer: Json) -> None:
        for line in answer.get("lines", []):
            del line["seat"]
        if answer.get("taken"):
            del answer["taken"]["leader"]
        if "views" in answer:
            del answer["views"]["spectator"]
        if "facts" in answer:
            del answer["facts"]["truco"]["awaits"]

    found = kept("truco/vale-cuatro")
    report = check.compare(found, faulty(less))
    assert report.difference is None
    due = check.claimable(found, tuple(check.GROUPS))
    for name in ("lines", "taken", "views", "facts"):
        assert (report.claimed[name], report.partly[name]) == (0, due[name]), name
    assert report.claimed["scores"] == due["scores"]


@pytest.mark.parametrize("name", [name for name in check.ORDER if name not in ("own", "rule")])
def test_strictly_everything_must_be_claimed(name: str) -> None:
    """``own`` is part of the views, and may be left out."""
    found = kept("hornafjardarmanni/twelve-tricks")
    everything = [field for field in check.ORDER if field != "own"]
    assert check.compare(found, only(*everything), strict=True).difference is None
    everything.remove(name)
    assert check.compare(found, only(*everything)).difference is None
    report = check.compare(found, only(*everything), strict=True)
    assert (report.difference.path, report.difference.rows[0][0]) == (name, "not claimed")
    group = next(group for group, names in check.GROUPS.items() if name in names)
    others = [other for other in check.GROUPS if other != group]
    assert check.compare(found, only(*everything), others, strict=True).difference is None


def test_strictly_every_part_must_be_claimed() -> None:
    def no_seat(request: Json, answer: Json) -> None:
        for line in answer.get("lines", []):
            del line["seat"]

    def no_spectator(request: Json, answer: Json) -> None:
        answer.get("views", {}).pop("spectator", None)

    def no_hand(request: Json, answer: Json) -> None:
        answer.get("views", {"1": {}})["1"].pop("hand", None)

    def no_rule(request: Json, answer: Json) -> None:
        answer.pop("rule", None)

    for change, path in (
        (no_seat, "lines[0].seat"),
        (no_spectator, "views.spectator"),
        (no_hand, "views.1.hand"),
        (no_rule, "why_not "),
    ):
        report = check.compare(kept("truco/fold"), faulty(change), strict=True)
        assert report.difference.path.startswith(path)


def test_what_is_said_where_nothing_is_scored_is_compared_all_the_same() -> None:
    def line_of_nothing(request: Json, answer: Json) -> None:
        if "deal" in request:
            answer["lines"] = [{"rule": "truco.fold", "side": 0, "points": 0}]

    assert difference("truco/fold", faulty(line_of_nothing)).path == "lines"


def test_the_hands_may_be_claimed_without_the_views() -> None:
    def own(seat: str) -> Answer:
        def change(request: Json, answer: Json) -> None:
            hands = {
                seat: view["own"] for seat, view in answer.pop("views", {}).items() if seat != "spectator"
            }
            answer.clear()
            if hands:
                answer["own"] = {"0": hands["0"], "1": hands[seat]}

        return faulty(change)

    report = check.compare(kept("truco/fold"), own("1"))
    assert (report.difference, set(+report.claimed)) == (None, {"own"})
    assert difference("truco/fold", own("0")).path == "own.1"


# --- Why legal moves are refused ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("etori/rensho-led", "play"),
        ("etori/rensho-led", "choose_leader"),
        ("etori/rensho-led", "deal"),
        ("gong_zhu/exposing", "expose"),
        ("hornafjardarmanni/cut-six", "exchange"),
        ("truco/fold", "call"),
    ],
)
def test_a_legal_move_must_not_be_refused(name: str, kind: str) -> None:
    def refuse(request: Json, answer: Json) -> None:
        what = request.get("why_not", {})
        if answer.get("rule", "") is None and (what.get("kind") == kind or kind in what):
            answer["rule"] = "common.phase"

    assert difference(name, faulty(lambda request, answer: None), "refusals") is None
    told = difference(name, faulty(refuse), "refusals")
    assert told.path.startswith("why_not ")
    assert told.rows == [("expected", "null"), ("found", '"common.phase"')]
    assert difference(name, faulty(refuse), "lines", "legal") is None


def test_legal_moves_of_every_kind_are_asked_about_at_each_step() -> None:
    names = ["gong_zhu/exposing", "etori/rensho-led", "truco/fold", "hornafjardarmanni/exchange-0-0-12"]
    for name in names:
        found = kept(name)
        for number, _, _, after in check.positions(found):
            asked = check.probes(found, number, after)
            moves = [what for what in asked if "deal" not in what]
            assert all(reading.allows(after.legal, move) for move in moves)
            choice = check.as_object(after.legal)
            kinds = {choice["kind"]} if choice else {move["kind"] for move in after.legal}
            assert {move["kind"] for move in moves} == kinds
            if choice is not None:
                sizes = {len(move["cards"]) for move in moves}
                assert {choice["least"], choice["up_to"]} <= sizes
            if number + 1 < len(found["steps"]):
                step = found["steps"][number + 1]
                assert step.get("move", {"deal": step.get("deal")}) in asked
