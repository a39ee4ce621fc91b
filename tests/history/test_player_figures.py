"""Every figure of the player page equals one computed from the logs."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random
from statistics import mean, quantiles, variance

import pytest
from django.utils import translation

from scorekeeper.history.charts import deviation, percent, tenths, whole
from scorekeeper.history.models import Variant
from scorekeeper.history.variants import played_variants
from scorekeeper.people.models import Player
from tests.factories import Writer, new_writer
from tests.history.pages import about, group_of

from .factories import made_games
from .reference_model import PlayerFacts, facts_of

pytestmark = pytest.mark.django_db


def rounded(value: Decimal, places: str = "1") -> str:
    return str(value.quantize(Decimal(places), ROUND_HALF_UP)).replace("-0", "0")


@pytest.mark.slow
def test_figures_of_every_player_are_rounded_half_up() -> None:
    writer = new_writer()
    made_games(writer, Random(5), 24)
    group = group_of(writer)
    facts, seen = facts_of(group.pk), 0
    for played in played_variants(group):
        if played.game == "general":  # games with partners too, whose totals are those of sides
            continue
        variant = Variant.objects.get(pk=played.number)
        found = facts[variant.game, repr(sorted(variant.rules.items()))]
        for number, known in found.items():
            seen += compare(writer, Player.objects.get(pk=number).name, played.number, known)
    assert seen > 100


def compare(writer: Writer, name: str, variant: int, known: PlayerFacts) -> int:
    page = about(writer, name, f"?variant={variant}")
    share = Decimal(100 * sum(known.wins)) / len(known.wins)
    assert f"<dd>{rounded(share)}%</dd>" in page
    assert f'href="?variant={variant}&amp;period=year">This year</a>' in page
    totals = [Decimal(each) for each in known.totals]
    assert f"<dd>{rounded(mean(totals))}</dd><dt>average</dt>" in page
    if len(totals) > 1:
        low, middle, high = quantiles(totals, n=4, method="inclusive")
        wanted = [
            ("Standard deviation", rounded(variance(totals).sqrt(), "0.1")),
            ("Lower quarter: up to", rounded(low)),
            ("Median", rounded(middle)),
            ("Upper quarter: from", rounded(high)),
        ]
        for label, figure in wanted:
            assert f"<dt>{label}</dt><dd>{figure}</dd>" in page, (name, label)
    for box, points in known.boxes.items():
        row = page.split(f"box={box}#often", 1)[1].split("</tr>", 1)[0]
        assert f"<b>{rounded(mean([Decimal(each) for each in points]), '0.1')}</b>" in row
        struck = Decimal(100 * points.count(0)) / len(points)
        assert row.endswith(f"<td>{rounded(struck)}%</td>")
    return len(known.boxes) + 6


def test_figures_at_half_go_up_in_every_language() -> None:
    with translation.override("de"):
        assert (tenths(500 / 11), percent(1, 8), whole(88.5)) == ("45,5", "13\xa0%", "89")
    with translation.override("en"):
        assert (percent(1, 8), percent(0, 0), whole(-2.5)) == ("13%", "0%", "−3")
        assert deviation(Fraction(38, 3)) == "3.6"
