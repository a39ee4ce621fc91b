"""All statistics of a group equal those computed from its exported files."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from scorekeeper.archive.results_parser import read
from scorekeeper.history.period import Period
from scorekeeper.people.models import Group
from tests.archive.old_results import import_results
from tests.factories import Writer, new_writer

from .group_files import exported, imported, random_group
from .recount import recount, table
from .recount_comparison import (
    compare,
    download,
)
from .staked_games import staked_games

pytestmark = pytest.mark.django_db

OLD = "date,game,player,points\n" + "".join(
    f"2019-05-{day:02},Generala,{name},{points}\n"
    for day in range(2, 9)
    for name, points in (("Marta", 90 + day * day), ("Rosa", 150 - 3 * day))
)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "games"), [(3, 24), pytest.param(5, 403, marks=pytest.mark.examples)])
def test_recount_of_exports_equals_statistics(seed: int, games: int) -> None:
    made = random_group(seed, games)
    import_results(read(OLD), made.group)
    found = compare(made.group, Writer(made.owner, 1).client())
    assert found.ranked > games // 2
    assert found.settled >= games // 4
    assert found.balances
    assert sum(bool(each.boxes) for players in found.figures.values() for each in players.values()) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "games"), [(6, 24), pytest.param(7, 120, marks=pytest.mark.examples)])
def test_recount_of_each_period_equals_statistics(seed: int, games: int) -> None:
    """By year, by a season that begins and ends among the games, and by open ends."""
    made, chance = random_group(seed, games), Random(seed)
    import_results(read(OLD), made.group)
    client = Writer(made.owner, 1).client()
    days = sorted({row["evening"] for row in table(download(client, "export_results", made.group))})
    first, last = sorted(map(date.fromisoformat, chance.sample(days, 2)))
    years = {day[:4] for day in days}
    periods = [Period(first, last), Period(first), Period(None, last), *map(Period.of_key, sorted(years))]
    seen = [len(compare(made.group, client, period).figures) for period in periods]
    assert min(seen) > 0
    assert len(years) > 1
    assert compare(made.group, client, Period(None, date(1999, 1, 1))).figures == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "games"),
    [(1, 28), *(pytest.param(seed, 120, marks=pytest.mark.examples) for seed in (2, 3, 4))],
)
def test_recount_settles_partnerships_and_ties(seed: int, games: int) -> None:
    """Sides pay as sides, ties share, and odd units go to the first seats, for every stake."""
    writer = new_writer()
    staked_games(writer, Random(seed), games)
    group = Group.objects.get(member__person=writer.person)
    found = compare(group, writer.client())
    assert found.settled == games
    assert found.partners > games // 4
    assert found.tied > games // 6
    assert found.balances


@pytest.mark.slow
def test_recount_of_imported_copy_is_same() -> None:
    """Exported, imported into another group and exported again: the same bytes except addresses."""
    made = random_group(4, 12)
    client = Writer(made.owner, 1).client()
    copy = imported(exported(made.group), made.owner, copy=True)
    for name in ("export_results", "export_ledger"):
        for decimal_sign in ("point", "comma"):
            one, two = (
                [
                    {key: value for key, value in row.items() if key != "table"}
                    for row in table(download(client, name, group, decimal=decimal_sign))
                ]
                for group in (made.group, copy)
            )
            assert one == two
    compare(copy, client)


def test_recount_notices_every_column() -> None:
    """A changed value in any column changes the figures: the comparison can fail."""
    made = random_group(3, 12)
    client = Writer(made.owner, 1).client()
    results, *others = (
        download(client, name, made.group) for name in ("export_results", "export_ledger", "export_group")
    )
    right = recount(results, *others)
    head, *rows = results.splitlines()
    columns = head.removeprefix("\ufeff").split(",")
    other = {"house_rules": "x=1", "counts": "no", "team": "1", "place": "9", "points": "1", "won": "no"}
    for column, value in other.items():
        place = columns.index(column)
        cells = [row.split(",") for row in rows]
        changed = [",".join([*each[:place], value, *each[place + 1 :]]) for each in cells]
        try:
            wrong = recount("\n".join([head, *changed]), *others)
        except AssertionError:
            continue
        assert wrong.figures.keys() != right.figures.keys() or wrong.wins != right.wins, column
