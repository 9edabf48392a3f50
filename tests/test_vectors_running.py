"""The checker of the conformance vectors as a program: what it prints, how it ends, and what it takes."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.vector_adapter import Adapter
from tests.vectors.checker import FOLDER, check

Json = dict[str, Any]
Answer = Callable[[Json], Json]

ADAPTER = f'"{sys.executable}" -m tests.vector_adapter'
SAMPLE = f'"{sys.executable}" "{(FOLDER / "sample.py").as_posix()}"'
PAGE = FOLDER / "index.md"


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FOLDER / "check.py"), *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=FOLDER.parents[1], check=False, env=env
    )


# --- The vectors themselves -----------------------------------------------------------------------


def test_the_program_checks_the_vectors() -> None:
    ran = run()
    assert (ran.returncode, ran.stderr) == (0, "")
    many = len(list(FOLDER.glob("*/*.json")))
    assert re.fullmatch(
        rf"{many} vectors, \d+ steps, \d+ refusals, 97 rules, \d\.\d\d MB: all is well\n", ran.stdout
    )


Output = pytest.CaptureFixture[str]


def told(capsys: Output, *arguments: str) -> tuple[int, str, str]:
    """The exit status of the command, run in this process, and what it prints on both streams."""
    status: Any = None
    try:
        status = check.main(arguments)
    except SystemExit as ended:
        status = ended.code
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def spoiled(tmp_path: Path, spoil: Callable[[Json], None]) -> str:
    """A file with a vector that is changed."""
    found = check.load(FOLDER / "truco" / "fold.json")
    spoil(found)
    path = tmp_path / "fold.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return str(path)


def no_lines(found: Json) -> None:
    found["steps"][2]["lines"] = []


def test_the_program_reports_a_vector_with_faults(tmp_path: Path, capsys: Output) -> None:
    status, out, err = told(capsys, spoiled(tmp_path, no_lines))
    assert (status, err) == (1, "")
    assert "step 2: the scores are [0, 1], but with the lines of the step they come to [0, 0]" in out
    assert out.endswith(": 1 with faults\n")


def test_faults_are_limited_too(tmp_path: Path, capsys: Output) -> None:
    path = spoiled(tmp_path, no_lines)
    faults = len(told(capsys, path)[1].splitlines()) - 1
    assert faults > 1
    lines = told(capsys, "--limit", "1", path)[1].splitlines()
    assert len(lines) == 3
    assert lines[1] == f"{faults - 1} more faults"


def without_turn(found: Json) -> None:
    del found["steps"][2]["to_move"]


def steps_are_none(found: Json) -> None:
    found["steps"] = 5


def step_is_none(found: Json) -> None:
    found["steps"][1] = None


def own_is_none(found: Json) -> None:
    found["steps"][1]["own"] = {"0": None, "1": None}


def sides_are_none(found: Json) -> None:
    found["sides"] = 2


def another_version(found: Json) -> None:
    found["version"] = 2


def refused_is_nothing(found: Json) -> None:
    found["steps"][1]["refused"] = [{}]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (without_turn, "step 1, or the one after it, is not built as index.md says: KeyError: 'to_move'"),
        (steps_are_none, "is not built as index.md says: TypeError: "),
        (step_is_none, "step 0, or the one after it, is not built as index.md says: "),
        (own_is_none, "step 1, or the one after it, is not built as index.md says: "),
        (sides_are_none, "is not built as index.md says: TypeError: "),
        (refused_is_nothing, "is not built as index.md says: KeyError: 'rule'"),
        (another_version, "version 2; this program reads 'cardrules vectors', version 1"),
    ],
)
def test_vectors_that_are_none_are_told_and_not_run(
    tmp_path: Path, capsys: Output, spoil: Callable[[Json], None], message: str
) -> None:
    path = spoiled(tmp_path, spoil)
    status, out, _ = told(capsys, path)
    assert (status, message in out) == (1, True), out
    status, out, _ = told(capsys, path, "--run", "this-is-not-started")
    assert (status, message in out) == (2, True), out


# --- What may be given ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "lines,moves"], "'moves' is none of lines, legal, views, refusals"),
        (["--only", ""], "'' is none of lines, legal, views, refusals"),
        (["--game", "whist"], "no vectors of that game here; there are some of etori, gong_zhu, "),
        (["nothing.json"], "there is no file nothing.json, nor nothing.json.json, here or in "),
        (["truco"], "truco is a folder; --game takes all vectors of a game"),
        (["--timeout", "0"], "0 is no time to wait"),
        (["--timeout", "-1"], "-1 is no time to wait"),
        (["--timeout", "inf"], "inf is no time to wait"),
        (["--timeout", "nan"], "nan is no time to wait"),
        (["--timeout", "soon"], "argument --timeout: "),
        (["--limit", "-1"], "'-1' is no number of vectors"),
        (["--limit", "all"], "'all' is no number of vectors"),
        (["--run", "a 'b"], "is no command: No closing quotation"),
        (["--run", " "], "an empty command runs nothing"),
    ],
)
def test_wrong_arguments_are_told(capsys: Output, arguments: list[str], message: str) -> None:
    status, out, err = told(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_files_that_are_none_are_told(tmp_path: Path, capsys: Output) -> None:
    for content, message in (
        (b"{", "is not JSON in UTF-8"),
        (b"\xff\xfe", "is not JSON in UTF-8"),
        (b"[" * 100_000, "is not JSON in UTF-8"),
        (b"[]", "is JSON, but no object"),
    ):
        path = tmp_path / "none.json"
        path.write_bytes(content)
        status, _, err = told(capsys, str(path))
        assert (status, message in err) == (2, True), err


def test_a_vector_may_be_called_by_its_name(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("truco/fold", "truco/fold.json", str(FOLDER / "truco" / "fold")):
        status, out, _ = told(capsys, name)
        assert (status, out[:9]) == (0, "1 vectors")
    spoiled(tmp_path, no_lines)
    assert told(capsys, "fold")[0] == 1


# --- An implementation that is run ----------------------------------------------------------------


def test_the_program_runs_an_implementation() -> None:
    ran = run("--strict", "--run", ADAPTER, "truco/fold", "gong_zhu/sweep.json", "hornafjardarmanni/cut-six")
    assert (ran.returncode, ran.stderr) == (0, "")
    head, *rest = ran.stdout.splitlines()
    assert head == "3 vectors agree, 0 differ, 0 fail, 0 were skipped"
    for group, line in zip(check.GROUPS, rest, strict=True):
        counts = re.fullmatch(rf"  {group}: claimed (\d+) of (\d+)", line)
        assert counts is not None, line
        assert counts[1] == counts[2] != "0"


class Engines:
    """What stands for the program that is run: the package, each time anew, with answers that are changed."""

    def __init__(self, change: Callable[[Json, Json, Json], None]) -> None:
        self.change = change
        self.started = 0
        self.new: Json = {}

    def __call__(self, command: list[str], timeout: float) -> Engines:
        self.started += 1
        self.adapter = Adapter()
        return self

    def ask(self, request: Json) -> Json:
        """The answer, after the change."""
        self.new = request.get("new", self.new)
        answer = self.adapter.answer(request)
        self.change(self.new, request, answer)
        return answer

    def close(self) -> int:
        """Nothing is to be closed, and nothing was written that was not asked for."""
        return 0


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Json, Json, Json], None]], Engines]:
    """Puts an implementation in the place of the program."""

    def put(change: Callable[[Json, Json, Json], None]) -> Engines:
        made = Engines(change)
        monkeypatch.setattr(check, "Program", made)
        return made

    return put


Put = Callable[[Callable[[Json, Json, Json], None]], Engines]
NAMES = [
    f"truco/{name}"
    for name in (
        *("fold", "envido-tie", "raise-later", "vale-cuatro", "falta-loser"),
        *("envido-once", "raise-either", "truco-declined"),
    )
]


def wrong_points(new: Json, request: Json, answer: Json) -> None:
    for line in answer.get("lines", []):
        line["points"] += 1


def test_what_is_printed_where_a_vector_differs(engines: Put, capsys: Output) -> None:
    engines(wrong_points)
    status, out, _ = told(capsys, "--run", "x", "truco/fold")
    assert status == 1
    lines = (FOLDER / "truco" / "fold.json").read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines, 1) if '"mazo"}, "lines"' in line)
    assert out.splitlines()[:6] == [
        "truco/fold.json: Folding gives the value of the round: 1 at once, 2 after an accepted Truco.",
        f'  step 2, line {at} of the file: seat 0 makes {{"kind": "call", "value": "mazo"}}',
        "  deal 1, trick 1; on the table before: nothing; nobody is to move then",
        "  lines",
        '    missing       {"rule": "truco.fold", "side": 1, "points": 1, "cards": null, "seat": null}',
        '    not expected  {"rule": "truco.fold", "side": 1, "points": 2, "cards": null, "seat": null}',
    ]


def test_the_report_on_the_page_is_real(engines: Put, capsys: Output) -> None:
    def forget(new: Json, request: Json, answer: Json) -> None:
        if "lines" in answer:
            answer["lines"] = []

    engines(forget)
    _, out, _ = told(capsys, "--run", "x", "truco/fold")
    report = out[: out.index("\n0 vectors agree")]
    assert f"```text\n{report}\n```" in PAGE.read_text(encoding="utf-8")


def test_the_page_has_every_option() -> None:
    text = PAGE.read_text(encoding="utf-8")
    usage = text[text.index('$ python check.py --run "COMMAND"') :].splitlines()[0]
    options = re.findall(r"--[a-z-]+", check._parser().format_help())
    assert [option for option in options if option != "--help" and option not in usage] == []
    assert [
        option for option in options if option not in ("--help", "--run") and f"| `{option}" not in text
    ] == []


def test_the_line_is_left_out_where_the_file_is_written_otherwise(
    tmp_path: Path, engines: Put, capsys: Output
) -> None:
    engines(wrong_points)
    path = spoiled(tmp_path, lambda found: None)
    assert "\n  step 2: seat 0 makes " in told(capsys, "--run", "x", path)[1]


def test_every_step_stands_on_the_line_that_is_told() -> None:
    for path in FOLDER.glob("*/*.json"):
        lines = path.read_text(encoding="utf-8").splitlines()
        steps: list[Json] = check.load(path)["steps"]
        for number in {0, 1, len(steps) - 1}:
            line: int = check.line_of(path, number)
            assert json.loads(lines[line - 1].rstrip(",")) == steps[number]
        assert check.line_of(path, len(steps)) is None


def test_the_output_is_limited(engines: Put, capsys: Output) -> None:
    engines(wrong_points)
    status, out, _ = told(capsys, "--run", "x", "--limit", "3", *NAMES)
    assert status == 1
    assert out.count("not expected") == 3
    assert f"\n{len(NAMES) - 3} more that differ or fail; --limit {len(NAMES)} shows all\n" in out
    assert f"\n0 vectors agree, {len(NAMES)} differ, 0 fail, 0 were skipped\n" in out
    status, out, _ = told(capsys, "--run", "x", "--limit", "0", *NAMES)
    assert (status, out.count("not expected")) == (1, 0)


def test_the_first_difference_may_be_enough(engines: Put, capsys: Output) -> None:
    made = engines(wrong_points)
    status, out, _ = told(capsys, "--run", "x", "--first", *NAMES)
    assert (status, out.count("not expected"), made.started) == (1, 1, 1)
    assert f"0 vectors agree, 1 differ, 0 fail, 0 were skipped, {len(NAMES) - 1} were not asked\n" in out


def failing(*standings: list[int]) -> Callable[[Json, Json, Json], None]:
    """An implementation that ends when a match starts with one of these standings."""

    def change(new: Json, request: Json, answer: Json) -> None:
        if new["scores"] in standings and "move" in request:
            raise check.Silence("it has ended, with status 3")

    return change


def test_one_failure_is_that_of_its_vector(engines: Put, capsys: Output) -> None:
    made = engines(failing([10, 3]))
    status, out, _ = told(capsys, "--run", "x", *NAMES)
    assert (status, made.started) == (1, 2)
    assert out.startswith("truco/falta-loser.json: falta=")
    assert "\n  step 2, line " in out
    assert (
        '\n  it has ended, with status 3\n    asked: {"move": {"kind": "call", "value": "envido"}}\n' in out
    )
    assert f"\n{len(NAMES) - 1} vectors agree, 0 differ, 1 fail, 0 were skipped\n" in out


def test_after_five_failures_in_a_row_it_gives_up(engines: Put, capsys: Output) -> None:
    made = engines(failing([0, 0]))
    status, out, _ = told(
        capsys, "--run", "x", "truco/falta-loser", *(name for name in NAMES if "falta" not in name)
    )
    assert (status, made.started) == (2, 5)
    assert "\nno more are asked, since 5 in a row have failed\n" in out
    assert "\n1 vectors agree, 0 differ, 5 fail, 0 were skipped, 2 were not asked\n" in out
    made = engines(failing([0, 0]))  # not if another one goes well in between
    status, out, _ = told(capsys, "--run", "x", *NAMES)
    assert (status, made.started) == (1, 7)
    assert f"\n1 vectors agree, 0 differ, {len(NAMES) - 1} fail, 0 were skipped\n" in out


def test_a_vector_may_be_skipped_but_not_strictly(engines: Put, capsys: Output) -> None:
    def skip(new: Json, request: Json, answer: Json) -> None:
        if "new" in request and new["scores"] == [10, 3]:
            answer.clear()
            answer["skip"] = "no other start"

    engines(skip)
    status, out, _ = told(capsys, "--run", "x", *NAMES)
    assert status == 0
    assert (
        f"1 skipped: no other start\n{len(NAMES) - 1} vectors agree, 0 differ, 0 fail, 1 were skipped\n"
        in out
    )
    assert told(capsys, "--run", "x", "--strict", *NAMES)[0] == 1


def test_it_is_told_how_much_is_claimed(engines: Put, capsys: Output) -> None:
    def no_lines_where_a_step_scores(new: Json, request: Json, answer: Json) -> None:
        if answer.get("lines"):
            del answer["lines"]

    engines(no_lines_where_a_step_scores)
    status, out, _ = told(capsys, "--run", "x", "truco/fold", "truco/rounds")
    steps = [
        step for name in ("fold", "rounds") for step in check.load(FOLDER / "truco" / f"{name}.json")["steps"]
    ]
    due = sum(name in step for step in steps for name in check.GROUPS["lines"])
    lines = sum("lines" in step for step in steps)
    assert status == 0
    assert f"\n  lines: claimed {due - lines} of {due} (lines 0 of {lines})\n" in out
    status, out, _ = told(capsys, "--run", "x", "--strict", "truco/fold", "truco/rounds")
    assert status == 1
    assert "\n  lines\n    not claimed   [" in out


def test_what_claims_nothing_is_told(engines: Put, capsys: Output) -> None:
    def nothing(new: Json, request: Json, answer: Json) -> None:
        answer.clear()
        answer.update({} if "why_not" in request else {"facts": {}, "views": {"0": {}}})

    engines(nothing)
    status, out, _ = told(capsys, "--run", "x", *NAMES)
    assert status == 2
    assert out.endswith("\nthe implementation claims nothing, so nothing was compared\n")


# --- Programs that do not do what they should -----------------------------------------------------


def program(tmp_path: Path, body: str) -> str:
    """A program that answers each request by these lines of code, as a command."""
    path = tmp_path / "engine.py"
    path.write_text(
        "import json, os, sys, time\nsys.stdin.reconfigure(encoding='utf-8')\n"
        f"for line in sys.stdin:\n    asked = json.loads(line)\n{body}\n    sys.stdout.flush()\n"
    )
    return f'"{sys.executable}" "{path.as_posix()}"'


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("    print('{}')", 2, "the implementation claims nothing, so nothing was compared"),
        ("    print('hello')", 1, r"it answers 'hello', which is no object of JSON\n +asked: {\"new\": "),
        ("    print('[]')", 1, r"it answers '\[\]', which is no object of JSON"),
        ("    print('[' * 99999)", 1, "which is no object of JSON"),
        ("    sys.stdout.buffer.write(b'\\xff\\n')", 1, r"it answers '\\\\xff', which is no object of JSON"),
        (
            "    print('{}\\n{}')",
            1,
            r"it had written a line too many before: '{}'|it wrote \d+ lines too many",
        ),
        ("    sys.exit(3)", 1, r"step 0, line \d+ of the file: [^\0]*it has ended, with status 3\n +asked: "),
        ("    os.close(1); time.sleep(2)", 1, "it has closed its output"),
        ("    time.sleep(9)", 1, "it gives no answer for 0.2 seconds"),
        ("    print('{\"lins\": []}')", 1, "it answers with a field 'lins'; known are taken, lines, "),
        (
            "    print('{\"lines\": []}')",
            1,
            r"it answers with a field 'lines'; known are rule\n +asked: {\"why_not\": ",
        ),
        (
            "    print('{\"skip\": \"no Truco\"}' if 'new' in asked else '{}')",
            2,
            "1 skipped: no Truco\n0 vectors agree, 0 differ, 0 fail, 1 were skipped",
        ),
        (
            "    print('{}' if 'why_not' in asked else '{\"lines\": []}')",
            1,
            r"truco/fold.json: .*\n  step 2, .*\n  .*\n  lines\n    missing       .*truco.fold.*\n",
        ),
    ],
)
def test_programs_that_do_not_do(
    tmp_path: Path, capsys: Output, body: str, status: int, message: str
) -> None:
    wait = "0.2" if "sleep(9)" in body else "20"
    ended, out, err = told(capsys, "--timeout", wait, "--run", program(tmp_path, body), "truco/fold.json")
    assert re.search(message, out), out
    assert (ended, err) == (status, "")


@pytest.mark.parametrize("command", ["no-such-engine-anywhere", "{folder}"])
def test_a_command_that_cannot_be_started_is_told_in_a_sentence(
    tmp_path: Path, capsys: Output, command: str
) -> None:
    command = command.format(folder=f"'{tmp_path.as_posix()}'")
    status, out, err = told(capsys, "--run", command, "truco/fold")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("the implementation cannot be started: ")


def test_cards_are_printed_wherever_it_is(tmp_path: Path) -> None:
    """Where a terminal, or a file, has no ♠, the text is escaped."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = program(tmp_path, "    print('{\"trick\": []}' if 'why_not' not in asked else '{}')")
    ran = run("--only", "views", "--run", command, "etori/rensho-led", env=environment)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert '\n    missing       ["A\\u2663"]' in ran.stdout


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
def test_nobody_need_read_to_the_end() -> None:
    command = [sys.executable, str(FOLDER / "check.py"), "truco/fold"]
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    os.close(write)
    assert ran.stderr == ""


def test_the_sample_agrees(capsys: Output) -> None:
    status, out, err = told(capsys, "--game", "hornafjardarmanni", "--run", SAMPLE)
    assert (status, err) == (0, "")
    assert ", 0 differ, 0 fail, 0 were skipped\n  lines: claimed " in out
    assert out in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["check.py", "sample.py", "vectors.py"])
def test_the_programs_need_python_3_9_and_nothing_else(name: str) -> None:
    tree = ast.parse((FOLDER / name).read_text(encoding="utf-8"), feature_version=(3, 9))
    known = {*sys.stdlib_module_names, "collections.abc", *(["vectors"] if name == "check.py" else [])}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert known.issuperset(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module in known
