"""Sitting down, writing with permission, being removed and leaving, by the pages."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.people.identity import DEVICE
from scorekeeper.people.models import Member, Person
from scorekeeper.play.access_links import COOKIE, token_of
from scorekeeper.play.models import Draft, Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.presence import Presence
from scorekeeper.table import host_decisions, participation
from tests.factories import HTMX, SampleTable, new_writer
from tests.security.cast import everything, seated, with_pass

pytestmark = pytest.mark.django_db

Writers = Session.Writers
TAKE_BACK = 'name="entry"'


@pytest.fixture
def desk() -> SampleTable:
    desk = SampleTable(names=["Ana", "Bo", "Cleo"])
    desk.line(1, "ones", points=3)
    return desk


def sit(client: Client, desk: SampleTable, seat: str) -> Any:
    return client.post(desk.url("take_seat"), {"seat": seat})


def let(desk: SampleTable, writers: str) -> None:
    host_decisions.set_writers(desk.address, Visitor(desk.writer.person), writers)


def strike(client: Client, desk: SampleTable, player: str, box: str = "fours") -> Any:
    form = desk.form(player=player, box=box, strike="1", out_of_turn="1")
    return client.post(desk.url("write"), form, headers=HTMX)


# --- sitting down ----------------------------------------------------------------------------------------


def test_stranger_takes_seat_and_writes(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    page = client.get(desk.url()).text
    assert re.findall(r'name="seat" value="(\d*)"', page) == ["1", "2", "3", ""]
    assert "phones here" not in page
    persons = Person.objects.count()
    answer = sit(client, desk, "2")
    assert (answer.status_code, answer.headers["Location"]) == (303, desk.url())
    assert Person.objects.count() == persons + 1
    phone = Participation.objects.get()
    assert phone.seat is not None
    assert phone.seat.key == "2"
    assert client.session[DEVICE]
    seen = client.get(desk.url())
    assert "You are watching" not in seen.text
    assert seen.context["panel"].title == "Your turn"
    assert strike(client, desk, "2").status_code == 200
    assert desk.table.replayed.lines[-1].first.author == phone.person_id


def test_seat_with_phone_is_confirmed_first(desk: SampleTable) -> None:
    sit(with_pass(Client(), desk), desk, "2")
    client = with_pass(Client(), desk)
    page = client.get(desk.url()).text
    assert "Bo has a phone here." in page
    assert "I am Bo" not in page
    assert "Bo has changed phones" in page
    assert sit(client, desk, "2").status_code == 303
    assert client.get(desk.url()).context["table"].permissions.seat == "2"
    assert Participation.objects.filter(seat__number=2).count() == 2


def test_guest_plays_no_column_and_writes_for_others(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    sit(client, desk, "")
    page = client.get(desk.url())
    assert page.context["table"].permissions.seat is None
    assert page.context["panel"].title == "Bo’s turn"
    assert strike(client, desk, "2").status_code == 200


def test_only_seat_of_this_table_is_one(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    before = everything()
    for form in ({}, {"seat": "4"}, {"seat": "0"}, {"seat": "x"}, {"seat": " 1"}):
        assert client.post(desk.url("take_seat"), form).status_code == 404
    assert everything() == before


def test_joining_renews_session_key(desk: SampleTable) -> None:
    who = new_writer()
    client = with_pass(who.client(), desk)
    before = client.cookies["sessionid"].value
    sit(client, desk, "3")
    after = client.cookies["sessionid"].value
    assert after != before
    assert client.get(desk.url()).context["table"].permissions.seat == "3"
    stolen = Client()
    stolen.cookies["sessionid"] = before
    assert stolen.get(desk.url()).status_code == 404
    assert client.session[DEVICE] == who.device


def copy_of(client: Client) -> Client:
    """The same browser, before whatever is answered from now on."""
    copied = Client()
    copied.cookies = deepcopy(client.cookies)
    return copied


def form_of(client: Client, desk: SampleTable) -> dict[str, str]:
    """Return the form that a spectator's entry panel sends with a seat."""
    found = re.search(r'name="key" value="([^"]+)"', client.get(desk.url()).text)
    assert found is not None
    return {"key": found[1], "seat": "2"}


