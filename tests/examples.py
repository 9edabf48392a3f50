"""What the laws must be told of the example games, made from their rules and not from what they show."""

from __future__ import annotations

from typing import Any

from cardrules import FRENCH
from cardrules.testing import Laws
from cardrules.testing.walking import AnyGame
from examples import german_whist


def whist_told(state: Any) -> object:
    """The cards that lay face up: every other card of the stock, as it was dealt."""
    stock = german_whist.original(state)[1]
    return tuple(stock[: 2 * len(state.secrets.own[0].come) + 1 : 2])


def hearts_told(state: Any) -> object:
    """Who leads the first trick holds 2♣."""
    return None if state.deal.leader is None else (state.deal.leader, FRENCH["2♣"])


def hearts_places(state: Any) -> dict[str, Any]:
    """Cards that have been passed lie on the table until all have passed."""
    under_way = state.deal.leader is None
    passed = {f"passed by {at}": own.gone if under_way else () for at, own in enumerate(state.secrets.own)}
    hands = {f"in hand {seat}": state.hand(seat) for seat in range(4)}
    return {"played": state.played, **hands, **passed}


def oh_hell_told(state: Any) -> object:
    """The first card after the hands lies face up."""
    return state.secrets.stock[0] if state.secrets.stock else None


def laws_of(game: AnyGame, **more: Any) -> Laws:
    """An example, or a copy of one, as its laws see it."""
    if game.name == "hearts":
        return Laws(game, told=hearts_told, places=hearts_places, **more)
    told = {"german_whist": whist_told, "oh_hell": oh_hell_told}
    return Laws(game, told=told[game.name], **more)
