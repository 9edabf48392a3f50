"""Naive Gong Zhu, from the rules page alone."""

from collections.abc import Collection, Sequence

from .cards import FRENCH_RANKS, Move, french_pack, height, suit_of

HEART_POINTS = {
    "A♥": -50,
    "K♥": -40,
    "Q♥": -30,
    "J♥": -20,
    "10♥": -10,
    "9♥": -10,
    "8♥": -10,
    "7♥": -10,
    "6♥": -10,
    "5♥": -10,
    "4♥": 0,
    "3♥": 0,
    "2♥": 0,
}
SCORING = [*HEART_POINTS, "Q♠", "J♦", "10♣"]
EXPOSABLE = ["A♥", "Q♠", "J♦", "10♣"]


def score_taken(taken: Collection[str], exposed: Collection[str], pig_flips: str = "all_hearts") -> int:
    """What one player scores for the cards that he took; cards that don't score may be among them."""
    scoring = [card for card in taken if card in SCORING]
    all_hearts = all(card in scoring for card in HEART_POINTS)
    everything = all(card in scoring for card in SCORING)

    hearts = 200 if all_hearts else sum(HEART_POINTS[card] for card in scoring if card in HEART_POINTS)
    if "A♥" in exposed:
        hearts = hearts * 2

    pig = 0
    if "Q♠" in scoring:
        flips = all_hearts if pig_flips == "all_hearts" else everything
        pig = 100 if flips else -100
        if "Q♠" in exposed:
            pig = pig * 2

    sheep = 0
    if "J♦" in scoring:
        sheep = 200 if "J♦" in exposed else 100

    total = hearts + pig + sheep
    if "10♣" not in scoring:
        return total
    if scoring == ["10♣"]:
        return 100 if "10♣" in exposed else 50
    return total * 4 if "10♣" in exposed else total * 2


def playable(
    hand: Sequence[str],
    led: str | None,
    exposed: Collection[str] = (),
    suits_led_before: Collection[str] = (),
) -> list[str]:
    """The cards of the hand that may be played to the led card, or to a lead.

    `suits_led_before` are the suits led in earlier tricks of the deal.
    """
    cards: list[str] = []
    for card in hand:
        same_suit = [other for other in hand if suit_of(other) == suit_of(card)]
        held_back = card in exposed and suit_of(card) not in suits_led_before and len(same_suit) > 1
        if led is None or suit_of(card) == suit_of(led):
            if not held_back:
                cards.append(card)
        elif not any(suit_of(other) == suit_of(led) for other in hand):
            cards.append(card)
    return cards


def trick_winner(cards: Sequence[str]) -> int:
    """The place in the trick (0 is the lead) of the card that wins it."""
    followers = [card for card in cards if suit_of(card) == suit_of(cards[0])]
    return cards.index(max(followers, key=height))


