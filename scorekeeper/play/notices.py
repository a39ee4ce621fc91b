"""What the felt says after a write: that somebody was quicker, what was taken back."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from . import telling
from .felt import Answer, Notice
from .fold import BrokenLineError, fold_lines, live_lines
from .models import Entry
from .table import Table, entries, rule_seats


def late(table: Table) -> Notice:
    """Somebody else was quicker: what stands there now."""
    last = table.last_line
    if last is None:
        text = _("The table was changed meanwhile. The sheet is fresh: choose again.")
    else:
        player, line = telling.whose(table, last), telling.what(table, last)
        now = _("%(player)s has %(what)s now.") % {"player": player, "what": line}
        if not player:
            now = _("Now stands %(what)s.") % {"what": line}
        text = now + " " + _("The sheet is fresh: choose again.")
    return Notice(_("Not written."), text, "bad", (Answer(_("All right"), href="?"),))


def taken_back(table: Table, number: int) -> Notice | None:
    """What the void `number` took back, with the way to write it again; None where it is no void.

    Told from the log as it was just before, so that it can be told again after a redirect.
    """
    known = entries(table.session, table.count)
    void = next((each for each in known if each.number == number and each.kind == Entry.Kind.VOID), None)
    if void is None:
        return None
    lines = live_lines([each for each in known if each.number < number])
    try:
        folded = fold_lines(table.game, table.options, rule_seats(table.seats), lines)
    except BrokenLineError:
        # an old void sent again, under house rules that were changed since
        return None
    before = replace(table, count=number - 1, folded=folded)
    for line in folded.lines:
        if line.taken_back is None and void.target in (line.first.number, line.latest.number):
            text = telling.told(before, line)
            return Notice(_("Taken back:"), text, "good", (_again(table, number),))
    return Notice(_("Written again."), telling.said(table), "good")


def _again(table: Table, number: int) -> Answer:
    """Taking back what took back: the line stands again, in its place."""
    action = reverse("take_back", args=[table.session.address])
    return Answer(_("Write it again"), action=action, name="entry", value=str(number))
