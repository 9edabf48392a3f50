"""How many ways a deal can go: the counts in ``docs/counts``, made and checked.

Run it as ``python -m tests.counts`` to make the files that are missing, with ``--check`` to count again and
compare, with ``--table`` for the table of the page. Only the small ones are looked at, with ``--all`` the big
ones too; names choose some, each a file or how it begins: ``python -m tests.counts --check --all truco
gong_zhu-deal``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from pathlib import Path
from random import Random
from typing import Any, TextIO

import attrs

from cardrules import Deal
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.notation import read_move, write_move
from cardrules.notation.options import every_option, write_format, write_rules
from cardrules.scoring import total
from tests.walks import GAMES, AnyGame

FOLDER = Path(__file__).parent.parent / "docs" / "counts"
VERSION = 1
LARGEST = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exact; larger ones are written as texts."""


# --- What makes two positions the same ----------------------------------------------------------

Key = tuple[object, ...]


def key(state: Any) -> Key:
    """What the rest of the deal still depends on, given the deal: equal keys are one position.

    It is made of the phase, the seat to move, the hands, the cards on the table, and what each game adds.
    """
    played = state.played_bits
    hands = tuple([own.bits & ~played for own in state.secrets.own])
    table = tuple([card.bit for card in state.trick])
    return (state.to_move, hands, table, *EXTRAS[state.GAME.name](state))


def _taken(state: Any, owners: Sequence[int], cards: int) -> tuple[int, ...]:
    """Which of these cards each owner has taken, as bits, where ``owners`` has the owner of every seat."""
    taken = [0] * (max(owners) + 1)
    for trick in state.tricks:
        taken[owners[trick.winner]] |= trick.bits & cards
    return tuple(taken)


def _etori(state: Any) -> Key:
    rules, seating = state.match.rules, state.match.rules.format.seating
    teams = [seating.side_of(seat) for seat in range(seating.seats)]
    pictures = [bits.bit_count() for bits in _taken(state, teams, etori.PICTURES.bits)]
    aces = _taken(state, teams, etori.ACES.bits) if rules.aces == "captured" else ()
    return (state.deal.leader is None, *pictures, aces)


def _gong_zhu(state: Any) -> Key:
    deal = state.deal
    held_back = deal.held_back.bits & ~state.played_bits
    seats = range(state.match.rules.format.seating.seats)
    return (deal.phase, deal.exposed.bits, held_back, _taken(state, seats, gong_zhu.SCORING.bits))


def _hornafjardarmanni(state: Any) -> Key:
    deal = state.deal
    left = deal.left if deal.phase == "exchanging" else None
    return (deal.phase, left, hornafjardarmanni.tricks_taken(state))


def _truco(state: Any) -> Key:
    deal = state.deal
    calls, envido = deal.truco, deal.envido
    chain = envido.calls if envido.awaits is not None else bool(envido.calls)
    scored = total(deal.scored, 2)
    winners = tuple([trick.winner for trick in state.tricks])
    return (winners, len(calls.calls), calls.by, calls.awaits, chain, scored)


EXTRAS: dict[str, Callable[[Any], Key]] = {
    "etori": _etori,
    "gong_zhu": _gong_zhu,
    "hornafjardarmanni": _hornafjardarmanni,
    "truco": _truco,
}


# --- Counting -----------------------------------------------------------------------------------


@attrs.frozen
class Row:
    """What there is after so many plies; ``None`` where only the sequences were counted."""

    sequences: int
    finished: int | None = None
    positions: int | None = None


@attrs.frozen
class Counts:
    """The counts of a deal from some position on: by ply, and by what each side scored in the deal."""

    rows: tuple[Row, ...]
    results: dict[tuple[int, ...], int]


Tell = Callable[[int, int], None]
"""What is told of the progress now and then: the ply, and how many positions have been found there."""


def _silent(ply: int, positions: int) -> None:
    """Nothing is told."""


