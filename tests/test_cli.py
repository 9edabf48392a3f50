"""The command line: what it shows, what it refuses, and matches that a person plays."""

from __future__ import annotations

import hashlib
import io
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from cardrules import Game, Play, catalogue, rulebook
from cardrules.catalogue import UnknownGame
from cardrules.cli import main
from cardrules.cli.bar import Bar
from cardrules.cli.options import options_of, player_numbers, presets_of, rules_from
from cardrules.cli.screen import wants_colour, writable
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco

NAMES = ("etori", "gong_zhu", "hornafjardarmanni", "truco")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

OTHER: Game[Any, Any, Any, Any] = attrs.evolve(hornafjardarmanni.GAME, name="other", title="Another game")
"""A game that the command line has no words for."""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of the tests does not decide how anything looks."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line within this process; returns status, output and errors."""

    def call(*argv: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(argv)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def process(*argv: str, **env: str) -> subprocess.Popen[bytes]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cardrules", *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **env},
    )


# --- Reading about games ------------------------------------------------------------------------


def test_games_lists_every_game_with_its_options_and_presets(run: Run) -> None:
    status, out, err = run("games")
    assert (status, err) == (0, "")
    for name in NAMES:
        game = catalogue.find(name)
        assert f"{name}: {game.title}, " in out
        for option in options_of(game):
            assert f"\n  {option.name}=" in out
        for preset in presets_of(game):
            assert f"\n  preset {preset.name}: " in out
    assert "Gong Zhu, 4 or 5 players" in out
    assert "preset kakeya: trump=♠ direction=counterclockwise" in out
    assert max(map(len, out.splitlines())) <= 80


def test_games_lists_one_game(run: Run) -> None:
    assert run("games", "gong-zhu") == run("games", "gong") != run("games")


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_a_game_is_described(name: str) -> None:
    for option in options_of(catalogue.find(name)):
        assert option.text
        assert not option.rule or rulebook.find(option.rule).id.startswith(name)


@pytest.mark.parametrize("name", NAMES)
def test_rules_shows_every_rule_of_a_game(run: Run, name: str) -> None:
    status, out, _ = run("rules", name)
    assert status == 0
    for rule in rulebook.rules_of(name):
        assert f"\n{rule.id}: {rule.title} (" in out
    assert max(map(len, out.splitlines())) <= 80


def test_rules_fit_the_width_of_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    _, out, _ = run("rules", "etori")
    assert max(len(line) for line in out.splitlines() if line.startswith("    ")) <= 50


def test_rules_shows_one_rule(run: Run) -> None:
    status, out, _ = run("rules", "gong_zhu.follow")
    assert status == 0
    assert out.startswith("gong_zhu.follow: Following suit (source)\n")
    assert out.count("gong_zhu.") == 1


def test_rules_names_the_rules_below_one(run: Run) -> None:
    assert "See also gong_zhu.expose.hold.detail" in run("rules", "gong_zhu.expose.hold")[1]


def test_rules_shows_all_rules_that_begin_so(run: Run) -> None:
    _, out, _ = run("rules", "gong_zhu.score")
    found = re.findall(r"^(\S+): ", out, re.MULTILINE)
    assert found == [r.id for r in rulebook.RULES["gong_zhu"] if r.id.startswith("gong_zhu.score.")]


def test_rules_shows_the_common_ones(run: Run) -> None:
    assert re.findall(r"^(\S+): ", run("rules", "common")[1], re.MULTILINE) == [r.id for r in rulebook.COMMON]


@pytest.mark.parametrize("command", [(), ("games",), ("rules",), ("watch",), ("play",), ("simulate",)])
def test_help_helps(run: Run, command: Sequence[str]) -> None:
    status, out, err = run(*command, "--help")
    assert (status, err) == (0, "")
    assert "examples:\n  cardrules " in out


def test_version(run: Run) -> None:
    assert run("--version")[1].startswith("cardrules ")


# --- Watching -----------------------------------------------------------------------------------

# The same seed gives the same match on every machine and in every version of Python. Where the rules or the
# way of telling have been changed on purpose: cardrules watch GAME --seed 1 | sha256sum | head -c 16
DIGESTS = {
    "watch etori": "3d94b81d6eb1822d",
    "watch etori --players 6 --preset kakeya --deals 3 --first 4": "a2b0c82c715aea1f",
    "watch gong_zhu": "ec9f766e9af9467c",
    "watch gong_zhu --players 5 --open --deals 2": "19ff6feffaa82feb",
    "watch hornafjardarmanni": "4b2b720dac92af2c",
    "watch hornafjardarmanni --preset cardgames --seat 2": "6a8f9b74e3515613",
    "watch truco": "a514f343856d786e",
    "watch truco --rule envido_reveal=cards --rule target=30 --open": "131ddde574b3d7b6",
}


