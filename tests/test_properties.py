"""What the scores of each game sum to, and how its matches end; the laws of all games: `test_conformance`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, Deal
from cardrules.games import gong_zhu
from cardrules.rulebook import find
from tests.walks import GAMES, RULES, AnyGame, Walk, walks, whole_match

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def places_of_cards(state: Any) -> list[Any]:
    """Every place where a card can be, one entry a card."""
    cards = [*state.played, *state.secrets.stock]
    for seat in range(state.seating.seats):
        cards += state.hand(seat)
        cards += getattr(state.secrets.own[seat], "discarded", ())
    return cards


@every_game
@pytest.mark.rule("common.pack", "etori.end", "gong_zhu.end")
@given(data=st.data())
def test_every_card_is_in_exactly_one_place(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    for state in walk.states:
        if state.deal.number:
            assert Counter(places_of_cards(state)) == Counter(state.pack.cards)


# --- Score totals -------------------------------------------------------------------------------


@pytest.mark.rule("etori.pay.short", "etori.tokens", "etori.capture")
@given(data=st.data())
def test_etori_keeps_its_tokens_and_pictures(data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[0], deals=3))
    for state in walk.states:
        teams = state.rules.players // 2
        assert sum(state.scores) == state.rules.tokens * teams
        assert min(state.scores) >= 0
        if state.deal_is_over:
            captured = [card for trick in state.tricks for card in trick.cards]
            assert sum(card.rank.text in "AKQJ" for card in captured) == 16


@pytest.mark.rule("gong_zhu.score.hearts", "gong_zhu.score.pig", "gong_zhu.score.doubler")
@given(data=st.data())
def test_gong_zhu_scores_stay_within_bounds_and_sum_to_minus_150(data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[1], deals=3))
    for state in walk.states:
        if not state.deal_is_over:
            continue
        result, seats = state.match.results[-1], range(state.seating.seats)
        by_seat = [sum(line.points for line in result.lines if line.seat == seat) for seat in seats]
        assert all(-2400 <= score <= 3200 for score in by_seat)
        taken = [gong_zhu.captured(state, seat) for seat in seats]
        alone = any(str(cards) == "10♣" for cards in taken)
        if alone and not state.deal.exposed and not any(cards >= gong_zhu.HEARTS for cards in wide(taken)):
            assert sum(by_seat) == -150


def wide(sets: list[Any]) -> list[Any]:
    return [FRENCH.set(cards) for cards in sets]


@pytest.mark.rule("hornafjardarmanni.score")
@given(data=st.data())
def test_hornafjardarmanni_deals_sum_to_zero(data: st.DataObject) -> None:
    for state in data.draw(walks(GAMES[2], deals=3)).states:
        assert sum(state.scores) == 0
        assert all(sum(result.scores) == 0 for result in state.match.results)


@pytest.mark.rule("truco.match", "truco.match.score")
@given(data=st.data())
def test_truco_is_over_at_once_with_one_winner(data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[3], deals=30))
    for step in walk.steps:
        assert max(step.before.scores) < step.before.rules.target
        over = max(step.after.scores) >= step.after.rules.target
        assert over == (step.after.match.outcome is not None)
        if over:
            assert min(step.after.scores) < step.after.rules.target
            assert step.after.match.outcome.winners == (step.after.scores.index(max(step.after.scores)),)
        new = step.after.lines[len(step.before.lines) if not isinstance(step.move, Deal) else 0 :]
        assert sum(line.points for line in new) == sum(step.after.scores) - sum(step.before.scores)


# --- Whole matches ------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_a_match_comes_to_an_end_with_winners(game: AnyGame, data: st.DataObject) -> None:
    walk: Walk = whole_match(game, data.draw(RULES[game.name]), data.draw(st.integers(0, 2**32)))
    end = walk.states[-1]
    outcome = cardrules.outcome(end)
    assert outcome is not None
    assert sorted([*outcome.winners, *outcome.losers]) == list(range(end.seating.seats))
    assert outcome.winners
    assert outcome.scores == end.scores
    assert find(outcome.rule).id == outcome.rule
    best = max(outcome.scores)
    for seat in range(end.seating.seats):
        assert (outcome.scores[end.seating.side_of(seat)] == best) == (seat in outcome.winners)
    with pytest.raises(cardrules.MatchOver):
        cardrules.apply(end, walk.moves[-1])
