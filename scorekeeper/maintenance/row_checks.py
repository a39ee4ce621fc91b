"""Checks across rooms that need one query each, and the check for missing unique indexes."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.people.verify import Rows

# Place and description of each fault, and the query for its rows.
_FAULTS = (
    (
        "the database",
        "an upgrade was interrupted before the results were rebuilt: run migrate",
        "SELECT o.id FROM history_owedrebuild o ORDER BY o.id",
    ),
    (
        "{place}",
        "it is the rematch of itself, or of a game of another group",
        (
            "SELECT s.address AS place FROM play_session s JOIN play_session b ON b.id = s.rematch_of_id"
            " WHERE b.id = s.id OR b.group_id <> s.group_id ORDER BY s.id"
        ),
    ),
    (
        "the ledger of group {place}",
        "line {id} names the wrong game",
        (
            "SELECT p.group_id AS place, p.id FROM ledger_posting p JOIN play_session s ON s.address = p.session"
            """ WHERE CAST(p.reason AS TEXT) LIKE '%%"game": "%%'"""
            """ AND CAST(p.reason AS TEXT) NOT LIKE '%%"game": "' || s.game || '"%%' ORDER BY p.id"""
        ),
    ),
    (
        "group {place}",
        "its import is unfinished although it has members",
        (
            "SELECT g.id AS place FROM people_group g WHERE g.arriving IS NOT NULL"
            " AND EXISTS (SELECT 1 FROM people_member m WHERE m.group_id = g.id) ORDER BY g.id"
        ),
    ),
    (
        "person {place}",
        "was merged into themselves",
        "SELECT p.id AS place FROM people_person p WHERE p.merged_into_id = p.id ORDER BY p.id",
    ),
    (
        "person {place}",
        "has an account but no way to log in",
        (
            "SELECT p.id AS place FROM people_person p WHERE p.kept"
            " AND NOT EXISTS (SELECT 1 FROM mfa_authenticator a WHERE a.user_id = p.id)"
            " AND NOT EXISTS (SELECT 1 FROM people_recoverycode c WHERE c.person_id = p.id)"
            " AND NOT EXISTS (SELECT 1 FROM account_emailaddress e WHERE e.user_id = p.id AND e.verified) ORDER BY p.id"
        ),
    ),
)


def row_faults(rows: Rows) -> Iterator[tuple[str, str]]:
    """Places and descriptions of faults.

    `rows`: executes a query and returns dictionaries by column.
    """
    for place, what, query in _FAULTS:
        for row in rows(query, []):
            yield place.format(**row), what.format(**row)


def index_faults(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """The unique indexes of the models that the database lacks; concurrent writers rely on them."""
    for model in apps.get_models():
        table = model._meta.db_table  # noqa: SLF001 - Django's documented API
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, table)
        there = {name for name, each in found.items() if each["unique"]}
        columns = {tuple(each["columns"]) for each in found.values() if each["unique"] or each["primary_key"]}
        for name, wanted in _unique(model):
            if name not in there and wanted not in columns:
                yield f"table {table} lacks its unique index on {', '.join(wanted)}"


def _unique(model: type[models.Model]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name, if any, and the columns of every unique field and constraint of a model."""
    meta = model._meta  # noqa: SLF001
    for field in meta.concrete_fields:
        if field.unique and field.column:
            yield "", (field.column,)
    for constraint in meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and constraint.fields:
            named = [meta.get_field(name) for name in constraint.fields]
            yield constraint.name, tuple(str(getattr(field, "column", "")) for field in named)
