"""Responses of the change view: the form, and the questions before a change is written."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed, sentence
from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.core.web.numbers import figure
from scorekeeper.games.messages import explain
from scorekeeper.games.sides import sides_of
from scorekeeper.games.stake_labels import stake_label
from scorekeeper.ledger.money import phrase
from scorekeeper.people.avatars import initials
from scorekeeper.play.early_end import can_end_as_it_stands, debt_as_it_stands, outcome_as_it_stands
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.players import seats_of_known_players
from scorekeeper.play.session_changes import dealer_of, seat_refusal
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError

from .change_form import ChangeForm
from .change_preview import differences, end_change, lead_change, with_dealer
from .payments import payment_texts
from .stake_preview import example, summary
from .status import next_text, progress_text
from .theme import theme_of


def page(request: HtmxHttpRequest, form: ChangeForm, *, notice: str = "", status: int = 200) -> HttpResponse:
    """Render the form: the whole page, or its content for htmx."""
    name = "table/_change.html" if request.htmx else "table/change.html"
    status = 422 if status == 200 and form.wrong else status
    return render(request, name, _context(request, form) | {"notice": notice}, status=status)


def denied(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    """Render the page without its form for visitors who may not change the table."""
    name = "table/_change.html" if request.htmx else "table/change.html"
    why = RuleError("session_removed") if table.permissions.removed else table.permissions.change_refusal()
    context = {
        "table": table,
        "session": table.session,
        "about": progress_text(table),
        "denied": explain(why),
    }
    return render(request, name, context, status=422 if request.method == "POST" else 200)


def question(request: HtmxHttpRequest, form: ChangeForm, asked: dict[str, Any]) -> HttpResponse:
    """Render a question before a change is written, with Yes and No."""
    name = "table/_change_question.html" if request.htmx else "table/change_question.html"
    context = {"form": form, "session": form.table.session, "game_name": form.table.game_name} | asked
    return render(request, name, context)


def _context(request: HtmxHttpRequest, form: ChangeForm) -> dict[str, Any]:
    table, seating, stake = form.table, form.seating, form.stake
    over, permissions = table.outcome is not None, table.permissions
    late = seat_refusal(table) if not table.session.ended else RuleError("session_ended")
    return {
        "form": form,
        "table": table,
        "session": table.session,
        "game_name": table.game_name,
        "about": progress_text(table),
        "dealer_text": _dealer_text(form),
        "boxes": bool(table.game.BOXES),
        "seats": _seats(
            form, frozenset() if permissions.may_change_terms else seats_of_known_players(table.session)
        ),
        "stake_text": stake_label(table) or _("No stake"),
        "members_hint": "" if permissions.may_change_terms else explain(RuleError("members_agree")),
        "errors": form.errors,
        "sides": form.possible_sides,
        "side_numbers": seating.numbers if seating.sides in form.possible_sides else (),
        "sides_text": seating.partners_text() if seating.sides in form.possible_sides else "",
        "late_refused": explain(late) if late else "",
        "chips": form.chips if not late else (),
        "rules": form.rules,
        "stake": stake,
        "stake_summary": summary(stake),
        "example": example(stake, len(seating.lines), seating.sides, may_win=form.may_win),
        "over": over,
        "theme": theme_of(request),
    }


def _dealer_text(form: ChangeForm) -> str:
    """Name the next player under another first dealer; empty if unchanged or refused."""
    if form.dealer == dealer_of(form.table):
        return ""
    try:
        after = next_text(with_dealer(form.table, form.dealer))
    except RefusedError:
        return ""
    return _("Next: %(next)s.") % {"next": after} if after else ""


def _seats(form: ChangeForm, fixed: frozenset[int]) -> list[dict[str, Any]]:
    """Return the rows of seats in order of play.

    `fixed`: seats that the visitor may not rename.
    """
    table = form.table
    seats = {seat.number: seat for seat in table.seats}
    letters = initials([line.name or "?" for line in form.seating.lines])
    # boxes left open can be struck; a deal cannot go on with a player missing
    running = table.turn is not None and bool(table.game.BOXES)
    return [
        {
            "number": line.seat,
            "place": place,
            "name": line.name,
            "was": seats[line.seat].player.name,
            "colour": seats[line.seat].player.colour,
            "initial": letter,
            "side": line.side,
            "deals": line.deals,
            "fixed": line.seat in fixed,
            "home": running and bool(table.game.choices(table.state, player=str(line.seat))),
            "error": form.errors.get(f"name-{line.seat}", ""),
            "focused": form.focus == f"up-{line.seat}",
        }
        for place, (line, letter) in enumerate(zip(form.seating.lines, letters, strict=True), start=1)
    ]


def ask_rules(request: HtmxHttpRequest, form: ChangeForm, after: Table) -> HttpResponse | None:
    """Ask before a change of points already written; return None where none change."""
    changes = differences(form.table, after)
    hints = [lead_change(form.table, after), end_change(form.table, after)]
    if not changes and not any(hints):
        return None
    return question(
        request,
        form,
        {
            "kicker": _("House rules"),
            "heading": _ask_heading(changes=bool(changes), totals=bool(hints[0])),
            "changes": changes,
            "hint": " ".join(hint for hint in hints if hint),
            "yes": _("Change the rules"),
            "no": _("Keep it as it is"),
            "fields": [*form.fields(), ("sure", "1")],
            "do": "save",
        },
    )


def _ask_heading(*, changes: bool, totals: bool) -> str:
    if changes:
        return _("This changes lines already entered.")
    return _("This changes the totals.") if totals else _("This changes whether the game is over.")


def ask_home(request: HtmxHttpRequest, form: ChangeForm, key: str) -> HttpResponse:
    """Ask whether a player goes home; refused in games with a deal.

    The view of the table writes the answer.
    """
    table = form.table
    if not table.game.BOXES:
        return page(request, form, notice=explain(RuleError("nobody_leaves")), status=422)
    name = table.name(key)
    boxes = len(table.game.choices(table.state, player=key))
    partners_text = ngettext(
        "%(player)s leaves: %(count)d open box is crossed out. Sure?",
        "%(player)s leaves: %(count)d open boxes are crossed out. Sure?",
        boxes,
    )
    hint = _("All lines stay. You can undo this at the table.")
    if table.session.stake.get("kind", "none") != "none":
        cost = _("The total stays %(total)s; the stake is settled with it at the end.")
        hint += " " + cost % {"total": figure(table.game.scores(table.state)[key])}
        if amount := debt_as_it_stands(table, key):
            debt = phrase(amount, table.session.stake["unit"], get_language() or "en")
            hint += " " + _("As it stands, %(player)s owes %(amount)s.") % {"player": name, "amount": debt}
    asked = {
        "kicker": table.game_name,
        "heading": partners_text % {"player": name, "count": boxes},
        "hint": hint,
        "yes": _("%(player)s leaves") % {"player": name},
        "no": _("No"),
        "fields": form.fields(),
        "player": key,
    }
    return question(request, form, asked)


def _paid_text(table: Table) -> str:
    """Say who pays whom if the game ends as it stands; empty without a stake."""
    if table.session.stake.get("kind", "none") == "none":
        return ""
    paid = payment_texts(table, outcome_as_it_stands(table))
    return sentence(listed(paid) or _("Nobody owes anything.")) + " "


def ask_end(request: HtmxHttpRequest, form: ChangeForm) -> HttpResponse:
    """Ask whether the game ends: as it stands where totals can decide, or without a result."""
    table = form.table
    asked = {
        "kicker": table.game_name,
        "heading": _("End this game without a result?"),
        "hint": _("There is no winner and nothing is owed. You can carry on later."),
        "yes": _("End it early"),
        "no": _("No, play on"),
        "fields": form.fields(),
        "do": "ended",
    }
    if can_end_as_it_stands(table):
        standings = listed(f"{side.name} {figure(side.total)}" for side in sides_of(table))
        boxes = _("Open boxes are crossed out; undo it to carry on.")
        cards = _("The sheet decides; undo it to carry on.")
        asked |= {
            "heading": _("End this game now?"),
            "hint": _("As it stands: %(standings)s. %(then)s No result: no winner, and nothing is owed.")
            % {"standings": standings, "then": f"{_paid_text(table)}{boxes if table.game.BOXES else cards}"},
            "yes": _("As it stands"),
            "do": "as-it-stands",
            "other": _("No result"),
            "other_do": "ended",
        }
    return question(request, form, asked)
