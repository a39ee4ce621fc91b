"""Whether this server can do its work, for a balancer or a monitor: `GET /health/`.

It stands before everything that looks at a request, so it asks for no name of a host that is allowed and no https:
whoever looks after the server knows it by its number. It says nothing but "ok", keeps nothing and logs nothing.
"""

from collections.abc import Callable

from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from scorekeeper import database

PATH = "/health/"
# Reading a row that every database has: "SELECT 1" alone would not even open SQLite's file.
_REACH = "SELECT 1 FROM django_migrations LIMIT 1"


class HealthMiddleware:
    """Answer for the server before any page does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let everything else pass."""
        if request.path_info != PATH:
            return self.get_response(request)
        response = health() if request.method in {"GET", "HEAD"} else HttpResponseNotAllowed(["GET", "HEAD"])
        response["Cache-Control"] = "no-store"
        return response


def health() -> HttpResponse:
    """200 where the database is reached, 503 where it is not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_REACH)
    except (DatabaseError, InterfaceError):
        database.close_failed(connection)
        return HttpResponse("the database does not answer\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
