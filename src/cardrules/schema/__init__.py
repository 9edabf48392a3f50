"""The JSON Schema of every game's messages: a file a game, which comes with the package.

The files are made from the types that read the messages, by ``python -m cardrules.schema``; reading them
needs no optional package.

>>> import json
>>> json.loads(shipped("truco"))["title"]
'Messages of Truco, version 1'
"""

from __future__ import annotations

import json
from importlib.resources import files

GAMES = ("etori", "gong_zhu", "hornafjardarmanni", "truco")
"""The games whose schemas come with the package."""


def shipped(game: str) -> str:
    """The schema of a game of this package as it was shipped, as text (`FileNotFoundError` for any other)."""
    return files(__name__).joinpath(f"{game}.json").read_text(encoding="utf-8")


def made(game: str) -> str:
    """The schema of any game, made now, as text (needs the extra ``json``)."""
    from cardrules.codec import schema

    return json.dumps(schema(game), ensure_ascii=False, indent=1) + "\n"
