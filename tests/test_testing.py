"""The laws find faults: each is planted in a copy of an example, found by its law, and explained.

Strategies are tested too: what they reach, and what they shrink to.
"""

from __future__ import annotations

import importlib
import itertools
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

import cardrules
from cardrules import FRENCH, SPANISH, Deal, Game, HandDealt, testing
from cardrules.games import etori, gong_zhu, hornafjardarmanni, truco
from cardrules.testing import LAWS, LawBroken, Laws, NotDeclared, check, conformance, deriving
from cardrules.testing.walking import AnyGame
from examples import german_whist
from tests.examples import laws_of
from tests.faults import FAULTS, Changes, Fault
from tests.walks import GAMES

EXAMPLES = Path(german_whist.__file__).parent

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.fixture(autouse=True)
def _profile() -> Iterator[None]:
    """Faults are found without being shrunk, which takes longer: see the tests that shrink some."""
    before = settings.default
    assert before is not None
    settings.register_profile(
        "faults", max_examples=30, deadline=None, derandomize=True, database=None, phases=[Phase.generate]
    )
    settings.register_profile(
        "shrinking",
        settings.get_profile("faults"),
        derandomize=True,
        database=None,
        max_examples=500,
        phases=[Phase.generate, Phase.shrink],
    )
    settings.load_profile("faults")
    yield
    settings.register_profile("before", before)
    settings.load_profile("before")


# --- Faults -------------------------------------------------------------------------------------


