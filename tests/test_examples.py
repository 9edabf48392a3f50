"""The games in ``examples/``: they keep the laws, are short, and are played by the command line."""

from __future__ import annotations

import doctest
import io
import subprocess
import sys
import tokenize
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings

from cardrules import FRENCH, Play, RulesError, apply, arrange, codec, why_not
from cardrules.cli import main
from cardrules.testing import conformance, random_walk, rules
from examples import german_whist, hearts, oh_hell
from tests.examples import laws_of

EXAMPLES = Path(german_whist.__file__).parent

TestGermanWhist = conformance(laws_of(german_whist.GAME))
TestHearts = conformance(laws_of(hearts.GAME))
TestOhHell = conformance(laws_of(oh_hell.GAME))

each = pytest.mark.parametrize(
    "example", [german_whist, hearts, oh_hell], ids=lambda example: example.__name__
)


def lines_of_code(path: Path) -> int:
    """The lines of a module that have something on them, docstrings and comments not counted."""
    nothing = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    lines: set[int] = set()
    alone = True  # at the beginning of a logical line, where a string is a docstring
    with tokenize.open(path) as source:
        for token in tokenize.generate_tokens(source.readline):
            if token.type in nothing or token.type == tokenize.ENDMARKER:
                alone = alone or token.type == tokenize.NEWLINE
            elif not (alone and token.type == tokenize.STRING):
                alone = False
                lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines)


@each
def test_an_example_is_short(example: ModuleType) -> None:
    assert lines_of_code(Path(str(example.__file__))) < 120


@each
def test_the_examples_in_an_example_hold(example: ModuleType) -> None:
    assert doctest.testmod(example).failed == 0


