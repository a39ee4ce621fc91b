"""The change page of a running game: house rules, stake, seats, latecomers, the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games.lines import line_text
from scorekeeper.games.messages import explain
from scorekeeper.ledger.money import likely_currency
from scorekeeper.play import session_changes
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.early_end import end_as_it_stands
from scorekeeper.play.exceptions import RefusedError, StaleError
from scorekeeper.play.loading import load
from scorekeeper.play.session_changes import dealer_of
from scorekeeper.play.write_request import form_key, read_write_request
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.change_form import ChangeForm, change_form, read_change
from scorekeeper.table.change_merge import merge_change
from scorekeeper.table.change_preview import conflicting_rule, with_options
from scorekeeper.table.change_response import ask_end, ask_home, ask_rules, denied, page
from scorekeeper.table.change_transaction import save_changes
from scorekeeper.table.response import redirect_to_table
from scorekeeper.table.theme import save_theme

Action = Callable[[HtmxHttpRequest, ChangeForm], HttpResponse]


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the change form and handle each of its buttons."""
    table = load(address, visitor_of(request), key=form_key(request))
    if not table.permissions.is_player:
        raise Http404
    if not table.permissions.may_change and table.wrote is None:
        return save_theme(request, denied(request, table))
    unit = likely_currency(request.headers.get("Accept-Language", ""))
    if request.method != "POST":
        return page(request, change_form(table, unit))
    form = read_change(table, request.POST, unit)
    action = _ACTIONS.get(request.POST.get("do", ""))
    try:
        response = action(request, form) if action else _edited(request, form)
    except StaleError:
        late = merge_change(replace(form, table=load(address, visitor_of(request))), unit)
        response = page(
            request, late, notice=_("The table was changed meanwhile. What you typed is still here.")
        )
        response.status_code = 409
    except RuleError as error:
        response = page(request, form, notice=explain(error), status=422)
    return save_theme(request, response)


# --- handlers of the buttons -----------------------------------------------------------------------------


def _edited(request: HtmxHttpRequest, form: ChangeForm) -> HttpResponse:
    """Handle a button that only edits the form, or ask whether a player goes home."""
    pressed = request.POST
    if "home" in pressed:
        return ask_home(request, form, pressed.get("home", ""))
    if "up" in pressed:
        form = _moved_up(form, pressed.get("up", ""))
    elif "printed" in pressed:
        form = replace(form, rules=form.rules.printed(), opened="rules")
    elif "step" in pressed:
        form = replace(form, stake=form.stake.stepped(-1 if pressed["step"] == "-1" else 1))
    elif "rule-step" in pressed:
        form = replace(form, rules=form.rules.stepped(pressed.get("rule-step", "")), opened="rules")
    elif "late-player" in pressed:
        player = next((each for each in form.chips if str(each.pk) == pressed["late-player"]), None)
        form = replace(form, late=player.name if player else form.late)
    return page(request, form)


def _moved_up(form: ChangeForm, seat: str) -> ChangeForm:
    """Move a seat up and keep the focus on its button, which the first row lacks."""
    place = next((place for place, line in enumerate(form.seating.lines, 1) if str(line.seat) == seat), 0)
    seating = form.seating.moved_up(place)
    return replace(form, seating=seating, focus=f"up-{seating.lines[max(1, place - 2)].seat}")


def _save(request: HtmxHttpRequest, form: ChangeForm) -> HttpResponse:
    """Write the changes; ask first if they change points already written."""
    if form.table.wrote is not None:
        if form.is_saved:
            return redirect_to_table(request, form.table.session)
        raise StaleError(form.table)
    form = form.checked()
    if form.wrong:
        return page(request, form, status=422)
    write_request, changes = read_write_request(request), form.changes()
    if not changes:
        return redirect_to_table(request, form.table.session)
    try:
        if (
            "options" in changes.after
            and "sure" not in request.POST
            and write_request.seen == form.table.count
        ):
            question = ask_rules(request, form, with_options(form.table, changes.after["options"]))
            if question is not None:
                return question
        table = save_changes(form.table.session.address, write_request, changes)
    except RefusedError as refused:
        return _refused(request, form, refused)
    return redirect_to_table(request, table.session)


def _refused(request: HtmxHttpRequest, form: ChangeForm, refused: RefusedError) -> HttpResponse:
    """Show why a change was refused, at its field, with the line that it contradicts."""
    table = form.table
    why = explain(refused.error, names=table.names, game=table.game, rules=table.session.options)
    if refused.line is not None:
        why = _("%(line)s, conflicts with it. %(why)s") % {"line": line_text(table, refused.line), "why": why}
    if refused.line is not None and form.rules.options != table.options:
        rule = conflicting_rule(table, form.rules.explicit)
        rules = replace(form.rules, errors={rule: why}, links={rule: refused.line.number})
        return page(request, replace(form, rules=rules), status=422)
    if refused.line is not None and form.dealer != dealer_of(table):
        return page(request, replace(form, errors={"dealer": why}), status=422)
    field = "late" if form.late and refused.error.code in _LATE else ""
    return page(request, replace(form, errors={field: why}), notice="" if field else why, status=422)


def _end(request: HtmxHttpRequest, form: ChangeForm) -> HttpResponse:
    return _ended(request, form, ended=True)


def _resume(request: HtmxHttpRequest, form: ChangeForm) -> HttpResponse:
    return _ended(request, form, ended=False)


def _ended(request: HtmxHttpRequest, form: ChangeForm, *, ended: bool) -> HttpResponse:
    """End the game without a result, or take that back."""
    try:
        table = session_changes.change(
            form.table.session.address, read_write_request(request), {"ended": ended}
        )
    except RefusedError as refused:
        return _refused(request, form, refused)
    return redirect_to_table(request, table.session)


def _end_as_it_stands(request: HtmxHttpRequest, form: ChangeForm) -> HttpResponse:
    """End the game by crossing out all open boxes: the totals decide."""
    try:
        table = end_as_it_stands(form.table.session.address, read_write_request(request))
    except RefusedError as refused:
        return _refused(request, form, refused)
    return redirect_to_table(request, table.session)


_ACTIONS: dict[str, Action] = {
    "save": _save,
    "keep": _save,  # the value of pages opened before an upgrade
    "end": ask_end,
    "ended": _end,
    "as-it-stands": _end_as_it_stands,
    "carry-on": _resume,
}
_LATE = frozenset({"too_late_to_sit", "seated_already", "table_full", "teams_are_full", "session_ended"})
