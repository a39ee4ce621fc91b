"""D3: a forged form is refused by every route and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.factories import HTMX, SampleTable, new_writer
from tests.security.matrix import back_again, expected, path_of

from .cast import card_table, dice_table, everything, stranger, watcher
from .routes import FORMS, Route, routes

pytestmark = pytest.mark.django_db

SENDS = [each for each in routes() if expected("send")[each.name, "host"] != 405]
HTTPS = {"Referer": "https://testserver/"}


def token_of(client: Client) -> str:
    """The token of this browser's cookie, as a page of ours would have it."""
    client.get("/new/general/")
    return client.cookies["csrftoken"].value


def strict(desk: SampleTable) -> Client:
    """The host's browser, checked as a real one is."""
    return desk.writer.client(enforce_csrf_checks=True)


def attacks(token: str, foreign: str) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """Return the name of each attack, the fields that it adds, and its headers."""
    yield "no token", {}, {}
    yield "no token, htmx", {}, HTMX
    yield "empty", {"csrfmiddlewaretoken": ""}, {}
    yield "made up", {"csrfmiddlewaretoken": "x" * 64}, {}
    yield "backwards", {"csrfmiddlewaretoken": token[::-1]}, HTMX
    yield "of another phone", {"csrfmiddlewaretoken": foreign}, {}
    yield "of another phone, header", {}, {"X-CSRFToken": foreign}
    good = {"csrfmiddlewaretoken": token}
    yield "from elsewhere", good, {"Origin": "https://elsewhere.example"}
    yield "from a neighbour", good, {"Origin": "http://testserver.evil.example"}
    yield "from another port", good, {"Origin": "http://testserver:81"}
    yield "over https", good, {"Origin": "https://testserver"}
    yield "from nowhere", good, {"Origin": "null"}
    yield "across sites", good, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    yield "across sites, from here", good, {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}


@pytest.mark.parametrize("route", SENDS, ids=lambda each: each.name)
def test_foreign_form_is_refused(route: Route) -> None:
    desk = card_table() if route.name == "draft" else dice_table()
    client = strict(desk)
    token, foreign = token_of(client), token_of(new_writer().client())
    form, path = desk.form(**FORMS[route.name]), path_of(route, desk)
    before = everything()
    for what, fields, headers in attacks(token, foreign):
        answer = client.post(path, {**form, **fields}, headers=headers)
        assert answer.status_code == 403, what
        assert desk.address not in answer.text
        assert everything() == before, what
    for kind in ("text/plain", "application/json", "text/xml"):
        assert client.generic("POST", path, urlencode(form), content_type=kind).status_code == 403
    for referer in (
        "",
        "http://testserver/",
        "https://elsewhere.example/",
        "https://testserver.evil.example/",
    ):
        sent = {**form, "csrfmiddlewaretoken": token}
        assert client.post(path, sent, headers={"Referer": referer}, secure=True).status_code == 403, referer
    assert everything() == before


@pytest.mark.parametrize("route", SENDS, ids=lambda each: each.name)
def test_form_of_ours_is_taken(route: Route) -> None:
    desk = card_table() if route.name == "draft" else dice_table()
    path = path_of(route, desk)
    client = strict(desk)
    token = token_of(client)
    ways: list[tuple[dict[str, str], dict[str, str], bool]] = [
        ({"csrfmiddlewaretoken": token}, {}, False),
        ({}, {"X-CSRFToken": token, "Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}, False),
        ({"csrfmiddlewaretoken": token}, HTTPS, True),
    ]
    for fields, headers, secure in ways:
        with back_again(client):
            form = desk.form(**FORMS[route.name], **fields)
            answer = client.post(path, form, headers=headers, secure=secure)
            assert answer.status_code == expected("send")[route.name, "host"], (fields, headers)


@pytest.mark.slow
@pytest.mark.parametrize("come", [stranger, watcher, strict], ids=lambda each: each.__name__)
def test_looking_changes_no_row(come: Any) -> None:
    """Also with everything in the address that a form would say."""
    dice, cards = dice_table(), card_table()
    for desk in (dice, cards):
        client = come(desk)
        before = everything(but=set())
        for route in routes():
            query = urlencode(desk.form(**FORMS[route.name]))
            for method in ("GET", "HEAD"):
                client.generic(method, f"{path_of(route, desk)}?{query}")
        assert everything(but=set()) == before
        assert come is strict or "sessionid" not in client.cookies
