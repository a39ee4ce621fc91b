"""The players of the demo group, and how often they come."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

NAME = gettext_noop("Thursday crowd")


@dataclass(frozen=True, slots=True)
class Friend:
    """A player. `comes`: the part of the evenings between `since` and `until` (parts of the two years).

    `phone`: whether the player writes with a device.
    """

    name: str
    comes: float
    since: float = 0
    until: float = 1
    phone: bool = False


FRIENDS = (
    Friend("Marta", 0.95, phone=True),
    Friend("Joaquín", 0.85, phone=True),
    Friend("Odile", 0.7, phone=True),
    Friend("Kofi", 0.6),
    Friend("Bea", 0.45),
    Friend("Nils", 0.8, until=0.45),
    Friend("Rosa", 0.75, since=0.6),
)
