"""Which of the games that come in a group has already: brought in before, or played there.

A game that came in before has its key, which is made of what its file says. One that is over is found by its result,
and is the same where its sheet is, line by line; what it was played for is not asked.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Prefetch, Q
from django.utils.crypto import salted_hmac

from scorekeeper.history.models import Result
from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.play.models import Entry, Seat, Session
from scorekeeper.play.table import Table, open_tables
from scorekeeper.play.transcript import Transcript, write_transcript
from scorekeeper.rules.core import Outcome

from .game_file import transcript_of

SALT = "scorekeeper.archive.game_import"
MOST = 200  # games of one result that are looked at line by line


class Trace(NamedTuple):
    """What a game is recognised by.

    `sheet`: a digest of who plays what by which rules, and of every line; `day`: of its beginning, empty where nobody
    says; `player`: the first one, folded, who came to `points` (None where the game counts none) and has `won`.
    """

    sheet: str
    game: str
    day: str
    lines: int
    over: bool
    player: str
    points: int | None
    won: bool


def trace_of(
    transcript: Transcript, called: Mapping[str, str], outcome: Outcome | None, day: str = ""
) -> Trace:
    """The trace of a game. `called`: the players' names by what the transcript calls them."""
    first = transcript.seats.players[0]
    return Trace(
        sheet=_sheet(transcript, called),
        game=transcript.game.slug,
        day=day,
        lines=len(transcript.entries),
        over=outcome is not None,
        player=names.fold(called[first]),
        points=outcome.scores[first] if outcome is not None and outcome.has_points else None,
        won=outcome is not None and first in outcome.winners,
    )


def keys_of(traces: Sequence[Trace], group: Group) -> list[uuid.UUID]:
    """By what games of a group are found again when their files are sent again; games alike are counted."""
    alike = Counter[tuple[str, str]]()
    keys = []
    for trace in traces:
        same = trace.sheet, trace.day
        said = f"{group.pk}:{trace.sheet}:{trace.day}:{alike[same]}"
        keys.append(uuid.UUID(bytes=salted_hmac(SALT, said, algorithm="sha256").digest()[:16]))
        alike[same] += 1
    return keys


def line_key(game: uuid.UUID, number: int) -> str:
    """The key of a line of a game with such a key."""
    return str(uuid.uuid5(game, str(number)))


def games_here(traces: Sequence[Trace], group: Group | None) -> set[int]:
    """Which of these games, by their place, the group has. The same few queries for one as for many."""
    if group is None:
        return set()
    known = _brought(traces, group)
    here, taken = set(known), set(known.values())
    played = [table for table in _ended_alike(traces, group) if table.session.pk not in taken]
    sheets = [(_sheet(transcript_of(table), table.names), _day(table)) for table in played]
    for place, trace in enumerate(traces):
        alike = (each for each in sheets if each[0] == trace.sheet and trace.day in ("", each[1]))
        found = next(alike, None) if place not in here else None
        if found is not None:
            sheets.remove(found)  # of two games alike one is here
            here.add(place)
    return here


# --- inside ----------------------------------------------------------------------------------------------


def _sheet(transcript: Transcript, called: Mapping[str, str]) -> str:
    folded = {player: names.fold(name) for player, name in called.items()}
    text = write_transcript(replace(transcript, stake=None), folded)
    return sha256(text.encode()).hexdigest()


def _day(table: Table) -> str:
    """The day as `game_file.name_of` says it."""
    return table.session.started.date().isoformat()


def _brought(traces: Sequence[Trace], group: Group) -> dict[int, int]:
    """The sessions of games that came in before with all their lines and were not deleted since, by place."""
    keys = keys_of(traces, group)
    last = [line_key(key, trace.lines) for key, trace in zip(keys, traces, strict=True)]
    rows = Entry.objects.filter(session__key__in=keys, session__removed=None, key__in=last)
    found = dict(rows.order_by().values_list("session__key", "session"))
    return {place: found[key] for place, key in enumerate(keys) if key in found}


def _ended_alike(traces: Sequence[Trace], group: Group) -> list[Table]:
    """Games with a log that ended as one of these did, the newest first."""
    wanted = Q()
    for trace in traces:
        if trace.over:
            wanted |= _result(trace)
    if not wanted:
        return []
    found = Result.objects.filter(wanted, group=group, session__given__isnull=True).order_by(
        "-finished", "-pk"
    )
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position", "number"))
    numbers = set(found.values_list("session", flat=True)[:MOST])
    return open_tables(Session.objects.filter(pk__in=numbers).prefetch_related(seats))


def _result(trace: Trace) -> Q:
    asked = {"player__folded": trace.player, "points": trace.points, "won": trace.won}
    found = Q(game=trace.game, **{f"scores__{name}": value for name, value in asked.items()})
    if trace.day:
        begins = datetime.fromisoformat(trace.day).replace(tzinfo=UTC)
        found &= Q(started__gte=begins, started__lt=begins + timedelta(days=1))
    return found
