"""Files on the command line: nothing is lost, whatever goes wrong, and nobody is told what is not for him."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardrules import FRENCH, Deal, Play
from cardrules.cli import main
from cardrules.games import etori, truco
from cardrules.records import Record, to_json, to_text, verify
from examples import hearts
from tests.test_cli_records import Run, a_record, loaded, only_posix, run, saved
from tests.test_records import played_on

__all__ = ["run"]

GOOD = a_record(truco.GAME, deals=1)


def in_shell(script: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """What a shell does with this script, in which $C is the command line."""
    environ = {**os.environ, "C": f"{sys.executable} -m cardrules"}
    return subprocess.run(
        ["sh", "-c", script], cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True
    )


# --- A broken rule is for the mover -------------------------------------------------------------


def broken() -> tuple[Record, int]:
    """A record in which seat 2 does not follow suit, and how many moves come before that."""
    moves = [etori.ChooseLeader(0), Play(FRENCH["A♠"]), Play(FRENCH["3♠"]), Play(FRENCH["2♥"])]
    record = played_on(etori.GAME, ["A♠ K♠", "3♠ 4♥", "Q♠ 10♠ 2♥", "6♠"], *moves)
    fault = verify(record)
    assert fault is not None
    assert fault.violation is not None
    assert (fault.violation.seat, fault.violation.rule) == (2, "etori.follow")
    return record, len(moves)


@pytest.mark.parametrize("step", [False, True])
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_why_a_move_is_refused_is_for_the_mover(run: Run, seat: int | None, step: bool) -> None:
    record, index = broken()
    saved("m.txt", record)
    who = () if seat is None else ("--seat", str(seat))
    typed = "\n" * (len(record.moves) + 1)
    status, out, _ = run("replay", "m.txt", *who, *(["--step"] if step else []), typed=typed)
    assert status == 1
    said = " ".join(out.split()).partition("The record is wrong: ")[2]
    assert said.startswith(f"move {index}")
    assert "etori.follow" in said
    assert ("10♠" in out) == (seat == 2)
    if seat != 2:
        assert said == f"move {index} breaks a rule (etori.follow: Following suit)", said


def test_whoever_sees_all_hands_is_told_all(run: Run) -> None:
    saved("m.txt", broken()[0])
    for told in (("verify", "m.txt"), ("replay", "m.txt", "--open")):
        assert "must follow" in " ".join(run(*told)[1].split())


@pytest.mark.parametrize("seat", ["0", "1", "2", "3"])
def test_convert_for_a_seat_tells_no_other_cards(run: Run, seat: str) -> None:
    record, index = broken()
    saved("m.txt", record)
    status, out, err = run("convert", "m.txt", "--seat", seat)
    assert (status, out) == (1, "")
    assert f"move {index}" in err
    assert "etori.follow" in err
    assert ("10♠" in err) == (seat == "2")


def test_a_deal_that_breaks_a_rule_is_for_nobody(run: Run) -> None:
    pack = list(FRENCH)
    pack[0] = pack[1]
    saved("two.txt", Record("etori", etori.Rules(), [Deal(tuple(pack))]))
    told = [run("replay", "two.txt")[1]]
    for seat in ("0", "1"):
        told += [run("replay", "two.txt", "--seat", seat)[1], run("convert", "two.txt", "--seat", seat)[2]]
    for text in told:
        assert "common.pack" in text
        assert str(pack[1]) not in text


# --- What is there already stays ----------------------------------------------------------------


@only_posix
def test_a_file_is_not_written_while_it_is_read_from_the_standard_input(tmp_path: Path) -> None:
    (tmp_path / "same.txt").write_text(to_text(GOOD), encoding="utf-8")
    done = in_shell("$C convert - --out same.txt --force < same.txt", tmp_path)
    assert done.returncode == 2
    assert b"cannot be written while it is read" in done.stderr
    assert (tmp_path / "same.txt").read_text(encoding="utf-8") == to_text(GOOD)


@pytest.mark.parametrize("wrong", ["seat", "nothing", "empty", "gone", "interrupt"])
def test_what_goes_wrong_leaves_the_old_file(run: Run, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    saved("m.jsonl", GOOD)
    Path("bad.txt").write_text("garbage\n")
    Path("empty.txt").write_text("")
    told = {"nothing": "bad.txt", "empty": "empty.txt"}.get(wrong, "m.jsonl")
    more = {"seat": ["--seat", "9"], "gone": ["-"]}.get(wrong, [])
    if wrong in ("gone", "interrupt"):
        error: type[BaseException] = OSError if wrong == "gone" else KeyboardInterrupt

        def fails(*_: object) -> Iterator[tuple[str, int, Record]]:
            yield "m.jsonl", 1, GOOD
            raise error(5, "gone")

        monkeypatch.setattr("cardrules.cli.converting.records_of", fails)
    for there in (True, False):
        Path("out.txt").unlink(missing_ok=True)
        if there:
            Path("out.txt").write_text("mine")
        before = sorted(os.listdir())
        status, _, err = run("convert", told, *more, "--out", "out.txt", "--force")
        assert status in ((130,) if wrong == "interrupt" else (1, 2))
        assert err
        assert sorted(os.listdir()) == before
        if there:
            assert Path("out.txt").read_text() == "mine"


def test_a_file_that_is_written_over_keeps_its_rights_and_links(run: Run) -> None:
    saved("m.jsonl", GOOD)
    Path("out.txt").write_text("mine")
    Path("out.txt").chmod(0o640)
    Path("link.txt").symlink_to("out.txt")
    assert run("convert", "m.jsonl", "--out", "link.txt", "--force")[0] == 0
    assert Path("link.txt").is_symlink()
    assert Path("out.txt").read_bytes().decode() == to_text(GOOD)
    assert Path("out.txt").stat().st_mode & 0o777 == 0o640


def test_a_file_that_came_in_the_meantime_stays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    saved("m.jsonl", GOOD)

    def meanwhile(*_: Any) -> Any:
        Path("out.txt").write_text("mine")
        yield "m.jsonl", 1, GOOD

    monkeypatch.setattr("cardrules.cli.converting.records_of", meanwhile)
    status, _, err = run("convert", "m.jsonl", "--out", "out.txt")
    assert status == 2
    assert Path("out.txt").read_text() == "mine"
    (kept,) = (name for name in os.listdir() if name not in ("m.jsonl", "out.txt"))
    assert kept in err
    assert loaded(kept) == [GOOD]


@only_posix
def test_a_disk_that_fills_keeps_whole_records(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played before is kept, without half a record after it, and that is said."""
    resource: Any = pytest.importorskip("resource")
    told = ("simulate", "truco", "--matches", "6", "--seed", "4", "--records", "all.txt")
    assert run(*told)[0] == 0
    size, every = Path("all.txt").stat().st_size, loaded("all.txt")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    usual = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, limits[1]))
        status, _, err = run(*told, "--force")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, usual)
    assert status == 2
    kept = loaded("all.txt")
    assert 0 < len(kept) < 6
    assert kept == every[: len(kept)]
    assert f"all.txt: cannot be written: File too large; it has the {len(kept)} " in err


