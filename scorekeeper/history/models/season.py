"""Table of seasons."""

from __future__ import annotations

from django.db import models

from scorekeeper.people.models import Group

NAME_LENGTH = 40


class Season(models.Model):
    """Named days of a group's games, from the first to the last.

    `closed_at`: when the owner closed it; None for an open one. `table`: rows of the closed season, which later
    corrections do not change: [player id, games won, games], the most wins first. It holds ids, because players may be
    renamed, merged or erased.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=NAME_LENGTH)
    first = models.DateField()
    last = models.DateField()
    closed_at = models.DateTimeField(null=True)
    table = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"season {self.pk}"
