"""Parser of transcripts for import: replays files and dates their games.

The day of a game without times may be in its file name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from scorekeeper.games.messages import explain
from scorekeeper.ledger.settle import settle
from scorekeeper.people import names
from scorekeeper.play.transcript import Transcript, parse_transcript
from scorekeeper.rules.contract import Outcome
from scorekeeper.rules.replay import replay

from .duplicate_games import Trace, trace_of
from .json_reader import FileError
from .uploads import SentFile

_DAY = re.compile(r"(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)")
EVENING = 20  # hour of a game of which only the day is known
BETWEEN = timedelta(seconds=30)
SLOW = timedelta(days=1)  # tolerated difference of clocks and time zones between servers
MOST_LINES = 5000  # of all games together; fifty long games have fewer


@dataclass(frozen=True, slots=True)
class CheckedTranscript:
    """A valid transcript.

    `players`: tidy names. `outcome`: None if the game is running.

    `at`, `until`: start and end of the game, None if unknown.
    """

    name: str
    transcript: Transcript
    players: tuple[str, ...]
    outcome: Outcome | None
    at: datetime | None
    until: datetime | None = None

    def line_at(self, number: int) -> datetime | None:
        """Return the time of a line, counted from 1: evenly spaced between start and end, if known."""
        if self.at is None or self.until is None:
            return self.at and min(self.at + number * BETWEEN, timezone.now())
        return self.at + (self.until - self.at) * number / len(self.transcript.entries)

    @property
    def trace(self) -> Trace:
        """The features by which the game is recognised."""
        day = "" if self.at is None else self.at.date().isoformat()
        return trace_of(self.transcript, self.players, self.outcome, day)

    @property
    def pays(self) -> bool:
        """Return whether the game adds debts to the ledger."""
        stake = self.transcript.stake
        return bool(stake and self.outcome and settle(stake, self.outcome))


def read_all(files: Sequence[SentFile]) -> list[CheckedTranscript]:
    """Parse files as games.

    Raises as `read`, and FileError `too_many_rows` for too many lines in total.
    """
    found = [read(file) for file in files]
    if sum(len(each.transcript.entries) for each in found) > MOST_LINES:
        raise FileError("too_many_rows", most=MOST_LINES)
    return found


def read(file: SentFile) -> CheckedTranscript:
    """Parse a file as a game and replay it.

    Raises FileError for a refused line and for equal names; RuleError and StakeError as `parse_transcript`.
    """
    transcript = parse_transcript(file.value)
    if len(transcript.entries) > MOST_LINES:
        raise FileError("too_many_rows", file.name, most=MOST_LINES)
    replayed = replay(transcript.game, transcript.options, transcript.seats, transcript.entries)
    if replayed.error is not None:
        why = explain(replayed.error, game=transcript.game, rules=transcript.options)
        raise FileError("line_refused", file.name, line=replayed.taken + 1, why=why)
    players = tuple(names.tidy(name) for name in transcript.seats.players)
    folded = [names.fold(name) for name in players]
    for name, key in zip(players, folded, strict=True):
        if folded.count(key) > 1:
            raise FileError("name_twice", file.name, name=name)
        if names.name_error(name):
            raise FileError("bad_name", file.name, most=40)
    at, until = _times(transcript, file.name)
    return CheckedTranscript(file.name, transcript, players, transcript.outcome(replayed.state), at, until)


def _times(transcript: Transcript, name: str) -> tuple[datetime | None, datetime | None]:
    """Return start and end of a game from the file or its name.

    Raises FileError `in_future`.
    """
    played = transcript.played
    times = (_day(name), None) if played is None else (played.start, played.end)
    if max(filter(None, times), default=timezone.now()) > timezone.now() + SLOW:
        raise FileError("in_future", name)
    return times


def _day(name: str) -> datetime | None:
    """Return the evening of the day in a file name (`transcript_export.name_of`)."""
    found = _DAY.search(name)
    try:
        return datetime.fromisoformat(found[0]).replace(hour=EVENING, tzinfo=UTC) if found else None
    except ValueError:
        return None
