"""The table of values in `docs/coach.md` is what `manage.py coach --values` prints."""

import pytest

from scorekeeper.coach import values
from scorekeeper.rules import DICE_GAMES
from tests.coach.conftest import TableOf
from tests.server_process import ROOT

PAGE = (ROOT / "docs" / "coach.md").read_text()
SLOW = "yahtzee"
# seven tables of 16 s each, on a machine that others share
SLOW_MARKS = [pytest.mark.examples, pytest.mark.timeout(1200)]


def lines(slug: str) -> list[str]:
    return [line for line in PAGE.splitlines() if line.startswith(f"| {slug} |")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=SLOW_MARKS) if slug == SLOW else slug for slug in DICE_GAMES]
)
def test_page_has_value_of_all_house_rules(table_of: TableOf, slug: str) -> None:
    rows = list(values.rows([DICE_GAMES[slug]]))
    assert len(rows) >= 2
    assert [values.text(row, table_of(slug, row.given)) for row in rows] == lines(slug)


@pytest.mark.slow
def test_yahtzee_rows_name_every_sheet_and_joker() -> None:
    given = [dict(row.given) for row in values.rows([DICE_GAMES["yahtzee"]])]
    assert given[:2] == [{}, {"preset": "kniffel"}]
    assert {"joker": "free"} in given
    assert len(lines("yahtzee")) == len(given)


def test_house_rule_without_effect_has_no_row_of_its_own() -> None:
    given = [dict(row.given) for row in values.rows([DICE_GAMES["generala"]])]
    assert not any("automatic_win" in each for each in given)
    assert {"double_requires": "any_five_before"} not in given
    assert {"double_generala": True, "double_requires": "any_five_before"} in given
