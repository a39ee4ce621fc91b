"""A group's file, read: every field of the type and size that it must be, every name of something in the file.

Whether games are legal, logs whole and debts right is not asked here: that is found out where it is stored
(`group_import`), by the same check that looks at everything else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.money import UNIT_LENGTH
from scorekeeper.people import names
from scorekeeper.people.models import ADDRESS_LENGTH
from scorekeeper.play.models import Entry, Session
from scorekeeper.rules import GAMES, text

from .group_file import FORMAT, PLAYERS_IN_REASONS
from .marks import MARK
from .shape import FileError, Piece

MOST_PLAYERS, MOST_GAMES, MOST_SEATS, MOST_ENTRIES, MOST_POSTINGS = 1000, 20_000, 40, 20_000, 200_000
MOST = 2**31 - 1
MOST_AMOUNT = 10**15
ADDRESS = re.compile(f"[A-Za-z0-9]{{{ADDRESS_LENGTH}}}")
KEY = re.compile("[A-Za-z0-9-]{1,36}")
LANGUAGE = re.compile("[A-Za-z-]{0,16}")
CURRENCY = re.compile("[A-Z]{3}")
# why something is owed, as `ledger.settle` says it, and what its words need
NEEDED = {"points": ("amount", "points"), "pairwise": ("amount", "points")} | dict.fromkeys(
    ("automatic_win", "fixed", "ante", "low_pays"), ("amount",)
)
MOVES, CHANGES = ("moves", "index", "home"), ("before", "after")


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player. `merged_into`: an address."""

    address: str
    name: str
    colour: int
    created: datetime
    left: datetime | None
    links: str
    merged_into: str | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry. `by`: a mark; `device`: a number of the file."""

    number: int
    kind: str
    target: int | None
    data: dict[str, Any]
    by: str
    device: int
    key: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat. `player`: an address."""

    number: int
    player: str
    position: int
    team: int | None
    deals: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A session. `fields`: the columns that are stored as they are; `rematch_of`: an address. `place`: in the file."""

    place: str
    address: str
    fields: dict[str, Any]
    rematch_of: str | None
    seats: tuple[SeatRow, ...]
    entries: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class PostingRow:
    """A line of the ledger. `debtor`, `creditor`, `game`: addresses; `undoes`: the number of another line."""

    number: int
    kind: str
    debtor: str
    creditor: str
    amount: int
    unit: str
    game: str
    entry: int | None
    reason: dict[str, Any]
    undoes: int | None
    key: UUID
    by: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class GroupFile:
    """A group as its file tells it. `fields`: the columns of the group that are stored as they are."""

    address: str
    fields: dict[str, Any]
    players: tuple[PlayerRow, ...]
    games: tuple[GameRow, ...]
    ledger: tuple[PostingRow, ...]


def parse(found: object) -> GroupFile:
    """The group in a value read from JSON. Raises FileError."""
    whole = Piece(found).only("format", "group", "players", "games", "ledger")
    if whole["format"].text() != FORMAT:
        raise FileError("unknown_format", known=FORMAT)
    head = whole["group"].only("address", "name", "created", "house_rules", "stake", "currency", "language")
    players = tuple(_once(map(_player, whole["players"].each(MOST_PLAYERS)), "players", "address"))
    addresses = {player.address for player in players}
    _merged(players, addresses)
    games = tuple(
        _once((_game(each, addresses) for each in whole["games"].each(MOST_GAMES)), "games", "address")
    )
    known = {game.address for game in games}
    ledger = tuple(
        _once(
            (_posting(each, addresses, known) for each in whole["ledger"].each(MOST_POSTINGS)),
            "ledger",
            "key",
        )
    )
    _undone(ledger)
    return GroupFile(_address(head["address"]), _group(head), players, games, ledger)


def _group(head: Piece) -> dict[str, Any]:
    return {
        "name": head.may("name", _name) or "",
        "created": head["created"].time(),
        "house_rules": head.may("house_rules", Piece.object) or {},
        "stake": head.may("stake", Piece.object) or {},
        "currency": head.may("currency", lambda each: each.like(CURRENCY)) or "",
        "language": head.may("language", lambda each: each.like(LANGUAGE)) or "",
    }


def _address(piece: Piece) -> str:
    return piece.like(ADDRESS)


def _number(piece: Piece) -> int:
    return piece.whole(1, MOST)


def _name(piece: Piece) -> str:
    name = piece.text(text.MOST_LETTERS)
    if names.tidy(name) != name or names.fault(name):
        raise piece.fault("bad_name", most=text.MOST_LETTERS)
    return name


def _player(piece: Piece) -> PlayerRow:
    piece.only("address", "name", "colour", "created", "left", "links", "merged_into")
    return PlayerRow(
        address=_address(piece["address"]),
        name=_name(piece["name"]),
        colour=piece["colour"].whole(1, names.COLOURS),
        created=piece["created"].time(),
        left=piece.may("left", Piece.time),
        links=piece.may("links", Piece.text) or "",
        merged_into=piece.may("merged_into", _address),
    )


def _merged(players: Collection[PlayerRow], addresses: Collection[str]) -> None:
    """Whoever was merged became somebody who was not; nobody else looks like another."""
    gone = {player.address for player in players if player.merged_into is not None}
    seen: set[str] = set()
    for number, player in enumerate(players, start=1):
        place = f"players {number}"
        if player.merged_into is not None:
            if player.merged_into not in addresses or player.merged_into in gone:
                raise FileError("unknown_player", f"{place}, merged_into")
            continue
        if names.fold(player.name) in seen:
            raise FileError("name_twice", f"{place}, name", name=player.name)
        seen.add(names.fold(player.name))


def _game(piece: Piece, players: Collection[str]) -> GameRow:
    piece.only(
        *(
            "address",
            "game",
            "rules_version",
            "options",
            "stake",
            "given",
            "started",
            "finished",
            "ended",
            "removed",
        ),
        *("rematch_of", "writers", "counted", "seats", "entries"),
    )
    fields: dict[str, Any] = {
        "game": piece["game"].text(40, GAMES),
        "rules_version": piece["rules_version"].whole(1, 32767),
        "started": piece["started"].time(),
        "writers": piece["writers"].text(9, Session.Writers.values),
    }
    fields["given"] = piece.may("given", Piece.object)
    fields["counted"] = piece.may("counted", Piece.flag) is not False
    for name in ("options", "stake"):
        fields[name] = piece.may(name, Piece.object) or {}
    for name in ("finished", "ended", "removed"):
        fields[name] = piece.may(name, Piece.time)
    entries = tuple(map(_entry, piece["entries"].each(MOST_ENTRIES)))
    return GameRow(
        place=piece.place,
        address=_address(piece["address"]),
        fields=fields,
        rematch_of=piece.may("rematch_of", _address),
        seats=_seats(piece["seats"], players),
        entries=tuple(
            _once(_once(entries, f"{piece.place}, entries", "number"), f"{piece.place}, entries", "key")
        ),
    )


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
    list(_once(_once(found, piece.place, "number"), piece.place, "player"))
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
        number=_number(piece["number"]),
        kind=kind,
        target=piece.may("target", _number),
        data={} if data is None else data.object(),
        by=piece["by"].like(MARK),
        device=_number(piece["device"]),
        key=piece["key"].like(KEY),
        at=piece["at"].time(),
    )


def _posting(piece: Piece, players: Collection[str], games: Collection[str]) -> PostingRow:
    piece.only(
        *("number", "kind", "debtor", "creditor", "amount", "unit", "game", "entry", "reason", "undoes"),
        *("key", "by", "at"),
    )
    row = PostingRow(
        number=_number(piece["number"]),
        kind=piece["kind"].text(10, Posting.Kind.values),
        debtor=piece["debtor"].text(ADDRESS_LENGTH),
        creditor=piece["creditor"].text(ADDRESS_LENGTH),
        amount=piece["amount"].whole(1, MOST_AMOUNT),
        unit=piece["unit"].text(UNIT_LENGTH),
        game=piece.may("game", lambda game: game.text(ADDRESS_LENGTH)) or "",
        entry=piece.may("entry", _number),
        reason=piece.may("reason", Piece.object) or {},
        undoes=piece.may("undoes", _number),
        key=piece["key"].key(),
        by=piece.may("by", lambda by: by.like(MARK)),
        at=piece["at"].time(),
    )
    for name in ("debtor", "creditor"):
        if getattr(row, name) not in players:
            raise piece[name].fault("unknown_player")
    if row.debtor == row.creditor:
        raise piece["creditor"].fault("owes_himself")
    if not text.is_word(row.unit):
        raise piece["unit"].fault("bad_text", most=UNIT_LENGTH)
    if (row.game not in games) if row.game else (row.kind not in ("payment", "undo")):
        raise piece.fault("unknown_game")
    _reason(piece, row.reason, players)
    return row


def _reason(piece: Piece, reason: dict[str, Any], players: Collection[str]) -> None:
    """What the wording will read: a code, players, numbers."""
    if not reason:
        return
    found = piece["reason"].only("game", "code", "amount", "points", *PLAYERS_IN_REASONS)
    found.may("game", lambda game: game.text(40, GAMES))
    found.may("code", lambda code: code.text(40, NEEDED))
    for name in NEEDED.get(reason.get("code", ""), ()):
        found[name].whole(0, MOST_AMOUNT)
    for name in ("amount", "points"):
        found.may(name, lambda number: number.whole(-MOST_AMOUNT, MOST_AMOUNT))
    for name in PLAYERS_IN_REASONS:
        for each in found[name].each(MOST_SEATS) if name in reason else ():
            if each.text(ADDRESS_LENGTH) and each.value not in players:
                raise each.fault("unknown_player")


def _undone(ledger: Collection[PostingRow]) -> None:
    """What takes something back names a payment before it, of the same two the other way round, once."""
    before: dict[int, PostingRow] = {}
    for count, row in enumerate(ledger, start=1):
        place = f"ledger {count}"
        if row.number != count:
            raise FileError("wrong_number", f"{place}, number", due=count)
        if (row.kind == "undo") != (row.undoes is not None):
            raise FileError("undoes_nothing", place)
        if row.undoes is not None:
            paid = before.pop(row.undoes, None)
            same = paid and (paid.kind, paid.debtor, paid.creditor, paid.amount, paid.unit)
            if same != ("payment", row.creditor, row.debtor, row.amount, row.unit):
                raise FileError("undoes_nothing", f"{place}, undoes")
        before[row.number] = row


def _once(rows: Any, place: str, name: str) -> Iterator[Any]:
    """The rows, each of which calls itself something else."""
    seen = set()
    for number, row in enumerate(rows, start=1):
        value = getattr(row, name)
        if value in seen:
            raise FileError("twice", f"{place} {number}, {name}", value=str(value))
        seen.add(value)
        yield row
