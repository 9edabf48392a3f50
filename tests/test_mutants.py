"""The mutation run finds what tests notice and what they do not; its survivors are explained one by one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cardrules
from tests.mutants.__main__ import MODULES, MORE, ROOT, main
from tests.mutants.changes import mutants_of
from tests.mutants.report import read_explained, read_figures, survivors, table

DATA = ROOT / "docs" / "explanation" / "mutants.json"
PAGE = ROOT / "docs" / "explanation" / "mutations.md"
PACKAGE = Path(cardrules.__file__).parent

TINY = '''"""Sums."""

LIMIT = 3


def capped(number: int) -> int:
    """A number, or the limit."""
    if number > LIMIT:
        return LIMIT
    return number


def spent(coins: int) -> int:
    """What is left."""
    while coins > 0:
        coins -= 1
    return coins


def shown(coins: int) -> str:
    """A text for people, which no test looks at."""
    return f"{coins + 1} coins"


WORD = shown(1)
'''

TINY_TESTS = """from tiny.sums import capped, shown, spent

LATER = capped(2)


def test_capped():
    assert capped(5) == 3
    assert capped(1) == 1


def test_spent():
    assert spent(2) == 0


def test_shown():
    assert shown(2)
"""

FATES = {
    ("", "LIMIT = 3", "LIMIT = 4"): "killed",
    ("capped", "if number > LIMIT:", "if True:"): "killed",
    ("capped", "if number > LIMIT:", "if False:"): "killed",
    ("capped", "if number > LIMIT:", "if number >= LIMIT:"): "survived",
    ("capped", "return LIMIT", "return None"): "killed",
    ("capped", "return number", "return None"): "killed",
    ("spent", "while coins > 0:", "while True:"): "timeout",
    ("spent", "while coins > 0:", "while False:"): "killed",
    ("spent", "while coins > 0:", "while coins >= 0:"): "killed",
    ("spent", "while coins > 0:", "while coins > 1:"): "killed",
    ("spent", "coins -= 1", ""): "timeout",
    ("spent", "coins -= 1", "coins += 1"): "timeout",
    ("spent", "coins -= 1", "coins -= 2"): "survived",
    ("spent", "return coins", "return None"): "killed",
    ("", "WORD = shown(1)", "WORD = shown(2)"): "survived",
    ("shown", "return f'{coins + 1} coins'", "return None"): "killed",
}


def test_a_run_tells_what_is_noticed(tmp_path: Path) -> None:
    package = tmp_path / "src" / "tiny"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "sums.py").write_text(TINY)
    (tmp_path / "test_sums.py").write_text(TINY_TESTS)
    kept = tmp_path / "kept.json"
    project = ["--root", str(tmp_path), "--package", "src/tiny", "--tests", "test_sums.py"]
    how = ["--json", str(kept), "--workers", "1", "--patience", "0.2"]
    command = [sys.executable, "-m", "tests.mutants", "sums", *project, *how]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 1, ran.stderr
    assert "| `sums` | 16 | 10 | 3 | 3 | 0 | 81.2 % |" in ran.stdout
    assert ran.stdout.count("survived, and not explained:") == 3
    assert "+    if number >= LIMIT:" in ran.stdout
    told = json.loads(kept.read_text())["sums"]["mutants"].values()
    assert {(one["function"], one["was"], one["now"]): one["fate"] for one in told} == FATES
    assert (package / "sums.py").read_text() == TINY


def test_a_mutant_is_shown_as_a_difference(capsys: pytest.CaptureFixture[str]) -> None:
    source = (PACKAGE / "ladder.py").read_bytes()
    mutant = next(one for one in mutants_of("ladder", source) if one.kind == "boolean")
    assert main(["ladder", "--package", str(PACKAGE), "--show", mutant.id]) == 0
    shown = capsys.readouterr().out.splitlines()
    removed = [line for line in shown[2:] if line.startswith("-")]
    added = [line for line in shown[2:] if line.startswith("+")]
    assert len(removed) == len(added) == 1
    assert removed[0].replace(" or ", " and ")[1:] == added[0][1:] or " or " in added[0]


NONE = set[str]()
CHANGES = {
    "a < b": {"a <= b"},
    "a is not None": {"a is None"},
    "a not in b": {"a in b"},
    "a and b and c": {"a or b and c", "a and b or c"},
    "not a": {"(a)"},
    "(a + b) * c": {"(a - b) * c", "(a + b) // c"},
    "a & ~b": {"a | ~b", "a & (b)"},
    "a << 2": {"a >> 2", "a << 3"},
    "min(a)": {"max(a)"},
    "a[b:c]": {"a[:c]", "a[(b) + 1:c]", "a[b:]", "a[b:(c) + 1]"},
    "a[b]": {"a[(b) + 1]"},
    "a[-1]": {"a[(1)]", "a[-2]"},
    "b if a else c": {"b if True else c", "b if False else c"},
    "[b for b in a if b]": {"[b for b in a if True]", "[b for b in a if False]"},
    "'word'": {"'?'"},
    "'two words'": NONE,
    "f'{a + 1}'": NONE,
    "dict[str, int | None]()": NONE,
    "True": {"False"},
}


@pytest.mark.parametrize("code", CHANGES)
def test_what_is_changed(code: str) -> None:
    source = f"x = {code}\n".encode()
    assert {one.changed(source).decode()[4:-1] for one in mutants_of("m", source)} == CHANGES[code]


def test_what_is_left_alone() -> None:
    source = b'''"""A text."""
T = TypeVar("T")
Move = Play | Call
__slots__ = ("a",)
if TYPE_CHECKING:
    x = 1


@cache(maxsize=1)
def f(a: Literal["b"]) -> "c":
    """A text."""
    raise ValueError("word", f"{1}")


class C:
    def __repr__(self):
        return 1 + 1
'''
    assert [(one.function, one.kind) for one in mutants_of("m", source)] == [("f", "left out")]


def test_every_explained_survivor_is_a_mutant_of_the_code() -> None:
    explained = read_explained(DATA)
    known = {
        mutant.key
        for module in {one.module for one in explained}
        for mutant in mutants_of(module, PACKAGE.joinpath(*module.split(".")).with_suffix(".py").read_bytes())
    }
    assert [one for one in explained if one.key not in known] == []
    assert len({one.key for one in explained}) == len(explained)
    assert all(one.why for one in explained)


def test_the_page_tells_the_figures_and_every_survivor() -> None:
    page, figures = PAGE.read_text(encoding="utf-8"), read_figures(DATA)
    assert [row.module for row in figures] == [*MODULES, "all"]
    assert table(figures) in page
    assert survivors(read_explained(DATA)) in page
    assert figures[-1].score >= 95


def test_every_module_named_is_there() -> None:
    for module in (*MODULES, *MORE):
        assert PACKAGE.joinpath(*module.split(".")).with_suffix(".py").exists()
