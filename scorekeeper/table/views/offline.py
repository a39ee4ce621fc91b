"""What a phone keeps for when the signal is gone: the points of its house rules, the shell, the worker with both.

None of it holds a name or a score: it is the same for everybody.
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
from scorekeeper.people.language import supported

FOREVER = "public, max-age=31536000, immutable"
# what the shell is made of, and what a table needs the moment its game is over
SHELL = ("js/offline_page.js", "css/site.css", "img/icon.svg", "css/result.css")


@require_safe
def points(_request: HttpRequest, game: str, name: str) -> HttpResponse:
    """What every roll brings under the house rules that the address names."""
    table = points_file(game, name)
    if table is None:
        raise Http404
    return HttpResponse(table, content_type="application/json", headers={"Cache-Control": FOREVER})


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """The page that stands for any other while there is no signal: this phone's waiting lines, and nothing else.

    `in` is the language that the phone keeps it in: it asks for it as a stranger.
    """
    with override(supported(request.GET.get("in", "")) or get_language()):
        return render(request, "play/shell.html")


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, at one address for ever; it changes with the release, the language, what it keeps."""
    text = collected("js/service_worker.js", found)
    kept = [f"{reverse('shell')}?in={get_language()}", *(staticfiles_storage.url(name) for name in SHELL)]
    # whatever of it changes, everything is fetched again
    release = blake2s(repr((kept, render_to_string("play/shell.html"))).encode(), digest_size=6).hexdigest()
    values = {"RELEASE": f"{__version__}-{release}", "SHELL": kept[0], "KEPT": " ".join(kept)}
    for name, value in values.items():
        text = text.replace(f"%{name}%", value)
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers=headers)
