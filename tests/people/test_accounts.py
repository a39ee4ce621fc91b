"""Accounts without a passkey: recovery codes, the offer to guests, logging out."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest
from django.contrib.sessions.models import Session as StoredSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.people.device_transfer import make_code
from scorekeeper.people.models import Device, DeviceTransferCode, Person, RateLimitCounter, RecoveryCode
from scorekeeper.people.rate_limits import LIMITS, Limit
from scorekeeper.people.recovery_codes import CODES, COUNT, make_codes, person_of_code, unused_codes
from scorekeeper.play import access_links
from scorekeeper.play.models import Session
from tests.factories import HTMX, SampleTable, Writer, new_writer
from tests.security.cast import with_pass

pytestmark = pytest.mark.django_db
LINE = "Keep your games even if you lose this phone"


def kept() -> Writer:
    who = new_writer()
    make_codes(who.person)
    Person.objects.filter(pk=who.person.pk).update(has_account=True)
    who.person.refresh_from_db()
    return who


def over(**more: object) -> SampleTable:
    """A game that is over: the whole sheet of two, quickly."""
    desk = SampleTable("crag", **more)  # type: ignore[arg-type]
    for player in ("1", "2"):
        desk.writer.client().post(desk.url("go_home"), desk.form(player=player))
    assert Session.objects.get(pk=desk.session.pk).finished
    return desk


def signs_in(client: Client, code: str) -> object:
    return client.post("/you/sign-in/", {"code": code})


# --- the offer of an account --------------------------------------------------------------------------------


def test_account_is_offered_after_first_game() -> None:
    desk = SampleTable("crag")
    client = desk.writer.client()
    for address in ("/", desk.url()):
        assert LINE not in client.get(address).text
    for player in ("1", "2"):
        client.post(desk.url("go_home"), desk.form(player=player))
    for address in ("/", desk.url()):
        assert client.get(address).text.count(LINE) == 1


def test_dismissed_account_prompt_stays_away() -> None:
    desk = over()
    client = desk.writer.client()
    answer = client.post("/you/", {"do": "hush", "table": desk.address})
    assert answer.headers["Location"] == desk.url()
    for address in ("/", desk.url(), over(writer=desk.writer).url()):
        assert LINE not in client.get(address).text
    assert LINE in client.get("/you/").text, "who looks for it finds it"


@pytest.mark.parametrize("table", ["//evil.example", "https://evil.example", "", "a/b", "é" * 12, "x" * 50])
def test_next_page_is_table_of_this_site_or_home(table: str) -> None:
    client = new_writer().client()
    form = {"do": "hush", "table": table, "next": "https://evil.example"}
    assert client.post("/you/", form).headers["Location"] == "/"


def test_account_is_not_offered_to_members_and_spectators() -> None:
    desk = over()
    assert LINE not in with_pass(Client(), desk).get(desk.url()).text
    assert LINE not in with_pass(new_writer().client(), desk).get(desk.url()).text
    Person.objects.filter(pk=desk.writer.person.pk).update(has_account=True)
    assert LINE not in desk.writer.client().get(desk.url()).text


def test_cached_table_differs_once_account_offer_is_gone() -> None:
    desk = over()
    client = desk.writer.client()
    etag = client.get(desk.url(), headers=HTMX).headers["ETag"]
    assert client.get(desk.url(), headers={**HTMX, "If-None-Match": etag}).status_code == 304
    client.post("/you/", {"do": "hush"})
    assert client.get(desk.url(), headers={**HTMX, "If-None-Match": etag}).status_code == 200


def test_page_of_stranger_creates_no_person() -> None:
    client = Client()
    assert "Nobody needs an account here" in client.get("/you/").text
    for page in ("passkeys", "codes", "sign-out"):
        for answer in (client.get(f"/you/{page}/"), client.post(f"/you/{page}/", {"do": "here"})):
            assert (answer.status_code, answer.headers["Location"]) == (303, "/you/")
    assert Person.objects.count() == StoredSession.objects.count() == 0


def test_page_costs_as_much_however_much_was_played() -> None:
    who = kept()
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert who.client().get("/you/").status_code == 200
        costs.append(len([each for each in asked.captured_queries if "SELECT" in str(each["sql"])]))
        for _game in range(4):
            over(writer=who)
    assert costs[0] == costs[1]


def test_missing_mail_server_is_explained() -> None:
    client = new_writer().client()
    assert "This server sends no e-mail" in client.get("/you/").text
    for answer in (
        client.get("/you/mail/"),
        client.post("/you/mail/", {"do": "send", "address": "a@example.org"}),
    ):
        assert answer.status_code == 404
    assert "code by e-mail" not in Client().get("/you/sign-in/").text


# --- codes on paper --------------------------------------------------------------------------------------


def shown(client: Client) -> list[str]:
    answer = client.post("/you/codes/", {"do": "make"})
    assert answer.headers["Cache-Control"] == "no-store"
    return re.findall(r"<li>((?:\w{4} ){3}\w{4})</li>", answer.text)


def test_ten_codes_each_of_which_works_once() -> None:
    who = new_writer()
    client = who.client()
    carried, before = make_code(who.person), client.cookies["sessionid"].value
    codes = shown(client)
    assert len(set(codes)) == COUNT
    assert Person.objects.get(pk=who.person.pk).has_account
    assert client.cookies["sessionid"].value != before, "whose rights rise gets another key"
    assert not DeviceTransferCode.objects.exists(), carried
    assert not any(code in client.get("/you/codes/").text for code in codes)
    app = Client()
    assert signs_in(app, codes[3].lower().replace(" ", "-")).status_code == 303  # type: ignore[attr-defined]
    assert app.session["_auth_user_id"] == str(who.person.pk)
    assert signs_in(Client(), codes[3]).status_code == 422  # type: ignore[attr-defined]
    assert "9 codes are left" in client.get("/you/codes/").text


def test_lost_codes_can_be_replaced() -> None:
    """The only response that shows them also sets a new key: both may be lost with it."""
    who = new_writer()
    client, lost = who.client(), Client()
    lost.cookies = deepcopy(client.cookies)
    unseen = shown(lost)
    codes = shown(client)
    assert Person.objects.count() == 1
    assert client.session["_auth_user_id"] == str(who.person.pk)
    assert signs_in(Client(), unseen[0]).status_code == 422  # type: ignore[attr-defined]
    assert signs_in(Client(), codes[0]).status_code == 303  # type: ignore[attr-defined]


def test_fresh_codes_void_old_ones() -> None:
    client = new_writer().client()
    old, new = shown(client), shown(client)
    assert signs_in(Client(), old[0]).status_code == 422  # type: ignore[attr-defined]
    assert signs_in(Client(), new[0]).status_code == 303  # type: ignore[attr-defined]


def test_last_code_leaves_guest() -> None:
    who = new_writer()
    codes = make_codes(who.person)
    for code in codes:
        assert signs_in(Client(), code).status_code == 303  # type: ignore[attr-defined]
        assert Person.objects.get(pk=who.person.pk).has_account is (code != codes[-1])


def test_only_digests_are_stored_and_code_is_long() -> None:
    codes = make_codes(new_writer().person)
    stored = repr(RecoveryCode.objects.values_list())
    assert not any(code in stored or code.replace(" ", "") in stored for code in codes)
    assert CODES.normalize(codes[0]) == codes[0].replace(" ", "")
    assert 32 ** len(CODES.normalize(codes[0]) or "") == 2**80
    for typed in ("", "7KQM 2XHD", "O" * 16, codes[0] + "A", "é" * 16):
        assert CODES.normalize(typed) is None


def test_disabled_or_merged_person_has_no_code() -> None:
    who = new_writer()
    [code, *_] = make_codes(who.person)
    Person.objects.filter(pk=who.person.pk).update(is_active=False)
    assert person_of_code(code.replace(" ", "")) is None
    assert RecoveryCode.objects.count() == COUNT


def test_wrong_codes_are_counted_and_right_ones_are_not() -> None:
    who = new_writer()
    codes = make_codes(who.person)
    for code in codes[:9]:
        assert signs_in(Client(), code).status_code == 303  # type: ignore[attr-defined]
    for _ in range(9):
        assert signs_in(Client(), "2" * 16).status_code == 422  # type: ignore[attr-defined]
    answer = Client().post("/you/sign-in/", {"code": codes[9]})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert codes[9] in answer.text, "what was typed stays"


def test_logins_of_one_account_are_limited() -> None:
    """From however many addresses: 30 times in ten minutes."""
    who = kept()
    taken = 0
    for number in range(40):
        [code, *_] = make_codes(who.person)
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        taken += client.post("/you/sign-in/", {"code": code}).status_code == 303
    assert taken == 30


def test_code_stays_valid_after_too_many_logins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "login of a person", Limit(1))
    who = kept()
    codes = make_codes(who.person)
    assert signs_in(Client(), codes[0]).status_code == 303  # type: ignore[attr-defined]
    assert signs_in(Client(), codes[1]).status_code == 429  # type: ignore[attr-defined]
    assert unused_codes(who.person) == 9
    monkeypatch.setitem(LIMITS, "login of a person", Limit(2))
    assert signs_in(Client(), codes[1]).status_code == 303  # type: ignore[attr-defined]


def test_login_merges_games_of_guest() -> None:
    who, desk = kept(), SampleTable()
    [code, *_] = make_codes(who.person)
    client = desk.writer.client()
    old = client.cookies["sessionid"].value
    assert "are added to yours" in client.get("/you/sign-in/").text
    assert signs_in(client, code).status_code == 303  # type: ignore[attr-defined]
    assert client.get(desk.url()).status_code == 200
    assert who.client().get(desk.url()).status_code == 200
    assert not StoredSession.objects.filter(session_key=old).exists()


def test_login_page_redirects_person_logged_in() -> None:
    other, who = kept(), kept()
    [code, *_] = make_codes(other.person)
    client = who.client()
    for answer in (client.get("/you/sign-in/"), client.post("/you/sign-in/", {"code": code})):
        assert (answer.status_code, answer.headers["Location"]) == (303, "/you/")
    assert RecoveryCode.objects.filter(person=other.person).count() == COUNT


# --- the way out -----------------------------------------------------------------------------------------


def test_logout_removes_all_from_this_phone() -> None:
    who, watched = kept(), SampleTable()
    client, copied = with_pass(who.client(), watched), Client()
    copied.cookies["sessionid"] = client.cookies["sessionid"].value
    code = make_code(who.person)
    assert client.get(watched.url()).status_code == 200
    answer = client.post("/you/sign-out/", {"do": "here"})
    assert answer.status_code == 200
    assert 'data-forget="*"' in answer.text
    assert not client.cookies[access_links.COOKIE].value
    assert client.get(watched.url()).status_code == 404
    for browser in (client, copied):
        assert not browser.get("/").context["user"].is_authenticated
    assert not Device.objects.filter(pk=who.device).exists()
    assert Client().post("/move/", {"code": code}).status_code == 422
    assert who.client().get("/").context["user"].is_authenticated, "other phones stay"


def test_signing_out_everywhere_ends_every_session() -> None:
    desk = SampleTable()
    phones = [desk.writer.client() for _ in range(3)]
    other = new_writer().client()
    code = make_code(desk.writer.person)
    answer = phones[0].post("/you/sign-out/", {"do": "everywhere"})
    assert answer.status_code == 200
    for phone in phones:
        assert phone.get(desk.url()).status_code == 404
    assert other.get("/").context["user"].is_authenticated
    assert not Device.objects.filter(person=desk.writer.person).exists()
    assert Client().post("/move/", {"code": code}).status_code == 422


def test_codes_changed_on_another_phone_are_respected() -> None:
    """401, so the outbox keeps the entry; again after the response removed the dead session."""
    desk = SampleTable()
    phone, form = desk.writer.client(), desk.form(player="1", box="ones", points="1")
    desk.writer.client().post("/you/sign-out/", {"do": "everywhere"})
    for name in ("write", "write", "correct", "undo", "go_home", "draft"):
        answer = phone.post(desk.url(name), form, headers=HTMX)
        assert answer.status_code == 401
        assert "X-Ack" not in answer.headers
        phone.cookies.pop("sessionid", None)  # as a browser removes an expired cookie


def test_refusal_does_not_reveal_table() -> None:
    desk, dead = SampleTable(), Client()
    answers = []
    for address in (desk.address, "zzzzzzzzzzzz"):
        dead.cookies["sessionid"] = "a" * 32
        for client in (dead, Client()):
            answer = client.post(f"/table/{address}/write/", {"seen": "0"}, headers=HTMX)
            answers.append((answer.status_code, answer.content))
    assert set(answers) == {(401, answers[0][1])}


def test_logout_warns_guest_of_loss() -> None:
    assert "you cannot come back to them" in new_writer().client().get("/you/sign-out/").text
    assert "you cannot come back to them" not in kept().client().get("/you/sign-out/").text


@pytest.mark.parametrize("do", ["", "elsewhere"])
def test_logout_has_no_other_route(do: str) -> None:
    client = new_writer().client()
    assert client.post("/you/sign-out/", {"do": do}).status_code == 404
    assert client.get("/").context["user"].is_authenticated


def test_routes_of_allauth_are_not_found() -> None:
    for path in (
        "accounts/",
        "accounts/login/",
        "accounts/signup/",
        "accounts/2fa/",
        "_allauth/browser/v1/config",
    ):
        for answer in (Client().get(f"/{path}"), Client().post(f"/{path}")):
            assert answer.status_code == 404
    assert not RateLimitCounter.objects.exists()
