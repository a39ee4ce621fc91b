"""Notices and labels about undo, and about writes that came late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games import lines as line_texts
from scorekeeper.games.entry_panel import Answer, Notice
from scorekeeper.games.phrases import box_name
from scorekeeper.games.presentations import presented
from scorekeeper.play.amendments import Move
from scorekeeper.play.early_end import is_early_end
from scorekeeper.play.log_index import lines_after, lines_at_time, read_line_entries
from scorekeeper.play.models import Entry
from scorekeeper.play.replay import BrokenLineError, EntryRow, Line, changes_only_note, replay_lines
from scorekeeper.play.table import Table, rule_seats


def stale_notice(table: Table) -> Notice:
    """Say that another write came first, and what the newest line is now."""
    last = table.last_line
    if last is None:
        text = _("The table was changed meanwhile. Choose again.")
    else:
        player, line = (
            line_texts.player_name(table, last),
            presented(table).lines.content(table, last),
        )
        now = _("%(player)s has %(what)s now.") % {"player": player, "what": line}
        if not player:
            now = _("It now reads %(what)s.") % {"what": line}
        text = now + " " + _("The sheet is up to date now.")
    return Notice(_("Not entered."), text, "bad", (Answer(_("All right"), href="?"),))


def undo_label(table: Table, line: Line) -> str:
    """Return the label that undoes the newest entry: "Take back Bo’s 30", "Undo: 24 back to 18"."""
    short, player = (
        presented(table).lines.short(table, line),
        line_texts.player_name(table, line),
    )
    if line.before is None:
        return take_back_label(table, line)
    if _is_note(line):
        label = presented(table).lines.label(table, line.moves[0]) if player else short
        return _("Undo the note on %(line)s") % {"line": listed([player, label])}
    old = _uncorrected(table, line)
    was = presented(old).lines.short(old, line.uncorrected) if old else ""
    if short.isdigit() and was.isdigit() and short != was:
        return _("Undo: %(now)s back to %(before)s") % {"now": short, "before": was}
    return _("Undo the change to %(line)s") % {"line": listed([player, short])}


def take_back_label(table: Table, line: Line) -> str:
    """Return the label that takes back a line with its corrections: "Take back Bo’s 30".

    A line of several moves is that of a player who left.
    """
    if is_early_end(line.first):
        return _("Undo the early end")
    short, player = (
        presented(table).lines.short(table, line),
        line_texts.player_name(table, line),
    )
    if player and _is_automatic_win(table, line):
        return _("Take back %(player)s’s win") % {"player": player}
    if player and len(line.moves) > 1:
        return _("Undo: %(player)s leaves") % {"player": player}
    if player:
        struck = table.places.get((line.number, 0)) if table.game.BOXES else None
        what = box_name(struck.row.label) if struck and struck.points == 0 else short
        return _("Take back %(player)s’s %(what)s") % {"player": player, "what": what}
    return _("Take back %(what)s") % {"what": short}


def _is_automatic_win(table: Table, line: Line) -> bool:
    """Return whether a line of the sheet ended the game by an automatic win of its player."""
    outcome, winner = table.outcome, presented(table).lines.player(line.moves[-1])
    newest = table.last_line is not None and table.last_line.number == line.number
    return newest and outcome is not None and outcome.automatic and winner in outcome.winners


def _uncorrected(table: Table, line: Line) -> Table | None:
    """Return the table without a line's latest correction; None if the rules refuse the rest."""
    lines = [line.uncorrected if each.number == line.number else each for each in table.replayed.lines]
    return _replayed(table, lines)


def undo_notice(table: Table, number: int) -> Notice | None:
    """Say what an undo took back, with a way to write it again; None for other entries.

    It is computed from the log just before and just after the entry, so it can be repeated after a redirect.
    """
    rows = read_line_entries(table, number)
    void = next((row for row in rows if row.number == number and row.kind == Entry.Kind.VOID), None)
    if void is None:
        return None
    after: Table | None = table
    if number == table.count:
        before = _replayed(table, lines_after(table, rows[:-1]))
    else:
        # an old undo sent again: other players have written since
        before, after = (_replayed(table, lines_at_time(table, count)) for count in (number - 1, number))
    if before is None or after is None:
        # house rules were changed since
        return None
    return _removed(table, before, after, void) or _restored(before, after)


def _removed(table: Table, before: Table, after: Table, void: EntryRow) -> Notice | None:
    """Build the notice after a line, or the correction of a line, was taken back."""
    for line in before.replayed.lines:
        if void.target in (line.first.number, line.latest.number):
            now = after.replayed.line(line.number)
            if is_early_end(line.first):
                again = (_again(table, void.number, _("End it again")),)
                return Notice(_("The game goes on."), line_texts.next_turn(after), "good", again, undo=True)
            again = (_again(table, void.number, again_label(now, line.moves)),)
            if now is not None:
                strong = _("Note undone:") if _is_note(line) else _("Change undone:")
                return Notice(strong, line_texts.line_text(after, now), "good", again, undo=True)
            return Notice(_("Taken back:"), line_texts.line_text(before, line), "good", again, undo=True)
    return None


def _restored(before: Table, after: Table) -> Notice:
    """Build the notice after an undo was taken back: its line or correction counts again."""
    before_latest = {line.number: line.latest for line in before.replayed.lines}
    fresh = next(
        (line for line in after.replayed.lines if before_latest.get(line.number) != line.latest), None
    )
    if fresh is None:
        return Notice(_("Restored."), line_texts.said(after), "good", undo=True)
    strong = _("Changed again:") if fresh.number in before_latest else _("Restored:")
    if _is_note(fresh):
        strong = _("Note restored:")
    return Notice(strong, line_texts.line_text(after, fresh), "good", undo=True)


def _is_note(line: Line) -> bool:
    """Return whether the latest correction of a line changed only its note."""
    return line.before is not None and changes_only_note(line.before.data["moves"], line.moves)


def _replayed(table: Table, lines: Sequence[Line]) -> Table | None:
    """Return the table with these lines; None if the rules refuse one of them."""
    try:
        return replace(
            table, replayed=replay_lines(table.game, table.options, rule_seats(table.seats), lines)
        )
    except BrokenLineError:
        return None


def again_label(line: Line | None, undone: Sequence[Move]) -> str:
    """Return the label of the key that takes back an undo: of a line, of a correction or of a note."""
    if line is None:
        return _("Restore it")
    return _("Restore the note") if changes_only_note(line.moves, undone) else _("Change it again")


def restore_label(table: Table, undone: Sequence[Move]) -> str:
    """Return the label of the key that restores a line, by its box: "Restore Ana’s fours"."""
    texts = presented(table).lines
    player = texts.player(undone[0])
    if not player or len(undone) > 1 or not table.game.BOXES:
        return _("Restore it")
    words = {"player": table.name(player), "box": texts.label(table, undone[0])}
    return _("Restore %(player)s’s %(box)s") % words


def _again(table: Table, number: int, label: str) -> Answer:
    """Return the button that takes back an undo."""
    action = reverse("undo", args=[table.session.address])
    return Answer(label, action=action, name="sure", value=str(number))
