"""What the vectors of Truco show.

The seeds were found by playing many and keeping those that show something rare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardrules.games.truco import GAME, Rules
from tests.vectors.playing import Match, Plan

# Seat 0 has 33 Envido points and seat 1 has 25; seat 0's cards win the first two tricks.
_HANDS = ("7O 6O 1E", "4B 1B 10C")
# Seat 1 has 33, seat 0 has 7.
_PIE = ("7E 4O 12B", "7O 6O 5C")
# Both have 27.
_EVEN = ("6E 1E 10O", "6B 1B 10C")


def _plan(
    name: str, about: str, play: Callable[[Match], None], rules: Rules | None = None, **more: Any
) -> Plan:
    return Plan(GAME, name, about, play, rules or Rules(), **more)


def _said(
    name: str,
    about: str,
    *rounds: str,
    hands: tuple[str, str] = _HANDS,
    rules: Rules | None = None,
    **more: Any,
) -> Plan:
    """Rounds with these hands (by seat), in which this is said and played."""

    def play(match: Match) -> None:
        for moves in rounds:
            match.deal(hands)
            match.say(moves)

    return _plan(name, about, play, rules, **more)


def _random(
    name: str, about: str, seed: int, deals: int = 1, rules: Rules | None = None, **more: Any
) -> Plan:
    return _plan(
        name,
        about,
        lambda match: match.random(seed, deals, but=("mazo", "no quiero", "falta envido")),
        rules,
        **more,
    )


# --- Tricks and rounds ----------------------------------------------------------------------------

# Hands with which Mano (first) and the Pie can win, lose and tie tricks, and how the round then goes.
_ROUNDS: tuple[tuple[str, str, str, str], ...] = (
    ("two won by Mano", "1E 7E 4C", "3E 2E 5C", "1E; 3E; 7E; 2E"),
    ("two won by the Pie", "3E 2E 5C", "1E 7E 4C", "3E; 1E; 7E; 2E"),
    ("Mano, Pie, Mano", "1E 4C 7E", "3E 5C 2E", "1E; 3E; 4C; 5C; 2E; 7E"),
    ("Mano, Pie, parda", "1E 4C 12E", "3E 5C 12B", "1E; 3E; 4C; 5C; 12B; 12E"),
    ("Pie, Mano, parda", "3E 5C 12E", "1E 4C 12B", "3E; 1E; 4C; 5C; 12E; 12B"),
    ("parda, Pie", "3E 4C 12E", "3B 5C 12B", "3E; 3B; 4C; 5C"),
    ("parda, Mano", "3E 5C 12E", "3B 4C 12B", "3E; 3B; 5C; 4C"),
    ("Pie, parda", "4E 5C 12E", "3B 5E 12B", "4E; 3B; 5E; 5C"),
    ("parda, parda, Pie", "3E 5C 11E", "3B 5E 12B", "3E; 3B; 5C; 5E; 11E; 12B"),
    ("parda, parda, parda", "3E 5C 12E", "3B 5E 12B", "3E; 3B; 5C; 5E; 12E; 12B"),
)

# Each of the fourteen strengths beats the next one in some trick; Mano has the stronger cards.
_STRENGTHS: tuple[tuple[str, str, str], ...] = (
    ("1E 7E 3C", "1B 7O 2C", "1E; 1B; 7E; 7O"),
    ("1B 7O 2E", "7E 3E 1C", "1B; 7E; 7O; 3E"),
    ("3E 1O 11E", "2E 12E 10E", "3E; 2E; 1O; 12E"),
    ("2B 12E 10O", "1C 11E 7B", "2B; 1C; 12E; 11E"),
    ("11C 7C 5B", "10C 6E 4E", "11C; 10C; 7C; 6E"),
    ("10B 6O 4B", "7B 5O 4O", "10B; 7B; 6O; 5O"),
    ("5E 6C 1O", "4E 6B 1C", "5E; 4E; 1O; 1C"),
    ("7B 2C 3O", "7C 2O 3B", "7B; 7C; 2C; 2O; 3O; 3B"),
)


def _rounds(match: Match) -> None:
    for number, (_, mano, pie, moves) in enumerate(_ROUNDS):
        match.deal((mano, pie) if number % 2 == 0 else (pie, mano))
        match.say(moves)


def _strengths(match: Match) -> None:
    for number, (mano, pie, moves) in enumerate(_STRENGTHS):
        match.deal((mano, pie) if number % 2 == 0 else (pie, mano))
        match.say(moves)


# --- Envido ---------------------------------------------------------------------------------------

_CALLS = {"E": "envido", "R": "real envido", "F": "falta envido"}
_CHAINS = ("E", "R", "F", "EE", "ER", "EF", "RF", "EER", "EEF", "ERF", "EERF")

# Three cards and their Envido points.
_POINTS: tuple[tuple[str, str], ...] = (
    ("7O 6O 1E", "7C 5C 3C"),  # 33, 32
    ("12B 11B 1C", "12E 11E 1E"),  # 20, 21
    ("12C 11B 10E", "7E 6B 5O"),  # 0, 7
    ("4E 5E 12C", "7B 2B 3O"),  # 29, 29
)


def _chain(letters: str) -> str:
    return "; ".join(_CALLS[letter] for letter in letters)


def _chains(match: Match, answer: str) -> None:
    """A round for each chain, with this answer; then a fold."""
    for letters in _CHAINS:
        match.deal(_HANDS if match.state.match.eldest == 0 else _PIE)
        match.say(_chain(letters) + f"; {answer}")
        if match.state.to_move is not None:
            match.say("mazo")
        if match.state.match.outcome is not None:
            return


def _accepted(match: Match) -> None:
    """The chains whose worth is fixed, accepted: 2, 3, 4, 5, 7; the one who is behind wins each."""
    for letters in ("E", "R", "EE", "ER", "EER"):
        match.deal(_HANDS)
        match.say(_chain(letters) + "; quiero; mazo")


def _points(match: Match) -> None:
    for hands in _POINTS:
        match.deal(hands)
        match.say("envido; quiero; mazo")


def _played_counts(match: Match) -> None:
    """The 7 of oros was played before the Pie calls Envido, and still counts."""
    match.deal(_HANDS)
    match.say("7O; envido; quiero; mazo")


def _refusals(match: Match) -> None:
    match.refuse_packs()
    match.random(60, 40, but=("mazo",))
    match.refuse_after_the_end()


_REVEAL = Rules(envido_reveal="cards")
_DECLINE = Rules(fold_to_envido="decline_and_fold")
_FORBIDDEN = Rules(fold_to_envido="forbidden")


def plans() -> Iterator[Plan]:
    """The vectors of Truco."""
    yield _plan("rounds", "Who wins a round: ten courses of tricks with wins and pardas.", _rounds)
    yield _plan("strengths", "Cards of all fourteen strengths against each other.", _strengths, first=0)
    yield from _of_truco()
    yield from _of_envido()
    yield from _of_folding()
    yield _plan(
        "refusals",
        "A match to 6, with refused packs and moves, and one after the end.",
        _refusals,
        Rules(target=6),
    )
    yield _random("to-fifteen", "A match at random, to 15.", 61, 60, first=1)
    yield _random(
        "many-options",
        "A match at random with unusual options.",
        62,
        12,
        Rules(
            30,
            "either",
            envido_after_truco=True,
            envido_own_card=False,
            max_envidos=3,
            falta="loser",
            fold_to_envido="forbidden",
            envido_reveal="cards",
        ),
    )


def _of_truco() -> Iterator[Plan]:
    yield _said(
        "truco-declined",
        "Truco, no quiero: 1, and the tricks before it score nothing.",
        "truco; no quiero",
        "1B; 7O; truco; no quiero",
    )
    yield _said(
        "retruco-declined",
        "Retruco over Truco, no quiero: 2.",
        "truco; retruco; no quiero",
        "truco; retruco; mazo",
    )
    yield _said(
        "vale-cuatro",
        "Truco, Retruco, Vale Cuatro: declined 3, accepted 4.",
        "truco; retruco; vale cuatro; no quiero",
        "truco; retruco; vale cuatro; quiero; 1B; 1E; 7O; 4B",
    )
    yield _said(
        "raise-later",
        "Who accepted Truco may raise later, on his own turn.",
        "truco; quiero; 7O; retruco; no quiero",
    )
    yield _said(
        "raise-right",
        "Who answered Truco with Retruco and was accepted may not raise; the other may.",
        "truco; retruco; quiero; 1E; 1B; vale cuatro; quiero; 7O; 4B",
    )
    yield _said(
        "raise-either",
        'raise_right="either": the caller whose Truco was accepted raises.',
        "truco; quiero; retruco; quiero; vale cuatro; no quiero",
        rules=Rules(raise_right="either"),
    )
    yield _plan(
        "no-card-left", "The Pie calls Truco when Mano has no card left, and Mano answers.", _no_card_left
    )


def _no_card_left(match: Match) -> None:
    match.deal(("1E 4C 12E", "3E 5C 11B"))
    match.say("4C; 5C; 3E; 1E; 12E; truco; quiero; 11B")


def _of_envido() -> Iterator[Plan]:
    yield _plan(
        "envido-chains-declined",
        "The eleven chains of Envido calls, each declined.",
        lambda match: _chains(match, "no quiero"),
        Rules(target=40),
    )
    yield _plan(
        "envido-chains-folded",
        "The eleven chains, each answered by folding: the value of the round alone.",
        lambda match: _chains(match, "mazo"),
        Rules(target=40),
    )
    yield _plan(
        "envido-chains-accepted",
        "The five chains whose worth is fixed, accepted.",
        _accepted,
        Rules(target=40),
    )
    yield _plan("envido-points", "Envido points of eight hands, and who wins the showdown.", _points)
    yield _plan("envido-after-a-card", "A card that was played counts for the Envido.", _played_counts)
    yield _said(
        "envido-tie",
        "Equal Envido points: Mano scores, in either role.",
        "envido; quiero; mazo",
        "envido; quiero; mazo",
        hands=_EVEN,
    )
    yield _said(
        "envido-first",
        "Truco is answered with Envido, which is settled first; then the Truco is answered.",
        "truco; envido; quiero; quiero; 7O; 4B; 1E; 1B",
    )
    yield _said(
        "envido-own-card",
        "The Pie calls Truco before playing: Mano, whose card lies on the table, opens the Envido.",
        "7O; truco; envido; no quiero; quiero; 4B; 1E; 1B",
    )
    yield _said(
        "envido-no-own-card",
        "envido_own_card=False: with his own card on the table Mano may not open, but may raise.",
        "7O; truco; mazo",
        "4B; envido; real envido; quiero; mazo",
        rules=Rules(envido_own_card=False),
    )
    yield _said(
        "envido-after-truco",
        "envido_after_truco=True: after an accepted Truco, and over a Retruco; folding to it gives 2.",
        "truco; quiero; envido; quiero; mazo",
        "truco; retruco; envido; no quiero; no quiero",
        "truco; quiero; 7O; envido; mazo",
        rules=Rules(envido_after_truco=True),
    )
    yield _said(
        "envido-once",
        "After a chain, declined or accepted, there is no other in the round.",
        "envido; no quiero; truco; quiero; mazo",
        "envido; quiero; 1B; mazo",
    )
    yield _said(
        "envido-once-only",
        "max_envidos=1: Envido cannot answer Envido.",
        "envido; real envido; quiero; mazo",
        rules=Rules(max_envidos=1),
    )
    yield _said(
        "envido-three-times",
        "max_envidos=3: Envido three times, then Real Envido: 9 accepted.",
        "envido; envido; envido; real envido; quiero; mazo",
        "envido; envido; envido; no quiero; mazo",
        rules=Rules(max_envidos=3),
    )
    yield _said(
        "falta-from-nothing", "Falta Envido at 0–0 is worth 15, and ends the match.", "falta envido; quiero"
    )
    yield _said(
        "falta-nearer",
        "At 10–3 an accepted chain with Falta Envido is worth 5, also to the one who is behind.",
        "envido; envido; real envido; falta envido; quiero; mazo",
        hands=_PIE,
        scores=(10, 3),
    )
    yield _said(
        "falta-nearer-wins",
        "At 14–0 Falta Envido is worth 1, and the one who is ahead wins the match.",
        "real envido; falta envido; quiero",
        scores=(14, 0),
    )
    yield _said(
        "falta-loser",
        'falta="loser": what the loser of the Envido still needs, 12, so that the match ends at 22.',
        "envido; falta envido; quiero",
        rules=Rules(falta="loser"),
        scores=(10, 3),
    )
    yield _said(
        "falta-loser-behind",
        'falta="loser", won by the one who is behind: what the other needs, 5.',
        "falta envido; quiero; mazo",
        rules=Rules(falta="loser"),
        hands=_PIE,
        scores=(10, 3),
    )
    yield _said(
        "falta-to-30",
        "Falta Envido follows the target: at 20–12 of 30 it is worth 10.",
        "real envido; falta envido; quiero; mazo",
        hands=_PIE,
        rules=Rules(target=30),
        scores=(20, 12),
    )
    yield _said(
        "envido-ends-the-match",
        "At 14–14 an accepted Envido ends the match, with a Truco unanswered.",
        "truco; envido; quiero",
        scores=(14, 14),
    )
    yield _said(
        "envido-reveals-cards",
        'envido_reveal="cards": a showdown shows all three dealt cards of both; no quiero shows nothing.',
        "7O; envido; quiero; mazo",
        "envido; no quiero; mazo",
        rules=_REVEAL,
    )


def _of_folding() -> Iterator[Plan]:
    yield _said(
        "fold",
        "Folding gives the value of the round: 1 at once, 2 after an accepted Truco.",
        "mazo",
        "truco; quiero; mazo",
        "truco; retruco; mazo",
        "truco; retruco; quiero; 4B; mazo",
    )
    yield _said(
        "fold-to-envido",
        "Folding to an Envido that answers one's own Truco gives 1.",
        "truco; envido; mazo",
        "envido; real envido; falta envido; mazo",
    )
    yield _said(
        "decline-and-fold",
        'fold_to_envido="decline_and_fold": the declined Envido first, then the fold.',
        "envido; real envido; falta envido; mazo",
        "truco; envido; mazo",
        rules=_DECLINE,
    )
    yield _said(
        "decline-and-fold-ends",
        "At 14 the declined Envido ends the match; the fold scores nothing more.",
        "envido; mazo",
        rules=_DECLINE,
        scores=(14, 3),
    )
    yield _said(
        "fold-to-envido-forbidden",
        'fold_to_envido="forbidden": an Envido cannot be answered by folding.',
        "envido; quiero; mazo",
        "truco; envido; no quiero; mazo",
        rules=_FORBIDDEN,
    )
