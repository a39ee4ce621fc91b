"""Undo in a finished game: what it would change, and what was corrected since the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.dates import show_day, today
from scorekeeper.core.i18n.punctuation import listed, sentence
from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.games.entry_panel import Answer, Notice
from scorekeeper.ledger.clearing import Net
from scorekeeper.ledger.correction import changes_text
from scorekeeper.ledger.money import parse_stake
from scorekeeper.ledger.presentation import signed
from scorekeeper.ledger.settle import settle
from scorekeeper.ledger.simplify import nets
from scorekeeper.ledger.sums import net
from scorekeeper.play.log_index import lines_after, lines_at_time, read_line_entries
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.replay import BrokenLineError, StoredEntry, replay_lines
from scorekeeper.play.settlement import dues
from scorekeeper.play.sheet_differences import changes
from scorekeeper.play.table import Table, rule_seats
from scorekeeper.play.write_request import COUNT_DIGITS

from .notices import take_back_label, undo_label


def is_tonight(session: Session) -> bool:
    """Return whether a finished game was played on the current day of play."""
    return session.finished is not None and session.day == today()


def requested_undo_question(table: Table, entry: str) -> Notice | None:
    """Return the question for an address with `?undo=`, for visitors who may write."""
    number = parse_integer(entry, COUNT_DIGITS)
    return undo_question(table, number) if table.permissions.may_write and number is not None else None


def undo_question(table: Table, number: int) -> Notice | None:
    """Ask whether to take back an entry of a finished game, and say what that changes.

    None where there is nothing to ask: the game runs, or the entry cannot be taken back.
    """
    if table.session.finished is None or table.session.imported_result is not None:
        return None
    rows = read_line_entries(table, number)
    if all(row.number != number for row in rows):
        return None
    void = StoredEntry(table.count + 1, Entry.Kind.VOID, number, {}, 0, 0, timezone.now())
    lines = lines_after(table, rows, void)
    try:
        replayed = replay_lines(table.game, table.options, rule_seats(table.seats), lines)
    except BrokenLineError:
        return None
    action = reverse("undo", args=[table.session.address])
    yes = Answer(_("Yes"), action=action, name="sure", value=str(number))
    text = _consequence(table, replace(table, replayed=replayed))
    return Notice(_label(table, number), text, "", (Answer(_("No"), href="?"), yes))


def _label(table: Table, number: int) -> str:
    """Return the label of the undo key as a question."""
    for line in table.replayed.lines:
        if number in (line.number, line.latest.number):
            label = undo_label if number == line.latest.number else take_back_label
            return _("%(text)s?") % {"text": label(table, line)}
    return _("Take it back?")


def _consequence(before: Table, after: Table) -> str:
    """Say whether the game runs again, and how many debts change."""
    day = show_day(before.session.day)
    was, now = _debts(before), _debts(after)
    count = sum(was.get(pair) != now.get(pair) for pair in {*was, *now})
    if after.outcome is None:
        if not count:
            return _("Reopens the game of %(day)s.") % {"day": day}
        text = ngettext(
            "Reopens the game of %(day)s and reverses %(count)d debt.",
            "Reopens the game of %(day)s and reverses %(count)d debts.",
            count,
        )
    elif not count:
        return _("Changes the game of %(day)s. Debts stay as they are.") % {"day": day}
    else:
        text = ngettext(
            "Changes the game of %(day)s and %(count)d debt.",
            "Changes the game of %(day)s and %(count)d debts.",
            count,
        )
    return text % {"day": day, "count": count}


def _debts(table: Table) -> Net:
    """Return the debts from the end of the game; none while it runs."""
    session = table.session
    players = {seat.key: seat.player_id for seat in table.seats}
    return net(dues(session.game, session.stake, players, table.outcome))


# --- corrections since the end ---------------------------------------------------------------------------


def corrections_text(table: Table) -> str:
    """Describe corrections since the end and changed net amounts; empty for none.

    No query for a game without corrections, at most three for others.
    """
    end = table.session.finished
    if end is None or table.session.imported_result is not None or not _has_later_lines(table, end):
        return ""
    try:
        replayed = replay_lines(table.game, table.options, rule_seats(table.seats), lines_at_time(table, end))
    except BrokenLineError:
        return ""  # house rules were changed since
    before = replace(table, replayed=replayed)
    names = {seat.player_id: seat.player.name for seat in table.seats}
    what = changes_text(table.session.game, changes(before, table), names)
    return " ".join(sentence(text) for text in (what, listed(_money(before, table))) if text)


def _has_later_lines(table: Table, end: datetime) -> bool:
    """Return whether a line was written, corrected or taken back after the end.

    Queries the log only if entries follow the newest one that counts.
    """
    if any(line.latest.at > end for line in table.replayed.lines):
        return True
    newest = table.last_line.latest.number if table.last_line else 0
    if newest == table.count:
        return False
    more = Entry.objects.filter(session=table.session, number__gt=newest, number__lte=table.count)
    return more.exclude(kind=Entry.Kind.CHANGE).filter(at__gt=end).exists()


def _money(before: Table, after: Table) -> Iterator[str]:
    """Return the change of each player's net amount: "Ana +€0.03"."""
    if after.session.stake.get("kind", "none") == "none":
        return
    stake = parse_stake(after.session.stake)
    was, now = (nets(settle(stake, each.outcome)) if each.outcome else {} for each in (before, after))
    for seat in after.seats:
        difference = now.get(seat.key, 0) - was.get(seat.key, 0)
        if difference:
            yield f"{seat.player.name} {signed(difference, stake.unit)}"
