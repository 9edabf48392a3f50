"""What games of one's own may have: moves between cards, moves without fields, draws, rules in short."""

from __future__ import annotations

import io
import itertools
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from math import comb
from random import Random
from typing import Any, Literal

import attrs
import pytest
from typing_extensions import override

import cardrules as cr
from cardrules import FRENCH, Came, CardSet, Holding, Pack, Play, codec, rulebook
from cardrules.catalogue import find
from cardrules.cli import main
from cardrules.cli.words import Names, words_of
from cardrules.codec.forms import Forms, Reading
from cardrules.notation import read_move, read_state, write_move, write_state
from cardrules.records import Record, read_records, verify, write_records
from cardrules.testing import Laws, conformance, random_walk
from examples import german_whist as whist
from tests import swapping

TestSwapping = conformance(Laws(swapping.GAME, told=swapping.told))


def swap_state(*moves: swapping.Move | str) -> swapping.State:
    """A deal in which seat 0 has the king, the 2 of trumps (diamonds), after these moves."""
    state = swapping.GAME.new_match(swapping.Rules())
    state = cr.apply(state, cr.arrange(state, ["A♠ 2♠ K♦ 2♦", "K♠ 3♠ Q♦ 3♦"], stock="A♦"))
    for move in moves:
        state = cr.apply(state, Play(FRENCH[move]) if isinstance(move, str) else move)
    return state


# --- Moves between cards ------------------------------------------------------------------------


def test_moves_between_cards_stand_in_the_log_where_they_were_made() -> None:
    made: Sequence[Any] = ("A♠", "K♠", swapping.Swap(), "2♠", "3♠", swapping.Call.DOUBLE)
    state = swap_state(*made)
    assert [write_move(act.move) for act in state.log] == ["A♠", "K♠", "swap", "2♠", "3♠", "double"]
    assert [act.seat for act in state.log] == [0, 1, 0, 0, 1, 1]
    assert cr.replay(state)[-1] == state
    assert codec.loads(codec.dumps(state), swapping.GAME) == state
    assert read_state(write_state(state), swapping.GAME) == state


def test_a_move_without_fields_is_its_name_and_its_kind() -> None:
    state = swap_state()
    assert write_move(swapping.Swap()) == "swap"
    assert read_move(state, " SWAP ") == swapping.Swap()
    assert codec.encode(swapping.Swap(), swapping.GAME) == {"kind": "swap", "version": 1, "game": "swapping"}
    with pytest.raises(cr.ParseError, match=r"'2♦' at position 5 of 'swap 2♦' is too much"):
        read_move(state, "swap 2♦")


def test_a_match_with_moves_of_every_kind_can_be_recorded() -> None:
    walk = random_walk(swapping.GAME, swapping.GAME.new_match(swapping.Rules(target=4)), 3)
    assert all(any(isinstance(move, kind) for move in walk.moves) for kind in swapping.GAME.moves)
    record = Record.of(walk)
    for form in ("text", "json"):
        written = io.StringIO()
        write_records([record], written, form)
        (again,) = read_records(io.StringIO(written.getvalue()), swapping.GAME)
        assert isinstance(again, Record)
        assert again.replay().states[-1] == walk.last
        assert verify(again) is None


def test_a_call_can_be_pasted_back() -> None:
    assert eval(repr(swapping.Call.DOUBLE), {"Call": swapping.Call}) is swapping.Call.DOUBLE


@attrs.frozen
class Two:
    """A move that has two fields, and so no text."""

    seat: int
    number: int


class Plain:
    """A move of a class that messages do not know."""

    @override
    def __repr__(self) -> str:
        return "Plain()"


@pytest.mark.parametrize("move", [Two(1, 2), Plain(), "swap"])
def test_a_move_without_a_text_is_told_what_has_one(move: object) -> None:
    with pytest.raises(cr.NoText, match=r"a class made by attrs\.frozen with one field"):
        write_move(move)


def test_a_game_with_moves_that_json_does_not_know_names_the_class() -> None:
    game: Any = attrs.evolve(swapping.GAME, moves=(Play, Plain))
    with pytest.raises(
        codec.EncodeError, match="Plain is no class that a message carries: make it with attrs"
    ):
        codec.encode(Play(FRENCH["A♠"]), game)


NO_TYPE: Any = attrs.make_class("NoType", ["x"], frozen=True)


