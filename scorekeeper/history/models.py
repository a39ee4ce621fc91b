"""What is kept of games that are over, so that a thousand of them can be counted without reading a log.

All of it is a projection of the log: `results` writes it in the transaction of the line that ends a game, and can drop
and make it again at any time. Nothing here holds a name: players are numbers, and may be renamed or forgotten.
"""

from __future__ import annotations

from django.db import models

from scorekeeper.people.models import Group, Player
from scorekeeper.play.models import Session

BOX_LENGTH = 40
DIGEST_LENGTH = 64


class Variant(models.Model):
    """A game with its house rules: what points are compared within. A Generala worth 60 is no Generala worth 50.

    `rules`: all of them, those left at their defaults too, {"straights": "basic", "generala_points": 60, ...};
    `digest`: SHA-256, in hexadecimal, of their canonical JSON (`projection.house_rules`).

    How many play, and whether in teams, is no part of it. A column of dice is filled alike beside one other or beside
    nine, and a group that is now three and now five would have as many records as sizes. Where it matters (cards, how
    often somebody wins) a question narrows by `Result.players` and `Result.teams`; what a digest has parted no
    question could join again.

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
    whether totals are points. `counted`: False where the table said that it does not count; the only thing
    here that no log knows: it stays when a result is made again, and goes when a game is over no more.
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
            models.Index(fields=["group", "game"], name="results_of_a_game"),
            models.Index(fields=["group", "variant"], name="results_of_a_variant"),
        ]

    def __str__(self) -> str:
        return f"result {self.pk}"


class Score(models.Model):
    """What one seat came to. `number`, `position`, `team`: the seat's.

    `points`: the player's own total, None where totals are no points (then cells say which hands were survived).
    `rank`: from 1, the side's, equal ones alike and the next after all of them (1, 1, 3); who won ranks first whatever
    the totals. `lowest`: of a side that lost, with the least among those, or named so by the rules. `lines`: how many
    lines stand, the player's own and those of the whole table. `first_throw`: how many boxes brought points by the
    first throw ("served": the line says one throw; a line without throws does not), with the throw that won outright.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="scores", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="scores")
    number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(null=True)
    points = models.BigIntegerField(null=True)
    rank = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    lowest = models.BooleanField()
    lines = models.PositiveIntegerField()
    first_throw = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["result", "number"], name="one_score_per_seat")]

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
