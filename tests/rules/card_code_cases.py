"""Error codes of card games: kind, fields, and entries of which the last raises it."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.cards import RANKS
from scorekeeper.rules.contract import RuleError

from .code_cases import ILLEGAL, INVALID, Case

CARD_CODES: dict[str, tuple[type[RuleError], set[str]]] = {}
CARD_CASES: list[Case] = []

# --- Forty-fives ---

CARD_CODES |= {
    "bad_bid": (INVALID, {"values"}),
    "bad_play": (INVALID, set()),
    "bad_robbed": (INVALID, set()),
    "bad_tricks": (INVALID, {"count"}),
    "bad_trump": (INVALID, set()),
    "bad_turned": (INVALID, set()),
    "trump_differs": (INVALID, {"card"}),
    "trump_needed": (INVALID, set()),
    "unknown_card": (INVALID, {"card"}),
    "bad_discard": (ILLEGAL, {"player", "card"}),
    "best_without_trick": (ILLEGAL, {"player"}),
    "bid_needed": (ILLEGAL, set()),
    "card_discarded": (ILLEGAL, {"card"}),
    "card_held": (ILLEGAL, {"card", "player"}),
    "card_turned": (ILLEGAL, {"card"}),
    "card_twice": (ILLEGAL, {"card"}),
    "dealer_robs": (ILLEGAL, {"dealer", "card"}),
    "joker_not_played": (ILLEGAL, set()),
    "must_show": (ILLEGAL, {"player", "card"}),
    "no_auction": (ILLEGAL, set()),
    "rob_without_ace": (ILLEGAL, {"player", "card"}),
    "turned_in_auction": (ILLEGAL, set()),
    "wrong_dealer": (ILLEGAL, {"dealer"}),
    "wrong_leader": (ILLEGAL, {"trick", "leader", "player"}),
    "wrong_order": (ILLEGAL, {"trick", "turn", "player"}),
    "wrong_plays": (ILLEGAL, {"trick", "count"}),
}

RESULT = {"trump": "S", "tricks": ["A", "A", "A", "A", "B"], "best": "A"}


def hearts(turned: str | list[str], lead: str = "KH", answer: str = "2H", **more: Any) -> dict[str, Any]:
    """Return a round by cards: A wins all tricks with hearts, the first by `lead`."""
    later = [("QH", "3H"), ("10H", "4H"), ("9H", "6H"), ("8H", "7H")]
    tricks = [[["A", mine], ["B", yours]] for mine, yours in [(lead, answer), *later]]
    return {"turned": turned, "tricks": tricks, **more}


def plays(*trick: list[str]) -> dict[str, Any]:
    """The same round with another first trick, clubs turned."""
    whole = hearts("2C")
    return whole | {"tricks": [list(trick), *whole["tricks"][1:]]}


ROBS = {"player": "A"}
CARD_CASES += [
    ("bad_bid", "forty_fives+B", {"auction": True}, [RESULT | {"bid": {"player": "A", "points": 17}}]),
    ("bad_discard", "forty_fives+B", {}, [hearts("2C", robbed=ROBS | {"discarded": "2C"})]),
    ("bad_play", "forty_fives+B", {}, [plays(["A"], ["B", "2H"])]),
    ("bad_robbed", "forty_fives+B", {}, [hearts("2C", robbed=[ROBS, ROBS])]),
    ("bad_tricks", "forty_fives+B", {}, [RESULT | {"tricks": ["A"]}]),
    ("bad_trump", "forty_fives+B", {}, [RESULT | {"trump": "X"}]),
    ("bad_turned", "forty_fives+B", {}, [hearts("JK")]),
    ("trump_differs", "forty_fives+B", {}, [RESULT | {"turned": "2C"}]),
    ("trump_needed", "forty_fives+B", {}, [{"tricks": ["A"] * 5, "best": None}]),
    ("unknown_card", "forty_fives+B", {}, [hearts("1C")]),
    ("best_without_trick", "forty_fives+B", {}, [RESULT | {"tricks": ["B"] * 5}]),
    ("bid_needed", "forty_fives+B", {"auction": True}, [RESULT]),
    ("card_discarded", "forty_fives+B", {}, [hearts("2C", robbed=ROBS | {"discarded": "KH"})]),
    ("card_held", "forty_fives+B", {}, [hearts("2C", answer="AC", robbed=ROBS)]),
    ("card_turned", "forty_fives+B", {}, [hearts("2C", answer="2C")]),
    ("card_twice", "forty_fives+B", {}, [hearts("2C", answer="7H")]),
    ("dealer_robs", "forty_fives+B", {}, [hearts("AC", robbed=ROBS)]),
    ("joker_not_played", "forty_fives+B", {"joker": False}, [hearts("2C", answer="JK")]),
    ("must_show", "forty_fives+B", {}, [hearts("2C", robbed=ROBS)]),
    ("no_auction", "forty_fives+B", {}, [RESULT | {"bid": {"player": "A", "points": 15}}]),
    (
        "rob_without_ace",
        "forty_fives+B",
        {},
        [hearts(["JK", "2C"], robbed=[{"player": "B", "discarded": "AC"}, ROBS])],
    ),
    (
        "turned_in_auction",
        "forty_fives+B",
        {"auction": True},
        [hearts("2C", bid={"player": "A", "points": 15})],
    ),
    ("wrong_dealer", "forty_fives+B", {}, [RESULT | {"dealer": "A"}]),
    ("wrong_leader", "forty_fives+B", {}, [plays(["B", "2H"], ["A", "KH"])]),
    ("wrong_order", "forty_fives+B", {}, [plays(["A", "KH"], ["A", "2H"])]),
    ("wrong_plays", "forty_fives+B", {}, [plays(["A", "KH"])]),
]


# --- Generals and Majors ---

CARD_CODES |= {
    "bad_colour": (INVALID, {"field"}),
    "colour_is_printed": (INVALID, {"card"}),
    "joker_role": (INVALID, {"card", "role"}),
    "no_joker": (INVALID, {"card"}),
    "not_a_commander": (INVALID, {"card"}),
    "not_a_list": (INVALID, {"field"}),
    "not_an_army": (INVALID, {"card"}),
    "nothing_cancelled": (INVALID, {"field"}),
    "one_thing_only": (INVALID, set()),
    "unknown_end": (INVALID, set()),
    "cancel_needed": (ILLEGAL, {"card"}),
    "cancels_alone": (ILLEGAL, {"cards"}),
    "cancels_unequal": (ILLEGAL, {"mine", "theirs"}),
    "cancels_without_new_army": (ILLEGAL, {"cards"}),
    "cannot_pay": (ILLEGAL, {"card", "missing", "colours"}),
    "card_not_in_pack": (ILLEGAL, {"card"}),
    "colour_needed": (ILLEGAL, {"card"}),
    "colour_not_fixed": (ILLEGAL, {"card"}),
    "joker_alone": (ILLEGAL, {"card"}),
    "nothing_on_sheet": (ILLEGAL, set()),
    "cards_left": (ILLEGAL, {"stock", "discards"}),
    "hand_too_small": (ILLEGAL, {"hand"}),
    "not_theirs_to_cancel": (ILLEGAL, {"card"}),
    "not_yours_to_cancel": (ILLEGAL, {"card"}),
    "pays_needed": (ILLEGAL, {"card"}),
    "redeal_too_late": (ILLEGAL, {"player"}),
}

GENERALS = "generals_and_majors+B"
HARD, KALOSI = {"hard": True}, {"edition": "kalosi"}
FIRST = {"player": "A", "commander": "AH", "armies": ["2H"]}
JOKER = {"card": "JK1", "as": "army"}


SECOND = {"player": "B", "commander": "AS", "armies": ["2S"]}
FIRST_AGAIN = {"player": "A", "cancel": [{"mine": ["2H"], "theirs": ["2S"]}]}


def second(*mine: str, theirs: Any = ("2H",), **more: Any) -> dict[str, Any]:
    """The turn of B after FIRST: an ace pays for a two, which cancels A's."""
    cancel = [{"mine": list(mine), "theirs": list(theirs)}]
    return SECOND | {"cancel": cancel} | more


