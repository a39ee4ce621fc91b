"""The form of a new group sent twice: one group, and one guest."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.people import groups as founding
from scorekeeper.people.models import Group, Member, Person
from tests.factories import new_key, new_writer
from tests.interleave import meet
from tests.page_forms import get


def begin(client: Client, **changed: Any) -> int:
    form = {"do": "begin", "name": "Chess club", **changed}
    return client.post(reverse("groups"), form).status_code


@pytest.mark.django_db
@pytest.mark.parametrize("known", [True, False])
def test_tap_that_is_sent_twice_begins_one_group(known: bool) -> None:
    """A new visitor whose response was lost has no cookie the second time either."""
    first = new_writer().client() if known else Client()
    persons, groups = Person.objects.count(), Group.objects.count()
    (key,) = get(first, reverse("groups")).fields["key"]
    again = first if known else Client()
    assert [begin(each, key=key) for each in (first, again)] == [303, 303]
    assert (Person.objects.count(), Group.objects.count()) == (persons + (not known), groups + 1)
    assert "Chess club" in again.get("/").text


@pytest.mark.django_db
def test_another_name_or_another_person_begins_another_group() -> None:
    ana, bo, key = new_writer().client(), new_writer().client(), new_key()
    assert begin(ana, key=key) == begin(ana, key=key, name="Go club") == begin(bo, key=key) == 303
    assert begin(ana) == begin(ana, key="?") == 303
    names = [group.name for group in Group.objects.exclude(name="").order_by("pk")]
    assert names == ["Chess club", "Go club", "Chess club", "Chess club", "Chess club"]
    assert Member.objects.filter(group__name="Chess club", owner=True).count() == 4


@pytest.mark.django_db
def test_refused_name_keeps_key_of_its_form() -> None:
    client, key = new_writer().client(), new_key()
    answer = client.post(reverse("groups"), {"do": "begin", "name": "", "key": key})
    assert (answer.status_code, f'name="key" value="{key}"' in answer.text) == (422, True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.parametrize("known", [True, False])
def test_concurrent_taps_create_one_group(known: bool) -> None:
    first = new_writer().client() if known else Client()
    key, again = new_key(), first if known else Client()
    persons, groups = Person.objects.count(), Group.objects.count()
    meet(founding, "create_group", lambda: begin(first, key=key), lambda: begin(again, key=key))
    assert (Person.objects.count(), Group.objects.count()) == (persons + (not known), groups + 1)
