"""H2: uploads are bounded and expire, guests are limited, and entries keep their room."""

from __future__ import annotations

import io
import random
import shutil
import sqlite3
import time
from collections import namedtuple
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session as Login
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from scorekeeper.archive import uploads
from scorekeeper.archive.models import Upload
from scorekeeper.core.db import disk_space
from scorekeeper.people import cleanup, rate_limits
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.people.rate_limits import HOUR, LIMITS, Limit
from scorekeeper.play.models import Session
from tests.factories import new_writer
from tests.sampling import some_of
from tests.security.forms import NEW, game

from .cast import dice_table

pytestmark = pytest.mark.django_db
IMPORT, LOOK = "/import/", "/import/preview/"
TABLE = "date,game,player,points,what\n2019-02-03,yacht,Ana,1,{}\n2019-02-03,yacht,Bo,2,\n"
MB = 1_000_000
HOME = "192.0.2.1"

Move = Callable[[float], None]


@pytest.fixture
def move(monkeypatch: pytest.MonkeyPatch) -> Move:
    """Moves the server's clock on by some seconds."""
    seconds = [0.0]
    tick, now = time.time, timezone.now
    monkeypatch.setattr(time, "time", lambda: tick() + seconds[0])
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(seconds=seconds[0]))
    for name in ("_last_cleanup", "_last_hourly_cleanup"):
        monkeypatch.setattr(cleanup, name, 0.0)

    def by(more: float) -> None:
        seconds[0] += more

    return by