def digest(told: bytes) -> str:
    return hashlib.sha256(told).hexdigest()[:16]


@pytest.mark.parametrize("command", DIGESTS)
def test_a_seed_gives_the_same_match_everywhere(run: Run, command: str) -> None:
    status, out, err = run(*command.split(), "--seed", "1")
    assert (status, err) == (0, "")
    assert digest(out.encode()) == DIGESTS[command]


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_told_to_its_end(run: Run, name: str) -> None:
    _, out, _ = run("watch", name, "--seed", "1")
    assert f"{catalogue.find(name).title}, " in out.splitlines()[0]
    assert "seed 1." in out.splitlines()[0]
    assert re.search(rf"\nThe match is over \({name}\.\w+\)\.\n  Won by ", out)


@pytest.mark.parametrize("name", NAMES)
def test_the_items_of_every_deal_sum_to_its_score(run: Run, name: str) -> None:
    _, out, _ = run("watch", name, "--seed", "3", "--deals", "3")
    tables = re.findall(rf"\n  rule .*\n((?:  {name}.*\n)+)\n.*\n  (?:deal|round) \d+ (.*)\n", out)
    assert tables
    for items, sums in tables:
        points = [int(number) for number in re.findall(r" ([+-]\d+)(?: |\n)", items)]
        assert sum(points) == sum(map(int, sums.split()))


def test_a_deal_of_gong_zhu(run: Run) -> None:
    _, out, _ = run("watch", "gong_zhu", "--seed", "7", "--deals", "1")
    assert (
        """
Deal 1
  Leader: seat 3, the holder of 2♠
             seat 0  seat 1  seat 2  seat 3   scoring cards
  expose     -       -       Q♠ 10♣  A♥
  1          8♦      9♦      J♦     >K♦*      J♦
  2          K♠*     8♠      4♠     >J♠
"""
        in out
    )
    assert (
        """
  gong_zhu.score.doubler  seat 2    -420  10♣
  gong_zhu.score.exposed  seat 2    -840  10♣
  gong_zhu.score.hearts   seat 3     -60  A♥ 10♥ 3♥
  gong_zhu.score.sheep    seat 3    +100  J♦
  gong_zhu.score.exposed  seat 3     -60  A♥

              seat 0  seat 1  seat 2  seat 3
  deal 1           0     -60   -1680     -20
  total            0     -60   -1680     -20

The match is over (gong_zhu.over).
  Won by seat 0
  Pig: seat 2
"""
        in out
    )


def test_a_round_of_truco(run: Run) -> None:
    _, out, _ = run("watch", "truco", "--seed", "7", "--deals", "3")
    assert (
        """
Round 3
  Mano: seat 0
             seat 0          seat 1
             real envido
                             quiero
             Envido points: 1 (seat 0), 25 (seat 1)
             +3 points for seat 1 (truco.envido.showdown)
  1         >11 de copa      3 de oro*
  2                         >2 de espada
             truco
                             retruco
             vale cuatro
                             no quiero
"""
        in out
    )
    assert "Stopped after 3 deals; the match is not over.\n" in out


def test_a_seat_sees_its_own_cards_only(run: Run) -> None:
    told = ("watch", "hornafjardarmanni", "--seed", "7", "--deals", "1")
    assert "\n  seat" not in run(*told)[1].partition("\n  rule ")[0]
    _, out, _ = run(*told, "--seat", "1")
    assert "\n  seat 1     5♠ 2♠   J♥ 5♥   K♦ 9♦ 5♦ 3♦ 2♦   10♣ 9♣ 5♣\n" in out
    assert "\n  seat 1     out 5♠ K♦ 5♦ 9♣ 5♣, in K♠ Q♠ 10♥ 8♥ 4♥\n" in out
    assert not re.search(r"\n  seat [02]", out)
    assert {f"seat {seat}" for seat in range(3)} == set(re.findall(r"\n  (seat \d)", run(*told, "--open")[1]))


def test_who_rests_in_etori(run: Run) -> None:
    _, out, _ = run("watch", "etori", "--players", "6", "--deals", "1", "--seed", "0")
    assert "\n  Dealer: seat 5\n  Defenders: seats 0+3\n  Resting: seat 2, seat 5\n" in out


