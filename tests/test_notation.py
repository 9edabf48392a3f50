"""Moves as text: what is printed is read back, and what people type is understood."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, SPANISH, Choices, Deal, Game, ParseError, Play
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.games.etori import ChooseLeader
from cardrules.games.gong_zhu import Expose
from cardrules.games.hornafjardarmanni import Exchange
from cardrules.games.truco import Call
from cardrules.notation import expected, has_text, name_of, read_move, write_move

AnyGame = Game[Any, Any, Any, Any]
GAMES: tuple[AnyGame, ...] = (etori.GAME, gong_zhu.GAME, hornafjardarmanni.GAME, truco.GAME)


@pytest.fixture
def exposing() -> gong_zhu.State:
    """Seat 0 holds Q♠ and J♦ and is to expose."""
    state = gong_zhu.new_match(gong_zhu.Rules())
    return gong_zhu.apply(state, gong_zhu.arrange(state, ["2♠ Q♠ J♦"]))


@pytest.fixture
def playing(exposing: gong_zhu.State) -> gong_zhu.State:
    """Nobody has exposed anything, and seat 0 is to lead."""
    for _ in range(4):
        exposing = gong_zhu.apply(exposing, Expose(""))
    return exposing


@pytest.fixture
def choosing() -> etori.State:
    """Seat 0 is to say whether it or seat 2 leads."""
    state = etori.new_match(etori.Rules())
    return etori.apply(state, etori.arrange(state))


@pytest.fixture
def exchanging() -> hornafjardarmanni.State:
    """Seat 0 holds A♠ K♠ Q♠ and is to exchange."""
    state = hornafjardarmanni.new_match(hornafjardarmanni.Rules())
    return hornafjardarmanni.apply(state, hornafjardarmanni.arrange(state, ["A♠ K♠ Q♠"]))


@pytest.fixture
def leading() -> truco.State:
    """Seat 0 is Mano, holds 7 and 6 of oros and 1 of espadas, and is to play or call."""
    state = truco.new_match(truco.Rules())
    return truco.apply(state, truco.arrange(state, ["7O 6O 1E", "4B 5B 6B"]))


# --- Round trip ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (etori.GAME, etori.Rules(players=6)),
        (gong_zhu.GAME, gong_zhu.Rules()),
        (gong_zhu.GAME, gong_zhu.Rules(players=5)),
        (hornafjardarmanni.GAME, hornafjardarmanni.Rules()),
        (truco.GAME, truco.Rules()),
    ],
    ids=repr,
)
def test_every_legal_move_is_read_back_from_its_text(game: AnyGame, rules: Any) -> None:
    rng = Random(5)
    state = game.new_match(rules)
    for _ in range(150):
        if state.match.outcome is not None:
            state = game.new_match(rules)
        if state.awaits_deal:
            state = game.apply(state, game.shuffle(state, rng))
            continue
        moves = game.legal_moves(state)
        some = [*moves[:20], *moves[-20:]] if isinstance(moves, Choices) else moves
        view = game.observe(state, state.to_move)
        for move in some:
            text = write_move(move)
            assert read_move(state, text) == move
            assert read_move(view, text) == move
            assert read_move(state, f"  {text.upper()} ") == move
        state = game.apply(state, rng.choice(moves))


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Play(FRENCH["10♣"]), "10♣"),
        (Play(SPANISH["7 de oro"]), "7 de oro"),
        (Expose("J♦ Q♠"), "expose Q♠ J♦"),
        (Expose(""), "expose nothing"),
        (Exchange("2♣ 3♣"), "exchange 3♣ 2♣"),
        (ChooseLeader(2), "choose leader 2"),
        (Call.NO_QUIERO, "no quiero"),
        (Call.VALE_CUATRO, "vale cuatro"),
    ],
)
def test_what_is_printed(move: object, text: str) -> None:
    assert write_move(move) == text


@pytest.mark.parametrize("value", [Deal(FRENCH.cards), "Q♠", None, 3, Expose])
def test_what_is_no_move_has_no_text(value: object) -> None:
    with pytest.raises(TypeError, match="is not a move that has a text"):
        write_move(value)


def test_a_member_whose_value_is_no_text_is_written_by_its_name() -> None:
    class Bid(Enum):
        PASS_ON = 0
        ONE_MORE = 1

    assert write_move(Bid.ONE_MORE) == "one more"


def test_kinds_of_move_have_a_name_and_a_text_or_not() -> None:
    @attrs.frozen
    class Swap:
        mine: int
        yours: int

    assert name_of(ChooseLeader) == "choose leader"
    assert [has_text(kind) for kind in (Play, Expose, ChooseLeader, Call, Swap, Deal)] == [True] * 4 + [
        False
    ] * 2


# --- Cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Q♠", "q♠", "qs", "QS", " q s ", "queen of spades", "play Q♠", "PLAY qs"])
def test_a_card_is_read_in_many_spellings(playing: gong_zhu.State, text: str) -> None:
    assert read_move(playing, text) == Play(FRENCH["Q♠"])


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("7 de oro", "7 de oro"),
        ("7O", "7 de oro"),
        ("play 7 de oros", "7 de oro"),
        ("ancho de espada", "1 de espada"),
    ],
)
def test_a_spanish_card_is_read_in_many_spellings(leading: truco.State, text: str, card: str) -> None:
    assert read_move(leading, text) == Play(SPANISH[card])


def test_a_card_that_is_not_held_is_read_all_the_same(playing: gong_zhu.State) -> None:
    move = read_move(playing, "A♥")
    violation = cardrules.why_not(playing, move)
    assert violation is not None
    assert violation.rule == "common.hold"


def test_a_card_that_is_not_in_the_pack_is_read_all_the_same() -> None:
    state = gong_zhu.new_match(gong_zhu.Rules(players=5))
    state = gong_zhu.apply(state, gong_zhu.arrange(state))
    for text in ("play 2♠", "expose 2♠"):
        violation = cardrules.why_not(state, read_move(state, text))
        assert violation is not None


def test_a_card_while_exposing_is_one_to_expose_unless_it_is_played(exposing: gong_zhu.State) -> None:
    assert read_move(exposing, "Q♠") == Expose("Q♠")
    assert read_move(exposing, "play Q♠") == Play(FRENCH["Q♠"])


# --- Choices of cards ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["expose Q♠ J♦", "Expose qs, jd", "exp jd qs", "qs jd", "Q♠;J♦", "expose  queen of spades J♦"]
)
def test_cards_to_expose(exposing: gong_zhu.State, text: str) -> None:
    assert read_move(exposing, text) == Expose("Q♠ J♦")


@pytest.mark.parametrize("text", ["expose nothing", "expose none", "nothing", "NONE", "pass", "no", "", "  "])
def test_the_empty_choice(exposing: gong_zhu.State, text: str) -> None:
    assert read_move(exposing, text) == Expose("")


def test_cards_to_exchange(exchanging: hornafjardarmanni.State) -> None:
    assert read_move(exchanging, "exchange a♠ q♠") == Exchange("A♠ Q♠")
    assert read_move(exchanging, "ks") == Exchange("K♠")
    assert read_move(exchanging, "nothing") == Exchange("")


@pytest.mark.parametrize("text", ["", "nothing", "pass"])
def test_no_empty_choice_where_cards_are_played(playing: gong_zhu.State, text: str) -> None:
    with pytest.raises(ParseError, match="expected a card such as A♠"):
        read_move(playing, text)


# --- Seats and calls ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("choose leader 2", 2),
        ("leader 2", 2),
        ("lead 2", 2),
        ("choose 0", 0),
        ("2", 2),
        ("seat 2", 2),
        ("leader seat 2", 2),
        ("me", 0),
        ("leader me", 0),
        ("partner", 2),
        ("3", 3),
    ],
)
def test_a_seat(choosing: etori.State, text: str, seat: int) -> None:
    assert read_move(choosing, text) == ChooseLeader(seat)


@pytest.mark.parametrize(
    "text", ["no quiero", "NO QUIERO", "no-quiero", "NO_QUIERO", "noquiero", "¡No quiero!"]
)
def test_a_call_in_many_spellings(leading: truco.State, text: str) -> None:
    assert read_move(leading, text) == Call.NO_QUIERO


def test_a_card_is_read_while_a_call_waits(leading: truco.State) -> None:
    waiting = truco.apply(leading, Call.TRUCO)
    assert read_move(waiting, "4 de basto") == Play(SPANISH["4 de basto"])


def test_moves_are_read_before_the_first_deal() -> None:
    state = gong_zhu.new_match(gong_zhu.Rules())
    assert read_move(state, "expose Q♠") == Expose("Q♠")
    with pytest.raises(ParseError):
        read_move(etori.new_match(etori.Rules()), "leader me")


# --- What cannot be read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["zz", "exp", "expose", "expose 14♠", "expose Q♠ zz", "play", "play zz", "Q♠ Q♠"]
)
def test_what_is_no_move_says_what_was_read_and_expected(exposing: gong_zhu.State, text: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_move(exposing, text)
    assert caught.value.text == text
    assert repr(text) in str(caught.value)
    assert f"expected {caught.value.expected}" in str(caught.value)
    assert 0 <= caught.value.position <= len(text)


def test_the_place_of_the_fault_is_given(exposing: gong_zhu.State) -> None:
    with pytest.raises(ParseError, match="'zz' at position 10 of 'expose Q♠ zz' is not a card") as caught:
        read_move(exposing, "expose Q♠ zz")
    assert caught.value.position == 10


def test_a_card_named_twice_is_a_fault(exposing: gong_zhu.State) -> None:
    with pytest.raises(ParseError, match="Q♠ is there twice"):
        read_move(exposing, "expose Q♠ qs")


@pytest.mark.parametrize("text", ["leader x", "leader -1", "leader 1.5", "x", "2 3"])
def test_what_is_no_seat(choosing: etori.State, text: str) -> None:
    with pytest.raises(ParseError, match="a seat from 0 to 3"):
        read_move(choosing, text)


def test_what_may_be_written_now(
    exposing: gong_zhu.State, choosing: etori.State, leading: truco.State
) -> None:
    assert expected(exposing) == "'expose' and cards such as A♠, or 'expose nothing'"
    assert expected(choosing) == "'choose leader' and a seat from 0 to 3"
    assert expected(leading).startswith("a card such as 1 de espada or one of truco, envido, ")


@given(st.text(max_size=30) | st.text("exposleadchq♠♥10 ,;-23", max_size=14))
def test_any_text_is_a_move_or_a_parse_error(text: str) -> None:
    for game in GAMES:
        state = game.new_match(game.rules())
        state = game.apply(state, game.arrange(state))
        try:
            move: object = read_move(state, text)
        except ParseError:
            continue
        assert isinstance(move, game.moves)
        assert read_move(state, write_move(move)) == move
        game.why_not(state, move)


def test_who_leads_may_be_called_as_the_screen_calls_him() -> None:
    state = etori.new_match(etori.Rules())
    state = etori.apply(state, etori.arrange(state))
    for text in ("you", "me", "0", "leader 0"):
        assert read_move(state, text) == etori.ChooseLeader(0)
