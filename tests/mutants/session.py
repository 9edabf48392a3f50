"""A project, and its tests in a session of pytest that does something else with them than to run them all.

Examples of Hypothesis are drawn from a fixed seed, the same few each time.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import attrs
import pytest

LIBRARIES = ("attrs", "hypothesis.strategies", "jsonschema", "msgspec", "typing_extensions", "websockets")
QUIET = ("-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain")


@attrs.frozen
class Project:
    """What is tried: the folder, the package's folder in it, the files of tests, tests that take no part.

    ``patience`` is how many seconds a test may take more than four times what it took without a change.
    """

    root: Path
    package: Path
    tests: tuple[str, ...]
    apart: tuple[str, ...] = ()
    patience: float = 2.0

    def test_files(self) -> list[Path]:
        """The files of tests."""
        found = [self.root / test for test in self.tests]
        return [file for one in found for file in (sorted(one.rglob("test_*.py")) if one.is_dir() else [one])]

    def file(self, module: str) -> Path:
        """The file of a module, which is named from the package on: ``games.etori.play``."""
        return self.package.joinpath(*module.split(".")).with_suffix(".py")

    def full_name(self, module: str) -> str:
        """The name by which a module is imported."""
        return f"{self.package.name}.{module}"


def file_of(test: str) -> str:
    """The file in which a test is."""
    return test.partition("::")[0]


def prepare(project: Project) -> None:
    """Import what the tests import of others, so that children need not; and find the package first."""
    sys.path.insert(0, str(project.package.parent))
    for library in LIBRARIES:
        try:
            importlib.import_module(library)
        except ImportError:  # what of it is needed, the tests will miss
            continue


def quiet() -> None:
    """Let this process print nothing any more."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


class _Session:
    """A plugin for pytest: collects the tests and hands them over."""

    def __init__(self, run: Callable[[list[pytest.Item]], None]) -> None:
        self._run = run

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Let a property of Hypothesis try the same few examples each time, and not look for small ones."""
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants",
            max_examples=20,
            deadline=None,
            derandomize=True,
            database=None,
            phases=(Phase.explicit, Phase.generate),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do with the tests what is to be done, instead of running them all."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self._run(session.items)
        return True


def session(
    project: Project,
    run: Callable[[list[pytest.Item]], None],
    *plugins: object,
    files: Iterable[str] | None = None,
) -> int:
    """Collect the tests (or those in some files) and do something with them; the exit status of pytest."""
    os.chdir(project.root)
    apart = [f"--deselect={test}" for test in project.apart]
    return int(
        pytest.main(
            [*QUIET, *apart, *(project.tests if files is None else files)], plugins=[_Session(run), *plugins]
        )
    )


def run_test(item: pytest.Item) -> None:
    """Run one test."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


class Failures:
    """A plugin for pytest that is told of each failure before a report of it is made, which takes long."""

    def __init__(self, failed: Callable[[str], None]) -> None:
        self._failed = failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Tell of a failure."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self._failed(item.nodeid)