def test_options_and_first_seat(run: Run) -> None:
    _, out, _ = run(
        *("watch", "gong_zhu", "--rule", "players=5", "--rule", "removed=2c 2d", "--rule", "losing-score=-1"),
        *("--seed", "1", "--deals", "1"),
    )
    assert "\nOptions: players=5 removed=2♦ 2♣ losing_score=-1\n" in out
    assert "Mano: seat 1" in run("watch", "truco", "--first", "1", "--deals", "1")[1]
    assert (
        "trump=♠ rensho=A♥"
        in run(*("watch", "etori", "--preset", "kakeya", "--rule", "rensho=ah", "--deals", "1"))[1]
    )
    assert (
        "\nSides: seats 0+2, seats 1+3\n"
        in run("watch", "gong_zhu", "--rule", "partnerships=yes", "--deals", "1")[1]
    )


def test_without_a_seed_one_is_made_up_and_told(run: Run) -> None:
    _, out, _ = run("watch", "truco")
    seed = re.search(r"seed (\d+)", out)
    assert seed is not None
    assert run("watch", "truco", "--seed", seed[1])[1] == out


def test_a_game_without_words_of_its_own_is_told_by_its_facts(run: Run) -> None:
    status, out, _ = run("watch", f"{__name__}:OTHER", "--seed", "4", "--deals", "1", "--seat", "0")
    assert status == 0
    assert "Another game, 3 players" in out
    assert "\n  cut: 9♠\n" in out
    assert "\n             left: 11\n" in out


# --- Wrong inputs -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "COMMAND"),
        ("frob", "frob"),
        ("watch", "GAME"),
        ("watch bridge", "no game is called 'bridge': there are etori, gong_zhu, hornafjardarmanni, truco"),
        ("games bridge", "no game is called 'bridge'"),
        ("rules bridge", "no game is called 'bridge'"),
        ("rules bridge.follow", "no rule has the id 'bridge.follow'"),
        ("rules gong_zhu.folow", "did you mean gong_zhu.follow"),
        (f"rules {__name__}:OTHER", "Another game has no rule book"),
        ("watch no.such.module:GAME", "cannot be loaded"),
        ("watch os:path", "os:path is no game: its type is module"),
        ("watch gong_zhu --rule players=7", "players: 7 is not one of 4, 5"),
        ("watch gong_zhu --players 3", "players: 3 is not one of 4, 5"),
        ("watch truco --players 3", "players: Truco is for 2 players, not 3"),
        ("watch gong_zhu --rule players=many", "players: 'many' is not a whole number"),
        ("watch gong_zhu --rule partnerships=maybe", "partnerships: 'maybe' is neither yes nor no"),
        (
            "watch gong_zhu --rule trump=spades",
            "trump: Gong Zhu has no such option; its options are players,",
        ),
        ("watch gong_zhu --rule format=1", "format: Gong Zhu has no such option"),
        ("watch gong_zhu --rule players", "--rule: 'players' is not NAME=VALUE"),
        ("watch gong_zhu --players 5 --rule removed=2c", "two cards are removed, not 1"),
        ("watch gong_zhu --players 5 --rule removed=xx", "'xx' is not a card"),
        ("watch etori --rule trump=x", "trump: 'x' is not a suit"),
        ("watch etori --preset study", "preset: Etori has no preset 'study'; its presets are kakeya"),
        ("watch etori --preset kakeya --rule rensho=as", "rensho: A♠ is of the trump suit"),
        ("watch truco --preset kakeya", "its presets are none"),
        ("watch truco --first 2", "2 is not a seat: the seats are 0 to 1"),
        ("watch truco --seat 2", "2 is not a seat"),
        ("play truco --seat -1", "-1 is not a seat"),
        ("watch truco --seed -1", "--seed: -1 is not 0 or more"),
        ("watch truco --seed x", "invalid int value: 'x'"),
        ("watch truco --deals 0", "--deals: 0 is not 1 or more"),
        ("watch truco --color pink", "invalid choice: 'pink'"),
        (
            "watch truco --opponents expert",
            "--opponents: no player is called 'expert': there are random, monte-c",
        ),
        ("play truco --opponents os:path", "--opponents: os:path makes no player: its type is module"),
        ("simulate truco --between random,expert", "--between: no player is called 'expert'"),
        ("simulate truco --between random,", "--between: no player is called ''"),
        (
            "simulate truco --between random,random,random",
            "3 players cannot be seated: one a seat (2), or fewer",
        ),
        ("simulate truco --matches 0", "--matches: 0 is not 1 or more"),
        ("simulate truco --workers 0", "--workers: 0 is not 1 or more"),
        ("simulate truco --deals 0", "--deals: 0 is not 1 or more"),
        ("simulate truco --first 2", "2 is not a seat"),
        ("simulate truco --duplicate", "--duplicate: compares two players, given to --between, not 1"),
        ("simulate truco --between random,random --duplicate --matches 3", "--matches: not with --duplicate"),
        ("simulate truco --between random,random --duplicate --first 1", "--first: not with --duplicate"),
    ],
)
def test_wrong_arguments_are_told_on_the_error_output(run: Run, command: str, message: str) -> None:
    status, out, err = run(*command.split())
    assert (status, out) == (2, "")
    assert message in err