@attrs.frozen
class Lost:
    """A move with a type that is nowhere."""

    card: Unheard  # type: ignore[name-defined]  # noqa: F821  # pyright: ignore[reportUndefinedVariable, reportUnknownVariableType]


@attrs.frozen
class Table:
    """A move with a field of a type that messages do not have."""

    counts: dict[str, int]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (NO_TYPE, "NoType.x has no type"),
        (Lost, "of the fields of Lost cannot be found out"),
        (Table, "Table.counts: dict"),
    ],
)
def test_a_game_with_fields_that_json_does_not_know_names_the_class(kind: type[Any], message: str) -> None:
    game: Any = attrs.evolve(swapping.GAME, moves=(Play, kind))
    with pytest.raises(codec.EncodeError, match=re.escape(message)):
        codec.schema(game)


@pytest.mark.parametrize(
    ("hint", "good", "bad"),
    [
        (Literal[2, 4], (2, 4), (3, True, "2")),
        (Literal[1, "one", None], (1, "one", None), (True, "two", 2)),
        (Literal[True], (True,), (False, 1)),
        (Literal["a", False], ("a", False), (True, 0, "b")),
    ],
)
def test_literals_of_any_kind_go_through_json(hint: Any, good: tuple[Any, ...], bad: tuple[Any, ...]) -> None:
    form, reading = Forms(swapping.GAME).of(hint), Reading(FRENCH)
    for value in good:
        assert form.read(form.write(value), (), reading) is value
    for value in bad:
        with pytest.raises(codec.EncodeError, match="is not one of"):
            form.write(value)
        with pytest.raises(codec.DecodeError, match="expected one of"):
            form.read(value, (), reading)


def test_a_literal_option_that_is_none_of_its_values_is_refused() -> None:
    message = codec.encode(swapping.Rules(target=4), swapping.GAME)
    assert codec.decode(message, swapping.GAME) == swapping.Rules(target=4)
    for wrong in (3, True, "4"):
        with pytest.raises(codec.DecodeError, match=r"\$\.target"):
            codec.decode({**message, "target": wrong}, swapping.GAME)


# --- Cards that are drawn -----------------------------------------------------------------------

SMALL = Pack(FRENCH.deck, FRENCH.read("A♠ K♠ 2♠ A♥ K♥ 2♥ A♦ 2♦"))


def shape(state: whist.State) -> tuple[Any, ...]:
    """What of a state of German Whist is told apart by its worlds: all but the order of the unseen stock."""
    own, stock = state.secrets.own, state.secrets.stock
    return (
        [(holding.dealt, holding.come) for holding in own][1],
        own[0],
        stock[:1],
        CardSet(SMALL, sum(card.bit for card in stock)),
    )


def brute(states: list[whist.State], moves: list[Play], seat: int) -> set[Any]:
    """All deals of the small pack in which these moves are legal and the seat sees what it saw."""
    views = [cr.observe(state, seat) for state in states]
    own = states[1].secrets.own[seat].dealt
    unseen, found = [card for card in SMALL if card not in own], set[Any]()
    for hand in itertools.combinations(unseen, 2):
        for stock in itertools.permutations([card for card in unseen if card not in hand]):
            deal = cr.arrange(states[0], {seat: own, 1 - seat: hand}, stock=stock)
            state = cr.apply(states[0], deal)
            for move, view in zip((*moves, None), views[1:], strict=True):
                if cr.observe(state, seat) != view:
                    break
                if move is None:
                    found.add(shape(state))
                elif cr.why_not(state, move) is not None:
                    break
                else:
                    state = cr.apply(state, move)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_worlds_of_a_game_with_draws_are_all_that_there_are(seed: int) -> None:
    rng = Random(seed)
    state = whist.GAME.new_match(whist.Rules(format=cr.Format(SMALL, cr.Seating(2), each=2)))
    states, moves = [state, cr.apply(state, cr.shuffle(state, rng))], list[Play]()
    while states[-1].to_move is not None:
        for seat in (0, 1):
            worlds = list(cr.worlds(cr.observe(states[-1], seat)))
            assert len(set(map(shape, worlds))) == len(worlds)
            assert set(map(shape, worlds)) == brute(states, moves, seat)
        moves.append(rng.choice(cr.legal_moves(states[-1])))
        states.append(cr.apply(states[-1], moves[-1]))


