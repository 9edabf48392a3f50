"""Naive Hornafjarðarmanni, from the rules page alone."""

from collections.abc import Sequence

from .cards import Move, height, rank_of, suit_of


def contract_of(cut_card: str) -> str:
    """The contract that the cut card fixes: "no_trumps", "nolo" or the symbol of the trump suit."""
    if rank_of(cut_card) in ("10", "J", "Q", "K", "A"):
        return "no_trumps"
    if rank_of(cut_card) in ("6", "7", "8", "9"):
        return suit_of(cut_card)
    return "nolo"


def deal_scores(tricks: Sequence[int], nolo: bool) -> list[int]:
    """What each player scores in a deal in which he took so many tricks."""
    if nolo:
        return [4 - number for number in tricks]
    return [number - 4 for number in tricks]


def trick_winner(cards: Sequence[str], contract: str, nolo_ace: str = "high") -> int:
    """The place in the trick (0 is the lead) of the card that wins it."""

    def high(card: str) -> int:
        if contract == "nolo" and nolo_ace == "low" and rank_of(card) == "A":
            return 1
        return height(card)

    trumps = [card for card in cards if suit_of(card) == contract]
    followers = [card for card in cards if suit_of(card) == suit_of(cards[0])]
    return cards.index(max(trumps or followers, key=high))


def playable(hand: Sequence[str], led: str | None) -> list[str]:
    """The cards of the hand that may be played to the led card, or to a lead."""
    if led is None:
        return list(hand)
    same = [card for card in hand if suit_of(card) == suit_of(led)]
    return same or list(hand)


def match_is_over(scores: Sequence[int], target: int = 10) -> bool:
    """Whether, after a deal, the highest score is enough and held by one player alone."""
    return max(scores) >= target and list(scores).count(max(scores)) == 1


class Match:
    """A match of Hornafjarðarmanni.

    `dealer` is the dealer of the current deal or, while a deal is awaited, of the next one; at the end of the
    match it stays the last one. `contract` and `tricks` are of the current or last deal; before the first,
    the contract is "".
    """

    def __init__(
        self,
        first: int = 0,
        scores: Sequence[int] | None = None,
        *,
        target: int = 10,
        nolo_ace: str = "high",
        deal: str = "packets_of_four",
    ) -> None:
        self.target = target
        self.nolo_ace = nolo_ace
        self.way_of_dealing = deal
        self.scores: list[int] = list(scores) if scores is not None else [0, 0, 0]
        self.dealer: int = (first - 1) % 3
        self.awaits_deal: bool = True
        self.over: bool = False
        self.to_move: int | None = None
        self.last_deal: list[int] = [0, 0, 0]
        self.winners: list[int] = []
        self.contract: str = ""
        self.tricks: list[int] = [0, 0, 0]
        self.manni: list[str] = []
        self.discards: list[list[str]] = [[], [], []]
        self.exchanged: list[int] = []  # how many, in the order of the exchanges
        self.now: list[list[str]] = [[], [], []]
        self.trick: list[tuple[int, str]] = []

    def hands(self) -> list[list[str]]:
        """The cards in each seat's hand."""
        return [list(hand) for hand in self.now]

    def deal(self, pack: Sequence[str]) -> None:
        """Deal the pack, whose last card is the cut card."""
        self.awaits_deal = False
        self.contract = contract_of(pack[-1])
        rest = list(pack)
        left, right = (self.dealer + 1) % 3, (self.dealer + 2) % 3
        self.now = [[], [], []]
        self.manni = []
        if self.way_of_dealing == "packets_of_four":
            for _ in range(3):
                for seat in (left, right, self.dealer):
                    self.now[seat] += rest[:4]
                    rest = rest[4:]
            self.manni = rest
        else:
            for _ in range(4):
                self.manni += rest[:4]
                rest = rest[4:]
                for seat in (left, right, self.dealer):
                    self.now[seat] += rest[:3]
                    rest = rest[3:]
        self.discards = [[], [], []]
        self.exchanged = []
        self.tricks = [0, 0, 0]
        self.trick = []
        self.to_move = left

    def allowance(self) -> int:
        """How many cards the player whose turn it is to exchange may exchange."""
        if len(self.exchanged) == 0:
            return 7
        if len(self.exchanged) == 1:
            return 5
        return min(12, len(self.manni))

    def legal(self) -> set[Move]:
        """Every legal move of the seat to move; for an exchange only how many cards it may be at most."""
        if self.to_move is None:
            return set()
        if len(self.exchanged) < 3:
            return {("exchange_up_to", self.allowance())}
        led = self.trick[0][1] if self.trick else None
        return {("play", card) for card in playable(self.now[self.to_move], led)}

    def move(self, m: Move) -> None:
        """Exchange cards or play one."""
        seat = self.to_move
        assert seat is not None
        kind, what = m
        self.to_move = (seat + 1) % 3
        if kind == "exchange":
            assert isinstance(what, frozenset)
            self.discards[seat] = [card for card in self.now[seat] if card in what]
            kept = [card for card in self.now[seat] if card not in what]
            self.now[seat] = kept + self.manni[: len(what)]
            self.manni = self.manni[len(what) :]
            self.exchanged.append(len(what))
            return
        assert kind == "play"
        assert isinstance(what, str)
        self.now[seat].remove(what)
        self.trick.append((seat, what))
        if len(self.trick) < 3:
            return
        cards = [card for _, card in self.trick]
        winner = self.trick[trick_winner(cards, self.contract, self.nolo_ace)][0]
        self.tricks[winner] += 1
        self.trick = []
        self.to_move = winner
        if sum(self.tricks) == 12:
            self.end_deal()

    def end_deal(self) -> None:
        """Score the deal, and end the match or pass the deal to the left."""
        self.to_move = None
        self.last_deal = deal_scores(self.tricks, self.contract == "nolo")
        self.scores = [score + change for score, change in zip(self.scores, self.last_deal, strict=True)]
        if match_is_over(self.scores, self.target):
            self.over = True
            self.winners = [self.scores.index(max(self.scores))]
        else:
            self.dealer = (self.dealer + 1) % 3
            self.awaits_deal = True
