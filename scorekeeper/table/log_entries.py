"""One entry of the log in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.games.dice_sheet.lines import ordinal_throw
from scorekeeper.games.lines import line_text
from scorekeeper.games.presentations import presented
from scorekeeper.play.early_end import is_early_end
from scorekeeper.play.models import Entry
from scorekeeper.play.replay import Line, StoredEntry, changes_only_note
from scorekeeper.play.table import Table

from .change_texts import change_text

Kind = Entry.Kind

BESIDE = 12  # characters that fit between an entry and its points


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry in words.

    `seat`: key of the player. `old`: the text before a correction. `points`: what the line scores now. `href`: its
    cell. `dice`: drawn before `about`.
    """

    number: int
    kind: str
    title: str
    about: str
    at: datetime
    seat: str | None = None
    old: str = ""
    points: int | None = None
    href: str = ""
    gone: bool = False
    newest: bool = False
    dice: tuple[int, ...] = ()

    @property
    def is_long(self) -> bool:
        """Return whether the old text needs a line of its own."""
        return len(self.old) > BESIDE


def describe_entry(
    table: Table,
    entry: StoredEntry,
    replaced: tuple[StoredEntry, StoredEntry],
    lines: dict[int, Line],
    newest: int,
) -> LogEntry:
    """Describe an entry.

    `replaced`: the entry that it corrects or takes back, and the one which that corrected; else the entry itself.
    """
    before, earlier = replaced
    if entry.kind == Kind.APPEND:
        return _describe_append(table, entry, lines.get(entry.number), newest)
    if entry.kind == Kind.AMEND and entry.target is not None:
        return _describe_amend(table, entry, lines.get(entry.target), before, newest)
    if entry.kind == Kind.VOID and entry.target is not None:
        return _describe_void(table, entry, before, earlier)
    title, about = change_text(table, entry)
    return LogEntry(entry.number, entry.kind, title, about, entry.at)


def _describe_append(table: Table, entry: StoredEntry, line: Line | None, newest: int) -> LogEntry:
    """Describe a new line.

    `line`: the line now, None if taken back.
    """
    move = entry.data["moves"][0]
    seat = presented(table).lines.player(move)
    name = table.name(seat) if seat else ""
    uncorrected = line is not None and line.scored.number == entry.number
    label = presented(table).lines.label(table, move)
    title = listed([name, label]) if seat else capfirst(label)
    if len(entry.data["moves"]) > 1:
        title = _("%(player)s leaves") % {"player": name}
    if is_early_end(entry):
        seat, title = None, _("Ended as it stands")
    about_text = _about(table, entry.data["moves"], gone=line is None)
    old = ""
    if line and not uncorrected and table.game.BOXES:
        old = _first_points(table, line, move)
        now = labelled(_("corrected"), presented(table).lines.content(table, line))
        about_text = listed([now, about_text])
    if line and uncorrected and not table.game.BOXES:
        title, about_text = capfirst(line_text(table, line)), listed(_notes(entry.data["moves"]))
    return LogEntry(
        entry.number,
        entry.kind,
        title,
        about_text,
        entry.at,
        seat=seat,
        old=old,
        points=_points(table, line) if line and uncorrected else None,
        href=f"?line={entry.number}" if line else "",
        gone=line is None,
        newest=entry.number == newest,
        dice=tuple(move.get("dice") or ()),
    )


