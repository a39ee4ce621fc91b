"""Rows of a plain query equal the instances that the ORM reads, in every column."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest
from django.db import connection

from scorekeeper.core.db.rows import insert_rows, rows_of
from scorekeeper.people.models import Group
from scorekeeper.play.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def session() -> Session:
    return Session.objects.create(
        group=Group.objects.create(name="Us"),
        key=uuid.uuid4(),
        game="general",
        rules_version=1,
        options={"a": [1, None]},
        finished=datetime(2026, 11, 20, 21, 7, 0, 123456, tzinfo=UTC),
        counted=False,
    )


def test_rows_equal_those_of_orm(session: Session) -> None:
    """Moments, JSON, yes and no, identifiers and nothing at all."""
    query = "SELECT s.*, 3 + %s AS seven, g.name AS named FROM play_session s JOIN people_group g ON g.id = s.group_id"
    (plain,) = rows_of(Session, query, [4])
    (usual,) = Session.objects.raw(query, [4])
    names = [field.attname for field in Session._meta.concrete_fields]
    assert {name: getattr(plain, name) for name in names} == {name: getattr(usual, name) for name in names}
    assert (plain.options, plain.counted, plain.key) == ({"a": [1, None]}, False, session.key)
    assert (plain.seven, plain.named) == (usual.seven, usual.named) == (7, "Us")  # type: ignore[attr-defined]
    assert plain == session
    assert plain._state.db == "default"
    assert not plain._state.adding
    assert not plain.get_deferred_fields()


def test_rows_accept_columns_in_any_order(session: Session) -> None:
    columns = [field.column for field in Session._meta.concrete_fields]
    for order in (columns, columns[::-1], columns):
        query = "SELECT {} FROM play_session".format(", ".join(f'"{each}"' for each in order))
        (plain,) = rows_of(Session, query, [])
        assert (plain.pk, plain.finished, plain.game) == (session.pk, session.finished, "general")


@pytest.mark.usefixtures("session")
def test_rows_without_result_or_column() -> None:
    assert rows_of(Session, "SELECT * FROM play_session WHERE id = %s", [0]) == []
    with pytest.raises(ValueError, match=r"tuple\.index"):
        rows_of(Session, "SELECT id FROM play_session", [])


def test_changed_instance_can_be_saved(session: Session) -> None:
    (plain,) = rows_of(Session, "SELECT * FROM play_session", [])
    plain.version = 5
    plain.save()
    session.refresh_from_db()
    assert session.version == 5


def test_inserted_rows_equal_those_of_orm(session: Session) -> None:
    """In every column, whose values each database stores in its own form."""
    names = [
        field.attname
        for field in Session._meta.concrete_fields
        if field.attname not in {"id", "key", "address"}
    ]
    copy = Session(**{name: getattr(session, name) for name in names}, key=uuid.uuid4(), address="another")
    insert_rows([copy])
    inserted = Session.objects.get(address="another")
    assert inserted.pk != session.pk
    assert inserted.key == copy.key
    stored = Session.objects.get(pk=session.pk)
    assert {name: getattr(inserted, name) for name in names} == {
        name: getattr(stored, name) for name in names
    }


def test_any_number_of_rows_can_be_inserted() -> None:
    insert_rows([])
    count = connection.ops.bulk_batch_size(Group._meta.concrete_fields[1:], range(10_000)) + 1
    insert_rows([Group(name=f"group {number}", address=f"a{number}") for number in range(count)])
    assert Group.objects.count() == count


def test_inserted_row_replaces_columns_of_existing_one() -> None:
    insert_rows([Group(name="Us", address="same")], ("address",), ("name",))
    insert_rows(
        [Group(name="They", address="same"), Group(name="We", address="other")], ("address",), ("name",)
    )
    assert dict(Group.objects.values_list("address", "name")) == {"same": "They", "other": "We"}
