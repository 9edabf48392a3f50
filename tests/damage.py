"""Damage: messages and texts that were cut, edited, reordered, doubled, mistyped, nested, or made up."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

STRANGE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 10**9, 2**53, -(2**70), 10**5000, 0.5, 1.0, float("inf"), float("nan"),
    "", "A♠", "1 de oro", "nothing", "\ud800", "\x00", "x" * 500, [], [[]], {}, {"kind": "play"}, [None],
    {"kind": "play", "card": "A♠"}, [0, 1], (), b"A", {1: 2},
)  # fmt: skip
"""Values that stand where others should."""

SCRAPS = (
    "{", "}", "[", "]", '"', ",", ":", ";", "\n", "#", "=", "-", "0", "999999999999", "A♠", "7 de oro",
    "\ud83c", "é", "null", "true", "1e999", "\\", "\\u0000", "moves:", "hands:", "result:", "side", "٣",
)  # fmt: skip
"""Pieces of text that get into others."""


def names_in(part: Any) -> list[Any]:
    if hasattr(part, "keys"):
        return list(part.keys())
    return list(range(len(part))) if is_list(part) else []


def is_list(part: Any) -> bool:
    return isinstance(part, list)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place of a message: what it stands in, and its name or number there."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        part = waiting.pop()
        for name in names_in(part):
            found.append((part, name))
            waiting.append(part[name])
    return found


def damaged(message: Any, rng: Random) -> Any:
    """A message with one to three faults."""
    data = copy.deepcopy(message)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        everywhere = places(data)
        if not everywhere:
            return strange(rng)
        part, name = rng.choice(everywhere)
        match rng.randrange(9):
            case 0:
                part[name] = strange(rng)
            case 1:
                del part[name]
            case 2 if is_list(part):
                part.insert(name, copy.deepcopy(part[name]))
            case 3 if is_list(part):
                rng.shuffle(part)
            case 4 if isinstance(part, dict):
                part[rng.choice(("extra", "kind", "card", "seat", "without"))] = strange(rng)
            case 5 if isinstance(part[name], int):
                part[name] += rng.choice((-1, 1))
            case _:
                like = [place for place in everywhere if alike(place[0][place[1]], part[name])]
                if like:
                    other, there = rng.choice(like)
                    part[name] = copy.deepcopy(other[there])
    if rng.randrange(40) == 0 and places(data):
        part, name = rng.choice(places(data))
        part[name] = nested(rng)
    return data


def strange(rng: Random) -> Any:
    return copy.deepcopy(rng.choice(STRANGE))


def alike(one: Any, two: Any) -> bool:
    return type(one) is type(two) and one != two


def nested(rng: Random) -> Any:
    depth, inner = rng.choice((3, 40, 2000)), strange(rng)
    for _ in range(depth):
        inner = [inner] if rng.random() < 0.5 else {"kind": inner}
    return inner


def damaged_text(text: str, rng: Random) -> str:
    """A text with one to three faults, or one that was made up."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        end = min(end, at + rng.choice((1, 3, 20, len(text))))
        match rng.randrange(10):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[end:]
            case 2:
                text = text[:end] + text[at:]
            case 3:
                lines = text.splitlines(keepends=True)
                rng.shuffle(lines)
                text = "".join(lines)
            case 4:
                text = rng.choice(("[", '{"a":', '"', "(", "1")) * rng.choice((10, 5000)) + text
            case 5:
                text = text[:at] + "".join(chr(rng.randrange(0x3000)) for _ in range(9)) + text[at:]
            case 6:
                text = "".join(rng.choice(SCRAPS) for _ in range(rng.randrange(30)))
            case 7:
                words = list(map(str, text.split(" ")))
                one, two = rng.randrange(len(words)), rng.randrange(len(words))
                words[one], words[two] = words[two], words[one]
                text = " ".join(words)
            case _:
                text = text[:at] + rng.choice(SCRAPS) + text[at + rng.choice((0, 1)) :]
    return text


def as_text(message: Any) -> str:
    """A message as JSON, as far as it has one."""
    try:
        return json.dumps(message, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return "none"
