"""Parser of group files: checks types, sizes and references of all fields.

`group_validation` checks that games are legal, logs complete and debts correct.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from typing import Any

from scorekeeper.people import names
from scorekeeper.rules import player_names

from .game_parser import game
from .group_export import FORMAT
from .group_records import GroupFile, PlayerRow
from .group_seasons import parse_seasons
from .json_reader import FileError, Piece, address, once
from .ledger_parser import must_be_few, must_undo, posting

MOST_PLAYERS, MOST_GAMES, MOST_POSTINGS = 1000, 20_000, 200_000
LANGUAGE = re.compile("[A-Za-z-]{0,16}")
CURRENCY = re.compile("[A-Z]{3}")
ZONE = re.compile("[A-Za-z0-9_+/-]{1,40}")
HEAD = ("address", "name", "created", "house_rules", "stake", "currency", "language", "zone")


def parse(found: object, *, bounded: bool = True) -> GroupFile:
    """Parse a decoded group file.

    `bounded`: False to allow any size. Raises FileError.
    """
    most_players, most_games, most_postings = (
        (MOST_PLAYERS, MOST_GAMES, MOST_POSTINGS) if bounded else (sys.maxsize,) * 3
    )
    whole = Piece(found).only("format", "group", "players", "games", "ledger", "seasons")
    if whole["format"].text() != FORMAT:
        raise FileError("unknown_format", known=FORMAT)
    head = whole["group"].only(*HEAD)
    players = tuple(once(map(_player, whole["players"].each(most_players)), "players", "address"))
    addresses = {player.address for player in players}
    _merged(players, addresses)
    games = tuple(
        once((game(each, addresses) for each in whole["games"].each(most_games)), "games", "address")
    )
    known = {each.address: each.fields["game"] for each in games}
    ledger = tuple(
        once(
            (posting(each, addresses, known) for each in whole["ledger"].each(most_postings)),
            "ledger",
            "key",
        )
    )
    must_undo(ledger)
    if bounded:
        must_be_few(ledger, games)
    seasons = whole.may("seasons", lambda each: parse_seasons(each, addresses)) or ()
    return GroupFile(address(head["address"]), _group(head), players, games, ledger, seasons)


def _group(head: Piece) -> dict[str, Any]:
    return {
        "name": head.may("name", _name) or "",
        "created": head["created"].time(),
        "house_rules": head.may("house_rules", Piece.object) or {},
        "stake": head.may("stake", Piece.object) or {},
        "currency": head.may("currency", lambda each: each.like(CURRENCY)) or "",
        "language": head.may("language", lambda each: each.like(LANGUAGE)) or "",
        "zone": head.may("zone", lambda each: each.like(ZONE)) or "",
    }


def _name(piece: Piece) -> str:
    name = piece.text(player_names.MOST_LETTERS)
    if names.tidy(name) != name or names.name_error(name):
        raise piece.fault("bad_name", most=player_names.MOST_LETTERS)
    return name


def _player(piece: Piece) -> PlayerRow:
    piece.only("address", "name", "colour", "created", "left", "links", "merged_into")
    return PlayerRow(
        address=address(piece["address"]),
        name=_name(piece["name"]),
        colour=piece["colour"].whole(1, names.COLOURS),
        created=piece["created"].time(),
        left_at=piece.may("left", Piece.time),
        payment_links=piece.may("links", Piece.text) or "",
        merged_into=piece.may("merged_into", address),
    )


def _merged(players: Collection[PlayerRow], addresses: Collection[str]) -> None:
    """Check that merged players name an unmerged one, and that the other names are distinct."""
    merged = {player.address for player in players if player.merged_into is not None}
    seen: set[str] = set()
    for number, player in enumerate(players, start=1):
        place = f"players {number}"
        if player.merged_into is not None:
            if player.merged_into not in addresses or player.merged_into in merged:
                raise FileError("unknown_player", f"{place}, merged_into")
            continue
        if names.fold(player.name) in seen:
            raise FileError("name_twice", f"{place}, name", name=player.name)
        seen.add(names.fold(player.name))
