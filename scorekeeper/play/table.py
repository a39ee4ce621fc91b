"""A table as one request sees it: the session, who sits where, and the game folded from its log.

The folded game is kept in memory by the number of entries it was made from, so that a page costs no replay.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import Any, cast

from django.db import connection, transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from scorekeeper.core.db.rows import rows_of
from scorekeeper.core.i18n.dates import fall_back
from scorekeeper.people.models import Player
from scorekeeper.people.names import isolated
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Options, Outcome, Row, Seats, Sheet

from .entries import entries, standing_entries
from .fold import Folded, Line, Stored, fold_lines, standing_lines
from .game_names import game_name
from .given import given_outcome
from .models import Entry, Seat, Session
from .rights import AT_HOME, Rights, Standing, Visitor, rights_of

KEPT = 512
KEPT_LINES = 50_000  # of all tables that are remembered; each takes 950 to 2,000 bytes


class SentAwayError(Http404):
    """The host has removed this phone from the table; to all that do not tell it so, there is no table."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a move stands on the sheet: whose column, which row, how many points."""

    player: str
    row: Row
    points: int


@dataclass(frozen=True)
class Table:
    """A session with its seats in order of play, the count of its entries, and the game as it stands.

    `wrote`: the number of the entry that the writer of this request made, now or by sending it before.
    `rights`: what whoever asks may do here. `read`: when that was asked, in seconds since 1970; not later.
    """

    session: Session
    seats: tuple[Seat, ...]
    count: int
    folded: Folded
    wrote: int | None = None
    rights: Rights = AT_HOME
    read: float = field(default_factory=time.time, compare=False)

    @property
    def game(self) -> Game[Any, Any]:
        """The rule module of this session."""
        return GAMES[self.session.game]

    @property
    def version(self) -> int:
        """Rises with every change that a phone can see."""
        return self.session.version + self.count

    @property
    def options(self) -> Options:
        """The house rules, complete."""
        return self.game.resolve(self.session.options, self.session.rules_version)

    @property
    def state(self) -> Any:
        """The rules' state."""
        return self.folded.state

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as it stands; of totals that were brought along nothing but these."""
        sheet = self.game.sheet(self.state)
        if self.session.given is None or self.outcome is None:
            return sheet
        totals = tuple(self.outcome.scores.values())
        return replace(sheet, totals=totals, leaders=self.outcome.winners, turn=None)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        if self.session.given is not None:
            keys = [seat.key for seat in self.seats]
            return given_outcome(self.session.given, keys, has_points=self.game.POINTS)
        return self.game.outcome(self.state)

    @cached_property
    def turn(self) -> str | None:
        """Whose line is next; None when it is over or given up."""
        over = self.session.ended is not None or self.session.given is not None
        return None if over else self.game.turn(self.state)

    @property
    def last_line(self) -> Line | None:
        """The newest line that stands, counted by when it got its present content."""
        return max(self.folded.lines, key=lambda line: line.latest.number, default=None)

    @cached_property
    def places(self) -> dict[tuple[int, int], Place]:
        """Every written cell by its line's number and its move's index in that line."""
        found = {}
        for row in self.sheet.rows:
            for player, cell in zip(self.sheet.players, row.cells, strict=True):
                if cell.line is not None and cell.points is not None:
                    found[self.folded.places[cell.line]] = Place(player, row, cell.points)
        return found

    @property
    def game_name(self) -> str:
        """What the game is called under these house rules."""
        return game_name(self.session.game, self.session.options)

    def seat(self, key: str) -> Seat:
        """The seat that the rules call `key`. Raises Http404 for a key that nobody has."""
        for seat in self.seats:
            if seat.key == key:
                return seat
        raise Http404

    def name(self, key: str) -> str:
        """The name of the player that the rules call `key`, as it stands in a sentence."""
        return isolated(self.seat(key).player.name)

    @cached_property
    def names(self) -> dict[str, str]:
        """Every player's name by what the rules call him."""
        return {seat.key: seat.player.name for seat in self.seats}


def rule_seats(seats: tuple[Seat, ...]) -> Seats:
    """The seats as the rules know them: numbers for names, in order of play, and who deals first."""
    teams: dict[int, list[str]] = {}
    for seat in seats:
        if seat.team is not None:
            teams.setdefault(seat.team, []).append(seat.key)
    sides = tuple(tuple(teams[team]) for team in sorted(teams))
    dealer = next((seat.key for seat in seats if seat.deals), None)
    return Seats(tuple(seat.key for seat in seats), sides, dealer)


