"""The link into a group: a secret that is computed, never stored.

The token is a MAC by the server's key over the group and the generation of its link. Raising the generation makes every
older token worth nothing; who is in stays in.
"""

from __future__ import annotations

import base64

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.core.web.qr import host_for_phones

from .models import Group

SALT = "scorekeeper.people.invitations"
BITS = 160


def token_of(group: Group) -> str:
    """What stands in the link of now: 160 bits, in letters and digits that any camera and any chat leaves alone."""
    digest = salted_hmac(SALT, f"{group.pk}:{group.link}", algorithm="sha256").digest()[: BITS // 8]
    return base64.b32encode(digest).decode().rstrip("=").lower()


def opened(address: str, token: str) -> Group | None:
    """The group that a link is for, None where it is for none, or no longer."""
    group = Group.objects.filter(address=address).first()
    return group if group is not None and constant_time_compare(token, token_of(group)) else None


def link_of(request: HttpRequest, group: Group) -> tuple[str, bool]:
    """The whole link, by a host that other phones reach, and whether there is one."""
    host, reachable = host_for_phones(request)
    return f"{request.scheme}://{host}" + reverse(
        "group_come", args=[group.address, token_of(group)]
    ), reachable
