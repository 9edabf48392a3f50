#!/usr/bin/env python3
"""Check the conformance vectors, or an implementation against them. It needs Python 3.9 and nothing else.

    python check.py                          the vectors themselves: do they agree with each other
    python check.py --run "./my-engine"      a program that speaks the protocol of index.md
    python check.py --run "./my-engine" --game truco --only lines,legal truco/retruco.json

It knows no game: how vectors are read, compared and asked for is described in index.md beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

FORMAT = "cardrules vectors"
VERSION = 1
FOLDER = Path(__file__).resolve().parent
HEAD = (
    "format",
    "version",
    "game",
    "name",
    "about",
    "shows",
    "rules",
    "seats",
    "sides",
    "pack",
    "first",
    "scores",
)
GROUPS = {
    "lines": ("taken", "lines", "scores", "result", "outcome", "eldest"),
    "legal": ("to_move", "legal"),
    "views": ("trick", "facts", "views"),
    "refusals": ("rule",),
}
"""What an implementation may claim, in the groups that ``--only`` names."""

Json = dict[str, Any]


def as_object(value: Any) -> Json | None:
    """The value if it is an object of JSON."""
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: Any) -> Sequence[Any] | None:
    """The value if it is a list of JSON."""
    return cast("Sequence[Any]", value) if isinstance(value, list) else None


# --- Reading a vector -----------------------------------------------------------------------------


@dataclass
class Position:
    """Everything that is true after a step, put together from what the steps so far say.

    ``own`` is by seat, as text; ``lines``, ``tricks`` and ``dealt`` are those of the deal on the table.
    """

    pack: list[str]
    seats: int
    to_move: int | None = None
    legal: Any = None
    trick: list[str] = field(default_factory=list[str])
    tricks: list[Json] = field(default_factory=list[Json])
    lines: list[Json] = field(default_factory=list[Json])
    scores: list[int] = field(default_factory=list[int])
    eldest: int = 0
    facts: Json = field(default_factory=Json)
    own: Json = field(default_factory=Json)
    results: list[Json] = field(default_factory=list[Json])
    outcome: Json | None = None

    def after(self, step: Json) -> Position:
        """The position after a step: what the step does not say is as before."""
        new = "deal" in step
        taken, result = step.get("taken"), step.get("result")
        lines = ([] if new else self.lines) + step.get("lines", [])
        tricks = ([] if new else self.tricks) + ([] if taken is None else [taken])
        return Position(
            pack=self.pack,
            seats=self.seats,
            to_move=step["to_move"],
            legal=step["legal"],
            trick=step.get("trick", self.trick),
            tricks=tricks,
            lines=lines,
            scores=step.get("scores", self.scores),
            eldest=step.get("eldest", self.eldest),
            facts={**self.facts, **step.get("facts", {})},
            own={**self.own, **step.get("own", {})},
            results=self.results if result is None else [*self.results, {"lines": lines, **result}],
            outcome=step.get("outcome", self.outcome),
        )

    def in_order(self, cards: set[str]) -> list[str]:
        """Some cards in pack order."""
        return [card for card in self.pack if card in cards]

    @property
    def played(self) -> list[str]:
        """All cards played in the deal on the table, in pack order."""
        return self.in_order({card for trick in self.tricks for card in trick["cards"]} | set(self.trick))

    def hand(self, seat: int) -> list[str]:
        """The cards that a seat holds now, in pack order."""
        own = self.own[str(seat)]
        parts = as_object(own)
        held: set[str] = set(own if parts is None else parts["dealt"])
        if parts is not None:
            held = (held - set(parts["discarded"])) | set(parts["drawn"])
        return self.in_order(held - set(self.played))

    def view(self, seat: int | None) -> Json:
        """What a seat sees, or a spectator (``None``)."""
        return {
            "seat": seat,
            "own": None if seat is None else self.own[str(seat)],
            "hand": [] if seat is None else self.hand(seat),
            "to_move": self.to_move,
            "legal": self.legal if seat is not None and seat == self.to_move else [],
            "facts": self.facts,
            "trick": self.trick,
            "tricks": self.tricks,
            "played": self.played,
            "lines": self.lines,
            "scores": self.scores,
            "eldest": self.eldest,
            "results": self.results,
            "outcome": self.outcome,
        }

    def views(self) -> Json:
        """The views of every seat, and of a spectator."""
        views = {str(seat): self.view(seat) for seat in range(self.seats)}
        return {**views, "spectator": self.view(None)}


def load(path: Path) -> Json:
    """The vector in a file."""
    vector = as_object(json.loads(path.read_text(encoding="utf-8")))
    if vector is None:
        raise ValueError(f"{path} is no object")
    return vector


def positions(vector: Json) -> Iterator[tuple[int, Json, Position, Position]]:
    """The steps of a vector: number, the step, the position before it and the one after it.

    Step 0 is what is true before the first deal; the position before it is empty.
    """
    position = Position(pack=vector["pack"], seats=vector["seats"])
    for number, step in enumerate(vector["steps"]):
        after = position.after(step)
        yield number, step, position, after
        position = after


def moves_of(legal: Any) -> tuple[list[Json], Json | None]:
    """Legal moves that are listed, and the choice that stands for a list, if there is one."""
    choice = as_object(legal)
    return ([], choice) if choice is not None else (list(legal), None)


def allows(legal: Any, move: Json) -> bool:
    """Whether a move is among the legal ones."""
    listed, choice = moves_of(legal)
    if choice is None:
        return move in listed
    cards = move.get("cards", [])
    fits = choice["least"] <= len(cards) <= choice["up_to"] and len(set(cards)) == len(cards)
    return bool(move.get("kind") == choice["kind"] and fits and set(cards) <= set(choice["any_of"]))


# --- Whether a vector agrees with itself ----------------------------------------------------------


def faults(vector: Json) -> Iterator[str]:
    """What is wrong with a vector, as far as that can be seen without knowing its game."""
    missing = [name for name in (*HEAD, "steps") if name not in vector]
    if missing:
        yield f"no field {', '.join(missing)}"
        return
    if (vector["format"], vector["version"]) != (FORMAT, VERSION):
        found = f"{vector['format']!r}, version {vector['version']!r}"
        yield f"is {found}; this program reads {FORMAT!r}, version {VERSION}"
        return
    if len(set(vector["pack"])) != len(vector["pack"]):
        yield "pack: a card is there twice"
    if sorted(seat for side in vector["sides"] for seat in side) != list(range(vector["seats"])):
        yield f"sides: {vector['sides']} are not the {vector['seats']} seats"
    for number, step, before, after in positions(vector):
        for fault in _step_faults(vector, number, step, before, after):
            yield f"step {number}: {fault}"
    cited = {refused["rule"] for step in vector["steps"] for refused in step.get("refused", [])}
    cited |= {line["rule"] for step in vector["steps"] for line in step.get("lines", [])}
    cited |= {step["outcome"]["rule"] for step in vector["steps"] if "outcome" in step}
    if cited - set(vector["shows"]):
        yield f"shows: {', '.join(sorted(cited - set(vector['shows'])))} is cited by a step and not listed"


def _step_faults(vector: Json, number: int, step: Json, before: Position, after: Position) -> Iterator[str]:
    kinds = [kind for kind in ("deal", "move") if kind in step]
    if len(kinds) != (number > 0):
        yield f"has {' and '.join(kinds) or 'neither deal nor move'}"
        return
    if "deal" in step:
        if before.to_move is not None or before.outcome is not None:
            yield "deals where no deal is awaited"
        if sorted(step["deal"]) != sorted(vector["pack"]):
            yield "the deal is not the pack"
    if "move" in step:
        yield from _move_faults(step, before, after)
    yield from _card_faults(before, after, "deal" in step)
    yield from _legal_faults(after, step)
    yield from _score_faults(vector, step, before, after)


def _move_faults(step: Json, before: Position, after: Position) -> Iterator[str]:
    move, by = step["move"], step["by"]
    if by != before.to_move:
        yield f"seat {by} moves, but it was the turn of {before.to_move}"
        return
    if not allows(before.legal, move):
        yield f"{_text(move)} was not among the legal moves"
    taken = step.get("taken")
    if move.get("kind") == "play":
        cards = [*before.trick, move["card"]]
        if move["card"] not in before.hand(by) or move["card"] in after.hand(by):
            yield f"{move['card']} does not leave the hand of seat {by}"
        if taken is None and after.trick != cards:
            yield f"the trick is {after.trick} and not {cards}"
        if taken is not None and (taken["cards"] != cards or after.trick):
            yield f"the trick taken is {taken['cards']} and not {cards}, or still lies there"
    elif taken is not None:
        yield "takes a trick without a card"


def _card_faults(before: Position, after: Position, dealt: bool) -> Iterator[str]:
    places: list[set[str]] = [set(after.played)]
    for seat in range(after.seats):
        own = after.own[str(seat)]
        parts = as_object(own)
        named: list[list[str]] = [own] if parts is None else list(parts.values())
        for cards in named:
            if cards != after.in_order(set(cards)):
                yield f"what seat {seat} knows of its cards is not of the pack, or not in pack order"
        places.append(set(after.hand(seat)))
        if parts is not None:
            gone, come = parts["discarded"], parts["drawn"]
            places.append(set(gone))
            if len(gone) != len(come) or not set(gone) <= set(parts["dealt"]):
                yield f"seat {seat} discards {gone} and draws {come}"
        if not dealt and before.own and _dealt(own) != _dealt(before.own[str(seat)]):
            yield f"what seat {seat} was dealt changes"
    if sum(map(len, places)) != len(set[str]().union(*places)):
        yield "a card is in two places"


def _dealt(own: Any) -> Any:
    parts = as_object(own)
    return own if parts is None else parts["dealt"]


def _legal_faults(after: Position, step: Json) -> Iterator[str]:
    listed, choice = moves_of(after.legal)
    if (after.to_move is None) != (not listed and choice is None):
        yield f"{after.to_move} is to move, with the legal moves {_text(after.legal)}"
    if after.outcome is not None and after.to_move is not None:
        yield "somebody is to move after the end"
    if len({_key(move) for move in listed}) != len(listed):
        yield "a legal move is there twice"
    named = [card for move in listed for card in _cards(move)] + (choice["any_of"] if choice else [])
    if after.to_move is not None and set(named) - set(after.hand(after.to_move)):
        yield "a legal move names a card that the mover does not hold"
    plays = [move["card"] for move in listed if move["kind"] == "play"]
    if plays != after.in_order(set(plays)):
        yield "the legal plays are not in pack order"
    for refused in step.get("refused", []):
        if "move" in refused and allows(after.legal, refused["move"]):
            yield f"{_text(refused['move'])} is refused and legal"
        whole = "deal" in refused and sorted(refused["deal"]) == sorted(after.pack)
        if whole and after.to_move is None and after.outcome is None:
            yield "a whole pack is refused where a deal is awaited"


def _cards(move: Json) -> list[str]:
    cards: list[str] = [move["card"]] if "card" in move else move.get("cards", [])
    return cards


def _score_faults(vector: Json, step: Json, before: Position, after: Position) -> Iterator[str]:
    sides, result, outcome = len(vector["sides"]), step.get("result"), step.get("outcome")
    base = before.scores or vector["scores"]
    sums = [base[side] + total(step.get("lines", []), side) for side in range(sides)]
    if after.scores != sums:
        yield f"the scores are {after.scores}, but with the lines of the step they come to {sums}"
    for line in step.get("lines", []):
        if set(line["cards"] or []) - set(after.played):
            yield f"the line by {line['rule']} cites cards that were not played"
        if line["seat"] is not None and line["seat"] not in vector["sides"][line["side"]]:
            yield f"the line by {line['rule']} is of seat {line['seat']}, which is not of side {line['side']}"
    if result is not None:
        if result["scores"] != [total(after.lines, side) for side in range(sides)]:
            yield f"the deal scored {result['scores']}, but its lines sum to something else"
        if result["totals"] != after.scores:
            yield f"the totals are {result['totals']}, the scores {after.scores}"
        if len(result["payoffs"]) != after.seats:
            yield "not every seat has a payoff"
    if (result is not None) and after.to_move is not None:
        yield "somebody is to move after the end of the deal"
    if outcome is not None:
        if sorted(outcome["winners"] + outcome["losers"]) != list(range(after.seats)):
            yield "winners and losers are not the seats"
        if outcome["scores"] != after.scores or result is None:
            yield "the outcome does not have the last scores"


def total(lines: Sequence[Json], side: int) -> int:
    """What some lines give to a side."""
    return sum(line["points"] for line in lines if line["side"] == side)


def index_faults(folder: Path) -> Iterator[str]:
    """Where the index and the vectors do not agree."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    files = sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*.json"))
    listed = sorted(entry["file"] for entry in index["vectors"])
    if files != listed:
        yield f"index.json: listed, or there, but not both: {', '.join(sorted(set(files) ^ set(listed)))}"
        return
    shown: dict[str, list[str]] = {rule: [] for rule in index["rules"]}
    for entry in index["vectors"]:
        vector = load(folder / entry["file"])
        if (entry["game"], entry["about"]) != (vector["game"], vector["about"]):
            yield f"index.json: {entry['file']} is another vector"
        for rule in vector["shows"]:
            shown.setdefault(rule, []).append(f"{vector['game']}/{vector['name']}")
    for rule, names in shown.items():
        wrong = sorted(set(index["rules"].get(rule, [])) ^ set(names))
        if wrong:
            yield f"index.json: {rule} and {', '.join(wrong)} do not agree"
        if not names:
            yield f"index.json: {rule} is shown by no vector"


