"""Parser of old results in a CSV table: games, and rows with errors.

docs/csv.md describes the columns, and play logs, which are read as rows of the same columns. A row is one player of one
game; the rows of a game are consecutive. A game with an invalid row is skipped as a whole. Pure: no database.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.utils import timezone

from scorekeeper.core.i18n.dates import YEARS
from scorekeeper.people import names
from scorekeeper.play.game_names import Edition, named_game
from scorekeeper.play.session_notes import MOST_TAGS, NO_NOTE, PLACE_LENGTH, TAG_LENGTH, SessionNote
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import OptionValue
from scorekeeper.rules.player_names import MOST_LETTERS

from .board_game_stats import is_play_log, play_name, read_plays
from .csv_import import MOST_CELL, house_rules_of, rows_of
from .group_parser import MOST_PLAYERS
from .json_reader import FileError

Same = tuple[date, str, frozenset[tuple[str, int]]]

MOST_POINTS, MOST_SHOWN = 10**6, 50
YES = frozenset({"yes", "y", "1", "x", "true", "ja", "j", "sí", "si", "s", "oui", "o"})
NO = frozenset({"no", "n", "0", "", "false", "nein", "non"})
_DATES = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?"), (1, 2, 3)),
    (re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})"), (3, 2, 1)),
    (re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{2})"), (3, 2, 1)),
)
# at most two decimals, zeros: three digits would be a thousands group
_POINTS = re.compile(r"([+-]?)(\d+)(?:[.,]0{1,2})?")


class RowError(Exception):
    """An invalid row of a table.

    `row`: its number in the file; the heading is row 1. `play`: day and game of a play in a log.
    """

    def __init__(self, row: int, code: str, what: str = "", play: str = "") -> None:
        super().__init__(row, code)
        self.row, self.code, self.what, self.play = row, code, what, play


@dataclass(frozen=True, slots=True)
class OldGame:
    """A result in a table.

    `row`: number of its first row. `points`: in the order of `players`, None if the game counts none. `options`: house
    rules that differ from the printed ones. `rules_known`: False if these are only those that the game's name implies.
    `order_known`: whether `players` are in the order of play.
    """

    row: int
    day: date
    game: str
    players: tuple[str, ...]
    points: tuple[int, ...] | None
    won: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    rules_known: bool = False
    order_known: bool = False
    note: SessionNote = NO_NOTE

    def same(self, called: Mapping[str, str]) -> Same:
        """Return a key that is equal for equal results.

        `called`: present names by other names, both folded.
        """
        points = self.points or tuple(int(player in self.won) for player in self.players)
        folded = (names.fold(player) for player in self.players)
        scores = zip((called.get(name, name) for name in folded), points, strict=True)
        return self.day, self.game, frozenset(scores)


@dataclass(frozen=True, slots=True)
class OldResults:
    """The parsed results of a file.

    `skipped`: number of games with an invalid row. `others`: number of plays by game, of those not offered here.
    `ignored`: number of plays that their log marks so.
    """

    games: tuple[OldGame, ...]
    errors: tuple[RowError, ...]
    skipped: int
    others: Mapping[str, int] = field(default_factory=dict)
    ignored: int = 0


def read(text: str, today: date | None = None) -> OldResults:
    """Parse the results in a file: a CSV table or a play log.

    `today`: latest allowed day, by default today in the reader's zone. Raises FileError as `rows_of` or `read_plays`,
    `no_results` for an empty table, `wrong_count` for more players than a group file may have.
    """
    if not is_play_log(text):
        return _results(list(rows_of(text)), today)
    log = read_plays(text)
    return replace(_results(log.rows, today, plays=True), others=log.others, ignored=log.ignored)


def _results(
    rows: Sequence[tuple[int, dict[str, str]]], today: date | None, *, plays: bool = False
) -> OldResults:
    if not (rows or plays):
        raise FileError("no_results")
    games, errors, skipped = list[OldGame](), list[RowError](), 0
    for part in _games(rows):
        try:
            games.append(_game(part, today or timezone.localdate()))
        except RowError as error:
            error.play = play_name(part[0][1]) if plays else ""
            errors.append(error)
            skipped += 1
    if len({names.fold(name) for game in games for name in game.players}) > MOST_PLAYERS:
        raise FileError("wrong_count", "player", least=1, most=MOST_PLAYERS)
    return OldResults(tuple(games), tuple(errors), skipped)


def _games(rows: Sequence[tuple[int, dict[str, str]]]) -> Iterator[list[tuple[int, dict[str, str]]]]:
    """Yield the rows by game: another table, day, game, or a repeated player starts the next."""
    part: list[tuple[int, dict[str, str]]] = []
    seated: set[str] = set()
    for number, row in rows:
        player = row["player"]
        if len(player) <= MOST_LETTERS:  # longer texts are no names, and slow to fold
            player = names.fold(player)
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


def _game(part: list[tuple[int, dict[str, str]]], today: date) -> OldGame:
    number, row = part[0]
    _must_be_short(part)
    _must_be_there(number, "no_game", row["game"])
    edition = _named(number, row["game"])
    game = GAMES[edition.slug]
    day = _day(number, row["date"])
    if day > today:
        raise RowError(number, "in_future", row["date"])
    if len(part) > max(game.PLAYERS):
        raise RowError(number, "player_count", str(len(part)))
    players = tuple(_player(each, cells["player"]) for each, cells in part)
    folded = [names.fold(name) for name in players]
    for (each, _cells), name in zip(part, folded, strict=True):
        if folded.count(name) > 1:
            raise RowError(each, "name_twice", name)
    if len(players) not in game.PLAYERS:
        raise RowError(number, "player_count", str(len(players)))
    points = tuple(_points(each, cells["points"]) for each, cells in part) if game.POINTS else None
    winners = [name for name, (each, cells) in zip(players, part, strict=True) if _won(each, cells["won"])]
    if points is None and not winners:
        raise RowError(number, "nobody_won")
    if len(players) == 1:
        raise RowError(number, "one_player")
    if points and not winners:
        winners = [name for name, each in zip(players, points, strict=True) if each == max(points)]
    try:
        rules = house_rules_of(row["house_rules"], edition)
    except ValueError as error:
        raise RowError(number, "bad_rules", str(error)) from error
    options, known = (edition.rules, False) if rules is None else (rules, True)
    won, ordered = tuple(winners), bool(row.get("ordered"))  # rows of a table are in any order
    return OldGame(number, day, game.slug, players, points, won, options, known, ordered, _note(row))


def _note(row: Mapping[str, str]) -> SessionNote:
    """Return the note in the first row of a game, shortened to what a note may hold."""
    tags = [" ".join(tag.split())[:TAG_LENGTH] for tag in row["tags"].split(",") if tag.strip()]
    return SessionNote(row["location"][:PLACE_LENGTH], tuple(dict.fromkeys(tags))[:MOST_TAGS], row["note"])


def _must_be_short(part: list[tuple[int, dict[str, str]]]) -> None:
    for number, cells in part:
        if any(len(cell) > MOST_CELL for name, cell in cells.items() if name != "note"):
            raise RowError(number, "cell_too_long", str(MOST_CELL))


def _named(number: int, text: str) -> Edition:
    edition = named_game(text)
    if edition is None:
        raise RowError(number, "unknown_game", text)
    return edition


def _day(number: int, text: str) -> date:
    _must_be_there(number, "no_date", text)
    for pattern, (year, month, day) in _DATES:
        found = pattern.fullmatch(text)
        if found:
            full = int(found[year]) + (2000 if len(found[year]) == 2 else 0)
            months = int(found[month]), int(found[day])
            # 11/20/2026 is unambiguously month first; no country writes 2026-20-11
            if months[0] > 12 >= months[1] and year == 3:
                months = months[1], months[0]
            if full not in YEARS:
                break
            try:
                return date(full, *months)
            except ValueError:
                break
    raise RowError(number, "bad_date", text)


def _player(number: int, text: str) -> str:
    _must_be_there(number, "no_player", text)
    name = names.tidy(text) if len(text) <= 2 * MOST_LETTERS else text
    if names.name_error(name):
        raise RowError(number, "bad_name", text)
    return name


def _points(number: int, text: str) -> int:
    _must_be_there(number, "no_points", text)
    found = _POINTS.fullmatch(text.replace("\u2212", "-").replace(" ", ""))
    if not found or int(found[2]) > MOST_POINTS:
        raise RowError(number, "many_points" if found else "bad_points", text)
    return -int(found[2]) if found[1] == "-" else int(found[2])


def _must_be_there(number: int, code: str, text: str) -> None:
    if not text:
        raise RowError(number, code)


def _won(number: int, text: str) -> bool:
    answer = text.lower()
    if answer not in YES | NO:
        raise RowError(number, "bad_won", text)
    return answer in YES
