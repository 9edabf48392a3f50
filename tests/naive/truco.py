"""Naive Truco argentino for two, from the rules page alone."""

from collections.abc import Sequence

from .cards import Move

VALUES = {"truco": 2, "retruco": 3, "vale cuatro": 4}
NEXT_CALL = {1: "truco", 2: "retruco", 3: "vale cuatro"}
ENVIDOS = {"envido": 2, "real envido": 3, "falta envido": 0}
BEST_CARDS = ["1 de espada", "1 de basto", "7 de espada", "7 de oro"]
OTHER_NUMBERS = [3, 2, 1, 12, 11, 10, 7, 6, 5, 4]


def number_of(card: str) -> int:
    """The number of a card."""
    return int(card.split(" de ")[0])


def suit_of(card: str) -> str:
    """The suit of a card."""
    return card.split(" de ")[1]


def strength(card: str) -> int:
    """The strength of a card, from 14, the highest, to 1."""
    if card in BEST_CARDS:
        return 14 - BEST_CARDS.index(card)
    return 10 - OTHER_NUMBERS.index(number_of(card))


def envido_points(cards: Sequence[str]) -> int:
    """The Envido points of the three cards dealt to a player."""
    points: list[int] = []
    for one in cards:
        count = number_of(one) if number_of(one) <= 7 else 0
        points.append(count)
        for other in cards:
            if other != one and suit_of(other) == suit_of(one):
                points.append(20 + count + (number_of(other) if number_of(other) <= 7 else 0))
    return max(points)


def chain_values(chain: Sequence[str]) -> tuple[int | str, int]:
    """What an Envido chain is worth: accepted (a number or "falta"), and with its last call declined."""
    accepted: int | str = sum(ENVIDOS[call] for call in chain)
    if chain[-1] == "falta envido":
        accepted = "falta"
    declined = max(1, sum(ENVIDOS[call] for call in chain[:-1]))
    return accepted, declined


def chain_goes_on(chain: Sequence[str], max_envidos: int = 2) -> list[str]:
    """The calls that may open the chain, if it is empty, or follow its last call."""
    if not chain:
        return ["envido", "real envido", "falta envido"]
    if chain[-1] == "falta envido":
        return []
    if chain[-1] == "real envido":
        return ["falta envido"]
    if list(chain).count("envido") < max_envidos:
        return ["envido", "real envido", "falta envido"]
    return ["real envido", "falta envido"]


def round_winner(trick_results: Sequence[int | None], mano: int) -> int | None:
    """Who has won the round after tricks with these winners (None for a parda); None while nobody has."""
    results = list(trick_results)
    for seat in (0, 1):
        if results.count(seat) == 2:
            return seat
    if len(results) == 2 and None in results and results != [None, None]:
        return results[1] if results[0] is None else results[0]
    if len(results) == 3:
        if results == [None, None, None]:
            return mano
        if results[2] is not None:
            return results[2]
        return results[0]
    return None


