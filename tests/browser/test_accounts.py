"""Accounts in a browser: passkeys, moving by QR code, merging two guests."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accounts import Keyring, at_home, makes_passkey, sees
from tests.browser_contexts import Phones

from .other_player import GENERAL, REST, OtherPlayer
from .viewport import trouble

LINE = "Keep your games even if you lose this phone"


def played(page: Page, *names: str) -> str:
    """A game of dice, played to its end; its table."""
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("general", names)
    values = {box: column[: len(names)] for box, column in (GENERAL | REST).items()}
    evening.fill(table, values)
    return table


def signs_out(page: Page, where: str = "here") -> None:
    page.goto("/you/sign-out/")
    page.get_by_role("button", name=f"Log out {where}").click()
    expect(page.get_by_role("heading", name="You are logged out")).to_be_visible()


def signs_in(page: Page) -> None:
    page.goto("/you/")
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(re.compile(r"//[^/]+/$"))


def test_guest_keeps_games_with_passkey(phone: Phones) -> None:
    ana = at_home(phone)
    keys = Keyring(ana)
    ana.goto("/")
    evening = OtherPlayer(ana)
    table = evening.start("general", ["Ana", "Bo"])
    # no offer before the end of the first game
    for page in ("/", table):
        ana.goto(page)
        expect(ana.get_by_role("link", name=LINE)).to_have_count(0)
    evening.fill(table, {box: column[:2] for box, column in (GENERAL | REST).items()})
    ana.goto("/")
    expect(ana.get_by_role("link", name=LINE)).to_be_visible()
    ana.goto(table)
    assert trouble(ana) == []
    ana.get_by_role("link", name=LINE).click()
    assert trouble(ana) == []
    makes_passkey(ana, "Ana’s phone")
    assert trouble(ana) == []
    expect(ana.get_by_text("never used")).to_be_visible()
    for page in ("/", table):
        ana.goto(page)
        expect(ana.get_by_role("link", name=LINE)).to_have_count(0)

    # out, and in again by the passkey
    signs_out(ana)
    assert not sees(ana, table)
    ana.goto("/")
    expect(ana.get_by_text("Ana", exact=True)).to_have_count(0)
    signs_in(ana)
    assert sees(ana, table)
    ana.goto("/you/passkeys/")
    expect(ana.get_by_text("last used on")).to_be_visible()

    # the new phone scans the QR code; opening it moves no account
    ana.goto("/you/")
    ana.get_by_role("link", name="Move to my new phone").click()
    ana.get_by_role("button", name="Make a code").click()
    assert trouble(ana) == []
    code = "".join(ana.locator(".code span").all_text_contents())
    new = at_home(phone, width=320)
    new.goto(f"/move/?code={code}")
    assert trouble(new) == []
    new.goto(f"/move/?code={code}")
    new.get_by_role("button", name="Move them").click()
    new.wait_for_url(re.compile(r"//[^/]+/$"))
    assert sees(new, table)

    # another phone with a guest's games: logging in with Ana's passkey merges them
    guest = at_home(phone)
    Keyring(guest).take(keys.keys)
    other = played(guest, "Cleo", "Dev")
    assert not sees(ana, other)
    signs_in(guest)
    for each in (guest, ana, new):
        assert sees(each, table)
        assert sees(each, other)

    # a phone is lost: all are out
    signs_out(new, "everywhere")
    for each in (guest, ana, new):
        assert not sees(each, table)


def test_line_is_dismissed_for_good(phone: Phones) -> None:
    page = at_home(phone)
    table = played(page, "Ana", "Bo")
    page.goto(table)
    page.get_by_role("button", name="Do not ask again").click()
    expect(page.get_by_role("heading", name=re.compile("wins"))).to_be_visible()
    for each in ("/", table):
        page.goto(each)
        expect(page.get_by_role("link", name=LINE)).to_have_count(0)
    page.goto("/you/")
    expect(page.get_by_role("heading", name=LINE)).to_be_visible()


def test_numeric_address_explains_missing_passkeys(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    played(page, "Ana", "Bo")
    page.goto("/you/passkeys/")
    expect(page.get_by_text("Passkeys need an address with a name")).to_be_visible()
    expect(page.get_by_role("button", name="Make a passkey")).to_have_count(0)
    page.goto("/you/sign-in/")
    expect(page.get_by_text("Passkeys need an address with a name")).to_be_visible()


def test_refused_passkey_prompt_changes_nothing(phone: Phones) -> None:
    page = at_home(phone)
    keys = Keyring(page)
    played(page, "Ana", "Bo")
    makes_passkey(page)
    assert len(keys.keys) == 1
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("This phone has a passkey for your games already.")
    keys.link.send("WebAuthn.setUserVerified", {"authenticatorId": keys.number, "isUserVerified": False})
    signs_out(page)
    page.goto("/you/sign-in/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("The phone made no passkey.")


def test_recovery_codes_without_script(phone: Phones) -> None:
    page = phone(javascript=False)
    page.goto("/")
    table = played(page, "Ana", "Bo")
    page.goto("/you/")
    page.get_by_role("link", name="Recovery codes").click()
    page.get_by_role("button", name="Make the codes").click()
    code = page.locator(".codes li").nth(3).text_content() or ""
    signs_out(page)
    page.goto("/you/sign-in/")
    page.get_by_label("One code from your paper").fill(code.lower().replace(" ", "-"))
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(re.compile(r"//[^/]+/$"))
    assert sees(page, table)
    page.goto("/you/")
    expect(page.get_by_text("9 codes are left on your paper")).to_be_visible()


def test_pages_of_account_look_right(phone: Phones) -> None:
    for width in (320, 1280):
        page = at_home(phone, width=width)
        played(page, "Ana", "Bo")
        for address in (
            "/you/",
            "/you/passkeys/",
            "/you/codes/",
            "/you/sign-in/",
            "/you/sign-out/",
            "/move/",
        ):
            page.goto(address)
            assert trouble(page) == [], (width, address)
        page.goto("/you/codes/")
        page.get_by_role("button", name="Make the codes").click()
        assert trouble(page) == [], (width, "codes")
