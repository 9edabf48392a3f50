"""Trying mutants: which test fails first with a change.

A worker is a process that has collected the tests once; for each mutant it forks a child, which puts the
changed code in the place of the old, runs the tests that reach the changed statement, the fastest first,
and ends with the first that fails. That does not do for code that has run by then, such as tables and
classes: for these mutants the child imports and collects everything anew, with the changed module among it,
first the one file of tests that knows most of it, then all of them. Where only a file of tests has run
the code, when it was collected, the other files are tried the quick way, and this one anew.

Tests that start other processes take no part. Time is that of the processor: a mutant with which a test takes
much longer than without it has been noticed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing.connection import Connection, wait
from types import CodeType, FunctionType, ModuleType

import attrs
import pytest

from tests.mutants.changes import Mutant
from tests.mutants.reaching import Reach
from tests.mutants.session import Failures, Project, file_of, quiet, run_test, session

MEMORY = 4 * 2**30
"""How many bytes a child may use."""


@attrs.frozen
class Verdict:
    """What became of a mutant: ``killed``, ``timeout`` or ``survived``; and by which test, if one noticed."""

    fate: str
    by: str = ""


def _judged(child: Callable[[Callable[[str], None]], None]) -> Verdict:
    """Fork a child that tells which test fails, if one does, and say what became of it."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(read)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        def failed(test: str) -> None:
            os.write(write, test.encode()[:2000])
            os._exit(1)

        try:
            child(failed)
        except BaseException as error:
            failed(type(error).__name__)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        by = pipe.read().decode(errors="replace")
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status == -signal.SIGPROF or status == -signal.SIGALRM:
        return Verdict("timeout")
    return Verdict("killed", by or f"status {status}") if status else Verdict("survived")


