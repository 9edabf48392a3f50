"""``python -m tests.make_vectors`` makes the conformance vectors anew; with ``--check`` it only compares.

It writes a file for each vector, ``index.json`` and ``table.md`` in ``docs/conformance/``. The same files
come of it on every machine and every Python. A vector that is different than before is a change of behaviour.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.vectors.books import files
from tests.vectors.checker import FOLDER


def differing(made: dict[str, str]) -> list[str]:
    """The files that are not there, not as they were made, or there without having been made."""
    found = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.glob("*/*.json")}
    found |= {name: FOLDER / name for name in ("index.json", "table.md") if (FOLDER / name).exists()}
    texts = {name: path.read_bytes() for name, path in found.items()}
    names = dict.fromkeys((*made, *texts))
    return [name for name in names if name not in made or texts.get(name) != made[name].encode()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the vectors, or compare them; the exit status is 1 where some were to be compared and differ."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.make_vectors", description="Make the conformance vectors."
    )
    parser.add_argument("--check", action="store_true", help="compare only, and write nothing")
    check: bool = parser.parse_args(arguments).check
    terminal = sys.stderr.isatty()

    def told(name: str) -> None:
        if terminal:
            print(f"\r\x1b[K{name}", end="", file=sys.stderr, flush=True)

    made = files(told)
    if terminal:
        print("\r\x1b[K", end="", file=sys.stderr)
    changed = differing(made)
    if not check:
        for name in changed:
            path = FOLDER / name
            if name in made:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(made[name].encode())
            else:
                path.unlink()
    size = sum(len(text.encode()) for text in made.values())
    done = "differ" if check else "written anew"
    for name in changed:
        print(name if name in made else f"{name}, which is no vector")
    print(f"{len(made) - 2} vectors, {size / 1e6:.2f} MB; {len(changed)} files {done}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
