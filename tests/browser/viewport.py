"""Faults of a page's appearance: axe in both themes, and sideways scrolling."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.sampling import ALL_EXAMPLES, ALL_TESTS

OPTIONS: dict[str, Any] = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    # off by default in axe, though it carries the tag
    "rules": {"target-size": {"enabled": True}},
    # passed checks are counted, not described
    "resultTypes": ["violations"],
}
# colours are all that a theme changes
COLOURS = OPTIONS | {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "rules": {}}
ASK = """async (options) => (await axe.run(options)).violations.flatMap(
    (each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`))"""
# the narrowest phone, and two columns
SIZES = ((320, 640), (1280, 800))
PHONE = (390, 844)
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def resized(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Give the page each size in turn; yield its name, such as "320x640".

    Another page would take longer.
    """
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        yield f"{width}x{height}"


def at_hand(page: Page) -> None:
    """Load axe with every page to be visited, which is faster than injecting it each time."""
    page.add_init_script(AXE_SCRIPT)


def faults(page: Page, options: dict[str, Any] = OPTIONS) -> list[str]:
    """Return the faults that axe finds, a line each.

    Scrolled to the end first: there the main action is below the page, while further up it may cover half of
    something that a user would scroll out from under it, which axe takes for a small target.
    """
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)  # once a page, for it is large
    found: list[str] = page.evaluate(ASK, options)
    return found


def trouble(page: Page) -> list[str]:
    """Return all faults of the page at its size, in light and, if it is narrow, in dark.

    A theme changes colours and a width does not, so the colours of the second are checked once.
    """
    found = []
    themes: list[tuple[Literal["light", "dark"], dict[str, Any]]] = [("light", OPTIONS), ("dark", COLOURS)]
    narrow = page.evaluate("innerWidth") < 600
    for theme, options in themes if narrow else themes[:1]:
        page.emulate_media(color_scheme=theme)
        found += [f"{theme}: {fault}" for fault in faults(page, options)]
    wide = page.evaluate(TOO_WIDE)
    return [*found, f"{wide} px too wide"] if wide > 0 else found


def trouble_at_sizes(page: Page) -> list[str]:
    """Return the faults of the page on a narrow phone and, except in daily runs, a wide screen."""
    sizes = (*SIZES, PHONE) if ALL_EXAMPLES else SIZES if ALL_TESTS else SIZES[:1]
    found = [f"{size}, {fault}" for size in resized(page, sizes) for fault in trouble(page)]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return found
