"""Printed sheets and pictures of every game, filled in and blank."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.archive.print_document import printed_sheet
from scorekeeper.archive.print_layout import HEIGHTS, LEAST, row_height
from scorekeeper.archive.print_svg import picture
from scorekeeper.demo import group as demo
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.rules import GAMES
from tests.factories import SampleTable, Writer

from .group_files import NOW, small_desk

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"
TAGS = {f"{SVG}{name}" for name in ("svg", "rect", "circle", "ellipse", "line", "text")}


def texts(picture: str) -> list[str]:
    """Return the texts of a picture, which refers to no other file."""
    root = ET.fromstring(picture)
    assert {each.tag for each in root.iter()} <= TAGS
    assert not any(
        "style" in each.attrib or any("href" in name for name in each.attrib) for each in root.iter()
    )
    return [each.text or "" for each in root.iter(f"{SVG}text")]


@pytest.mark.slow
def test_every_game_has_page_and_picture() -> None:
    made = demo.make(9, 30, NOW)
    client = Writer(made.owner, 1).client()
    seen = set()
    for session in Session.objects.filter(group=made.group).order_by("pk"):
        if session.game in seen:
            continue
        seen.add(session.game)
        table = load(session.address, Visitor(made.owner))
        page = client.get(reverse("print", args=[session.address]))
        picture = client.get(reverse("sheet_svg", args=[session.address]))
        assert picture["Content-Type"] == "image/svg+xml"
        words = texts(picture.content.decode())
        for name in table.names.values():
            assert name in page.text
            assert name in words
        if table.game.POINTS:
            assert {str(total).replace("-", "−") for total in table.sheet.totals} <= set(words)
    assert seen == GAMES.keys()


def test_corrected_cell_is_struck_and_explained() -> None:
    desk = SampleTable(names=("Ana", "Bo"), options={"straights": "basic"})
    desk.line(1, "fives", points=15)
    desk.line(2, "ones")
    desk.amend(1, box="fives", points=20)
    paper = printed_sheet(desk.table)
    fives = next(row for row in paper.rows if row.label == "Fives")
    assert (fives.cells[0].old, fives.cells[0].text) == ("15", "20")
    ones = next(row for row in paper.rows if row.label == "Ones")
    assert ones.cells[1].struck
    page = desk.writer.client().get(desk.url("print")).text
    assert "<s>15</s> 20" in page
    assert "corrected" in page
    assert {"15", "20"} <= set(texts(desk.writer.client().get(desk.url("sheet_svg")).content.decode()))


def test_payments_and_signature_lines_are_printed() -> None:
    page = (
        small_desk()
        .writer.client()
        .get(reverse("print", args=[Session.objects.get(game="forty_fives").address]))
        .text
    )
    assert "Bo pays Ana" in page
    assert "Signatures, if you play for money" in page
    assert "House rules" in page


def test_name_is_no_markup() -> None:
    name = '<b>"&'
    desk = SampleTable(names=(name, "Bo"))
    client = desk.writer.client()
    assert name in texts(client.get(desk.url("sheet_svg")).content.decode())
    assert name not in client.get(desk.url("print")).text


@pytest.mark.parametrize("count", [2, 10])
def test_many_columns_have_room(count: int) -> None:
    desk = SampleTable(names=[f"Player with a long name {number}" for number in range(count)])
    root = ET.fromstring(desk.writer.client().get(desk.url("sheet_svg")).content)
    width = float(root.attrib["width"])
    assert all(0 <= float(each.attrib["x"]) <= width for each in root.iter(f"{SVG}text"))


@pytest.mark.parametrize("slug", GAMES)
def test_blank_sheet_for_every_game(slug: str) -> None:
    for players in (2, 8):
        page = Client().get(f"/blank/{slug}/", {"players": str(players)})
        assert page.status_code == 200
        columns = len(re.findall(r'<th scope="col">', page.text))
        assert columns == (players if players in GAMES[slug].PLAYERS else 2)
        assert "House rules" in page.text
    assert Client().get(f"/blank/{slug}/", {"players": "many"}).status_code == 200
    assert Client().get("/blank/chess/").status_code == 404


def test_blank_sheet_by_house_rules_of_table() -> None:
    page = (
        Client().get("/blank/generala/", {"rule-double_generala": "true", "rule-generala_points": "60"}).text
    )
    assert re.search(r"<span>Double generala<small>120</small>", page)
    assert "; generala 60; first roll +5; " in page
    assert "; with double generala; " in page
    desk = SampleTable("generala", options={"double_generala": True, "generala_points": 60})
    rules = desk.writer.client().get(desk.url("rules")).text
    link = next(each for each in re.findall(r'href="([^"]+)"', rules) if each.startswith("/blank/"))
    assert "<small>120</small>" in Client().get(link.replace("&amp;", "&")).text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_blank_sheets_have_lines_to_sign_and_rows_to_write_in(client: Client, game: str) -> None:
    page = client.get(reverse("blank_sheet", args=[game])).text
    signed = page.partition("Signatures, if you play for money")[2]
    heads = page.count('<th scope="col">')
    assert heads >= 2
    assert signed.count("<li></li>") == heads
    height = re.search(r'class="leaf h(\d+) blank"', page)
    assert height is not None
    assert int(height[1]) in (36, 40, 44)


def test_rows_are_as_high_as_rest_leaves_room() -> None:
    desk = small_desk()
    paper = printed_sheet(load(Session.objects.get(game="forty_fives").address, Visitor(desk.writer.person)))
    assert row_height(paper, signed=True) == max(HEIGHTS)
    some = replace(paper, rows=paper.rows[:1] * 15)
    assert LEAST < row_height(some, signed=True) < row_height(some, signed=False) < max(HEIGHTS)
    assert row_height(replace(paper, rows=paper.rows[:1] * 40), signed=True) == LEAST


def test_printed_column_sums_to_its_total() -> None:
    desk = SampleTable("yahtzee", ("Ana", "Bo"), options={"preset": "kniffel"})
    for player, faces in ((1, 3), (2, 2)):
        for face, box in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1):
            other = 1 if face > 1 else 2
            desk.line(player, box, dice=[face] * faces + [other] * (5 - faces), throws=3)
    paper = printed_sheet(desk.table)
    rows = {row.label: [ink.text for ink in row.cells] for row in paper.rows}
    assert (rows["Sum of these"], rows["Bonus at 63"]) == (["63", "42"], ["+35", "0"])
    for column, total in enumerate(paper.totals):
        boxes = [row.cells[column].text for row in paper.rows if not row.light and row.cells[column].lines]
        assert sum(map(int, boxes)) + int(rows["Bonus at 63"][column]) == int(total)
    assert {"63", "+35", "Sum of these"} <= set(texts(picture(paper)))


def test_printed_bonus_is_empty_until_decided() -> None:
    desk = SampleTable("yahtzee", ("Ana", "Bo"))
    desk.line(1, "sixes", dice=[6, 6, 6, 1, 2], throws=3)
    rows = {row.label: [ink.text for ink in row.cells] for row in printed_sheet(desk.table).rows}
    assert (rows["Sum of these"], rows["Bonus at 63"]) == (["18", ""], ["", ""])


def test_printed_card_game_has_column_for_each_side() -> None:
    desk = SampleTable(
        "forty_fives", ("Ana", "Bo", "Cleo", "Dev"), dealer=4, teams=(1, 2, 1, 2), options={"target": 60}
    )
    for _ in range(3):
        desk.entry(trump="H", tricks=["1", "1", "3", "2", "4"], best="3")
    client = desk.writer.client()
    page = client.get(desk.url("print")).text
    heads = re.findall(r'<th scope="col">.*?<span>(.*?)</span>', page.split("<tbody")[0])
    assert heads == ["Ana and Cleo", "Bo and Dev"]
    feet = page.split("<tfoot>")[1].split("</tfoot>")[0]
    assert re.findall(r"<td>(.*?)</td>", feet) == ['<b class="winning">60</b>', "30"]
    written = texts(client.get(desk.url("sheet_svg")).content.decode())
    assert [each for each in ("60", "30", "+20", "+10") if each not in written] == []
    assert not {"15", "45"} & set(written)


def test_printed_dice_game_calls_totals_own_parts() -> None:
    desk = SampleTable("general", ("Ana", "Bo", "Cleo", "Dev"), teams=(1, 2, 1, 2))
    desk.line(1, "fours", points=16)
    desk.line(2, "sixes", points=24)
    client = desk.writer.client()
    page = client.get(desk.url("print")).text
    assert "<span>Own part</span>" in page
    assert "Ana and Cleo: 16" in page
    written = texts(client.get(desk.url("sheet_svg")).content.decode())
    assert "Own part" in written
    assert "Total" not in written
