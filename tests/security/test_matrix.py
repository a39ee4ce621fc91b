"""D1: every route, by every method, for everybody who may come: what it answers, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from scorekeeper.people import invite_links
from scorekeeper.people.names import players_named
from scorekeeper.play.passes import token_of
from scorekeeper.play.table import forget
from tests.factories import HTMX, Desk
from tests.sampling import every_day

from .cast import (
    ABSENT,
    AFTER,
    KNOWN,
    NAMES,
    UNCOUNTED,
    UNKNOWN,
    card_table,
    dice_table,
    everything,
    over_table,
)
from .routes import FORMS, NOWHERE, Route, routes

pytestmark = pytest.mark.django_db
DAILY = {"host", "player", "old_link_guest", "watcher", "stranger"}

# What looking (GET, HEAD) and sending the form of FORMS (POST) answer. `nobody`: everybody whom the table does not
# know; the same at no table at all; after a stroke, what a stranger is answered who is no person yet. A route that is
# not here fails the build: decide, and write it down.
MATRIX = """
             look                                          send
             host member player guest watcher nobody       host member player guest watcher nobody
home         200  200    200    200   200     200          405  405    405    405   405     405
you          200  200    200    200   200     200          303  303    303    303   303     303
passkeys     200  200    200    200   200/303 200/303      422  422    422    422   422/303 422/303
passkey_asked 405 405    405    405   405     405          200  200    200    200   200     200
codes        200  200    200    200   200/303 200/303      200  200    200    200   200/303 200/303
mail         404  404    404    404   404     404          404  404    404    404   404     404
sign_in      200  200    200    200   200     200          422  422    422    422   422     422
sign_out     200  200    200    200   200/303 200/303      200  200    200    200   200/303 200/303
groups       200  200    200    200   200     200          303  303    303    303   303     303
group_come   200  200    200    200   200     200          303  303    303    303   303     303
group_more   200  200    404    404   404     404          303  303    404    404   404     404
defaults     200  200    404    404   404     404          303  303    404    404   404     404
members      200  200    404    404   404     404          303  303    404    404   404     404
group_invite 200  200    404    404   404     404          303  422    404    404   404     404
players      200  200    404    404   404     404          404  404    404    404   404     404
player_edit  200  200    404    404   404     404          303  303    404    404   404     404
player_merge 200  200    404    404   404     404          404  404    404    404   404     404
money        200  200    404    404   404     404          422  422    404    404   404     404
money_lines  200  200    404    404   404     404          405  405    405    405   405     405
games        200  200    404    404   404     404          405  405    405    405   405     405
deleted_games 200 200    404    404   404     404          405  405    405    405   405     405
ended_games  200  200    404    404   404     404          405  405    405    405   405     405
group        200  200    404    404   404     404          422  422    404    404   404     404
player       200  200    404    404   404     404          405  405    405    405   405     405
new          200  200    200    200   200     200          422  422    422    422   422     422
opening      302  302    302    302   302     302          422  422    422    422   422     422
new_rules    200  200    200    200   200     200          200  200    200    200   200     200
table        200  200    200    200   200     404          405  405    405    405   405     405
lines        200  200    200    200   200     404          405  405    405    405   405     405
rules        200  200    200    200   200     404          405  405    405    405   405     405
change       200  200    200    200   404     404          303  303    303    303   404     404
remove       200  200    404    404   404     404          303  303    404    404   404     404
write        302  302    302    302   302     302          302  302    302    302   404/401 404/401
put_right    302  302    302    302   302     302          302  302    302    302   404/401 404/401
take_back    302  302    302    302   302     302          302  302    302    302   404/401 404/401
go_home      302  302    302    302   302     302          302  302    302    302   404/401 404/401
draft        302  302    302    302   302     302          302  302    302    302   404/401 404/401
rematch      405  405    405    405   405     405          303  303    303    303   404     404
manifest     200  200    200    200   200     200          405  405    405    405   405     405
worker       200  200    200    200   200     200          405  405    405    405   405     405
shell        200  200    200    200   200     200          405  405    405    405   405     405
points       404  404    404    404   404     404          405  405    405    405   405     405
language     200  200    200    200   200     200          303  303    303    303   303     303
carry        200  200    200    200   200     200          422  422    422    422   422     422
join         200  200    200    200   200     200          422  422    422    422   422     422
come         302  302    302    302   302     302          405  405    405    405   405     405
invite       200  200    200    200   200     404          303  303    303    303   404     404
follow       405  405    405    405   405     405          303  303    303    303   303     404
phones       200  200    200    200   404     404          303  422    422    422   404     404
screen       200  200    200    200   200     404          405  405    405    405   405     405
sit          405  405    405    405   405     405          303  303    303    303   303     404
export       200  200    404    404   404     404          405  405    405    405   405     405
export_group 200  200    404    404   404     404          405  405    405    405   405     405
export_results 200 200   404    404   404     404          405  405    405    405   405     405
export_ledger 200 200    404    404   404     404          405  405    405    405   405     405
delete_group 200  404    404    404   404     404          422  404    404    404   404     404
transcript   200  200    200    200   200     404          405  405    405    405   405     405
imports      200 200    404    404   404     404          422  422    404    404   404     404
import       200  200    200    200   200     200          422  422    422    422   422     422
import_sample 200 200    200    200   200     200          405  405    405    405   405     405
import_preview 303 303   303    303   303     303          303  303    303    303   303     303
paper        200  200    200    200   200     404          405  405    405    405   405     405
picture      200  200    200    200   200     404          405  405    405    405   405     405
blank        200  200    200    200   200     200          405  405    405    405   405     405
erase        200  200    200    200   200/303 200/303      422  422    422    422   422/303 422/303
leave        405  405    405    405   405     405          422  404    200    200   200     404
"""
# Where the game is over, guests are answered as in the column `guest`, but for what they send to these: one who sat
# there before the end, and one who came later.
OVER = """
             seated_guest old_link_guest
