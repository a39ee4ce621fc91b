"""One time zone for lists, filters, charts, evenings and tables of a group."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.history.models import Result
from scorekeeper.people.models import Group
from scorekeeper.play.models import Session
from tests.factories import SampleTable, Writer, new_key, new_writer
from tests.history.pages import group_of, won
from tests.sampling import some_of

pytestmark = pytest.mark.django_db

ZONES = ("Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Tokyo")
SENT = re.compile(r'<time datetime="([\d-]+)" data-day>')


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def played(writer: Writer, at: datetime) -> SampleTable:
    """A game that ended at a moment."""
    desk = won("Ana", "Bo", writer=writer)
    moved(desk, at)
    return desk


def moved(desk: SampleTable, at: datetime) -> None:
    Session.objects.filter(pk=desk.session.pk).update(started=at - timedelta(minutes=40), finished=at)
    Result.objects.filter(session=desk.session).update(started=at - timedelta(minutes=40), finished=at)


def phone(writer: Writer, zone: str) -> Client:
    client = writer.client()
    client.cookies["zone"] = zone
    return client


def page(client: Client, name: str, group: Group, query: str = "") -> str:
    answer = client.get(reverse(name, args=[group.address]) + query)
    assert answer.status_code == 200
    assert "Cookie" in answer["Vary"]
    return answer.content.decode()


def old_result(writer: Writer) -> Session:
    """A result of 10 January 2025, of which only the day is known, as the importer stores it."""
    client, group = writer.client(), group_of(writer)
    table = "date,game,player,points\n2025-01-10,general,Ana,90\n2025-01-10,general,Bo,80\n"
    file = io.BytesIO(table.encode())
    file.name = "old.csv"
    client.post(reverse("import"), {"file": file, "group": group.address})
    client.post(reverse("import_preview"), {"do": "import"})
    return Session.objects.get(group=group, imported_result__isnull=False)


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Europe/Berlin", "2025-06-11"),
        ("America/Argentina/Buenos_Aires", "2025-06-11"),
        ("Asia/Tokyo", "2025-06-12"),
    ],
)
def test_game_after_midnight_is_shown_in_phones_zone(writer: Writer, zone: str, day: str) -> None:
    """23:30 UTC is 01:30 in Berlin, 20:30 in Buenos Aires, and 08:30 in Tokyo."""
    desks = [played(writer, datetime(2025, 6, 11, 21, tzinfo=UTC)) for _ in range(2)]
    moved(desks[1], datetime(2025, 6, 11, 23, 30, tzinfo=UTC))
    client, group = phone(writer, zone), group_of(writer)
    assert SENT.findall(page(client, "games", group))[0] == day
    home = page(client, "group", group)
    assert SENT.findall(home.split('id="evening"')[1])[0] == day
    assert f"{int(day[-2:])} Jun 2025" in home.split('id="form"')[1].split("</section>")[0]
    assert desks[1].address in page(client, "games", group, f"?since={day}&until={day}")
    after = date.fromisoformat(day) + timedelta(days=1)
    assert desks[1].address not in page(client, "games", group, f"?since={after}")


def test_evening_over_midnight_is_one_in_every_list(writer: Writer) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    for hour in (20, 23, 25, 28):
        played(writer, datetime(2025, 11, 13, tzinfo=berlin) + timedelta(hours=hour))
    played(writer, datetime(2025, 11, 12, 22, tzinfo=berlin))
    client, group = phone(writer, "Europe/Berlin"), group_of(writer)
    assert SENT.findall(page(client, "games", group)) == ["2025-11-13"] * 4 + ["2025-11-12"]
    assert "4 games" in page(client, "group", group).split('id="evening"')[1].split("</section>")[0]
    one = page(client, "games", group, "?since=2025-11-13&until=2025-11-13")
    assert len(SENT.findall(one)) == 4


@pytest.mark.parametrize("zone", [*ZONES, "Pacific/Auckland", "Pacific/Pago_Pago"])
def test_old_result_is_of_its_day_in_every_zone(writer: Writer, zone: str) -> None:
    session = old_result(writer)
    client, group = phone(writer, zone), group_of(writer)
    assert SENT.findall(page(client, "games", group)) == ["2025-01-10"]
    assert SENT.findall(page(client, "group", group).split('id="evening"')[1])[0] == "2025-01-10"
    assert session.address in page(client, "games", group, "?since=2025-01-10&until=2025-01-10&year=2025")
    for query in ("?until=2025-01-09", "?since=2025-01-11", "?year=2024"):
        assert session.address not in page(client, "games", group, query)
    table = client.get(reverse("table", args=[session.address])).content.decode()
    assert '<time datetime="2025-01-10" data-day="short">' in table
    assert "data-clock" not in table


def test_new_years_night_is_of_old_year(writer: Writer) -> None:
    desk = played(writer, datetime(2025, 1, 1, 2, tzinfo=ZoneInfo("Europe/Berlin")))
    client, group = phone(writer, "Europe/Berlin"), group_of(writer)
    found = page(client, "games", group, "?year=2024")
    assert desk.address in found
    assert '<option value="2024" selected>' in found
    assert desk.address not in page(phone(writer, "Asia/Tokyo"), "games", group, "?year=2024")


def test_group_time_zone_is_used_without_cookie(writer: Writer) -> None:
    played(writer, datetime(2025, 6, 11, 23, 30, tzinfo=UTC))
    group = group_of(writer)
    Group.objects.filter(pk=group.pk).update(zone="Asia/Tokyo")
    for client in (writer.client(), phone(writer, "Mars/Olympus"), phone(writer, "../../etc/passwd")):
        found = page(client, "games", group)
        assert SENT.findall(found) == ["2025-06-12"]
        assert "Times in Asia/Tokyo" in found
    assert "Times in" not in page(phone(writer, "Europe/Berlin"), "games", group)


def test_csv_dates_are_of_readers_zone(writer: Writer) -> None:
    played(writer, datetime(2025, 6, 11, 23, 30, tzinfo=UTC))
    old_result(writer)
    group = group_of(writer)
    for zone, when in (
        ("Asia/Tokyo", ("2025-06-12", "08:30:00")),
        ("Europe/Berlin", ("2025-06-12", "01:30:00")),
    ):
        answer = phone(writer, zone).get(reverse("export_results", args=[group.address]))
        content = b"".join(answer) if answer.streaming else answer.content
        rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
        assert {(row["date"], row["time"]) for row in rows} == {("2025-01-10", ""), when}
        evening = "2025-06-12" if zone == "Asia/Tokyo" else "2025-06-11"
        assert {row["evening"] for row in rows} == {"2025-01-10", evening}


def test_csv_imported_again_in_same_zone_adds_nothing(writer: Writer) -> None:
    played(writer, datetime(2025, 6, 11, 23, 30, tzinfo=UTC))
    old_result(writer)
    group = group_of(writer)
    client = phone(writer, "Asia/Tokyo")
    answer = client.get(reverse("export_results", args=[group.address]))
    file = io.BytesIO(b"".join(answer) if answer.streaming else answer.content)
    file.name = "results.csv"
    client.post(reverse("import"), {"file": file, "group": group.address})
    assert "2 already exist" in client.get(reverse("import_preview")).content.decode()


def test_etag_of_table_depends_on_time_zone(writer: Writer) -> None:
    desk = played(writer, datetime(2025, 6, 11, 23, 30, tzinfo=UTC))
    tags = {phone(writer, zone).get(desk.url())["ETag"] for zone in (*ZONES, "")}
    assert len(tags) == 4
    client = phone(writer, "Asia/Tokyo")
    same = client.get(desk.url())["ETag"]
    assert client.get(desk.url(), headers={"If-None-Match": same}).status_code == 304


def test_group_has_zone_of_its_founders_phone() -> None:
    client = Client()
    client.cookies["zone"] = "Asia/Tokyo"
    form = {"name": ["Ana", "Bo"], "do": "start", "stake": "none", "key": new_key()}
    assert client.post("/new/generala/", form).status_code == 303
    assert Group.objects.get().zone == "Asia/Tokyo"


def test_zone_of_group_is_chosen_by_its_owner(writer: Writer) -> None:
    group = group_of(writer)
    path = reverse("group_menu", args=[group.address])
    assert 'name="zone"' in writer.client().get(path).content.decode()
    assert writer.client().post(path, {"zone": "Asia/Tokyo"}).status_code == 303
    assert "<option selected>Asia/Tokyo</option>" in writer.client().get(path).content.decode()
    assert writer.client().post(path, {"zone": "Mars/Olympus"}).status_code == 404
    member = new_writer(group)
    assert 'name="zone"' not in member.client().get(path).content.decode()
    assert member.client().post(path, {"zone": "Europe/Berlin"}).status_code == 404
    assert Group.objects.get(pk=group.pk).zone == "Asia/Tokyo"


class FilterTests(TestCase):
    """The day shown in a list is the one that its filters find."""

    @settings(max_examples=some_of(48))
    @given(
        st.datetimes(datetime(2024, 3, 28), datetime(2024, 4, 2)),  # noqa: DTZ001
        st.sampled_from(ZONES),
        st.booleans(),
    )
    def test_filter_finds_game_by_day_that_is_shown(self, at: datetime, zone: str, summer: bool) -> None:
        writer = new_writer()
        moment = (at if summer else at + timedelta(days=210)).replace(
            tzinfo=UTC
        )  # both changes of the clocks
        desk = played(writer, moment)
        client, group = phone(writer, zone), group_of(writer)
        (day,) = SENT.findall(page(client, "games", group))
        assert desk.address in page(client, "games", group, f"?since={day}&until={day}&year={day[:4]}")
        shown = date.fromisoformat(day)
        before, after = shown - timedelta(days=1), shown + timedelta(days=1)
        assert desk.address not in page(client, "games", group, f"?until={before}")
        assert desk.address not in page(client, "games", group, f"?since={after}")
