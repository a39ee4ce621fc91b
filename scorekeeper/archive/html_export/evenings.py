"""Evenings of a group with the sheets of their games, for its page to keep.

Sessions that run or were deleted are left out; one that was given up is shown as such.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby
from typing import Any

from django.db.models import Prefetch, Q

from scorekeeper.archive.print_document import printed_sheet
from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.sides import sides_of
from scorekeeper.history.evening_texts import payments_text, wins_text
from scorekeeper.history.evenings import Evening
from scorekeeper.history.models import Result, Score
from scorekeeper.history.presentation import ShownPlayer, evening_game_row
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import NET_COLUMNS, balances_of, net_of
from scorekeeper.people.models import Group
from scorekeeper.play.loading import count_undone, load_tables
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.session_notes import note_of
from scorekeeper.play.table import Table

from .sheet import sheet_html

TOGETHER = 20  # games that are read at a time, more if one evening has more

Known = Mapping[int, ShownPlayer]


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """An evening: its day, and the ids of its sessions, the oldest first."""

    day: date
    sessions: Sequence[int]


def played_evenings(group: Group) -> list[PlayedEvening]:
    """Return the evenings of a group, the newest first.

    One query.
    """
    over = Q(finished__isnull=False) | Q(ended__isnull=False)
    found = Session.objects.filter(over, group=group, removed=None)
    rows = found.only("finished", "ended", "started", "imported_result")
    ordered = sorted(rows, key=lambda session: (session.day, session.ended or session.finished, session.pk))
    days = groupby(ordered, lambda session: session.day)
    return [PlayedEvening(day, [session.pk for session in of_day]) for day, of_day in days][::-1]


def evening_contexts(
    group: Group, evenings: Sequence[PlayedEvening], known: Known, called: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    """Yield the context of each evening, reading a few at a time.

    `called`: names of variants by id.
    """
    for few in _parts(evenings):
        numbers = [number for evening in few for number in evening.sessions]
        seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position", "number"))
        found = Session.objects.filter(pk__in=numbers, removed=None).select_related("group")
        sessions = found.prefetch_related(seats)
        tables = {table.session.pk: table for table in load_tables(sessions)}
        scores: dict[int, list[Score]] = defaultdict(list)
        results = {each.session_id: each for each in Result.objects.filter(session__in=tables)}
        for score in Score.objects.filter(result__session__in=tables).order_by("rank", "position"):
            scores[score.result_id].append(score)
        postings, undone = _postings(group, tables.values()), count_undone(tables.values())
        for evening in few:
            there = [tables[number] for number in evening.sessions if number in tables]
            if there:
                games = [
                    _game(table, undone[table.session.pk], results, scores, known, called) for table in there
                ]
                yield {
                    "day": evening.day,
                    "games": games,
                    **_sums(evening.day, there, results, scores, postings, known),
                }


def _parts(evenings: Sequence[PlayedEvening]) -> Iterator[list[PlayedEvening]]:
    """Yield evenings with at least `TOGETHER` games while there are so many."""
    part: list[PlayedEvening] = []
    for evening in evenings:
        part.append(evening)
        if sum(len(each.sessions) for each in part) >= TOGETHER:
            yield part
            part = []
    if part:
        yield part


def _game(
    table: Table,
    undone: int,
    results: Mapping[int, Result],
    scores: Mapping[int, list[Score]],
    known: Known,
    called: Mapping[int, str],
) -> dict[str, Any]:
    paper = printed_sheet(table, undone)
    result = results.get(table.session.pk)
    game: dict[str, Any] = {"name": table.game_name, "totals": "", "remarks": []}
    if result is None:
        game["totals"] = listed(f"{side.name} {side.total}" for side in sides_of(table))
    else:
        result.session = table.session
        game = evening_game_row(result, scores[result.pk], known, called.get(result.variant_id, ""))
    return game | {
        "address": table.session.address,
        "paper": paper,
        "sheet": sheet_html(paper, points=table.game.POINTS) if table.session.imported_result is None else "",
        "note": note_of(table.session),
    }


def _postings(group: Group, tables: Iterable[Table]) -> Mapping[str, Sequence[tuple[Any, ...]]]:
    """Return the `NET_COLUMNS` of the postings of games by address, without payments.

    One query.
    """
    addresses = [table.session.address for table in tables]
    rows = Posting.objects.filter(group=group, session__in=addresses).exclude(kind=Posting.Kind.PAYMENT)
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for address, *columns in rows.values_list("session", *NET_COLUMNS):
        found[address].append(tuple(columns))
    return found


def _sums(
    day: date,
    tables: Sequence[Table],
    results: Mapping[int, Result],
    scores: Mapping[int, list[Score]],
    postings: Mapping[str, Sequence[tuple[Any, ...]]],
    known: Known,
) -> dict[str, str]:
    """Return the wins and the payments of an evening in words."""
    rows = [
        score for table in tables if (result := results.get(table.session.pk)) for score in scores[result.pk]
    ]
    won = Counter(score.player_id for score in rows if score.won)
    own = chain.from_iterable(postings.get(table.session.address, ()) for table in tables)
    money = dict(sorted(balances_of(net_of(own)).items()))
    evening = Evening(day, (), Counter(score.player_id for score in rows), won, money)
    return {"won": wins_text(dict(won.most_common()), known), "pays": payments_text(evening, known)}
