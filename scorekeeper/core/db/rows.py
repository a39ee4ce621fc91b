"""Rows of a plain query as instances of a model, for what every request asks.

`objects.raw` finds out anew each time which column is which field and what makes a value Python's; that takes longer
than the query itself. Here it is found out once for each kind of row.
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
    """How a row becomes an instance. Numbers are places in the row.

    `names`, `places`: the fields, and where their values are. `more`: columns that are no fields. `converters`: what
    makes values Python's, each with the expression that it wants to know.
    """

    names: tuple[str, ...]
    places: tuple[int, ...]
    more: tuple[tuple[str, int], ...]
    converters: tuple[tuple[int, Callable[..., Any], Any], ...]


def rows_of(model: type[M], query: str, asked: Sequence[Any]) -> list[M]:
    """An instance for each row, which has all columns of the model; its other columns are attributes, as they come.

    Raises ValueError where a column of the model is missing.
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


@lru_cache(maxsize=64)
def _shape(model: type[Model], columns: tuple[str, ...], alias: str, _vendor: str) -> Shape:
    """The shape of rows with these columns. Converters of one connection do for all: they know its settings only."""
    connection = connections[alias]
    fields = model._meta.concrete_fields  # noqa: SLF001 - as Django documents it
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
