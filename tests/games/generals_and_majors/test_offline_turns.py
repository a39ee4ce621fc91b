"""Tables of turns for phones without signal: equal to the rules, and small."""

from __future__ import annotations

import gzip
from collections import Counter
from typing import Any

import pytest
from django.urls import resolve
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.generals_and_majors.offline_points import turn_tables
from scorekeeper.games.generals_and_majors.presentation import PRESENTATION
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.rules.cards import rank_of
from scorekeeper.rules.contract import Options
from scorekeeper.rules.generals_and_majors import GAME
from scorekeeper.rules.generals_and_majors.cancel import Field, sets
from scorekeeper.rules.generals_and_majors.points import (
    COLOURS,
    Points,
    caps,
    command_points,
    is_commander,
    is_numbered,
    is_payable,
    pack_of,
)
from tests.factories import SampleTable
from tests.sampling import ALL_EXAMPLES

SIMPLE = [GAME.resolve({"groups": groups}) for groups in (False, True)]
PACK = pack_of(SIMPLE[0]).cards
COMMANDERS = [card for card in PACK if is_commander(card)]
ARMIES = [card for card in PACK if is_numbered(card)]
many = settings(max_examples=3000 if ALL_EXAMPLES else 200, deadline=None)


@many
@given(st.sampled_from(SIMPLE), st.sets(st.sampled_from(COMMANDERS)))
def test_offline_points_are_those_of_the_rules(options: Options, cards: set[str]) -> None:
    tables = turn_tables(options)
    found = {}
    for colour in COLOURS:
        places = enumerate(tables["commanders"][colour])
        found[colour] = tables["points"][colour][sum(2**place for place, card in places if card in cards)]
    assert found == command_points(tuple((card, "") for card in cards), options)._asdict()


@many
@given(st.sampled_from(SIMPLE), st.data())
def test_offline_payment_is_that_of_the_rules(options: Options, data: st.DataObject) -> None:
    """The same difference of points and need is payable alike, whatever the points are."""
    tables, most = turn_tables(options), caps(options)
    points = Points(*(data.draw(st.integers(0, top)) for top in most))
    need = Points(*data.draw(st.tuples(*[st.integers(0, 25)] * 3)))
    red, black = points.red - need.red - tables["least"], points.black - need.black - tables["least"]
    found = red >= 0 and black >= 0 and need.star <= tables["payable"][points.star][red][black]
    assert found == is_payable(need, points)


@many
@given(st.sampled_from(ARMIES), st.sets(st.sampled_from(ARMIES), max_size=12))
def test_offline_cancellations_are_those_of_the_rules(army: str, theirs: set[str]) -> None:
    groups = [Counter(group) for group in turn_tables(SIMPLE[0])["cancels"][rank_of(army)]]
    worth = {card: int(rank_of(card)) for card in theirs - {army}}
    field = Field({army: int(rank_of(army))}, frozenset({army}), worth, group=False)
    for found in sets(field)[0]:
        assert Counter(map(rank_of, found.theirs)) in groups
    held = Counter(map(rank_of, worth))
    assert bool(sets(field)[0]) == any(group <= held for group in groups)


def drafted(options: dict[str, Any]) -> tuple[Any, dict[str, Any] | None]:
    """Return a new table and the draft that its page gives a phone."""
    table = SampleTable("generals_and_majors", ("Ana", "Bo"), options=options).table
    found = PRESENTATION.offline_draft(table, PRESENTATION.entry_panel(table, PanelRequest()))
    return table, None if found is None else dict(found)


@pytest.mark.django_db
def test_offline_tables_of_turns_are_small() -> None:
    table, found = drafted({})
    assert found is not None
    text = PRESENTATION.offline_tables(table, resolve(found["address"]).kwargs["digest"])
    assert text is not None
    assert len(gzip.compress(text)) < 8_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    "options",
    [{"hard": True}, {"edition": "kalosi"}, {"cancel": "group_vs_group"}, {"cancel_choice": "optional"}],
)
def test_house_rules_with_more_questions_are_left_to_the_server(options: dict[str, Any]) -> None:
    _table, found = drafted(options)
    assert found is None
