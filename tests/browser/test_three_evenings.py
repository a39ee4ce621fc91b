"""Three evenings of one group on two phones: three games, corrections, payments, a merge."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.utils.dateparse import parse_datetime
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from tests.browser.accounts import Keyring, at_home, makes_passkey
from tests.browser_contexts import Phones
from tests.server_process import Server

from .other_player import GENERAL, REST, OtherPlayer
from .touch import TouchDriver
from .viewport import trouble

WEEK = 7
# Every column with a time of a game or its results, as SQLite stores it.
TIMES = {
    "play_session": ("started", "finished", "joining"),
    "play_entry": ("at",),
    "history_result": ("started", "finished"),
    "ledger_posting": ("at",),
}


@pytest.fixture
def home(chromium: Browser, new_server: Callable[..., Server]) -> Iterator[tuple[Server, Phones]]:
    """A server of one's own, and phones on it."""
    server = new_server().start()
    pocket = Phones(chromium, server.url)
    yield server, pocket
    pocket.close()
    assert pocket.problems == []


def a_week_passes(server: Server) -> None:
    """All that has happened was a week earlier."""
    with closing(sqlite3.connect(server.database, timeout=30)) as file, file:
        for table, columns in TIMES.items():
            for column in columns:
                rows = file.execute(f"SELECT id, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()
                for row, time in rows:
                    then = parse_datetime(time)
                    assert then is not None
                    earlier = str(then - timedelta(days=WEEK)).removesuffix("+00:00")
                    file.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (earlier, row))


def general(ana: Page) -> str:
    """By the point: Dev has 210, Cleo 157, Ana 156, Bo 122."""
    evening = OtherPlayer(ana)
    address = evening.start(
        "general", ["Ana", "Bo", "Cleo", "Dev"], stake="per_point", amount="0.01", unit="EUR"
    )
    evening.fill(address, GENERAL | REST)
    return address


def hands(ana: Page) -> str:
    """Play Générala: Dev drops first, then Cleo; Bobby is champion, spelled so by the writer."""
    evening = OtherPlayer(ana)
    address = evening.start(
        "generala_cards", ["Ana", "Bobby", "Cleo", "Dev"], stake="low_pays", amount="1.00", unit="EUR"
    )
    for out in ([["3"], ["1"], ["2"]], [["1"], ["2"]], [["2"]]):
        assert evening.write(address, move=json.dumps({"out": out})).ok
    return address


def rounds(ana: Page) -> str:
    """Forty-fives, each for himself: Ana takes every trick."""
    evening = OtherPlayer(ana)
    address = evening.start(
        "forty_fives", ["Ana", "Bo", "Cleo", "Dev"], stake="fixed", kind="fixed", amount="0.50", unit="EUR"
    )
    for _round in range(4):
        answer = evening.write(address, move=json.dumps({"trump": "H", "tricks": ["1"] * 5, "best": "1"}))
        assert answer.ok, answer.text()
    return address


def for_a_round(ana: Page) -> str:
    """General for a round of drinks: five alike at once."""
    evening = OtherPlayer(ana)
    address = evening.start(
        "general", ["Ana", "Bo"], stake="fixed", kind="fixed", amount="1", unit="thing", thing="round"
    )
    assert evening.write(address, box="fives", dice="55555", throws="1").ok
    return address


def owed(page: Page) -> list[str]:
    """The fewest payments as they stand there, in euros: "Cleo Ana 0.96"."""
    section = page.locator("section", has=page.get_by_role("heading", name="Balances"))
    rows = section.locator(":scope > ul.list > li:has(em)").all()
    return sorted(re.sub(r"[^\w.]+", " ", " ".join(_words(row))) for row in rows)


def _words(row: Locator) -> list[str]:
    return [*row.locator(".pair .name").all_inner_texts(), row.locator("em").inner_text()]


def balances(page: Page) -> dict[str, str]:
    """Return what each player is owed, in euros."""
    section = page.locator("section", has=page.get_by_role("heading", name="Balances"))
    rows = section.locator(".balances li").all()
    return {row.locator(".grow").inner_text(): row.locator("em").inner_text() for row in rows}


@pytest.mark.thorough
@pytest.mark.slow
def test_three_evenings_of_group(home: tuple[Server, Phones]) -> None:
    server, pocket = home
    ana = at_home(pocket)
    first = general(ana)
    a_week_passes(server)
    hands(ana)
    a_week_passes(server)
    rounds(ana)
    for_a_round(ana)

    ana.goto("/")
    bo = joins(pocket, ana)
    a_correction_a_week_later(bo, first)
    money = the_debts(ana)
    merged(bo, ana)
    ana.goto(money)
    assert balances(ana) == {"Ana": "+€0.96", "Dev": "+€0.40", "Bo": "−€0.33", "Cleo": "−€1.03"}
    assert owed(ana) == ["Bo Dev 0.33", "Cleo Ana 0.96", "Cleo Dev 0.07"]
    assert trouble(ana) == []
    paid_in_part(ana)
    new = kept_and_carried(pocket, ana, first)
    out_and_in(new, place_of(new))
    done = server.manage("verify")
    assert done.returncode == 0, done.stdout


def place_of(ana: Page) -> str:
    """The address of the one group there is."""
    ana.goto("/")
    link = ana.locator("a[href^='/group/']").first.get_attribute("href") or ""
    return "/".join(link.split("/")[:3]) + "/"


