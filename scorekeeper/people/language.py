"""The language of whoever asks: the one that a person chose, else the one chosen on this phone, else the phone's own.

A choice is kept with the person, so that it holds on each of his phones, and in a cookie, for strangers and for who
signs out.
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
    """Speak the language of whoever asks, and say what it depends on.

    Django's own also looks for a language in the path, of each request and each answer; ours are not translated.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Choose the language of this answer, and say which it is; no cache may give one to who reads another."""
        speak(request, translation.get_language_from_request(request))
        if chosen := chosen_by_person(request):
            speak(request, chosen)
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language())
        # what is for everybody is nobody's own
        public = "public" in response.headers.get("Cache-Control", "")
        patch_vary_headers(response, ["Accept-Language"] if public else ["Accept-Language", "Cookie"])
        return response


def speak(request: HttpRequest, language: str) -> None:
    """Answer in this language."""
    translation.activate(language)
    request.LANGUAGE_CODE = language


def chosen_by_person(request: HttpRequest) -> str:
    """What the person of this request chose, empty where that is nothing, or he is a stranger."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    try:
        return one_of_ours(request.user.language) if request.user.is_authenticated else ""
    except (OperationalError, InterfaceError):
        return ""  # whatever makes the page meets the same trouble, and says so in the phone's language


def chosen_on_phone(request: HttpRequest) -> str:
    """What was chosen on this phone, empty where that is nothing."""
    return one_of_ours(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))


def one_of_ours(language: str) -> str:
    """The language if we speak it, else nothing."""
    return language if language in CHOICES else ""


def shared_in(own: str) -> str:
    """The language of what is written to be sent to all of a group: its own, else that of whoever sends."""
    return one_of_ours(own) or translation.get_language() or "en"


def languages(request: HttpRequest) -> dict[str, Any]:
    """For every template: the languages to choose from, each by its own name."""
    return {"languages": settings.LANGUAGES}


def keep(person: Person | None, response: HttpResponse, language: str) -> HttpResponse:
    """Remember a choice, on this phone and with its person; an empty one leaves it to each phone again."""
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