# Every page and every write begins with these two. Written out, because the ORM takes several times longer to
# compile them than the database to answer; both databases read them alike. The count comes with the house
# rules it was written under: somebody may write between any two statements.
_SESSION = """
SELECT s.*, COALESCE((SELECT MAX(e.number) FROM play_entry e WHERE e.session_id = s.id), 0) AS count,
(SELECT e.number FROM play_entry e WHERE e.session_id = s.id AND e.key = %s) AS wrote,
m.owner AS owner, m.player_id AS member_player, p.id AS phone, p.seat_id AS phone_seat, p.removed AS phone_removed,
p.joined > COALESCE(s.finished, s.ended) AS phone_late, p.wanted_id AS phone_wanted,
EXISTS (SELECT 1 FROM play_phone w WHERE w.session_id = s.id AND w.wanted_id IS NOT NULL AND w.removed IS NULL)
AS somebody_asks,
g.name AS group_name, g.language AS group_language, g.zone AS group_zone
FROM play_session s
JOIN people_group g ON g.id = s.group_id
LEFT JOIN people_member m ON m.group_id = s.group_id AND m.person_id = %s
LEFT JOIN play_phone p ON p.session_id = s.id AND p.person_id = %s
WHERE s.address = %s
"""
_PLAYER = ("id", "group_id", "name", "folded", "colour")  # as the model has them in order
_SEATS = """
SELECT t.*, p.group_id AS player_group, p.name AS player_name, p.folded AS player_folded, p.colour AS player_colour
FROM play_seat t JOIN people_player p ON p.id = t.player_id
WHERE t.session_id = %s ORDER BY t.position, t.number
"""


def load(address: str, visitor: Visitor, *, lock: bool = False, key: str = "") -> Table:
    """The table at an address, for whoever has a right to it. Raises Http404 for everybody else, as
    SentAwayError for a phone that the host has removed.

    `lock`: for writing; the session's row is held until the transaction ends. `key`: looks for an entry with it.
    """
    if visitor.person is None and address not in visitor.passes:
        raise Http404
    if lock and connection.features.has_select_for_update:
        # by itself, so that what is read below is what the writer before us left
        list(Session.objects.select_for_update().filter(address=address).values_list("pk"))
    read = time.time()
    asked = [key, visitor.number, visitor.number, address]
    session, seats, rights = _read(asked, visitor)
    if _is_overtaken(session):
        # what it has come to lies ready; what was read would have to be made of the whole log
        session, seats, rights = _read(asked, visitor)
    folded = _folded(session, seats, session.count)
    return Table(session, seats, session.count, folded, session.wrote, rights, read)


def _read(asked: list[Any], visitor: Visitor) -> tuple[Any, tuple[Seat, ...], Rights]:
    """The session, its seats and what the visitor may do there. Raises Http404 where he has no right to it."""
    session: Any = next(iter(rows_of(Session, _SESSION, asked)), None)
    rights = None if session is None else rights_of(session, visitor, _standing(session))
    if rights is None and session is not None and session.phone_removed and not session.removed:
        raise SentAwayError
    if rights is None:
        raise Http404
    fall_back(session.group_zone)
    seats = tuple(_seated(seat) for seat in rows_of(Seat, _SEATS, [session.pk]))
    own = next((seat.key for seat in seats if _is_his(seat, session)), None)
    wanted = next((seat.key for seat in seats if seat.pk == session.phone_wanted), None)
    return session, seats, replace(rights, seat=own, asked=wanted, is_asked=_is_asked(session, rights))


def _is_his(seat: Seat, row: Any) -> bool:
    """Whether a seat is the visitor's: his phone says so, or he is a member who is this player, with no phone here."""
    if row.phone is None:
        return row.member_player is not None and seat.player_id == row.member_player
    return row.phone_removed is None and seat.pk == row.phone_seat


def _is_asked(row: Any, rights: Rights) -> bool:
    """Whether the visitor is the host, and a phone waits for an answer of his."""
    return rights.keeps and bool(row.somebody_asks)


def _standing(row: Any) -> Standing:
    """What was read of the visitor with the session."""
    owner = None if row.owner is None else bool(row.owner)
    return Standing(owner, row.phone is not None, row.phone_removed is not None, bool(row.phone_late))


