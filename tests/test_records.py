"""Records: what is written is read back, what is damaged is reported, and nothing else is raised."""

from __future__ import annotations

import functools
import importlib
import io
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, SPANISH, Deal, ParseError, Play, RulesError, SeatError, schema, testing
from cardrules.cli import main
from cardrules.errors import DecodeError
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.records import (
    Claim,
    Fault,
    Record,
    RecordError,
    from_json,
    from_text,
    read_records,
    records_by_line,
    to_json,
    to_text,
    verify,
    write_records,
)
from cardrules.simulation import simulate
from examples import hearts
from tests.damage import as_text, damaged, damaged_text
from tests.messages import STUDIES, UNUSUAL
from tests.walks import GAMES, AnyGame, Walk, universe, walks

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
DAMAGES = int(os.environ.get("CARDRULES_DAMAGES", "4000"))

LETTERS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TAGS = st.dictionaries(LETTERS, LETTERS, max_size=3)


@st.composite
def records(draw: st.DrawFn, game: AnyGame) -> Record:
    """The record of a walk, in which moves may be out of place."""
    walk = draw(walks(game, deals=2))
    seats = walk.start.seating.seats
    players = draw(st.sampled_from((0, seats)))
    record = Record.of(
        walk, players=draw(st.lists(LETTERS, min_size=players, max_size=players)), tags=draw(TAGS)
    )
    if draw(st.booleans()):
        return record
    moves = list(record.moves)
    moves[draw(st.integers(0, len(moves) - 1))] = draw(st.sampled_from(moves))
    del moves[draw(st.integers(0, len(moves) - 1))]
    return Record(game, record.rules, moves, first=record.first, scores=record.scores, players=record.players)


def a_match(game: AnyGame, rules: Any, seed: int = 5) -> Walk:
    """A match at random, or its first deals where it is long."""
    return testing.random_walk(game, game.new_match(rules), Random(seed), deals=4)


# --- Round trips --------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_both_forms_come_back_and_say_the_same(game: AnyGame, data: st.DataObject) -> None:
    record = data.draw(records(game))
    text, line = to_text(record), to_json(record)
    assert "\n" not in line
    assert from_text(text) == from_json(line) == from_json(line.encode()) == record
    assert to_text(from_text(text)) == to_text(from_json(line)) == text
    assert to_json(from_json(line)) == to_json(from_text(text)) == line
    assert json.loads(line)["game"] == game.name


@every_game
@pytest.mark.parametrize("options", [UNUSUAL, STUDIES], ids=["unusual", "study"])
def test_a_whole_match_is_played_again(game: AnyGame, options: dict[str, Any]) -> None:
    walk = a_match(game, options[game.name])
    record = Record.of(walk)
    for read in (record, from_text(to_text(record)), from_json(to_json(record))):
        replayed = read.replay()
        assert (replayed.states, replayed.fault) == (walk.states, None)
        assert verify(read) is None


@every_game
def test_names_and_repr(game: AnyGame) -> None:
    names = {name: getattr(cardrules, name) for name in ("FRENCH", "SPANISH", "Deal", "Play")}
    module = {"etori": etori, "gong_zhu": gong_zhu, "hornafjardarmanni": hornafjardarmanni, "truco": truco}
    record = Record.of(a_match(game, game.rules()).upto(12))
    scope = {**names, **vars(module[game.name]), "Record": Record, "Claim": Claim, "cardrules": cardrules}
    assert eval(repr(record), scope) == record


NAMES = (
    "",
    " ",
    "# no comment",
    '"',
    "\\",
    "a; b",
    "a\nrecord: 1",
    "\r\u2028\x85\x7f\x00",
    "Zoë",
    "𝔸 ♠",
    "\u202e",
)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_stays_in_its_line(name: str) -> None:
    record = Record("truco", truco.Rules(), players=[name, name], tags={name: name, name + "x": name})
    assert from_text(to_text(record)) == from_json(to_json(record)) == record
    assert to_text(record).splitlines() == to_text(record).split("\n")[:-1]
    forms: tuple[Literal["text", "json"], ...] = ("text", "json")
    for form in forms:
        out = io.StringIO()
        write_records([record, record], out, form)
        assert list(read_records(out.getvalue().splitlines(keepends=True))) == [record] * 2
        assert list(read_records(io.BytesIO(out.getvalue().encode()))) == [record] * 2


