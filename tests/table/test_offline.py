"""The offline page and the service worker: the same for all, without names, cached briefly."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import SampleTable

pytestmark = pytest.mark.django_db
NAMES = ["Wilhelmine", "Bartholomeus"]


def test_shell_is_same_for_everybody() -> None:
    desk = SampleTable(names=NAMES)
    mine, anybodys = desk.writer.client().get("/offline/"), Client().get("/offline/")
    assert mine.content == anybodys.content
    assert not anybodys.cookies
    assert not any(name in mine.text for name in NAMES)


def test_service_worker_is_revalidated() -> None:
    answer = Client().get("/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert not re.search(r"%[A-Z]+%", answer.text)
    release = re.search(r'CACHE\s*=\s*"scorekeeper ([^"]+)"', answer.text)
    assert release
    again = re.search(r'CACHE\s*=\s*"scorekeeper ([^"]+)"', Client().get("/sw.js").text)
    assert again
    assert release[1] == again[1]


def test_files_cached_by_worker_exist() -> None:
    cached = re.search(r'CACHED\s*=\s*"([^"]+)"', Client().get("/sw.js").text)
    assert cached
    assert cached[1].split()[0] == "/offline/?in=en"
    assert all(each.startswith("/static/") for each in cached[1].split()[1:])


def test_new_shell_is_new_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever of it changes, old caches go."""
    before = Client().get("/sw.js").text
    monkeypatch.setattr("scorekeeper.table.views.offline.render_to_string", lambda _name: "another")
    assert Client().get("/sw.js").text != before


@pytest.mark.parametrize("address", ["/sw.js", "/offline/"])
def test_offline_page_is_read_only(address: str) -> None:
    assert Client().post(address).status_code == 405
    assert Client().head(address).status_code == 200
