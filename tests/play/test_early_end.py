"""A game of boxes that ends as it stands: standings, debts, undo, transcripts."""

from __future__ import annotations

import pytest

from scorekeeper.history.models import Result
from scorekeeper.ledger.models import Posting
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.play.early_end import end_as_it_stands
from scorekeeper.play.exceptions import RefusedError
from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db
STAKE = {"kind": "per_point", "amount": "0.10", "unit": "EUR"}


def running() -> SampleTable:
    """A game that Ana leads by 12 to 6 after three lines."""
    desk = SampleTable("generala", ["Ana", "Bo"], stake=STAKE)
    desk.line(1, "fours", points=12)
    desk.line(2, "twos", points=6)
    desk.line(1, "ones")
    return desk


def debts(desk: SampleTable) -> int:
    return sum(posting.amount for posting in Posting.objects.filter(session=desk.address))


def test_end_as_it_stands_ranks_and_settles() -> None:
    desk = running()
    table = end_as_it_stands(desk.address, desk.write_request())
    assert table.outcome is not None
    assert table.outcome.winners == ("1",)
    assert table.outcome.scores == {"1": 12, "2": 6}
    assert table.session.finished is not None
    assert debts(desk) == 60
    assert Result.objects.filter(session=desk.session).exists()
    assert len(table.replayed.lines) == 4  # one line, so that one undo takes it back


def test_undo_of_end_as_it_stands_carries_on() -> None:
    desk = running()
    number = end_as_it_stands(desk.address, desk.write_request()).count
    client = desk.writer.client()
    response = client.post(desk.url("undo"), desk.form(sure=number), headers=HTMX)
    assert response.status_code == 200
    table = desk.table
    assert (table.outcome, table.turn) == (None, "2")
    assert not Result.objects.filter(session=desk.session).exists()
    desk.line(2, "fours", points=8)


def test_end_as_it_stands_twice_writes_once() -> None:
    desk = running()
    request = desk.write_request()
    first = end_as_it_stands(desk.address, request)
    assert end_as_it_stands(desk.address, request).count == first.count
    with pytest.raises(RefusedError):
        end_as_it_stands(desk.address, desk.write_request())


def test_end_as_it_stands_of_an_empty_sheet_is_refused() -> None:
    desk = SampleTable("generala", ["Ana", "Bo"])
    with pytest.raises(RefusedError) as refused:
        end_as_it_stands(desk.address, desk.write_request())
    assert refused.value.error.code == "nothing_written"


def test_end_as_it_stands_of_cards_is_refused() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo"], dealer=2)
    desk.entry(trump="H", tricks=["1", "2", "1", "1", "2"], best="1")
    with pytest.raises(RefusedError) as refused:
        end_as_it_stands(desk.address, desk.write_request())
    assert refused.value.error.code == "nobody_leaves"


def test_change_page_offers_both_ways_to_end() -> None:
    desk = running()
    client = desk.writer.client()
    asked = client.post(desk.url("change"), desk.form(do="end"), headers=HTMX).content.decode()
    assert "As it stands: Ana 12, Bo 6." in asked
    assert 'value="as-it-stands"' in asked
    assert 'value="ended"' in asked
    client.post(desk.url("change"), desk.form(do="as-it-stands"), headers=HTMX)
    assert desk.table.outcome is not None
    result = client.get(desk.url()).content.decode()
    assert "Ana wins" in result
    log = client.get(desk.url("log")).content.decode()
    assert "Ended as it stands" in log


def test_transcript_of_end_as_it_stands_is_finished() -> None:
    desk = running()
    end_as_it_stands(desk.address, desk.write_request())
    entries = desk.writer.client().get(desk.url("transcript")).json()["entries"]
    assert [entry["box"] for entry in entries if entry.get("strike")].count("ones") == 2
    assert len(entries) == 20
    assert list(verify(Verified())) == []