# --- The catalogue ------------------------------------------------------------------------------


def added(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    """As if other packages with these entry points were installed, and this one's metadata were not."""
    entries = [EntryPoint(name, value, catalogue.GROUP) for name, value in points]

    def entry_points(*, group: str) -> list[EntryPoint]:
        return entries if group == catalogue.GROUP else []

    monkeypatch.setattr(catalogue, "entry_points", entry_points)


def test_the_own_games_are_found_without_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    added(monkeypatch)
    assert catalogue.names() == NAMES
    assert [catalogue.find(name).name for name in NAMES] == list(NAMES)


def test_a_game_of_another_package_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    added(monkeypatch, ("other", f"{__name__}:OTHER"))
    assert catalogue.names() == ("etori", "gong_zhu", "hornafjardarmanni", "other", "truco")
    assert catalogue.find("Other") is OTHER
    assert "other: Another game, 3 players\n" in run("games")[1]


def test_nobody_takes_the_name_of_an_own_game(monkeypatch: pytest.MonkeyPatch) -> None:
    added(monkeypatch, ("truco", f"{__name__}:OTHER"))
    assert catalogue.find("truco") is truco.GAME


def test_a_broken_package_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    added(monkeypatch, ("broken", "no.such.module:GAME"), ("wrong", "os:path"))
    status, out, _ = run("games")
    assert status == 0
    assert "broken: the game 'broken' cannot be loaded from no.such.module:GAME:\nModuleNotFoundError" in out
    assert "truco: Truco, 2 players" in out
    for name in ("broken", "wrong", "bridge", "", "cardrules.games.truco:NOTHING"):
        with pytest.raises(UnknownGame):
            catalogue.find(name)


@pytest.mark.parametrize(
    "name", ["gong_zhu", "gong-zhu", "Gong Zhu", " GONG_ZHU ", "cardrules.games.gong_zhu:GAME"]
)
def test_names_are_forgiving(name: str) -> None:
    assert catalogue.find(name) is gong_zhu.GAME


# --- Options ------------------------------------------------------------------------------------


def test_player_numbers() -> None:
    assert [player_numbers(catalogue.find(name)) for name in NAMES] == [(4, 6), (4, 5), (3,), (2,)]


@pytest.mark.parametrize(
    ("game", "preset", "given", "rules"),
    [
        (gong_zhu.GAME, None, {}, gong_zhu.Rules()),
        (gong_zhu.GAME, None, {"partnerships": "True"}, gong_zhu.Rules(partnerships=True)),
        (gong_zhu.GAME, None, {"removed": "none", "exposure": "'none'"}, gong_zhu.Rules(exposure="none")),
        (etori.GAME, None, {"trump": "clubs", "rensho": "ad"}, etori.Rules(trump="♣", rensho="A♦")),
        (etori.GAME, "kakeya", {}, etori.Rules.kakeya()),
        (etori.GAME, "kakeya", {"players": "6"}, etori.Rules.kakeya(players=6)),
        (etori.GAME, "kakeya", {"trump": "d"}, etori.Rules(direction="counterclockwise")),
        (truco.GAME, None, {"envido_own_card": "no"}, truco.Rules(envido_own_card=False)),
    ],
)
def test_rules_from_text(
    game: catalogue.AnyGame, preset: str | None, given: dict[str, str], rules: object
) -> None:
    assert rules_from(game, preset, given) == rules


# --- Playing, line by line ----------------------------------------------------------------------


def test_a_card_that_may_not_be_played_is_answered_with_the_rule(run: Run) -> None:
    status, out, err = run("play", "gong_zhu", "--seed", "8", typed="as\nqs\nzz\nplay 10x\n3♠\n?\nq\n")
    assert (status, err) == (0, "")
    assert "> as\n             you " in out
    assert "> qs\nYou do not hold Q♠. (common.hold)\n" in out
    assert "(common.hold)\n" in out
    assert "> zz\n'zz' is no move: expected a card such as A♠ (? lists what you may do)\n" in out
    assert "> play 10x\n'10x' at position 5 of 'play 10x' is not a card: expected a card such as A♠" in out
    assert "> ?\n  You may play: K♠ 10♠ " in out
    assert out.endswith("> q\n\nYou have left the match. With --seed 8 the same cards come again.\n")


def test_a_move_of_the_wrong_kind_is_told_without_names_of_classes(run: Run) -> None:
    _, out, _ = run("play", "truco", "--seed", "8", "--seat", "1", typed="7o\nenvido\n")
    assert "> 7o\nYou may not play 7 de oro now: real envido waits for an answer. (common.phase)\n" in out
    assert (
        "You may not call envido: it is lower than the real envido that waits.\n(truco.envido.chain)" in out
    )


def test_what_may_be_exposed(run: Run) -> None:
    _, out, _ = run("play", "gong_zhu", "--seed", "9", typed="?\nas\nexpose qs\n")
    assert "\nExpose Q♠, or nothing > ?\n  You may expose: Q♠, or nothing\n" in out
    assert "\nYou may not expose A♠: only A♥, Q♠, J♦ and 10♣ can be exposed. (gong_zhu.expose)\n" in out
    assert "\n  expose     Q♠ " in out


def test_an_empty_line_is_no_decision(run: Run) -> None:
    _, out, _ = run("play", "gong_zhu", "--seed", "9", typed="\n\nnothing\n")
    assert out.count("Expose Q♠, or nothing > ") == 3


def test_nothing_to_expose_is_not_asked(run: Run) -> None:
    assert "\nYou have nothing to expose.\n" in run("play", "gong_zhu", "--seed", "8")[1]


def test_what_may_be_exchanged(run: Run) -> None:
    _, out, _ = run("play", "horna", "--seed", "8", typed="?\n9s 4s\n")
    assert "\nExchange up to 7 of your cards, or nothing > ?\n" in out
    assert "\n  You may exchange: any up to 7 of 9♠ 4♠   A♥ Q♥ " in out
    assert re.search(r"\n  you        out 9♠ 4♠, in \S+ \S+\n             now ", out)


def test_who_may_lead(run: Run) -> None:
    _, out, _ = run("play", "etori", "--seed", "8", typed="?\n1\npartner\n")
    assert "\nChoose leader: you or seat 2 > ?\n  You may choose leader: you, seat 2\n" in out
    assert "\nYou may not choose seat 1: seat 0 or its partner 2 leads. (etori.lead)\n" in out
    assert "\n  leader     seat 2\n" in out


def test_help_at_the_table(run: Run) -> None:
    _, out, _ = run("play", "truco", "--seed", "8", typed="help\nh truco.follow\nh truco.folow\nh me\n")
    assert "cardrules rules truco\n" in out
    assert "\ntruco.follow: Any card may be played (source)\n    No suit has to be followed.\n" in out
    assert "did you mean truco.follow" in out
    assert "> h me\nNo game is called 'me'" in out


@pytest.mark.parametrize("word", ["q", "Q", "quit", "exit", ""])
def test_leaving(run: Run, word: str) -> None:
    status, out, err = run("play", "truco", "--seed", "8", typed=word)
    assert (status, err) == (0, "")
    assert "You have left the match." in out


def test_the_same_seed_gives_the_same_cards_whatever_is_played(run: Run) -> None:
    def dealt(typed: str) -> list[str]:
        out = run("play", "truco", "--seed", "5", "--first", "1", typed=typed)[1]
        return re.findall(r"\nRound \d+\n.*\n  you +(.*)\n", out)

    folding, calling = dealt("mazo\n" * 9), dealt("envido\nquiero\ntruco\nno quiero\nmazo\n" * 9)
    common = min(len(folding), len(calling))
    assert common > 2
    assert folding[:common] == calling[:common]


def test_a_game_whose_moves_have_no_text_cannot_be_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    mute = attrs.evolve(OTHER, moves=(Play, SimpleNamespace))
    monkeypatch.setattr(sys.modules[__name__], "OTHER", mute)
    status, _, err = run("play", f"{__name__}:OTHER")
    assert status == 2
    assert "Another game cannot be played here: SimpleNamespace has no text" in err


# --- Opponents ----------------------------------------------------------------------------------


def test_watching_players_who_think(run: Run) -> None:
    told = ("watch", "truco", "--seed", "3", "--deals", "2")
    status, out, err = run(*told, "--opponents", "monte-carlo:3")
    assert (status, err) == (0, "")
    assert out.startswith("Truco, 2 players, seed 3. Played by monte-carlo:3.\n")
    assert out == run(*told, "--opponents", "monte-carlo:3")[1] != run(*told)[1]
    assert run(*told, "--opponents", "random") == run(*told)


def test_who_cannot_think_about_a_game_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truco.View, "GAME", attrs.evolve(truco.GAME, possible=None))
    status, _, err = run("watch", "truco", "--opponents", "monte-carlo:3")
    assert status == 2
    assert err.startswith("cardrules: Truco does not say what its possible worlds are")


