"""Checks of the stress cases: faults of wrong histories, none of a correct one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from .flaky import TableView, judge_views, sheets_of
from .history import OK, REFUSED, UNKNOWN, History
from .proxy import FATES, BadNetwork
from .streams import Listener

ENTRIES = [(1, "a"), (2, "b"), (3, "c")]


def history(*writes: tuple[str, str, float, float]) -> History:
    """Return a history of (key, outcome, time sent, time known)."""
    made = History("test", 1)
    for key, outcome, sent, decided in writes:
        write = made.invoke(0, "table", {"key": key})
        write.outcome, write.sent, write.decided = outcome, sent, None if outcome == UNKNOWN else decided
    return made


HONEST: list[tuple[str, str, float, float]] = [
    ("a", OK, 1, 2),
    ("b", OK, 3, 4),
    ("c", OK, 3, 6),
    ("d", REFUSED, 5, 6),
    ("e", UNKNOWN, 7, 0),
]


def faults(writes: list[tuple[str, str, float, float]], entries: list[tuple[Any, ...]]) -> list[str]:
    return history(*writes).faults("table", [(*entry, "append", None) for entry in entries])


def test_honest_history_has_no_fault() -> None:
    assert faults(HONEST, ENTRIES) == []
    # the fate of a write without a response is unknown
    assert faults(HONEST, [*ENTRIES, (4, "e")]) == []


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        (ENTRIES[:2], "table: c was confirmed and is lost"),
        ([*ENTRIES, (4, "c")], "table: c is stored 2 times"),
        ([*ENTRIES, (4, "d")], "table: d was refused and is stored"),
        ([*ENTRIES, (4, "x")], "table: x was never sent"),
        ([*ENTRIES[:2], (4, "c")], "table: the numbers have a gap"),
        ([(1, "b"), (2, "a"), (3, "c")], "table: b is stored before an entry that was confirmed earlier"),
    ],
)
def test_wrong_histories_are_detected(entries: list[tuple[Any, ...]], fault: str) -> None:
    assert faults(HONEST, entries) == [fault]


def entry(number: int, kind: str, target: int | None, points: int) -> tuple[Any, ...]:
    return number, f"k{number}", kind, target, {"moves": [{"player": "1", "box": "ones", "points": points}]}


def test_views_are_beginnings_of_one_order() -> None:
    entries = [entry(1, "append", None, 3), entry(2, "amend", 1, 4)]
    assert sheets_of(entries) == [{}, {("P1", "Ones"): 3}, {("P1", "Ones"): 4}]
    good = [TableView(0, 1, {("P1", "Ones"): 3}), TableView(0, 2, {("P1", "Ones"): 4})]
    assert judge_views(good, entries) == []
    assert judge_views(good[::-1], entries) == ["phone 0 went back in time: [2, 1]"]
    assert judge_views([TableView(1, 2, {("P1", "Ones"): 3})], entries) == [
        "phone 1 saw 2 entries that add up otherwise"
    ]
    assert judge_views([TableView(1, 9, {})], entries) == ["phone 1 saw 9 entries that add up otherwise"]


def test_network_faults_occur_as_configured() -> None:
    network = BadNetwork(1, Random(1).randrange(100))
    network.server.server_close()
    for _ in range(2000):
        network.fate("POST")
    assert network.fates.keys() == FATES.keys()
    assert all(abs(network.fates[fate] / 20 - share) < 5 for fate, share in FATES.items())


def test_listener_sees_page_that_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    listener = Listener(1, "", "table", 7)
    for version, seen in ((5, 5), (4, 4)):
        page = f'<main data-version="{version}" data-live="t"><input name="seen" value="{seen}">'
        answer = type("Page", (), {"status": 200, "page": page, "seen": seen, "headers": {"etag": "e"}})()
        monkeypatch.setattr(listener.phone, "ask", lambda *_, answer=answer, **__: answer)
        assert listener.look()
    assert listener.faults == ["listener 7 went back from 5 to 4"]
