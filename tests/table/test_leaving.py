"""Leaving and removal apply to all games of an evening, as do changed links."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.play.access_links import COOKIE, token_of
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.rules.contract import RuleError
from scorekeeper.table import host_decisions
from tests.factories import SampleTable
from tests.security.cast import seated, with_pass

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable(names=["Ana", "Bo", "Cleo"])


def again(desk: SampleTable, before: Session | None = None) -> Session:
    """Another game of these people, after this one or after the first."""
    before = before or desk.session
    address = desk.writer.client().post(f"/table/{before.address}/rematch/").headers["Location"]
    return Session.objects.get(address=address.split("/")[2])


def sees(client: Client, session: Session) -> bool:
    return client.get(f"/table/{session.address}/").status_code == 200


def leaves(client: Client, session: Session) -> Any:
    return client.post(f"/table/{session.address}/leave/")


def forgotten_at(page: str, name: str = "forget") -> set[str]:
    """Return the tables whose waiting entries a page discards, or warns about."""
    found = re.search(rf'data-{name}="([^"]*)"', page)
    assert found
    return set(found[1].split())


def test_leaving_includes_all_games_of_evening(desk: SampleTable) -> None:
    """Bo sat in the first game; two branches of rematches follow. Bo leaves in the middle one."""
    bo, cleo = seated(desk, 2), seated(desk, 3)
    second = again(desk)
    third = again(desk, second)
    Session.objects.filter(pk=second.pk).update(ended=timezone.now())
    other = again(desk)
    games = [desk.session, second, third, other]
    elsewhere = SampleTable(writer=desk.writer)
    Participation.objects.create(session=elsewhere.session, person=bo.person)
    client = bo.client()
    asked = client.get(f"/table/{second.address}/phones/?leave=1").text
    assert forgotten_at(asked, "leaves") == {each.address for each in games}
    answer = leaves(client, second)
    assert forgotten_at(answer.text) == {each.address for each in games}
    assert "This phone no longer shows it." in answer.text
    assert not any(sees(client, each) for each in games)
    home = client.get("/").text
    assert not any(each.address in home for each in games)
    assert elsewhere.address in home, "another table of the same people"
    assert list(Participation.objects.filter(person=bo.person).values_list("session", flat=True)) == [
        elsewhere.session.pk
    ]
    assert Participation.objects.filter(person=cleo.person).count() == len(games)
    assert not again(desk, third).participations.filter(person=bo.person).exists()


def test_watcher_who_followed_keeps_no_pass(desk: SampleTable) -> None:
    other = SampleTable()
    desk.session.ended = timezone.now()
    desk.session.save()
    second = again(desk)
    client = with_pass(Client(), desk)
    assert client.post(desk.url("follow_rematch")).status_code == 303
    client.get(f"/join/{other.address}/{token_of(other.session)}/")
    assert all(sees(client, each) for each in (desk.session, second, other.session))
    leaves(client, second)
    assert not sees(client, desk.session)
    assert not sees(client, second)
    assert sees(client, other.session)
    leaves(client, other.session)
    assert not client.cookies[COOKIE].value


def test_remaining_games_stay_and_are_listed(desk: SampleTable) -> None:
    """Bo was handed the first game, and with it its rematch, and hands on only the second."""
    bo, cleo = seated(desk, 2), seated(desk, 3)
    host = Visitor(desk.writer.person)
    host_decisions.hand_over(desk.address, host, Participation.objects.get(person=bo.person).pk)
    second = again(desk)
    client = bo.client()
    assert leaves(client, second).status_code == 422
    assert sees(client, desk.session)
    number = Participation.objects.get(session=second, person=cleo.person).pk
    host_decisions.hand_over(second.address, Visitor(bo.person), number)
    assert forgotten_at(client.get(f"/table/{second.address}/phones/?leave=1").text, "leaves") == {
        second.address
    }
    answer = leaves(client, second)
    assert forgotten_at(answer.text) == {second.address}
    assert "Games that you host stay here" in answer.text
    assert "no longer shows it" not in answer.text
    assert sees(client, desk.session)
    assert not sees(client, second)


def test_leaving_game_does_not_undo_removal(desk: SampleTable) -> None:
    bo = seated(desk, 2)
    second = again(desk)
    Participation.objects.filter(session=desk.session, person=bo.person).update(removed=timezone.now())
    client = with_pass(bo.client(), desk)
    answer = leaves(client, second)
    assert forgotten_at(answer.text) == {desk.address, second.address}
    assert not sees(with_pass(client, desk), desk.session)


def test_removal_and_readmission_cover_evening(desk: SampleTable) -> None:
    """Except games of another host, who decides about those."""
    bo, cleo = seated(desk, 2), seated(desk, 3)
    second = again(desk)
    third = again(desk, second)
    host = Visitor(desk.writer.person)
    host_decisions.hand_over(
        third.address, host, Participation.objects.get(session=third, person=cleo.person).pk
    )
    number = Participation.objects.get(session=second, person=bo.person).pk
    before = dict(Session.objects.values_list("pk", "version"))
    host_decisions.remove_phone(second.address, host, number)
    client = with_pass(bo.client(), desk)
    assert [sees(client, each) for each in (desk.session, second, third)] == [False, False, True]
    host_decisions.let_back(second.address, host, number)
    assert all(sees(client, each) for each in (desk.session, second, third))
    raised = [
        version - before[pk] for pk, version in Session.objects.order_by("pk").values_list("pk", "version")
    ]
    assert raised == [2, 2, 0]


def test_leave_page_lists_only_own_games(desk: SampleTable) -> None:
    """A guest of the third game only sees nothing of the others, nor of foreign tables."""
    second = again(desk)
    third = again(desk, second)
    client = seated(desk, None).client()
    Participation.objects.filter(session=desk.session).update(session=third)
    assert forgotten_at(leaves(client, third).text) == {third.address}
    assert leaves(client, second).status_code == 404


def test_host_phone_cannot_be_removed_or_readmitted(desk: SampleTable) -> None:
    host = Visitor(desk.writer.person)
    phone = Participation.objects.create(session=desk.session, person=desk.writer.person)
    with pytest.raises(RuleError, match="host_stays"):
        host_decisions.remove_phone(desk.address, host, phone.pk)
    host_decisions.let_back(desk.address, host, phone.pk)
    assert sees(desk.writer.client(), desk.session)


def test_earlier_game_does_not_bypass_changed_link(desk: SampleTable) -> None:
    """Spectators could go on from the first game to the second; not by the earlier link."""
    desk.change(ended=True)
    second = again(desk)
    watcher, late = with_pass(Client(), desk), with_pass(Client(), desk)
    assert watcher.post(desk.url("follow_rematch")).status_code == 303
    assert sees(watcher, second)
    host_decisions.change_link(second.address, Visitor(desk.writer.person))
    for client in (watcher, late):
        assert not sees(client, second)
        assert client.post(desk.url("follow_rematch")).status_code == 404
        assert not sees(client, desk.session)
    assert sees(desk.writer.client(), second)


def test_handed_over_game_changes_only_its_own_links(desk: SampleTable) -> None:
    """Links of the first game stay valid, since another host decides; they lead no further."""
    bo = seated(desk, 2)
    desk.change(ended=True)
    second = again(desk)
    number = Participation.objects.get(session=second, person=bo.person).pk
    host_decisions.hand_over(second.address, Visitor(desk.writer.person), number)
    host_decisions.change_link(second.address, Visitor(bo.person))
    watcher = with_pass(Client(), desk)
    page = watcher.get(desk.url())
    assert page.status_code == 200
    assert "Go to the next game" not in page.text
    assert watcher.post(desk.url("follow_rematch")).headers["Location"] == desk.url()
    assert desk.writer.client().post(desk.url("follow_rematch")).status_code == 303


def test_rematch_links_are_as_old_as_former_ones(desk: SampleTable) -> None:
    """A guest with the new link of the first game goes on to the second."""
    host_decisions.change_link(desk.address, Visitor(desk.writer.person))
    desk.session.refresh_from_db()
    desk.change(ended=True)
    second = again(desk)
    watcher = with_pass(Client(), desk)
    assert "Go to the next game" in watcher.get(desk.url()).text
    assert watcher.post(desk.url("follow_rematch")).status_code == 303
    assert sees(watcher, second)
