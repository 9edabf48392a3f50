"""Which rules a vector shows, told from the vector alone, without the package.

A rule is shown where a line, a refusal or an outcome cites it. Rules that nothing cites are told by a test of
a step, one for each: it holds where the rule made a difference, or at least was at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from tests.vectors.checker import check

Json = dict[str, Any]


@attrs.frozen
class At:
    """A step of a vector: its head, the step, and the positions before and after it."""

    vector: Json
    step: Json
    before: Any
    after: Any

    @property
    def rules(self) -> Json:
        """The options."""
        options: Json = self.vector["rules"]
        return options

    @property
    def facts(self) -> Json:
        """The public facts of the deal after the step."""
        facts: Json = self.after.facts
        return facts

    @property
    def dealt(self) -> list[str]:
        """The pack, if the step is a deal."""
        pack: list[str] = self.step.get("deal", [])
        return pack

    @property
    def card(self) -> str | None:
        """The card that is played, if one is."""
        card: str | None = self.step.get("move", {}).get("card")
        return card

    @property
    def call(self) -> str | None:
        """The call that is made, if one is."""
        call: str | None = self.step.get("move", {}).get("value")
        return call

    @property
    def taken(self) -> Json:
        """The trick that is complete with the step, or nothing."""
        trick: Json = self.step.get("taken") or {}
        return trick

    @property
    def place(self) -> int:
        """The place in the trick of the card that won it."""
        place: int = self.order(self.taken["leader"]).index(self.taken["winner"])
        return place

    @property
    def best(self) -> str:
        """The card that won the trick."""
        card: str = self.taken["cards"][self.place]
        return card

    def order(self, first: int) -> list[int]:
        """The seats in the direction of play, without those who rest."""
        table = self.facts["seating"]
        resting: list[int] = table["resting"]
        seats: list[int] = [
            (first + table["direction"] * step) % table["seats"] for step in range(table["seats"])
        ]
        return [seat for seat in seats if seat not in resting]

    def following(self) -> list[str]:
        """The cards of the trick that are of the suit led."""
        cards = self.taken.get("cards", [])
        return [card for card in cards if suit(card) == suit(cards[0])]

    def own(self, seat: int) -> set[str]:
        """The cards that a seat was dealt."""
        own = self.after.own[str(seat)]
        parts = check.as_object(own)
        return set(own if parts is None else parts["dealt"])


def suit(card: str) -> str:
    """The suit of a card."""
    return card.split(" de ")[1] if " de " in card else card[-1]


def rank(card: str) -> str:
    """The rank of a card."""
    return card.split(" de ")[0] if " de " in card else card[:-1]


PICTURES = ("A", "K", "Q", "J")
HEARTS = "♥"
SCORING = ("Q♠", "J♦", "10♣")
Test = Callable[[At], bool]


def _any(at: At) -> bool:
    return bool(at.dealt)


def _ace_wins(at: At) -> bool:
    """A trick is won by the ace of the suit led over other cards of it."""
    return bool(at.taken) and len(at.following()) > 1 and at.best in at.following() and rank(at.best) == "A"


def _singly(at: At) -> bool:
    """The first to be dealt to has every n-th card of the pack."""
    players = len(at.order(0))
    first = next((seat for seat in at.order(at.after.eldest) if at.own(seat)), None)
    return (
        bool(at.dealt)
        and first is not None
        and at.own(first) == set(at.dealt[::players][: len(at.own(first))])
    )


# --- Etori ----------------------------------------------------------------------------------------


def _team(at: At, seat: int) -> int:
    return next(side for side, seats in enumerate(at.vector["sides"]) if seat in seats)


def _pictures(at: At) -> list[str]:
    return [card for card in at.taken.get("cards", []) if rank(card) in PICTURES]


def _payment(at: At, aces: set[str], pictures: int) -> int:
    best = {at.rules["rensho"], "A" + at.rules["trump"]}
    if not aces:
        return 4
    if not aces & best:
        return 2
    return 1 if pictures < 12 else 2 if pictures < 16 else 4


def _aces_matter(at: At) -> bool:
    """The payment would be another one if the aces captured, and not those dealt, counted."""
    if "result" not in at.step:
        return False
    won = max(range(len(at.vector["sides"])), key=at.step["result"]["scores"].__getitem__)
    captured: set[str] = set()
    for trick in at.after.tricks:
        if _team(at, trick["winner"]) == won:
            captured |= set(trick["cards"])
    dealt = set[str]().union(*(at.own(seat) for seat in at.vector["sides"][won]))
    pictures = len([card for card in captured if rank(card) in PICTURES])
    aces = [{card for card in held if rank(card) == "A"} for held in (dealt, captured)]
    return _payment(at, aces[0], pictures) != _payment(at, aces[1], pictures)


def _next_dealer(at: At) -> bool:
    """After a deal the losers deal."""
    if not at.dealt or not at.before.results:
        return False
    scores = at.before.results[-1]["scores"]
    lost: int = scores.index(min(scores))
    return _team(at, at.facts["dealer"]) == lost


_ETORI: dict[str, tuple[str, Test]] = {
    "players": ("four or six play", _any),
    "seats": ("a trick of each partner counts for their team", lambda at: "result" in at.step),
    "six.rest": ("a deal in which two rest", lambda at: bool(at.dealt and at.facts["seating"]["resting"])),
    "pack": ("52 cards are dealt", lambda at: len(at.dealt) == 52),
    "rank": ("the ace of the suit led wins over others of the suit", _ace_wins),
    "trump": (
        "a trick led in another suit is won by a trump",
        lambda at: bool(at.taken) and suit(at.taken["cards"][0]) != at.rules["trump"] == suit(at.best),
    ),
    "rensho": (
        "Rensho wins over a trump, or where another suit was led",
        lambda at: (
            bool(at.taken)
            and at.best == at.rules["rensho"]
            and (
                suit(at.taken["cards"][0]) != suit(at.best)
                or at.rules["trump"] in map(suit, at.taken["cards"])
            )
        ),
    ),
    "tokens": (
        "every team starts with `tokens`",
        lambda at: bool(at.dealt) and set(at.vector["scores"]) == {at.rules["tokens"]},
    ),
    "deal": ("the active player after the dealer has the 1st, 5th, 9th … card", _singly),
    "teams": (
        "the defending team decides who leads",
        lambda at: at.step.get("move", {}).get("kind") == "choose_leader",
    ),
    "lead": (
        "a defender names the partner",
        lambda at: (
            at.step.get("move", {}).get("kind") == "choose_leader"
            and at.step["move"]["seat"] != at.step["by"]
        ),
    ),
    "turn": ("a trick goes round the table", lambda at: bool(at.taken)),
    "trick": ("a trick is won", lambda at: bool(at.taken)),
    "capture": ("a trick with pictures is captured", lambda at: bool(_pictures(at))),
    "end": (
        "the deal ends while cards are still in hand",
        lambda at: "result" in at.step and any(at.after.hand(seat) for seat in range(at.vector["seats"])),
    ),
    "win": ("a deal is won", lambda at: "result" in at.step),
    "pay.aces": ("the aces dealt bring another payment than those captured", _aces_matter),
    "next": ("a member of the losing team deals next", _next_dealer),
}

# --- Gong Zhu -------------------------------------------------------------------------------------


def _held_back(at: At) -> bool:
    """An exposed card is played while it is held back: as the only one of its suit, or as a discard."""
    return at.card is not None and at.card in at.before.facts["held_back"]


def _lead_refused(at: At) -> bool:
    return not at.after.trick and any(
        refused["rule"] == "gong_zhu.expose.hold" for refused in at.step.get("refused", [])
    )


_GONG_ZHU: dict[str, tuple[str, Test]] = {
    "players": ("four or five play, or two pairs", _any),
    "pack": ("52 cards are dealt, or 50", lambda at: len(at.dealt) in (50, 52)),
    "rank": ("the ace of the suit led wins over others of the suit", _ace_wins),
    "direction": (
        "a trick goes round counter-clockwise",
        lambda at: bool(at.taken) and at.facts["seating"]["direction"] == -1,
    ),
    "deal": ("the eldest has the 1st, 5th, 9th … card (of five players, the 1st, 6th …)", _singly),
    "leader": (
        "the holder of the marker leads, who did not draw first; or who took the pig leads the next deal",
        lambda at: bool(at.dealt) and (at.facts["leader"] != at.after.eldest or at.facts["number"] > 1),
    ),
    "lead.free": (
        "the first lead of a match is another card than the lowest spade",
        lambda at: (
            at.card is not None
            and at.rules["first_lead"] == "free"
            and at.facts["number"] == 1
            and at.after.played == [at.card]
            and at.card not in ("2♠", "3♠")
        ),
    ),
    "expose": ("a card is exposed", lambda at: bool(at.step.get("move", {}).get("cards"))),
    "expose.order": (
        "a player who holds none of the four cards has a turn",
        lambda at: at.after.legal == [{"kind": "expose", "cards": []}],
    ),
    "expose.hold.detail": (
        "a card held back is refused as a lead, or played as the only one of its suit or on another suit",
        lambda at: _held_back(at) or _lead_refused(at),
    ),
    "trick": (
        "a higher card of another suit does not win",
        lambda at: bool(at.taken) and any(rank(card) == "A" != rank(at.best) for card in at.taken["cards"]),
    ),
    "capture": (
        "a trick with scoring cards is taken",
        lambda at: any(card in SCORING or suit(card) == HEARTS for card in at.taken.get("cards", [])),
    ),
    "end": (
        "the deal ends with the last card",
        lambda at: "result" in at.step and len(at.after.played) == len(at.vector["pack"]),
    ),
    "score.partners": (
        "both partners score",
        lambda at: (
            "result" in at.step
            and len(at.vector["sides"]) == 2
            and len({line["seat"] for line in at.after.lines if line["side"] == 0}) == 2
        ),
    ),
}

# --- Hornafjarðarmanni ----------------------------------------------------------------------------


def _manni_dealt(at: At) -> bool:
    """The dealer's left has the cards that the option says."""
    if not at.dealt:
        return False
    starts = range(0, 36, 12) if at.rules["deal"] == "packets_of_four" else range(4, 52, 13)
    size = 4 if at.rules["deal"] == "packets_of_four" else 3
    cards = {card for start in starts for card in at.dealt[start : start + size]}
    return at.own(at.after.eldest) == cards