def _limit(seconds: float) -> None:
    """End this process when it has computed for so long, or has waited for very much longer."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 20 * seconds)


class _Changed(SourceFileLoader):
    """Loads a module with a change."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        """The changed code."""
        return self._code


class _Finder:
    """Finds the one module that is changed."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        self._name, self._path, self._code = name, path, code

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The changed module, if it is this one."""
        if name != self._name:
            return None
        return spec_from_file_location(name, self._path, loader=_Changed(name, self._path, self._code))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _compiled(project: Project, mutant: Mutant, sources: dict[str, bytes]) -> CodeType:
    path = project.file(mutant.module)
    return compile(mutant.changed(sources[mutant.module]), str(path), "exec", dont_inherit=True)


def _replace(code: CodeType, mutant: Mutant, functions: Iterable[FunctionType]) -> None:
    """Put the changed code of a function into every function object that has the old one."""
    assert mutant.body is not None
    start = mutant.body[0]
    new = {part.co_name: part for part in _codes(code) if part.co_firstlineno == start}
    found = [
        function
        for function in functions
        if function.__code__.co_filename == code.co_filename and function.__code__.co_firstlineno == start
    ]
    if not found:
        raise LookupError(f"there is no function at line {start} of {mutant.module}")
    for function in found:
        function.__code__ = new[function.__code__.co_name]


Child = Callable[[Callable[[str], None]], None]
"""What a child does, which is given what to call with the name of the test that fails."""


def _cold(project: Project, mutant: Mutant, tests: Sequence[str], known: Reach, code: CodeType) -> Child:
    """What a child does that imports everything anew."""

    def child(failed: Callable[[str], None]) -> None:
        name, path = project.full_name(mutant.module), str(project.file(mutant.module))
        sys.meta_path.insert(0, _Finder(name, path, code))

        def run(items: list[pytest.Item]) -> None:
            by_name = {item.nodeid: item for item in items}
            for test in tests:
                if test in by_name:  # a parameter may have another name with the change
                    _limit(project.patience + 4 * known.seconds[test])
                    run_test(by_name[test])

        _limit(project.patience + 6)
        if session(project, run, Failures(failed), files=sorted({file_of(test) for test in tests})):
            failed("the tests are not collected any more")

    return child


def _warm(
    project: Project,
    mutant: Mutant,
    tests: Sequence[str],
    known: Reach,
    code: CodeType,
    items: dict[str, pytest.Item],
    functions: Iterable[FunctionType],
) -> Child:
    """What a child does in which all is imported and collected."""

    def child(failed: Callable[[str], None]) -> None:
        _replace(code, mutant, functions)
        next(iter(items.values())).config.pluginmanager.register(Failures(failed))
        for test in tests:
            _limit(project.patience + 4 * known.seconds[test])
            run_test(items[test])

    return child


def _serve(
    project: Project, known: Reach, sources: dict[str, bytes], warm: bool, pipe: Connection, quick: bool
) -> None:
    """Judge the mutants that come through a pipe, until there are no more."""
    quiet()
    os.nice(max(0, 10 - os.nice(0)))
    killers: dict[tuple[str, str], list[str]] = defaultdict(list)

    def judge_all(judge: Callable[[Mutant, list[str], CodeType], Verdict]) -> None:
        pipe.send(None)
        while True:
            mutant = pipe.recv()
            if mutant is None:
                return
            spoilt, place = (
                known.spoilt(mutant) if known.warm(mutant) else set[str](),
                (mutant.module, mutant.function),
            )
            tests = known.tests(mutant, quick)
            if known.warm(mutant):
                tests = [test for test in tests if (file_of(test) in spoilt) is not warm]
            # What has noticed a change of this function before is likely to notice the next.
            first = [test for test in killers[place] if test in set(tests)]
            tests = [*first, *(test for test in tests if test not in first)]
            try:
                code = _compiled(project, mutant, sources)
            except SyntaxError:
                pipe.send(Verdict("killed", "SyntaxError"))
                continue
            verdict = judge(mutant, tests, code) if tests else Verdict("survived")
            if verdict.by in known.seconds:
                killers[place] = [verdict.by, *(test for test in killers[place] if test != verdict.by)][:4]
            pipe.send(verdict)

    def serve_warm(items: list[pytest.Item]) -> None:
        by_name = {item.nodeid: item for item in items}
        functions = _functions(project, known, sources)
        gc.freeze()
        judge_all(
            lambda mutant, tests, code: _judged(
                _warm(project, mutant, tests, known, code, by_name, functions)
            )
        )

    def serve_cold(mutant: Mutant, tests: list[str], code: CodeType) -> Verdict:
        best = known.best_file(mutant, tests)
        verdict = Verdict("survived")
        for stage in (True, False):
            some = [test for test in tests if (file_of(test) == best) is stage]
            if some and verdict.fate == "survived":
                verdict = _judged(_cold(project, mutant, some, known, code))
        return verdict

    if warm:
        session(project, serve_warm)
    else:
        judge_all(serve_cold)
    os._exit(0)


def _functions(project: Project, known: Reach, modules: Iterable[str]) -> list[FunctionType]:
    """The functions of some modules; what the tests have left in the caches of the package is cleared."""
    files = {str(project.file(module)): module for module in modules}
    found = list[FunctionType]()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in files:
            found.append(thing)
        if not isinstance(thing, type(cache(len))):
            continue
        wrapped = thing.__wrapped__
        if isinstance(wrapped, FunctionType) and wrapped.__module__.startswith(project.package.name):
            module, code = wrapped.__module__.removeprefix(f"{project.package.name}."), wrapped.__code__
            body = {line for _, _, line in code.co_lines() if line and line != code.co_firstlineno}
            if not body & known.loading.get(module, set()):
                thing.cache_clear()
    return found


def verdicts(
    project: Project,
    known: Reach,
    sources: dict[str, bytes],
    mutants: Sequence[Mutant],
    workers: int,
    quick: bool,
) -> Iterator[tuple[Mutant, Verdict]]:
    """What becomes of each mutant, in the order in which that is known."""
    anew = [mutant for mutant in mutants if not known.warm(mutant)]
    warm = [mutant for mutant in mutants if known.warm(mutant)]
    for mutant, verdict in _shared_out(project, known, sources, warm, workers, True, quick):
        if verdict.fate == "survived" and known.spoilt(mutant):
            anew.append(mutant)
        else:
            yield mutant, verdict
    yield from _shared_out(project, known, sources, anew, workers, False, quick)


def _shared_out(
    project: Project,
    known: Reach,
    sources: dict[str, bytes],
    mutants: Sequence[Mutant],
    workers: int,
    warm: bool,
    quick: bool,
) -> Iterator[tuple[Mutant, Verdict]]:
    """Let some workers judge the mutants, one after the other."""
    waiting = list(mutants)[::-1]
    pipes: dict[Connection, tuple[int, Mutant | None]] = {}
    for _ in range(min(workers, len(waiting))):
        ours, theirs = multiprocessing.Pipe()
        pid = os.fork()
        if not pid:
            for other in (ours, *pipes):
                other.close()
            _serve(project, known, sources, warm, theirs, quick)
        theirs.close()
        pipes[ours] = pid, None
    while pipes:
        for pipe in wait(list(pipes)):
            assert isinstance(pipe, Connection)
            pid, mutant = pipes[pipe]
            verdict = pipe.recv()
            if mutant is not None:
                yield mutant, verdict
            following = waiting.pop() if waiting else None
            pipe.send(following)
            pipes[pipe] = pid, following
            if following is None:
                del pipes[pipe]
                os.waitpid(pid, 0)
