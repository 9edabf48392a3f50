"""All vectors as files, with their index and their table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from cardrules.rulebook import COMMON, RULES, find
from tests.vectors import etori, gong_zhu, hornafjardarmanni, truco
from tests.vectors.playing import Plan
from tests.vectors.shown import BY_TEST, shown
from tests.vectors.writing import VERSION, Json, text_of, vector

RULE_IDS = [rule.id for rules in (COMMON, *RULES.values()) for rule in rules]
_FIRST = 6  # of the vectors that show a rule, how many the table names


def plans() -> Iterator[Plan]:
    """All vectors that there are, game by game."""
    for game in (etori, gong_zhu, hornafjardarmanni, truco):
        yield from game.plans()


def made(plan: Plan) -> Json:
    """A vector with what it shows."""
    found = vector(plan)
    found["shows"] = shown(found, RULE_IDS)
    return found


def files(told: Callable[[str], None] = lambda text: None) -> dict[str, str]:
    """The text of every file that is made, by its path; ``told`` hears of each."""
    vectors: dict[str, Json] = {}
    texts: dict[str, str] = {}
    for plan in plans():
        name = f"{plan.game.name}/{plan.name}"
        if name in vectors:
            raise ValueError(f"two vectors are called {name}")
        told(name)
        vectors[name] = made(plan)
        texts[f"{name}.json"] = text_of(vectors[name])
    texts = {f"{name}.json": texts[f"{name}.json"] for name in sorted(vectors)}
    names = {rule: sorted(name for name in vectors if rule in vectors[name]["shows"]) for rule in RULE_IDS}
    texts["index.json"] = _index(vectors, texts, names)
    texts["table.md"] = _table(vectors, names)
    return texts


def _index(vectors: Mapping[str, Json], texts: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> str:
    entries = [
        {
            "file": file,
            "game": vectors[file.removesuffix(".json")]["game"],
            "about": vectors[file.removesuffix(".json")]["about"],
            "steps": len(vectors[file.removesuffix(".json")]["steps"]),
            "bytes": len(text.encode()),
        }
        for file, text in texts.items()
    ]
    rows = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    by_rule = ",\n".join(f"{json.dumps(rule)}: {json.dumps(found)}" for rule, found in names.items())
    return f'{{\n"version": {VERSION},\n"vectors": [\n{rows}\n],\n"rules": {{\n{by_rule}\n}}\n}}\n'


_TABLE = """\
# Which vector shows which rule

This page is made together with the vectors. A vector shows a rule where one of its lines, refusals or
outcomes cites it; other rules are shown by steps, which the second column describes. At most six vectors
are named for each rule, first those that show little else; [index.json](index.json) names all.

"""


def _table(vectors: Mapping[str, Json], names: Mapping[str, Sequence[str]]) -> str:
    parts = [_TABLE.rstrip() + "\n"]
    for game, title in (("common", "Common rules"), *_titles()):
        parts.append(f"\n## {title}\n\n| rule | shown by | vectors |\n|---|---|---|\n")
        for rule in RULE_IDS:
            if rule.startswith(f"{game}."):
                parts.append(_row(rule, vectors, names[rule]))
    return "".join(parts)


def _titles() -> Iterator[tuple[str, str]]:
    for module in (etori, gong_zhu, hornafjardarmanni, truco):
        yield module.GAME.name, module.GAME.title


def _row(rule: str, vectors: Mapping[str, Json], names: Sequence[str]) -> str:
    cited = _cited(rule, [vectors[name] for name in names])
    how = [f"a {kind} that cites it" if kind != "outcome" else "an outcome that cites it" for kind in cited]
    if rule in BY_TEST:
        how.append(BY_TEST[rule][0])
    # Those that show few rules are about this one.
    best = sorted(names, key=lambda name: (len(vectors[name]["shows"]), name))[:_FIRST]
    links = ", ".join(
        f"[{name.split('/')[1] if rule[:6] != 'common' else name}]({name}.json)" for name in best
    )
    more = f" and {len(names) - len(best)} more" if len(names) > len(best) else ""
    return f"| `{rule}` {find(rule).title} | {'; '.join(how)} | {links}{more} |\n"


def _cited(rule: str, vectors: Sequence[Json]) -> list[str]:
    """How a rule is cited in these vectors: by a line, a refusal, an outcome."""
    steps = [step for found in vectors for step in found["steps"]]
    kinds = {
        "line": any(line["rule"] == rule for step in steps for line in step.get("lines", [])),
        "refusal": any(refused["rule"] == rule for step in steps for refused in step.get("refused", [])),
        "outcome": any(step.get("outcome", {}).get("rule") == rule for step in steps),
    }
    return [kind for kind, found in kinds.items() if found]
