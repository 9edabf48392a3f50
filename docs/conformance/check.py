#!/usr/bin/env python3
"""Check the conformance vectors, or an implementation against them. It needs Python 3.9 and nothing else.

    python check.py                          the vectors themselves: do they agree with each other
    python check.py --run "./my-engine"      a program that speaks the protocol of index.md
    python check.py --run "./my-engine" --game truco --only lines,legal truco/retruco

It knows no game: how vectors are read, compared and asked for is described in index.md beside it. What
reads them is in vectors.py, which has to lie in the same folder.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import queue
import shlex
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from vectors import (
    FOLDER,
    Json,
    Position,
    as_list,
    as_object,
    faults,
    index_faults,
    key,
    line_of,
    load,
    moves_of,
    positions,
    text,
)

GROUPS = {
    "lines": ("taken", "lines", "scores", "result", "outcome", "eldest"),
    "legal": ("to_move", "legal"),
    "views": ("trick", "facts", "own", "views"),
    "refusals": ("rule",),
}
"""What an implementation may claim, in the groups that ``--only`` names."""
ORDER = (
    *("taken", "lines", "scores", "result", "outcome", "to_move", "legal"),
    *("trick", "facts", "eldest", "own", "views", "rule"),
)
"""The order in which claims are compared, whatever the order in an answer."""
ALWAYS = ("to_move", "legal", "views", "rule")
"""What can be claimed at every step; other fields where the step of the vector has them."""
NEEDED = {"lines": ("rule", "side", "points"), "taken": ("winner",)}
"""What has to be in each claim of a field that may be claimed in part."""
PATIENCE = 5
"""After so many vectors in a row that an implementation fails to answer, no more are asked."""

# --- Comparing what an implementation claims ------------------------------------------------------


class Silence(Exception):
    """An implementation gave no answer, or one that is none."""


@dataclass
class Difference:
    """Where an implementation claims something else than a vector says, and what: values with their names."""

    path: str
    rows: list[tuple[str, str]]

    def __str__(self) -> str:
        return "\n".join(
            [f"  {self.path}", *(f"    {name:13} {value}".rstrip() for name, value in self.rows)]
        )


def _cut(value: Any, most: int = 1000) -> str:
    written = text(value)
    return written if len(written) <= most else written[: most - 3] + "..."


def _other(path: str, expected: Any, found: Any) -> Difference:
    return Difference(path, [("expected", _cut(expected)), ("found", _cut(found))])


def differs(expected: Any, found: Any, path: str, any_order: bool = False) -> Difference | None:
    """The first place where two values differ; of objects, the fields that were found are compared.

    It goes by the order of the fields that were expected. With ``any_order`` legal moves may come in any.
    """
    name = path.rpartition(".")[2]
    fields, claimed = as_object(expected), as_object(found)
    if fields is not None and claimed is not None:
        if name == "legal":  # a choice that lacks a field is another choice
            return None if key(fields) == key(claimed) else _other(path, fields, claimed)
        for part in (*fields, *claimed):
            if part not in fields:
                return Difference(f"{path}.{part}", [("not expected", _cut(claimed[part]))])
            inner = (
                differs(fields[part], claimed[part], f"{path}.{part}", any_order) if part in claimed else None
            )
            if inner is not None:
                return inner
        return _unnamed(name, [claimed] if claimed else [], path)
    items, others = as_list(expected), as_list(found)
    if items is not None and others is not None:
        return _lists(name, items, others, path, any_order)
    same = type(expected) is type(found) and expected == found
    return None if same else _other(path, expected, found)


def _unnamed(name: str, claims: Sequence[Any], path: str) -> Difference | None:
    """What a claim lacks that it must have."""
    for claim in claims:
        for needed in NEEDED.get(name, ()):
            if as_object(claim) is not None and needed not in claim:
                return Difference(f"{path}.{needed}", [("expected", "this field"), ("found", _cut(claim))])
    return None


def _lists(
    name: str, items: Sequence[Any], others: Sequence[Any], path: str, any_order: bool
) -> Difference | None:
    found = _unnamed(name, others, path) if name == "lines" else None
    if found is not None:
        return found
    if name not in ("legal", "lines") and not all(isinstance(item, str) for item in (*items, *others)):
        for at in range(min(len(items), len(others))):
            found = differs(items[at], others[at], f"{path}[{at}]", any_order)
            if found is not None:
                return found
        more = [*items[len(others) :], *others[len(items) :]]
        label = "missing" if len(items) > len(others) else "not expected"
        return Difference(path, [(label, _cut(item)) for item in more]) if more else None

    def agree(item: Any, other: Any) -> bool:
        # A legal move that lacks a field is another move; of a line some may be left out.
        if name == "lines":
            return differs(item, other, "") is None
        return bool(item == other if isinstance(item, str) else key(item) == key(other))

    if len(items) == len(others) and all(map(agree, items, others)):
        return None
    missing: list[Any] = []
    rest = list(others)
    for item in items:
        same = next((at for at, other in enumerate(rest) if agree(item, other)), None)
        if same is None:
            missing.append(item)
        else:
            del rest[same]
    rows: list[tuple[str, str]] = []
    for label, those in (("missing", missing), ("not expected", rest)):
        cards = bool(those) and name not in ("legal", "lines")
        rows += [(label, _cut(each)) for each in ([those] if cards else those)]
    if rows:
        return Difference(path, rows)
    if name == "legal" and any_order:
        return None
    return Difference(path, [("the order", "is another"), *_other(path, items, others).rows])


def lacking(expected: Any, found: Any, path: str) -> tuple[str, Any] | None:
    """The first part of a value that is not claimed, by a claim that does not differ from it."""
    fields, claimed = as_object(expected), as_object(found)
    if fields is not None and claimed is not None:
        for name, value in fields.items():
            less = (
                lacking(value, claimed[name], f"{path}.{name}")
                if name in claimed
                else (f"{path}.{name}", value)
            )
            if less is not None:
                return less
    items, others = as_list(expected), as_list(found)
    # Legal moves are always whole, and may be in another order.
    if items is not None and others is not None and path.rpartition(".")[2] != "legal":
        for at in range(min(len(items), len(others))):
            less = lacking(items[at], others[at], f"{path}[{at}]")
            if less is not None:
                return less
    return None


def _says(claim: Any) -> bool:
    """Whether a claim says anything: an object of nothing but empty objects does not."""
    fields = as_object(claim)
    return fields is None or any(map(_says, fields.values()))


# --- Asking an implementation about a vector ------------------------------------------------------


@dataclass
class Report:
    """What came of one vector.

    ``difference`` is the first if there is any, ``failure`` why there was no answer to ``request``; both
    are of the step ``number``, and ``place`` says what happens there. ``claimed`` and ``partly`` count by
    field the claims that agree: whole ones, and those in which something is left out.
    """

    difference: Difference | None = None
    failure: str | None = None
    skipped: str | None = None
    number: int = 0
    place: str = ""
    claimed: Counter[str] = field(default_factory=Counter[str])
    partly: Counter[str] = field(default_factory=Counter[str])


@dataclass
class Question:
    """A request, what is to be answered, by field, and which fields can be claimed in the answer to it."""

    request: Json
    answer: Callable[[str], Any]
    due: list[str]
    why: str | None = None


def _expected(step: Json, after: Position) -> Callable[[str], Any]:
    def of(name: str) -> Any:
        if name == "views":
            return after.views()
        if name in ("taken", "result"):
            return step.get(name)
        return step.get("lines", []) if name == "lines" else getattr(after, name)

    return of


def _rule(rule: str | None, name: str) -> Any:
    return rule


def probes(vector: Json, number: int, after: Position) -> list[Json]:
    """What is legal after a step and asked about too: what is made next, and some moves of every kind."""
    found: list[Json] = []
    if number + 1 < len(vector["steps"]):
        step = vector["steps"][number + 1]
        found.append(step["move"] if "move" in step else {"deal": step["deal"]})
    listed, choice = moves_of(after.legal)
    if choice is not None:
        cards, most = choice["any_of"], choice["up_to"]
        chosen = (cards[: choice["least"]], cards[:most], cards[len(cards) - most :])
        found += [{"kind": choice["kind"], "cards": some} for some in chosen]
    for kind in dict.fromkeys(move["kind"] for move in listed):
        same = [move for move in listed if move["kind"] == kind]
        found += [same[0], same[number % len(same)], same[-1]]
    return list({key(what): what for what in found}.values())


def questions(
    vector: Json, number: int, step: Json, after: Position, groups: Sequence[str]
) -> Iterator[Question]:
    """What is asked at a step: the step itself, why some moves are refused, and why some that are legal."""
    if number:
        request: Json = {kind: step[kind] for kind in ("deal", "move") if kind in step}
    else:
        head = ("game", "rules", "seats", "sides", "pack", "first", "scores")
        request = {"new": {**{name: vector[name] for name in head}, "only": list(groups)}}
    names = [name for group in groups if group != "refusals" for name in GROUPS[group]]
    due = [name for name in names if name in ALWAYS or (name in step and name != "own")]
    yield Question(request, _expected(step, after), due)
    if "refusals" not in groups:
        return
    asked: list[tuple[Json, str | None]] = [
        (refused["move"] if "move" in refused else {"deal": refused["deal"]}, refused["rule"])
        for refused in step.get("refused", [])
    ]
    for what, rule in [*asked, *((what, None) for what in probes(vector, number, after))]:
        yield Question({"why_not": what}, partial(_rule, rule), ["rule"], f"why_not {_cut(what)}")


def claimable(vector: Json, groups: Sequence[str]) -> Counter[str]:
    """How often each field of some groups can be claimed in a vector."""
    return Counter(
        name
        for number, step, _, after in positions(vector)
        for question in questions(vector, number, step, after, groups)
        for name in question.due
    )


def compare(
    vector: Json,
    ask: Callable[[Json], Json],
    groups: Sequence[str] = tuple(GROUPS),
    any_order: bool = False,
    strict: bool = False,
) -> Report:
    """Ask an implementation about every step of a vector, up to the first difference.

    ``ask`` takes a request and gives the answer to it, as index.md describes, or raises `Silence`;
    ``groups`` are those of `GROUPS` that are compared. With ``strict`` it is a difference if something is
    not claimed.
    """
    report = Report()
    for number, step, before, after in positions(vector):
        report.number = number
        for question in questions(vector, number, step, after, groups):
            try:
                answer = ask(question.request)
                if "new" in question.request and "skip" in answer:
                    report.skipped = str(answer["skip"])
                    return report
                _check_fields(question, answer)
                report.difference = _judge(report, question, answer, groups, any_order, strict)
            except Silence as silence:
                report.failure = f"{silence}\n    asked: {_cut(question.request, 300)}"
            if report.failure or report.difference:
                report.place = _place(step, before, after)
                return report
    return report


def _check_fields(question: Question, answer: Json) -> None:
    known = ["rule"] if question.why else [name for name in ORDER if name != "rule"]
    for name in answer:
        if name not in known:
            raise Silence(f"it answers with a field {name!r}; known are {', '.join(known)}")


def _judge(
    report: Report, question: Question, answer: Json, groups: Sequence[str], any_order: bool, strict: bool
) -> Difference | None:
    names = {name for group in groups for name in GROUPS[group]}
    for name in ORDER:
        if name not in names or not (name in answer or (strict and name in question.due)):
            continue
        expected, path = question.answer(name), question.why or name
        less: tuple[str, Any] | None = path, expected
        if name in answer:
            claim = answer[name]
            if key(claim) == key(expected):  # the whole, as most claims are: no need to look at the parts
                less = None
            else:
                found = differs(expected, claim, path, any_order)
                if found is not None:
                    return found
                less = lacking(expected, claim, path)
            if name in (*question.due, "own") and (less is None or _says(claim)):
                (report.claimed if less is None else report.partly)[name] += 1
        if strict and name in question.due and less is not None:
            return Difference(less[0], [("not claimed", _cut(less[1]))])
    return None


def _place(step: Json, before: Position, after: Position) -> str:
    """What happens in a step, in words."""
    if "move" in step:
        what = f"seat {step['by']} makes {text(step['move'])}"
    else:
        what = f"the deal {_cut(step['deal'], 60)}" if "deal" in step else "before the first deal"
    trick = len((before if "move" in step else after).tricks) + 1
    said = [f"deal {after.facts['number']}, trick {trick}"] if after.facts["number"] else []
    if "move" in step:
        said.append(f"on the table before: {', '.join(before.trick) or 'nothing'}")
    if "taken" in step:
        taken = step["taken"]
        winner = "nobody" if taken["winner"] is None else f"seat {taken['winner']}"
        said.append(f"{winner} takes {', '.join(taken['cards'])}, led by seat {taken['leader']}")
    said.append(
        "nobody is to move then" if after.to_move is None else f"seat {after.to_move} is to move then"
    )
    return f"{what}\n  {'; '.join(said)}"


class Program:
    """An implementation that runs as a process: one request a line, one answer a line."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
            bufsize=1,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        if self.process.stdout is not None:
            with contextlib.suppress(OSError, ValueError):
                for line in self.process.stdout:
                    self.lines.put(line)
        self.lines.put(None)

    def ask(self, request: Json) -> Json:
        """The answer to a request; raises `Silence` if there is none, or none in time."""
        if self.process.stdin is None:
            raise Silence("it cannot be written to")
        with contextlib.suppress(queue.Empty):
            early = self.lines.get_nowait()
            if early is not None:
                raise Silence(f"it had written a line too many before: {early.strip()[:200]!r}")
            raise Silence(self._ended())
        try:
            self.process.stdin.write(text(request) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.timeout)
        except queue.Empty:
            raise Silence(f"it gives no answer for {self.timeout:g} seconds") from None
        except OSError:
            line = None
        if line is None:
            raise Silence(self._ended())
        try:
            answer = as_object(json.loads(line))
        except (ValueError, RecursionError):
            answer = None
        if answer is None:
            raise Silence(f"it answers {line.strip()[:200]!r}, which is no object of JSON")
        return answer

    def _ended(self) -> str:
        try:
            return f"it has ended, with status {self.process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            return "it has closed its output"

    def close(self) -> int:
        """End the process; how many lines it wrote that nobody had asked for."""
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        try:
            self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(timeout=0.5)
        if self.process.stdout is not None and not self.reader.is_alive():
            self.process.stdout.close()
        return sum(line is not None for line in self.lines.queue)


