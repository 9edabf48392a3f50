"""Laws that every game keeps at every state, whatever its options."""

from __future__ import annotations

import pickle
from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import FRENCH, Deal, IllegalMove, table
from cardrules.games import gong_zhu
from cardrules.rulebook import find
from tests.walks import GAMES, RULES, AnyGame, Walk, universe, walks, whole_match

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

LONGEST_DEAL = {"etori": 1 + 52, "gong_zhu": 5 + 52, "hornafjardarmanni": 3 + 36, "truco": 6 + 4 + 12}


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


@every_game
@given(data=st.data())
def test_there_are_legal_moves_exactly_when_somebody_is_to_move(game: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(walks(game)).states:
        assert (len(cardrules.legal_moves(state)) > 0) == (state.to_move is not None)
        assert state.awaits_deal == (state.to_move is None and cardrules.outcome(state) is None)


@every_game
@pytest.mark.rule("common.phase", "common.hold", "common.deal", "common.over")
@given(data=st.data())
def test_apply_accepts_exactly_the_legal_moves(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    for state in data.draw(st.lists(st.sampled_from(walk.states), min_size=1, max_size=8)):
        legal = cardrules.legal_moves(state)
        before = (hash(state), repr(state))
        for move in universe(game, state, Random(data.draw(st.integers(0, 99)))):
            accepted = move in legal or (isinstance(move, Deal) and state.awaits_deal)
            violation = cardrules.why_not(state, move)
            assert accepted == (violation is None), (move, violation)
            if accepted:
                assert cardrules.apply(state, move) == cardrules.apply(state, move)
                continue
            with pytest.raises(IllegalMove) as refused:
                cardrules.apply(state, move)
            assert refused.value.violation == violation
            assert find(refused.value.violation.rule).id == refused.value.violation.rule
        assert (hash(state), repr(state)) == before


@every_game
@given(data=st.data())
def test_legal_moves_are_each_there_once_and_all_accepted(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(data.draw(walks(game)).states))
    moves = cardrules.legal_moves(state)
    few = list(moves) if len(moves) < 300 else [moves[at] for at in range(0, len(moves), 41)]
    assert len(set(few)) == len(few)
    for move in few:
        assert cardrules.why_not(state, move) is None
        cardrules.apply(state, move)


@every_game
@given(data=st.data())
def test_nothing_mutates_and_equal_inputs_give_equal_outputs(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    copies = [pickle.loads(pickle.dumps(state)) for state in walk.states]
    for copy, step in zip(copies, walk.steps, strict=False):
        assert copy == step.before
        assert hash(copy) == hash(step.before)
        assert cardrules.apply(copy, step.move) == step.after
        assert copy == step.before
    with pytest.raises(AttributeError):
        walk.start.to_move = 0


@every_game
@given(data=st.data())
def test_a_deal_ends_within_its_bound_of_moves(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    for state in walk.states:
        assert len(state.log) <= LONGEST_DEAL[game.name] + 2 * getattr(state.rules, "max_envidos", 0)


@every_game
@given(data=st.data())
def test_the_lines_of_a_deal_sum_to_its_score(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game, deals=3))
    for state in walk.states:
        standing = list(state.match.start)
        for result in state.match.results:
            sums = [0] * len(standing)
            for line in result.lines:
                sums[line.side] += line.points
            assert tuple(sums) == result.scores
            standing = [a + b for a, b in zip(standing, result.scores, strict=True)]
            assert tuple(standing) == result.totals
            assert len(result.payoffs) == state.seating.seats
        assert tuple(standing) == state.match.scores


@every_game
@given(data=st.data())
def test_a_line_cites_public_cards_only_and_a_rule_of_the_game(game: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(walks(game)).states:
        shown = {card for reveal in getattr(state.deal, "revealed_cards", ()) for card in reveal or ()}
        for line in state.lines:
            assert find(line.rule).id.startswith(game.name)
            assert all(card in state.played or card in shown for card in line.cards or ())


@every_game
@given(data=st.data())
def test_values_can_be_pasted_back(game: AnyGame, data: st.DataObject) -> None:
    names: dict[str, object] = {**vars(cardrules), **vars(table)}
    names |= {name: getattr(cardrules, name) for name in cardrules.__all__}
    names |= vars(import_module(f"cardrules.games.{game.name}"))
    walk = data.draw(walks(game, deals=1))
    state = data.draw(st.sampled_from(walk.states))
    seats = [None, *range(state.seating.seats)]
    views = [cardrules.observe(state, seat) for seat in seats]
    moves = list(cardrules.legal_moves(state)[:3])
    for value in [state, *views, *moves, *walk.moves[:2], state.rules, *state.lines, *state.log]:
        assert eval(repr(value), names) == value


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


@every_game
@given(data=st.data())
def test_the_same_moves_give_the_same_states(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    state = game.new_match(walk.start.rules, first=walk.start.match.eldest, scores=walk.start.match.start)
    for step in walk.steps:
        state = game.apply(state, step.move)
        assert state == step.after
