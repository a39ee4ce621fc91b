"""Starting a game with players of a running one asks once, and never starts it twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.play.models import Session
from tests.page_forms import Page, get, press

pytestmark = pytest.mark.django_db

NEW = "/new/general/"


def start(client: Client, *names: str) -> Page:
    """Fill in the set-up as it is shown now, and press Start."""
    return press(client, get(client, NEW), NEW, name=list(names), do="start", stake="none")


def test_start_of_first_game_asks_nothing(client: Client) -> None:
    assert start(client, "Ana", "Bo").status == 303


def test_start_with_same_players_asks_first(client: Client) -> None:
    start(client, "Ana", "Bo")
    page = start(client, "bo", "Ana")
    running = Session.objects.get()
    assert page.status == 409
    assert "These players are in a game already." in page.text
    assert f'href="/table/{running.address}/"' in page.text


def test_start_of_another_game_on_purpose_begins_it(client: Client) -> None:
    start(client, "Ana", "Bo")
    asked = start(client, "Ana", "Bo")
    assert press(client, asked, NEW, another="1").status == 303
    assert Session.objects.count() == 2


def test_start_with_other_players_asks_nothing(client: Client) -> None:
    start(client, "Ana", "Bo")
    assert start(client, "Ana", "Cleo").status == 303


@pytest.mark.parametrize("over", ["finished", "ended", "removed"])
def test_start_after_game_is_over_asks_nothing(client: Client, over: str) -> None:
    start(client, "Ana", "Bo")
    Session.objects.update(**{over: timezone.now()})
    assert start(client, "Ana", "Bo").status == 303


def test_start_on_next_day_asks_nothing(client: Client) -> None:
    start(client, "Ana", "Bo")
    Session.objects.update(started=timezone.now() - timedelta(hours=13))
    assert start(client, "Ana", "Bo").status == 303


def test_form_sent_twice_still_leads_to_its_own_game(client: Client) -> None:
    page = get(client, NEW)
    for _ in range(2):
        assert press(client, page, NEW, name=["Ana", "Bo"], do="start", stake="none").status == 303
    assert Session.objects.count() == 1