def test_playing_against_players_who_think(run: Run) -> None:
    told = ("play", "truco", "--seed", "8", "--opponents", "monte-carlo:3")
    _, out, _ = run(*told, typed="mazo\nmazo\n")
    assert out.startswith("Truco, 2 players, seed 8. You are seat 0, against monte-carlo:3.\n")
    assert re.findall(r"\n  you +(.*)\n", out) == re.findall(
        r"\n  you +(.*)\n", run(*told[:4], typed="mazo\nmazo\n")[1]
    )


# --- Many matches -------------------------------------------------------------------------------

FIRST = f"{__name__}:first_move"


def first_move(seed: int) -> Callable[[Any], object]:
    """A player who takes the first legal move."""
    return lambda view: view.GAME.legal_moves(view)[0]


def test_a_simulation_tells_the_totals(run: Run) -> None:
    status, out, err = run(
        *("simulate", "truco", "--seed", "7", "--matches", "20", "--rule", "target=5"),
        *("--between", f"random,{FIRST}"),
    )
    assert (status, err) == (0, "")
    assert out.startswith("Truco, 2 players, seed 7: 20 matches\nOptions: target=5\n\n  player ")
    rows = re.findall(r"\n  (\S+) +20 +20 +(\d+\.\d) % \(\S+ to \S+\) +([+-]\S+) \(\S+ to \S+\)", out)
    assert [name for name, _, _ in rows] == ["random", FIRST]
    assert sum(float(won) for _, won, _ in rows) == 100
    assert sum(float(payoff) for _, _, payoff in rows) == 0
    assert max(map(len, out.splitlines())) <= 100


