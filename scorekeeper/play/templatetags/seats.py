"""Template tag for a player's avatar, where a template has only the seat."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.safestring import SafeString

from scorekeeper.people.avatars import avatar_html

register = template.Library()


@register.simple_tag
def avatar(avatars: Mapping[str, tuple[int, str]], key: str) -> SafeString:
    """The avatar of a seat: its colour and its letter."""
    colour, letter = avatars.get(key, (1, "?"))
    return avatar_html(colour, letter)
