"""The invitation of a table: link, code, picture and reachable address."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from scorekeeper.core.conf import home_mode
from scorekeeper.play.models import Session
from scorekeeper.table import invitations
from tests.factories import SampleTable
from tests.security.cast import everything

from .join_links import link, watcher

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable(names=["Ana", "Bo"])


def test_invite_shows_link_and_code_and_get_writes_nothing(desk: SampleTable) -> None:
    client = desk.writer.client()
    before = everything()
    page = client.get(desk.url("invite"))
    assert page.status_code == 200
    assert "Show a code to type" in page.text
    assert re.search(r"<small>0 of \d players are in · 1 phone</small>", page.text)
    assert everything() == before
    answer = client.post(desk.url("invite"))
    assert (answer.status_code, answer.headers["Location"]) == (303, desk.url("invite"))
    desk.session.refresh_from_db()
    code = invitations.join_code(desk.session)
    assert code
    before = everything()
    page = client.get(desk.url("invite"))
    assert f"<span>{code[:4]}</span> <span>{code[4:]}</span>" in page.text
    assert "The code works for 15 more minutes; the link keeps working." in page.text
    assert f'data-link="http://testserver{link(desk)}"' in page.text
    assert everything() == before


def test_code_page_refreshes_itself(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """The big screen at the end, the invite when its minutes change; pages without code never."""
    client = desk.writer.client()
    for name in ("big_screen", "invite"):
        assert "data-reload-after" not in client.get(desk.url(name)).text
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    for left, at_the_screen, at_the_invitation in ((629.5, 630, 30), (600, 600, 60), (0.5, 1, 1)):
        Session.objects.update(code_expires=now + timedelta(seconds=left))
        assert again(client.get(desk.url("big_screen"))) == at_the_screen
        assert again(client.get(desk.url("invite"))) == at_the_invitation


def again(page: Any) -> int:
    """In how many seconds a page looks again."""
    found = re.search(r'data-reload-after="(\d+)"', page.text)
    assert found
    return int(found[1])


def test_picture_is_drawn_without_style_of_its_own(desk: SampleTable) -> None:
    picture = re.search(r"<svg.*?</svg>", desk.writer.client().get(desk.url("invite")).text, re.DOTALL)
    assert picture
    assert "style" not in picture[0]
    wide = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture[0])
    assert wide
    assert wide[1] == wide[2]
    assert (int(wide[1]) - 2 * 4 - 17) % 4 == 0  # a QR code, with four modules of margin


def test_watcher_may_show_link_but_opens_no_code(desk: SampleTable) -> None:
    client = watcher(desk)
    page = client.get(desk.url("invite")).text
    assert link(desk) in page
    assert "Show a code to type" not in page
    assert "Phones at this table" not in page
    assert client.post(desk.url("invite")).status_code == 404
    desk.session.refresh_from_db()
    assert desk.session.code_expires is None


@override_settings(ALLOWED_HOSTS=["*"])
@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("localhost:8000", "192.0.2.7:8000"),
        ("127.0.0.1:8000", "192.0.2.7:8000"),
        ("[::1]:8000", "192.0.2.7:8000"),
        ("localhost", "192.0.2.7"),
        ("192.0.2.99:8000", "192.0.2.99:8000"),
        ("pad.example", "pad.example"),
    ],
)
def test_invite_shows_reachable_address(
    desk: SampleTable, monkeypatch: pytest.MonkeyPatch, asked: str, shown: str
) -> None:
    monkeypatch.setattr(home_mode, "phone_addresses", lambda: ["192.0.2.7", "192.0.2.8"])
    page = desk.writer.client().get(desk.url("invite"), headers={"Host": asked}).text
    assert f'data-link="http://{shown}{link(desk)}"' in page
    assert "cannot open" not in page


@override_settings(ALLOWED_HOSTS=["*"])
def test_missing_reachable_address_is_explained(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_mode, "phone_addresses", list)
    page = desk.writer.client().get(desk.url("invite"), headers={"Host": "localhost:8000"}).text
    assert "Other phones cannot open this address." in page


@pytest.mark.parametrize(
    ("site", "shown"),
    [
        ("192.0.2.2:8402/join/", "192.0.2.2<wbr>:8402/<wbr>join/"),
        ("[2001:db8::1]:80/s&b/join/", "[2001:db8::1]<wbr>:80/<wbr>s&amp;b/<wbr>join/"),
    ],
)
def test_address_to_type_is_broken_between_its_parts(site: str, shown: str) -> None:
    assert invitations.Invitation("", site).site_in_lines == shown