def test_a_record_is_written_so() -> None:
    state = etori.new_match(etori.Rules(tokens=3), first=1)
    state = etori.apply(state, etori.arrange(state, ["A♠", "K♠", "Q♠", "J♠"]))
    for move in (etori.ChooseLeader(3), Play(FRENCH["J♠"]), Play(FRENCH["A♠"])):
        state = etori.apply(state, move)
    record = Record.of(state, players="NESW", tags={"event": "Spring"})
    deal, *moves = to_text(record).splitlines()[10:]
    assert to_text(record).startswith(
        "record: 1\n"
        "game: etori\n"
        "rules: players=4; tokens=3; trump=♦; rensho=A♣; aces=dealt; direction=clockwise\n"
        "first: 1\n"
        "scores: 3 3\n"
        'player 0: "N"\nplayer 1: "E"\nplayer 2: "S"\nplayer 3: "W"\n'
        'tag "event": "Spring"\n'
        "deal: "
    )
    assert len(deal.split()) == 1 + 52
    assert moves == ["  choose leader 3", "  J♠; A♠", "result: scores 3 3"]
    assert json.loads(to_json(record))["moves"][1:] == ["choose leader 3", "J♠", "A♠"]


def test_a_text_is_read_forgivingly() -> None:
    pack = ", ".join(map(str, SPANISH.cards))
    record = from_text(
        f"""
        result: winners ; scores 0 0   # in any order
        RECORD: 1
        rules: target = 30
        game: Truco
        player 1: "B" # a comment
        player 0: "A"
          deal: {pack.replace(" de oro", "O")}
        TRUCO; Quiero
        """
    )
    moves = (Deal(SPANISH.cards), truco.Call.TRUCO, truco.Call.QUIERO)
    assert record == Record(
        "truco", truco.Rules(target=30), moves, players=["A", "B"], claim=Claim((0, 0), ())
    )


def test_a_game_of_somebody_else() -> None:
    record = Record.of(a_match(hearts.GAME, hearts.Rules()).upto(90))
    assert from_text(to_text(record), hearts.GAME) == from_json(to_json(record), hearts.GAME) == record
    with pytest.raises(ParseError, match="no game is called"):
        from_text(to_text(record))
    with pytest.raises(DecodeError, match="no game is called"):
        from_json(to_json(record))
    with pytest.raises(ParseError, match="expected truco"):
        from_text(to_text(record), truco.GAME)


# --- What a record is made of -------------------------------------------------------------------


@every_game
def test_of_a_state_a_walk_and_a_played_match(game: AnyGame) -> None:
    walk = a_match(game, STUDIES[game.name])
    for state in walk.states:
        if len(state.match.results) - state.deal_is_over > 0:
            with pytest.raises(LookupError, match="earlier deals"):
                Record.of(state)
            break
        replayed = Record.of(state).replay()
        assert (replayed.states[-1], replayed.fault) == (state, None)
    for played in simulate(game, STUDIES[game.name], ["random"], matches=2, seed=1, deals=3):
        record = Record.of(played, game)
        assert record.players == played.players
        assert record.replay().states[-1].match == played.match
        assert verify(record) is None
    with pytest.raises(RecordError, match="of which game"):
        Record.of(next(simulate(game, STUDIES[game.name], ["random"], matches=1, deals=1)))


def test_what_no_record_can_be_made_of() -> None:
    rules = truco.Rules()
    refused: list[tuple[type[Exception], Callable[[], Record]]] = [
        (RulesError, lambda: Record("truco", gong_zhu.Rules())),
        (RulesError, lambda: Record("truco", rules, scores=(15, 0))),
        (SeatError, lambda: Record("truco", rules, first=2)),
        (RecordError, lambda: Record("truco", rules, players=["A"])),
        (RecordError, lambda: Record("truco", rules, players=["A", "\ud800"])),
        (RecordError, lambda: Record("truco", rules, tags=[("a", "b"), ("a", "c")])),
        (RecordError, lambda: Record("truco", rules, tags={"a": 1})),  # type: ignore[arg-type]
        (RecordError, lambda: Record("truco", rules, ["truco"])),
        (RecordError, lambda: Record("truco", rules, [Play(FRENCH["A♠"])])),
        (RecordError, lambda: Record("truco", rules, [Deal(FRENCH.cards)])),
        (RecordError, lambda: Record("truco", rules, [Deal((3,))])),  # type: ignore[arg-type]
        (RecordError, lambda: Record("truco", rules, claim=Claim((10**18, 0)))),
        (LookupError, lambda: Record("nothing", rules)),
    ]
    for error, make in refused:
        with pytest.raises(error):
            make()


