"""B4: five phones on a bad network write each confirmed entry once, in one order."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats
from tests.server_process import Server
from tests.table.sheet_parser import read_sheet

from .case import Result, StressCase
from .history import OK, REFUSED, UNKNOWN, History, Write
from .phone import Phone
from .place import faults, make_tables
from .proxy import BadNetwork
from .tables import BEFORE, any_write

PHONES = 5
TRIES = 3  # after which a phone gives up and does not know
PATIENCE = 20
SIDE_BY_SIDE = 6  # histories, each at a table of its own

Cells = dict[tuple[str, str], int]


@dataclass
class TableView:
    """The view of one phone at one moment: the number of entries, and the content of each box."""

    phone: int
    seen: int
    cells: Cells = field(repr=False)


@dataclass(frozen=True)
class HistoryResult:
    """Result of one history; `views`: the number of compared views."""

    writes: list[Write]
    views: int
    faults: list[str]


def flaky(case: StressCase, histories: int, writes: int) -> Result:
    """Run histories of writes and reads, some in parallel, as a bad network is mostly waiting."""
    result = case.result("5 phones on a bad network", f"{histories} histories of {writes} requests")
    with case.place.server(several=True) as server:
        made = make_tables(server, histories, writers=PHONES)
        server.start()

        def ride(number: int) -> HistoryResult:
            return _history(server, case, made.cookies, made.addresses[number], number, writes)

        with ThreadPoolExecutor(SIDE_BY_SIDE) as side:
            found = list(side.map(ride, range(histories)))
        server.stop()
        result.miss(
            *(
                f"history {number}: {each}"
                for number, counts_text in enumerate(found)
                for each in counts_text.faults
            )
        )
        result.miss(*faults(server))
    case.history.writes += [write for counts_text in found for write in counts_text.writes]
    count = {outcome: case.history.count(outcome) for outcome in (OK, REFUSED, UNKNOWN)}
    counts_text = f"{count[OK]:,} saved, {count[REFUSED]:,} refused, {count[UNKNOWN]:,} unknown"
    result.figures = f"{counts_text}, {sum(each.views for each in found):,} views compared"
    return result


def _history(
    server: Server, case: StressCase, cookies: Sequence[str], address: str, number: int, writes: int
) -> HistoryResult:
    history = History(case.history.name, case.seed)
    with BadNetwork(server.port, case.seed + number) as network:
        seen = _play(history, network.port, cookies, address, case.seed + number, writes // PHONES)
    last = Phone(server.port, cookies[0])
    seen.append(_view(last, address))
    last.hang_up()
    entries = server.rows(_ENTRIES, address)
    return HistoryResult(
        history.writes, len(seen), history.faults(address, entries, BEFORE) + judge_views(seen, entries)
    )


_ENTRIES = (
    "SELECT e.number, e.key, e.kind, e.target, e.data FROM play_entry e JOIN play_session s ON s.id = e.session_id"
    " WHERE s.address = %s ORDER BY e.number"
)


def _play(
    history: History, port: int, cookies: Sequence[str], address: str, seed: int, each: int
) -> list[TableView]:
    """Let five phones write and read at once; return their views."""
    views: list[TableView] = []
    phones = [Phone(port, cookies[number], number, patience=PATIENCE) for number in range(PHONES)]

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
                if write.outcome == UNKNOWN:
                    phone.try_once(name, write)
        phone.hang_up()

    threads = [threading.Thread(target=ride, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return views


def _view(phone: Phone, address: str) -> TableView:
    answer = phone.look(address)
    return TableView(phone.number, answer.seen or 0, read_sheet(answer.page).cells if answer.page else {})


def judge_views(views: Sequence[TableView], entries: Sequence[tuple[Any, ...]]) -> list[str]:
    """Assert that each phone's views only advance, and each equals the sum of its first entries."""
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
    """Return the sheet after each number of entries, by the simplest reading."""
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
