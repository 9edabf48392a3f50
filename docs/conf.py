"""How the documentation site is built: ``python -m sphinx -W --keep-going -b html docs site``.

The pages are plain Markdown, which a code host shows as it is; what only a site needs is here: the
navigation, and the links from names in docstrings to what they name and from rule ids to the rules.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

import cardrules
from cardrules import rulebook

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.domains.python import ObjectEntry
    from sphinx.environment import BuildEnvironment

project = "cardrules"
author = "The cardrules authors"
project_copyright = author
release = version = cardrules.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_title = f"cardrules {release}"
html_copy_source = False
html_show_sphinx = False

# Headings get the anchors that code hosts give them.
myst_heading_anchors = 4

# In docstrings a name stands between single backticks, and links to what it names where that is on a page.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# --- Navigation ---------------------------------------------------------------------------------

# The parts of the site: folder, caption, and the pages that come first; the others follow by name.
PARTS = (
    ("tutorial", "Tutorial", ("first-match",)),
    (
        "how-to",
        "How-to guides",
        ("embed", "front-end", "server", "options", "positions", "players", "records"),
    ),
    ("explanation", "Explanation", ("why", "architecture", "hidden-information", "worlds")),
    ("reference", "Reference", ("notation", "records", "json")),
    ("rules", "Rule book", ("common", "etori", "gong_zhu", "hornafjardarmanni", "truco", "worked/index")),
    ("conformance", "Conformance vectors", ()),
    ("counts", "Counts", ()),
)
HERE = Path(__file__).parent


def pages_of(folder: str, first: tuple[str, ...]) -> list[str]:
    """The pages of a folder: those named, as far as they are there, then the others by name.

    A folder in it is one page, its index.
    """
    here = HERE / folder
    found = [page.stem for page in sorted(here.glob("*.md"))]
    found += [f"{page.parent.name}/index" for page in sorted(here.glob("*/index.*"))]
    named = [page for page in first if page in found]
    return named + [page for page in found if page not in named]


def toctree(entries: list[str], caption: str = "") -> str:
    """The directive that puts these pages under the page it stands on, without showing a list there."""
    head = ["```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), ""]
    return "\n".join(["", "", *head, *entries, "```", ""])


def navigation(docname: str) -> str:
    """What is added to a page so that the pages below it are found: to the first page, and to each index."""
    if docname == "index":
        below: list[str] = []
        for folder, caption, first in PARTS:
            pages = pages_of(folder, first)
            entries = ["index"] if "index" in pages else pages
            if entries:
                below.append(toctree([f"{folder}/{page}" for page in entries], caption))
        return "".join(below)
    folder, _, name = docname.rpartition("/")
    if name != "index":
        return ""
    first = next((first for part, _, first in PARTS if part == folder), ())
    below = [page for page in pages_of(folder, first) if page != "index"]
    return toctree(below) if below else ""


def add_navigation(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add the navigation to a page that is about to be read."""
    if Path(app.env.doc2path(docname)).suffix == ".md":
        source[0] += navigation(docname)


def with_navigation(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """The pages to be read anew though they have not changed: those whose navigation may have."""
    return sorted(docname for docname in env.found_docs if docname.rpartition("/")[2] == "index")


# --- Names and signatures in docstrings ---------------------------------------------------------


def link_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """What a name means that is not known as it stands: what `cardrules` has, or the only one so called."""
    if node.get("refdomain") != "py":
        return None
    domain, target = env.get_domain("py"), str(node["reftarget"])
    objects: dict[str, ObjectEntry] = domain.data["objects"]
    found = [f"cardrules.{target}"] if f"cardrules.{target}" in objects else []
    found = found or [name for name in objects if name.endswith(f".{target}")]
    if len({(objects[name].docname, objects[name].node_id) for name in found}) != 1:
        return None
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", found[0], node, contnode)


def shorten_signature(
    app: Sphinx, what: str, name: str, of: object, options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """A signature in which defaults that cannot be written down are three dots."""
    unwritten = r"NOTHING|<built-in [^<>]*>|<function [^<>]*(<lambda>)?>"
    return signature and re.sub(unwritten, "...", signature), returns


# --- Links to the rules -------------------------------------------------------------------------

# The page of each rule, by its id.
RULES = {rule.id: page for page, rules in rulebook.RULES.items() for rule in rules}
RULES |= {rule.id: "common" for rule in rulebook.COMMON}


def name_rules(app: Sphinx, doctree: nodes.document) -> None:
    """Give the heading of each rule its id as an address, as in ``rules/etori.html#etori.follow``."""
    if Path(doctree["source"]).parent.name == "rules":
        for section in doctree.findall(nodes.section):
            rule = section[0][0].astext()
            if rule in RULES:
                section["ids"].append(rule)


def link_rules(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let a rule's id lead to the rule, wherever it stands by itself as code."""
    for node in list(doctree.findall(nodes.literal)):
        rule = node.astext()
        if rule in RULES and not isinstance(node.parent, nodes.reference | nodes.title):
            page = app.builder.get_relative_uri(docname, f"rules/{RULES[rule]}")
            link = nodes.reference("", "", node.deepcopy(), internal=True, refuri=f"{page}#{rule}")
            node.replace_self(link)


def setup(app: Sphinx) -> None:
    """Add to Sphinx what is defined here."""
    app.connect("source-read", add_navigation)
    app.connect("env-get-outdated", with_navigation)
    app.connect("missing-reference", link_name)
    app.connect("doctree-read", name_rules)
    app.connect("doctree-resolved", link_rules)
    app.connect("autodoc-process-signature", shorten_signature)
