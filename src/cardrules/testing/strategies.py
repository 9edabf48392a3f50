"""Hypothesis strategies for cards and for everything that a game has; they shrink to short, simple games.

Where a game is asked for, `Laws` may be given, which say more of it.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from hypothesis import strategies as st

from cardrules.cards import FRENCH, Card, CardSet, Deck, Pack
from cardrules.moves import Deal
from cardrules.testing import deriving
from cardrules.testing.declared import Laws, laws_of
from cardrules.testing.universe import every_move, faulty_deals
from cardrules.testing.walking import AnyGame, Walk, random_walk, stepped

When = Literal["any", "playing", "waiting", "over"]
"""At which moment of a match: any, with a seat to move, with a deal to come, or after its end."""


def _joined(parts: tuple[int, ...]) -> int:
    return int("".join(f"{part:02}" for part in parts))


SEEDS: st.SearchStrategy[int] = st.tuples(*[st.integers(0, 99)] * 4).map(_joined)
"""Seeds; they are drawn in parts, since of a wide range Hypothesis draws small numbers again and again."""

Of = Laws | AnyGame
"""A game, alone or with what it declares."""


def cards(pack: Pack = FRENCH) -> st.SearchStrategy[Card]:
    """A card of a pack; it shrinks to the first.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.suit.name == "hearts")
    FRENCH['A♥']
    """
    return st.sampled_from(pack.cards)


def card_sets(
    pack: Pack = FRENCH, *, min_size: int = 0, max_size: int | None = None
) -> st.SearchStrategy[CardSet]:
    """A set of cards of a pack, of ``min_size`` to ``max_size`` cards; it shrinks to few and early ones.

    >>> from hypothesis import find
    >>> find(card_sets(), lambda found: len(found) > 1)
    FRENCH.set('A♠ K♠')
    """
    return st.lists(cards(pack), min_size=min_size, max_size=max_size, unique=True).map(pack.set)


def packs(deck: Deck = FRENCH.deck, *, min_size: int = 1) -> st.SearchStrategy[Pack]:
    """A pack of some or all cards of a deck; it shrinks to the whole deck."""
    whole = Pack(deck)
    left_out = st.lists(cards(whole), max_size=len(whole) - min_size, unique=True)
    return left_out.map(whole.without)


@st.composite
def deals(draw: st.DrawFn, state: Any) -> Deal:
    """A deal for a state that awaits one; it shrinks to the pack in its own order."""
    if draw(st.integers(0, 19)) == 0:  # one draw that shrinks at once, where the order does not matter
        return Deal(state.pack.cards)
    return Deal(draw(st.permutations(state.pack.cards)))


def rules(of: Of) -> st.SearchStrategy[Any]:
    """The rules of a game, in any valid combination of their options; they shrink to the usual ones.

    What an option may be is read from its type and from what the `RulesError` for a strange value lists
    (`one_of`, `whole` and `flag` do). An option that tells neither stays as usual; then `Laws` has to say.

    >>> from hypothesis import find
    >>> from cardrules.games import gong_zhu
    >>> find(rules(gong_zhu.GAME), lambda rules: rules.players == 5)
    Rules(players=5)
    """
    laws = laws_of(of)
    return deriving.combined(laws.game.rules) if laws.rules is None else laws.rules


def standings(of: Of, rules: Any) -> st.SearchStrategy[tuple[int, ...] | None]:
    """A standing from which a match by these rules may start; ``None``, to which it shrinks: the usual."""
    laws = laws_of(of)
    declared = laws.standings_of(rules)
    return deriving.moved(laws.game, rules) if declared is None else declared


@st.composite
def starts(draw: st.DrawFn, of: Of) -> Any:
    """The beginning of a match: any rules, any first seat, any standing that allows one."""
    laws = laws_of(of)
    chosen = draw(rules(laws))
    first = draw(st.integers(0, chosen.format.seating.seats - 1))
    return laws.game.new_match(chosen, first=first, scores=draw(standings(laws, chosen)))


@st.composite
def walks(
    draw: st.DrawFn,
    of: Of,
    *,
    least: int = 0,
    moves: int | None = None,
    deals: int | None = None,
    whole: bool = False,
) -> Walk:
    """The beginning of a match: ``least`` to ``moves`` moves, deals among them, over up to so many ``deals``.

    Usually that is as many moves as two deals of a game take in which all cards are played. ``whole`` goes
    on to the end of the last deal. It shrinks to few moves, and to the first of the legal ones. A deal
    without an end stops it, see `Stop`.

    >>> from hypothesis import find
    >>> from cardrules.games import truco
    >>> find(walks(truco.GAME), lambda walk: any(state.trick for state in walk.states)).moves[1:]
    (Play(card=SPANISH['1 de espada']),)
    """
    laws = laws_of(of)
    game, start = laws.game, draw(starts(laws))
    left = draw(st.integers(least, _usual_length(start) if moves is None else moves))

    def choose(state: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0 and (not whole or state.awaits_deal):
            return None
        if state.awaits_deal:
            full = deals is not None and len(state.match.results) >= deals
            return None if full else draw(_deals(state))
        offered = game.legal_moves(state)
        return offered[draw(st.integers(0, len(offered) - 1))] if len(offered) else offered[0]

    return stepped(game, start, choose, laws.deal_bound(start.rules))


def _usual_length(start: Any) -> int:
    """As many moves as two deals of a game take in which all cards are played."""
    seats: int = start.seating.seats
    return 2 * (len(start.pack) + 4 * seats)


@st.composite
def courses(draw: st.DrawFn, of: Of, *, deals: int = 2, whole: bool = False) -> Walk:
    """A walk with a move at least: some as `walks` draws them, most of them played out by chance.

    What is played by chance costs little, and so comes far: half of it ends with a deal, where late rules
    are. It is told by a seed, and shrinks to few moves of it.
    """
    laws = laws_of(of)
    if not draw(st.integers(0, 2)):
        return draw(walks(laws, least=1, deals=deals, whole=whole))
    start = draw(starts(laws))
    seed = draw(SEEDS)
    most = draw(st.integers(1, _usual_length(start)) | st.none())
    count = draw(st.integers(1, deals)) if most is None or whole else deals
    moves = 10**6 if most is None or whole else most
    longest = laws.deal_bound(start.rules)
    return random_walk(laws.game, start, seed, moves=moves, deals=count, longest_deal=longest)


_deals = deals  # `walks` has a parameter of that name


@st.composite
def finished(draw: st.DrawFn, of: Of) -> Walk:
    """A whole match between random players, from a seed, which does not shrink to a shorter one."""
    laws = laws_of(of)
    start = laws.game.new_match(draw(rules(laws)))
    seed = draw(SEEDS)
    deals, longest = laws.match_bound(start.rules), laws.deal_bound(start.rules)
    return random_walk(laws.game, start, seed, deals=deals, longest_deal=longest)


@st.composite
def states(draw: st.DrawFn, of: Of, *, when: When = "any") -> Any:
    """A state of a match, at any moment, with a seat to move, with a deal to come, or after the end.

    >>> from hypothesis import find
    >>> from cardrules.games import truco
    >>> find(states(truco.GAME, when="playing"), lambda state: True).to_move
    0
    """
    laws = laws_of(of)
    if when == "over":
        return draw(finished(laws)).last
    walk = draw(walks(laws))
    for state in reversed(walk.states):
        if when == "any" or (state.awaits_deal if when == "waiting" else state.to_move is not None):
            return state
    return laws.game.apply(walk.start, draw(deals(walk.start)))


@st.composite
def views(draw: st.DrawFn, of: Of, *, when: When = "any") -> Any:
    """The view of any seat, or of a spectator (to which it shrinks), at such a moment."""
    state = draw(states(of, when=when))
    seat = draw(st.none() | st.integers(0, state.seating.seats - 1))
    return laws_of(of).game.observe(state, seat)


@st.composite
def illegal_moves(draw: st.DrawFn, of: Of, *, when: When = "playing") -> tuple[Any, Any]:
    """A state and a move that is not legal in it, of any kind that can be made (see `every_move`).

    >>> from hypothesis import find
    >>> from cardrules.games import truco
    >>> state, move = find(illegal_moves(truco.GAME), lambda pair: isinstance(pair[1], truco.Call))
    >>> truco.why_not(state, move).rule
    'truco.value'
    """
    laws = laws_of(of)
    state = draw(states(laws, when=when))
    legal = laws.game.legal_moves(state)
    tried = every_move(laws, state, Random(draw(st.integers(0, 99))))
    wrong = [
        move for move in tried if move not in legal and not (state.awaits_deal and isinstance(move, Deal))
    ]
    return state, draw(st.sampled_from(wrong + list(faulty_deals(state.pack))))


def seats(count: int) -> st.SearchStrategy[int]:
    """A seat of so many."""
    return st.integers(0, count - 1)