def test_a_name_that_is_too_long_is_told(run: Run) -> None:
    saved("m.jsonl", GOOD)
    name = "n" * 300
    for told in (("convert", "m.jsonl", "--out", name), ("watch", "truco", "--record", name)):
        status, _, err = run(*told)
        assert (status, err) == (2, f"cardrules: {name}: cannot be written: File name too long\n")
    assert run("verify", name)[::2] == (2, f"cardrules: {name}: cannot be read: File name too long\n")


# --- Signals and closed streams -----------------------------------------------------------------


@only_posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_match_that_is_stopped_by_a_signal_is_kept(tmp_path: Path, name: str) -> None:
    path, pipe = tmp_path / "m.jsonl", subprocess.PIPE
    argv = [sys.executable, "-m", "cardrules", "play", "gong_zhu", "--seed", "9", "--record", str(path)]
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdout is not None
        told = b""
        while not told.endswith(b" > "):
            byte = child.stdout.read(1)
            assert byte, told
            told += byte
        child.send_signal(getattr(signal, name))
        child.communicate(timeout=20)
    (record,) = loaded(str(path))
    assert verify(record) is None
    assert record.moves
    assert os.listdir(tmp_path) == ["m.jsonl"]


@only_posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_closed_streams_change_no_status(tmp_path: Path, closed: str) -> None:
    (tmp_path / "m.jsonl").write_text(to_json(GOOD) + "\n", encoding="utf-8")
    script = f"""
        for told in 'verify m.jsonl' '--help' 'verify none' 'nothing' 'verify -' \
            'convert m.jsonl --out o.txt'; do $C $told {closed}; printf '%s ' $? >> told
        done
    """
    done = in_shell(script, tmp_path)
    assert b"Traceback" not in done.stderr + done.stdout
    assert (tmp_path / "told").read_text() == "0 0 2 2 1 0 "
    assert loaded(str(tmp_path / "o.txt")) == [GOOD]


