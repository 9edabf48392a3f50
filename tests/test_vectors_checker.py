"""The checker of the conformance vectors finds what is planted: faults of implementations, and of vectors."""

from __future__ import annotations

import ast
import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.vector_adapter import Adapter
from tests.vectors.checker import FOLDER, check

Json = dict[str, Any]
Answer = Callable[[Json], Json]

ADAPTER = f'"{sys.executable}" -m tests.vector_adapter'
PAGE = FOLDER / "index.md"


@cache
def kept(name: str) -> Json:
    """A vector as the folder has it."""
    found: Json = check.load(FOLDER / f"{name}.json")
    return found


def vector(name: str) -> Json:
    """A copy of a vector, to be changed."""
    return copy.deepcopy(kept(name))


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
        (dropped_line, r"lines\[0\]"),
        (extra_line, r"lines\[1\]"),
        (wrong_points, r"lines\[0\].points"),
        (line_without_points, r"lines.points"),
        (extra_legal_move, r"legal\[\d+\]"),
        (legal_move_left_out, r"legal\[\d+\]"),
        (legal_move_without_card, r"legal"),
        (legal_moves_in_another_order, r"legal\[0\]\.\w+"),
        (leaked_hand, r"views\.0\.hands"),
        (leaked_to_spectators, r"views\.spectator\.own"),
        (leaked_legal_moves, r"views\.1\.legal\[0\]"),
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


def test_an_exchange_is_compared_by_its_hand_and_limit() -> None:
    def one_more(request: Json, answer: Json) -> None:
        if isinstance(answer.get("legal"), dict):
            answer["legal"]["up_to"] += 1

    def no_limit(request: Json, answer: Json) -> None:
        if isinstance(answer.get("legal"), dict):
            del answer["legal"]["up_to"]

    for change in (one_more, no_limit):
        found = difference("hornafjardarmanni/cut-six", faulty(change), "legal")
        assert (found.step, found.path[:5]) == (1, "legal")


def test_what_is_not_claimed_is_not_compared() -> None:
    def nothing(request: Json) -> Json:
        return {}

    report = check.compare(kept("truco/fold"), nothing)
    assert (report.difference, set(report.compared.values())) == (None, {0})


# --- The checker finds faults of a vector ---------------------------------------------------------

Spoil = Callable[[Json], None]


def at_step(number: int, change: Spoil) -> Spoil:
    return lambda found: change(found["steps"][number])