def _seated(row: Any) -> Seat:
    """A seat with its player, from a row that holds both; what was not read of him is read where it is asked for."""
    known = (row.player_id, row.player_group, row.player_name, row.player_folded, row.player_colour)
    row.player = Player.from_db(row._state.db, _PLAYER, known)  # noqa: SLF001
    return cast("Seat", row)


def _count() -> Coalesce:
    """How many entries a session has; they are numbered without gaps."""
    last = Entry.objects.filter(session=OuterRef("pk")).order_by().values("session")
    return Coalesce(Subquery(last.annotate(last=Max("number")).values("last")), 0)


def open_tables(sessions: QuerySet[Session]) -> list[Table]:
    """The tables of several sessions (with their seats fetched), in two or three queries however many."""
    found = [(each, tuple(each.seats.all()), each.count) for each in sessions.annotate(count=_count())]
    known = {each.pk: _remembered(each, seats, count) for each, seats, count in found}
    logs = standing_entries({each.pk: count for each, _seats, count in found if known[each.pk] is None})
    tables = []
    for session, seats, count in found:
        folded = known[session.pk]
        table = Table(session, seats, count, folded or _fold(session, seats, logs[session.pk]))
        if folded is None:
            keep(table)
        tables.append(table)
    return tables


def read_again(session: Session) -> Table:
    """The table of a session read anew, whatever is remembered; nothing of it is remembered either.

    Raises BrokenLineError and RuleError where the rules refuse what is stored. Whoever wants it to stay as it is
    holds the session's row.
    """
    seats = tuple(session.seats.order_by("position", "number"))
    stored = entries(session)
    return Table(session, seats, len(stored), _fold(session, seats, stored))


Kept = tuple[int, int, Seats, Folded]  # entries, how often notes were blanked, seats, and the game
_kept: OrderedDict[int, Kept] = OrderedDict()
_keeping = Lock()
_lines = 0  # of all that is kept


def keep(table: Table) -> None:
    """Remember a folded game, once what it was read from is committed. The least lately used one goes.

    It never takes the place of a newer one: whoever read before a write may be done after it.
    """
    kept = _to_keep(table)
    transaction.on_commit(lambda: _keep(table.session.pk, kept))


def keep_at_once(table: Table) -> None:
    """Remember a folded game before it is committed: only for a session that this very transaction began, whose
    number nobody else knows; if it comes to nothing, the next one of that number takes its place."""
    with _keeping:
        _drop(table.session.pk)
    _keep(table.session.pk, _to_keep(table))


def _to_keep(table: Table) -> Kept:
    return table.count, table.session.blanked, rule_seats(table.seats), table.folded


def _keep(session: int, kept: Kept) -> None:
    global _lines  # noqa: PLW0603 - guarded by `_keeping`, as what it counts
    with _keeping:
        if kept[0] >= _kept.get(session, kept)[0]:
            _drop(session)
            _kept[session] = kept
            _lines += len(kept[3].lines)
        _kept.move_to_end(session)
        while len(_kept) > 1 and (len(_kept) > KEPT or _lines > KEPT_LINES):
            _drop(next(iter(_kept)))


def _drop(session: int) -> None:
    """Remember a game no longer, within `_keeping`."""
    global _lines  # noqa: PLW0603 - as above
    gone = _kept.pop(session, None)
    _lines -= len(gone[3].lines) if gone else 0


def forget() -> None:
    """Empty the memory (tests change rows behind its back)."""
    with _keeping:
        for session in list(_kept):
            _drop(session)


def _remembered(session: Session, seats: tuple[Seat, ...], count: int) -> Folded | None:
    """The game as folded before from so many entries, with these very notes, for these very seats."""
    with _keeping:
        kept = _kept.get(session.pk)
    wanted = (count, session.blanked, rule_seats(seats))
    return kept[3] if kept is not None and kept[:3] == wanted else None


def _is_overtaken(session: Any) -> bool:
    """Whether somebody has written since a session was read: a game of more entries is remembered."""
    with _keeping:
        kept = _kept.get(session.pk)
    return kept is not None and kept[0] > session.count


def _folded(session: Session, seats: tuple[Seat, ...], count: int) -> Folded:
    folded = _remembered(session, seats, count)
    if folded is None:
        folded = _fold(session, seats, standing_entries({session.pk: count})[session.pk])
        keep(Table(session, seats, count, folded))
    return folded


def _fold(session: Session, seats: tuple[Seat, ...], stored: list[Stored]) -> Folded:
    game = GAMES[session.game]
    options = game.resolve(session.options, session.rules_version)
    return fold_lines(game, options, rule_seats(seats), standing_lines(stored))
