"""Money pages of a group: balances and debts with payments, and all postings."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.ledger import posting_texts, presentation
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payment_form import debts_context, save_payment
from scorekeeper.ledger.share_text import payment_text
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group

LATEST, PAGE = 8, 50


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show balances, payments to make, debts and the latest postings; save payments."""
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    error = ""
    if request.method == "POST":
        answer = save_payment(request, found, person)
        if isinstance(answer, HttpResponse):
            return answer
        error = answer
    known = presentation.ledger_players(found)
    debts = debts_context(request, found, known, error)
    context = {
        "group": found,
        "lines": posting_texts.lines(_postings(found)[:LATEST], known, posting_texts.authors(found, person)),
        "called": group_title(found),
        "sent": payment_text(found)
        if debts["units"] and not any(unit.pages for unit in debts["units"])
        else "",
    }
    return render(request, "ledger/money.html", context | debts, status=422 if error else 200)


@require_safe
def lines(request: HttpRequest, group: str) -> HttpResponse:
    """List all postings, newest first."""
    person = person_of(request)
    found = group_at(group, person)
    page = Paginator(_postings(found), PAGE).get_page(request.GET.get("page", "1"))
    shown = posting_texts.lines(
        page.object_list, presentation.ledger_players(found), posting_texts.authors(found, person)
    )
    return render(request, "ledger/postings.html", {"group": found, "page": page, "lines": shown})


def _postings(group: Group) -> Any:
    return Posting.objects.filter(group=group).order_by("-pk").select_related("undone")
