"""The examples in the docstrings, the README and the docs do what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import cardrules

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(cardrules.__path__, "cardrules.")
    if not module.name.endswith("__main__")
)
PAGES = sorted(
    str(page.relative_to(ROOT)) for page in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")] if page.exists()
)


@pytest.mark.parametrize("name", ["cardrules", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@pytest.mark.parametrize("name", PAGES)
def test_examples_on_pages(name: str) -> None:
    result = doctest.testfile(
        str(ROOT / name), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS
    )
    assert result.failed == 0
