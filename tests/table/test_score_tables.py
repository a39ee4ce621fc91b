"""The table of points cached by phones equals the points of the entry pad."""

from __future__ import annotations

import gzip
import json
import time
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from scorekeeper.games.dice_sheet.score_reasons import why_nothing
from scorekeeper.games.dice_sheet.score_tables import points_address, points_file
from scorekeeper.games.phrases import box_name
from scorekeeper.games.presentations import presented
from scorekeeper.play.models import Participation
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Options, Reason, Seats
from scorekeeper.rules.dice import rolls
from scorekeeper.rules.dice_sheet.game import SheetGame, State
from tests.factories import SampleTable, new_writer

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in settings.LANGUAGES]
DICE_GAMES = [slug for slug, game in GAMES.items() if isinstance(game, SheetGame)]


def table_of(desk: SampleTable) -> dict[str, Any]:
    """Return the response of the address that the page names."""
    page = desk.writer.client().get(desk.url()).text
    address = page.split('data-points="')[1].split('"')[0]
    found: dict[str, Any] = Client().get(address).json()
    return found


def some_options(game: SheetGame, chance: Random) -> dict[str, Any]:
    return {option.name: chance.choice(option.values).value for option in game.OPTIONS}


def some_state(game: SheetGame, options: Options, chance: Random) -> State:
    """A column with some of its boxes used, by dice of which many are alike."""
    state = game.start(options, Seats(("1",)))
    boxes = list(game.boxes(options))
    for box in chance.sample(boxes, chance.randrange(len(boxes))):
        dice = (
            [chance.randint(1, 6)] * game.dice
            if chance.random() < 0.6
            else chance.choices(range(1, 7), k=game.dice)
        )
        for move in ({"dice": dice, "throws": game.throws}, {"strike": True}):
            try:
                state = game.apply(state, game.parse({"player": "1", "box": box, **move}))
                break
            except ValueError:
                continue
    return state


@pytest.mark.parametrize("gut_on", ["scored_box", "rolled"])
def test_saved_spare_throws_are_those_of_the_rules(gut_on: str) -> None:
    game = GAMES["goldene_fuenfzig"]
    assert isinstance(game, SheetGame)
    desk = SampleTable(game.slug, options={"gut_on": gut_on})
    table = table_of(desk)
    state = game.start(desk.table.options, Seats(("1",)))

    def spared(line: dict[str, Any]) -> int:
        try:
            return game.apply(state, game.parse({"player": "1", **line})).columns[0].spared
        except ValueError:
            return game.apply(state, game.parse({"player": "1", **line, "strike": True})).columns[0].spared

    for place, box in enumerate(table["boxes"]):
        for dice in rolls(game.dice):
            for throws in (1, 2, 3):
                row = table["saved"].get(f"{''.join(map(str, dice))}x{throws}", [0] * len(table["boxes"]))
                assert row[place] == spared({"box": box, "dice": list(dice), "throws": throws})
        for value in table["values"][box]:
            points, _, throws_made = value.partition("x")
            line = {"box": box, "points": int(points), "throws": int(throws_made or 3)}
            assert table["saved_values"].get(box, {}).get(value, 0) == spared(line)


def test_games_without_spare_throws_have_no_table_of_them() -> None:
    assert "saved" not in table_of(SampleTable("goldene_fuenfzig", options={"gut": False}))
    assert "saved" not in table_of(SampleTable("general"))


@pytest.mark.parametrize("slug", DICE_GAMES)
def test_points_match_entry_pad(slug: str) -> None:
    """Stored points are right for every roll, random columns and random house rules.

    Open ones are five alike only.
    """
    game, chance = GAMES[slug], Random(4)
    assert isinstance(game, SheetGame)
    for _ in range(4):
        desk = SampleTable(slug, options=some_options(game, chance))
        table, options = table_of(desk), desk.table.options
        assert table["boxes"] == list(game.boxes(options))
        assert (table["dice"], table["throws"]) == (game.dice, game.throws)
        assert set(table["later"]) == {"".join(map(str, dice)) for dice in rolls(game.dice)}
        for state in [some_state(game, options, chance) for _ in range(6)]:
            for dice in rolls(game.dice):
                for throws in (1, game.throws):
                    compare(game, state, table, dice, throws)


def compare(game: SheetGame, state: State, table: dict[str, Any], dice: tuple[int, ...], throws: int) -> None:
    name = "".join(map(str, dice))
    stored = dict(
        zip(table["boxes"], (throws == 1 and table["first"].get(name)) or table["later"][name], strict=True)
    )
    choices = {each.box: each for each in game.choices(state, partial={"dice": list(dice), "throws": throws})}
    for box in game.open_boxes(state.options, state.columns[0]):
        points = stored[box]
        if points is None:
            assert len(set(dice)) == 1
            continue
        offer = choices[box].offers[0]
        assert offer.points == max(points, 0), (state, dice, throws, box)
        if points < 0:
            assert table["reasons"][-1 - points] == why(game, state.options, box, offer.reasons)


def why(game: SheetGame, options: Options, box: str, reasons: tuple[Reason, ...]) -> str:
    """Return why a box scores nothing, as the entry panel says it."""
    return why_nothing(reasons, box, lambda name: box_name(game.boxes(options)[name].label))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", DICE_GAMES)
