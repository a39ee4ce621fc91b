"""Texts below a printed sheet: house rules, corrections, number of lines."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.games import lines as telling
from scorekeeper.games.help.content import Rule, agrees
from scorekeeper.games.house_rules import HouseRules
from scorekeeper.games.phrases import capitalised
from scorekeeper.games.presentations import presentation_of, presented
from scorekeeper.games.rule_phrases import phrase
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.naming import PRESET

MOST_NOTES = 8  # corrections that are listed one by one


def rule_texts(rules: HouseRules) -> tuple[str, ...]:
    """Describe the house rules that apply, except the preset, which is in the title."""
    known = {option.name: option for option in rules.game.OPTIONS}
    parts = (part for part in presentation_of(rules.game).help.parts if isinstance(part, Rule))
    played = [part.option for part in parts if agrees(rules.options, part.options) and part.option != PRESET]
    texts = [phrase(known[name], rules.options[name]) for name in played]
    return tuple(texts[:1] and [capitalised(texts[0]), *texts[1:]])


def sheet_notes(table: Table, undone: int) -> tuple[str, ...]:
    """Describe corrections, undone lines (their number is `undone`), and the number of lines."""
    lines = table.replayed.lines
    right = [line for line in lines if line.latest is not line.first]
    found = [_correction_note(table, line) for line in right[:MOST_NOTES]]
    if len(right) > MOST_NOTES:
        more = len(right) - MOST_NOTES
        found.append(
            ngettext("%(count)d more was corrected", "%(count)d more were corrected", more) % {"count": more}
        )
    if undone:
        words = ngettext("%(count)d line was taken back", "%(count)d lines were taken back", undone)
        found.append(words % {"count": undone})
    found.append(ngettext("%(count)d line", "%(count)d lines", len(lines)) % {"count": len(lines)})
    return tuple(found)


def _correction_note(table: Table, line: Line) -> str:
    now = telling.line_text(table, line)
    before = presented(table).lines.former_content(table, tuple(line.first.data["moves"]))
    return _("%(now)s (corrected, was: %(before)s)") % {"now": now, "before": before}
