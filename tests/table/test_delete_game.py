"""Deleting a game removes it from all lists and reverses its debts; restoring undoes it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.history.models import Result
from scorekeeper.history.results import rebuild
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.play import session_changes
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.models import Participation, Session
from scorekeeper.table.change_transaction import rename_player
from tests.factories import SampleTable, new_key, new_writer
from tests.verification import faults

pytestmark = pytest.mark.django_db

STAKE = {"kind": "fixed", "amount": "5", "unit": "EUR"}


@pytest.fixture
def over() -> SampleTable:
    """Ana beat Bo for five euros."""
    desk = SampleTable("general", ["Ana", "Bo"], stake=STAKE)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def kinds() -> list[str]:
    return list(Posting.objects.values_list("kind", flat=True))


def test_delete_reverses_debts_and_removes_result(over: SampleTable) -> None:
    lines = list(Posting.objects.values_list())
    over.change(removed=True)
    assert list(Posting.objects.values_list())[:1] == lines
    assert kinds() == ["game", "deleted"]
    assert balances(over.group.pk) == {}
    assert not Result.objects.exists()
    assert faults() == []
    rebuild()
    assert kinds() == ["game", "deleted"]
    assert not Result.objects.exists()


def test_restored_game_counts_as_before(over: SampleTable) -> None:
    before, sums = (
        Result.objects.values("players", "reason", "finished", "counted").get(),
        balances(over.group.pk),
    )
    over.change(removed=True)
    over.change(removed=False)
    assert kinds() == ["game", "deleted", "returned"]
    assert balances(over.group.pk) == sums
    assert Result.objects.values("players", "reason", "finished", "counted").get() == before
    assert faults() == []


def test_deletion_sent_twice_is_one(over: SampleTable) -> None:
    write_request = over.write_request()
    for _ in range(2):
        session_changes.change(over.address, write_request, {"removed": True})
    assert kinds() == ["game", "deleted"]
    assert [entry["after"] for entry in changes(over)] == [{"removed": True}]


def changes(desk: SampleTable) -> list[dict[str, Any]]:
    return list(desk.session.entries.filter(kind="change").values_list("data", flat=True))


def test_deleted_game_refuses_lines(over: SampleTable) -> None:
    over.change(removed=True)

    def attempts() -> list[Any]:
        return [
            lambda: over.line(2, "ones", points=1),
            lambda: over.amend(1, box="sixes", points=6),
            lambda: over.void(1),
            lambda: over.change(stake={}),
            lambda: over.change(ended=True),
            lambda: rename_player(over.address, over.write_request(), 1, "Zed"),
        ]

    for attempt in attempts():
        with pytest.raises(RefusedError) as refused:
            attempt()
        assert refused.value.error.code == "session_removed"
    assert faults() == []


def test_deleted_table_is_not_found_by_guests(over: SampleTable) -> None:
    guest = new_writer()
    Participation.objects.create(session=over.session, person=guest.person, seat=over.table.seats[1])
    client = guest.client()
    assert client.get(over.url()).status_code == 200
    over.change(removed=True)
    assert client.get(over.url()).status_code == 404
    over.change(removed=False)
    assert client.get(over.url()).status_code == 200


def test_host_outside_group_cannot_delete(over: SampleTable) -> None:
    guest = new_writer()
    Participation.objects.create(session=over.session, person=guest.person)
    Session.objects.filter(pk=over.session.pk).update(host=guest.person)
    with pytest.raises(RefusedError) as refused:
        session_changes.change(over.address, over.write_request(by=guest), {"removed": True})
    assert refused.value.error.code == "members_only"
    assert guest.client().get(over.url("delete_game")).status_code == 404


def test_member_deletes_what_only_host_may_write(over: SampleTable) -> None:
    Session.objects.filter(pk=over.session.pk).update(writers="host")
    other = new_writer(over.group)
    session_changes.change(over.address, over.write_request(by=other), {"removed": True})
    assert balances(over.group.pk) == {}


def test_running_game_is_deleted_too() -> None:
    desk = SampleTable(stake=STAKE)
    desk.line(1, "ones", points=3)
    client = desk.writer.client()
    assert desk.address in client.get("/").text
    desk.change(removed=True)
    assert desk.address not in client.get("/").text
    assert kinds() == []
    desk.change(removed=False)
    desk.line(2, "fives", dice=[5] * 5, throws=1)
    assert kinds() == ["game"]
    assert faults() == []


# --- the page --------------------------------------------------------------------------------------------


def form(desk: SampleTable, **fields: str) -> dict[str, Any]:
    return {"seen": desk.session.entries.count(), "key": new_key(), **fields}


def test_delete_asks_for_name(over: SampleTable) -> None:
    client = over.writer.client()
    asked = client.get(over.url("delete_game"))
    assert "To delete it, type General" in asked.text
    assert "Its debts are cancelled by new lines" in asked.text
    for typed in ("", "Generala", "<b>"):
        answer = client.post(over.url("delete_game"), form(over, name=typed, do="delete"))
        assert answer.status_code == 422
        assert "Type the name of the game" in answer.text
    assert kinds() == ["game"]
    done = client.post(over.url("delete_game"), form(over, name=" general ", do="delete"))
    assert (done.status_code, done["Location"]) == (303, over.url())
    assert kinds() == ["game", "deleted"]


def test_typed_confirmation_stays(over: SampleTable) -> None:
    answer = over.writer.client().post(over.url("delete_game"), form(over, name="Gen<eral", do="delete"))
    assert 'value="Gen&lt;eral"' in answer.text


def test_page_of_deleted_game_offers_restore(over: SampleTable) -> None:
    over.change(removed=True)
    client = new_writer(over.group).client()
    page = client.get(over.url()).text
    assert "This game was deleted" in page
    assert "Restore it" in page
    assert "Rematch" not in page
    assert "This game was deleted" in client.get(over.url("log")).text
    assert "Restore this game" in client.get(over.url("delete_game")).text
    back = client.post(over.url("delete_game"), form(over, do="back"))
    assert back.status_code == 303
    assert kinds() == ["game", "deleted", "returned"]
    assert "Rematch" in client.get(over.url()).text


def test_log_says_who_deleted_it(over: SampleTable) -> None:
    over.change(removed=True)
    over.change(removed=False)
    page = over.writer.client().get(over.url("log")).text
    assert "Deleted" in page
    assert "Restored" in page


def test_late_write_to_deleted_game_is_explained(over: SampleTable) -> None:
    client = over.writer.client()
    sent = form(over, name="General", do="delete") | {"seen": 0}
    assert client.post(over.url("delete_game"), sent).status_code == 409
    assert client.post(over.url("delete_game"), {"name": "General", "do": "delete"}).status_code == 422
    assert kinds() == ["game"]


def test_lists_omit_deleted_game(over: SampleTable) -> None:
    client = over.writer.client()
    games = reverse("games", args=[over.group.address])
    assert over.address in client.get(games).text
    over.change(removed=True)
    for page in ("/", games):
        assert over.address not in client.get(page).text
    book = client.get(reverse("money", args=[over.group.address])).text
    assert "Cancelled with its game: Bo to Ana" in book


def test_renaming_is_change_that_verify_knows(over: SampleTable) -> None:
    rename_player(over.address, over.write_request(), 1, "Annegret")
    assert faults() == []
