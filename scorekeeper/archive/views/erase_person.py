"""Page for erasing oneself, confirmed by typing a word."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.archive.erase_person import erase, plan_of
from scorekeeper.core.web.http import see_other
from scorekeeper.people.identity import person_of
from scorekeeper.people.logout import delete_device_cookies
from scorekeeper.people.models import Person


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Show what will be erased; erase the person if the word was typed.

    Scripts handle unsent entries.
    """
    person = person_of(request)
    if person is None:
        return see_other(reverse("account"))
    if request.method != "POST":
        return _page(request, person)
    typed = request.POST.get("word", "")[:40]
    if typed.strip().casefold() != _word().casefold():
        return _page(request, person, typed=typed, wrong=_("That is not the word. Nothing was erased."))
    erase(person)
    logout(request)
    return delete_device_cookies(render(request, "archive/erased.html"))


def _word() -> str:
    """Return the word to be typed."""
    return _("erase")


def _page(request: HttpRequest, person: Person, *, typed: str = "", wrong: str = "") -> HttpResponse:
    context = {"plan": plan_of(person), "word": _word(), "typed": typed, "wrong": wrong}
    return render(request, "archive/erase_person.html", context, status=422 if wrong else 200)
