"""Seats drawn by cards: order, ties, invalid and taken cards; the form."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.people.models import Person
from scorekeeper.play.models import Seat
from scorekeeper.table.card_draw import CardDraw
from tests.page_forms import Page, get, press

NEW, DRAW = "/new/generala_cards/", "/new/generala_cards/throw/"
FOUR = ["Ana", "Bo", "Cleo", "Dev"]


def drawn(*cards: str, typed: tuple[str, ...] = ()) -> CardDraw:
    """Return a draw: the cards of each player in one text, and the typed fields."""
    turns = tuple(tuple(each.split()) for each in cards)
    return CardDraw(turns, typed or ("",) * len(turns), tuple(FOUR[: len(turns)]))


def test_card_draw_orders_from_highest() -> None:
    draw = drawn("KH", "2S", "JK1", "AC")
    assert (draw.waiting, draw.order) == ([], [2, 3, 0, 1])


def test_equal_ranks_draw_again_wherever_they_are() -> None:
    assert drawn("KH", "2S", "KD", "2C").waiting == [0, 1, 2, 3]
    assert drawn("KH", "2S", "KD", "3C").waiting == [0, 2]
    assert drawn("JK1", "2S", "JK2", "3C").waiting == [0, 2]
    assert drawn("KH 3H", "2S", "KD", "3C").waiting == [2]
    assert drawn("KH 3H", "2S", "KD 3D", "3C").waiting == [0, 2, 3]  # the three that stood alone, too
    assert drawn("KH 4H", "2S", "KD 3D", "3C").waiting == [2, 3]
    assert drawn("KH 5H", "2S", "KD JK2", "3C").order == [2, 0, 3, 1]
    assert drawn("KS 2S", "KH AS", "QS").order == [1, 2, 0]


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("KH", "KH"),
        (" k h ", "KH"),
        ("10s", "10S"),
        ("K\u2665", "KH"),
        ("10\u2660\ufe0f", "10S"),
        ("jk", "JK1"),
        ("Joker", "JK1"),
        ("JK2", "JK2"),
    ],
)
def test_typed_cards_are_read(typed: str, card: str) -> None:
    assert drawn("", "2S", typed=(typed, "")).taken().turns[0] == (card,)


def test_second_joker_is_other_one() -> None:
    draw = drawn("", "", "2S", typed=("jk", "jk", "")).taken()
    assert draw.turns == (("JK1",), ("JK2",), ("2S",))


@pytest.mark.parametrize(
    "typed", ["K", "H", "1H", "11H", "KX", "7X", "KHKH", "KH 2S", "JK3", "\0", "K" * 40, "\uff2bH", "0H"]
)
def test_invalid_cards_are_refused(typed: str) -> None:
    draw = drawn("", "2S", typed=(typed, "")).taken()
    assert draw.turns[0] == ()
    assert draw.faults() == {0: "Type rank and suit, such as KH, 10S or JK."}


def test_drawn_card_cannot_be_drawn_again() -> None:
    draw = drawn("", "2S", typed=("2S", "")).taken()
    assert (draw.turns[0], draw.faults()) == ((), {0: "Bo drew 2♠."})
    both = drawn("", "", typed=("2S", "2S")).taken()
    assert (both.turns, both.faults()) == ((("2S",), ()), {1: "Ana drew 2♠."})
    again = drawn("KH", "KD", typed=("KD", "")).taken()  # put away, and not drawn again
    assert (again.turns[0], again.faults()) == (("KH",), {0: "Bo drew K♦."})


def test_picker_has_one_joker_and_none_that_was_drawn() -> None:
    assert [key.card for key in drawn("", "", "2S").picker(0).jokers] == ["JK1"]
    assert [key.card for key in drawn("JK1", "", "2S").picker(1).jokers] == ["JK2"]
    assert [key.state for key in drawn("JK1", "JK2", "").picker(2).jokers] == ["off"]
    spades = drawn("", "2S").picker(0).suits[0].cards
    assert [key.card for key in spades if key.state != "open"] == ["2S"]


def opened(client: Client, names: list[str] = FOUR) -> Page:
    """The page of the draw."""
    page = press(client, get(client, NEW), NEW, do="next", name=names, stake="ante", amount="2")
    return press(client, page, DRAW, do="draw")


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_tapped_from_set_up_and_back(client: Client, htmx: bool) -> None:
    page = opened(client)
    assert ("Ana draws" in page.text, "Draw for seats" in page.text) == (True, True)
    for name, card in (("Bo", "KH"), ("Cleo", "2S"), ("Dev", "KD")):
        page = press(client, page, DRAW, htmx=htmx, press=f"card-{card}")
        assert f"{name} draws" in page.text
    page = press(client, page, DRAW, htmx=htmx, press="card-10C")
    assert ("<html" in page.text) is not htmx
    assert "Ana and Cleo draw again." in page.text
    page = press(client, page, DRAW, htmx=htmx, press="card-3C")
    page = press(client, page, DRAW, htmx=htmx, press="card-AS")
    assert "Cleo deals. Then, counter-clockwise: Dev, Ana and Bo." in page.text
    page = press(client, page, NEW, htmx=htmx, do="order")
    assert page.fields["name"] == ["Cleo", "Dev", "Ana", "Bo", ""]
    assert (page.fields["dealer"], page.fields["amount"]) == (["1"], ["2"])
    assert "Start: Cleo deals" in page.text
    client.post(NEW, page.sent(do="start"))
    assert Seat.objects.get(deals=True).player.name == "Cleo"


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_typed_draw_orders_seats(client: Client, htmx: bool) -> None:
    page = press(client, opened(client), DRAW, htmx=htmx, card__1="kh", card__2="KH", card__3="2s")
    assert (page.status, page.errors) == (422, {"card-2": "Ana drew K♥."})
    assert page.fields["card-2"] == ["KH"]
    page = press(client, page, DRAW, htmx=htmx, card__2="joker", card__4="9d")
    assert "Bo deals. Then, counter-clockwise: Ana, Dev and Cleo." in page.text
    again = press(client, page, DRAW, htmx=htmx, again="1")
    assert ("Bo draws" in again.text, "drawn-1" in again.fields) == (True, False)
    back = press(client, page, NEW, do="back")
    assert back.fields["name"] == ["Bo", "Ana", "Dev", "Cleo", ""]


@pytest.mark.django_db
def test_second_tap_draws_for_no_other_player(client: Client) -> None:
    """Both taps precede the response: the second is for the same player, who has a card now."""
    page = opened(client)
    first = press(client, page, DRAW, press="card-KH")
    late = press(client, first, DRAW, press="card-QH", now="1")
    assert (late.fields["drawn-1"], "drawn-2" in late.fields) == (["KH"], False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "forged",
    [
        {"drawn-1": "KH", "drawn-2": "KH"},
        {"drawn-1": "KH KH QX 11S", "drawn-2": "\0"},
        {"drawn-1": "KH " * 500},
        {"press": "card-", "now": "1"},
        {"press": "card-" + "K" * 5000, "now": "1"},
        {"press": "card-KH", "now": "99"},
        {"card-1": "x" * 5000},
    ],
)
def test_forged_cards_are_refused(client: Client, forged: dict[str, str]) -> None:
    sent = opened(client, ["Ana", "Bo"]).sent() | forged
    page = Page(client.post(DRAW, sent))  # type: ignore[arg-type]
    assert page.status in (200, 422)
    cards = [card for name in ("drawn-1", "drawn-2") for card in page.fields.get(name, [""])[0].split()[:1]]
    assert len(set(cards)) == len(cards)


@pytest.mark.django_db
def test_names_are_needed_first_and_only_generala_draws(client: Client) -> None:
    page = press(client, get(client, NEW), DRAW, do="draw", name=["Ana", "ana"])
    assert (page.status, "Two players are called ana" in page.text) == (422, True)
    assert client.get(DRAW).headers["Location"] == NEW
    for slug in ("forty_fives", "generals_and_majors"):
        assert client.post(f"/new/{slug}/throw/", page.sent()).status_code == 404
        assert f"/new/{slug}/throw/" not in get(client, f"/new/{slug}/").text
    assert not Person.objects.exists()