# --- The schema ---------------------------------------------------------------------------------


@functools.cache
def validator() -> Any:
    """An independent validator of records, by the schema that is shipped."""
    jsonschema: Any = importlib.import_module("jsonschema")
    return jsonschema.Draft202012Validator(json.loads(schema.shipped(schema.RECORD)))


def test_the_shipped_schema_is_what_is_made() -> None:
    made = schema.made(schema.RECORD)
    assert schema.shipped(schema.RECORD) == made, "run: python -m cardrules.schema"
    validator().check_schema(json.loads(made))


def test_golden_records_are_as_the_schema_says() -> None:
    lines = (Path(__file__).parent / "golden" / "records.v1.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 20
    for line in lines:
        validator().validate(json.loads(line))


@every_game
@given(data=st.data())
def test_records_are_as_the_schema_says(game: AnyGame, data: st.DataObject) -> None:
    record = data.draw(records(game))
    validator().validate(json.loads(to_json(record)))
    if verify(record) is None:
        validator().validate(json.loads(to_json(record.redacted(0))))


@every_game
def test_moves_out_of_place_are_as_the_schema_says(game: AnyGame) -> None:
    """Every move of the game that can be written, whatever its cards, seats and calls."""
    state = a_match(game, game.rules()).states[1]
    moves = [move for move in universe(game, state, Random(1)) if not isinstance(move, Deal)]
    assert all(any(isinstance(move, kind) for move in moves) for kind in game.moves)
    for move in moves:
        try:
            line = to_json(Record(game, game.rules(), [move]))
        except RecordError:
            continue  # of another deck
        validator().validate(json.loads(line))


def test_a_record_of_another_game_is_as_the_schema_says() -> None:
    record = Record.of(a_match(hearts.GAME, hearts.Rules()).upto(60))
    validator().validate(json.loads(to_json(record)))


@every_game
def test_the_schema_refuses_most_of_what_is_damaged(game: AnyGame) -> None:
    rng, messages = Random("schema"), [json.loads(to_json(record)) for record in samples(game)]
    wrong = refused = taken = 0
    for _ in range(150):
        text = as_text(damaged(rng.choice(messages), rng))
        try:
            record = from_json(text)
        except DecodeError:
            try:
                message = json.loads(text)
            except ValueError:
                continue
            wrong += 1
            refused += not validator().is_valid(message)
        else:
            taken += 1  # what is read is as the schema says, once it has been written
            validator().validate(json.loads(to_json(record)))
    assert taken > 10
    assert refused > 0.75 * wrong > 25


# --- A record that breaks a rule ----------------------------------------------------------------


def swapped(record: Record, index: int, move: Any) -> Record:
    moves = list(record.moves)
    moves[index] = move
    return Record(record.game, record.rules, moves, first=record.first, claim=record.claim)


def played_on(game: AnyGame, hands: Any, *moves: Any) -> Record:
    state = game.new_match(game.rules())
    return Record(game, game.rules(), [game.arrange(state, hands), *moves])


def damaged_by_hand() -> Iterator[tuple[Record, int, str]]:
    etori_hands = ["A♠ K♠ 2♥", "3♠ 4♥", "5♠", "6♠"]
    yield (
        played_on(etori.GAME, etori_hands, etori.ChooseLeader(0), Play(FRENCH["A♠"]), Play(FRENCH["4♥"])),
        3, "etori.follow",
    )  # fmt: skip
    yield (
        played_on(
            gong_zhu.GAME, ["2♣", "3♣ 2♥", "5♣", "6♣ 4♥"],
            *[gong_zhu.Expose("")] * 4, Play(FRENCH["5♣"]), Play(FRENCH["2♥"]),
        ),
        6, "gong_zhu.follow",
    )  # fmt: skip
    yield (
        played_on(gong_zhu.GAME, ["2♣ 4♣", "3♣ 2♥"], gong_zhu.Expose("2♣")), 1, "gong_zhu.expose",
    )  # fmt: skip
    yield played_on(hornafjardarmanni.GAME, (), Play(FRENCH["A♠"])), 1, "common.phase"
    eight = "A♠ K♠ Q♠ J♠ 10♠ 9♠ A♥ K♥"
    yield (
        played_on(hornafjardarmanni.GAME, [eight], hornafjardarmanni.Exchange(eight)),
        1, "hornafjardarmanni.exchange",
    )  # fmt: skip
    yield (
        played_on(
            hornafjardarmanni.GAME, ["A♠", "2♠ 2♥"],
            *[hornafjardarmanni.Exchange("")] * 3, Play(FRENCH["A♠"]), Play(FRENCH["2♥"]),
        ),
        5, "hornafjardarmanni.follow",
    )  # fmt: skip
    yield played_on(truco.GAME, ["1E 2E 3E"], Play(SPANISH["7 de oro"])), 1, "common.hold"
    yield played_on(truco.GAME, ["1E 2E 3E"], truco.Call.QUIERO), 1, "common.phase"


@pytest.mark.parametrize(("record", "index", "rule"), list(damaged_by_hand()))
def test_a_broken_rule_is_reported(record: Record, index: int, rule: str) -> None:
    for read in (record, from_text(to_text(record)), from_json(to_json(record))):
        fault = verify(read)
        assert fault is not None
        assert fault.violation is not None
        assert fault.index == index
        assert fault.violation.rule.startswith(rule), fault
        assert str(fault).startswith(f"move {index}: ")
        assert len(read.replay().states) == index + 1


@every_game
def test_one_move_that_was_changed_is_the_first_fault(game: AnyGame) -> None:
    walk, rng = a_match(game, game.rules()), Random(3)
    record = Record.of(walk.upto(120))
    everything = [move for move in record.moves if not isinstance(move, Deal)]
    found = 0
    for index in range(1, len(record.moves)):
        wrong = rng.choice(everything)
        violation = game.why_not(walk.states[index], wrong)
        if violation is not None:
            found += 1
            replayed = from_text(to_text(swapped(record, index, wrong))).replay()
            assert replayed.states == walk.states[: index + 1]
            assert replayed.fault == Fault(index, violation, violation.message)
    assert found > 2


@every_game
def test_a_deal_that_was_changed_or_lost(game: AnyGame) -> None:
    record = Record.of(a_match(game, game.rules()).upto(5))
    pack = record.moves[0].pack
    doubled = swapped(record, 0, Deal((pack[1], *pack[1:])))
    lost = Record(game, record.rules, record.moves[1:])
    short = swapped(record, 0, Deal(()))
    for wrong, rule in ((doubled, "common.pack"), (lost, "common.deal"), (short, "common.pack")):
        for read in (from_text(to_text(wrong)), from_json(to_json(wrong))):
            assert read == wrong
            fault = verify(read)
            assert fault is not None
            assert fault.violation is not None
            assert (fault.index, fault.violation.rule) == (0, rule)


def test_a_claim_that_does_not_hold() -> None:
    record = Record.of(a_match(truco.GAME, truco.Rules(target=3)))
    assert record.claim is not None
    scores, winners = record.claim.scores, record.claim.winners
    assert winners is not None
    wrong = [
        (Claim(scores[::-1], winners), "the claimed scores are"),
        (Claim(scores), "the claimed winners are none yet, the moves give"),
        (Claim(scores, [1 - winners[0]]), "the claimed winners are"),
    ]
    for claim, said in wrong:
        fault = verify(Record("truco", record.rules, record.moves, claim=claim))
        assert fault is not None
        assert str(fault).startswith(said)
        assert (fault.index, fault.violation) == (None, None)


def test_moves_after_the_end_of_the_match() -> None:
    record = Record.of(a_match(truco.GAME, truco.Rules(target=1)))
    longer = Record("truco", record.rules, [*record.moves, truco.Call.TRUCO], claim=record.claim)
    fault = verify(longer)
    assert fault is not None
    assert fault.violation is not None
    assert (fault.index, fault.violation.rule) == (len(record.moves), "common.over")


# --- Files --------------------------------------------------------------------------------------


def test_a_file_in_both_forms_with_damage_in_it() -> None:
    one, two = Record.of(a_match(truco.GAME, truco.Rules(target=1))), Record("etori", etori.Rules())
    text = (
        f"# a comment\nhello\n{to_text(one)}\n{to_json(two)}\n{{}}\nrecord: 1\ngame: truco\n  Q♠\n"
        f"{to_json(one)}\n\n{to_text(two)}"
    )
    told: list[tuple[int, Any]] = []
    read = read_records(text.split("\n"), damaged=lambda line, error: told.append((line, error)))
    assert list(read) == [one, two, one, two]
    after = 2 + to_text(one).count("\n") + 2
    assert [line for line, _ in told] == [2, after + 1, after + 2]
    assert [type(error) for _, error in told] == [ParseError, DecodeError, ParseError]
    with pytest.raises(ParseError) as caught:
        list(read_records(io.StringIO(text)))
    assert caught.value.__notes__ == ["in the record that begins in line 2"]


def test_a_file_is_not_held() -> None:
    """Each record is given before the next one is asked for, and written before the next one is made."""
    record = Record("truco", truco.Rules())
    asked = 0

    def lines() -> Iterator[str]:
        nonlocal asked
        while True:
            asked += 1
            yield to_json(record)

    read = read_records(lines())
    for many in range(1, 50):
        assert next(read) == record
        assert asked == many
    out = io.StringIO()

    def made() -> Iterator[Record]:
        for many in range(20):
            assert out.getvalue().count("record: 1") == many
            yield record

    assert write_records(made(), out) == 20


def test_bytes_that_are_no_utf8_damage_their_record_only() -> None:
    good = to_text(Record("truco", truco.Rules(), players=["A", "B"])).encode()
    for bad in (good.replace(b'"A"', b'"\xff"'), good.replace(b"truco", b"tr\xffco")):
        found = list(records_by_line(io.BytesIO(good + bad + good)))
        lines = good.count(b"\n")
        assert [line for line, _ in found] == [1, lines + 1, 2 * lines + 1]
        assert [isinstance(record, Record) for _, record in found] == [True, False, True]
    with pytest.raises(DecodeError, match="no JSON"):
        from_json(b"\xff")


def test_verify_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, wrong = Record.of(a_match(truco.GAME, truco.Rules(target=1))), tmp_path / "wrong.txt"
    broken = Record("truco", truco.Rules(), [truco.Call.TRUCO])
    (tmp_path / "good.jsonl").write_text(to_json(good) + "\n", encoding="utf-8")
    wrong.write_text(f"{to_text(good)}\n{to_text(broken)}{{}}\n", encoding="utf-8")
    assert main(["verify", str(tmp_path / "good.jsonl")]) == 0
    assert capsys.readouterr().out == "1 record, 0 faults\n"
    assert main(["verify", str(tmp_path / "good.jsonl"), str(wrong)]) == 1
    begins = to_text(good).count("\n") + 2
    assert capsys.readouterr().out.splitlines() == [
        f"{wrong}:{begins}: move 0: a deal is awaited: the only move is Deal(pack). (common.deal)",
        f"{wrong}:{begins + to_text(broken).count(chr(10))}: $.kind: found None, expected 'record'",
        "4 records, 2 faults",
    ]
    assert main(["verify", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err


# --- Damage -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("", 0, "'record: 1'"),
        ("record: 2", 8, "1, the version"),
        ("record: 1", 0, "'game:'"),
        ("record: 1\ngame: os:system", 16, "the name of a game"),
        ("record: 1\ngame: truco\ngame: truco", 28, "'game' once only"),
        ("record: 1\ngame: truco\nrules: goal=3", 29, "name=value"),
        ("record: 1\ngame: truco\nfirst: 2", 29, "a seat"),
        ("record: 1\ngame: truco\nseat: 2", 28, "what a record has"),
        ("record: 1\ngame: truco\nseat: -1", 28, "what a record has"),
        ("record: 1\ngame: truco\nseat: me", 28, "a whole number"),
        ("record: 1\ngame: truco\nseat:", 27, "a whole number"),
        ("record: 1\ngame: truco\nseat: 0\nseat: 0", 36, "'seat' once only"),
        ("record: 1\ngame: truco\nscores: 15 0", 30, "a standing"),
        ("record: 1\ngame: truco\nscores: x", 30, "a whole number"),
        ("record: 1\ngame: truco\nplayer 0: A", 22, "'player 0:"),
        ('record: 1\ngame: truco\nplayer 0: "A"', 22, "what a record has"),
        ('record: 1\ngame: truco\nplayer 1: "A"', 22, "a name for every seat"),
        ('record: 1\ngame: truco\ntag "a": "\\x"', 22, "texts as JSON has them"),
        ('record: 1\ngame: truco\ntag "a": "\\ud800"', 22, "what a record has"),
        ('record: 1\ngame: truco\ntag "a": "b"\ntag "a": "b"', 35, "every tag once"),
        ("record: 1\ngame: truco\nresult: winners 0", 30, "'scores'"),
        ("record: 1\ngame: truco\nresult: points 0", 30, "'scores' and 'winners'"),
        ("record: 1\ngame: truco\ndeal: 7 de oro, zz", 38, "a rank"),
        ("record: 1\ngame: truco\ndeal:\n  truco; yes", 37, "one of truco"),
        ("record: 1\ngame: etori\n  choose leader x", 38, "a seat"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        from_text(text)
    assert (caught.value.position, caught.value.text) == (place, text), str(caught.value)
    assert expected in caught.value.expected
    assert f"line {text.count(chr(10), 0, place) + 1}" in str(caught.value)


CHANGES: list[tuple[dict[str, Any], tuple[str | int, ...]]] = [
    ({"kind": "state"}, ("kind",)),
    ({"version": True}, ("version",)),
    ({"game": "cardrules.games.truco:GAME"}, ("game",)),
    ({"game": "Truco"}, ("game",)),
    ({"extra": 1}, ()),
    ({"rules": []}, ("rules",)),
    ({"rules": {"goal": 3}}, ("rules",)),
    ({"rules": {"target": [3]}}, ("rules", "target")),
    ({"rules": {"target": -3}}, ("rules",)),
    ({"format": "each=2000"}, ("format",)),
    ({"first": 2}, ("first",)),
    ({"first": 0.0}, ("first",)),
    ({"seat": 2}, ("seat",)),
    ({"seat": -1}, ("seat",)),
    ({"seat": True}, ("seat",)),
    ({"seat": "0"}, ("seat",)),
    ({"seat": [0]}, ("seat",)),
    ({"scores": [15, 0]}, ("scores",)),
    ({"scores": ["0", 0]}, ("scores", 0)),
    ({"players": "AB"}, ("players",)),
    ({"players": ["A"]}, ("players",)),
    ({"players": ["A", None]}, ("players", 1)),
    ({"tags": {"a": "\ud800"}}, ("tags",)),
    ({"moves": None}, ("moves",)),
    ({"moves": ["truco", "yes"]}, ("moves", 1)),
    ({"moves": ["truco", ""]}, ("moves", 1)),
    ({"moves": [{"deal": ["7 de oro", "zz"]}]}, ("moves", 0, "deal", 1)),
    ({"moves": [{"deal": [], "more": 1}]}, ("moves", 0)),
    ({"result": {"scores": [0, 0]}}, ("result",)),
    ({"result": {"scores": [0, 0], "winners": [None]}}, ("result", "winners", 0)),
]
GOOD: dict[str, Any] = {"kind": "record", "version": 1, "game": "truco", "rules": {}, "moves": []}


@pytest.mark.parametrize(("change", "path"), CHANGES)
def test_a_fault_of_the_json_is_told_with_its_path(change: dict[str, Any], path: tuple[Any, ...]) -> None:
    assert from_json(json.dumps(GOOD)) == Record("truco", truco.Rules())
    with pytest.raises(DecodeError) as caught:
        from_json(json.dumps(GOOD | change))
    assert caught.value.path == path, str(caught.value)


def must_be_told(error: ParseError | DecodeError, text: str) -> None:
    assert error.expected
    if isinstance(error, ParseError):
        assert error.text == text
        assert 0 <= error.position <= len(text)
    else:
        assert str(error).startswith("$")


def samples(game: AnyGame) -> list[Record]:
    walks = [a_match(game, rules) for rules in (game.rules(), UNUSUAL[game.name], STUDIES[game.name])]
    found = [
        Record.of(walk.upto(60), players=["Zoë"] * walk.start.seating.seats, tags={"#": '"'})
        for walk in walks
    ]
    return [*found, found[0].redacted(1)]


@every_game
def test_damaged_text_gives_a_record_or_a_fault(game: AnyGame) -> None:
    rng, texts = Random(os.environ.get("CARDRULES_DAMAGE_SEED", "text")), list(map(to_text, samples(game)))
    for _ in range(DAMAGES // 40):
        text = damaged_text(rng.choice(texts), rng)
        try:
            record = from_text(text)
        except ParseError as error:
            must_be_told(error, text)
        else:
            assert from_text(to_text(record)) == record
            verify(record)
        list(read_records(text.split("\n"), damaged=lambda line, error: None))


@every_game
def test_damaged_json_gives_a_record_or_a_fault(game: AnyGame) -> None:
    rng, lines = Random(os.environ.get("CARDRULES_DAMAGE_SEED", "json")), list(map(to_json, samples(game)))
    for _ in range(DAMAGES // 40):
        line = rng.choice(lines)
        text = damaged_text(line, rng) if rng.random() < 0.5 else as_text(damaged(json.loads(line), rng))
        try:
            record = from_json(text)
        except DecodeError as error:
            must_be_told(error, text)
        else:
            assert from_json(to_json(record)) == record
            verify(record)


@pytest.mark.parametrize(
    "piece", ["[", '{"a":', '"', "deal: ", "A♠ ", "a ", "\n", "tag ", '"\\', "1" * 50, "; "]
)
def test_a_long_input_takes_no_more_than_its_length(piece: str) -> None:
    long = piece * (100_000 // len(piece)) + "!"
    for head in (
        "",
        "record: 1\ngame: etori\n",
        "record: 1\ngame: etori\ndeal: ",
        "record: 1\ngame: etori\ntag ",
    ):
        with pytest.raises(ParseError):
            from_text(head + long)
    for head in ("", '{"kind":', '{"moves":["'):
        with pytest.raises(DecodeError):
            from_json(head + long)


# --- What comes from files that were joined, or written by hand ---------------------------------


@pytest.mark.parametrize("form", ["text", "json"])
def test_files_with_marks_that_were_joined(form: Literal["text", "json"]) -> None:
    one, two = Record("truco", truco.Rules(), players=["A", "B"]), Record("etori", etori.Rules())
    out = io.StringIO()
    for record in (one, two, one):
        out.write("\ufeff")
        write_records([record], out, form)
    for lines in (io.StringIO(out.getvalue()), io.BytesIO(out.getvalue().encode())):
        assert list(read_records(lines)) == [one, two, one]


@pytest.mark.parametrize(
    ("game", "text", "cards"),
    [
        ("truco", "1E 2E 3E", "1 de espada, 2 de espada, 3 de espada"),
        ("truco", "1E 2 de oro; ancho de basto,4C", "1 de espada, 2 de oro, 1 de basto, 4 de copa"),
        ("etori", "queen of spades, jd", "Q♠, J♦"),
        ("etori", "Q ♠ 10 of hearts A♠A", None),
        ("etori", "Q ♠ 10 of hearts Td", "Q♠, 10♥, 10♦"),
        ("etori", "Q♠ Q♠", "Q♠, Q♠"),
    ],
)
def test_a_deal_takes_what_a_pack_takes(game: str, text: str, cards: str | None) -> None:
    told = f"record: 1\ngame: {game}\ndeal: {text}\n"
    if cards is None:
        with pytest.raises(ParseError, match=r"'A♠A' is not a card") as caught:
            from_text(told)
        assert caught.value.position == told.index("A♠A")
        assert "hearts" not in str(caught.value)  # the other cards are not told
        return
    deck = (SPANISH if game == "truco" else FRENCH).deck
    (deal,) = from_text(told).moves
    assert deal.pack == tuple(map(deck.parse, cards.split(", ")))


def test_what_is_no_record_is_cited() -> None:
    ((_, found),) = records_by_line(io.BytesIO("record: 1".encode("utf-16")))
    assert isinstance(found, ParseError)
    assert "nothing" not in str(found)
    ((_, found),) = records_by_line(["garbage here"])
    assert str(found).startswith("'garbage here' at position 0 (line 1): expected 'record: 1'")
    with pytest.raises(ParseError, match=r"^nothing at position 0"):
        from_text("")


def test_the_cards_of_a_deal_are_not_cited() -> None:
    deal = {"deal": list(map(str, SPANISH)), "x": 1}
    message: dict[str, Any] = {"kind": "record", "version": 1, "game": "truco", "rules": {}, "moves": [deal]}
    with pytest.raises(DecodeError, match=r"moves\[0\]: found an object with \['deal', 'x'\]") as caught:
        from_json(json.dumps(message))
    assert "espada" not in str(caught.value)


def test_names_of_tags_are_no_text() -> None:
    record = Record("truco", truco.Rules(), tags={"s": "1", "seed": "2"})
    with pytest.raises(RecordError, match="'seed' is one text") as caught:
        record.redacted(0, tags="seed")
    assert caught.value.field == "tags"
