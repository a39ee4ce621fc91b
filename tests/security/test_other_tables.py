"""D2: objects of another table cannot be reached by number or name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models import Q

from scorekeeper.people.models import Group, Player
from scorekeeper.play.models import Draft, Entry, Participation, Seat, Session
from tests.factories import HTMX, SampleTable
from tests.security.matrix import back_again, expected, path_of

from .cast import dice_table, seated
from .routes import FORMS, Route, routes

pytestmark = pytest.mark.django_db

SECRETS = ("Clementine", "Devereaux", "Evangeline")
SAID_BY_FORMS = {
    "entry",
    "key",
    "draft",
    "person",
    "address",
    "session",
    "player",
    "dealer",
    "was-1",
    "late-player",
}


def other_table(desk: SampleTable, *, same_group: bool) -> SampleTable:
    """Return another table with entries, a draft, phones and persons: the same or others."""
    other = SampleTable("forty_fives", SECRETS[:3], writer=desk.writer if same_group else None)
    for _round in range(3):
        other.entry(trump="H", tricks=["1", "2", "3", "1", "1"], best="1")
    Draft.objects.create(session=other.session, data={"entry": {"trump": "H"}}, step=4)
    seated(other, 3)
    return other


def ids(other: SampleTable) -> dict[str, list[Any]]:
    """Return the ids of the other table that a form or a path may name, by field."""
    entry = Entry.objects.filter(session=other.session).latest("number")
    seat, phone = (
        Seat.objects.filter(session=other.session).latest("pk"),
        Participation.objects.get(session=other.session),
    )
    found: dict[str, list[Any]] = {
        "line": ["3", entry.pk],
        "entry": ["3", entry.pk],
        "key": [entry.key],
        "draft": [Draft.objects.get(session=other.session).pk],
        "phone": [phone.pk],
        "person": [phone.person_id],
        "address": [other.address],
        "session": [other.session.pk],
    }
    found |= {name: ["3", seat.pk] for name in ("seat", "player", "as", "home", "up", "dealer")}
    found |= {name: [seat.player_id] for name in ("late-player", "was-1")}
    return found


def rows_of(other: SampleTable, *, group: bool = True) -> list[Any]:
    """All that belongs to a table; with its group, which may be that of others too."""
    at = Q(session=other.session)
    found: list[Any] = [
        list(each.objects.filter(at).order_by("pk").values_list())
        for each in (Entry, Draft, Participation, Seat)
    ]
    # leaving a group ends access to its tables, also by their links
    of_members = () if group else ("link", "host_id", "version")
    fields = [each.attname for each in Session._meta.concrete_fields if each.attname not in of_members]
    found.append(list(Session.objects.filter(pk=other.session.pk).values_list(*fields)))
    if group:
        found.append(list(Group.objects.filter(pk=other.group.pk).values_list()))
    players = Player.objects.filter(seats__session=other.session).distinct().order_by("pk")
    return [*found, list(players.values_list())]


def swaps(route: Route, other: SampleTable) -> Iterator[dict[str, Any]]:
    """All at once; and one field after the other, where there is a table to do it at."""
    found = ids(other)
    yield {name: values[-1] for name, values in found.items()}
    if route.arguments == ("address",):
        for name, values in found.items():
            yield from ({name: value} for value in values)


@pytest.mark.parametrize("same_group", [False, True], ids=["of others", "of the same people"])
@pytest.mark.parametrize("route", routes(), ids=lambda each: each.name)
def test_other_table_is_not_shown_or_changed(route: Route, same_group: bool) -> None:
    desk = dice_table()
    other = other_table(desk, same_group=same_group)
    # a change of a group is announced at all its tables
    apart = not (same_group and "group" in route.arguments)
    client, before = desk.writer.client(), rows_of(other, group=apart)
    path = path_of(route, desk)
    sends = expected("send")[route.name, "host"] != 405
    # names of one's own group are offered where people are seated, in the list of groups, and all over its book; home
    # shows one's own tables
    book = "group" in route.arguments
    open_names = same_group and (
        book or route.name in ("home", "groups", "new_game", "opening_roll", "new_game_rules", "change")
    )
    for swap in swaps(route, other):
        headers = {**HTMX, "HX-Current-URL": f"http://testserver/table/{other.address}/?line=3"}
        looks = len(swap) > 1 or not SAID_BY_FORMS.issuperset(swap)
        answers = [client.get(path, swap, headers=headers)] if looks else []
        if sends:
            with back_again():
                answers.append(client.post(path, {**desk.form(**FORMS[route.name]), **swap}))
                assert rows_of(other, group=apart) == before, swap
        for answer in answers:
            assert answer.status_code < 500
            assert open_names or not any(name in answer.text for name in SECRETS), swap
    assert rows_of(other, group=apart) == before
