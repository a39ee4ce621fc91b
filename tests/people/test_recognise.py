"""From the cookie to the person: what Django's own sessions and backend promise holds for the plain queries too."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.people.models import Person
from scorekeeper.people.recognise import SessionStore

pytestmark = pytest.mark.django_db


def phone() -> tuple[Person, str]:
    """Somebody who has written, and the key of his session."""
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


def test_somebody_is_known_again_by_two_queries() -> None:
    person, key = phone()
    with CaptureQueriesContext(connection) as captured:
        assert get_user(visitor(key)) == person
    assert len(captured) == 2


def test_a_session_that_is_over_is_nobodys() -> None:
    _, key = phone()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not get_user(visitor(key)).is_authenticated


def test_a_key_from_elsewhere_is_never_taken_over() -> None:
    store = SessionStore("a" * 32)
    assert store.get("anything") is None
    store["anything"] = 1
    store.save()
    assert store.session_key not in (None, "a" * 32)


def test_what_was_saved_is_there_and_gone_when_flushed() -> None:
    store = SessionStore()
    store["device"] = 7
    store.save()
    key = store.session_key
    assert SessionStore(key)["device"] == 7
    store.flush()
    assert SessionStore(key).get("device") is None


def test_a_forged_content_is_empty() -> None:
    _, key = phone()
    Session.objects.update(session_data="no:such:signature")
    assert not get_user(visitor(key)).is_authenticated


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "another"}])
def test_who_is_shut_out_or_has_a_new_password_is_a_stranger(change: dict[str, object]) -> None:
    _, key = phone()
    Person.objects.update(**change)
    assert not get_user(visitor(key)).is_authenticated


def test_who_is_gone_is_a_stranger() -> None:
    person, key = phone()
    person.delete()
    assert not get_user(visitor(key)).is_authenticated


@pytest.mark.parametrize("key", ["\0" * 32, "a" * 31 + "\0", "é" * 32, "' OR 1 = 1 --", "short", "a" * 5000])
def test_a_cookie_that_names_no_session_is_a_strangers(key: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    assert client.get("/").status_code == 200
    assert not get_user(visitor(key)).is_authenticated
