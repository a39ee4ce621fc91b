"""Tables of the ledger: postings, which are added and never changed, and sums of them.

A posting names both a debtor and a creditor, so the balances of every unit sum to zero.
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
    """Query set of postings that refuses every change and deletion."""

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
    """An increase of what `debtor` owes `creditor` by `amount` smallest units of `unit`.

    A payment is a posting too: its payee is the debtor, which reduces what the payee is owed.
    `session`: address of the game that caused it, empty if none did; `entry`: number of the log entry that caused it.
    `reason`: see `posting_texts` and `correction`. `undoes`: the payment that this posting undoes. `key`: made by the
    client, so that a repeated request is recognised. `author`: the id stays after the person's row is deleted.
    """

    class Kind(models.TextChoices):
        """Cause of a posting.

        RETURNED: a deleted game was restored.
        """

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
        base_manager_name = "objects"  # related managers refuse changes too
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
        """Insert the posting.

        Raises TypeError if the posting is stored already.
        """
        if not self._state.adding:
            raise TypeError("postings are never changed")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("postings are never deleted")


class Clearing(models.Model):
    """A change between two players by a payment or its undo, where it differs from the posting.

    Bo owes Ana, Ana owes Cleo, and Bo pays Cleo: what Ana owes Bo and what Cleo owes Ana increases. All rows of a
    posting together change each balance as the posting does. They are written with it and never changed.
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


class PairBalance(models.Model):
    """Sum of a group's postings between two players in one unit.

    Stored so that pages need not add up the postings. The clearings of a posting count instead of it. `one`: the
    player with the lower id. `amount`: what `one` owes `other`, negative if `other` owes; a text, because it may
    exceed the 64 bits of a database integer.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="owed")
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    unit = models.CharField(max_length=UNIT_LENGTH)
    amount = models.CharField(max_length=60)

    class Meta:
        db_table = "ledger_owed"
        constraints = [
            models.UniqueConstraint(fields=["group", "one", "other", "unit"], name="one_sum_per_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="the_lower_number_first"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} owes {self.other_id} {self.amount} {self.unit}"
