"""Phones in a browser that several test modules use."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.outbox import new_game
from tests.browser.touch import TouchDriver
from tests.browser_contexts import Phones


@pytest.fixture
def thumb(phone: Phones) -> TouchDriver:
    """A touch user at a new game of General, with its table of points loaded."""
    return new_game(phone())


@pytest.fixture
def maker(phone: Phones) -> Page:
    """A phone on the home page."""
    page = phone()
    page.goto("/")
    return page
