"""Compiled queries return what their query sets return, for all parameters and rows."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.models import Group, Player
from scorekeeper.play.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.database]
BEGAN = datetime(2026, 11, 20, 21, 7, 0, 123456, tzinfo=UTC)
SESSIONS = CompiledQuery(
    lambda group, since, numbers: (
        Session.objects.filter(group=group, finished__gte=since, pk__in=numbers, counted=True)
        .select_related("group")
        .order_by("pk")
    ),
    group=int,
    since=datetime,
    numbers=list,
)
COLUMNS = CompiledQuery(
    lambda address: Session.objects.filter(address=address).values_list("finished", "options"), address=str
)


@pytest.fixture
def sessions() -> list[Session]:
    group = Group.objects.create(name="Us")
    return [
        Session.objects.create(
            group=group,
            key=uuid.uuid4(),
            game="general",
            rules_version=1,
            options={"a": [number, None]},
            finished=BEGAN + timedelta(hours=number),
        )
        for number in range(5)
    ]


def test_compiled_query_instances_equal_those_of_orm(sessions: list[Session]) -> None:
    numbers = [session.pk for session in sessions[:3]]
    found = SESSIONS(group=sessions[0].group_id, since=BEGAN + timedelta(hours=1), numbers=numbers)
    names = [field.attname for field in Session._meta.concrete_fields]
    assert [[getattr(each, name) for name in names] for each in found] == [
        [getattr(each, name) for name in names] for each in sessions[1:3]
    ]
    assert {each.group.name for each in found} == {"Us"}
    assert {each._state.db for each in found} == {"default"}


def test_compiled_query_takes_other_values_of_any_length(sessions: list[Session]) -> None:
    group, every = sessions[0].group_id, [session.pk for session in sessions]
    for count in range(6):
        assert SESSIONS(group=group, since=BEGAN, numbers=every[:count]) == sessions[:count]
    assert SESSIONS(group=group + 1, since=BEGAN, numbers=every) == []


def test_compiled_query_columns_are_converted(sessions: list[Session]) -> None:
    assert COLUMNS(address=sessions[2].address) == [(sessions[2].finished, {"a": [2, None]})]
    assert COLUMNS.first(address="none") is None


def test_compiled_query_relation_without_row_is_none() -> None:
    group = Group.objects.create()
    one = Player.objects.create(group=group, name="Ana", colour=1)
    two = Player.objects.create(group=group, name="Bo", colour=2, merged_into=one)
    players = CompiledQuery(
        lambda group: Player.objects.filter(group=group).select_related("merged_into").order_by("pk"),
        group=int,
    )
    with CaptureQueriesContext(connection) as captured:
        assert [each.merged_into for each in players(group=group.pk)] == [None, one]
    assert len(captured) == 1
    assert two.merged_into == one


def test_compiled_query_without_a_parameter_is_refused() -> None:
    query = CompiledQuery(lambda group: Group.objects.all(), group=int)
    with pytest.raises(ValueError, match="no value"):
        query(group=1)