@each
def test_the_command_line_plays_an_example(
    example: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    name = f"{example.__name__}:GAME"
    assert main(["watch", name, "--seed", "3", "--deals", "1"]) == 0
    told = capsys.readouterr().out
    assert example.GAME.title in told
    assert "deal 1" in told
    assert main(["play", name, "--seed", "3"]) == 0  # nobody answers: a clean end
    assert "You have left the match" in capsys.readouterr().out


def test_a_game_is_found_in_the_folder_where_the_command_is_run() -> None:
    start = "import sys; from cardrules.cli import main; sys.exit(main())"
    ran = subprocess.run(
        [sys.executable, "-P", "-c", start, "watch", "german_whist:GAME", "--deals", "1"],
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert "German Whist, 2 players" in ran.stdout


# --- German Whist -------------------------------------------------------------------------------


def whist(*cards: str, stock: str = "A♦ 2♦ A♣ 2♣") -> german_whist.State:
    """A deal of German Whist with these cards, and this stock, after the cards that are to be played."""
    state = german_whist.GAME.new_match(german_whist.Rules())
    state = apply(state, arrange(state, ["A♠ 3♠ 2♥", "K♠ 2♠ 3♥"], stock=stock))
    for card in cards:
        state = apply(state, Play(FRENCH[card]))
    return state


def test_whist_winner_takes_the_card_that_lies_face_up() -> None:
    state = whist("3♠", "K♠")
    assert state.to_move == 1
    assert FRENCH["A♦"] in state.hand(1)
    assert FRENCH["2♦"] in state.hand(0)
    assert state.deal.turned == FRENCH["A♣"]
    assert state.deal.before == (FRENCH["A♦"],)


def test_whist_trumps_are_those_of_the_first_card_turned() -> None:
    assert whist().deal.trump == FRENCH["A♦"].suit
    assert whist("3♠", "K♠").deal.trump == FRENCH["A♦"].suit


def test_whist_refuses_a_card_of_another_suit() -> None:
    violation = why_not(whist("3♠"), Play(FRENCH["3♥"]))
    assert violation is not None
    assert violation.rule == "german_whist.follow"
    assert FRENCH["K♠"] in violation.cards


def test_whist_scores_the_second_half_only() -> None:
    cards = list(FRENCH)
    state = german_whist.GAME.new_match(german_whist.Rules(target=1))
    spades, hearts_, diamonds, clubs = (cards[13 * suit : 13 * suit + 13] for suit in range(4))
    # Seat 0 leads spades and wins the first half; seat 1 draws all the trumps meanwhile, unseen.
    stock = [card for pair in zip(clubs, diamonds, strict=True) for card in pair]
    trump_first = [stock[-2], stock[-1], *stock[:-2]]
    state = apply(state, arrange(state, [spades, hearts_], stock=trump_first))
    while state.to_move is not None:
        state = apply(state, german_whist.legal_moves(state)[0])
    assert [trick.winner for trick in state.tricks[:13]] == [0] * 13
    assert state.match.outcome is not None
    assert len(state.lines) == 1


def test_whist_does_not_start_from_a_match_that_is_won() -> None:
    with pytest.raises(RulesError, match=r"\(3, 0\) ends the match \(german_whist\.match\)"):
        german_whist.GAME.new_match(german_whist.Rules(), scores=(3, 0))


# --- Hearts -------------------------------------------------------------------------------------


def hearts_state(*moves: hearts.Move, first: str = "left") -> hearts.State:
    """A deal of Hearts in which every seat has a suit, after these moves."""
    state = hearts.GAME.new_match(hearts.Rules())
    suits = [list(FRENCH)[13 * suit : 13 * suit + 13] for suit in range(4)]
    state = apply(state, arrange(state, suits))
    for move in moves:
        state = apply(state, move)
    return state


PASSES = tuple(map(hearts.Pass, ("A♠ K♠ Q♠", "A♥ K♥ Q♥", "A♦ K♦ Q♦", "4♣ 3♣ 2♣")))


def test_hearts_cards_go_to_the_left_when_all_have_passed() -> None:
    assert FRENCH["A♠"] not in hearts_state(*PASSES[:3]).hand(1)
    state = hearts_state(*PASSES)
    assert state.hand(1) >= FRENCH.set("A♠ K♠ Q♠")
    assert state.hand(0) >= FRENCH.set("4♣ 3♣ 2♣")
    assert state.to_move == 0  # who got 2♣


def test_hearts_message_says_that_no_fewer_are_passed() -> None:
    message = codec.encode(hearts.GAME.observe(hearts_state(), 0))
    assert message["choices"] == {"kind": "pass", "cards": message["hand"], "limit": 3, "least": 3}
    assert codec.encode(codec.decode(message, hearts.GAME)) == message
    del message["choices"]["least"]
    with pytest.raises(codec.DecodeError, match=r"\$\.choices"):
        codec.decode(message, hearts.GAME)


def test_hearts_are_passed_three_at_a_time() -> None:
    violation = why_not(hearts_state(), hearts.Pass("A♠ K♠"))
    assert violation is not None
    assert violation.rule == "hearts.pass"


@pytest.mark.parametrize(
    ("played", "card", "rule"),
    [
        ((), "3♣", "hearts.lead"),
        (("2♣",), "Q♠", "hearts.first"),
        (("2♣", "K♠", "2♦", "5♣"), "2♥", "hearts.broken"),
    ],
)
def test_hearts_refuses_by_the_rule_that_is_broken(played: tuple[str, ...], card: str, rule: str) -> None:
    state = hearts_state(*PASSES, *(Play(FRENCH[text]) for text in played))
    violation = why_not(state, Play(FRENCH[card]))
    assert violation is not None
    assert violation.rule in (rule, "common.hold")


def test_hearts_moon_takes_all_the_points() -> None:
    state = hearts_state(*PASSES)
    while state.to_move is not None:
        state = apply(state, hearts.legal_moves(state)[0])
    lines = state.match.results[0].lines
    assert sum(line.points for line in lines if line.rule == "hearts.score") == -26


# --- Oh Hell ------------------------------------------------------------------------------------


def bids(*numbers: int, hook: bool = True) -> oh_hell.State:
    """A deal of two tricks among four, after these bids."""
    state = oh_hell.GAME.new_match(oh_hell.Rules(tricks=2, hook=hook))
    state = apply(state, arrange(state, ["A♠ 2♥", "K♠ 3♥", "Q♠ 4♥", "J♠ 5♥"], stock="2♦"))
    for number in numbers:
        state = apply(state, oh_hell.Bid(number))
    return state


def test_oh_hell_last_bid_may_not_make_the_sum() -> None:
    violation = why_not(bids(1, 0, 0), oh_hell.Bid(1))
    assert violation is not None
    assert violation.rule == "oh_hell.bid.hook"
    assert why_not(bids(1, 0, 0, hook=False), oh_hell.Bid(1)) is None
    too_many = why_not(bids(), oh_hell.Bid(3))
    assert too_many is not None
    assert too_many.rule == "oh_hell.bid"


def test_oh_hell_scores_those_who_won_as_many_as_they_said() -> None:
    state = bids(2, 0, 0, 1)
    for card in ("A♠", "K♠", "Q♠", "J♠", "2♥", "3♥", "4♥", "5♥"):
        state = apply(state, Play(FRENCH[card]))
    assert [(line.side, line.points) for line in state.lines] == [(1, 10), (2, 10), (3, 11)]
    assert state.deal.bids == {0: 2, 1: 0, 2: 0, 3: 1}


def test_oh_hell_ends_with_a_deal_of_one_card() -> None:
    walk = random_walk(oh_hell.GAME, oh_hell.GAME.new_match(oh_hell.Rules(tricks=3)), Random(1))
    assert [len(result.payoffs) for result in walk.last.match.results] == [4, 4, 4]
    assert walk.last.match.outcome is not None
    assert walk.last.deal.tricks == 1


def test_options_of_an_example_are_found_out() -> None:
    seen: set[tuple[int, bool]] = set()

    @settings(max_examples=200, database=None)
    @given(rules(oh_hell.GAME))
    def collect(made: oh_hell.Rules) -> None:
        seen.add((made.players, made.hook))

    collect()
    assert seen == {(players, hook) for players in range(3, 8) for hook in (False, True)}
