"""Seasons in group files: the same after export and import; invalid ones are refused."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from scorekeeper.archive.delete_group import wipe
from scorekeeper.archive.group_parser import parse
from scorekeeper.archive.json_reader import FileError
from scorekeeper.history.models import Season
from scorekeeper.people.models import Group
from tests.factories import Writer

from .group_files import edited, exported, imported, small_desk

pytestmark = pytest.mark.django_db


def group_with_seasons() -> tuple[Group, Writer]:
    desk = small_desk()
    player = desk.session.seats.get(number=1).player
    Season.objects.create(group=desk.group, name="Spring", first=date(2025, 3, 1), last=date(2025, 5, 31))
    Season.objects.create(
        group=desk.group,
        name="Autumn",
        first=date(2024, 9, 1),
        last=date(2024, 11, 30),
        closed_at=datetime(2024, 12, 1, 20, tzinfo=UTC),
        table=[[player.pk, 3, 5]],
    )
    return desk.group, desk.writer


def test_seasons_come_back_with_their_tables() -> None:
    group, writer = group_with_seasons()
    before = exported(group)
    assert [each["name"] for each in json.loads(before)["seasons"]] == ["Autumn", "Spring"]
    wipe(group)
    assert not Season.objects.exists()
    copy = imported(before, writer.person)
    assert exported(copy) == before
    autumn = Season.objects.get(group=copy, name="Autumn")
    assert autumn.table == [[copy.players.get(name="Ana").pk, 3, 5]]


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("seasons",), {}, "not_a_list"),
        (("seasons", 0, "name"), " x", "bad_name"),
        (("seasons", 0, "first"), "2025-2-1", "not_a_day"),
        (("seasons", 0, "first"), "9999-01-01", "not_a_day"),
        (("seasons", 0, "last"), "2020-01-01", "not_a_day"),
        (("seasons", 0, "closed"), "soon", "not_a_time"),
        (("seasons", 0, "table", 0, "player"), "abcdefghijkl", "unknown_player"),
        (("seasons", 0, "table", 0, "won"), 6, "not_a_number"),
        (("seasons", 0, "table", 0, "more"), 6, "unknown_field"),
        (("seasons", 0, "more"), 6, "unknown_field"),
    ],
)
def test_invalid_season_is_refused(path: tuple[Any, ...], value: Any, code: str) -> None:
    group, _writer = group_with_seasons()
    with pytest.raises(FileError) as refused:
        parse(json.loads(edited(exported(group), *path, value=value)))
    assert refused.value.code == code
