"""The HTML export opened from a folder: no request, axe is clean, everything unfolds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .viewport import trouble


def kept(page: Page, folder: Path) -> Path:
    """Play a game for a beer and download the page of its group."""
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start(
        "general", ["Cleo", "Ana", "Dev"], stake="fixed", kind="fixed", amount="1", unit="a beer"
    )
    evening.write(address, box="fours", points="12")
    evening.write(address, box="fives", dice="55555", throws="1")
    page.goto("/")
    found = re.search(r"/group/(\w+)/", page.content())
    assert found
    page.goto(f"/group/{found[1]}/export/")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the page").tap()
    waiting.value.save_as(folder / "group.html")
    return folder / "group.html"


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (1280, 800)], ids=str)
def test_page_from_a_folder_is_whole(phone: Phones, tmp_path: Path, size: tuple[int, int]) -> None:
    file = kept(phone(), tmp_path)
    page = phone(width=size[0], height=size[1])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    game = page.locator(".game").first
    expect(game.locator("table")).not_to_be_visible()
    game.locator("summary").click()
    expect(game.locator("table")).to_contain_text("12")
    expect(game).to_contain_text("Cleo pays Ana a beer")
    assert asked == [file.as_uri()]
    assert trouble(page) == []
    game.locator("summary").click()
    page.get_by_label("Unfold everything, also for printing").check()
    expect(game.locator("table")).to_be_visible()
