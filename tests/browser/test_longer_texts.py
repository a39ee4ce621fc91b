"""Every page and state with texts 40 % longer: nothing overflows or is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import pseudo
from tests.browser_contexts import Phones
from tests.server_process import Server

from .layout_checks import cramped
from .page_crawler import everything
from .viewport import resized

PLANTED = """<p><button style="width: 50px; white-space: nowrap">A text that runs out of its key</button></p>
<p><a href="/" style="display: inline-block; width: 20px; height: 20px">x</a></p>
<div style="width: 5000px">wide</div>"""


@pytest.fixture
def longer_phone(chromium: Browser, new_server: Callable[..., Server], tmp_path: Path) -> Iterator[Phones]:
    """Phones on a server that speaks the language of tests."""
    folder = pseudo.compile_into(tmp_path / "locale")
    server = new_server(
        DJANGO_SETTINGS_MODULE="tests.pseudo_settings", SCOREKEEPER_TEST_LOCALE=str(folder)
    ).start()
    pocket = Phones(chromium, server.url)
    yield pocket
    pocket.close()
    assert pocket.problems == []


def test_overflow_is_detected(phone: Phones) -> None:
    page = phone(bypass_csp=True)
    page.goto("/join/")
    assert cramped(page) == []
    page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", PLANTED)
    found = "\n".join(cramped(page))
    assert "out of button" in found
    assert "small 20×" in found
    assert "px too wide" in found


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_pages_hold_longer_texts(longer_phone: Phones) -> None:
    page = longer_phone(locale=pseudo.LANGUAGE)
    found = {}
    for name in everything(page):
        assert page.locator("html").get_attribute("lang") == pseudo.LANGUAGE
        for size in resized(page, [(320, 844), (1280, 800), (390, 844)]):
            if wrong := cramped(page):
                found[f"{name}, {size}"] = wrong
    assert found == {}