def _describe_amend(
    table: Table, entry: StoredEntry, line: Line | None, before: StoredEntry, newest: int
) -> LogEntry:
    """Describe a correction.

    `line`: the line now, None if taken back. `before`: the entry that was corrected.
    """
    move = entry.data["moves"][0]
    seat = presented(table).lines.player(move)
    label = presented(table).lines.label(table, move)
    box = listed([table.name(seat) if seat else "", label])
    was, now = before.data["moves"], entry.data["moves"]
    noted = changes_only_note(was, now)
    text = _("Note on %(line)s") if noted else _("%(line)s corrected")
    title = text % {"line": box if seat or noted else capfirst(box)}
    about = _("line %(line)d") % {"line": entry.target}
    about_text = (
        listed(_notes(entry.data["moves"])) if noted else _about(table, entry.data["moves"], gone=False)
    )
    is_current = line is not None and entry.number in (line.scored.number, line.latest.number)
    return LogEntry(
        entry.number,
        entry.kind,
        title,
        listed([about, about_text]),
        entry.at,
        seat=seat,
        old="" if noted else _old(table, tuple(before.data["moves"]), move),
        points=_points(table, line) if line and is_current and not noted else None,
        href=f"?line={entry.target}" if line else "",
        gone=not is_current,
        newest=entry.number == newest,
        dice=() if noted else tuple(move.get("dice") or ()),
    )


def _old(table: Table, before: tuple[dict[str, Any], ...], now: dict[str, Any]) -> str:
    """Describe the line before a correction: only its points, or its roll, if the rest is the same."""
    if table.game.BOXES and len(before) == 1 and before[0].get("box") == now["box"]:
        if "points" in before[0]:
            return str(before[0]["points"])
        if before[0].get("strike"):
            return _("crossed out")
        if before[0].get("dice") == now.get("dice") and before[0].get("throws"):
            return ordinal_throw(before[0]["throws"])
    return presented(table).lines.former_content(table, before)


def _first_points(table: Table, line: Line, first: dict[str, Any]) -> str:
    """Return what a corrected line scored when it was entered, "" if it scores the same now."""
    points = table.former_points.get((line.number, 0))
    if first["box"] != line.moves[0]["box"]:
        points = first.get("points")
    return _("crossed out") if points == 0 else "" if points is None else str(points)


def _describe_void(table: Table, entry: StoredEntry, base: StoredEntry, earlier: StoredEntry) -> LogEntry:
    """Describe an undo.

    `base`: the entry that was taken back or counts again. `earlier`: the entry that `base` corrected.
    """
    moves = base.data["moves"]
    seat = presented(table).lines.player(moves[0])
    what = presented(table).lines.former_content(table, tuple(moves))
    what = listed([table.name(seat) if seat else "", what])
    if is_early_end(base):
        seat, what = None, _("the early end")
    if base.kind == Kind.AMEND and changes_only_note(earlier.data["moves"], moves):
        line = listed([table.name(seat) if seat else "", presented(table).lines.label(table, moves[0])])
        taken = entry.target == base.number
        title = (_("Note taken back: %(line)s") if taken else _("Note restored: %(line)s")) % {"line": line}
    elif base.kind == Kind.AMEND and entry.target == base.number:
        title = _("Correction taken back: %(what)s") % {"what": what}
    elif entry.target in (base.number, base.target):
        title = _("Taken back: %(what)s") % {"what": what}
    else:
        title = _("Restored: %(what)s") % {"what": what}
    return LogEntry(
        entry.number, entry.kind, title, _("line %(line)d") % {"line": entry.target}, entry.at, seat=seat
    )


def _points(table: Table, line: Line) -> int | None:
    if not table.game.BOXES:
        return None
    found = [place.points for key, place in table.places.items() if key[0] == line.number]
    return sum(found) if found else None


def _about(table: Table, moves: list[dict[str, Any]], *, gone: bool) -> str:
    """Describe the throw, and whether the line was taken back."""
    move = moves[0]
    parts = presented(table).lines.details(table, moves)
    if move.get("throws"):
        parts.append(ordinal_throw(move["throws"]))
    if move.get("out_of_turn"):
        parts.append(_("out of turn"))
    if gone:
        parts.append(_("taken back"))
    return listed([*parts, *_notes(moves)])


def _notes(moves: list[dict[str, Any]]) -> list[str]:
    """Return the notes on an entry in quotation marks."""
    return [_("“%(note)s”") % {"note": move["note"]} for move in moves if move.get("note")]
