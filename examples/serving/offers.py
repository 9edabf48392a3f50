"""What the server offers: games with fixed options, and the players that may take an empty seat.

A client names one of these. Rules that a client sends are never used.
"""

from __future__ import annotations

from typing import Any

import attrs

from cardrules import Game
from cardrules.games import gong_zhu, truco


@attrs.frozen
class Preset:
    """A game with its options: what clients call it, what people read, and what is played."""

    name: str
    title: str
    game: Game[Any, Any, Any, Any]
    rules: Any

    @property
    def seats(self) -> int:
        """How many play."""
        seats: int = self.rules.format.seating.seats
        return seats


def _listed(*presets: Preset) -> dict[str, Preset]:
    return {preset.name: preset for preset in presets}


PRESETS = _listed(
    Preset("truco", "Truco, to 15", truco.GAME, truco.Rules()),
    Preset("truco_30", "Truco, to 30", truco.GAME, truco.Rules(target=30)),
    Preset("truco_5", "Truco, a short match to 5", truco.GAME, truco.Rules(target=5)),
    Preset("gong_zhu", "Gong Zhu for four", gong_zhu.GAME, gong_zhu.Rules()),
    Preset("gong_zhu_pairs", "Gong Zhu, two pairs", gong_zhu.GAME, gong_zhu.Rules(partnerships=True)),
    Preset("gong_zhu_five", "Gong Zhu for five", gong_zhu.GAME, gong_zhu.Rules(players=5)),
    Preset(
        "gong_zhu_300", "Gong Zhu, a short match to −300", gong_zhu.GAME, gong_zhu.Rules(losing_score=-300)
    ),
)
"""The games that can be chosen, by name."""

BOTS = {"monte-carlo": "monte-carlo:15", "random": "random"}
"""The players that may fill a seat: what clients call them, and what `cardrules.players.maker_of` does."""
