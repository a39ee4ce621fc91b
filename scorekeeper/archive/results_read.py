"""Old results in a table of text: which games they are, and which rows cannot be read and why.

docs/csv.md says what the columns are. A row is one player of one game; the rows of a game follow one another. A game of
which one row cannot be read is left out as a whole. No database here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from scorekeeper.people import names
from scorekeeper.rules import GAMES
from scorekeeper.rules.core import Game

from .group_read import MOST_PLAYERS
from .shape import YEARS, FileError
from .tables import unsafe

Same = tuple[date, str, frozenset[tuple[str, int]]]

NEEDED = ("date", "game", "player")
KNOWN = (*NEEDED, "points", "won", "table")
MOST_ROWS, MOST_POINTS, MOST_TOLD = 20_000, 10**6, 50
YES, NO = frozenset({"yes", "y", "1", "x", "true"}), frozenset({"no", "n", "0", "", "false"})
_DATES = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?"), (1, 2, 3)),
    (re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})"), (3, 2, 1)),
    (re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{2})"), (3, 2, 1)),
)
# three noughts would be thousands
_POINTS = re.compile(r"([+-]?)(\d{1,9})(?:[.,]0{1,2})?")


class RowError(Exception):
    """Why a row cannot be read. `row`: its number in the file, the head is 1."""

    def __init__(self, row: int, code: str, what: str = "") -> None:
        super().__init__(row, code)
        self.row = row
        self.code = code
        self.what = what


@dataclass(frozen=True, slots=True)
class OldGame:
    """A result. `points`: by player, in the order of the rows; None where the game counts none. `row`: its first."""

    row: int
    day: date
    game: str
    players: tuple[str, ...]
    points: tuple[int, ...] | None
    won: tuple[str, ...]

    def same(self, called: Mapping[str, str]) -> Same:
        """What two results share that are one and the same. `called`: what somebody is called now, by the name that he
        has here, where that is another one; both folded."""
        points = self.points or tuple(int(player in self.won) for player in self.players)
        folded = (names.fold(player) for player in self.players)
        scores = zip((called.get(name, name) for name in folded), points, strict=True)
        return self.day, self.game, frozenset(scores)


@dataclass(frozen=True, slots=True)
class OldResults:
    """All that a file says: its games, and the rows that cannot be read; `skipped`: games left out because of those."""

    games: tuple[OldGame, ...]
    errors: tuple[RowError, ...]
    skipped: int


def read(text: str) -> OldResults:
    """The results in a file. Raises FileError `no_columns` (`missing`), `too_many_rows` (`most`), `wrong_count` for
    more players than a group's file may have."""
    rows = list(_rows(text))
    games: list[OldGame] = []
    errors: list[RowError] = []
    skipped = 0
    for part in _games(rows):
        try:
            games.append(_game(part))
        except RowError as error:
            errors.append(error)
            skipped += 1
    if len({names.fold(name) for game in games for name in game.players}) > MOST_PLAYERS:
        raise FileError("wrong_count", "player", least=1, most=MOST_PLAYERS)
    return OldResults(tuple(games), tuple(errors), skipped)


# --- inside ----------------------------------------------------------------------------------------------


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Every row that is not empty with its number, by column."""
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    parted = max(";\t,", key=first.count)
    try:
        # no more of it is read than may be: a file of empty lines makes a row of each
        found = list(islice(csv.reader(io.StringIO(text, newline=""), delimiter=parted), MOST_ROWS + 2))
    except csv.Error as error:
        raise FileError("no_columns", missing=", ".join(NEEDED)) from error
    heads = [cell.strip().lower() for cell in found[0]] if found else []
    missing = [name for name in NEEDED if name not in heads]
    if missing:
        raise FileError("no_columns", missing=", ".join(missing))
    if len(found) > MOST_ROWS + 1:
        raise FileError("too_many_rows", most=MOST_ROWS)
    for number, row in enumerate(found[1:], start=2):
        if any(cell.strip() for cell in row):
            cells = dict(zip(heads, row, strict=False))
            yield number, {name: unsafe(cells.get(name, "").strip()) for name in KNOWN}


def _games(rows: list[tuple[int, dict[str, str]]]) -> Iterator[list[tuple[int, dict[str, str]]]]:
    """The rows game by game: another table, day or game begins one, and so does a player who was there already."""
    part: list[tuple[int, dict[str, str]]] = []
    seated: set[str] = set()
    for number, row in rows:
        player = names.fold(row["player"])
        if part:
            _first, before = part[0]
            same = all(row[name] == before[name] for name in ("table", "date", "game"))
            again = not row["table"] and player in seated
            if not same or again:
                yield part
                part, seated = [], set()
        part.append((number, row))
        seated.add(player)
    if part:
        yield part


def _game(part: list[tuple[int, dict[str, str]]]) -> OldGame:
    number, row = part[0]
    game = _named(number, row["game"])
    day = _day(number, row["date"])
    if len(part) > max(game.PLAYERS):
        raise RowError(number, "player_count", str(len(part)))
    players = tuple(_player(each, cells["player"]) for each, cells in part)
    folded = [names.fold(name) for name in players]
    for (each, _cells), name in zip(part, folded, strict=True):
        if folded.count(name) > 1:
            raise RowError(each, "name_twice")
    if len(players) not in game.PLAYERS:
        raise RowError(number, "player_count", str(len(players)))
    points = tuple(_points(each, cells["points"]) for each, cells in part) if game.POINTS else None
    said = [player for player, (each, cells) in zip(players, part, strict=True) if _won(each, cells["won"])]
    if points is None and not said:
        raise RowError(number, "nobody_won")
    best = (
        []
        if points is None
        else [player for player, each in zip(players, points, strict=True) if each == max(points)]
    )
    return OldGame(number, day, game.slug, players, points, tuple(said or best))


def _named(number: int, text: str) -> Game[Any, Any]:
    wanted = names.fold(names.tidy(text))
    for slug, game in GAMES.items():
        if wanted in (slug, names.fold(game.name)):
            return game
    raise RowError(number, "unknown_game", text)


def _day(number: int, text: str) -> date:
    for pattern, (year, month, day) in _DATES:
        found = pattern.fullmatch(text)
        if found:
            full = int(found[year]) + (2000 if len(found[year]) == 2 else 0)
            months = int(found[month]), int(found[day])
            # 11/20/2026 can be said by Americans only
            if months[0] > 12 >= months[1]:
                months = months[1], months[0]
            if full not in YEARS:
                break
            try:
                return date(full, *months)
            except ValueError:
                break
    raise RowError(number, "bad_date", text)


def _player(number: int, text: str) -> str:
    name = names.tidy(text)
    if names.fault(name):
        raise RowError(number, "bad_name", text)
    return name


def _points(number: int, text: str) -> int:
    found = _POINTS.fullmatch(text.replace("\u2212", "-").replace(" ", ""))
    if not found or int(found[2]) > MOST_POINTS:
        raise RowError(number, "bad_points", text)
    return -int(found[2]) if found[1] == "-" else int(found[2])


def _won(number: int, text: str) -> bool:
    said = text.lower()
    if said not in YES | NO:
        raise RowError(number, "bad_won", text)
    return said in YES
