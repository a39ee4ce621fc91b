"""The tabs of variants: their order, and the one at which a page opens."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from scorekeeper.history.variant_tabs import ENOUGH
from tests.factories import Writer, new_writer
from tests.history.pages import about, home, text_of, won

pytestmark = pytest.mark.django_db
PERIODS = ("", "?period=2025")


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def played(writer: Writer, game: str, month: int, count: int, other: str = "Bo") -> None:
    for day in range(1, count + 1):
        won("Ana", other, writer=writer, game=game, at=datetime(2025, month, day, 18, tzinfo=UTC))


def opened(page: str) -> str:
    """Return the name on the first tab, which is the current one."""
    tab = re.search(
        r'<nav class="variants"[^>]*>\s*<a [^>]*aria-current="true"[^>]*>(.*?)</a>', page, re.DOTALL
    )
    return text_of(tab[1]) if tab else ""


def test_all_time_opens_at_last_played_and_closed_period_at_most_played(writer: Writer) -> None:
    played(writer, "general", 3, ENOUGH + 2)
    played(writer, "yacht", 4, ENOUGH)
    for page in (home, lambda *query: about(query[0], "Ana", query[1])):
        assert [opened(page(writer, query)) for query in PERIODS] == ["Yacht", "General"]
    played(writer, "general", 5, 1, "Cleo")
    assert opened(home(writer)) == "General"
    assert opened(about(writer, "Bo")) == "Yacht"


def test_last_played_variant_with_few_games_is_not_opened(writer: Writer) -> None:
    played(writer, "general", 3, ENOUGH)
    played(writer, "yacht", 4, ENOUGH - 1)
    for page in (home(writer), about(writer, "Ana")):
        assert opened(page) == "General"


def test_variant_of_game_that_does_not_count_is_not_opened(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    won("Ana", "Bo", writer=writer, game="yacht").change(counted=False)
    assert re.search(r'aria-current="true">General</a>', home(writer))
