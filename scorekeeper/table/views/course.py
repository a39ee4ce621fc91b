"""The course of a game as a chart: a page, and an image beside the sheet on wide screens."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.core.web.static_bundles import collected, found
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.table.score_chart import course_chart, course_title
from scorekeeper.table.theme import theme_context


@require_safe
def show(request: HttpRequest, address: str) -> HttpResponse:
    """Show the chart and its numbers, or that there is too little for a chart yet."""
    table = load(address, visitor_of(request))
    context = {
        "table": table,
        "session": table.session,
        "game_name": table.game_name,
        "course": course_chart(table),
        "title": course_title(table),
    }
    return render(request, "table/course.html", context)


@require_safe
def image(request: HttpRequest, address: str) -> HttpResponse:
    """Return the chart as an image in the theme of this browser, with its own style.

    The table page loads it lazily and only shows it on wide screens, so phones neither load nor draw it.
    It is empty where there is no chart.
    """
    course = course_chart(load(address, visitor_of(request)))
    chart = "<svg><title></title></svg>" if course is None else course.chart
    style, digest = _style()
    theme = theme_context(request)["theme"]
    chosen = f' data-theme="{theme}"' if theme else ""
    root = f'<svg xmlns="http://www.w3.org/2000/svg" width="340" height="210"{chosen}'
    svg = chart.replace("<svg", root, 1).replace("</title>", f"</title><style>{style}</style>", 1)
    response = HttpResponse(svg, content_type="image/svg+xml")
    policy = settings.CONTENT_SECURITY_POLICY | {"style-src": f"'{digest}'"}
    response["Content-Security-Policy"] = "; ".join(f"{name} {value}" for name, value in policy.items())
    return response


@cache
def _style() -> tuple[str, str]:
    """The style of the image, and its digest for the content security policy."""
    text = collected("css/chart_image.css", found)
    return text, "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
