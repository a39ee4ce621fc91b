"""The web app manifest."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

BACKGROUND = "#E3DAC7"
ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
    ("img/icon.svg", "any", "any"),
)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return what a browser needs to install Scorekeeper; the same for all visitors."""
    content = {
        "id": "/",
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("The score pad that adds up, knows the rules and says who pays."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [_icon(*icon) for icon in ICONS],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    kind = "image/png" if name.endswith("png") else "image/svg+xml"
    return {"src": static(name), "sizes": sizes, "purpose": purpose, "type": kind}
