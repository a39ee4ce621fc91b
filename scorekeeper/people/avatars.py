"""What stands for a player on every page: a counter of his colour with his initial."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString


def counter_html(colour: int, mark: str) -> SafeString:
    """A player's counter."""
    return format_html('<i class="c c{}" aria-hidden="true">{}</i>', colour, mark)
