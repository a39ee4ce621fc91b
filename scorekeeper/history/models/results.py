"""Tables of finished games: variants, results, scores, cells.

All of it is a projection of the logs: `results` writes it in the transaction of the entry that ends a game, and can
rebuild it at any time. No table holds a name: players are ids, and may be renamed or erased.
"""

from __future__ import annotations

from datetime import date
from typing import TypeVar

from django.db import models
from django.db.models import QuerySet

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.people.models import Group, Player
from scorekeeper.play.models import Session

T = TypeVar("T", bound=models.Model)
BOX_LENGTH = 40
DIGEST_LENGTH = 64
# columns of a session that lists of results show; each other one would be converted for nothing
LISTED = {"id", "address", "game", "options", "stake", "imported_result", "note"}


class Variant(models.Model):
    """A game with its house rules; points are comparable within one variant only.

    `rules`: all options, defaults included, {"straights": "basic", "generala_points": 60, ...}. `digest`: hexadecimal
    SHA-256 of their canonical JSON (`projection.house_rules`).

    The number of players is not part of a variant: a column of dice is filled the same way beside one other or nine,
    and there would be too many records, one per table size. The size of a side is part of it (`partners` among the
    rules, omitted if each plays alone): totals of two sheets compare with each other only. Unused variants stay,
    because a game that is just ending may need them.
    """

    game = models.CharField(max_length=40)
    digest = models.CharField(max_length=DIGEST_LENGTH)
    rules = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "digest"], name="one_variant_per_rules")]

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:8]}"


class Result(models.Model):
    """The result of a finished session; running and abandoned sessions have none.

    `started`, `finished`, `counted`: as in the session; uncounted games are in lists but not in statistics. `players`:
    their number. `teams`: number of partnerships, 0 if each played alone. `automatic`: won outright, whatever the
    totals. `reason`: code of the rules ("sheets_full"). `has_points`: whether totals are points.
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
        """Day of play in the reader's time zone."""
        return day_of_play(self.finished, dated=self.session.dated)


def with_session(rows: QuerySet[T], path: str = "") -> QuerySet[T]:
    """Return rows with their sessions, which have the columns of `LISTED`.

    `path`: lookup from the rows to the result, such as "result__".
    """
    session = f"{path}session"
    others = {field.name for field in Session._meta.concrete_fields} - LISTED  # noqa: SLF001 - documented API
    return rows.select_related(session).defer(*(f"{session}__{name}" for name in others))


class Score(models.Model):
    """The score of one seat.

    `number`, `position`, `team`: as in the seat. `points`: the player's own total, None if totals are no points (cells
    then hold the hands survived). `side_points`: total of the player's side, which is what statistics compare. `rank`:
    of the side, from 1, with ties (1, 1, 3); winners rank first whatever the totals. `lowest`: lost with the fewest
    points, or named lowest by the rules. `lines`: number of lines of the player and of the whole table. `first_throw`:
    number of boxes scored with the first throw (lines with one throw noted), plus a throw that won outright. `lead`:
    largest lead of the side after a round of turns (`leads`), 0 if it never led, None if the course is not known.

    The other columns depend on the player's earlier games of this variant, in order of finish (`rating_history`), and
    are None if the game does not count. `nth`: number of the player's games so far. `streak`: games won in a row, or
    negative not won; 0 after a draw. `longest_won`, `longest_lost`: longest streaks so far. `mu`, `sigma`: OpenSkill
    rating.
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
    lead = models.BigIntegerField(null=True)
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
    """The points of a player in one box of the sheet, or in one round of cards.

    Dice: `box` is the name of the box ("full_house"), `number` 0, `struck` whether it scored 0, `throws` the number
    of throws noted, None if none was. Bonuses are no boxes: they are the totals minus the cells.

    Cards: `box` is "round", `number` counts from 1, `points` are those of the round: possibly negative (Forty-fives),
    1 for a hand survived and 0 for one lost (Générala); players who dropped out have no cell. Rounds are added and
    averaged like boxes. Generals and Majors has no cells, because its sheet shows strengths that rise and fall.
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