# --- The command ----------------------------------------------------------------------------------


def check_vectors(vectors: dict[Path, Json], folder: Path | None, limit: int) -> int:
    """Check vectors by themselves, and the index of a folder; the exit status."""
    bad = steps = refusals = size = 0
    rules: set[str] = set()
    told: list[str] = []
    for path, vector in vectors.items():
        found = list(faults(vector))
        told += [f"{_name(path)}: {fault}" for fault in found]
        bad += bool(found)
        if found:
            continue
        steps += len(vector["steps"])
        refusals += sum(len(step.get("refused", [])) for step in vector["steps"])
        rules |= set(vector["shows"])
        size += path.stat().st_size
    if folder is not None:
        try:
            found = list(index_faults(folder))
        except (OSError, KeyError, TypeError, ValueError) as error:
            found = [f"index.json cannot be read: {type(error).__name__}: {error}"]
        told += found
        bad += len(found)
    print(
        *told[:limit],
        *[f"{len(told) - limit} more faults"] * (len(told) > limit),
        sep="\n",
        end="\n" * bool(told),
    )
    counts = (
        f"{len(vectors)} vectors, {steps} steps, {refusals} refusals, {len(rules)} rules, {size / 1e6:.2f} MB"
    )
    print(f"{counts}: {f'{bad} with faults' if bad else 'all is well'}")
    return 1 if bad else 0


