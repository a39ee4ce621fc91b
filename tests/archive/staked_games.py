"""Short games with partners, ties and automatic wins, each with another stake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any

from scorekeeper.demo.writer import next_line
from scorekeeper.play import log
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.rules import GAMES
from tests.factories import SampleTable, Writer
from tests.rules.random_games import random_round

SIX = ("Ana", "Bo", "Cleo", "Dev", "Eva", "Fay")
UNITS = (
    ("EUR", ("0.01", "0.25", "1.01")),
    ("JPY", ("7", "100")),
    ("KWD", ("0.005",)),
    ("a beer", ("1", "3")),
)
KINDS = ("per_point", "pairwise", "low_pays", "low_buys", "ante", "fixed")
TEAMS = {4: ([1, 2, 1, 2],), 6: ([1, 2, 1, 2, 1, 2], [1, 2, 3, 1, 2, 3])}


def staked_games(writer: Writer, chance: Random, count: int) -> list[SampleTable]:
    """So many games that are over, of one group."""
    plays = (_boxes, _boxes, _tricks, _boxes, _boxes, _at_once, _drops)
    kinds = cycle(KINDS)
    return [plays[number % len(plays)](writer, chance, next(kinds)) for number in range(count)]


def _stake(chance: Random, kind: str) -> dict[str, str]:
    unit, amounts = chance.choice(UNITS)
    return {"kind": kind, "amount": chance.choice(amounts), "unit": unit}


def _desk(slug: str, names: Sequence[str], options: Mapping[str, Any], **more: Any) -> SampleTable:
    """Return a table with all its house rules, as the page for a new game writes them."""
    return SampleTable(slug, names, options=dict(GAMES[slug].resolve(options)), **more)


def _seated(chance: Random, *, partners: bool) -> dict[str, Any]:
    count = chance.choice((4, 6)) if partners else chance.choice((2, 3, 4))
    names = chance.sample(SIX, count)
    return {"names": names, "teams": chance.choice(TEAMS[count]) if partners else []}


def _boxes(writer: Writer, chance: Random, kind: str) -> SampleTable:
    """Play General with few points each, so that many tie; then all players leave."""
    seats = _seated(chance, partners=chance.random() < 0.6)
    desk = _desk("general", options={}, stake=_stake(chance, kind), writer=writer, **seats)
    for player in range(1, len(seats["names"]) + 1):
        desk.line(player, "ones", points=chance.choice((1, 2)))
    for player in range(1, len(seats["names"]) + 1):
        log.go_home(desk.address, desk.write_request(), str(player))
    return desk


def _tricks(writer: Writer, chance: Random, kind: str) -> SampleTable:
    seats = _seated(chance, partners=chance.random() < 0.8)
    options = {"target": 30, "auction": chance.random() < 0.5, "sweep_wins": chance.random() < 0.5}
    stake = _stake(chance, kind)
    if stake["kind"] == "per_point" and options["sweep_wins"]:
        stake["automatic_win"] = "11"
    desk = _desk("forty_fives", options=options, stake=stake, writer=writer, dealer=1, **seats)
    while desk.table.outcome is None:
        desk.entry(**random_round(desk.table.game, desk.table.state, chance))
    return desk


def _drops(writer: Writer, chance: Random, kind: str) -> SampleTable:
    """Générala of cards, which counts no points."""
    stake = _stake(chance, "low_buys" if kind in ("per_point", "pairwise") else kind)
    names = chance.sample(SIX, chance.choice((3, 5)))
    desk = _desk("generala_cards", names, {}, stake=stake, writer=writer, dealer=1)
    while desk.table.outcome is None:
        desk.entry(**next_line(desk.table.game, desk.table.state, chance))
    return desk


def _at_once(writer: Writer, chance: Random, kind: str) -> SampleTable:
    """Generala, won by five alike on the first throw."""
    stake = _stake(chance, kind)
    if stake["kind"] == "per_point" and chance.random() < 0.7:
        stake["automatic_win"] = "13"
    names = chance.sample(SIX, 3)
    desk = _desk("generala", names, {}, stake=stake, writer=writer)
    for player in (1, 2, 3):
        with suppress(RefusedError):
            desk.line(player, "sixes", points=6 * chance.randint(1, 3))
    log.append(desk.address, desk.write_request(), [{"player": "1", "dice": [6] * 5, "throws": 1}])
    return desk
