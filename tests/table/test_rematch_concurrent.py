"""Decisions about a table during "Rematch"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scorekeeper.people import rate_limits
from scorekeeper.people.names import players_named
from scorekeeper.play import session_changes
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions
from scorekeeper.table.change_transaction import rename_player
from tests.factories import SampleTable, Writer
from tests.security.cast import seated

pytestmark = pytest.mark.django_db

STAKE = {"kind": "ante", "amount": "2", "unit": "EUR"}
Decide = Callable[[SampleTable, Writer], object]


def seat_cleo(desk: SampleTable, _bo: Writer) -> None:
    session_changes.seat_latecomer(desk.address, desk.write_request(), players_named(desk.group, ["Cleo"])[0])


def host_of(desk: SampleTable) -> Visitor:
    return Visitor(desk.writer.person)


def phone_of(who: Writer) -> int:
    return Participation.objects.get(person=who.person).pk


DECISIONS: dict[str, tuple[Decide, Callable[[Session, Writer], bool]]] = {
    "who may write": (
        lambda desk, _bo: host_decisions.set_writers(desk.address, host_of(desk), "host"),
        lambda again, _bo: again.writers == "host",
    ),
    "who keeps the table": (
        lambda desk, bo: host_decisions.hand_over(desk.address, host_of(desk), phone_of(bo)),
        lambda again, bo: again.host == bo.person,
    ),
    "another link": (
        lambda desk, _bo: host_decisions.change_link(desk.address, host_of(desk)),
        lambda again, _bo: again.link_generation == 2,
    ),
    "the stake": (
        lambda desk, _bo: desk.change(stake=STAKE),
        lambda again, _bo: again.stake == STAKE,
    ),
    "house rules": (
        lambda desk, _bo: desk.change(options={"straights": "basic"}),
        lambda again, _bo: again.options == {"straights": "basic"},
    ),
    "a name": (
        lambda desk, _bo: rename_player(desk.address, desk.write_request(), 1, "Anna"),
        lambda again, _bo: (
            again.seats.get(number=1).player.name == "Anna" and again.group.players.count() == 2
        ),
    ),
    "one more player": (seat_cleo, lambda again, _bo: again.seats.count() == 3),
}


def tapped(client: Client, desk: SampleTable, patch: pytest.MonkeyPatch, decide: Callable[[], object]) -> Any:
    """Tap "Rematch"; its players have been read when another request decides."""
    allowed = rate_limits.must_allow

    def meanwhile(*given: Any, **more: Any) -> None:
        allowed(*given, **more)
        moment.undo()
        decide()

    with patch.context() as moment:
        moment.setattr(rate_limits, "must_allow", meanwhile)
        return client.post(desk.url("rematch"))


@pytest.mark.parametrize("what", DECISIONS)
def test_concurrent_decision_holds_in_rematch(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decide, holds = DECISIONS[what]
    desk = SampleTable(names=["Ana", "Bo"])
    bo = seated(desk, 2)
    assert tapped(desk.writer.client(), desk, monkeypatch, lambda: decide(desk, bo)).status_code == 303
    assert holds(Session.objects.get(rematch_of=desk.session), bo)


def test_guest_removed_meanwhile_begins_no_rematch(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    bo = seated(desk, 2)
    number = phone_of(bo)
    away = tapped(
        bo.client(),
        desk,
        monkeypatch,
        lambda: host_decisions.remove_phone(desk.address, host_of(desk), number),
    )
    assert away.status_code == 404
    assert not Session.objects.filter(rematch_of=desk.session).exists()