def run_vectors(vectors: dict[Path, Json], given: argparse.Namespace) -> int:
    """Check a program against vectors; the exit status, as index.md has it."""
    came: Counter[str] = Counter()
    due: Counter[str] = Counter()
    claimed: Counter[str] = Counter()
    partly: Counter[str] = Counter()
    skipped: list[str] = []
    program: Program | None = None
    row = extra = 0
    try:
        for path, vector in vectors.items():
            program = program or Program(given.run, given.timeout)
            report = compare(vector, program.ask, given.only, given.any_order, given.strict)
            claimed += report.claimed
            partly += report.partly
            row = row + 1 if report.failure else 0
            if report.skipped is not None:
                skipped.append(report.skipped)
                continue
            due += claimable(vector, given.only)
            wrong = report.failure or report.difference
            came["agree" if not wrong else "fail" if report.failure else "differ"] += 1
            if wrong and came["differ"] + came["fail"] <= given.limit:
                print(_told(path, vector, report), flush=True)
            if report.failure:
                program.close()
                program = None
            if row == PATIENCE:
                print(f"no more are asked, since {row} in a row have failed")
            if row == PATIENCE or (wrong and given.first):
                break
    except OSError as error:
        print(f"the implementation cannot be started: {error}", file=sys.stderr)
        return 2
    finally:
        if program is not None:
            extra = program.close()
    wrongs = came["differ"] + came["fail"]
    if wrongs > given.limit:
        print(f"{wrongs - given.limit} more that differ or fail; --limit {wrongs} shows all")
    for reason in sorted(set(skipped)):
        print(f"{skipped.count(reason)} skipped: {reason}")
    left = len(vectors) - sum(came.values()) - len(skipped)
    counts = [f"{came['agree']} vectors agree, {came['differ']} differ, {came['fail']} fail"]
    counts += [f"{len(skipped)} were skipped", *([f"{left} were not asked"] if left else [])]
    print(", ".join(counts))
    for group in given.only:
        print(_claims(group, due, claimed, partly))
    if extra and not wrongs:
        print(f"it wrote {extra} lines too many, so its answers may be those to other requests")
        return 1
    if not wrongs and not claimed and not partly:
        print("the implementation claims nothing, so nothing was compared")
        return 2
    if row == PATIENCE:
        return 2
    return 1 if wrongs or (given.strict and skipped) else 0


