"""The fields of a transcript besides its entries: times, and imported totals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scorekeeper.core.i18n.dates import YEARS
from scorekeeper.rules.contract import RuleError

from .imported_results import imported_faults

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)", flags=re.ASCII)


class TranscriptError(RuleError):
    """The file is not a transcript, for another reason than its entries."""


@dataclass(frozen=True, slots=True)
class PlayTimes:
    """The times of the start and the end of a game, in UTC.

    `end`: None while it runs.
    """

    start: datetime
    end: datetime | None = None


def read_played(data: object) -> PlayTimes:
    """The times of a game.

    Raises TranscriptError `bad_played`.
    """
    if not isinstance(data, dict) or not {"start"} <= data.keys() <= {"start", "end"}:
        raise TranscriptError("bad_played")
    start = _moment(data["start"])
    end = _moment(data["end"]) if "end" in data else None
    if end is not None and end < start:
        raise TranscriptError("bad_played")
    return PlayTimes(start, end)


def dump_played(played: PlayTimes) -> dict[str, str]:
    """The times in the format of a file."""
    times = {"start": played.start, "end": played.end}
    return {name: at.astimezone(UTC).isoformat() for name, at in times.items() if at is not None}


def read_imported(found: Mapping[str, Any], players: Sequence[str], *, has_points: bool) -> dict[str, Any]:
    """The totals of a game without lines and without a stake.

    Raises TranscriptError `bad_given`.
    """
    given = found["given"]
    odd = found["entries"] or "stake" in found or imported_faults(given, players, has_points=has_points)
    if (
        odd
        or not given.keys() <= {"points", "won"}
        or not all(isinstance(name, str) for name in given["won"])
        or given.get("points", {}) is None
    ):
        raise TranscriptError("bad_given")
    return dict(given)


def dump_imported(given: Mapping[str, Any], called: Mapping[str, str]) -> dict[str, Any]:
    """The totals with the players renamed."""
    points = given.get("points")
    named = {} if points is None else {"points": {called.get(key, key): each for key, each in points.items()}}
    return {**named, "won": [called.get(key, key) for key in given["won"]]}


def _moment(data: object) -> datetime:
    """A time in ISO 8601 with its zone.

    Raises TranscriptError.
    """
    try:
        if isinstance(data, str) and _MOMENT.fullmatch(data):
            found = datetime.fromisoformat(data).astimezone(UTC)
            if found.year in YEARS:
                return found
    except (ValueError, OverflowError):
        pass
    raise TranscriptError("bad_played")
