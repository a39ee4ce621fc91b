"""A file that somebody has sent and not yet said yes to."""

from __future__ import annotations

from django.db import models

from scorekeeper.people.models import Group, Person

NAME_LENGTH = 100


class Upload(models.Model):
    """What a person is about to bring in: one thing at a time, the next takes its place.

    `group`: where games go; for a file that is a group itself, that group while it arrives. `data`: the files as they
    were sent, compressed, one after the other; `kind`: what they are (`group`, `games`, `results`); `name`: the first
    file's. `summary`: what `preview` tells of groups and games, so that nobody who looks has them read again.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="+")
    group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=NAME_LENGTH)
    data = models.BinaryField()
    summary = models.JSONField(default=dict)
    made = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
