"""Faults to be planted in copies of the example games, and the law that has to find each."""

from __future__ import annotations

import attrs

Changes = tuple[tuple[str, str], ...]


@attrs.frozen
class Fault:
    """What is wrong, in which example, by which changes of its text; which law finds it, and what it says."""

    what: str
    example: str
    law: str
    says: str
    changes: Changes


def _whist(what: str, law: str, says: str, *changes: tuple[str, str]) -> Fault:
    return Fault(what, "german_whist", law, says, changes)


def _hearts(what: str, law: str, says: str, *changes: tuple[str, str]) -> Fault:
    return Fault(what, "hearts", law, says, changes)


# Lines of german_whist.py that are changed often.
GETS = "holding.gets(turned if seat == state.to_move else hidden)"
STOCK = "    turned, hidden, *stock = state.secrets.stock\n"
LEGAL = "    return cr.plays(FRENCH.deck)(Bound.narrowed(position.mover_bits(), bounds(position)))\n"
VERDICT = "    return Bound.broken(position, move.card, bounds(position))\n"
AFTER = "    after = state.with_card(move.card, tricks(state.deal.trump))  # german_whist.trick\n"
NEXT = "state.seating.next[state.match.eldest]"
SCORED = f"    return cr.after_deal(state.match, [line], state.seating, {NEXT}, over)\n"
FINISH = "    return attrs.evolve(after, match=scored(after), to_move=None)\n"
TRICK = "    if after.trick:\n        return after\n"
LATE = "len(position.tricks) > 22"
AGAIN = (
    "hands, stock = original(after)",
    "return dealt(after, tuple(tuple(hand) for hand in hands), tuple(stock))",
)
WORDY = (
    "fault",
    "if fault is None or isinstance(position, View) or len(position.tricks) < 8:",
    "    return fault",
    "message = f'The next seat holds {position.hand(1 - position.mover)}.'",
    "return attrs.evolve(fault, message=message)",
)
IMPORT = "import attrs\n"
RANDOM = "import random\n\nimport attrs\n"


def _then(line: str, name: str, *following: str) -> tuple[str, str]:
    """A line that returns something: instead it is called by a name, and other lines follow."""
    return line, line.replace("return", f"{name} =") + "".join(f"    {more}\n" for more in following)


def _before(line: str, *others: str) -> tuple[str, str]:
    """A line, with others before it."""
    return line, "".join(f"    {other}\n" for other in others) + line


