"""Headers that every page of ours carries, whatever view made it, and the requests that none of them answers."""

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
    """A view whose pages hold a link or a code, which their compressed length could give away."""

    @wraps(view)
    def marked(*given: Any, **named: Any) -> HttpResponse:
        response = view(*given, **named)
        response.holds_a_secret = True  # type: ignore[attr-defined]
        return response

    return marked


class CompressionMiddleware(GZipMiddleware):
    """Compress pages, but for those that hold a secret."""

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        """Leave a page as it is that a view has marked."""
        marked = getattr(response, "holds_a_secret", False)
        return response if marked else super().process_response(request, response)


class PrivatePagesMiddleware:
    """Keep pages out of every store, and give them their policy, which is the same for all and so made once.

    A page shows names and scores, so it is not kept on a shared phone; and the same address answers a
    browser with a page and htmx with a part of it, so no cache may take one for the other. A view that
    sets its own Cache-Control knows better and is left alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = "; ".join(f"{name} {said}" for name, said in settings.CONTENT_SECURITY_POLICY.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers to what is not a static file."""
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.setdefault("Content-Security-Policy", self.policy)
        patch_vary_headers(response, ["HX-Request"])
        return response


class ReadableMiddleware:
    """Read the form before anything else does, so that whatever makes a page, of a refusal too, may look into it.

    Django reads a form where it is first asked for, which may be within the page that refuses it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Raise BadRequest for a form that cannot be read; it counts as empty from then on."""
        try:
            if request.method == "POST":  # others bring none
                _ = request.POST
        except (BadRequest, MultiPartParserError, SuspiciousOperation) as error:
            request.POST = QueryDict()
            raise BadRequest(str(error)) from error
        return self.get_response(request)


class OwnFormsMiddleware:
    """Refuse a form that a page of another site sends, whatever token it brings: the browser itself says so.

    A second fence around Django's own check, which stays the first; a browser that says nothing is none the worse.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as for a form without its token."""
        if request.method not in SAFE and request.headers.get("Sec-Fetch-Site") == "cross-site":
            logger.warning("A form from another site was refused: %s", request.path)
            return csrf_failure(request, "from another site")
        return self.get_response(request)
