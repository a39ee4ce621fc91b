"""Dates in a transcript, and totals of games from before there was a log."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.archive.replay_report import MALFORMED, TAKEN, check
from scorekeeper.play.transcript import read_transcript, write_transcript

HEAD = {"format": "scorekeeper/1", "game": "general", "players": ["Ana", "Bo"], "entries": []}
START = "2025-10-15T18:02:11+00:00"
LINE = {"player": "Ana", "box": "fours", "strike": True}


def checked(**fields: Any) -> tuple[int, dict[str, Any]]:
    status, document = check(json.dumps(HEAD | fields).encode())
    return status, document


@pytest.mark.parametrize(
    "played",
    [
        {"start": START},
        {"start": START, "end": START},
        {"start": "2025-10-15T18:02Z", "end": "2025-10-15T20:30:00.5+02:00"},
    ],
)
def test_transcript_with_its_times_is_taken(played: dict[str, str]) -> None:
    assert checked(played=played)[0] == TAKEN


@pytest.mark.parametrize(
    "played",
    [
        *(None, [], "2025-10-15", 5, {}, {"end": START}, {"start": None}, {"start": 5}),
        *({"start": "2025-10-15"}, {"start": "2025-10-15T18:02:11"}, {"start": "2025-13-15T18:02:11Z"}),
        *({"start": "20251015T180211Z"}, {"start": START + " "}, {"start": "2025-10-15T18:02:11+99:00"}),
        *({"start": "0001-01-01T00:00:00+14:00"}, {"start": "9999-12-31T23:59:59-14:00"}),
        *({"start": START, "end": "2025-10-15T18:02:10+00:00"}, {"start": START, "end": None}),
        {"start": START, "pause": START},
    ],
)
def test_transcript_with_malformed_times_is_refused(played: Any) -> None:
    status, document = checked(played=played)
    assert (status, document["error"]["code"]) == (MALFORMED, "bad_played")


def test_transcript_writes_its_times_in_utc() -> None:
    found = read_transcript(json.dumps(HEAD | {"played": {"start": "2025-10-15T20:02:11+02:00"}}).encode())
    assert found.played is not None
    assert found.played.start == datetime(2025, 10, 15, 18, 2, 11, tzinfo=UTC)
    assert found.played.start.utcoffset() == timedelta(0)
    assert json.loads(write_transcript(found))["played"] == {"start": START}


def test_transcript_with_totals_is_over() -> None:
    status, document = checked(given={"points": {"Ana": 98, "Bo": 153}, "won": ["Bo"]})
    assert (status, document["finished"], document["reason"]) == (TAKEN, True, "imported")
    assert document["scores"] == {"Ana": 98, "Bo": 153}
    assert document["winners"] == ["Bo"]
    assert (document["turn"], document["settlement"]) == (None, None)


def test_transcript_with_totals_writes_them_again() -> None:
    data = HEAD | {"given": {"points": {"Ana": 98, "Bo": 153}, "won": ["Bo"]}}
    found = read_transcript(json.dumps(data).encode())
    assert json.loads(write_transcript(found)) == data
    again = json.loads(write_transcript(found, {"Ana": "1", "Bo": "2"}))
    assert again["given"] == {"points": {"1": 98, "2": 153}, "won": ["2"]}


@pytest.mark.parametrize(
    "fields",
    [
        *({"given": None}, {"given": []}, {"given": {}}, {"given": {"won": ["Ana"]}}),
        *({"given": {"points": {"Ana": 1}, "won": []}}, {"given": {"points": None, "won": ["Ana"]}}),
        *({"given": {"points": {"Ana": 1, "Bo": 2}, "won": [1]}},),
        *({"given": {"points": {"Ana": 1, "Bo": True}, "won": ["Ana"]}},),
        *({"given": {"points": {"Ana": 1, "Bo": 2}, "won": ["Cy"]}},),
        *({"given": {"points": {"Ana": 1, "Bo": 2}, "won": ["Ana"], "lost": ["Bo"]}},),
        {"given": {"points": {"Ana": 1, "Bo": 2}, "won": ["Ana"]}, "entries": [LINE]},
        {
            "given": {"points": {"Ana": 1, "Bo": 2}, "won": ["Ana"]},
            "stake": {"kind": "ante", "amount": "1", "unit": "EUR"},
        },
    ],
)
def test_transcript_with_malformed_totals_is_refused(fields: dict[str, Any]) -> None:
    status, document = checked(**fields)
    assert (status, document["error"]["code"]) == (MALFORMED, "bad_given")


def test_transcript_with_another_field_is_still_refused() -> None:
    assert checked(date=START)[1]["error"]["code"] == "unknown_field"
