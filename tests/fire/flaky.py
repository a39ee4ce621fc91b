"""B4: five phones on a bad network. What was told to stand stands once, and every phone saw a part of the one order."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scorekeeper.rules import GAMES
from scorekeeper.rules.core import Seats
from tests.play.test_log_histories import read_sheet

from .case import Fire, Result
from .history import OK, REFUSED, UNKNOWN, History
from .phone import Phone
from .place import faults, make_tables
from .proxy import BadNetwork
from .tables import BEFORE, any_write

PHONES = 5
TRIES = 3  # after which a phone gives up and does not know
PATIENCE = 20

Cells = dict[tuple[str, str], int]


@dataclass
class View:
    """What one phone saw at one moment: how many entries, and what stood in each box."""

    phone: int
    seen: int
    cells: Cells = field(repr=False)


def flaky(fire: Fire, histories: int, writes: int) -> Result:
    """So many histories of so many writes and looks each."""
    result = fire.result("5 phones on a bad network", f"{histories} histories of {writes} requests")
    views = 0
    count = {OK: 0, REFUSED: 0, UNKNOWN: 0}
    with fire.place.server(several=True) as server:
        made = make_tables(server, histories)
        server.start()
        for number, address in enumerate(made.addresses):
            history = History(fire.history.name, fire.seed)
            with BadNetwork(server.port, fire.seed + number) as network:
                seen = _play(
                    history, network.port, made.cookies[0], address, fire.seed + number, writes // PHONES
                )
            fire.history.writes += history.writes
            last = Phone(server.port, made.cookies[0])
            seen.append(_view(last, address))
            last.hang_up()
            entries = server.rows(_ENTRIES, address)
            found = history.faults(address, entries, BEFORE) + judge_views(seen, entries)
            result.miss(*(f"history {number}: {fault}" for fault in found))
            views += len(seen)
            for said in count:
                count[said] += history.count(said)
        server.stop()
        result.miss(*faults(server))
    told = f"{count[OK]:,} saved, {count[REFUSED]:,} refused, {count[UNKNOWN]:,} unknown"
    result.figures = f"{told}, {views:,} views compared"
    return result


_ENTRIES = (
    "SELECT e.number, e.key, e.kind, e.target, e.data FROM play_entry e JOIN play_session s ON s.id = e.session_id"
    " WHERE s.address = %s ORDER BY e.number"
)


def _play(history: History, port: int, cookie: str, address: str, seed: int, each: int) -> list[View]:
    """Five phones write and look, all at once; what they saw."""
    views: list[View] = []
    phones = [Phone(port, cookie, number, patience=PATIENCE) for number in range(PHONES)]

    def ride(phone: Phone) -> None:
        chance = Random(f"{seed} {phone.number}")
        for _ in range(each):
            if not phone.seen or chance.random() < 0.4:
                view = _view(phone, address)
                if view.seen:
                    views.append(view)
                continue
            name, form = any_write(chance, phone.seen)
            write = history.invoke(phone.number, address, form)
            for _try in range(TRIES):
                if write.said == UNKNOWN:
                    phone.try_once(name, write)
        phone.hang_up()

    threads = [threading.Thread(target=ride, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return views


def _view(phone: Phone, address: str) -> View:
    answer = phone.look(address)
    return View(phone.number, answer.seen or 0, read_sheet(answer.page).cells if answer.page else {})


def judge_views(views: Sequence[View], entries: Sequence[tuple[Any, ...]]) -> list[str]:
    """Every phone went forward only, and each of its views is what the first so many entries add up to."""
    found = []
    for phone in range(PHONES):
        counts = [view.seen for view in views if view.phone == phone]
        if counts != sorted(counts):
            found.append(f"phone {phone} went back in time: {counts}")
    sheets = sheets_of(entries)
    return found + [
        f"phone {view.phone} saw {view.seen} entries that add up otherwise"
        for view in views
        if view.seen >= len(sheets) or view.cells != sheets[view.seen]
    ]


def sheets_of(entries: Sequence[tuple[Any, ...]]) -> list[Cells]:
    """What stands after each number of entries, by the simplest reading there is."""
    game, lines = GAMES["general"], dict[int, list[dict[str, Any]]]()
    empty = game.sheet(game.start(game.resolve({}), Seats(("1", "2"))))
    labels = {row.key: row.label for row in empty.rows}
    sheets: list[Cells] = [{}]
    for number, _key, kind, target, data in entries:
        moves = (json.loads(data) if isinstance(data, str) else data).get("moves", [])
        lines[number if kind == "append" else target] = moves
        sheets.append(
            {
                (f"P{move['player']}", labels[move["box"]]): int(move.get("points", 0))
                for moves in lines.values()
                for move in moves
            }
        )
    return sheets
