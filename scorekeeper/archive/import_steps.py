"""The steps of an import and of its undo: short transactions that record their progress."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import islice
from time import sleep

from django.db.models import F
from django.db.models.deletion import ProtectedError
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.history.bulk_results import drop_many
from scorekeeper.ledger.models import Posting
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Member, Player
from scorekeeper.play import session_changes
from scorekeeper.play.exceptions import RefusedError, StaleError
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.write_request import WriteRequest

from . import results_import, results_parser, transcript_import, transcript_reader, uploads
from .chunked_transactions import BREATH
from .delete_group import remove_sessions
from .duplicate_games import known_games
from .import_rules import with_rules
from .models import Import, ImportedGame

logger = logging.getLogger(__name__)
State = Import.State
FEW = 50  # games deleted in one transaction


class StoppedError(Exception):
    """The import changed its state meanwhile: it is being undone, or was deleted with its group."""


def parts(found: Import) -> Iterator[None]:
    """Continue an import or its undo to the end, and yield after each part.

    Raises the errors of its files.
    """
    try:
        yield from _undo(found) if found.state == State.UNDOING else _import(found)
    except StoppedError:
        return


# --- import ----------------------------------------------------------------------------------------------


def _import(found: Import) -> Iterator[None]:
    yield from _results(found) if found.kind == uploads.RESULTS else _games(found)
    Import.objects.filter(pk=found.pk, state=State.RUNNING).update(state=State.DONE, data=b"")


def _results(found: Import) -> Iterator[None]:
    read = results_parser.read(uploads.stored_files(found)[0].text, found.today)
    results = with_rules(read, found.house_rules)
    Import.objects.filter(pk=found.pk).update(games=len(results.games))
    mine = list(found.sessions.values_list("session", flat=True))
    course = results_import.ResultsWriter(results, found.group, found.done, mine)
    for part in course.parts():
        with writing():
            _renew_lease(found, State.RUNNING)
            stored = course.store(part)
            ImportedGame.objects.bulk_create(
                ImportedGame(source=found, session=session) for session in stored.sessions
            )
            _record_progress(found, len(part), stored.sessions, [player.pk for player in stored.players])
        yield
        sleep(BREATH)


def _games(found: Import) -> Iterator[None]:
    assert found.person is not None
    games = transcript_reader.read_all(uploads.stored_files(found))
    Import.objects.filter(pk=found.pk).update(games=len(games))
    traces = [each.trace for each in games]
    mine = set(found.sessions.values_list("session", flat=True))
    here = known_games(traces, found.group, mine)
    writers = transcript_import.writers(games, found.group, found.person, found.device)
    for number, writer in islice(enumerate(writers), found.done, None):
        if number in here:
            with writing():
                _renew_lease(found, State.RUNNING)
                _record_progress(found, 1, [], [])
            continue
        before = set(found.group.players.values_list("pk", flat=True))
        for _part in writer.write_parts(found.group):
            with writing():
                _renew_lease(found, State.RUNNING)
                ImportedGame.objects.get_or_create(session=writer.session, defaults={"source": found})
            yield
        with writing():
            _renew_lease(found, State.RUNNING)
            lines = Entry.objects.filter(session=writer.session).count()
            ImportedGame.objects.filter(session=writer.session).update(lines=lines)
            fresh = writer.session.seats.exclude(player__in=before).values_list("player", flat=True)
            _record_progress(found, 1, [writer.session], list(fresh))


def _record_progress(found: Import, done: int, stored: Sequence[Session], players: Sequence[int]) -> None:
    """Record progress, within the transaction of a part."""
    found.players = [*found.players, *players]
    Import.objects.filter(pk=found.pk).update(
        done=F("done") + done, stored=F("stored") + len(stored), players=found.players
    )


def _renew_lease(found: Import, state: str) -> None:
    """Lock the group and renew the lease.

    Raises StoppedError if the import's state has changed.
    """
    lock_group(found.group_id)
    if not Import.objects.filter(pk=found.pk, state=state).update(worked_at=timezone.now()):
        raise StoppedError


# --- undo ------------------------------------------------------------------------------------------------


def _undo(found: Import) -> Iterator[None]:
    while few := list(found.sessions.select_related("session").order_by("-pk")[:FEW]):
        with_postings = set(
            Posting.objects.filter(session__in=[each.session.address for each in few]).values_list(
                "session", flat=True
            )
        )
        for each in few:
            if each.session.address in with_postings:
                _delete_game(found, each)
        with writing():
            _renew_lease(found, State.UNDOING)
            plain = [each.session_id for each in few if each.session.address not in with_postings]
            drop_many(found.group_id, plain)
            remove_sessions(plain)
            found.sessions.filter(pk__in=[each.pk for each in few]).delete()
        yield
        sleep(BREATH)
    with writing():
        _renew_lease(found, State.UNDOING)
        _remove_players(found)
        found.delete()


def _delete_game(found: Import, game: ImportedGame) -> None:
    """Delete a game as at its table, so that the ledger cancels its debts by new postings."""
    if game.session.removed is not None or found.person is None:
        return
    count = Entry.objects.filter(session=game.session).count()
    write_request = WriteRequest(found.person, found.device, count, f"undo-{found.pk}-{game.pk}")
    try:
        session_changes.change(game.session.address, write_request, {"removed": True})
    except (RefusedError, StaleError):
        logger.warning("game %s stays: its table lets nobody delete it", game.session.address)


def _remove_players(found: Import) -> None:
    """Remove the players created by this import that are unused now."""
    for number in found.players:
        if (
            Member.objects.filter(player=number).exists()
            or Player.objects.filter(merged_into=number).exists()
        ):
            continue
        try:
            Player.objects.filter(pk=number, merged_into=None).delete()
        except ProtectedError:
            continue