class Match:
    """A match of Gong Zhu.

    `leader` is who leads the first trick of the current deal or, after a deal, of the next one; before the
    first deal, when nobody knows, it is -1. `drawer` is the seat that draws first.
    """

    def __init__(
        self,
        first: int = 0,
        scores: Sequence[int] | None = None,
        *,
        players: int = 4,
        partnerships: bool = False,
        removed: Collection[str] | None = None,
        exposure: str = "open",
        first_lead: str = "free",
        pig_flips: str = "all_hearts",
        losing_score: int = -1000,
    ) -> None:
        self.players = players
        self.exposure = exposure
        self.first_lead = first_lead
        self.pig_flips = pig_flips
        self.losing_score = losing_score
        if removed is None:
            removed = ["2♠", "2♦"] if players == 5 else []
        self.pack = [card for card in french_pack() if card not in removed]
        self.marker = [rank + "♠" for rank in FRENCH_RANKS if rank + "♠" in self.pack][-1]
        self.sides = [[0, 2], [1, 3]] if partnerships else [[seat] for seat in range(players)]
        self.scores: list[int] = list(scores) if scores is not None else [0] * len(self.sides)
        self.leader: int = -1
        self.drawer: int = first
        self.first_deal: bool = True
        self.awaits_deal: bool = True
        self.over: bool = False
        self.to_move: int | None = None
        self.last_deal: list[int] = [0] * len(self.sides)
        self.winners: list[int] = []
        self.pigs: list[int] = []
        self.exposing: bool = False
        self.exposed: set[str] = set()
        self.taken: list[list[str]] = [[] for _ in range(players)]
        self.now: list[list[str]] = [[] for _ in range(players)]
        self.trick: list[tuple[int, str]] = []
        self.suits_led_before: list[str] = []

    def hands(self) -> list[list[str]]:
        """The cards in each seat's hand."""
        return [list(hand) for hand in self.now]

    def next_seat(self, seat: int) -> int:
        """The seat after this one, counter-clockwise."""
        return (seat - 1) % self.players

    def deal(self, pack: Sequence[str]) -> None:
        """Let the players draw the pack."""
        self.awaits_deal = False
        self.now = [[] for _ in range(self.players)]
        seat = self.drawer
        for card in pack:
            self.now[seat].append(card)
            seat = self.next_seat(seat)
        if self.first_deal:
            self.leader = next(seat for seat in range(self.players) if self.marker in self.now[seat])
        self.exposed = set()
        self.taken = [[] for _ in range(self.players)]
        self.trick = []
        self.suits_led_before = []
        self.exposing = self.exposure == "open"
        self.to_move = self.leader

    def legal(self) -> set[Move]:
        """Every legal move of the seat to move."""
        if self.to_move is None:
            return set()
        hand = self.now[self.to_move]
        if self.exposing:
            subsets: list[frozenset[str]] = [frozenset()]
            for card in EXPOSABLE:
                if card in hand:
                    subsets = subsets + [subset | {card} for subset in subsets]
            return {("expose", subset) for subset in subsets}
        if self.first_deal and self.first_lead == "marker" and not self.suits_led_before and not self.trick:
            return {("play", self.marker)}
        led = self.trick[0][1] if self.trick else None
        return {("play", card) for card in playable(hand, led, self.exposed, self.suits_led_before)}

    def move(self, m: Move) -> None:
        """Expose cards or play one."""
        seat = self.to_move
        assert seat is not None
        kind, what = m
        if kind == "expose":
            assert isinstance(what, frozenset)
            self.exposed = self.exposed | what
            self.to_move = self.next_seat(seat)
            if self.to_move == self.leader:
                self.exposing = False
            return
        assert kind == "play"
        assert isinstance(what, str)
        self.now[seat].remove(what)
        self.trick.append((seat, what))
        if len(self.trick) < self.players:
            self.to_move = self.next_seat(seat)
            return
        cards = [card for _, card in self.trick]
        winner = self.trick[trick_winner(cards)][0]
        self.taken[winner] = self.taken[winner] + cards
        self.suits_led_before.append(suit_of(cards[0]))
        self.trick = []
        self.to_move = winner
        if self.now == [[] for _ in range(self.players)]:
            self.end_deal()

    def end_deal(self) -> None:
        """Score the deal, and end the match if somebody fell to the limit."""
        self.to_move = None
        self.first_deal = False
        players_scores = [score_taken(cards, self.exposed, self.pig_flips) for cards in self.taken]
        self.last_deal = [sum(players_scores[seat] for seat in side) for side in self.sides]
        self.scores = [score + change for score, change in zip(self.scores, self.last_deal, strict=True)]
        pig_taker = next(seat for seat in range(self.players) if "Q♠" in self.taken[seat])
        self.leader = pig_taker
        self.drawer = pig_taker
        if min(self.scores) > self.losing_score:
            self.awaits_deal = True
            return
        self.over = True
        for side, score in zip(self.sides, self.scores, strict=True):
            if score == max(self.scores):
                self.winners = sorted(self.winners + side)
            if score <= self.losing_score:
                self.pigs = sorted(self.pigs + side)
