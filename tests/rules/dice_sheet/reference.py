"""Reference implementation of the dice games, written from the rules alone.

Nothing here is shared with the modules under test: no tables, no classes, everything counted on the spot.
`score` returns the value of dice in a box; `reference_sheet.play` plays a whole game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
UPWARDS = list(FACES)
DOWNWARDS = UPWARDS[::-1]

BOXES = {
    "generala": [*UPWARDS, "straight", "full_house", "four_of_a_kind", "generala"],
    "general": [*UPWARDS, "straight", "full_house", "four_of_a_kind", "small_general"],
    "goldene_fuenfzig": [*UPWARDS, "low_straight", "high_straight", "full_house", "golden_fifty"],
    "yacht": [
        *("yacht", "big_straight", "little_straight", "four_of_a_kind", "full_house", "choice"),
        *DOWNWARDS,
    ],
    "crag": [
        *("crag", "thirteen", "three_of_a_kind", "high_straight", "low_straight", "even_straight"),
        *("odd_straight", *DOWNWARDS),
    ],
    "yahtzee": [
        *(*UPWARDS, "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight"),
        *("large_straight", "yahtzee", "chance"),
    ],
}
DICE = {"crag": 3}
THROWS = {"crag": 2}


def boxes(slug: str, options: Mapping[str, Any]) -> list[str]:
    """The boxes that are played, in printed order."""
    return BOXES[slug] + (["double_generala"] if options.get("double_generala") else [])


@dataclass
class ReferenceColumn:
    """One player's column on paper."""

    written: dict[str, int] = field(default_factory=dict)
    had_five_alike: bool = False
    yahtzee_bonus: int = 0
    gut: int = 0

    def upper(self) -> int:
        return sum(points for box, points in self.written.items() if box in FACES)


def alike(dice: Sequence[int], wanted: int) -> bool:
    """Return whether some face shows exactly `wanted` times."""
    return wanted in Counter(dice).values()


def is_full_house(dice: Sequence[int]) -> bool:
    return sorted(Counter(dice).values()) == [2, 3]


def same(dice: Sequence[int], *patterns: str) -> bool:
    """Return whether the dice are one of the patterns, written as "12345"."""
    return "".join(str(die) for die in sorted(dice)) in patterns


def is_first_version(options: Mapping[str, Any]) -> bool:
    """Return whether a game has the first version of its rules; plain options have the newest."""
    return getattr(options, "version", None) == 1


# --- points of dice ---


def score(
    slug: str, options: Mapping[str, Any], box: str, dice: Sequence[int], throws: int, pad: ReferenceColumn
) -> int:
    if box in FACES:
        return FACES[box] * list(dice).count(FACES[box])
    if slug == "generala":
        return generala(options, box, dice, throws, pad)
    if slug == "yahtzee":
        return yahtzee(options, box, dice, pad)
    if slug == "general":
        return general(options, box, dice, throws)
    plain = {"goldene_fuenfzig": goldene, "yacht": yacht, "crag": crag}
    return plain[slug](options, box, dice)


def generala(
    options: Mapping[str, Any], box: str, dice: Sequence[int], throws: int, pad: ReferenceColumn
) -> int:
    five = alike(dice, 5)
    if box == "generala":
        return int(options["generala_points"]) if five else 0
    if box == "double_generala":
        if options["double_requires"] == "generala_scored":
            ready = pad.written.get("generala", 0) > 0
        else:
            ready = pad.had_five_alike
        return 2 * int(options["generala_points"]) if five and ready else 0
    made, worth = False, 0
    if box == "straight":
        more = {
            "basic": [],
            "with_34561": ["13456"],
            "wrap": ["13456", "12456", "12356", "12346"],
            "one_for_two": ["11345", "13456"],
        }[options["straights"]]
        made, worth = same(dice, "12345", "23456", *more), 20
    elif box == "full_house":
        made, worth = is_full_house(dice) or (five and options["five_as_full_house"]), 30
    elif box == "four_of_a_kind":
        made, worth = alike(dice, 4) or (five and options["five_as_four_of_a_kind"]), 40
    if not made:
        return 0
    # served five alike that do not win: the first version gave them the points of later throws
    served = throws == 1 and not (five and is_first_version(options))
    return worth + (int(options["first_throw_bonus"]) if served else 0)


