"""Standings of a group for its page to keep: all games, each variant, seasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.history.charts import percent
from scorekeeper.history.leaders import leaders
from scorekeeper.history.period import ALL_TIME
from scorekeeper.history.presentation import ShownPlayer
from scorekeeper.history.seasons import ranked, seasons_of, tables_of
from scorekeeper.history.standing_rows import record_row, standing_row
from scorekeeper.history.standings import records, standings
from scorekeeper.history.variants import PlayedVariant
from scorekeeper.ledger.presentation import shown
from scorekeeper.ledger.winnings import winnings
from scorekeeper.people.models import Group, Player

Known = Mapping[int, ShownPlayer]


def all_games(group: Group, known: Known) -> dict[str, Any]:
    """Return the players with their wins, and with what they won and lost in games by unit.

    One query, and two for each player.
    """
    return {"leaders": leaders(group, known, ALL_TIME, ""), "winnings": list(_winnings(known))}


def variants(group: Group, played: list[PlayedVariant], known: Known) -> Iterator[dict[str, Any]]:
    """Yield the standings and records of each variant with counted games, the most played first."""
    for variant in played:
        if variant.games:
            found = [each for each in standings(group, variant) if each.player in known]
            yield {
                "variant": variant,
                "standings": [standing_row(each, known) for each in found],
                "records": [record_row(each, known, variant) for each in records(variant, found)],
            }


def seasons(group: Group, known: Known) -> list[dict[str, Any]]:
    """Return the seasons with their tables, the newest first: stored, or as they stand in open seasons."""
    found = seasons_of(group)
    tables = tables_of(group, found)
    return [
        {
            "season": season,
            "rows": [
                {"who": known[player], "won": won, "games": games, "share": percent(won, games)}
                for player, (won, games) in ranked(tables[season.pk])
                if player in known
            ],
        }
        for season in found
        if tables.get(season.pk)
    ]


def _winnings(known: Known) -> Iterator[dict[str, Any]]:
    """Yield the rows of the players who won or lost a stake, by unit and name."""
    rows = []
    for number, who in known.items():
        merged = Player.objects.filter(merged_into=number).values_list("pk", flat=True)
        for unit, (won, lost) in winnings([number, *merged]).items():
            rows.append((unit, who, won, lost))
    for unit, who, won, lost in sorted(rows, key=lambda row: (row[0], row[1].name.casefold())):
        yield {"who": who, "won": shown(won, unit), "lost": shown(lost, unit)}