def count(start: Any, plies: int | None = None, tell: Tell = _silent) -> Counts:
    """Count the ways in which a deal goes on from a state: to its end, or for so many plies.

    All positions of a ply are kept, each with the number of ways to it. Of the last of so many plies the
    sequences alone are counted, as the number of legal moves.
    """
    rows: list[Row] = []
    results: Counter[tuple[int, ...]] = Counter()
    layer: dict[Key, tuple[Any, int]] = {key(start): (start, 1)}
    ended = 0
    while True:
        rows.append(Row(ended + sum(ways for _, ways in layer.values()), ended, len(layer)))
        if not layer:
            break
        if plies is not None and len(rows) == plies:
            last = sum(ways * len(state.GAME.legal_moves(state)) for state, ways in layer.values())
            rows.append(Row(last))
            break
        layer, now = _following(layer, partial(tell, len(rows)))
        results.update(now)
        ended = sum(now.values())
    return Counts(tuple(rows), dict(sorted(results.items())))


def _following(
    layer: dict[Key, tuple[Any, int]], tell: Callable[[int], None]
) -> tuple[dict[Key, tuple[Any, int]], Counter[tuple[int, ...]]]:
    """The positions one ply later, each with the number of ways to it, and the deals that end there."""
    after: dict[Key, tuple[Any, int]] = {}
    results: Counter[tuple[int, ...]] = Counter()
    for done, (state, ways) in enumerate(layer.values()):
        if done % 4096 == 0:
            tell(len(after))
        apply = state.GAME.apply
        for move in state.GAME.legal_moves(state):
            following = apply(state, move)
            if following.deal_is_over:
                results[following.match.results[-1].scores] += ways
                continue
            same = key(following)
            there = after.get(same)
            after[same] = (following, ways) if there is None else (there[0], there[1] + ways)
    return after, results


# --- What is counted ----------------------------------------------------------------------------


@attrs.frozen
class Case:
    """One file: a deal from its beginning, or from a later moment, to its end or for some plies.

    The name begins with that of the game. The pack is shuffled with the seed, unless ``hands`` are given.
    Then come the moves in ``made``, and random ones until a trick is led from ``left`` cards each.
    """

    name: str
    rules: Any
    seed: int = 1
    hands: tuple[str, ...] | None = None
    first: int = 0
    start: tuple[int, ...] | None = None
    made: tuple[str, ...] = ()
    left: int | None = None
    plies: int | None = None
    big: bool = False

    @property
    def game(self) -> AnyGame:
        """The game."""
        return next(game for game in GAMES if game.name == self.name.partition("-")[0])

    @property
    def path(self) -> Path:
        """The file."""
        return FOLDER / f"{self.name}.json"

    def begin(self) -> tuple[Deal, Any, list[Any]]:
        """The deal, the state after it, and the moves that are made before the counting begins."""
        rng, before = Random(self.seed), self.game.new_match(self.rules, first=self.first, scores=self.start)
        shuffled = self.game.shuffle(before, rng)
        deal = shuffled if self.hands is None else self.game.arrange(before, self.hands)
        dealt = state = self.game.apply(before, deal)
        moves: list[Any] = []
        for text in self.made:
            moves.append(read_move(state, text))
            state = self.game.apply(state, moves[-1])
        while self.left is not None and not _as_few(state, self.left):
            moves.append(rng.choice(self.game.legal_moves(state)))
            state = self.game.apply(state, moves[-1])
        return deal, dealt, moves


def _as_few(state: Any, left: int) -> bool:
    """Whether a trick is to be led, and every hand has so many cards."""
    playing = getattr(state.deal, "phase", "playing") == "playing" and not state.trick
    return playing and all(len(state.hand(seat)) == left for seat in state.deal.seating.active)


ETORI_PACK = "A♠ K♠ 3♠ 2♠ A♥ Q♥ 3♥ 2♥ A♦ J♦ 3♦ 2♦ A♣ K♣ 3♣ 2♣"
ETORI_SMALLER = "A♠ K♠ 2♠ A♥ Q♥ 2♥ A♦ J♦ 2♦ A♣ K♣ 2♣"
ETORI_LARGER = ETORI_PACK + " 5♠ 5♥ 5♦ 5♣"
GONG_ZHU_PACK = "Q♠ 3♠ 2♠ A♥ 5♥ 2♥ J♦ 5♦ 2♦ 10♣ 5♣ 2♣"
GONG_ZHU_FOR_FIVE = GONG_ZHU_PACK + " K♠ K♥ 3♦"
GONG_ZHU_LARGER = GONG_ZHU_PACK + " K♠ K♥ 3♦ 3♣"
MANNI_PACK = "A♠ K♠ 7♠ 3♠ A♥ K♥ 8♥ 2♥ Q♦ 7♦ 4♦ 2♦"
MANNI_LARGER = MANNI_PACK + " 9♣ 3♣"
PARDAS = ("3E 3B 2C", "3C 3O 2O")


