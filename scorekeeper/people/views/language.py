"""Language page.

The language line at the foot of the home page posts to it, too.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import see_other
from scorekeeper.people.identity import person_of
from scorekeeper.people.language import chosen_on_phone, save_choice, supported


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """List the languages; a POST chooses one, or the language of each device."""
    if request.method != "POST":
        return _page(request)
    language = request.POST.get("language")
    if language is None or language != supported(language):
        return _page(request, wrong=_("Choose one of these languages."), status=422)
    return save_choice(person_of(request), see_other(_back(request)), language)


def _page(request: HttpRequest, *, wrong: str = "", status: int = 200) -> HttpResponse:
    person = person_of(request)
    chosen = supported(person.language if person else "") or chosen_on_phone(request)
    return render(request, "people/language.html", {"chosen": chosen, "wrong": wrong}, status=status)


def _back(request: HttpRequest) -> str:
    """Return the page where the choice was made if it is of this site, else the home page."""
    page = request.POST.get("next", "")
    ours = page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return page if ours else reverse("home")