# --- Comparing what an implementation claims ------------------------------------------------------


class Silence(Exception):
    """An implementation gave no answer, or one that is none."""


@dataclass
class Difference:
    """The first place where an implementation claims something else than a vector says."""

    step: int
    path: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        expected, found = _text(self.expected), _text(self.found)
        return f"step {self.step}: {self.path}\n    expected {expected}\n    found    {found}"


class Nothing:
    """What stands for a field that is not there."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = Nothing()
NEEDED = {"lines": ("rule", "side", "points"), "taken": ("winner",)}


def differs(expected: Any, found: Any, path: str) -> tuple[str, Any, Any] | None:
    """The first place where two values differ; of objects, the fields that were found are compared."""
    fields, claimed = as_object(expected), as_object(found)
    if fields is not None and claimed is not None:
        for name, value in claimed.items():
            if name not in fields:
                return f"{path}.{name}", NOTHING, value
            inner = differs(fields[name], value, f"{path}.{name}")
            if inner is not None:
                return inner
        return None
    items, others = as_list(expected), as_list(found)
    if items is not None and others is not None:
        for at in range(max(len(items), len(others))):
            if at >= len(others):
                return f"{path}[{at}]", items[at], NOTHING
            if at >= len(items):
                return f"{path}[{at}]", NOTHING, others[at]
            inner = differs(items[at], others[at], f"{path}[{at}]")
            if inner is not None:
                return inner
        return None
    same = type(expected) is type(found) and expected == found
    return None if same else (path, expected, found)


def _claims(request: Json, answer: Json, groups: Sequence[str]) -> Iterator[tuple[str, str, Any]]:
    """The claims of the answer to a request, in the groups that are asked for: group, field, value."""
    why = "why_not" in request
    fields = {
        name: group for group, names in GROUPS.items() if (group == "refusals") == why for name in names
    }
    for name, value in answer.items():
        if name not in fields:
            known = ", ".join(fields)
            raise Silence(f"it answers {_short(request)} with a field {name!r}; known are {known}")
        if fields[name] in groups:
            yield fields[name], name, value


def _expected(name: str, step: Json, after: Position) -> Any:
    if name == "views":
        return after.views()
    if name in ("taken", "result"):
        return step.get(name)
    if name == "lines":
        return step.get("lines", [])
    return getattr(after, name)


def _found(name: str, expected: Any, claimed: Any, any_order: bool) -> tuple[str, Any, Any] | None:
    moves, others = as_list(expected), as_list(claimed)
    if name == "legal" and any_order and moves is not None and others is not None:
        expected, claimed = sorted(moves, key=_key), sorted(others, key=_key)
    if name == "legal" and (moves is None) != (others is None):
        return name, expected, claimed
    found = differs(expected, claimed, name)
    if found is None and name == "legal":
        # A move that lacks a field is another move.
        return None if _key(expected) == _key(claimed) else (name, expected, claimed)
    if found is None and name in NEEDED and claimed:
        for item in [claimed] if others is None else others:
            lacking = [needed for needed in NEEDED[name] if needed not in item]
            if lacking:
                return f"{name}.{lacking[0]}", "this field", NOTHING
    return found


@dataclass
class Report:
    """What came of one vector: the first difference if there is any, and how many claims were compared."""

    difference: Difference | None = None
    skipped: str | None = None
    compared: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GROUPS, 0))


def compare(
    vector: Json,
    ask: Callable[[Json], Json],
    groups: Sequence[str] = tuple(GROUPS),
    any_order: bool = False,
) -> Report:
    """Ask an implementation about every step of a vector, up to the first difference.

    ``ask`` takes a request and gives the answer to it, as index.md describes; ``groups`` are those of
    `GROUPS` that are compared. Raises `Silence` where there is no answer.
    """
    report = Report()
    names = ("game", "rules", "seats", "sides", "pack", "first", "scores")
    for number, step, _, after in positions(vector):
        if number == 0:
            request: Json = {"new": {**{name: vector[name] for name in names}, "only": list(groups)}}
        else:
            request = {kind: step[kind] for kind in ("deal", "move") if kind in step}
        answer = ask(request)
        if number == 0 and "skip" in answer:
            return Report(skipped=str(answer["skip"]))
        for group, name, value in _claims(request, answer, groups):
            report.compared[group] += 1
            found = _found(name, _expected(name, step, after), value, any_order)
            if found is not None:
                report.difference = Difference(number, *found)
                return report
        asked: list[Json] = step.get("refused", []) if "refusals" in groups else []
        for refused in asked:
            what: Json = refused["move"] if "move" in refused else {"deal": refused["deal"]}
            request = {"why_not": what}
            for group, name, value in _claims(request, ask(request), groups):
                report.compared[group] += 1
                if value != refused[name]:
                    path = f"why_not {_text(what)}"
                    report.difference = Difference(number, path, refused[name], value)
                    return report
    return report


class Program:
    """An implementation that runs as a process: one request a line, one answer a line."""

    def __init__(self, command: str, timeout: float) -> None:
        self.timeout = timeout
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                self.lines.put(line)
        self.lines.put(None)

    def ask(self, request: Json) -> Json:
        """The answer to a request; raises `Silence` if there is none, or none in time."""
        if self.process.stdin is None:
            raise Silence("it cannot be written to")
        try:
            self.process.stdin.write(_text(request) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.timeout)
        except queue.Empty:
            raise Silence(f"it gives no answer for {self.timeout:g} seconds to {_short(request)}") from None
        except OSError:
            line = None
        if line is None:
            code = self.process.wait()
            raise Silence(f"it ended, with status {code}, before it answered {_short(request)}")
        try:
            answer = as_object(json.loads(line))
        except ValueError:
            answer = None
        if answer is None:
            raise Silence(
                f"it answers {line.strip()[:200]!r}, which is no object of JSON, to {_short(request)}"
            )
        return answer

    def close(self) -> None:
        """End the process."""
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        try:
            self.process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(timeout=0.5)
        if self.process.stdout is not None and not self.reader.is_alive():
            self.process.stdout.close()


def _text(value: Any) -> str:
    if isinstance(value, Nothing):
        return "nothing"
    return json.dumps(value, ensure_ascii=False)


def _key(value: Any) -> str:
    """A text that is the same for equal values, in whatever order their fields are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _short(value: Any) -> str:
    text = _text(value)
    return text if len(text) <= 120 else text[:117] + "..."