class Plant:
    """Makes copies of the example games in which some text is another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, example: str, changes: Changes) -> ModuleType:
        text = (EXAMPLES / f"{example}.py").read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {example}.py"
            text = text.replace(old, new)
        name = re.sub(r"\W", "_", f"{example}_{self.folder.name}")
        (self.folder / f"{name}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return importlib.import_module(name)


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plant:
    monkeypatch.syspath_prepend(str(tmp_path))  # pyright: ignore[reportUnknownMemberType]
    return Plant(tmp_path)


def broken(laws: Laws | AnyGame, law: str) -> LawBroken:
    """How a game breaks a law."""
    with pytest.raises(LawBroken) as caught:
        check(laws, law)
    assert caught.value.law == law
    assert f"breaks the law {law}: {LAWS[law].says}" in str(caught.value)
    return caught.value


def _sixty(rules: object) -> int:
    return 60


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_is_found_by_its_law_and_explained(fault: Fault, plant: Plant) -> None:
    game = plant(fault.example, fault.changes).GAME
    error = broken(laws_of(game, longest_match=_sixty), fault.law)
    assert re.search(fault.says, error.found), error.found
    if error.walk is not None:
        assert f"\n{game.title}, {error.walk.start.rules!r}" in str(error)  # the match in which it was seen


def test_every_law_has_a_fault_that_it_finds() -> None:
    here = {
        "events_tell_each_move",
        "strange_seats_are_refused",
        "moves_can_be_written_and_read",
        "worlds_are_possible",
        "values_go_through_json",
        "json_tells_nothing_hidden",
        "stocks_are_in_any_order",
    }  # found in tests of their own, below
    assert {fault.law for fault in FAULTS} | here == set(LAWS)


@attrs.frozen(repr=False)
class Careless(Game[Any, Any, Any, Any]):
    """A game that tells everybody what one seat was dealt, and takes any number for a seat."""

    def events(self, state: Any, move: Any, seat: int | None = None) -> Any:
        told = super().events(state, move, seat)
        after = self.apply(state, move)
        return (*told[:1], HandDealt(0, after.secrets.own[0]), *told[1:]) if isinstance(move, Deal) else told

    def observe(self, state: Any, seat: Any = None) -> Any:
        return super().observe(state, None if seat == -1 else seat)


class Silent(Careless):
    """A game that does not tell lines."""

    def events(self, state: Any, move: Any, seat: int | None = None) -> Any:
        told = Game[Any, Any, Any, Any].events(self, state, move, seat)
        return tuple(event for event in told if not isinstance(event, cardrules.LineScored))


def made(kind: type[Game[Any, Any, Any, Any]], game: AnyGame) -> Any:
    fields = [field.name for field in attrs.fields(Game) if field.init]
    return kind(**{name: getattr(game, name) for name in fields})


def test_a_leak_in_an_event_is_found() -> None:
    error = broken(made(Careless, etori.GAME), "views_tell_nothing_hidden")
    assert re.search(
        r"has not seen .* in each other's place, events\[1\]\.own is .* after a deal", error.found
    )


def test_a_seat_that_is_not_there_is_found() -> None:
    error = broken(made(Careless, etori.GAME), "strange_seats_are_refused")
    assert error.found == "observe takes -1 for a seat; there are 4"


def test_a_line_that_is_not_told_is_found() -> None:
    error = broken(made(Silent, truco.GAME), "events_tell_each_move")
    assert "the events tell the lines [], but written were [Line(rule='truco." in error.found


def test_a_move_that_is_not_read_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardrules.testing.laws import values

    def careless(move: object) -> str:
        return "mazo"

    monkeypatch.setattr(values, "write_move", careless)
    error = broken(truco.GAME, "moves_can_be_written_and_read")
    assert error.found.endswith("is written 'mazo' and read as Call.MAZO")


@attrs.frozen
class OneWorld:
    """Worlds of which there is one, whatever is known."""

    state: Any
    count: int = 1

    def sample(self, rng: object) -> Any:
        return self.state

    def __iter__(self) -> Iterator[Any]:
        return iter([self.state])


def test_wrong_worlds_are_found() -> None:
    start = truco.new_match(truco.Rules())
    state = truco.apply(start, truco.arrange(start, ["1E 7E 7O", "4B 5B 6B"]))

    def possible(view: object) -> Any:
        return OneWorld(state)

    error = broken(attrs.evolve(truco.GAME, possible=possible), "worlds_are_possible")
    assert re.search(r"in a world of seat \d the view\.\S+ is .* instead of", error.found)


def test_a_leak_in_json_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("msgspec")
    from cardrules import codec

    encoded, times = codec.dumps, itertools.count()

    def dumps(value: object, game: AnyGame) -> str:
        return encoded(value, game) + str(next(times))

    monkeypatch.setattr(codec, "dumps", dumps)
    error = broken(etori.GAME, "json_tells_nothing_hidden")
    assert "has not seen" in error.found


def test_json_that_is_another_when_read_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("msgspec")
    from cardrules import codec

    read = codec.loads

    def loads(text: str, game: AnyGame) -> Any:
        return None if "tricks" in text else read(text, game)

    monkeypatch.setattr(codec, "loads", loads)
    error = broken(etori.GAME, "values_go_through_json")
    assert "read back from JSON, is another" in error.found


def test_a_value_without_json_breaks_the_law_and_is_not_passed_over(plant: Plant) -> None:
    pytest.importorskip("msgspec")
    odd = ("    target: int = 3\n", "    target: int = 3\n    odd: complex = 0j\n")
    game = plant("german_whist", (odd,)).GAME
    error = broken(laws_of(game), "values_go_through_json")
    assert re.search(r"^its values have no JSON: .*odd.* say so in Laws\(without=\.\.\.\)$", error.found)
    result = unittest.TestResult()
    reason = {"values_go_through_json": "complex"}
    for test in (conformance(laws_of(game, examples=1)), conformance(laws_of(game, without=reason))):
        test("test_values_go_through_json").run(result)
    assert (len(result.failures), [why for _, why in result.skipped]) == (1, ["complex"])


def test_an_eldest_seat_that_the_deal_does_not_entail_is_found() -> None:
    assert truco.GAME.settled is not None
    usual = truco.GAME.settled

    def settled(rules: Any, result: Any) -> Any:
        payoffs, eldest = usual(rules, result)
        return payoffs, None if eldest is None else 1 - eldest

    error = broken(attrs.evolve(truco.GAME, settled=settled), "lines_sum_to_scores")
    assert re.search(r"^after deal 1 seat (\d) is eldest, but Game\.settled says seat (?!\1)\d$", error.found)


def test_a_standing_at_which_matches_end_has_to_be_refused() -> None:
    error = broken(attrs.evolve(truco.GAME, check_scores=None), "matches_end")
    assert re.search(
        r"^it ended by 'truco\.\S+' at .*, of which Truco does not say that it ends", error.found
    )

    def strict(rules: Any, scores: Any) -> None:
        if max(scores) > 3:
            raise cardrules.RulesError("scores", "too many")

    error = broken(attrs.evolve(truco.GAME, check_scores=strict), "matches_end")
    assert re.search(r"^the match goes on, and yet Game\.check_scores says that none goes on", error.found)


def sorted_stock(view: Any) -> Any:
    """The worlds of German Whist, but with what is unseen of the stock in pack order."""
    worlds = german_whist.possible(view)
    sample = worlds.sample

    class Sorted(OneWorld):
        def sample(self, rng: Any) -> Any:
            state = sample(rng)
            top, *rest = state.secrets.stock or (None,)
            stock = (top, *sorted(rest, key=lambda card: card.index)) if top else ()
            return attrs.evolve(state, secrets=attrs.evolve(state.secrets, stock=stock))

    return Sorted(None, worlds.count)


def test_worlds_whose_stock_is_always_in_order_are_found() -> None:
    game = attrs.evolve(german_whist.GAME, possible=sorted_stock)
    error = broken(laws_of(game), "stocks_are_in_any_order")
    assert re.search(r"^in all of 8 sampled worlds of seat \d the unseen .* in pack order, ", error.found)
    check(laws_of(german_whist.GAME), "stocks_are_in_any_order")


def test_no_law_hangs_on_a_deal_without_an_end(plant: Plant) -> None:
    fault = next(fault for fault in FAULTS if fault.what == "a deal that is not scored")
    laws = laws_of(plant(fault.example, fault.changes).GAME, examples=8)
    found: dict[str, str] = {}
    for law in LAWS:
        try:
            check(laws, law)
        except LawBroken as error:
            found[law] = error.found
    whole = {"deals_end", "matches_end", "lines_sum_to_scores", "events_tell_each_move"}
    assert whole < set(found)
    assert all("nobody is to move, and yet deal 1 has no result" in text for text in found.values())


def test_a_deal_that_takes_too_many_moves_stops_a_walk() -> None:
    start = etori.new_match(etori.Rules())
    walk = testing.random_walk(etori.GAME, start, 1, longest_deal=7)
    assert walk.stopped is not None
    assert isinstance(walk.stopped.error, testing.EndlessDeal)
    assert str(walk.stopped.error).startswith("deal 1 is not over after 7 moves; if it may be that long, say")
    assert len(walk.moves) == 8  # with the deal
    whole = testing.random_walk(etori.GAME, start, 1, deals=1)
    longest = len(whole.moves) - 1
    assert testing.random_walk(etori.GAME, start, 1, deals=1, longest_deal=longest) == whole


def shaken(plant: Plant) -> Laws:
    """A game whose apply fails once, and never again."""
    fails = "if len(state.tricks) == 2 and not next(TIMES):\n        raise KeyError(move)\n"
    line = "    after = state.with_card(move.card"
    times = ("import attrs\n", "import itertools\n\nimport attrs\n\nTIMES = itertools.count()\n")
    return laws_of(plant("german_whist", (times, (line, f"    {fails}{line}"))).GAME)


def test_chance_that_makes_an_example_another_breaks_a_law(plant: Plant) -> None:
    error = broken(shaken(plant), "legal_moves_are_accepted")
    assert error.found.startswith("there is chance in apply, or in another function of the game")
    assert re.search(r"What was seen once: legal_moves offers seat \d \S+, but apply fails", error.found)


def test_several_faults_of_one_law_are_told_as_one() -> None:
    settings.load_profile("shrinking")

    def twice(state: Any) -> Any:
        moves = german_whist.legal_moves(state)
        if len(state.tricks) == 1:
            raise KeyError("tricks")
        return (*moves, moves[0]) if state.trick else moves

    assert broken(laws_of(attrs.evolve(german_whist.GAME, legal_moves=twice)), "legal_moves_are_accepted")


def test_a_long_match_is_told_in_short_and_can_be_seen_again(plant: Plant) -> None:
    fault = next(fault for fault in FAULTS if fault.what == "an endless match")
    error = broken(laws_of(plant(fault.example, fault.changes).GAME, longest_match=_sixty), fault.law)
    assert error.walk is not None
    told = [str(error), *getattr(error, "__notes__", ())]
    assert "\n  … 57 more deals …\n  deal 58:" in told[0]
    assert f"moves by seed {error.walk.seed}\n" in told[0]
    assert sum(map(len, told)) < 10_000
    walk = testing.random_walk(truco.GAME, truco.new_match(truco.Rules(), first=1, scores=(3, 2)), 5)
    names = {**vars(cardrules), **vars(testing), **vars(truco), "cardrules": cardrules}
    assert eval(repr(walk), names) == walk
    assert eval(repr(walk.upto(7)), names) == walk.upto(7)
    assert len(repr(walk)) < 200


# --- What is declared ---------------------------------------------------------------------------


def fails(*_: object) -> Any:
    raise KeyError("nothing")


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("told", "views_tell_nothing_hidden"),
        ("told", "refusals_say_why"),
        ("places", "every_card_is_in_one_place"),
        ("moves", "other_moves_are_refused"),
        ("standings", "a_match_begins_as_asked"),
        ("longest_deal", "deals_end"),
        ("longest_match", "matches_end"),
    ],
)
def test_a_declared_function_that_fails_is_no_fault_of_the_game(name: str, law: str) -> None:
    given: Any = {name: fails}
    with pytest.raises(testing.DeclaredWrong) as caught:
        check(Laws(truco.GAME, **given), law)
    said = f"your {name}() failed, which was given as Laws({name}=...): KeyError: 'nothing'"
    assert (str(caught.value), caught.value.name) == (said, name)


def test_told_is_asked_of_deals_alone() -> None:
    def told(state: Any) -> object:
        assert state.deal.number
        return None

    laws = Laws(etori.GAME, told=told, examples=8)
    for law in ("views_tell_nothing_hidden", "views_hold_no_secrets", "refusals_say_why"):
        check(laws, law)
    assert laws.told_in(etori.new_match(etori.Rules())) is None


# --- The suite ----------------------------------------------------------------------------------


def test_a_suite_has_a_test_for_every_law_and_shows_which_is_broken(plant: Plant) -> None:
    lost = next(fault for fault in FAULTS if fault.what == "a lost card")
    tests = conformance(laws_of(plant(lost.example, lost.changes).GAME, examples=10))
    names = unittest.TestLoader().getTestCaseNames(tests)
    assert sorted(names) == sorted(f"test_{law}" for law in LAWS)
    result = unittest.TestResult()
    for law in ("every_card_is_in_one_place", "legal_moves_are_accepted", "views_tell_nothing_hidden"):
        tests(f"test_{law}").run(result)
    failed = [str(test) for test, _ in result.failures]
    assert result.errors == []
    assert len(failed) == 1
    assert failed[0].startswith("test_every_card_is_in_one_place")


def test_worlds_that_differ_without_an_exchange_are_told_as_chance() -> None:
    from cardrules.testing.hidden import LookAlike
    from cardrules.testing.laws.knowledge import told_apart

    walk = testing.walk(truco.GAME, truco.Rules(), [])
    assert told_apart(LookAlike(walk, 0, ()), "the view is another", truco.Call.TRUCO) == (
        "nothing that seat 0 has not seen was exchanged, the same moves were only made again, and the view "
        "is another after truco: there is chance in the game"
    )


def test_a_law_that_is_not_for_a_game_is_skipped_with_the_reason() -> None:
    laws = laws_of(
        attrs.evolve(german_whist.GAME, possible=None), without={"seats_are_alike": "seat 0 always deals"}
    )
    result = unittest.TestResult()
    for law in ("seats_are_alike", "worlds_are_possible"):
        conformance(laws)(f"test_{law}").run(result)
    assert [why for _, why in result.skipped] == [
        "seat 0 always deals",
        "the game does not say what its possible worlds are",
    ]


def test_laws_that_are_not_there_are_refused() -> None:
    with pytest.raises(LookupError, match="there is no law 'gravity'"):
        conformance(Laws(german_whist.GAME, without={"gravity": "it floats"}))
    with pytest.raises(LookupError, match="there is no law 'gravity'"):
        check(german_whist.GAME, "gravity")


def test_a_fault_shrinks_to_a_short_match(plant: Plant) -> None:
    settings.load_profile("shrinking")
    fault = next(fault for fault in FAULTS if fault.what == "apply accepts what legal_moves does not list")
    error = broken(laws_of(plant(fault.example, fault.changes).GAME), fault.law)
    assert error.walk is not None
    assert len(error.walk.moves) == 2  # a deal, and a card that is led
    assert repr(error.walk.start.rules) == "Rules()"


def test_a_walk_can_be_pasted_back() -> None:
    walk = find(testing.walks(truco.GAME), lambda walk: len(walk.moves) > 2)
    names = {**vars(cardrules), **vars(testing), **vars(truco), "cardrules": cardrules}
    assert eval(repr(walk), names) == walk


def test_the_page_lists_every_law() -> None:
    page = Path(__file__).parent.parent / "docs" / "how-to" / "test-your-game.md"
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(law.name, law.says) for law in LAWS.values()]


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import cardrules.testing"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr.strip().endswith(
        "MissingExtra: this needs hypothesis: install it with  pip install 'cardrules[testing]'"
    )


# --- Strategies ---------------------------------------------------------------------------------


@given(st.data())
def test_cards_sets_and_packs_are_of_their_deck(data: st.DataObject) -> None:
    assert data.draw(testing.cards(SPANISH)) in SPANISH
    chosen = data.draw(testing.card_sets(SPANISH, min_size=2, max_size=5))
    assert 2 <= len(chosen) <= 5
    assert chosen <= SPANISH.set(SPANISH.cards)
    pack = data.draw(testing.packs(SPANISH.deck, min_size=8))
    assert len(pack) >= 8
    assert set(pack) <= set(SPANISH)


OPTIONS: dict[str, dict[str, set[Any]]] = {
    "etori": {
        "players": {4, 6},
        "aces": {"dealt", "captured"},
        "direction": {"clockwise", "counterclockwise"},
        "trump": set(FRENCH.deck.suits),
        "rensho": set(FRENCH.read("A♠ A♥ A♦ A♣")),
    },
    "gong_zhu": {
        "players": {4, 5},
        "partnerships": {False, True},
        "exposure": {"open", "none"},
        "first_lead": {"free", "marker"},
        "pig_flips": {"all_hearts", "sweep"},
    },
    "hornafjardarmanni": {"nolo_ace": {"high", "low"}, "deal": {"packets_of_four", "manni_first"}},
    "truco": {
        "raise_right": {"acceptor", "either"},
        "envido_after_truco": {False, True},
        "envido_own_card": {False, True},
        "falta": {"nearer", "loser"},
        "fold_to_envido": {"round_value", "decline_and_fold", "forbidden"},
        "envido_reveal": {"points", "cards"},
    },
}


@every_game
def test_rules_are_found_out_in_all_combinations(game: AnyGame) -> None:
    seen: list[Any] = []

    @settings(max_examples=400)
    @given(testing.rules(game))
    def collect(rules: Any) -> None:
        seen.append(rules)

    collect()
    for name, values in OPTIONS[game.name].items():
        assert {getattr(rules, name) for rules in seen} == values
    assert game.rules() in seen
    assert len(set(seen)) > 20
    if game is gong_zhu.GAME:
        assert any(rules.removed is not None for rules in seen)
        assert len({rules.losing_score for rules in seen}) > 5


@every_game
@given(data=st.data())
def test_standings_are_found_out(game: AnyGame, data: st.DataObject) -> None:
    rules = data.draw(testing.rules(game))
    scores = data.draw(testing.standings(game, rules))
    assert scores is None or game.new_match(rules, scores=scores).scores == scores


@every_game
def test_standings_are_not_always_the_usual_one(game: AnyGame) -> None:
    rules = game.rules()
    assert find(testing.standings(game, rules), lambda scores: scores is not None) is not None


@every_game
@given(data=st.data())
def test_states_are_of_the_moment_that_was_asked_for(game: AnyGame, data: st.DataObject) -> None:
    assert data.draw(testing.states(game, when="playing")).to_move is not None
    assert data.draw(testing.states(game, when="waiting")).awaits_deal
    over = data.draw(testing.states(game, when="over"))
    assert over.match.outcome is not None
    view = data.draw(testing.views(game, when="waiting"))
    assert view.awaits_deal
    assert not hasattr(view, "secrets")


@every_game
def test_states_between_deals_are_reached(game: AnyGame) -> None:
    how = settings(max_examples=300, phases=[Phase.generate])
    find(testing.states(game, when="waiting"), lambda state: state.deal.number > 0, settings=how)
    find(testing.states(game, when="playing"), lambda state: len(state.match.results) > 0, settings=how)


@every_game
@given(data=st.data())
def test_illegal_moves_are_illegal(game: AnyGame, data: st.DataObject) -> None:
    state, move = data.draw(testing.illegal_moves(game))
    assert game.why_not(state, move) is not None
    waiting, deal = data.draw(testing.illegal_moves(game, when="waiting"))
    assert game.why_not(waiting, deal) is not None


def two_tricks(walk: testing.Walk) -> bool:
    return any(len(state.tricks) == 2 for state in walk.states)


def test_walks_shrink_to_the_first_of_everything() -> None:
    shrinking = settings.get_profile("shrinking")
    game = german_whist.GAME
    walk = find(testing.walks(game), two_tricks, settings=shrinking)
    assert walk.start == game.new_match(german_whist.Rules())
    assert walk.moves[0] == Deal(FRENCH.cards)
    for step in walk.steps[1:]:
        assert step.move == game.legal_moves(step.before)[0]
    assert len(walk.moves) == 5


def test_walks_go_to_the_end_of_a_deal_if_asked() -> None:
    @given(testing.walks(hornafjardarmanni.GAME, least=1, deals=2, whole=True))
    def check_it(walk: testing.Walk) -> None:
        assert walk.last.awaits_deal or walk.last.match.outcome is not None
        assert 1 <= len(walk.last.match.results) <= 2

    check_it()


@attrs.frozen
class Unlisted:
    """Rules of which no refusal lists what a number may be."""

    players: int = 4

    def __attrs_post_init__(self) -> None:
        if self.players not in (4, 6):
            raise ValueError(self.players)


def test_numbers_are_tried_where_no_refusal_lists_them() -> None:
    players = deriving.options(Unlisted)["players"]
    assert find(players, lambda number: number != 4) == 6
    with pytest.raises(NoSuchExample):
        find(players, lambda number: number not in (4, 6))


@attrs.frozen
class Odd:
    """A kind of move that nobody can make up."""

    what: complex


def test_a_kind_of_move_that_cannot_be_made_has_to_be_declared() -> None:
    game = attrs.evolve(truco.GAME, moves=(*truco.GAME.moves, Odd))
    state = game.new_match(truco.Rules())
    with pytest.raises(NotDeclared, match=r"Odd\.what is of the type .*complex.* Laws\(moves=\.\.\.\)"):
        list(testing.every_move(game, state))
    declared = Laws(game, moves=lambda state: [Odd(1j)])
    assert Odd(1j) in list(testing.every_move(declared, state))
