"""Parser of the games in a group file: seats and logs, with types and sizes checked."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from scorekeeper.people.models import ADDRESS_LENGTH
from scorekeeper.play.models import Entry, Session
from scorekeeper.rules import GAMES

from .author_pseudonyms import PSEUDONYM
from .group_records import EntryRow, GameRow, SeatRow
from .json_reader import MOST_SEATS, Piece, address, number, once
from .note_pieces import read_note

MOST_ENTRIES = 10_000
KEY = re.compile("[A-Za-z0-9-]{1,36}")
MOVES, CHANGES = ("moves", "index", "home"), ("before", "after")
FIELDS = (
    *("address", "game", "rules_version", "options", "stake", "given", "started", "finished", "ended"),
    *("finished_before", "removed", "rematch_of", "writers", "counted", "coach", "first_player"),
    *("match_wins", "match_game", "note", "seats", "entries"),
)


def game(piece: Piece, players: Collection[str]) -> GameRow:
    """Parse a game.

    `players`: the player addresses of the file. Raises FileError.
    """
    piece.only(*FIELDS)
    fields = _fields(piece)
    place = f"{piece.place}, entries"
    entries = tuple(map(_entry, piece["entries"].each(MOST_ENTRIES)))
    return GameRow(
        place=piece.place,
        address=address(piece["address"]),
        fields=fields,
        rematch_of=piece.may("rematch_of", address),
        note=piece.may("note", read_note),
        seats=_seats(piece["seats"], players),
        entries=tuple(once(once(entries, place, "number"), place, "key")),
    )


def _fields(piece: Piece) -> dict[str, Any]:
    """Parse the columns that are stored unchanged."""
    fields: dict[str, Any] = {
        "game": piece["game"].text(40, GAMES),
        "rules_version": piece["rules_version"].whole(1, 32767),
        "started": piece["started"].time(),
        "writers": piece["writers"].text(9, Session.Writers.values),
    }
    fields["given"] = piece.may("given", Piece.object)
    fields["counted"] = piece.may("counted", Piece.flag) is not False
    fields["coach"] = piece.may("coach", Piece.flag) or False
    first = piece.may("first_player", lambda choice: choice.text(6, Session.FirstPlayer.values))
    fields["first_player"] = first or Session.FirstPlayer.SAME
    fields["match_wins"] = piece.may("match_wins", lambda wins: wins.whole(2, 3)) or 0
    fields["match_game"] = piece.may("match_game", lambda game: game.whole(1, 32767)) or 0
    for name in ("options", "stake"):
        fields[name] = piece.may(name, Piece.object) or {}
    for name in ("finished", "finished_before", "ended", "removed"):
        fields[name] = piece.may(name, Piece.time)
    return fields


def _seats(piece: Piece, players: Collection[str]) -> tuple[SeatRow, ...]:
    found = []
    for each in piece.each(MOST_SEATS, least=1):
        each.only("number", "player", "position", "team", "deals")
        found.append(
            SeatRow(
                number=each["number"].whole(1, 32767),
                player=each["player"].text(ADDRESS_LENGTH),
                position=each["position"].whole(0, 32767),
                team=each.may("team", lambda team: team.whole(0, 32767)),
                deals=each.may("deals", Piece.flag) or False,
            )
        )
        if found[-1].player not in players:
            raise each["player"].fault("unknown_player")
    list(once(once(found, piece.place, "number"), piece.place, "player"))
    if sum(seat.deals for seat in found) > 1:
        raise piece.fault("two_dealers")
    return tuple(found)


def _entry(piece: Piece) -> EntryRow:
    piece.only("number", "kind", "target", "data", "by", "device", "key", "at")
    kind, data = piece["kind"].text(6, Entry.Kind.values), piece.get("data")
    if data is not None:
        data.only(*(CHANGES if kind == Entry.Kind.CHANGE else MOVES))
        data.may("index", lambda index: index.whole(0, 1000))
        data.may("home", lambda home: home.text(40))
    return EntryRow(
        number=number(piece["number"]),
        kind=kind,
        target=piece.may("target", number),
        data={} if data is None else data.object(),
        by=piece["by"].like(PSEUDONYM),
        device=number(piece["device"]),
        key=piece["key"].like(KEY),
        at=piece["at"].time(),
    )
