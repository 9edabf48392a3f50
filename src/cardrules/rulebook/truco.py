"""The rules of Truco argentino in short.

>>> from cardrules.rulebook.truco import TRUCO
>>> TRUCO[0].id
'truco.players'
"""

from cardrules.rulebook.rule import Rule

TRUCO: tuple[Rule, ...] = (
    Rule(
        "truco.players",
        "Players",
        "S",
        "Two play against each other.",
    ),
    Rule(
        "truco.pack",
        "The pack",
        "S",
        "The Spanish pack of 40 cards: espadas, bastos, copas and oros, each 1 to 7, 10, 11 and 12.",
    ),
    Rule(
        "truco.rank",
        "Strength of the cards",
        "S",
        "From the top: 1 of espadas, 1 of bastos, 7 of espadas, 7 of oros, all 3s, all 2s, the other 1s, "
        "all 12s, all 11s, all 10s, the other 7s, all 6s, all 5s, all 4s. Equally strong cards tie.",
    ),
    Rule(
        "truco.deal",
        "The deal",
        "S/R",
        "Each player gets three cards, dealt singly and to Mano first; no others come into play.",
    ),
    Rule(
        "truco.mano",
        "Mano",
        "S/R",
        "Mano is the one who plays first; the role changes hands every round. In the first round it is the "
        "seat `first`.",
    ),
    Rule(
        "truco.follow",
        "Any card may be played",
        "S",
        "No suit has to be followed.",
    ),
    Rule(
        "truco.trick",
        "Who wins a trick",
        "S",
        "The stronger card wins the trick, and its player leads to the next. If the cards are equally "
        "strong the trick is parda: neither player wins it.",
    ),
    Rule(
        "truco.trick.parda_lead",
        "Leading after a parda",
        "R",
        "After a parda, Mano leads.",
    ),
    Rule(
        "truco.round",
        "Winning the round",
        "S",
        "Two tricks won, or one won and one parda, win the round at once. Otherwise the third trick "
        "decides; if that is parda, the round goes to the winner of the first trick, or to Mano if all "
        "three are parda.",
    ),
    Rule(
        "truco.value",
        "Value of a round",
        "S",
        "A round is worth 1, with Truco 2, with Retruco 3, with Vale Cuatro 4; they are called in this "
        "order.",
    ),
    Rule(
        "truco.call",
        "When Truco may be called",
        "S/R",
        "A player calls on his own turn to play, before playing and with no call waiting, in any trick.",
    ),
    Rule(
        "truco.call.right",
        "Who may raise",
        "R",
        "Once a call has been accepted, it is only for the player who accepted it to raise, on his own "
        'turn. Option `raise_right="either"`: for the other one too.',
    ),
    Rule(
        "truco.answer",
        "Answering a call",
        "S",
        "The other player alone answers: with Quiero, with No quiero, which gives the caller the value "
        "before the call and ends the round, with the next higher call, or by folding. Until then the "
        "caller has to wait, except to act on an Envido called in answer.",
    ),
    Rule(
        "truco.resume",
        "Going on after the calls",
        "S",
        "After all calls have been dealt with, the turn is with the player who would have played when the "
        "first was made.",
    ),
    Rule(
        "truco.envido.window",
        "When Envido may be called",
        "S/R",
        "Envido may be called as long as the first trick is not complete: on one's own turn if no call "
        "waits, or as the answer to a Truco.",
    ),
    Rule(
        "truco.envido.once",
        "One Envido a round",
        "R",
        "A round has one chain of Envido calls at most, whether it was accepted or declined.",
    ),
    Rule(
        "truco.envido.after_truco",
        "No Envido after an accepted Truco",
        "R",
        "Once a Truco has been accepted, also by a Retruco, Envido can't be called. Option "
        "`envido_after_truco`.",
    ),
    Rule(
        "truco.envido.own_card",
        "Envido after one's own card",
        "R",
        "One may open the chain even with one's own first card already on the table. Option "
        "`envido_own_card`.",
    ),
    Rule(
        "truco.envido.first",
        "Envido comes first",
        "S",
        "If a Truco is answered with Envido, the Envido is settled first; then the same player answers the "
        "Truco.",
    ),
    Rule(
        "truco.envido.points",
        "Envido points",
        "S/R",
        "Of the three cards dealt, 1 to 7 count their number and 10 to 12 nothing: the best two of one suit "
        "plus 20, or else the highest single card.",
    ),
    Rule(
        "truco.envido.chain",
        "The chain of Envido calls",
        "S/R",
        "Envido adds 2 and Real Envido 3; Falta Envido is the highest call. Envido can be called twice "
        "(option `max_envidos`), the others once, and no call can follow a higher one.",
    ),
    Rule(
        "truco.envido.falta",
        "Falta Envido",
        "S",
        "When accepted, Falta Envido is worth what the player nearer to the target lacks, and the calls "
        'before it no longer count. Option `falta="loser"`: what the loser of the Envido lacks.',
    ),
    Rule(
        "truco.envido.decline",
        "Declining Envido",
        "S",
        "Declining gives the caller what the chain was worth before that call, but at least 1; the round "
        "continues.",
    ),
    Rule(
        "truco.envido.showdown",
        "Who wins the Envido",
        "S/R",
        "When Envido is accepted, the player with more points scores immediately; if they have the same, "
        "that is Mano.",
    ),
    Rule(
        "truco.envido.reveal",
        "What the Envido reveals",
        "R",
        "After an accepted Envido both players' points are public, their cards are not. Option "
        '`envido_reveal="cards"`: all the dealt cards are shown.',
    ),
    Rule(
        "truco.fold",
        "Folding",
        "S",
        "A player may fold on his turn instead of playing, or in answer to a call, but not against his own; "
        "if his Truco waits behind an Envido, he may fold to that. His opponent scores what the round is "
        "worth by then.",
    ),
    Rule(
        "truco.fold.envido",
        "Folding to an Envido",
        "S",
        "Whoever folds to an Envido loses what the round is worth and nothing for the Envido. Option "
        "`fold_to_envido`.",
    ),
    Rule(
        "truco.match",
        "End of the match",
        "S",
        "All points go to one score, and the first to reach 15 (option `target`) wins on the spot, even in "
        "mid-round.",
    ),
    Rule(
        "truco.match.score",
        "The score isn't capped",
        "R",
        "All that is awarded is added up, and nothing is cut off at the target.",
    ),
)
"""In the order of the page on Truco."""
