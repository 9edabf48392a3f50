"""A table: who sits at it, the state of the match, and who is told what.

The state is the only one there is. Every client gets what its seat may know: a view when it comes, the
events of every move as its seat sees them, and its view again when it is to move.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import attrs
import msgspec

import cardrules
from cardrules import codec
from cardrules.errors import DecodeError
from cardrules.players import Player, maker_of

from .messages import Refusal, write, written
from .offers import BOTS, Preset

Client = object
"""A connection, as the network knows it; here it is only told apart from others."""

Outbox = list[tuple[Client, str]]
"""What is to be sent, in order: to whom, and the text."""

Dealer = Callable[[Any], cardrules.Deal]
"""From a state that awaits a deal to the deal."""

MOST_WATCHING = 50
"""How many may look on at one table."""


@attrs.define
class Seat:
    """Who sits at one seat: nobody (``who`` is "free"), a "person" or a "bot"."""

    who: str = "free"
    name: str = ""
    token: str = ""
    client: Client | None = None
    player: Player[Any, Any] | None = None
    ready: bool = False
    since: int = 0
    """The first match that this one plays here; of an earlier one it sees what a spectator does."""


class Table:
    """One table, from the first who sits down to the last who leaves.

    Methods are told which client asks for what, and return what is to be sent. They raise `Refusal`, and
    nothing has changed then.
    """

    def __init__(self, name: str, preset: Preset, dealer: Dealer, chance: Random) -> None:
        self.name = name
        self.preset = preset
        self.game = preset.game
        self.seats = [Seat() for _ in range(preset.seats)]
        self.watching: list[Client] = []
        self.matches = 0
        self.state = self.game.new_match(preset.rules)
        self._dealer = dealer
        self._chance = chance

    # --- What there is to know of it --------------------------------------------------------------

    @property
    def phase(self) -> str:
        """ "waiting" for players, "playing", "between" two deals, or "over"."""
        if self.state.match.outcome is not None:
            return "over"
        if self.state.to_move is not None:
            return "playing"
        return "between" if self.state.deal.number else "waiting"

    @property
    def people(self) -> list[Seat]:
        """The seats of people, whether they are connected or not."""
        return [seat for seat in self.seats if seat.who == "person"]

    @property
    def clients(self) -> Iterator[tuple[Client, int | None]]:
        """Everybody who is connected, with the seat, or ``None`` for who looks on."""
        for number, seat in enumerate(self.seats):
            if seat.client is not None:
                yield seat.client, number
        for client in self.watching:
            yield client, None

    def seat_of(self, client: Client) -> int | None:
        """The seat of a client that is at this table."""
        return next((number for one, number in self.clients if one == client), None)

    def line(self) -> dict[str, object]:
        """The table in the list of tables."""
        free = sum(seat.who == "free" for seat in self.seats)
        return {"table": self.name, "preset": self.preset.name, "phase": self.phase, "free": free}

    # --- Coming and going -------------------------------------------------------------------------

    def sit(self, client: Client, name: str) -> Outbox:
        """A person takes the first free seat."""
        number = self._free()
        since = self.matches + (self.phase == "over")
        self.seats[number] = Seat("person", name, secrets.token_urlsafe(24), client, since=since)
        return self._welcome(client, number) + self._go_on()

    def watch(self, client: Client) -> Outbox:
        """Somebody looks on."""
        if len(self.watching) >= MOST_WATCHING:
            raise Refusal("table", f"{MOST_WATCHING} are looking on already")
        self.watching.append(client)
        return self._welcome(client, None)

    def back(self, client: Client, token: str) -> tuple[Client | None, Outbox]:
        """The person with this token takes up the seat again, in place of its former connection, if any."""
        for number, seat in enumerate(self.seats):
            if seat.token and secrets.compare_digest(seat.token.encode(), token.encode()):
                former, seat.client = seat.client, client
                told: Outbox = [] if former is None else [(former, write("left", reason="replaced"))]
                return former, told + self._welcome(client, number)
        raise Refusal("token", "no seat at this table has this token")

    def gone(self, client: Client) -> Outbox:
        """A connection is lost; the seat is kept for its token, and the others need not wait to go on."""
        number = self.seat_of(client)
        if number is None:
            self.watching = [one for one in self.watching if one != client]
        else:
            self.seats[number].client = None
        return self._told_table() + self._go_on()

    def leave(self, client: Client) -> Outbox:
        """Somebody leaves for good: the seat is free, or in the middle of a match a bot plays on."""
        number = self.seat_of(client)
        if number is not None:
            self.seats[number] = Seat()
            if self.phase in ("playing", "between"):
                self._seat_bot(number, "monte-carlo")
        told: Outbox = [(client, write("left", reason="left"))]
        return told + self.gone(client)

    def close(self) -> Outbox:
        """The table is taken away; everybody who is still there is told."""
        return [(client, write("left", reason="closed")) for client, _ in self.clients]

    def bot(self, client: Client, player: str) -> Outbox:
        """A bot takes the first free seat, as one who sits here asks."""
        if self.seat_of(client) is None:
            raise Refusal("place", "only who sits at a table can ask for a bot")
        if player not in BOTS:
            raise Refusal("form", f"there is no bot {player[:40]!r}: there are {', '.join(BOTS)}")
        self._seat_bot(self._free(), player)
        return self._told_table() + self._go_on()

    def _free(self) -> int:
        for number, seat in enumerate(self.seats):
            if seat.who == "free":
                return number
        raise Refusal("table", "all seats of this table are taken")

    def _seat_bot(self, number: int, player: str) -> None:
        make = maker_of(BOTS[player])
        made = make(int(self._chance.random() * 2**53))
        self.seats[number] = Seat("bot", f"Bot {number + 1}", player=made)

    # --- Playing ----------------------------------------------------------------------------------

    def move(self, client: Client, message: msgspec.Raw) -> Outbox:
        """A client moves: everybody is told, or it alone is told why not."""
        move = self._read(message)
        refused = self._verdict(client, move)
        if refused is not None:
            return [(client, write("refused", violation=written(codec.dumps(refused, self.game))))]
        return self._made(move)

    def why(self, client: Client, message: msgspec.Raw) -> Outbox:
        """A client asks whether it could make a move; nobody else is told."""
        move = self._read(message)
        refused = self._verdict(client, move)
        said = None if refused is None else written(codec.dumps(refused, self.game))
        return [(client, write("why", move=written(codec.dumps(move, self.game)), violation=said))]

    def bot_view(self) -> tuple[Any, Player[Any, Any]] | None:
        """The view of the bot that is to move, and the bot; ``None`` where no bot is."""
        seat: int | None = self.state.to_move
        player = None if seat is None else self.seats[seat].player
        return None if player is None else (self.game.observe(self.state, seat), player)

    def bot_moved(self, view: Any, move: object) -> Outbox:
        """The bot that was shown this view has decided; nothing happens if things have changed meanwhile."""
        now = self.bot_view()
        return self._made(move) if now is not None and now[0] == view else []

    def ready(self, client: Client, *, again: bool) -> Outbox:
        """A person wants to go on: to the next deal, or ``again`` to another match."""
        number = self.seat_of(client)
        if number is None:
            raise Refusal("place", "only who sits at a table says when to go on")
        if self.phase != ("over" if again else "between"):
            what = "no match is over" if again else "no deal is over, or the match is"
            raise Refusal("time", f"there is nothing to go on to: {what}")
        self.seats[number].ready = True
        return self._told_table() + self._go_on()

    def _read(self, message: msgspec.Raw) -> Any:
        try:
            move = codec.loads(bytes(message), self.game)
        except DecodeError as error:
            raise Refusal("move", f"this is no message of {self.game.title}: {error}") from None
        if not isinstance(move, self.game.moves):  # who sends a deal, or events, makes no move
            raise Refusal("move", f"a message of this kind is no move of {self.game.title}")
        return move

    def _verdict(self, client: Client, move: Any) -> cardrules.Violation | None:
        # On the client's own view: so whose turn it is is checked too, and the answer tells nothing new.
        return cardrules.why_not(self.game.observe(self.state, self.seat_of(client)), move)

    def _made(self, move: Any) -> Outbox:
        """A legal move, or a deal, is made: everybody gets its events, and who is to move a view."""
        after = self.game.apply(self.state, move)
        told: Outbox = []
        for hearer, number in self.clients:
            events = codec.dumps(self.game.events(self.state, move, number), self.game)
            told.append((hearer, write("events", events=written(events))))
        self.state = after
        mover: int | None = after.to_move
        if mover is None:
            return told + self._told_table()
        client = self.seats[mover].client
        return told if client is None else [*told, (client, self._view(mover))]

    def _go_on(self) -> Outbox:
        """Deal, if everybody who has to be there is, and has said so."""
        if self.state.to_move is not None or any(seat.who == "free" for seat in self.seats):
            return []
        present = [seat for seat in self.people if seat.client is not None]
        waiting = self.phase != "waiting" and not all(seat.ready for seat in present)
        if not present or waiting:
            return []
        told: Outbox = []
        if self.state.match.outcome is not None:
            self.matches += 1
            self.state = self.game.new_match(self.preset.rules, first=self.matches % len(self.seats))
            told = [(client, self._view(number)) for client, number in self.clients]
        for seat in self.seats:
            seat.ready = False
        dealt = self._made(self._dealer(self.state))
        return told + self._told_table() + dealt

    # --- Telling ----------------------------------------------------------------------------------

    def _view(self, number: int | None) -> str:
        if number is not None and self.seats[number].since > self.matches:
            number = None  # whose hand it was is gone, and need not have shown it
        return write("view", view=written(codec.dumps(self.game.observe(self.state, number))))

    def _welcome(self, client: Client, number: int | None) -> Outbox:
        """What a client gets when it comes: where it is, its secret, and all that it may know."""
        token = None if number is None else self.seats[number].token
        seated = write("seated", table=self.name, preset=self.preset.name, seat=number, token=token)
        return [(client, seated), *self._told_table(), (client, self._view(number))]

    def _told_table(self) -> Outbox:
        seats = [
            {"who": seat.who, "name": seat.name, "here": self._here(seat), "ready": seat.ready}
            for seat in self.seats
        ]
        text = write("table", phase=self.phase, seats=seats, watching=len(self.watching))
        return [(client, text) for client, _ in self.clients]

    @staticmethod
    def _here(seat: Seat) -> bool:
        return seat.who == "bot" or seat.client is not None
