"""The documentation as files: links lead somewhere, and everything public is on a page of the reference.

That the site can be built without a warning is for ``python -m sphinx -W --keep-going -b html docs site``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
MODULES = (
    *("cardrules", "cardrules.codec", "cardrules.notation", "cardrules.records"),
    *("cardrules.rulebook", "cardrules.testing"),
    *(f"cardrules.games.{game}" for game in ("etori", "gong_zhu", "hornafjardarmanni", "truco")),
)
# The verbs of each game's module, which are described for all games in one place.
VERBS = {
    *("new_match", "shuffle", "arrange", "why_not", "observe", "events", "outcome", "advance", "replay"),
    *("worlds", "determinize"),
}


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w-]", "", heading.strip().lower().replace(" ", "-")) for heading in headings}


@pytest.mark.skipif(not (ROOT / "src").exists(), reason="the rest of the repository is not here")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    known: dict[Path, set[str]] = {}
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{link} leads nowhere"
        if anchor:
            assert anchor in known.setdefault(target, anchors(target)), f"{link} leads to no heading"


def directives(page: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The directives of a page of the reference: what each is, its name without arguments, its options."""
    for block in re.split(r"^\.\. ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        found = re.match(r"([\w:]+):: ?([\w.]*)", block)
        assert found, f"{page.name}: no directive: {block}"
        yield found[1], found[2], dict(re.findall(r"^   :([\w-]+): ?(.*)$", block, re.MULTILINE))


def documented() -> Counter[str]:
    """Every name that a page of the reference describes, as its module has it, and how often."""
    names: Counter[str] = Counter()
    for page in sorted((DOCS / "reference" / "api").glob("*.rst")):
        module = ""
        for directive, name, options in directives(page):
            if directive in ("module", "currentmodule", "automodule"):
                module = name
                if "members" in options:
                    public: list[str] = getattr(import_module(module), "__all__", [])
                    # A value has no docstring: where it is public, it is described by hand.
                    members = re.findall(r"\w+", options["members"]) or [
                        one for one in public if not one.isupper()
                    ]
                    left_out = re.findall(r"\w+", options.get("exclude-members", ""))
                    names.update(f"{module}.{one}" for one in members if one not in left_out)
            elif re.match(r"auto|py:", directive) and "no-index" not in options:
                names[name if name.startswith("cardrules.") else f"{module}.{name}"] += 1
    return names


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_is_on_one_page_of_the_reference(module: str) -> None:
    names, own, whole = documented(), import_module(module), import_module("cardrules")
    for name in own.__all__:
        shared = module != "cardrules" and getattr(whole, name, None) is getattr(own, name)
        if not shared and not (module.startswith("cardrules.games.") and name in VERBS):
            assert names[f"{module}.{name}"] == 1, f"{module}.{name} is on {names[f'{module}.{name}']} pages"
