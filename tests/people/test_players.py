"""The player pages of a group: rename, claim, leave, payment links, merge."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import Http404
from django.urls import reverse

from scorekeeper.people import players
from scorekeeper.people.models import Member, Person, Player
from scorekeeper.people.payment_links import links_error, payment_links, tidy_links
from scorekeeper.play.loading import load
from scorekeeper.play.models import Seat
from scorekeeper.play.permissions import Visitor
from scorekeeper.rules import GAMES
from scorekeeper.table.new_game_form import initial_new_game, known_players
from tests.factories import SampleTable, new_writer

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    found = SampleTable("general", ["Ana", "Bo"])
    SampleTable("general", ["Cleo", "Bo"], writer=found.writer)
    return found


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def at(name: str, desk: SampleTable, *more: str) -> str:
    return reverse(name, args=[desk.group.address, *more])


def edit(desk: SampleTable, who: str, by: Any = None, **form: Any) -> Any:
    player = named(who)
    sent = {"name": who, "links": player.payment_links, "do": "keep", **form}
    return (by or desk.writer).client().post(at("player_edit", desk, player.address), sent)


# --- names -----------------------------------------------------------------------------------------------


def test_name_is_same_at_every_table(desk: SampleTable) -> None:
    before = desk.table.version
    assert edit(desk, "Bo", name=" Robert ").status_code == 303
    assert desk.table.names["2"] == "Robert"
    assert desk.table.version > before
    assert Seat.objects.filter(player__name="Robert").count() == 2


@pytest.mark.parametrize(
    ("typed", "message"), [("", "Type a name."), ("x" * 41, "At most 40"), ("a\x07b", "plain signs")]
)
def test_invalid_name_is_refused_at_its_field(desk: SampleTable, typed: str, message: str) -> None:
    answer = edit(desk, "Bo", name=typed, links="@bo")
    assert answer.status_code == 422
    assert message in answer.text
    assert "@bo" in answer.text
    assert named("Bo").payment_links == ""


def test_taken_name_is_refused(desk: SampleTable) -> None:
    answer = edit(desk, "Bo", name="ANA")
    assert answer.status_code == 422
    assert "already has a player of that name" in answer.text
    assert 'value="ANA"' in answer.text
    assert edit(desk, "Bo", name="BO").status_code == 303


# --- claims ----------------------------------------------------------------------------------------------


def test_member_is_known_at_table(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    client = other.client()
    assert client.post(at("people", desk), {"player": named("Bo").address}).status_code == 303
    assert load(desk.address, Visitor(other.person)).permissions.seat == "2"
    assert "Bo, this phone" in client.get(desk.url("participants")).text
    # no seat at a table where the player does not sit
    third = SampleTable("general", ["Ana", "Cleo"], writer=desk.writer)
    assert load(third.address, Visitor(other.person)).permissions.seat is None


def test_claim_at_table_takes_precedence(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    client = other.client()
    client.post(at("people", desk), {"player": named("Bo").address})
    client.post(desk.url("take_seat"), {"seat": "1"})
    assert load(desk.address, Visitor(other.person)).permissions.seat == "1"
    client.post(desk.url("take_seat"), {"seat": ""})
    assert load(desk.address, Visitor(other.person)).permissions.seat is None


def test_player_is_one_members_and_member_one_player(desk: SampleTable) -> None:
    first, second = new_writer(desk.group), new_writer(desk.group)
    bo, ana = named("Bo"), named("Ana")
    assert first.client().post(at("people", desk), {"player": bo.address}).status_code == 303
    refused = second.client().post(at("people", desk), {"player": bo.address})
    assert refused.status_code == 422
    assert "Another member has claimed" in refused.text
    first.client().post(at("player_edit", desk, ana.address), {"do": "claim"})
    assert Member.objects.get(person=first.person).player == ana
    assert second.client().post(at("people", desk), {"player": bo.address}).status_code == 303


def test_removed_member_cannot_claim_player(desk: SampleTable) -> None:
    player = desk.group.players.first()
    assert player is not None
    stranger = Person.objects.create(username="gone")
    for act in (players.claim, players.unclaim):
        with pytest.raises(Http404):
            act(desk.group, stranger, player.pk)


def test_claim_is_undone_by_its_member_and_by_owner(desk: SampleTable) -> None:
    first, second = new_writer(desk.group), new_writer(desk.group)
    bo = named("Bo")
    for by, status in ((second, 422), (desk.writer, 303), (first, 303)):
        first.client().post(at("people", desk), {"player": bo.address})
        answer = by.client().post(at("player_edit", desk, bo.address), {"do": "unclaim"})
        assert answer.status_code == status
        assert Member.objects.filter(player=bo).exists() == (status == 422)
    assert "Release" not in second.client().get(at("player_edit", desk, bo.address)).text


def test_list_names_claimed_players(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    other.client().post(at("people", desk), {"player": named("Bo").address})
    mine = other.client().get(at("people", desk)).text
    assert "I am Ana" not in mine
    assert "Which player are you?" not in mine
    assert (
        mine.index("With a phone") < mine.index(">Bo<") < mine.index("Without a phone") < mine.index(">Ana<")
    )
    seen = desk.writer.client().get(at("people", desk)).text
    assert "I am Ana" in seen
    assert "I am Bo" not in seen
    assert seen.index("Which player are you?") < seen.index(">Ana<") < seen.index("With a phone")


# --- gone ------------------------------------------------------------------------------------------------


def test_departed_player_is_not_offered_but_stays_in_games(desk: SampleTable) -> None:
    assert edit(desk, "Bo", left="on").status_code == 303
    bo = named("Bo")
    assert bo.left_at is not None
    form = initial_new_game(GAMES["general"], desk.group, "EUR")
    assert [line.name for line in form.seating.lines] == ["Cleo"]
    assert [player.name for player in form.chips] == ["Ana"]
    assert desk.table.names["2"] == "Bo"
    assert "has left" in desk.writer.client().get(at("people", desk)).text
    # the typed name is the same player, and the switch makes them present again
    assert known_players(desk.group)["bo"] == bo
    since = bo.left_at
    edit(desk, "Bo", left="on")
    assert named("Bo").left_at == since
    edit(desk, "Bo")
    assert named("Bo").left_at is None


# --- how to pay ------------------------------------------------------------------------------------------


def test_ways_to_pay(desk: SampleTable) -> None:
    typed = "https://paypal.me/bo\r\n  @bo-pays \r\n\r\nmailto:bo@example.org"
    assert edit(desk, "Bo", links=typed).status_code == 303
    ways = payment_links(named("Bo").payment_links)
    assert [(way.text, way.href) for way in ways] == [
        ("https://paypal.me/bo", "https://paypal.me/bo"),
        ("@bo-pays", ""),
        ("mailto:bo@example.org", ""),
    ]
    assert ways[0].short == "paypal.me/bo"


def test_payment_links_are_set_by_member_or_owner(desk: SampleTable) -> None:
    his, other = new_writer(desk.group), new_writer(desk.group)
    his.client().post(at("people", desk), {"player": named("Bo").address})
    assert edit(desk, "Bo", by=his, links="@bo").status_code == 303
    refused = edit(desk, "Bo", by=other, links="@thief")
    assert refused.status_code == 422
    assert "Only the member or the group’s owner" in refused.text
    assert 'id="wrong-links"' in refused.text
    assert named("Bo").payment_links == "@bo"
    page = other.client().get(at("player_edit", desk, named("Bo").address)).text
    assert " readonly>@bo<" in page
    assert edit(desk, "Bo", by=other, left="on").status_code == 303  # the rest is anybody's
    assert edit(desk, "Bo", links="@bo2").status_code == 303
    assert edit(desk, "Cleo", by=other, links="@cleo").status_code == 303


@pytest.mark.parametrize(
    "odd",
    [
        "javascript:alert(1)",
        "  JavaScript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "a\x00b",
        "a\u202eb",
        "x" * 201,
        "1\n2\n3\n4",
    ],
)
def test_script_url_is_refused(desk: SampleTable, odd: str) -> None:
    answer = edit(desk, "Bo", links=odd)
    assert answer.status_code == 422
    assert 'id="wrong-links"' in answer.text
    assert named("Bo").payment_links == ""
    assert links_error(tidy_links(odd))


@pytest.mark.parametrize(
    "text", ["http://", "https:///x", "http://[", "https://a b", "ftp://x.org", "HTTPS ://x"]
)
def test_only_web_addresses_are_links(text: str) -> None:
    assert [way.href for way in payment_links(text)] == [""]


def test_forged_payment_links_are_not_shown() -> None:
    assert payment_links("javascript:alert(1)") == []


# --- merging ---------------------------------------------------------------------------------------------


def test_merge_asks_which_name_stays(desk: SampleTable) -> None:
    ana, cleo = named("Ana"), named("Cleo")
    client = desk.writer.client()
    page = at("player_merge", desk, ana.address)
    assert "Cleo" in client.get(page).text
    asked = client.get(page + f"?other={cleo.address}").text
    for text in ("Which name stays?", "Ana stays", "Cleo stays", "1 game"):
        assert text in asked
    answer = client.post(page, {"other": cleo.address, "stays": "zzzzzzzzzzzz"})
    assert answer.status_code == 422
    assert "Choose the name that stays." in answer.text
    done = client.post(page, {"other": cleo.address, "stays": cleo.address})
    assert (done.status_code, done["Location"]) == (303, at("people", desk) + "?notice=merged")
    ana.refresh_from_db()
    assert ana.merged_into == cleo
    assert desk.table.names == {"1": "Cleo", "2": "Bo"}
    # the old address leads to the one that stayed
    assert "Cleo" in client.get(at("player_edit", desk, ana.address)).text
    # sent again it is no error that anybody has to understand
    assert client.post(page, {"other": cleo.address, "stays": cleo.address}).status_code == 422


@pytest.mark.parametrize(
    ("claimed", "who", "status"),
    [
        ("nobody", "member", 303),
        ("owner", "owner", 303),
        ("owner", "member", 422),
        ("member", "member", 303),
        ("member", "owner", 303),
        ("member", "another", 422),
    ],
)
def test_member_is_merged_by_themselves_or_owner(
    desk: SampleTable, claimed: str, who: str, status: int
) -> None:
    ana, cleo = named("Ana"), named("Cleo")
    writers = {"owner": desk.writer, "member": new_writer(desk.group), "another": new_writer(desk.group)}
    if claimed != "nobody":
        Member.objects.filter(person=writers[claimed].person).update(player=cleo)
    client = writers[who].client()
    page = at("player_merge", desk, ana.address)
    asked = client.get(page + f"?other={cleo.address}")
    assert asked.status_code == (200 if status == 303 else 422)
    answer = client.post(page, {"other": cleo.address, "stays": ana.address})
    assert answer.status_code == status
    cleo.refresh_from_db()
    assert (cleo.merged_into == ana) is (status == 303)
    if status == 422:
        assert "the group’s owner can merge the two" in answer.text


def test_merge_of_players_of_one_game_names_game(desk: SampleTable) -> None:
    ana, bo = named("Ana"), named("Bo")
    client = desk.writer.client()
    page = at("player_merge", desk, ana.address)
    for answer in (
        client.get(page + f"?other={bo.address}"),
        client.post(page, {"other": bo.address, "stays": bo.address}),
    ):
        assert answer.status_code == 422
        assert "Ana and Bo sat in one game (General" in answer.text
        assert "stays" not in answer.text
    assert client.get(page + "?other=zzzzzzzzzzzz").status_code == 404


def test_merged_player_is_shown_nowhere(desk: SampleTable) -> None:
    client = desk.writer.client()
    ana, cleo = named("Ana"), named("Cleo")
    client.post(at("player_merge", desk, ana.address), {"other": cleo.address, "stays": cleo.address})
    for page in (at("people", desk), at("games", desk), at("money", desk), "/"):
        assert "Ana" not in client.get(page).text, page
    assert "Ana" not in client.get(reverse("new_game", args=["general"])).text


# --- constant queries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["group_menu", "people", "group_invite", "group_defaults"])
def test_page_asks_as_little_for_many_as_for_few(
    desk: SampleTable, name: str, django_assert_max_num_queries: Any
) -> None:
    for number in range(30):
        other = new_writer(desk.group)
        player = Player.objects.create(
            group=desk.group, name=f"P{number}", folded_name=f"p{number}", colour=1
        )
        Member.objects.filter(person=other.person).update(player=player)
    client = desk.writer.client()
    client.get(at(name, desk))
    with django_assert_max_num_queries(6):
        assert client.get(at(name, desk)).status_code == 200


@pytest.mark.parametrize(
    "typed", ["paypal.me/ana", "wise.com/pay/me/ana-b", "www.bank.example", "my-bank.co.uk/x?y=1"]
)
def test_plain_address_becomes_link(typed: str) -> None:
    (way,) = payment_links(typed)
    assert (way.href, way.short) == (f"https://{typed}", typed)


@pytest.mark.parametrize(
    "typed",
    [
        "DE89 3704 0044 0532 0130 00",
        "ana@bank.example/x",
        "St.Gallen/Bahnhof",
        "paypal.me",
        "paypal.me/",
        "1.50/2.50",
        "+49 170 1234567",
        "ana.b or cash/card",
        "localhost/x",
        "//paypal.me/ana",
        "javascript.com:alert/x",
    ],
)
def test_unusual_url_stays_text(typed: str) -> None:
    assert [way.href for way in payment_links(typed)] == [""]
