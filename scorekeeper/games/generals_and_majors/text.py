"""Texts of Generals and Majors: lead, stock, cancellations, consequences of a line."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.games.card_rounds.cards import letter_of, written
from scorekeeper.play.table import Table
from scorekeeper.rules.cards import is_joker, rank_of
from scorekeeper.rules.contract import Choice
from scorekeeper.rules.generals_and_majors.choice_fields import Lead, LineFields, TableFacts, TurnFields

from .inputs import OtherLine

# --- the table -------------------------------------------------------------------------------------------


def lead_text(table: Table, lead: Lead) -> str:
    """Describe the lead: "Ana leads by 5"."""
    if lead.player is None:
        return _("Both are tied")
    return _("%(player)s leads by %(distance)d") % _lead(table, lead)


def lead_after(table: Table, before: Lead, after: Lead) -> str:
    """Describe the lead before and after a turn: "Ana by 5, after this Bo by 1"."""
    return _("%(now)s, after this turn %(then)s") % {"now": _by(table, before), "then": _by(table, after)}


def _by(table: Table, lead: Lead) -> str:
    if lead.player is None:
        return _("tied")
    return _("%(player)s by %(distance)d") % _lead(table, lead)


def _lead(table: Table, lead: Lead) -> dict[str, str | int]:
    return {"player": table.name(str(lead.player)), "distance": lead.by}


def stock_text(facts: TableFacts) -> str:
    """Describe the stock and the turn, for the bar."""
    turn = _("turn %(turn)d") % {"turn": facts.turn}
    if facts.counted_out:
        return _("No card left to draw, %(turn)s") % {"turn": turn}
    if facts.shuffle:
        return _("Stock 0, %(turn)s") % {"turn": turn}
    return _("Stock %(stock)d, %(turn)s") % {"stock": facts.stock, "turn": turn}


def drawing_text(facts: TableFacts) -> str:
    """Describe a special next draw: the discards are shuffled, or nothing is left."""
    if facts.counted_out:
        return _("No card is left to draw, as counted. Players with cards play on.")
    if facts.shuffle:
        return ngettext(
            "The stock is empty: the one discard is the new stock.",
            "The stock is empty: shuffle the %(discards)d discards.",
            facts.discards,
        ) % {"discards": facts.discards}
    return ""


def title_text(table: Table, fields: TurnFields) -> str:
    """Describe the current player's task: "Bo plays: which cards?", "Bo must gain at least 4"."""
    player, grace = table.name(fields.player), fields.before.grace
    if grace is not None and grace.needs:
        return _("%(player)s must gain at least %(needs)d") % {"player": player, "needs": grace.needs}
    return _("%(player)s plays: which cards?") % {"player": player}


# --- cancellations ---------------------------------------------------------------------------------------


def set_text(theirs: Sequence[str]) -> str:
    """Describe the armies that a cancellation takes: "the 6♥", "4 + 2"."""
    if len(theirs) == 1:
        return _("the %(card)s") % {"card": written(theirs[0])}
    return " + ".join(written(card) if is_joker(card) else letter_of(rank_of(card)) for card in theirs)


def question_text(army: str) -> str:
    """Ask for the cancellation of an army: "What does the 6♠ cancel?"."""
    return _("What does the %(card)s cancel?") % {"card": written(army)}


def down_text(army: str) -> str:
    """Describe the fate of the armies in a cancellation."""
    return _("%(card)s is turned face down too.") % {"card": written(army)}


def nothing_text(table: Table, fields: TurnFields) -> str:
    """Describe a turn without cards: "Bo plays nothing this turn"."""
    return _("%(player)s plays nothing this turn") % {"player": table.name(fields.player)}


# --- the consequence of writing --------------------------------------------------------------------------


def consequence(table: Table, fields: TurnFields) -> tuple[str, str]:
    """Return the label of the main action, and the text below it."""
    after, player = fields.after, table.name(fields.player)
    lead = lead_text(table, after.lead)
    if fields.commander is None and not fields.armies:
        below = _("%(winner)s wins") % {"winner": table.name(after.won_by)} if after.won_by else lead
        return _("Write: %(player)s plays nothing") % {"player": player}, below
    if after.won_by:
        below = _("%(distance)d ahead after the turn of grace") % {"distance": after.lead.by}
        return _("Write: %(winner)s wins") % {"winner": table.name(after.won_by)}, below
    if after.grace:
        grace = _("turn of grace for %(player)s") % {"player": table.name(after.grace.player)}
        return _("Write: %(lead)s") % {"lead": lead}, grace
    if after.saved:
        return _("Write: %(player)s is saved") % {"player": player}, lead
    return _("Write: %(lead)s") % {"lead": lead}, ""


def after_change(table: Table) -> str:
    """Describe the lead or the winner after a correction."""
    if table.outcome is not None and table.outcome.winners:
        return _("%(winner)s wins") % {"winner": table.name(table.outcome.winners[0])}
    return lead_text(table, TableFacts.of(table.sheet.rows[-1]).lead)


def other_text(table: Table, choice: Choice) -> OtherLine:
    """Describe a line other than a turn: its key, its question, and the effect of writing it."""
    player = table.name(choice.player) if choice.player else ""
    if choice.kind == "redeal":
        return OtherLine(
            press=f"other-redeal-{choice.player}",
            key=_("New hand: %(player)s") % {"player": player},
            title=_("%(player)s held no commander") % {"player": player},
            why=_("The hand is thrown in for seven new cards, before a first turn."),
            write=_("Write: seven new cards for %(player)s") % {"player": player},
        )
    if choice.kind == "concede":
        other = next(table.name(key) for key in table.sheet.players if key != choice.player)
        return OtherLine(
            press=f"other-concede-{choice.player}",
            key=_("%(player)s gives up") % {"player": player},
            title=_("%(player)s gives up") % {"player": player},
            why=_("%(other)s wins, whatever the strengths.") % {"other": other},
            write=_("Write: %(other)s wins") % {"other": other},
        )
    lead = LineFields.of(choice).lead
    ahead = _("Write: a draw") if lead.player is None else _("Write: %(player)s wins") % _lead(table, lead)
    return OtherLine(
        press="other-end",
        key=_("No cards left"),
        title=_("No cards and no play left"),
        why=_("The higher strength wins: %(lead)s.") % {"lead": lead_text(table, lead)}
        if lead.player
        else _("Equal strengths: it is a draw."),
        write=ahead,
    )
