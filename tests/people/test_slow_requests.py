"""Slow requests: learned, counted, run one at a time, refused at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from scorekeeper.core.web.rate_counters import RateCounter
from scorekeeper.games.dice_sheet.score_tables import points_address
from scorekeeper.people import slow_requests
from scorekeeper.people.models import Group
from scorekeeper.people.rate_limits import HOUR, RateLimitError
from scorekeeper.people.slow_requests import (
    REMEMBERED,
    RETRY_SECONDS,
    SLOW_FIRST_SECONDS,
    SLOW_SECONDS,
    SlowPages,
    SlowRequestMiddleware,
    machine_slowness,
)
from tests.factories import SampleTable, new_writer

pytestmark = pytest.mark.django_db
EXPORTS = ("export_group", "export_page", "export_results", "export_ledger")


class OccupiedLane:
    """Occupy the lane in another thread."""

    def __enter__(self) -> None:
        self.ends, self.began = False, False
        self.thread = Thread(target=self.occupy)
        self.thread.start()
        while not self.began:
            time.sleep(0.001)

    def __exit__(self, *_: Any) -> None:
        self.ends = True
        self.thread.join()

    def occupy(self) -> None:
        with slow_requests.slow_request_slot():
            self.began = True
            while not self.ends:
                time.sleep(0.001)


def own(client: Client) -> str:
    return Group.objects.get(member__person=client.session["_auth_user_id"]).address


def test_slow_lane_has_one_request() -> None:
    with OccupiedLane(), pytest.raises(RateLimitError), slow_requests.slow_request_slot():
        pass
    with (
        slow_requests.slow_request_slot(),
        slow_requests.slow_request_slot(),
    ):  # of one thread as often as it likes
        pass


@pytest.mark.parametrize("name", EXPORTS)
def test_export_is_refused_while_lane_is_taken(name: str) -> None:
    client = new_writer().client()
    address = reverse(name, args=[own(client)])
    with OccupiedLane():
        answer: Any = client.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (429, str(RETRY_SECONDS))
    assert "busy with something large" in answer.text
    assert answer["Refresh"] == str(RETRY_SECONDS)
    assert client.get(address).status_code == 200


def test_exports_are_counted(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.FORMS_A_MINUTE = 600  # as where people play
    monkeypatch.setattr(slow_requests, "_of_one", RateCounter(2, HOUR))
    client = new_writer().client()
    answers = [client.get(reverse(name, args=[own(client)])) for name in EXPORTS]
    assert [each.status_code for each in answers] == [200, 200, 429, 429]
    assert 3000 < int(answers[2]["Retry-After"]) <= 3600


def slow(seconds: float) -> SlowRequestMiddleware:
    """Make every page of a site slow."""

    def page(request: HttpRequest) -> HttpResponse:
        refused = site.process_view(request, page, (), {"group": "abc"})
        started = time.thread_time()
        while refused is None and time.thread_time() - started < seconds * machine_slowness():
            pass
        return refused or HttpResponse()

    site = SlowRequestMiddleware(page)
    site.warm.add("GET ")
    return site


def test_first_request_of_process_is_not_logged() -> None:
    """It reads templates and texts, which no other does."""
    site = slow(SLOW_SECONDS * 1.5)
    site.warm.clear()
    with OccupiedLane():
        assert [asked(site), asked(site), asked(site)] == [200, 200, 429]


def test_first_request_of_process_is_logged_if_very_slow() -> None:
    """Templates take a third of a second, so that a page of a second is slow by itself."""
    site = slow(SLOW_FIRST_SECONDS * 1.2)
    site.warm.clear()
    with OccupiedLane():
        assert [asked(site), asked(site)] == [200, 429]


def asked(site: SlowRequestMiddleware) -> int:
    request = RequestFactory().get("/")
    request.user = new_writer().person
    return site(request).status_code


def test_page_measured_as_slow_uses_lane() -> None:
    site = slow(SLOW_SECONDS * 1.5)
    with OccupiedLane():
        assert [asked(site), asked(site)] == [200, 429]
    assert asked(site) == 200


def test_page_that_is_fast_again_leaves_lane() -> None:
    site, quick = slow(SLOW_SECONDS * 1.5), slow(0)
    asked(site)
    quick.known = site.known
    with OccupiedLane():
        assert asked(quick) == 429
    assert asked(quick) == 200
    with OccupiedLane():
        assert asked(quick) == 200


def test_memory_of_slow_requests_is_limited() -> None:
    known = SlowPages()
    known.learn([("page", str(number)) for number in range(REMEMBERED)], 1)
    assert not known.any([("page", str(REMEMBERED // 2 - 1))])
    assert known.any([("page", str(REMEMBERED // 2))])


def test_pages_of_large_group_count_as_slow_until_measured() -> None:
    known = SlowPages()
    known.learn([("money", "small")], 0)
    known.learn([("money", "large"), ("money", "session")], 1)
    assert [known.any([(page, "large")]) for page in ("money", "games")] == [True, True]
    assert [known.any([("games", whose)]) for whose in ("small", "session")] == [False, True]
    known.learn([("games", "large")], 0)
    assert [known.any([(page, "large")]) for page in ("money", "games")] == [True, False]


def test_quick_page_passes_taken_lane() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    with OccupiedLane():
        for address in ("/", desk.url(), "/import/"):
            assert client.get(address).status_code == 200


def test_table_is_never_refused() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    keys = [("GET table", desk.address), ("POST write_note", desk.address), ("GET lines", desk.address)]
    site = next(each for each in middlewares(client) if isinstance(each, SlowRequestMiddleware))
    site.known.learn(keys, 1)
    with OccupiedLane():
        assert client.get(desk.url()).status_code == 200
        assert client.post(desk.url("write_note")).status_code != 429
        assert client.get(desk.url("log")).status_code == 429


@pytest.mark.parametrize("address", ["/sw.js", "/offline/", "/manifest.webmanifest", "{points}"])
def test_files_for_use_offline_are_never_refused(address: str) -> None:
    """Two phones of a person with a slow page fetch them at the same time."""
    desk = SampleTable()
    client = desk.writer.client()
    site = next(each for each in middlewares(client) if isinstance(each, SlowRequestMiddleware))
    site.known.learn([("GET home", f"session {client.cookies['sessionid'].value}")], 1)
    with OccupiedLane():
        assert client.get("/").status_code == 429
        assert client.get(address.format(points=points_address(desk.table))).status_code == 200


def test_slow_page_of_the_coach_uses_lane() -> None:
    client = Client()
    site = next(each for each in middlewares(client) if isinstance(each, SlowRequestMiddleware))
    site.known.learn([("GET ask_coach", "coach crag")], 1)
    with OccupiedLane():
        assert client.get("/coach/crag/").status_code == 429
        assert client.get("/coach/general/").status_code == 200
    assert client.get("/coach/crag/").status_code == 200


def middlewares(client: Client) -> Iterator[Any]:
    """Return the middleware of a client's request, from the outside in."""
    client.get("/")
    found: Any = client.handler._middleware_chain  # type: ignore[attr-defined]
    while found is not None:
        found = getattr(found, "__wrapped__", found)
        yield found
        found = getattr(found, "get_response", None)
