"""Exports of a group: files, tables, transcripts; and deleting the group."""

import csv
import io
import json
from collections import defaultdict
from typing import Any

import pytest
from django.http import Http404
from django.urls import reverse

from scorekeeper.archive.csv_export import safe, unsafe
from scorekeeper.archive.replay_report import check
from scorekeeper.history.models import Score
from scorekeeper.ledger.money import decimal_string
from scorekeeper.ledger.sums import balances
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.play import log
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from tests.factories import SampleTable, new_writer
from tests.security.cast import everything

from .group_files import random_group, small_desk

pytestmark = pytest.mark.django_db


def rows(answer: Any, parted: str = ",") -> list[dict[str, str]]:
    assert answer.status_code == 200
    text = b"".join(answer) if answer.streaming else answer.content
    assert text.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline=""), delimiter=parted))


def owner_of(group: Group) -> Any:
    from tests.factories import Writer

    person = Person.objects.get(member__group=group, member__owner=True)
    return Writer(person, 1).client()


def test_results_are_scores() -> None:
    made = random_group(4, 6)
    client = owner_of(made.group)
    found = rows(client.get(reverse("export_results", args=[made.group.address])))
    scores = {(row["table"], row["player"]): (row["points"], row["place"], row["won"]) for row in found}
    kept = Score.objects.filter(result__group=made.group).select_related("player", "result__session")
    assert scores == {
        (each.result.session.address, each.player.name): (
            "" if each.points is None else str(each.points),
            str(each.rank),
            "yes" if each.won else "no",
        )
        for each in kept
    }
    semicolons = rows(
        client.get(reverse("export_results", args=[made.group.address]), {"decimal": "comma"}), ";"
    )
    assert semicolons == [
        row | {name: row[name].replace(".", ",") for name in ("stake_amount", "stake_automatic_win")}
        for row in found
    ]


@pytest.mark.parametrize("comma", [False, True])
def test_ledger_adds_up_in_spreadsheet(comma: bool) -> None:
    made = random_group(2, 8)
    url = reverse("export_ledger", args=[made.group.address])
    found = rows(owner_of(made.group).get(url, {"decimal": "comma"} if comma else {}), ";" if comma else ",")
    assert found
    sums: dict[tuple[str, str], float] = defaultdict(float)
    for row in found:
        amount = float(row["owed"].replace(",", ".") if comma else row["owed"])
        sums[row["unit"], row["from"]] -= amount
        sums[row["unit"], row["to"]] += amount
    names = dict(Player.objects.values_list("pk", "name"))
    due = {
        (unit, names[player]): float(decimal_string(abs(amount), unit)) * (1 if amount > 0 else -1)
        for unit, each in balances(made.group.pk).items()
        for player, amount in each.items()
    }
    assert {key: round(value, 2) for key, value in sums.items() if round(value, 2)} == due


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", "\uff0d2", "=cmd|' /C calc'!A0"]


@pytest.mark.parametrize("name", FORMULAS)
def test_csv_name_like_formula_is_escaped(name: str) -> None:
    desk = SampleTable(
        "forty_fives",
        (name, "Bo"),
        options={"target": 30},
        stake={"kind": "ante", "amount": "1", "unit": "EUR"},
    )
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    for kind in ("export_results", "export_ledger"):
        found = rows(desk.writer.client().get(reverse(kind, args=[desk.group.address])))
        cells = [cell for row in found for cell in row.values()]
        assert f"'{name}" in cells
        assert name not in cells
    assert unsafe(safe(name)) == name


def test_number_below_zero_stays_number() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), options={"target": 30, "auction": True})
    desk.entry(trump="H", tricks=["2"] * 5, best="2", bid={"player": "1", "points": 20})
    assert desk.table.outcome is not None
    found = rows(desk.writer.client().get(reverse("export_results", args=[desk.group.address])))
    assert sorted(int(row["points"]) for row in found) == [-20, 30]


