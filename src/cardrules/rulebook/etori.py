"""The rules of Etori in short.

>>> from cardrules.rulebook.etori import ETORI
>>> ETORI[0].id
'etori.players'
"""

from cardrules.rulebook.rule import Rule

ETORI: tuple[Rule, ...] = (
    Rule(
        "etori.players",
        "Players",
        "S",
        "Four or six people play in fixed teams of two; four is the better number. Option `players`.",
    ),
    Rule(
        "etori.seats",
        "Partners opposite",
        "R",
        "Partners sit opposite: 0-2 and 1-3 with four, 0-3, 1-4 and 2-5 with six. A team has the number of "
        "its lower seat.",
    ),
    Rule(
        "etori.six.rest",
        "Two of six rest",
        "S/R",
        "With six, the two members of the dealer's team sit the deal out; the other four are active.",
    ),
    Rule(
        "etori.pack",
        "The pack",
        "S",
        "The pack has 52 cards; the 16 jacks, queens, kings and aces are the pictures.",
    ),
    Rule(
        "etori.rank",
        "Order of the cards",
        "R",
        "In every suit the order is A K Q J 10 9 8 7 6 5 4 3 2, ace high.",
    ),
    Rule(
        "etori.trump",
        "Trumps",
        "S",
        "Diamonds are trumps in every deal. With the option `trump` it is another suit, in the payment too.",
    ),
    Rule(
        "etori.rensho",
        "Rensho",
        "S",
        "The ace of clubs, Rensho, wins every trick it is played to; but it is a club, in leading as in "
        "following, and can't follow trumps. Option `rensho`.",
    ),
    Rule(
        "etori.tokens",
        "Tokens",
        "S",
        "Every team has five tokens at the start. Option `tokens`.",
    ),
    Rule(
        "etori.deal",
        "The deal",
        "S/R",
        "The active players are dealt 13 cards each, singly and in the direction of play, beginning with "
        "the one next after the dealer.",
    ),
    Rule(
        "etori.teams",
        "Dealing and defending team",
        "S/R",
        "The dealer's team is the dealing team, and the team that plays against it defends. With six, the "
        "defenders are the winners of the last deal, or in the first deal the team whose seat is next after "
        "the dealer.",
    ),
    Rule(
        "etori.lead",
        "Who leads first",
        "S/R",
        "One of the defenders leads the first trick: the one who comes first after the dealer decides "
        "whether it is himself or his partner.",
    ),
    Rule(
        "etori.turn",
        "Direction of play",
        "S",
        "The turn passes clockwise from active player to active player. Option `direction`.",
    ),
    Rule(
        "etori.follow",
        "Following suit",
        "S",
        "Any card may be led. The others follow suit if they can and play any card if they can't; Rensho "
        "must be played to a club lead if it is the only club.",
    ),
    Rule(
        "etori.trick",
        "Who wins a trick",
        "S",
        "Rensho wins; without it the highest diamond; without that the highest card of the suit led. The "
        "winner leads the next trick.",
    ),
    Rule(
        "etori.capture",
        "Captured cards",
        "S",
        "The team that takes a trick keeps its pictures face up and its other cards face down.",
    ),
    Rule(
        "etori.end",
        "End of the deal",
        "S",
        "The deal ends with the trick that brings the sixteenth picture; cards left in hand are not played.",
    ),
    Rule(
        "etori.win",
        "Winning the deal",
        "S/R",
        "Nine pictures or more win the deal, which is still played on to the sixteenth. At 8-8 the winners "
        "are those to whom Rensho was not dealt.",
    ),
    Rule(
        "etori.pay",
        "The payment",
        "S",
        "The winners take 4 tokens if they hold no ace, and 2 if they hold aces but neither Rensho nor the "
        "ace of diamonds. With either of those it is 1 for at most 11 pictures, 2 for 12 to 15, and 4 for "
        "all 16.",
    ),
    Rule(
        "etori.pay.aces",
        "Which aces count",
        "R",
        "The aces that count are those that the winners were dealt. Option `aces`: those that they captured.",
    ),
    Rule(
        "etori.pay.tie",
        "Payment at eight all",
        "R",
        "A deal won at 8-8 is paid like any other, for 8 pictures.",
    ),
    Rule(
        "etori.pay.short",
        "Too few tokens",
        "R",
        "A team that owes more tokens than it has pays all it has; the total never changes.",
    ),
    Rule(
        "etori.next",
        "The next dealer",
        "R",
        "The losers deal the next one: whichever of the two sits first after this deal's dealer, going in "
        "the direction of play.",
    ),
    Rule(
        "etori.over",
        "End of the match",
        "S/R",
        "The match is over once some team is out of tokens, and the team with the most wins. Teams with "
        "equally many share the win, which takes six players and an even `tokens`.",
    ),
)
"""In the order of the page on Etori."""
