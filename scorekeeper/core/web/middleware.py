"""Middleware for headers of pages, compression, unreadable forms and forms of other sites."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.views.csrf import csrf_failure

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
logger = logging.getLogger(__name__)


def holds_a_secret(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view whose pages hold a link or a code, so that they are not compressed.

    The compressed length could reveal the secret.
    """

    @wraps(view)
    def marked(*given: Any, **named: Any) -> HttpResponse:
        response = view(*given, **named)
        response.holds_a_secret = True  # type: ignore[attr-defined]
        return response

    return marked


class CompressionMiddleware(GZipMiddleware):
    """Compress pages, except those of views decorated with `holds_a_secret`."""

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        """Leave a response as it is if its view is decorated."""
        marked = getattr(response, "holds_a_secret", False)
        return response if marked else super().process_response(request, response)


class PrivatePagesMiddleware:
    """Forbid storing of pages, and set their content security policy.

    A page shows names and scores, so it must not stay on a shared phone. The same URL responds to a browser with a page
    and to htmx with a part of it, so no cache may confuse them. A view may set its own Cache-Control. The policy is the
    same for all pages and built once.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = "; ".join(f"{name} {said}" for name, said in settings.CONTENT_SECURITY_POLICY.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers to a page."""
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.setdefault("Content-Security-Policy", self.policy)
        patch_vary_headers(response, ["HX-Request"])
        return response


class ReadableMiddleware:
    """Read the form before all views and refusals, so that each of them can use it.

    Django reads a form at its first use, which may be within the page that reports the error.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Raise BadRequest for a form that cannot be read; it is empty from then on."""
        try:
            if request.method == "POST":  # other methods have no form
                _ = request.POST
        except (BadRequest, MultiPartParserError, SuspiciousOperation) as error:
            request.POST = QueryDict()
            raise BadRequest(str(error)) from error
        return self.get_response(request)


class OwnFormsMiddleware:
    """Refuse a form from a page of another site, by the browser's `Sec-Fetch-Site` header.

    This is a second check beside Django's CSRF protection. Requests without the header pass.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond as to a form without its CSRF token."""
        if request.method not in SAFE and request.headers.get("Sec-Fetch-Site") == "cross-site":
            logger.warning("A form from another site was refused: %s", request.path)
            return csrf_failure(request, "from another site")
        return self.get_response(request)
