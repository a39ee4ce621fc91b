"""Rebuild: adds missing rows, removes superfluous ones, leaves correct ones."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.history import results
from scorekeeper.history.after_migrate import do_owed
from scorekeeper.history.models import (
    Cell,
    Frequency,
    HeadToHead,
    PendingRebuild,
    Result,
    Score,
    VariantCount,
)
from scorekeeper.history.results import rebuild
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.play.models import Session
from tests.factories import SampleTable, new_writer
from tests.history.rows import everything, result_of
from tests.maintenance.corruption_base import filled, over, running
from tests.play.finished_games import finished, posted
from tests.verification import verify_one

pytestmark = pytest.mark.django_db

FIXED = {"kind": "fixed", "amount": "0.50", "unit": "USD"}


def command() -> str:
    out = StringIO()
    call_command("rebuild", stdout=out)
    return out.getvalue()


def forget_the_ledger() -> None:
    """Delete the ledger, as in a database from before it existed."""
    with connection.cursor() as cursor:
        for table in ("ledger_owed", "ledger_posting"):
            cursor.execute(f"DELETE FROM {table}")


def test_correct_rows_are_unchanged() -> None:
    writer = new_writer()
    desks = [running(writer), over(writer), filled(writer), finished({"Ana": 25, "Bo": 12})]
    desks[2].change(counted=False)
    before, ledger = everything(), list(Posting.objects.values_list())
    assert command() == "rebuilt the results of 3 games\n"
    assert everything() == before
    assert list(Posting.objects.values_list()) == ledger


def test_missing_rows_are_added_and_wrong_ones_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "BATCH", 2)
    writer = new_writer()
    desks = [filled(writer) for _ in range(5)]
    before = everything()
    Score.objects.update(rank=7)
    Cell.objects.filter(box="ones").delete()
    Result.objects.filter(session=desks[1].session).delete()
    Result.objects.filter(session=desks[2].session).update(reason="luck", players=9, counted=False)
    Frequency.objects.filter(box="ones").delete()
    HeadToHead.objects.update(ahead=7)
    VariantCount.objects.update(games=70)
    Score.objects.update(mu=3, nth=9)
    assert command() == "rebuilt the results of 5 games\n"
    assert everything() == before


def test_rows_without_finished_game_are_removed() -> None:
    writer = new_writer()
    desk, other = over(writer), running(writer)
    Result.objects.filter(session=desk.session).update(session=other.session)
    assert verify_one(other.session.pk) != []
    assert command() == "rebuilt the results of 1 games\n"
    assert result_of(other) is None
    assert result_of(desk) is not None
    assert verify_one(desk.session.pk) == verify_one(other.session.pk) == []


def test_rebuild_of_some_sessions_leaves_rest() -> None:
    writer = new_writer()
    desks = [over(writer) for _ in range(3)]
    Result.objects.all().delete()
    assert rebuild(Session.objects.filter(pk=desks[1].session.pk)).results == 1
    assert [result_of(desk) is not None for desk in desks] == [False, True, False]


def test_games_from_before_ledger_are_posted_once() -> None:
    desk = SampleTable("general", ["Ana", "Bo", "Cleo"], stake=FIXED)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    before, sums = posted(desk), balances(desk.group.pk)
    assert len(before) == 2
    forget_the_ledger()
    then = datetime(2024, 5, 1, 21, 30, tzinfo=UTC)
    Session.objects.filter(pk=desk.session.pk).update(finished=then)
    assert verify_one(desk.session.pk) != []
    for _ in range(2):
        rebuild()
        assert posted(desk) == before
        assert balances(desk.group.pk) == sums
    first = Posting.objects.first()
    assert first is not None
    assert (first.author_id, first.at) == (desk.writer.person.pk, then)
    assert verify_one(desk.session.pk) == []


@pytest.mark.parametrize(
    "spoilt", [{"game": "chess"}, {"options": {"house": 1}}, {"stake": {"kind": "luck"}}]
)
def test_game_that_cannot_be_read_stops_no_other(
    spoilt: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    writer = new_writer()
    bad, good = over(writer), over(writer)
    kept = Score.objects.filter(result__session=bad.session).values_list()
    before = list(kept)
    Session.objects.filter(pk=bad.session.pk).update(**spoilt)
    Result.objects.filter(session=good.session).delete()
    with pytest.raises(CommandError, match="1 games cannot be read"):
        command()
    assert result_of(good) is not None
    assert list(kept) == before
    assert f"session {bad.session.pk} cannot be read" in caplog.text


def test_rebuild_costs_same_for_each_game() -> None:
    writer = new_writer()
    counts = []
    for _ in range(2):
        for _ in range(4):
            filled(writer)
        with CaptureQueriesContext(connection) as captured:
            rebuild()
        counts.append(len(captured))
    few, many = counts
    each = (many - few) / 4
    # the savepoints of the test's own transaction, the session, seats, log, ledger, and the writes of an entry
    assert each <= 16 + connection.features.has_select_for_update
    # the sessions, and the sums of the one group
    assert few - 4 * each <= 20


def test_rebuild_owed_by_interrupted_upgrade_runs_at_migrate() -> None:
    filled(new_writer())
    before = everything()
    Result.objects.all().delete()
    PendingRebuild.objects.create(reason="0007_owed_rebuild")
    out = StringIO()
    call_command("migrate", interactive=False, verbosity=0, stdout=out)
    assert everything() == before
    assert not PendingRebuild.objects.exists()


def test_rebuild_owed_by_interrupted_upgrade_runs_once_at_serve() -> None:
    filled(new_writer())
    before = everything()
    Result.objects.all().delete()
    PendingRebuild.objects.create(reason="0007_owed_rebuild")
    done = do_owed()
    assert done is not None
    assert (done.results, done.unread) == (1, 0)
    assert everything() == before
    assert do_owed() is None


def test_partial_rebuild_keeps_pending_one() -> None:
    PendingRebuild.objects.create(reason="0007_owed_rebuild")
    rebuild(Session.objects.none())
    assert PendingRebuild.objects.exists()
    rebuild()
    assert not PendingRebuild.objects.exists()
