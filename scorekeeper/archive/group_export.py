"""Export of a group as one file: players, games with logs, ledger (docs/group-files.md).

The same group gives the same bytes. The text is made in parts of `BATCH` games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.db.models import Count, Max, Sum

from scorekeeper.history.models import Season
from scorekeeper.ledger.models import Posting
from scorekeeper.people.models import Group, Player
from scorekeeper.people.rate_limits import RateLimitError
from scorekeeper.people.slow_requests import RETRY_SECONDS
from scorekeeper.play import strict_json
from scorekeeper.play.models import Entry, Seat, Session

from .author_pseudonyms import Pseudonyms
from .chunked_transactions import Pauses
from .group_records import players_renamed
from .group_seasons import season_objects
from .note_pieces import note_piece
from .snapshots import in_batches, snapshot, supports_snapshots

FORMAT = "scorekeeper-group/1"
BATCH, TRIES = 100, 5
IN_MEMORY = 4 * 1024 * 1024  # bytes; a larger file is written to disk until it is sent


def export_group(group: Group) -> IO[bytes]:
    """Return the group's file, consistent as of one moment, without blocking writers.

    On a database without snapshots the file is written again if the group changed meanwhile; raises RateLimitError
    after `TRIES`.
    """
    if supports_snapshots():
        with snapshot():
            return _spooled(group)
    for _ in range(TRIES):
        before = _stamp(group)
        try:
            file = _spooled(group)
        except KeyError:
            # a row was deleted that others refer to
            if _stamp(group) == before:
                raise
            continue
        if _stamp(group) == before:
            return file
        file.close()
    raise RateLimitError(RETRY_SECONDS)


def _spooled(group: Group) -> IO[bytes]:
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed after sending
    fresh = Group.objects.get(pk=group.pk)
    pauses = Pauses()
    try:
        for part in parts(fresh):
            file.write(part.encode())
            pauses.maybe()
    except KeyError:
        file.close()
        raise
    file.seek(0)
    return file


def _stamp(group: Group) -> tuple[Any, ...]:
    """Return values that change with every write to the contents of the file."""
    sessions = Session.objects.filter(group=group).aggregate(Count("pk"), Sum("version"))
    entries = Entry.objects.filter(session__group=group).order_by().aggregate(Max("pk"), Count("pk"))
    postings = Posting.objects.filter(group=group).order_by().aggregate(Max("pk"))
    seasons = list(Season.objects.filter(group=group).order_by("pk").values_list())
    people = list(Player.objects.filter(group=group).order_by("pk").values_list())
    own = Group.objects.filter(pk=group.pk).values_list().first()
    return sessions, entries, postings, people, seasons, own


def parts(group: Group) -> Iterator[str]:
    """Yield the text of the file in pieces; the caller provides a consistent snapshot."""
    writer = _GroupRows(group)
    yield f'{{\n"format": "{FORMAT}",\n"group": {strict_json.dumps(writer.head())},\n"players": ['
    yield from _lines(writer.players())
    yield '],\n"games": ['
    yield from _lines(writer.games())
    yield '],\n"ledger": ['
    yield from _lines(writer.postings())
    seasons = list(season_objects(group, writer.addresses))
    if seasons:
        yield '],\n"seasons": ['
        yield from _lines(seasons)
    yield "]\n}\n"


def _lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the rows of a list as JSON, one per line."""
    between = "\n"
    for row in rows:
        yield between + strict_json.dumps(row)
        between = ",\n"
    if between != "\n":
        yield "\n"


def iso_time(at: datetime | None) -> str | None:
    """Format a time as in the file."""
    return None if at is None else at.astimezone(UTC).isoformat()


def sorted_keys(value: Any) -> Any:
    """Sort the keys of a JSON value, because their order depends on the database."""
    if isinstance(value, dict):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    return [sorted_keys(each) for each in value] if isinstance(value, list) else value


def non_empty(**fields: Any) -> dict[str, Any]:
    """Return the fields that are not empty."""
    return {name: value for name, value in fields.items() if value not in (None, "", {}, [])}


