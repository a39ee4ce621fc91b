"""Security headers of every response, from Django or from the server around it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SECURITY_HEADERS = [
    (b"cache-control", b"no-store"),
    (
        b"content-security-policy",
        b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
]
_HEADERS = [(name.decode(), value.decode()) for name, value in SECURITY_HEADERS]


class SecurityHeadersMiddleware:
    """Adds the headers to responses that no view has made.

    These are static files, redirects to https and refused hosts. Comes before all other middleware. A response with a
    policy has been through Django's own middleware and is complete.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers that are missing, and shorten those of a static file."""
        response = self.get_response(request)
        if "Content-Security-Policy" not in response.headers:
            for name, value in _HEADERS:
                response.headers.setdefault(name, value)
            # 80 bytes of each response: a file with a hash in its name is never asked for again, others keep the tag
            response.headers.pop("Last-Modified", None)
            if "immutable" in response.headers["Cache-Control"]:
                response.headers.pop("ETag", None)
                # 44 bytes: it concerns documents that run scripts
                response.headers.pop("Cross-Origin-Opener-Policy")
                response.headers["Cache-Control"] = "max-age=31536000, immutable"
        return response
