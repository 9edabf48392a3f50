"""``python -m cardrules.schema [FOLDER [NAME …]]`` writes the JSON Schemas, by default the package's."""

from __future__ import annotations

import sys
from pathlib import Path

from cardrules.schema import GAMES, RECORD, made


def main(arguments: list[str]) -> None:
    """Write the schema of each game, and of records, into a folder."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments[1:] or (*GAMES, RECORD):
        path = folder / f"{name}.json"
        path.write_text(made(name), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
