"""Imports go one way only, and the core needs nothing but the standard library, attrs, typing_extensions."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardrules

PACKAGE = Path(cardrules.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE).with_suffix("").as_posix() for path in PACKAGE.rglob("*.py"))

LAYERS = (
    ("_version", "errors"),
    ("cards",),
    ("ranks", "trumps", "seating", "ladder", "scoring", "choices", "dealing", "options"),
    ("tricks",),
    ("moves", "match"),
    ("table",),
    ("refusals", "event", "possible"),
    ("game",),
    ("making",),
    ("drawing",),
    ("verbs",),
    ("games",),
)
"""The core, from below: a module imports only what stands in an earlier line, or beside it."""

CORE = {name: level for level, names in enumerate(LAYERS) for name in names}
ALLOWED = {"attrs", "typing_extensions"}


def room(module: str) -> str:
    """The module of the core in which a file stands: ``games`` for all of the games."""
    return module.split("/")[0]


def imported(module: str) -> Iterator[str]:
    """What a file imports when it is loaded: not under ``TYPE_CHECKING``, and not within functions."""
    tree = ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) in CORE])
def test_the_core_imports_downwards_only(module: str) -> None:
    level = CORE[room(module)]
    for name in imported(module):
        if name.startswith("cardrules."):
            other = name.split(".")[1]
            assert other in CORE, f"{module} imports {name}, which is not of the core"
            assert CORE[other] <= level, f"{module} imports {name}, which stands above it"


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) in CORE])
def test_the_core_needs_two_packages(module: str) -> None:
    for name in imported(module):
        top = name.split(".")[0]
        assert top == "cardrules" or top in ALLOWED or top in sys.stdlib_module_names


def test_no_game_knows_another() -> None:
    for module in MODULES:
        if module.startswith("games/") and module.count("/") > 1:
            own = module.split("/")[1]
            others = [name for name in imported(module) if name.startswith("cardrules.games.")]
            assert all(name.split(".")[2] == own for name in others)


def test_importing_the_core_loads_no_other_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import cardrules, cardrules.games.truco\n"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split()) - set(sys.stdlib_module_names)
    assert loaded <= {"cardrules", "attrs", "attr", "typing_extensions"}


def test_no_file_is_too_long() -> None:
    for module in MODULES:
        lines = (PACKAGE / f"{module}.py").read_text(encoding="utf-8").count("\n")
        assert lines <= 600, f"{module} has {lines} lines"