class _GroupRows:
    """The rows of one group as in the file."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.pseudonyms = Pseudonyms(group.address)
        self.devices: dict[int, int] = {}
        self.addresses: dict[int, str] = {}

    def head(self) -> dict[str, Any]:
        group = self.group
        return non_empty(
            address=group.address,
            name=group.name,
            created=iso_time(group.created),
            house_rules=sorted_keys(group.house_rules),
            stake=sorted_keys(group.stake),
            currency=group.currency,
            language=group.language,
            zone=group.zone,
        )

    def players(self) -> Iterator[dict[str, Any]]:
        rows = list(Player.objects.filter(group=self.group).order_by("created", "address"))
        self.addresses = {row.pk: row.address for row in rows}
        for row in rows:
            yield non_empty(
                address=row.address,
                name=row.name,
                colour=row.colour,
                created=iso_time(row.created),
                left=iso_time(row.left_at),
                links=row.payment_links,
                merged_into=self.addresses.get(row.merged_into_id or 0),
            )

    def games(self) -> Iterator[dict[str, Any]]:
        found = Session.objects.filter(group=self.group)
        order = list(found.order_by("started", "address").values_list("pk", flat=True))
        for first in range(0, len(order), BATCH):
            yield from self._batch(order[first : first + BATCH])

    def _batch(self, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
        sessions = Session.objects.select_related("rematch_of").in_bulk(numbers)
        seats: dict[int, list[Seat]] = {number: [] for number in numbers}
        for seat in Seat.objects.filter(session__in=numbers).order_by("number"):
            seats[seat.session_id].append(seat)
        entries: dict[int, list[Entry]] = {number: [] for number in numbers}
        for entry in Entry.objects.filter(session__in=numbers).order_by("session", "number"):
            entries[entry.session_id].append(entry)
        self.pseudonyms.learn(entry.author_id for each in entries.values() for entry in each)
        for number in numbers:
            yield self._game(sessions[number], seats[number], entries[number])

    def _game(self, row: Session, seats: Sequence[Seat], entries: Sequence[Entry]) -> dict[str, Any]:
        before = row.rematch_of if row.rematch_of and row.rematch_of.group_id == row.group_id else None
        head = non_empty(
            address=row.address,
            game=row.game,
            rules_version=row.rules_version,
            options=sorted_keys(row.options),
            stake=sorted_keys(row.stake),
            given=sorted_keys(row.imported_result),
            started=iso_time(row.started),
            finished=iso_time(row.finished),
            finished_before=iso_time(row.finished_before),
            ended=iso_time(row.ended),
            removed=iso_time(row.removed),
            rematch_of=before.address if before else None,
            writers=row.writers,
            counted=None if row.counted else False,
            coach=row.coach or None,
            first_player=None if row.first_player == Session.FirstPlayer.SAME else row.first_player,
            match_wins=row.match_wins or None,
            match_game=row.match_game or None,
            note=note_piece(row.note, self.pseudonyms.of),
        )
        return head | {
            "seats": [self._seat(seat) for seat in seats],
            "entries": [self._entry(entry) for entry in entries],
        }

    def _seat(self, row: Seat) -> dict[str, Any]:
        player = self.addresses[row.player_id]
        found = non_empty(number=row.number, player=player, team=row.team, deals=row.deals or None)
        return found | {"position": row.position}

    def _entry(self, row: Entry) -> dict[str, Any]:
        return non_empty(
            number=row.number,
            kind=row.kind,
            target=row.target,
            data=sorted_keys(row.data),
            by=self.pseudonyms.of(row.author_id),
            device=self.devices.setdefault(row.device_id, len(self.devices) + 1),
            key=row.key,
            at=iso_time(row.at),
        )

    def postings(self) -> Iterator[dict[str, Any]]:
        numbers: dict[int, int] = {}
        for row in in_batches(Posting.objects.filter(group=self.group).order_by("pk")):
            numbers[row.pk] = len(numbers) + 1
            yield non_empty(
                number=numbers[row.pk],
                kind=row.kind,
                debtor=self.addresses[row.debtor_id],
                creditor=self.addresses[row.creditor_id],
                amount=row.amount,
                unit=row.unit,
                game=row.session,
                entry=row.entry,
                reason=self._reason(row.reason),
                undoes=numbers.get(row.undoes_id or 0),
                key=str(row.key),
                by=None if row.author_id is None else self.pseudonyms.of(row.author_id),
                at=iso_time(row.at),
            )

    def _reason(self, reason: dict[str, Any]) -> dict[str, Any]:
        """Return a reason with player addresses instead of ids."""
        return dict(sorted_keys(players_renamed(reason, lambda number: self.addresses.get(number, ""))))