def test_the_stock_of_a_sample_is_in_any_order_but_for_the_card_that_is_known() -> None:
    state = whist.GAME.new_match(whist.Rules(format=cr.Format(SMALL, cr.Seating(2), each=2)))
    state = cr.apply(state, cr.arrange(state, ["A♠ K♠", "A♥ K♥"], stock="2♥ A♦ 2♦ 2♠"))
    worlds, rng = cr.worlds(cr.observe(state, 0)), Random(5)
    seen = Counter[tuple[Any, ...]]()
    for _ in range(1200):
        stock = worlds.sample(rng).secrets.stock
        assert stock[0] is FRENCH["2♥"]
        seen[stock[1:]] += 1
    # Ten choices of three of five unseen cards, in six orders each: each order is one of 60, as likely.
    assert len(seen) == worlds.count * 6 == 60
    assert sum((count - 20) ** 2 / 20 for count in seen.values()) < 110  # χ² of 59; 1 in 10 000


@pytest.mark.parametrize(("must", "first", "count"), [(True, 0, 24), (True, 1, 36), (False, 0, 36)])
def test_who_does_not_follow_has_shown_it_only_where_one_must(must: bool, first: int, count: int) -> None:
    state = whist.GAME.new_match(whist.Rules())
    hearts, clubs = (FRENCH.set(FRENCH).of_suit(suit) for suit in "♥♣")
    state = cr.apply(state, cr.arrange(state, [[FRENCH["3♠"], *clubs][:13], hearts], stock="A♦ 2♦ 3♦"))
    for card in ("3♠", "K♥"):
        state = cr.apply(state, Play(FRENCH[card]))
    places = (Came("dealt", 1, 13), Came("drawn", 1, 1, since=1))
    stock = (Came("turned", None, 1, card=FRENCH["3♦"]), Came("stock", None, 23))
    order = whist.tricks(state.deal.trump) if must else None
    worlds = cr.with_draws(cr.observe(state, 0), whist.State, [*places, *stock], order, first)
    # Of 36 unseen cards 12 are spades: what seat 1 holds of the deal is 12 of those, or of the other 24;
    # what it has drawn since may be any.
    assert worlds.count == comb(count, 12) * 24


def test_places_of_draws_say_when_their_cards_came() -> None:
    state = whist.GAME.new_match(whist.Rules())
    state = cr.apply(state, cr.arrange(state, ["A♠ 3♠", "K♠ 2♠"], stock="A♦ 2♦ A♣ 2♣"))
    for card in ("3♠", "K♠"):
        state = cr.apply(state, Play(FRENCH[card]))
    places = cr.worlds(cr.observe(state, 0)).places
    assert places[1] == Came("drawn", 1, 1, since=1, card=FRENCH["A♦"])  # face up, so known
    assert cr.worlds(cr.observe(state, 1)).places[1] == Came("drawn", 0, 1, since=1)
    assert [place.name for place in places] == ["dealt", "drawn", "turned", "stock"]


# --- A hand that cards leave and come back to ---------------------------------------------------


PAIR = Holding(FRENCH.set("A♠ 7♦"))


def test_a_card_that_has_gone_may_come_again() -> None:
    holding = Holding(FRENCH.set("A♠ 7♦")).gives(FRENCH.set("7♦")).gets(FRENCH["K♦"]).gets(FRENCH["7♦"])
    assert holding.hand == FRENCH.set("A♠ K♦ 7♦")
    with pytest.raises(cr.CardError, match="7♦ cannot go: it has gone before"):
        holding.gives(FRENCH.set("7♦"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: PAIR.gives(FRENCH.set("K♦")), "K♦ cannot go: it is not in A♠ 7♦"),
        (lambda: PAIR.gets(FRENCH["7♦"]), "7♦ has come, and was there already"),
        (lambda: attrs.evolve(PAIR, gone=FRENCH.set("K♦")), "K♦ has gone, and was not there"),
    ],
)
def test_a_card_that_cannot_go_or_come_is_refused(change: Callable[[], Holding], message: str) -> None:
    with pytest.raises(cr.CardError, match=message):
        change()


# --- A game that its classes do not know --------------------------------------------------------


@attrs.frozen(repr=False)
class Unbound(cr.TrickState[Any, Any, Any, Any, Any, Any]):
    """A state for which ``bind`` has not been called."""


def swap(state: Any) -> object:
    """The state after a swap."""
    return cr.apply(state, swapping.Swap())


