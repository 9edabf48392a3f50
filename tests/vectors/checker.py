"""The program that is published with the vectors, ``docs/conformance/check.py``, as a module."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "conformance"


def _loaded() -> Any:
    spec = importlib.util.spec_from_file_location("conformance_check", FOLDER / "check.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"no check.py in {FOLDER}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


check: Any = _loaded()
