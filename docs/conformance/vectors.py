"""How conformance vectors are read, and whether they agree with themselves: what check.py knows of them.

It knows no game, and needs Python 3.9 and nothing else. What the fields mean is described in index.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
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
MISBUILT = (KeyError, TypeError, AttributeError, IndexError, ValueError)
"""What reading a vector raises where a field is missing or of another kind."""

Json = dict[str, Any]


def as_object(value: Any) -> Json | None:
    """The value if it is an object of JSON."""
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: Any) -> Sequence[Any] | None:
    """The value if it is a list of JSON."""
    return cast("Sequence[Any]", value) if isinstance(value, list) else None


def text(value: Any) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def key(value: Any) -> str:
    """A text that is the same for equal values, in whatever order their fields are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


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

    @cached_property
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
            "tricks": self.tricks,
            "played": self.played,
            "lines": self.lines,
            "scores": self.scores,
            "results": self.results,
            "outcome": self.outcome,
            "to_move": self.to_move,
            "legal": self.legal if seat is not None and seat == self.to_move else [],
            "trick": self.trick,
            "facts": self.facts,
            "eldest": self.eldest,
            "own": None if seat is None else self.own[str(seat)],
            "hand": [] if seat is None else self.hand(seat),
        }

    def views(self) -> Json:
        """The views of every seat, and of a spectator."""
        views = {str(seat): self.view(seat) for seat in range(self.seats)}
        return {**views, "spectator": self.view(None)}


def load(path: Path) -> Json:
    """The vector in a file; raises `OSError` if it cannot be read, `ValueError` if it is no vector."""
    try:
        vector = as_object(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not JSON in UTF-8: {error}") from None
    if vector is None:
        raise ValueError(f"{path} is JSON, but no object")
    return vector


def line_of(path: Path, number: int) -> int | None:
    """The line, from 1, on which a step of a vector stands; ``None`` where lines and steps do not agree."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if '"steps": [' not in lines:
        return None
    at = lines.index('"steps": [') + 1 + number
    return at + 1 if at < len(lines) and lines[at].startswith("{") else None


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
    try:
        yield from _faults(vector)
    except MISBUILT as error:
        yield f"is not built as index.md says: {type(error).__name__}: {error}"


def _faults(vector: Json) -> Iterator[str]:
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
    number = -1
    try:
        for number, step, before, after in positions(vector):
            for fault in _step_faults(vector, number, step, before, after):
                yield f"step {number}: {fault}"
    except MISBUILT as error:
        kind = type(error).__name__
        yield f"step {number}, or the one after it, is not built as index.md says: {kind}: {error}"
        return
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
        yield f"{text(move)} was not among the legal moves"
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
        yield f"{after.to_move} is to move, with the legal moves {text(after.legal)}"
    if after.outcome is not None and after.to_move is not None:
        yield "somebody is to move after the end"
    if len({key(move) for move in listed}) != len(listed):
        yield "a legal move is there twice"
    named = [card for move in listed for card in _cards(move)] + (choice["any_of"] if choice else [])
    if after.to_move is not None and set(named) - set(after.hand(after.to_move)):
        yield "a legal move names a card that the mover does not hold"
    plays = [move["card"] for move in listed if move["kind"] == "play"]
    if plays != after.in_order(set(plays)):
        yield "the legal plays are not in pack order"
    for refused in step.get("refused", []):
        if "move" in refused and allows(after.legal, refused["move"]):
            yield f"{text(refused['move'])} is refused and legal"
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