SPOILED: dict[str, tuple[str, Spoil, str]] = {
    "a field missing": ("truco/fold", lambda found: found.pop("pack"), "no field pack"),
    "another version": ("truco/fold", lambda found: found.update(version=2), "version 2; this program reads"),
    "a card twice in the pack": ("truco/fold", lambda found: found["pack"].append("1 de oro"), "twice"),
    "seats without a side": ("truco/fold", lambda found: found.update(sides=[[0]]), "are not the 2 seats"),
    "a deal that lacks a card": (
        "etori/all-sixteen",
        at_step(1, lambda step: step["deal"].pop()),
        "not the pack",
    ),
    "a deal where somebody moves": (
        "truco/fold",
        lambda found: found["steps"].insert(2, found["steps"][1]),
        "step 2: deals where no deal is awaited",
    ),
    "neither deal nor move": (
        "truco/fold",
        at_step(2, lambda step: step.pop("move")),
        "neither deal nor move",
    ),
    "a seat out of turn": (
        "etori/all-sixteen",
        at_step(5, lambda step: step.update(by=0)),
        "it was the turn of",
    ),
    "an illegal move": (
        "etori/rensho-only-club",
        at_step(4, lambda step: step["move"].update(card="K♠")),
        "step 4: .* was not among the legal moves",
    ),
    "a choice too large": (
        "hornafjardarmanni/exchange-7-5-4",
        lambda found: found["steps"][1]["legal"].update(up_to=6),
        "step 2: .* was not among the legal moves",
    ),
    "a card in two hands": (
        "gong_zhu/sweep",
        at_step(1, lambda step: step["own"]["0"].append(step["own"]["1"][0])),
        "a card is in two places",
    ),
    "a card of no pack": (
        "gong_zhu/five-players",
        at_step(1, lambda step: step["own"]["0"].append("2♠")),
        "seat 0 knows of its cards is not of the pack",
    ),
    "a hand that changes": (
        "gong_zhu/sweep",
        at_step(9, lambda step: step.update(own={"0": []})),
        "what seat 0 was dealt changes",
    ),
    "more drawn than discarded": (
        "hornafjardarmanni/exchange-7-5-4",
        at_step(2, lambda step: step["own"]["0"]["discarded"].pop()),
        "seat 0 discards",
    ),
    "a trick without its last card": (
        "gong_zhu/sweep",
        at_step(9, lambda step: step["taken"]["cards"].pop()),
        "step 9: the trick taken is",
    ),
    "a trick that stays": (
        "gong_zhu/sweep",
        at_step(9, lambda step: step.pop("trick")),
        "or still lies there",
    ),
    "a card that is not added": (
        "gong_zhu/sweep",
        at_step(7, lambda step: step.pop("trick")),
        "step 7: the trick is",
    ),
    "a trick of a call": (
        "truco/fold",
        at_step(2, lambda step: step.update(taken={"leader": 0, "cards": [], "winner": 0})),
        "takes a trick without a card",
    ),
    "nobody with legal moves": (
        "truco/fold",
        at_step(1, lambda step: step.update(to_move=None)),
        "None is to move",
    ),
    "a mover without moves": ("truco/fold", at_step(1, lambda step: step.update(legal=[])), "0 is to move"),
    "a legal move twice": (
        "truco/fold",
        at_step(1, lambda step: step["legal"].append(step["legal"][0])),
        "a legal move is there twice",
    ),
    "a legal card of another": (
        "truco/fold",
        at_step(1, lambda step: step["legal"][0].update(card="1 de basto")),
        "names a card that the mover does not hold",
    ),
    "legal plays out of order": (
        "truco/fold",
        at_step(1, lambda step: step["legal"].reverse()),
        "not in pack order",
    ),
    "a legal move refused": (
        "truco/fold",
        at_step(1, lambda step: step.update(refused=[{"move": step["legal"][0], "rule": "common.hold"}])),
        "is refused and legal",
    ),
    "a whole pack refused": (
        "truco/fold",
        lambda found: found["steps"][0].update(
            refused=[{"deal": found["steps"][1]["deal"], "rule": "common.pack"}]
        ),
        "a whole pack is refused",
    ),
    "a line dropped": ("etori/all-sixteen", at_step(-1, lambda step: step["lines"].pop()), "come to"),
    "a line of other points": (
        "etori/all-sixteen",
        at_step(-1, lambda step: step["lines"][0].update(points=2)),
        "come to",
    ),
    "a line of cards not played": (
        "etori/rensho-led",
        at_step(
            -1,
            lambda step: step.update(
                lines=[{"rule": "etori.pay", "side": 0, "points": 0, "cards": ["2♠"], "seat": None}]
            ),
        ),
        "cites cards that were not played",
    ),
    "a line of another's seat": (
        "gong_zhu/partnerships",
        at_step(57, lambda step: step["lines"][0].update(seat=1)),
        "which is not of side 0",
    ),
    "another score of the deal": (
        "etori/all-sixteen",
        at_step(-1, lambda step: step["result"].update(scores=[3, -3])),
        "its lines sum to something else",
    ),
    "other totals": (
        "etori/all-sixteen",
        at_step(-1, lambda step: step["result"].update(totals=[8, 2])),
        "the totals are",
    ),
    "no payoff of a seat": ("truco/fold", at_step(2, lambda step: step["result"]["payoffs"].pop()), "payoff"),
    "a winner too many": (
        "truco/falta-from-nothing",
        at_step(-1, lambda step: step["outcome"]["winners"].append(1)),
        "winners and losers are not the seats",
    ),
    "an outcome of other scores": (
        "truco/falta-from-nothing",
        at_step(-1, lambda step: step["outcome"].update(scores=[1, 0])),
        "does not have the last scores",
    ),
    "a rule cited and not listed": (
        "truco/fold",
        lambda found: found["shows"].remove("truco.fold"),
        "truco.fold is cited by a step and not listed",
    ),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_the_checker_finds_faults_of_vectors(spoiled: str) -> None:
    name, spoil, message = SPOILED[spoiled]
    found = vector(name)
    assert list(check.faults(found)) == []
    spoil(found)
    faults = list(check.faults(found))
    assert any(re.search(message, fault) for fault in faults), faults


def test_faults_of_the_index_are_found(tmp_path: Path) -> None:
    (tmp_path / "truco").mkdir()
    for name in ("fold", "rounds"):
        (tmp_path / "truco" / f"{name}.json").write_text(json.dumps(kept(f"truco/{name}")))
    entries = [
        {"file": f"truco/{name}.json", "game": "truco", "about": kept(f"truco/{name}")["about"]}
        for name in ("fold", "rounds")
    ]

    def faults(index: Json) -> list[str]:
        (tmp_path / "index.json").write_text(json.dumps(index))
        return list(check.index_faults(tmp_path))

    shown: dict[str, list[str]] = {}
    for name in ("fold", "rounds"):
        for rule in kept(f"truco/{name}")["shows"]:
            shown.setdefault(rule, []).append(f"truco/{name}")
    assert faults({"vectors": entries, "rules": shown}) == []
    assert "listed, or there, but not both" in faults({"vectors": entries[:1], "rules": shown})[0]
    assert (
        "is another vector"
        in faults({"vectors": [{**entries[0], "about": ""}, entries[1]], "rules": shown})[0]
    )
    assert (
        "truco.fold and truco/fold do not agree"
        in faults({"vectors": entries, "rules": {**shown, "truco.fold": []}})[0]
    )
    assert faults({"vectors": entries, "rules": {**shown, "truco.none": []}}) == [
        "index.json: truco.none is shown by no vector"
    ]


# --- The checker as a program ---------------------------------------------------------------------


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FOLDER / "check.py"), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", cwd=FOLDER.parents[1], check=False)


