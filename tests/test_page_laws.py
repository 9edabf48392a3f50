"""What the pages say of tests and installing: the games keep the laws as the page on testing tells them."""

from __future__ import annotations

import doctest
import unittest
from pathlib import Path
from typing import Any

import pytest

from cardrules.testing import LawBroken, check
from examples import german_whist

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/how-to/test-your-game.md"


def shown(name: str) -> Any:
    """What the page calls by this name, after the example that makes it."""
    names: dict[str, Any] = {"__name__": "page"}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")):
        if doctest.SKIP in example.options or "check(" in example.source:  # that one fails, to show how
            continue
        exec(example.source, names)
        if name in names:
            return names[name]
    raise LookupError(name)


TestGermanWhist = shown("TestGermanWhist")


@pytest.mark.parametrize(
    "law", ["every_card_is_in_one_place", "views_tell_nothing_hidden", "json_tells_nothing_hidden"]
)
def test_hearts_keeps_the_laws_that_the_page_tells_of_its_cards(law: str) -> None:
    result = unittest.TestResult()
    shown("TestHearts")(f"test_{law}").run(result)
    assert result.testsRun == 1
    assert result.wasSuccessful(), (result.failures, result.errors)


def test_without_what_is_told_a_card_turned_up_is_a_leak_as_the_page_says() -> None:
    with pytest.raises(LawBroken, match="turned"):
        check(german_whist.GAME, "views_tell_nothing_hidden")


@pytest.mark.parametrize(
    "page", ["docs/how-to/server.md", "docs/how-to/test-your-game.md", "examples/server.py"]
)
def test_extras_are_installed_from_a_clone(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "pip install -e '.[" in text
    assert "'cardrules[" not in text