def _told(path: Path, vector: Json, report: Report) -> str:
    """What is printed of a vector that differs, or fails."""
    line = line_of(path, report.number)
    where = f"step {report.number}" + (f", line {line} of the file" if line else "")
    what = f"  {report.failure}" if report.failure else str(report.difference)
    return f"{_name(path)}: {vector['about']}\n  {where}: {report.place}\n{what}"


def _claims(group: str, due: Counter[str], claimed: Counter[str], partly: Counter[str]) -> str:
    """How much of a group was claimed of what can be claimed; field by field where it is not all."""
    names = [name for name in GROUPS[group] if due[name]]
    less = [
        f"{name} {claimed[name]} of {due[name]}" + (f" and {partly[name]} in part" if partly[name] else "")
        for name in names
        if claimed[name] < due[name]
    ]
    counts = (
        f"  {group}: claimed {sum(claimed[name] for name in names)} of {sum(due[name] for name in names)}"
    )
    return counts + (f" ({', '.join(less)})" if less and group != "refusals" else "")


def _name(path: Path) -> str:
    """A vector as it is called: its game and its file, if it is one of this folder."""
    return path.resolve().relative_to(FOLDER).as_posix() if FOLDER in path.resolve().parents else str(path)


def _groups(given: str) -> list[str]:
    groups = list(dict.fromkeys(given.split(",")))
    for group in groups:
        if group not in GROUPS:
            raise argparse.ArgumentTypeError(f"{group!r} is none of {', '.join(GROUPS)}")
    return groups


