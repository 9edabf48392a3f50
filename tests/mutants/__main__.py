"""The command line of the mutation run: ``python -m tests.mutants``."""

from __future__ import annotations

import argparse
import difflib
import pickle
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import attrs

from tests.mutants.changes import Mutant, mutants_of
from tests.mutants.reaching import Reach, reach
from tests.mutants.report import Kept, digest, figures, read_explained, survivors, table, write_documented
from tests.mutants.running import Verdict, verdicts
from tests.mutants.session import Project, prepare

ROOT = Path(__file__).parents[2]
EXPLAINED = "docs/explanation/mutants.json"
GAMES = ("etori", "gong_zhu", "hornafjardarmanni", "truco")
MODULES = (
    *("cards", "ranks", "trumps", "tricks", "seating", "dealing", "scoring", "choices", "ladder", "options"),
    *("match", "possible"),
    *(f"games.{game}.{room}" for game in GAMES for room in ("rules", "play", "possible")),
)
MORE = ("ledger", "refusals", "table", "event", "game", "making")
"""Modules that are tried where they are asked for: what every game shares."""

TESTS = (
    "tests/games",
    "tests/naive",
    "tests/test_primitives.py",
    "tests/test_worlds.py",
    "tests/test_views.py",
    "tests/test_properties.py",
    "tests/test_symmetries.py",
    "tests/test_making.py",
    "tests/test_conformance.py",
    "tests/test_golden.py",
    "tests/test_doctests.py",
)

APART = (
    "tests/test_doctests.py::test_examples_in_docstrings[cardrules.testing.strategies]",
    "tests/test_doctests.py::test_examples_on_pages[docs/how-to/test-your-game.md]",
)
"""Examples of what Hypothesis prints when it looks for the smallest failure, which it does not do here."""


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="cards, games.etori.play, games.truco, more"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, from everywhere")
    parser.add_argument("--workers", type=int, default=2, help="how many processes (2)")
    parser.add_argument(
        "--json", type=Path, default=Path("build/mutants.json"), help="where verdicts are kept"
    )
    parser.add_argument("--quick", action="store_true", help="only tests that come near the module")
    parser.add_argument("--afresh", action="store_true", help="try again what is in that file")
    parser.add_argument("--patience", type=float, default=2.0, help="seconds for a test to be late (2)")
    parser.add_argument("--score", type=float, default=95.0, help="the least score in percent (95)")
    parser.add_argument("--show", metavar="ID", help="show one mutant, and try nothing")
    parser.add_argument("--document", action="store_true", help=f"write the figures to {EXPLAINED}")
    parser.add_argument("--root", type=Path, default=ROOT, help="another project")
    parser.add_argument("--package", default="src/cardrules", help="where its package is")
    parser.add_argument("--tests", nargs="*", default=TESTS, help="its tests")
    return parser.parse_args(arguments)


def _asked(names: Sequence[str]) -> list[str]:
    """The modules that are meant: by name, by the folder they are in, or ``more``."""
    if not names:
        return list(MODULES)
    found = list[str]()
    for name in names:
        known = [module for module in (*MODULES, *MORE) if module == name or module.startswith(f"{name}.")]
        found += MORE if name == "more" else known or [name]
    return list(dict.fromkeys(found))


def _shown(mutant: Mutant, source: bytes) -> str:
    old, new = (text.decode().splitlines() for text in (source, mutant.changed(source)))
    return "\n".join(difflib.unified_diff(old, new, mutant.module, mutant.id, lineterm="", n=2))


def _known(project: Project, path: Path, workers: int) -> Reach:
    """What the tests reach; kept in a file, so that only tests in new or changed files are run for it."""
    package = [digest(file.read_bytes()) for file in sorted(project.package.rglob("*.py"))]
    files = {str(file.relative_to(project.root)): digest(file.read_bytes()) for file in project.test_files()}
    same, before = set[str](), Reach({}, {}, {}, {})
    if path.exists():
        old_package, old_files, old = pickle.loads(path.read_bytes())
        if old_package == package:
            same, before = {file for file in files if files[file] == old_files.get(file)}, Reach(**old)
    every = [
        ".".join(file.relative_to(project.package).with_suffix("").parts)
        for file in sorted(project.package.rglob("*.py"))
    ]
    known = reach(project, every, workers, frozenset(files.keys() - same), before)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps((package, files, attrs.asdict(known, recurse=False))))
    return known


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants as asked; 0 where the score is high enough."""
    given = _arguments(arguments)
    project = Project(
        given.root.resolve(),
        (given.root / given.package).resolve(),
        tuple(given.tests),
        APART,
        given.patience,
    )
    modules = _asked(given.modules)
    sources = {module: project.file(module).read_bytes() for module in modules}
    mutants: list[Mutant] = []
    for module in modules:
        mutants += mutants_of(module, sources[module])
    if given.show:
        found = [mutant for mutant in mutants if mutant.id.startswith(given.show)]
        for mutant in found:
            print(_shown(mutant, sources[mutant.module]))
        if not found:
            print(f"there is no mutant {given.show!r}", file=sys.stderr)
        return 0 if found else 2
    if given.sample and given.sample < len(mutants):
        # The order of ids is as good as chance, and a larger sample contains a smaller one.
        mutants = sorted(mutants, key=lambda mutant: mutant.id)[: given.sample]
    kept = Kept(given.json, sources)
    explained = {one.key: one for one in read_explained(project.root / EXPLAINED)}
    tried: dict[Mutant, Verdict] = {}
    for mutant in mutants:
        verdict = None if given.afresh else kept.get(mutant)
        # What was killed stays killed; a survivor is tried again, since the tests may have become better,
        # unless no test could notice it.
        equivalent = mutant.key in explained and explained[mutant.key].equivalent
        if verdict is not None and (equivalent or verdict.fate != "survived"):
            tried[mutant] = verdict
    waiting = [mutant for mutant in mutants if mutant not in tried]
    if waiting:
        prepare(project)
        known = _known(project, given.json.with_suffix(".reach"), given.workers)
        _progress(len(tried), len(mutants), tried)
        for mutant, verdict in verdicts(project, known, sources, waiting, given.workers, given.quick):
            tried[mutant] = verdict
            kept.add(mutant, verdict)
            _progress(len(tried), len(mutants), tried)
            if len(tried) % 20 == 0:
                kept.write()
        kept.write()
    rows = figures(tried.items(), explained, modules)
    print(table(rows))
    open_ones = [
        mutant for mutant in mutants if tried[mutant].fate == "survived" and mutant.key not in explained
    ]
    for mutant in open_ones:
        print(f"\nsurvived, and not explained: {mutant.id}, {mutant.function or 'no function'}")
        print(_shown(mutant, sources[mutant.module]))
    if given.document:
        living = [one for one in explained.values() if one.module in modules]
        write_documented(project.root / EXPLAINED, rows, living, platform.python_version())
        print(survivors(living))
    return 0 if rows[-1].score >= given.score else 1


def _progress(done: int, of: int, tried: dict[Mutant, Verdict]) -> None:
    if sys.stderr.isatty():
        survived = sum(verdict.fate == "survived" for verdict in tried.values())
        bar = "█" * (30 * done // of)
        end = "\n" if done == of else ""
        print(f"\r{bar:·<30} {done}/{of}, {survived} survived ", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
