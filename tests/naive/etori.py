"""Naive Etori, from the rules page alone."""

from collections.abc import Collection, Sequence

from .cards import Move, height, rank_of, suit_of


def is_picture(card: str) -> bool:
    """Whether the card is a jack, queen, king or ace."""
    return rank_of(card) in ("J", "Q", "K", "A")


def trick_winner(cards: Sequence[str], trump: str = "♦", rensho: str = "A♣") -> int:
    """The place in the trick (0 is the lead) of the card that wins it."""
    if rensho in cards:
        return cards.index(rensho)
    trumps = [card for card in cards if suit_of(card) == trump]
    followers = [card for card in cards if suit_of(card) == suit_of(cards[0])]
    best = max(trumps or followers, key=height)
    return cards.index(best)


def playable(hand: Sequence[str], led: str | None) -> list[str]:
    """The cards of the hand that may be played to the led card, or to a lead."""
    if led is None:
        return list(hand)
    same = [card for card in hand if suit_of(card) == suit_of(led)]
    return same or list(hand)


def payment(aces: Collection[str], pictures: int, trump: str = "♦", rensho: str = "A♣") -> int:
    """What the winners are owed, who hold these aces (other cards don't matter) and took so many pictures."""
    held = [card for card in aces if rank_of(card) == "A"]
    if not held:
        return 4
    if rensho not in held and "A" + trump not in held:
        return 2
    if pictures <= 11:
        return 1
    if pictures <= 15:
        return 2
    return 4


class Match:
    """A match of Etori.

    `dealer` is the dealer of the current deal or, while a deal is awaited, of the next one; at the end of the
    match it stays the last one.
    """

    def __init__(
        self,
        first: int = 0,
        scores: Sequence[int] | None = None,
        *,
        players: int = 4,
        tokens: int = 5,
        trump: str = "♦",
        rensho: str = "A♣",
        aces: str = "dealt",
        direction: str = "clockwise",
    ) -> None:
        self.players = players
        self.teams = players // 2
        self.trump = trump
        self.rensho = rensho
        self.aces = aces
        self.step = 1 if direction == "clockwise" else -1
        self.scores: list[int] = list(scores) if scores is not None else [tokens] * self.teams
        self.dealer: int = (first - self.step) % players
        self.awaits_deal: bool = True
        self.over: bool = False
        self.to_move: int | None = None
        self.last_deal: list[int] = [0] * self.teams
        self.winners: list[int] = []
        self.pictures: list[int] = [0] * self.teams
        self.previous_winner: int | None = None  # the team
        self.choosing: bool = False
        self.active: list[int] = []
        self.dealt: list[list[str]] = [[] for _ in range(players)]
        self.now: list[list[str]] = [[] for _ in range(players)]
        self.captured: list[list[str]] = [[] for _ in range(self.teams)]
        self.trick: list[tuple[int, str]] = []

    def team(self, seat: int) -> int:
        """The team of a seat: partners sit opposite."""
        return seat % self.teams

    def hands(self) -> list[list[str]]:
        """The cards in each seat's hand; after a deal, those left over."""
        return [list(hand) for hand in self.now]

    def after_dealer(self) -> list[int]:
        """All seats in the direction of play, from the one next after the dealer to the dealer."""
        return [(self.dealer + self.step * k) % self.players for k in range(1, self.players + 1)]

    def deal(self, pack: Sequence[str]) -> None:
        """Deal the pack and let the first defender choose the leader."""
        self.awaits_deal = False
        self.active = self.after_dealer()
        if self.players == 6:
            self.active = [seat for seat in self.active if self.team(seat) != self.team(self.dealer)]
        self.now = [[] for _ in range(self.players)]
        for number, card in enumerate(pack):
            self.now[self.active[number % 4]].append(card)
        self.dealt = self.hands()
        self.captured = [[] for _ in range(self.teams)]
        self.pictures = [0] * self.teams
        self.trick = []
        if self.players == 4:
            defenders = 1 - self.team(self.dealer)
        elif self.previous_winner is not None:
            defenders = self.previous_winner
        else:
            defenders = self.team(self.after_dealer()[0])
        self.choosing = True
        self.to_move = next(seat for seat in self.active if self.team(seat) == defenders)

    def legal(self) -> set[Move]:
        """Every legal move of the seat to move."""
        if self.to_move is None:
            return set()
        if self.choosing:
            partner = (self.to_move + self.players // 2) % self.players
            return {("lead", self.to_move), ("lead", partner)}
        led = self.trick[0][1] if self.trick else None
        return {("play", card) for card in playable(self.now[self.to_move], led)}

    def move(self, m: Move) -> None:
        """Choose the leader or play a card."""
        seat = self.to_move
        assert seat is not None
        kind, what = m
        if kind == "lead":
            assert isinstance(what, int)
            self.choosing = False
            self.to_move = what
            return
        assert kind == "play"
        assert isinstance(what, str)
        self.now[seat].remove(what)
        self.trick.append((seat, what))
        if len(self.trick) < 4:
            self.to_move = self.active[(self.active.index(seat) + 1) % 4]
        else:
            self.end_trick()

    def end_trick(self) -> None:
        """Give the trick to its winner, who leads, and end the deal at the sixteenth picture."""
        cards = [card for _, card in self.trick]
        winner = self.trick[trick_winner(cards, self.trump, self.rensho)][0]
        team = self.team(winner)
        self.captured[team] = self.captured[team] + cards
        self.pictures[team] += len([card for card in cards if is_picture(card)])
        self.trick = []
        self.to_move = winner
        if sum(self.pictures) == 16:
            self.end_deal()

    def end_deal(self) -> None:
        """Pay the winners of the deal, and name the next dealer or end the match."""
        self.to_move = None
        one, other = sorted({self.team(seat) for seat in self.active})
        if self.pictures[one] == self.pictures[other]:
            one_wins = self.rensho not in self.dealt_to(one)
        else:
            one_wins = self.pictures[one] > self.pictures[other]
        won, lost = (one, other) if one_wins else (other, one)
        held = self.dealt_to(won) if self.aces == "dealt" else self.captured[won]
        owed = payment(held, self.pictures[won], self.trump, self.rensho)
        paid = min(owed, self.scores[lost])
        self.last_deal = [0] * self.teams
        self.last_deal[won] = paid
        self.last_deal[lost] = -paid
        self.scores = [score + change for score, change in zip(self.scores, self.last_deal, strict=True)]
        self.previous_winner = won
        if 0 in self.scores:
            self.over = True
            best = max(self.scores)
            self.winners = [seat for seat in range(self.players) if self.scores[self.team(seat)] == best]
        else:
            self.dealer = next(seat for seat in self.after_dealer() if self.team(seat) == lost)
            self.awaits_deal = True

    def dealt_to(self, team: int) -> list[str]:
        """The cards dealt to the two members of a team."""
        return [card for seat in range(self.players) if self.team(seat) == team for card in self.dealt[seat]]
