"""Preview of an upload: games, players, new names, and what the group has already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
from scorekeeper.play.session_notes import searchable
from scorekeeper.rules.contract import OptionValue
from scorekeeper.table.stake_form import units_in

from . import results_import, results_parser, transcript_reader, uploads
from .duplicate_games import known_games
from .group_import import conflicts_of
from .group_parser import parse
from .group_records import GroupFile
from .import_rules import questions, unknown_editions
from .json_reader import FileError
from .messages import row_error_text
from .models import Upload
from .results_parser import OldGame, OldResults, RowError

MOST_OTHERS = 5  # games named that are left out


def read(
    kind: str, files: Sequence[uploads.SentFile]
) -> GroupFile | OldResults | list[transcript_reader.CheckedTranscript]:
    """Parse uploaded files by their kind.

    Raises FileError, RuleError and StakeError.
    """
    if kind == uploads.GROUP:
        return parse(files[0].value)
    if kind == uploads.GAMES:
        return transcript_reader.read_all(files)
    if len(files) > 1:
        raise FileError("one_table")
    return results_parser.read(files[0].text)


def summary_of(
    found: GroupFile | OldResults | list[transcript_reader.CheckedTranscript], group: Group | None
) -> dict[str, Any]:
    """Summarise parsed files as JSON, compared with their group; stored with the upload."""
    if isinstance(found, GroupFile):
        return _group(found)
    return _results(found, group) if isinstance(found, OldResults) else _games(found, group)


def preview(upload: Upload) -> dict[str, Any]:
    """Return the template context of an upload, from its summary.

    Raises KeyError for the summary of an older version.
    """
    summary: dict[str, Any] = upload.summary
    if upload.kind == uploads.GROUP:
        here = Group.objects.filter(address=summary["address"], import_progress_at=None).exists()
        days = {name: _day(summary[name]) for name in ("first", "last")}
        return {"whole": summary | days | {"taken": here or summary["other"]}}
    if upload.kind == uploads.GAMES:
        here = summary["here"]
        games = [_game_row(game, here=place in here) for place, game in enumerate(summary["games"])]
        new, alike = summary["new"], summary.get("alike")
        return {"games": games, "new": new, "alike": alike, "nothing": len(here) == len(games)}
    return summary | {
        "results": True,
        "first": _day(summary["first"]),
        "last": _day(summary["last"]),
        "errors": [row_error_text(RowError(*error)) for error in summary["errors"]],
        "questions": questions(summary["unknown"], upload.group),
        "kinds": _by_name(summary["kinds"]),
        "others": sum(summary["left_out"].values()),
        "other_games": _other_games(summary["left_out"]),
        "nothing": not summary["fresh"],
    }


def _other_games(plays: Mapping[str, int]) -> str:
    """Return the games that are left out, the most played first: "Catan 12, Azul 3"."""
    # PostgreSQL does not keep the order of stored keys
    named = [f"{names.isolated(game)} {count}" for game, count in Counter(plays).most_common() if game]
    return listed([*named[:MOST_OTHERS], *(["…"] if len(named) > MOST_OTHERS else [])])


def mark_taken(upload: Upload) -> None:
    """Record a conflict found after the upload, so that the page offers a copy only."""
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
    """Format a time in UTC as sortable text; with `dated` only its day."""
    return at.astimezone(UTC).date().isoformat() if dated else at.astimezone(UTC).isoformat()


def _day(stored: str | None) -> date | None:
    """Return the day of a stored time in the reader's time zone."""
    if stored is None:
        return None
    return day_of_play(datetime.fromisoformat(stored)) if "T" in stored else date.fromisoformat(stored)


def _games(games: Sequence[transcript_reader.CheckedTranscript], group: Group | None) -> dict[str, Any]:
    """Summarise games: each game, new players, and games that the group has already.

    Raises FileError `too_many_units` (`most`).
    """
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
        **_new_players(group, (name for each in fresh for name in each.players)),
    }


def _results(found: OldResults, group: Group | None) -> dict[str, Any]:
    """Summarise old results: new and known games, and rows with errors."""
    sorted_ = results_import.sort(found, group)
    days = [game.day.isoformat() for game in sorted_.fresh]
    return {
        "fresh": len(sorted_.fresh),
        "known": sorted_.known,
        "skipped": found.skipped,
        "left_out": dict(found.others),
        "ignored": found.ignored,
        "unknown": unknown_editions(sorted_.fresh),
        "first": min(days, default=None),
        "last": max(days, default=None),
        "errors": [
            [each.row, each.code, each.what, each.play] for each in found.errors[: results_parser.MOST_SHOWN]
        ],
        "more": max(0, len(found.errors) - results_parser.MOST_SHOWN),
        "kinds": _kinds(sorted_.fresh),
        **_new_players(group, (name for game in sorted_.fresh for name in game.players)),
    }


def _game(game: transcript_reader.CheckedTranscript) -> dict[str, Any]:
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


def _game_row(game: dict[str, Any], *, here: bool) -> dict[str, Any]:
    """Return a game of the summary as a row of the page.

    `here`: the group has it already.
    """
    if game["won"]:
        stands = _("won by %(players)s") % {"players": listed(game["won"])}
    elif game["over"]:
        stands = pgettext("a game", "over")
    else:
        lines: int = game["lines"]
        stands = ngettext("running, %(count)d line", "running, %(count)d lines", lines) % {"count": lines}
    comes = _("its debts are added to the ledger") if game["pays"] else ""
    return {
        "name": game_name(game["game"], game.get("options", {})),
        "at": _day(game["at"]),
        "about": clauses(
            [listed(game["players"]), stands, _("already exists and is skipped") if here else comes]
        ),
    }


def _kinds(results: Iterable[OldGame]) -> list[tuple[str, dict[str, OptionValue], int]]:
    """Count the results by game and house rules, the most frequent first."""
    counted = Counter((result.game, tuple(sorted(result.options.items()))) for result in results)
    return [(game, dict(rules), count) for (game, rules), count in counted.most_common()]


def _by_name(kinds: Iterable[tuple[str, Mapping[str, OptionValue], int]]) -> list[str]:
    """Return the counts by game name, such as "2 Crag", the most frequent first: variants of a name together."""
    counted = Counter[str]()
    for slug, rules, count in kinds:
        counted[game_name(slug, rules)] += count
    return [f"{count} {name}" for name, count in counted.most_common()]


def _new_players(group: Group | None, called: Iterable[str]) -> dict[str, Any]:
    """Return the names that no player of the group has yet.

    `alike`: pairs of a new name and a player's that differ by accents only, "joaquin" and "Joaquín".
    """
    here = dict(group.players.order_by("-pk").values_list("folded_name", "name")) if group else {}
    found: dict[str, str] = {}
    for name in called:
        if names.fold(name) not in here:
            found.setdefault(names.fold(name), name)
    plain = {searchable(name): name for name in here.values()}
    alike = [[name, plain[searchable(name)]] for name in found.values() if searchable(name) in plain]
    return {"new": list(found.values()), "alike": alike}
