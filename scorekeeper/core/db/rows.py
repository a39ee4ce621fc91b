"""Rows of a plain query as model instances, and instances as new rows, for what every request or game needs.

`objects.raw` computes the columns and converters for each query, and `bulk_create` compiles a statement, both of which
take longer than the query itself. Here they are computed once for each kind of row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from django.db import connections, router
from django.db.models import Model

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Shape:
    """The mapping of a row to an instance.

    Numbers are positions in the row. `names`, `places`: the fields and the positions of their values. `more`: columns
    that are not fields. `converters`: position, converter to the Python value, and the expression that it needs.
    """

    names: tuple[str, ...]
    places: tuple[int, ...]
    more: tuple[tuple[str, int], ...]
    converters: tuple[tuple[int, Callable[..., Any], Any], ...]


def rows_of(model: type[M], query: str, asked: Sequence[Any]) -> list[M]:
    """An instance for each row.

    The rows must have all columns of the model. Other columns become attributes without conversion. Raises ValueError
    if a column of the model is missing.
    """
    alias = router.db_for_read(model)
    connection = connections[alias]
    with connection.cursor() as cursor:
        cursor.execute(query, asked)
        columns = tuple(column[0] for column in cursor.description)
        found = cursor.fetchall()
    shape = _shape(model, columns, alias, connection.vendor)
    instances = []
    for row in map(list, found):
        for place, convert, expression in shape.converters:
            row[place] = convert(row[place], expression, connection)
        instance = model.from_db(alias, shape.names, [row[place] for place in shape.places])
        for name, place in shape.more:
            setattr(instance, name, row[place])
        instances.append(instance)
    return instances


def insert_rows(instances: Sequence[Model], keys: Sequence[str] = (), replaced: Sequence[str] = ()) -> None:
    """Insert new instances of one model; they get no ids, and no signals are sent.

    `keys`, `replaced`: columns of a unique constraint, and those that an existing row with the same values gets.
    """
    if not instances:
        return
    model = type(instances[0])
    connection = connections[router.db_for_write(model)]
    fields = _written(model)
    count = connection.ops.bulk_batch_size(fields, instances)
    with connection.cursor() as cursor:
        for start in range(0, len(instances), count):
            part = instances[start : start + count]
            statement = _insertion(model, len(part), tuple(keys), tuple(replaced))
            cursor.execute(
                statement,
                [
                    field.get_db_prep_save(field.pre_save(each, True), connection)
                    for each in part
                    for field in fields
                ],
            )


@lru_cache(maxsize=64)
def _written(model: type[Model]) -> list[Any]:
    return [each for each in model._meta.concrete_fields if not each.primary_key]  # noqa: SLF001 - documented API


@lru_cache(maxsize=64)
def _insertion(model: type[Model], count: int, keys: tuple[str, ...], replaced: tuple[str, ...]) -> str:
    columns = [field.column for field in _written(model)]
    setting = ", ".join(f"{name} = excluded.{name}" for name in replaced)
    conflict = f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {setting}" if keys else ""
    return insert(model._meta.db_table, columns, count) + conflict  # noqa: SLF001 - documented API


def insert(table: str, columns: Sequence[str], rows: int) -> str:
    """Return the statement that inserts so many rows."""
    row = f"({', '.join(['%s'] * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"  # noqa: S608 - ours


@lru_cache(maxsize=64)
def _shape(model: type[Model], columns: tuple[str, ...], alias: str, _vendor: str) -> Shape:
    """The shape of rows with these columns.

    The converters of one connection serve all, because they depend on its settings only.
    """
    connection = connections[alias]
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's documented API
    places = tuple(columns.index(field.column) for field in fields)
    converters = [
        (place, convert, field.cached_col)
        for field, place in zip(fields, places, strict=True)
        for convert in (
            *connection.ops.get_db_converters(field.cached_col),
            *field.get_db_converters(connection),
        )
    ]
    more = tuple((name, place) for place, name in enumerate(columns) if place not in places)
    return Shape(tuple(field.attname for field in fields), places, more, tuple(converters))
