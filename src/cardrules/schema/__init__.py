"""The JSON Schemas that come with the package: of every game's messages, a file a game, and of records.

The files are made by ``python -m cardrules.schema``, those of messages from the types that read them;
reading them needs no optional package.

>>> import json
>>> json.loads(shipped("truco"))["title"], json.loads(shipped("record"))["title"]
('Messages of Truco, version 1', 'Records of matches, version 1')
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

GAMES = ("etori", "gong_zhu", "hornafjardarmanni", "truco")
"""The games whose schemas come with the package."""


RECORD = "record"
"""What the schema of records is called."""


def shipped(name: str) -> str:
    """The schema of a game of this package, or of records, as text (`FileNotFoundError` for any other)."""
    return files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")


def made(name: str) -> str:
    """The schema of any game (which needs the extra ``json``), or of records, made now, as text."""
    schema: dict[str, Any]
    if name == RECORD:
        from cardrules.schema.records import record_schema

        schema = record_schema(GAMES)
    else:
        from cardrules.codec import schema as schema_of

        schema = schema_of(name)
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