def test_lost_seat_response_is_repeated_safely(desk: SampleTable) -> None:
    """The response with the other key is lost: the form is sent again with the former key."""
    own = SampleTable()
    client = with_pass(own.writer.client(), desk)
    form, persons = form_of(client, desk), Person.objects.count()
    assert copy_of(client).post(desk.url("take_seat"), form).status_code == 303
    assert client.post(desk.url("take_seat"), form).status_code == 303
    assert Participation.objects.get().person == own.writer.person
    assert Person.objects.count() == persons
    assert client.get(desk.url()).context["table"].permissions.seat == "2"
    assert client.get(own.url()).status_code == 200


def test_lost_seat_response_keeps_person_elsewhere(desk: SampleTable) -> None:
    own = SampleTable()
    client = with_pass(own.writer.client(), desk)
    before = client.cookies["sessionid"].value
    copy_of(client).post(desk.url("take_seat"), {"seat": "2"})
    assert client.get(own.url()).status_code == 200
    assert client.cookies["sessionid"].value != before
    assert client.get(desk.url()).context["table"].permissions.seat == "2"


def test_form_sent_twice_takes_one_seat(desk: SampleTable) -> None:
    """Two taps or a lost response: the second form is the same, and its sender still a stranger."""
    client = with_pass(Client(), desk)
    form, persons = form_of(client, desk), Person.objects.count()
    copied = copy_of(client)
    assert copied.post(desk.url("take_seat"), form).status_code == 303
    assert client.post(desk.url("take_seat"), form | {"seat": "3"}).status_code == 303
    phone = Participation.objects.get()
    assert phone.seat is not None
    assert phone.seat.key == "3", "the last tap counts"
    assert Person.objects.count() == persons + 1
    for each in (client, copied):
        assert each.get(desk.url()).context["table"].permissions.seat == "3"


