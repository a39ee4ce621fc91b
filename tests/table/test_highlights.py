"""Highlights of random games, each checked against the totals after every line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import MoveError, Outcome, Seats
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.table.highlight_text import highlight_text
from scorekeeper.table.highlights import Course, Highlight, course_highlights, course_of, rarest
from tests.factories import SampleTable
from tests.rules.random_games import RandomGame, random_game
from tests.sampling import ALL_EXAMPLES

GAMES_OF_EACH = 500 if ALL_EXAMPLES else 100
WITH_POINTS = [slug for slug, game in GAMES.items() if game.POINTS]


def quick_entry(game: SheetGame, state: Any, chance: Random) -> dict[str, Any]:
    """Write mostly equal dice into a random open box, so that totals differ; else strike it."""
    player = game.turn(state)
    assert player is not None
    boxes = list(game.open_boxes(state.options, state.columns[state.seats.players.index(player)]))
    line = {"player": player, "box": chance.choice(boxes)}
    face = chance.randint(1, 6)
    dice = [face if chance.random() < 0.6 else chance.randint(1, 6) for _ in range(game.dice)]
    thrown = {**line, "dice": dice, "throws": chance.randint(2, 3)}
    try:
        game.apply(state, game.parse(thrown))
    except MoveError:
        return {**line, "strike": True}
    return thrown


def played(slug: str, seed: int) -> RandomGame:
    """Play a game to its end; every third card game ends as it stands."""
    game = GAMES[slug]
    if game.BOXES:
        return random_game(game, seed, strategy=quick_entry)
    found = random_game(game, seed)
    if seed % 3 or len(found.entries) < 4:
        return found
    return found._replace(entries=[*found.entries[: len(found.entries) * 2 // 3], {"end": "as_it_stands"}])


def totals_along(slug: str, found: RandomGame, outcome: Outcome) -> list[list[int]]:
    """Return the sides' totals at the start and after each entry, read from the sheets."""
    game = GAMES[slug]
    state = game.start(found.options, found.seats)
    rows = []
    for entry in [None, *found.entries]:
        state = state if entry is None else game.apply(state, game.parse(entry))
        own = dict(zip(found.seats.players, game.sheet(state).totals, strict=True))
        rows.append([sum(own[player] for player in side) for side in outcome.sides])
    return rows


def is_true(highlight: Highlight, slug: str, found: RandomGame, outcome: Outcome) -> bool:
    """Return whether a highlight holds, by another way of counting."""
    rows = totals_along(slug, found, outcome)
    step = len(found.seats.players) if GAMES[slug].BOXES else 1
    rounds = [rows[at] for at in range(step, len(rows), step)]
    winner = next(place for place, side in enumerate(outcome.sides) if set(side) <= set(outcome.winners))
    others = [place for place in range(len(outcome.sides)) if place != winner]
    if highlight.seats and set(highlight.seats) != set(outcome.winners):
        return False
    points, gaps = (
        highlight.fields.get("points"),
        [row[place] - row[winner] for row in rounds for place in others],
    )
    half, final = rounds[len(rounds) // 2 :], rows[-1]
    holds = {
        "last_turn": max(rows[-2][place] for place in others) - rows[-2][winner] == points,
        "comeback": max(gaps) == points,
        "last_place": any(all(row[winner] < row[place] for place in others) for row in half),
        "led_throughout": all(sorted(row)[-2] < row[winner] for row in [*rounds, final]),
        "lead_changes": _changes(rounds) == highlight.fields.get("count"),
        "spread": max(final) - min(final) == points,
    }
    return holds[highlight.code] and (points is None or points >= 0)


def _changes(rounds: Sequence[Sequence[int]]) -> int:
    fronts = [[place for place, total in enumerate(row) if total == max(row)] for row in rounds]
    alone = [front[0] for front in fronts if len(front) == 1]
    return sum(1 for before, after in pairwise(alone) if before != after)


@pytest.mark.parametrize("slug", WITH_POINTS)
def test_highlights_of_random_games_are_true(slug: str) -> None:
    seen = set[str]()
    for seed in range(GAMES_OF_EACH if GAMES[slug].BOXES else GAMES_OF_EACH // 4):
        found = played(slug, seed)
        course = _course(slug, found)
        if course is None:
            continue
        shown = list(course_highlights(course))
        for highlight in shown:
            assert is_true(highlight, slug, found, course.outcome), (seed, highlight)
            assert 0 < highlight.rarity <= 1
        seen.update(highlight.code for highlight in shown)
    assert {"comeback", "led_throughout"} <= seen


def _course(slug: str, found: RandomGame) -> Course | None:
    return course_of(GAMES[slug], found.options, found.seats, [[entry] for entry in found.entries])


def test_check_of_false_highlight_fails() -> None:
    found = played("general", 1)
    course = _course("general", found)
    assert course is not None
    for code in ("last_turn", "comeback", "spread"):
        assert not is_true(
            Highlight(code, 0.1, course.seats, {"points": 999}), "general", found, course.outcome
        )
    loser = next(side for side in course.outcome.sides if not set(side) & set(course.outcome.winners))
    assert not is_true(Highlight("led_throughout", 0.1, loser), "general", found, course.outcome)


def test_course_of_lines_out_of_turn_is_none() -> None:
    entries = [
        {"player": player, "box": box, "strike": True}
        for box in [box.name for box in GAMES["general"].BOXES]
        for player in ("Ana", "Bo")
    ]
    entries[0], entries[2] = entries[2], entries[0]
    entries[0]["box"], entries[2]["box"] = entries[2]["box"], entries[0]["box"]
    entries[0], entries[1] = entries[1] | {"out_of_turn": True}, entries[0]
    seats = Seats(("Ana", "Bo"))
    game = GAMES["general"]
    assert course_of(game, game.resolve({}), seats, [[entry] for entry in entries]) is None


def test_rarest_of_common_highlights_is_none() -> None:
    assert rarest([Highlight("comeback", 0.9)]) is None
    assert rarest([]) is None
    rare = Highlight("closest", 0.02)
    assert rarest([Highlight("comeback", 0.1), rare, Highlight("record", 0.02)]) is rare


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "names", "unit"),
    [
        ("generals_and_majors", ("Ana", "Bo"), "turn"),
        ("forty_fives", ("Ana", "Bo"), "round"),
        ("generala", ("Ana", "Bo"), "turn"),
    ],
)
def test_lead_is_told_in_the_words_of_the_game(slug: str, names: tuple[str, ...], unit: str) -> None:
    table = SampleTable(slug, names).table
    assert highlight_text(table, Highlight("led_throughout", 0.1, ("1",))) == f"Ana led after every {unit}"
