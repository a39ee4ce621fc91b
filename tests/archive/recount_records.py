"""Records of players over all games, and figures of a group, for the recount."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .reference_stakes import Row, sides


@dataclass
class Record:
    """A player over all games that count; money over all games."""

    evenings: list[str] = field(default_factory=list)
    won: int = 0
    streak: int = 0
    best_streak: int = 0
    money: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)  # (won, lost) by unit


def records(games: Iterable[Sequence[Row]]) -> dict[str, Record]:
    """Return the record of each player over games, the oldest first."""
    found: dict[str, Record] = defaultdict(Record)
    for rows in games:
        drawn = not any(row["won"] == "yes" for row in rows)
        for row in rows if rows[0]["counts"] == "yes" else ():
            mine, won = found[row["player"]], row["won"] == "yes"
            mine.evenings.append(row["evening"])
            mine.won += won
            step = 0 if drawn else 1 if won else -1
            mine.streak = mine.streak + step if step * mine.streak > 0 else step
            mine.best_streak = max(mine.best_streak, mine.streak)
    return dict(found)


Shares = dict[tuple[str, str], tuple[int, int]]


def shares(games: Iterable[Sequence[Row]]) -> dict[str, Shares]:
    """Return (won, played) by seat, by number of players and player, and by stake and player."""
    found: dict[str, Shares] = {"seat": {}, "players": {}, "stake": {}}
    for rows in games:
        for row in rows if rows[0]["counts"] == "yes" else ():
            staked = "no" if row["stake"] == "none" else "yes"
            keys = {
                "players": (row["players"], row["player"]),
                "stake": (staked, row["player"]),
            } | ({"seat": (row["seat"], "")} if row["seat"] else {})
            for name, key in keys.items():
                won, played = found[name].get(key, (0, 0))
                found[name][key] = (won + (row["won"] == "yes"), played + 1)
    return found


def belt(games: Iterable[Sequence[Row]]) -> tuple[str, str, int, int] | None:
    """Return the holder of the belt, the evening and games since, and the changes of the holder."""
    now: tuple[str, str, int, int] | None = None
    for rows in games:
        won = [row["player"] for row in rows if row["won"] == "yes"]
        if rows[0]["counts"] != "yes" or (now and now[0] not in [row["player"] for row in rows]):
            continue
        if len(won) == 1 and (now is None or won[0] != now[0]):
            now = (won[0], rows[0]["evening"], 1, now[3] + 1 if now else 0)
        elif now is not None:
            now = (now[0], now[1], now[2] + 1, now[3])
    return now


def closest(games: Iterable[Sequence[Row]]) -> tuple[int, int] | None:
    """Return the smallest margin of one winning side over the next, and how often; None without such a game."""
    margins = []
    for rows in games:
        totals = [(side[0]["won"] == "yes", side[0]["side_points"]) for side in sides(rows)]
        won = [int(points) for first, points in totals if first and points]
        lost = [int(points) for first, points in totals if not first and points]
        usual = rows[0]["counts"] == "yes" and rows[0]["ended"] not in ("automatic_win", "conceded")
        if usual and len(won) == 1 and lost and won[0] > max(lost):
            margins.append(won[0] - max(lost))
    return (min(margins), margins.count(min(margins))) if margins else None
