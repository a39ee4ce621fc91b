"""The entry panel of dice games: player, refused boxes, and a changed sheet."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

import pytest
from django.test import Client

from tests.factories import HTMX, SampleTable, hidden

pytestmark = pytest.mark.django_db


def look(desk: SampleTable, query: str, *, client: Client | None = None) -> str:
    """The table's part of the page for these questions, without markup in its words."""
    answer = (client or desk.writer.client()).get(f"{desk.url()}?{query}", headers=HTMX)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def offered(page: str) -> list[str]:
    """The boxes that may be tapped."""
    return re.findall(r'<button[^>]*name="box" value="(\w+)"', page)


def announcement(page: str) -> str:
    """The entry panel's first row, as it is read aloud."""
    row = re.search(r'<div class="say.*?</div>', page, re.DOTALL)
    assert row is not None
    heard = re.sub(r'<(\w+)[^>]*aria-hidden="true">.*?</\1>', "", row[0])
    return " ".join(re.sub(r"<[^>]+>", " ", heard).split())


def inked(page: str) -> str:
    head = re.search(r'class="turn[^"]*"><a href="\?seat=(\d+)"', page)
    assert head is not None
    return head[1]


def test_dice_entered_before_answer_stay_with_their_player() -> None:
    """Bo is next, Ana's entry is being written: before Yes, nothing goes to Bo or is written."""
    desk = SampleTable()
    desk.line(1, "ones")
    page = look(desk, "as=1&dice=44412&throws=1")
    assert announcement(page).startswith("It’s Bo’s turn. Enter Ana’s anyway?")
    assert inked(page) == "1"
    assert hidden(page) | {"as": "1", "dice": "44412"} == hidden(page)
    assert 'form="write" name="box"' not in page
    assert '<button class="quiet" name="sure" value="1">Yes</button>' in page
    again = look(desk, "as=1&dice=44412&throws=1&box=fours")
    assert announcement(again).startswith("It’s Bo’s turn. Enter Ana’s anyway?")
    sure = look(desk, "as=1&dice=44412&throws=1&sure=1")
    assert announcement(sure).startswith("Ana’s turn")
    assert hidden(sure)["out_of_turn"] == "1"


def test_chosen_player_stays_after_order_is_dropped() -> None:
    desk = SampleTable()
    desk.line(2, "ones")
    head = look(desk, "seat=2")
    assert "?as=2&sure=1" in head
    page = look(desk, "as=2&sure=1&box=twos")
    assert inked(page) == "2"
    assert hidden(page) | {"player": "2", "out_of_turn": "1", "box": "twos"} == hidden(page)


@pytest.mark.parametrize(("slug", "text"), [("general", '449"7'), ("crag", "4442")])
def test_dice_typed_wrongly_stay_in_field(slug: str, text: str) -> None:
    """Without a script they are typed; one figure may be corrected."""
    desk = SampleTable(slug)
    answer = desk.writer.client().get(f"{desk.url()}?dice={quote(text)}")
    page = html.unescape(answer.content.decode())
    assert announcement(page).startswith("Those dice are not possible.")
    assert f'value="{text}"' in page
    assert f'placeholder="{5 if slug == "general" else 3} dice"' in page


def test_tap_on_older_sheet_is_reported() -> None:
    """A tap on an old page gets the current sheet, and opens no box of another player."""
    desk = SampleTable(names=["Ana", "Bo", "Cleo"])
    desk.line(1, "ones", points=3)
    page = look(desk, "seen=0&box=ones")
    assert announcement(page) == "The sheet has changed. Ana, ones 3. Bo’s turn."
    assert "box" not in hidden(page)
    assert announcement(look(desk, "seen=1&box=ones")).startswith("Bo, ones")


def test_box_that_was_filled_meanwhile_is_no_missing_page() -> None:
    desk = SampleTable(names=["Ana"])
    desk.line(1, "ones", points=3)
    assert announcement(look(desk, "box=ones")).startswith("Ana’s turn")
    assert desk.writer.client().get(f"{desk.url()}?box=nines").status_code == 404