def packed(size: int) -> str:
    """A table of so many bytes that hardly becomes smaller."""
    chance = random.Random(2)
    signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+-./:<=>?@[]^_{|}~ "
    cells = ["".join(chance.choices(signs, k=min(size, 100_000))) for _ in range(max(1, size // 100_000))]
    return "".join([TABLE.format(""), *(f"2019-02-03,yacht,Ana,1,{cell}\n" for cell in cells)])


def send(client: Client, text: str) -> Any:
    found = io.BytesIO(text.encode())
    found.name = "old.csv"
    return client.post(IMPORT, {"file": [found]})


def bytes_used() -> int:
    """How many bytes of the database's file are in use."""
    with connection.cursor() as cursor:
        found = list[int]()
        for name in ("page_count", "freelist_count", "page_size"):
            cursor.execute(f"PRAGMA {name}")
            found.append(cursor.fetchone()[0])
    return (found[0] - found[1]) * found[2]


def a_house(place: int) -> str:
    """An address of its own /64 in one /48."""
    return f"2001:db8:77:{place:x}::1"


@pytest.mark.slow
@pytest.mark.sqlite
def test_hour_of_one_address_and_one_48(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 600 MB, all deleted a day later; daily runs test a sixteenth of the bytes."""
    part = 16 // some_of(16, share=16)
    monkeypatch.setattr(
        uploads, "PENDING_UPLOAD_BYTES", tuple(each // part for each in rate_limits.PENDING_UPLOAD_BYTES)
    )
    large = packed(15 * MB // part)
    before, persons = bytes_used(), Person.objects.count()
    most = kept = founded = 0
    for minute in range(0, 60, 5):
        addresses = [HOME, *(a_house(minute + place) for place in range(4))]
        for address in addresses:
            client = Client(REMOTE_ADDR=address)
            kept += send(client, large).status_code == 303
            for _ in range(12):
                founded += (
                    Client(REMOTE_ADDR=address).post("/groups/", {"do": "begin", "name": "x"}).status_code
                    == 303
                )
        most = max(most, bytes_used() - before)
        move(300)
    assert kept >= 8
    assert founded >= 200
    assert most <= 600 * MB / part
    assert 100 * MB / part < most  # it was an attack
    print(f"{kept} files, {founded} groups, {most / MB:.0f} MB")
    move(86_400)
    Client(REMOTE_ADDR="198.51.100.9").post("/join/", {"code": "22222222"})
    assert not Upload.objects.exists()
    assert Person.objects.count() == persons
    assert not Group.objects.exists()
    assert not Login.objects.exists()
    assert bytes_used() - before < MB


def test_network_has_little_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    small = packed(10_000)
    monkeypatch.setattr(uploads, "PENDING_UPLOAD_BYTES", (30_000, 50_000, 90_000))
    assert [send(Client(REMOTE_ADDR=HOME), small).status_code for _ in range(4)] == [303, 303, 303, 422]
    assert "Too many files from your network are waiting" in send(Client(REMOTE_ADDR=HOME), small).text
    # of a /48 more than of each of its /64s, and less than of all of these
    found = [send(Client(REMOTE_ADDR=a_house(place // 4)), small).status_code for place in range(8)]
    assert found == [303, 303, 303, 422, 303, 303, 422, 422]


def test_second_upload_replaces_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "PENDING_UPLOAD_BYTES", (12_000, 50_000, 90_000))
    client = Client()
    assert [send(client, packed(10_000)).status_code for _ in range(4)] == [303] * 4
    assert Upload.objects.count() == 1


def test_full_room_removes_largest_user_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "PENDING_UPLOAD_BYTES", (30_000, 50_000, 45_000))
    greedy = [Client(REMOTE_ADDR=HOME) for _ in range(3)]
    other = Client(REMOTE_ADDR="198.51.100.1")
    third = Client(REMOTE_ADDR="203.0.113.1")
    assert {send(client, packed(10_000)).status_code for client in (*greedy, other)} == {303}
    assert send(third, packed(14_000)).status_code == 303
    assert greedy[0].get(LOOK).status_code == 303  # the oldest upload of the largest users is removed
    assert {client.get(LOOK).status_code for client in (greedy[1], greedy[2], other, third)} == {200}


def test_upload_expires_after_hour(move: Move) -> None:
    client = Client()
    assert send(client, TABLE.format("x")).status_code == 303
    move(3599)
    assert client.get(LOOK).status_code == 200
    move(2)
    assert client.get(LOOK)["Location"] == IMPORT
    cleanup.clean_up_if_due(time.time())
    assert not Upload.objects.exists()


def test_import_is_counted_by_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        LIMITS, "imported KiB", Limit(7, HOUR)
    )  # KiB; of this table four: its rows, and its bytes
    found = []
    for _ in range(2):
        client = new_writer().client()
        send(client, TABLE.format("x"))
        found.append(client.post(LOOK, {"do": "import"}).status_code)
    assert found == [303, 429]
    assert Client().post("/join/", {"code": "22222222"}).status_code == 422


# --- guests ----------------------------------------------------------------------------------------------


def test_guests_of_network_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "new person", Limit(2, HOUR, (2, 3)))
    form = {"do": "begin", "name": "x"}
    assert [Client().post("/groups/", form).status_code for _ in range(3)] == [303, 303, 429]
    assert Client().post(NEW, game()).status_code == 429
    places = [a_house(0)] * 3 + [a_house(1)] * 3 + [a_house(2)] * 2  # one /56 has these
    found = [Client(REMOTE_ADDR=each).post("/groups/", form).status_code for each in places]
    assert found == [303, 303, 429, 303, 303, 429, 429, 429]
    elsewhere = [f"2001:db8:77:{place}00::1" for place in (1, 1, 2, 3)]  # in the same /48
    assert [Client(REMOTE_ADDR=each).post("/groups/", form).status_code for each in elsewhere] == [
        303,
        303,
        429,
        429,
    ]


def test_groups_of_network_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "new group", Limit(2, HOUR))
    client = new_writer().client()
    form = {"do": "begin", "name": "x"}
    assert [client.post("/groups/", form).status_code for _ in range(3)] == [303, 303, 429]


def test_guest_with_data_is_not_deleted(move: Move) -> None:
    Group.objects.create(name="spare").members.add(new_writer().person)  # numbers of different tables differ
    founder, player, joiner, kept, visitor = (Client() for _ in range(5))
    for client in (founder, kept):
        client.post("/groups/", {"do": "begin", "name": "Friday"})
    player.post(NEW, game())
    full = Group.objects.get(name="", pk=Session.objects.get().group_id)
    shared = Group.objects.create(name="shared")
    for client in (joiner, visitor):
        client.post("/groups/", {"do": "begin", "name": "x"})
    Member.objects.create(group=shared, person_id=joiner.session["_auth_user_id"])
    Member.objects.create(group=shared, person=new_writer().person)
    Person.objects.filter(pk=kept.session["_auth_user_id"]).update(has_account=True)
    Player.objects.create(
        group=Group.objects.get(member__person=visitor.session["_auth_user_id"]),
        name="A",
        folded_name="a",
        colour=1,
    )
    move(2 * 86_400)
    cleanup.clean_up_if_due(time.time())
    stays = {client.session["_auth_user_id"] for client in (player, joiner, kept, visitor)}
    assert stays <= {str(pk) for pk in Person.objects.values_list("pk", flat=True)}
    assert {"Friday", "shared"} <= set(Group.objects.values_list("name", flat=True))
    assert Group.objects.filter(pk=full.pk).exists()
    assert Group.objects.filter(name="Friday").count() == 1
    assert founder.get("/groups/").status_code == 200
    assert not Member.objects.filter(group__name="Friday", person__has_account=False).exists()


def test_guest_of_today_is_not_deleted(move: Move) -> None:
    client = Client()
    client.post("/groups/", {"do": "begin", "name": "Friday"})
    move(86_000)
    cleanup.clean_up_if_due(time.time())
    assert Group.objects.filter(name="Friday").exists()


def test_anonymous_sessions_expire_after_day(move: Move) -> None:
    Client().post("/you/passkeys/ask/", {"do": "who"})
    account = new_writer()
    Person.objects.filter(pk=account.person.pk).update(has_account=True)
    known = account.client()
    assert Login.objects.count() == 2
    move(86_400 + 10)
    cleanup.clean_up_if_due(time.time())
    assert Login.objects.get().session_key == known.session.session_key


# --- room on the disk ------------------------------------------------------------------------------------


def test_lines_are_written_where_files_and_groups_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = dice_table()
    writer = desk.writer.client()
    send(writer, TABLE.format("x"))
    disk = namedtuple("disk", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: disk(10**12, 10**12 - 10**8, 10**8))
    for client in (Client(), writer):
        refused = client.post("/groups/", {"do": "begin", "name": "x"})
        assert (refused.status_code, refused["Retry-After"]) == (503, "3600")
        assert "nearly full" in refused.text
        assert send(client, TABLE.format("x")).status_code == 503
    assert writer.post(LOOK, {"do": "import"}).status_code == 503
    assert Client().post(NEW, game()).status_code == 503
    assert writer.post(desk.url("write"), desk.form(player="2", box="fours", points="12")).status_code == 302
    assert writer.post(NEW, game()).status_code == 303
    assert writer.get(IMPORT).status_code == 200
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: disk(3 * 10**6, 2 * 10**6, 10**6))  # a small one
    assert writer.post("/groups/", {"do": "begin", "name": "x"}).status_code == 303


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_file_that_is_mostly_unused_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_space, "UNUSED", MB)
    who = new_writer()
    while disk_space.shrink_database():  # uploads of other tests
        pass
    path = Path(connection.settings_dict["NAME"])
    before = path.stat().st_size
    Upload.objects.create(person=who.person, kind="games", name="x", data=b"x" * (before + 2 * MB))
    assert not disk_space.shrink_database()
    Upload.objects.all().delete()
    assert path.stat().st_size > before + 2 * MB
    monkeypatch.setattr(disk_space, "USED", 1000)
    assert not disk_space.shrink_database()
    monkeypatch.undo()
    monkeypatch.setattr(disk_space, "UNUSED", MB)
    with transaction.atomic():
        assert not disk_space.shrink_database()
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not disk_space.shrink_database()
    assert disk_space.shrink_database()
    assert path.stat().st_size <= before
    assert Person.objects.get().pk == who.person.pk
    who.person.refresh_from_db()
    assert Client().post(NEW, game()).status_code == 303
