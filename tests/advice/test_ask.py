"""Ask the coach: the form, its shortest address, faults at their fields, and the answer."""

import re
import sys
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.coach import store
from scorekeeper.games.house_rules import HouseRules
from scorekeeper.rules import DICE_GAMES
from tests.sampling import some_of

pytestmark = pytest.mark.django_db
RULES = {"rule-straights": "with_34561", "rule-double_generala": "true"}

# a busy machine is slow
SHARED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def ask(client: Client, game: str, **fields: str) -> Any:
    return client.get(
        f"/coach/{game}/?{urlencode({name.replace('__', '-'): text for name, text in fields.items()})}"
    )


def errors(page: str) -> list[str]:
    return [text.strip() for text in re.findall(r'class="(?:rule )?err"[^>]*>([^<]+)', page)]


def test_games_page_links_every_dice_game(client: Client) -> None:
    page = client.get("/coach/").text
    for slug in DICE_GAMES:
        assert f"/coach/{slug}/" in page
    assert "rule-preset=kniffel" in page
    assert "forty" not in page


@pytest.mark.usefixtures("solved")
def test_answer_shows_keeps_and_boxes_best_first(client: Client) -> None:
    page = ask(client, "crag", box__crag="50", dice="442", left="1").text
    answer = page.split('id="answer"')[1].split("<details")[0]
    values = [float(text) for text in re.findall(r"<em>([\d.]+)</em>", answer)]
    assert values[:3] == [111.16, 109.0, 108.86]
    assert values[0] == max(values)
    assert "Low straight" in answer


@pytest.mark.usefixtures("solved")
def test_no_dice_shows_the_value_of_the_sheet(client: Client) -> None:
    assert "<b>149.85</b> points on average" in client.get("/coach/crag/").text
    page = ask(client, "crag", box__crag="50").text
    assert "points to come with the best play" in page


@pytest.mark.usefixtures("solved")
def test_guts_allow_a_throw_after_the_last(client: Client) -> None:
    fields = {"box__low_straight": "15", "dice": "44421", "left": "0"}
    without = ask(client, "goldene_fuenfzig", **fields).text
    assert "Keep<small>" not in without
    assert "Keep<small>" in ask(client, "goldene_fuenfzig", **fields, guts="1").text


def test_form_leads_to_its_shortest_address(client: Client) -> None:
    sent = dict(HouseRules(DICE_GAMES["generala"]).fields()) | RULES
    answer = client.get(
        "/coach/generala/", sent | {"box-ones": " ", "box-twos": "4", "dice": "", "left": "1"}
    )
    assert answer.status_code == 302
    short = urlencode({**RULES, "box-twos": "4"})
    assert answer["Location"] == f"/coach/generala/?{short}#answer"
    assert (
        client.get("/coach/generala/", {"ask": "1", "box-ones": ""})["Location"]
        == "/coach/generala/?ask=1#answer"
    )
    assert client.get(answer["Location"]).status_code == 200


def test_kniffel_sheet_keeps_its_address(client: Client) -> None:
    page = client.get("/coach/yahtzee/?rule-preset=kniffel", follow=True)
    assert "Kniffel" in page.text
    sent = dict(HouseRules(DICE_GAMES["yahtzee"], {"preset": "kniffel"}).fields())
    assert client.get("/coach/yahtzee/", sent)["Location"].endswith(
        "?rule-preset=kniffel&preset_shown=kniffel#answer"
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"dice": "4477"}, "Type their faces, such as 442."),
        ({"box__crag": "x"}, "Enter points, 0 for a crossed-out box."),
        ({"box__crag": "49"}, "Crag: 49 is not possible with those rolls, only 50."),
        ({"rule__crag_as_thirteen": "?"}, "Choose one of these."),
        (
            {f"box__{box}": "0" for box in DICE_GAMES["crag"].boxes(DICE_GAMES["crag"].resolve({}))},
            "This sheet is full",
        ),
    ],
)
def test_fault_stands_at_its_field(client: Client, fields: dict[str, str], text: str) -> None:
    answer = ask(client, "crag", **fields)
    answer = client.get(answer["Location"]) if answer.status_code == 302 else answer
    assert answer.status_code == 422
    assert any(each.startswith(text) for each in errors(answer.text))
    assert 'id="answer"' not in answer.text


def test_guts_that_no_sheet_can_have_are_refused(client: Client) -> None:
    answer = ask(client, "goldene_fuenfzig", guts="5")
    assert answer.status_code == 422
    assert errors(answer.text) == ["This sheet can have saved 0 at most."]


def test_page_waits_for_a_table(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(store, "table_at_hand", lambda game, options: None)
    monkeypatch.setattr(store, "_compute_later", lambda game, options: asked.append(game.slug))
    assert "calculating" not in ask(client, "crag").text
    assert asked == []  # nothing is computed for a page that was asked nothing
    page = ask(client, "crag", dice="442", left="1").text
    assert asked == ["crag"]
    assert "The coach is still calculating" in page
    assert 'hx-get="/coach/crag/?dice=442&amp;left=1"' in page


def test_page_does_not_wait_for_a_table_that_failed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "table_of", lambda game, options: None)
    monkeypatch.setattr(store, "has_failed", lambda game, options: True)
    for path in ("/coach/crag/?dice=442&left=1", "/coach/crag/practice/?start=1"):
        page = client.get(path, follow=True).text
        assert "The coach could not calculate" in page
        assert "hx-trigger" not in page


def test_page_that_was_asked_nothing_reads_no_rules(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first question of the process, a page imports no numpy."""

    def refuse(*_: Any) -> None:
        raise AssertionError("the coach was asked")

    monkeypatch.setattr(store, "model_of", refuse)
    monkeypatch.delitem(sys.modules, "scorekeeper.coach.store")
    for path in ("/coach/crag/", "/coach/crag/practice/", "/coach/"):
        assert client.get(path).status_code == 200


def test_card_games_have_no_coach(client: Client) -> None:
    for path in ("/coach/forty_fives/", "/coach/forty_fives/practice/", "/coach/nothing/"):
        assert client.get(path).status_code == 404


def test_rules_page_and_home_link_to_the_coach(client: Client) -> None:
    assert 'href="/coach/"' in client.get("/").text
    assert 'href="/coach/crag/?' in client.get("/new/crag/rules/").text
    assert 'href="/coach/' not in client.get("/new/forty_fives/rules/").text


NAMES = st.sampled_from(
    ["dice", "left", "guts", "box-ones", "box-full_house", "rule-gut_on", "rule-step", "at", "keep"]
)


@given(st.dictionaries(NAMES, st.text(max_size=12) | st.sampled_from(["44421", "1", "3", "30", "start"])))
@settings(max_examples=some_of(50), suppress_health_check=SHARED)
@pytest.mark.usefixtures("solved")
def test_any_address_gets_a_page(client: Client, fields: dict[str, str]) -> None:
    for path in ("/coach/goldene_fuenfzig/", "/coach/goldene_fuenfzig/practice/"):
        answer = client.get(path, fields)
        if answer.status_code == 302:
            answer = client.get(answer["Location"])  # the shortest address leads nowhere else
        assert answer.status_code in (200, 422)
