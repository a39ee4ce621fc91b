"""D15: unknown form fields change nothing, for every role."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db.models import DateTimeField, ForeignKey, Model

from tests.security.matrix import back_again, expected, path_of

from .cast import KNOWN, card_table, dice_table
from .routes import FORMS, Route, routes

pytestmark = pytest.mark.django_db

# Every column, under every name it might be read from; fields of the form itself are left out.
NAMES = (
    *(
        "role",
        "rights",
        "table",
        "seq",
        "number",
        "host",
        "host_id",
        "version",
        "created",
        "at",
        "author",
        "author_id",
    ),
    *(
        "device",
        "device_id",
        "person",
        "person_id",
        "owner",
        "group",
        "group_id",
        "session",
        "session_id",
        "address",
    ),
    *(
        "link_generation",
        "code_expires",
        "finished",
        "ended",
        "removed",
        "joined",
        "is_staff",
        "is_superuser",
        "rules_version",
        "data",
    ),
    *(
        "options",
        "moves",
        "target",
        "started",
        "rematch_of",
        "rematch_of_id",
        "colour",
        "folded_name",
        "id",
        "pk",
        "team",
    ),
    *(
        "position",
        "deals",
        "password",
        "username",
        "user_permissions",
        "groups",
        "cents",
        "count",
        "ends",
        "state",
    ),
    *("expire_date", "outcome", "_state", "__class__"),
)
RANDOM = {"address", "code", "digest", "ends", "username", "session_key", "session_data", "key", "password"}
VALUES = ("1", "2001-01-01T00:00:00Z")


def shown(before: dict[str, set[Any]]) -> dict[str, list[Any]]:
    """Return all rows, without random or time-dependent values; new rows are marked."""

    def value_of(row: Model, field: Any) -> Any:
        value = getattr(row, field.attname)
        if isinstance(field, DateTimeField):
            return value is not None and abs(value.year - 2026) < 50
        if isinstance(field, ForeignKey):
            known = before[field.related_model._meta.label]
            return value if value is None or value in known else "new"
        if isinstance(value, dict) and "author" in value and value["author"] not in before["people.Person"]:
            return value | {"author": "new"}
        return value

    found = {}
    for model in apps.get_models():
        fields = [
            each for each in model._meta.concrete_fields if not each.primary_key and each.name not in RANDOM
        ]
        rows = model._default_manager.order_by("pk")
        found[model._meta.label] = [[value_of(row, field) for field in fields] for row in rows]
    return found


def numbers() -> dict[str, set[Any]]:
    """The primary keys of all rows."""
    return {
        each._meta.label: set(each._default_manager.values_list("pk", flat=True))
        for each in apps.get_models()
    }


@pytest.mark.parametrize("role", ["host", "player"])
@pytest.mark.parametrize(
    "route",
    [each for each in routes() if expected("send")[each.name, "host"] != 405],
    ids=lambda each: each.name,
)
def test_extra_fields_change_nothing(route: Route, role: str) -> None:
    desk = card_table() if route.name == "draft" else dice_table()
    path, plain, before = path_of(route, desk), desk.form(**FORMS[route.name]), numbers()
    outcomes = []
    for value in (None, *VALUES):
        extra = {} if value is None else {name: value for name in NAMES if name not in plain}
        with back_again():
            status = KNOWN[role](desk).post(path, {**plain, **extra}).status_code
            outcomes.append((status, shown(before)))
    assert all(each == outcomes[0] for each in outcomes)
