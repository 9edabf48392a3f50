"""The conformance vectors: made anew they are the same, they are true, and the checker finds faults."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

import cardrules
from cardrules import codec
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from tests import make_vectors
from tests.make_vectors import differing
from tests.vector_adapter import Adapter
from tests.vectors.books import RULE_IDS, files
from tests.vectors.checker import FOLDER, check
from tests.vectors.naive_adapter import NaiveAdapter
from tests.vectors.shown import BY_TEST, steps
from tests.walks import GAMES

Json = dict[str, Any]
Answer = Callable[[Json], Json]

ROOT = FOLDER.parents[1]
GAME_NAMES = [game.name for game in GAMES]
PAGE = FOLDER / "index.md"
ADAPTER = f'"{sys.executable}" -m tests.vector_adapter'


@cache
def vectors() -> dict[str, Json]:
    """All vectors by name, as the folder has them."""
    paths = sorted(FOLDER.glob("*/*.json"))
    return {path.relative_to(FOLDER).with_suffix("").as_posix(): check.load(path) for path in paths}


@cache
def made() -> dict[str, str]:
    return files()


# --- They are as they are made --------------------------------------------------------------------


def test_made_anew_the_files_are_the_same() -> None:
    assert differing(made()) == [], "python -m tests.make_vectors writes them anew: a change of behaviour"


def test_the_command_compares(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def instead(texts: dict[str, str]) -> None:
        def files(told: Callable[[str], None]) -> dict[str, str]:
            return texts

        monkeypatch.setattr(make_vectors, "files", files)

    instead(made())
    assert make_vectors.main(["--check"]) == 0
    changed = {name: text.replace("−", "-") for name, text in made().items() if name != "truco/fold.json"}
    instead({**changed, "truco/new.json": "{}"})
    assert make_vectors.main(["--check"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert "truco/fold.json, which is no vector" in printed
    assert "truco/new.json" in printed
    assert not (FOLDER / "truco" / "new.json").exists()


def test_the_command_writes_what_differs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(make_vectors, "FOLDER", tmp_path)
    texts = {"truco/one.json": "{}\n", "index.json": "{}\n", "table.md": "#\n"}

    def files(told: Callable[[str], None]) -> dict[str, str]:
        return texts

    monkeypatch.setattr(make_vectors, "files", files)
    (tmp_path / "truco").mkdir()
    (tmp_path / "truco" / "old.json").write_text("{}", encoding="utf-8")
    assert make_vectors.main([]) == 0
    found = {path.relative_to(tmp_path).as_posix(): path.read_text() for path in tmp_path.rglob("*.*")}
    assert found == texts


def test_they_are_small() -> None:
    sizes = [path.stat().st_size for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(sizes) < 3_000_000
    assert max(sizes) < 100_000


def test_a_vector_has_a_line_for_each_step() -> None:
    for path in FOLDER.glob("*/*.json"):
        lines = path.read_text(encoding="utf-8").splitlines()
        rows = [line.rstrip(",") for line in lines[lines.index('"steps": [') + 1 : -2]]
        assert [json.loads(row) for row in rows] == vectors()[f"{path.parent.name}/{path.stem}"]["steps"]


# --- They say what is true ------------------------------------------------------------------------


def replayed(found: Json) -> Iterator[tuple[Json, Any, Any]]:
    """The steps of a vector, the position that the checker puts together, and the state of the package."""
    adapter = Adapter()
    names = ("game", "rules", "first", "scores")
    for number, step, _, after in check.positions(found):
        new: Json = {"new": {**{name: found[name] for name in names}, "only": list[str]()}}
        adapter.answer(step if number else new)
        yield step, after, adapter.state


def message_of(found: Json, position: Any, seat: int | None) -> Json:
    """The JSON message of a view, without its log, put together from a vector."""
    view = position.view(seat)
    results, listed = view["results"], isinstance(view["legal"], list)
    choices = None
    if not listed:
        cards, most = view["legal"]["any_of"], view["legal"]["up_to"]
        choices = {"kind": view["legal"]["kind"], "cards": cards, "limit": most}
        assert view["legal"]["least"] == 0
    return {
        "kind": "view",
        "version": 1,
        "game": found["game"],
        "match": {
            "rules": {**found["rules"], "format": None},
            "eldest": view["eldest"],
            "start": found["scores"],
            "results": results,
            "scores": results[-1]["totals"] if results else found["scores"],
            "outcome": view["outcome"],
        },
        "deal": view["facts"],
        **{name: view[name] for name in ("to_move", "tricks", "trick", "played", "seat", "own")},
        **{name: view[name] for name in ("lines", "scores", "hand")},
        "legal_moves": view["legal"] if listed else [],
        "choices": choices,
    }


@pytest.mark.parametrize("game", GAME_NAMES)
def test_views_put_together_are_the_json_messages(game: str) -> None:
    for name, found in vectors().items():
        if name.startswith(f"{game}/"):
            for _, position, state in replayed(found):
                for seat in (None, *range(found["seats"])):
                    message = codec.encode(cardrules.observe(state, seat))
                    del message["log"]
                    assert message_of(found, position, seat) == message, name


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_package_agrees_with_all_vectors(game: str) -> None:
    answer = Adapter().answer
    for name, found in vectors().items():
        if name.startswith(f"{game}/"):
            report = check.compare(found, answer, ("lines", "legal", "refusals"))
            assert report.difference is None, name
            due = check.claimable(found, ("lines", "legal", "refusals"))
            assert (+report.claimed, +report.partly) == (due, {})


@pytest.mark.parametrize("game", GAME_NAMES)
def test_an_implementation_that_shares_no_code_agrees_too(game: str) -> None:
    answer = NaiveAdapter().answer
    for name, found in vectors().items():
        if name.startswith(f"{game}/"):
            report = check.compare(found, answer, any_order=True)
            assert report.difference is None, name
            due = check.claimable(found, tuple(check.GROUPS))
            for field in ("to_move", "legal", "lines", "scores"):
                assert report.claimed[field] == due[field], (name, field)
            allowed = sum(
                len(check.probes(found, number, after)) for number, _, _, after in check.positions(found)
            )
            assert report.claimed["rule"] == allowed, name


def test_the_vectors_agree_with_themselves_and_with_the_index() -> None:
    for name, found in vectors().items():
        assert list(check.faults(found)) == [], name
    assert list(check.index_faults(FOLDER)) == []


# --- They show everything -------------------------------------------------------------------------


def test_every_rule_is_shown() -> None:
    index = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    assert list(index["rules"]) == RULE_IDS
    assert len(RULE_IDS) == 97
    assert [rule for rule, names in index["rules"].items() if not names] == []


def test_the_table_has_every_rule_and_links_to_files() -> None:
    text = (FOLDER / "table.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z_.]+)`", text, re.MULTILINE) == RULE_IDS
    for row in text.splitlines():
        if row.startswith("| `"):
            links = re.findall(r"\]\(([^)]+)\)", row)
            assert links, row
            assert all((FOLDER / link).exists() for link in links)


def test_tests_of_steps_hold_sometimes_and_fail_sometimes() -> None:
    held: dict[str, set[bool]] = {rule: set() for rule in BY_TEST}
    for found in vectors().values():
        for at in steps(found):
            for rule, (_, test) in BY_TEST.items():
                if rule.startswith(f"{found['game']}."):
                    held[rule].add(test(at))
    assert {rule for rule, results in held.items() if results != {True, False}} == set()


REFUSING = {
    "common.over",
    "common.deal",
    "common.pack",
    "common.phase",
    "common.hold",
    "etori.follow",
    "etori.lead",
    "gong_zhu.expose",
    "gong_zhu.lead.free",
    "gong_zhu.follow",
    "gong_zhu.expose.hold",
    "hornafjardarmanni.exchange",
    "hornafjardarmanni.follow",
    "truco.value",
    "truco.call",
    "truco.call.right",
    "truco.envido.window",
    "truco.envido.once",
    "truco.envido.after_truco",
    "truco.envido.own_card",
    "truco.envido.chain",
    "truco.fold.envido",
}
"""The rules that refuse a move."""


def test_every_rule_that_refuses_does_so_somewhere() -> None:
    refused = [
        (found["game"], each["rule"])
        for found in vectors().values()
        for step in found["steps"]
        for each in step.get("refused", [])
    ]
    assert {rule for _, rule in refused} == REFUSING
    for rule in REFUSING:
        games = GAME_NAMES if rule.startswith("common.") else [rule.split(".")[0]]
        assert {game for game, found in refused if found == rule} == set(games)


VALUES: dict[str, dict[str, list[Any]]] = {
    "etori": {
        "players": [4, 6],
        "trump": ["♠", "♥", "♦", "♣"],
        "rensho": ["A♠", "A♥", "A♦", "A♣"],
        "aces": ["dealt", "captured"],
        "direction": ["clockwise", "counterclockwise"],
    },
    "gong_zhu": {
        "players": [4, 5],
        "partnerships": [False, True],
        "exposure": ["open", "none"],
        "first_lead": ["free", "marker"],
        "pig_flips": ["all_hearts", "sweep"],
    },
    "hornafjardarmanni": {
        "nolo_ace": ["high", "low"],
        "deal": ["packets_of_four", "manni_first"],
    },
    "truco": {
        "raise_right": ["acceptor", "either"],
        "envido_after_truco": [False, True],
        "envido_own_card": [True, False],
        "falta": ["nearer", "loser"],
        "fold_to_envido": ["round_value", "decline_and_fold", "forbidden"],
        "envido_reveal": ["points", "cards"],
    },
}
"""All values that an option may have."""

NUMBERS: dict[str, list[str]] = {
    "etori": ["tokens"],
    "gong_zhu": ["removed", "losing_score"],
    "hornafjardarmanni": ["target"],
    "truco": ["target", "max_envidos"],
}
"""Options that may have too many values: at least two unusual ones are used."""


@pytest.mark.parametrize("module", [etori, gong_zhu, hornafjardarmanni, truco], ids=GAME_NAMES)
def test_every_value_of_every_option_is_used(module: Any) -> None:
    name = module.GAME.name
    used: dict[str, list[Any]] = {}
    for found in vectors().values():
        if found["game"] == name:
            for option, value in found["rules"].items():
                used.setdefault(option, []).append(value)
    options = {field.name for field in attrs.fields(module.Rules) if field.init} - {"format"}
    assert set(used) == options == {*VALUES[name], *NUMBERS[name]}
    for option, values in VALUES[name].items():
        assert [value for value in values if value not in used[option]] == [], option
    usual = module.Rules()
    for option in NUMBERS[name]:
        unusual = {str(value) for value in used[option] if value != getattr(usual, option)}
        assert len(unusual) >= 2 or option in ("losing_score",), option
        assert unusual, option


@pytest.mark.parametrize("rules", [etori.Rules.kakeya(), hornafjardarmanni.Rules.cardgames()])
def test_every_preset_is_used(rules: Any) -> None:
    game = "etori" if isinstance(rules, etori.Rules) else "hornafjardarmanni"
    message = codec.encode(rules, game)
    assert any(found["rules"].items() <= message.items() for found in vectors().values())


# --- The page -------------------------------------------------------------------------------------


def fields_of(found: Json) -> set[str]:
    """The names of all fields in a vector, to any depth, but those that are seats, and the options."""
    names: set[str] = set()

    def visit(value: Any) -> None:
        fields: Json = check.as_object(value) or {}
        names.update(name for name in fields if not name.isdigit())
        items: Sequence[Any] = check.as_list(value) or list(fields.values())
        for item in items:
            visit(item)

    visit({**found, "rules": None})
    return names


def test_the_page_names_every_field_and_every_word() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"[`{ ]\"?([a-z_]+)\"?[`:]", text))
    fields: set[str] = set[str]().union(*map(fields_of, vectors().values()))
    asked = {"new", "why_not", "skip", "only", "spectator", *sum(check.GROUPS.values(), ())}
    view: Json = check.Position(pack=[], seats=0).view(None)
    assert sorted((fields | asked | set(check.GROUPS) | set(view)) - named) == []
    words = [call.value for call in truco.Call]
    words += ["exposing", "playing", "exchanging", "no_trumps", "trumps", "nolo"]
    assert [word for word in words if f"`{word}`" not in text and f'"{word}"' not in text] == []


def test_the_page_names_every_rule_that_refuses_in_the_order_of_the_rule_book() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index("| rule | what is refused |") : text.index("## The checker")]
    named = re.findall(r"^\| `([a-z_.]+)` \|", table, re.MULTILINE)
    assert named == [rule for rule in RULE_IDS if rule in REFUSING]
    for game in ("common", *GAME_NAMES):
        book = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
        heads = [rule for rule in re.findall(r"^### `([a-z_.]+)`", book, re.MULTILINE) if rule in REFUSING]
        assert [rule for rule in named if rule.startswith(f"{game}.")] == heads


def test_the_page_has_the_facts_before_the_first_deal() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for module in (etori, gong_zhu, hornafjardarmanni, truco):
        rules: Json = codec.encode(module.Rules(), module.GAME.name)
        usual = [
            found
            for found in vectors().values()
            if found["game"] == module.GAME.name
            and found["rules"].items() <= rules.items()
            and not found["first"]
        ]
        assert usual
        for found in usual:
            step = found["steps"][0]
            assert f"\n{module.GAME.name}: {check.text(step['facts'])}\n" in text
            none = '{"dealt": [], "discarded": [], "drawn": []}' if module is hornafjardarmanni else "[]"
            hands: list[Any] = list(step["own"].values())
            assert {check.text(hand) for hand in hands} == {none}
            assert f"`{none}`" in text


def test_facts_are_what_the_page_says_of_them() -> None:
    """Who leads, what must be led, what is held back: when they are known, and how long."""
    for name, found in vectors().items():
        game, rules = found["game"], found["rules"]
        for number, step, before, after in check.positions(found):
            facts = after.facts
            dealt = facts["number"] > 0
            chosen = dealt and (
                game != "etori" or any(act["move"]["kind"] == "choose_leader" for act in facts["acts"])
            )
            assert (facts["leader"] is not None) == chosen, name
            if chosen and number and before.facts["leader"] is not None and "deal" not in step:
                assert facts["leader"] == before.facts["leader"]
            if game == "gong_zhu":
                marker = facts["number"] == 1 and rules["first_lead"] == "marker"
                assert (facts["opening"] is not None) == marker
                led = {trick["cards"][0][-1] for trick in after.tricks}
                assert facts["held_back"] == [card for card in facts["exposed"] if card[-1] not in led]
                turns = len(facts["acts"]) if dealt else 0
                played = rules["exposure"] == "none" or turns == found["seats"]
                assert facts["phase"] == ("playing" if played else "exposing")
            if game == "hornafjardarmanni":
                counts = [act["move"]["count"] for act in facts["acts"]]
                assert facts["left"] == (16 - sum(counts) if dealt else 0)
                assert facts["phase"] == ("playing" if len(counts) == 3 else "exchanging")
                assert facts["limit"] == 0 or facts["phase"] == "exchanging"
                if dealt:
                    low = facts["contract"]["kind"] == "nolo" and rules["nolo_ace"] == "low"
                    assert facts["contract"]["ace_low"] is low


IN_TIME = {"deal", "trick", "taken"}
"""Fields whose cards come in the order of time, with all within them; any other list of cards is a set."""


def test_every_set_of_cards_is_in_pack_order() -> None:
    seen: set[str] = set()

    def visit(value: Any, field: str, place: dict[str, int]) -> None:
        fields: Json = check.as_object(value) or {}
        for name, part in fields.items():
            if name not in IN_TIME:
                visit(part, field if name.isdigit() else name, place)
        items: Sequence[Any] = check.as_list(value) or []
        cards = [place[item] for item in items if isinstance(item, str) and item in place]
        if cards:
            assert cards == sorted(set(cards)), (field, items)
            seen.add(field)
        for item in items:
            visit(item, field, place)

    for found in vectors().values():
        deck = cardrules.SPANISH if found["game"] == "truco" else cardrules.FRENCH
        place = {str(card): at for at, card in enumerate(deck)}
        assert [place[card] for card in found["pack"]] == sorted(map(place.__getitem__, found["pack"]))
        visit({"removed": found["rules"].get("removed"), "steps": found["steps"]}, "", place)
    known = {
        "cards",
        "exposed",
        "held_back",
        "revealed_cards",
        "any_of",
        "own",
        "dealt",
        "discarded",
        "drawn",
    }
    assert seen == known | {"removed"}
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    said = text[text.index("**Every list of cards that is a set") : text.index("### Steps")]
    assert [field for field in sorted(seen | {"hand", "played"}) if f"`{field}`" not in said] == []


def test_the_page_names_every_rule_of_a_line() -> None:
    text = PAGE.read_text(encoding="utf-8")
    cited = {
        line["rule"]
        for found in vectors().values()
        for step in found["steps"]
        for line in step.get("lines", [])
    }
    assert [rule for rule in sorted(cited) if f"`{rule}`" not in text] == []


def test_the_page_lists_the_packs_in_order() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for pack, between in ((cardrules.FRENCH, " "), (cardrules.SPANISH, ", ")):
        flat = " ".join(text.split())
        assert between.join(map(str, pack)) in flat


def test_the_conversation_on_the_page_is_real() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line[2:]) for line in lines if line.startswith("> {")]
    answered = [json.loads(line[2:]) for line in lines if line.startswith("< {")]
    assert len(asked) == len(answered) > 3
    adapter = Adapter()
    for request, expected in zip(asked, answered, strict=True):
        assert check.differs(adapter.answer(request), expected, "$") is None
