"""Language of a request: the person's choice, else the device's cookie, else the browser's.

A choice is stored with the person, for all their devices, and in a cookie, for visitors and after logout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from scorekeeper.core.db.write_lock import writing

from .models import Person

CHOICES = tuple(code for code, _name in settings.LANGUAGES)


class LanguageMiddleware:
    """Locale middleware that knows the person's choice.

    Django's own also looks for a language in each path; the paths of this site are not translated.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Activate the language; set Content-Language and Vary, so that caches separate languages."""
        activate_language(request, translation.get_language_from_request(request))
        if chosen := chosen_by_person(request):
            activate_language(request, chosen)
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language())
        # a public page does not depend on the person
        public = "public" in response.headers.get("Cache-Control", "")
        patch_vary_headers(response, ["Accept-Language"] if public else ["Accept-Language", "Cookie"])
        return response


def activate_language(request: HttpRequest, language: str) -> None:
    """Activate a language for the response."""
    translation.activate(language)
    request.LANGUAGE_CODE = language


def chosen_by_person(request: HttpRequest) -> str:
    """Return the choice of the person, empty for none and for visitors."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    try:
        return supported(request.user.language) if request.user.is_authenticated else ""
    except (OperationalError, InterfaceError):
        return ""  # the view meets the same error, and its page is in the browser's language


def chosen_on_phone(request: HttpRequest) -> str:
    """Return the choice stored in the cookie of the device, empty for none."""
    return supported(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))


def supported(language: str) -> str:
    """Return the language if the site supports it, else an empty text."""
    return language if language in CHOICES else ""


def group_language(own: str) -> str:
    """Return the language of texts shared in a group: its own, else that of the request."""
    return supported(own) or translation.get_language() or "en"


def languages(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the supported languages, each by its own name."""
    return {"languages": settings.LANGUAGES}


def save_choice(person: Person | None, response: HttpResponse, language: str) -> HttpResponse:
    """Store a choice with the person and in a cookie of the device; an empty one deletes both."""
    if person is not None:
        with writing():
            Person.objects.filter(pk=person.pk).update(language=language)
    name = settings.LANGUAGE_COOKIE_NAME
    if not language:
        response.delete_cookie(name, samesite="Lax")
        return response
    response.set_cookie(
        name,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
