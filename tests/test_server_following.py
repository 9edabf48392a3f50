"""Clients that live on events alone: the page's under Node, and one by the tables in the docs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules import codec, schema
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from examples import german_whist, hearts, oh_hell
from examples.serving.offers import Preset
from tests.rooms import seated, table_of

Json = dict[str, Any]

MATCHES: dict[str, tuple[Any, Any, int]] = {
    "etori": (etori.GAME, etori.Rules(tokens=1), 3),
    "gong_zhu": (gong_zhu.GAME, gong_zhu.Rules(losing_score=-200), 3),
    "gong_zhu_five": (gong_zhu.GAME, gong_zhu.Rules(players=5), 1),
    "hornafjardarmanni": (hornafjardarmanni.GAME, hornafjardarmanni.Rules(), 3),
    "truco": (truco.GAME, truco.Rules(target=5), 20),
    "german_whist": (german_whist.GAME, german_whist.Rules(target=1), 2),
    "hearts": (hearts.GAME, hearts.Rules(), 2),
    "oh_hell": (oh_hell.GAME, oh_hell.Rules(tricks=3), 3),
}
"""A game, its options, and how many deals are played at most."""

each_match = pytest.mark.parametrize("name", MATCHES)

Told = tuple[str, list[Json] | None, Json]
"""A client, the events that it is told (``None`` at first), and its view after them."""


@cache
def told(name: str) -> tuple[Told, ...]:
    """A match by chance, as every seat and a spectator are told it."""
    game, rules, deals = MATCHES[name]
    rng, state, lines = Random(name), game.new_match(rules), list[Told]()
    hearers = (*range(state.seating.seats), None)

    def view(state: Any, hearer: int | None) -> Json:
        shown: Json = codec.encode(cardrules.observe(state, hearer), game)
        return shown

    for hearer in hearers:
        lines.append((f"{name}, seat {hearer}", None, view(state, hearer)))
    while state.match.outcome is None and (state.to_move is not None or len(state.match.results) < deals):
        if state.to_move is None:
            move: Any = cardrules.shuffle(state, rng)
        else:
            legal = cardrules.legal_moves(state)
            move = legal[rng.randrange(len(legal))]
        after = cardrules.apply(state, move)
        for hearer in hearers:
            happened: Json = codec.encode(cardrules.events(state, move, hearer), game)
            lines.append((f"{name}, seat {hearer}", happened["events"], view(after, hearer)))
        state = after
    return tuple(lines)


def test_the_matches_have_all_events_and_some_come_to_their_end() -> None:
    kinds = {event["kind"] for name in MATCHES for _, events, _ in told(name) for event in events or ()}
    assert kinds == set(EVENTS)


# --- The page ---------------------------------------------------------------------------------------


@each_match
def test_the_page_has_the_view_of_every_moment_by_events_alone(name: str) -> None:
    assert followed_by_the_page(told(name)) == sum(events is not None for _, events, _ in told(name)) > 50


def followed_by_the_page(lines: Iterable[Told]) -> int:
    """How many views the page made of events, all of them as they should be."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    ran = subprocess.run(
        [node, str(Path(__file__).parent / "follow_test.mjs")],
        input="".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines),
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return int(ran.stdout)


def came_again() -> Iterator[Told]:
    """A card that went and came again, and one that came and went."""
    client, _, view = told("hearts")[0]
    yield client, None, view
    own = {"dealt": ["A♠", "2♥", "3♦"], "gone": ["2♥", "4♣"], "come": ["4♣", "2♥", "5♣"]}
    event: Json = {"kind": "hand_changed", "seat": 0, "gone": [], "come": [], "own": own}
    yield client, [event], view | {"own": own, "hand": ["A♠", "2♥", "3♦", "5♣"]}


def test_a_card_may_go_and_come_again() -> None:
    (client, _, before), (_, events, after) = came_again()
    assert events is not None
    assert plain(follow(before, events)) == plain(after), client
    assert followed_by_the_page(came_again()) == 1


