"""How a player is paid: links and names, set on the page of the player."""

from __future__ import annotations

import pytest

from scorekeeper.people.payment_links import links_error, payment_links, tidy_links
from tests.factories import SampleTable, new_writer

from .player_pages import at, edit, named, two_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return two_tables()


def test_ways_to_pay(desk: SampleTable) -> None:
    typed = "https://paypal.me/bo\r\n  @bo-pays \r\n\r\nmailto:bo@example.org"
    assert edit(desk, "Bo", links=typed).status_code == 303
    ways = payment_links(named("Bo").payment_links)
    assert [(way.text, way.href) for way in ways] == [
        ("https://paypal.me/bo", "https://paypal.me/bo"),
        ("@bo-pays", ""),
        ("mailto:bo@example.org", ""),
    ]
    assert ways[0].short == "paypal.me/bo"


def test_payment_links_are_set_by_member_or_owner(desk: SampleTable) -> None:
    his, other = new_writer(desk.group), new_writer(desk.group)
    his.client().post(at("people", desk), {"player": named("Bo").address})
    assert edit(desk, "Bo", by=his, links="@bo").status_code == 303
    refused = edit(desk, "Bo", by=other, links="@thief")
    assert refused.status_code == 422
    assert "Only the member or the group’s owner" in refused.text
    assert 'id="wrong-links"' in refused.text
    assert named("Bo").payment_links == "@bo"
    page = other.client().get(at("player_edit", desk, named("Bo").address)).text
    assert " readonly>@bo<" in page
    assert edit(desk, "Bo", by=other, left="on").status_code == 303  # the rest is anybody's
    assert edit(desk, "Bo", links="@bo2").status_code == 303
    assert edit(desk, "Cleo", by=other, links="@cleo").status_code == 303


@pytest.mark.parametrize(
    "odd",
    [
        "javascript:alert(1)",
        "  JavaScript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "a\x00b",
        "a\u202eb",
        "x" * 201,
        "1\n2\n3\n4",
    ],
)
def test_script_url_is_refused(desk: SampleTable, odd: str) -> None:
    answer = edit(desk, "Bo", links=odd)
    assert answer.status_code == 422
    assert 'id="wrong-links"' in answer.text
    assert named("Bo").payment_links == ""
    assert links_error(tidy_links(odd))


@pytest.mark.parametrize(
    "text", ["http://", "https:///x", "http://[", "https://a b", "ftp://x.org", "HTTPS ://x"]
)
def test_only_web_addresses_are_links(text: str) -> None:
    assert [way.href for way in payment_links(text)] == [""]


def test_forged_payment_links_are_not_shown() -> None:
    assert payment_links("javascript:alert(1)") == []


@pytest.mark.parametrize(
    "typed", ["paypal.me/ana", "wise.com/pay/me/ana-b", "www.bank.example", "my-bank.co.uk/x?y=1"]
)
def test_plain_address_becomes_link(typed: str) -> None:
    (way,) = payment_links(typed)
    assert (way.href, way.short) == (f"https://{typed}", typed)


@pytest.mark.parametrize(
    "typed",
    [
        "DE89 3704 0044 0532 0130 00",
        "ana@bank.example/x",
        "St.Gallen/Bahnhof",
        "paypal.me",
        "paypal.me/",
        "1.50/2.50",
        "+49 170 1234567",
        "ana.b or cash/card",
        "localhost/x",
        "//paypal.me/ana",
        "javascript.com:alert/x",
    ],
)
def test_unusual_url_stays_text(typed: str) -> None:
    assert [way.href for way in payment_links(typed)] == [""]