def test_a_player_of_the_working_directory_takes_part(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def make(seed):\n    return lambda view: view.GAME.legal_moves(view)[0]\n"
    )
    ran = subprocess.run(
        # As the installed command does, -P leaves the working directory out where modules are looked for.
        [
            *(sys.executable, "-P", "-m", "cardrules", "simulate", "truco", "--between", "mine:make,random"),
            *("--matches", "2", "--workers", "2"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"\n  mine:make +2 +2 ", ran.stdout)


def test_workers_change_nothing(run: Run) -> None:
    told = ("simulate", "etori", "--seed", "7", "--matches", "4")
    assert run(*told) == run(*told, "--workers", "2")


def test_matches_that_are_not_finished_are_won_by_nobody(run: Run) -> None:
    _, out, _ = run("simulate", "etori", "--seed", "7", "--matches", "1", "--deals", "1")
    assert re.search(r"\n  random +1 +0 +-  \+0\.00 \(unknown\)\n", out)
    assert ": 1 match\n" in out


def test_duplicate_play_compares_two_players(run: Run) -> None:
    told = ("simulate", "hornafjardarmanni", "--duplicate", "--deals", "5", "--seed", "7", "--between")
    status, out, err = run(*told, f"random,{FIRST}")
    assert (status, err) == (0, "")
    assert out.startswith("Hornafjarðarmanni, 3 players, seed 7: 5 deals, each in 6 seatings\n")
    one, other, difference = map(float, re.findall(r"\n  \S+ +([+-]\S+) \(", out))
    assert one == -other
    assert difference == pytest.approx(one - other, abs=0.011)  # pyright: ignore[reportUnknownMemberType]
    assert "\n  difference  +0.00 (+0.00 to +0.00)\n" in run(*told, "random,random")[1]


def test_a_simulation_that_is_stopped_tells_what_was_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, made = first_move(0), 0

    def tired(seed: int) -> Callable[[Any], object]:
        nonlocal made
        made += 1
        if made > 4:
            raise KeyboardInterrupt
        return player

    monkeypatch.setattr(sys.modules[__name__], "first_move", tired)
    status, out, _ = run("simulate", "truco", "--seed", "7", "--between", FIRST)
    assert status == 130
    assert "\nStopped after 2 matches.\n\n  player" in out
    assert re.search(rf"\n  {FIRST} +2 +2 +100\.0 %", out)


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a process group")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_simulation(workers: str) -> None:
    child = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "cardrules",
            "simulate",
            "etori",
            "--matches",
            "1000000",
            "--workers",
            workers,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline().startswith(b"Etori")
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert b"Stopped after " in out
    assert b"Traceback" not in err


def test_a_bar_is_no_longer_than_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (1, 10, 20, 30, 50):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = Terminal()
        with Bar(out, "bytes") as bar:
            bar.show(5, 1307)
            bar.show(1307, 1307)
        lines = out.getvalue().split("\r")
        assert max(map(len, lines)) < max(columns, 2)
        assert columns < 30 or "[#" in lines[2]


def test_a_bar_on_a_terminal_only() -> None:
    out = Terminal()
    with Bar(out) as bar:
        for done in range(1, 5):
            bar.show(done, 4)
    shown = out.getvalue().split("\r")
    assert shown[1] == "[#######.......................]  25 % of 4"
    assert shown[4] == "[##############################] 100 % of 4"
    assert shown[5:] == [" " * len(shown[4]), ""]
    quiet = io.StringIO()
    with Bar(quiet) as bar:
        bar.show(1, 4)
    assert quiet.getvalue() == ""


# --- The screen ---------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("choice", "out", "environ", "wanted"),
    [
        ("auto", Terminal(), {}, True),
        ("auto", io.StringIO(), {}, False),
        ("auto", Terminal(), {"NO_COLOR": "1"}, False),
        ("auto", Terminal(), {"NO_COLOR": ""}, True),
        ("auto", Terminal(), {"TERM": "dumb"}, False),
        ("always", io.StringIO(), {"NO_COLOR": "1"}, True),
        ("never", Terminal(), {}, False),
    ],
)
def test_when_to_use_colour(choice: str, out: io.StringIO, environ: dict[str, str], wanted: bool) -> None:
    assert wants_colour(choice, out, environ) is wanted


@pytest.mark.parametrize("name", NAMES)
def test_colour_changes_nothing_but_colour(run: Run, name: str) -> None:
    told = ("watch", name, "--seed", "2", "--deals", "2", "--open")
    coloured = run(*told, "--color", "always")[1]
    assert "\x1b[31m" in coloured
    assert ESCAPE.sub("", coloured) == run(*told)[1]


def test_red_suits_are_red_and_the_winner_is_bold(run: Run) -> None:
    _, out, _ = run("watch", "gong_zhu", "--seed", "7", "--deals", "1", "--colour", "always")
    assert "\x1b[31m8♦\x1b[39m" in out
    assert "\x1b[1m>\x1b[31mK♦\x1b[39m*\x1b[22m" in out
    assert "\x1b[1m K♠*\x1b[22m" in out


def test_letters_where_symbols_cannot_be_written() -> None:
    assert writable("Q♠ 10♥ – Hornafjarðarmanni é ☃", "ascii") == "QS 10H - Hornafjardarmanni e ?"
    assert writable("Q♠ – Hornafjarðarmanni é", "latin-1") == "QS - Hornafjarðarmanni é"
    assert writable("Q♠", "utf-8") == writable("Q♠", None) == "Q♠"


# --- Real processes -----------------------------------------------------------------------------


def test_python_m_cardrules() -> None:
    with process("watch", "truco", "--seed", "1") as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, b"")
    assert digest(out) == DIGESTS["watch truco"]


