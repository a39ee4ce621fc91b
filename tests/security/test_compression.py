"""Pages with a link or a code are not compressed: their length would reveal it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.people import invite_links
from scorekeeper.play.access_links import token_of
from tests.factories import HTMX
from tests.security.matrix import path_of, visits_of

pytestmark = pytest.mark.django_db


def text_of(answer: Any) -> tuple[str, bool]:
    """Return the text of a response, and whether it was compressed."""
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(answer.content) if packed else answer.content).decode(), packed


def pages(role: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield the pages of a role: name, whether it contains a link, whether it was compressed."""
    for route, client, desk in visits_of(role):
        for headers in ({}, HTMX):
            answer = client.get(path_of(route, desk), headers={"Accept-Encoding": "gzip", **headers})
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                text, packed = text_of(answer)
                tokens = token_of(desk.session), invite_links.invite_token(desk.group)
                yield route.name, any(token in text for token in tokens), packed


@pytest.mark.slow
def test_pages_with_link_are_not_compressed_and_others_are() -> None:
    found = [*pages("host"), *pages("known_watcher")]
    compressed = {name for name, _holds, packed in found if packed}
    assert {name for name, holds, _packed in found if holds} == {
        "invite",
        "television",
        "group_invite",
        "group_join",
    }
    assert not compressed & {
        "invite",
        "group_invite",
        "group_join",
        "big_screen",
        "television",
        "device_transfer",
        "recovery_codes",
    }
    assert {"home", "table", "log", "change", "group", "money"} <= compressed


@pytest.mark.parametrize(("path", "form"), [("/move/", {}), ("/you/codes/", {"do": "make"})])
def test_codes_that_are_shown_once_are_not_compressed_either(path: str, form: dict[str, str]) -> None:
    for route, client, _desk in visits_of("host"):
        if route.pattern.strip("/") == path.strip("/"):
            answer = client.post(path, form, headers={"Accept-Encoding": "gzip"})
            assert (answer.status_code, text_of(answer)[1]) == (200, False)
            return
    pytest.fail(f"no route at {path}")