# --- The table in the docs --------------------------------------------------------------------------

# Each function does what its docstring says, and the docstring is the row of the page.


def deal_began(now: Json, event: Json) -> None:
    """`deal` becomes the event's; `tricks`, `trick`, `played`, `log` and `lines` become empty"""
    now |= {"deal": event["deal"], "tricks": [], "trick": [], "played": [], "log": [], "lines": []}


def hand_dealt(now: Json, event: Json) -> None:
    """`own` becomes the event's"""
    now["own"] = event["own"]


def acted(now: Json, event: Json) -> None:
    """`seat` and `move` go on `log`; if `move.kind` is `play`, its card goes on `trick` and `played`"""
    now["log"] = [*now["log"], {"seat": event["seat"], "move": event["move"]}]
    if event["move"]["kind"] == "play":
        now["trick"] = [*now["trick"], event["move"]["card"]]
        now["played"] = [*now["played"], event["move"]["card"]]


def trick_taken(now: Json, event: Json) -> None:
    """the trick goes on `tricks`; `trick` becomes empty"""
    now |= {"tricks": [*now["tricks"], event["trick"]], "trick": []}


def deal_changed(now: Json, event: Json) -> None:
    """`deal` becomes the event's"""
    now["deal"] = event["deal"]


def line_scored(now: Json, event: Json) -> None:
    """the line goes on `lines`"""
    now["lines"] = [*now["lines"], event["line"]]


def deal_ended(now: Json, event: Json) -> None:
    """the result goes on `match.results`, its totals become `match.scores`, `match.eldest` the event's"""
    match, result = now["match"], event["result"]
    results = [*match["results"], result]
    now["match"] = match | {"results": results, "scores": result["totals"], "eldest": event["eldest"]}


def match_ended(now: Json, event: Json) -> None:
    """`match.outcome` becomes the event's"""
    now["match"] = now["match"] | {"outcome": event["outcome"]}


def turn_passed(now: Json, event: Json) -> None:
    """`to_move` becomes the event's seat"""
    now["to_move"] = event["seat"]


def hand(now: Json) -> list[str]:
    """the cards of `own` that are not in `played`; none where `own` is `null`"""
    return sorted(set(together(now["own"])) - set(now["played"]))


def scores(now: Json) -> list[int]:
    """
    `match.scores`; while `match.results` has fewer items than `deal.number`,
    the `points` of each of `lines` are added for its `side`
    """
    sums = list(now["match"]["scores"])
    if len(now["match"]["results"]) < now["deal"]["number"]:
        for line in now["lines"]:
            sums[line["side"]] += line["points"]
    return sums


def legal_moves(now: Json) -> list[Json]:
    """empty, until the next view comes"""
    return []


def choices(now: Json) -> None:
    """`null`, until the next view comes"""


EVENTS: dict[str, Callable[[Json, Json], None]] = {
    each.__name__: each
    for each in (
        deal_began, hand_dealt, acted, trick_taken, deal_changed, line_scored, deal_ended, match_ended,
        turn_passed,
    )
}  # fmt: skip
EVENTS["hand_changed"] = hand_dealt

DERIVED: dict[str, Callable[[Json], Any]] = {
    each.__name__: each for each in (hand, scores, legal_moves, choices)
}


def together(own: Any) -> list[str]:
    """The cards of `dealt` and `drawn` less `discarded`, or of `dealt` and `come` less `gone`, each once."""
    if "dealt" not in (own or ()):
        cards: list[str] = own or []
        return cards
    came, went = ("drawn", "discarded") if "drawn" in own else ("come", "gone")
    got: list[str] = own["dealt"] + own[came]
    lost: list[str] = own[went]
    return list((Counter(got) - Counter(lost)).elements())


def follow(view: Json, events: list[Json]) -> Json:
    """The view after these events, by the two tables."""
    now = dict(view)
    for event in events:
        EVENTS[event["kind"]](now, event)
    return now | {name: derive(now) for name, derive in DERIVED.items()}


