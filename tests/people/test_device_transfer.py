"""Moving a guest to another device: a code that works once, for ten minutes."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.people.device_transfer import LIVES, make_code, redeem_code
from scorekeeper.people.identity import DEVICE
from scorekeeper.people.models import Device, DeviceTransferCode, Group, Member, Person
from tests.factories import SampleTable, Writer, new_writer
from tests.server_process import ROOT

pytestmark = pytest.mark.django_db


def made(client: Client) -> str:
    """The code that a page shows after a tap."""
    answer = client.post("/move/")
    assert answer.status_code == 200
    found = re.search(r'class="code" dir="ltr"><span>(\w{4})</span> <span>(\w{4})</span>', answer.text)
    assert found
    return found[1] + found[2]


def bring(client: Client, code: str, **more: str) -> Any:
    return client.post("/move/", {"code": code, **more})


def test_app_becomes_phone_of_same_person() -> None:
    desk = SampleTable()
    code = made(desk.writer.client())
    app = Client()
    assert "Move your games here" in app.get("/").text
    answer = bring(app, f"{code[:4].lower()} {code[4:]}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert app.get(desk.url()).status_code == 200
    assert app.session["_auth_user_id"] == str(desk.writer.person.pk)
    device = app.session[DEVICE]
    assert device != desk.writer.device
    assert Device.objects.get(pk=device).person == desk.writer.person
    assert not DeviceTransferCode.objects.exists()


def test_code_works_once_and_new_one_ends_old_one() -> None:
    who = new_writer().client()
    old, new = made(who), made(who)
    assert bring(Client(), old).status_code == 422
    assert bring(Client(), new).status_code == 303
    again = bring(Client(), new)
    assert again.status_code == 422
    assert new in again.text
    assert "no longer works" in again.text


def test_code_lives_ten_minutes() -> None:
    who = new_writer().person
    code = make_code(who)
    DeviceTransferCode.objects.update(ends=timezone.now() - timedelta(seconds=1))
    assert redeem_code(code) is None
    assert timedelta(minutes=10) == LIVES
    make_code(new_writer().person)  # making a code deletes expired ones
    assert DeviceTransferCode.objects.count() == 1


def test_transfer_code_is_stored_as_digest() -> None:
    code = make_code(new_writer().person)
    assert code not in repr(DeviceTransferCode.objects.values_list())


def test_browser_with_own_games_is_asked_before_merging() -> None:
    mine, other = SampleTable(), SampleTable()
    code = made(mine.writer.client())
    client = other.writer.client()
    answer = bring(client, code)
    assert answer.status_code == 422
    assert "Merge the games of both phones?" in answer.text
    assert client.get(other.url()).status_code == 200
    assert DeviceTransferCode.objects.count() == 1
    assert bring(client, code, both="1").status_code == 303
    for browser in (client, mine.writer.client()):
        assert [browser.get(desk.url()).status_code for desk in (mine, other)] == [200, 200]


def test_confirmation_names_groups_of_code() -> None:
    """Accepting the code of another person would give that person the guest's games for good."""
    other, mine = SampleTable(names=["Dev", "Eva"]), SampleTable()
    Group.objects.filter(pk=other.group.pk).update(name="Card <sharks>")
    code, client = made(other.writer.client()), mine.writer.client()
    pages = [client.get("/move/", {"code": code}), bring(client, code)]
    assert [page.status_code for page in pages] == [200, 422]
    for page in pages:
        assert "plays in Card &lt;sharks&gt;." in page.text
        assert "This cannot be undone." in page.text
    Group.objects.filter(pk=other.group.pk).update(name="")
    assert "plays in Dev, Eva." in bring(client, code).text
    Member.objects.filter(group=other.group).delete()
    assert "is in no group" in bring(client, code).text
    assert "Card" not in Client().get("/move/", {"code": code}).text
    assert DeviceTransferCode.objects.count() == 1


def test_looking_does_not_reveal_owner_of_code() -> None:
    client = SampleTable().writer.client()
    for _ in range(9):
        answer = client.get("/move/", {"code": "22222222"})
        assert (answer.status_code, "no longer works" in answer.text) == (200, True)
        assert "Merge the games" not in answer.text
    code = make_code(new_writer().person)
    assert client.get("/move/", {"code": code}).status_code == 429
    assert bring(client, code).status_code == 429


def test_logged_in_person_is_not_merged_with_another() -> None:
    code, other = made(new_writer().client()), new_writer()
    Person.objects.filter(pk=other.person.pk).update(has_account=True)
    client = other.client()
    for more in ({}, {"both": "1"}):
        answer = bring(client, code, **more)
        assert answer.status_code == 422
        assert "Log out first" in answer.text
    assert DeviceTransferCode.objects.count() == 1
    assert client.session["_auth_user_id"] == str(other.person.pk)


def test_account_without_games_moves_too() -> None:
    who = new_writer()
    Member.objects.all().delete()
    assert who.client().post("/move/").status_code == 422
    Person.objects.filter(pk=who.person.pk).update(has_account=True)
    app = Client()
    bring(app, made(who.client()))
    assert app.session["_auth_user_id"] == str(who.person.pk)


def test_qr_code_leads_to_code_without_using_it() -> None:
    desk = SampleTable()
    host = desk.writer.client()
    page = host.post("/move/").text
    code = made(host)
    assert page.count("<svg") == 1, "the code as a picture"
    link = f"/move/?code={code}"
    for client in (Client(), Client(), new_writer().client()):
        for _ in range(2):
            answer = client.get(link)
            assert answer.status_code == 200
            assert f'value="{code}"' in answer.text
    assert DeviceTransferCode.objects.count() == 1
    assert not Person.objects.filter(merged_into__isnull=False).exists()
    app = Client()
    app.get(link)
    assert bring(app, code).status_code == 303
    assert app.get(desk.url()).status_code == 200
    assert bring(Client(), code).status_code == 422


@pytest.mark.parametrize("code", ["", "x", '"><script>', "0" * 60, "22222222"])
def test_invalid_link_shows_page_to_type(code: str) -> None:
    answer = Client().get("/move/", {"code": code})
    assert answer.status_code == 200
    assert "<script>" not in answer.text


def test_page_of_stranger_offers_no_transfer() -> None:
    who = new_writer()
    for client in (Client(), who.client()):
        assert client.get("/move/").status_code == 200
    assert Client().post("/move/").status_code == 422
    assert not DeviceTransferCode.objects.exists()


def test_nine_wrong_codes_minute_are_enough() -> None:
    for _ in range(9):
        assert bring(Client(), "22222222").status_code == 422
    answer = bring(Client(), "22222222")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert 'value="22222222"' in answer.text
    who: Writer = new_writer()
    code = make_code(who.person)
    assert bring(Client(REMOTE_ADDR="198.51.100.7"), code).status_code == 303


def test_key_of_session_is_another_one() -> None:
    client, planted = Client(), "k" * 32
    client.cookies["sessionid"] = planted
    bring(client, made(new_writer().client()))
    assert client.cookies["sessionid"].value not in ("", planted)


def test_manifest_images_exist() -> None:
    answer = Client().get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert "Set-Cookie" not in answer.headers
    manifest = json.loads(answer.text)
    assert (manifest["display"], manifest["start_url"], manifest["id"]) == ("standalone", "/", "/")
    kinds = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= kinds
    for icon in manifest["icons"]:
        data = (ROOT / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            assert data[:8] == b"\x89PNG\r\n\x1a\n"
            wide, high = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
            assert f"{wide}x{high}" == icon["sizes"]
    assert 'rel="manifest" href="/manifest.webmanifest"' in Client().get("/").text
