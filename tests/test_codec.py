"""JSON: every value comes back from its message, and no message makes what the rules cannot have."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, Card, Deal, Line, Outcome, Play, Result, Violation, codec, errors, schema
from cardrules.codec import DecodeError, EncodeError
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from examples import german_whist, hearts
from tests.damage import as_text, damaged, damaged_text
from tests.messages import STUDIES, UNUSUAL, played, values_of
from tests.test_properties import places_of_cards
from tests.test_views import in_other_world, reveals_differently, two_worlds
from tests.walks import GAMES, AnyGame, walks

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
DAMAGES = int(os.environ.get("CARDRULES_DAMAGES", "4000"))


def validator(game: AnyGame) -> Any:
    """An independent validator of the messages of a game, by the schema that is shipped."""
    jsonschema: Any = importlib.import_module("jsonschema")
    return jsonschema.Draft202012Validator(json.loads(schema.shipped(game.name)))


# --- Round trips --------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_every_value_comes_back_from_its_message(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game, deals=3))
    step = data.draw(st.sampled_from(walk.steps))
    for value in values_of(game, step):
        message = codec.encode(value, game)
        assert (message["version"], message["game"]) == (1, game.name)
        back = codec.decode(message)
        assert back == value
        assert type(back) is type(value)
        text = codec.dumps(value, game)
        assert json.loads(text) == message
        assert codec.loads(text) == value
        assert codec.dumps(codec.loads(text), game) == text


@every_game
def test_values_of_unusual_rules_and_of_formats_for_study_come_back(game: AnyGame) -> None:
    for rules in (UNUSUAL[game.name], STUDIES[game.name]):
        for step in played(game, rules, seed=5, deals=3)[::9]:
            for value in values_of(game, step):
                text = codec.dumps(value, game)
                assert codec.loads(text, game) == value
                assert codec.dumps(codec.loads(text.encode()), game) == text


@given(text=st.text(), number=st.integers(-(2**53) + 1, 2**53 - 1))
def test_any_unicode_and_any_exact_number_come_back(text: str, number: int) -> None:
    violation = Violation("a.rule", 1, text, (), ((text, text), ("number", number), ("seats", (1, number))))
    assert codec.loads(codec.dumps(violation, truco.GAME)) == violation
    line = Line(text, 0, number)
    assert codec.loads(codec.dumps(line, truco.GAME)) == line


def test_what_no_message_carries_is_refused() -> None:
    line, card = Line("a", 0, 2**53), hornafjardarmanni.Exchange("A♠")
    half: Any = 0.5
    values = [
        line,
        card,
        "7 de oro",
        None,
        truco.Call,
        [3],
        Line("\ud800", 0, 1),
        Line("a", True, 1),
        Line("a", half, 1),
    ]
    for value in values:
        with pytest.raises(EncodeError):
            codec.encode(value, truco.GAME)
    with pytest.raises(EncodeError, match="Give it as the second argument"):
        codec.encode(Play(FRENCH["A♠"]))
    with pytest.raises(EncodeError, match="a position of Truco"):
        codec.encode(truco.new_match(truco.Rules()), gong_zhu.GAME)
    mixed = [Line("a", 0, 1, FRENCH.set("A♥")), Line("a", 0, 1, FRENCH.without("2♠").set("A♥"))]
    with pytest.raises(EncodeError, match="several packs"):
        codec.encode(Result(tuple(mixed), (2,), (2,), (2,), 0), etori.GAME)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cardrules.codec")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "msgspec", None)
    with pytest.raises(errors.MissingExtra, match=r"pip install 'cardrules\[json\]'"):
        importlib.import_module("cardrules.codec")


# --- Schema -------------------------------------------------------------------------------------


@every_game
def test_the_shipped_schema_is_what_the_types_make(game: AnyGame) -> None:
    made = schema.made(game.name)
    assert schema.shipped(game.name) == made, "run: python -m cardrules.schema"
    validator(game).check_schema(json.loads(made))


@every_game
def test_messages_are_as_the_schema_says(game: AnyGame) -> None:
    check = validator(game)
    kinds: set[str] = set()
    for rules in (UNUSUAL[game.name], STUDIES[game.name]):
        steps = played(game, rules, seed=3, deals=2)
        for step in (*steps[::37], steps[-1]):
            for value in values_of(game, step):
                message = codec.encode(value, game)
                kinds.add(message["kind"])
                assert [error.message for error in check.iter_errors(message)] == []
    assert {"state", "view", "events", "rules", "violation", "line", "play"} <= kinds


@every_game
def test_what_the_schema_refuses_is_refused_here_too(game: AnyGame) -> None:
    check, rng = validator(game), Random(1)
    step = played(game, UNUSUAL[game.name], seed=3, deals=1)[-1]
    messages = [codec.encode(value, game) for value in values_of(game, step)]
    for _ in range(60):
        message = damaged(rng.choice(messages), rng)
        try:
            codec.decode(message, game)
        except DecodeError:
            continue
        assert check.is_valid(json.loads(json.dumps(message)))


# --- What an interface needs --------------------------------------------------------------------


def test_a_view_says_what_may_be_played() -> None:
    state = gong_zhu.new_match(gong_zhu.Rules(exposure="none"))
    state = gong_zhu.apply(state, gong_zhu.arrange(state, ["2♠ A♥"]))
    message = codec.encode(gong_zhu.observe(state, 0))
    assert {"kind": "play", "card": "A♥"} in message["legal_moves"]
    assert message["choices"] is None
    assert codec.encode(gong_zhu.observe(state, 1))["legal_moves"] == []


def test_an_exchange_is_any_up_to_so_many_of_the_hand() -> None:
    state = hornafjardarmanni.new_match(hornafjardarmanni.Rules())
    state = hornafjardarmanni.apply(state, hornafjardarmanni.arrange(state))
    message = codec.encode(hornafjardarmanni.observe(state, 0))
    assert message["legal_moves"] == []
    assert message["choices"] == {"kind": "exchange", "cards": message["hand"], "limit": 7}
    assert codec.encode(hornafjardarmanni.observe(state))["choices"] is None


@every_game
@given(data=st.data())
def test_two_positions_that_a_seat_cannot_tell_apart_have_the_same_json(
    game: AnyGame, data: st.DataObject
) -> None:
    walk, seat, swaps = data.draw(two_worlds(game))
    other = walk.start
    for step in walk.steps:
        move = in_other_world(step.move, swaps)
        if cardrules.why_not(other, move) is not None:
            return
        after = cardrules.apply(other, move)
        if reveals_differently(step.before, step.after, after):
            return
        one, two = game.observe(step.after, seat), game.observe(after, seat)
        assert codec.dumps(one) == codec.dumps(two)
        told = [game.events(before, made, seat) for before, made in ((step.before, step.move), (other, move))]
        assert codec.dumps(told[0], game) == codec.dumps(told[1], game)
        other = after


@every_game
def test_a_view_names_no_card_that_its_seat_has_not_seen(game: AnyGame) -> None:
    for step in played(game, game.rules(), seed=11, deals=2)[::5]:
        state = step.after
        if not state.deal.number:
            continue
        for seat in range(state.seating.seats):
            message = codec.encode(game.observe(state, seat))
            del message["match"]  # in which rules and earlier deals name cards
            text = json.dumps(message, ensure_ascii=False)
            hidden = {
                card for other in range(state.seating.seats) if other != seat for card in state.hand(other)
            }
            hidden -= set(getattr(state.deal, "exposed", ())) | {getattr(state.deal, "cut", None)}
            if game.name == "gong_zhu" and state.deal.number == 1:
                hidden -= {state.rules.format.marker}
            assert [str(card) for card in hidden if f'"{card}"' in text] == []


# --- What cannot be -----------------------------------------------------------------------------


def message_of(game: AnyGame, deals: int = 2, back: int = 6) -> Any:
    """A state in the middle of a deal, as its message."""
    rules = gong_zhu.Rules(losing_score=-9999) if game is gong_zhu.GAME else game.rules()
    return codec.encode(played(game, rules, seed=5, deals=deals)[-back].after)


def refused(message: Any, path: str, expected: str = "") -> None:
    with pytest.raises(DecodeError) as caught:
        codec.decode(message)
    assert str(caught.value).startswith(f"${path}: found "), str(caught.value)
    assert expected in str(caught.value)


@every_game
def test_scores_and_standings_must_follow_from_the_lines(game: AnyGame) -> None:
    for path in ("scores", "totals", "payoffs"):
        message = message_of(game)
        message["match"]["results"][0][path][0] += 1
        refused(message, f".match.results[0].{path}")
    message = message_of(game)
    message["match"]["results"][0]["lines"][0]["points"] += 1
    refused(message, ".match.results[0].scores")
    message = message_of(game)
    message["match"]["scores"][0] += 1
    refused(message, ".match.scores[0]")
    message = message_of(game)
    message["scores"][0] += 1
    refused(message, ".scores[0]")


@every_game
def test_the_eldest_seat_must_follow_from_the_deal_before(game: AnyGame) -> None:
    message = message_of(game)
    message["match"]["eldest"] = (message["match"]["eldest"] + 1) % len(message["secrets"]["own"])
    refused(message, ".match.results[0].eldest", "to be eldest next")


@every_game
def test_every_card_must_be_there_once(game: AnyGame) -> None:
    message = message_of(game)
    pack = message["moves"][0]["pack"]
    pack[0] = pack[1]
    refused(message, ".moves[0]")
    message = message_of(game)
    del message["hands"][0][0]
    with pytest.raises(DecodeError, match=r"^\$\.hands"):
        codec.decode(message)


@every_game
def test_turn_and_tricks_must_follow_from_the_moves(game: AnyGame) -> None:
    message = message_of(game)
    message["to_move"] = (message["to_move"] + 1) % len(message["secrets"]["own"])
    refused(message, ".to_move")
    message = message_of(game)
    del message["moves"][-1]
    with pytest.raises(DecodeError):
        codec.decode(message)
    message = message_of(game)
    message["moves"].append(message["moves"][-1])
    refused(message, f".moves[{len(message['moves']) - 1}]", "a move that the rules allow")
    message = message_of(game)
    message["deal"]["number"] = 7
    refused(message, ".deal.number")


def test_a_view_must_have_its_cards_once_and_in_number() -> None:
    step = played(gong_zhu.GAME, gong_zhu.Rules(exposure="none"), seed=5, deals=1)[20]
    message = codec.encode(gong_zhu.observe(step.after, 0))
    changes: tuple[tuple[Callable[[Any], object], str], ...] = (
        (lambda view: view["own"].pop(), ".own"),
        (lambda view: view["tricks"][0]["cards"].reverse(), ".tricks[0].cards["),
        (lambda view: view["tricks"][1].update(leader=9), ".tricks[1].leader"),
        (lambda view: view["tricks"][0].update(cards=view["tricks"][1]["cards"]), ".tricks[0].cards["),
        (lambda view: view["hand"].pop(), ".hand"),
        (lambda view: view["legal_moves"].append({"kind": "play", "card": "A♠"}), ".legal_moves"),
        (lambda view: view.update(to_move=None), ".to_move"),
        (lambda view: view.update(seat=None), ".own"),
        (lambda view: view.update(seat=4), ".seat"),
        (lambda view: view["deal"]["seating"]["resting"].append(1), ".deal"),
        (lambda view: view["match"].update(scores=[1, 2, 3, 4]), ".match.scores"),
        (lambda view: view["match"].update(start=[-1000, 0, 0, 0]), ".match.start"),
    )
    for change, path in changes:
        damaged_view = json.loads(json.dumps(message))
        change(damaged_view)
        with pytest.raises(DecodeError) as caught:
            codec.decode(damaged_view)
        assert str(caught.value).startswith(f"${path}"), (path, str(caught.value))


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (None, "$: found None, expected an object"),
        ({}, "$.version: found None, expected 1"),
        ({"version": True}, "$.version: found True, expected 1"),
        ({"version": 1}, "$.game: found None, expected the name of a game"),
        ({"version": 1, "game": "os:system"}, "$.game: found 'os:system', expected the name of a game"),
        ({"version": 1, "game": "Truco"}, "$.game: found 'Truco', expected 'truco'"),
        ({"version": 1, "game": "whist_of_nobody"}, "$.game: found 'whist_of_nobody', expected the name of"),
        ({"version": 1, "game": "truco"}, "$: found no field 'kind', expected one"),
        ({"version": 1, "game": "truco", "kind": "raise"}, "$.kind: found 'raise', expected one of "),
        ({"version": 1, "game": "truco", "kind": "call"}, "$: found no field 'value', expected one"),
        (
            {"version": 1, "game": "truco", "kind": "call", "value": 3},
            "$.value: found 3, expected one of truco,",
        ),
        (
            {"version": 1, "game": "truco", "kind": "play", "card": "A♠"},
            "$.card: found 'A♠', expected one of 1 de",
        ),
        (
            {"version": 1, "game": "truco", "kind": "play", "card": "1 de oro", "seat": 0},
            "$.seat: found a field of this name, expected none",
        ),
        (
            {"version": 1, "game": "etori", "kind": "choose_leader", "seat": -1},
            "$: found no ChooseLeader, expected -1 is not a seat",
        ),
        (
            {"version": 1, "game": "truco", "kind": "deal", "pack": ["1 de oro", "1"]},
            "$.pack[1]: found '1', expected one of 1 de espada",
        ),
    ],
)
def test_a_fault_is_told_with_path_found_and_expected(message: Any, said: str) -> None:
    with pytest.raises(DecodeError) as caught:
        codec.decode(message)
    assert str(caught.value).startswith(said)
    assert caught.value.expected
    assert caught.value.found


def test_impossible_options_are_told() -> None:
    message = codec.encode(gong_zhu.Rules(), gong_zhu.GAME)
    refused(message | {"partnerships": True, "players": 5}, ".partnerships", "needs four players")
    refused(message | {"exposure": "closed"}, ".exposure", "expected one of none, open")


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "1", "null", '"', "\ufeff{}", "{'a': 1}", '{"a": NaN}', '{"version":1,"version":1}',
        "[" * 100_000, '{"a":' * 100_000, '"\\"' * 50_000, "1" * 100_000, '{"version": 1e999}', b"\xff",
        '{"version":1,"game":"truco","kind":"call","value":"\\ud800"}',
    ],
)  # fmt: skip
def test_what_is_no_json_or_no_message(text: str | bytes) -> None:
    with pytest.raises(DecodeError):
        codec.loads(text)


def test_a_field_that_is_there_twice_is_told() -> None:
    text = codec.dumps(truco.Call.TRUCO, truco.GAME)
    with pytest.raises(DecodeError, match="two fields 'value' in one object"):
        codec.loads(text.replace("}", ',"value":"truco"}'))


def test_nesting_is_bounded_whatever_room_the_stack_has() -> None:
    for deep in ("[" * 33 + "]" * 33, '{"a":' * 33 + "1" + "}" * 33):
        with pytest.raises(DecodeError, match="more than 32 objects and lists in each other"):
            codec.loads(deep)
    with pytest.raises(DecodeError, match="expected an object"):
        codec.loads("[" * 32 + '"[[[["' + "]" * 32)


def test_a_spectator_sees_no_card_played_twice() -> None:
    step = played(gong_zhu.GAME, gong_zhu.Rules(exposure="none"), seed=5, deals=1)[20]
    view = codec.encode(gong_zhu.observe(step.after))
    view["tricks"][1]["cards"][0] = view["tricks"][0]["cards"][1]
    refused(view, ".tricks[1].cards[0]", "a card that has not been played before")


@every_game
def test_a_message_is_of_the_wanted_game(game: AnyGame) -> None:
    other = GAMES[(GAMES.index(game) + 1) % len(GAMES)]
    text = codec.dumps(game.rules(), game)
    assert codec.loads(text, game.name) == game.rules()
    with pytest.raises(DecodeError, match=rf"\$\.game: found '{game.name}', expected '{other.name}'"):
        codec.loads(text, other)


# --- Damage -------------------------------------------------------------------------------------


def must_be_possible(game: AnyGame, value: Any) -> None:
    """What a damaged message has made all the same."""
    if isinstance(value, type(game.new_match(game.rules()))):
        if value.deal.number:
            assert Counter(places_of_cards(value)) == Counter(value.pack.cards)
            assert game.replay(value)[-1] == value
        game.legal_moves(value)
    view: Any = game.view
    if isinstance(value, view):
        game.legal_moves(value)
        seen: list[Card] = [card for trick in value.tricks for card in trick.cards]
        assert len(set(seen)) == len(seen)
    text = codec.dumps(value, game)
    assert codec.loads(text, game) == value


def must_be_told(error: DecodeError) -> None:
    assert len(str(error)) < 3000
    assert all(isinstance(step, str | int) for step in error.path)


@every_game
def test_damage_is_refused_or_harmless(game: AnyGame) -> None:
    rng = Random(os.environ.get("CARDRULES_DAMAGE_SEED", "json"))
    steps = [
        step
        for rules in (game.rules(), UNUSUAL[game.name], STUDIES[game.name])
        for step in played(game, rules, rng.randrange(99), deals=2)
    ]
    values = [value for step in rng.sample(steps, 12) for value in values_of(game, step)]
    positions = [value for value in values if hasattr(value, "match")]
    messages = [codec.encode(value, game) for value in (*positions * 3, *values)]
    texts = [json.dumps(message, ensure_ascii=False) for message in messages]
    harmless = 0
    for at in range(DAMAGES // len(GAMES)):
        try:
            if at % 2:
                value = codec.decode(damaged(rng.choice(messages), rng), rng.choice((game, None)))
            else:
                value = codec.loads(damaged_text(rng.choice(texts), rng), rng.choice((game, None)))
        except DecodeError as error:
            must_be_told(error)
            continue
        harmless += 1
        must_be_possible(game, value)
    assert harmless < DAMAGES / len(GAMES) / 2


def test_a_long_text_takes_no_more_than_its_length() -> None:
    assert as_text([1]) == "[1]"
    for text in ('"\\"', "[]", '{"a":1},', "1", "\\", '{"kind":"'):
        with pytest.raises(DecodeError):
            codec.loads(text * 200_000)


# --- Games of others ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [hearts.GAME, german_whist.GAME], ids=lambda game: game.name)
def test_a_game_of_somebody_else_needs_no_register(game: AnyGame) -> None:
    for step in played(game, game.rules(), seed=2, deals=2)[::7]:
        for value in values_of(game, step):
            text = codec.dumps(value, game)
            assert codec.loads(text, game) == value
            assert codec.dumps(codec.loads(text, game), game) == text
    assert "StateMessage" in codec.schema(game)["$defs"]
    with pytest.raises(DecodeError, match=r"^\$\.game"):
        codec.loads(codec.dumps(game.rules(), game))


def test_a_type_that_messages_do_not_know_is_told() -> None:
    @attrs.frozen
    class Odd:
        what: complex

    odd = attrs.evolve(truco.GAME, moves=(*truco.GAME.moves, Odd))
    with pytest.raises(EncodeError, match="complex"):
        codec.encode(truco.Rules(), odd)


def test_messages_of_outcomes_and_deals() -> None:
    outcome = Outcome((0,), (1,), (15, 3), "truco.match")
    assert codec.encode(outcome, "truco")["winners"] == [0]
    deal = Deal(FRENCH.cards)
    assert codec.decode(codec.encode(deal, "etori")) == deal


class Odd:
    """A value of no kind that JSON has, which does not even like to be looked at."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __iter__(self) -> Any:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        raise RuntimeError


@pytest.mark.parametrize(
    "value",
    [range(3), {1}, object(), Odd(), 1j, b"Q", float("nan"), len, Odd, (1,), memoryview(b"a"), iter("a")],
)
def test_what_is_no_json_at_all_is_a_fault(value: Any) -> None:
    play: dict[str, Any] = {"version": 1, "game": "truco", "kind": "play", "card": "7 de oro"}
    events: dict[str, Any] = {"version": 1, "game": "truco", "kind": "events", "events": []}
    state = codec.encode(truco.new_match(truco.Rules()))
    changed = [message | {name: value} for message in (play, events, state) for name in message]
    changed += [events | {"events": [value]}, play | {"more": value}, state | {"match": {"results": [value]}}]
    for message in [value, [value], *changed]:
        with pytest.raises(DecodeError):
            codec.decode(message)
