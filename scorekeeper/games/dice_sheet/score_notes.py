"""Notes of the entry panel on points: their special reasons, and why a box scores nothing."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.games import phrases
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, Offer, Reason
from scorekeeper.rules.dice_sheet.game import SheetGame

from .score_reasons import spoken_reasons, why_nothing

# zero points that five alike score only because of another box
OTHER_BOX = frozenset({"double_not_ready", "double_lost", "double_needs_five"})


def spent_rolls_note(game: SheetGame, throws: int | None) -> str:
    """Explain Gut where a roll spends it; "" elsewhere."""
    spent = (throws or game.throws) - game.throws
    if spent <= 0:
        return ""
    text = ngettext(
        "This roll spends %(count)d Gut, a roll saved in an earlier turn",
        "This roll spends %(count)d Gut, rolls saved in earlier turns",
        spent,
    )
    return text % {"count": spent}


def saved_rolls_note(name: str, offers: Sequence[Offer]) -> str:
    """Explain Gut where these offers of a box or key called `name` save it; "" elsewhere."""
    kept = max((offer.spares for offer in offers), default=0)
    if kept <= 0:
        return ""
    text = ngettext(
        "%(box)s saves %(count)d Gut: a roll for a later turn",
        "%(box)s saves %(count)d Gut: rolls for later turns",
        kept,
    )
    return text % {"box": name or f"+{kept}", "count": kept}


def further_bonus_note(table: Table, writer: str, game: SheetGame, offers: Sequence[Offer]) -> str:
    """Say that further five of a kind score extra points, and where only the dice tell; "" elsewhere."""
    extra = game.bonus(table.options, table.state.column(writer), five_alike=True)
    if not extra:
        return ""
    if any(offer.extra >= extra for offer in offers):
        return _("Five of a kind again scores +%(points)d") % {"points": extra}
    return _("Five of a kind again? Enter the dice: +%(points)d") % {"points": extra}


def automatic_win_note(table: Table, writer: str, game: SheetGame, box: str) -> str:
    """Say that a box takes only five of a kind, which on the first roll end the game; "" elsewhere."""
    options, column = table.options, table.state.column(writer)
    fits = game.values(options, game.context(options, column), box, first=False)
    only_alike = all(fit.five_alike for points, fit in fits.items() if points)
    if not only_alike or not game.wins_at_once(options, column, box):
        return ""
    return _("First roll? Enter the dice: it wins the game")


def special_reasons(table: Table, choices: Sequence[Choice]) -> str:
    """Describe the boxes with special points: "straight, ones wild, first throw: 25"."""
    notes = [each for each in (_special(table, choice) for choice in choices) if each]
    if any(reason.code == "joker" for choice in choices for reason in _reasons(choice)):
        notes.append(_("joker: full house and straights count in full"))
    texts = list(dict.fromkeys(notes))
    # some are sentences
    return " · ".join(text.removesuffix(".") for text in texts) if len(texts) > 1 else "".join(texts)


def _special(table: Table, choice: Choice) -> str:
    if not choice.box:
        return ""
    reasons = _reasons(choice)
    if choice.offers and choice.offers[0].points:
        return labelled(spoken_reasons(reasons), choice.offers[0].points) if len(reasons) > 1 else ""
    if not choice.offers or reasons[0].code in OTHER_BOX:
        return nothing_because(table, choice)
    return ""


def _reasons(choice: Choice) -> Sequence[Reason]:
    return choice.offers[0].reasons if choice.offers else choice.reasons


def nothing_because(table: Table, choice: Choice) -> str:
    """Return in a sentence why a box scores nothing, or takes no such line."""
    assert choice.box is not None
    return why_nothing(_reasons(choice), choice.box, lambda box: box_name(table, box))


def box_name(table: Table, box: str) -> str:
    """Return the name of a box of this sheet within a sentence."""
    return phrases.box_name(next(row.label for row in table.sheet.rows if row.key == box))
