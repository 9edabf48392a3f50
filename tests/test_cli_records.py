"""Records on the command line: kept, replayed, converted, verified; files that are never lost."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from cardrules import Deal, Game, Play, testing
from cardrules.cli import main
from cardrules.cli.files import said
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.records import (
    Claim,
    Record,
    from_json,
    from_text,
    read_records,
    to_json,
    to_text,
    verify,
    write_records,
)
from cardrules.simulation import simulate
from tests.messages import STUDIES
from tests.test_cli import Seat, Terminal
from tests.test_records import damaged_by_hand
from tests.walks import GAMES, AnyGame

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
only_posix = pytest.mark.skipif(os.name != "posix", reason="needs files of devices")

OTHER: Game[Any, Any, Any, Any] = attrs.evolve(truco.GAME, name="other", title="Another game")
"""A game that is found by no name."""

MUTE: Game[Any, Any, Any, Any] = attrs.evolve(truco.GAME, name="mute", moves=(Play, int))
"""A game with moves that have no text."""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs the command line in a folder of its own; returns status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*argv: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(argv)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def a_record(game: AnyGame, rules: Any = None, seed: int = 5, deals: int = 2, **more: Any) -> Record:
    start = game.new_match(game.rules() if rules is None else rules)
    return Record.of(testing.random_walk(game, start, Random(seed), deals=deals), **more)


def saved(name: str, *records: Record) -> str:
    with Path(name).open("w", encoding="utf-8", newline="\n") as out:
        write_records(records, out, "json" if name.endswith("l") else "text")
    return name


def loaded(name: str) -> list[Record]:
    with Path(name).open("rb") as lines:
        return list(read_records(lines))


def story(out: str) -> str:
    """What is told of a match, after what stands over it."""
    return out.partition("* wins the trick\n")[2]


# --- Kept while it is watched or played ---------------------------------------------------------


@every_game
@pytest.mark.parametrize("who", [(), ("--seat", "1"), ("--open",)], ids=" ".join)
def test_what_was_watched_is_replayed(run: Run, game: AnyGame, who: tuple[str, ...]) -> None:
    """The same lines, from a record in either form, whoever looks."""
    told = ("watch", game.name, "--seed", "3", "--deals", "2", *who)
    for name in ("match.txt", "match.jsonl"):
        status, watched, err = run(*told, "--record", name)
        assert (status, err) == (0, "")
        assert watched == run(*told)[1]
        status, replayed, err = run("replay", name, *who)
        assert (status, err) == (0, "")
        end = story(watched).replace("Stopped after 2 deals; the match is not over.", "")
        assert story(replayed).replace("The record ends before the match is over.", "") == end
    text, line = (Path(name).read_bytes().decode() for name in ("match.txt", "match.jsonl"))
    record = from_text(text)
    assert from_json(line) == record
    assert (to_text(record), to_json(record) + "\n") == (text, line)
    assert verify(record) is None
    assert record.claim is not None
    assert record.players == ("random",) * len(record.players)
    assert record.tags == (("seed", "3"),)


def test_a_match_that_a_person_leaves_is_kept(run: Run) -> None:
    status, out, _ = run(
        "play", "truco", "--seed", "8", "--seat", "1", "--record", "m.txt", typed="quiero\nmazo\n"
    )
    assert status == 0
    assert "You have left the match." in out
    (record,) = loaded("m.txt")
    assert verify(record) is None
    assert truco.Call.MAZO in record.moves
    assert (record.players, record.tags) == (("random", "person"), (("seed", "8"),))


def test_a_match_that_is_interrupted_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: Any) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    monkeypatch.setattr("cardrules.cli.arguments._typed", Interrupted)
    assert run("play", "gong_zhu", "--seed", "9", "--record", "m.jsonl")[0] == 0
    (record,) = loaded("m.jsonl")
    assert len(record.moves) >= 1
    assert verify(record) is None


def test_a_player_who_breaks_down_leaves_a_record(run: Run) -> None:
    told = ("watch", "truco", "--seed", "1", "--record", "m.txt", "--opponents", f"{__name__}:tired")
    with pytest.raises(ZeroDivisionError):
        run(*told)
    (record,) = loaded("m.txt")
    assert [type(move).__name__ for move in record.moves] == ["Deal", "Play", "Play"]
    assert verify(record) is None


def tired(seed: int) -> Callable[[Any], object]:
    """A player who plays two cards."""
    played: list[object] = []

    def choose(view: Any) -> object:
        if len(played) == 2:
            raise ZeroDivisionError
        played.append(view.GAME.legal_moves(view)[0])
        return played[-1]

    return choose


def test_a_game_whose_moves_have_no_text_is_not_recorded(run: Run) -> None:
    status, _, err = run("watch", f"{__name__}:MUTE", "--record", "m.txt")
    assert (status, Path("m.txt").exists()) == (2, False)
    assert "Truco cannot be recorded: int has no text" in err


# --- Many matches -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "workers"), [("all.jsonl", "2"), ("all.txt", "1")])
def test_a_simulation_keeps_every_match(run: Run, name: str, workers: str) -> None:
    told = [*("simulate", "truco", "--matches", "6", "--seed", "4", "--rule", "target=6", "--first", "1")]
    told += ["--between", f"random,{FIRST}"]
    plain = run(*told)
    assert run(*told, "--records", name) == plain
    one = Path(name).read_bytes()
    assert run(*told, "--records", name, "--force", "--workers", workers) == plain
    assert Path(name).read_bytes() == one
    rules = truco.Rules(target=6)
    matches = simulate(truco.GAME, rules, ["random", FIRST], matches=6, seed=4, first=1)
    for record, played in zip(loaded(name), matches, strict=True):
        assert verify(record) is None
        assert record.tags == (("seed", "4"), ("match", str(played.index)))
        assert attrs.evolve(record, tags=()) == Record.of(played, truco.GAME)
    out = io.StringIO()
    write_records(loaded(name), out, "json" if name.endswith("l") else "text")
    assert out.getvalue().encode() == one


FIRST = f"{__name__}:first_move"


def first_move(seed: int) -> Callable[[Any], object]:
    """A player who takes the first legal move."""
    return lambda view: view.GAME.legal_moves(view)[0]


def test_a_simulation_that_is_stopped_keeps_what_was_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, made = first_move(0), 0

    def stopped(seed: int) -> Callable[[Any], object]:
        nonlocal made
        made += 1
        if made > 4:
            raise KeyboardInterrupt
        return player

    monkeypatch.setattr(sys.modules[__name__], "first_move", stopped)
    assert run("simulate", "truco", "--between", FIRST, "--records", "m.jsonl")[0] == 130
    assert [verify(record) for record in loaded("m.jsonl")] == [None, None]


# --- Files --------------------------------------------------------------------------------------

WRITING = (
    ("watch", "truco", "--deals", "1", "--record"),
    ("play", "truco", "--record"),
    ("simulate", "truco", "--matches", "1", "--records"),
    ("convert", "match.jsonl", "--out"),
)


@pytest.mark.parametrize("told", WRITING, ids=lambda told: told[0])
def test_a_file_that_is_there_is_not_written_over(run: Run, told: tuple[str, ...]) -> None:
    saved("match.jsonl", a_record(truco.GAME, deals=1))
    Path("precious.txt").write_text("mine")
    status, out, err = run(*told, "precious.txt")
    assert (status, out) == (2, "")
    assert err == "cardrules: precious.txt: is there already (--force writes over it)\n"
    assert Path("precious.txt").read_text() == "mine"
    assert run(*told, "precious.txt", "--force")[0] == 0
    assert len(loaded("precious.txt")) == 1


@pytest.mark.parametrize("told", WRITING, ids=lambda told: told[0])
def test_a_file_that_cannot_be_written_is_told(run: Run, told: tuple[str, ...]) -> None:
    saved("match.jsonl", a_record(truco.GAME, deals=1))
    Path("folder").mkdir()
    for name in ("no/such/folder.txt", "folder"):
        status, _, err = run(*told, name)
        assert status == 2
        assert re.fullmatch(rf"cardrules: {name}: cannot be written: .+\n", err)


@only_posix
@pytest.mark.parametrize("told", WRITING, ids=lambda told: told[0])
def test_a_disk_that_is_full_is_told(run: Run, told: tuple[str, ...]) -> None:
    saved("match.jsonl", a_record(truco.GAME, deals=1))
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    status, _, err = run(*told, "/dev/full")
    assert status == 2
    assert err == "cardrules: /dev/full: cannot be written: No space left on device\n"


def test_what_goes_wrong_before_leaves_no_file(run: Run) -> None:
    for told in (
        ("watch", "truco", "--seat", "7", "--record", "m.txt"),
        ("watch", "truco", "--seed", "-1", "--record", "m.txt"),
        ("simulate", "truco", "--between", "random,random,random", "--records", "m.txt"),
        ("simulate", "truco", "--between", "random,random", "--duplicate", "--records", "m.txt"),
        ("convert", "none.txt", "--out", "m.txt"),
    ):
        assert run(*told)[0] == 2
        assert not Path("m.txt").exists()
    Path("m.txt").write_text("mine")
    for wrong in ("none.txt", "."):
        assert run("convert", wrong, "--out", "m.txt", "--force")[0] == 2
        assert Path("m.txt").read_text() == "mine"


def test_a_file_is_not_written_while_it_is_read(run: Run) -> None:
    saved("match.jsonl", a_record(truco.GAME))
    before = Path("match.jsonl").read_bytes()
    status, _, err = run("convert", "./match.jsonl", "--to", "text", "--out", "match.jsonl", "--force")
    assert (status, Path("match.jsonl").read_bytes()) == (2, before)
    assert "cannot be written while it is read" in err


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("simulate truco --between random,random --duplicate --records m.txt", "--records: not with --dup"),
        ("simulate truco --records -", "a file is needed for records"),
        ("watch truco --record -", "a file is needed for records"),
        ("convert match.jsonl --keep-tag seed", "--keep-tag: only with --seat"),
        ("replay match.jsonl --record 0", "--record: 0 is not 1 or more"),
        ("replay match.jsonl --record 2", "match.jsonl: there is no record 2, the file has 1 record"),
        ("replay match.jsonl --from 999", "there is no move 999, the moves are 0 to "),
        ("replay match.jsonl --to 999", "there is no move 999, the moves are 0 to "),
        ("replay match.jsonl --from -1", "--from: -1 is not 0 or more"),
        ("replay match.jsonl --from 3 --to 2", "--to: 2 is before 3"),
        ("replay match.jsonl --to 2 --step", "--to: not with --step"),
        ("replay - --step", "--step: what to show is asked for on the standard input"),
        ("replay match.jsonl --seat 2", "2 is not a seat: the seats are 0 to 1"),
        ("replay match.jsonl --seat 1 --open", "not allowed with argument"),
        ("replay none.jsonl", "none.jsonl: cannot be read: No such file"),
        ("verify .", ".: cannot be read: it is a folder"),
        ("verify match.jsonl --game nothing", "no game is called 'nothing'"),
    ],
)
def test_wrong_arguments(run: Run, told: str, message: str) -> None:
    saved("match.jsonl", a_record(truco.GAME))
    status, out, err = run(*told.split())
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("command", ["replay", "convert", "verify", "watch", "play", "simulate"])
def test_help_helps(run: Run, command: str) -> None:
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert f"examples:\n  cardrules {command} " in out


# --- Verify -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("record", "index", "rule"), list(damaged_by_hand()))
@pytest.mark.parametrize("name", ["m.txt", "m.jsonl"])
def test_a_broken_rule_is_told_with_its_place(
    run: Run, record: Record, index: int, rule: str, name: str
) -> None:
    saved(name, a_record(record.game), record)
    begins = 2 if name == "m.jsonl" else to_text(a_record(record.game)).count("\n") + 2
    status, out, err = run("verify", name)
    assert (status, err) == (1, "")
    found = re.fullmatch(rf"{name}:{begins}: move {index}: (.+) \(({rule}\S*)\)\n2 records, 1 fault\n", out)
    assert found is not None, out
    status, shown, err = run("replay", name, "--record", "2", "--open")
    assert (status, err) == (1, "")
    assert " ".join(shown.split()).endswith(f"The record is wrong: move {index}: {found[1]} ({found[2]})")
    status, shown, err = run("replay", name, "--record", "2")
    assert (status, err) == (1, "")
    assert f"The record is wrong: move {index} breaks a rule ({found[2]}: " in " ".join(shown.split())
    # As far as it goes, it is told as one that is not damaged.
    good = attrs.evolve(record, moves=record.moves[:index])
    saved("good.jsonl", good)
    told = story(run("replay", "good.jsonl")[1]).rpartition("\nThe record ends")[0]
    assert story(shown).startswith(told)


def test_verify_reads_the_standard_input_and_knows_what_is_redacted(run: Run) -> None:
    one, two = a_record(truco.GAME), a_record(etori.GAME, deals=1)
    saved("two.txt", two.redacted(1), two)
    status, out, err = run("verify", "two.txt", "-", typed=to_json(one) + "\nhello\n")
    assert (status, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].startswith("-:2: ")
    assert lines[1] == "4 records (1 of what one seat knew, with other cards made up), 1 fault"
    assert run("verify", "-")[:2] == (1, "-: there is no record in it\n0 records, 1 fault\n")


def test_a_claim_that_does_not_hold_is_told(run: Run) -> None:
    record = attrs.evolve(a_record(truco.GAME), claim=Claim((1, 2), [1]))
    saved("m.txt", record)
    for command in ("verify", "replay"):
        status, out, _ = run(command, "m.txt")
        assert status == 1
        assert "the claimed scores are 1 2, the moves give " in out


def test_a_game_of_somebody_else(run: Run) -> None:
    record = attrs.evolve(a_record(truco.GAME), game=OTHER)
    saved("m.txt", record)
    assert "no game is called 'other'" in run("verify", "m.txt")[1]
    for command in ("verify", "replay", "convert"):
        status, out, err = run(command, "m.txt", "--game", f"{__name__}:OTHER")
        assert (status, err) == (0, "")
        assert "1 record, 0 faults" in out or "Another game" in out or out == to_text(record)


def test_what_stands_in_a_file_does_no_harm_to_the_screen(run: Run) -> None:
    """Names, tags and damage may have anything in them, also what a terminal obeys."""
    record = a_record(truco.GAME, players=["\x1b[2J\x07", "a\nb\u202e"], tags={"\x1b]0;x\x07": "\x9b1m"})
    saved("m.txt", record)
    Path("bad.txt").write_bytes(b'\x1b[2J\x1b\n{"\x1b[2J": 1, "kind\x00\nrecord: 1\ngame: \x1b[2J\n\xff')
    for told in (("replay", "m.txt"), ("verify", "m.txt", "bad.txt"), ("convert", "bad.txt", "m.txt")):
        _, out, err = run(*told)
        assert (out + err).replace("\n", "").isprintable()
    assert said("a\ud800\n b\x1b") == "a\\ud800 b\\u001b"
    assert "Players: \\u001b[2J\\u0007 (seat 0), a b\\u202e (seat 1)\n" in run("replay", "m.txt")[1]


# --- Convert ------------------------------------------------------------------------------------


def test_both_forms_are_converted_into_each_other(run: Run) -> None:
    records = [a_record(game, players=["Zoë 李"] * n) for game, n in zip(GAMES, (4, 4, 3, 2), strict=True)]
    saved("all.jsonl", *records)
    saved("all.txt", *records)
    assert run("convert", "all.jsonl", "--out", "new.txt") == (0, "", "")
    assert Path("new.txt").read_bytes() == Path("all.txt").read_bytes()
    assert run("convert", "all.txt", "--out", "new.jsonl") == (0, "", "")
    assert Path("new.jsonl").read_bytes() == Path("all.jsonl").read_bytes()
    assert run("convert", "all.jsonl") == (0, Path("all.txt").read_bytes().decode(), "")
    assert run("convert", "all.txt", "--to", "json")[1] == Path("all.jsonl").read_bytes().decode()
    assert run("convert", "all.txt", "--out", "odd.txt", "--to", "json")[0] == 0
    assert Path("odd.txt").read_bytes() == Path("all.jsonl").read_bytes()
    assert run("convert", "all.txt", "-", "--to", "json", typed=to_text(records[0]))[1].count("\n") == 5


def test_what_is_damaged_is_left_out(run: Run) -> None:
    one, two = a_record(truco.GAME), a_record(etori.GAME, deals=1)
    Path("m.jsonl").write_text(f"{to_json(one)}\n{{}}\nhello\n{to_json(two)}\n", encoding="utf-8")
    status, out, err = run("convert", "m.jsonl")
    assert status == 1
    assert list(read_records(out.split("\n"))) == [one, two]
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["m.jsonl:2", "m.jsonl:3"]
    # A record that breaks a rule is well written.
    broken = Record("truco", truco.Rules(), [truco.Call.TRUCO])
    assert run("convert", saved("b.jsonl", broken)) == (0, to_text(broken), "")


@every_game
def test_convert_redacts(run: Run, game: AnyGame) -> None:
    record = a_record(game, deals=1, tags={"seed": "5", "event": "Spring"})
    saved("m.jsonl", record)
    status, out, err = run("convert", "m.jsonl", "--seat", "1")
    assert (status, err) == (0, "")
    assert out == to_text(record.redacted(1))
    assert run("convert", "m.jsonl", "--seat", "1", "--keep-tag", "event")[1] == to_text(
        record.redacted(1, tags=["event"])
    )


def test_what_cannot_be_redacted_is_left_out(run: Run) -> None:
    good, known = a_record(truco.GAME, deals=1), a_record(truco.GAME, deals=1).redacted(0)
    broken = Record("truco", truco.Rules(), [truco.Call.TRUCO])
    saved("m.jsonl", good, known, broken)
    status, out, err = run("convert", "m.jsonl", "--seat", "1")
    assert (status, out) == (1, to_text(good.redacted(1)))
    first, second = err.splitlines()
    assert first == "m.jsonl:2: seat: this is what seat 0 knew, not what seat 1 did"
    assert re.match(r"m.jsonl:3: moves: only a legal record can be redacted; move 0 .*common\.deal", second)
    assert run("convert", "m.jsonl", "--seat", "2")[2].startswith("m.jsonl:1: 2 is not a seat")


def test_records_are_utf8_whatever_the_terminal_has(tmp_path: Path) -> None:
    record = a_record(etori.GAME, deals=1, players=["Zoë", "李", "c", "d"])
    path = tmp_path / "m.jsonl"
    path.write_text(to_json(record) + "\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "cardrules", "convert", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert done.stdout == to_text(record).encode()


def test_a_bar_grows_while_files_are_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    saved("m.jsonl", *[a_record(truco.GAME, seed=seed) for seed in range(4)])
    with Path("m.jsonl").open("ab") as out:
        out.write(b"{}\n")
    size = Path("m.jsonl").stat().st_size
    for told in (("convert", "m.jsonl", "--out", "m.txt"), ("verify", "m.jsonl")):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        assert run(*told)[0] == 1
        shown = terminal.getvalue().split("\r")
        shares = [int(found[1]) for line in shown if (found := re.search(rf"(\d+) % of {size} bytes", line))]
        assert shares == sorted(shares)
        assert (len(shares), shares[-1]) == (5, 100)
        assert shown[-1].strip() == "" or "m.jsonl:5: " in shown[-1]
        assert "m.jsonl:5: " not in "".join(line for line in shown if "%" in line)


def test_records_stream(run: Run) -> None:
    """How many there are does not matter to the memory."""

    def peak(command: tuple[str, ...], many: int) -> int:
        line = to_json(Record("truco", truco.Rules(), tags={"a tag": "of some length" * 99}))
        Path("m.jsonl").write_text(f"{line}\n" * many)
        tracemalloc.start()
        try:
            assert run(*command)[0] == 0
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    for command in (("verify", "m.jsonl"), ("convert", "m.jsonl", "--out", "m.txt", "--force")):
        run(*command[:1], "--help")  # what is loaded once does not count
        few, many = (peak(command, count) for count in (100, 700))
        assert Path("m.jsonl").stat().st_size > 10**6
        assert many < few + 100_000


# --- Replay -------------------------------------------------------------------------------------


def test_what_stands_over_a_replay(run: Run) -> None:
    rules = STUDIES["gong_zhu"]
    start = gong_zhu.GAME.new_match(rules, scores=(-10, 0, 0, 5))
    walk = testing.random_walk(gong_zhu.GAME, start, Random(1), deals=1)
    saved("m.txt", Record.of(walk, players=["Ana", "Bo", "", "Cy"], tags={"event": "Spring"}))
    head = run("replay", "m.txt", "--seat", "2")[1].partition("> leads")[0]
    assert head.startswith(f"Gong Zhu, 4 players, {len(walk.steps)} moves. This is what seat 2 sees.\n")
    assert "\nPlayers: Ana (seat 0), Bo (seat 1), - (seat 2), Cy (seat 3)\nevent: Spring\n" in head
    assert "\nThe match began at -10 0 0 5\n" in head
    assert "\nFormat for study: " in head
    assert "\nOptions: losing_score=-200\n" in head


def test_a_redacted_record_is_shown_as_its_seat_saw_it(run: Run) -> None:
    record = a_record(truco.GAME, deals=1)
    saved("m.txt", record.redacted(1))
    saved("true.txt", record)
    status, out, err = run("replay", "m.txt")
    assert (status, err) == (0, "")
    assert "1 knew: all other cards in it ARE MADE UP.\n" in out
    assert story(out) == story(run("replay", "true.txt", "--seat", "1")[1])
    assert story(run("replay", "m.txt", "--seat", "1")[1]) == story(out)
    open_hands = run("replay", "m.txt", "--open")[1]
    assert "ARE MADE UP, also those that are shown here." in " ".join(open_hands.split())
    status, out, err = run("replay", "m.txt", "--seat", "0")
    assert (status, out) == (2, "")
    assert "seat 0 cannot look: this is what seat 1 knew" in err


@every_game
def test_some_moves_only(run: Run, game: AnyGame) -> None:
    """What is shown from a move on is what is shown in the whole, and the same ends it."""
    record = a_record(game, deals=2)
    saved("m.txt", record)
    whole = story(run("replay", "m.txt")[1]).splitlines()
    for begin in (1, 3, len(record.moves) // 2, len(record.moves) - 1):
        status, out, err = run("replay", "m.txt", "--from", str(begin))
        assert (status, err) == (0, "")
        lines = [line for line in story(out).splitlines() if "from move" not in line]
        assert lines[-5:] == whole[-5:]
        new = [line for line in lines if line not in whole]
        assert len(new) <= 1, new  # where a row begins in the middle
        rows = [at for at, line in enumerate(lines) if re.match(r"  (\d|expose|exchange|leader) ", line)]
        heads = [at for at, line in enumerate(lines) if re.match(r" +seat 0 +seat 1", line)]
        assert heads[0] < min(rows, default=99)
        assert len(lines) <= len(whole)
    for end in (0, 2, len(record.moves) // 2):
        status, out, _ = run("replay", "m.txt", "--to", str(end))
        assert status == 0
        lines = story(out).splitlines()
        assert lines[:-1] == whole[: len(lines) - 1]  # the last row may not be at its end
        assert "The record ends" not in out


def test_open_hands_are_told_once_each(run: Run) -> None:
    for told in (("--open",), ("--open", "--seat", "0")):
        out = run("watch", "hornafjardarmanni", "--seed", "3", "--deals", "1", *told)[1]
        assert re.findall(r"\n  (seat \d)     [^o]", out)[:3] == ["seat 0", "seat 1", "seat 2"]
        assert len(re.findall(r"\n  seat \d     out ", out)) == 3
        assert len(re.findall(r"\n  seat 0     [^o]", out.partition("\n  rule")[0])) == 1


def test_the_record_that_is_wanted(run: Run) -> None:
    records = [a_record(truco.GAME, seed=seed, tags={"seed": str(seed)}) for seed in range(3)]
    saved("m.jsonl", *records)
    with Path("m.jsonl").open("a") as file:
        file.write("{}\n")
    for number in (1, 2, 3):
        assert f"\nseed: {number - 1}\n" in run("replay", "m.jsonl", "--record", str(number))[1]
    assert run("replay", "m.jsonl") == run("replay", "-", typed=Path("m.jsonl").read_text())
    status, out, err = run("replay", "m.jsonl", "--record", "4")
    assert (status, out) == (1, "")
    assert err == "m.jsonl:4: $.kind: found None, expected 'record'\n"
    assert "the file has 4 records" in run("replay", "m.jsonl", "--record", "5")[2]


# --- Move by move -------------------------------------------------------------------------------


def by_hand() -> Record:
    state = gong_zhu.new_match(gong_zhu.Rules())
    first = gong_zhu.arrange(state, ["2♠ A♠", "3♠", "4♠", "5♠"])
    moves: list[Any] = [first, *[gong_zhu.Expose("")] * 4]
    walk = testing.walk(gong_zhu.GAME, gong_zhu.Rules(), moves)
    return Record.of(testing.walk(gong_zhu.GAME, gong_zhu.Rules(), [*moves, *spades(walk.last)]))


def spades(state: Any) -> Iterator[Play]:
    """The first trick."""
    for _ in range(4):
        move = next(move for move in gong_zhu.legal_moves(state) if isinstance(move, Play))
        yield move
        state = gong_zhu.apply(state, move)


def test_stepping_forth_and_back(run: Run) -> None:
    saved("m.txt", by_hand())
    status, out, err = run(
        "replay", "m.txt", "--step", "--seat", "0", typed="\n\n\n\n\n\n\nb\n0\nD\nd\n99\nhm\nq\n"
    )
    assert (status, err) == (0, "")
    # One piece for each answer, and what stands before the first.
    head, deal, *exposed, led, second, back, zero, none, again, high, helped, rest = re.split(
        r"Next is move \d of 9 > .*\n", out
    )
    assert head.endswith("Enter shows the next move, ? lists what else there is.\n")
    assert deal.startswith("\nDeal 1\n")
    assert "\n  seat 0     A♠ " in deal
    assert [len(re.findall(" - ?", text)) >= 1 for text in exposed] == [True] * 4
    assert re.match(r"On the table: A♠ \(seat 0\)\n$", led)
    assert re.match(r"On the table: A♠ \(seat 0\), \S+ \(seat \d\)\n$", second)
    assert back.startswith("\nDeal 1\n")
    assert back.endswith(">A♠\n")
    assert zero == deal
    assert none == again == "There is no other deal.\n"
    assert high == "Move 99 cannot be shown: the moves that can be are 0 to 8\n"
    assert "Enter   the next move" in helped
    assert rest == ""
    assert re.findall(r"Next is move (\d)", out) == list("0123456761111111")[: out.count("Next is")]


def test_stepping_from_deal_to_deal(run: Run) -> None:
    record = a_record(truco.GAME, deals=3)
    saved("m.txt", record)
    first, second, third = (at for at, move in enumerate(record.moves) if isinstance(move, Deal))
    typed = f"d\n{second - 1}\nd\nd\nd\n{first}\nd\n"
    out = run("replay", "m.txt", "--step", typed=typed)[1]
    assert re.findall(r"\n(Round \d|There is no)", out) == [
        "Round 1", "Round 1", "Round 2", "Round 3", "There is no", "Round 1", "Round 2",
    ]  # fmt: skip
    nexts = [int(number) for number in re.findall(r"Next is move (\d+)", out)]
    assert nexts == [0, 1, second, second + 1, third + 1, third + 1, 1, second + 1]


def test_stepping_to_the_end_tells_what_the_whole_tells(run: Run) -> None:
    record = a_record(truco.GAME, truco.Rules(target=3), deals=9)
    saved("m.txt", record)
    _, out, _ = run("replay", "m.txt", "--step", typed="\n" * (len(record.moves) + 2))
    whole = story(run("replay", "m.txt")[1])
    told = re.sub(r"(Next is move \d+ of \d+|That was all) > \n?", "", story(out).partition("there is.\n")[2])
    told = re.sub(r"On the table: .*\n", "", told)
    assert told.splitlines() == whole.splitlines()


def test_stepping_to_a_broken_rule(run: Run) -> None:
    record, index, rule = next(damaged_by_hand())
    saved("m.txt", record)
    status, out, _ = run("replay", "m.txt", "--step", typed="\n" * index + "\n8\nb\nq\n")
    assert status == 1
    assert f"Next is a move that breaks a rule > \nmove {index} breaks a rule (" in out
    assert (
        f"Move 8 cannot be shown: the moves that can be are 0 to {index - 1}, since move {index} breaks"
        in out
    )
    assert rule in out.rpartition("The record is wrong: ")[2]
    assert run("replay", "m.txt", "--step")[0] == 1


@pytest.mark.parametrize("form", ["m.txt", "m.jsonl"])
def test_a_record_without_moves(run: Run, form: str) -> None:
    saved(form, Record("etori", etori.Rules()))
    status, out, _ = run("replay", form, "--step", typed="\nb\nd\n0\n")
    assert status == 0
    assert "Move 0 cannot be shown: there is none that can be\n" in out
    assert run("replay", form)[0] == 0
    assert "there is no move 1, the record has no moves" in run("replay", form, "--from", "1")[2]


@only_posix
def test_stepping_at_a_terminal(run: Run) -> None:
    pytest.importorskip("pty")
    record = a_record(hornafjardarmanni.GAME, deals=1)
    saved("m.txt", record)
    seat = Seat("replay", "m.txt", "--step", "--open")
    try:
        assert f"Next is move 0 of {len(record.moves)} > " in seat.read()
        assert "\nDeal 1\n" in seat.ask("")
        assert "exchange" in seat.ask("3")
        assert f"Next is move {len(record.moves)} of" not in seat.ask(str(len(record.moves) - 1))
        assert "That was all > " in seat.ask("")
        seat.ask("q")
        assert seat.done() == 0
        assert "\x1b[31m" in seat.told
        assert "Traceback" not in seat.told
    finally:
        seat.child.kill()
        seat.child.wait()
