"""The payment form in the rows of the money and group pages: saving, errors, confirmation."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payments import Payment, PaymentError, digest, pay, pay_all, payable, undo, undo_all
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.models import Group, Person

from . import money, presentation
from .amount_input import plain_amount
from .messages import payment_error_text, stake_error_text
from .sums import Debt

BOOK = "book"
KEPT = ("variant", "sort", "period", "since", "until", "in", "part")


@dataclass(frozen=True, slots=True)
class Note:
    """A confirmation or an error in place of a row.

    `line`: id of the payment, 0 for none. `together`: the key of payments written together, empty for none. `listed`,
    `place`: the list and the position of the row.
    """

    text: str
    line: int = 0
    undoable: bool = False
    together: str = ""
    listed: str = ""
    place: int = 0
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class OpenForm:
    """A debt with an open payment form, the amount typed and its error.

    `beyond`: label of the button that writes the amount although it is more than this debt, if it is.
    """

    row: presentation.DebtRow
    amount: str
    error: str = ""
    beyond: str = ""


def save_payment(request: HttpRequest, group: Group, person: Person) -> HttpResponse | str:
    """Write or undo a payment; return a redirect to its row, or an error text."""
    form = request.POST
    try:
        if form.get("do") == "pay":
            done: dict[str, object] = {"paid": _pay(group, form, person).pk}
        elif form.get("do") == "all":
            key = _key(form)
            done = {"all_paid": len(pay_all(group, form.get("seen", ""), key, person)), "together": key}
        elif form.get("do") == "undo_all":
            done = {"all_undone": len(undo_all(group, _key(form), person))}
        elif form.get("do") == "undo":
            done = {"undone": undo(group, number_of(form.get("line", "")), person).undoes_id or 0}
        else:
            raise Http404
    except PaymentError as error:
        return payment_error_text(error, form.get("unit", ""))
    except StakeError as error:
        return stake_error_text(error)
    place = {name: form[name] for name in ("list", "place") if name in form}
    query = page_query(request)
    query.update({name: str(value) for name, value in (done | place).items()})
    return see_other(f"{request.path}?{query.urlencode()}#said")


def page_query(request: HttpRequest) -> QueryDict:
    """Return the query parameters of the page that stay after a payment."""
    query = QueryDict(mutable=True)
    query.update(
        {
            name: request.GET[name]
            for name in ("variant", "sort", "period", "since", "until", "in", "part")
            if name in request.GET
        }
    )
    return query


def debts_context(
    request: HttpRequest, group: Group, known: Mapping[int, presentation.LedgerPlayer], error: str
) -> dict[str, Any]:
    """Return the template context of the debts on both pages.

    `error`: error of the posted form, if any.
    """
    form: Mapping[str, Any] = request.POST if error else request.GET
    form_url = f"{request.path}?{page_query(request).urlencode()}".rstrip("?")
    note, unit = _note(group, known, form)
    part = presentation.PageRequest(request.GET.get("in", ""), number_of(request.GET.get("part", "")) or 1)
    found = presentation.units(group, known, unit, wanted=part)
    open_form = _open_form(found, form, error)
    if error and open_form:
        open_form = replace(open_form, beyond=_beyond(group, open_form))
    if error and open_form is None:
        note = Note(error, listed=form.get("list", ""), place=number_of(form.get("place", "")), wrong=True)
        unit = form.get("unit", "")
    units = [_placed(each, note) if note and each.unit == unit else each for each in found]
    in_row = note is None or note.listed == BOOK or units != found
    return {
        "form_url": form_url,
        "units": units,
        "open_form": open_form,
        "note": note,
        "above": None if in_row else note,
        "payments": sum(len(each.debts.fewest) for each in found),
        "detour": any(each.debts.detour for each in found),
        "all_paid": None if any(each.pages for each in found) else _all_paid(found),
    }


def _all_paid(found: Sequence[presentation.Unit]) -> dict[str, str] | None:
    """Return the hidden fields of the form that pays all; None for fewer than two payments."""
    rows = [row for unit in found for row in unit.fewest]
    if len(rows) < 2:
        return None
    due = [Debt(row.payer.number, row.payee.number, row.due, row.unit) for row in rows]
    return {"seen": digest(due), "key": str(uuid.uuid4())}


def _pay(group: Group, form: Mapping[str, Any], person: Person) -> Posting:
    """Write the payment of a form; an empty amount means the whole debt of its row, `beyond` may be more."""
    unit = money.parse_unit(form.get("unit", ""))
    beyond = form.get("beyond", "")
    amount = _amount(beyond or form.get("amount") or form.get("whole", ""), unit)
    payer, payee = number_of(form.get("payer", "")), number_of(form.get("payee", ""))
    most = _amount(form["whole"], unit) if "whole" in form else amount
    if amount > most and not beyond:
        raise PaymentError("paid_too_much", most=most)
    return pay(group, Payment(payer, payee, amount, unit, _key(form), beyond=bool(beyond)), person)


def _amount(text: str, unit: str) -> int:
    return money.parse_amount(plain_amount(text, unit), unit)


def _beyond(group: Group, form: OpenForm) -> str:
    """Return the label of the button for an amount above the debt, with what the payee owes then."""
    row = form.row
    try:
        amount = _amount(form.amount or row.whole, row.unit)
    except StakeError:
        return ""
    if amount <= row.due:
        return ""
    paid = presentation.phrased(amount, row.unit)
    rest = amount - payable(group.pk, row.payer.number, row.payee.number, row.unit)
    if rest <= 0:
        return row.yes_sum % {"paid": paid}
    return _("Yes, %(paid)s paid; then %(payee)s owes %(payer)s %(rest)s") % {
        "paid": paid,
        "payee": row.payee.name,
        "payer": row.payer.name,
        "rest": presentation.phrased(rest, row.unit),
    }


def _key(form: Mapping[str, Any]) -> uuid.UUID:
    try:
        return uuid.UUID(form.get("key", ""))
    except ValueError as error:
        raise PaymentError("no_key") from error


def _note(
    group: Group, known: Mapping[int, presentation.LedgerPlayer], form: Mapping[str, Any]
) -> tuple[Note | None, str]:
    """Return the confirmation of the payment in the query parameters, and its unit."""
    if count := number_of(form.get("all_paid", "")):
        words = ngettext("%(count)s payment was recorded.", "%(count)s payments were recorded.", count)
        return Note(words % {"count": count}, undoable=True, together=form.get("together", "")), ""
    if count := number_of(form.get("all_undone", "")):
        words = ngettext("%(count)s payment was undone.", "%(count)s payments were undone.", count)
        return Note(words % {"count": count}), ""
    number = number_of(form.get("paid", "")) or number_of(form.get("undone", ""))
    line = (
        Posting.objects.filter(group=group, pk=number, kind=Posting.Kind.PAYMENT).first() if number else None
    )
    if line is None:
        return None, ""
    fields = {
        "payer": known[line.creditor_id].name,
        "payee": known[line.debtor_id].name,
        "amount": presentation.phrased(line.amount, line.unit),
    }
    undone = Posting.objects.filter(undoes=line).exists()
    text = (
        _("Undone: %(payer)s paid %(payee)s %(amount)s.")
        if undone
        else _("%(payer)s paid %(payee)s %(amount)s.")
    )
    place = number_of(form.get("place", ""))
    listed = form.get("list", "")
    return Note(text % fields, line.pk, not undone, listed=listed, place=place), line.unit


def _open_form(units: Sequence[presentation.Unit], form: Mapping[str, Any], error: str) -> OpenForm | None:
    """Return the debt named by the form, preferably in the list where it was tapped."""
    pair = (number_of(form.get("payer", "")), number_of(form.get("payee", "")), form.get("unit", ""))
    debt_rows = [row for unit in units for row in (*unit.fewest, *unit.between)]
    found = [each for each in debt_rows if (each.payer.number, each.payee.number, each.unit) == pair]
    if not found:
        return None
    row = next((each for each in found if each.listed == form.get("list")), found[0])
    return OpenForm(row, form.get("amount", ""), error)


def _placed(unit: presentation.Unit, note: Note) -> presentation.Unit:
    """Return the unit with a note among the rows of its list."""
    if note.listed not in (presentation.FEWEST, presentation.BETWEEN):
        return unit
    rows: list[Any] = list(unit.fewest if note.listed == presentation.FEWEST else unit.between)
    rows.insert(note.place, note)
    return replace(unit, fewest=rows) if note.listed == presentation.FEWEST else replace(unit, between=rows)