# --- The command ----------------------------------------------------------------------------------


def check_vectors(vectors: dict[Path, Json], folder: Path | None) -> int:
    """Check vectors by themselves, and the index of a folder; the exit status."""
    bad = steps = refusals = size = 0
    rules: set[str] = set()
    for path, vector in vectors.items():
        found = list(faults(vector))
        for fault in found:
            print(f"{_name(path)}: {fault}")
        bad += bool(found)
        if found:
            continue
        steps += len(vector["steps"])
        refusals += sum(len(step.get("refused", [])) for step in vector["steps"])
        rules |= set(vector["shows"])
        size += path.stat().st_size
    if folder is not None:
        for fault in index_faults(folder):
            print(fault)
            bad += 1
    counts = (
        f"{len(vectors)} vectors, {steps} steps, {refusals} refusals, {len(rules)} rules, {size / 1e6:.2f} MB"
    )
    print(f"{counts}: {f'{bad} with faults' if bad else 'all is well'}")
    return 1 if bad else 0


def run_vectors(
    vectors: dict[Path, Json],
    command: str,
    groups: Sequence[str],
    any_order: bool,
    timeout: float,
) -> int:
    """Check a program against vectors; the exit status: 0 if it agrees with all, 1 if not, 2 for silence."""
    compared = dict.fromkeys(GROUPS, 0)
    agreed = differing = 0
    skipped: list[str] = []
    program = Program(command, timeout)
    try:
        for path, vector in vectors.items():
            report = compare(vector, program.ask, groups, any_order)
            for group, count in report.compared.items():
                compared[group] += count
            if report.skipped is not None:
                skipped.append(report.skipped)
            elif report.difference is not None:
                differing += 1
                print(f"{_name(path)}: {vector['about']}\n  {report.difference}")
            else:
                agreed += 1
    except Silence as silence:
        print(f"the implementation cannot be checked: {silence}")
        return 2
    finally:
        program.close()
    for reason in sorted(set(skipped)):
        print(f"{skipped.count(reason)} skipped: {reason}")
    counts = ", ".join(f"{group} {compared[group]}" for group in groups)
    print(
        f"{agreed} vectors agree, {differing} differ, {len(skipped)} were skipped; claims compared: {counts}"
    )
    if not any(compared.values()):
        print("the implementation claims nothing, so nothing was compared")
        return 2
    return 1 if differing else 0


