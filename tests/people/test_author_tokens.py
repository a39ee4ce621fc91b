"""Author tokens: a waiting entry is sent by its author only."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.test import Client

from scorekeeper.people.author_tokens import author_token, is_author
from scorekeeper.people.guest_merge import merge_guest
from scorekeeper.play.models import Entry
from tests.factories import HTMX, SampleTable, new_writer

pytestmark = pytest.mark.django_db
MARK = re.compile(r'data-author="([^"]*)"')


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable()


def send(client: Client, desk: SampleTable, name: str = "write", **headers: str) -> int:
    """Return the response to a line from a phone."""
    form = desk.form(player="1", box="ones", strike="1")
    return client.post(desk.url(name), form, headers=HTMX | headers).status_code


def test_token_is_stable_for_person_and_opaque(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    own, again = (MARK.findall(desk.writer.client().get(desk.url()).text) for _look in range(2))
    assert own == again == [author_token(desk.writer.person)]
    assert re.fullmatch("[a-z2-7]{8}", own[0])
    assert MARK.findall(other.client().get(desk.url()).text) == [author_token(other.person)] != own


@pytest.mark.parametrize("header", ["X-Author", "X-Whose"])
def test_entry_of_another_person_is_refused(desk: SampleTable, header: str) -> None:
    """As for a logged-out phone: without the key, so that the phone keeps the entry.

    Pages of earlier releases send `X-Whose`.
    """
    client, other = desk.writer.client(), new_writer(desk.group)
    for name in ("write", "correct", "undo", "go_home"):
        assert send(client, desk, name, **{header: author_token(other.person)}) == 401
        assert send(client, desk, name, **{header: "nonsense\0"}) == 401
    assert not Entry.objects.exists()


def test_own_entry_and_entry_without_token_are_written(desk: SampleTable) -> None:
    client = desk.writer.client()
    assert send(client, desk, **{"X-Author": author_token(desk.writer.person)}) == 200
    form = desk.form(player="2", box="ones", strike="1")
    assert client.post(desk.url("write"), form, headers=HTMX | {"X-Author": ""}).status_code == 200
    assert Entry.objects.count() == 2


def test_entry_of_merged_guest_is_written(desk: SampleTable) -> None:
    guest = new_writer()
    with transaction.atomic():
        merge_guest(guest.person, desk.writer.person)
    assert send(desk.writer.client(), desk, **{"X-Author": author_token(guest.person)}) == 200
    assert not is_author(author_token(desk.writer.person), guest.person)


def test_page_of_another_is_another_page(desk: SampleTable) -> None:
    """Also if both have the same permissions: what the next person writes has another token."""
    phones = [new_writer(desk.group).client() for _phone in range(2)]
    etags = [phone.get(desk.url(), headers=HTMX).headers["ETag"] for phone in phones]
    assert etags[0] != etags[1]
    known = {"If-None-Match": etags[0]}
    assert [phone.get(desk.url(), headers=HTMX | known).status_code for phone in phones] == [304, 200]