def _etori_cases() -> Iterator[Case]:
    yield Case(
        "etori-tiny",
        etori.Rules.study("A♠ K♠ 3♠ 2♠ A♣ K♥ 3♥ 2♥", many=3),
        hands=("A♠ 3♥", "2♠ K♥", "K♠ 2♥", "3♠ A♣"),
    )
    study = etori.Rules.study
    yield Case("etori-study-1", study(ETORI_PACK, many=6), 1)
    yield Case("etori-study-2", study(ETORI_PACK, many=6), 2, big=True)
    yield Case("etori-study-3", study(ETORI_PACK, many=6), 3, big=True)
    yield Case("etori-study-captured", study(ETORI_SMALLER, many=6, aces="captured"), 20)
    yield Case("etori-study-spades", study(ETORI_SMALLER, many=6, trump="♠", rensho="A♥"), 2)
    around = study(ETORI_SMALLER, many=6, direction="counterclockwise")
    hands = ("A♠ 2♥ J♦", "K♠ Q♥ 2♣", "2♠ A♦ K♣", "A♥ 2♦ A♣")
    yield Case("etori-study-direction", around, hands=hands)
    yield Case("etori-study-six", study(ETORI_SMALLER, many=6, players=6), 4, first=2)
    yield Case("etori-study-short", study(ETORI_SMALLER, many=5), 3, start=(9, 1))
    for seed in (1, 2):
        yield Case(f"etori-study-larger-{seed}", study(ETORI_LARGER, many=6), seed, big=True)
    yield Case("etori-study-larger-captured", study(ETORI_LARGER, many=6, aces="captured"), 1, big=True)
    yield Case("etori-ending-1", etori.Rules(), 1, left=4, big=True)
    yield Case("etori-ending-2", etori.Rules(), 2, left=4)
    yield Case("etori-ending-six", etori.Rules(players=6), 12, left=3)
    yield Case("etori-ending-kakeya", etori.Rules.kakeya(), 4, left=4)
    yield Case("etori-ending-five", etori.Rules(), 1, left=5, big=True)
    yield Case("etori-ending-captured", etori.Rules(aces="captured"), 5, left=5, big=True)
    yield Case("etori-deal-1", etori.Rules(), 1, plies=6)
    yield Case("etori-deal-kakeya", etori.Rules.kakeya(), 2, plies=6)
    yield Case("etori-deal-1-deep", etori.Rules(), 1, plies=11, big=True)
    yield Case("etori-deal-2-deep", etori.Rules(), 2, plies=11, big=True)
    yield Case("etori-deal-six-deep", etori.Rules(players=6), 3, plies=10, big=True)


