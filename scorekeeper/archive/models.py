"""A file that a person has sent and not yet said yes to; and what came into groups from files."""

from __future__ import annotations

from django.db import models

from scorekeeper.people.models import Group, Person
from scorekeeper.play.models import Session

NAME_LENGTH = 100
DIGEST_LENGTH = 40


class Upload(models.Model):
    """What a person is about to bring in: one thing at a time, the next takes its place.

    `group`: where games go; for a file that is a group itself, that group while it arrives. `data`: the files as they
    were sent, compressed, one after the other; `kind`: what they are (`group`, `games`, `results`); `name`: the first
    file's. `summary`: what `preview` tells of groups and games, so that nobody who looks has them read again.
    `size`: bytes of all that; `room`: KiB that it takes in the database from yes on, about. `network`, `around`:
    digests of where it came from, of IPv6 the /64 and the /48.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="+")
    group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=NAME_LENGTH)
    data = models.BinaryField()
    summary = models.JSONField(default=dict)
    size = models.PositiveIntegerField(default=0)
    room = models.PositiveIntegerField(default=0)
    network = models.CharField(max_length=DIGEST_LENGTH, blank=True, default="")
    around = models.CharField(max_length=DIGEST_LENGTH, blank=True, default="", db_index=True)
    made = models.DateTimeField(auto_now=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Import(models.Model):
    """Games that came into a group from files, or are on their way: what is listed, goes on after a restart, and can be
    undone as a whole.

    `data`: the files as in `Upload`, until they are in. `zone`, `today`: the importer's, because a table says days and
    none may be in the future; `language`: of `why`, which tells what ended it early. `games`: how many the files hold;
    `done`: how many of these were looked at; `made`: how many are new. `players`: the numbers of players that only this
    import made. `worked`: when something was last done, None where nobody is at it.
    """

    class State(models.TextChoices):
        """On its way in, all of it in, broken off, on its way out."""

        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        UNDOING = "undoing"

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="imports")
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    device = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=NAME_LENGTH)
    data = models.BinaryField(default=bytes)
    today = models.DateField()
    zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=16, default="en")
    state = models.CharField(max_length=7, choices=State, default=State.RUNNING)
    games = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    players = models.JSONField(default=list)
    why = models.TextField(blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)
    worked = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["group"],
                condition=models.Q(state__in=["running", "undoing"]),
                name="one_import_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"import {self.pk}"


class ImportedGame(models.Model):
    """A session that an import made. `lines`: how many entries it had when it was in."""

    source = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="sessions")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    lines = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"imported game {self.pk}"
