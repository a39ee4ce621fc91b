"""Names of games on pages and in files: those of the printed sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import override

from scorekeeper.archive.results_parser import read
from scorekeeper.people.models import Group, Player
from scorekeeper.play.game_names import EDITIONS, named_game
from scorekeeper.rules import GAMES
from scorekeeper.table.result import result_context
from tests.factories import SampleTable, Writer, new_writer

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
STAKE = {"kind": "per_point", "amount": "0.01", "unit": "EUR"}
KNIFFEL = {"preset": "kniffel"}
TABLE = ("table", "log", "print", "sheet_svg", "big_screen", "invite", "participants", "delete_game")
GROUP = ("group", "games", "money", "postings")


def played(writer: Writer, *, finished: bool, options: dict[str, Any] | None = None) -> SampleTable:
    """Return a table with five alike for Ana; if finished, everything else is struck."""
    desk = SampleTable("yahtzee", ("Ana", "Bo"), options=options or KNIFFEL, stake=STAKE, writer=writer)
    desk.line(1, "yahtzee", dice=[6] * 5, throws=3)
    for box in GAMES["yahtzee"].boxes(desk.table.options) if finished else ():  # type: ignore[attr-defined]
        for player in (1, 2):
            if desk.points(player, box) is None:
                desk.line(player, box)
    return desk


def visible_text(page: str) -> str:
    """Return the text of a page and the labels of its keys."""
    spoken = re.findall(r'(?:aria-label|title|alt|data-title|placeholder)="([^"]*)"', page)
    return " ".join([strip_tags(re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)), *spoken])


def page(desk: SampleTable, address: str, language: str) -> str:
    answer = desk.writer.client().get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return str(body.decode())


def addresses(desk: SampleTable) -> list[str]:
    group = Group.objects.get(pk=desk.session.group_id).address
    player = Player.objects.get(group=desk.session.group_id, name="Ana").address
    return [
        *(desk.url(name) for name in TABLE),
        *(reverse(name, args=[group]) for name in GROUP),
        reverse("player", args=[group, player]),
        reverse("export_results", args=[group]),
        reverse("export_ledger", args=[group]),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_kniffel_finished_is_named_on_every_page(language: str) -> None:
    desk = played(new_writer(), finished=True)
    for address in addresses(desk):
        text = visible_text(page(desk, address, language))
        assert "Kniffel" in text, address
        assert "yahtzee" not in text.lower(), address


@pytest.mark.parametrize("language", LANGUAGES)
def test_running_kniffel_is_named_at_its_table(language: str) -> None:
    desk = played(new_writer(), finished=False)
    for name in TABLE:
        text = visible_text(page(desk, desk.url(name), language))
        assert "Kniffel" in text, name
        assert "yahtzee" not in text.lower(), name
    assert "<h2>Kniffel" in page(desk, reverse("home"), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page_of_kniffel_names_its_box(language: str) -> None:
    desk = played(new_writer(), finished=False)
    html = page(desk, desk.url("rules"), language)
    assert re.search(r"<h1[^>]*>[^<]*Kniffel", html)
    assert not re.search(r"<h[123][^>]*>[^<]*Yahtzee, 50", html)
    assert re.search(r"Kniffel, 50", html)


def test_share_text_names_kniffel() -> None:
    assert result_context(played(new_writer(), finished=True).table)["share"].startswith("Kniffel, ")


def test_yahtzee_keeps_its_own_name() -> None:
    writer = new_writer()
    played(writer, finished=True)
    desk = played(writer, finished=True, options={"yahtzee_bonus": 50})
    assert "Kniffel" not in visible_text(page(desk, desk.url("table"), "de"))
    text = visible_text(page(desk, reverse("games", args=[Group.objects.get().address]), "en"))
    assert "Kniffel" in text
    assert "Yahtzee" in text


@pytest.mark.slow
def test_search_and_filter_tell_kniffel_from_yahtzee() -> None:
    writer = new_writer()
    kniffel = played(writer, finished=True)
    yahtzee = played(writer, finished=True, options={"preset": "yahtzee"})
    games = reverse("games", args=[Group.objects.get().address])
    for query, found in (
        ("?words=kniffel", kniffel),
        ("?words=Yahtz", yahtzee),
        ("?game=yahtzee-kniffel", kniffel),
        ("?game=yahtzee", yahtzee),
    ):
        listed = page(kniffel, games + query, "fr")
        assert re.findall(r'href="/table/(\w+)/"', listed) == [found.address], query


def test_new_game_offers_kniffel_and_begins_with_its_sheet() -> None:
    desk = SampleTable("general")
    for language in LANGUAGES:
        home = page(desk, reverse("home") + "?all=1", language)
        pads = re.findall(r'href="([^"]*/new/yahtzee/[^"]*)"', home)
        assert len(pads) == 2
        by_name = {re.search(r"preset=(\w+)", pad)[1]: pad.replace("&amp;", "&") for pad in pads}  # type: ignore[index]
        assert re.search(r"<h1[^>]*>Kniffel<", page(desk, by_name["kniffel"], language))
        assert re.search(r"<h1[^>]*>Yahtzee<", page(desk, by_name["yahtzee"], language))
    home = page(desk, reverse("home") + "?all=1", "de")
    assert home.index("<b>Kniffel</b>") < home.index("<b>Generala</b>")


def test_new_game_offers_last_options_of_sheet() -> None:
    writer = new_writer()
    played(writer, finished=False, options={"preset": "kniffel", "five_as_full_house": True})
    desk = played(writer, finished=False, options={"joker": "free"})
    html = page(desk, reverse("new_game", args=["yahtzee"]) + "?preset=kniffel", "en")
    assert re.search(r'name="rule-five_as_full_house" value="true"[^>]*checked', html)
    html = page(desk, reverse("new_game", args=["yahtzee"]) + "?preset=yahtzee", "en")
    assert re.search(r'name="rule-joker" value="free"[^>]*checked', html)


def test_named_game_knows_every_name_in_every_language() -> None:
    for edition in EDITIONS:
        assert named_game(edition.key.upper()) == edition
        for language in LANGUAGES:
            with override(language):
                name = edition.name
            assert named_game(f" {name.lower()} ") == edition
    assert named_game("Skat") is None
    assert named_game("") is None


def test_old_results_of_kniffel_are_read_as_kniffel() -> None:
    found = read("date,game,player,points\n2019-05-02,Kniffel,Ana,153\n2019-05-02,Kniffel,Bo,98\n")
    assert not found.errors
    assert found.games[0].game == "yahtzee"
    assert found.games[0].options == KNIFFEL
