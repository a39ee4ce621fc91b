"""Who owes whom: the balances of a group, what is paid, and every line of its ledger."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.ledger import money, told
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payment import Payment, PaymentError
from scorekeeper.ledger.payments import pay, undo
from scorekeeper.ledger.sent import payment_text
from scorekeeper.ledger.stake import StakeError
from scorekeeper.ledger.typed import amount_shown, plain_amount
from scorekeeper.ledger.wording import payment_error_text, stake_error_text
from scorekeeper.numbers import number_of
from scorekeeper.people.guests import group_at, person_of
from scorekeeper.people.models import Group, Person
from scorekeeper.people.wording import called
from scorekeeper.redirects import see_other

LATEST, PAGE = 8, 50


@dataclass(frozen=True, slots=True)
class Asked:
    """A payment that is being written down: of which debt, what stands in its field."""

    owing: told.Owing
    amount: str
    key: str
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Balances, the fewest payments, who owes whom as played, the latest lines."""
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    if request.method != "POST":
        return _page(request, found, request.GET)
    do = request.POST.get("do")
    if do == "pay":
        return _pay(request, found, person)
    if do == "undo":
        return _undo(request, found, person)
    raise Http404


@require_safe
def lines(request: HttpRequest, group: str) -> HttpResponse:
    """Every line of the ledger, newest first."""
    person = person_of(request)
    found = group_at(group, person)
    page = Paginator(_postings(found), PAGE).get_page(request.GET.get("page", "1"))
    shown = told.lines(page.object_list, told.faces(found), told.authors(found, person))
    return render(request, "ledger/lines.html", {"group": found, "page": page, "lines": shown})


def asked_about(units: Iterable[told.Unit], form: Any, error: str = "") -> Asked | None:
    """The debt that is asked about, in the list where it was tapped, or in the other if it is in that alone."""
    pair = (number_of(form.get("payer", "")), number_of(form.get("payee", "")), form.get("unit", ""))
    owings = [owing for unit in units for owing in (*unit.fewest, *unit.played)]
    found = [each for each in owings if (each.payer.number, each.payee.number, each.unit) == pair]
    if not found:
        return None
    owing = found[-1] if form.get("as") == "played" else found[0]
    shown = form.get("amount", amount_shown(owing.due, owing.unit))
    return Asked(owing, shown, form.get("key") or str(uuid.uuid4()), error)


# --- inside ----------------------------------------------------------------------------------------------


def _page(request: HttpRequest, group: Group, form: Any, *, error: str = "") -> HttpResponse:
    """The page; `error`: what is wrong with the form, said at its field where it is asked again, else above all."""
    known = told.faces(group)
    units = told.units(group, known)
    asked = asked_about(units, form, error)
    context = {
        "group": group,
        "units": units,
        "asked": asked,
        "wrong": "" if asked else error,
        "lines": told.lines(_postings(group)[:LATEST], known, told.authors(group, person_of(request))),
        "called": called(group),
        "sent": payment_text(group) if units else "",
        "said": request.GET.get("told", ""),
    }
    return render(request, "ledger/money.html", context, status=422 if error else 200)


def _postings(group: Group) -> Any:
    return Posting.objects.filter(group=group).order_by("-pk").select_related("undone")


def _pay(request: HttpRequest, group: Group, person: Person) -> HttpResponse:
    form = request.POST
    unit = form.get("unit", "")
    try:
        amount = money.parse_amount(plain_amount(form.get("amount", "")), money.parse_unit(unit))
        pay(
            group,
            Payment(
                number_of(form.get("payer", "")), number_of(form.get("payee", "")), amount, unit, _key(form)
            ),
            person,
        )
    except (StakeError, PaymentError) as error:
        why = stake_error_text(error) if isinstance(error, StakeError) else payment_error_text(error, unit)
        return _page(request, group, form, error=why)
    # whoever paid on the group's page goes on there
    page = "group" if "home" in form else "money"
    return see_other(
        reverse(page, args=[group.address]) + ("?told=paid" if "home" in form else "?told=paid#book")
    )


def _undo(request: HttpRequest, group: Group, person: Person) -> HttpResponse:
    try:
        undo(group, number_of(request.POST.get("line", "")), person)
    except PaymentError as error:
        return _page(request, group, {}, error=payment_error_text(error, ""))
    return see_other(reverse("money", args=[group.address]) + "?told=undone#book")


def _key(form: Any) -> uuid.UUID:
    try:
        return uuid.UUID(form.get("key", ""))
    except ValueError as error:
        raise PaymentError("no_key") from error
