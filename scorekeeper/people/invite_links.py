"""Invite links of groups.

Their token is computed, not stored. It is a MAC of the group and the generation of its link, keyed by the server's
secret. A higher generation voids all earlier links; members stay.
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


def invite_token(group: Group) -> str:
    """Return the current token of a group.

    It has 160 bits in base32, which cameras and chats leave intact.
    """
    digest = salted_hmac(SALT, f"{group.pk}:{group.link_generation}", algorithm="sha256").digest()[
        : BITS // 8
    ]
    return base64.b32encode(digest).decode().rstrip("=").lower()


def group_of_link(address: str, token: str) -> Group | None:
    """Return the group of an address and token, None where the link is wrong or void."""
    group = Group.objects.filter(address=address).first()
    return group if group is not None and constant_time_compare(token, invite_token(group)) else None


def invite_link(request: HttpRequest, group: Group) -> tuple[str, bool]:
    """Return the absolute link and whether other devices can reach its host."""
    host, reachable = host_for_phones(request)
    return f"{request.scheme}://{host}" + reverse(
        "group_join", args=[group.address, invite_token(group)]
    ), reachable
