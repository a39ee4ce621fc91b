"""D1: every route, by every method, for every role, in one table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorekeeper.people.names import players_named
from tests.factories import HTMX
from tests.security.matrix import expected, path_of, visits_of

from .cast import (
    ABSENT,
    AFTER,
    KNOWN,
    NAMES,
    UNCOUNTED,
    UNKNOWN,
    everything,
)
from .routes import FORMS, NOWHERE, Route, routes

pytestmark = pytest.mark.django_db

LOOKS = ("GET", "HEAD")
NO_METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
STRANGERS = {"watcher", "stranger", "old_link", "forged_link"}


def column_of(role: str) -> str:
    """Return the column of a role."""
    return "nobody" if role in UNKNOWN else role.removeprefix("known_")


def is_told(role: str, route: Route, headers: dict[str, str]) -> bool:
    """Return whether a removed phone is informed: it opens the page of the table."""
    return role == "removed" and route.name == "table" and not headers


def asked(client: Client, method: str, path: str, form: dict[str, Any], headers: dict[str, str]) -> Any:
    """The answer to one request."""
    if method == "POST":
        return client.post(path, form, headers=headers)
    return client.generic(method, path, headers=headers)


def seen(answer: Any, address: str) -> tuple[Any, ...]:
    """Return everything of a response that an outsider sees, except the requested path."""
    sent = {name: value.replace(address, "-") for name, value in answer.headers.items()}
    return answer.status_code, sent, answer.content.replace(address.encode(), b"-"), dict(answer.cookies)


def test_every_route_is_listed() -> None:
    listed = {name for name, _column in expected("look")}
    found = [each.name for each in routes()]
    assert sorted(set(found)) == sorted(listed), "decide who may use it, and write it into MATRIX"
    twice = {name for name in found if found.count(name) > 1}
    assert twice == {"correct", "device_transfer"}, "only these have a former address, too"
    assert set(found) == set(FORMS), "say in FORMS what it takes"


@pytest.mark.slow
@pytest.mark.parametrize("role", [*KNOWN, *AFTER, *UNKNOWN])
def test_matrix_of_get_requests(role: str) -> None:
    wanted = expected("look", stranger=role in STRANGERS)
    for route, client, desk in visits_of(role):
        before, path = everything(), path_of(route, desk)
        for method in LOOKS:
            for headers in ({}, HTMX):
                answer = asked(client, method, path, {}, headers)
                status = wanted[route.name, column_of(role)]
                if is_told(role, route, headers):
                    status = 403
                assert answer.status_code == status, (route.name, method)
                assert method == "GET" or not answer.content
        assert everything() == before, route.name


@pytest.mark.parametrize("role", [*KNOWN, *AFTER, *UNKNOWN])
def test_matrix_of_post_requests(role: str) -> None:
    wanted = expected("send", stranger=role in STRANGERS)
    counted = UNCOUNTED | {"people_tally"}  # a try is counted, also if it is refused
    for route, client, desk in visits_of(role):
        before = everything(but=counted)
        form = desk.form(**FORMS[route.name])
        answer = asked(client, "POST", path_of(route, desk), form, {})
        assert answer.status_code == wanted[route.name, column_of(role)], route.name
        if answer.status_code >= 400:
            assert everything(but=counted) == before, route.name


@pytest.mark.parametrize("role", [*KNOWN, *AFTER])
def test_non_member_sees_only_players_at_table(role: str) -> None:
    for route, client, desk in visits_of(role):
        players_named(desk.group, [ABSENT])
        if role in ("host", "member") or route.name == "group_join":  # which the group's own link opens
            continue
        for method, form in (("GET", {}), ("POST", desk.form(**FORMS[route.name]))):
            assert ABSENT not in asked(client, method, path_of(route, desk), form, HTMX).text, route.name


@pytest.mark.slow
@pytest.mark.parametrize("role", [*KNOWN, *UNKNOWN])
def test_other_methods_are_refused(role: str) -> None:
    for route, client, desk in visits_of(role):
        before, path = everything(), path_of(route, desk)
        for method in NO_METHODS:
            answer = asked(client, method, path, {}, {})
            assert answer.status_code == 405, (route.name, method)
        assert everything() == before


@pytest.mark.slow
@pytest.mark.parametrize("role", UNKNOWN)
def test_missing_and_foreign_table_look_equal(role: str) -> None:
    for route, client, desk in visits_of(role):
        mine = {"address": desk.address, "group": desk.group.address}
        name = next((each for each in route.arguments if each in mine), "")
        if not name:
            continue
        there, nowhere = route.path(**mine), route.path()
        form = desk.form(**FORMS[route.name])
        for method, headers in (
            ("GET", {}),
            ("GET", HTMX),
            ("POST", {}),
            ("POST", HTMX),
            ("HEAD", {}),
            ("PUT", {}),
        ):
            if method in LOOKS and is_told(role, route, headers):
                continue
            here = seen(asked(client, method, there, form, headers), mine[name])
            assert here == seen(asked(client, method, nowhere, form, headers), NOWHERE), method
            assert mine[name] not in repr(here)
            assert not any(each in repr(here) for each in NAMES)