write        422          422
put_right    302          422
take_back    422          422
go_home      422          422
draft        422          422
change       303          422
rematch      303          422
"""
LOOKS = ("GET", "HEAD")
NO_METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
STRANGERS = {"watcher", "stranger", "old_link", "forged_link"}
COLUMNS = ("host", "member", "player", "guest", "watcher", "nobody")


def expected(way: str, *, stranger: bool = False) -> dict[tuple[str, str], int]:
    """(route, column) -> status, of looking or of sending; of somebody, or of a stranger."""
    found = {}
    for line in MATRIX.strip().splitlines()[2:]:
        name, *statuses = line.split()
        part = statuses[:6] if way == "look" else statuses[6:]
        assert len(part) == len(COLUMNS), line
        for column, status in zip(COLUMNS, part, strict=True):
            found[name, column] = int(status.split("/")[-1 if stranger else 0])
        found |= {(name, role): found[name, "guest"] for role in AFTER}
    for line in OVER.strip().splitlines()[1:] if way == "send" else ():
        name, *statuses = line.split()
        found |= {(name, role): int(status) for role, status in zip(AFTER, statuses, strict=True)}
    return found


def column_of(role: str) -> str:
    """The column of somebody."""
    return "nobody" if role in UNKNOWN else role.removeprefix("known_")


def is_told(role: str, route: Route, headers: dict[str, str]) -> bool:
    """Whether a phone that was sent away is told so: it opens the page of the table."""
    return role == "removed" and route.name == "table" and not headers


def visits_of(role: str) -> Iterator[tuple[Route, Client, Desk]]:
    """Every route, with somebody's browser and a table that there is something to do at, each as if the first."""
    over = role in AFTER
    dice, cards = over_table() if over else dice_table(), card_table(over=over)
    come = (KNOWN | AFTER | UNKNOWN)[role]
    browsers = {desk.address: come(desk) for desk in (dice, cards)}
    for route in routes():
        desk = cards if route.name == "draft" else dice
        with back_again(browsers[desk.address]):
            yield route, browsers[desk.address], desk