CARD_CASES += [
    ("bad_colour", GENERALS, HARD, [FIRST | {"commander": {"card": "AX", "colour": "star"}}]),
    ("colour_is_printed", GENERALS, HARD, [FIRST | {"commander": {"card": "AH", "colour": "red"}}]),
    ("joker_role", GENERALS, KALOSI, [FIRST | {"commander": JOKER}]),
    ("no_joker", GENERALS, KALOSI, [FIRST | {"armies": [{"card": "2H", "as": "army"}]}]),
    ("not_a_commander", GENERALS, {}, [FIRST | {"commander": "2H"}]),
    ("not_a_list", GENERALS, {}, [FIRST | {"armies": "2H"}]),
    ("not_an_army", GENERALS, {}, [FIRST | {"armies": ["KH"]}]),
    ("nothing_cancelled", GENERALS, {}, [FIRST, second("2S", theirs=())]),
    ("one_thing_only", GENERALS, {}, [FIRST | {"redeal": True}]),
    ("unknown_end", GENERALS, {}, [{"end": "agreed"}]),
    ("cancel_needed", GENERALS, {}, [FIRST, SECOND]),
    (
        "cancels_alone",
        GENERALS,
        {"edition": "kalosi"},
        [FIRST, second("1S", "1C", armies=["1S", "1C"])],
    ),
    ("cancels_unequal", GENERALS, {"edition": "kalosi"}, [FIRST, second("1S", armies=["1S"])]),
    ("cancels_without_new_army", GENERALS, {"cancel_choice": "optional"}, [FIRST, SECOND, FIRST_AGAIN]),
    ("cannot_pay", GENERALS, {}, [FIRST | {"armies": ["3H"]}]),
    ("card_not_in_pack", GENERALS, {}, [FIRST | {"armies": ["1H"]}]),
    ("colour_needed", GENERALS, HARD, [FIRST | {"commander": "AX"}]),
    ("colour_not_fixed", GENERALS, {}, [FIRST | {"commander": {"card": "AX", "colour": "red"}}]),
    ("nothing_on_sheet", GENERALS, {}, [{"end": "as_it_stands"}]),
    ("cards_left", GENERALS, {}, [FIRST, {"end": "no_cards"}]),
    (
        "hand_too_small",
        GENERALS,
        {},
        [FIRST | {"commander": "AX", "armies": [f"{rank}H" for rank in range(2, 10)]}],
    ),
    ("joker_alone", GENERALS, KALOSI, [FIRST | {"armies": [JOKER]}]),
    ("not_theirs_to_cancel", GENERALS, {}, [FIRST, second("2S", theirs=["2D"])]),
    ("not_yours_to_cancel", GENERALS, {}, [FIRST, second("2C")]),
    ("pays_needed", GENERALS, HARD, [FIRST | {"armies": ["2X"]}]),
    ("redeal_too_late", GENERALS, {}, [FIRST, {"player": "A", "redeal": True}]),
]


