"""Fill in the new game form by keyboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def typed(page: Page, *names: str, game: str = "general") -> Page:
    """The set-up with names typed one after the other."""
    page.goto(f"/new/{game}/")
    expect(page.locator("#name-1")).to_be_focused()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    return page


def answered(page: Page, selector: str) -> None:
    """Tap, and wait until the server has answered every request.

    Input typed before is sent first; its response is not the awaited one.
    """
    left(page)
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator(selector).tap()
    settled(page)


def left(page: Page) -> None:
    """Leave the field that is typed in, which asks the server, and wait for its answer."""
    page.locator(":focus").evaluate_all("all => all.forEach((each) => each.blur())")
    settled(page)


def settled(page: Page) -> None:
    """Wait for the answers that are still on their way."""
    page.wait_for_function("() => !document.querySelector('.htmx-request')")


def seated(page: Page, *names: str) -> None:
    """Expect these names in the first fields; wait for a page that is still loading."""
    for number, name in enumerate(names, 1):
        expect(page.locator(f"#name-{number}")).to_have_value(name)
