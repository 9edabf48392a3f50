"""What can be typed: the commands, their options, and their help."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from io import StringIO
from random import SystemRandom
from typing import TYPE_CHECKING, Any, TextIO

from cardrules import catalogue
from cardrules._version import __version__
from cardrules.cli.files import STANDARD, Output
from cardrules.cli.listing import UsageError, find_game, show_every_game, show_games, show_rules
from cardrules.cli.options import rules_from
from cardrules.cli.playing import Table, check_text, play, watch
from cardrules.cli.screen import Screen, wants_colour, writable
from cardrules.errors import RulesError
from cardrules.players import NAMES, UnknownPlayer, maker_of

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["UsageError", "run"]

_EXAMPLES = {
    "": """
examples:
  cardrules games
  cardrules rules gong_zhu
  cardrules watch truco --deals 3 --seed 7
  cardrules play hornafjardarmanni --seat 1 --record match.txt
  cardrules replay match.txt --step
""",
    "games": """
examples:
  cardrules games                 all games, with options and presets
  cardrules games etori           one of them
""",
    "rules": """
examples:
  cardrules rules truco                   all rules of a game
  cardrules rules gong_zhu.expose.hold    one rule
  cardrules rules gong_zhu.score          all rules whose ids begin so
""",
    "watch": """
examples:
  cardrules watch gong_zhu --players 5 --seed 7
  cardrules watch etori --preset kakeya --deals 1 --open
  cardrules watch truco --rule target=30 --rule falta=loser --seat 0
  cardrules watch truco --record match.txt

options of the rules that --rule takes: see 'cardrules games GAME'
""",
    "play": """
examples:
  cardrules play gong_zhu --seed 7
  cardrules play gong_zhu --rule players=5 --rule "removed=2c 2d"
  cardrules play hornafjardarmanni --seat 2 --deals 3
  cardrules play truco --opponents monte-carlo:200 --record match.txt

options of the rules that --rule takes: see 'cardrules games GAME'
""",
    "simulate": """
examples:
  cardrules simulate gong_zhu --matches 1000 --seed 7
  cardrules simulate truco --between monte-carlo:20,random --workers 2
  cardrules simulate truco --matches 1000 --records matches.jsonl
  cardrules simulate etori --between monte-carlo:20,random --duplicate --deals 50

options of the rules that --rule takes: see 'cardrules games GAME'
""",
    "verify": """
examples:
  cardrules verify matches.jsonl
  cardrules verify one.txt two.txt
  cardrules convert matches.jsonl | cardrules verify -

The exit status is 0 if every record holds, 1 if not, 2 if a file cannot be read.
""",
    "replay": """
examples:
  cardrules replay match.txt                        what a spectator sees
  cardrules replay match.txt --seat 1 --step        what seat 1 sees, move by move
  cardrules replay matches.jsonl --record 3 --open --from 20 --to 40

A record that breaks a rule is shown up to there, and then what is wrong; the exit
status is 1.
""",
    "convert": """
examples:
  cardrules convert matches.jsonl                   as text, on the screen
  cardrules convert one.txt two.txt --out both.jsonl
  cardrules convert match.txt --seat 1 --out known.txt

