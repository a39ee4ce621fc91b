"""The hall of fame of a group from its exported files, computed apart from the product."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.rules.dice_sheet.reference_sheet import play
from tests.rules.forty_fives.reference import ReferenceGame

from .recount import Recount, Variant, moves
from .reference_stakes import Row, decimal, sides

FIVE_ALIKE = {
    "Generala": ("generala", "double_generala"),
    "General": ("small_general",),
    "Yahtzee": ("yahtzee",),
    "Kniffel": ("yahtzee",),
    "Yacht": ("yacht",),
    "Goldene Fünfzig": ("golden_fifty",),
}


def highest(games: Iterable[Sequence[Row]]) -> dict[Variant, tuple[int, str]]:
    """Return each variant's highest total, and the evening of the first game that reached it."""
    found: dict[Variant, tuple[int, str]] = {}
    for rows in games:
        key = rows[0]["game"], rows[0]["house_rules"]
        for side in sides(rows) if rows[0]["counts"] == "yes" else ():
            points = side[0]["side_points"]
            if points and (key not in found or int(points) > found[key][0]):
                found[key] = int(points), rows[0]["evening"]
    return found


def most_paid(found: Recount) -> dict[str, tuple[Fraction, Fraction]]:
    """Return by unit the most paid in one counted game, and in one evening of counted games."""
    evening = {rows[0]["table"]: rows[0]["evening"] for rows in found.games if rows[0]["counts"] == "yes"}
    games: dict[tuple[str, str], dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    evenings: dict[tuple[str, str], dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for line in found.lines:
        if line["kind"] in ("payment", "undo") or line["table"] not in evening:
            continue
        for sums in (games[line["unit"], line["table"]], evenings[line["unit"], evening[line["table"]]]):
            sums[line["from"]] -= decimal(line["amount"])
            sums[line["to"]] += decimal(line["amount"])
    units = {unit for unit, _table in games}
    most = {unit: (largest(games, unit), largest(evenings, unit)) for unit in units}
    return {unit: each for unit, each in most.items() if each[0]}


def largest(sums: Mapping[tuple[str, str], Mapping[str, Fraction]], unit: str) -> Fraction:
    """Return the largest sum of gains in a unit."""
    return max(
        sum((max(each, Fraction(0)) for each in mine.values()), Fraction(0))
        for (other, _place), mine in sums.items()
        if other == unit
    )


def longest_without(found: Recount) -> dict[str, int]:
    """Return by game the most games of one player in a row without five of a kind."""
    logs = {each["address"]: each for each in found.group["games"]}
    running: dict[tuple[str, str], int] = defaultdict(int)
    longest: dict[str, int] = {}
    for rows in found.games:
        boxes, game = FIVE_ALIKE.get(rows[0]["game"]), logs[rows[0]["table"]]
        if rows[0]["counts"] != "yes" or boxes is None:
            continue
        for name, written in sheets(game, rows, found.group).items():
            key = rows[0]["game"], name
            at_once = rows[0]["ended"] == "automatic_win" and any(
                row["won"] == "yes" and row["player"] == name for row in rows
            )
            if at_once or any(written.get(box, 0) > 0 for box in boxes):
                running[key] = 0
            elif any(box in written for box in boxes):
                running[key] += 1
                longest[key[0]] = max(longest.get(key[0], 0), running[key])
    return longest


def sheets(
    game: Mapping[str, Any], rows: Sequence[Row], group: Mapping[str, Any]
) -> dict[str, Mapping[str, int]]:
    """Return the filled boxes of each player of a dice game; none for an old result."""
    if not any("box" in move for move in moves(game["entries"])):
        return {row["player"]: {} for row in rows}
    merged = {each["address"]: each.get("merged_into") for each in group["players"]}
    names = {each["address"]: each["name"] for each in group["players"]}
    called = {str(seat["number"]): names[merged[seat["player"]] or seat["player"]] for seat in game["seats"]}
    played = play(game["game"], game["options"], called, moves(game["entries"]))
    return {name: played.pads[number].written for number, name in called.items()}


def lost_lead(found: Recount) -> tuple[int, int] | None:
    """Return the largest lead of a side that did not win a counted game, and the games with a known course."""
    known, lost = 0, [0]
    for rows in found.games:
        courses = course(next(each for each in found.group["games"] if each["address"] == rows[0]["table"]))
        if (
            rows[0]["counts"] != "yes"
            or min(map(len, courses.values()), default=0) == 0
            or len(sides(rows)) < 2
        ):
            continue
        known += 1
        keys = {row["player"]: key for key, row in zip(courses, in_seats(rows, found.group), strict=True)}
        for turn in range(1, 1 + min(map(len, courses.values()))):
            sums = [
                (sum(sum(courses[keys[row["player"]]][:turn]) for row in side), side[0]["won"] == "yes")
                for side in sides(rows)
            ]
            (most, won), (second, _won) = sorted(sums, key=lambda each: each[0], reverse=True)[:2]
            lost += [] if won else [most - second]
    return (max(lost), known) if max(lost) else None


def in_seats(rows: Sequence[Row], group: Mapping[str, Any]) -> list[Row]:
    """Return the rows of a game in the order of the seats in the group file."""
    merged = {each["address"]: each.get("merged_into") for each in group["players"]}
    names = {each["address"]: each["name"] for each in group["players"]}
    game = next(each for each in group["games"] if each["address"] == rows[0]["table"])
    called = [names[merged[seat["player"]] or seat["player"]] for seat in game["seats"]]
    return [next(row for row in rows if row["player"] == name) for name in called]


def course(game: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return the points of each player's lines in a dice game, or of each round of Forty-fives."""
    keys = [str(seat["number"]) for seat in game["seats"]]
    written = moves(game["entries"])
    if game["game"] == "forty_fives":
        order = sorted(game["seats"], key=lambda seat: seat["position"])
        teams: dict[int, list[str]] = defaultdict(list)
        for seat in order if "team" in order[0] else ():
            teams[seat["team"]].append(str(seat["number"]))
        dealer = next((str(seat["number"]) for seat in order if seat.get("deals")), None)
        paper = ReferenceGame(
            game["options"], [str(seat["number"]) for seat in order], teams.values(), dealer
        )
        for move in written:
            paper.write(move)
        return {key: [points[key] for _dealer, _trump, points, _revokes in paper.rounds] for key in keys}
    if not any("box" in move for move in written):
        return {key: [] for key in keys}
    pads = play(game["game"], game["options"], keys, written).pads
    return {key: list(pads[key].written.values()) for key in keys}