def _gong_zhu_cases() -> Iterator[Case]:
    study = gong_zhu.Rules.study
    for seed in (1, 2):
        yield Case(f"gong_zhu-study-{seed}", study(GONG_ZHU_PACK), seed)
    yield Case("gong_zhu-study-none", study(GONG_ZHU_PACK, exposure="none"), 1)
    yield Case("gong_zhu-study-marker", study(GONG_ZHU_PACK, first_lead="marker"), 1)
    yield Case("gong_zhu-study-sweep", study(GONG_ZHU_PACK, exposure="none", pig_flips="sweep"), 2)
    yield Case("gong_zhu-study-partners", study(GONG_ZHU_PACK, partnerships=True), 2)
    yield Case("gong_zhu-study-five", study(GONG_ZHU_FOR_FIVE, players=5), 1, big=True)
    yield Case("gong_zhu-study-larger", study(GONG_ZHU_LARGER, exposure="none"), 1, big=True)
    # Two orders of the first two tricks, of which one leads spades: whether Q♠ may be played depends on it.
    hands = ("A♠ 2♠ 9♥ 5♥ 2♣", "4♥ 3♥ 2♥ A♦ A♣", "Q♠ 4♠ 3♠ 6♥ K♣", "8♥ 7♥ 4♦ 3♦ 3♣")
    exposed = ("expose nothing", "expose nothing", "expose Q♠", "expose nothing")
    held_back = study(" ".join(hands))
    yield Case("gong_zhu-study-held-back", held_back, hands=hands, made=exposed, big=True)
    yield Case("gong_zhu-ending-1", gong_zhu.Rules(), 1, left=3)
    yield Case("gong_zhu-ending-2", gong_zhu.Rules(exposure="none"), 2, left=4)
    yield Case("gong_zhu-ending-five", gong_zhu.Rules(players=5), 3, left=3)
    yield Case("gong_zhu-ending-partners", gong_zhu.Rules(partnerships=True), 4, left=3)
    yield Case("gong_zhu-ending-deep", gong_zhu.Rules(), 1, left=5, big=True)
    yield Case("gong_zhu-ending-sweep", gong_zhu.Rules(pig_flips="sweep"), 5, left=5, big=True)
    yield Case("gong_zhu-deal-1", gong_zhu.Rules(), 1, plies=8)
    yield Case("gong_zhu-deal-none", gong_zhu.Rules(exposure="none"), 2, plies=5)
    yield Case("gong_zhu-deal-five", gong_zhu.Rules(players=5, removed="2♣ 2♦"), 3, plies=8)
    yield Case("gong_zhu-deal-1-deep", gong_zhu.Rules(), 1, plies=12, big=True)
    yield Case("gong_zhu-deal-none-deep", gong_zhu.Rules(exposure="none"), 2, plies=9, big=True)
    yield Case("gong_zhu-deal-marker-deep", gong_zhu.Rules(first_lead="marker"), 4, plies=12, big=True)


def _hornafjardarmanni_cases() -> Iterator[Case]:
    study, rules = hornafjardarmanni.Rules.study, hornafjardarmanni.Rules
    for seed in (1, 2, 3):
        yield Case(f"hornafjardarmanni-study-{seed}", study(MANNI_PACK, allowances=(2, 1)), seed)
    yield Case("hornafjardarmanni-study-low", study(MANNI_PACK, allowances=(2, 1), nolo_ace="low"), 2)
    low_first = study(MANNI_PACK, allowances=(2, 1), nolo_ace="low", deal="manni_first")
    yield Case("hornafjardarmanni-study-first", low_first, 4, first=1)
    yield Case("hornafjardarmanni-study-larger", study(MANNI_LARGER, allowances=(3, 2)), 1, big=True)
    yield Case("hornafjardarmanni-ending-1", rules(), 1, left=4)
    yield Case("hornafjardarmanni-ending-2", rules(), 2, left=5)
    yield Case("hornafjardarmanni-ending-first", rules.cardgames(), 11, left=4)
    yield Case("hornafjardarmanni-ending-deep", rules(), 4, left=7, big=True)
    yield Case("hornafjardarmanni-exchange-1", rules(), 1, plies=2)
    yield Case("hornafjardarmanni-exchange-2", rules(), 2, made=("exchange nothing",), plies=2)
    yield Case("hornafjardarmanni-deal-1", rules(), 1, left=12, plies=5)
    yield Case("hornafjardarmanni-deal-1-deep", rules(), 1, left=12, plies=9, big=True)
    yield Case("hornafjardarmanni-deal-2-deep", rules(), 2, left=12, plies=9, big=True)


def _truco_cases() -> Iterator[Case]:
    yield Case("truco-study-one", truco.Rules.study(each=1), 1)
    yield Case("truco-study-end", truco.Rules.study(each=2, target=3), 2)
    options: dict[str, dict[str, Any]] = {
        "usual": {},
        "either": {"raise_right": "either"},
        "after": {"envido_after_truco": True},
        "own": {"envido_own_card": False},
        "once": {"max_envidos": 1},
        "thrice": {"max_envidos": 3},
        "loser": {"falta": "loser"},
        "decline": {"fold_to_envido": "decline_and_fold"},
        "forbidden": {"fold_to_envido": "forbidden"},
    }
    options["all"] = {"target": 30, "envido_reveal": "cards"}
    for name in ("either", "after", "thrice", "loser", "decline"):
        options["all"] |= options[name]
    for name, chosen_ones in options.items():
        # The standing tells the two ways to reckon Falta Envido apart, and ends some rounds early.
        rules, start = truco.Rules(**chosen_ones), (12, 9) if name == "loser" else None
        yield Case(f"truco-study-{name}", truco.Rules.study(each=2, **chosen_ones), 2, start=start)
        large = name not in ("usual", "loser", "all")
        yield Case(f"truco-round-{name}-1", rules, 1, start=start, big=large)
        for seed in (2, 3):
            yield Case(f"truco-round-{name}-{seed}", rules, seed, first=1, start=(9, 12), big=True)
        yield Case(f"truco-round-{name}-pardas", rules, hands=PARDAS, big=name != "usual")
    # Whole rounds come out even where the first two tricks change places: these begin after the first.
    one, other = ("3 de espada", "2 de oro"), ("truco", "quiero", "3 de copa", "2 de copa")
    yield Case("truco-ending-1", truco.Rules(), hands=PARDAS, made=one)
    yield Case("truco-ending-2", truco.Rules(), hands=PARDAS, made=other, first=1)
    yield Case("truco-round-last", truco.Rules(), 2, start=(14, 13))


