"""Redacted records: what a seat knew and nothing else, filled up with what it did not see made up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import NoWorlds, Play, SeatError, SpectatorError, testing
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.records import Claim, Record, RecordError, from_json, from_text, to_json, to_text, verify
from cardrules.testing import Walk
from cardrules.testing.hidden import exchanged, look_alikes
from tests.messages import STUDIES, UNUSUAL
from tests.test_views import hidden_cards
from tests.walks import GAMES, LAWS, AnyGame

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def record_of(walk: Walk, **more: Any) -> Record:
    seats: int = walk.start.seating.seats
    return Record.of(walk, players=[f"player {seat}" for seat in range(seats)], **more)


def written(record: Record) -> tuple[str, str]:
    """Both forms of a record, which must say the same."""
    text, line = to_text(record), to_json(record)
    assert from_text(text) == from_json(line) == record
    return text, line


def check(walk: Walk, seat: int) -> Record:
    """The redacted record of a walk, after everything that must be so of any."""
    game, record = walk.game, record_of(walk, tags={"seed": "7", "event": "Spring"})
    known = record.redacted(seat)
    replayed = known.replay()
    assert replayed.fault is None
    assert len(replayed.states) == len(walk.states)
    for mine, true in zip(replayed.states, walk.states, strict=True):
        assert game.observe(mine, seat) == game.observe(true, seat)
    assert verify(known) is None
    assert (known.claim, known.players, known.first, known.scores, known.rules) == (
        record.claim, record.players, record.first, record.scores, record.rules,
    )  # fmt: skip
    assert (known.seat, known.tags) == (seat, ())
    assert known.redacted(seat) == known
    assert written(known.redacted(seat)) == written(known)
    return known


# --- What stays, and what goes ------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_the_seat_sees_what_it_saw(game: AnyGame, data: st.DataObject) -> None:
    """At every prefix, in finished deals and in one that goes on."""
    walk = data.draw(testing.walks(LAWS[game.name], deals=2))
    seats: int = walk.start.seating.seats
    check(walk, data.draw(st.integers(0, seats - 1)))


@every_game
@pytest.mark.parametrize("options", [UNUSUAL, STUDIES], ids=["unusual", "study"])
def test_a_match_with_other_rules(game: AnyGame, options: dict[str, Any]) -> None:
    walk = testing.random_walk(game, game.new_match(options[game.name], first=1), Random(3), deals=3)
    for seat in range(walk.start.seating.seats):
        check(walk, seat)
        check(walk.upto(len(walk.steps) - 2), seat)


@every_game
def test_the_claim_stays_also_a_wrong_one(game: AnyGame) -> None:
    walk = testing.random_walk(game, game.new_match(game.rules()), Random(1), deals=1)
    scores = tuple(score + 1 for score in walk.last.match.scores)
    claimed = attrs.evolve(record_of(walk), claim=Claim(scores))
    known = claimed.redacted(0)
    assert known.claim == claimed.claim
    assert str(verify(known)) == str(verify(claimed)) != "None"


def test_tags_stay_where_that_is_wanted() -> None:
    """A seed would tell every card."""
    record = Record("truco", truco.Rules(), tags={"seed": "7", "event": "Spring", "place": "Here"})
    assert record.redacted(1).tags == ()
    assert record.redacted(1, tags=["place", "event", "no such"]).tags == (
        ("event", "Spring"), ("place", "Here"),
    )  # fmt: skip


def test_both_forms_say_whose_record_it_is() -> None:
    record = Record("truco", truco.Rules())
    text, line = written(record.redacted(1))
    assert "seat: 1  # what this seat knew; ALL OTHER CARDS ARE MADE UP\n" in text
    assert '"seat":1,' in line
    assert "seat" not in to_json(record)
    assert from_text(text.replace("seat: 1", "seat: 0")) == record.redacted(0)


# --- Nothing leaks ------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_records_that_a_seat_cannot_tell_apart_are_redacted_to_the_same(
    game: AnyGame, data: st.DataObject
) -> None:
    laws = LAWS[game.name]
    seen = data.draw(look_alikes(laws))
    if seen.seat is None:
        return
    moves = [seen.in_other(move) for move in seen.walk.moves]
    other = testing.walk(
        game, seen.walk.start.rules, moves,
        first=seen.walk.start.match.eldest, scores=seen.walk.start.match.start,
    )  # fmt: skip
    alike = other.stopped is None and all(
        laws.told_in(here) == laws.told_in(there)
        for here, there in zip(seen.walk.states[1:], other.states[1:], strict=True)
    )
    if alike:  # the same moves are legal in both, and told the same
        one, two = record_of(seen.walk).redacted(seen.seat), record_of(other).redacted(seen.seat)
        assert written(one) == written(two)
        assert repr(one) == repr(two)


def look_alike_matches(game: AnyGame, rules: Any, seed: int) -> Iterator[tuple[Record, Record, int]]:
    """Records of several deals, in one of which two cards are exchanged that a seat never saw."""
    walk = testing.random_walk(game, game.new_match(rules), Random(seed), deals=3)
    rng, laws = Random(seed), LAWS[game.name]
    ends = [at for at, state in enumerate(walk.states) if state.deal_is_over or at + 1 == len(walk.states)]
    for end in ends:
        number = walk.states[end].deal.number
        for seat in range(walk.start.seating.seats):
            hidden = hidden_cards(walk.states[end], seat)
            if len(hidden) < 2:
                continue
            one, two = rng.sample(hidden, 2)
            swap = {one: two, two: one}
            moves = [
                exchanged(step.move, lambda card: swap.get(card, card))  # noqa: B023
                if step.after.deal.number == number and not isinstance(step.move, Play)
                else step.move
                for step in walk.steps
            ]
            other = testing.walk(game, rules, moves)
            told = zip(walk.states[1:], other.states[1:], strict=False)
            if other.stopped is None and all(laws.told_in(a) == laws.told_in(b) for a, b in told):
                assert other.moves != walk.moves
                yield record_of(walk), record_of(other), seat


@pytest.mark.parametrize("game", [hornafjardarmanni.GAME, truco.GAME], ids=lambda game: game.name)
def test_nothing_leaks_from_a_finished_deal(game: AnyGame) -> None:
    pairs = 0
    for seed in range(8):
        for one, two, seat in look_alike_matches(game, game.rules(), seed):
            pairs += 1
            assert written(one.redacted(seat)) == written(two.redacted(seat))
            others = [other for other in range(len(one.players)) if other != seat]
            assert written(one) != written(two)
            assert all(one.redacted(other).moves for other in others)
    assert pairs > 15


@every_game
def test_what_is_made_up_is_not_the_truth(game: AnyGame) -> None:
    """It is true as often as chance has it: once in so many worlds."""
    hidden = true = 0
    by_chance = 0.0
    for seed in range(60):
        start = game.new_match(STUDIES[game.name] if seed % 2 else game.rules(), first=seed % 2)
        rng = Random(seed)
        walk = testing.random_walk(game, start, rng, moves=rng.randint(1, 14), deals=1)
        for seat in range(start.seating.seats):
            worlds = game.worlds(game.observe(walk.last, seat))
            if worlds.count > 1:
                hidden += 1
                by_chance += 1 / worlds.count
                known = record_of(walk).redacted(seat).replay().states[-1]
                true += known.secrets.own == walk.last.secrets.own
    assert hidden > 100
    assert abs(true - by_chance) < 3 + 4 * by_chance**0.5 < hidden / 4


# --- What is refused ----------------------------------------------------------------------------


def test_what_is_not_redacted() -> None:
    record = Record("truco", truco.Rules())
    known = record.redacted(1)
    with pytest.raises(RecordError, match="this is what seat 1 knew, not what seat 0 did") as caught:
        known.redacted(0)
    assert caught.value.field == "seat"
    broken = Record("truco", truco.Rules(), [truco.Call.TRUCO])
    with pytest.raises(RecordError, match=r"move 0 breaks a rule \(common\.deal\)") as caught:
        broken.redacted(0)
    assert caught.value.field == "moves"
    for seat in (2, -1, True, "0"):
        with pytest.raises(SeatError):
            record.redacted(cast("int", seat))
        with pytest.raises(RecordError, match="is not a seat"):
            attrs.evolve(record, seat=cast("int", seat))
    with pytest.raises(SpectatorError, match="redact for a seat"):
        record.redacted(cast("int", None))


@every_game
def test_a_game_that_does_not_say_its_worlds(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = attrs.evolve(game, possible=None)
    walk = testing.random_walk(game, game.new_match(game.rules()), Random(1), deals=1)
    record = attrs.evolve(Record.of(walk), game=silent)
    with pytest.raises(NoWorlds, match=game.title):
        record.redacted(0)


# --- By hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hands", "moves", "seat"),
    [
        (etori.GAME, ["A♠ K♠", "Q♠ J♠", "10♠ 9♠", "8♠ 7♠"], [etori.ChooseLeader(0)], 2),
        (gong_zhu.GAME, ["2♠ Q♠", "J♦", "10♣", "A♥"], [gong_zhu.Expose("Q♠")], 3),
        (hornafjardarmanni.GAME, ["A♠ K♠", "Q♠ J♠"], [hornafjardarmanni.Exchange("A♠ K♠")], 1),
        (truco.GAME, ["1E 7E 7O", "1B 3E 3B"], [truco.Call.ENVIDO, truco.Call.QUIERO], 0),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_the_own_hand_is_true(game: AnyGame, hands: Any, moves: Any, seat: int) -> None:
    start = game.new_match(game.rules())
    walk = testing.walk(game, game.rules(), [game.arrange(start, hands), *moves])
    assert walk.stopped is None
    last = check(walk, seat).replay().states[-1]
    assert last.hand(seat) == walk.last.hand(seat)
    others = [other for other in range(start.seating.seats) if other != seat]
    assert [last.hand(other) for other in others] != [walk.last.hand(other) for other in others]
    if game is truco.GAME:  # truco.envido.points: 28 for 1E 7E, and the 24 of 1B 3B have been told
        assert last.deal.revealed_points == (28, 24)
        assert truco.envido_points(last.hand(1)) == 24
    if game is hornafjardarmanni.GAME:  # what another discarded is hidden, how many are not
        assert len(last.secrets.own[0].discarded) == 2
        assert last.secrets.own[0].discarded != walk.last.secrets.own[0].discarded
