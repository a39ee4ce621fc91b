"""Query sets that are compiled once per database, and run with new parameters at every call.

Django builds and compiles a query set at each call, which takes five to ten times as long as a query of a few rows. The
home page of a group spent more than half of its time there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import count
from typing import Any, Generic, TypeVar

from django.db import connections, router
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

T = TypeVar("T")
FIRST_NUMBER = 1 << 40  # a sample that no literal of a query equals
FIRST_MOMENT = datetime(1901, 2, 3, tzinfo=UTC)
PLANS = 64


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a statement: an item of a value by name, or a constant."""

    name: str
    place: int = 0
    constant: Any = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled query: its statement, its parameters, converters by column, and rows to Python.

    `make`: makes an instance of a row; None if a row stays a tuple.
    """

    statement: str
    parameters: Sequence[Parameter]
    converters: Sequence[tuple[int, Callable[..., Any], Any]]
    make: Callable[[Sequence[Any]], Any] | None


class CompiledQuery(Generic[T]):
    """A query that `build` makes of its parameters: a query set of models or of `values_list`.

    `kinds`: the type of each parameter: `int`, `str`, `datetime`, or `list` for numbers of an `__in` lookup. A
    parameter may only be a value in the query, because `build` sees samples, and only the first time. Lists are padded
    to powers of two, so that there are few statements.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, T]], **kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._lists = tuple(name for name, kind in kinds.items() if kind is list)
        self._plan = lru_cache(maxsize=PLANS)(self._compiled)

    def __call__(self, **values: Any) -> list[T]:
        """Run the query."""
        known = {name: self._items(name, values[name]) for name in self._kinds}
        if not all(known.values()):
            return []
        alias = router.db_for_read(Model)
        connection = connections[alias]
        plan = self._plan(alias, connection.vendor, tuple(len(known[name]) for name in self._lists))
        adapted = connection.ops.adapt_datetimefield_value
        given = []
        for each in plan.parameters:
            value = known[each.name][each.place] if each.name else each.constant
            given.append(adapted(value) if isinstance(value, datetime) else value)
        with connection.cursor() as cursor:
            cursor.execute(plan.statement, given)
            rows = cursor.fetchall()
        if plan.converters:
            rows = [tuple(_converted(list(row), plan, connection)) for row in rows]
        return rows if plan.make is None else list(map(plan.make, rows))

    def first(self, **values: Any) -> T | None:
        """Run the query and return its first row, None for none."""
        return next(iter(self(**values)), None)

    def _items(self, name: str, value: Any) -> Sequence[Any]:
        """Return the values of a parameter; a list is filled up with its last item."""
        if self._kinds[name] is not list:
            return (value,)
        items = list(value)
        return items + items[-1:] * ((1 << (len(items) - 1).bit_length()) - len(items)) if items else ()

    def _compiled(self, alias: str, _vendor: str, lengths: tuple[int, ...]) -> Plan:
        """Compile the query with samples, and find them among its parameters."""
        samples = self._samples(dict(zip(self._lists, lengths, strict=True)))
        known = {
            name: list(items) if self._kinds[name] is list else items[0] for name, items in samples.items()
        }
        rows: Any = self._build(**known).using(alias)
        connection = connections[alias]
        compiler = rows.query.get_compiler(connection=connection)
        statement, given = compiler.as_sql()
        names = {
            str(
                connection.ops.adapt_datetimefield_value(item) if isinstance(item, datetime) else item
            ): Parameter(name, place)
            for name, items in samples.items()
            for place, item in enumerate(items)
        }
        parameters = [names.get(str(value), Parameter("", constant=value)) for value in given]
        missing = set(names.values()) - set(parameters)
        if missing:
            raise ValueError(f"The query has no value for {missing}.")
        fields = [column[0] for column in compiler.select[: compiler.col_count]]
        converters = [
            (place, convert, expression)
            for place, (converts, expression) in compiler.get_converters(fields).items()
            for convert in converts
        ]
        return Plan(statement, parameters, converters, _maker(rows, compiler, alias))

    def _samples(self, lengths: Mapping[str, int]) -> dict[str, list[Any]]:
        """Return values of each parameter that occur nowhere else in the query."""
        numbers = count()
        samples: dict[str, list[Any]] = {}
        for name, kind in self._kinds.items():
            places = [next(numbers) for _ in range(lengths.get(name, 1))]
            samples[name] = [_sample(kind, place) for place in places]
        return samples


def _sample(kind: type, place: int) -> Any:
    if kind is datetime:
        return FIRST_MOMENT + timedelta(seconds=place)
    return f"sample {place}" if kind is str else FIRST_NUMBER + place


def _converted(row: list[Any], plan: Plan, connection: Any) -> list[Any]:
    """Return a row with the values of its columns in Python."""
    for place, convert, expression in plan.converters:
        row[place] = convert(row[place], expression, connection)
    return row


def _maker(rows: Any, compiler: Any, alias: str) -> Callable[[Sequence[Any]], Any] | None:
    """Return the function that makes an instance of a converted row, None for rows of columns."""
    if not issubclass(rows._iterable_class, ModelIterable):  # noqa: SLF001 - as the query set reads it
        return None
    return _instances(compiler.klass_info, compiler.select, alias)


def _instances(info: Mapping[str, Any], select: Sequence[Any], alias: str) -> Callable[[Sequence[Any]], Any]:
    """Return the function that makes an instance of a row, and those of `select_related`.

    For a row without a key it returns None.
    """
    model, places = info["model"], tuple(info["select_fields"])
    names = [select[place][0].target.attname for place in places]
    key = places[names.index(model._meta.pk.attname)]  # noqa: SLF001 - Django's documented API
    related = [
        (_instances(each, select, alias), each["local_setter"], each["remote_setter"])
        for each in info.get("related_klass_infos", ())
    ]

    def instance(row: Sequence[Any]) -> Any:
        if row[key] is None:
            return None
        made = model.from_db(alias, names, [row[place] for place in places])
        for make, set_here, set_there in related:
            other = make(row)
            set_here(made, other)
            if other is not None:
                set_there(other, made)
        return made

    return instance
