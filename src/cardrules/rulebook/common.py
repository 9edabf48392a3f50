"""The rules that hold in every game, in short.

>>> from cardrules.rulebook.common import COMMON
>>> COMMON[0].id
'common.over'
"""

from cardrules.rulebook.rule import Rule

COMMON: tuple[Rule, ...] = (
    Rule(
        "common.over",
        "The match is over",
        "R",
        "Once the match has ended, no move is accepted any more.",
    ),
    Rule(
        "common.deal",
        "Dealing",
        "R",
        "While a deal is awaited, dealing is the only move; at any other moment it is refused.",
    ),
    Rule(
        "common.pack",
        "A complete pack",
        "R",
        "A deal must contain each card of the game's pack, once, and nothing besides.",
    ),
    Rule(
        "common.phase",
        "The right kind of move",
        "R",
        "A move must fit the moment: cards can't be played while players are exposing or a call waits, and "
        "there is nothing to answer where no call waits.",
    ),
    Rule(
        "common.hold",
        "Only cards in hand",
        "R",
        "Nobody can play, expose or exchange a card that is not in his hand.",
    ),
)
"""The common rules, in the order in which a broken one is reported."""