# --- Générala ---

CARD_CODES |= {
    "bad_out": (INVALID, set()),
    "bad_out_groups": (INVALID, set()),
    "bad_trick": (INVALID, set()),
    "hand_or_trick": (INVALID, set()),
    "unknown_end": (INVALID, set()),
    "cannot_hold": (ILLEGAL, {"player", "card"}),
    "card_is_gone": (ILLEGAL, {"card"}),
    "could_not_follow": (ILLEGAL, {"player", "card", "suit", "trick"}),
    "does_not_follow": (ILLEGAL, {"player", "card", "suit"}),
    "hand_runs_by_cards": (ILLEGAL, {"tricks"}),
    "hand_unfinished": (ILLEGAL, {"player"}),
    "holds_the_suit": (ILLEGAL, {"player", "suit", "card", "trick"}),
    "joker_after_joker": (ILLEGAL, {"player"}),
    "joker_stays": (ILLEGAL, set()),
    "joker_was_led": (ILLEGAL, {"player"}),
    "last_one_alone": (ILLEGAL, {"player"}),
    "named_twice": (ILLEGAL, {"player"}),
    "no_hand_begun": (ILLEGAL, set()),
    "nobody_out": (ILLEGAL, set()),
    "not_in_the_game": (ILLEGAL, {"player"}),
    "not_in_the_trick": (ILLEGAL, {"card"}),
    "played_to_the_champion": (ILLEGAL, set()),
    "trick_is_full": (ILLEGAL, {"player"}),
    "trick_unfinished": (ILLEGAL, {"turn"}),
    "wrong_out": (ILLEGAL, {"player"}),
}


