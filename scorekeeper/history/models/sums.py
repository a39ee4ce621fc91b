"""Tables of sums of finished games, and of work that is left to do on them.

They exist because no page could read a hundred thousand games.
"""

from __future__ import annotations

from django.db import models

from scorekeeper.people.models import Group, Player

from .results import BOX_LENGTH, Variant


class VariantCount(models.Model):
    """Number of games of a variant that a group has played: counted and uncounted ones."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    games = models.IntegerField()
    uncounted = models.IntegerField()

    class Meta:
        db_table = "history_played"
        constraints = [models.UniqueConstraint(fields=["group", "variant"], name="one_count_per_variant")]

    def __str__(self) -> str:
        return f"{self.games} games"


class Frequency(models.Model):
    """Number of times a player scored so many points in a box of a variant, in counted games.

    `first_throw`: those with the first throw. `box`: as in `Cell`, or one of `contribution`: "=total" (total of the
    side), "=part" (a partner's own part of it), "=won" (1 or 0), "=at once" (1: a throw that won outright).
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    box = models.CharField(max_length=BOX_LENGTH)
    points = models.BigIntegerField()
    times = models.IntegerField()
    first_throw = models.IntegerField(db_column="served")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "variant", "player", "box", "points"], name="one_row_per_points"
            )
        ]
        indexes = [
            models.Index(fields=["group", "box"], name="frequencies_of_a_group"),
            models.Index(fields=["player", "box"], name="frequencies_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.box} {self.points}: {self.times}"


class HeadToHead(models.Model):
    """Counted games of two opponents in which `one` (lower id) ranked before, after, or equal."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    ahead = models.IntegerField()
    behind = models.IntegerField()
    level = models.IntegerField()

    class Meta:
        db_table = "history_meeting"
        constraints = [
            models.UniqueConstraint(fields=["group", "variant", "one", "other"], name="one_row_per_meeting")
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"


class RatingBacklog(models.Model):
    """Place (`rating_history`) from which a variant's scores are still to be recomputed."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    finished = models.DateTimeField()
    session = models.BigIntegerField()

    class Meta:
        db_table = "history_behind"
        constraints = [models.UniqueConstraint(fields=["group", "variant"], name="one_place_behind")]

    def __str__(self) -> str:
        return f"behind since {self.finished}"


class PendingRebuild(models.Model):
    """A rebuild of all results that an upgrade requires; `reason`: the migration."""

    reason = models.CharField(max_length=80)

    class Meta:
        db_table = "history_owedrebuild"

    def __str__(self) -> str:
        return self.reason
