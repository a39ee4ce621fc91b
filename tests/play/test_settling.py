"""Postings of games: with the last entry, and the difference with each change."""

from __future__ import annotations

import pytest

from scorekeeper.ledger.correction import changes_text, read
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances, debts, simplest
from scorekeeper.play import log
from tests.factories import SampleTable, Writer, new_writer
from tests.maintenance.corruption_base import STAKE
from tests.play.finished_games import FIXED, finished, posted
from tests.verification import verify_one

pytestmark = pytest.mark.django_db


AT_ONCE = {"player": "1", "box": "fives", "dice": [5] * 5, "throws": 1}


def won(*names: str, writer: Writer | None = None) -> SampleTable:
    """Play a game for fifty cents per loser that the first player wins by the first throw."""
    desk = SampleTable("general", names, stake=FIXED, writer=writer)
    desk.entry(**AT_ONCE)
    return desk


def test_game_that_is_over_is_in_ledger() -> None:
    desk = finished({"Ana": 25, "Bo": 12, "Cleo": 25})
    # the winners share what Bo owes; the odd cent is the first one's
    assert posted(desk) == [
        ("game", "Bo", "Ana", 7, "USD", desk.table.count),
        ("game", "Bo", "Cleo", 6, "USD", desk.table.count),
    ]
    first = Posting.objects.first()
    assert first is not None
    players = [seat.player_id for seat in desk.table.seats]
    assert first.reason == {
        "game": "yacht",
        "code": "points",
        "amount": 1,
        "points": 13,
        "payees": [players[0], players[2]],
    }
    assert (first.session, first.author_id) == (desk.address, desk.writer.person.pk)
    assert balances(desk.group.pk) == {"USD": {players[0]: 7, players[1]: -13, players[2]: 6}}
    assert verify_one(desk.session.pk) == []


def test_running_game_is_not() -> None:
    desk = SampleTable("general", ["Ana", "Bo"], stake=STAKE)
    desk.line(1, "ones", points=3)
    assert posted(desk) == []


def test_correction_posts_difference_of_new_winner() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    end = desk.table.count
    line = next(
        line.number for line in desk.table.replayed.lines if line.moves[0] | {"points": 12} == line.moves[0]
    )
    desk.amend(line, box="choice", points=20)
    desk.amend(line, box="choice", points=28)
    assert posted(desk) == [
        ("game", "Bo", "Ana", 13, "USD", end),
        ("correction", "Ana", "Bo", 8, "USD", end + 1),
        ("correction", "Ana", "Bo", 8, "USD", end + 2),
    ]
    ana, bo = (seat.player_id for seat in desk.table.seats)
    assert balances(desk.group.pk) == {"USD": {ana: -3, bo: 3}}
    assert verify_one(desk.session.pk) == []


def test_game_without_postings_is_corrected() -> None:
    desk = finished({"Ana": 25, "Bo": 25})
    line = next(
        line.number for line in desk.table.replayed.lines if line.moves[0] | {"points": 25} == line.moves[0]
    )
    assert posted(desk) == []
    desk.amend(line, box="choice", points=20)
    assert [line[0] for line in posted(desk)] == ["correction"]


def test_undo_of_end_reverses_settlement() -> None:
    desk = won("Ana", "Bo")
    desk.void(1)
    assert balances(desk.group.pk) == {}
    desk.void(2)
    assert posted(desk) == [
        ("game", "Bo", "Ana", 50, "USD", 1),
        ("correction", "Ana", "Bo", 50, "USD", 2),
        ("game", "Bo", "Ana", 50, "USD", 3),
    ]
    assert verify_one(desk.session.pk) == []


def test_another_stake_after_end_is_another_debt() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    desk.change(stake={"kind": "fixed", "amount": "2", "unit": "round of drinks"})
    ana, bo = (seat.player_id for seat in desk.table.seats)
    assert balances(desk.group.pk) == {"round of drinks": {ana: 2, bo: -2}}
    desk.change(stake={})
    assert balances(desk.group.pk) == {}
    assert verify_one(desk.session.pk) == []


def test_abandoned_game_settles_nothing() -> None:
    desk = won("Ana", "Bo")
    desk.change(ended=True)
    assert balances(desk.group.pk) == {}
    desk.change(ended=False)
    assert balances(desk.group.pk) != {}
    assert verify_one(desk.session.pk) == []


def test_resend_posts_nothing() -> None:
    desk = SampleTable("general", ["Ana", "Bo"], stake=FIXED)
    write_request = desk.write_request()
    for _ in range(3):
        log.append(desk.address, write_request, [AT_ONCE])
    assert len(posted(desk)) == 1


def test_change_that_changes_no_debt_posts_nothing() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    before = posted(desk)
    desk.change(order=[2, 1])
    assert posted(desk) == before


def test_debts_in_circle_need_no_payment() -> None:
    writer = new_writer()
    for one, other in (("Ana", "Bo"), ("Bo", "Cleo")):
        desk = won(one, other, writer=writer)
    assert len(debts(desk.group.pk)) == 2
    assert len(simplest(desk.group.pk)) == 1
    won("Cleo", "Ana", writer=writer)
    assert debts(desk.group.pk) == simplest(desk.group.pk) == []


def test_postings_cannot_be_changed() -> None:
    desk = won("Ana", "Bo")
    row = Posting.objects.get()
    for change in (
        lambda: Posting.objects.update(amount=1),
        lambda: Posting.objects.all().delete(),
        lambda: Posting.objects.bulk_update([row], ["amount"]),
        row.save,
        row.delete,
    ):
        with pytest.raises(TypeError):
            change()
    assert posted(desk) == [("game", "Bo", "Ana", 50, "USD", 1)]


def test_correction_keeps_what_it_changed() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    ana, bo = (seat.player_id for seat in desk.table.seats)
    line = next(
        line.number for line in desk.table.replayed.lines if line.moves[0] | {"points": 12} == line.moves[0]
    )
    desk.amend(line, box="choice", points=9)
    desk.amend(line, box="choice", points=28)
    reasons = [row.reason for row in Posting.objects.filter(kind="correction").order_by("pk")]
    change = {"player": bo, "box": "choice", "from": 12, "to": 9}
    assert (reasons[0]["game"], reasons[0]["changes"]) == ("yacht", [change])
    # thirteen were owed, and three more now; then nothing of the sixteen, and three the other way
    assert (reasons[0]["before"], reasons[0]["difference"]) == (13, 3)
    assert (reasons[1]["before"], reasons[1]["difference"]) == (-16, -19)
    names = {ana: "Ana", bo: "Bo"}
    assert changes_text("yacht", read(reasons[0]), names) == "Bo’s choice is 9, not 12"
    assert read(Posting.objects.filter(kind="game")[0].reason) == []


def test_corrected_round_of_cards_is_named_by_its_number() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo"], stake=STAKE, options={"target": 30})
    first = desk.entry(trump="H", tricks=["1", "1", "1", "1", "1"], best="1")
    ana, bo = (seat.player_id for seat in desk.table.seats)
    desk.amend(first, trump="H", tricks=["1", "1", "1", "1", "2"], best="1")
    reason = Posting.objects.get(kind="correction").reason
    assert reason["changes"] == [
        {"player": ana, "round": 1, "from": 30, "to": 25},
        {"player": bo, "round": 1, "from": 0, "to": 5},
    ]
    text = changes_text("forty_fives", read(reason), {ana: "Ana", bo: "Bo"})
    assert text == "round 1: Ana 25, not 30, Bo 5, not 0"
