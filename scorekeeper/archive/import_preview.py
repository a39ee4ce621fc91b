"""What a file will do, before it does it: how many games, whose, who is new, and what is here already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.core.i18n.punctuation import clauses, listed
from scorekeeper.ledger.limits import MOST_UNITS
from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import game_name
from scorekeeper.rules.contract import OptionValue
from scorekeeper.table.stake_form import units_in

from . import results_import, results_parser, transcript_import, uploads
from .duplicate_games import known_games
from .group_import import conflicts_of
from .group_parser import parse
from .group_records import GroupFile
from .json_reader import FileError
from .messages import row_error_text
from .models import Upload
from .results_parser import OldGame, OldResults, RowError


def read(
    kind: str, files: Sequence[uploads.SentFile]
) -> GroupFile | OldResults | list[transcript_import.CheckedTranscript]:
    """What files hold. Raises what is wrong with them."""
    if kind == uploads.GROUP:
        return parse(files[0].value)
    if kind == uploads.GAMES:
        return transcript_import.read_all(files)
    if len(files) > 1:
        raise FileError("one_table")
    return results_parser.read(files[0].text)


def summary_of(
    found: GroupFile | OldResults | list[transcript_import.CheckedTranscript], group: Group | None
) -> dict[str, Any]:
    """What is to be told of files, as JSON: it is worked out once, when they come, by what their group has then."""
    if isinstance(found, GroupFile):
        return _group(found)
    return _results(found, group) if isinstance(found, OldResults) else _games(found, group)


def preview(upload: Upload) -> dict[str, Any]:
    """What the page of a kept file reads; nothing is read or compared again. Raises KeyError for what an older version
    kept."""
    told: dict[str, Any] = upload.summary
    if upload.kind == uploads.GROUP:
        here = Group.objects.filter(address=told["address"], arriving=None).exists()
        days = {name: _day(told[name]) for name in ("first", "last")}
        return {"whole": told | days | {"taken": here or told["other"]}}
    if upload.kind == uploads.GAMES:
        here = told["here"]
        games = [_told(game, here=place in here) for place, game in enumerate(told["games"])]
        return {"games": games, "new": told["new"], "nothing": len(here) == len(games)}
    return told | {
        "results": True,
        "first": _day(told["first"]),
        "last": _day(told["last"]),
        "errors": [row_error_text(RowError(*error)) for error in told["errors"]],
        "kinds": [f"{count} {game_name(slug, rules)}" for slug, rules, count in told["kinds"]],
        "nothing": not told["fresh"],
    }


def mark_taken(upload: Upload) -> None:
    """Something of the group has come here since the file was read: only a copy can come in."""
    upload.summary |= {"other": True}
    Upload.objects.filter(pk=upload.pk).update(summary=upload.summary)


def _group(file: GroupFile) -> dict[str, Any]:
    days = [
        _stored(game.fields["started"], dated=game.fields.get("given") is not None) for game in file.games
    ]
    return {
        "address": file.address,
        "name": file.fields["name"],
        "players": [player.name for player in file.players if player.merged_into is None],
        "games": len(file.games),
        "lines": sum(len(game.entries) for game in file.games),
        "book": len(file.ledger),
        "first": min(days, default=None),
        "last": max(days, default=None),
        "other": conflicts_of(file).other,
    }


def _stored(at: datetime, *, dated: bool = False) -> str:
    """A moment in UTC as a text that sorts by time; `dated`: its day alone, which is the same everywhere."""
    return at.astimezone(UTC).date().isoformat() if dated else at.astimezone(UTC).isoformat()


def _day(stored: str | None) -> date | None:
    """The day where the reader is."""
    if stored is None:
        return None
    return day_of_play(datetime.fromisoformat(stored)) if "T" in stored else date.fromisoformat(stored)


def _games(games: Sequence[transcript_import.CheckedTranscript], group: Group | None) -> dict[str, Any]:
    """Games: each, who is new, and what is here. Raises FileError `too_many_units` (`most`)."""
    stakes = [game.transcript.stake for game in games]
    units, used = (
        {stake.unit for stake in stakes if stake and stake.unit},
        units_in(group) if group else set(),
    )
    if units - used and len(units | used) > MOST_UNITS:
        raise FileError("too_many_units", most=MOST_UNITS)
    here = known_games([game.trace for game in games], group)
    fresh = [game for place, game in enumerate(games) if place not in here]
    return {
        "games": [_game(game) for game in games],
        "here": sorted(here),
        "new": new_names(group, (name for each in fresh for name in each.players)),
    }


def _results(found: OldResults, group: Group | None) -> dict[str, Any]:
    """Old results: what is new, what is here, what cannot be read and why."""
    sorted_ = results_import.sort(found, group)
    days = [game.day.isoformat() for game in sorted_.fresh]
    return {
        "fresh": len(sorted_.fresh),
        "known": sorted_.known,
        "skipped": found.skipped,
        "first": min(days, default=None),
        "last": max(days, default=None),
        "errors": [[each.row, each.code, each.what] for each in found.errors[: results_parser.MOST_TOLD]],
        "more": max(0, len(found.errors) - results_parser.MOST_TOLD),
        "kinds": _kinds(sorted_.fresh),
        "new": new_names(group, (name for game in sorted_.fresh for name in game.players)),
    }


def _game(game: transcript_import.CheckedTranscript) -> dict[str, Any]:
    won = game.outcome.winners if game.outcome else ()
    called = dict(zip(game.transcript.seats.players, game.players, strict=True))
    return {
        "game": game.transcript.game.slug,
        "options": dict(game.transcript.options),
        "players": list(game.players),
        "won": [called[player] for player in won],
        "over": game.outcome is not None,
        "lines": len(game.transcript.entries),
        "at": game.at and _stored(game.at),
        "pays": game.pays,
    }


def _told(game: dict[str, Any], *, here: bool) -> dict[str, Any]:
    """A game of the summary in words: its name, its day, and who played, how it stands, whether money is owed; `here`:
    whether the group has it."""
    if game["won"]:
        stands = _("won by %(players)s") % {"players": listed(game["won"])}
    elif game["over"]:
        stands = pgettext("a game", "over")
    else:
        lines: int = game["lines"]
        stands = ngettext("runs, %(count)d line", "runs, %(count)d lines", lines) % {"count": lines}
    comes = _("its debts go into the book") if game["pays"] else ""
    return {
        "name": game_name(game["game"], game.get("options", {})),
        "at": _day(game["at"]),
        "told": clauses(
            [listed(game["players"]), stands, _("is here already and is left out") if here else comes]
        ),
    }


def _kinds(results: Iterable[OldGame]) -> list[tuple[str, dict[str, OptionValue], int]]:
    """How many of each game and its house rules, the most first."""
    counted = Counter((result.game, tuple(sorted(result.options.items()))) for result in results)
    return [(game, dict(rules), count) for (game, rules), count in counted.most_common()]


def new_names(group: Group | None, called: Iterable[str]) -> list[str]:
    """Who of these is nobody in the group yet."""
    known = set(group.players.values_list("folded", flat=True)) if group else set()
    found: dict[str, str] = {}
    for name in called:
        if names.fold(name) not in known:
            found.setdefault(names.fold(name), name)
    return list(found.values())
