"""The fixtures themselves: a server that restarts, a browser that notices errors."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser_contexts import Phones
from tests.server_process import Server


def test_phone_shows_home_page(phone: Phones) -> None:
    page = phone(width=320, theme="dark")
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 200
    expect(page).to_have_title(re.compile("."))
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


def test_phone_without_javascript(phone: Phones) -> None:
    page = phone(javascript=False)
    page.goto("/")
    expect(page).to_have_title(re.compile("."))


def test_inline_script_and_style_are_refused(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    page.evaluate("""() => {
        const script = document.createElement('script'); script.textContent = 'window.ran = true';
        document.body.append(script); document.body.setAttribute('style', 'color: red');
    }""")
    assert page.evaluate("window.ran") is None
    assert any("script-src" in problem for problem in phone.problems)
    phone.forgive()


def test_server_comes_back_at_same_address(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    url = server.url
    server.kill()
    assert not server.answers()
    server.start()
    assert server.url == url
    assert server.answers()