def _nolo(at: At) -> bool:
    contract = at.facts["contract"]
    return contract is not None and contract["kind"] == "nolo"


_HORNAFJARDARMANNI: dict[str, tuple[str, Test]] = {
    "players": ("three play", _any),
    "pack": ("52 cards are dealt", lambda at: len(at.dealt) == 52),
    "rank": (
        "the ace of the suit led wins over others of the suit",
        lambda at: not _nolo(at) and _ace_wins(at),
    ),
    "rank.nolo": (
        "in nolo an ace is among the cards of the suit led",
        lambda at: _nolo(at) and len(at.following()) > 1 and "A" in map(rank, at.following()),
    ),
    "cut": (
        "the cut card is the last of the pack",
        lambda at: bool(at.dealt) and at.facts["cut"] == at.dealt[-1],
    ),
    "contract": ("a cut card makes the contract", _any),
    "deal": ("the dealer's left has the cards that the order of dealing gives", _manni_dealt),
    "exchange": ("cards are exchanged", lambda at: bool(at.step.get("move", {}).get("cards"))),
    "exchange.detail": (
        "the dealer may exchange what is left, which is not 16 less 7 less 5",
        lambda at: (
            len(at.facts["acts"]) == 2
            and at.facts["limit"] not in (0, 4)
            and at.facts["phase"] == "exchanging"
        ),
    ),
    "lead": (
        "the player on the dealer's left leads the first trick",
        lambda at: at.card is not None and len(at.after.played) == 1 and at.step["by"] == at.after.eldest,
    ),
    "turn": ("a trick goes round clockwise", lambda at: bool(at.taken)),
    "trick": (
        "a trump beats the suit led, or in another contract a higher card of another suit does not win",
        lambda at: bool(at.taken) and len(at.following()) < 3,
    ),
    "next": ("the deal passes to the left", lambda at: bool(at.dealt) and at.facts["number"] > 1),
}

