"""The big screen of a table, and the page that explains how to open it on a television."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.core.web.http import HtmxHttpRequest, see_other
from scorekeeper.core.web.middleware import holds_a_secret
from scorekeeper.play.access_links import listener_of, visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.stream_token import sign_stream_token
from scorekeeper.table import invitations
from scorekeeper.table.big_screen import screen_context
from scorekeeper.table.etag import etag_of


@holds_a_secret
@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the whole page, or its content for htmx; 304 if unchanged."""
    table = load(address, visitor_of(request))
    code = invitations.join_code(table.session)
    etag = f'{etag_of(request, table)[:-1]}{"c" if code else "s"}"'
    token = sign_stream_token(table, listener_of(request))
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        response = HttpResponse(status=304)
        response["X-Live"] = token
    else:
        name = "table/_big_screen.html" if request.htmx else "table/big_screen.html"
        response = render(request, name, screen_context(request, table, code) | {"live": token})
    response["ETag"] = etag
    return response


@holds_a_secret
@require_http_methods(["GET", "HEAD", "POST"])
def explain(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Explain how to open the big screen on a television, with the address and the code to type.

    A POST opens a code for a while; a GET writes nothing.
    """
    visitor = visitor_of(request)
    if request.method == "POST":
        invitations.open_join_code(address, visitor)
        return see_other(reverse("television", args=[address]))
    table = load(address, visitor)
    context = {
        "session": table.session,
        "game_name": table.game_name,
        "may_show_code": table.permissions.is_player,
        "invitation": invitations.invitation(request, table.session, screen=True),
        **invitations.code_context(table.session),
    }
    return render(request, "table/television.html", context)
