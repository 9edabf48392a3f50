"""Whole states as text: what is written is read back by replaying it, and nothing else is made."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import FRENCH, SPANISH, CardrulesError, IllegalMove, ParseError, Play, codec, testing
from cardrules.games import etori, hornafjardarmanni, truco
from cardrules.ledger import resumed
from cardrules.notation import read_move, read_rules, read_state, write_rules, write_state
from examples import german_whist, hearts
from tests.damage import damaged_text
from tests.messages import STUDIES, UNUSUAL, played
from tests.test_properties import places_of_cards
from tests.walks import GAMES, RULES, AnyGame, walks

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
DAMAGES = int(os.environ.get("CARDRULES_DAMAGES", "4000"))


# --- Round trips --------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_every_state_comes_back_from_its_text(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game, deals=3))
    state = data.draw(st.sampled_from(walk.states))
    text = write_state(state)
    assert read_state(text) == state
    assert write_state(read_state(text)) == text
    assert read_state(text.replace("♠", "s").replace(" de oro", "O").replace("; ", ";\n\n"), game) == state


@every_game
def test_states_of_unusual_rules_and_of_formats_for_study_come_back(game: AnyGame) -> None:
    for rules in (UNUSUAL[game.name], STUDIES[game.name]):
        for step in played(game, rules, seed=4, deals=4)[::5]:
            text = write_state(step.after)
            assert read_state(text) == step.after
            assert write_state(read_state(text)) == text


@pytest.mark.parametrize("game", [hearts.GAME, german_whist.GAME], ids=lambda game: game.name)
def test_states_of_a_game_of_somebody_else_come_back(game: AnyGame) -> None:
    for step in played(game, game.rules(), seed=4, deals=2)[::9]:
        assert read_state(write_state(step.after), game) == step.after
    with pytest.raises(ParseError, match="no game is called"):
        read_state(write_state(game.new_match(game.rules())))


@every_game
@given(data=st.data())
def test_rules_come_back_from_their_text(game: AnyGame, data: st.DataObject) -> None:
    rules = data.draw(RULES[game.name])
    assert read_rules(game, write_rules(game, rules)) == rules
    assert write_rules(game, game.rules()) == ""


# --- What is written ----------------------------------------------------------------------------


def test_a_state_is_written_so() -> None:
    state = etori.new_match(etori.Rules(tokens=3), first=1)
    state = etori.apply(state, etori.arrange(state, ["A♠", "K♠", "Q♠", "J♠"]))
    for move in (etori.ChooseLeader(3), Play(FRENCH["J♠"]), Play(FRENCH["A♠"])):
        state = etori.apply(state, move)
    assert write_state(state) == (
        "game: etori\n"
        "rules: tokens=3\n"
        "eldest: 1\n"
        "hands:\n"
        "  0: A♠ 7♠ 3♠ Q♥ 8♥ 4♥ K♦ 9♦ 5♦ A♣ 10♣ 6♣ 2♣\n"
        "  1: K♠ 10♠ 6♠ 2♠ J♥ 7♥ 3♥ Q♦ 8♦ 4♦ K♣ 9♣ 5♣\n"
        "  2: Q♠ 9♠ 5♠ A♥ 10♥ 6♥ 2♥ J♦ 7♦ 3♦ Q♣ 8♣ 4♣\n"
        "  3: J♠ 8♠ 4♠ K♥ 9♥ 5♥ A♦ 10♦ 6♦ 2♦ J♣ 7♣ 3♣\n"
        "moves:\n"
        "  choose leader 3\n"
        "  J♠; A♠\n"
    )


def test_results_standings_and_stock_are_written_so() -> None:
    state = truco.new_match(truco.Rules(), scores=(3, 4))
    state = truco.apply(state, truco.arrange(state, ["1E 7E 7O", "4B 5B 6B"]))
    for call in (truco.Call.ENVIDO, truco.Call.NO_QUIERO, truco.Call.MAZO):
        state = truco.apply(state, call)
    state = truco.apply(state, truco.arrange(state))
    text = write_state(state)
    assert text.startswith(
        "game: truco\neldest: 1\nstart: 3 4\n"
        "result: eldest 0\n  truco.envido.decline side 0 +1\n  truco.fold side 1 +1\n"
        "hands:\n  0: 2 de espada, 4 de espada, 6 de espada\n  1: 1 de espada, 3 de espada, 5 de espada\n"
        "stock: 7 de espada, 10 de espada, "
    )


# --- What is read -------------------------------------------------------------------------------


def test_what_is_as_usual_may_be_left_out() -> None:
    assert read_state("game: truco") == truco.new_match(truco.Rules())
    assert read_state("", truco.GAME) == truco.new_match(truco.Rules())
    state = truco.new_match(truco.Rules())
    assert read_state("GAME: Truco\nhands:") == truco.apply(state, truco.arrange(state))
    one = read_state("game: truco\nhands: 1: 7 de oro, 1O; 0: ancho de espada # a comment: game: etori")
    assert one == truco.apply(state, truco.arrange(state, ["1E", "7O 1O"]))


def test_a_text_is_read_forgivingly() -> None:
    state = read_state(
        """
        moves: 0: TRUCO
               1: quiero; 0: play 7o   # with seats or without, in any order of the sections
        rules: falta = loser
               target=30;
        game : truco
        hands: 0: 7O 6O 1E
        """
    )
    assert state.rules == truco.Rules(target=30, falta="loser")
    assert state.trick == (SPANISH["7 de oro"],)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("", 0, "'game:'"),
        ("hello", 0, "one of game:"),
        ("rules: target=3", 0, "'game:'"),
        ("game: whist of nobody", 6, "the name of a game"),
        ("game: os:system", 6, "the name of a game"),
        ("game: truco\ngame: truco", 18, "'game' once"),
        ("game: truco\nrules: goal=3", 19, "name=value"),
        ("game: truco\nrules: target=x", 26, "a whole number"),
        ("game: truco\nrules: target=0", 19, "options that go together"),
        ("game: truco\nrules: target=3; target=4", 29, "every name once"),
        ("game: truco\nrules: envido_own_card=perhaps", 35, "yes or no"),
        ("game: truco\nformat: each=2000", 25, "a number from 0 to 1000"),
        ("game: truco\nformat: each=20", 20, "options"),
        ("game: truco\neldest: 2", 20, "a seat"),
        ("game: truco\nstart: 3", 19, "a standing"),
        ("game: truco\nstart: 15 0", 19, "a standing"),
        ("game: truco\nmoves: truco", 19, "'hands:' too"),
        ("game: truco\nhands: 7 de oro", 19, "a seat, a colon"),
        ("game: truco\nhands: 0: zz", 22, "a rank"),
        ("game: truco\nhands: 0: 1E 2E 3E 4E", 19, "cards that can be dealt so"),
        ("game: truco\nhands: 0: 1E; 1: 1e", 19, "cards that can be dealt so"),
        ("game: truco\nhands: 7: 1E", 19, "cards that can be dealt so"),
        ("game: truco\nhands: 0: 1E; 0: 2E", 26, "every seat once"),
        ("game: truco\nhands:\nmoves: truco; 0: quiero", 33, "a move of seat 1"),
        ("game: truco\nhands:\nmoves: truco; yes", 33, "one of retruco"),
        ("game: truco\nresult: truco.value side 0 +1", 20, "'eldest'"),
        ("game: truco\nresult: eldest 0; truco.value for 0 +1", 30, "a line such as"),
        ("game: truco\nresult: eldest 0; truco.value side 2 +1", 30, "a side from 0 to 1"),
        ("game: truco\nresult: eldest 2; truco.value side 0 +1", 20, "a seat from 0 to 1"),
        ("game: truco\nresult: eldest 0; payoffs 3 3; truco.value side 0 +1", 20, "what the scores pay"),
        ("game: truco\nresult: eldest 0; truco.value side 0 +1", 20, "seat 1 to be eldest next"),
        ("game: truco\neldest: 1\nresult: eldest 0; truco.value side 0 +15", 30, "a standing after which"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_state(text)
    assert (caught.value.position, caught.value.text) == (place, text), str(caught.value)
    assert expected in caught.value.expected
    assert caught.value.expected in str(caught.value)


def test_a_move_that_is_not_legal_is_no_fault_of_the_text() -> None:
    with pytest.raises(IllegalMove) as caught:
        read_state("game: truco\nhands:\nmoves: truco; envido; truco")
    assert caught.value.violation.rule == "common.phase" or caught.value.violation.rule.startswith("truco.")
    assert caught.value.__notes__ == ["at position 41 (line 3): 'truco'"]


def test_moves_after_the_end_of_a_deal_are_not_legal() -> None:
    with pytest.raises(IllegalMove, match="a deal is awaited"):
        read_state("game: truco\nhands:\nmoves: mazo; truco")


# --- Damage -------------------------------------------------------------------------------------


def must_be_told(error: ParseError, text: str) -> None:
    assert error.text == text
    assert 0 <= error.position <= len(text)
    assert error.expected


@every_game
def test_damage_is_refused_or_harmless(game: AnyGame) -> None:
    rng = Random(os.environ.get("CARDRULES_DAMAGE_SEED", "text"))
    texts = [
        write_state(step.after)
        for rules in (game.rules(), UNUSUAL[game.name], STUDIES[game.name])
        for step in played(game, rules, rng.randrange(99), deals=2)[3::7]
    ]
    for _ in range(DAMAGES // len(GAMES) // 2):
        text = damaged_text(rng.choice(texts), rng)
        try:
            state: Any = read_state(text, rng.choice((game, None)))
        except ParseError as error:
            must_be_told(error, text)
            continue
        except IllegalMove:
            continue
        if state.deal.number:
            assert Counter(places_of_cards(state)) == Counter(state.pack.cards)
        assert read_state(write_state(state), state.GAME) == state


@every_game
def test_damaged_moves_are_moves_or_faults(game: AnyGame) -> None:
    rng = Random(os.environ.get("CARDRULES_DAMAGE_SEED", "moves"))
    steps = played(game, game.rules(), rng.randrange(99), deals=2)
    texts = ["expose Q♠ J♦", "exchange nothing", "choose leader 2", "no quiero", "7 de oro", "Q♠", "play 10♣"]
    for _ in range(DAMAGES // len(GAMES) // 2):
        text, state = damaged_text(rng.choice(texts), rng), rng.choice(steps).after
        try:
            move = read_move(state, text)
        except ParseError as error:
            must_be_told(error, text)
            continue
        game.why_not(state, move)


@pytest.mark.parametrize("piece", ["0:", "moves:", "result: ", "a ", "A♠ ", "(", "x=y; ", "\n", "1" * 50])
def test_a_long_text_takes_no_more_than_its_length(piece: str) -> None:
    for head in ("", "game: etori\nhands: 0: ", "game: etori\nhands:\nmoves: ", "game: truco\nrules: "):
        with pytest.raises(CardrulesError):
            read_state(head + piece * (100_000 // len(piece)) + "!")


def test_a_long_move_takes_no_more_than_its_length() -> None:
    state = read_state("game: hornafjardarmanni\nhands:")
    for piece in ("a ", "A♠ ", "exchange ", "\\", "\u0301\u0316"):
        with pytest.raises(ParseError):
            read_move(state, "exchange " + piece * 100_000)
    assert isinstance(read_move(state, "exchange A♠"), hornafjardarmanni.Exchange)


@every_game
def test_a_state_between_deals_comes_back_without_the_finished_deal(game: AnyGame) -> None:
    """Results, and no cards on the table: what the text says, the JSON says too, and so do views."""
    taken = 0
    for seed in range(3):
        walk = testing.random_walk(game, game.new_match(game.rules()), Random(seed), deals=2)
        for step in walk.steps:
            if not step.after.awaits_deal or step.after.match.outcome is not None:
                continue
            taken += 1
            match = step.after.match
            state = resumed(game, match.rules, match.eldest, match.start, match.results)
            assert (state.deal.number, state.match) == (0, match)
            assert read_state(write_state(state)) == state
            assert codec.loads(codec.dumps(state)) == state
            for seat in (None, *range(state.seating.seats)):
                view = game.observe(state, seat)
                assert codec.loads(codec.dumps(view)) == view
            pack = game.shuffle(state, Random(1))
            assert game.apply(state, pack).deal == game.apply(step.after, pack).deal
    assert taken
