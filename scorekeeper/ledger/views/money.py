"""Money pages of a group: balances and debts with payments, and all postings."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.core.web.numbers import number_of
from scorekeeper.ledger import posting_texts, presentation
from scorekeeper.ledger.ledger_filter import LedgerFilter, open_pairs, read_filter, units_of
from scorekeeper.ledger.ledger_pages import latest, read_page
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payment_form import debts_context, save_payment
from scorekeeper.ledger.posting_days import LedgerDay, by_day, in_columns
from scorekeeper.ledger.share_text import SharedTexts, shared_texts
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group, Person


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
        "days": _days(found, known, person, latest(LedgerFilter().postings(found, known))),
        "called": group_title(found),
        "shared": shared_texts(found) if debts["payments"] else SharedTexts(),
    }
    return render(request, "ledger/money.html", context | debts, status=422 if error else 200)


@require_safe
def lines(request: HttpRequest, group: str) -> HttpResponse:
    """List the postings that match the filter, newest first."""
    person = person_of(request)
    found = group_at(group, person)
    known = presentation.ledger_players(found)
    wanted = read_filter(request.GET, known)
    before, after = (number_of(request.GET.get(name, "")) for name in ("before", "after"))
    page = read_page(wanted.postings(found, known), before, after)
    context = {
        "group": found,
        "page": page,
        "columns": in_columns(_days(found, known, person, page.postings, wanted)),
        "wanted": wanted,
        "pairs": open_pairs(found, wanted, known),
        "people": sorted(presentation.distinct(known), key=lambda player: player.name.casefold()),
        "kinds": [(unit, presentation.unit_name(unit)) for unit in units_of(found)],
    }
    return render(request, "ledger/postings.html", context)


def _days(
    group: Group,
    known: presentation.PlayersById,
    person: Person | None,
    postings: Sequence[Posting],
    wanted: LedgerFilter | None = None,
) -> list[LedgerDay]:
    texts = posting_texts.lines(postings, known, posting_texts.authors(group, person))
    return by_day(postings, texts, known, wanted)
