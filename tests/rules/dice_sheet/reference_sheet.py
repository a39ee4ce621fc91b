"""Whole games by the reference implementation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from .reference import (
    BOXES,
    FACES,
    THROWS,
    UPWARDS,
    ReferenceColumn,
    alike,
    is_first_version,
    is_full_house,
    same,
    score,
)


def may_take(
    slug: str, options: Mapping[str, Any], box: str, dice: Sequence[int], pad: ReferenceColumn
) -> bool:
    """The forced joker: own upper box, else a lower box, else anything."""
    if (
        slug != "yahtzee"
        or options["joker"] != "forced"
        or not alike(dice, 5)
        or "yahtzee" not in pad.written
    ):
        return True
    own = UPWARDS[dice[0] - 1]
    if own not in pad.written:
        return box == own
    lower_open = [name for name in BOXES["yahtzee"] if name not in FACES and name not in pad.written]
    return box in lower_open if lower_open else True


def wins(
    slug: str, options: Mapping[str, Any], entry: Mapping[str, Any], throws: int, pad: ReferenceColumn
) -> bool:
    """Five alike on the first throw, where that ends the game."""
    if throws != 1 or not alike(entry["dice"], 5):
        return False
    if entry.get("box") == "double_generala" and not is_first_version(options):
        return bool(options["automatic_win"] == "always")
    if slug == "generala":
        rule, box = options["automatic_win"], "generala"
    elif slug == "general":
        rule, box = options["big_general_wins"], "small_general"
    else:
        return False
    return rule == "always" or (rule in ("open_box", "if_small_general_open") and box not in pad.written)


@cache
def every_roll(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted({tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count)}))


def proves_five_alike(
    slug: str, options: Mapping[str, Any], box: str, points: int, throws: int, pad: ReferenceColumn
) -> bool:
    """Return whether nothing but five alike brings these points in this box."""
    if slug == "crag":
        return False
    found = [
        dice
        for dice in every_roll(5)
        if may_take(slug, options, box, dice, pad) and score(slug, options, box, dice, throws, pad) == points
    ]
    return bool(found) and all(alike(dice, 5) for dice in found)


def gut_earned(
    options: Mapping[str, Any], entry: Mapping[str, Any], points: int, throws: int, *, five: bool
) -> int:
    combinations = ("low_straight", "high_straight", "full_house", "golden_fifty")
    if options["gut_on"] == "scored_box":
        earned = entry["box"] in combinations and points > 0
    else:
        dice = entry.get("dice")
        earned = five or (dice is not None and (same(dice, "12345", "23456") or is_full_house(dice)))
    return max(0, 3 - throws) if earned else 0


@dataclass
class Played:
    """The sheets at the end, and the automatic winner."""

    pads: dict[str, ReferenceColumn]
    winner: str | None = None


def play(
    slug: str, options: Mapping[str, Any], players: Iterable[str], entries: Iterable[Mapping[str, Any]]
) -> Played:
    """Write legal entries on pads, one after the other."""
    played = Played({player: ReferenceColumn() for player in players})
    for entry in entries:
        pad = played.pads[entry["player"]]
        throws, dice = entry.get("throws", THROWS.get(slug, 3)), entry.get("dice")
        if dice and wins(slug, options, entry, throws, pad):
            played.winner = entry["player"]
            break
        write(slug, options, entry, throws, pad)
    return played


def write(
    slug: str, options: Mapping[str, Any], entry: Mapping[str, Any], throws: int, pad: ReferenceColumn
) -> None:
    box, dice = entry["box"], entry.get("dice")
    if entry.get("strike"):
        points, five = 0, dice is not None and alike(dice, 5)
    elif dice:
        points, five = score(slug, options, box, dice, throws, pad), alike(dice, 5)
    else:
        points = entry["points"]
        five = proves_five_alike(slug, options, box, points, throws, pad)
    if slug == "yahtzee" and five and pad.written.get("yahtzee") == 50:
        pad.yahtzee_bonus += options["yahtzee_bonus"]
    if slug == "goldene_fuenfzig" and options["gut"]:
        pad.gut -= max(0, throws - 3)
        pad.gut += gut_earned(options, entry, points, throws, five=five)
    pad.had_five_alike = pad.had_five_alike or five
    pad.written[box] = points


def upper_bonus(slug: str, pad: ReferenceColumn) -> int:
    return 35 if slug == "yahtzee" and pad.upper() >= 63 else 0


def total(slug: str, pad: ReferenceColumn) -> int:
    return sum(pad.written.values()) + upper_bonus(slug, pad) + pad.yahtzee_bonus


def sheet(slug: str, options: Mapping[str, Any], pad: ReferenceColumn) -> dict[str, int]:
    """A column as the transcript prints it."""
    rows = dict(pad.written)
    if slug == "yahtzee":
        rows |= {"upper_bonus": upper_bonus(slug, pad), "yahtzee_bonus": pad.yahtzee_bonus}
    if slug == "goldene_fuenfzig" and options["gut"]:
        rows["gut"] = pad.gut
    return rows