With --seat, each record holds what that seat knew in the end, and all other cards
in it are made up. The exit status is 1 if a record had to be left out, and 2 if
a file cannot be read, or is there already.
""",
}


_NAMES = ", ".join(NAMES)


class _Parser(argparse.ArgumentParser):
    """A parser whose help can be read on every terminal."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        out = sys.stderr if file is None else file
        out.write(writable(message, getattr(out, "encoding", None)))


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = _Parser(
        prog="cardrules",
        description="Card games by their rules: read them, watch a match, play one.",
        epilog=_EXAMPLES[""],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"cardrules {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, said: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name,
            help=said,
            description=said[0].upper() + said[1:] + ".",
            epilog=_EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_argument(
            "--color",
            "--colour",
            choices=("auto", "always", "never"),
            default="auto",
            help="whether to write in colour (auto: on a terminal, unless NO_COLOR is set)",
        )
        return command

    games = add("games", "list the games, their options and presets")
    games.add_argument("game", nargs="?", metavar="GAME", help="the name of one game, or module:GAME")
    rules = add("rules", "show the rules of a game, or one rule")
    rules.add_argument(
        "wanted", metavar="GAME|RULE", help="the name of a game, or module:GAME, or the id of a rule"
    )

    watching = add("watch", "watch a match")
    _match_options(watching)
    _opponents(watching, "who plays")
    watching.add_argument("--seat", type=int, metavar="N", help="show what this seat sees (else a spectator)")
    _open_hands(watching)
    _record(watching)

    playing = add("play", "play a match at one of the seats")
    _match_options(playing)
    _opponents(playing, "who plays at the other seats")
    playing.add_argument("--seat", type=int, metavar="N", default=0, help="your seat (default 0)")
    _record(playing)

    simulating = add("simulate", "play many matches, and show who won how much")
    _match_options(simulating)
    simulating.add_argument("--matches", type=int, metavar="N", help="how many matches (default 100)")
    simulating.add_argument(
        "--between",
        metavar="NAME,NAME...",
        default="random",
        help=f"the players, one a side or one a seat, or fewer who take turns: {_NAMES} (default random)",
    )
    simulating.add_argument(
        "--duplicate",
        action="store_true",
        help="compare two players, who play the same deals at all seats (--deals N of them, default 100)",
    )
    simulating.add_argument(
        "--workers", type=int, metavar="N", default=1, help="processes that play, with the same result"
    )
    simulating.add_argument(
        "--records", metavar="FILE", help=f"write the record of every match to a new file{_BY_ENDING}"
    )
    _force(simulating)

    replaying = add("replay", "show a match from its record")
    replaying.add_argument("file", metavar="FILE", help=f"a file of records; {_STANDARD_INPUT}")
    replaying.add_argument("--record", type=int, metavar="N", default=1, help="the N-th record (default 1)")
    who = replaying.add_mutually_exclusive_group()
    who.add_argument("--seat", type=int, metavar="N", help="show what this seat saw (else a spectator)")
    _open_hands(who)
    replaying.add_argument("--step", action="store_true", help="ask after every move what to show next")
    for name, what in (("from", "begin"), ("to", "end")):
        replaying.add_argument(
            f"--{name}", dest=what, type=int, metavar="N", help=f"{what} with this move (0 is the first deal)"
        )
    _game(replaying)

    converting = add("convert", "write records in another form, or what one seat knew of them")
    _files(converting)
    converting.add_argument("--to", choices=("text", "json"), help="the form (default: by the name of --out)")
    converting.add_argument(
        "--out", metavar="FILE", default=STANDARD, help=f"a new file{_BY_ENDING} (default: on the screen)"
    )
    _force(converting)
    converting.add_argument(
        "--seat", type=int, metavar="N", help="write what this seat knew; ALL OTHER CARDS ARE MADE UP"
    )
    converting.add_argument(
        "--keep-tag",
        action="append",
        default=[],
        metavar="NAME",
        help="with --seat: keep the tags of this name; others go, since a seed tells all cards",
    )
    _game(converting)

    verifying = add("verify", "check records: their moves by the rules, and the results that they claim")
    _files(verifying)
    _game(verifying)
    return top


_BY_ENDING = ", in JSON if its name ends in .jsonl or .json, else as text"
_STANDARD_INPUT = "- is the standard input"


def _files(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files", nargs="+", metavar="FILE", help=f"files of records, as text or JSON lines; {_STANDARD_INPUT}"
    )


def _game(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--game", metavar="GAME", help="the game of the records as module:GAME, if it has no name"
    )


def _open_hands(command: argparse._ActionsContainer) -> None:  # pyright: ignore[reportPrivateUsage]
    command.add_argument("--open", "--hands", action="store_true", help="show the hands of all seats")


def _record(command: argparse.ArgumentParser) -> None:
    command.add_argument("--record", metavar="FILE", help=f"write the whole match to a new file{_BY_ENDING}")
    _force(command)


def _force(command: argparse.ArgumentParser) -> None:
    command.add_argument("--force", action="store_true", help="write over a file that is there already")


def _opponents(command: argparse.ArgumentParser, who: str) -> None:
    command.add_argument(
        "--opponents", metavar="NAME", default="random", help=f"{who}: {_NAMES} (default random)"
    )


def _match_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "game", metavar="GAME", help="a name from 'cardrules games', or module:GAME for one that has no name"
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="0 or more: the same seed gives the same cards, everywhere"
    )
    command.add_argument("--deals", type=int, metavar="N", help="stop after so many deals")
    command.add_argument(
        "--first", type=int, metavar="SEAT", default=0, help="who is first in the first deal"
    )
    command.add_argument(
        "--players", type=int, metavar="N", help="how many players, where a game leaves that open"
    )
    command.add_argument("--preset", metavar="NAME", help="a group of options that has a name")
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules; may be given several times",
    )


def run(argv: Sequence[str]) -> int:
    """Do what these arguments say; returns the exit status."""
    try:
        given = parser().parse_args(argv)
    except SystemExit as done:  # after --help, --version, or an error that has been told
        return done.code if isinstance(done.code, int) else 0
    colour = wants_colour(given.color, sys.stdout, os.environ)
    screen = Screen(sys.stdout, colour=colour)
    if given.command == "games":
        if given.game is None:
            show_every_game(screen)
        else:
            game = find_game(given.game)
            show_games(screen, [(game.name, game)])
    elif given.command == "rules":
        show_rules(screen, given.wanted)
    elif given.command == "simulate":
        _simulate(given, screen)
    elif given.command in _WITH_RECORDS:
        return _WITH_RECORDS[given.command](given, screen)
    else:
        _match(given, screen)
    return 0


def _verify(given: argparse.Namespace, screen: Screen) -> int:
    from cardrules.cli.verifying import verify_files

    return verify_files(screen, given.files, _known(given.game))


