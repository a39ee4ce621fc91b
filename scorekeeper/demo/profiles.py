"""The players of the demo group and the share of evenings that each one attends."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

NAME = gettext_noop("Thursday crowd")


@dataclass(frozen=True, slots=True)
class Friend:
    """A player of the demo group.

    `comes` is the share of the evenings that the player attends between `since` and `until`, which are fractions of
    the two years. `member`: the player is a member of the group, with a device of their own.
    """

    name: str
    comes: float
    since: float = 0
    until: float = 1
    member: bool = False


FRIENDS = (
    Friend("Marta", 0.95, member=True),
    Friend("Joaquín", 0.85, member=True),
    Friend("Odile", 0.7, member=True),
    Friend("Kofi", 0.6),
    Friend("Bea", 0.45),
    Friend("Nils", 0.8, until=0.45),
    Friend("Rosa", 0.75, since=0.6),
)
