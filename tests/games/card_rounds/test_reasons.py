"""Keys that the rules refuse: the reason, a link to its rule, and the way out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.games.help.page import page
from scorekeeper.games.house_rules import HouseRules
from scorekeeper.games.presentations import presentations
from scorekeeper.rules import GAMES
from tests.factories import SampleTable
from tests.games.draft_client import Phone

pytestmark = pytest.mark.django_db

THREE = ("Ana", "Bo", "Cleo")
REFUSED: list[tuple[str, dict[str, Any], list[str], str, str]] = [
    ("forty_fives", {"auction": True}, ["bid-20"], "Choose the bidder first.", "auction"),
    (
        "forty_fives",
        {},
        ["trump-H", "took-1", "took-1", "took-1", "took-2", "took-2", "best-3"],
        "Cleo won no trick, so the best trump was another’s.",
        "points",
    ),
    ("generala_cards", {}, ["out-1", "out-1"], "Ana is out already.", "out"),
    ("generala_cards", {}, ["same"], "The key joins the last two who ran out: enter both first.", "out"),
    (
        "generala_cards",
        {},
        ["mode-cards", "card-KH", "card-2S"],
        "2♠ does not follow hearts: Bo plays a joker or picks up.",
        "follow",
    ),
    (
        "generals_and_majors",
        {},
        ["card-KH", "card-QS"],
        "One commander a turn: Q♠ stays in the hand.",
        "turn",
    ),
    ("generals_and_majors", {}, ["card-2H"], "2♥ cannot be paid. It needs", "turn"),
]


@pytest.mark.parametrize(("slug", "options", "keys", "why", "topic"), REFUSED)
def test_refused_key_says_why_and_links_to_rule(
    slug: str, options: dict[str, Any], keys: list[str], why: str, topic: str
) -> None:
    names = THREE[:2] if slug == "generals_and_majors" else THREE
    phone = Phone(SampleTable(slug, names, options=options))
    if keys[0] == "same":
        phone.tap("out-1")
    phone.tap(*keys[:-1])
    assert f'value="{keys[-1]}"' in phone.source
    assert phone.send(keys[-1]).status_code == 422
    assert why in phone.page
    assert f"#box-{topic}" in phone.source
    rules = phone.client.get(phone.desk.url("rules")).content.decode()
    assert f'id="box-{topic}"' in rules


MISSING = [
    ("forty_fives", ["trump-H", "took-1"], "Not complete yet: tap the player who took trick 2."),
    ("forty_fives", ["took-1", "took-2", "off-0"], "Not complete yet: tap the player who took trick 1."),
    ("forty_fives", ["took-1"] * 5, "Say which suit is trumps."),
    ("forty_fives", ["trump-H", *["took-1"] * 5], "Not complete yet: tap the player with the best trump."),
    ("generala_cards", ["out-2"], "Only one can be left with cards: say who ran out of Ana, Cleo."),
    (
        "generala_cards",
        ["mode-cards", "card-KH", "card-2H", "none"],
        "Not complete yet: tap the card that Cleo picks up.",
    ),
]


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(("slug", "keys", "why"), MISSING)
def test_incomplete_entry_says_what_is_missing(slug: str, keys: list[str], why: str, htmx: bool) -> None:
    phone = Phone(SampleTable(slug, THREE), htmx=htmx).tap(*keys)
    assert "missing" in phone.refused_keys
    assert phone.send("missing").status_code == 422
    assert why in phone.page
    assert "missing" in phone.refused_keys  # the draft is still there


def test_many_hands_with_cards_are_not_listed() -> None:
    phone = Phone(SampleTable("generala_cards", (*THREE, "Dev", "Eva"))).tap("out-2")
    assert phone.send("missing").status_code == 422
    assert "tap who ran out, until at most one player is left with cards." in phone.page


def test_correction_without_change_says_so() -> None:
    desk = SampleTable("generala_cards", THREE)
    line = desk.entry(out=[["1"], ["2"]])
    phone = Phone(desk)
    phone.look(f"?line={line}&right=1")
    assert phone.send("missing").status_code == 422
    assert "Nothing is changed yet: tap what was different." in phone.page


@pytest.mark.parametrize(
    ("slug", "keys", "closed"),
    [
        ("generala_cards", ["mode-cards"], ""),
        ("generala_cards", ["mode-cards", "card-KH"], "SDC"),
        ("generals_and_majors", ["card-KH"], "HDSCX"),
    ],
)
def test_suits_without_playable_card_are_dashed(slug: str, keys: list[str], closed: str) -> None:
    phone = Phone(SampleTable(slug, THREE if slug == "generala_cards" else THREE[:2])).tap(*keys)
    found = re.findall(r'<label class="key shown">.*?id="suit-(.)"', phone.source, re.DOTALL)
    assert "".join(found) == closed


def test_suit_that_player_lacked_names_its_trick() -> None:
    desk = SampleTable("generala_cards", THREE)
    desk.entry(trick=[["1", "KH"]], took={"player": "2", "card": "KH"})
    desk.entry(trick=[["1", "KS"], ["2", "2S"], ["3", "3S"]])
    phone = Phone(desk)
    phone.tap("card-JK1" if "card-JK1" in phone.open_keys else "joker")
    assert phone.send("card-2H").status_code == 422
    assert "Bo had no hearts in trick 1, so cannot hold 2♥." in phone.page
    assert "Correct trick 1" in phone.page


def test_suit_that_must_be_followed_names_picked_up_card() -> None:
    desk = SampleTable("generala_cards", THREE)
    desk.entry(trick=[["1", "KH"]], took={"player": "2", "card": "KH"})
    phone = Phone(desk).tap("card-QH")
    assert phone.send("none").status_code == 422
    assert "Bo picked up K♥ in trick 1, so must follow hearts." in phone.page
    assert "Correct trick 1" in phone.page


def test_suit_that_must_be_followed_by_count_says_so() -> None:
    desk = SampleTable("generala_cards", THREE[:2])
    desk.entry(trick=[["1", "KH"]], took={"player": "2", "card": "KH"})
    desk.entry(trick=[["1", "KS"]], took={"player": "2", "card": "KS"})
    phone = Phone(desk).tap("card-KC")
    assert phone.send("none").status_code == 422
    assert "By the cards shown Bo holds clubs and must follow." in phone.page


@pytest.mark.parametrize("slug", ["forty_fives", "generala_cards", "generals_and_majors"])
def test_topics_of_refusals_are_rules_of_help_page(slug: str) -> None:
    found = {box for block in page(HouseRules(GAMES[slug])).index for box in block.boxes}
    assert set(presentations()[slug].refusal_topics.values()) - found == set()  # type: ignore[attr-defined]


def test_question_mark_opens_at_written_line() -> None:
    desk = SampleTable("generala_cards", THREE)
    line = desk.entry(trick=[["1", "KH"]], took={"player": "2", "card": "KH"})
    assert 'data-rule="box-without"' in Phone(desk).look(f"?line={line}")


def test_refused_correction_keeps_way_out() -> None:
    desk = SampleTable("generala_cards", THREE)
    first = desk.entry(trick=[["1", "KS"], ["2", "2S"], ["3", "3S"]])
    desk.entry(trick=[["1", "QS"], ["2", "4S"], ["3", "5S"]])
    phone = Phone(desk)
    phone.look(f"?line={first}&right=1")
    phone.tap("fix-1", "card-AS")
    keep = re.search(r'<a class="key go[^>]*>.*?</a>', phone.page, re.DOTALL)
    assert keep is not None
    assert "Keep it" in keep[0]
    assert f'href="?line={first}"' in keep[0]