def test_a_terminal_without_symbols_gets_letters() -> None:
    with process(
        "watch", "hornafjardarmanni", "--seed", "1", "--deals", "1", PYTHONIOENCODING="ascii"
    ) as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, b"")
    assert out.startswith(b"Hornafjardarmanni, 3 players")
    assert re.search(rb"\n  1 +>?(10|[2-9AKQJ])[SHDC]", out)


def test_who_stops_reading_gets_no_traceback() -> None:
    with process("watch", "hornafjardarmanni", "--seed", "1") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode in (0, 141)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_piped_into_head() -> None:
    command = f"{sys.executable} -m cardrules watch hornafjardarmanni --seed 1 --open | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=True)
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_interrupting_a_match() -> None:
    with process("play", "truco", "--seed", "8") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        out = b""
        while not out.endswith(b"mazo > "):
            byte = child.stdout.read(1)
            assert byte, out
            out += byte
        child.send_signal(signal.SIGINT)
        assert b"You have left the match." in child.stdout.read()
        assert child.stderr.read() == b""
    assert child.returncode == 0


# --- A person at a terminal ---------------------------------------------------------------------


class Seat:
    """The command line at a pseudo-terminal, and somebody who answers what it asks."""

    def __init__(self, *argv: str, **env: str) -> None:
        import pty

        self.ours, theirs = pty.openpty()
        self.child = subprocess.Popen(
            [sys.executable, "-m", "cardrules", *argv],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **env},
        )
        os.close(theirs)
        self.told = ""

    def ask(self, answer: str) -> str:
        """Answer, and return what is told until the next question, without colours."""
        os.write(self.ours, f"{answer}\n".encode())
        return self.read()

    def read(self) -> str:
        """What is told until a question is asked, or the match has ended."""
        data = b""
        while not ESCAPE.sub("", data.decode(errors="ignore")).endswith(" > "):
            assert select.select([self.ours], [], [], 10)[0], f"nothing came after {data.decode()!r}"
            try:
                more = os.read(self.ours, 65536)
            except OSError:  # the other end has been closed
                more = b""
            if not more:
                break
            data += more
        text = data.decode(errors="ignore").replace("\r\n", "\n")
        self.told += text
        return ESCAPE.sub("", text)

    def done(self) -> int:
        """The exit status."""
        os.close(self.ours)
        return self.child.wait(timeout=10)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Seat]]:
    pytest.importorskip("pty")
    seats: list[Seat] = []

    def sit(*argv: str, **env: str) -> Seat:
        seats.append(Seat(*argv, **env))
        return seats[-1]

    yield sit
    for seat in seats:
        if seat.child.poll() is None:
            seat.child.kill()
        seat.child.wait()