CASES: tuple[Case, ...] = (*_etori_cases(), *_gong_zhu_cases(), *_hornafjardarmanni_cases(), *_truco_cases())


# --- Files --------------------------------------------------------------------------------------

SIZES: dict[str, tuple[str, ...]] = {
    "etori": ("many",),
    "gong_zhu": ("each",),
    "hornafjardarmanni": ("each", "stock", "allowances"),
    "truco": ("each",),
}
"""The sizes of a format for study, besides its pack."""


def number(value: int | None) -> int | str | None:
    """A number as it is written: as text, where some readers of JSON would round it."""
    return str(value) if value is not None and value > LARGEST else value


def data_of(case: Case, tell: Tell = _silent) -> dict[str, Any]:
    """What the file of a case has to say, counted now."""
    game, rules = case.game, case.rules
    deal, dealt, moves = case.begin()
    state = reduce(game.apply, moves, dealt)
    counts = count(state, case.plies, tell)
    sizes = {name: getattr(rules.format, name) for name in SIZES[game.name]}
    data: dict[str, Any] = {
        "version": VERSION,
        "game": game.name,
        "rules": {name: value for name, (_, value) in every_option(game, rules).items()},
        "study": sizes if write_format(game, rules) else None,
        "first": case.first,
        "start": dealt.match.start,
        "pack": [*map(str, deal.pack)],
        "hands": [[*map(str, hand)] for hand in dealt.hands],
        "stock": [*map(str, dealt.secrets.stock)],
        "moves": [*map(write_move, moves)],
        "to_move": state.to_move,
        "complete": case.plies is None,
        "plies": [
            {"ply": ply} | {name: number(value) for name, value in attrs.asdict(row).items()}
            for ply, row in enumerate(counts.rows)
        ],
    }
    if case.plies is None:
        data["total"] = number(sum(counts.results.values()))
        data["results"] = [
            {"scores": scores, "sequences": number(ways)} for scores, ways in counts.results.items()
        ]
    return data


