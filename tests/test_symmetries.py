"""Metamorphic laws: what the rules treat alike can be exchanged, and everything goes with it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardrules
from cardrules import SPANISH, Card, CardSet, Deal, Play
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from tests.walks import steps_by, walks

Mapping = dict[Card, Card]


def with_cards(move: Any, cards: Mapping) -> Any:
    """The same move with other cards."""
    if isinstance(move, Deal):
        return Deal([cards[card] for card in move.pack])
    if isinstance(move, Play):
        return Play(cards[move.card])
    if isinstance(move, gong_zhu.Expose | hornafjardarmanni.Exchange):
        return type(move)([cards[card] for card in move.cards])
    return move


def mapped(cards: CardSet, mapping: Mapping) -> CardSet:
    return cards.pack.set(mapping[card] for card in cards)


def by_suit(pack: cardrules.Pack, suits: dict[str, str]) -> Mapping:
    """Every card with its suit changed to another."""
    return {card: pack.deck.parse(f"{card.rank}{pack.deck.join}{suits[card.suit.text]}") for card in pack}


# --- Suits --------------------------------------------------------------------------------------


@pytest.mark.rule("etori.rank", "etori.trump")
@given(data=st.data())
def test_etori_suits_that_are_neither_trumps_nor_renshos_can_be_exchanged(data: st.DataObject) -> None:
    walk = data.draw(walks(etori.GAME))
    rules = walk.start.rules
    one, two = [s.text for s in walk.start.pack.deck.suits if s not in (rules.trump, rules.rensho.suit)]
    cards = by_suit(
        walk.start.pack, {s.text: s.text for s in walk.start.pack.deck.suits} | {one: two, two: one}
    )
    state = walk.start
    for step in walk.steps:
        state = cardrules.apply(state, with_cards(step.move, cards))
        assert state.to_move == step.after.to_move
        assert state.scores == step.after.scores
        assert [trick.winner for trick in state.tricks] == [trick.winner for trick in step.after.tricks]
        assert list(state.hands) == [mapped(hand, cards) for hand in step.after.hands]


@pytest.mark.rule("hornafjardarmanni.rank", "hornafjardarmanni.contract", "hornafjardarmanni.trick")
@given(data=st.data())
def test_hornafjardarmanni_suits_can_be_exchanged_with_the_cut_card(data: st.DataObject) -> None:
    walk = data.draw(walks(hornafjardarmanni.GAME))
    pack = walk.start.pack
    texts = [suit.text for suit in pack.deck.suits]
    cards = by_suit(pack, dict(zip(texts, data.draw(st.permutations(texts)), strict=True)))
    state = walk.start
    for step in walk.steps:
        state = cardrules.apply(state, with_cards(step.move, cards))
        assert state.to_move == step.after.to_move
        assert state.scores == step.after.scores
        assert [trick.winner for trick in state.tricks] == [trick.winner for trick in step.after.tricks]
        assert len(cardrules.legal_moves(state)) == len(cardrules.legal_moves(step.after))


@pytest.mark.rule("gong_zhu.rank", "gong_zhu.trick", "gong_zhu.follow")
@given(data=st.data())
def test_gong_zhu_suits_can_be_exchanged_after_the_first_deal_but_for_the_score(data: st.DataObject) -> None:
    rules = gong_zhu.Rules(exposure="none")
    start = gong_zhu.new_match(rules, first=data.draw(st.integers(0, 3)))
    choices = data.draw(st.lists(st.integers(0, 99), max_size=104))
    steps = list(steps_by(start, choices, data.draw(st.integers(0, 2**32)), deals=2))
    second = [step for step in steps if step.after.deal.number == 2]
    texts = [suit.text for suit in start.pack.deck.suits]
    cards = by_suit(start.pack, dict(zip(texts, data.draw(st.permutations(texts)), strict=True)))
    if not second:
        return
    state = second[0].before
    for step in second:
        state = cardrules.apply(state, with_cards(step.move, cards))
        assert state.to_move == step.after.to_move or step.after.to_move is None
        assert [trick.winner for trick in state.tricks] == [trick.winner for trick in step.after.tricks]
        legal = {with_cards(move, cards) for move in cardrules.legal_moves(step.after)}
        assert legal == set(cardrules.legal_moves(state))


# --- Strength -----------------------------------------------------------------------------------

TIERS = "1E;1B;7E;7O;3;2;1C 1O;12;11;10;7B 7C;6;5;4"


def tiers_of_truco() -> list[list[Card]]:
    """The fourteen strengths as the rules page lists them."""
    pack = SPANISH
    return [
        [pack[text] for text in tier.split()]
        if not tier.isdigit()
        else [card for card in pack if card.rank.text == tier]
        for tier in TIERS.split(";")
    ]


@pytest.mark.rule("truco.rank", "truco.trick")
@given(data=st.data())
def test_cards_of_one_strength_can_be_exchanged_in_trucos_tricks(data: st.DataObject) -> None:
    cards: Mapping = {}
    for tier in tiers_of_truco():
        cards |= dict(zip(tier, data.draw(st.permutations(tier)), strict=True))
    walk = data.draw(walks(truco.GAME, deals=1))
    state = walk.start
    for step in walk.steps:
        state = cardrules.apply(state, with_cards(step.move, cards))
        if any("showdown" in line.rule for line in step.after.lines):
            return  # Envido counts points, which are not strength
        assert state.to_move == step.after.to_move
        assert state.scores == step.after.scores
        assert [trick.winner for trick in state.tricks] == [trick.winner for trick in step.after.tricks]
        legal = {with_cards(move, cards) for move in cardrules.legal_moves(step.after)}
        assert legal == set(cardrules.legal_moves(state))


@pytest.mark.rule("truco.rank")
def test_the_tiers_hold_every_card_once() -> None:
    tiers = tiers_of_truco()
    assert len(tiers) == 14
    assert sorted(str(card) for card in itertools.chain(*tiers)) == sorted(map(str, SPANISH))
