"""Account page: login methods, moving to a new device, logging out."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other
from scorekeeper.people.account import account_of
from scorekeeper.people.identity import person_of
from scorekeeper.people.models import Person
from scorekeeper.people.passkeys import unavailable_reason

_ADDRESS = re.compile(r"[a-zA-Z0-9]{1,40}", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Show the account page; a POST dismisses the prompt for an account and returns to its page."""
    person = person_of(request)
    if request.method != "POST":
        context: dict[str, Any] = {
            "person": person,
            "mail": settings.MAIL,
            "unavailable": unavailable_reason(request),
        }
        if person is not None:
            context["account"] = account_of(person)
        return render(request, "people/account.html", context)
    if person is not None and request.POST.get("do") == "hush":
        with writing():
            Person.objects.filter(pk=person.pk).update(account_prompt_dismissed=True)
    table = request.POST.get("table", "")
    return see_other(reverse("table", args=[table]) if _ADDRESS.fullmatch(table) else reverse("home"))
