"""A group that is deleted: every row of it, in whatever room, and nothing else.

What belongs to a group is read off the models: a row that cannot be without a row of the group is the group's. So a
table that somebody adds is not forgotten. The rows go by plain statements, because the log and the ledger let nobody
delete a line any other way; that is the point of them, and this is the one place where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.db import connection, models

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.groups import lock_groups_and_tables
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.people.names import tidy
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.models import Session
from scorekeeper.play.notifications import notify

Reference = tuple[type[models.Model], Any]


class NotDeletedError(ValueError):
    """A group that is not deleted. `code`: `owner_only`, or `other_name` where another name was typed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def delete(group: Group, owner: Person, typed: str) -> None:
    """Delete a group for good. `typed`: its name, or what it is called where it has none (`called`).

    Raises NotDeletedError.
    """
    if tidy(typed).casefold() != called(group).casefold():
        raise NotDeletedError("other_name")
    with writing():
        # a line that is being written would be of a table that is gone
        lock_groups_and_tables([group.pk])
        if not Member.objects.filter(group=group, person=owner, owner=True).exists():
            raise NotDeletedError("owner_only")
        wipe(group)


def called(group: Group) -> str:
    """What is to be typed: the group's name; its address where it has none."""
    return tidy(group.name) or group.address


def wipe(group: Group) -> None:
    """Remove a group and all that is its own, and end the streams of its tables. Within a transaction that holds it
    as a whole."""
    for session, address in list(Session.objects.filter(group=group).values_list("pk", "address")):
        notify(session, 0, shut=True)
        GAME_CACHE.drop(address)
    with connection.cursor() as cursor:
        for statement in statements():
            cursor.execute(statement, [group.pk])


def statements() -> Iterator[str]:
    """What removes a group by its number."""
    return _statements(owned_by(Group), 1)


def remove_sessions(numbers: Sequence[int]) -> None:
    """Remove sessions and all that is theirs; what they brought to the ledger stays. Within a transaction that holds
    their group.
    """
    if not numbers:
        return
    Session.objects.filter(rematch_of__in=numbers).update(rematch_of=None)
    for session, address in list(Session.objects.filter(pk__in=numbers).values_list("pk", "address")):
        notify(session, 0, shut=True)
        GAME_CACHE.drop(address)
    with connection.cursor() as cursor:
        for statement in _statements(owned_by(Session), len(numbers)):
            cursor.execute(statement, list(numbers))


def rows_of(group: int) -> Iterator[tuple[type[models.Model], list[int]]]:
    """The numbers of all rows of a group, model by model: those that need others first, newer ones first."""
    owned = owned_by(Group)
    for model in reversed(owned):
        with connection.cursor() as cursor:
            cursor.execute(_numbers(model, owned), [group])
            yield model, sorted((number for (number,) in cursor.fetchall()), reverse=True)


def remove_rows(model: type[models.Model], numbers: Sequence[int]) -> None:
    """Remove some of these rows."""
    column, places = _column(model._meta.pk), ", ".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {_table(model)} WHERE {column} IN ({places})", list(numbers))  # noqa: S608


def owned_by(root: type[models.Model]) -> dict[type[models.Model], list[Reference]]:
    """The models whose rows are a root's own, each with how it is: the parents that it cannot be without.

    In an order in which parents come first, the root before all; the parent nearest to it is each model's first.
    """
    found: dict[type[models.Model], list[Reference]] = {root: []}
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


def loose_ends(owned: dict[type[models.Model], list[Reference]]) -> Iterator[Reference]:
    """What may name a row that goes and can do without: (model, field)."""
    for model in apps.get_models():
        for field in _references(model):
            if field.null and field.related_model in owned:
                yield model, field


def _statements(owned: dict[type[models.Model], list[Reference]], count: int) -> Iterator[str]:
    """What removes so many rows of the root: first what only names one of them, then rows before those they need."""
    places = ", ".join(["%s"] * count)
    for model, field in loose_ends(owned):
        column = _column(field)
        gone = _numbers(field.related_model, owned, places)
        yield f"UPDATE {_table(model)} SET {column} = NULL WHERE {column} IN ({gone})"  # noqa: S608 - of models
    for model in reversed(owned):
        yield f"DELETE FROM {_table(model)} WHERE {_condition(model, owned, places)}"  # noqa: S608


def _references(model: type[models.Model]) -> list[Any]:
    fields: list[Any] = [each for each in model._meta.get_fields() if isinstance(each, models.ForeignKey)]
    return [field for field in fields if field.db_constraint and field.related_model != model]


def _numbers(model: Any, owned: dict[type[models.Model], list[Reference]], places: str = "%s") -> str:
    """The numbers of a model's rows that are the root's, as a statement with places for its numbers."""
    condition = _condition(model, owned, places)
    return f"SELECT {_column(model._meta.pk)} FROM {_table(model)} WHERE {condition}"  # noqa: S608


def _condition(model: Any, owned: dict[type[models.Model], list[Reference]], places: str) -> str:
    """Which rows of a model are the root's: by the parent that is nearest to it."""
    root = next(iter(owned))
    if model is root:
        return f"{_column(root._meta.pk)} IN ({places})"
    parent, field = owned[model][0]
    inner = places if parent is root else _numbers(parent, owned, places)
    return f"{_column(field)} IN ({inner})"


def _table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Any) -> str:
    return connection.ops.quote_name(field.column)
