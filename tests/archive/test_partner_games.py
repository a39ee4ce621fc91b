"""Games with partners: a player's own part is never shown as a total or record."""

from __future__ import annotations

import csv
import io
import re
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.games.forty_fives.strategy import played_round
from scorekeeper.games.sides import sides_of
from scorekeeper.people.models import Player
from scorekeeper.play import log
from scorekeeper.table.score_chart import running_totals
from tests.factories import SampleTable
from tests.rules.random_games import random_round

pytestmark = pytest.mark.django_db
FOUR = ("Ana", "Bo", "Cleo", "Dev")
SIX = (*FOUR, "Eva", "Fay")
ENDS = ("log", "big_screen", "print", "sheet_svg")


def cards(
    seed: int, *, by_cards: bool, people: tuple[str, ...] = FOUR, sides: int = 2, **options: Any
) -> SampleTable:
    """Forty-fives of partners, played by chance to its end."""
    teams = tuple(place % sides + 1 for place in range(len(people)))
    stake = {"kind": "per_point", "amount": "0.01", "unit": "EUR"}
    desk = SampleTable("forty_fives", people, dealer=1, teams=teams, options=options, stake=stake)
    chance, play = Random(seed), played_round if by_cards else random_round
    while desk.table.outcome is None:
        desk.entry(**play(desk.table.game, desk.table.state, chance))
    return desk


def shown_numbers(desk: SampleTable) -> set[int]:
    """Return every number that a page may show for sides.

    Totals and gains of rounds, gaps, the target.
    """
    courses = running_totals(desk.table)
    sides = [
        [sum(each) for each in zip(*(courses[key] for key in side.players), strict=True)]
        for side in sides_of(desk.table)
    ]
    found = {desk.table.options.number("target")}
    for row in zip(*sides, strict=True):
        found |= {abs(one - other) for one, other in combinations(row, 2)}
    for course in sides:
        found |= {*map(abs, course), *(desk.table.options.number("target") - each for each in course)}
        found |= {abs(after - before) for before, after in pairwise(course)}
    return found | set(range(32))


def own(desk: SampleTable) -> set[int]:
    """The own totals that are no number of a side."""
    return {part for side in sides_of(desk.table) for part in side.parts} - shown_numbers(desk)


def read(client: Client, address: str) -> str:
    """Return the text of a page, without the places that show a player's own part as such."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = re.sub(r"<(script|style|template)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    page = re.sub(r"(<span class=\"grow\">[^<]* and [^<]*)<small>[^<]*</small>", r"\1", page)
    page = re.sub(r"Own part of the side’s total, average</dt><dd>[^<]*</dd>", " ", page)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def pages(desk: SampleTable) -> list[str]:
    """Return the texts of all pages of a game."""
    group = [desk.group.address]
    players = Player.objects.filter(group=desk.group).values_list("address", flat=True)
    return [
        *(desk.url(), f"{desk.url()}?sheet=1", *map(desk.url, ENDS), "/"),
        *(reverse(name, args=group) for name in ("group", "games", "money")),
        *(reverse("player", args=[*group, address]) for address in players),
    ]


def numbers(text: str) -> set[int]:
    return {int(each) for each in re.findall(r"(?<![\w.,:/])(\d{2,3})(?![\w:/]|[.,]\d)", text)}


GAMES: dict[str, dict[str, Any]] = {
    "result": {"by_cards": False},
    "cards": {"by_cards": True},
    "auction": {"by_cards": False, "auction": True},
    "pairs": {"by_cards": False, "people": SIX, "sides": 3},
}


@pytest.mark.slow
@pytest.mark.parametrize("way", GAMES)
def test_pages_of_partners_show_totals_of_sides(way: str) -> None:
    desk = next(desk for seed in range(60) if own(desk := cards(seed, **GAMES[way])))
    client, parts = desk.writer.client(), own(desk)
    page = client.get(desk.url()).text
    assert parts <= numbers(re.sub(r"<[^>]+>", " ", page)), "shown as parts"
    best, *_others = sorted((side.total for side in sides_of(desk.table)), reverse=True)
    for address in pages(desk):
        assert not numbers(read(client, address)) & parts, address
    assert best in numbers(read(client, desk.url()))
    # the last round taken back: the same of a game that runs
    line = desk.table.last_line
    assert line is not None
    desk.void(line.number)
    parts = own(desk)
    for address in (desk.url(), desk.url("log"), desk.url("big_screen"), desk.url("print"), "/"):
        assert not numbers(read(client, address)) & parts, address


def test_results_csv_of_partners_has_part_and_side() -> None:
    desk = cards(1, by_cards=False)
    answer: Any = desk.writer.client().get(reverse("export_results", args=[desk.group.address]))
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode("utf-8-sig"))))
    together = {side.players: side.total for side in sides_of(desk.table)}
    assert len(rows) == 4
    for row, (side, total) in zip(rows[:2], together.items(), strict=True):
        assert int(row["side_points"]) == total, side
        assert "partners=2" in row["house_rules"]
    for side, total in together.items():
        assert sum(int(rows[int(key) - 1]["points"]) for key in side) == total


def test_pages_of_dice_partners_show_sides() -> None:
    desk = SampleTable("general", FOUR, teams=(1, 2, 1, 2))
    for player, fours, sixes in ((1, 16, 18), (2, 4, 6), (3, 12, 30), (4, 8, 12)):
        desk.line(player, "fours", points=fours)
        desk.line(player, "sixes", points=sixes)
    for player in range(1, 5):
        log.go_home(desk.address, desk.write_request(), str(player))
    client = desk.writer.client()
    assert [side.total for side in sides_of(desk.table)] == [76, 30]
    # 42 is Cleo's own sheet; it stands at its head and its foot, and is called a part there
    for address in pages(desk):
        text = read(client, address)
        if address not in (
            f"{desk.url()}?sheet=1",
            desk.url("big_screen"),
            desk.url("print"),
            desk.url("sheet_svg"),
        ):
            assert 42 not in numbers(text), address
    for address in (desk.url(), desk.url("big_screen"), desk.url("print"), desk.url("sheet_svg")):
        assert 76 in numbers(read(client, address)), address
    sheet = client.get(f"{desk.url()}?sheet=1").text.split("<thead>")[1].split("</thead>")[0]
    assert re.findall(r'<th scope="col" class="([^"]*)"', sheet) == ["part out"] * 4
    assert "Own part" in read(client, desk.url("print"))