def pick(listed: str, rng: Random) -> str:
    """One of the moves that ``?`` lists."""
    found: list[tuple[str, str]] = re.findall(r"You may ([\w ]+): (.*)", listed)
    kind, what = found[-1 if rng.random() < 0.2 else 0]
    if kind == "say":
        calls = what.split(", ")
        return calls[int(rng.random() * len(calls))]
    if kind == "choose leader":
        return "partner"
    cards: list[str] = re.findall(r"\d+ de \w+|(?:10|[2-9AKQJ])[♠♥♦♣]", what)
    chosen = cards[int(rng.random() * len(cards))]
    return f"{kind} {chosen}"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("etori", ("--rule", "tokens=1", "--seat", "2", "--first", "2")),
        ("gong_zhu", ("--players", "5")),
        ("hornafjardarmanni", ("--rule", "target=3", "--seat", "1")),
        ("truco", ()),
        ("truco", ("--opponents", "monte-carlo:2")),
    ],
)
def test_a_whole_match_at_a_terminal(
    terminal: Callable[..., Seat], name: str, options: Sequence[str]
) -> None:
    seat = terminal("play", name, "--seed", "2", *options)
    rng, told = Random(3), seat.read()
    asked = 0
    while told.endswith(" > "):
        listed = seat.ask("?")
        told = seat.ask(pick(listed, rng))
        assert "may not" not in told
        asked += 1
    assert seat.done() == 0
    assert asked > 5
    assert f"The match is over ({name}." in told
    assert "Traceback" not in seat.told
    assert "\x1b[31m" in seat.told
    assert ("You are seat 0" in seat.told) is ("--seat" not in options)


def test_no_color_at_a_terminal(terminal: Callable[..., Seat]) -> None:
    seat = terminal("watch", "gong_zhu", "--seed", "1", "--deals", "1", NO_COLOR="1")
    while seat.read():
        pass
    assert seat.done() == 0
    assert "♥" in seat.told
    assert "\x1b" not in seat.told


def test_bytes_that_are_no_text_are_no_move(terminal: Callable[..., Seat]) -> None:
    seat = terminal("play", "truco", "--seed", "8")
    seat.read()
    os.write(seat.ours, b"\xff\xfe\n")
    assert "is no move: expected a card such as 1 de espada" in seat.read()
    assert "You have left the match." in seat.ask("q")
    assert seat.done() == 0
