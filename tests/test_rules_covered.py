"""Every rule has a test, a place in the code and a heading in the rule book; no mark names another.

Where each of them is stands on the page ``docs/rules/coverage.md``, which is compared here.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import pytest

import cardrules.refusals
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.rulebook import COMMON, RULES, VERSION
from tests import rule_coverage

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


@pytest.mark.parametrize("page", sorted(IDS))
def test_the_rule_book_has_the_titles_and_kinds_of_the_short_rules(page: str) -> None:
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    written = re.findall(r"^### `([a-z_.]+)` — (.+)\n\n\*(.+?)\.\*", text, re.MULTILINE)
    kinds = {"S": "Source", "R": "Ruling", "S/R": "Source and ruling"}
    rules = COMMON if page == "common" else RULES[page]
    assert written == [(rule.id, rule.title, kinds[rule.kind]) for rule in rules]


def sections(page: str) -> dict[str, str]:
    """The rules of a page by id: what stands under each heading."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    parts = re.split(r"^#+ (.*)$", text, flags=re.MULTILINE)[1:]
    return {
        head.split("`")[1]: body for head, body in zip(parts[::2], parts[1::2], strict=True) if "`" in head
    }


@pytest.mark.parametrize("page", sorted(RULES))
def test_every_ruling_has_its_reason(page: str) -> None:
    said = sections(page)
    without = [rule.id for rule in RULES[page] if "R" in rule.kind and "\nWhy" not in said[rule.id]]
    assert without == []


def options(page: str) -> list[list[str]]:
    """The rows of a page's table of options: option, values, usual value, what it changes, rules."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8").split("\n## Options\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `.*\|$", text, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("page", sorted(RULES))
def test_every_option_is_told_with_its_values_and_what_it_changes(page: str) -> None:
    rules: type[Any] = MODULES[page].Rules
    fields = [field for field in attrs.fields(rules) if field.init and not field.kw_only]
    rows = options(page)
    assert [row[0].strip("`") for row in rows] == [field.name for field in fields]
    hints = get_type_hints(rules)
    for field, (_, values, usual, what, concerned) in zip(fields, rows, strict=True):
        value = getattr(rules(), field.name)
        if value is not None:
            plain = usual.strip("`").replace("−", "-")
            assert plain in (str(value), repr(value), f'"{value}"'), field.name
        if get_origin(hints[field.name]) is Literal:
            assert set(re.findall(r'`"(\w+)"`', values)) == set(get_args(hints[field.name]))
        elif hints[field.name] is bool:
            assert set(re.findall(r"`(\w+)`", values)) == {"True", "False"}
        assert what
        cited = re.findall(r"`([\w.]+)`", concerned)
        assert cited
        assert set(cited) <= set(IDS[page])
        # And the rule itself names the option.
        said = sections(page)
        assert any(f"`{field.name}`" in said[rule_id] for rule_id in cited), field.name


@pytest.mark.parametrize("page", sorted(RULES))
def test_every_preset_is_told(page: str) -> None:
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    rules: type[Any] = MODULES[page].Rules
    made = {name for name, value in vars(rules).items() if isinstance(value, classmethod) and name != "study"}
    assert set(re.findall(r"`Rules\.(\w+)\(\)`", text)) == made
    assert bool(made) != ("There are no presets." in text)


def test_the_history_ends_with_this_version_and_counts_its_rules_and_options() -> None:
    text = (PAGES / "history.md").read_text(encoding="utf-8")
    many = sum(len(options(page)) for page in RULES)
    assert f"{len(ALL_IDS)} rules, of which {len(COMMON)} are common to all games, and {many} options" in text
    versions = [int(version) for version in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)]
    assert versions == list(range(1, VERSION + 1))


# --- The page on where every rule is ------------------------------------------------------------

COVERAGE = rule_coverage.Coverage.found()


def test_the_page_on_coverage_is_up_to_date() -> None:
    text = rule_coverage.PAGE.read_text(encoding="utf-8")
    assert text == rule_coverage.page(COVERAGE), "run python -m tests.rule_coverage"


@pytest.mark.parametrize("rule_id", ALL_IDS)
def test_every_rule_is_applied_and_checked(rule_id: str) -> None:
    assert any(COVERAGE.code.get(rule_id, {}).values()), "no place in the code cites it"
    assert any(COVERAGE.tests.get(rule_id, {}).values()), "no test is marked with it"


def test_every_rule_is_shown_by_a_vector() -> None:
    if COVERAGE.vectors is None:
        pytest.skip("there are no conformance vectors")
    assert [rule_id for rule_id in ALL_IDS if not COVERAGE.vectors.get(rule_id)] == []
    assert sorted(set(COVERAGE.vectors) - set(ALL_IDS)) == [], "vectors that show no rule of the book"


def test_what_a_line_belongs_to() -> None:
    source = "# a\nB = 1\n\nclass C:\n    d: int  # d\n\n    # e\n    def e(self):\n        return 1  # e\n"
    body = ast.parse(source + '\nF = 2\n"""Of F."""\n').body
    lines = {1: "B", 2: "B", 4: "C", 5: "C.d", 7: "C.e", 9: "C.e", 11: "F", 12: "F", 13: None}
    assert {line: rule_coverage.place_of(body, line) for line in lines} == lines


def test_links_on_the_page_on_coverage_lead_to_headings() -> None:
    text = rule_coverage.PAGE.read_text(encoding="utf-8")
    linked = re.findall(r"^\| \[`[a-z_.]+`\]\((\w+)\.md#([^)]+)\)", text, re.MULTILINE)
    assert len(linked) == len(ALL_IDS)
    for page in IDS:
        headings = re.findall(r"^### (.+)$", (PAGES / f"{page}.md").read_text(encoding="utf-8"), re.MULTILINE)
        # The anchor of a heading on a code host: letters, digits, hyphens and underscores, in small letters.
        anchors = [re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in headings]
        assert [anchor for to, anchor in linked if to == page] == anchors
