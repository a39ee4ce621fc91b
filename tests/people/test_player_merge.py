"""Merging two players: games, results, claims and debts follow."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from scorekeeper.history.models import Cell, Score
from scorekeeper.history.results import rebuild
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payments import Payment, pay
from scorekeeper.ledger.presentation import distinct, ledger_players
from scorekeeper.ledger.sums import balances, debts
from scorekeeper.people.models import Group, Member, Player
from scorekeeper.people.names import players_named
from scorekeeper.people.player_merge import MergeError, merge_players, merge_summary
from scorekeeper.play import log
from scorekeeper.play.models import Seat
from scorekeeper.table.change_transaction import rename_player
from tests.factories import SampleTable, Writer, new_key, new_writer
from tests.verification import faults

pytestmark = pytest.mark.django_db

STAKE = {"kind": "fixed", "amount": "5", "unit": "EUR"}


def played(writer: Writer, *names: str, stake: dict[str, Any] | None = None) -> SampleTable:
    """A game that the first of them wins with the first throw."""
    desk = SampleTable("general", names, stake=stake or STAKE, writer=writer)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def player(group: Group, name: str) -> Player:
    return Player.objects.get(group=group, name=name)


@pytest.fixture
def crowd() -> SampleTable:
    """Play two games: Ana beat Bo; Anna, who is Ana, beat Cleo."""
    desk = played(new_writer(), "Ana", "Bo")
    played(desk.writer, "Anna", "Cleo")
    return desk


def test_merge_moves_games_and_debts(crowd: SampleTable) -> None:
    group = crowd.group
    ana, anna, bo, cleo = (player(group, name) for name in ("Ana", "Anna", "Bo", "Cleo"))
    lines = list(Posting.objects.values_list())
    assert merge_summary(anna) == ["1 line of the ledger, +\u2060€5.00", "1 game"]
    merge_players(group, anna.pk, ana.pk)
    assert list(Posting.objects.values_list()) == lines
    assert not Seat.objects.filter(player=anna).exists()
    assert Score.objects.filter(player=ana).count() == 2
    assert not Score.objects.filter(player=anna).exists()
    assert not Cell.objects.filter(player=anna).exists()
    assert balances(group.pk) == {"EUR": {ana.pk: 1000, bo.pk: -500, cleo.pk: -500}}
    assert merge_summary(ana) == ["2 lines of the ledger, +\u2060€10.00", "2 games"]
    known = ledger_players(group)
    assert known[anna.pk] == known[ana.pk]
    assert [face.name for face in distinct(known)] == ["Ana", "Bo", "Cleo"]
    assert faults() == []


def test_rebuild_after_merge_changes_nothing(crowd: SampleTable) -> None:
    merge_players(crowd.group, player(crowd.group, "Anna").pk, player(crowd.group, "Ana").pk)

    def kept() -> list[tuple[Any, ...]]:
        columns = ("player", "points", "rank", "won")
        return list(Score.objects.order_by("result__session", "number").values_list(*columns))

    before, lines = kept(), Posting.objects.count()
    rebuild()
    assert kept() == before
    assert Posting.objects.count() == lines


def test_correction_after_merge_posts_to_remaining_player(crowd: SampleTable) -> None:
    group = crowd.group
    ana, bo, cleo = (player(group, name) for name in ("Ana", "Bo", "Cleo"))
    merge_players(group, player(group, "Anna").pk, ana.pk)
    second = Seat.objects.get(player=cleo).session
    crowd.session, crowd.address = second, second.address
    crowd.change(stake=STAKE | {"amount": "7"})
    last = Posting.objects.latest("pk")
    assert (last.kind, last.debtor_id, last.creditor_id, last.amount) == (
        "correction",
        cleo.pk,
        ana.pk,
        200,
    )
    assert balances(group.pk) == {"EUR": {ana.pk: 1200, bo.pk: -500, cleo.pk: -700}}
    assert faults() == []


def test_payments_between_merged_players_cancel(crowd: SampleTable) -> None:
    """Bo owes Ana; Ana owes Dev, who is Bo: all debts cancel."""
    group, writer = crowd.group, crowd.writer
    played(writer, "Dev", "Anna")
    ana, anna, bo, dev = (player(group, name) for name in ("Ana", "Anna", "Bo", "Dev"))
    merge_players(group, anna.pk, ana.pk)
    # Bo pays Dev what both lists together allow: between two rows of one person
    pay(group, Payment(bo.pk, dev.pk, 500, "EUR", uuid.uuid4()), writer.person)
    merge_players(group, dev.pk, bo.pk)
    sums = balances(group.pk)["EUR"]
    assert sums == {ana.pk: 500, player(group, "Cleo").pk: -500}
    assert sum(sums.values()) == 0
    assert all(debt.debtor != debt.creditor for debt in debts(group.pk))
    assert faults() == []


def test_merge_of_players_of_one_game_is_refused(crowd: SampleTable) -> None:
    group = crowd.group
    with pytest.raises(MergeError) as refused:
        merge_players(group, player(group, "Bo").pk, player(group, "Ana").pk)
    assert refused.value.code == "sat_together"
    assert "Bo and Ana sat in one game (General, " in refused.value.why
    # also through a player merged into them
    merge_players(group, player(group, "Anna").pk, player(group, "Ana").pk)
    with pytest.raises(MergeError, match="sat_together"):
        merge_players(group, player(group, "Cleo").pk, player(group, "Ana").pk)


def test_impossible_merges_are_refused(crowd: SampleTable) -> None:
    group = crowd.group
    ana, anna, cleo = (player(group, name) for name in ("Ana", "Anna", "Cleo"))
    other = player(played(new_writer(), "Ana", "Zoe").group, "Zoe")
    for gone, stays, code in (
        (ana.pk, ana.pk, "same_player"),
        (other.pk, ana.pk, "player_unknown"),
        (ana.pk, 10**9, "player_unknown"),
    ):
        with pytest.raises(MergeError, match=code):
            merge_players(group, gone, stays)
    merge_players(group, anna.pk, ana.pk)
    for gone, stays in ((anna.pk, ana.pk), (cleo.pk, anna.pk)):
        with pytest.raises(MergeError, match="player_unknown"):
            merge_players(group, gone, stays)


def test_merge_moves_claim_and_refuses_two(crowd: SampleTable) -> None:
    group = crowd.group
    ana, anna = player(group, "Ana"), player(group, "Anna")
    mine = Member.objects.get(person=crowd.writer.person)
    other = Member.objects.get(person=new_writer(group).person)
    Member.objects.filter(pk=mine.pk).update(player=anna)
    Member.objects.filter(pk=other.pk).update(player=ana)
    with pytest.raises(MergeError, match="both_claimed"):
        merge_players(group, anna.pk, ana.pk)
    Member.objects.filter(pk=other.pk).update(player=None)
    merge_players(group, anna.pk, ana.pk)
    assert Member.objects.get(pk=mine.pk).player == ana


def test_chained_merges_end_at_last_player(crowd: SampleTable) -> None:
    group = crowd.group
    played(crowd.writer, "Annie", "Bo")
    ana, anna, annie = (player(group, name) for name in ("Ana", "Anna", "Annie"))
    merge_players(group, anna.pk, ana.pk)
    merge_players(group, ana.pk, annie.pk)
    assert set(Player.objects.filter(merged_into=annie)) == {ana, anna}
    assert balances(group.pk)["EUR"][annie.pk] == 1500
    assert faults() == []


def test_merged_player_is_active_if_either_was(crowd: SampleTable) -> None:
    group = crowd.group
    ana, anna = player(group, "Ana"), player(group, "Anna")
    Player.objects.filter(pk=ana.pk).update(left_at=timezone.now())
    Player.objects.filter(pk=anna.pk).update(payment_links="@anna")
    merge_players(group, anna.pk, ana.pk)
    ana.refresh_from_db()
    assert (ana.left_at, ana.payment_links) == (None, "@anna")


def test_merge_keeps_payment_links_of_both(crowd: SampleTable) -> None:
    group = crowd.group
    ana, anna = player(group, "Ana"), player(group, "Anna")
    Player.objects.filter(pk=ana.pk).update(payment_links="paypal.me/ana\n@ana")
    Player.objects.filter(pk=anna.pk).update(payment_links="@ana\nDE02 1203 0000 0000 2020 51")
    merge_players(group, anna.pk, ana.pk)
    ana.refresh_from_db()
    assert ana.payment_links.splitlines() == ["paypal.me/ana", "@ana", "DE02 1203 0000 0000 2020 51"]


def test_old_name_means_merged_player(crowd: SampleTable) -> None:
    group = crowd.group
    ana, anna = player(group, "Ana"), player(group, "Anna")
    merge_players(group, anna.pk, ana.pk)
    assert players_named(group, ["anna", "Bo"]) == [ana, player(group, "Bo")]
    # both at once are two players: the name is new
    both = players_named(group, ["Ana", "Anna"])
    assert both[0] == ana
    assert both[1] not in (ana, anna)
    assert both[1].merged_into_id is None


def test_name_of_merged_player_is_free(crowd: SampleTable) -> None:
    group = crowd.group
    merge_players(group, player(group, "Anna").pk, player(group, "Ana").pk)
    rename_player(crowd.address, crowd.write_request(), 2, "Anna")
    assert Player.objects.filter(group=group, folded_name="anna").count() == 2
    assert faults() == []


def test_merge_refreshes_running_table(crowd: SampleTable) -> None:
    desk = SampleTable("general", ["Annie", "Bo"], writer=crowd.writer)
    desk.line(1, "ones", points=3)
    before = desk.table.version
    merge_players(desk.group, player(desk.group, "Annie").pk, player(desk.group, "Ana").pk)
    assert desk.table.version > before
    assert desk.table.names == {"1": "Ana", "2": "Bo"}
    log.append(desk.address, desk.write_request(key=new_key()), [{"player": "2", "box": "ones", "points": 2}])
    assert faults() == []


@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        ("merged_into_id = id", "was merged into themselves"),
        (
            "merged_into_id = (SELECT MIN(id) FROM people_player WHERE merged_into_id IS NOT NULL)",
            "into a player who was merged",
        ),
    ],
)
def test_planted_fault_is_named(crowd: SampleTable, spoilt: str, message: str) -> None:
    merge_players(crowd.group, player(crowd.group, "Anna").pk, player(crowd.group, "Ana").pk)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE people_player SET {spoilt} WHERE name = 'Cleo'")
    assert any(message in fault for fault in faults())
    assert any("holds a player who was merged" in fault for fault in faults())
