"""SQL statements of the archive room: deletion of all rows of a group or a session.

The rows of a group or session (the root) are derived from the models: a row with a required reference to a row of the
root belongs to it too. So new models are covered without a list. The statements delete in a few queries per model what
the models of the log and the ledger refuse to delete.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection, models

Reference = tuple[type[models.Model], Any]
Owned = dict[type[models.Model], list[Reference]]
"""Models with rows that belong to a root, each with its references to parents; parents first."""

REPEATABLE_READ = (
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"  # PostgreSQL: one snapshot for a whole export
)
OVERWRITE_DELETED = "PRAGMA secure_delete = ON"  # SQLite: deleted content does not stay in the file


def owned_by(root: type[models.Model]) -> Owned:
    """Return the models with rows that belong to rows of `root`, `root` first.

    The first reference of each model is the one to the parent that is nearest to the root.
    """
    found: Owned = {root: []}
    fresh = True
    while fresh:
        fresh = False
        for model in apps.get_models():
            if model in found:
                continue
            parents = [(each.related_model, each) for each in _references(model) if not each.null]
            mine = [(parent, field) for parent, field in parents if parent in found]
            if mine:
                found[model] = sorted(mine, key=lambda each: list(found).index(each[0]))
                fresh = True
    return found


def optional_references(owned: Owned) -> Iterator[Reference]:
    """Yield the nullable references to owned rows as (model, field)."""
    for model in apps.get_models():
        for field in _references(model):
            if field.null and field.related_model in owned:
                yield model, field


def delete_owned(owned: Owned, count: int = 1) -> Iterator[str]:
    """Yield the statements that delete `count` rows of the root with all that belongs to them.

    Optional references to deleted rows are set to NULL first; dependent rows are deleted before their parents.
    """
    places = ", ".join(["%s"] * count)
    for model, field in optional_references(owned):
        column = _column(field)
        gone = select_ids(field.related_model, owned, places)
        yield f"UPDATE {_table(model)} SET {column} = NULL WHERE {column} IN ({gone})"  # noqa: S608 - of models
    for model in reversed(owned):
        yield f"DELETE FROM {_table(model)} WHERE {_condition(model, owned, places)}"  # noqa: S608


def delete_rows(model: type[models.Model], count: int) -> str:
    """Return the statement that deletes so many rows of a model by id."""
    places = ", ".join(["%s"] * count)
    return f"DELETE FROM {_table(model)} WHERE {_column(model._meta.pk)} IN ({places})"  # noqa: S608


def select_ids(model: Any, owned: Owned, places: str = "%s") -> str:
    """Return the query for the ids of a model's owned rows.

    `places`: placeholders of the root's ids.
    """
    condition = _condition(model, owned, places)
    return f"SELECT {_column(model._meta.pk)} FROM {_table(model)} WHERE {condition}"  # noqa: S608


def _references(model: type[models.Model]) -> list[Any]:
    fields: list[Any] = [each for each in model._meta.get_fields() if isinstance(each, models.ForeignKey)]
    return [field for field in fields if field.db_constraint and field.related_model != model]


def _condition(model: Any, owned: Owned, places: str) -> str:
    """Return the condition for a model's owned rows, by the parent nearest to the root."""
    root = next(iter(owned))
    if model is root:
        return f"{_column(root._meta.pk)} IN ({places})"
    parent, field = owned[model][0]
    inner = places if parent is root else select_ids(parent, owned, places)
    return f"{_column(field)} IN ({inner})"


def _table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Any) -> str:
    return connection.ops.quote_name(field.column)
