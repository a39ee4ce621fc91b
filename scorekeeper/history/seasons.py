"""Seasons of a group: named, changed, closed, opened again and deleted by its owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.utils import timezone

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.i18n.dates import today
from scorekeeper.people.groups import must_own
from scorekeeper.people.models import Group, Person
from scorekeeper.people.names import fold

from .models import Season
from .period import Period
from .standings import Tally, tallies

MOST = 100  # seasons of a group
OPEN_TABLES = 3  # open seasons whose games are counted for a page, the newest
_SEASONS = CompiledQuery(
    lambda group: Season.objects.filter(group=group).order_by("-first", "-pk"), group=int
)


class TooManySeasonsError(ValueError):
    """A group has `MOST` seasons already."""


class SeasonNameTakenError(ValueError):
    """A group has a season of this name already."""


def seasons_of(group: Group) -> Sequence[Season]:
    """Return the seasons of a group, the newest first.

    One query.
    """
    return _SEASONS(group=group.pk)


def period_of(season: Season) -> Period:
    """Return the days of a season as a period."""
    return Period(season.first, season.last, f"{Period.SEASON}{season.pk}", season.name)


def create(group: Group, owner: Person, name: str, first: date, last: date) -> None:
    """Create a season.

    Raises GroupError unless by the owner, TooManySeasonsError, and SeasonNameTakenError.
    """
    with writing():
        must_own(group, owner)
        _check_name(group, name)
        if Season.objects.filter(group=group).count() >= MOST:
            raise TooManySeasonsError
        Season.objects.create(group=group, name=name, first=first, last=last)


def change(season: Season, owner: Person, name: str, first: date, last: date) -> None:
    """Change the name and days of an open season.

    Raises GroupError unless by the owner, and SeasonNameTakenError. A closed season stays as it is.
    """
    with writing():
        must_own(season.group, owner)
        _check_name(season.group, name, but=season.pk)
        Season.objects.filter(pk=season.pk, closed_at=None).update(name=name, first=first, last=last)


def _check_name(group: Group, name: str, but: int = 0) -> None:
    """Refuse the name of another season.

    `but`: id of the season that gets this name.
    """
    others = Season.objects.filter(group=group).exclude(pk=but).values_list("name", flat=True)
    if fold(name) in map(fold, others):
        raise SeasonNameTakenError


def close(season: Season, owner: Person) -> None:
    """Close a season: keep its table as it is now, whatever is corrected later.

    Raises GroupError unless by the owner. A closed season stays as it is.
    """
    with writing():
        must_own(season.group, owner)
        table = [[player, *row] for player, row in ranked(tallies(season.group, period_of(season)))]
        open_ones = Season.objects.filter(pk=season.pk, closed_at=None)
        open_ones.update(closed_at=timezone.now(), table=table)


def reopen(season: Season, owner: Person) -> None:
    """Open a closed season again; its table is computed anew.

    Raises GroupError unless by the owner.
    """
    with writing():
        must_own(season.group, owner)
        Season.objects.filter(pk=season.pk).update(closed_at=None, table=[])


def delete(season: Season, owner: Person) -> None:
    """Delete an open season; its games stay.

    Raises GroupError unless by the owner.
    """
    with writing():
        must_own(season.group, owner)
        Season.objects.filter(pk=season.pk, closed_at=None).delete()


def tables_of(group: Group, found: Sequence[Season]) -> dict[int, dict[int, Tally]]:
    """Return the tables of seasons, the newest first, by season and player id.

    A closed season has its stored table. Of the open ones that have begun, the first `OPEN_TABLES` have one of their
    games so far. One query for each of these.
    """
    now = today()
    begun = [season for season in found if not season.closed_at and season.first <= now]
    tables = {season.pk: tallies(group, period_of(season)) for season in begun[:OPEN_TABLES]}
    return tables | {season.pk: stored_table(season) for season in found if season.closed_at}


def stored_table(season: Season) -> dict[int, Tally]:
    """Return the table of a closed season by player id."""
    return {player: Tally(won, games) for player, won, games in season.table}


def ranked(found: Mapping[int, Tally]) -> list[tuple[int, Tally]]:
    """Return the rows of a table: the most wins first, of equal wins the fewest games."""
    return sorted(found.items(), key=lambda row: (-row[1].won, row[1].games, row[0]))