def test_old_seat_form_does_not_log_in(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    form = form_of(client, desk)
    copy_of(client).post(desk.url("take_seat"), form)
    first = Participation.objects.get()
    for change in ({"has_account": True}, {"has_account": False}):
        Person.objects.filter(pk=first.person_id).update(**change)
        again = copy_of(client)
        assert again.post(desk.url("take_seat"), form).status_code == 303
        assert again.session["_auth_user_id"] != str(first.person_id)
        Participation.objects.exclude(pk=first.pk).delete()
        Participation.objects.update(joined=timezone.now() - timedelta(minutes=11))


def test_seat_form_of_removed_phone_is_refused(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    form = form_of(client, desk)
    copy_of(client).post(desk.url("take_seat"), form)
    Participation.objects.update(removed=timezone.now())
    persons = Person.objects.count()
    assert client.post(desk.url("take_seat"), form).status_code == 404
    assert Person.objects.count() == persons


def test_full_table_is_reported(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(participation, "MOST_PHONES", 1)
    sit(with_pass(Client(), desk), desk, "2")
    before = everything()
    answer = sit(with_pass(Client(), desk), desk, "3")
    assert answer.status_code == 422
    assert everything() == before
    assert "A table takes at most 1 phones" in answer.text


def test_host_takes_seat(desk: SampleTable) -> None:
    client = desk.writer.client()
    assert "Whose phone is this?" in client.get(desk.url("participants")).text
    sit(client, desk, "1")
    page = client.get(desk.url("participants")).text
    assert "This phone is Ana" in page
    assert "Ana, this phone" in page
    assert "host of the table" in page


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


# --- decisions of the host -------------------------------------------------------------------------------


def test_phones_page_lists_seated_guests(desk: SampleTable) -> None:
    bo = seated(desk, 2)
    strike(bo.client(), desk, "2")
    seated(desk, None)
    page = desk.writer.client().get(desk.url("participants")).text
    people = re.findall(r"<b>([^<]*)</b>(?:<small>([^<]*)</small>)?</span>(?:<small>host|<a class)", page)
    assert people[:3] == [
        ("This phone", "host of the table, entered 1 line"),
        ("Bo", "entered 1 line"),
        ("A guest", ""),
    ]
    seen = bo.client().get(desk.url("participants")).text
    assert "Bo, this phone" in seen
    assert "Remove" not in seen
    assert "Change the link" not in seen
    assert "Leave this table" in seen


def test_phones_page_lists_present_phones(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    bo, member, passing = seated(desk, 2), new_writer(desk.group), new_writer()
    now = Presence(frozenset({bo.person.pk, member.person.pk, passing.person.pk}), watching=2)
    monkeypatch.setattr("scorekeeper.table.participants.presence_at", lambda _session: now)
    page = desk.writer.client().get(desk.url("participants")).text
    assert ", 3 phones and 3 watching</p>" in page
    assert "<b>Bo</b><small>here now</small>" in page
    assert "<b>A member of the group</b><small>here now</small>" in page
    assert "<b>3 phones</b><small>watching only</small>" in page


def test_member_cannot_be_removed(desk: SampleTable) -> None:
    member = new_writer(desk.group)
    sit(member.client(), desk, "3")
    host = desk.writer.client()
    page = host.get(desk.url("participants") + f"?remove={Participation.objects.get().pk}").text
    assert "<b>Cleo</b><small>of the group</small>" in page
    assert "Remove" not in page
    assert "Make host" in page
    before = everything()
    form = {"do": "remove", "phone": Participation.objects.get().pk}
    assert host.post(desk.url("participants"), form).status_code == 404
    assert everything() == before


def test_removing_asks_in_its_own_line_and_lets_back(desk: SampleTable) -> None:
    host, bo = desk.writer.client(), seated(desk, 2).client()
    number = Participation.objects.get().pk
    before = everything()
    asked = host.get(desk.url("participants") + f"?remove={number}").text
    assert "Remove Bo’s phone? Bo stays in the game, and all lines stay." in asked
    assert everything() == before
    assert host.post(desk.url("participants"), {"do": "remove", "phone": number}).status_code == 303
    with_pass(bo, desk)
    assert bo.get(desk.url()).status_code == 403
    assert sit(bo, desk, "2").status_code == 404
    page = host.get(desk.url("participants") + "?notice=remove").text
    assert "The phone is removed" in page
    assert "Let back in" in page
    host.post(desk.url("participants"), {"do": "back", "phone": number})
    assert bo.get(desk.url()).context["table"].permissions.seat == "2"


@pytest.mark.parametrize("form", [{}, {"keep-link": "on"}])
def test_removal_changes_link_by_default(desk: SampleTable, form: dict[str, str]) -> None:
    """A removed guest tries the link in a private window."""
    host, private = desk.writer.client(), with_pass(Client(), desk)
    seated(desk, 2)
    number = Participation.objects.get().pk
    assert (
        'type="checkbox" name="keep-link" form="asking">'
        in host.get(desk.url("participants") + f"?remove={number}").text
    )
    link = reverse("join", args=[desk.address, token_of(desk.session)])
    for _twice in range(2):
        sent = {"do": "remove", "phone": number, **form}
        answer = host.post(desk.url("participants"), sent)
        assert answer.status_code == 303
    assert Session.objects.get(pk=desk.session.pk).link_generation == (1 if form else 2)
    text = host.get(answer.headers["Location"]).text
    assert ("the link is new" in text) is not bool(form)
    opened = 200 if form else 404
    assert private.get(desk.url()).status_code == opened
    assert Client().get(link, follow=True).status_code == opened


@pytest.mark.parametrize("who", ["a phone", "a member", "nobody"])
@pytest.mark.parametrize("writers", Writers.values)
def test_taken_seat_is_requested_from_host(desk: SampleTable, who: str, writers: str) -> None:
    """Another person taps "I am Bo" by the link; players write their own entries here."""
    if who == "a phone":
        seated(desk, 2)
    elif who == "a member":
        bo = desk.session.seats.get(number=2).player
        Member.objects.filter(person=new_writer(desk.group).person).update(player=bo)
    let(desk, writers)
    client, host = with_pass(Client(), desk), desk.writer.client()
    assert sit(client, desk, "2").status_code == 303
    rights = client.get(desk.url()).context["table"].permissions
    if who == "nobody" or writers == Writers.EVERYBODY:
        assert (rights.seat, rights.requested_seat) == ("2", None)
        assert "A phone asks" not in host.get(desk.url()).text
        return
    assert (rights.seat, rights.requested_seat) == (None, "2")
    assert strike(client, desk, "2").status_code == 422
    if writers == Writers.OWN:
        assert "The host is asked whether this one is theirs" in client.get(desk.url()).text
    assert "A phone asks for a player who already has one" in host.get(desk.url()).text
    number = Participation.objects.latest("pk").pk
    assert client.post(desk.url("participants"), {"do": "seat", "phone": number}).status_code == 422
    assert "Yes, Bo" not in client.get(desk.url("participants")).text
    assert "Yes, Bo" in host.get(desk.url("participants")).text


@pytest.mark.parametrize(("do", "seat"), [("seat", "2"), ("no-seat", None)])
def test_host_says_whether_phone_is_somebodys_too(desk: SampleTable, do: str, seat: str | None) -> None:
    seated(desk, 2)
    let(desk, Writers.OWN)
    client, host = with_pass(Client(), desk), desk.writer.client()
    sit(client, desk, "2")
    form = {"do": do, "phone": Participation.objects.latest("pk").pk}
    assert [host.post(desk.url("participants"), form).status_code for _twice in range(2)] == [303, 404]
    rights = client.get(desk.url()).context["table"].permissions
    assert (rights.seat, rights.requested_seat) == (seat, None)
    assert strike(client, desk, "2").status_code == (200 if seat else 422)
    assert "A phone asks" not in host.get(desk.url()).text


def test_seat_request_keeps_present_seat(desk: SampleTable) -> None:
    seated(desk, 2)
    client = seated(desk, 3).client()
    let(desk, Writers.OWN)
    sit(client, desk, "2")
    assert client.get(desk.url()).context["table"].permissions.seat == "3"
    assert strike(client, desk, "3").status_code == 200
    assert sit(client, desk, "").status_code == 303  # asks no longer
    assert client.get(desk.url()).context["table"].permissions.requested_seat is None


def test_claimed_player_takes_seat_without_asking(desk: SampleTable) -> None:
    """A member whose seat a stranger took first, the host, and the person already seated."""
    bo = desk.session.seats.get(number=2).player
    seated(desk, 2)
    cleo = seated(desk, 3)
    let(desk, Writers.OWN)
    member = new_writer(desk.group)  # claims the player on another page
    sit(desk.writer.client(), desk, "2")
    sit(cleo.client(), desk, "3")
    assert not Participation.objects.exclude(wanted=None).exists()
    Member.objects.filter(person=member.person).update(player=bo)
    sit(member.client(), desk, "2")
    assert not Participation.objects.exclude(wanted=None).exists()
    assert member.client().get(desk.url()).context["table"].permissions.seat == "2"


def test_handing_table_over_asks_first(desk: SampleTable) -> None:
    host, bo = desk.writer.client(), seated(desk, 2).client()
    number = Participation.objects.get().pk
    assert "Make Bo the host?" in host.get(desk.url("participants") + f"?hand={number}").text
    host.post(desk.url("participants"), {"do": "hand", "phone": number})
    assert bo.get(desk.url()).context["table"].permissions.is_host
    assert not host.get(desk.url()).context["table"].permissions.is_host
    assert bo.post(desk.url("participants"), {"do": "write", "writers": "own"}).status_code == 303
    refused = host.post(desk.url("participants"), {"do": "write", "writers": "host"})
    assert refused.status_code == 422
    assert "Only the host decides" in refused.text


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "x"},
        {"do": "remove"},
        {"do": "remove", "phone": "0"},
        {"do": "remove", "phone": "²"},
        {"do": "remove", "phone": "9" * 18},
        {"do": "remove", "phone": "9" * 30},
        {"do": "hand", "phone": "-1"},
        {"do": "write", "writers": "nobody"},
    ],
)
def test_odd_decisions_change_nothing(desk: SampleTable, form: dict[str, str]) -> None:
    client = desk.writer.client()
    before = everything()
    assert client.post(desk.url("participants"), form).status_code == 404
    assert everything() == before


def test_phone_of_another_table_is_out_of_reach(desk: SampleTable) -> None:
    other = SampleTable()
    seated(other, 1)
    client, form = desk.writer.client(), {"do": "remove", "phone": Participation.objects.get().pk}
    before = everything()
    assert client.post(desk.url("participants"), form).status_code == 404
    assert everything() == before


@pytest.mark.parametrize(
    ("who", "name", "most"),
    [
        ("watcher", "table", 4),
        ("watcher", "big_screen", 3),
        ("watcher", "invite", 7),
        ("host", "invite", 9),
        ("host", "participants", 9),
    ],
)
def test_page_asks_database_little_however_many_are_in(
    desk: SampleTable, who: str, name: str, most: int, django_assert_max_num_queries: Any
) -> None:
    for seat in (1, 2, 3, None, None, None):
        seated(desk, seat, removed=seat == 3)
    client = desk.writer.client() if who == "host" else with_pass(Client(), desk)
    client.get(desk.url(name))
    with django_assert_max_num_queries(most):
        assert client.get(desk.url(name)).status_code == 200


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


def test_phones_of_deleted_game_are_not_listed(desk: SampleTable) -> None:
    client = seated(desk, 3, removed=True).client()
    desk.change(removed=True)
    assert client.get(desk.url()).status_code == 404
