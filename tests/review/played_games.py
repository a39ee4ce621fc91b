"""Dice games written with random dice, and the page of their review as text."""

from __future__ import annotations

import re
from random import Random

from scorekeeper.rules import DICE_GAMES
from tests.factories import SampleTable


def page(desk: SampleTable, status: int = 200) -> str:
    response = desk.writer.client().get(desk.url("played"))
    assert response.status_code == status
    return " ".join(re.sub(r"<[^>]*>", " ", response.text).split())


def play(desk: SampleTable, lines: int = 100, seed: int = 1) -> None:
    """Write random lines in turn, some as points, until the game is over."""
    chance, game = Random(seed), DICE_GAMES[desk.session.game]
    for _ in range(lines):
        table = desk.table
        if table.turn is None:
            return
        dice = [chance.randint(1, 6) for _ in range(game.dice)]
        choices = [
            each
            for each in game.choices(table.state, partial={"dice": dice, "throws": game.throws})
            if each.box
        ]
        box = max(choices, key=lambda each: each.offers[0].points).box
        assert box is not None
        desk.line(int(table.turn), box, dice=dice, throws=game.throws)


def finished(names: tuple[str, ...] = ("Ana", "Bo"), **settings: object) -> SampleTable:
    desk = SampleTable("general", names, **settings)  # type: ignore[arg-type]
    play(desk)
    assert desk.table.outcome is not None
    return desk
