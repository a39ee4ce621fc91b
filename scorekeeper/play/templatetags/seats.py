"""Template tag for a player's counter, where a template has only the seat."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.safestring import SafeString

from scorekeeper.people.avatars import avatar_html

register = template.Library()


@register.simple_tag
def counter(counters: Mapping[str, tuple[int, str]], key: str) -> SafeString:
    """The counter of a seat: its colour and its letter."""
    colour, letter = counters.get(key, (1, "?"))
    return avatar_html(colour, letter)
