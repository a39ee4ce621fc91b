"""The ledger of a group: who owes whom, line by line. Lines are added and never changed.

A line has two sides, so that what one player owes is what another is owed and every unit sums to zero by its shape.
"""

from __future__ import annotations

import uuid
from typing import Any, NoReturn

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scorekeeper.people.models import ADDRESS_LENGTH, Group, Person, Player

from .money import UNIT_LENGTH


class PostingQuerySet(models.QuerySet["Posting"]):
    """Postings are read and added; nothing here changes or removes one, whatever way it is asked."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("postings are never changed")

    def delete(self) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("postings are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("postings are never changed")


class Posting(models.Model):
    """From now on `debtor` owes `creditor` `amount` smallest units of `unit` more than before.

    A payment is a posting too: whoever was paid owes that much more, which is that much less of what he is owed.
    `session`: the address of the game, empty for what no game brought; `entry`: the number of the log line that
    brought it. `reason`: why, as `wording` reads it. `undoes`: the payment that this takes back. `key`: made by
    whoever writes before he sends, so that a resend is recognised. The author is a number that outlives its row.
    """

    class Kind(models.TextChoices):
        """What brought it: a game that ended, one that was put right, money that changed hands, a slip of a thumb, a
        game that was deleted, and one that was brought back."""

        GAME = "game"
        CORRECTION = "correction"
        PAYMENT = "payment"
        UNDO = "undo"
        DELETED = "deleted"
        RETURNED = "returned"

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="postings")
    kind = models.CharField(max_length=10, choices=Kind)
    debtor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    creditor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    unit = models.CharField(max_length=UNIT_LENGTH)
    session = models.CharField(max_length=ADDRESS_LENGTH, blank=True, default="")
    entry = models.PositiveIntegerField(null=True, blank=True)
    reason = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone"
    )
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    author = models.ForeignKey(
        Person, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    objects = PostingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        base_manager_name = "objects"  # relations between rows take no other way
        indexes = [
            models.Index(fields=["group", "-id"], name="postings_of_a_group"),
            models.Index(fields=["session"], name="postings_of_a_session"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="something_is_owed"),
            models.CheckConstraint(condition=~Q(debtor=F("creditor")), name="nobody_owes_himself"),
            models.CheckConstraint(condition=~Q(unit=""), name="owed_in_something"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert. Raises TypeError for a posting that is stored already."""
        if not self._state.adding:
            raise TypeError("postings are never changed")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise TypeError: nothing is ever deleted from the ledger."""
        raise TypeError("postings are never deleted")


class Clearing(models.Model):
    """What a payment, or its undoing, changes between two players, where it is not just what its posting says.

    Bo owes Ana and Ana owes Cleo; Bo pays Cleo: then Ana owes Bo that much more, and Cleo owes Ana that much more. All
    rows of a posting give every player the same as the posting does. They are written with it and never changed.
    """

    posting = models.ForeignKey(Posting, on_delete=models.CASCADE, related_name="clearings")
    debtor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    creditor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    amount = models.BigIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="something_is_cleared"),
            models.CheckConstraint(condition=~Q(debtor=F("creditor")), name="cleared_between_two"),
        ]

    def __str__(self) -> str:
        return f"cleared by posting {self.posting_id}"


class Owed(models.Model):
    """What all postings of a group come to between two players, in one unit: added up, so that no page has to.

    A posting that has clearings counts as these. `one`: the player with the lower number; `amount`: what he owes
    `other`, below zero what he is owed. It is kept as a text, for it may pass the 64 bits of a database's numbers.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="owed")
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    unit = models.CharField(max_length=UNIT_LENGTH)
    amount = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "one", "other", "unit"], name="one_sum_per_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="the_lower_number_first"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} owes {self.other_id} {self.amount} {self.unit}"