def joins(pocket: Phones, ana: Page) -> Page:
    """Bo's own phone joins by the link of the group, and claims Bo."""
    place = place_of(ana)
    ana.goto(f"{place}more/")
    ana.get_by_label("Name of the group").fill("Thursday crowd")
    ana.get_by_role("button", name="Save").first.click()
    ana.get_by_role("link", name=re.compile("^Invite people")).click()
    link = ana.locator("#send").get_attribute("data-link") or ""
    bo = at_home(pocket)
    bo.goto(urlsplit(link).path)
    assert bo.request.get(f"{place}money/").status == 404  # opening an invitation joins no group
    bo.get_by_role("button", name="Join").click()
    bo.goto(f"{place}players/")
    bo.get_by_role("button", name="I am Bo", exact=True).click()
    expect(bo.locator("li", has_text="you").first).to_contain_text("Bo")
    return bo


def a_correction_a_week_later(bo: Page, first: str) -> None:
    """Bo's fives were fifteen, and ten was written: five points and five cents, two weeks ago."""
    bo.goto(f"{first}?sheet=1")
    thumb = TouchDriver(bo)
    thumb.tap(bo.get_by_role("link", name="Bo, Fives 10"))
    thumb.tap(bo.get_by_role("link", name="Correct"))
    thumb.tap(bo.locator(".panel").get_by_role("link", name="15", exact=True))
    thumb.tap(bo.locator(".panel button.go").first)
    expect(bo.locator(".result")).to_contain_text(re.compile(r"83\s+points"))


def the_debts(ana: Page) -> str:
    """Check the debts after three evenings, to the cent; return the address of the page."""
    money = f"{place_of(ana)}money/"
    ana.goto(money)
    assert balances(ana) == {
        "Ana": "+€0.96",
        "Bobby": "+€1.00",
        "Dev": "+€0.40",
        "Cleo": "−€1.03",
        "Bo": "−€1.33",
    }
    assert sum(int(text.split(" ")[-1].replace(".", "")) for text in owed(ana)) == 236
    corrected = ana.locator(".book li", has_text="Corrected: Bo’s fives are 15, not 10")
    expect(corrected.first).to_be_visible()
    round_of = ana.locator("section", has=ana.get_by_role("heading", name="Round", exact=True))
    expect(round_of.locator(".balances")).to_contain_text("+1")
    return money


def merged(bo: Page, ana: Page) -> None:
    """Bobby is Bo: nothing of either is lost."""
    place = place_of(ana)
    ana.goto(f"{place}players/")
    ana.get_by_role("link", name=re.compile("^B Bobby|Bobby")).click()
    ana.get_by_role("link", name=re.compile("The same person twice")).click()
    ana.get_by_role("link", name=re.compile(r"\bBo\b")).first.click()
    ana.get_by_role("button", name=re.compile("Bo stays")).click()
    ana.get_by_role("button", name="Yes, both are Bo").click()
    ana.goto(f"{place}players/")
    expect(ana.get_by_text("Bobby")).to_have_count(0)
    bo.goto(f"{place}games/")
    expect(bo.locator(".list li")).to_have_count(4)


def paid_in_part(ana: Page) -> None:
    """Cleo pays fifty cents; two taps and the amount."""
    thumb = TouchDriver(ana)
    thumb.tap(ana.get_by_label(re.compile("^Paid: Cleo to Ana")).first)
    ana.locator(".owing[open] [name=amount]").fill("0.50")
    thumb.tap(ana.get_by_role("button", name=re.compile("^Yes")))
    assert thumb.taps == 2
    expect(ana.get_by_role("status")).to_have_text("Cleo paid Ana €0.50.")
    assert balances(ana) == {"Ana": "+€0.46", "Dev": "+€0.40", "Bo": "−€0.33", "Cleo": "−€0.53"}


def kept_and_carried(pocket: Phones, ana: Page, first: str) -> Page:
    """The guest creates an account, and uses it on another phone."""
    Keyring(ana)
    makes_passkey(ana, "Ana’s phone")
    ana.goto("/you/")
    ana.get_by_role("link", name=re.compile("^Move to my new phone")).click()
    ana.get_by_role("button", name="Make a code").click()
    code = "".join(ana.locator(".code span").all_text_contents())
    new = at_home(pocket)
    new.goto(f"/move/?code={code}")
    new.get_by_role("button", name="Move them").click()
    new.wait_for_url(re.compile(r"//[^/]+/$"))
    assert new.request.get(first).status == 200
    return new


def out_and_in(page: Page, place: str) -> None:
    """Export, delete and import the group: identical bytes."""
    page.goto(f"{place}export/")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download the group").click()
    before = Path(taken.value.path()).read_bytes()
    page.goto(f"{place}delete/")
    page.get_by_role("textbox").fill("Thursday crowd")
    page.get_by_role("button", name="Delete the group").click()
    page.wait_for_url(lambda url: "delete" not in url)
    assert page.request.get(f"{place}money/").status == 404
    page.goto("/import/")
    file = FilePayload(name="group.json", mimeType="application/json", buffer=before)
    page.get_by_label("A file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Thursday crowd")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url(lambda url: "import" not in url)
    assert page.request.get(f"{place}export/group.json").body() == before
    page.goto(f"{place}money/")
    assert balances(page) == {"Ana": "+€0.46", "Dev": "+€0.40", "Bo": "−€0.33", "Cleo": "−€0.53"}
