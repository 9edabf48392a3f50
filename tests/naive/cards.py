"""Cards as plain strings, and the shape of a move, for all the naive games."""

FRENCH_RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
FRENCH_SUITS = ["♠", "♥", "♦", "♣"]
SPANISH_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
SPANISH_SUITS = ["espada", "basto", "copa", "oro"]

# ("play", card), ("expose", cards), ("exchange", cards), ("exchange_up_to", k), ("lead", seat),
# ("call", name)
Move = tuple[str, str | int | frozenset[str]]


def french_pack() -> list[str]:
    """All 52 French cards: "Q♠", "10♣" …"""
    return [rank + suit for suit in FRENCH_SUITS for rank in FRENCH_RANKS]


def spanish_pack() -> list[str]:
    """All 40 Spanish cards: "1 de espada", "12 de basto" …"""
    return [f"{number} de {suit}" for suit in SPANISH_SUITS for number in SPANISH_NUMBERS]


def rank_of(card: str) -> str:
    """The rank of a French card."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The suit symbol of a French card."""
    return card[-1]


def height(card: str) -> int:
    """How high a French card is in its suit, ace high: 14 for an ace, 13 for a king … 2 for a two."""
    return 14 - FRENCH_RANKS.index(rank_of(card))