def test_stopped_while_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    usual = builtins.__import__

    def stopped(name: str, *rest: Any) -> Any:
        if name == "cardrules.cli.arguments":
            raise KeyboardInterrupt
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", stopped)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert main(["games"]) == 130


# --- What is told -------------------------------------------------------------------------------


def test_a_file_without_a_record_proves_nothing(run: Run) -> None:
    Path("empty.txt").write_text("# nothing\n\n")
    saved("m.jsonl", GOOD)
    assert run("verify", "empty.txt") == (1, "empty.txt: there is no record in it\n0 records, 1 fault\n", "")
    assert run("verify", "m.jsonl", "empty.txt")[0] == 1
    assert run("verify", "-")[0] == 1
    assert run("convert", "empty.txt")[::2] == (1, "empty.txt: there is no record in it\n")


@only_posix
def test_names_of_files_do_no_harm_to_the_screen(run: Run) -> None:
    bad = "a\x1b[2J\nb.txt"
    for told in (("verify", bad), ("replay", bad), ("convert", bad, "--out", "o.txt"), ("verify", "\udcff")):
        status, out, err = run(*told)
        assert status == 2
        assert (out + err).rstrip("\n").isprintable(), err
    Path(bad).write_text("garbage\n")
    for told in (("verify", bad), ("replay", bad), ("convert", bad, "--out", "o.txt")):
        status, out, err = run(*told)
        assert status == 1
        assert all(line.isprintable() for line in (out + err).split("\n")), (out, err)
        assert "\\u001b[2J" in out + err


def test_lines_are_those_of_the_file(run: Run) -> None:
    text = to_text(GOOD).replace("  ", "  whatever; ", 1)
    before = to_text(GOOD) + "\n"
    Path("m.txt").write_text(before + text, encoding="utf-8")
    begins = before.count("\n") + 1
    wrong = next(at for at, line in enumerate((before + text).split("\n"), 1) if "whatever" in line)
    for told in (("verify", "m.txt"), ("convert", "m.txt"), ("replay", "m.txt", "--record", "2")):
        _, out, err = run(*told)
        (line,) = (line for line in (out + err).splitlines() if line.startswith("m.txt:"))
        assert line.startswith(f"m.txt:{begins}: ")
        assert f"(line {wrong} of the file)" in line
        assert line.count("line ") == 1


def test_a_game_without_worlds_is_told(run: Run) -> None:
    record = a_record(hearts.GAME, deals=1)
    saved("m.jsonl", record)
    status, _, err = run("convert", "m.jsonl", "--seat", "0", "--game", "examples.hearts:GAME")
    assert status == 1
    assert "Hearts does not say what its possible worlds are, so no record of it can be redacted" in err


# --- Very many deals ----------------------------------------------------------------------------


def test_many_deals_need_no_more_memory_than_moves(run: Run) -> None:
    """Twice the deals are twice the memory at most, whatever is done with the record."""
    rules = truco.Rules(target=10**6)

    def record(deals: int) -> Record:
        state, moves, rng = truco.new_match(rules), list[Any](), Random(1)
        for _ in range(deals):
            for move in (truco.GAME.shuffle(state, rng), truco.Call.MAZO):
                moves.append(move)
                state = truco.apply(state, move)
        return Record("truco", rules, moves)

    def peak(*told: str, typed: str = "") -> int:
        tracemalloc.start()
        try:
            assert run(*told, typed=typed)[0] == 0
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few, many = saved("few.jsonl", record(250)), saved("many.jsonl", record(1000))
    commands: list[tuple[tuple[str, ...], tuple[str, ...], str]] = [
        (("verify",), (), ""),
        (("convert",), ("--seat", "0", "--out", "o.jsonl", "--force"), ""),
        (("replay",), ("--from", "200", "--to", "210"), ""),
        (("replay",), ("--step",), "450\nb\n300\nd\n"),
    ]
    for before, after, typed in commands:
        peak(*before, few, *after, typed=typed)
        one, four = (peak(*before, name, *after, typed=typed) for name in (few, many))
        assert four < 5 * one, (before, one, four)
