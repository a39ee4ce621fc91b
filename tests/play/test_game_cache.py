"""Limits of the cache of tables: number of tables, and entries of all together."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.play import table
from scorekeeper.play.fold import Folded
from scorekeeper.play.table import Kept, forget
from scorekeeper.rules.contract import Seats


def kept(entries: int) -> Kept:
    """As many lines as entries."""
    line: Any = None
    return entries, 0, Seats(("1",)), Folded(None, (line,) * entries, ())


def test_large_games_leave_no_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "KEPT_LINES", 100)
    forget()
    for number, entries in enumerate((40, 40, 10), start=1):
        table._keep(number, kept(entries))
    assert list(table._kept) == [1, 2, 3]
    table._keep(1, kept(41))  # a line more, and it was used last
    assert (list(table._kept), table._lines) == ([2, 3, 1], 91)
    table._keep(4, kept(50))
    assert (list(table._kept), table._lines) == ([1, 4], 91)
    table._keep(5, kept(1000))  # one is always remembered
    assert (list(table._kept), table._lines) == ([5], 1000)
    table._keep(5, kept(900))  # an older reading takes no newer one's place
    assert table._lines == 1000
    forget()
    assert (len(table._kept), table._lines) == (0, 0)
