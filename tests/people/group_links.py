"""A group with a name, and the addresses of its pages and its invitation."""

from __future__ import annotations

from django.urls import reverse

from scorekeeper.people.invite_links import invite_token
from scorekeeper.people.models import Group
from tests.factories import SampleTable


def at(name: str, group: Group, *more: str) -> str:
    return reverse(name, args=[group.address, *more])


def come(group: Group) -> str:
    return at("group_join", group, invite_token(Group.objects.get(pk=group.pk)))


def thursday_crowd() -> SampleTable:
    """Return a game of Ana and Bo in a group with a name."""
    found = SampleTable("general", ["Ana", "Bo"])
    Group.objects.filter(pk=found.group.pk).update(name="Thursday crowd")
    found.group.refresh_from_db()
    return found