def test_a_state_that_is_not_bound_says_what_to_call() -> None:
    bound = swap_state()
    names = [field.name for field in attrs.fields(swapping.State) if field.init]
    state = Unbound(*(getattr(bound, name) for name in names))
    uses: tuple[Callable[[Any], object], ...] = (cr.legal_moves, cr.observe, swap, codec.encode)
    for use in uses:
        with pytest.raises(cr.NotBound, match=r"Unbound does not know its game: call cardrules\.bind"):
            use(state)
    assert isinstance(cr.NotBound("State"), cr.CardrulesError)


# --- Seats that are none ------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [(0, 1), -1, 2, "0", None])
def test_what_takes_seats_refuses_what_is_none(seat: Any) -> None:
    state = swap_state()
    for take in (state.taken_by, state.seating.after, state.seating.order_from, state.seating.side_of):
        with pytest.raises(cr.SeatError, match="is not a seat: the seats are 0 to 1"):
            take(seat)


# --- Rules in short, and the command line -------------------------------------------------------


def test_the_rule_book_of_a_game_is_its_own() -> None:
    book = rulebook.book_of(swapping.GAME)
    assert book[: len(rulebook.COMMON)] == rulebook.COMMON
    assert rulebook.find("swapping.swap", swapping.GAME).title == "The swap"
    with pytest.raises(LookupError, match="Hearts has no rule book"):
        rulebook.book_of(attrs.evolve(swapping.GAME, title="Hearts", rule_book=()))
    with pytest.raises(LookupError):
        rulebook.find("swapping.swap")


Run = Any


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line with something typed; what it wrote."""

    def run(command: str, text: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = main(command.split())
        told = capsys.readouterr()
        assert status == 0, told.err
        return told.out

    return run


def test_a_game_without_a_name_is_listed_and_has_its_rules(typed: Run) -> None:
    assert "swapping: Swapping, 2 players" in typed("games tests.swapping:GAME")
    told = typed("rules tests.swapping:GAME")
    assert "swapping.follow: Following suit" in told
    assert "common.hold" in told


def test_help_in_a_game_shows_its_own_rules(typed: Run) -> None:
    told = typed("play tests.swapping:GAME --seed 1", "h swapping.swap\nh\nq\n")
    assert "Who leads may take the turned card" in told
    assert "All the rules: cardrules rules tests.swapping:GAME" in told
    assert "All the rules" not in typed("play examples.hearts:GAME --seed 1", "h\nq\n")


def test_a_kind_of_move_without_fields_can_be_typed(typed: Run) -> None:
    told = typed("play tests.swapping:GAME --seed 2 --deals 1", "?\nswap\nq\n")
    assert "You may swap\n" in told
    assert "You may say: double" in told
    assert "or swap, or say double > swap" in told


@pytest.mark.parametrize("game", ["etori", "gong_zhu", "hornafjardarmanni", "truco"])
def test_help_explains_the_words_of_a_game_and_cites_rules_that_there_are(game: str, typed: Run) -> None:
    told = typed(f"play {game} --seed 3", "h\nq\n")
    lines = words_of(find(game), find(game).rules(), Names(find(game).rules().format.seating)).glossary
    assert lines
    for line in lines:
        assert line.split(":")[0] in told
        assert all(rulebook.find(rule) for rule in re.findall(rf"\(({game}[a-z_.]+)\)", line))
        assert re.search(rf"\({game}\.", line)


def test_tables_are_folded_on_a_narrow_terminal(typed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    told = typed("watch gong_zhu --seed 4 --deals 1 --open")
    assert max(map(len, told.splitlines())) <= 50
    monkeypatch.setenv("COLUMNS", "80")
    wide = typed("watch gong_zhu --seed 4 --deals 1 --open")
    assert max(map(len, wide.splitlines())) > 60
    assert Counter(re.findall("[0-9AKQJ]+[♠♥♦♣]", told)) == Counter(re.findall("[0-9AKQJ]+[♠♥♦♣]", wide))


def test_hands_are_shown_without_the_cards_played_and_nothing_goes_out_in_a_draw(typed: Run) -> None:
    lines = typed("watch examples.german_whist:GAME --seed 3 --deals 2 --open").splitlines()
    now = [line.split("now")[1].split() for line in lines if line.strip().startswith("now")]
    assert [len(hand) for hand in now] == [13] * 52
    assert not any("out" in line for line in lines)