class Match:
    """A match of Truco.

    `mano` is the Mano of the current round or, while a deal is awaited, of the next one; at the end of the
    match it stays the last one. `shown` holds, for each seat, the Envido points and the cards that a showdown
    of this round made public.
    """

    def __init__(
        self,
        first: int = 0,
        scores: Sequence[int] | None = None,
        *,
        target: int = 15,
        raise_right: str = "acceptor",
        envido_after_truco: bool = False,
        envido_own_card: bool = True,
        max_envidos: int = 2,
        falta: str = "nearer",
        fold_to_envido: str = "round_value",
        envido_reveal: str = "points",
    ) -> None:
        self.target = target
        self.raise_right = raise_right
        self.envido_after_truco = envido_after_truco
        self.envido_own_card = envido_own_card
        self.max_envidos = max_envidos
        self.falta = falta
        self.fold_to_envido = fold_to_envido
        self.envido_reveal = envido_reveal
        self.scores: list[int] = list(scores) if scores is not None else [0, 0]
        self.mano: int = first
        self.awaits_deal: bool = True
        self.over: bool = False
        self.last_deal: list[int] = [0, 0]
        self.winners: list[int] = []
        self.start_round([[], []])

    def start_round(self, hands: list[list[str]]) -> None:
        """Set everything that belongs to one round."""
        self.dealt: list[list[str]] = [list(hand) for hand in hands]
        self.now: list[list[str]] = [list(hand) for hand in hands]
        self.table: list[tuple[int, str]] = []  # the trick being played
        self.results: list[int | None] = []  # the winners of the tricks played
        self.turn: int = self.mano  # who plays the next card
        self.value: int = 1  # of the round, as accepted
        self.acceptor: int | None = None  # who accepted the last Truco call
        self.waiting_truco: str | None = None
        self.truco_caller: int = -1
        self.chain: list[str] = []  # the Envido calls of the round
        self.envido_waits: bool = False
        self.envido_caller: int = -1
        self.changes: list[int] = [0, 0]
        self.shown: list[tuple[int, list[str]]] = []

    def hands(self) -> list[list[str]]:
        """The cards in each seat's hand; after a round, those not played."""
        return [list(hand) for hand in self.now]

    def deal(self, pack: Sequence[str]) -> None:
        """Deal three cards each, Mano first."""
        self.awaits_deal = False
        hands: list[list[str]] = [[], []]
        hands[self.mano] = [pack[0], pack[2], pack[4]]
        hands[1 - self.mano] = [pack[1], pack[3], pack[5]]
        self.start_round(hands)

    @property
    def to_move(self) -> int | None:
        """The seat to move: who answers the call that waits, otherwise who plays."""
        if self.awaits_deal or self.over:
            return None
        if self.envido_waits:
            return 1 - self.envido_caller
        if self.waiting_truco is not None:
            return 1 - self.truco_caller
        return self.turn

    def may_open_envido(self, seat: int) -> bool:
        """Whether the seat, whose move it is, may open the Envido chain."""
        if self.results or self.chain:
            return False
        if self.value > 1 and not self.envido_after_truco:
            return False
        own_card = any(who == seat for who, _ in self.table)
        return self.envido_own_card or not own_card

    def legal(self) -> set[Move]:
        """Every legal move of the seat to move."""
        seat = self.to_move
        if seat is None:
            return set()
        calls: list[str] = []
        if self.envido_waits:
            calls += ["quiero", "no quiero"]
            calls += chain_goes_on(self.chain, self.max_envidos)
            if self.fold_to_envido != "forbidden":
                calls.append("mazo")
            return {("call", call) for call in calls}
        if self.may_open_envido(seat):
            calls += chain_goes_on([], self.max_envidos)
        calls.append("mazo")
        if self.waiting_truco is not None:
            calls += ["quiero", "no quiero"]
            if self.waiting_truco != "vale cuatro":
                calls.append(NEXT_CALL[VALUES[self.waiting_truco]])
            return {("call", call) for call in calls}
        if self.value < 4 and (self.value == 1 or self.raise_right == "either" or self.acceptor == seat):
            calls.append(NEXT_CALL[self.value])
        plays: set[Move] = {("play", card) for card in self.now[seat]}
        return plays | {("call", call) for call in calls}

    def move(self, m: Move) -> None:
        """Play a card or make a call."""
        seat = self.to_move
        kind, what = m
        assert seat is not None
        assert isinstance(what, str)
        if kind == "play":
            self.play(seat, what)
        elif what in VALUES:
            if self.waiting_truco is not None:
                self.value = VALUES[self.waiting_truco]
            self.waiting_truco = what
            self.truco_caller = seat
        elif what in ENVIDOS:
            self.chain.append(what)
            self.envido_caller = seat
            self.envido_waits = True
        elif what == "mazo":
            if self.envido_waits and self.fold_to_envido == "decline_and_fold":
                self.award(1 - seat, chain_values(self.chain)[1])
            if not self.over:
                self.end_round(1 - seat)
        elif self.envido_waits:
            self.envido_waits = False
            if what == "quiero":
                self.showdown()
            else:
                self.award(1 - seat, chain_values(self.chain)[1])
        elif what == "quiero":
            assert self.waiting_truco is not None
            self.value = VALUES[self.waiting_truco]
            self.acceptor = seat
            self.waiting_truco = None
        else:
            self.end_round(1 - seat)

    def play(self, seat: int, card: str) -> None:
        """Play a card, and settle the trick and the round if they are complete."""
        self.now[seat].remove(card)
        self.table.append((seat, card))
        self.turn = 1 - seat
        if len(self.table) < 2:
            return
        (leader, led), (follower, answer) = self.table
        self.table = []
        if strength(led) == strength(answer):
            self.results.append(None)
            self.turn = self.mano
        else:
            winner = leader if strength(led) > strength(answer) else follower
            self.results.append(winner)
            self.turn = winner
        decided = round_winner(self.results, self.mano)
        if decided is not None:
            self.end_round(decided)

    def showdown(self) -> None:
        """Compare the Envido points and award the accepted chain."""
        points = [envido_points(cards) for cards in self.dealt]
        for seat in (0, 1):
            self.shown.append((points[seat], list(self.dealt[seat]) if self.envido_reveal == "cards" else []))
        winner = self.mano if points[0] == points[1] else points.index(max(points))
        worth = chain_values(self.chain)[0]
        if isinstance(worth, str):
            worth = self.target - (max(self.scores) if self.falta == "nearer" else self.scores[1 - winner])
        self.award(winner, worth)

    def award(self, seat: int, points: int) -> None:
        """Credit points; whoever reaches the target has won at once."""
        self.scores[seat] += points
        self.changes[seat] += points
        if self.scores[seat] >= self.target:
            self.over = True
            self.winners = [seat]
            self.last_deal = list(self.changes)

    def end_round(self, winner: int) -> None:
        """Credit the value of the round; Mano changes for the next."""
        self.award(winner, self.value)
        self.last_deal = list(self.changes)
        if not self.over:
            self.mano = 1 - self.mano
            self.awaits_deal = True