def _name(path: Path) -> str:
    """A vector as it is called: its game and its file, if it is one of this folder."""
    return path.resolve().relative_to(FOLDER).as_posix() if FOLDER in path.resolve().parents else str(path)


def _groups(text: str) -> list[str]:
    groups = text.split(",")
    for group in groups:
        if group not in GROUPS:
            raise argparse.ArgumentTypeError(f"{group!r} is none of {', '.join(GROUPS)}")
    return groups


def _selected(files: Sequence[Path], game: str | None) -> dict[Path, Json]:
    """The vectors that are asked for; raises `OSError` and `ValueError` where one cannot be read."""
    paths = [path if path.exists() else FOLDER / path for path in files] or sorted(FOLDER.glob("*/*.json"))
    vectors = {path: load(path) for path in paths}
    return {path: vector for path, vector in vectors.items() if game is None or vector.get("game") == game}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = argparse.ArgumentParser(
        description="Check the conformance vectors, or an implementation against them."
    )
    parser.add_argument("files", nargs="*", type=Path, help="vectors (default: all in this folder)")
    parser.add_argument(
        "--run", metavar="COMMAND", help="the implementation: a program that speaks the protocol"
    )
    parser.add_argument("--game", help="only vectors of this game: etori, gong_zhu, hornafjardarmanni, truco")
    parser.add_argument(
        "--only",
        type=_groups,
        default=list(GROUPS),
        metavar="GROUPS",
        help=f"compare only: {','.join(GROUPS)}",
    )
    parser.add_argument("--any-order", action="store_true", help="legal moves may come in any order")
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds to wait for an answer (30)")
    given = parser.parse_args(arguments)
    try:
        vectors = _selected(given.files, given.game)
    except (OSError, ValueError) as error:
        parser.error(f"a vector cannot be read: {error}")
    if not vectors:
        parser.error("no vectors of that game here")
    if given.run is None:
        whole = not given.files and given.game is None
        return check_vectors(vectors, FOLDER if whole else None)
    return run_vectors(vectors, given.run, given.only, given.any_order, given.timeout)


if __name__ == "__main__":
    sys.exit(main())