def plain(view: Json) -> Json:
    """A view, less what cannot be known from events; sets of cards in one order."""
    unknown = {"legal_moves": None, "choices": None}
    return view | unknown | {"hand": sorted(view["hand"]), "played": sorted(view["played"])}


@each_match
def test_the_table_on_the_page_gives_the_view_of_every_moment(name: str) -> None:
    kept: dict[str, Json] = {}
    sent: dict[str, Json] = {}
    for client, events, view in told(name):
        if events is None:
            kept[client] = view
        else:
            kept[client] = follow(kept[client], events)
            assert plain(kept[client]) == plain(view), client
            after = follow(sent[client], events)
            assert plain(after) == plain(view), client
            assert (after["legal_moves"], after["choices"]) == ([], None), client
        sent[client] = view


def rows(heading: str) -> Iterator[tuple[str, str]]:
    """The rows of a table of the page on front ends: each name in the first column, and the second."""
    page = (Path(__file__).parent.parent / "docs/how-to/front-end.md").read_text(encoding="utf-8")
    for names, text in re.findall(
        r"^\| (`.*?) \| (.*) \|$", page.split(heading)[1].split("\n\n")[1], re.MULTILINE
    ):
        for name in re.findall(r"`(\w+)`", names):
            yield name, text


@pytest.mark.parametrize(
    ("heading", "steps"),
    [("by events alone", EVENTS), ("made of the others", DERIVED)],
    ids=["events", "derived"],
)
def test_the_page_says_what_is_done_here(heading: str, steps: dict[str, Callable[..., Any]]) -> None:
    assert dict(rows(heading)) == {name: " ".join(str(step.__doc__).split()) for name, step in steps.items()}


def test_the_page_has_all_events_of_the_games() -> None:
    for name in ("etori", "gong_zhu", "hornafjardarmanni", "truco"):
        defined = json.loads(schema.shipped(name))["$defs"]
        assert {kind for kind in map(kind_of, defined.values()) if kind in EVENTS} == set(EVENTS)


def kind_of(definition: Json) -> Any:
    """The kind of message that a part of a schema describes, if it is one."""
    kind = definition.get("properties", {}).get("kind", {})
    return kind.get("const") or next(iter(kind.get("enum", ())), None)


# --- The server -------------------------------------------------------------------------------------


@each_match
def test_the_server_takes_any_game(name: str) -> None:
    game, rules, _ = MATCHES[name]
    room = seated("any", presets={"any": Preset("any", game.title, game, rules)})
    clients = [*map(str, range(rules.format.seating.seats)), "x"]
    rng, heard = Random(name), dict.fromkeys(clients, 0)
    kept: dict[str, Json] = {}
    for _ in range(300):
        for client in clients:
            for text in room.received[client][heard[client] :]:
                message = json.loads(text)
                if message["type"] == "view":
                    kept[client] = message["view"]
                elif message["type"] == "events":
                    kept[client] = follow(kept[client], message["events"]["events"])
            heard[client] = len(room.received[client])
        state = table_of(room).state
        if state.to_move is None:
            break
        view = kept[str(state.to_move)]
        move = rng.choice(view["legal_moves"]) if view["legal_moves"] else chosen(view["choices"], rng)
        move |= {"version": 1, "game": game.name}
        assert room.send(str(state.to_move), "move", move=move)[0]["type"] == "events"
    assert table_of(room).phase in ("between", "over")
    for client in clients:
        seen = codec.encode(
            cardrules.observe(table_of(room).state, None if client == "x" else int(client)), game
        )
        assert plain(kept[client]) == plain(seen)


def chosen(choices: Json, rng: Random) -> Json:
    """One of the many moves that `choices` stands for."""
    count = rng.randint(choices.get("least", 0), choices["limit"])
    return {"kind": choices["kind"], "cards": rng.sample(choices["cards"], count)}