FAULTS = (
    # --- Cards ---
    _whist(
        "a lost card",
        "every_card_is_in_one_place",
        r"^after \S+ of seat [01], \S+ is nowhere: a card is lost, or there is a place that Laws\(places=",
        (GETS, "holding.gets(turned) if seat == state.to_move else holding"),
    ),
    _whist(
        "a card in two hands",
        "every_card_is_in_one_place",
        r"^after \S+ of seat \d, \S+ is in 2 places, in the hand of seat 0 and in the hand of seat 1; ",
        (GETS, "holding.gets(turned)"),
    ),
    _whist(
        "a card that was drawn and is still in the stock",
        "every_card_is_in_one_place",
        r"^after \S+ of seat \d, \S+ is in 2 places, in the stock and in the hand of seat \d",
        ("cr.Secrets(own, tuple(stock))", "cr.Secrets(own, (hidden, *stock))"),
    ),
    _hearts(
        "cards that are passed and come to nobody",
        "every_card_is_in_one_place",
        r"^after pass .* of seat \d, \S+ is (nowhere|in 2 places)",
        ("holding.gets(*own[(at - by) % 4].gone)", "holding.gets(*own[at - at % 2].gone)"),
    ),
    # --- Legality ---
    _whist(
        "legal_moves lists what apply refuses",
        "legal_moves_are_accepted",
        r"^legal_moves offers seat \d \S+, but it is refused by german_whist\.follow: seat \d holds .* must",
        (LEGAL, "    return cr.plays(FRENCH.deck)(position.mover_bits())\n"),
    ),
    _whist(
        "apply accepts what legal_moves does not list",
        "other_moves_are_refused",
        r"^apply accepts \S+, which legal_moves does not list; it lists \S+",
        (VERDICT, "    return None\n"),
    ),
    _whist(
        "a faster apply that is not the same",
        "other_moves_are_refused",
        r"^apply accepts \S+, which legal_moves does not list",
        ("    play=play,\n", "    play=play,\n    fast_apply=hasty,\n"),
        (
            "GAME: cr.Game",
            "def hasty(state: State, move: cr.Deal | Play) -> State:\n"
            "    seat = state.to_move\n"
            "    held = seat is not None and isinstance(move, Play) and move.card in state.hand(seat)\n"
            "    return play(state, move) if held else GAME.checked_apply(state, move)\n\n\nGAME: cr.Game",
        ),
    ),
    _hearts(
        "a pass of any number of cards",
        "other_moves_are_refused",
        r"^apply accepts pass [^,]+, which legal_moves does not list",
        ("return None if len(move.cards) == 3 else fault", "return None if move.cards else fault"),
    ),
    _whist(
        "no legal move",
        "somebody_can_move",
        r"^seat \d is to move and has no legal move$",
        (LEGAL, LEGAL.replace("return", "return () if len(position.tricks) == 3 else")),
    ),
    _whist(
        "apply fails",
        "legal_moves_are_accepted",
        r"^legal_moves offers seat \d \S+, but apply fails with AssertionError",
        _before(AFTER, "assert len(state.tricks) < 20"),
    ),
    # --- Refusals ---
    _whist(
        "a refusal by a rule of another game",
        "refusals_say_why",
        r"^the refusal of \S+ by whist\.follow cites no rule of the game",
        ('Bound("german_whist.follow"', 'Bound("whist.follow"'),
    ),
    _whist(
        "a refusal of the wrong seat",
        "refusals_say_why",
        r"is said of seat (\d), but seat (?!\1)\d is to move",
        _then(VERDICT, "fault", "return fault and attrs.evolve(fault, seat=1 - position.mover)"),
    ),
    _whist(
        "a refusal that cites another's cards",
        "refusals_say_why",
        r"cites .*, which seat \d has not seen",
        _then(
            VERDICT,
            "fault",
            "seen = None if isinstance(position, View) else position.hand(1 - position.mover)",
            "return fault if seen is None or fault is None else attrs.evolve(fault, cards=tuple(seen))",
        ),
    ),
    _whist(
        "a refusal without a sentence",
        "refusals_say_why",
        r"is no sentence: 'no'",
        _then(VERDICT, "fault", 'return fault and attrs.evolve(fault, message="no")'),
    ),
    _whist(
        "why_not that speaks against a legal move",
        "legal_moves_are_accepted",
        r"^legal_moves offers seat \d \S+, but it is refused by german_whist\.follow: ",
        ('yield Bound("german_whist.follow", led.lane, ', 'yield Bound("german_whist.follow", ~1, '),
        (
            LEGAL,
            "    led = position.trick[:1]\n    hand = position.mover_bits()\n"
            "    return cr.plays(FRENCH.deck)(cr.follow(hand, led[0].lane) if led else hand)\n",
        ),
    ),
    # --- Ends ---
    _whist(
        "an endless deal",
        "deals_end",
        r"^deal 1 is not over after \d+ moves",
        ("    if after.trick:\n", "    after = attrs.evolve(after, played_bits=0)\n    if after.trick:\n"),
        ("    if len(after.tricks) < 2 * state.rules.format.each:\n", "    if after.tricks:\n"),
    ),
    _whist(
        "a deal that begins again by itself",
        "deals_end",
        r"^after \S+ of seat \d deal 1 is again as it was when it had been dealt: it goes on without a Deal",
        (FINISH, "".join(f"    {line}\n" for line in AGAIN)),
    ),
    _whist(
        "a deal that sometimes begins again by itself",
        "matches_end",
        r"^after \S+ of seat \d deal \d+ is again as it was when it had been dealt",
        _before(FINISH, "if after.tricks[0].winner == 1:", *(f"    {line}" for line in AGAIN)),
    ),
    _whist(
        "a deal that is not scored",
        "deals_end",
        r"^after \S+ of seat \d nobody is to move, and yet deal 1 has no result and the match is not over",
        (FINISH, "    return attrs.evolve(after, to_move=None)\n"),
    ),
    _whist(
        "a match of deals that are not scored",
        "matches_end",
        r"^after \S+ of seat \d nobody is to move, and yet deal 1 has no result and the match is not over",
        (FINISH, "    return attrs.evolve(after, to_move=None)\n"),
    ),
    _whist(
        "a trick that is taken back",
        "matches_end",
        r"^after \S+ of seat \d deal 1 is again as it was (when it had been dealt|after \d+ moves)",
        (
            TRICK,
            f"{TRICK}    if len(after.tricks) == 1:\n"
            "        return attrs.evolve(after, tricks=(), played_bits=0)\n",
        ),
    ),
    _whist(
        "a deal that is scored twice",
        "deals_end",
        r"^deal 1 has been scored more than once: there are 2 results",
        (
            FINISH,
            "    match = scored(attrs.evolve(after, match=attrs.evolve(scored(after), outcome=None)))\n"
            + FINISH.replace("scored(after)", "match"),
        ),
    ),
    _whist(
        "a match that goes on after its end",
        "matches_end",
        r"^the match goes on, and yet Game\.over says that it is over by 'german_whist\.match' at the",
        (SCORED, SCORED.replace("over)", "lambda match: over(match) if len(match.results) > 8 else None)")),
    ),
    _whist(
        "an end of the match that the game does not tell",
        "matches_end",
        r"^it ended by 'german_whist\.match' .* give Game\(over=\.\.\.\) the function that after_deal asks$",
        ("    over=over,\n", ""),
    ),
    _whist(
        "an end of the match by another rule",
        "matches_end",
        r"^it ended by 'german_whist\.score', and Game\.over says by 'german_whist\.match'$",
        (SCORED, SCORED.replace("over)", "lambda match: over(match) and 'german_whist.score')")),
    ),
    # --- What happens late ---
    _whist(
        "legal_moves that lists too much late",
        "legal_moves_are_accepted",
        r"^legal_moves offers seat \d \S+, but it is refused by german_whist\.follow",
        _before(LEGAL, f"if {LATE}:", "    return cr.plays(FRENCH.deck)(position.mover_bits())"),
    ),
    _whist(
        "a rule that is forgotten late",
        "other_moves_are_refused",
        r"^apply accepts \S+, which legal_moves does not list",
        _before(VERDICT, f"if {LATE}:", "    return None"),
    ),
    _whist(
        "a refusal that tells another's hand late",
        "views_allow_what_the_state_does",
        r"^on the view of seat \d why_not\(\S+\)\.message is .* instead of 'The next seat holds ",
        _then(VERDICT, *WORDY),
    ),
    _whist(
        "a refusal that leaks another's hand late",
        "views_tell_nothing_hidden",
        r"^seat \d has not seen .* in each other's place, the refusals of the state\[\d\]\.message is 'The",
        _then(VERDICT, *WORDY),
    ),
    _whist(
        "a leak late in the view",
        "views_tell_nothing_hidden",
        r"in each other's place, view\.deal\.peek is (True|False) instead of (True|False) after ",
        (
            "    before: tuple[Card, ...] = ()",
            "    before: tuple[Card, ...] = ()\n    peek: bool = False",
        ),
        (
            "attrs.evolve(state.deal, turned=top",
            "attrs.evolve(state.deal, peek=len(stock) == 6 and stock[1].rank.text in 'AKQJ', turned=top",
        ),
    ),
    _whist(
        "an endless match",
        "matches_end",
        r"^a match is not over after 60 deals; the standing is \(\d+, \d+\)",
        ("max(match.scores) >= match.rules.target", "max(match.scores) < 0"),
    ),
    _whist(
        "an outcome without losers",
        "matches_end",
        r"^won \(\d,\), lost \(\): every seat must have done either",
        _then(
            SCORED,
            "match",
            "ended = match.outcome",
            "return match if ended is None else attrs.evolve(match, outcome=attrs.evolve(ended, losers=()))",
        ),
    ),
    # --- Scores ---
    _whist(
        "lines that do not sum",
        "lines_sum_to_scores",
        r"^the lines of deal 1 sum to (\(2, 0\)|\(0, 2\)), but its score is .*german_whist\.score \+1 for",
        _then(
            SCORED,
            "match",
            "last = attrs.evolve(match.results[-1], lines=(line, line))",
            "return attrs.evolve(match, results=(*match.results[:-1], last))",
        ),
    ),
    _whist(
        "payoffs that are not what was scored",
        "lines_sum_to_scores",
        r"^deal 1 has the payoffs (\(2, 0\)|\(0, 2\)), but what its side scored is (\(1, 0\)|\(0, 1\)) by",
        _then(
            SCORED,
            "match",
            "last = match.results[-1]",
            "last = attrs.evolve(last, payoffs=tuple(2 * paid for paid in last.payoffs))",
            "return attrs.evolve(match, results=(*match.results[:-1], last))",
        ),
    ),
    _whist(
        "a standing that is not the sum of the deals",
        "lines_sum_to_scores",
        r"^deal 2 scored .*, but its totals are",
        (
            SCORED,
            SCORED.replace("return", "match =") + "    last = match.results[-1]\n"
            "    one = 1 if len(match.results) == 2 else 0\n"
            "    odd = tuple(score + one for score in last.totals)\n"
            "    return attrs.evolve(match, results=(*match.results[:-1], attrs.evolve(last, totals=odd)))\n",
        ),
    ),
    _whist(
        "a line by no rule",
        "lines_cite_what_is_public",
        r"cites 'whist\.score', which is no rule of the game",
        ('cr.Line("german_whist.score"', 'cr.Line("whist.score"'),
    ),
    _whist(
        "a line that cites hidden cards",
        "lines_cite_what_is_public",
        r"^a line by german_whist\.score cites .*, not seen by all",
        (
            "max(range(2), key=winners.count), 1)",
            "max(range(2), key=winners.count), 1, state.pack.set('2♦'))",
        ),
        ("    if len(after.tricks) < 2 * state.rules.format.each:\n", "    if len(after.tricks) < 20:\n"),
    ),
    # --- Values ---
    _whist(
        "a state that apply changes",
        "nothing_changes_a_state",
        r"^apply\(.*\) changes the state that it is given: state\.played_bits is \d+ instead of \d+",
        _before(
            AFTER,
            "played = state.played_bits | move.card.bit",
            'object.__setattr__(state, "played_bits", played)',
        ),
    ),
    _whist(
        "a state that legal_moves changes",
        "nothing_changes_a_state",
        r"^legal_moves changes the state that it is given: state\.tricks is ",
        _before(LEGAL, 'object.__setattr__(position, "tricks", position.tricks[:1])'),
    ),
    _whist(
        "a list in a state",
        "values_can_be_kept",
        r"^hash of a State fails with TypeError: unhashable type: 'list'",
        ("before=before)", "before=list(before))"),
    ),
    _whist(
        "a hidden random choice",
        "chance_is_in_the_deal_alone",
        r"(gives another state: state\.\S+ is .* instead of|draws numbers from the module random)",
        (IMPORT, RANDOM),
        (STOCK, STOCK + "    if random.random() < 0.5:\n        turned, hidden = hidden, turned\n"),
    ),
    _whist(
        "a hidden random choice by a generator of its own",
        "chance_is_in_the_deal_alone",
        r"^applied again, \S+ gives another state: state\.\S+ is .* instead of",
        (IMPORT, RANDOM),
        (
            STOCK,
            STOCK + "    if random.SystemRandom().random() < 0.5:\n        turned, hidden = hidden, turned\n",
        ),
    ),
    _whist(
        "chance in the order of a set",
        "every_process_is_the_same",
        r"^(the state|what is told) is not the same in two processes: ",
        (STOCK, "    turned, *rest = state.secrets.stock\n    hidden, *stock = set(rest)\n"),
    ),
    _whist(
        "a game that cannot be pickled",
        "the_game_can_be_pickled",
        r"whose functions must stand in a module under their names, fails with ",
        ("    order=cr.evenly,", "    order=lambda state: cr.evenly(state),"),
    ),
    _whist(
        "a repr that cannot be pasted back",
        "values_can_be_pasted_back",
        r"pasted back, fails with SyntaxError",
        ("    __repr__ = cr.terse\n", "    def __repr__(self) -> str:\n        return '<rules>'\n"),
    ),
    # --- Hidden information ---
    _whist(
        "a leak in the view: the card drawn unseen",
        "views_tell_nothing_hidden",
        r"^(seat \d|a spectator) has not seen .* by then\. Were they in each other's place, view\.deal\.be",
        ("(*state.deal.before, turned)", "(*state.deal.before, turned, hidden)"),
    ),
    _whist(
        "a leak in the view: the secrets",
        "views_hold_no_secrets",
        r"^the view of a spectator holds a Secrets$",
        (
            "    before: tuple[Card, ...] = ()",
            "    before: tuple[Card, ...] = ()\n    peek: object = None",
        ),
        ("attrs.evolve(state.deal, turned=top", "attrs.evolve(state.deal, peek=state.secrets, turned=top"),
    ),
    _hearts(
        "a leak in the log: the cards that were passed",
        "views_tell_nothing_hidden",
        r"Were they in each other's place, (view\.deal\.acts\[\d\]\.move|events).* after pass",
        ("Act(seat, Passed(3))", "Act(seat, move)"),
        ("act.move if isinstance(act.move, Play) else Pass(state.secrets.own[act.seat].gone)", "act.move"),
    ),
    _whist(
        "legal moves shown to the wrong seat",
        "views_allow_what_the_state_does",
        r"^seat \d is not to move, and its view lists legal moves: ",
        (
            LEGAL,
            "    hand = position.mover_bits()\n"
            "    if isinstance(position, View) and position.own is not None:\n"
            "        hand = position.own.bits & ~position.played_bits\n"
            + LEGAL.replace("position.mover_bits()", "hand"),
        ),
    ),
    _whist(
        "legal moves that depend on another's hand",
        "views_allow_what_the_state_does",
        r"^the view of seat \d allows .*, the state ",
        _before(
            LEGAL,
            "if isinstance(position, State) and position.to_move is not None and not position.trick:",
            "    suits = sum({card.lane for card in position.hand(1 - position.to_move)})",
            "    return cr.plays(FRENCH.deck)(position.mover_bits() & suits or position.mover_bits())",
        ),
    ),
    # --- Events and replay ---
    _whist(
        "a fact that no event tells",
        "views_live_on_events",
        r"applies the events of \S+, and the view\.match\.eldest is \d instead of \d: what changed is told",
        (
            "    return attrs.evolve(state, deal=deal, ",
            "    match = attrs.evolve(state.match, eldest=1 - state.match.eldest)\n"
            "    return attrs.evolve(state, match=match, deal=deal, ",
        ),
    ),
    _whist(
        "no way back to the deal",
        "states_replay_their_deal",
        r"\(see Game\.original and Game\.as_made\)",
        ("    original=original,\n", ""),
    ),
    # --- Sameness ---
    _whist(
        "a seat that is not like the others",
        "seats_are_alike",
        r"^turned by 1 seats, ",
        (
            "    number, leader = len(state.match.results) + 1, state.match.eldest\n",
            "    number, leader = len(state.match.results) + 1, 0\n",
        ),
    ),
    _whist(
        "a game that is not bound",
        "a_match_begins_as_asked",
        r"call cardrules\.bind\(GAME, State, View\) at the end$",
        ("cr.bind(GAME, State, View)", 'cr.bind(attrs.evolve(GAME, title="Whist"), State, View)'),
    ),
    _whist(
        "a game that is not bound at all",
        "a_match_begins_as_asked",
        r"^State does not know its game: call cardrules\.bind\(GAME, State, View\)",
        ("cr.bind(GAME, State, View)\n", ""),
    ),
    _whist(
        "a match that forgets who was to be first",
        "a_match_begins_as_asked",
        r"^of \(rules, first, scores\) asked\[1\] is 0 instead of 1$",
        (
            "    sizes = match.rules.format\n",
            "    sizes = match.rules.format\n    match = attrs.evolve(match, eldest=0)\n",
        ),
    ),
)
