"""The laws as tests: `conformance` makes a test case of them, `check` tries one or all at once."""

from __future__ import annotations

import inspect
import unittest
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from cardrules.testing.declared import Laws, laws_of
from cardrules.testing.laws import LAWS, Law, LawBroken
from cardrules.testing.laws.case import Case
from cardrules.testing.walking import AnyGame


def conformance(of: Laws | AnyGame) -> type[unittest.TestCase]:
    """A test case with a test for every law: ``test_`` and the law's name.

    Assign it to a name that begins with ``Test`` in a module of tests; pytest and unittest find it. A law
    that is not for the game is skipped, with the reason. How many examples are tried is up to the profile of
    Hypothesis, and to ``Laws.examples``.

    >>> from cardrules.games.truco import GAME
    >>> tests = conformance(GAME)
    >>> result = unittest.TestResult()
    >>> tests("test_every_card_is_in_one_place").run(result).wasSuccessful()
    True
    """
    laws = laws_of(of)
    unknown = set(laws.without) - set(LAWS)
    if unknown:
        raise LookupError(f"there is no law {sorted(unknown)[0]!r}: there are {', '.join(LAWS)}")
    tests = {f"test_{law.name}": _test(laws, law) for law in LAWS.values()}
    name = "".join(part.title() for part in laws.game.name.split("_"))
    caller = inspect.stack()[1].frame.f_globals.get("__name__", __name__)
    doc = f"The laws of games, checked for {laws.game.title}."
    return type(f"Test{name}", (unittest.TestCase,), {"__doc__": doc, "__module__": caller, **tests})


def check(of: Laws | AnyGame, law: str | None = None) -> None:
    """Check one law of a game by its name, or all of them; the first that is broken raises `LawBroken`.

    Raises `LookupError` for a name that no law has, `DeclaredWrong` where a function of `Laws` fails. A law
    that the game cannot have is passed over.

    >>> from cardrules.games.truco import GAME
    >>> check(GAME, "every_card_is_in_one_place")
    """
    laws = laws_of(of)
    if law is not None and law not in LAWS:
        raise LookupError(f"there is no law {law!r}: there are {', '.join(LAWS)}")
    for one in [LAWS[law]] if law is not None else LAWS.values():
        if not _excuse(laws, one):
            _checked(laws, one)()


def _excuse(laws: Laws, law: Law) -> str:
    """Why a law is not for a game, if so."""
    return laws.without.get(law.name, "") or law.offered(laws)


def _test(laws: Laws, law: Law) -> Callable[[Any], None]:
    excuse = _excuse(laws, law)
    run = _checked(laws, law)

    def test(self: unittest.TestCase) -> None:
        __tracebackhide__ = True
        if excuse:
            self.skipTest(excuse)
        run()

    test.__doc__ = law.says
    test.__name__ = f"test_{law.name}"
    return test


def _checked(laws: Laws, law: Law) -> Callable[[], None]:
    """The check of a law over as many examples as it wants."""
    profile: Any = settings.default
    examples = max(1, (laws.examples or int(profile.max_examples)) // law.share)
    if not law.drawn:

        def tried() -> None:
            for number in range(examples):
                law.check(Case(laws, law, None, number))

        return tried

    def drawn(data: st.DataObject) -> None:
        __tracebackhide__ = True
        law.check(Case(laws, law, data))

    # Hypothesis keeps failing examples by the name of the test.
    drawn.__name__ = drawn.__qualname__ = f"{law.name}_of_{laws.game.name}"
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    without = {Phase.explain} if law.shrinks else {Phase.explain, Phase.shrink}
    how = settings(
        profile,
        max_examples=examples,
        deadline=None,
        suppress_health_check=slow,
        report_multiple_bugs=False,
        phases=[phase for phase in profile.phases if phase not in without],
    )
    tried_all = how(given(data=st.data())(drawn))

    def checked() -> None:
        __tracebackhide__ = True
        try:
            tried_all()
        except Flaky as error:
            raise LawBroken(laws, law, _chance(error)) from error

    return checked


def _chance(error: Flaky) -> str:
    """What to say where Hypothesis tries an example again, and finds another."""
    causes = getattr(error, "exceptions", ())
    seen = next((f" What was seen once: {one.found}" for one in causes if isinstance(one, LawBroken)), "")
    return (
        "there is chance in apply, or in another function of the game or of its Laws: tried again, the same "
        f"numbers gave another match. The deal should be the only chance.{seen}"
    )
