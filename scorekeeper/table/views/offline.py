"""Files that a phone stores for use offline: score tables, a page, the service worker.

They hold no scores. Those for all visitors hold no names; the panels of a card game are private to its table.
"""

from __future__ import annotations

from hashlib import blake2s

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from scorekeeper import __version__
from scorekeeper.core.web.static_bundles import collected, found
from scorekeeper.games.dice_sheet.score_tables import points_file
from scorekeeper.games.presentations import presented
from scorekeeper.people.language import supported
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load

FOREVER = "public, max-age=31536000, immutable"
# files of the offline page, and the styles of a result
SHELL = ("js/offline_page.js", "css/site.css", "img/icon.svg", "css/result.css")


@require_safe
def points(_request: HttpRequest, game: str, name: str) -> HttpResponse:
    """Return the score table of the house rules in the address."""
    table = points_file(game, name)
    if table is None:
        raise Http404
    return HttpResponse(table, content_type="application/json", headers={"Cache-Control": FOREVER})


@require_safe
def card_tables(request: HttpRequest, address: str, digest: str) -> HttpResponse:
    """Return panels and points of a card game for a table's phones; browsers do not store names."""
    table = load(address, visitor_of(request))
    found = presented(table).offline_tables(table, digest)
    if found is None:
        raise Http404
    return HttpResponse(found, content_type="application/json")


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """Show the page that replaces any other offline: the lines waiting on this phone.

    The phone fetches it without cookies; `in` is the language.
    """
    with override(supported(request.GET.get("in", "")) or get_language()):
        return render(request, "table/offline.html")


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker.

    It changes with the release, the language and the stored files.
    """
    text = collected("js/service_worker.js", found)
    stored = [f"{reverse('offline')}?in={get_language()}", *(staticfiles_storage.url(name) for name in SHELL)]
    # any change fetches all files again
    release = blake2s(
        repr((stored, render_to_string("table/offline.html"))).encode(), digest_size=6
    ).hexdigest()
    values = {"RELEASE": f"{__version__}-{release}", "SHELL": stored[0], "KEPT": " ".join(stored)}
    for name, value in values.items():
        text = text.replace(f"%{name}%", value)
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers=headers)
