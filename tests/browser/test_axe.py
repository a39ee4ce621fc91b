"""axe on every page and every state with an address, narrow and wide, in both themes."""

import pytest
from playwright.sync_api import Page

from tests.browser_contexts import Phones
from tests.sampling import ALL_EXAMPLES

from .card_states import card_states
from .other_player import OtherPlayer, copied, states
from .viewport import PHONE, at_hand, faults, resized, trouble

EXPECTED = {"table-bad-dice": 422, "no-such-page": 404}


def plant(page: Page, fault: str) -> None:
    page.goto("/")
    page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", fault)


def test_axe_finds_planted_fault(phone: Phones) -> None:
    """A planted fault of the rule that is off by default is found."""
    page = phone()
    plant(page, '<p><a href="/1" id="a">1</a><a href="/2" id="b">2</a></p>')
    page.evaluate(
        """for (const id of ['a', 'b']) {
          const each = document.getElementById(id).style;
          each.display = 'inline-block'; each.width = '12px'; each.height = '12px';
        }"""
    )
    assert any(fault.startswith("target-size") for fault in faults(page))


def test_both_themes_and_width_are_looked_at(phone: Phones) -> None:
    """Text that only one theme hides is found in that one, whatever the page was opened in."""
    for opened in ("light", "dark"):
        page = phone(theme="dark" if opened == "dark" else "light")
        plant(page, '<p id="pale">Hardly to be read</p>')
        page.evaluate("document.getElementById('pale').style.cssText = 'color: #eee; width: 5000px'")
        found = trouble(page)
        assert [each.split('"pale"')[0] for each in found[:-1]] == ["light: color-contrast: <p id="]
        assert found[-1].endswith("px too wide")


@pytest.mark.thorough
@pytest.mark.slow
def test_every_state_passes_axe(phone: Phones) -> None:
    maker = phone()
    maker.goto("/")
    addresses = states(OtherPlayer(maker))
    page = phone()
    at_hand(page)
    found: list[str] = []
    for name, address in addresses.items():
        if "first" not in name:
            page.context.add_cookies(copied(maker.context))  # type: ignore[arg-type]
        answer = page.goto(address)
        assert answer is not None
        if answer.status != EXPECTED.get(name, 200):
            found.append(f"{name} answers {answer.status}")
        for size in resized(page, [(320, 640), (1280, 800)]):
            found += [f"{name}, {size}: {fault}" for fault in trouble(page)]
    assert found == []


@pytest.mark.thorough
@pytest.mark.slow
def test_every_state_of_card_panels(phone: Phones) -> None:
    page = phone()
    at_hand(page)
    page.goto("/")
    found: list[str] = []
    for name, address in card_states(OtherPlayer(page)).items():
        page.goto(address)
        for size in resized(page, [(320, 568), (1280, 900), *([PHONE] if ALL_EXAMPLES else [])]):
            found += [f"{name}, {size}: {fault}" for fault in trouble(page)]
    assert found == []
