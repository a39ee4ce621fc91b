"""A session (one game at a table), its seats, and the log of its lines.

The log is the only record of the sheet: every state of the game is computed by replaying its entries.
"""

from __future__ import annotations

from datetime import date
from typing import Any, NoReturn

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.people.models import ADDRESS_LENGTH, Device, Group, Person, Player, new_address

from .entry_queryset import EntryQuerySet


class Session(models.Model):
    """One game at a table.

    `options`, `stake` and the order of the seats are the present ones; the log holds their earlier values. `version`
    counts the changes that are not entries.

    `finished`: when the rules first ended the game; reopening it without new moves changes nothing. `finished_before`:
    the same of a reopened game that runs again. `ended`: when it was abandoned without a result. `removed`: when it
    was deleted. `counted`: False if the game is left out of statistics and ratings; its debts are posted all the same.
    `coach`: whether the coach sits at the table and advises on every throw.
    `key`: the key of the form that started it, so that a form sent twice starts one session. `link_generation`:
    of the link that lets phones join, a higher one voids earlier links; `code`: a digest of the code that may be typed
    instead, until `code_expires`. `first_player`: the choice for this rematch, or the group's last one in a new game;
    offered first for the next rematch.
    `match_wins`: games to win in a match, 0 for a single game; `match_game`: the number of this game in it.
    `imported_result`: imported totals instead of a log, see `imported_results.py`. `note_redactions`: times that notes
    of its log were blanked; games cached before the last time still contain the notes. `note`: its place, tags and
    text, see `session_notes.py`.
    """

    class Writers(models.TextChoices):
        """Permission to write lines: all players, each their own, or the host only."""

        EVERYBODY = "everybody"
        OWN = "own"
        HOST = "host"

    class FirstPlayer(models.TextChoices):
        """Player who starts the rematch of a game without a deal."""

        SAME = "same"
        NEXT = "next"
        WINNER = "winner"
        LOSER = "loser"

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="sessions")
    address = models.CharField(max_length=ADDRESS_LENGTH, unique=True, default=new_address)
    key = models.UUIDField(null=True, blank=True, unique=True)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    stake = models.JSONField(default=dict)
    imported_result = models.JSONField(null=True, blank=True, db_column="given")
    started = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True, blank=True)
    finished_before = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    removed = models.DateTimeField(null=True, blank=True)
    counted = models.BooleanField(default=True)
    coach = models.BooleanField(default=False)
    rematch_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    version = models.PositiveIntegerField(default=0)
    note = models.JSONField(default=dict)
    note_redactions = models.PositiveIntegerField(default=0, db_column="blanked")
    host = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    writers = models.CharField(max_length=9, choices=Writers, default=Writers.EVERYBODY)
    first_player = models.CharField(max_length=6, choices=FirstPlayer, default=FirstPlayer.SAME)
    match_wins = models.PositiveSmallIntegerField(default=0)
    match_game = models.PositiveSmallIntegerField(default=0)
    link_generation = models.PositiveIntegerField(default=1, db_column="link")
    code_expires = models.DateTimeField(null=True, blank=True, db_column="joining")
    code = models.CharField(max_length=64, null=True, blank=True, unique=True)

    class Meta:
        indexes = [
            models.Index(fields=["group", "-started"]),
            # home reads the few unfinished sessions among very many finished ones
            models.Index(fields=["group"], name="open_tables", condition=Q(finished=None, ended=None)),
            # the list of games asks for the few that were ended without a result
            models.Index(fields=["group"], name="ended_tables", condition=Q(ended__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.address}"

    @property
    def dated(self) -> bool:
        """Return whether only the day is known, as for an imported result."""
        return self.imported_result is not None

    @property
    def day(self) -> date:
        """The day of play of the end, or of the start while the game runs.

        Days are those of the reader's time zone.
        """
        return day_of_play(self.ended or self.finished or self.started, dated=self.dated)


class Seat(models.Model):
    """A player's place in a session.

    `number` identifies the seat in the log for ever; `position` is its place in the order of play. `deals`: the first
    dealer in card games, at most one seat; without one the last seat in order of play deals.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(null=True, blank=True)
    deals = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["session", "player"], name="one_seat_per_player"),
            models.UniqueConstraint(
                fields=["session"], condition=Q(deals=True), name="one_dealer_per_session"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

    @property
    def key(self) -> str:
        """The player's key in the rules."""
        return str(self.number)


class Participation(models.Model):
    """Participation of a person in a session: at a seat or watching.

    Exists for persons from outside the group who have joined, and for members who have chosen their seat.
    `seat`: null for a spectator; `wanted`: the seat requested from the host, because it is in use and players write
    only their own lines. `removed`: when the host removed the person; no link admits them again. `key`: the key of
    the form by which they joined, so that a form sent twice joins once; None in an imported game.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="participations")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="participations")
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="participations"
    )
    wanted = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    joined = models.DateTimeField(default=timezone.now)
    removed = models.DateTimeField(null=True, blank=True)
    key = models.UUIDField(null=True, blank=True)

    class Meta:
        db_table = "play_phone"
        constraints = [models.UniqueConstraint(fields=["session", "person"], name="one_phone_per_person")]

    def __str__(self) -> str:
        return f"participation {self.pk}"


class Entry(models.Model):
    """A row of the log, inserted once.

    Author and device are ids that outlive the rows they name.

    `data`: {"moves": [...]} for lines, with "index" if another move than the first was corrected; {"before": {...},
    "after": {...}} for a change of the table. `key` is made by the writer before sending, so that a repeat is
    recognised.
    """

    class Kind(models.TextChoices):
        """The kind of an entry: add a line, correct one, undo an entry, change the table."""

        APPEND = "append"
        AMEND = "amend"
        VOID = "void"
        CHANGE = "change"

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    target = models.PositiveIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict)
    author = models.ForeignKey(Person, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    key = models.CharField(max_length=36)
    at = models.DateTimeField(default=timezone.now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        base_manager_name = "objects"  # so that relations cannot change entries either
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="one_entry_per_number"),
            models.UniqueConstraint(fields=["session", "key"], name="one_entry_per_key"),
        ]
        # finds lines (no target), and corrections and undo by their target
        indexes = [models.Index(fields=["session", "target", "kind", "number"], name="entries_about")]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the entry; raise TypeError for one already stored."""
        if not self._state.adding:
            raise TypeError("log entries are never changed")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise TypeError: entries are never deleted."""
        raise TypeError("log entries are never deleted")


class Draft(models.Model):
    """An unfinished line: the next one (`line` 0) or the correction of a line.

    `step` counts the taps, so that two phones cannot overwrite each other's draft unnoticed; `pressed` is the last key.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="drafts")
    line = models.PositiveIntegerField(default=0)
    step = models.PositiveIntegerField(default=0)
    pressed = models.TextField(default="")
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "line"], name="one_draft_per_line")]

    def __str__(self) -> str:
        return f"draft {self.line}"
