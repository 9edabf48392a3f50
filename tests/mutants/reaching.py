"""Which tests reach which lines.

The tests run once for this, under ``sys.settrace``. Lines that run before there are any tests are kept
apart: what the package runs when it is imported, and what each file of tests runs when it is collected.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import accumulate
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import attrs
import pytest

from tests.mutants.changes import Mutant
from tests.mutants.session import Failures, Project, file_of, quiet, run_test, session

QUICK = 6.0
"""How many seconds, under ``sys.settrace``, the tests of a mutant take together if it is to be quick."""

Lines = dict[str, set[int]]
"""By module, the lines that have run."""


@attrs.frozen
class Reach:
    """Which lines each test reaches, and how long it takes; and which lines run before there are any tests.

    ``loading`` are the lines that run when the package is imported, ``collecting`` those that each file of
    tests runs when it is collected.
    """

    loading: Lines
    collecting: dict[str, Lines]
    lines: dict[str, Lines]
    seconds: dict[str, float]

    def warm(self, mutant: Mutant) -> bool:
        """Whether nothing of the function around a mutant has run when the package is imported."""
        if mutant.body is None:
            return False
        first = mutant.body[0]
        # The line of the ``def`` itself, its decorators and defaults run with the module.
        return mutant.lines[0] > first and not self._has_run(mutant, self.loading)

    def spoilt(self, mutant: Mutant) -> set[str]:
        """The files of tests that have run the function around a mutant when they were collected."""
        return {file for file, lines in self.collecting.items() if self._has_run(mutant, lines)}

    def _has_run(self, mutant: Mutant, lines: Lines) -> bool:
        assert mutant.body is not None
        first, last = mutant.body
        return any(first < line <= last for line in lines.get(mutant.module, ()))

    def tests(self, mutant: Mutant, quick: bool) -> list[str]:
        """The tests for a mutant: those that reach the statement, then the module, each kind by its time.

        Code that runs before the tests can matter to one that never comes near it, so that for such code all
        tests follow. If it is to be quick, these do not, and there are only so many of the others.
        """
        first, last = mutant.lines
        module, statement = mutant.module, range(first, last + 1)
        near, same, rest = list[str](), list[str](), list[str]()
        for test, reached in self.lines.items():
            lines = reached.get(module, ())
            (near if any(line in lines for line in statement) else same if lines else rest).append(test)
        ordered = [sorted(tests, key=lambda test: self.seconds[test]) for tests in (near, same, rest)]
        kinds = 1 if self.warm(mutant) else 2 if quick else 3
        chosen = [test for tests in ordered[:kinds] for test in tests]
        if not quick:
            return chosen
        until = accumulate(self.seconds[test] for test in chosen)
        return [test for test, seconds in zip(chosen, until, strict=True) if seconds < QUICK]

    def best_file(self, mutant: Mutant, tests: Iterable[str]) -> str:
        """The file with most of the tests that reach the statement, and of tests at all where none does."""
        first, last = mutant.lines
        module, count = mutant.module, Counter[str]()
        for test in tests:
            reached = self.lines[test].get(module, ())
            count[file_of(test)] += (
                10000 if any(line in reached for line in range(first, last + 1)) else bool(reached)
            )
        return max(sorted(count), key=lambda file: count[file])


class _Watch:
    """Notes the lines of some files that run, by way of ``sys.settrace``."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self._all: dict[CodeType, set[int]] = {}

    def start(self, callers: dict[str, Lines] | None = None) -> None:
        """Begin anew; with ``callers``, what a file with such a name has called is noted there."""
        self.lines: Lines = defaultdict(set)
        self._callers, self._complete = callers, set[CodeType]()
        sys.settrace(self._call)

    def stop(self) -> Lines:
        """The lines since the start."""
        sys.settrace(None)
        return dict(self.lines)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        module = self.files.get(code.co_filename)
        if module is None or code in self._complete:
            return None
        if self._callers is not None:
            add = self._caller(frame, self._callers)[module].add
        else:
            if code not in self._all:
                self._all[code] = {line for _, _, line in code.co_lines() if line}
            if self._all[code] <= self.lines[module]:
                self._complete.add(code)
            add = self.lines[module].add
        add(frame.f_lineno)

        def line(frame: FrameType, event: str, argument: object) -> Any:
            add(frame.f_lineno)
            return line

        return line

    def _caller(self, frame: FrameType, callers: dict[str, Lines]) -> Lines:
        """Where to note what a frame runs: with the file of tests that called it, or with the package."""
        outer: FrameType | None = frame
        while outer is not None:
            code = outer.f_code
            if code.co_filename in self.files and code.co_name == "<module>":
                break
            if code.co_filename in callers:
                return callers[code.co_filename]
            outer = outer.f_back
        return self.lines


def _reached(
    project: Project, modules: Iterable[str], share: slice, again: frozenset[str]
) -> Reach | list[str]:
    """Run a share of the tests that are to run again; a list names those that fail."""
    watch = _Watch({str(project.file(module)): module for module in modules})
    starts = list[str]()
    sys.addaudithook(lambda event, _: starts.append(event) if event == "subprocess.Popen" else None)
    loading, lines, seconds, failed = Lines(), dict[str, Lines](), dict[str, float](), list[str]()
    callers: dict[str, Lines] = {str(file): defaultdict(set) for file in project.test_files()}

    def run(items: list[pytest.Item]) -> None:
        loading.update(watch.stop())
        for item in [item for item in items if file_of(item.nodeid) in again][share]:
            starts.clear()
            begun = time.process_time()
            watch.start()
            run_test(item)
            reached = watch.stop()
            if not starts:
                lines[item.nodeid], seconds[item.nodeid] = reached, time.process_time() - begun

    watch.start(callers)
    status = session(project, run, Failures(failed.append))
    collecting = {
        Path(file).relative_to(project.root).as_posix(): dict(lines)
        for file, lines in callers.items()
        if lines
    }
    return failed or (
        [f"pytest ends with {status}"] if status else Reach(loading, collecting, lines, seconds)
    )


def reach(
    project: Project, modules: Iterable[str], workers: int, again: frozenset[str], before: Reach
) -> Reach:
    """What the tests reach, of which those in some files are run once, and the others are as before.

    Raises `RuntimeError` where a test fails without any change.
    """
    known = Reach(
        {},
        {},
        {test: lines for test, lines in before.lines.items() if file_of(test) not in again},
        {test: time for test, time in before.seconds.items() if file_of(test) not in again},
    )
    children = list[tuple[int, Connection]]()
    for worker in range(workers):
        ours, theirs = multiprocessing.Pipe(duplex=False)
        pid = os.fork()
        if not pid:
            quiet()
            theirs.send(_reached(project, modules, slice(worker, None, workers), again))
            os._exit(0)
        theirs.close()
        children.append((pid, ours))
    for pid, pipe in children:
        told = pipe.recv()
        os.waitpid(pid, 0)
        if not isinstance(told, Reach):
            raise RuntimeError(f"the tests fail without any change: {', '.join(told)}")
        known = Reach(told.loading, told.collecting, known.lines | told.lines, known.seconds | told.seconds)
    return known
