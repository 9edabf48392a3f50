"""The tutorial that builds a game builds the one in ``examples/``, whole and in its order."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from examples import german_whist

PAGE = Path(__file__).parent.parent / "docs" / "tutorial" / "your-own-game.md"
RULE = re.compile(r"`(german_whist\.\w+)`")


def test_the_pieces_of_the_tutorial_are_the_example() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    built = "\n".join(block for block in blocks if not block.startswith(">>>"))
    example = ast.parse(Path(german_whist.__file__).read_text(encoding="utf-8"))
    del example.body[0]  # the docstring of the module
    assert ast.unparse(ast.parse(built)) == ast.unparse(example)


def test_the_rules_of_the_tutorial_are_those_that_the_example_cites() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(german_whist\.\w+)` \|", text, re.MULTILINE)
    source = Path(german_whist.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"german_whist\.\w+", source)) <= set(listed)
    assert set(RULE.findall(text)) == set(listed)