@contextmanager
def back_again(client: Client | None = None) -> Iterator[None]:
    """Whatever is done within is undone, in the browser too, so that one visit does not change the next."""
    place, cookies = transaction.savepoint(), deepcopy(client.cookies) if client else None
    yield
    if client is not None and cookies is not None:
        client.cookies = cookies
    transaction.savepoint_rollback(place)
    forget()


def path_of(route: Route, desk: Desk) -> str:
    """The route's address for a table, with the secret where one stands in it."""
    return route.path(
        address=desk.address,
        group=desk.group.address,
        token=token_of(desk.session),
        key=invite_links.token_of(desk.group),
        player=desk.session.seats.get(number=1).player.address,
    )


def asked(client: Client, method: str, path: str, form: dict[str, Any], headers: dict[str, str]) -> Any:
    """The answer to one request."""
    if method == "POST":
        return client.post(path, form, headers=headers)
    return client.generic(method, path, headers=headers)


def seen(answer: Any, address: str) -> tuple[Any, ...]:
    """Everything of an answer that an outsider sees, but the address that he asked for."""
    sent = {name: value.replace(address, "-") for name, value in answer.headers.items()}
    return answer.status_code, sent, answer.content.replace(address.encode(), b"-"), dict(answer.cookies)


def test_every_route_is_listed() -> None:
    listed = {name for name, _column in expected("look")}
    found = [each.name for each in routes()]
    assert sorted(found) == sorted(listed), "decide who may use it, and write it into MATRIX"
    assert set(found) == set(FORMS), "say in FORMS what it takes"


@pytest.mark.parametrize("role", every_day([*KNOWN, *AFTER, *UNKNOWN], DAILY))
def test_looking(role: str) -> None:
    wanted = expected("look", stranger=role in STRANGERS)
    for route, client, desk in visits_of(role):
        before = everything()
        for method in LOOKS:
            for headers in ({}, HTMX):
                answer = asked(client, method, path_of(route, desk), {}, headers)
                status = wanted[route.name, column_of(role)]
                if is_told(role, route, headers):
                    status = 403
                assert answer.status_code == status, (route.name, method)
                assert method == "GET" or not answer.content
        assert everything() == before, route.name


@pytest.mark.parametrize("role", every_day([*KNOWN, *AFTER, *UNKNOWN], DAILY))
def test_sending(role: str) -> None:
    wanted = expected("send", stranger=role in STRANGERS)
    counted = UNCOUNTED | {"people_tally"}  # that somebody tried is counted, also where he is refused
    for route, client, desk in visits_of(role):
        before = everything(but=counted)
        form = desk.form(**FORMS[route.name])
        answer = asked(client, "POST", path_of(route, desk), form, {})
        assert answer.status_code == wanted[route.name, column_of(role)], route.name
        if answer.status_code >= 400:
            assert everything(but=counted) == before, route.name


@pytest.mark.parametrize("role", every_day([*KNOWN, *AFTER], DAILY))
def test_who_is_not_of_the_group_sees_nobody_who_is_not_at_the_table(role: str) -> None:
    for route, client, desk in visits_of(role):
        players_named(desk.group, [ABSENT])
        if role in ("host", "member") or route.name == "group_come":  # which the group's own link opens
            continue
        for method, form in (("GET", {}), ("POST", desk.form(**FORMS[route.name]))):
            assert ABSENT not in asked(client, method, path_of(route, desk), form, HTMX).text, route.name


@pytest.mark.parametrize("role", every_day([*KNOWN, *UNKNOWN], DAILY))
def test_no_other_method_does_anything(role: str) -> None:
    for route, client, desk in visits_of(role):
        before = everything()
        for method in NO_METHODS:
            answer = asked(client, method, path_of(route, desk), {}, {})
            assert answer.status_code == 405, (route.name, method)
        assert everything() == before


@pytest.mark.parametrize("role", every_day(UNKNOWN, DAILY))
def test_no_table_and_not_yours_are_one(role: str) -> None:
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
