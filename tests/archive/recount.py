"""Statistics of a group computed from its exported files, without the application's code.

`python -m tests.archive.recount results.csv ledger.csv group.json` prints them.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby
from math import isqrt
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce

from tests.rules.dice_sheet.reference_sheet import play, total

from .recount_money import balances, fewest, winnings
from .recount_records import Record, records
from .reference_stakes import Row, settles, sides

Variant = tuple[str, str]
_MODEL = PlackettLuce()


@dataclass
class Figures:
    """One player in one variant, games that count, the oldest first."""

    totals: list[int] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0
    rating: Any = field(default_factory=_MODEL.rating)
    met: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    boxes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def mean(self) -> Fraction:
        """The mean of the totals."""
        return Fraction(sum(self.totals), len(self.totals))

    @property
    def variance(self) -> Fraction:
        """The square of the standard deviation of a sample."""
        middle = self.mean
        return sum(((each - middle) ** 2 for each in self.totals), Fraction(0)) / (len(self.totals) - 1)

    def quartile(self, number: int) -> Fraction:
        """The first, second or third quartile, between neighbours where it falls between them."""
        ordered, at = sorted(self.totals), Fraction(number * (len(self.totals) - 1), 4)
        low = int(at)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


@dataclass
class Recount:
    """All counts: by variant and player; wins of each player; the ledger in smallest units."""

    figures: dict[Variant, dict[str, Figures]]
    wins: Counter[str]
    balances: dict[str, dict[str, Fraction]]
    payments: dict[str, int]
    records: dict[str, Record] = field(default_factory=dict)
    games: list[list[Row]] = field(default_factory=list)
    ranked: int = 0
    settled: int = 0  # games with a stake, of these with partners, and with a shared first or last place
    partners: int = 0
    tied: int = 0
    lines: list[Row] = field(default_factory=list)  # of the ledger
    group: Mapping[str, Any] = field(default_factory=dict)


def table(text: str) -> list[Row]:
    """The rows of a file, whichever sign parts its columns."""
    parted = ";" if ";" in text.partition("\n")[0] else ","
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=parted))


def recount(results: str, ledger: str, group: str, since: str = "", until: str = "9999") -> Recount:
    """All figures of three files. Raises AssertionError where the files contradict each other.

    `since`, `until`: first and last evening of the games that are counted; ratings begin with the first game.
    """
    games = [list(rows) for _address, rows in groupby(table(results), key=lambda row: row["table"])]
    lines = table(ledger)
    figures: dict[Variant, dict[str, Figures]] = defaultdict(lambda: defaultdict(Figures))
    wins, found = Counter[str](), Recount(figures, Counter(), balances(lines), {})
    before = [rows for rows in games if rows[0]["evening"] < since]
    games = [rows for rows in games if since <= rows[0]["evening"] <= until]
    for rows in before:
        if rows[0]["counts"] == "yes":
            rate(rows, figures[rows[0]["game"], rows[0]["house_rules"]])
    for rows in games:
        found.ranked += ranks_follow_points(rows)
        settles(rows, lines)
        if rows[0]["stake"] != "none":
            places = Counter(int(side[0]["place"]) for side in sides(rows))
            found.settled += 1
            found.partners += bool(rows[0]["team"])
            found.tied += places[1] > 1 or places[max(places)] > 1
        if rows[0]["counts"] == "no":
            continue
        add(rows, figures[rows[0]["game"], rows[0]["house_rules"]])
        for row in rows:
            wins[row["player"]] += row["won"] == "yes"
    found.lines, found.group = lines, json.loads(group)
    add_boxes(games, found.group, figures)
    found.records, found.games = records(games), games
    for name, sums in winnings(lines, {rows[0]["table"] for rows in games}).items():
        found.records.setdefault(name, Record()).money = sums
    for key, players in list(figures.items()):
        figures[key] = {name: each for name, each in players.items() if each.won}
    found.figures = {key: players for key, players in figures.items() if players}
    found.wins = wins
    found.payments = {unit: fewest(list(each.values())) for unit, each in found.balances.items()}
    return found


def half_up(value: Fraction, places: int = 0) -> Fraction:
    """Rounded, a half away from zero."""
    scaled = abs(value) * 10**places
    rounded = Fraction((scaled.numerator * 2 + scaled.denominator) // (2 * scaled.denominator), 10**places)
    return -rounded if value < 0 else rounded


def root_half_up(value: Fraction, places: int) -> Fraction:
    """The square root, rounded half up: by whole numbers only."""
    scaled = value * 100**places * 4
    return Fraction((isqrt(scaled.numerator // scaled.denominator) + 1) // 2, 10**places)


# --- games -----------------------------------------------------------------------------------------------


def ranks_follow_points(rows: Sequence[Row]) -> bool:
    """Return whether a game is ranked by points; assert that its ranks follow them."""
    if any(not row["points"] for row in rows):
        return False
    worth = [
        (any(row["won"] == "yes" for row in side), sum(int(row["points"]) for row in side))
        for side in sides(rows)
    ]
    for side, mine in zip(sides(rows), worth, strict=True):
        place = 1 + sum(other > mine for other in worth)
        assert {row["place"] for row in side} == {str(place)}, rows
    return True


def add(rows: Sequence[Row], players: dict[str, Figures]) -> None:
    """Count a game."""
    drawn = not any(row["won"] == "yes" for row in rows)
    together = {
        row["player"]: sum(int(each["points"] or 0) for each in side) for side in sides(rows) for row in side
    }
    for row in rows:
        mine, won = players[row["player"]], row["won"] == "yes"
        mine.won.append(won)
        if row["points"]:
            assert int(row["side_points"]) == together[row["player"]]
            mine.totals.append(together[row["player"]])
        if drawn:
            mine.streak = 0
        elif won:
            mine.streak = mine.streak + 1 if mine.streak > 0 else 1
        else:
            mine.streak = mine.streak - 1 if mine.streak < 0 else -1
        mine.longest_won = max(mine.longest_won, mine.streak)
        mine.longest_lost = max(mine.longest_lost, -mine.streak)
    for one, other in combinations(sides(rows), 2):
        difference = int(one[0]["place"]) - int(other[0]["place"])
        for mine_, theirs in ((one, other), (other, one)):
            sign = difference if mine_ is one else -difference
            state = "level" if not sign else "ahead" if sign < 0 else "behind"
            for row in mine_:
                for met in theirs:
                    players[row["player"]].met[met["player"]][state] += 1
    rate(rows, players)


def rate(rows: Sequence[Row], players: dict[str, Figures]) -> None:
    """Rate a game by the package."""
    teams = sides(rows)
    if len(teams) < 2:
        return
    before = [[players[row["player"]].rating for row in side] for side in teams]
    after = _MODEL.rate(before, ranks=[float(side[0]["place"]) for side in teams])
    for side, ratings in zip(teams, after, strict=True):
        for row, rating in zip(side, ratings, strict=True):
            players[row["player"]].rating = rating


# --- logs of dice games ----------------------------------------------------------------------------------


def add_boxes(
    games: Sequence[Sequence[Row]], group: Mapping[str, Any], figures: Mapping[Variant, dict[str, Figures]]
) -> None:
    """Replay every dice game: its totals are those of the results; count its boxes."""
    merged = {each["address"]: each.get("merged_into") for each in group["players"]}
    names = {each["address"]: each["name"] for each in group["players"]}
    logs = {each["address"]: each for each in group["games"]}
    for rows in games:
        game = logs[rows[0]["table"]]
        if not any("box" in move for move in moves(game["entries"])):
            continue
        called = {str(seat["number"]): seat["player"] for seat in game["seats"]}
        called = {number: names[merged[player] or player] for number, player in called.items()}
        played = play(game["game"], game["options"], called, moves(game["entries"]))
        for number, name in called.items():
            row = next(each for each in rows if each["player"] == name)
            pad = played.pads[number]
            assert int(row["points"]) == total(game["game"], pad), (rows, pad)
            if row["counts"] == "yes":
                for box, points in pad.written.items():
                    figures[row["game"], row["house_rules"]][name].boxes[box].append(points)


def moves(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the valid moves: a void removes its target, an amendment replaces moves."""
    taken_back: set[int] = set()
    for entry in sorted(entries, key=lambda each: -each["number"]):
        if entry["kind"] == "void" and entry["number"] not in taken_back:
            taken_back.add(entry["target"])
    lines: dict[int, list[dict[str, Any]]] = {}
    for entry in sorted(entries, key=lambda each: each["number"]):
        if entry["number"] not in taken_back and entry["kind"] in ("append", "amend"):
            place = entry["number"] if entry["kind"] == "append" else entry["target"]
            if entry["kind"] == "append" or place in lines:
                lines[place] = entry["data"]["moves"]
    return [move for line in lines.values() for move in line]


def printed(found: Recount) -> Iterable[str]:
    """The figures, line by line."""
    for (game, rules), players in sorted(found.figures.items()):
        yield f"{game} ({rules or 'as printed'})"
        for name, each in sorted(players.items()):
            mean = f", mean {float(half_up(each.mean, 1)):.1f}" if each.totals else ""
            yield f"  {name}: {sum(each.won)} of {len(each.won)} won{mean}, streak {each.streak}"
    for unit, sums in sorted(found.balances.items()):
        owed = ", ".join(f"{name} {float(each):+g}" for name, each in sorted(sums.items()))
        yield f"{unit}: {owed}; {found.payments[unit]} payments"


if __name__ == "__main__":
    files = [Path(name).read_text("utf-8") for name in sys.argv[1:4]]
    sys.stdout.writelines(f"{line}\n" for line in printed(recount(*files)))
