"""What came of a run: kept in a file so that it can go on later, counted, and written for the documentation.

The survivors that cannot be told from the code itself, by any test, are explained one by one in
``docs/explanation/mutants.json``; they do not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from tests.mutants.changes import Mutant
from tests.mutants.running import Verdict

FATES: tuple[str, ...] = ("killed", "timeout", "survived", "equivalent")
Key = tuple[str, str, str, str, int]


@attrs.frozen
class Explained:
    """A mutant that no test kills, and why: ``equivalent`` where none could, otherwise what is missing."""

    module: str
    function: str
    was: str
    now: str
    nth: int
    equivalent: bool
    why: str

    @property
    def key(self) -> Key:
        """The key of the mutant."""
        return self.module, self.function, self.was, self.now, self.nth


@attrs.frozen
class Figures:
    """How many mutants a module has, and what became of them; ``equivalent`` are some of the survivors."""

    module: str
    mutants: int
    killed: int
    timeout: int
    survived: int
    equivalent: int

    @property
    def score(self) -> float:
        """The share of the mutants that are not equivalent which was noticed, in percent."""
        counted = self.mutants - self.equivalent
        return 100 * (self.killed + self.timeout) / counted if counted else 100.0


def figures(
    tried: Iterable[tuple[Mutant, Verdict]], explained: Mapping[Key, Explained], modules: Sequence[str]
) -> list[Figures]:
    """The figures of each module, and of all together (``"all"``) at the end."""
    counts = {module: dict.fromkeys(FATES, 0) for module in modules}
    for mutant, verdict in tried:
        counts[mutant.module][verdict.fate] += 1
        if verdict.fate == "survived" and mutant.key in explained and explained[mutant.key].equivalent:
            counts[mutant.module]["equivalent"] += 1
    rows = [_row(module, count) for module, count in counts.items()]
    total = {fate: sum(count[fate] for count in counts.values()) for fate in FATES}
    return [*rows, _row("all", total)]


def _row(module: str, count: Mapping[str, int]) -> Figures:
    return Figures(module, count["killed"] + count["timeout"] + count["survived"], **count)


def table(rows: Iterable[Figures]) -> str:
    """The figures as a table in Markdown."""
    lines = ["| module | mutants | killed | out of time | survived | of these equivalent | score |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        name = row.module if row.module == "all" else f"`{row.module}`"
        lines.append(
            f"| {name} | {row.mutants} | {row.killed} | {row.timeout} | {row.survived} | {row.equivalent} "
            f"| {row.score:.1f} % |"
        )
    return "\n".join(lines)


def _shortened(was: str, now: str) -> tuple[str, str]:
    """Two texts without most of what is the same at their beginning and at their end."""
    if not now:
        return _cut(was, 0, len(was)), "(left out)"
    same = min(len(was), len(now))
    head = next((at for at in range(same) if was[at] != now[at]), same)
    tail = next((at for at in range(same - head) if was[-1 - at] != now[-1 - at]), same - head)
    return _cut(was, head, len(was) - tail), _cut(now, head, len(now) - tail)


def _cut(text: str, start: int, end: int) -> str:
    """A text with so much around a part of it as there is room for."""
    room = max(10, (90 - (end - start)) // 2)
    start, end = max(0, start - room), min(len(text), end + room)
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return ("… " if start else "") + text[start:end].strip() + (" …" if end < len(text) else "")


def survivors(explained: Iterable[Explained]) -> str:
    """The explained mutants as a table in Markdown."""
    lines = ["| module, function | the code | the change | why it lives |", "|---|---|---|---|"]
    for one in explained:
        was, now = (text.replace("|", "\\|") for text in _shortened(one.was, one.now))
        place = f"`{one.module}`" + (f" `{one.function}`" if one.function else "")
        change = now if now == "(left out)" else f"`{now}`"
        why = one.why if one.equivalent else f"**a gap**: {one.why}"
        lines.append(f"| {place} | `{was}` | {change} | {why} |")
    return "\n".join(lines)


# --- Files --------------------------------------------------------------------------------------


def read_explained(path: Path) -> list[Explained]:
    """The explained survivors (none where there is no such file)."""
    if not path.exists():
        return []
    return [Explained(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))["survivors"]]


def read_figures(path: Path) -> list[Figures]:
    """The figures of the documented run."""
    return [Figures(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))["figures"]]


def write_documented(
    path: Path, rows: Sequence[Figures], explained: Sequence[Explained], python: str
) -> None:
    """Write the figures of a run beside the explained survivors."""
    data = {
        "python": python,
        "figures": [attrs.asdict(row) for row in rows],
        "survivors": [attrs.asdict(one) for one in explained],
    }
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def digest(source: bytes) -> str:
    """What tells one text of a module from another."""
    return sha256(source).hexdigest()


class Kept:
    """The verdicts of a run, in a file: those on a module hold for as long as its text is the same."""

    def __init__(self, path: Path | None, sources: Mapping[str, bytes]) -> None:
        self._path = path
        self._modules: dict[str, Any] = {}
        if path is not None and path.exists():
            self._modules = json.loads(path.read_text(encoding="utf-8"))
        for module, source in sources.items():
            if self._modules.get(module, {}).get("sha256") != digest(source):
                self._modules[module] = {"sha256": digest(source), "mutants": {}}

    def get(self, mutant: Mutant) -> Verdict | None:
        """The verdict on a mutant, if there is one."""
        entry = self._modules[mutant.module]["mutants"].get(mutant.id)
        return entry and Verdict(entry["fate"], entry["by"])

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Keep a verdict."""
        self._modules[mutant.module]["mutants"][mutant.id] = {
            **attrs.asdict(verdict),
            "function": mutant.function,
            "kind": mutant.kind,
            "was": mutant.was,
            "now": mutant.now,
            "nth": mutant.nth,
        }

    def write(self) -> None:
        """Write the file, whole or not at all."""
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft = self._path.with_suffix(".tmp")
            draft.write_text(json.dumps(self._modules, ensure_ascii=False, indent=1), encoding="utf-8")
            draft.replace(self._path)
