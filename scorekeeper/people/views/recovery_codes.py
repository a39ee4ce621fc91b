"""Recovery codes of a person: number of unused ones, and new ones, shown once."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.core.web.middleware import holds_a_secret
from scorekeeper.people import rate_limits, recovery_codes
from scorekeeper.people.account import mark_as_account
from scorekeeper.people.identity import person_required
from scorekeeper.people.models import Person


@holds_a_secret
@person_required
def show(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the number of unused codes; a POST makes ten and shows them in its response only."""
    context: dict[str, object] = {"left": recovery_codes.unused_codes(person), "site": request.get_host()}
    if request.method == "POST":
        if request.POST.get("do") != "make":
            raise Http404
        rate_limits.must_allow("recovery codes made", f"person {person.pk}")
        context["codes"] = recovery_codes.make_codes(person)
        mark_as_account(request, person)
    return render(request, "people/recovery_codes.html", context)
