"""Writing with permission, shared drafts, leaving a table, the next game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.play.access_links import COOKIE, token_of
from scorekeeper.play.models import Draft, Participation, Session
from tests.factories import HTMX, SampleTable
from tests.security.cast import seated, with_pass
from tests.table.seat_actions import Writers, let, strike

pytestmark = pytest.mark.django_db


TAKE_BACK = 'name="entry"'


# --- permissions -----------------------------------------------------------------------------------------


def test_entry_panel_offers_only_permitted_writes(desk: SampleTable) -> None:
    let(desk, Writers.OWN)
    bo, cleo, guest = (seated(desk, seat).client() for seat in (2, 3, None))
    mine = bo.get(desk.url())
    assert (mine.context["panel"].mode, mine.context["panel"].title) == ("dice", "Your turn")
    assert TAKE_BACK not in mine.text  # it is Ana's line
    for client in (cleo, guest):
        page = client.get(desk.url())
        assert (page.context["panel"].mode, page.context["panel"].title) == ("read_only", "Bo’s turn")
        assert "At this table everyone enters their own lines." in page.text
        assert 'name="box"' not in page.text
    assert strike(cleo, desk, "2").status_code == 422
    assert strike(cleo, desk, "3").status_code == 200
    own = cleo.get(desk.url() + "?line=2").text
    assert "Correct" in own
    assert TAKE_BACK in own
    others = cleo.get(desk.url() + "?line=1&right=1").text
    assert "Correct" not in others
    assert TAKE_BACK not in others
    assert "Enter for" not in cleo.get(desk.url() + "?seat=2").text
    assert "Enter for" in cleo.get(desk.url() + "?seat=3").text
    assert cleo.get(desk.url() + "?as=2&sure=1").context["panel"].mode == "read_only"


def test_host_only_table_is_live_for_others(desk: SampleTable) -> None:
    let(desk, Writers.HOST)
    bo = seated(desk, 2).client()
    page = bo.get(desk.url())
    assert (page.context["panel"].mode, page.context["panel"].title) == ("read_only", "Your turn")
    assert "Only the host enters lines at this table." in page.text
    assert 'id="write"' not in page.text
    assert "Change this game" not in page.text
    assert strike(bo, desk, "2").status_code == 422
    assert desk.writer.client().get(desk.url()).context["panel"].mode == "dice"


@pytest.mark.parametrize("game", ["forty_fives", "generala_cards", "generals_and_majors"])
def test_line_of_cards_that_is_begun_is_seen_and_not_tapped(game: str) -> None:
    desk = SampleTable(game, ["Ana", "Bo"])
    client = desk.writer.client()
    press = {"forty_fives": "mode-cards", "generala_cards": "took-1", "generals_and_majors": "card-2S"}[game]
    client.post(desk.url("draft"), desk.form(line="0", step="0", press=press))
    page = with_pass(Client(), desk).get(desk.url())
    assert page.status_code == 200
    assert page.context["panel"].mode == "spectator"
    assert '<fieldset class="seen" disabled>' in page.text
    assert 'action="' + desk.url("draft") not in page.text
    assert client.get(desk.url()).context["panel"].mode != "spectator"


def test_phone_enters_own_card_of_shared_trick() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo"])
    phones = {seat: seated(desk, seat).client() for seat in (1, 2)}
    opening = ("trump-H", "mode-cards", "card-7H", "robbed")
    for step, press in enumerate(opening):
        assert tap(desk.writer.client(), desk, 0, press, step) == 200

    def asked() -> list[int]:
        return [seat for seat, phone in phones.items() if "Your turn" in phone.get(desk.url()).text]

    assert asked() == [1]
    assert tap(phones[1], desk, 0, "card-KC", len(opening)) == 200
    assert asked() == [2]
    assert tap(phones[2], desk, 0, "card-2C", len(opening) + 1) == 200
    assert asked() == [1]  # the king of clubs took the trick
    assert "Your turn" not in desk.writer.client().get(desk.url()).text


def tap(client: Client, desk: SampleTable, line: int, press: str, step: int = 0) -> int:
    form = desk.form(line=str(line), step=str(step), press=press)
    return int(client.post(desk.url("draft"), form, headers=HTMX).status_code)


def started(line: int) -> Any:
    return Draft.objects.filter(line=line).values_list("step", "data").first()


def test_draft_of_another_player_cannot_be_tapped() -> None:
    desk = SampleTable("generals_and_majors", ["Ana", "Bo"])
    desk.entry(player="1", commander="AH")
    desk.entry(player="2", commander="AS")
    let(desk, Writers.OWN)
    ana, bo, guest = (seated(desk, seat).client() for seat in (1, 2, None))
    assert tap(ana, desk, 0, "card-KH") == 200
    assert tap(ana, desk, 1, "card-2H") == 200
    before = started(0), started(1)
    for client in (bo, guest):
        for line in (0, 1):
            for press in ("clear", "card-KC"):
                assert tap(client, desk, line, press, step=1) == 422
    assert (started(0), started(1)) == before
    assert tap(bo, desk, 2, "card-2S") == 200, "his own line is his to put right"
    assert tap(desk.writer.client(), desk, 0, "clear", step=1) == 200, "the host may enter all"
    desk.entry(player="1", commander="KH")
    assert tap(bo, desk, 0, "card-KC", step=2) == 200, "now it is his turn"


def test_line_that_is_written_ends_its_own_draft_and_no_other() -> None:
    desk = SampleTable("generals_and_majors", ["Ana", "Bo"])
    desk.entry(player="1", commander="AH")
    let(desk, Writers.OWN)
    ana, bo = (seated(desk, seat).client() for seat in (1, 2))
    assert tap(ana, desk, 1, "card-2H") == 200
    other = Draft.objects.get(line=1).pk
    form = desk.form(move=json.dumps({"player": "2", "commander": "AS"}), draft=str(other))
    assert bo.post(desk.url("write"), form, headers=HTMX).status_code == 200
    assert started(1) is not None


def test_seated_guest_begins_shared_entry() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo"])
    let(desk, Writers.OWN)
    bo, guest = (seated(desk, seat).client() for seat in (2, None))
    assert tap(guest, desk, 0, "trump-H") == 422
    assert tap(bo, desk, 0, "trump-H") == 200


def test_watcher_may_look_at_line_and_player(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    for query, keys in (("?line=1", ("Correct", TAKE_BACK)), ("?seat=1", ("Enter for",))):
        page = client.get(desk.url() + query)
        assert page.context["panel"].mode != "spectator"
        for key in keys:
            assert key not in page.text
    assert client.get(desk.url() + "?line=1&right=1").context["panel"].mode == "line"


# --- leaving ---------------------------------------------------------------------------------------------


def test_leaving_forgets_table_on_this_phone(desk: SampleTable) -> None:
    client = with_pass(seated(desk, 2).client(), desk)
    assert "Leave this table?" in client.get(desk.url("participants") + "?leave=1").text
    before = client.cookies["sessionid"].value
    answer = client.post(desk.url("leave"))
    assert answer.status_code == 200
    assert f'data-forget="{desk.address}"' in answer.text
    assert "Ana" not in answer.text
    assert client.cookies["sessionid"].value != before
    assert not client.cookies[COOKIE].value
    assert client.get(desk.url()).status_code == 404
    assert desk.address not in client.get("/").text
    assert not Participation.objects.exists()


def test_watcher_leaves_one_of_two_tables(desk: SampleTable) -> None:
    other = SampleTable()
    client = Client()
    for each in (desk, other):
        client.get(f"/join/{each.address}/{token_of(each.session)}/")
    assert client.post(desk.url("leave")).status_code == 200
    assert client.get(desk.url()).status_code == 404
    assert client.get(other.url()).status_code == 200


def test_host_hands_over_before_leaving(desk: SampleTable) -> None:
    answer = desk.writer.client().post(desk.url("leave"))
    assert answer.status_code == 422
    assert "hand the table over first" in answer.text


# --- home, and the next game -----------------------------------------------------------------------------


def test_home_shows_tables_where_one_sits(desk: SampleTable) -> None:
    client = seated(desk, 2).client()
    assert desk.url() in client.get("/").text
    Participation.objects.update(removed=timezone.now())
    assert desk.url() not in client.get("/").text


def test_old_sheet_leads_to_next_game(desk: SampleTable) -> None:
    bo, watches, leaves = seated(desk, 2).client(), with_pass(Client(), desk), with_pass(Client(), desk)
    leaves.post(desk.url("leave"))
    assert watches.post(desk.url("follow_rematch")).headers["Location"] == desk.url()
    assert watches.post(desk.url("rematch")).status_code == 404
    desk.change(ended=True)
    assert "Rematch" in bo.get(desk.url()).text
    assert "Rematch" not in watches.get(desk.url()).text
    assert bo.post(desk.url("rematch"), desk.form()).status_code == 303
    after = Session.objects.get(rematch_of=desk.session)
    assert after.host == desk.writer.person
    for client in (bo, watches, desk.writer.client()):
        assert "Go to the next game" in client.get(desk.url()).text
    answer = watches.post(desk.url("follow_rematch"))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/table/{after.address}/")
    assert watches.get(answer.headers["Location"]).context["panel"].mode == "spectator"
    assert bo.get(f"/table/{after.address}/").context["table"].permissions.seat == "2"
    assert leaves.get(f"/table/{after.address}/").status_code == 404


def test_removed_phone_is_informed(desk: SampleTable) -> None:
    client = with_pass(seated(desk, 3, removed=True).client(), desk)
    page = client.get(desk.url())
    assert page.status_code == 403
    assert "The host has removed this phone from the table." in page.text
    assert "Ask to be let back in." in page.text
    # the QR code leads to the same page, and an open page asks as before
    scanned = client.get(reverse("join", args=[desk.address, token_of(desk.session)]), follow=True)
    assert scanned.status_code == 403
    assert "from the table" in scanned.text
    assert client.get(desk.url(), headers={"HX-Request": "true"}).status_code == 404
    Participation.objects.update(removed=None)
    assert client.get(desk.url()).status_code == 200
