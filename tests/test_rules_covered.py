"""Every rule has a test, a place in the code and a heading in the rule book; no mark names another."""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardrules.refusals
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.rulebook import COMMON, RULES

TESTS = Path(__file__).parent
PAGES = TESTS.parent / "docs" / "rules"
MODULES = {"etori": etori, "gong_zhu": gong_zhu, "hornafjardarmanni": hornafjardarmanni, "truco": truco}
IDS = {"common": [rule.id for rule in COMMON]} | {
    game: [rule.id for rule in rules] for game, rules in RULES.items()
}
ALL_IDS = [rule_id for ids in IDS.values() for rule_id in ids]


def marked_ids() -> Iterator[str]:
    """The ids in every ``pytest.mark.rule(...)`` of the tests."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{path.name}: a rule mark takes plain strings"
                    yield str(argument.value)


def test_every_rule_has_a_test_and_every_mark_a_rule() -> None:
    marked = set(marked_ids())
    assert sorted(set(ALL_IDS) - marked) == [], "rules without a test"
    assert sorted(marked - set(ALL_IDS)) == [], "marks that name no rule"


def said_in(source: str) -> str:
    """The comments and strings of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return "\n".join(token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))


@pytest.mark.parametrize("game", sorted(MODULES))
def test_the_code_cites_every_rule_of_its_game(game: str) -> None:
    folder = Path(inspect.getfile(MODULES[game])).parent
    text = "\n".join(said_in(room.read_text(encoding="utf-8")) for room in sorted(folder.glob("*.py")))
    cited = set(re.findall(rf"\b{game}(?:\.[a-z_]+)+", re.sub(r"cardrules\.games\.\S+", "", text)))
    assert sorted(set(IDS[game]) - cited) == [], "rules that the code does not cite"
    assert sorted(cited - set(IDS[game])) == [], "citations that name no rule"


def test_the_kernel_cites_the_common_rules() -> None:
    text = inspect.getsource(cardrules.refusals)
    assert [rule_id for rule_id in IDS["common"] if rule_id not in text] == []


@pytest.mark.parametrize("page", sorted(IDS))
def test_the_rule_book_has_every_rule_once_and_in_order(page: str) -> None:
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    assert re.findall(r"^### `([a-z_.]+)`", text, re.MULTILINE) == IDS[page]
