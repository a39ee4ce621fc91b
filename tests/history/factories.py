"""Many short games of one group, and random corrections of them later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from scorekeeper.ledger.stake import StakeError
from scorekeeper.play import log
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.models import Session
from tests.factories import SampleTable, Writer
from tests.history.random_hands import RandomHands

PEOPLE = ("Ana", "Bo", "Cleo", "Dev", "Eva")
STAKE = {"kind": "per_point", "amount": "0.05", "unit": "EUR"}
BEGAN = datetime(2025, 10, 2, 19, 0, tzinfo=UTC)


def made_games(writer: Writer, chance: Random, count: int) -> list[SampleTable]:
    """So many games that are over, an evening of three each week."""
    return [_game(writer, chance, at) for at in _times(count)]


def later(desks: list[SampleTable], chance: Random, times: int) -> None:
    """Change finished games at random: correct, take back, uncount, delete, change house rules."""
    for _ in range(times):
        desk = chance.choice(desks)
        hands = RandomHands(desk, chance)
        removed = desk.table.session.removed is not None
        does: list[Callable[[], object]] = [hands.do, hands.do, partial(_count, desk), partial(_remove, desk)]
        with suppress(RefusedError, StakeError):
            (does[3] if removed else chance.choice(does))()


def _times(count: int) -> Iterator[datetime]:
    for number in range(count):
        yield BEGAN + timedelta(weeks=number // 3, minutes=50 * (number % 3))


def _game(writer: Writer, chance: Random, at: datetime) -> SampleTable:
    slug, options = chance.choice(
        [("generala", {}), ("generala", {"generala_points": 60}), ("general", {}), ("yacht", {})]
    )
    names = chance.sample(PEOPLE, chance.choice((2, 3, 4, 4)))
    teams = [0, 1, 0, 1] if len(names) == 4 and slug == "general" else []
    desk = SampleTable(slug, names, options=options, stake=STAKE, writer=writer, teams=teams)
    _begin(desk, at)
    for _ in range(chance.randint(2, 6)):
        _line(desk, chance)
    for number in chance.sample(range(1, len(names) + 1), len(names)):
        with suppress(RefusedError):
            log.go_home(desk.address, desk.write_request(), str(number))
    assert desk.table.outcome is not None
    return desk


def _begin(desk: SampleTable, at: datetime) -> None:
    Session.objects.filter(pk=desk.session.pk).update(started=at)


def _line(desk: SampleTable, chance: Random) -> None:
    table = desk.table
    if table.outcome is not None:
        return
    player = chance.choice(list(table.names))
    choices = table.game.choices(table.state, player=player)
    boxes = [choice.box for choice in choices if choice.box]
    if boxes:
        face = chance.randint(1, 6)
        dice = [face] * chance.randint(2, 4)
        dice += [chance.randint(1, 6) for _ in range(5 - len(dice))]
        move: dict[str, Any] = {"dice": dice, "throws": chance.randint(1, 3)}
        with suppress(RefusedError):
            desk.line(int(player), chance.choice(boxes), **move)


def _count(desk: SampleTable) -> None:
    desk.change(counted=not desk.table.session.counted)


def _remove(desk: SampleTable) -> None:
    desk.change(removed=desk.table.session.removed is None)
