"""Concurrent joining: forms sent twice; leaving and logging in during a rematch."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from scorekeeper.people.guest_merge import merge_guest
from scorekeeper.people.models import Person
from scorekeeper.play import permissions, start_session
from scorekeeper.play.models import Participation, Session
from scorekeeper.table import host_decisions, participation
from tests.factories import SampleTable, Writer, new_writer
from tests.http_client import Visitor
from tests.interleave import meet
from tests.security.cast import seated
from tests.server_process import Server


def test_form_sent_twice_at_once_takes_one_seat(server: Server) -> None:
    host = Visitor(server).begin("Ana", "Bo")
    link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
    assert link is not None
    stranger = Visitor(server, table=host.table)
    stranger.ask("GET", link[0])
    key = re.search(r'name="key" value="([^"]+)"', stranger.look().text)
    assert key is not None
    taps = [Visitor(server, dict(stranger.cookies), host.table) for _ in range(6)]

    def sit(tap: Visitor) -> int:
        return tap.ask("POST", f"{host.table}sit/", {"seat": "2", "key": key[1]}).status

    with ThreadPoolExecutor(len(taps)) as at_once:
        assert set(at_once.map(sit, taps)) == {303}
    assert all(tap.look().status == 200 for tap in taps), "whichever answer the browser took, it is he"
    phones = host.ask("GET", f"{host.table}phones/").text
    assert len(re.findall(r"\?remove=\d+", phones)) == 1


Goes = Callable[[SampleTable, Writer], object]


def is_removed(desk: SampleTable, bo: Writer) -> None:
    phone = Participation.objects.get(session=desk.session, person=bo.person)
    host_decisions.remove_phone(desk.address, permissions.Visitor(desk.writer.person), phone.pk)


def leaves(desk: SampleTable, bo: Writer) -> None:
    participation.leave(desk.address, permissions.Visitor(bo.person))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("goes", "status"), [(is_removed, 403), (leaves, 404)])
def test_guest_leaving_during_rematch_is_not_seated(goes: Goes, status: int) -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    bo, client = seated(desk, 2), desk.writer.client()
    meet(start_session, "create_session", lambda: client.post(desk.url("rematch")), lambda: goes(desk, bo))
    again = Session.objects.get(rematch_of=desk.session)
    assert bo.client().get(f"/table/{again.address}/").status_code == status


@pytest.mark.django_db(transaction=True)
def test_link_changed_during_rematch_is_changed_there() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    client, host = desk.writer.client(), permissions.Visitor(desk.writer.person)
    meet(
        start_session,
        "create_session",
        lambda: client.post(desk.url("rematch")),
        lambda: host_decisions.change_link(desk.address, host),
    )
    assert set(Session.objects.values_list("link_generation", flat=True)) == {2}


def signs_in(guest: Person) -> Person:
    """Let a guest log in to an account."""
    account = new_writer().person
    Person.objects.filter(pk=account.pk).update(has_account=True)
    with transaction.atomic():
        merge_guest(guest, account)
    return account


@pytest.mark.django_db(transaction=True)
def test_guest_logging_in_during_rematch_is_seated() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    bo, client = seated(desk, 2).person, desk.writer.client()
    meet(start_session, "create_session", lambda: client.post(desk.url("rematch")), lambda: signs_in(bo))
    bo.refresh_from_db()
    sits = Participation.objects.filter(session__rematch_of=desk.session, seat__number=2)
    assert [phone.person for phone in sits] == [bo.merged_into]


@pytest.mark.django_db(transaction=True)
def test_host_logging_in_during_rematch_stays_host() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    client, host = seated(desk, 2).client(), desk.writer.person
    meet(start_session, "create_session", lambda: client.post(desk.url("rematch")), lambda: signs_in(host))
    host.refresh_from_db()
    assert host.merged_into is not None
    assert [session.host for session in Session.objects.all()] == 2 * [host.merged_into]


@pytest.mark.django_db(transaction=True)
def test_guest_logging_in_during_handover_is_host() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    bo, host = seated(desk, 2).person, permissions.Visitor(desk.writer.person)
    phone = Participation.objects.get(person=bo)
    meet(
        host_decisions,
        "_phone",
        lambda: host_decisions.hand_over(desk.address, host, phone.pk),
        lambda: signs_in(bo),
    )
    desk.session.refresh_from_db()
    bo.refresh_from_db()
    assert desk.session.host == bo.merged_into


@pytest.mark.django_db(transaction=True)
def test_guest_logging_in_during_removal_is_removed() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    bo, host = seated(desk, 2).person, permissions.Visitor(desk.writer.person)
    phone = Participation.objects.get(person=bo)
    meet(
        host_decisions,
        "_phone",
        lambda: host_decisions.remove_phone(desk.address, host, phone.pk),
        lambda: signs_in(bo),
    )
    phone.refresh_from_db()
    bo.refresh_from_db()
    assert phone.person == bo.merged_into
    assert phone.removed is not None