def test_the_program_checks_the_vectors() -> None:
    ran = run()
    assert (ran.returncode, ran.stderr) == (0, "")
    many = len(list(FOLDER.glob("*/*.json")))
    assert re.fullmatch(
        rf"{many} vectors, \d+ steps, \d+ refusals, 97 rules, \d\.\d\d MB: all is well\n", ran.stdout
    )


def test_the_program_reports_a_vector_with_faults(tmp_path: Path) -> None:
    found = vector("truco/fold")
    found["steps"][2]["lines"] = []
    path = tmp_path / "fold.json"
    path.write_text(json.dumps(found))
    ran = run(str(path))
    assert ran.returncode == 1
    assert "step 2: the scores are [0, 1], but with the lines of the step they come to [0, 0]" in ran.stdout


def test_the_program_runs_an_implementation() -> None:
    ran = run("--run", ADAPTER, "truco/fold.json", "gong_zhu/sweep.json", "hornafjardarmanni/cut-six.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.match(
        r"3 vectors agree, 0 differ, 0 were skipped; claims compared: lines \d{3}, legal", ran.stdout
    )


def program(tmp_path: Path, body: str) -> str:
    """A program that answers each request by these lines of code, as a command."""
    path = tmp_path / "engine.py"
    path.write_text(
        "import json, sys, time\nsys.stdin.reconfigure(encoding='utf-8')\n"
        f"for line in sys.stdin:\n    asked = json.loads(line)\n{body}\n    sys.stdout.flush()\n"
    )
    return f'"{sys.executable}" "{path.as_posix()}"'


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("    print('{}')", 2, "the implementation claims nothing, so nothing was compared"),
        ("    print('hello')", 2, "it answers 'hello', which is no object of JSON, to"),
        ("    print('[]')", 2, "which is no object of JSON"),
        ("    sys.exit(3)", 2, r"it ended, with status 3, before it answered"),
        ("    time.sleep(9)", 2, "it gives no answer for 0.2 seconds to"),
        ("    print('{\"lins\": []}')", 2, "with a field 'lins'; known are taken, lines, "),
        ("    print('{\"lines\": []}')", 2, "it answers .*why_not.* with a field 'lines'; known are rule"),
        (
            "    print('{\"skip\": \"no Truco\"}' if 'new' in asked else '{}')",
            2,
            "1 skipped: no Truco\n0 vectors agree, 0 differ, 1 were skipped",
        ),
        (
            "    print('{}' if 'why_not' in asked else '{\"lines\": []}')",
            1,
            r"truco/fold.json: .*\n  step 2: lines\[0\]\n    expected .*truco.fold.*\n    found +nothing",
        ),
    ],
)
def test_programs_that_do_not_do(tmp_path: Path, body: str, status: int, message: str) -> None:
    ran = run(
        "--timeout", "0.2" if "sleep" in body else "20", "--run", program(tmp_path, body), "truco/fold.json"
    )
    assert (ran.returncode, ran.stderr) == (status, "")
    assert re.search(message, ran.stdout), ran.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "lines,moves"], "'moves' is none of lines, legal, views, refusals"),
        (["--game", "whist"], "no vectors of that game here"),
        (["nothing.json"], "a vector cannot be read: [Errno 2] No such file"),
    ],
)
def test_wrong_arguments_are_told(arguments: list[str], message: str) -> None:
    ran = run(*arguments)
    assert ran.returncode == 2
    assert message in ran.stderr


def test_the_sample_agrees() -> None:
    ran = run("--game", "hornafjardarmanni", "--run", f'"{sys.executable}" "{FOLDER / "sample.py"}"')
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ", 0 differ, 0 were skipped; claims compared: lines 1" in ran.stdout
    assert ran.stdout in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["check.py", "sample.py"])
def test_the_programs_need_python_3_9_and_nothing_else(name: str) -> None:
    tree = ast.parse((FOLDER / name).read_text(encoding="utf-8"), feature_version=(3, 9))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert all(alias.name in sys.stdlib_module_names for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module in sys.stdlib_module_names or node.module == "collections.abc"
