"""Passkeys: bound to this site and one challenge."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from fido2.utils import websafe_encode
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.people import passkeys
from scorekeeper.people.models import Person, RateLimitCounter
from scorekeeper.people.recovery_codes import make_codes
from tests.factories import SampleTable, Writer, new_writer

from .software_passkey import SoftKey, add, ask, browser, enter

pytestmark = pytest.mark.django_db


def kept() -> tuple[Writer, Client, SoftKey]:
    """Return a person with a passkey, and their browser."""
    who, key = new_writer(), SoftKey()
    client = browser(who.client())
    assert add(client, key).status_code == 303
    return who, client, key


def test_passkey_makes_account_and_opens_it() -> None:
    who, key = new_writer(), SoftKey()
    client = browser(who.client())
    before = client.cookies["sessionid"].value
    answer = add(client, key, "  My   phone ")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/you/passkeys/?notice=added")
    assert client.cookies["sessionid"].value != before, "whose rights rise gets another key"
    assert Person.objects.get(pk=who.person.pk).has_account
    [passkey] = passkeys.passkeys_of(who.person)
    assert (passkey.name, passkey.used) == ("My phone", None)
    other = browser(Client())
    answer = enter(other, key)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert other.session["_auth_user_id"] == str(who.person.pk)
    assert passkeys.passkeys_of(who.person)[0].used


WRONG: dict[str, dict[str, Any]] = {
    "another site": {"site": "elsewhere.example"},
    "asked by another page": {"origin": "http://localhost.evil.example"},
    "asked over another port": {"origin": "http://localhost:81"},
    "asked over https": {"origin": "https://localhost"},
    "asked from within another page": {"cross": True},
    "another question": {"challenge": websafe_encode(b"x" * 32)},
    "for something else": {"type": "webauthn.else"},
    "nobody was there": {"flags": 0x04},
    "nobody showed who he is": {"flags": 0x01},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_answer_to_another_challenge_is_refused(wrong: str) -> None:
    who, client, key = kept()
    assert add(client, SoftKey(), **WRONG[wrong]).status_code == 422
    assert len(passkeys.passkeys_of(who.person)) == 1
    stranger = browser(Client())
    assert enter(stranger, key, **WRONG[wrong]).status_code == 422
    assert "_auth_user_id" not in stranger.session
    assert enter(stranger, key).status_code == 303


def test_passkey_of_another_person_is_refused() -> None:
    _who, _client, key = kept()
    stranger = browser(Client())
    mine, other = SoftKey(), new_writer().person
    mine.owner = key.owner
    for wrong in (
        {"signature": True},
        {"owner": str(other.pk).encode()},
        {"owner": b"\xff\xfe"},
        {"owner": b""},
    ):
        assert enter(stranger, key, **wrong).status_code == 422, wrong
    assert enter(stranger, mine).status_code == 422
    assert "_auth_user_id" not in stranger.session


@pytest.mark.parametrize(("length", "status"), [(0, 422), (15, 422), (16, 303), (1023, 303), (1024, 422)])
def test_number_is_as_long_as_standard_says(length: int, status: int) -> None:
    key = SoftKey()
    key.id = b"k" * length
    assert add(browser(new_writer().client()), key).status_code == status
    assert Authenticator.objects.count() == (status == 303)


def test_number_that_passkey_has_is_taken_by_no_other() -> None:
    """Not even by one of the same person."""
    who, client, key = kept()
    for browser_of in (client, browser(new_writer().client())):
        assert add(browser_of, SoftKey(key.id)).status_code == 422
    assert [row.user_id for row in Authenticator.objects.all()] == [who.person.pk]


def test_passkey_with_lower_counter_is_refused() -> None:
    """The passkey was copied; the original continues."""
    _who, _client, key = kept()
    stranger = browser(Client())
    made = key.counter
    for counter, status in ((made, 422), (0, 422), (made + 5, 303), (made + 5, 422), (made + 1, 422)):
        assert enter(stranger, key, counter=counter).status_code == status, counter
        stranger.post("/you/sign-out/", {"do": "here"})
    assert enter(stranger, key, counter=made + 6).status_code == 303


def test_key_that_does_not_count_opens_always() -> None:
    key = SoftKey()
    assert add(browser(new_writer().client()), key, counter=0).status_code == 303
    stranger = browser(Client())
    for _twice in range(2):
        assert enter(stranger, key, counter=0).status_code == 303
        stranger.post("/you/sign-out/", {"do": "here"})


def test_answer_counts_once_and_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    _who, _client, key = kept()
    stranger = browser(Client())
    credential = json.dumps(key.used(ask(stranger, "who")))
    thief = browser(Client())
    assert thief.post("/you/sign-in/", {"credential": credential}).status_code == 422
    assert stranger.post("/you/sign-in/", {"credential": credential}).status_code == 303
    stranger.post("/you/sign-out/", {"do": "here"})
    assert stranger.post("/you/sign-in/", {"credential": credential}).status_code == 422
    late = json.dumps(key.used(ask(stranger, "who")))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + passkeys.LIVES)
    assert stranger.post("/you/sign-in/", {"credential": late}).status_code == 422


def test_wrong_answer_uses_question_up() -> None:
    _who, _client, key = kept()
    stranger = browser(Client())
    asked = ask(stranger, "who")
    for signature in (True, False):
        credential = json.dumps(key.used(asked, signature=signature))
        assert stranger.post("/you/sign-in/", {"credential": credential}).status_code == 422


def test_disabled_person_cannot_log_in() -> None:
    who, _client, key = kept()
    Person.objects.filter(pk=who.person.pk).update(is_active=False)
    assert enter(browser(Client()), key).status_code == 422


def test_removed_passkey_does_not_log_in() -> None:
    who, client, key = kept()
    [passkey] = passkeys.passkeys_of(who.person)
    stranger = browser(new_writer().client())
    assert stranger.post("/you/passkeys/", {"do": "remove", "passkey": passkey.number}).status_code == 404
    assert "Remove your only passkey?" in client.get(f"/you/passkeys/?remove={passkey.number}").text
    assert client.post("/you/passkeys/", {"do": "remove", "passkey": passkey.number}).status_code == 303
    assert client.post("/you/passkeys/", {"do": "remove", "passkey": passkey.number}).status_code == 404
    assert enter(browser(Client()), key).status_code == 422
    assert not Person.objects.get(pk=who.person.pk).has_account


def test_passkey_removed_with_other_login_keeps_account() -> None:
    who, client, _key = kept()
    make_codes(who.person)
    [passkey] = passkeys.passkeys_of(who.person)
    client.post("/you/passkeys/", {"do": "remove", "passkey": passkey.number})
    assert Person.objects.get(pk=who.person.pk).has_account


def test_login_merges_guest_but_never_account() -> None:
    who, _client, key = kept()
    desk = SampleTable()
    guest = browser(desk.writer.client())
    before = guest.cookies["sessionid"].value
    assert enter(guest, key).status_code == 303
    assert guest.cookies["sessionid"].value != before
    assert guest.session["device"] == desk.writer.device
    assert guest.get(desk.url()).status_code == 200
    assert Person.objects.get(pk=desk.writer.person.pk).merged_into == who.person
    other, other_client, _key = kept()
    assert enter(other_client, key).headers["Location"] == "/you/"
    assert other_client.session["_auth_user_id"] == str(other.person.pk)


def test_twenty_are_enough() -> None:
    who, client, _key = kept()
    row = Authenticator.objects.get(user=who.person)
    for _ in range(passkeys.MOST - 1):
        Authenticator.objects.create(user=who.person, type=row.type, data=row.data)
    answer = add(client, SoftKey())
    assert answer.status_code == 422
    assert "Remove one first" in answer.text


def test_question_names_site_and_asks_for_finger() -> None:
    _who, client, key = kept()
    asked = ask(client, "new")["publicKey"]
    assert asked["rp"] == {"id": "localhost", "name": "Scorekeeper"}
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    assert [each["id"] for each in asked["excludeCredentials"]] == [websafe_encode(key.id)]
    assert asked["user"]["name"].startswith("Games since ")
    stranger = ask(browser(Client()), "who")["publicKey"]
    assert not stranger.get("allowCredentials")
    assert Client().post("/you/passkeys/ask/", {"do": "new"}).status_code == 404


@pytest.mark.parametrize(
    ("host", "secure", "reason"),
    [
        ("localhost", False, ""),
        ("scores.localhost", False, ""),
        ("127.0.0.1", False, "number"),
        ("192.168.1.7", False, "plain"),
        ("192.168.1.7", True, "number"),
        ("[::1]", True, "number"),
        ("scores.example.org", True, ""),
        ("scores.example.org", False, "plain"),
    ],
)
def test_passkeys_need_secure_host_name(rf: Any, settings: Any, host: str, secure: bool, reason: str) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert passkeys.unavailable_reason(rf.get("/", secure=secure, HTTP_HOST=f"{host}:8000")) == reason


@pytest.mark.parametrize("sign", ["\0", "\ud800"])
def test_sign_that_no_database_stores_is_refused(sign: str) -> None:
    client, key = browser(new_writer().client()), SoftKey()
    made = key.made(ask(client, "new")) | {"type": {sign: None}}
    answer = client.post("/you/passkeys/", {"do": "add", "credential": json.dumps(made)})
    assert answer.status_code == 422


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)
PLACES = ("id", "rawId", "type", "clientExtensionResults", "response")
INSIDE = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle")


@pytest.mark.slow
@given(data=st.data())
@pytest.mark.parametrize("do", ["add", "who"])
def test_malformed_passkey_data_is_refused(do: str, data: st.DataObject) -> None:
    """Other data than JSON, JSON of another shape, and one wrong field: 422, never an exception."""
    RateLimitCounter.objects.all().delete()
    who, key = new_writer(), SoftKey()
    client = browser(who.client())
    asked = ask(client, "new" if do == "add" else "who")
    key.owner = b"1"
    good = key.made(asked) if do == "add" else key.used(asked)
    kind = data.draw(st.sampled_from(["text", "json", "place", "inside", "bytes"]))
    if kind == "place":
        good[data.draw(st.sampled_from(PLACES))] = data.draw(JSON)
    elif kind == "inside":
        good["response"][data.draw(st.sampled_from(INSIDE))] = data.draw(JSON)
    elif kind == "bytes":
        name = data.draw(st.sampled_from([each for each in INSIDE if each in good["response"]]))
        good["response"][name] = websafe_encode(data.draw(st.binary(max_size=120)))
    made = {"text": data.draw(st.text(max_size=40)), "json": json.dumps(data.draw(JSON))}
    text = made.get(kind, json.dumps(good))
    answer = client.post(
        f"/you/{'passkeys' if do == 'add' else 'sign-in'}/", {"do": "add", "credential": text}
    )
    # replacing an irrelevant field may leave a valid passkey
    assert answer.status_code == 422 or (do == "add" and answer.status_code == 303), text


def test_nine_wrong_answers_minute_are_enough() -> None:
    _who, _client, key = kept()
    for _ in range(9):
        assert enter(browser(Client()), key, signature=True).status_code == 422
    assert enter(browser(Client()), key).status_code == 429
    elsewhere = browser(Client(REMOTE_ADDR="198.51.100.7"))
    assert enter(elsewhere, key).status_code == 303
