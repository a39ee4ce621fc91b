"""Detection of imported games that a group has already, imported before or played there.

A game imported before has a key computed from its file. A finished game is found by its result, and is the same if its
sheet is the same line by line, whatever its stake.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Prefetch, Q
from django.utils.crypto import salted_hmac

from scorekeeper.history.models import Result
from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.people.names import Roster
from scorekeeper.play.loading import load_tables
from scorekeeper.play.models import Entry, Seat, Session
from scorekeeper.play.table import Table
from scorekeeper.play.transcript import Transcript, write_transcript
from scorekeeper.rules.contract import Outcome

from .transcript_export import transcript_of

SALT = "scorekeeper.archive.game_import"
MOST = 200  # games with equal results that are compared line by line


class Trace(NamedTuple):
    """The identifying features of a game.

    `sheet`: digest of game, rules and all lines. `players`: folded names in order of play. `points`, `won`: of the
    first player; `points` is None if the game counts none. `day`: ISO date of its start, empty if unknown.
    """

    sheet: str
    players: Sequence[str]
    game: str
    day: str
    lines: int
    over: bool
    points: int | None
    won: bool


def trace_of(transcript: Transcript, called: Sequence[str], outcome: Outcome | None, day: str = "") -> Trace:
    """Return the trace of a game.

    `called`: the players' tidy names, in order of play.
    """
    first = transcript.seats.players[0]
    return Trace(
        sheet=_sheet(transcript),
        players=[names.fold(name) for name in called],
        game=transcript.game.slug,
        day=day,
        lines=len(transcript.entries),
        over=outcome is not None,
        points=outcome.scores[first] if outcome is not None and outcome.has_points else None,
        won=outcome is not None and first in outcome.winners,
    )


def keys_of(traces: Sequence[Trace], group: Group) -> list[uuid.UUID]:
    """Return the keys by which imported games are found again; equal games are numbered."""
    alike = Counter[str]()
    keys = []
    for trace in traces:
        same = json.dumps([group.pk, trace.sheet, trace.players, trace.day])
        numbered = f"{same}:{alike[same]}"
        keys.append(uuid.UUID(bytes=salted_hmac(SALT, numbered, algorithm="sha256").digest()[:16]))
        alike[same] += 1
    return keys


def line_key(game: uuid.UUID, number: int) -> str:
    """Return the key of a line, computed from the key of its game."""
    return str(uuid.uuid5(game, str(number)))


def known_games(traces: Sequence[Trace], group: Group | None, but: Collection[int] = ()) -> set[int]:
    """Return the indexes of the games that the group has already.

    The number of queries is constant. `but`: sessions to ignore, those of an unfinished import.
    """
    if group is None:
        return set()
    known = {
        place: session for place, session in _imported_before(traces, group).items() if session not in but
    }
    here, taken = set(known), {*known.values(), *but}
    roll = Roster(group)
    meant = [_possible_players(trace, roll) for trace in traces]
    played = [each for each in _with_equal_results(traces, meant, group) if each.session not in taken]
    for place, trace in enumerate(traces):
        alike = (each for each in played if each.is_of(trace, meant[place]))
        found = next(alike, None) if place not in here else None
        if found is not None:
            played.remove(found)  # of two equal games in the file, the group has one
            here.add(place)
    return here


class _Played(NamedTuple):
    """A game of the group: its session id and features of a trace."""

    session: int
    sheet: str
    players: list[str]
    day: str

    def is_of(self, trace: Trace, meant: Collection[list[str]]) -> bool:
        """Return whether a trace is of this game; a different known day means a different game."""
        return self.sheet == trace.sheet and self.players in meant and trace.day in ("", self.day)


def _played(table: Table) -> _Played:
    players = [seat.player.folded_name for seat in table.seats]
    day = table.session.started.date().isoformat()  # as in `transcript_export.name_of`
    return _Played(table.session.pk, _sheet(transcript_of(table)), players, day)


def _sheet(transcript: Transcript) -> str:
    numbers = {player: str(number) for number, player in enumerate(transcript.seats.players, start=1)}
    text = write_transcript(replace(transcript, stake=None, played=None), numbers)
    # older files name no rules version, and are of the same game
    text = text.replace(f'  "rules": {transcript.options.version},\n', "", 1)
    return sha256(text.encode()).hexdigest()


def _possible_players(trace: Trace, roll: Roster) -> list[list[str]]:
    """Return the possible players of a game by its names: present names, and those after merges."""
    found = [list(trace.players)]
    for old in (False, True):
        stays = roll.meant(trace.players, old=old)
        found.append([stays[name].folded_name if name in stays else name for name in trace.players])
    return found


def _imported_before(traces: Sequence[Trace], group: Group) -> dict[int, int]:
    """Return the sessions of games that were imported completely and not deleted, by index."""
    keys = keys_of(traces, group)
    last = [line_key(key, trace.lines) for key, trace in zip(keys, traces, strict=True)]
    rows = Entry.objects.filter(session__key__in=keys, session__removed=None, key__in=last)
    found = dict(rows.order_by().values_list("session__key", "session"))
    # games of totals without lines are complete at once
    given = Session.objects.filter(key__in=keys, removed=None, imported_result__isnull=False)
    found |= dict(given.values_list("key", "pk"))
    return {place: found[key] for place, key in enumerate(keys) if key in found}


def _with_equal_results(
    traces: Sequence[Trace], meant: Sequence[list[list[str]]], group: Group
) -> list[_Played]:
    """Return games with the same result as one of the traces, the newest first."""
    wanted = Q()
    for trace, who in zip(traces, meant, strict=True):
        if trace.over:
            wanted |= _result(trace, {players[0] for players in who})
    if not wanted:
        return []
    found = Result.objects.filter(wanted, group=group).order_by("-finished", "-pk")
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position", "number"))
    numbers = set(found.values_list("session", flat=True)[:MOST])
    tables = load_tables(Session.objects.filter(pk__in=numbers).prefetch_related(seats))
    return [_played(table) for table in tables]


def _result(trace: Trace, first: Collection[str]) -> Q:
    """Match results of the trace's game and day with its first player's score."""
    score = {"player__folded_name__in": first, "points": trace.points, "won": trace.won}
    found = Q(game=trace.game, **{f"scores__{name}": value for name, value in score.items()})
    if trace.day:
        begins = datetime.fromisoformat(trace.day).replace(tzinfo=UTC)
        found &= Q(started__gte=begins, started__lt=begins + timedelta(days=1))
    return found
