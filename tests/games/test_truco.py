"""Truco: every example of the rules page, and every rule by its id."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Iterator
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
import cardrules.table
from cardrules import (
    FRENCH,
    SPANISH,
    Act,
    CardSet,
    Deal,
    Line,
    Outcome,
    Play,
    RulesError,
    SeatError,
    Seating,
    Violation,
)
from cardrules.game import Hands
from cardrules.games import truco
from cardrules.games.truco import Call, Move, Rules, State, View, envido_ladder, envido_points, round_winner

NOTHING: tuple[Move, ...] = ()
MANO, PIE = 0, 1
E, R, F = Call.ENVIDO, Call.REAL_ENVIDO, Call.FALTA_ENVIDO

# Mano has 33 Envido points and the worse cards, the Pie 25 and the better ones.
HANDS = ("7O 6O 4C", "1E 5B 10B")


def begin(
    hands: Hands = HANDS,
    rules: Rules | None = None,
    *,
    first: int = MANO,
    scores: tuple[int, int] | None = None,
) -> State:
    """The first round of a match, with these hands."""
    state = truco.new_match(rules or Rules(), first=first, scores=scores)
    return truco.apply(state, truco.arrange(state, hands))


def move_of(text: str) -> Move:
    """A call or a play, as text: ``"vale cuatro"`` or ``"7O"``."""
    words = {call.value: call for call in Call}
    return words[text] if text in words else Play(SPANISH[text])


def after(state: State, moves: str) -> State:
    """The state after these moves, separated by commas."""
    for text in filter(None, map(str.strip, moves.split(","))):
        state = truco.apply(state, move_of(text))
    return state


def calls(position: State | View) -> set[str]:
    """The calls that may be made now."""
    return {move.value for move in truco.legal_moves(position) if isinstance(move, Call)}


def cards(position: State | View) -> str:
    """The cards that may be played now."""
    plays = [move.card for move in truco.legal_moves(position) if isinstance(move, Play)]
    return str(SPANISH.set(plays))


def fault(position: State | View, text: str) -> Violation:
    """The violation of a move that is refused, by `apply` as by `why_not`."""
    violation = truco.why_not(position, move_of(text))
    assert violation is not None
    assert move_of(text) not in truco.legal_moves(position)
    if isinstance(position, State):
        with pytest.raises(cardrules.IllegalMove) as refused:
            truco.apply(position, move_of(text))
        assert refused.value.violation == violation
        view = truco.observe(position, position.to_move)
        assert truco.why_not(view, move_of(text)) == violation
    return violation


def won(state: State) -> list[tuple[str, int, int]]:
    """The lines of the round: rule, side, points."""
    return [(line.rule, line.side, line.points) for line in state.lines]


def next_round(state: State, hands: Hands = HANDS) -> State:
    return truco.apply(state, truco.arrange(state, hands))


# --- Players, pack and deal ---------------------------------------------------------------------


@pytest.mark.rule("truco.players")
@pytest.mark.parametrize("seating", [Seating(1), Seating(3), Seating(2, sides=((0, 1),))])
def test_no_other_number_plays(seating: Seating) -> None:
    with pytest.raises(RulesError, match="is not two players, each for himself"):
        truco.Format(SPANISH, seating, 3)


@pytest.mark.rule("truco.players")
def test_two_play() -> None:
    assert Rules().format.seating.seats == 2
    assert Rules().format.seating.sides == ((0,), (1,))
    with pytest.raises(SeatError):
        truco.new_match(Rules(), first=2)


@pytest.mark.rule("truco.pack")
def test_the_pack_has_forty_cards_without_eights_and_nines() -> None:
    pack = truco.new_match(Rules()).pack
    assert len(pack) == 40
    assert {card.suit.name for card in pack} == {"espadas", "bastos", "copas", "oros"}
    assert {int(card.rank.text) for card in pack} == {*range(1, 8), 10, 11, 12}


@pytest.mark.rule("truco.pack", "common.pack")
def test_a_deal_must_be_the_whole_pack() -> None:
    state = truco.new_match(Rules())
    short = truco.why_not(state, Deal(SPANISH.cards[1:]))
    foreign = truco.why_not(state, Deal((*SPANISH.cards[1:], FRENCH["A♠"])))
    assert short is not None
    assert short.rule == "common.pack"
    assert short.cards == (SPANISH["1E"],)
    assert foreign is not None
    assert foreign.rule == "common.pack"


@pytest.mark.rule("truco.deal")
@pytest.mark.parametrize("mano", [0, 1])
def test_cards_are_dealt_singly_and_to_mano_first(mano: int) -> None:
    state = truco.new_match(Rules(), first=mano)
    state = truco.apply(state, Deal(SPANISH.cards))
    assert state.hand(mano) == SPANISH.set("1E 3E 5E")
    assert state.hand(1 - mano) == SPANISH.set("2E 4E 6E")
    assert state.secrets.stock == SPANISH.cards[6:]


@pytest.mark.rule("truco.deal")
def test_the_rest_of_the_pack_is_not_used() -> None:
    state = begin()
    ended = after(state, "4C, 1E, 5B, 7O, 6O, 10B")
    assert ended.deal_is_over
    assert len(ended.played) == 6
    assert ended.secrets == state.secrets


@pytest.mark.rule("truco.mano")
def test_mano_plays_first_and_is_seat_0_unless_the_match_says_else() -> None:
    assert begin().to_move == begin().deal.leader == 0
    assert begin(first=1).to_move == begin(first=1).deal.leader == 1


@pytest.mark.rule("truco.mano")
@pytest.mark.parametrize("winner", [0, 1])
def test_mano_alternates_every_round_whoever_won(winner: int) -> None:
    state = begin()
    for number in range(1, 5):
        assert state.deal.number == number
        assert state.deal.leader == state.to_move == (number - 1) % 2
        state = after(state, "mazo" if state.to_move != winner else "truco, no quiero")
        state = next_round(state)


# --- Cards and tricks ---------------------------------------------------------------------------

TIERS = (
    "1E",
    "1B",
    "7E",
    "7O",
    "3E 3B 3C 3O",
    "2E 2B 2C 2O",
    "1C 1O",
    "12E 12B 12C 12O",
    "11E 11B 11C 11O",
    "10E 10B 10C 10O",
    "7B 7C",
    "6E 6B 6C 6O",
    "5E 5B 5C 5O",
    "4E 4B 4C 4O",
)


@pytest.mark.rule("truco.rank", "truco.trick")
def test_every_card_against_every_other() -> None:
    place = {card: tier for tier, text in enumerate(TIERS) for card in SPANISH.set(text)}
    assert len(place) == 40
    for led, other in itertools.permutations(SPANISH, 2):
        state = begin([[led], [other]])
        state = truco.apply(truco.apply(state, Play(led)), Play(other))
        stronger = None if place[led] == place[other] else int(place[led] > place[other])
        assert state.tricks[0].winner == stronger


@pytest.mark.rule("truco.follow")
def test_any_card_may_be_played_to_any_lead() -> None:
    state = begin(["1E 4B 4C", "2E 3E 6O"])
    assert cards(state) == str(state.hand(MANO))
    state = after(state, "1E")
    assert cards(state) == str(state.hand(PIE))  # 2E and 3E follow suit, 6O does not


@pytest.mark.rule("truco.trick")
def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = begin(["1E 4B 4C", "2E 3E 6O"])
    assert after(state, "1E, 6O").to_move == MANO
    assert after(state, "4B, 6O").to_move == PIE
    assert after(state, "4B, 6O").tricks[0].winner == PIE


@pytest.mark.rule("truco.trick", "truco.trick.parda_lead")
def test_after_a_parda_mano_leads() -> None:
    state = begin(["3E 6B 4C", "3O 6O 4B"], first=1)
    once = after(state, "3O, 3E")
    assert once.tricks[0].winner is None
    assert once.to_move == once.leader == 1
    twice = after(once, "6O, 6B")
    assert twice.to_move == twice.leader == 1


# In each of these Mano has the hand on the left; all cards of a column meet in one trick.
ROUNDS = {
    "Mano, Pie, parda": ("1E 4B 3E", "4C 2E 3B", "1E, 4C, 4B, 2E, 3B, 3E", MANO),
    "Pie, Mano, parda": ("4B 1E 3E", "2E 4C 3B", "4B, 2E, 4C, 1E, 3E, 3B", PIE),
    "parda, parda, Pie": ("3E 6B 4C", "3O 6O 1E", "3E, 3O, 6B, 6O, 4C, 1E", PIE),
    "parda, parda, Mano": ("3E 6B 1E", "3O 6O 4C", "3E, 3O, 6B, 6O, 1E, 4C", MANO),
    "parda, parda, parda": ("3E 6B 4C", "3O 6O 4B", "3E, 3O, 6B, 6O, 4C, 4B", MANO),
    "Mano, Pie, Pie": ("1E 4B 4E", "4C 2E 3B", "1E, 4C, 4B, 2E, 3B, 4E", PIE),
    "Mano, Pie, Mano": ("1E 4B 1B", "4C 2E 3B", "1E, 4C, 4B, 2E, 3B, 1B", MANO),
    "parda, Pie": ("3E 6B 4C", "3O 1E 4B", "3E, 3O, 6B, 1E", PIE),
    "parda, Mano": ("3E 1E 4C", "3O 6B 4B", "3E, 3O, 1E, 6B", MANO),
    "Mano, parda": ("1E 6B 4C", "4B 6O 3E", "1E, 4B, 6B, 6O", MANO),
    "Pie, parda": ("4B 6B 4C", "1E 6O 3E", "4B, 1E, 6O, 6B", PIE),
    "Mano, Mano": ("1E 1B 4C", "4B 6O 3E", "1E, 4B, 1B, 6O", MANO),
    "Pie, Pie": ("4B 5B 4C", "1E 6O 3E", "4B, 1E, 6O, 5B", PIE),
}


@pytest.mark.rule("truco.round")
@pytest.mark.parametrize("tricks", ROUNDS)
@pytest.mark.parametrize("mano", [0, 1])
def test_example_1_who_wins_the_round(tricks: str, mano: int) -> None:
    mine, others, moves, winner = ROUNDS[tricks]
    state = begin({mano: mine, 1 - mano: others}, first=mano)
    *played, last = moves.split(", ")
    before = after(state, ", ".join(played))
    assert not before.deal_is_over
    ended = after(before, last)
    seats = {"Mano": mano, "Pie": 1 - mano, "parda": None}
    assert [trick.winner for trick in ended.tricks] == [seats[name] for name in tricks.split(", ")]
    assert ended.deal_is_over
    assert won(ended) == [("truco.value", mano if winner == MANO else 1 - mano, 1)]


@pytest.mark.rule("truco.round")
def test_a_round_decided_early_leaves_the_rest_hidden() -> None:
    ended = after(begin(["1E 1B 4C", "4B 6O 3E"]), "1E, 4B, 1B, 6O")
    assert ended.awaits_deal
    assert ended.hand(PIE) == SPANISH.set("3E")
    assert "3 de espada" not in repr(truco.observe(ended, MANO))
    assert "4 de copa" not in repr(truco.observe(ended))


@pytest.mark.rule("truco.round")
def test_round_winner_of_every_sequence_of_tricks() -> None:
    def expected(winners: tuple[int | None, ...]) -> int | None:
        if winners.count(0) == 2 or winners.count(1) == 2:
            return 0 if winners.count(0) == 2 else 1
        if len(winners) >= 2 and None in winners and set(winners) != {None}:
            return next(winner for winner in winners if winner is not None)
        return MANO if winners == (None, None, None) else None

    for count in (1, 2, 3):
        for winners in itertools.product((0, 1, None), repeat=count):
            if all(round_winner(winners[:early], MANO) is None for early in range(count)):
                assert round_winner(winners, MANO) == expected(winners)
    # What would be played after two wins changes nothing.
    assert [round_winner((seat, seat, 1 - seat), MANO) for seat in (MANO, PIE)] == [MANO, PIE]


# --- Truco, Retruco, Vale Cuatro ----------------------------------------------------------------


@pytest.mark.rule("truco.value")
@pytest.mark.parametrize(
    ("said", "worth", "rest"),
    [
        ("", 1, "4C, 1E, 5B, 7O, 6O, 10B"),
        ("truco, quiero", 2, "4C, 1E, 5B, 7O, 6O, 10B"),
        ("truco, retruco, quiero", 3, "4C, 1E, 5B, 7O, 6O, 10B"),
        ("truco, retruco, vale cuatro, quiero", 4, "4C, 1E, 5B, 7O, 6O, 10B"),
        ("truco, quiero, 4C, retruco, quiero, 1E, 5B, vale cuatro, quiero", 4, "7O, 6O, 10B"),
    ],
)
def test_value_of_a_round(said: str, worth: int, rest: str) -> None:
    state = after(begin(), said)
    assert state.deal.value == worth
    assert after(state, rest).lines == (Line("truco.value", PIE, worth),)


@pytest.mark.rule("truco.value")
def test_the_calls_come_in_their_order_and_no_further() -> None:
    state = begin()
    assert fault(state, "retruco").rule == "truco.value"
    assert fault(state, "vale cuatro").rule == "truco.value"
    waits = after(state, "truco")
    assert fault(waits, "truco").rule == fault(waits, "vale cuatro").rule == "truco.value"
    top = after(state, "truco, retruco, vale cuatro")
    assert {fault(top, call).rule for call in ("truco", "retruco", "vale cuatro")} == {"truco.value"}
    assert "nothing may follow" in fault(top, "vale cuatro").message
    accepted = after(top, "quiero")
    assert calls(accepted) == {"mazo"}


@pytest.mark.rule("truco.value")
def test_a_refusal_of_a_call_says_what_may_follow() -> None:
    violation = fault(after(begin(), "truco, quiero, 4C"), "truco")
    assert violation == Violation(
        "truco.value",
        PIE,
        "seat 1 may not call truco: truco has been called, and only retruco may follow.",
        (),
        (("call", "truco"), ("value", 2), ("truco", "truco"), ("envido", "")),
    )


@pytest.mark.rule("truco.call")
def test_truco_may_be_called_before_any_card_of_one_s_own_in_any_trick() -> None:
    state = begin(["7O 4B 3E", "4C 2E 3B"])
    for moves in ("", "7O", "4C", "4B", "2E", "3B"):
        state = after(state, moves)
        assert "truco" in calls(state)
    assert len(state.tricks) == 2


@pytest.mark.rule("truco.call")
def test_truco_may_not_be_called_while_an_envido_waits() -> None:
    state = after(begin(), "envido")
    violation = fault(state, "truco")
    assert (violation.rule, violation.seat) == ("truco.call", PIE)
    assert violation.message == "seat 1 may not call truco: envido waits for an answer."
    violation = fault(after(begin(), "truco, real envido"), "retruco")
    assert (violation.rule, violation.seat) == ("truco.call", MANO)
    assert violation.message == (
        "seat 0 may not call retruco: real envido waits, and must be settled before the truco is answered."
    )


@pytest.mark.rule("truco.value")
def test_a_call_that_does_not_follow_is_told_what_has_been_called() -> None:
    violation = fault(begin(), "retruco")
    assert violation.rule == "truco.value"
    assert violation.message == (
        "seat 0 may not call retruco: no Truco has been called, and only truco may follow."
    )
    violation = fault(after(begin(), "truco"), "vale cuatro")
    assert violation.message == (
        "seat 1 may not call vale cuatro: truco has been called, and only retruco may follow."
    )


@pytest.mark.rule("truco.call", "truco.answer", "truco.resume")
def test_example_11_a_player_without_cards_still_answers() -> None:
    state = after(begin(["4B 1E 4E", "2E 4C 3B"]), "4B, 2E, 4C, 1E, 4E, truco")
    assert state.hand(MANO) == SPANISH.set()
    assert state.to_move == MANO
    assert truco.legal_moves(state) == (Call.RETRUCO, Call.QUIERO, Call.NO_QUIERO, Call.MAZO)
    assert truco.legal_moves(truco.observe(state, MANO)) == truco.legal_moves(state)
    assert truco.legal_moves(truco.observe(state, PIE)) == NOTHING
    accepted = after(state, "quiero")
    assert accepted.to_move == PIE
    assert won(after(accepted, "3B")) == [("truco.value", PIE, 2)]
    assert won(after(state, "no quiero")) == [("truco.answer", PIE, 1)]


@pytest.mark.rule("truco.call.right", "truco.answer")
def test_example_2_only_who_accepted_may_raise() -> None:
    state = after(begin(), "truco, quiero")
    assert state.to_move == MANO
    violation = fault(state, "retruco")
    assert violation.rule == "truco.call.right"
    assert violation.params[:2] == (("call", "retruco"), ("value", 2))
    state = after(state, "4C")
    assert "retruco" in calls(state)
    assert won(after(state, "retruco, no quiero")) == [("truco.answer", PIE, 2)]


@pytest.mark.rule("truco.call.right")
def test_the_caller_may_not_raise_later_in_the_round_either() -> None:
    state = after(begin(), "truco, quiero, 4C, 10B")
    assert fault(after(state, "1E"), "retruco").rule == "truco.call.right"


@pytest.mark.rule("truco.call.right")
def test_example_17_the_first_caller_accepted_the_retruco() -> None:
    state = after(begin(), "truco, retruco, quiero")
    assert state.to_move == MANO
    assert "vale cuatro" in calls(state)
    assert fault(after(state, "4C"), "vale cuatro").rule == "truco.call.right"
    assert after(state, "vale cuatro, quiero").deal.value == 4


@pytest.mark.rule("truco.call.right")
def test_option_either_may_raise() -> None:
    state = after(begin(rules=Rules(raise_right="either")), "truco, quiero")
    assert "retruco" in calls(state)
    assert "retruco" in calls(after(state, "4C"))
    assert won(after(state, "retruco, no quiero")) == [("truco.answer", MANO, 2)]


@pytest.mark.rule("truco.answer")
@pytest.mark.parametrize(
    ("said", "caller", "points"),
    [
        ("truco, no quiero", MANO, 1),
        ("truco, retruco, no quiero", PIE, 2),
        ("truco, retruco, vale cuatro, no quiero", MANO, 3),
        ("truco, quiero, 4C, retruco, no quiero", PIE, 2),
    ],
)
def test_example_3_no_quiero_gives_the_value_before_the_call(said: str, caller: int, points: int) -> None:
    ended = after(begin(), said)
    assert ended.deal_is_over
    assert won(ended) == [("truco.answer", caller, points)]


@pytest.mark.rule("truco.answer")
def test_example_3_quiero_makes_the_round_worth_four() -> None:
    state = after(begin(), "truco, retruco, vale cuatro, quiero")
    assert state.deal.value == 4
    assert won(after(state, "4C, 1E, 5B, 7O, 6O, 10B")) == [("truco.value", PIE, 4)]


@pytest.mark.rule("truco.answer")
def test_example_4_the_tricks_score_nothing_after_no_quiero() -> None:
    state = after(begin(["4B 1E 4E", "2E 4C 3B"]), "4B, 2E, truco")
    ended = after(state, "no quiero")
    assert ended.tricks[0].winner == PIE
    assert ended.match.scores == (0, 1)
    state = after(begin(["4B 1E 4E", "2E 4C 3B"]), "4B, 2E, 4C, truco, no quiero")
    assert state.match.scores == (1, 0)  # the Pie has won the only trick


@pytest.mark.rule("truco.answer")
def test_the_other_player_alone_answers_a_waiting_call() -> None:
    state = after(begin(), "truco")
    assert state.to_move == state.deal.truco.awaits == PIE
    assert calls(state) == {
        *("retruco", "envido", "real envido", "falta envido"),
        *("quiero", "no quiero", "mazo"),
    }
    violation = truco.why_not(truco.observe(state, MANO), Call.MAZO)
    assert violation is not None
    assert (violation.rule, violation.seat) == ("common.phase", MANO)


@pytest.mark.rule("truco.answer")
def test_the_moment_is_that_of_the_call_that_waits() -> None:
    moment = truco.GAME.moment
    assert moment is not None
    said = ["", "truco", "truco, retruco", "truco, envido, real envido", "truco, quiero"]
    assert [moment(after(begin(), calls)) for calls in said] == [
        None,
        "truco waits for an answer",
        "retruco waits for an answer",
        "real envido waits for an answer",
        None,
    ]


@pytest.mark.rule("truco.answer", "common.phase")
@pytest.mark.parametrize("said", ["truco", "envido", "truco, envido"])
def test_example_14_no_card_is_played_while_a_call_waits(said: str) -> None:
    state = after(begin(), said)
    assert cards(state) == ""
    assert fault(state, str(next(iter(state.hand(state.mover))))).rule == "common.phase"


@pytest.mark.rule("truco.answer")
@pytest.mark.parametrize("said", ["truco", "truco, retruco", "envido", "4C, truco", "4C, envido"])
def test_example_14_the_caller_can_do_nothing_while_his_call_waits(said: str) -> None:
    state = after(begin(), said)
    caller = 1 - state.mover
    assert state.deal.acts[-1].seat == caller
    assert truco.legal_moves(truco.observe(state, caller)) == NOTHING


@pytest.mark.rule("truco.answer")
def test_the_caller_may_not_raise_his_own_truco_behind_an_envido() -> None:
    state = after(begin(), "truco, envido")
    violation = fault(state, "retruco")
    assert (violation.rule, violation.seat) == ("truco.call", MANO)
    assert violation.params == (("call", "retruco"), ("value", 1), ("truco", "truco"), ("envido", "envido"))


@pytest.mark.rule("common.phase")
@pytest.mark.parametrize("answer", ["quiero", "no quiero"])
def test_there_is_no_answer_without_a_call(answer: str) -> None:
    for state in (begin(), after(begin(), "truco, quiero"), after(begin(), "envido, no quiero, 4C")):
        violation = fault(state, answer)
        assert violation.rule == "common.phase"
        assert violation.message == f"seat {state.to_move} may not say {answer}: no call waits for an answer."


@pytest.mark.rule("truco.resume")
@pytest.mark.parametrize(
    ("played", "to_play"), [("", MANO), ("4C", PIE), ("4C, 1E", PIE), ("4C, 1E, 5B", MANO)]
)
def test_after_the_calls_plays_who_was_to_play_before(played: str, to_play: int) -> None:
    state = after(begin(), played)
    assert state.to_move == to_play
    assert after(state, "truco, quiero").to_move == to_play
    assert after(state, "truco, retruco, quiero").to_move == to_play
    assert after(state, "truco, retruco, vale cuatro, quiero").to_move == to_play
    if not state.tricks:
        assert after(state, "envido, no quiero").to_move == to_play
        assert after(state, "envido, envido, quiero").to_move == to_play
        assert after(state, "truco, envido, real envido, no quiero, quiero").to_move == to_play
        assert after(state, "truco, envido, quiero, retruco, quiero").to_move == to_play


# --- When Envido may be called ------------------------------------------------------------------


@pytest.mark.rule("truco.envido.window")
def test_envido_may_be_called_until_the_first_trick_is_complete() -> None:
    state = begin()
    assert {"envido", "real envido", "falta envido"} <= calls(state)
    assert {"envido", "real envido", "falta envido"} <= calls(after(state, "4C"))
    assert {"envido", "real envido", "falta envido"} <= calls(after(state, "4C, truco"))
    late = after(state, "4C, 1E")
    assert calls(late) == {"truco", "mazo"}
    violation = fault(late, "envido")
    assert (violation.rule, violation.cards) == ("truco.envido.window", SPANISH.read("4C 1E"))
    assert violation.message == "seat 1 may not call envido: the first trick is complete."


@pytest.mark.rule("truco.envido.window")
def test_envido_may_not_answer_a_truco_of_the_second_trick() -> None:
    assert fault(after(begin(), "4C, 1E, truco"), "real envido").rule == "truco.envido.window"


@pytest.mark.rule("truco.envido.once")
@pytest.mark.parametrize("chain", ["envido, no quiero", "envido, quiero", "truco, envido, no quiero"])
def test_example_18_one_chain_of_envido_a_round(chain: str) -> None:
    state = after(begin(), chain)
    for call in ("envido", "real envido", "falta envido"):
        assert fault(state, call).rule == "truco.envido.once"
    once = after(begin(), "envido, real envido, no quiero, 4C")
    assert fault(once, "falta envido").params[-1] == ("envido", "envido, real envido")


@pytest.mark.rule("truco.envido.once")
def test_the_next_round_has_an_envido_of_its_own() -> None:
    state = next_round(after(begin(), "envido, no quiero, mazo"))
    assert "envido" in calls(state)


@pytest.mark.rule("truco.envido.after_truco")
def test_no_envido_after_an_accepted_truco() -> None:
    accepted = after(begin(), "truco, quiero")
    violation = fault(accepted, "envido")
    assert violation.rule == "truco.envido.after_truco"
    assert ("value", 2) in violation.params
    assert fault(after(accepted, "4C"), "falta envido").rule == "truco.envido.after_truco"
    raised = after(begin(), "truco, retruco")
    assert fault(raised, "envido").rule == "truco.envido.after_truco"


@pytest.mark.rule("truco.envido.after_truco")
def test_option_envido_after_truco() -> None:
    state = begin(rules=Rules(envido_after_truco=True))
    for moves in ("truco, quiero", "truco, quiero, 4C", "truco, retruco", "truco, retruco, vale cuatro"):
        assert "envido" in calls(after(state, moves))
    assert fault(after(state, "truco, quiero, 4C, 1E"), "envido").rule == "truco.envido.window"
    waits = after(state, "truco, retruco, envido")
    assert waits.to_move == PIE
    settled = after(waits, "no quiero")
    assert (settled.to_move, settled.deal.value) == (MANO, 2)
    assert calls(settled) == {"vale cuatro", "quiero", "no quiero", "mazo"}


@pytest.mark.rule("truco.envido.own_card")
def test_mano_may_open_the_envido_with_his_own_card_on_the_table() -> None:
    state = after(begin(), "4C, truco")
    assert state.to_move == MANO
    assert won(after(state, "envido, quiero")) == [("truco.envido.showdown", MANO, 2)]


@pytest.mark.rule("truco.envido.own_card")
def test_option_no_envido_over_one_s_own_card() -> None:
    state = begin(rules=Rules(envido_own_card=False))
    violation = fault(after(state, "4C, truco"), "envido")
    assert (violation.rule, violation.cards) == ("truco.envido.own_card", (SPANISH["4C"],))
    assert violation.message == "seat 0 may not call envido: its own card 4 de copa lies on the table."
    # He may raise, though, and the Pie, who has not played, may open.
    assert {"envido", "real envido", "falta envido"} <= calls(after(state, "4C, envido"))
    assert {"envido", "real envido", "falta envido"} <= calls(after(state, "4C"))
    assert {"envido", "real envido", "falta envido"} <= calls(after(state, "truco"))


@pytest.mark.rule("truco.envido.first", "truco.resume")
def test_example_5_envido_is_settled_before_the_truco() -> None:
    state = after(begin(), "truco, envido")
    assert state.to_move == MANO
    assert calls(state) == {"envido", "real envido", "falta envido", "quiero", "no quiero", "mazo"}
    settled = after(state, "quiero")
    assert settled.to_move == PIE
    assert settled.deal.value == 1
    assert calls(settled) == {"retruco", "quiero", "no quiero", "mazo"}
    accepted = after(settled, "quiero")
    assert accepted.to_move == MANO
    assert len(cards(accepted).split(", ")) == 3


@pytest.mark.rule("truco.envido.first")
def test_nobody_answers_the_truco_before_the_envido() -> None:
    state = after(begin(), "truco, envido, real envido")
    assert state.to_move == PIE  # who is to answer both
    violation = fault(state, "retruco")
    assert violation.rule == "truco.call"
    assert violation.message == (
        "seat 1 may not call retruco: real envido waits, and must be settled before the truco is answered."
    )
    settled = after(state, "quiero")
    assert settled.deal.envido.awaits is None
    assert settled.deal.truco.awaits == PIE  # Quiero was for the Envido alone
    assert won(after(settled, "no quiero")) == [("truco.envido.showdown", MANO, 5), ("truco.answer", MANO, 1)]


# --- Envido points ------------------------------------------------------------------------------


@pytest.mark.rule("truco.envido.points")
@pytest.mark.parametrize(
    ("dealt", "points"),
    [
        ("7O 6O 1E", 33),
        ("7C 5C 3C", 32),
        ("12B 11B 1C", 20),
        ("12B 11B 1B", 21),
        ("12E 11B 10C", 0),
        ("7E 6B 5C", 7),
        ("5C 10C 7O", 25),
        ("6E 5E 7O", 31),
        ("12E 1B 10C", 1),
    ],
)
def test_example_7_envido_points(dealt: str, points: int) -> None:
    assert envido_points(SPANISH.set(dealt)) == points


@pytest.mark.rule("truco.envido.points")
def test_envido_points_of_all_hands() -> None:
    counted = {envido_points(SPANISH.set(hand)) for hand in itertools.combinations(SPANISH, 3)}
    assert counted == {*range(8), *range(20, 34)}


@pytest.mark.rule("truco.envido.points")
def test_example_7_a_card_already_played_still_counts() -> None:
    state = after(begin(["7O 6O 4C", "1E 5B 10B"]), "7O, truco, envido, quiero")
    assert state.deal.revealed_points == (33, 25)
    assert won(state) == [("truco.envido.showdown", MANO, 2)]


# --- The chain of Envido calls ------------------------------------------------------------------

CHAINS = {
    "E": (2, 1),
    "R": (3, 1),
    "F": (None, 1),
    "EE": (4, 2),
    "ER": (5, 2),
    "EF": (None, 2),
    "RF": (None, 3),
    "EER": (7, 4),
    "EEF": (None, 4),
    "ERF": (None, 5),
    "EERF": (None, 7),
}
WORDS = {"E": "envido", "R": "real envido", "F": "falta envido"}


def chain_of(letters: str) -> str:
    return ", ".join(WORDS[letter] for letter in letters)


def legal_chains(state: State, said: str = "") -> Iterator[str]:
    """Every chain that can be called from here, in letters."""
    for letter, word in WORDS.items():
        if word in calls(state):
            yield said + letter
            yield from legal_chains(after(state, word), said + letter)


@pytest.mark.rule("truco.envido.chain")
def test_the_chains_are_these_eleven_and_no_others() -> None:
    assert sorted(legal_chains(begin())) == sorted(CHAINS)


@pytest.mark.rule("truco.envido.chain", "truco.envido.showdown")
@pytest.mark.parametrize("letters", CHAINS)
def test_value_of_every_chain_accepted(letters: str) -> None:
    accepted, _ = CHAINS[letters]
    state = after(begin(scores=(3, 5)), f"{chain_of(letters)}, quiero")
    assert won(state)[0] == ("truco.envido.showdown", MANO, 10 if accepted is None else accepted)
    assert envido_ladder().accepted([Call(word) for word in chain_of(letters).split(", ")]) == accepted
    assert envido_ladder() == envido_ladder(Rules().max_envidos)


@pytest.mark.rule("truco.envido.chain", "truco.envido.decline")
@pytest.mark.parametrize("letters", CHAINS)
def test_value_of_every_chain_declined(letters: str) -> None:
    _, declined = CHAINS[letters]
    state = after(begin(), f"{chain_of(letters)}, no quiero")
    caller = (len(letters) - 1) % 2
    assert won(state) == [("truco.envido.decline", caller, declined)]
    assert state.to_move == MANO  # the round goes on
    assert state.deal.value == 1
    assert state.deal.revealed_points == ()


@pytest.mark.rule("truco.envido.chain")
@pytest.mark.parametrize(
    ("said", "call", "why"),
    [
        ("envido, envido", "envido", "as often as a chain allows (envido, envido)"),
        ("real envido", "envido", "lower than the real envido"),
        ("real envido", "real envido", "as often as a chain allows"),
        ("falta envido", "envido", "lower than the falta envido"),
        ("falta envido", "real envido", "lower than the falta envido"),
        ("falta envido", "falta envido", "as often as a chain allows"),
        ("truco, real envido", "envido", "lower than the real envido"),
    ],
)
def test_example_13_a_chain_never_steps_down(said: str, call: str, why: str) -> None:
    violation = fault(after(begin(), said), call)
    assert violation.rule == "truco.envido.chain"
    assert why in violation.message


@pytest.mark.rule("truco.envido.chain")
def test_option_max_envidos() -> None:
    one = after(begin(rules=Rules(max_envidos=1)), "envido")
    assert fault(one, "envido").rule == "truco.envido.chain"
    three = after(begin(rules=Rules(max_envidos=3)), "envido, envido, envido")
    assert fault(three, "envido").rule == "truco.envido.chain"
    assert won(after(three, "quiero")) == [("truco.envido.showdown", MANO, 6)]
    assert won(after(three, "real envido, no quiero")) == [("truco.envido.decline", PIE, 6)]


@pytest.mark.rule("truco.envido.decline", "truco.resume")
def test_example_6_the_last_caller_scores_what_the_chain_had_reached() -> None:
    state = after(begin(), "envido, envido, no quiero")
    assert won(state) == [("truco.envido.decline", PIE, 2)]
    assert state.scores == (0, 2)
    assert state.match.scores == (0, 0)  # the ledger follows at the end of the round
    assert state.to_move == MANO
    later = after(begin(), "4C, envido, envido, no quiero")
    assert won(later) == [("truco.envido.decline", MANO, 2)]
    assert later.to_move == PIE


@pytest.mark.rule("truco.envido.falta", "truco.match")
@pytest.mark.parametrize(
    ("scores", "points"), [((14, 0), 1), ((0, 14), 1), ((10, 3), 5), ((3, 10), 5), ((0, 0), 15)]
)
def test_example_8_falta_is_what_the_nearer_player_needs(scores: tuple[int, int], points: int) -> None:
    state = after(begin(scores=scores), "falta envido, quiero")
    assert won(state) == [("truco.envido.showdown", MANO, points)]
    assert state.scores == (scores[0] + points, scores[1])
    assert (state.match.outcome is not None) == (scores[0] + points >= 15)


@pytest.mark.rule("truco.envido.falta")
def test_falta_counts_instead_of_the_chain_below_it() -> None:
    state = after(begin(scores=(3, 10)), "envido, real envido, falta envido, quiero")
    assert won(state) == [("truco.envido.showdown", MANO, 5)]


@pytest.mark.rule("truco.envido.falta", "truco.match.score")
@pytest.mark.parametrize(("scores", "points"), [((14, 0), 15), ((0, 14), 1), ((10, 3), 12), ((3, 10), 5)])
def test_option_falta_is_what_the_loser_needs(scores: tuple[int, int], points: int) -> None:
    state = after(begin(rules=Rules(falta="loser"), scores=scores), "falta envido, quiero")
    assert won(state) == [("truco.envido.showdown", MANO, points)]
    assert state.scores == (scores[0] + points, scores[1])  # 29 is not cut off at 15


@pytest.mark.rule("truco.envido.falta")
def test_falta_follows_the_target() -> None:
    state = after(begin(rules=Rules(target=30), scores=(20, 3)), "falta envido, quiero")
    assert won(state) == [("truco.envido.showdown", MANO, 10)]


# --- The showdown -------------------------------------------------------------------------------


@pytest.mark.rule("truco.envido.showdown")
@pytest.mark.parametrize("caller", [MANO, PIE])
def test_the_higher_points_score_whoever_called(caller: int) -> None:
    said = "envido, quiero" if caller == MANO else "7O, envido, quiero"
    state = after(begin(), said)
    assert won(state) == [("truco.envido.showdown", MANO, 2)]
    assert state.to_move == caller


@pytest.mark.rule("truco.envido.showdown")
def test_the_pie_wins_with_more_points() -> None:
    state = after(begin(["1E 5B 10B", "7O 6O 4C"]), "envido, quiero")
    assert won(state) == [("truco.envido.showdown", PIE, 2)]
    assert state.deal.revealed_points == (25, 33)


@pytest.mark.rule("truco.envido.showdown")
@pytest.mark.parametrize("mano", [0, 1])
def test_example_12_mano_wins_a_tie(mano: int) -> None:
    state = after(begin(["7O 6O 4C", "7E 6E 4B"], first=mano), "envido, quiero")
    assert state.deal.revealed_points == (33, 33)
    assert won(state) == [("truco.envido.showdown", mano, 2)]


@pytest.mark.rule("truco.envido.reveal")
def test_both_players_points_become_public_and_their_cards_do_not() -> None:
    state = after(begin(), "envido, quiero")
    for viewer in (MANO, PIE, None):
        view = truco.observe(state, viewer)
        assert view.deal.revealed_points == (33, 25)
        assert view.deal.revealed_cards == ()
        assert all(line.cards is None for line in view.lines)
    for card in state.hand(PIE):
        assert str(card) not in repr(truco.observe(state, MANO))
    for card in state.hand(MANO) | state.hand(PIE):
        assert str(card) not in repr(truco.observe(state))


@pytest.mark.rule("truco.envido.reveal")
def test_option_the_showdown_shows_the_cards() -> None:
    state = begin(rules=Rules(envido_reveal="cards"))
    dealt = state.hands
    state = after(state, "7O, envido, quiero")
    assert truco.observe(state).deal.revealed_cards == dealt
    assert truco.observe(state).deal.revealed_points == (33, 25)


@pytest.mark.rule("truco.envido.reveal")
@pytest.mark.parametrize("reveal", ["points", "cards"])
def test_nothing_is_revealed_after_no_quiero_or_folding(reveal: Literal["points", "cards"]) -> None:
    for answer in ("no quiero", "mazo"):
        state = after(begin(rules=Rules(envido_reveal=reveal)), f"envido, {answer}")
        assert state.deal.revealed_points == ()
        assert state.deal.revealed_cards == ()


# --- Folding ------------------------------------------------------------------------------------


@pytest.mark.rule("truco.fold")
@pytest.mark.parametrize(
    ("moves", "winner", "points"),
    [
        ("mazo", PIE, 1),  # example 10
        ("4C, mazo", MANO, 1),
        ("4C, 1E, mazo", MANO, 1),
        ("truco, mazo", MANO, 1),
        ("truco, retruco, mazo", PIE, 2),  # example 10
        ("truco, retruco, vale cuatro, mazo", MANO, 3),
        ("truco, quiero, mazo", PIE, 2),
        ("truco, retruco, vale cuatro, quiero, mazo", PIE, 4),
    ],
)
def test_example_10_folding_gives_the_value_of_the_round(moves: str, winner: int, points: int) -> None:
    ended = after(begin(), moves)
    assert ended.deal_is_over
    assert won(ended) == [("truco.fold", winner, points)]


@pytest.mark.rule("truco.fold")
def test_folding_is_always_possible_for_the_player_to_move() -> None:
    for moves in ("", "4C", "4C, 1E", "truco", "truco, retruco", "envido", "truco, envido", "truco, quiero"):
        assert "mazo" in calls(after(begin(), moves))


@pytest.mark.rule("truco.fold.envido", "truco.fold")
@pytest.mark.parametrize(
    ("moves", "winner", "points"),
    [
        ("envido, mazo", MANO, 1),
        ("envido, real envido, falta envido, mazo", MANO, 1),  # example 10
        ("truco, envido, mazo", PIE, 1),  # example 15
        ("truco, envido, envido, mazo", MANO, 1),
    ],
)
def test_examples_10_and_15_folding_to_an_envido(moves: str, winner: int, points: int) -> None:
    ended = after(begin(), moves)
    assert ended.deal_is_over
    assert won(ended) == [("truco.fold.envido", winner, points)]


@pytest.mark.rule("truco.fold.envido")
def test_folding_to_an_envido_gives_the_value_accepted() -> None:
    ended = after(begin(rules=Rules(envido_after_truco=True)), "truco, retruco, envido, mazo")
    assert won(ended) == [("truco.fold.envido", MANO, 2)]


@pytest.mark.rule("truco.fold.envido")
def test_example_10_option_decline_and_fold() -> None:
    rules = Rules(fold_to_envido="decline_and_fold")
    ended = after(begin(rules=rules), "envido, real envido, falta envido, mazo")
    assert won(ended) == [("truco.envido.decline", MANO, 5), ("truco.fold.envido", MANO, 1)]
    assert won(after(begin(rules=rules), "mazo")) == [("truco.fold", PIE, 1)]


@pytest.mark.rule("truco.fold.envido", "truco.match")
def test_example_16_the_declined_envido_may_end_the_match() -> None:
    rules = Rules(fold_to_envido="decline_and_fold")
    ended = after(begin(rules=rules, scores=(14, 3)), "envido, mazo")
    assert won(ended) == [("truco.envido.decline", MANO, 1)]
    assert ended.match.outcome == Outcome((0,), (1,), (15, 3), "truco.match")


@pytest.mark.rule("truco.fold.envido")
def test_option_folding_to_an_envido_is_forbidden() -> None:
    state = begin(rules=Rules(fold_to_envido="forbidden"))
    violation = fault(after(state, "envido"), "mazo")
    assert (violation.rule, violation.seat) == ("truco.fold.envido", PIE)
    assert violation.message == "seat 1 may not fold: an Envido may not be answered by folding."
    assert fault(after(state, "truco, envido"), "mazo").rule == "truco.fold.envido"
    assert "mazo" in calls(after(state, "truco"))
    assert "mazo" in calls(after(state, "envido, no quiero"))


# --- The match ----------------------------------------------------------------------------------


@pytest.mark.rule("truco.match")
def test_truco_and_envido_go_to_one_score() -> None:
    ended = after(begin(scores=(2, 3)), "envido, quiero, truco, quiero, 4C, 1E, 5B, 7O, 6O, 10B")
    assert won(ended) == [("truco.envido.showdown", MANO, 2), ("truco.value", PIE, 2)]
    assert ended.match.scores == ended.scores == (4, 5)
    assert ended.awaits_deal


@pytest.mark.rule("truco.match", "truco.envido.falta")
def test_example_9_the_match_ends_in_the_middle_of_a_round() -> None:
    state = after(begin(scores=(14, 14)), "4C, truco, envido")
    ended = after(state, "quiero")
    assert ended.match.outcome == Outcome((0,), (1,), (16, 14), "truco.match")
    assert ended.tricks == ()
    assert ended.deal.truco.awaits == MANO  # never answered
    assert ended.to_move is None
    assert not ended.awaits_deal
    assert ended.deal_is_over
    (result,) = ended.match.results
    assert result.lines == ended.lines == (Line("truco.envido.showdown", 0, 2),)
    assert (result.scores, result.payoffs, result.totals) == ((2, 0), (2, -2), (16, 14))
    assert truco.legal_moves(ended) == NOTHING
    with pytest.raises(cardrules.MatchOver):
        truco.apply(ended, Call.QUIERO)


@pytest.mark.rule("truco.match")
@pytest.mark.parametrize(
    ("scores", "moves", "final"),
    [
        ((13, 14), "truco, no quiero", (14, 14)),
        ((14, 14), "truco, no quiero", (15, 14)),
        ((14, 14), "mazo", (14, 15)),
        ((13, 14), "truco, quiero, mazo", (13, 16)),
        ((14, 14), "envido, no quiero", (15, 14)),
    ],
)
def test_the_first_to_reach_the_target_has_won(
    scores: tuple[int, int], moves: str, final: tuple[int, int]
) -> None:
    ended = after(begin(scores=scores), moves)
    assert ended.scores == ended.match.scores == final
    outcome = ended.match.outcome
    if max(final) < 15:
        assert outcome is None
    else:
        assert outcome is not None
        assert outcome.winners == (final.index(max(final)),)
        assert outcome.rule == "truco.match"


@pytest.mark.rule("truco.match")
def test_the_envido_can_win_the_match_before_the_round_would() -> None:
    # Mano folds next, but has won already.
    ended = after(begin(scores=(13, 14)), "envido, quiero")
    assert ended.match.outcome is not None
    assert ended.match.outcome.winners == (MANO,)


@pytest.mark.rule("truco.match")
def test_option_target() -> None:
    ended = after(begin(rules=Rules(target=1)), "mazo")
    assert ended.match.outcome == Outcome((1,), (0,), (0, 1), "truco.match")
    assert after(begin(rules=Rules(target=30), scores=(14, 0)), "truco, no quiero").match.outcome is None


@pytest.mark.rule("truco.match.score")
def test_a_score_is_not_cut_off_at_the_target() -> None:
    ended = after(begin(scores=(0, 14)), "truco, retruco, vale cuatro, quiero, mazo")
    assert ended.scores == (0, 18)
    assert ended.match.outcome is not None
    assert ended.match.outcome.scores == (0, 18)


@pytest.mark.rule("truco.match", "truco.match.score")
def test_lines_sum_to_scores_and_payoffs_to_nothing() -> None:
    rng = random.Random(5)
    for _ in range(20):
        state = truco.new_match(Rules(target=40))
        while state.match.outcome is None:
            move = truco.shuffle(state, rng) if state.awaits_deal else rng.choice(truco.legal_moves(state))
            state = truco.apply(state, move)
        totals = [0, 0]
        for result in state.match.results:
            for side in (0, 1):
                assert result.scores[side] == sum(line.points for line in result.lines if line.side == side)
                totals[side] += result.scores[side]
            assert result.payoffs == (
                result.scores[0] - result.scores[1],
                result.scores[1] - result.scores[0],
            )
            assert result.totals == tuple(totals)
        assert tuple(totals) == state.match.scores


# --- Options ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("target", 0),
        ("target", "15"),
        ("target", True),
        ("raise_right", "caller"),
        ("envido_after_truco", 1),
        ("envido_own_card", None),
        ("max_envidos", 0),
        ("falta", "winner"),
        ("fold_to_envido", "decline"),
        ("envido_reveal", "none"),
    ],
)
def test_impossible_options_are_refused(option: str, value: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(**{option: value})
    assert refused.value.option == option


@pytest.mark.parametrize("scores", [(15, 0), (0, 15), (-1, 0), (0,), (0, 0, 0), (1.0, 0), ("1", 0)])
def test_impossible_standings_are_refused(scores: Any) -> None:
    with pytest.raises(RulesError) as refused:
        truco.new_match(Rules(), scores=scores)
    assert refused.value.option == "scores"


def test_a_standing_may_be_anything_below_the_target() -> None:
    assert truco.new_match(Rules(), scores=(14, 14)).scores == (14, 14)
    assert truco.new_match(Rules(target=30), scores=(15, 29)).scores == (15, 29)
    assert truco.new_match(Rules()).scores == (0, 0)


def test_the_defaults_are_the_documented_rules() -> None:
    assert attrs.asdict(Rules(), recurse=False) == {
        "target": 15,
        "raise_right": "acceptor",
        "envido_after_truco": False,
        "envido_own_card": True,
        "max_envidos": 2,
        "falta": "nearer",
        "fold_to_envido": "round_value",
        "envido_reveal": "points",
        "format": Rules().format,
    }


def test_study_has_a_smaller_pack_or_shorter_hands() -> None:
    rules = Rules.study("1E 4E 5B 6B", each=1, target=2)
    state = begin(["4E", "1E"], rules)
    assert (len(state.pack), rules.target) == (4, 2)
    assert state.hand(PIE) | state.hand(MANO) == state.pack.set("1E 4E")
    assert won(after(state, "4E, 1E")) == [("truco.value", PIE, 1)]
    assert won(after(begin(["4E", "5B"], rules), "envido, quiero")) == [("truco.envido.showdown", PIE, 2)]
    short = begin(["4E 3E", "1E 4B"], Rules.study(each=2))
    assert won(after(short, "4E, 1E, 4B, 3E")) == [
        ("truco.value", PIE, 1)
    ]  # one each: as if parda came third
    assert Rules.study().format == Rules().format


@pytest.mark.parametrize(
    ("cards", "each", "option"), [("1E 4E 5B", 2, "cards"), (None, 4, "each"), (None, 0, "each")]
)
def test_impossible_studies_are_refused(cards: str | None, each: int, option: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.study(cards, each)
    assert refused.value.option == option


def test_every_small_round_is_won_by_somebody() -> None:
    """Every course of a round without calls, over a few cards of one hand each."""

    def leaves(state: State) -> Iterator[State]:
        if state.to_move is None:
            yield state
            return
        for move in truco.legal_moves(state):
            if isinstance(move, Play):
                yield from leaves(truco.apply(state, move))

    state = begin(["3E 6B 4C", "3O 6O 1E"])
    ends = list(leaves(state))
    assert {len(end.tricks) for end in ends} == {2, 3}
    for end in ends:
        (line,) = end.lines
        assert (line.rule, line.points) == ("truco.value", 1)


# --- Common rules and refusals ------------------------------------------------------------------


@pytest.mark.rule("common.deal", "common.over")
def test_calls_are_refused_while_a_deal_is_awaited() -> None:
    state = truco.new_match(Rules())
    with pytest.raises(cardrules.DealAwaited):
        truco.apply(state, Call.TRUCO)
    with pytest.raises(cardrules.IllegalMove) as refused:
        truco.apply(begin(), Deal(SPANISH.cards))
    assert refused.value.violation.rule == "common.deal"


@pytest.mark.rule("common.hold")
def test_only_a_card_in_hand_is_played() -> None:
    violation = fault(begin(), "1E")
    assert (violation.rule, violation.cards) == ("common.hold", (SPANISH["1E"],))
    assert fault(after(begin(), "7O, 1E"), "1E").rule == "common.hold"


@pytest.mark.rule("common.phase")
def test_moves_of_another_game_are_refused() -> None:
    for move in (Play(FRENCH["7♦"]), "truco", cardrules.Act(0, Call.TRUCO)):
        with pytest.raises(cardrules.ForeignMove):
            truco.apply(begin(), move)  # type: ignore[arg-type]


@pytest.mark.rule(
    "truco.value", "truco.call", "truco.call.right", "truco.answer", "truco.envido.chain", "truco.fold.envido"
)
@given(seed=st.integers(0, 2**32), own_card=st.booleans(), after_truco=st.booleans())
def test_every_call_is_legal_or_refused_with_a_sentence(seed: int, own_card: bool, after_truco: bool) -> None:
    rng = random.Random(seed)
    rules = Rules(
        envido_own_card=own_card,
        envido_after_truco=after_truco,
        fold_to_envido=rng.choice(("round_value", "forbidden")),
    )
    state = truco.apply(truco.new_match(rules), truco.shuffle(truco.new_match(rules), rng))
    while state.to_move is not None:
        legal = truco.legal_moves(state)
        for move in (*Call, *map(Play, SPANISH)):
            violation = truco.why_not(state, move)
            assert (violation is None) == (move in legal)
            if violation is not None:
                assert violation.seat == state.to_move
                assert violation.rule.startswith(("truco.", "common."))
                assert violation.message.startswith(f"seat {state.to_move} ")
                assert violation.message.endswith(".")
        state = truco.apply(state, rng.choice(legal))


# --- What everybody sees ------------------------------------------------------------------------


def test_legal_moves_are_cards_in_pack_order_then_calls_in_the_order_of_the_enum() -> None:
    plays = [Play(card) for card in SPANISH.set("4C 6O 7O")]
    assert list(truco.legal_moves(begin())) == [*plays, Call.TRUCO, E, R, F, Call.MAZO]
    answers = (Call.RETRUCO, E, R, F, Call.QUIERO, Call.NO_QUIERO, Call.MAZO)
    assert truco.legal_moves(after(begin(), "truco")) == answers
    order = list(Call)
    assert sorted(answers, key=order.index) == list(answers)


def test_a_view_has_the_moves_of_its_own_turn_only() -> None:
    state = begin()
    assert truco.legal_moves(truco.observe(state, MANO)) == truco.legal_moves(state)
    assert truco.legal_moves(truco.observe(state, PIE)) == NOTHING
    assert truco.legal_moves(truco.observe(state)) == NOTHING


def test_the_log_has_calls_and_cards_in_the_order_in_which_they_came() -> None:
    moves = "envido, no quiero, 4C, truco, quiero, 1E, 5B, retruco, quiero, 7O, 6O, vale cuatro"
    state = begin()
    expected: list[Act] = []
    for text in moves.split(", "):
        expected.append(Act(state.mover, move_of(text)))
        state = after(state, text)
        assert state.log == tuple(expected)
        assert truco.observe(state, PIE).log == tuple(expected)


def test_the_log_of_any_round_replays_it() -> None:
    rng = random.Random(11)
    for _ in range(100):
        start = truco.new_match(Rules(raise_right="either"), scores=(7, 7))
        start = truco.apply(start, truco.shuffle(start, rng))
        state = start
        while state.to_move is not None:
            state = truco.apply(state, rng.choice(truco.legal_moves(state)))
        again = start
        for act in state.log:
            assert act.seat == again.to_move
            assert isinstance(act.move, Play | Call)
            again = truco.apply(again, act.move)
        assert again == state


def test_events_tell_the_calls_the_lines_and_whose_turn_it_is() -> None:
    state = after(begin(), "truco, envido")
    told = truco.events(state, Call.QUIERO, PIE)
    names = [type(event).__name__ for event in told]
    assert names == ["Acted", "DealChanged", "LineScored", "TurnPassed"]
    assert told[0] == cardrules.Acted(MANO, Call.QUIERO)
    assert told[2] == cardrules.LineScored(Line("truco.envido.showdown", MANO, 2))
    assert told[3] == cardrules.TurnPassed(PIE)


def test_states_are_never_changed() -> None:
    state = after(begin(), "truco, envido")
    copy = pickle.loads(pickle.dumps(state))
    for move in truco.legal_moves(state):
        truco.apply(state, move)
    assert state == copy
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.to_move = 1  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.deal.value = 4  # type: ignore[misc]


NAMES = {
    **vars(cardrules.table),
    **{name: getattr(cardrules, name) for name in cardrules.__all__},
    **vars(truco),
}


@pytest.mark.parametrize(
    "moves",
    [
        "",
        "envido",
        "envido, quiero, 4C, 1E, truco",
        "4C, truco, real envido, falta envido, no quiero, retruco",
        "4C, 1E, 5B, 7O, 6O, 10B",
    ],
)
def test_values_print_hash_and_pickle(moves: str) -> None:
    small = Rules.study(" ".join(HANDS))
    for rules in (Rules(), Rules(envido_reveal="cards", raise_right="either"), small):
        state = after(begin(rules=rules), moves)
        for value in (state, truco.observe(state, PIE), truco.observe(state), state.deal, rules):
            again = eval(repr(value), dict(NAMES))
            assert again == value
            assert hash(again) == hash(value)
            assert pickle.loads(pickle.dumps(value)) == value
            assert hash(pickle.loads(pickle.dumps(value))) == hash(value)


def test_moves_print_and_pickle() -> None:
    for call in Call:
        assert eval(repr(call), dict(NAMES)) is call
        assert pickle.loads(pickle.dumps(call)) is call
        assert Call(call.value) is call


def test_the_same_moves_give_equal_states() -> None:
    moves = "truco, envido, quiero, quiero, 4C, 1E, retruco, quiero, 5B, 7O"
    assert after(begin(), moves) == after(begin(), moves)
    assert hash(after(begin(), moves)) == hash(after(begin(), moves))
    assert after(begin(), "truco, retruco, quiero") != after(begin(), "truco, quiero, 4C, retruco, quiero")


@given(seed=st.integers(0, 2**32))
def test_views_agree_on_everything_public(seed: int) -> None:
    rng = random.Random(seed)
    state = truco.apply(truco.new_match(Rules()), truco.shuffle(truco.new_match(Rules()), rng))
    while state.to_move is not None:
        views = [truco.observe(state, seat) for seat in (MANO, PIE, None)]
        for view in views:
            assert (view.deal, view.log, view.lines, view.scores) == (
                state.deal,
                state.log,
                state.lines,
                state.scores,
            )
        assert views[MANO].hand == state.hand(MANO)
        assert views[2].hand == CardSet(SPANISH)
        state = truco.apply(state, rng.choice(truco.legal_moves(state)))