def test_reasons_match_entry_pad(slug: str, language: str) -> None:
    """In every language the phone has its own sentence for each zero, by random house rules."""
    game, chance = GAMES[slug], Random(7)
    assert isinstance(game, SheetGame)
    options = game.resolve(some_options(game, chance))
    with override(language):
        desk = SampleTable(slug, options=dict(options))
        table = json.loads(points_file(slug, points_address(desk.table).split("/")[-1][:-5]) or b"")
        for dice in rolls(game.dice):
            compare(game, game.start(options, Seats(("1",))), table, dice, game.throws)
        assert all(reason and "%" not in reason for reason in table["reasons"])
        assert 0 not in {points for row in table["later"].values() for points in row}


@pytest.mark.parametrize("slug", DICE_GAMES)
def test_values_without_dice(slug: str) -> None:
    """Each may be written as it stands there, in whatever column."""
    game, chance = GAMES[slug], Random(5)
    assert isinstance(game, SheetGame)
    desk = SampleTable(slug, options=some_options(game, chance))
    table, options = table_of(desk), desk.table.options
    assert all(table["values"][box] for box in table["boxes"] if box != "double_generala")
    for state in [some_state(game, options, chance) for _ in range(8)]:
        for box in game.open_boxes(options, state.columns[0]):
            for value in table["values"][box]:
                points, _x, made = value.partition("x")
                move = {"player": "1", "box": box, "points": int(points)} | (
                    {"throws": int(made)} if made else {}
                )
                assert game.apply(state, game.parse(move)).columns[0].cells[box].points == int(points)


def test_points_beyond_dice_are_left_open() -> None:
    """A joker, a double generala, a win at once."""
    yahtzee = table_of(SampleTable("yahtzee"))
    sevens = dict(zip(yahtzee["boxes"], yahtzee["later"]["44444"], strict=True))
    assert (sevens["full_house"], sevens["threes"], sevens["yahtzee"]) == (None, None, 50)
    generala = table_of(SampleTable("generala", options={"double_generala": True}))
    double = dict(zip(generala["boxes"], generala["later"]["44444"], strict=True))
    assert (double["double_generala"], double["fours"], double["generala"]) == (None, 20, 50)
    assert set(generala["first"]["44444"]) == {None}


@pytest.mark.parametrize("slug", DICE_GAMES)
def test_small_quick_and_for_ever(slug: str) -> None:
    desk = SampleTable(slug)
    address = desk.writer.client().get(desk.url()).text.split('data-points="')[1].split('"')[0]
    answer = Client().get(address)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert len(gzip.compress(answer.content)) < 10_000
    assert json.loads(answer.content)["boxes"]
    assert Client().head(address).status_code == 200


def test_score_table_is_made_quickly() -> None:
    """House rules that were never requested before."""
    desk = SampleTable(
        "generala", options={"generala_points": 60, "double_generala": True, "straights": "wrap"}
    )
    name = (
        desk.writer.client().get(desk.url()).text.split('data-points="/points/generala/')[1].split(".json")[0]
    )
    began = time.process_time()
    assert points_file("generala", name)
    assert time.process_time() - began < 0.5  # a tenth of a second on a machine that does nothing else


def test_addresses_that_are_none() -> None:
    desk = SampleTable("generala")
    address = desk.writer.client().get(desk.url()).text.split('data-points="')[1].split('"')[0]
    for wrong in ("00010001-", "0001000z-", "0001-", "00010009-"):
        assert Client().get(address.replace("00010001-", wrong)).status_code == (
            200 if wrong == "00010001-" else 404
        )
    for slug in ("nothing", "forty_fives", "yacht"):
        assert Client().get(address.replace("/generala/", f"/{slug}/")).status_code == 404
    assert Client().get(address.replace("-", "-0")).status_code == 404
    assert Client().post(address).status_code == 405


@pytest.mark.parametrize("slug", DICE_GAMES)
def test_next_turns_are_listed(slug: str) -> None:
    """As the rules see it, entry by entry, also when a player is behind."""
    chance = Random(6)
    desk = SampleTable(slug, names=["Ana", "Bo", "Cleo"])
    boxes = list(desk.table.game.boxes(desk.table.options))  # type: ignore[attr-defined]
    for player, count in ((1, 2), (2, chance.randrange(3)), (3, 1)):
        for box in boxes[:count]:
            desk.line(player, box)
    turns = presented(desk.table).upcoming(desk.table).split()
    assert len(turns) == min(60, sum(3 * [len(boxes)]) - desk.table.count)
    for turn in turns[:12]:
        assert desk.table.turn == turn
        column = desk.table.state.columns[int(turn) - 1]
        desk.line(int(turn), next(box for box in boxes if box not in column.cells))


def test_score_tables_follow_permissions() -> None:
    desk = SampleTable("general")
    other = new_writer(desk.group)
    assert "data-turns" in other.client().get(desk.url()).text
    desk.session.writers = "own"
    desk.session.save()
    assert "data-turns" not in other.client().get(desk.url()).text
    Participation.objects.create(
        session=desk.session, person=other.person, seat=desk.session.seats.get(number=1)
    )
    assert (
        'data-turns="1"' in other.client().get(desk.url()).text
    )  # an own entry, then the turn of another player
    assert "data-turns" in desk.writer.client().get(desk.url()).text
    assert "data-turns" not in SampleTable("forty_fives").writer.client().get(desk.url()).text