# --- Truco ----------------------------------------------------------------------------------------

TRUCOS = ("truco", "retruco", "vale cuatro")
ENVIDOS = ("envido", "real envido", "falta envido")


def _resumed(at: At) -> bool:
    """When the calls are settled, it is not simply the turn of the other player than who spoke last."""
    settled = at.facts["truco"]["awaits"] is None and at.facts["envido"]["awaits"] is None
    return at.call == "quiero" and settled and at.after.to_move == at.step["by"]


_TRUCO: dict[str, tuple[str, Test]] = {
    "players": ("two play", _any),
    "pack": ("40 cards are dealt from", lambda at: len(at.dealt) == 40),
    "rank": (
        "a 7 beats a 3 or a 2, a 1 beats a 7, or a 3 beats a 12",
        lambda at: (
            at.taken.get("winner") is not None
            and {rank(card) for card in at.taken["cards"]}
            in ({"7", "3"}, {"7", "2"}, {"1", "7"}, {"3", "12"})
        ),
    ),
    "deal": ("Mano has the 1st, 3rd and 5th card", _singly),
    "mano": (
        "the other player is Mano in the next round",
        lambda at: bool(at.dealt) and at.facts["number"] > 1,
    ),
    "follow": (
        "a card of another suit than the one led is played, with a card of that suit in hand",
        lambda at: (
            at.card is not None
            and bool(at.before.trick)
            and suit(at.card) != suit(at.before.trick[0])
            and any(suit(card) == suit(at.before.trick[0]) for card in at.before.hand(at.step["by"]))
        ),
    ),
    "trick": ("a trick is won, or parda", lambda at: bool(at.taken)),
    "trick.parda_lead": (
        "after a parda Mano leads",
        lambda at: bool(at.taken) and at.taken["winner"] is None and at.after.to_move == at.facts["leader"],
    ),
    "round": (
        "tricks win the round",
        lambda at: bool(at.taken) and "result" in at.step,
    ),
    "call": (
        "Truco is called with no call waiting",
        lambda at: at.call == "truco" and at.before.facts["truco"]["calls"] == [],
    ),
    "call.right": (
        "only who accepted may raise",
        lambda at: at.call in TRUCOS[1:] and at.before.facts["truco"]["awaits"] is None,
    ),
    "answer": (
        "a Truco call is accepted, or raised as the answer",
        lambda at: at.before.facts != {} and at.before.facts["truco"]["awaits"] == at.step.get("by", -1),
    ),
    "resume": ("after quiero, the player who said it is to move", _resumed),
    "envido.window": (
        "an Envido is opened",
        lambda at: at.call in ENVIDOS and at.before.facts["envido"]["calls"] == [],
    ),
    "envido.own_card": (
        "a player whose card lies on the table opens the Envido",
        lambda at: (
            at.call in ENVIDOS
            and len(at.facts["envido"]["calls"]) == 1
            and bool(at.after.trick)
            and at.step["by"] == at.facts["leader"]
        ),
    ),
    "envido.after_truco": (
        "an Envido after an accepted Truco, by the option",
        lambda at: at.call in ENVIDOS and at.facts["value"] > 1,
    ),
    "envido.first": (
        "an Envido is called in answer to a Truco",
        lambda at: at.call in ENVIDOS and at.facts["truco"]["awaits"] is not None,
    ),
    "envido.points": (
        "Envido points are revealed",
        lambda at: bool(at.step.get("facts", {}).get("revealed_points")),
    ),
    "envido.chain": (
        "a chain of several calls is settled",
        lambda at: (
            at.call in ("quiero", "no quiero")
            and len(at.facts["envido"]["calls"]) > 1
            and at.before.facts["envido"]["awaits"] is not None
        ),
    ),
    "envido.falta": (
        "Falta Envido is accepted",
        lambda at: (
            at.call == "quiero"
            and at.before.facts["envido"]["awaits"] is not None
            and at.facts["envido"]["calls"][-1] == "falta envido"
        ),
    ),
    "envido.reveal": (
        "a showdown shows the points, or the cards",
        lambda at: bool(at.step.get("facts", {}).get("revealed_points")),
    ),
    "match.score": (
        "a match ends above the target",
        lambda at: "outcome" in at.step and max(at.after.scores) > at.rules["target"],
    ),
}

BY_TEST: dict[str, tuple[str, Test]] = {
    f"{game}.{name}": told
    for game, tests in (
        ("etori", _ETORI),
        ("gong_zhu", _GONG_ZHU),
        ("hornafjardarmanni", _HORNAFJARDARMANNI),
        ("truco", _TRUCO),
    )
    for name, told in tests.items()
}
"""What the tests of steps are: by rule, what it means that one holds, and the test."""


def steps(vector: Json) -> Iterator[At]:
    """The steps of a vector."""
    for _, step, before, after in check.positions(vector):
        yield At(vector, step, before, after)


def shown(vector: Json, order: list[str]) -> list[str]:
    """The ids of the rules that a vector shows, in this order."""
    found: set[str] = set()
    for at in steps(vector):
        found |= {line["rule"] for line in at.step.get("lines", [])}
        found |= {refused["rule"] for refused in at.step.get("refused", [])}
        found |= {at.step["outcome"]["rule"]} if "outcome" in at.step else set()
        game = vector["game"] + "."
        found |= {
            rule
            for rule, (_, test) in BY_TEST.items()
            if rule.startswith(game) and rule not in found and test(at)
        }
    return [rule for rule in order if rule in found]
