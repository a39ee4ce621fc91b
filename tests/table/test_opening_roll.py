"""The opening throw: order by hand or total, ties, sides; the form."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.people.models import Person
from scorekeeper.play.models import Seat, Session
from scorekeeper.table.opening_roll import Throw, hand_name, read_dice
from tests.page_forms import Page, get, press

NEW, THROW = "/new/general/", "/new/general/throw/"
FOUR = ["Ana", "Bo", "Cleo", "Dev"]


def thrown(*throws: str, by_hand: bool = True, count: int = 5) -> Throw:
    """Return a draw: the throws of each player in one text."""
    dice = tuple(tuple(read_dice(each, count) for each in text.split()) for text in throws)
    return Throw(dice, ("",) * len(dice), count, by_hand)


def test_lowest_hand_goes_first() -> None:
    draw = thrown("11346", "66612", "12346", "55234")
    assert (draw.waiting, draw.order) == ([], [2, 0, 3, 1])


def test_equal_throws_are_repeated() -> None:
    assert thrown("11346", "66612", "12346", "11346").waiting == [0, 3]
    assert thrown("11346 11111", "66612", "12346", "11346").waiting == [3]
    draw = thrown("11346 11111", "66612", "12346", "11346 12346")
    assert (draw.waiting, draw.order) == ([], [2, 3, 0, 1])
    assert thrown("11346 12346", "66612", "12346", "11346 12346").waiting == [0, 3]


def test_highest_total_goes_first_then_by_seat() -> None:
    draw = thrown("11111", "66666", "11112", by_hand=False)
    assert (draw.waiting, draw.order) == ([], [1, 2, 0])
    assert thrown("66666", "11111", "66666", by_hand=False).waiting == [0, 2]
    assert thrown("11111", "11111", "66666", by_hand=False).waiting == []
    again = thrown("66666 11111", "11111", "66666 11112", by_hand=False)
    assert again.order == [2, 0, 1]


def test_hands_have_names() -> None:
    rolls = ("12346", "11346", "11446", "66612", "23456", "66611", "22221", "55555")
    assert [hand_name(read_dice(roll, 5)) for roll in rolls] == [
        "nothing",
        "pair of ones",
        "two pairs",
        "three sixes",
        "straight",
        "full house",
        "four twos",
        "five fives",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1234",
        "123456",
        "\uff11\uff12\uff13\uff14\uff15",
        "\u0661\u0662\u0663\u0664\u0665",
        "12347",
        "1234x",
        "\0" * 5,
        "1" * 100000,
    ],
)
def test_invalid_throws_are_refused(text: str) -> None:
    assert read_dice(text, 5) == ()


def drawn(client: Client, **changed: object) -> Page:
    """The page of the throw for four players."""
    page = press(client, get(client, NEW), NEW, do="next", name=FOUR)
    return press(client, page, THROW, **{"do": "draw", **changed})  # type: ignore[arg-type]


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_from_set_up_and_back(client: Client, htmx: bool) -> None:
    page = drawn(client, stake="per_point", amount="0.05", sides="2")
    assert "Ana rolls" in page.text
    page = press(client, page, THROW, htmx=htmx, dice__1="1 1 3 4 6", dice__2="66612")
    assert ("pair of ones" in page.text, "three sixes" in page.text) == (True, True)
    assert ("<html" in page.text) is not htmx
    page = press(client, page, THROW, htmx=htmx, dice__3="12346", dice__4="11346")
    assert "Ana and Dev roll again." in page.text
    page = press(client, page, THROW, htmx=htmx, dice__1="55555", dice__4="12346")
    assert "Cleo rolls first, then Dev, Ana and Bo." in page.text
    assert page.button("take-order")["formaction"] == NEW
    page = press(client, page, NEW, htmx=htmx, do="order")
    assert page.fields["name"] == ["Cleo", "Dev", "Ana", "Bo", ""]
    assert "Cleo and Dev play Ana and Bo." in page.text
    assert (page.fields["amount"], page.fields["stake"]) == (["0.05"], ["per_point"])
    client.post(NEW, page.sent(do="start"))
    assert list(Seat.objects.order_by("position").values_list("player__name", "team")) == [
        ("Cleo", 1),
        ("Dev", 1),
        ("Ana", 2),
        ("Bo", 2),
    ]
    assert Session.objects.get().stake["amount"] == "0.05"


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_throw_that_is_none(client: Client, htmx: bool) -> None:
    page = press(client, drawn(client), THROW, htmx=htmx, dice__1="77", dice__2="11111")
    assert page.status == 422
    assert page.errors == {"dice-1": "Type the 5 faces, such as 44126."}
    assert page.fields["dice-1"] == ["77"]
    assert "five ones" in page.text
    page = press(client, page, THROW, htmx=htmx, dice__1="11112", dice__3="11113", dice__4="11114")
    assert page.status == 200
    assert "rolls first" in page.text


@pytest.mark.django_db
def test_throw_again_and_back(client: Client) -> None:
    page = press(
        client, drawn(client), THROW, dice__1="12346", dice__2="11346", dice__3="11446", dice__4="66612"
    )
    again = press(client, page, THROW, again="1")
    assert "pair of ones" not in again.text
    back = press(client, again, NEW, do="back")
    assert back.fields["name"] == [*FOUR, ""]


@pytest.mark.django_db
def test_names_are_needed_first(client: Client) -> None:
    page = press(client, get(client, NEW), THROW, do="draw", name=["Ana", "ana"])
    assert page.status == 422
    assert "Two players are called ana" in page.text
    assert client.get(THROW).headers["Location"] == NEW
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_opening_roll_of_crag_has_three_dice(client: Client) -> None:
    new, throw = "/new/crag/", "/new/crag/throw/"
    page = press(client, get(client, new), throw, do="draw", name=["Ana", "Bo"])
    page = press(client, page, throw, dice__1="123", dice__2="666")
    assert "Bo rolls first, then Ana." in page.text


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_phone_draws_and_its_order_is_taken(client: Client, htmx: bool) -> None:
    page = press(client, drawn(client, sides="2"), THROW, htmx=htmx, first="draw")
    assert sorted(page.fields["name"]) == FOUR
    assert page.button("throw-again")["name"] == "first"
    order = page.fields["name"]
    assert f"{order[0]} rolls first, then {order[1]}, {order[2]} and {order[3]}." in page.text
    page = press(client, page, NEW, htmx=htmx, do="order")
    assert page.fields["name"] == [*order, ""]
    assert "play" in page.text


@pytest.mark.django_db
def test_chosen_player_rolls_first_as_they_sit(client: Client) -> None:
    page = press(client, drawn(client), THROW, first="3")
    assert page.fields["name"] == ["Cleo", "Dev", "Ana", "Bo", ""]
    assert "Start: Cleo rolls first" in page.text
    assert press(client, drawn(client), THROW, first="9").fields["name"] == [*FOUR, ""]


@pytest.mark.django_db
def test_choices_go_once_a_player_has_rolled(client: Client) -> None:
    assert "The phone draws" in drawn(client).text
    assert "The phone draws" not in press(client, drawn(client), THROW, dice__1="12346").text


@pytest.mark.parametrize("by_hand", [False, True])
def test_draw_by_phone_reaches_each_player(by_hand: bool) -> None:
    draws = [thrown("", "", "", by_hand=by_hand).by_phone() for _ in range(200)]
    assert {draw.order[0] for draw in draws} == {0, 1, 2}
    assert len({tuple(draw.order) for draw in draws}) == (6 if by_hand else 3)
    assert not any(draw.waiting for draw in draws)
