"""The worked deals of the rule book: each page's record is played again, and its tables must say the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.games import etori, gong_zhu
from cardrules.records import from_text, verify
from cardrules.rulebook import rules_of

FOLDER = Path(__file__).parent.parent / "docs" / "rules" / "worked"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.stem != "index")
Table = list[dict[str, str]]


def tables(page: Path) -> dict[str, Table]:
    """The tables of a page by the heading of their first column, each row by its columns' headings."""
    found: dict[str, Table] = {}
    for block in re.findall(r"(?:^\|.*\n)+", page.read_text(encoding="utf-8"), re.MULTILINE):
        head, _, *rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()
        ]
        found[f"{head[0]} {head[1]}"] = [dict(zip(head, row, strict=True)) for row in rows]
    return found


def states(page: Path) -> tuple[Any, ...]:
    """Every state of the page's record."""
    (text,) = re.findall(r"^```text\n(record: .*?)^```$", page.read_text(encoding="utf-8"), re.M | re.DOTALL)
    record = from_text(text)
    assert record.game.name == page.stem
    assert record.claim is not None
    assert verify(record) is None
    return record.replay().states


@pytest.fixture(params=PAGES, ids=[page.stem for page in PAGES])
def page(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_there_is_a_worked_deal_of_every_game() -> None:
    assert {page.stem for page in PAGES} == {"etori", "gong_zhu", "hornafjardarmanni", "truco"}


def test_the_hands_are_those_of_the_record(page: Path) -> None:
    dealt = states(page)[1]
    rows = tables(page)["seat hand"]
    assert [int(row["seat"]) for row in rows] == list(range(dealt.seating.seats))
    assert [dealt.pack.set(row["hand"]) for row in rows] == list(dealt.hands)


def test_the_tricks_are_those_of_the_record(page: Path) -> None:
    end = states(page)[-1]
    told = [
        (int(row["trick"]), int(row["led by"]), tuple(end.pack.read(row["cards"])), int(row["won by"]))
        for row in tables(page)["trick led by"]
    ]
    assert told == [
        (place, trick.leader, trick.cards, trick.winner) for place, trick in enumerate(end.tricks, 1)
    ]


def test_the_score_is_that_of_the_record(page: Path) -> None:
    end = states(page)[-1]
    told = [
        (row["rule"].strip("`"), int(row["side"]), int(row["points"].replace("−", "-")))
        for row in tables(page)["rule side"]
    ]
    assert told == [(line.rule, line.side, line.points) for line in end.match.results[-1].lines]


def test_every_rule_that_is_cited_is_one(page: Path) -> None:
    game = page.stem
    cited = re.findall(rf"`({game}\.[a-z_.]+)`", page.read_text(encoding="utf-8"))
    assert set(cited) <= {rule.id for rule in rules_of(game)}
    assert cited


def pictures(tricks: tuple[cardrules.Trick, ...]) -> str:
    won = [0, 0]
    for trick in tricks:
        won[(trick.winner or 0) % 2] += len([card for card in trick.cards if card in etori.PICTURES])
    return f"{won[0]}–{won[1]}"


def scoring(tricks: tuple[cardrules.Trick, ...]) -> str:
    return " ".join(str(card) for card in tricks[-1].cards if card in gong_zhu.SCORING)


@pytest.mark.parametrize(
    ("game", "column", "said"), [("etori", "pictures", pictures), ("gong_zhu", "scoring cards", scoring)]
)
def test_what_the_tricks_brought(
    game: str, column: str, said: Callable[[tuple[cardrules.Trick, ...]], str]
) -> None:
    page = FOLDER / f"{game}.md"
    tricks = states(page)[-1].tricks
    told = [row[column] for row in tables(page)["trick led by"]]
    assert told == [said(tricks[:many]) for many in range(1, len(tricks) + 1)]


def test_the_exchange_of_hornafjardarmanni() -> None:
    page = FOLDER / "hornafjardarmanni.md"
    played = states(page)
    rows = tables(page)["seat may exchange"]
    for row, before, after in zip(rows, played[1:4], played[2:5], strict=True):
        seat = int(row["seat"])
        assert (before.to_move, before.deal.limit) == (seat, int(row["may exchange"]))
        own = after.secrets.own[seat]
        assert own.discarded == after.pack.set(row["throws away"])
        assert own.drawn == after.pack.set(row["draws"])


def test_the_exposures_of_gong_zhu() -> None:
    end = states(FOLDER / "gong_zhu.md")[-1]
    text = (FOLDER / "gong_zhu.md").read_text(encoding="utf-8").split("## Exposing")[1].split("## ")[0]
    assert end.deal.exposed == end.pack.set(" ".join(re.findall(r"\*\*(\S+)\*\*", text)))
