"""What is kept of games that are over, so that a thousand of them can be counted without reading a log.

All of it is a projection of the log: `results` writes it in the transaction of the line that ends a game, and can drop
and make it again at any time; so are the sums below, because no page could ask a hundred thousand games. Nothing here
holds a name: players are numbers, and may be renamed or forgotten.
"""

from __future__ import annotations

from datetime import date

from django.db import models

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.people.models import Group, Player
from scorekeeper.play.models import Session

BOX_LENGTH = 40
DIGEST_LENGTH = 64


class Variant(models.Model):
    """A game with its house rules: what points are compared within. A Generala worth 60 is no Generala worth 50.

    `rules`: all of them, those left at their defaults too, {"straights": "basic", "generala_points": 60, ...};
    `digest`: SHA-256, in hexadecimal, of their canonical JSON (`projection.house_rules`).

    How many play is no part of it. A column of dice is filled alike beside one other or beside nine, and a group that
    is now three and now five would have as many records as sizes. How many play on a side is part of it (`partners`
    among the rules, left out where each plays alone): the total of two sheets is no total of one, and whoever wins
    with a partner has not won alone.

    Variants stay when no result has them any more: a game that ends at this moment may be about to.
    """

    game = models.CharField(max_length=40)
    digest = models.CharField(max_length=DIGEST_LENGTH)
    rules = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "digest"], name="one_variant_per_rules")]

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:8]}"


class Result(models.Model):
    """How a session ended. There is none while it runs, and none where the table gave it up.

    `started`, `finished`: the session's. `players`: how many; `teams`: how many partnerships, 0 where everybody played
    alone. `automatic`: won at once, whatever the totals; `reason`: the rules' code ("sheets_full"). `has_points`:
    whether totals are points. `counted`: the session's; what does not count stays in lists, and is in no statistics.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="result")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="results", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="results")
    game = models.CharField(max_length=40)
    started = models.DateTimeField()
    finished = models.DateTimeField()
    players = models.PositiveSmallIntegerField()
    teams = models.PositiveSmallIntegerField()
    automatic = models.BooleanField()
    reason = models.CharField(max_length=40)
    has_points = models.BooleanField()
    counted = models.BooleanField(default=True)

    class Meta:
        indexes = [
            models.Index(fields=["group", "-finished", "-id"], name="results_of_a_group"),
            models.Index(fields=["group", "game", "-finished", "-id"], name="results_by_game"),
            models.Index(fields=["group", "variant", "finished", "session"], name="results_by_variant"),
        ]

    def __str__(self) -> str:
        return f"result {self.pk}"

    @property
    def day(self) -> date:
        """Its day of play where the reader is."""
        return day_of_play(self.finished, dated=self.session.dated)


class Score(models.Model):
    """What one seat came to. `number`, `position`, `team`: the seat's.

    `points`: the player's own total, None where totals are no points (then cells say which hands were survived).
    `side_points`: what the player's side came to together, the same where each plays alone: what is compared.
    `rank`: from 1, the side's, equal ones alike and the next after all of them (1, 1, 3); who won ranks first whatever
    the totals. `lowest`: of a side that lost, with the least among those, or named so by the rules. `lines`: how many
    lines stand, the player's own and those of the whole table. `first_throw`: how many boxes brought points by the
    first throw ("served": the line says one throw; a line without throws does not), with the throw that won outright.

    The rest depends on what was played before, in order of finish, and is of the player in this variant (`course`):
    `nth`: how many games of it he has played by now; None where the game does not count, and then all of these are.
    `streak`: how many he has won in a row, or below zero not won; 0 after a draw. `longest_won`, `longest_lost`: the
    most of that so far. `mu`, `sigma`: his rating, as OpenSkill has it.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="scores", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="scores", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(null=True)
    points = models.BigIntegerField(null=True)
    side_points = models.BigIntegerField(null=True)
    rank = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    lowest = models.BooleanField()
    lines = models.PositiveIntegerField()
    first_throw = models.PositiveSmallIntegerField()
    nth = models.PositiveIntegerField(null=True)
    streak = models.IntegerField(null=True)
    longest_won = models.PositiveIntegerField(null=True)
    longest_lost = models.PositiveIntegerField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["result", "number"], name="one_score_per_seat")]
        indexes = [
            models.Index(fields=["player", "variant", "nth"], name="scores_in_order"),
            models.Index(fields=["player", "variant", "side_points"], name="scores_by_points"),
            models.Index(fields=["player", "result"], name="scores_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"score {self.pk}"


class Cell(models.Model):
    """What a player wrote in one box of the sheet, or gained in one round of cards.

    Dice: `box` is the box's name ("full_house"), `number` 0, `struck` whether 0 stands there, `throws` how many the
    line says, None where it says none. Bonuses are no boxes: totals less cells are they.

    Cards: `box` is "round", `number` counts from 1, `points` what the round brought: points that may be below zero
    (Forty-fives), 1 for a hand survived and 0 for one lost (Générala), nothing for who had dropped out. So rounds are
    added and averaged like boxes; what lay on the table in them is asked of the log. Generals and Majors has no
    cells: its sheet shows strengths that rise and fall, the last of which are the totals.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="cells", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="cells", db_index=False)
    box = models.CharField(max_length=BOX_LENGTH)
    number = models.PositiveIntegerField()
    points = models.BigIntegerField()
    struck = models.BooleanField()
    throws = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "player", "box", "number"], name="one_cell_per_box")
        ]
        indexes = [models.Index(fields=["player", "box"], name="cells_of_a_player")]

    def __str__(self) -> str:
        return f"{self.box} {self.pk}"


class Played(models.Model):
    """How many games of a variant a group has played: those that count, and those that do not."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    games = models.IntegerField()
    uncounted = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "variant"], name="one_count_per_variant")]

    def __str__(self) -> str:
        return f"{self.games} games"


class Frequency(models.Model):
    """How many times a player had so many points in a box of a variant, in counted games; `served`: by the first throw.

    `box`: as a cell's, or one of `sums`: "=total" (the game's points, of the whole side), "=part" (a partner's own part
    of them), "=won" (1 or 0), "=at once" (1: a throw that won outright).
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    box = models.CharField(max_length=BOX_LENGTH)
    points = models.BigIntegerField()
    times = models.IntegerField()
    served = models.IntegerField()

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


class Meeting(models.Model):
    """How often two players (`one` has the lower number) met in a variant, in counted games, not as partners: how often
    `one` ranked before `other` (`ahead`), after (`behind`), alike (`level`)."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    ahead = models.IntegerField()
    behind = models.IntegerField()
    level = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "variant", "one", "other"], name="one_row_per_meeting")
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"


class Behind(models.Model):
    """The `course.Place` from which the course of a variant in a group is not right yet: more games follow a correction
    than are worth waiting for (`course.AT_ONCE`)."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+", db_index=False)
    finished = models.DateTimeField()
    session = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "variant"], name="one_place_behind")]

    def __str__(self) -> str:
        return f"behind since {self.finished}"


class OwedRebuild(models.Model):
    """All results have to be made again; `reason` is the migration that recorded it. A rebuild deletes the row."""

    reason = models.CharField(max_length=80)

    def __str__(self) -> str:
        return self.reason
