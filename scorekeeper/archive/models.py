"""Tables of the archive room: uploads waiting for confirmation, imports, imported games."""

from __future__ import annotations

from django.db import models

from scorekeeper.people.models import Group, Person
from scorekeeper.play.models import Session

NAME_LENGTH = 100
DIGEST_LENGTH = 40


class Upload(models.Model):
    """Files that a person has uploaded but not confirmed.

    A new upload replaces the previous one. `group`: group to import games into; for a group file, the pending group.
    `data`: names and texts of the files, compressed. `kind`: `group`, `games` or `results`. `name`: of the first file.
    `summary`: input of `import_preview.preview`, so that showing the page reads no file. `size`: bytes of data and
    summary. `estimated_kib`: size in the database after the import. `network`, `wider_network`: digests of the client's
    network, for IPv6 of the /64 and the /48.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="+")
    group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=NAME_LENGTH)
    data = models.BinaryField()
    summary = models.JSONField(default=dict)
    size = models.PositiveIntegerField(default=0)
    estimated_kib = models.PositiveIntegerField(default=0, db_column="room")
    network = models.CharField(max_length=DIGEST_LENGTH, blank=True, default="")
    wider_network = models.CharField(
        max_length=DIGEST_LENGTH, blank=True, default="", db_index=True, db_column="around"
    )
    uploaded_at = models.DateTimeField(auto_now=True, db_index=True, db_column="made")

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Import(models.Model):
    """An import of games into a group.

    It continues after a restart and can be undone as a whole. `data`: as in `Upload`, until all games are stored.
    `zone`, `today`: of the importer, because tables give days, none of which may be in the future. `error`: text
    of a failed import, in `language`. `games`: number of games in the files; `done`: of those processed; `stored`: of
    those stored. `house_rules`: chosen for results whose file names none, see `import_rules.py`. `players`: ids of
    players created by this import. `worked_at`: time of the last step while a process works on it, else None.
    """

    class State(models.TextChoices):
        """State of an import."""

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
    house_rules = models.JSONField(default=dict)
    today = models.DateField()
    zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=16, default="en")
    state = models.CharField(max_length=7, choices=State, default=State.RUNNING)
    games = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    stored = models.PositiveIntegerField(default=0, db_column="made")
    players = models.JSONField(default=list)
    error = models.TextField(blank=True, default="", db_column="why")
    at = models.DateTimeField(auto_now_add=True)
    worked_at = models.DateTimeField(null=True, blank=True, db_column="worked")

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
    """A session created by an import.

    `lines`: number of its entries at the end of the import.
    """

    source = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="sessions")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    lines = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"imported game {self.pk}"
