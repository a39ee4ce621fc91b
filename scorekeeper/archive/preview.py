"""What a file will do, before it does it: how many games, whose, who is new, and what is here already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.rules import GAMES

from . import game_import, incoming, results_import, results_read
from .group_import import taken
from .group_read import GroupFile, parse
from .models import Upload
from .wording import row_told


def preview(upload: Upload) -> dict[str, Any]:
    """What the page of a kept file reads. Raises what reading it raises."""
    files = incoming.kept(upload)
    if upload.kind == incoming.GROUP:
        return {"whole": _group(parse(files[0].value))}
    if upload.kind == incoming.RESULTS:
        return _results(upload, files)
    games = [game_import.read(file) for file in files]
    return {
        "games": [_game(each) for each in games],
        "new": new_names(upload.group, (name for each in games for name in each.players)),
    }


def _group(file: GroupFile) -> dict[str, Any]:
    days = [game.fields["started"] for game in file.games]
    here = taken(file)
    return {
        "name": file.fields["name"],
        "players": [player.name for player in file.players if player.merged_into is None],
        "games": len(file.games),
        "lines": sum(len(game.entries) for game in file.games),
        "book": len(file.ledger),
        "first": min(days, default=None),
        "last": max(days, default=None),
        "taken": bool(here),
        "here": here.group,
    }


def _results(upload: Upload, files: list[incoming.Sent]) -> dict[str, Any]:
    """Old results: what is new, what is here, what cannot be read and why."""
    found = results_read.read(files[0].text)
    sorted_ = results_import.sort(found, upload.group)
    days = [game.day for game in sorted_.fresh]
    return {
        "results": sorted_.fresh or found,
        "fresh": len(sorted_.fresh),
        "known": sorted_.known,
        "skipped": found.skipped,
        "first": min(days, default=None),
        "last": max(days, default=None),
        "errors": [(error.row, row_told(error)) for error in found.errors[: results_read.MOST_TOLD]],
        "more": max(0, len(found.errors) - results_read.MOST_TOLD),
        "kinds": Counter(_(GAMES[game.game].name) for game in sorted_.fresh).most_common(),
        "new": new_names(upload.group, (name for game in sorted_.fresh for name in game.players)),
        "nothing": not sorted_.fresh,
    }


def _game(game: game_import.Readable) -> dict[str, Any]:
    won = game.outcome.winners if game.outcome else ()
    called = dict(zip(game.transcript.seats.players, game.players, strict=True))
    return {
        "file": game.name,
        "name": _(game.transcript.game.name),
        "players": list(game.players),
        "won": [called[player] for player in won],
        "over": game.outcome is not None,
        "lines": len(game.transcript.entries),
        "at": game.at,
        "pays": game.pays,
    }


def new_names(group: Group | None, called: Iterable[str]) -> list[str]:
    """Who of these is nobody in the group yet."""
    known = set(group.players.values_list("folded", flat=True)) if group else set()
    found: dict[str, str] = {}
    for name in called:
        if names.fold(name) not in known:
            found.setdefault(names.fold(name), name)
    return list(found.values())
