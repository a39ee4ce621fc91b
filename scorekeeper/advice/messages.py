"""Texts of practice games: what a choice cost, and what was better."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scorekeeper.games.phrases import box_name, capitalised

from .practice import Practice


def cost_text(practice: Practice) -> str:
    """Return a sentence on your latest choice; "" before the first one."""
    last = practice.last
    if last is None:
        return ""
    if last.kept is None and not last.box:
        return _("Five of a kind on the first roll: you win at once.")
    chosen = _keep(last.kept) if last.kept is not None else _write(practice, last.box)
    if not last.cost:
        return _("%(choice)s: the best choice.") % {"choice": capitalised(chosen)}
    better = _write(practice, last.best_box) if last.best_box else _keep(last.best_keep or "")
    cost = number_format(max(last.cost, 0.01), 2)
    return _("%(choice)s: %(cost)s points given away. Better: %(better)s.") % {
        "choice": capitalised(chosen),
        "cost": cost,
        "better": better,
    }


def _keep(dice: str) -> str:
    return _("keep %(dice)s") % {"dice": " ".join(sorted(dice))} if dice else _("roll all dice")


def _write(practice: Practice, box: str) -> str:
    label = practice.game.boxes(practice.options)[box].label
    return _("write %(box)s") % {"box": box_name(label)}
