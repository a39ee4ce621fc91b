"""Early end of a dice game by its present totals: standings, debts, undo, transcripts."""

from __future__ import annotations

import re

import pytest

from scorekeeper.archive.replay_report import check
from scorekeeper.history.models import Result
from scorekeeper.ledger.models import Posting
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.play.early_end import end_as_it_stands
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.table.score_chart import running_totals
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
    assert running_totals(table) == {"1": [0, 12, 12], "2": [0, 6]}


def test_undo_of_end_as_it_stands_carries_on() -> None:
    desk = running()
    number = end_as_it_stands(desk.address, desk.write_request()).count
    client = desk.writer.client()
    shown = client.get(desk.url()).content.decode()
    assert "Undo the early end" in shown
    assert "6 ahead, ended as it stood" in shown
    response = client.post(desk.url("undo"), desk.form(sure=number), headers=HTMX)
    assert response.status_code == 200
    page = response.content.decode()
    assert "<b>The game goes on.</b> Bo’s turn." in page
    assert "End it again" in page
    assert "Taken back: the early end" in client.get(desk.url("log")).content.decode()
    table = desk.table
    assert (table.outcome, table.turn) == (None, "2")
    assert not Result.objects.filter(session=desk.session).exists()
    desk.line(2, "fours", points=8)


def test_log_says_once_what_each_early_end_crossed_out() -> None:
    desk = running()
    first = end_as_it_stands(desk.address, desk.write_request()).count
    desk.void(first)
    desk.line(2, "fours", points=8)
    end_as_it_stands(desk.address, desk.write_request())
    page = desk.writer.client().get(desk.url("log")).content.decode()
    assert "ended as it stands" not in page
    assert re.findall(r"(\d+) boxes crossed out", page) == ["16", "17"]


def test_early_end_before_last_box_is_no_turn() -> None:
    """Its line has one move, as that of a box that its player crossed out."""
    desk = running()
    boxes = [row.key for row in desk.table.sheet.rows if row.key]
    for player, box in [(player, box) for box in boxes for player in (1, 2)][:-1]:
        if desk.points(player, box) is None:
            desk.line(player, box)
    table = end_as_it_stands(desk.address, desk.write_request())
    assert len(table.replayed.lines[-1].moves) == 1
    assert {player: len(totals) for player, totals in running_totals(table).items()} == {"1": 11, "2": 10}
    assert "Undo the early end" in desk.writer.client().get(desk.url()).content.decode()


def test_end_as_it_stands_twice_writes_once() -> None:
    desk = running()
    request = desk.write_request()
    first = end_as_it_stands(desk.address, request)
    assert end_as_it_stands(desk.address, request).count == first.count
    with pytest.raises(RefusedError):
        end_as_it_stands(desk.address, desk.write_request())


def test_end_as_it_stands_of_empty_sheet_is_refused() -> None:
    desk = SampleTable("generala", ["Ana", "Bo"])
    with pytest.raises(RefusedError) as refused:
        end_as_it_stands(desk.address, desk.write_request())
    assert refused.value.error.code == "nothing_on_sheet"


CARDS: dict[str, list[dict[str, object]]] = {
    "forty_fives": [{"trump": "H", "tricks": ["1", "2", "1", "1", "2"], "best": "1"}],
    "generala_cards": [{"out": [["1"], ["2"]]}],
    "generals_and_majors": [{"player": "1", "commander": "AH", "armies": ["2H"]}],
}
WINNERS = {"forty_fives": ["1"], "generala_cards": ["1", "2"], "generals_and_majors": ["1"]}


def cards(slug: str) -> SampleTable:
    """A card game with one line, at a stake."""
    names = ["Ana", "Bo", "Cleo"][: 2 if slug == "generals_and_majors" else 3]
    stake = {"kind": "fixed", "amount": "1", "unit": "EUR"}
    desk = SampleTable(slug, names, stake=stake, dealer=len(names))
    for entry in CARDS[slug]:
        desk.entry(**entry)
    return desk


@pytest.mark.parametrize("slug", CARDS)
def test_card_game_ends_as_it_stands_and_goes_on(slug: str) -> None:
    desk = cards(slug)
    client = desk.writer.client()
    asked = client.post(desk.url("change"), desk.form(do="end"), headers=HTMX).content.decode()
    assert "The sheet decides" in asked
    client.post(desk.url("change"), desk.form(do="as-it-stands"), headers=HTMX)
    outcome = desk.table.outcome
    assert outcome is not None
    assert (outcome.reason, list(outcome.winners)) == ("agreed", WINNERS[slug])
    assert debts(desk) > 0
    for name in ("table", "log", "transcript", "print", "course"):
        assert client.get(desk.url(name)).status_code in (200, 404 if name == "course" else 200), name
    page = client.get(desk.url()).content.decode()
    assert ("Undo the early end" in page, "ended as it stood" in page) == (True, slug != "generala_cards")
    assert "Ended as it stands" in client.get(desk.url("log")).content.decode()
    for asked_for in ("", "&correct=1"):
        line = client.get(f"{desk.url()}?line={desk.table.count}{asked_for}")
        assert (line.status_code, "Correct it" in line.content.decode()) == (200, False)
    assert list(verify(Verified())) == []
    client.post(desk.url("undo"), desk.form(sure=desk.table.count), headers=HTMX)
    assert desk.table.outcome is None
    assert not Result.objects.filter(session=desk.session).exists()


@pytest.mark.parametrize("slug", CARDS)
def test_transcript_of_cards_as_it_stands_replays(slug: str) -> None:
    desk = cards(slug)
    end_as_it_stands(desk.address, desk.write_request())
    file = desk.writer.client().get(desk.url("transcript")).content
    status, document = check(file)
    assert (status, document["finished"], document["reason"]) == (0, True, "agreed")
    assert document["winners"] == [desk.table.names[key] for key in WINNERS[slug]]


@pytest.mark.parametrize("slug", CARDS)
def test_card_game_without_line_has_no_end_as_it_stands(slug: str) -> None:
    names = ["Ana", "Bo", "Cleo"][: 2 if slug == "generals_and_majors" else 3]
    desk = SampleTable(slug, names, dealer=2)
    with pytest.raises(RefusedError) as refused:
        desk.entry(end="as_it_stands")
    assert refused.value.error.code == "nothing_on_sheet"
    asked = desk.writer.client().post(desk.url("change"), desk.form(do="end"), headers=HTMX)
    assert "as-it-stands" not in asked.content.decode()


def test_agreed_end_of_generala_with_elimination_stays_refused() -> None:
    desk = cards("generala_cards")
    with pytest.raises(RefusedError) as refused:
        desk.entry(end="agreed")
    assert refused.value.error.code == "played_to_the_champion"


def test_sides_share_end_as_it_stands_of_equal_totals() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo", "Cleo", "Dev"], teams=[0, 1, 0, 1])
    desk.entry(trump="H", tricks=["1", "2", "1", "1", "2"], best="2")
    desk.entry(end="as_it_stands")
    outcome = desk.table.outcome
    assert outcome is not None
    assert outcome.winners == ("1", "2", "3", "4")


def test_change_page_offers_both_ways_to_end() -> None:
    desk = running()
    client = desk.writer.client()
    asked = client.post(desk.url("change"), desk.form(do="end"), headers=HTMX).content.decode()
    assert "As it stands: Ana 12, Bo 6. Bo pays Ana €0.60." in asked
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
