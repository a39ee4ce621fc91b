"""The big screen of Generals and Majors: strengths, armies of both sides, the turn of grace."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.screen import question_of
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.scoreboard import last_line, tiles
from scorekeeper.games.screen import Alarm, Screen
from scorekeeper.play.table import Table
from scorekeeper.rules.generals_and_majors.choice_fields import Grace, TableFacts

from . import text as texts
from .inputs import TurnInputs


def sides_screen(table: Table, panel: EntryPanel) -> Screen:
    """Return both sides with the drafted turn in pencil, and the turn of grace."""
    facts = TableFacts.of(next(row for row in table.sheet.rows if row.key == "table"))
    over = table.outcome is not None or table.session.ended is not None
    turn = panel.drawn.turn if isinstance(panel.drawn, TurnInputs) else None
    totals = dict(zip(table.sheet.players, table.sheet.totals, strict=True))
    after = turn.after.strengths if turn else totals
    gains = {key: after[key] - total for key, total in totals.items()}
    return Screen(
        question_of(panel, "" if over else texts.stock_text(facts)),
        (_("Wins by"), str(facts.winning)),
        # no star for the leader: it is a suit, and the bar tells who leads
        tuple(replace(tile, leads=False) for tile in tiles(table, asked=panel.writer, gains=gains)),
        "games/generals_and_majors/_screen.html",
        last=last_line(table),
        alarm=_grace(table, facts.grace) if facts.grace and not over else None,
    )


def _grace(table: Table, grace: Grace) -> Alarm:
    """Describe the last chance of the player who is behind."""
    names = {"player": table.name(grace.player), "leader": table.name(grace.against)}
    text = _("%(leader)s is %(by)d ahead. %(player)s must gain at least %(needs)d, or %(leader)s wins.")
    if not grace.needs:  # a correction may have brought the lead back below the winning one
        text = _("%(leader)s is %(by)d ahead. This is the last turn of %(player)s.")
    points = {"by": grace.by, "needs": grace.needs}
    return Alarm(_("Turn of grace for %(player)s") % names, text % (names | points))
