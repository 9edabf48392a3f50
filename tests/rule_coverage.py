"""``python -m tests.rule_coverage [--check]`` writes, or compares, the page that says where each rule is.

For every rule of the rule book: where the code cites it, which tests are marked with it, and which
conformance vectors show it. The page is ``docs/rules/coverage.md``.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import attrs

import cardrules
from cardrules.rulebook import COMMON, RULES, Rule

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
PACKAGE = Path(cardrules.__file__).parent
PAGE = DOCS / "rules" / "coverage.md"
VECTORS = DOCS / "conformance" / "index.json"

TITLES = {
    "common": "Common rules",
    "etori": "Etori",
    "gong_zhu": "Gong Zhu",
    "hornafjardarmanni": "Hornafjarðarmanni",
    "truco": "Truco",
}
BOOK: Mapping[str, Sequence[Rule]] = {"common": COMMON, **RULES}
_ID = re.compile(rf"(?<![\w.])(?:{'|'.join(BOOK)})(?:\.[a-z_]+)+(?!\w)")
KINDS = {"S": "source", "R": "ruling", "S/R": "source and ruling"}

# --- Where the code cites a rule ----------------------------------------------------------------


def _said_in(source: str) -> Iterator[tuple[int, str]]:
    """Every line of the comments and strings of a module, with its number; examples are left out."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            example = False
            for number, line in enumerate(token.string.splitlines(), token.start[0]):
                example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
                if not example:
                    yield number, line


def _name_of(node: ast.stmt) -> str | None:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return None


def place_of(body: Sequence[ast.stmt], line: int) -> str | None:
    """What a line belongs to: the function, class or name around it, or else the one that follows it."""
    before: str | None = None
    for node in body:
        name = _name_of(node)
        decorators: list[ast.expr] = getattr(node, "decorator_list", [])
        start = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        if isinstance(node, ast.Expr) and line >= start:  # a text after what it describes
            name = before
        if line < start or line <= (node.end_lineno or start):
            if isinstance(node, ast.ClassDef) and line >= node.body[0].lineno:
                inner = place_of(node.body, line)
                return f"{name}.{inner}" if inner else name
            return name
        before = name
    return None


def cited() -> dict[str, dict[str, list[str]]]:
    """By rule id: the files of the package that cite it, each with the functions and names that do.

    The rules of a game are looked for in the game's own folder, the common ones in the files that all
    games share and in those of the games.
    """
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    files = [*sorted(PACKAGE.glob("*.py")), *sorted(PACKAGE.glob("games/*/*.py"))]
    for path in files:
        source, file = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix()
        tree = ast.parse(source)
        for number, line in _said_in(source):
            for rule_id in _ID.findall(line):
                game = rule_id.partition(".")[0]
                place = place_of(tree.body, number)
                if place and (game == "common" or file.startswith(f"games/{game}/")):
                    places = found[rule_id][file]
                    if place not in places:
                        places.append(place)
    return found


# --- Which tests are marked with a rule ---------------------------------------------------------


def _marks(node: ast.AST, named: Mapping[str, list[str]]) -> list[str]:
    """The ids that a decorator or a wrapping call marks a test with."""
    ids: list[str] = []
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and ast.unparse(part.func) == "pytest.mark.rule":
            ids += [str(ast.literal_eval(argument)) for argument in part.args]
        elif isinstance(part, ast.Name):
            ids += named.get(part.id, [])
    return ids


def marked() -> dict[str, dict[str, list[str]]]:
    """By rule id: the files of the tests that are marked with it, each with the names of these tests."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(TESTS.rglob("test_*.py")):
        named: dict[str, list[str]] = {}
        file = path.relative_to(TESTS.parent).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            name = _name_of(node)
            if name is None:
                continue
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                methods = [part for part in ast.walk(node) if isinstance(part, ast.FunctionDef)]
                tests = [(name, node.decorator_list)]
                tests += [
                    (f"{name}.{part.name}", part.decorator_list) for part in methods if part is not node
                ]
                given = [
                    (test, ids)
                    for test, decorators in tests
                    for ids in (_marks(decorator, named) for decorator in decorators)
                ]
            elif name.startswith("Test"):  # a suite of one game, made by a call: its marks are for all games
                game = name.removeprefix("Test").lower()
                ids = _marks(node, named)
                own = [one for one in ids if one.partition(".")[0].replace("_", "") in ("common", game)]
                given = [(name, own)]
            else:
                named[name] = _marks(node, named)
                given = []
            for test, ids in given:
                for rule_id in ids:
                    if test not in found[rule_id][file]:
                        found[rule_id][file].append(test)
    return found


# --- Which vectors show a rule ------------------------------------------------------------------


def shown() -> dict[str, list[str]] | None:
    """By rule id: the names of the conformance vectors that show it; ``None`` where there is no index."""
    if not VECTORS.exists():
        return None
    index: dict[str, dict[str, list[str]]] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return index["rules"]


# --- The page -----------------------------------------------------------------------------------


@attrs.frozen
class Coverage:
    """Where every rule is: in the code, in the tests, in the vectors (``None``: there are none yet)."""

    code: Mapping[str, Mapping[str, Sequence[str]]]
    tests: Mapping[str, Mapping[str, Sequence[str]]]
    vectors: Mapping[str, Sequence[str]] | None

    @classmethod
    def found(cls) -> Coverage:
        """What is there now."""
        return cls(cited(), marked(), shown())


def anchor(rule: Rule) -> str:
    """The anchor of a rule's heading on the page of its game, as code hosts make it."""
    heading = f"{rule.id} — {rule.title}".lower().replace(" ", "-")
    return re.sub(r"[^\w-]", "", heading)