def text_of(data: dict[str, Any]) -> str:
    """Data as text: a line for each part, and for each row of a part that is a table."""
    parts: list[str] = []
    for name, value in data.items():
        written = json.dumps(value, ensure_ascii=False)
        if name in ("plies", "results"):
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            written = f"[\n{rows}\n ]"
        parts.append(f' "{name}": {written}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def differences(there: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What is not the same in the data of a file and in what was counted now, in words."""
    told: list[str] = []
    for name in sorted({*there, *now}, key=[*now, *there].index):
        one, other = _entries(name, there.get(name)), _entries(name, now.get(name))
        for where in sorted({*one, *other}, key=[*other, *one].index):
            if one.get(where) != other.get(where):
                told.append(f"{where} is {one.get(where)}, counted {other.get(where)}")
    return told


def _entries(name: str, value: Any) -> dict[str, Any]:
    """A part of a file by where it stands: a table row by row, anything else whole."""
    if name in ("plies", "results") and value is not None:
        return {f"{name}[{at}]": row for at, row in enumerate(value)}
    return {name: value}


def row_of(case: Case, data: dict[str, Any]) -> str:
    """The row of a file in the table of the page."""
    options = write_rules(case.game, case.rules) or "as usual"
    rows, made = data["plies"], len(data["moves"])
    start = f"after {made} move{'s' * (made > 1)}" if made else "the deal"
    if tuple(data["start"]) != case.game.new_match(case.rules).match.start:
        options += f"; start={'–'.join(map(str, data['start']))}"
    if data["study"] is not None:
        start += f", {max(map(len, data['hands']))} cards each"
    if data["complete"]:
        many, how = int(data["total"]), f"{len(rows) - 1}, to the end"
        results = str(len(data["results"]))
    else:
        many, how, results = int(rows[-1]["sequences"]), str(len(rows) - 1), ""
    positions = sum(int(row["positions"] or 0) for row in rows)
    size = "big" if case.big else "small"
    link = f"[{case.name}]({case.name}.json)"
    return f"| {link} | {options} | {start} | {how} | {many:,} | {positions:,} | {results} | {size} |"


def table(cases: Iterable[Case]) -> str:
    """The table of the page, from the files."""
    head = "| file | options | from | plies | sequences | positions | results | |"
    line = "|---|---|---|---|---:|---:|---:|---|"
    return "\n".join(
        [head, line, *(row_of(case, json.loads(case.path.read_text("utf-8"))) for case in cases)]
    )


# --- The command --------------------------------------------------------------------------------


class Progress:
    """What is being counted, on a terminal; on other streams, nothing."""

    def __init__(self, out: TextIO, many: int) -> None:
        self._out = out if out.isatty() else None
        self._many, self._done, self._name = many, 0, ""

    def begin(self, name: str) -> None:
        """Begin with the next of the files."""
        self._name = name
        self.show(0, 1)

    def show(self, ply: int, positions: int) -> None:
        """Show how far it has come."""
        if self._out is not None:
            bar = "#" * (30 * self._done // self._many)
            at = f"{self._name}, ply {ply}: {positions:,} positions"
            self._out.write(f"\r\x1b[K[{bar.ljust(30, '.')}] {self._done} of {self._many}: {at}")
            self._out.flush()

    def end(self) -> None:
        """The file is done: clear the line."""
        self._done += 1
        if self._out is not None:
            self._out.write("\r\x1b[K")
            self._out.flush()


def chosen(names: Sequence[str], everything: bool) -> list[Case]:
    """The cases whose names begin with one of these (all, if none is given), without the big ones or with."""
    cases = [case for case in CASES if everything or not case.big]
    return [case for case in cases if not names or any(case.name.startswith(name) for name in names)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the files, or check them, or print their table: 0 if all is well, 1 if a file differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.counts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="a file, or how some begin: truco, etori-deal"
    )
    parser.add_argument("--all", action="store_true", help="the big ones too: some minutes, 1 GB")
    parser.add_argument("--check", action="store_true", help="count again and compare; nothing is written")
    parser.add_argument(
        "--table", action="store_true", help="print the table of the files, of all that are there"
    )
    given = parser.parse_args(arguments)
    cases = chosen(given.names, given.all or given.table)
    if not cases:
        parser.error(f"no count begins with {' or '.join(given.names)} (without --all, the small ones alone)")
    if given.table:
        print(table(case for case in cases if case.path.exists()))
        return 0
    if not given.check:
        cases = [case for case in cases if not case.path.exists()]
    progress, wrong = Progress(sys.stderr, len(cases)), 0
    for case in cases:
        progress.begin(case.name)
        data = data_of(case, progress.show)
        told = _compare(case, data) if given.check else _write(case, data)
        progress.end()
        wrong += given.check and told != SAME
        print(f"{case.name}: {told}")
    what = "differ" if given.check else "were made"
    print(f"{wrong if given.check else len(cases)} of {len(cases)} files {what}")
    return 1 if wrong else 0


SAME = "the same"


def _compare(case: Case, data: dict[str, Any]) -> str:
    if not case.path.exists():
        return "is missing"
    there = case.path.read_text("utf-8")
    if there == text_of(data):
        return SAME
    try:
        told = differences(json.loads(there), json.loads(text_of(data)))
    except ValueError as error:
        told = [f"is not JSON: {error}"]
    return "\n  ".join(["differs", *(told or ["in its layout only"])])


def _write(case: Case, data: dict[str, Any]) -> str:
    FOLDER.mkdir(exist_ok=True)
    case.path.write_text(text_of(data), "utf-8", newline="\n")
    return "written"


if __name__ == "__main__":
    sys.exit(main())
