"""The theme of this browser: light, dark, or as the system says.

Stored in a cookie.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "look"
THEMES = ("light", "dark")


def theme_context(request: HttpRequest) -> dict[str, str]:
    """Context processor: the chosen theme, empty for the system's.

    It reads only the cookie, so that it works on error pages of forms that cannot be parsed.
    """
    return {"theme": _known_theme(request.COOKIES.get(COOKIE, ""))}


def theme_of(request: HttpRequest) -> str:
    """Return the theme for the change page: the posted one, else the stored one."""
    return _known_theme(request.POST.get("look", request.COOKIES.get(COOKIE, "")))


def save_theme(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the posted theme in a cookie, if the form has the field."""
    if "look" not in request.POST:
        return response
    if theme_of(request):
        response.set_cookie(
            COOKIE,
            theme_of(request),
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _known_theme(chosen: str) -> str:
    return chosen if chosen in THEMES else ""
