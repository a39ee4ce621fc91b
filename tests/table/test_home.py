"""Home lists all games; the log page is paged by entries and names boxes."""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.people.groups import set_current_group
from scorekeeper.people.models import Group, Member
from scorekeeper.play import log
from scorekeeper.play.models import Participation, Session
from tests.factories import SampleTable, Writer, new_writer

pytestmark = pytest.mark.django_db


def start(client: Client, **form: str) -> str:
    fields = {"name": ["Ana", "Bo"], "do": "start", "stake": "none", "key": str(uuid.uuid4())}
    fields |= {"another": "1"} | form
    return client.post("/new/generala/", fields)["Location"]


def write(client: Client, table: str, seen: int, where: str = "write/", **form: str) -> str:
    fields = {"seen": str(seen), "key": str(uuid.uuid4())}
    fields |= {"another": "1"} | form
    answer = client.post(table + where, fields)
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"]


def end(client: Client, table: str) -> None:
    """End a game early, as the change page does: asked once."""
    page = client.get(table + "change/").content.decode()
    seen = page.split('name="seen" value="')[1].split('"')[0]
    client.post(table + "change/", {"seen": seen, "key": str(uuid.uuid4()), "do": "ended"})


def test_game_ended_early_can_be_found_again() -> None:
    client = Client()
    table = start(client)
    end(client, table)
    page = client.get("/").content.decode()
    assert f'href="{table}"' in page
    assert "ended early" in page


def test_older_games_are_page_away() -> None:
    client = Client()
    tables = [start(client) for _ in range(12)]
    for table in tables:
        end(client, table)
    first, second = (client.get(f"/?page={number}").content.decode() for number in (1, 2))
    assert all(f'href="{table}"' in first + second for table in tables)
    assert f'href="{tables[0]}"' not in first


def test_take_back_is_confirmed_without_script() -> None:
    client = Client()
    table = start(client)
    write(client, table, 0, player="1", box="fours", dice="44442", throws="2")
    address = write(client, table, 1, where="take-back/", entry="1")
    page = client.get(address).content.decode()
    assert "<b>Taken back:</b> Ana, fours 16" in page
    assert "Restore it" in page
    assert "<b>Taken back:</b>" not in client.get(table).content.decode()


def test_log_is_paged_by_entries() -> None:
    client = Client()
    table = start(client)
    write(client, table, 0, player="1", box="ones", strike="1")
    for seen in range(1, 130):
        write(client, table, seen, where="correct/", line="1", box="ones", points=str(seen % 5 + 1))
    newest, oldest = (client.get(f"{table}lines/?page={number}").content.decode() for number in (1, 2))
    assert newest.count('class="n"') == 100
    assert oldest.count('class="n"') == 30


def test_box_no_longer_played_keeps_its_name_in_log() -> None:
    client = Client()
    table = start(client, **{"rule-double_generala": "true"})
    write(client, table, 0, player="1", box="double_generala", strike="1")
    write(client, table, 1, where="take-back/", entry="1")
    page = client.get(table + "lines/").content.decode()
    assert "double generala" in page
    assert "five of a kind" not in page


def other_group(writer: Writer) -> Writer:
    """The same person in another group, which is the one that is chosen now."""
    group = Group.objects.create(name="Sunday club")
    Member.objects.create(group=group, person=writer.person, owner=True)
    set_current_group(writer.person, group)
    return writer


def test_home_shows_running_tables_of_every_group_and_as_guest() -> None:
    writer = new_writer()
    mine, theirs = SampleTable(writer=writer), SampleTable()
    Group.objects.filter(pk=mine.group.pk).update(name="Thursday crowd")
    Participation.objects.create(session=theirs.session, person=writer.person)
    strangers = SampleTable()
    page = other_group(writer).client().get("/").content.decode()
    assert f'href="{mine.url()}"' in page
    assert f'href="{theirs.url()}"' in page
    assert f'href="{strangers.url()}"' not in page
    assert "General, turn 1 of 10, Thursday crowd" in page


def test_home_shows_no_running_table_that_was_deleted_or_left() -> None:
    writer = new_writer()
    desk, left = SampleTable(writer=writer), SampleTable()
    phone = Participation.objects.create(session=left.session, person=writer.person)
    desk.change(removed=True)
    Participation.objects.filter(pk=phone.pk).update(removed=phone.joined)
    page = writer.client().get("/").content.decode()
    assert f'href="{desk.url()}"' not in page
    assert f'href="{left.url()}"' not in page


def test_home_promises_records_only_after_finished_game() -> None:
    writer = new_writer()
    desk = SampleTable("general", writer=writer)
    assert "players, house rules, invitations" in writer.client().get("/").content.decode()
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    assert "wins, records, ratings, the last evening" in writer.client().get("/").content.decode()


def test_home_counts_all_games_that_were_played() -> None:
    writer = new_writer()
    for _ in range(14):
        SampleTable("general", writer=writer).line(1, "fives", dice=[5] * 5, throws=1)
    ended = SampleTable("general", writer=writer)
    Session.objects.filter(pk=ended.session.pk).update(ended=ended.session.started)
    SampleTable("general", writer=writer)
    assert "played 14 times" in writer.client().get("/").content.decode()
    assert "played 14 times" in writer.client().get("/?page=2").content.decode()


def test_home_counts_games_of_each_printed_sheet() -> None:
    writer = new_writer()
    for options in ({"preset": "kniffel"}, {"preset": "kniffel"}, {}):
        desk = SampleTable("yahtzee", writer=writer, options=options)
        for player in ("1", "2"):
            log.go_home(desk.address, desk.write_request(), player)
    page = writer.client().get("/").content.decode()
    assert "<b>Kniffel</b><small>played 2 times</small>" in page
    assert "<b>Yahtzee</b><small>played once</small>" in page


def test_home_beyond_its_last_page_shows_last() -> None:
    writer = new_writer()
    desks = [SampleTable("general", writer=writer) for _ in range(11)]
    for desk in desks:
        desk.line(1, "fives", dice=[5] * 5, throws=1)
    page = writer.client().get("/?page=150").content.decode()
    assert page.count("data-day") == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plans of SQLite")
def test_home_reads_page_of_games_however_many_there_are() -> None:
    writer = new_writer()
    desk = SampleTable("general", writer=writer)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    client = writer.client()
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/").status_code == 200
    asked = [query["sql"] for query in captured.captured_queries if "play_session" in query["sql"]]
    assert len(asked) >= 3
    for query in asked:
        assert "COUNT(" not in query
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN QUERY PLAN " + query.replace("%", "%%"))
            plan = [str(row[3]) for row in cursor.fetchall()]
        assert not [step for step in plan if step.startswith("SCAN play_session")], plan


def test_home_offers_game_played_last_first() -> None:
    writer = new_writer()
    client = writer.client()
    for slug in ("crag", "crag", "goldene_fuenfzig"):
        fields = {
            "name": ["Ana", "Bo"],
            "do": "start",
            "stake": "none",
            "key": str(uuid.uuid4()),
            "another": "1",
        }
        client.post(f"/new/{slug}/", fields)
    offered = client.get("/").content.decode().split('<ul class="game-list"')[1].split("</ul>")[0]
    assert 0 < offered.index("Goldene Fünfzig") < offered.index("Crag")