def general(options: Mapping[str, Any], box: str, dice: Sequence[int], throws: int) -> int:
    five = alike(dice, 5)
    if box == "small_general":
        return 60 if five else 0
    if box == "straight":
        more = ["13456", "11345"] if options["straights"] == "ones_wild" else []
        made, at_once, later = same(dice, "12345", "23456", *more), 25, 20
    elif box == "full_house":
        made, at_once, later = is_full_house(dice) or (five and options["five_as_full_house"]), 35, 30
    else:
        made = alike(dice, 4) or (five and options["five_as_four_of_a_kind"])
        at_once, later = 45, options["four_of_a_kind_later"]
    if not made:
        return 0
    return at_once if throws == 1 and not (five and is_first_version(options)) else later


def goldene(options: Mapping[str, Any], box: str, dice: Sequence[int]) -> int:
    if box == "low_straight":
        return 15 if same(dice, "12345") else 0
    if box == "high_straight":
        return 25 if same(dice, "23456") else 0
    if box == "full_house":
        return 30 if is_full_house(dice) or (alike(dice, 5) and options["five_as_full_house"]) else 0
    return 50 if alike(dice, 5) else 0


def yacht(options: Mapping[str, Any], box: str, dice: Sequence[int]) -> int:
    five = alike(dice, 5)
    if box == "yacht":
        return 50 if five else 0
    if box == "choice":
        return sum(dice)
    if box in ("little_straight", "big_straight"):
        return 30 if same(dice, "12345" if box == "little_straight" else "23456") else 0
    if box == "full_house":
        return sum(dice) if is_full_house(dice) or (five and options["five_as_full_house"]) else 0
    if alike(dice, 4) or (five and options["five_as_four_of_a_kind"]):
        face = max(dice, key=list(dice).count)
        return 4 * face if options["four_of_a_kind"] == "the_four" else sum(dice)
    return 0


def crag(options: Mapping[str, Any], box: str, dice: Sequence[int]) -> int:
    is_crag = alike(dice, 2) and sum(dice) == 13
    if box == "crag":
        return 50 if is_crag else 0
    if box == "thirteen":
        return 26 if sum(dice) == 13 and (options["crag_as_thirteen"] or not is_crag) else 0
    if box == "three_of_a_kind":
        return 25 if alike(dice, 3) else 0
    pattern = {"high": "456", "low": "123", "even": "246", "odd": "135"}[box.removesuffix("_straight")]
    return 20 if same(dice, pattern) else 0


def yahtzee(options: Mapping[str, Any], box: str, dice: Sequence[int], pad: ReferenceColumn) -> int:
    five, faces = alike(dice, 5), set(dice)
    if box == "yahtzee":
        return 50 if five else 0
    if box == "chance":
        return sum(dice)
    most = max(Counter(dice).values())
    if box in ("three_of_a_kind", "four_of_a_kind"):
        return sum(dice) if most >= (3 if box == "three_of_a_kind" else 4) else 0
    own = UPWARDS[dice[0] - 1]
    joker = five and options["joker"] != "none" and "yahtzee" in pad.written and own in pad.written
    if box == "full_house":
        made, worth = is_full_house(dice) or joker or (five and options["five_as_full_house"]), 25
    elif box == "small_straight":
        four_in_a_row = any(set(run) <= faces for run in ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)))
        made, worth = joker or four_in_a_row, 30
    else:
        made, worth = joker or same(dice, "12345", "23456"), 40
    return worth if made else 0
