"""What a player was owed over time: from what it is now back through the lines of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.people.models import Group, Player

UNITS = 2
POINTS = 60  # of a course that is drawn
MOST = 2000  # lines that are read: the evenings of many years, and a page stays quick

Point = tuple[datetime, int]
"""When, and what he was owed then in smallest units; below zero what he owed."""
Line = tuple[int, datetime, str, int]
"""Its number, when, the unit, and what it added to what he is owed."""


@dataclass(frozen=True, slots=True)
class Course:
    """A player's balance at the end of days, the oldest first. `days`: how many have a line, of which these are some;
    `whole`: whether there are no older ones."""

    points: Sequence[Point]
    days: int
    whole: bool


def balance_courses(group: Group, player: Player) -> tuple[dict[str, Course], bool]:
    """How a player's balance went, by unit: those of his newest lines that have more than one day to draw; and whether
    there are lines in others. As many queries whatever he has.
    """
    own = [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
    lines = _lines(own)
    whole, lines = len(lines) <= MOST, lines[:MOST]
    # a game that was brought along is older than its line
    lines.sort(key=lambda line: (line[1], line[0]), reverse=True)
    by_unit: dict[str, list[Line]] = {}
    for line in lines:
        by_unit.setdefault(line[2], []).append(line)
    now = balances(group.pk)
    found: dict[str, Course] = {}
    for unit, own_lines in by_unit.items():
        points = _back(now.get(unit, {}).get(player.pk, 0), own_lines)
        if len(points) > 1 and len(found) < UNITS:
            found[unit] = Course(thinned(points), len(points), whole)
    return found, len(found) < len(by_unit)


def thinned(points: Sequence[Point], most: int = POINTS) -> list[Point]:
    """So many points at most, evenly from the first to the last; the greatest and the least among them."""
    if len(points) <= most:
        return list(points)
    kept = {round(step * (len(points) - 1) / (most - 3)) for step in range(most - 2)}
    ordered = sorted(range(len(points)), key=lambda at: points[at][1])
    return [points[at] for at in sorted(kept | {ordered[0], ordered[-1]})]


def _lines(own: Sequence[int]) -> list[Line]:
    """The newest lines; one more than are read, where there are more."""
    found: dict[int, Line] = {}
    for side, sign in (("creditor", 1), ("debtor", -1)):
        rows = Posting.objects.filter(**{f"{side}__in": own}).order_by("-pk")
        for pk, at, kind, amount in rows.values_list("pk", "at", "unit", "amount")[: MOST + 1]:
            before = found[pk][3] if pk in found else 0
            found[pk] = (pk, at, kind, before + sign * amount)
    return sorted(found.values(), reverse=True)[: MOST + 1]


def _back(now: int, lines: Sequence[Line]) -> list[Point]:
    """From what it is now line by line back; of the lines of a day only what stood after the last."""
    found: list[Point] = []
    for _pk, at, _unit, amount in lines:
        if not found or day_of_play(found[-1][0]) != day_of_play(at):
            found.append((at, now))
        now -= amount
    return found[::-1]