def lies(*plays: str, took: str = "", **more: Any) -> dict[str, Any]:
    """A trick of Générala: "A KS" for each play, `took` likewise."""
    entry: dict[str, Any] = {"trick": [play.split() for play in plays]} | more
    return entry | ({"took": dict(zip(("player", "card"), took.split(), strict=True))} if took else {})


# B holds no heart, so all of them are A's
HEARTS_ARE_AS = lies("A KH", took="B KH")
HEARTS_AND_SPADES_ARE_AS = [HEARTS_ARE_AS, lies("A KS", took="B KS")]
# ten players: E to J have five cards, the others six
FIVE_TRICKS = [
    lies(*(f"{player} {rank}{suit}" for player, rank in zip("ABCDEFGHIJ", RANKS, strict=False)))
    for suit in "SHDC"
]
FIVE_TRICKS += [lies("A JK1", "B 4S", "C 3S", "D 2S", "E 4H", "F 3H", "G 2H", "H 4D", "I 3D", "J 2D")]
CARD_CASES += [
    ("bad_out", "generala_cards+B", {}, [lies("A KS", "B 2S", out="A")]),
    ("bad_out_groups", "generala_cards+B", {}, [{"out": ["A"]}]),
    ("bad_trick", "generala_cards+B", {}, [{"trick": []}]),
    ("hand_or_trick", "generala_cards+B", {}, [{"note": "nothing"}]),
    ("unknown_end", "generala_cards+B", {}, [{"end": "no_cards"}]),
    (
        "cannot_hold",
        "generala_cards+B",
        {},
        [*HEARTS_AND_SPADES_ARE_AS, lies("A 2C", "B 3C"), lies("B 4D", "A 5D")],
    ),
    ("card_is_gone", "generala_cards+B", {}, [lies("A KS", "B 2S"), lies("A 2S", "B 3S")]),
    ("could_not_follow", "generala_cards+B", {}, [HEARTS_ARE_AS, lies("A 2S", "B 3S"), lies("B 2H", "A 3H")]),
    ("does_not_follow", "generala_cards+B", {}, [lies("A KS", "B 2H")]),
    ("hand_runs_by_cards", "generala_cards+B", {}, [lies("A KS", "B 2S"), {"out": [["A"]]}]),
    ("hand_unfinished", "generala_cards+BC", {}, [{"out": [["A"]]}]),
    ("holds_the_suit", "generala_cards+B", {}, [HEARTS_ARE_AS, lies("A QH", took="B QH")]),
    (
        "joker_after_joker",
        "generala_cards+BC",
        {"joker_after_joker": "forbidden"},
        [lies("A KS", "B JK1", "C JK2")],
    ),
    ("joker_stays", "generala_cards+BC", {}, [lies("A KS", "B JK1", took="C JK1")]),
    ("joker_was_led", "generala_cards+B", {}, [lies("A JK1", took="B JK1")]),
    ("last_one_alone", "generala_cards+B", {}, [{"out": [["A"], ["B"]]}]),
    ("named_twice", "generala_cards+B", {}, [{"out": [["A", "A"]]}]),
    ("no_hand_begun", "generala_cards+B", {}, [{"out": [["A"]], "rest": True}]),
    ("nobody_out", "generala_cards+B", {}, [lies("A KS", "B 2S", out=["A"])]),
    ("not_in_the_game", "generala_cards+BC", {}, [{"out": [["A"], ["B"]]}, {"out": [["C"]]}]),
    ("not_in_the_trick", "generala_cards+B", {}, [lies("A KS", took="B QS")]),
    ("played_to_the_champion", "generala_cards+B", {}, [{"end": "agreed"}]),
    ("trick_is_full", "generala_cards+B", {}, [lies("A KS", "B 2S", "A 3S")]),
    ("trick_unfinished", "generala_cards+BC", {}, [lies("A KS", "B 2S")]),
    ("wrong_out", "generala_cards+BCDEFGHIJ", {}, FIVE_TRICKS),
]