def test_box_that_is_tapped_again_is_left() -> None:
    desk = SampleTable()
    for query in ("box=fives&dice=44", "box=fives&dice=44412&throws=2"):
        page = look(desk, query)
        chosen = re.search(r'<button form="pad" id="fives" class="on"[^>]*>', page)
        assert chosen is not None, query
        assert "name=" not in chosen[0]
        assert hidden(page)["dice"] == query.split("dice=")[1][:5].split("&")[0]


def test_five_alike_question_can_be_left_with_dice_unchanged() -> None:
    page = look(SampleTable("generala"), "dice=66666&throws=1")
    assert "Ana wins! Write it down" in page
    assert '<a class="quiet" href="?dice=66666">' in page


@pytest.mark.parametrize(
    ("joker", "ones", "says", "refused"),
    [
        ("forced", False, "Joker: five of a kind must go into ones first.", 11),
        (
            "forced",
            True,
            "Joker: five of a kind must go into a lower box first · joker: full house and straights count in full",
            5,
        ),
        ("free", True, "joker: full house and straights count in full", 0),
        ("none", True, "", 0),
    ],
)
def test_joker_says_why(joker: str, ones: bool, says: str, refused: int) -> None:
    desk = SampleTable("yahtzee", ["Ana"], options={"joker": joker})
    desk.line(1, "yahtzee")
    if ones:
        desk.line(1, "ones", points=3)
    page = look(desk, "dice=11111&throws=3")
    assert f'<small class="why">{says}</small>' in page if says else 'class="why"' not in page
    assert page.count("not with these dice") == refused


@pytest.mark.parametrize(
    ("box", "says"),
    [
        ("fives", "Five of a kind again scores +100"),
        ("full_house", "Five of a kind again? Enter the dice: +100"),
    ],
)
def test_values_tell_of_further_bonus(box: str, says: str) -> None:
    desk = SampleTable("yahtzee", ["Ana"])
    assert says not in look(desk, f"box={box}")
    desk.line(1, "yahtzee", points=50)
    assert says in look(desk, f"box={box}")


@pytest.mark.parametrize(
    ("slug", "box", "options", "says"),
    [
        ("generala", "generala", {}, True),
        ("general", "small_general", {}, True),
        ("generala", "generala", {"automatic_win": "off"}, False),
        ("generala", "double_generala", {"double_generala": True}, False),
        ("generala", "fives", {}, False),
        ("yacht", "yacht", {}, False),
    ],
)
def test_values_tell_of_automatic_win(slug: str, box: str, options: dict[str, object], says: bool) -> None:
    page = look(SampleTable(slug, ["Ana"], options=options), f"box={box}")
    assert ("First roll? Enter the dice: it wins the game" in page) is says


def test_enter_key_without_script_shows_points() -> None:
    """The first button of the pad's form is the one that Enter presses in the dice field."""
    page = look(SampleTable(), "")
    first = re.search(r'<button[^>]*form="pad"[^>]*>', page)
    assert first is not None
    assert 'name="box"' not in first[0]


def test_result_can_take_focus() -> None:
    desk = SampleTable("generala")
    desk.line(1, "generala", dice=[6] * 5, throws=1)
    assert '<h2 id="who" tabindex="-1">' in look(desk, "")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?dice=33322&throws=1", "Full house saves 2 Gut: rolls for later turns"),
        ("?dice=33322&throws=2", "Full house saves 1 Gut: a roll for a later turn"),
        ("?box=full_house", "+2 saves 2 Gut: rolls for later turns"),
        ("?dice=33322&throws=3", ""),
        ("?box=ones", ""),
    ],
)
def test_gut_is_explained_where_it_is_saved(query: str, says: str) -> None:
    desk = SampleTable("goldene_fuenfzig")
    desk.line(1, "ones")
    page = desk.writer.client().get(desk.url() + query + "&as=2").content.decode()
    assert (says in page) if says else ("Gut:" not in page)


def test_gut_is_explained_where_roll_spends_it() -> None:
    desk = SampleTable("goldene_fuenfzig")
    desk.line(1, "full_house", dice=[3, 3, 3, 2, 2], throws=2)
    desk.line(2, "ones")
    client = desk.writer.client()
    for query in ("?dice=11123&throws=4", "?box=ones&throws=4"):
        assert (
            "This roll spends 1 Gut, a roll saved in an earlier turn"
            in client.get(desk.url() + query).content.decode()
        )
