"""The rules of Gong Zhu in short.

>>> from cardrules.rulebook.gong_zhu import GONG_ZHU
>>> GONG_ZHU[0].id
'gong_zhu.players'
"""

from cardrules.rulebook.rule import Rule

GONG_ZHU: tuple[Rule, ...] = (
    Rule(
        "gong_zhu.players",
        "Players",
        "S",
        "Four or five play, each alone; four can also play as two pairs, partners opposite. Options "
        "`players` and `partnerships`.",
    ),
    Rule(
        "gong_zhu.pack",
        "The pack",
        "S",
        "The pack has 52 cards. For five players 2♠ and 2♦ are taken out, or with the option `removed` two "
        "others that don't score.",
    ),
    Rule(
        "gong_zhu.rank",
        "Order of the cards",
        "S",
        "In every suit the order is A K Q J 10 9 8 7 6 5 4 3 2, ace high; there are no trumps.",
    ),
    Rule(
        "gong_zhu.direction",
        "Direction",
        "S",
        "Dealing and playing go counter-clockwise, from each seat to the one numbered one lower.",
    ),
    Rule(
        "gong_zhu.deal",
        "Drawing the cards",
        "S/R",
        "The players draw the cards one by one, 13 each, or 10 with five; none are passed on. The taker of "
        "the last deal's pig draws first, in the first deal the seat `first`.",
    ),
    Rule(
        "gong_zhu.leader",
        "Who leads first",
        "S/R",
        "The first deal is led by the holder of the marker, which is 2♠ or, if that has been removed, the "
        "lowest spade in the pack. Later deals are led by the taker of the last deal's pig.",
    ),
    Rule(
        "gong_zhu.lead.free",
        "What may be led",
        "S/R",
        'Any card may be led, except an exposed card that is held back. Option `first_lead="marker"`: the '
        "first card led in the match must be the marker.",
    ),
    Rule(
        "gong_zhu.expose",
        "Exposing a card",
        "S",
        "Before play, A♥, Q♠, J♦ and 10♣ may be exposed by their holders; they lie face up until played.",
    ),
    Rule(
        "gong_zhu.expose.order",
        "The order of exposing",
        "R",
        "Each player in turn, from the leader on, exposes once any of the four cards in his hand, or none; "
        'it can\'t be taken back. Option `exposure="none"`: nothing is exposed.',
    ),
    Rule(
        "gong_zhu.follow",
        "Following suit",
        "S",
        "A player who has a card of the suit led must play one; otherwise he may play any card.",
    ),
    Rule(
        "gong_zhu.expose.hold",
        "An exposed card is held back",
        "S",
        "In the first trick that is led in its suit an exposed card can't be played, except by a player "
        "with no other card of the suit.",
    ),
    Rule(
        "gong_zhu.expose.hold.detail",
        "Held back, in detail",
        "R",
        "Until an earlier trick of the deal was led in its suit, an exposed card can neither be led nor "
        "follow suit, unless there is at that moment no other card of the suit in the hand. It may always "
        "be discarded on another suit.",
    ),
    Rule(
        "gong_zhu.trick",
        "Who wins a trick",
        "S",
        "The highest card of the suit led wins the trick, and its player leads the next.",
    ),
    Rule(
        "gong_zhu.capture",
        "Captured cards",
        "S",
        "Captured scoring cards stay face up before the player who took them, the rest go to a pile of "
        "discards. The thirteen hearts, Q♠, J♦ and 10♣ are the scoring cards.",
    ),
    Rule(
        "gong_zhu.end",
        "End of the deal",
        "S/R",
        "A deal is played until all cards are gone: 13 tricks, or 10 with five players. It is never cut "
        "short.",
    ),
    Rule(
        "gong_zhu.score.hearts",
        "Hearts",
        "S",
        "A♥ is worth -50, K♥ -40, Q♥ -30, J♥ -20, the 10♥ to 5♥ -10 each, and 4♥, 3♥ and 2♥ nothing.",
    ),
    Rule(
        "gong_zhu.score.pig",
        "The pig",
        "S",
        "The queen of spades costs 100 points.",
    ),
    Rule(
        "gong_zhu.score.sheep",
        "The sheep",
        "S",
        "The jack of diamonds earns 100 points, also for a player with all the hearts.",
    ),
    Rule(
        "gong_zhu.score.all_hearts",
        "All the hearts",
        "S",
        "Whoever takes all thirteen hearts has +200 for them instead of -200.",
    ),
    Rule(
        "gong_zhu.score.pig_flips",
        "The pig turns round",
        "S",
        'The pig is worth +100 to a player who has taken all the hearts too. Option `pig_flips="sweep"`: '
        "only to one who has taken all 16 scoring cards.",
    ),
    Rule(
        "gong_zhu.score.doubler",
        "The ten of clubs",
        "S",
        "As a player's only scoring card 10♣ is worth +50. With others it is worth nothing itself and "
        "doubles their sum, whatever its sign.",
    ),
    Rule(
        "gong_zhu.score.exposed",
        "Exposed cards",
        "S",
        "If exposed, A♥ doubles all hearts, Q♠ doubles the pig and J♦ the sheep; 10♣ multiplies by four, or "
        "is worth +100 as the only scoring card.",
    ),
    Rule(
        "gong_zhu.score.partners",
        "Scoring in partnership",
        "R",
        "Each partner's cards are scored separately, and the two scores are added; the cards are never "
        "pooled.",
    ),
    Rule(
        "gong_zhu.over",
        "End of the match",
        "S/R",
        "The match ends after a deal that leaves a total of -1000 or lower (option `losing_score`); "
        "everybody there is a Pig. The highest total wins, and equal ones win together.",
    ),
)
"""In the order of the page on Gong Zhu."""
