"""Queries and server time of history pages, over a small group and a very large one.

The games are rows inserted by the database itself; the product's own rebuild computes their statistics.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import connection, transaction
from django.test import Client

from scorekeeper.history import aggregates, result_changes
from scorekeeper.history.models import Result, Variant
from scorekeeper.history.projection import house_rules
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.rules import GAMES

from . import games, profile
from .report import Figure

GOAL = 50  # milliseconds of server time, for the list
TIMES = 30  # server time of the group's and the player's page, beside a bare view
TRIES = 21
CORRECTIONS = 7  # before each of as many requests
BARE = 3  # bare views before each request
CORRECTED = 4  # the game that is corrected, from the oldest: nearly all of the ratings follow it
BOXES = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "straight",
    "full_house",
    "four_of_a_kind",
    "generala",
)

# Every statement counts from 1 to so many; `{after}` is the number of the last row before.
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})"
DAY = "datetime('2005-01-01', '+' || ((i - 1) * {apart}) || ' minutes')"
SESSIONS = """
INSERT INTO play_session (id, group_id, address, game, rules_version, options, stake, started, finished, version,
writers, link, counted, blanked, first_player, match_wins, match_game, note, coach) [count]
SELECT {after} + i, {group}, printf('%012d', {after} + i), 'generala', 1, '{{}}', '{{}}', [day], [day], 0,
'everybody', 1, 1, 0, 'same', 0, 0, '{{}}', 0 FROM n
"""
RESULTS = """
INSERT INTO history_result (id, session_id, group_id, variant_id, game, started, finished, players, teams, automatic,
reason, has_points, counted) [count]
SELECT {after} + i, {after} + i, {group}, {variant}, 'generala', [day], [day], 4, 0, 0, 'sheets_full', 1, 1 FROM n
"""
SCORES = """
INSERT INTO history_score (result_id, player_id, variant_id, number, position, points, side_points, rank, won, lowest,
lines, first_throw, nth, streak, longest_won, longest_lost, mu, sigma) [count]
SELECT {after} + i, {player}, {variant}, {seat} + 1, {seat}, 120 + (i * 37 + {seat} * 53) % 140,
120 + (i * 37 + {seat} * 53) % 140, (i + {seat}) % 4 + 1, (i + {seat}) % 4 = 0, (i + {seat}) % 4 = 3, 10, 1, i,
1 - (i + {seat}) % 4, 1, 3, 25 + (i % 70) / 10.0, 1.5 FROM n
"""
CELLS = """
INSERT INTO history_cell (result_id, player_id, box, number, points, struck, throws) [count]
SELECT {after} + i, {player}, '{box}', 0, (i * 7 + {seat}) % 9 * {worth}, (i * 7 + {seat}) % 9 = 0, 1 + i % 3 FROM n
"""
POSTINGS = """
INSERT INTO ledger_posting (group_id, kind, debtor_id, creditor_id, amount, unit, session, reason, key, at) [count]
SELECT {group}, 'game', {one} + i % 3 + 1, {one}, 5 + i % 200, 'EUR', printf('%012d', {after} + i), '{{}}',
lower(hex(randomblob(16))), [day] FROM n
"""


@dataclass(frozen=True)
class Measured:
    """Queries and milliseconds of a page, and of the bare views between its requests."""

    queries: int
    took: float
    bare: float

    @property
    def times(self) -> float:
        """Return how many bare views take as long as the page."""
        return self.took / self.bare


def figures(few: int, many: int) -> Iterator[Figure]:
    """Each page with few and with many games: as many queries, and how long beside a bare view."""
    small, large = (
        _measured(_group(name, count)) for name, count in (("past-few", few), ("past-many", many))
    )
    bare = statistics.median(each.bare for each in [*small.values(), *large.values()])
    yield Figure("bare view, server time", bare, " ms", more="within this process")
    for page, found in large.items():
        before = small[page]
        same = "the same" if found.queries == before.queries else f"NOT the {before.queries}"
        more = f"{same} as with {few:,} games"
        yield Figure(f"{page}, queries at {many:,} games", found.queries, most=before.queries, more=more)
        most = GOAL if page.startswith("history") else None
        told = f"{before.took:.1f} ms at {few:,} games"
        yield Figure(f"{page}, server time", found.took, " ms", most=most, more=told)
        limit = TIMES if page.startswith(("group", "player")) and not page.endswith("year") else None
        for count, each in ((few, before), (many, found)):
            yield Figure(f"{page} beside a bare view at {count:,} games", each.times, " times", most=limit)


# --- inside ----------------------------------------------------------------------------------------------


def _group(name: str, many: int) -> games.BenchGroup:
    """A group with so many games of Generala behind it, all by the same four."""
    owner = games.circle(name)
    rules = house_rules(GAMES["generala"], GAMES["generala"].resolve({}))
    variant, _made = Variant.objects.get_or_create(
        game=rules.game, digest=rules.digest, defaults={"rules": rules.rules}
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT COALESCE(MAX(id), 0) FROM play_session")
        after = cursor.fetchone()[0]
        given: dict[str, Any] = {"after": after, "many": many, "group": owner.group.pk, "variant": variant.pk}
        given |= {"apart": max(1, 20 * 365 * 24 * 60 // many), "one": owner.players[0].pk}
        for statement in (SESSIONS, RESULTS):
            cursor.execute(_filled(statement, given))
        for seat, player in enumerate(owner.players):
            given |= {"seat": seat, "player": player.pk}
            cursor.execute(_filled(SCORES, given))
            for worth, box in enumerate(BOXES, 1):
                cursor.execute(_filled(CELLS, given | {"box": box, "worth": worth}))
        cursor.execute(_filled(POSTINGS, given))
    with transaction.atomic():
        aggregates.recompute(owner.group.pk)
    return owner


def _filled(statement: str, given: dict[str, Any]) -> str:
    return statement.replace("[count]", COUNT).replace("[day]", DAY).format(**given)


def _measured(owner: games.BenchGroup) -> dict[str, Measured]:
    """Measure each page."""
    client, group = games.phone(owner), f"/group/{owner.group.address}/"
    chance = Random("past")
    someone = chance.choice(owner.players)
    player = f"{group}player/{someone.address}/"
    pages = {
        "history page": f"{group}games/",
        "history of one player page": f"{group}games/?player={someone.pk}",
        "history by words page": f"{group}games/?words={someone.name}+gen&until=2015-01-01",
        "group page": group,
        "player page": player,
        "group page in a year": f"{group}?period=2015",
        "player page in a year": f"{player}?period=2015",
    }
    found = {name: _page(client, path) for name, path in pages.items()}
    result = Result.objects.filter(group=owner.group).order_by("finished")[CORRECTED]
    for name, path in (("group page", group), ("player page", player)):
        found[f"{name} with cold caches"] = _page(client, path, TRIES, _forget)
        found[f"{name} after a correction"] = _page(client, path, CORRECTIONS, lambda: _exchange(result))
    return found


def _page(
    client: Client, path: str, tries: int = TRIES, before: Callable[[], None] | None = None
) -> Measured:
    """Measure a page in turns with bare views, as other work on the machine slows both; `before` runs untimed."""
    took: list[float] = []
    bare: list[float] = []
    for _ in range(tries):
        bare += [profile.seconds(lambda: client.get("/bare/")) for _ in range(BARE)]
        if before:
            before()
        took.append(profile.seconds(lambda: client.get(path)))
    return Measured(
        profile.queries(lambda: client.get(path)),
        1000 * statistics.median(took),
        1000 * statistics.median(bare),
    )


def _forget() -> None:
    """Drop the cached tables, and with the connection the cached pages and statements of the database."""
    GAME_CACHE.clear()
    connection.close()


def _exchange(result: Result) -> None:
    """Exchange the players of a game: the last one has won."""
    with transaction.atomic():
        cells = list(result.cells.all())
        before = result_changes.rows_of(result, list(result.scores.all()), cells)
        scores = list(result.scores.all())
        for score, player in zip(scores, [score.player_id for score in reversed(scores)], strict=True):
            score.player_id = player
        for score in scores:
            score.save(update_fields=["player"])
        after = result_changes.rows_of(result, scores, cells)
        result_changes.add_up(result.group_id, before, after)
        result_changes.recompute_later_games(result.group_id, before, after)
