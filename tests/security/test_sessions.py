"""D4: session keys are renewed when permissions change, and end with them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session as StoredSession
from django.test import Client

from scorekeeper.people.recognise import SessionStore
from scorekeeper.play import access_links
from scorekeeper.play.access_links import token_of
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import invitations
from tests.factories import SampleTable, new_key, new_writer
from tests.http_client import Visitor as Browser
from tests.server_process import Server

from .cast import dice_table, seated, watcher, with_pass

pytestmark = pytest.mark.django_db


def key_of(client: Client) -> str:
    return client.cookies["sessionid"].value


def with_key(key: str) -> Client:
    """Another browser with a cookie that was copied, planted or made up."""
    client = Client()
    client.cookies["sessionid"] = key
    return client


def link_of(desk: SampleTable) -> str:
    return f"/join/{desk.address}/{token_of(Session.objects.get(pk=desk.session.pk))}/"


def planted() -> str:
    """Return the key of a session made beforehand by an attacker, without a person in it."""
    store = SessionStore()
    store["anything"] = 1
    store.save()
    assert store.session_key is not None
    return store.session_key


def begins(client: Client, _desk: SampleTable) -> None:
    form = {"name": ["Ana", "Bo"], "do": "start", "stake": "none", "key": new_key(), "another": "1"}
    assert client.post("/new/general/", form).status_code == 303


def sits(client: Client, desk: SampleTable) -> None:
    client.get(link_of(desk))
    assert client.post(desk.url("take_seat"), {"seat": "2"}).status_code == 303


@pytest.mark.parametrize("do", [begins, sits], ids=lambda each: each.__name__)
@pytest.mark.parametrize("key", [planted, lambda: "a" * 32], ids=["planted", "made up"])
def test_session_key_known_to_others_is_never_taken_over(do: object, key: object) -> None:
    desk, known = dice_table(), key()  # type: ignore[operator]
    client = with_key(known)
    do(client, desk)  # type: ignore[operator]
    assert key_of(client) != known
    assert not StoredSession.objects.filter(session_key=known).exists()
    assert with_key(known).get(desk.url()).status_code == 404


def test_sitting_down_renews_session_key() -> None:
    desk = dice_table()
    client = with_pass(new_writer().client(), desk)
    before = key_of(client)
    sits(client, desk)
    assert key_of(client) != before
    assert client.get(desk.url("participants")).status_code == 200
    assert with_key(before).get(desk.url("participants")).status_code == 404


def test_leaving_ends_session_and_copied_cookies() -> None:
    desk = dice_table()
    client = Client()
    sits(client, desk)
    copied = key_of(client)
    assert with_key(copied).get(desk.url()).status_code == 200
    assert client.post(desk.url("leave")).status_code == 200
    assert client.get(desk.url()).status_code == 404
    assert with_key(copied).get(desk.url()).status_code == 404
    assert not client.cookies[access_links.COOKIE].value


def test_removal_ends_access_at_once() -> None:
    desk = dice_table()
    client = Client()
    sits(client, desk)
    phone = Participation.objects.get(session=desk.session)
    copied = key_of(client)
    assert (
        desk.writer.client().post(desk.url("participants"), {"do": "remove", "phone": phone.pk}).status_code
        == 303
    )
    for browser in (client, with_key(copied)):
        assert browser.get(desk.url()).status_code == 403
        assert (
            browser.post(desk.url("write"), desk.form(player="2", box="ones", points="1")).status_code == 404
        )
        assert browser.post(desk.url("take_seat"), {"seat": "2"}).status_code == 404
    client.get(link_of(desk))
    assert client.get(desk.url()).status_code == 403
    assert client.post(desk.url("take_seat"), {"seat": "2"}).status_code == 404


def leaves(sits: Browser, _host: Browser) -> None:
    assert sits.ask("POST", f"{sits.table}leave/", {}).status == 200


def signs_out(sits: Browser, _host: Browser) -> None:
    assert sits.ask("POST", "/you/sign-out/", {"do": "here"}).status == 200


def is_removed(_sits: Browser, host: Browser) -> None:
    phone = re.search(r"\?remove=(\d+)", host.ask("GET", f"{host.table}phones/").text)
    assert phone is not None
    form = {"do": "remove", "phone": phone[1]}
    assert host.ask("POST", f"{host.table}phones/", form).status == 303


@pytest.mark.parametrize("again", [False, True], ids=["sat", "sat and scanned again"])
@pytest.mark.parametrize("goes", [leaves, signs_out, is_removed], ids=lambda each: each.__name__)
def test_cookies_of_removed_guest_open_nothing(
    server: Server, goes: Callable[[Browser, Browser], None], again: bool
) -> None:
    """Complete copies open no table, nor do those without the device cookie."""
    host = Browser(server).begin("Ana", "Bo")
    link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
    assert link is not None
    sits = Browser(server, table=host.table)
    sits.ask("GET", link[0])
    assert sits.look().status == 200
    assert sits.ask("POST", f"{host.table}sit/", {"seat": "2"}).status == 303
    if again:
        assert sits.ask("GET", link[0]).status == 302
    copied, token = dict(sits.cookies), sits.token()
    goes(sits, host)
    bare = {name: value for name, value in copied.items() if name != "sessionid"}
    for cookies in (dict(sits.cookies), copied, bare):
        browser = Browser(server, cookies, host.table)
        assert browser.look().status == 404
        assert browser.ask("POST", f"{host.table}sit/", {"seat": "2"}).status == 404
        assert browser.listen(token).status == 403


def test_new_link_ends_old_one_and_spectators() -> None:
    desk = dice_table()
    looks, plays, old = watcher(desk), seated(desk, 2).client(), link_of(desk)
    invitations.open_join_code(desk.address, Visitor(desk.writer.person))
    code = invitations.join_code(Session.objects.get(pk=desk.session.pk))
    assert looks.get(desk.url()).status_code == 200
    assert desk.writer.client().post(desk.url("participants"), {"do": "link"}).status_code == 303
    assert looks.get(desk.url()).status_code == 404
    assert looks.post(desk.url("take_seat"), {"seat": "2"}).status_code == 404
    assert Client().get(old).status_code == 404
    assert Client().post("/join/", {"code": code}).status_code == 422
    assert plays.get(desk.url()).status_code == 200
    assert Client().get(link_of(desk)).status_code == 302


def test_pass_opens_one_table_and_no_other() -> None:
    desk, other = dice_table(), dice_table()
    client = Client()
    client.get(link_of(desk))
    assert client.get(desk.url()).status_code == 200
    assert client.get(other.url()).status_code == 404
    stolen = client.cookies[access_links.COOKIE].value
    for forged in (
        stolen[:-1],
        stolen.swapcase(),
        stolen.replace(":", ".", 1),
        stolen + "=",
        "e30",
        "",
        "\x00",
    ):
        client.cookies[access_links.COOKIE] = forged
        assert client.get(desk.url()).status_code == 404, forged


def test_reading_never_renews_permissions() -> None:
    """Reading makes, changes and prolongs no session: the year is counted from the last write."""
    desk = dice_table()
    client = seated(desk, 2).client()
    before = sorted(StoredSession.objects.values_list())
    for name in ("table", "log", "rules", "change", "participants"):
        assert "sessionid" not in client.get(desk.url(name)).cookies
    assert sorted(StoredSession.objects.values_list()) == before
