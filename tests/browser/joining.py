"""A host, and guests who join by the link."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer


def hosted(phone: Phones, *names: str, game: str = "general", **options: object) -> Page:
    """Start a game and return the host's phone at its table."""
    page = phone(**options)  # type: ignore[arg-type]
    page.goto("/")
    page.goto(OtherPlayer(page).start(game, names or ("Ana", "Bo", "Cleo")))
    return page


def shown(host: Page) -> str:
    """Return the path of the link that the QR code holds."""
    table = host.url
    host.get_by_role("button", name="Show the QR code").click()
    host.wait_for_url("**/invite/")
    link = host.locator("#send").get_attribute("data-link") or ""
    host.goto(table)
    return re.sub(r"^https?://[^/]+", "", link)


def scanned(phone: Phones, link: str, **options: object) -> Page:
    """Another phone that has opened the link."""
    page = phone(**options)  # type: ignore[arg-type]
    page.goto(link)
    page.wait_for_url("**/table/**")
    return page


def sat(page: Page, name: str) -> Page:
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.locator(".watch")).to_have_count(0)
    return page
