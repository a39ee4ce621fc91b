"""Export, delete and import of a group on a phone; pictures of sheets; axe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser_contexts import Phones
from tests.sampling import some_of

from .other_player import OtherPlayer
from .viewport import trouble_at_sizes

RESULTS = (
    "date;game;player;points\n2019-05-02;Yacht;Ana;150\n2019-05-02;Yacht;Zoe;120\n2019-99-02;Yacht;Ana;1\n"
)

# pixels between the middle of a printed name and that of its column
BESIDE_MIDDLE = """() => Math.max(0, ...[...document.querySelectorAll(".leaf:not(.many) thead span")].map((name) => {
  const [a, b] = [name, name.parentElement].map((each) => each.getBoundingClientRect());
  return Math.abs(a.left + a.right - b.left - b.right) / 2;
}))"""


def crowd(page: Page) -> str:
    """Play two games for money, one with a correction; return the address of the first."""
    page.goto("/")
    evening = OtherPlayer(page)
    addresses = []
    for names in (["Cleo", "Ana", "Dev"], ["Ana", "Bo"]):
        addresses.append(
            evening.start("general", names, stake="fixed", kind="fixed", amount="1.70", unit="EUR")
        )
        evening.write(addresses[-1], box="fours", points="12")
        evening.write(addresses[-1], box="fives", dice="55555", throws="1")
    return addresses[0]


def group_of(page: Page) -> str:
    page.goto("/")
    found = re.search(r"/group/(\w+)/", page.content())
    assert found
    return found[1]


def downloaded(page: Page, group: str, place: Path) -> Path:
    page.goto(f"/group/{group}/export/")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the group").tap()
    waiting.value.save_as(place)
    return place


def bring(page: Page, file: Path) -> None:
    page.goto("/import/")
    page.get_by_label("A file").set_input_files(str(file))
    page.get_by_role("button", name="Preview").tap()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).tap()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False], ids=["with script", "without"])
def test_export_wipe_import_equal(phone: Phones, tmp_path: Path, javascript: bool) -> None:
    page = phone()
    address = crowd(page)
    group = group_of(page)
    first = downloaded(page, group, tmp_path / "first.json")
    if not javascript:
        state = page.context.storage_state()
        page = phone(javascript=False, storage_state=state)
    page.goto(f"/group/{group}/delete/")
    page.get_by_label(re.compile("Type")).fill(group)
    page.get_by_role("button", name="Delete the group").tap()
    expect(page).to_have_url(re.compile("/$"))
    assert page.request.get(address).status == 404
    bring(page, first)
    page.goto(address)
    expect(page.get_by_role("heading", name=re.compile("wins"))).to_be_visible()
    again = downloaded(page, group, tmp_path / "again.json")
    assert again.read_bytes() == first.read_bytes()
    assert len(json.loads(first.read_text())["ledger"]) == 3


def test_sheet_becomes_picture(phone: Phones, tmp_path: Path) -> None:
    page = phone()
    address = crowd(page)
    page.goto(f"{address}paper/")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Share a picture").tap()
    assert waiting.value.suggested_filename.endswith(".png")
    waiting.value.save_as(tmp_path / "sheet.png")
    data = (tmp_path / "sheet.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") >= 960
    assert len(data) > 20_000


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_sheet_fits_on_one_page(phone: Phones, paper: str) -> None:
    page = phone()
    address = crowd(page)
    blank = [f"/blank/{slug}/?players={max(2, game.PLAYERS[0])}" for slug, game in GAMES.items()]
    full = [f"/blank/{slug}/?players=8" for slug, game in GAMES.items() if 8 in game.PLAYERS]
    sheets = ["/blank/yahtzee/?players=8", *blank, *full]
    page.set_viewport_size({"width": 794, "height": 1123})
    for path in (f"{address}paper/", *sheets[: some_of(len(sheets), share=8)]):
        page.goto(path)
        pdf = page.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1, path
        page.emulate_media(media="print")
        assert not page.get_by_role("button", name="Print").is_visible()
        assert page.evaluate(BESIDE_MIDDLE) <= 1, path
        page.emulate_media(media="null")


def test_archive_pages_pass_axe(phone: Phones, tmp_path: Path) -> None:
    page = phone()
    address = crowd(page)
    group = group_of(page)
    paths = (
        f"/group/{group}/export/",
        f"/group/{group}/delete/",
        "/you/erase/",
        "/import/",
        f"{address}paper/",
    )
    for path in (*paths, "/blank/general/"):
        page.goto(path)
        assert trouble_at_sizes(page) == [], path
    old = tmp_path / "old.csv"
    old.write_text(RESULTS)
    page.goto("/import/")
    page.get_by_label("A file").set_input_files(str(old))
    page.get_by_role("button", name="Preview").tap()
    expect(page.get_by_text("row 4, date: “2019-99-02” is not a date")).to_be_visible()
    assert trouble_at_sizes(page) == []
