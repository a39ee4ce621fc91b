"""Addresses of the pages of a group, and of its invitation."""

from __future__ import annotations

from django.urls import reverse

from scorekeeper.people.invite_links import invite_token
from scorekeeper.people.models import Group


def at(name: str, group: Group, *more: str) -> str:
    return reverse(name, args=[group.address, *more])


def come(group: Group) -> str:
    return at("group_join", group, invite_token(Group.objects.get(pk=group.pk)))
