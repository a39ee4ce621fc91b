"""The panel of a box in which the dice score nothing: reason, way back, rule, crossing out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.play.models import Entry
from tests.factories import HTMX, SampleTable, hidden

pytestmark = pytest.mark.django_db
BACK = '<a class="key go" href="'


def look(desk: SampleTable, query: str, language: str = "en") -> str:
    client = desk.writer.client()
    return client.get(f"{desk.url()}?{query}", headers=HTMX | {"Accept-Language": language}).text


def reason(page: str) -> str:
    found = re.search(r"<p><b>(.*?)</b>", page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("game", "options", "query", "why"),
    [
        ("generala", {}, "dice=12246&throws=3&box=straight", "No straight: 3 and 5 are missing."),
        ("generala", {}, "dice=12235&throws=3&box=straight", "No straight: the 4 is missing."),
        (
            "generala",
            {},
            "dice=55532&throws=3&box=full_house",
            "No full house: three of a kind, but no pair.",
        ),
        ("yacht", {}, "dice=44412&throws=2&box=four_of_a_kind", "No four of a kind: only three of a kind."),
        ("crag", {}, "dice=664&throws=2&box=thirteen", "These dice total 16, not 13."),
        ("goldene_fuenfzig", {}, "dice=12346&throws=3&box=fives", "No fives."),
        (
            "generala",
            {"double_generala": True},
            "dice=66666&throws=3&box=double_generala",
            "Score the generala first, then the double.",
        ),
        (
            "yahtzee",
            {"preset": "kniffel", "joker": "free"},
            "dice=66666&throws=3&box=full_house",
            "Five of a kind is a joker here once the kniffel box is filled.",
        ),
    ],
)
def test_slash_is_explained(game: str, options: dict[str, Any], query: str, why: str) -> None:
    page = look(SampleTable(game, options=options), query)
    assert reason(page) == why
    assert "Cross it out?" in page


def test_reason_is_translated() -> None:
    query = "dice=12245&throws=3&box=straight"
    reasons = {language: reason(look(SampleTable(), query, language)) for language in ("de", "es", "fr")}
    assert reasons == {
        "de": "Keine Straße: die 3 fehlt.",
        "es": "No es escalera: falta el 3.",
        "fr": "Pas de suite\u202f: il manque le 3.",
    }


def test_way_back_is_main_key_and_keeps_dice() -> None:
    page = look(SampleTable(), "dice=12246&throws=2&box=full_house")
    assert page.index(BACK) < page.index("Cross out full house")
    assert f'{BACK}?dice=12246&amp;throws=2">Another box</a>' in page
    assert page.count('class="key go"') == 1


def test_crossing_out_writes_dice_with_zero_points() -> None:
    desk = SampleTable()
    fields = hidden(look(desk, "dice=12246&throws=2&box=full_house"))
    answer = desk.writer.client().post(desk.url("write"), fields | {"strike": "1"}, headers=HTMX)
    assert answer.status_code == 200
    (entry,) = Entry.objects.filter(session=desk.session)
    assert entry.data["moves"][0] | {"box": "full_house", "strike": True} == entry.data["moves"][0]


def test_rule_opens_help_page_at_box() -> None:
    desk = SampleTable()
    page = look(desk, "dice=12246&throws=2&box=full_house")
    link = f"{desk.url('rules')}?dice=12246&amp;throws=2&amp;box=full_house#box-full_house"
    assert f'href="{link}"' in page
    assert 'data-rule="box-full_house"' in page
    help_page = desk.writer.client().get(link.split("#", maxsplit=1)[0].replace("&amp;", "&")).text
    assert 'id="box-full_house"' in help_page
    assert f'{desk.url()}?dice=12246&amp;throws=2&amp;box=full_house"' in help_page


def test_question_mark_opens_at_selected_box() -> None:
    desk = SampleTable()
    whole = desk.writer.client().get(f"{desk.url()}?box=sixes").text
    assert f'href="{desk.url("rules")}?box=sixes#box-sixes"' in whole
    assert "data-rule" not in look(desk, "dice=12246&throws=2")


def test_refused_box_is_explained_and_cannot_be_crossed_out() -> None:
    desk = SampleTable("yahtzee", ["Ana"])
    desk.line(1, "yahtzee")
    page = look(desk, "dice=44444&throws=3&box=chance")
    assert reason(page) == "Joker: five of a kind must go into fours first."
    assert "Another box" in page
    assert 'name="strike"' not in page


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("box=double_generala", "Score the generala first, then the double."),
        ("box=generala&throws=1", "Five of a kind on the first roll may win: enter the dice."),
        ("dice=1146&box=straight", "Nothing scores here, whatever the last die shows."),
        ("dice=1&box=double_generala", "Nothing scores here, whatever the other dice show."),
    ],
)
def test_box_without_possible_points_says_why(query: str, why: str) -> None:
    page = look(SampleTable("generala", options={"double_generala": True}), query)
    assert reason(page) == why
    assert re.search(r'<a class="key go" href="[^"]*"><i class="i-dice">', page)


def test_correction_by_dice_says_why_it_scores_nothing() -> None:
    desk = SampleTable()
    number = desk.line(1, "straight", dice=[1, 2, 3, 4, 5])
    page = look(desk, f"line={number}&right=dice&dice=12245&throws=3")
    assert "No straight: the 3 is missing." in page
    # as for a new line: the way back first, the zero beside it, and the rule
    assert f'{BACK}?line={number}">Keep it</a>' in page
    assert re.search(r'<button class="key" form="write"[^>]*>\s*<span>\s*Change 20 to 0', page)
    link = re.search(r'href="(/[^"]*\?line=[^"]*)#box-straight"', page)
    assert link
    rules = desk.writer.client().get(link[1].replace("&amp;", "&")).text
    assert f"?line={number}&amp;right=dice&amp;dice=12245&amp;throws=3" in rules


def test_refused_correction_by_dice_keeps_the_line_first() -> None:
    desk = SampleTable("yahtzee")
    number = desk.line(1, "full_house", dice=[2, 2, 3, 3, 3])
    page = look(desk, f"line={number}&right=dice&dice=66666&throws=3&box=full_house")
    assert f'{BACK}?line={number}">Keep it</a>' in page
    assert page.count('class="key go"') == 1