def test_transcript_leads_to_same_sheet() -> None:
    made = random_group(6, 9)
    for session in Session.objects.filter(group=made.group):
        table = load(session.address, Visitor(made.owner))
        client = owner_of(made.group)
        answer = client.get(reverse("transcript", args=[session.address]))
        assert "attachment" in answer["Content-Disposition"]
        checked = check(answer.content)
        assert checked.status == 0
        scores = {table.names[key]: score for key, score in table.game.scores(table.state).items()}
        assert checked.document["scores"] == scores
        assert checked.document["finished"] == (table.outcome is not None)


def test_group_is_exported_by_its_page() -> None:
    desk = small_desk()
    client = desk.writer.client()
    page = client.get(reverse("export", args=[desk.group.address]))
    for name in ("export_group", "export_results", "export_ledger"):
        assert reverse(name, args=[desk.group.address]) in page.text
    answer = client.get(reverse("export_group", args=[desk.group.address]))
    assert json.loads(answer.content)["group"]["address"] == desk.group.address


def test_group_deletion_requires_its_name() -> None:
    desk, other = small_desk(), small_desk()
    desk.group.name = "Thursday crowd"
    desk.group.save()
    url = reverse("delete_group", args=[desk.group.address])
    client, before = desk.writer.client(), everything()
    page = client.get(url)
    assert "Thursday crowd" in page.text
    assert reverse("export_group", args=[desk.group.address]) in page.text
    answer = client.post(url, {"name": "Thursday"})
    assert answer.status_code == 422
    assert 'value="Thursday"' in answer.text
    assert everything() == before
    assert client.post(url, {"name": " thursday  crowd "}).status_code == 303
    assert not Group.objects.filter(pk=desk.group.pk).exists()
    assert list(verify(Verified())) == []
    after = everything()
    assert {table: len(found) for table, found in after.items() if found != before[table]} == {
        table: len(after[table]) for table in GONE
    }
    for table in GONE:
        assert set(after[table]) < set(before[table])
    assert Session.objects.filter(group=other.group).count() == 2
    for name, address in (
        ("table", desk.address),
        ("export", desk.group.address),
        ("delete_group", desk.group.address),
    ):
        assert client.get(reverse(name, args=[address])).status_code == 404


# Tables with rows of a group with finished games; for each new table, decide here what happens to it.
GONE = {
    *("people_group", "people_member", "people_player", "ledger_posting", "ledger_owed"),
    *("play_session", "play_seat", "play_entry", "history_result", "history_score", "history_cell"),
    *("history_frequency", "history_meeting", "history_played"),
}


def test_group_deletion_requires_its_owner() -> None:
    desk = small_desk()
    member = new_writer(desk.group)
    url = reverse("delete_group", args=[desk.group.address])
    assert member.client().get(url).status_code == 404
    assert member.client().post(url, {"name": desk.group.address}).status_code == 404
    assert Member.objects.filter(group=desk.group).count() == 2


@pytest.mark.sqlite  # PostgreSQL carries the same notice itself: tests/live
def test_streams_end_with_group(django_capture_on_commit_callbacks: Any) -> None:
    from scorekeeper.play.notifications import notified

    desk, heard = small_desk(), list[str]()

    def hear(notice: str, **_: Any) -> None:
        heard.append(notice)

    notified.connect(hear)
    with django_capture_on_commit_callbacks(execute=True):
        desk.writer.client().post(
            reverse("delete_group", args=[desk.group.address]), {"name": desk.group.address}
        )
    notified.disconnect(hear)
    assert f"{desk.session.pk} 0 1" in heard
    assert len(heard) == 2


def test_write_to_deleted_table_is_refused() -> None:
    desk = small_desk()
    write_request = desk.write_request()
    desk.writer.client().post(
        reverse("delete_group", args=[desk.group.address]), {"name": desk.group.address}
    )
    with pytest.raises(Http404):
        log.append(desk.address, write_request, [])