def _seconds(given: str) -> float:
    seconds = float(given)
    if not 0 < seconds < threading.TIMEOUT_MAX or math.isnan(seconds):
        raise argparse.ArgumentTypeError(f"{given} is no time to wait")
    return seconds


def _count(given: str) -> int:
    if not given.isdecimal():
        raise argparse.ArgumentTypeError(f"{given!r} is no number of vectors")
    return int(given)


def _command(given: str) -> list[str]:
    try:
        words = shlex.split(given)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{given!r} is no command: {error}") from None
    if not words:
        raise argparse.ArgumentTypeError("an empty command runs nothing")
    return words


def _path(given: Path) -> Path:
    """The file that is meant, which may be one of this folder, and may be called without ``.json``."""
    named = [given, given.parent / f"{given.name}.json"]
    for path in (*named, *(FOLDER / path for path in named)):
        if path.is_file():
            return path
    if given.is_dir() or (FOLDER / given).is_dir():
        raise ValueError(f"{given} is a folder; --game takes all vectors of a game")
    raise ValueError(f"there is no file {given}, nor {named[1]}, here or in {FOLDER}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Check the conformance vectors, or an implementation against them."
    )
    add = parser.add_argument
    add("files", nargs="*", type=Path, help="vectors, as truco/fold (default: all in this folder)")
    add(
        "--run",
        type=_command,
        metavar="COMMAND",
        help="the implementation: a program that speaks the protocol",
    )
    add("--game", help="only vectors of this game: etori, gong_zhu, hornafjardarmanni, truco")
    groups = ",".join(GROUPS)
    add("--only", type=_groups, default=list(GROUPS), metavar="GROUPS", help=f"compare only: {groups}")
    add("--strict", action="store_true", help="what is not claimed differs, and nothing may be skipped")
    add("--any-order", action="store_true", help="legal moves may come in any order")
    add("--first", action="store_true", help="stop at the first vector that differs or fails")
    add("--limit", type=_count, default=10, metavar="N", help="show so many of those in full (10)")
    add(
        "--timeout",
        type=_seconds,
        default=30.0,
        metavar="SECONDS",
        help="how long to wait for an answer (30)",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        paths = [_path(path) for path in given.files] or sorted(FOLDER.glob("*/*.json"))
        vectors = {path: load(path) for path in paths}
    except (OSError, ValueError) as error:
        parser.error(f"a vector cannot be read: {error}")
    games = sorted({str(vector.get("game")) for vector in vectors.values()})
    if given.game is not None:
        vectors = {path: vector for path, vector in vectors.items() if vector.get("game") == given.game}
    if not vectors:
        parser.error(f"no vectors of that game here; there are some of {', '.join(games) or 'none'}")
    if given.run is None:
        whole = not given.files and given.game is None
        return check_vectors(vectors, FOLDER if whole else None, given.limit)
    if any(True for vector in vectors.values() for _ in faults(vector)):
        check_vectors(vectors, None, given.limit)
        return 2
    return run_vectors(vectors, given)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
