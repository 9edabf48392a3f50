"""The checker of the conformance vectors finds faults of vectors, and of their index."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.vectors.checker import FOLDER, check

Json = dict[str, Any]


@cache
def kept(name: str) -> Json:
    """A vector as the folder has it."""
    found: Json = check.load(FOLDER / f"{name}.json")
    return found


def vector(name: str) -> Json:
    """A copy of a vector, to be changed."""
    return copy.deepcopy(kept(name))


Spoil = Callable[[Json], None]


def at_step(number: int, change: Spoil) -> Spoil:
    return lambda found: change(found["steps"][number])


SPOILED: dict[str, tuple[str, Spoil, str]] = {
    "a field missing": ("truco/fold", lambda found: found.pop("pack"), "no field pack"),
    "another version": ("truco/fold", lambda found: found.update(version=2), "version 2; this program reads"),
    "a card twice in the pack": ("truco/fold", lambda found: found["pack"].append("1 de oro"), "twice"),
    "seats without a side": ("truco/fold", lambda found: found.update(sides=[[0]]), "are not the 2 seats"),
    "a deal that lacks a card": (
        "etori/all-sixteen",
        at_step(1, lambda step: step["deal"].pop()),
        "not the pack",
    ),
    "a deal where somebody moves": (
        "truco/fold",
        lambda found: found["steps"].insert(2, found["steps"][1]),
        "step 2: deals where no deal is awaited",
    ),
    "neither deal nor move": (
        "truco/fold",
        at_step(2, lambda step: step.pop("move")),
        "neither deal nor move",
    ),
    "a seat out of turn": (
        "etori/all-sixteen",
        at_step(5, lambda step: step.update(by=0)),
        "it was the turn of",
    ),
    "an illegal move": (
        "etori/rensho-only-club",
        at_step(4, lambda step: step["move"].update(card="K♠")),
        "step 4: .* was not among the legal moves",
    ),
    "a choice too large": (
        "hornafjardarmanni/exchange-7-5-4",
        lambda found: found["steps"][1]["legal"].update(up_to=6),
        "step 2: .* was not among the legal moves",
    ),
    "a card in two hands": (
        "gong_zhu/sweep",
        at_step(1, lambda step: step["own"]["0"].append(step["own"]["1"][0])),
        "a card is in two places",
    ),
    "a card of no pack": (
        "gong_zhu/five-players",
        at_step(1, lambda step: step["own"]["0"].append("2♠")),
        "seat 0 knows of its cards is not of the pack",
    ),
    "a hand that changes": (
        "gong_zhu/sweep",
        at_step(9, lambda step: step.update(own={"0": []})),
        "what seat 0 was dealt changes",
    ),
    "more drawn than discarded": (
        "hornafjardarmanni/exchange-7-5-4",
        at_step(2, lambda step: step["own"]["0"]["discarded"].pop()),
        "seat 0 discards",
    ),
    "a trick without its last card": (
        "gong_zhu/sweep",
        at_step(9, lambda step: step["taken"]["cards"].pop()),
        "step 9: the trick taken is",
    ),
    "a trick that stays": (
        "gong_zhu/sweep",
        at_step(9, lambda step: step.pop("trick")),
        "or still lies there",
    ),
    "a card that is not added": (
        "gong_zhu/sweep",
        at_step(7, lambda step: step.pop("trick")),
        "step 7: the trick is",
    ),
    "a trick of a call": (
        "truco/fold",
        at_step(2, lambda step: step.update(taken={"leader": 0, "cards": [], "winner": 0})),
        "takes a trick without a card",
    ),
    "nobody with legal moves": (
        "truco/fold",
        at_step(1, lambda step: step.update(to_move=None)),
        "None is to move",
    ),
    "a mover without moves": ("truco/fold", at_step(1, lambda step: step.update(legal=[])), "0 is to move"),
    "a legal move twice": (
        "truco/fold",
        at_step(1, lambda step: step["legal"].append(step["legal"][0])),
        "a legal move is there twice",
    ),
    "a legal card of another": (
        "truco/fold",
        at_step(1, lambda step: step["legal"][0].update(card="1 de basto")),
        "names a card that the mover does not hold",
    ),
    "legal plays out of order": (
        "truco/fold",
        at_step(1, lambda step: step["legal"].reverse()),
        "not in pack order",
    ),
    "a legal move refused": (
        "truco/fold",
        at_step(1, lambda step: step.update(refused=[{"move": step["legal"][0], "rule": "common.hold"}])),
        "is refused and legal",
    ),
    "a whole pack refused": (
        "truco/fold",
        lambda found: found["steps"][0].update(
            refused=[{"deal": found["steps"][1]["deal"], "rule": "common.pack"}]
        ),
        "a whole pack is refused",
    ),
    "a line dropped": ("etori/all-sixteen", at_step(-1, lambda step: step["lines"].pop()), "come to"),
    "a line of other points": (
        "etori/all-sixteen",
        at_step(-1, lambda step: step["lines"][0].update(points=2)),
        "come to",
    ),
    "a line of cards not played": (
        "etori/rensho-led",
        at_step(
            -1,
            lambda step: step.update(
                lines=[{"rule": "etori.pay", "side": 0, "points": 0, "cards": ["2♠"], "seat": None}]
            ),
        ),
        "cites cards that were not played",
    ),
    "a line of another's seat": (
        "gong_zhu/partnerships",
        at_step(57, lambda step: step["lines"][0].update(seat=1)),
        "which is not of side 0",
    ),
    "another score of the deal": (
        "etori/all-sixteen",
        at_step(-1, lambda step: step["result"].update(scores=[3, -3])),
        "its lines sum to something else",
    ),
    "other totals": (
        "etori/all-sixteen",
        at_step(-1, lambda step: step["result"].update(totals=[8, 2])),
        "the totals are",
    ),
    "no payoff of a seat": ("truco/fold", at_step(2, lambda step: step["result"]["payoffs"].pop()), "payoff"),
    "a winner too many": (
        "truco/falta-from-nothing",
        at_step(-1, lambda step: step["outcome"]["winners"].append(1)),
        "winners and losers are not the seats",
    ),
    "an outcome of other scores": (
        "truco/falta-from-nothing",
        at_step(-1, lambda step: step["outcome"].update(scores=[1, 0])),
        "does not have the last scores",
    ),
    "a rule cited and not listed": (
        "truco/fold",
        lambda found: found["shows"].remove("truco.fold"),
        "truco.fold is cited by a step and not listed",
    ),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_the_checker_finds_faults_of_vectors(spoiled: str) -> None:
    name, spoil, message = SPOILED[spoiled]
    found = vector(name)
    assert list(check.faults(found)) == []
    spoil(found)
    faults = list(check.faults(found))
    assert any(re.search(message, fault) for fault in faults), faults


def test_faults_of_the_index_are_found(tmp_path: Path) -> None:
    (tmp_path / "truco").mkdir()
    for name in ("fold", "rounds"):
        (tmp_path / "truco" / f"{name}.json").write_text(json.dumps(kept(f"truco/{name}")))
    entries = [
        {"file": f"truco/{name}.json", "game": "truco", "about": kept(f"truco/{name}")["about"]}
        for name in ("fold", "rounds")
    ]

    def faults(index: Json) -> list[str]:
        (tmp_path / "index.json").write_text(json.dumps(index))
        return list(check.index_faults(tmp_path))

    shown: dict[str, list[str]] = {}
    for name in ("fold", "rounds"):
        for rule in kept(f"truco/{name}")["shows"]:
            shown.setdefault(rule, []).append(f"truco/{name}")
    assert faults({"vectors": entries, "rules": shown}) == []
    assert "listed, or there, but not both" in faults({"vectors": entries[:1], "rules": shown})[0]
    assert (
        "is another vector"
        in faults({"vectors": [{**entries[0], "about": ""}, entries[1]], "rules": shown})[0]
    )
    assert (
        "truco.fold and truco/fold do not agree"
        in faults({"vectors": entries, "rules": {**shown, "truco.fold": []}})[0]
    )
    assert faults({"vectors": entries, "rules": {**shown, "truco.none": []}}) == [
        "index.json: truco.none is shown by no vector"
    ]
