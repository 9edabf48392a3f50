"""The laws of all games, each by itself: what it says, and how it is checked of one drawn match.

They are checked against `Game` alone, whose own functions they ask, and not the verbs. Where a law is broken
they raise `LawBroken`, which says what is wrong in the words of the game.
"""

from cardrules.testing.laws import extras, knowledge, play, sameness, scores, values
from cardrules.testing.laws.case import LAWS, Law, LawBroken

_ORDER = (play, scores, values, knowledge, sameness, extras)


def _place(law: Law) -> int:
    return [module.__name__ for module in _ORDER].index(law.check.__module__)


_sorted = sorted(LAWS.values(), key=_place)
LAWS.clear()
LAWS.update({law.name: law for law in _sorted})

__all__ = ["LAWS", "Law", "LawBroken", "extras", "knowledge", "play", "sameness", "scores", "values"]
