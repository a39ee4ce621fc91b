"""The look of this phone: as the phone says, light or dark. Kept in a cookie, because it is the phone's."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "look"
THEMES = ("light", "dark")


def theme_context(request: HttpRequest) -> dict[str, str]:
    """For every template, those of refusals too: the look that was chosen, empty where the phone decides.

    Only the cookie is read: a form that cannot be read must still get a page.
    """
    return {"theme": _known_theme(request.COOKIES.get(COOKIE, ""))}


def theme_of(request: HttpRequest) -> str:
    """The look that the page of changes shows: what its form says, else what was chosen before."""
    return _known_theme(request.POST.get("look", request.COOKIES.get(COOKIE, "")))


def save_theme(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Remember what the form chose, if it asked at all."""
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
