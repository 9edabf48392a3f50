"""The program that is published with the vectors, ``docs/conformance/check.py``, as a module."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "conformance"


def _loaded(name: str, called: str) -> Any:
    spec = importlib.util.spec_from_file_location(called, FOLDER / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"no {name}.py in {FOLDER}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[called] = module  # dataclasses, and the other file, look their module up
    spec.loader.exec_module(module)
    return module


reading: Any = _loaded("vectors", "vectors")
check: Any = _loaded("check", "conformance_check")
