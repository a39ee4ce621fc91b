"""The URLs of the product, and views that exist for measuring only."""

import time

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def bare(_request: HttpRequest) -> HttpResponse:
    """Return an empty response, to measure the server, its threads and the middleware."""
    return HttpResponse("ok")


def slow(request: HttpRequest) -> HttpResponse:
    """Hold a thread without using the processor, as a disk does that is slow to sync."""
    time.sleep(min(int(request.GET.get("ms", "100")), 2000) / 1000)
    return HttpResponse("ok")


urlpatterns = [
    path("bare/", bare),
    path("slow/", slow),
    path("", include("scorekeeper.urls")),
]