def _code(files: Mapping[str, Sequence[str]]) -> str:
    links: list[str] = []
    for file, places in files.items():
        where = ", ".join(f"`{place}`" for place in places)
        links.append(f"{where} in [{file.rpartition('/')[2]}](../../src/cardrules/{file})")
    return "; ".join(links)


def _tests(files: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(
        f"{len(names)} in [{file.rpartition('/')[2].removesuffix('.py')}](../../{file})"
        for file, names in files.items()
    )


def _vectors(names: Sequence[str], rules_shown: Mapping[str, int]) -> str:
    """Two vectors that show a rule and little else, and how many more there are."""
    if not names:
        return "—"
    names = sorted(names, key=lambda name: (rules_shown[name], name))
    links = [f"[{name.rpartition('/')[2]}](../conformance/{name}.json)" for name in names[:2]]
    more = len(names) - len(links)
    return ", ".join(links) + (f" and [{more} more](../conformance/table.md)" if more else "")


def page(coverage: Coverage) -> str:
    """The page on where every rule is, in the order of the rule book."""
    vectors = "conformance vectors"
    if coverage.vectors is not None:
        vectors = f"[{vectors}](../conformance/index.md)"
    parts = [_HEAD.format(vectors=vectors), *_summary(coverage)]
    rules_shown = Counter(name for names in (coverage.vectors or {}).values() for name in names)
    for game, rules in BOOK.items():
        parts += ["", f"## {TITLES[game]}", ""]
        parts += ["| rule | the code applies it in | tests | vectors |", "|---|---|---|---|"]
        for rule in rules:
            cells = (
                f"[`{rule.id}`]({game}.md#{anchor(rule)})<br>{rule.title} ({KINDS[rule.kind]})",
                _code(coverage.code.get(rule.id, {})),
                _tests(coverage.tests.get(rule.id, {})),
                _vectors((coverage.vectors or {}).get(rule.id, ()), rules_shown),
            )
            parts.append(f"| {' | '.join(cells)} |")
        parts += ["", "<details>", f"<summary>The tests by name: {TITLES[game]}</summary>", ""]
        for rule in rules:
            parts.append(f"- `{rule.id}`")
            for file, names in coverage.tests.get(rule.id, {}).items():
                parts.append(f"  - {file}: {', '.join(f'`{name}`' for name in names)}")
        parts += ["", "</details>"]
    return "\n".join(parts) + "\n"


def _summary(coverage: Coverage) -> Iterator[str]:
    yield "| | rules | from the source | rulings | both | tests | vectors |"
    yield "|---|---|---|---|---|---|---|"
    for game, rules in BOOK.items():
        kinds = [rule.kind for rule in rules]
        tests = {
            (file, name)
            for rule in rules
            for file, names in coverage.tests.get(rule.id, {}).items()
            for name in names
        }
        names = {name for rule in rules for name in (coverage.vectors or {}).get(rule.id, ())}
        counts = (
            len(rules),
            *(kinds.count(kind) for kind in ("S", "R", "S/R")),
            len(tests),
            len(names) or "—",
        )
        title = f"[{TITLES[game]}](#{TITLES[game].lower().replace(' ', '-')})"
        yield f"| {' | '.join(map(str, (title, *counts)))} |"


_HEAD = """\
# Where every rule is

Each rule of the rule book, the place in the code that applies it, the tests that check it, and the
{vectors} that show it. A place in the code is a function, class or constant that
cites the id; a test is marked with the ids that it checks. The command `python -m tests.rule_coverage` makes
this page, and a test compares it.
"""


def main(arguments: Sequence[str]) -> int:
    """Write the page, or with ``--check`` say whether it is as it would be written."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    text = page(Coverage.found())
    if not arguments:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    same = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
    print("up to date" if same else f"{PAGE.name} is out of date: run python -m tests.rule_coverage")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
