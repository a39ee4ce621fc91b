"""Reader of play logs of the app Board Game Stats, as rows of a table of old results.

A log is the JSON file of its export or of a shared play (`.bgsplay`): the lists `games`, `players` and `plays`, joined
by numbers. docs/csv.md describes what is read. Everything else in a log is ignored, because its fields change between
versions of that app. Pure: no database.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.play import strict_json
from scorekeeper.play.game_names import named_game
from scorekeeper.play.session_notes import TEXT_LENGTH

from .csv_import import MOST_CELL, MOST_ROWS, UNKNOWN_RULES
from .json_reader import FileError, Piece

MOST_SEATS = 100
# a total may be written as its terms, "12+30-5"
_SUM = re.compile(r"[+-]?\d{1,9}(?:[+-]\d{1,9}){0,20}")


@dataclass(frozen=True, slots=True)
class PlayLog:
    """The plays of known games: (number of the play, cells by column), a row for each player.

    `others`: number of plays of each other game by name. `ignored`: number of plays that the log marks so.
    """

    rows: tuple[tuple[int, dict[str, str]], ...]
    others: Mapping[str, int]
    ignored: int


def is_play_log(text: str) -> bool:
    """Return whether a file is a play log rather than a CSV table."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def looks_like_plays(value: Any) -> bool:
    """Return whether decoded JSON has the lists of a play log."""
    return isinstance(value, dict) and all(
        isinstance(value.get(name), list) for name in ("games", "players", "plays")
    )


def read_plays(text: str) -> PlayLog:
    """Read the plays of a log.

    Raises strict_json.TextError, and FileError for fields of another kind and `too_many_rows` (`most`).
    """
    log = Piece(strict_json.loads_text(text))
    games, players = _names(log["games"]), _names(log["players"])
    places, tags = _names(log.get("locations")), _names(log.get("tags"))
    rows: list[tuple[int, dict[str, str]]] = []
    others, ignored = Counter[str](), 0
    for number, play in enumerate(log["plays"].each(MOST_ROWS), start=1):
        game = games.get(_reference(play["gameRefId"]), "")
        if named_game(game) is None:
            others[game] += 1
        elif play.may("ignored", _is_true):
            ignored += 1
        else:
            day = play["playDate"].text(MOST_CELL)[:10]
            shared = {"date": day, "game": game, "table": str(number), "house_rules": UNKNOWN_RULES}
            shared |= _note(play, places, tags)
            rows += ((number, shared | seat) for seat in _seats(play, players))
        if len(rows) > MOST_ROWS:
            raise FileError("too_many_rows", most=MOST_ROWS)
    return PlayLog(tuple(rows), others, ignored)


def play_name(cells: Mapping[str, str]) -> str:
    """Return day and game of a play, as they are in the log."""
    return ", ".join(filter(None, (cells["date"], cells["game"])))


def _note(play: Piece, places: Mapping[int, str], tags: Mapping[int, str]) -> dict[str, str]:
    """Return the cells of a play's note."""
    references = play.may("tags", lambda piece: [tag["tagRefId"] for tag in piece.each(MOST_SEATS)]) or []
    return {
        "location": places.get(play.may("locationRefId", _reference) or 0, ""),
        "tags": ", ".join(filter(None, (tags.get(_reference(tag), "") for tag in references))),
        "note": (play.may("comments", Piece.text) or "").strip()[:TEXT_LENGTH],
    }


def _seats(play: Piece, players: Mapping[int, str]) -> Iterator[dict[str, str]]:
    """Yield the cells of each player of a play, in the order of play where it is known (`ordered`)."""
    seats, ordered = _in_order(list(play["playerScores"].each(MOST_SEATS)))
    for seat in seats:
        yield {
            "ordered": "yes" if ordered else "",
            "player": players.get(_reference(seat["playerRefId"]), ""),
            "points": _points(seat.get("score")),
            "won": "yes" if seat.may("winner", _is_true) else "no",
        }


def _in_order(seats: Sequence[Piece]) -> tuple[list[Piece], bool]:
    """Return the seats as numbered, else with the first player first; whether this is the order of play."""
    numbers: list[Any] = [seat.may("seatOrder", lambda piece: piece.value) for seat in seats]
    if all(type(number) is int and number > 0 for number in numbers):
        numbered = sorted(zip(numbers, seats, strict=True), key=lambda pair: pair[0])
        return [seat for _number, seat in numbered], len(set(numbers)) == len(numbers)
    first = next((place for place, seat in enumerate(seats) if seat.may("startPlayer", _is_true)), None)
    return [*seats[first or 0 :], *seats[: first or 0]], first is not None


def _points(score: Piece | None) -> str:
    """Return a score as text; a sum is added up."""
    if score is None or score.value is None:
        return ""
    text = str(score.value) if type(score.value) is int else score.text(MOST_CELL).replace(" ", "")
    return str(sum(map(int, re.findall(r"[+-]?\d+", text)))) if _SUM.fullmatch(text) else text


def _names(rows: Piece | None) -> dict[int, str]:
    """Return the names of games, players, places or tags by number."""
    if rows is None:
        return {}
    return {_reference(row["id"]): row["name"].text(MOST_CELL).strip() for row in rows.each(MOST_ROWS)}


def _reference(piece: Piece) -> int:
    return piece.whole(-(2**31), 2**31)


def _is_true(piece: Piece) -> bool:
    return piece.value is True
