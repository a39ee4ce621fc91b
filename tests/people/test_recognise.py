"""Sessions and login by plain queries, with the guarantees of Django's own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import OperationalError, connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.people.models import Person
from scorekeeper.people.recognise import SessionStore

pytestmark = pytest.mark.django_db


def phone() -> tuple[Person, str]:
    """Return a person who has written, and the session key."""
    person = Person(username="guest")
    person.set_unusable_password()
    person.save()
    client = Client()
    client.force_login(person)
    return person, client.cookies[settings.SESSION_COOKIE_NAME].value


def visitor(key: str | None) -> HttpRequest:
    request = HttpRequest()
    request.session = SessionStore(key)
    return request


def test_person_is_recognised_with_two_queries() -> None:
    person, key = phone()
    with CaptureQueriesContext(connection) as captured:
        assert get_user(visitor(key)) == person
    assert len(captured) == 2


def test_session_that_is_over_is_nobodys() -> None:
    _, key = phone()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not get_user(visitor(key)).is_authenticated


def test_clearsessions_keeps_sessions_for_year() -> None:
    phone()
    for days, left in ((364, 1), (366, 0)):
        Session.objects.update(expire_date=timezone.now() - timedelta(days=days))
        call_command("clearsessions")
        assert Session.objects.count() == left


def ahead(days: int) -> Any:
    """The server's clock runs ahead by so many days."""
    now = timezone.now() + timedelta(days=days)
    return mock.patch("django.utils.timezone.now", return_value=now)


def test_clock_that_runs_ahead_deletes_no_cookie() -> None:
    person, key = phone()
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    with ahead(400):
        answer = client.get("/")
        assert not get_user(visitor(key)).is_authenticated
        assert settings.SESSION_COOKIE_NAME not in answer.cookies
    assert client.get("/").wsgi_request.user == person
    Session.objects.all().delete()
    assert client.get("/").cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 0, "its row is gone"


def test_write_with_fast_clock_takes_over_no_session() -> None:
    person, key = phone()
    with ahead(400):
        request = visitor(key)
        assert request.session.get("anything") is None
        request.session.save()
        assert request.session.session_key == key, "nothing was to be saved"
        request.session["anything"] = 1
        request.session.save()
        assert request.session.session_key != key
        other = visitor(key)
        other.session.cycle_key()
        assert other.session.session_key != key
    assert get_user(visitor(key)) == person


def test_signing_out_ends_session_that_is_over() -> None:
    _, key = phone()
    with ahead(400):
        request = visitor(key)
        request.session.flush()
        assert request.session.is_empty()
    assert not Session.objects.exists()


def test_foreign_session_key_is_never_taken_over() -> None:
    store = SessionStore("a" * 32)
    assert store.get("anything") is None
    store["anything"] = 1
    store.save()
    assert store.session_key not in (None, "a" * 32)


def test_saved_session_is_loaded_until_flushed() -> None:
    store = SessionStore()
    store["device"] = 7
    store.save()
    key = store.session_key
    assert SessionStore(key)["device"] == 7
    store.flush()
    assert SessionStore(key).get("device") is None


def test_forged_content_is_empty() -> None:
    _, key = phone()
    Session.objects.update(session_data="no:such:signature")
    assert not get_user(visitor(key)).is_authenticated


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "another"}])
def test_disabled_person_or_new_password_is_logged_out(change: dict[str, object]) -> None:
    _, key = phone()
    Person.objects.update(**change)
    assert not get_user(visitor(key)).is_authenticated


def test_deleted_person_is_logged_out() -> None:
    person, key = phone()
    person.delete()
    assert not get_user(visitor(key)).is_authenticated


def test_old_key_leads_to_new_one_until_that_is_shown() -> None:
    person, old = phone()
    request = visitor(old)
    request.session.cycle_key()
    new = request.session.session_key
    assert new != old
    again = visitor(old)
    assert get_user(again) == person
    assert again.session.session_key == new
    assert again.session.modified, "the answer brings the new key"
    again.session.cycle_key()
    assert again.session.session_key == new, "it is another one than was shown"
    assert get_user(visitor(new)) == person
    assert not get_user(visitor(old)).is_authenticated
    assert [each.session_key for each in Session.objects.all()] == [new]
    with CaptureQueriesContext(connection) as captured:
        assert get_user(visitor(new)) == person
    assert len(captured) == 2, "the old key is ended once"


def test_previous_key_lasts_until_new_one_arrives() -> None:
    _, old = phone()
    visitor(old).session.cycle_key()
    stored = Session.objects.get(session_key=old)
    assert stored.expire_date < timezone.now() + timedelta(minutes=11)
    assert set(stored.get_decoded()) == {"after"}, "by itself it opens nothing"


def test_concurrent_requests_get_one_new_key() -> None:
    person, old = phone()
    one, other = visitor(old), visitor(old)
    assert get_user(one) == get_user(other) == person
    one.session.cycle_key()
    other.session.cycle_key()
    assert one.session.session_key == other.session.session_key != old
    assert Session.objects.count() == 2


@pytest.mark.parametrize("by", ["old", "new"])
def test_signing_out_ends_both_keys(by: str) -> None:
    _, old = phone()
    request = visitor(old)
    request.session.cycle_key()
    key = {"old": old, "new": request.session.session_key}[by]
    visitor(key).session.flush()
    assert not Session.objects.exists()


def test_previous_key_ends_at_later_read_when_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    person, old = phone()
    request = visitor(old)
    request.session.cycle_key()
    new = request.session.session_key

    def locked(*_args: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as now:
        now.setattr("scorekeeper.people.recognise.database.waiting", locked)
        assert get_user(visitor(new)) == person
    assert Session.objects.filter(session_key=old).exists()
    assert get_user(visitor(new)) == person
    assert not Session.objects.filter(session_key=old).exists()


@pytest.mark.parametrize("key", ["\0" * 32, "a" * 31 + "\0", "é" * 32, "' OR 1 = 1 --", "short", "a" * 5000])
def test_cookie_without_session_is_anonymous(key: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    assert client.get("/").status_code == 200
    assert not get_user(visitor(key)).is_authenticated