def _convert(given: argparse.Namespace, screen: Screen) -> int:
    from cardrules.cli.converting import convert_files

    if given.keep_tag and given.seat is None:
        raise UsageError("--keep-tag: only with --seat; without it, all tags stay")
    return convert_files(
        given.files,
        given.out,
        given.to,
        force=given.force,
        seat=given.seat,
        tags=given.keep_tag,
        game=_known(given.game),
    )


def _replay(given: argparse.Namespace, screen: Screen) -> int:
    from cardrules.cli.replaying import Wish, replay_file, step_through

    for name, number in (("from", given.begin), ("to", given.end)):
        if number is not None and number < 0:
            raise UsageError(f"--{name}: {number} is not 0 or more")
        if number is not None and given.step:
            raise UsageError(f"--{name}: not with --step, which shows what is asked for")
    begin = given.begin or 0
    if given.end is not None and given.end < begin:
        raise UsageError(f"--to: {given.end} is before {begin}, the first that is shown")
    wish = Wish(_whole("--record", given.record), given.seat, given.open, begin, given.end)
    game = _known(given.game)
    if given.step:
        return step_through(screen, given.file, wish, _typed(), game)
    return replay_file(screen, given.file, wish, game)


_WITH_RECORDS = {"verify": _verify, "convert": _convert, "replay": _replay}


def _known(name: str | None) -> catalogue.AnyGame | None:
    """The game of records whose name nothing is found by."""
    return None if name is None else find_game(name)


def _simulate(given: argparse.Namespace, screen: Screen) -> None:
    # Statistics and processes are loaded for this command alone.
    from cardrules.cli.simulating import Series, compare_players, simulate_matches
    from cardrules.simulation import seated

    table = _table(given)
    between = tuple(_player("--between", name) for name in given.between.split(","))
    workers = _whole("--workers", given.workers)
    if not given.duplicate:
        matches = _whole("--matches", 100 if given.matches is None else given.matches)
        seated(table.rules.format.seating, between)  # who cannot be seated leaves no file
        with _output(table, given.records, given.force) as output:
            simulate_matches(table, screen, Series(between, matches, workers), output)
        return
    for name in ("matches", "first", "records"):
        if getattr(given, name):
            raise UsageError(f"--{name}: not with --duplicate, which plays --deals at all seats")
    if len(between) != 2:
        raise UsageError(f"--duplicate: compares two players, given to --between, not {len(between)}")
    compare_players(table, screen, Series(between, table.deals or 100, workers))


def _player(option: str, name: str) -> str:
    try:
        maker_of(name.strip())
    except UnknownPlayer as error:
        raise UsageError(f"{option}: {error}") from error
    return name.strip()


def _whole(option: str, number: int) -> int:
    if number < 1:
        raise UsageError(f"{option}: {number} is not 1 or more")
    return number


def _match(given: argparse.Namespace, screen: Screen) -> None:
    table = _table(given)
    decks = (table.rules.format.pack.deck,)
    screen = Screen(screen.out, colour=screen.colour, decks=decks)
    seats = table.rules.format.seating
    seat = None if given.seat is None else seats.check(given.seat)
    with _output(table, given.record, given.force) as output:
        if given.command == "watch":
            watch(table, screen, seat=seat, all_hands=given.open, output=output)
        else:
            play(table, screen, _typed(), seat or 0, output)


@contextmanager
def _output(table: Table, path: str | None, force: bool) -> Generator[Output | None, None, None]:
    """The file to which records are written, if there is to be one."""
    if path is None:
        yield None
        return
    if path == STANDARD:
        raise UsageError(f"a file is needed for records, since the screen has other things to show: {path!r}")
    check_text(table.game, "recorded")
    with Output(path, force=force, played=True) as output:
        yield output


def _typed() -> TextIO:
    """What is typed, or nothing where there is no standard input; bytes that are no text are no move."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return sys.stdin or StringIO()


def _table(given: argparse.Namespace) -> Table:
    game = find_game(given.game)
    options = dict(map(_option, given.rule))
    if given.players is not None:
        options = _with_players(game, options, given.players)
    rules: Any = rules_from(game, given.preset, options)
    deals = None if given.deals is None else _whole("--deals", given.deals)
    seed = SystemRandom().randrange(10**6) if given.seed is None else given.seed
    if seed < 0:
        raise UsageError(f"--seed: {seed} is not 0 or more")
    players = _player("--opponents", getattr(given, "opponents", "random"))
    return Table(game, rules, rules.format.seating.check(given.first), seed, deals, players)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--rule: {text!r} is not NAME=VALUE")
    return name.strip().replace("-", "_"), value


def _with_players(game: catalogue.AnyGame, options: dict[str, str], players: int) -> dict[str, str]:
    usual = game.rules()
    if hasattr(usual, "players"):
        return options | {"players": str(players)}
    seats = usual.format.seating.seats
    if players != seats:
        raise RulesError("players", f"{game.title} is for {seats} players, not {players}")
    return options
