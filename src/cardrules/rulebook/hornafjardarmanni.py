"""The rules of Hornafjarðarmanni in short.

>>> from cardrules.rulebook.hornafjardarmanni import HORNAFJARDARMANNI
>>> HORNAFJARDARMANNI[0].id
'hornafjardarmanni.players'
"""

from cardrules.rulebook.rule import Rule

HORNAFJARDARMANNI: tuple[Rule, ...] = (
    Rule(
        "hornafjardarmanni.players",
        "Players",
        "S",
        "Three play, each for himself.",
    ),
    Rule(
        "hornafjardarmanni.pack",
        "The pack",
        "R",
        "The pack has 52 cards: three hands of 12 and a Manni of 16.",
    ),
    Rule(
        "hornafjardarmanni.rank",
        "Order of the cards",
        "R",
        "In every suit the order is A K Q J 10 9 8 7 6 5 4 3 2, ace high, for the cut card too.",
    ),
    Rule(
        "hornafjardarmanni.rank.nolo",
        "Order of the cards in nolo",
        "R",
        'The order is the same in nolo. Option `nolo_ace="low"`: there the ace is the lowest card of its '
        "suit. An ace that is cut means no trumps all the same.",
    ),
    Rule(
        "hornafjardarmanni.cut",
        "The cut",
        "S/R",
        "The dealer's right-hand neighbour cuts; the bottom card of the packet lifted is seen by all and "
        "fixes the contract. The cut is completed, so this card is now the bottom of the pack.",
    ),
    Rule(
        "hornafjardarmanni.contract",
        "The contract",
        "S",
        "Cut card 10, J, Q, K or A: no trumps. 6 to 9: its suit is trumps. 2 to 5: nolo, without trumps, "
        "where one tries not to win tricks.",
    ),
    Rule(
        "hornafjardarmanni.deal",
        "The deal",
        "S/R",
        "Clockwise from the dealer's left, each player gets twelve cards, four at a time; the other sixteen "
        "are the Manni, and the cut card is its last. Option `deal`: the Manni dealt first in each round.",
    ),
    Rule(
        "hornafjardarmanni.exchange",
        "The exchange",
        "S",
        "Each in turn throws away cards and takes as many from the Manni: first the dealer's left, at most "
        "7, then the dealer's right, at most 5, then the dealer, at most what is left.",
    ),
    Rule(
        "hornafjardarmanni.exchange.detail",
        "The exchange, in detail",
        "R",
        "One may exchange nothing. All discards are chosen before a new card is seen, and the Manni is "
        "drawn from the top; how many cards a player exchanged is public, which ones is not.",
    ),
    Rule(
        "hornafjardarmanni.lead",
        "Who leads first",
        "S",
        "The dealer's left-hand neighbour leads to the first trick.",
    ),
    Rule(
        "hornafjardarmanni.turn",
        "Direction of play",
        "R",
        "Play is clockwise.",
    ),
    Rule(
        "hornafjardarmanni.follow",
        "Following suit",
        "S/R",
        "Any card may be led. A player who has a card of the suit led must play one; otherwise he may play "
        "any card.",
    ),
    Rule(
        "hornafjardarmanni.trick",
        "Who wins a trick",
        "S/R",
        "The highest trump wins, or in a trick without trumps the highest card of the suit led. The winner "
        "leads the next trick; there are twelve.",
    ),
    Rule(
        "hornafjardarmanni.score",
        "Scoring a deal",
        "S/R",
        "A player scores his tricks less four, in nolo four less his tricks. The scores may be negative, "
        "and a deal's scores sum to zero.",
    ),
    Rule(
        "hornafjardarmanni.next",
        "The next dealer",
        "R",
        "The deal passes to the left.",
    ),
    Rule(
        "hornafjardarmanni.over",
        "End of the match",
        "S/R",
        "The match is over once, after a deal, the highest score is 10 or more (option `target`) and a "
        "single player's, who has won.",
    ),
)
"""In the order of the page on Hornafjarðarmanni."""
