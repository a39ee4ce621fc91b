"""Requests and bytes of a first visit, measured in a real Chromium."""

from __future__ import annotations

import http.client
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from playwright.sync_api import Browser, sync_playwright

from tests import browser_contexts


@dataclass(frozen=True)
class Fetched:
    """One response: its kind, its bytes with and without the head, its encoding."""

    path: str
    head: int
    body: int
    packing: str

    @property
    def size(self) -> int:
        """All of it."""
        return self.head + self.body


def first_views(port: int, paths: list[str], cookie: str) -> list[list[Fetched]] | None:
    """Return what each page fetches in a browser with an empty cache; None without a browser."""
    path = browser_contexts.find_chromium()
    if path is None:
        return None
    with sync_playwright() as playwright:
        browser = browser_contexts.launch(playwright, path)
        found = [first_view(browser, port, each, cookie) for each in paths]
        browser.close()
    return found


def first_view(browser: Browser, port: int, path: str, cookie: str) -> list[Fetched]:
    """Visit a page with an empty cache and measure each response by requesting it again.

    Chromium fetches the icon out of sight of the page, so it is added where the page names one.
    """
    address = f"http://127.0.0.1:{port}"
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    if cookie:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": address}])
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}{path}", wait_until="load")
    page.wait_for_timeout(300)
    asked += [address + (icon.get_attribute("href") or "") for icon in page.locator("link[rel~=icon]").all()]
    context.close()
    # a stream begins after the view and never ends
    seen = [url for url in dict.fromkeys(asked) if url.startswith(address) and "/live/" not in url]
    return [weigh(port, url, cookie) for url in seen]


def weigh(port: int, url: str, cookie: str) -> Fetched:
    """Fetch one address and count the bytes on the wire, head and body.

    Browsers accept brotli over https and from localhost only, so at home they get gzip, which is counted here.
    """
    parts = urlsplit(url)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Accept-Encoding": "gzip, deflate"}
    if cookie:
        headers["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={cookie}"
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders()) + 19
    return Fetched(path, head, len(body), answer.headers.get("Content-Encoding", "as it is"))
