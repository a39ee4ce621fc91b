"""A payment as a page sends it: written down or refused, and answered in the row where it was asked about."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payment import Payment, PaymentError
from scorekeeper.ledger.payments import pay, undo
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.models import Group, Person

from . import money, presentation
from .amount_input import plain_amount
from .messages import payment_error_text, stake_error_text

BOOK = "book"


@dataclass(frozen=True, slots=True)
class Note:
    """An answer in its row: the payment it is about (`line`), whether that may be undone, or what is wrong.

    `listed`, `place`: in which list, and how far down.
    """

    text: str
    line: int = 0
    undoable: bool = False
    listed: str = ""
    place: int = 0
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A debt whose question is open: what stands in its field and what is wrong with it."""

    owing: presentation.Owing
    amount: str
    error: str = ""


def written(request: HttpRequest, group: Group, person: Person) -> HttpResponse | str:
    """Write what a form of the page says: the way back to its row, or what is wrong with it."""
    form = request.POST
    try:
        if form.get("do") == "pay":
            said = {"paid": _pay(group, form, person).pk}
        elif form.get("do") == "undo":
            said = {"undone": undo(group, number_of(form.get("line", "")), person).undoes_id or 0}
        else:
            raise Http404
    except PaymentError as error:
        return payment_error_text(error, form.get("unit", ""))
    except StakeError as error:
        return stake_error_text(error)
    place = {name: form[name] for name in ("list", "place") if name in form}
    return see_other(f"{request.path}?{urlencode(kept(request) | said | place)}#said")


def kept(request: HttpRequest) -> dict[str, str]:
    """What of the page's address stays while something is paid: the variant that is looked at, or the part of debts."""
    return {name: request.GET[name] for name in ("variant", "in", "part") if name in request.GET}


def debts_told(
    request: HttpRequest, group: Group, known: Mapping[int, presentation.Face], error: str
) -> dict[str, Any]:
    """What the two pages show of debts. `error`: what is wrong with what was sent."""
    form: Mapping[str, Any] = request.POST if error else request.GET
    here = f"{request.path}?{urlencode(kept(request))}".rstrip("?")
    note, unit = _note(group, known, form)
    part = presentation.Wanted(request.GET.get("in", ""), number_of(request.GET.get("part", "")) or 1)
    found = presentation.units(group, known, unit, wanted=part)
    asked = _asked(found, form, error)
    if error and asked is None:
        note = Note(error, listed=form.get("list", ""), place=number_of(form.get("place", "")), wrong=True)
        unit = form.get("unit", "")
    units = [_placed(each, note) if note and each.unit == unit else each for each in found]
    in_row = note is None or note.listed == BOOK or units != found
    return {"here": here, "units": units, "asked": asked, "note": note, "above": None if in_row else note}


# --- inside ----------------------------------------------------------------------------------------------


def _pay(group: Group, form: Mapping[str, Any], person: Person) -> Posting:
    """Write a payment down. An empty field means all that its row says."""
    unit = money.parse_unit(form.get("unit", ""))
    amount = money.parse_amount(plain_amount(form.get("amount") or form.get("whole", ""), unit), unit)
    payer, payee = number_of(form.get("payer", "")), number_of(form.get("payee", ""))
    most = money.parse_amount(plain_amount(form["whole"], unit), unit) if "whole" in form else amount
    if amount > most:
        raise PaymentError("paid_too_much", least=1, most=most)
    return pay(group, Payment(payer, payee, amount, unit, _key(form)), person)


def _key(form: Mapping[str, Any]) -> uuid.UUID:
    try:
        return uuid.UUID(form.get("key", ""))
    except ValueError as error:
        raise PaymentError("no_key") from error


def _note(
    group: Group, known: Mapping[int, presentation.Face], form: Mapping[str, Any]
) -> tuple[Note | None, str]:
    """What was just written, by the address of the page, and its unit."""
    number = number_of(form.get("paid", "")) or number_of(form.get("undone", ""))
    line = (
        Posting.objects.filter(group=group, pk=number, kind=Posting.Kind.PAYMENT).first() if number else None
    )
    if line is None:
        return None, ""
    words = {
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
    return Note(text % words, line.pk, not undone, form.get("list", ""), place), line.unit


def _asked(units: Sequence[presentation.Unit], form: Mapping[str, Any], error: str) -> Asked | None:
    """The debt that is asked about, in the list where it was tapped, or in the other if it is in that alone."""
    pair = (number_of(form.get("payer", "")), number_of(form.get("payee", "")), form.get("unit", ""))
    owings = [owing for unit in units for owing in (*unit.fewest, *unit.between)]
    found = [each for each in owings if (each.payer.number, each.payee.number, each.unit) == pair]
    if not found:
        return None
    owing = next((each for each in found if each.listed == form.get("list")), found[0])
    return Asked(owing, form.get("amount", ""), error)


def _placed(unit: presentation.Unit, note: Note) -> presentation.Unit:
    """The unit with an answer among the rows of its list."""
    if note.listed not in (presentation.FEWEST, presentation.BETWEEN):
        return unit
    rows: list[Any] = list(unit.fewest if note.listed == presentation.FEWEST else unit.between)
    rows.insert(note.place, note)
    return replace(unit, fewest=rows) if note.listed == presentation.FEWEST else replace(unit, between=rows)
