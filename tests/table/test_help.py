"""The help page: changed rules first, an anchor for every rule, and the way back."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.games.help.page import page
from scorekeeper.games.house_rules import HouseRules
from scorekeeper.people.models import Person
from scorekeeper.rules import GAMES
from tests.factories import SampleTable
from tests.page_forms import Page, get, press

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_has_one_anchor_and_one_place(slug: str) -> None:
    """Whatever this table changed, an address can point at each of its rules."""
    game = GAMES[slug]
    for option in game.OPTIONS:
        for value in option.values[:4]:
            explicit = {} if value.value == option.default else {option.name: value.value}
            found = page(HouseRules(game, explicit))
            changed = [block.anchor for block in found.changed]
            printed = [block.anchor for block in found.printed]
            unplayed = [f"rule-{name}" for name in found.unplayed]
            assert changed == [f"rule-{name}" for name in explicit]
            rules = [name for name in (*changed, *printed, *unplayed) if name.startswith("rule-")]
            assert sorted(rules) == sorted(f"rule-{each.name}" for each in game.OPTIONS)
            readings = {each.option: len(each.others) for each in found.readings if not each.more}
            assert readings == {
                each.name: len(each.values) - 1 for each in game.OPTIONS if each.name in readings
            }
            assert all(len(each.others) <= 1 for each in found.readings if each.more)


def test_changed_rules_come_first() -> None:
    desk = SampleTable("generala", options={"straights": "wrap", "automatic_win": "off"})
    shown = desk.writer.client().get(desk.url("rules")).text
    own, rest = shown.split('id="as-printed"')
    assert re.findall(r'class="point changed" id="([^"]+)"', own) == ["rule-straights", "rule-automatic_win"]
    assert "Straights wrap round (4 5 6 1 2); " in own
    assert own.count("Other tables: ") == 2
    assert 'id="rule-straights"' not in rest
    assert "Other tables: " not in rest


def test_index_links_to_every_rule_of_table() -> None:
    desk = SampleTable("generala", options={"straights": "wrap", "automatic_win": "off"})
    shown = desk.writer.client().get(desk.url("rules")).text
    index, rest = shown.split("</nav>", 1)
    links = re.findall(r'<li><a href="#([^"]+)"', index)
    assert links[:2] == ["rule-straights", "rule-automatic_win"]
    assert links[-1] == "sources"
    assert [anchor for anchor in links if f'id="{anchor}"' not in rest] == []


def test_boxes_come_before_order_of_play() -> None:
    anchors = [block.anchor for block in page(HouseRules(GAMES["general"])).index]
    assert anchors.index("point-straight") < anchors.index("point-order") < anchors.index("point-partners")


def test_generala_without_elimination_tells_last_trick() -> None:
    """Two on the last trick may spare a loss, too; only the champion's tie has no place there."""
    found = page(HouseRules(GAMES["generala_cards"], {"elimination": False}))
    assert found.unplayed == {"final_tie"}


def test_help_shows_printed_rules() -> None:
    desk = SampleTable("crag")
    shown = desk.writer.client().get(desk.url("rules")).text
    assert "Standard rules, no changes" in shown
    assert "back to turn 1" in shown
    assert "changed" not in shown


def test_back_link_leads_to_opening_page() -> None:
    links = {
        slug: re.search(r"back to [^<]+", desk.writer.client().get(desk.url("rules")).text)
        for slug, desk in ((slug, SampleTable(slug)) for slug in ("general", "forty_fives", "generala_cards"))
    }
    assert [found and found[0] for found in links.values()] == [
        "back to turn 1",
        "back to round 1",
        "back to hand 1",
    ]
    desk = SampleTable("crag")
    desk.session.ended = timezone.now()
    desk.session.save()
    assert "back to the result" in desk.writer.client().get(desk.url("rules")).text


def test_help_returns_to_asked_page() -> None:
    desk = SampleTable("general")
    client = desk.writer.client()
    shown = client.get(desk.url("rules") + '?dice=444&throws=2&x="><b>').text
    assert f'href="{desk.url()}?dice=444&amp;throws=2&amp;x=%22%3E%3Cb%3E"' in shown
    assert "<b>" not in shown.split("<main")[0]
    table = client.get(desk.url() + "?dice=444&throws=2").text
    assert f'href="{desk.url("rules")}?dice=444&amp;throws=2"' in table
    assert f'href="{desk.url("rules")}"' in client.get(desk.url()).text


def test_help_page_queries_only_table() -> None:
    desk = SampleTable("general")
    client = desk.writer.client()
    client.get(desk.url("rules"))
    with CaptureQueriesContext(connection) as captured:
        client.get(desk.url("rules"))
    assert len(captured) <= 5, [each["sql"] for each in captured]


def test_from_set_up_and_back() -> None:
    client = Client()
    there = Page(
        client.post("/new/generala/rules/", {"name": ["Ana", "Bo"], "rule-straights": "wrap"})  # type: ignore[arg-type]
    )
    assert "Any five in a row round the circle are a straight" in there.text.split('id="as-printed"')[0]
    back = press(client, there, "/new/generala/", do="back")
    assert back.fields["name"][:2] == ["Ana", "Bo"]
    assert back.fields["rule-straights"] == ["wrap"]
    assert Person.objects.count() == 0


@pytest.mark.parametrize("slug", GAMES)
def test_help_page_works_without_options(slug: str) -> None:
    there = get(Client(), f"/new/{slug}/rules/")
    assert there.status == 200
    assert f'href="/new/{slug}/"' in there.text
    assert "Standard rules, no changes" in there.text


def test_help_of_unknown_game_is_404() -> None:
    assert Client().get("/new/chess/rules/").status_code == 404
    assert Client().post("/new/chess/rules/").status_code == 404


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_help_refuses_other_methods(method: str) -> None:
    assert getattr(Client(), method)("/new/crag/rules/").status_code == 405
