"""Data of November 2026, made by that version itself, stays usable after an upgrade.

`database.sql` has seven games of six kinds, one of them under older rules, in a group of four players; `expected.json`
the cookies, links, recovery codes and a waiting entry that went with it, and the names and figures of its pages. The
other files were exported from it.
"""

from __future__ import annotations

import http.client
import json
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group
from scorekeeper.play.models import Session
from tests.factories import HTMX, SampleTable, new_writer
from tests.server_process import Server

from .pages import figures

FOLDER = Path(__file__).with_name("november_2026")
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text())
TOKEN = "t" * 32
# Rows of games name their players now; in November they gave the number of them, here 2 or 4.
NUMBERS_OF_PLAYERS = Counter({"2": 2, "4": 1})

sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")


def restore_database(folder: Path) -> Path:
    """The database of that version as a file, and the secret key beside it."""
    folder.mkdir(exist_ok=True)
    key = folder / "secret-key"
    key.write_text(EXPECTED["secret_key"])
    key.chmod(0o600)
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as file:
        file.executescript((FOLDER / "database.sql").read_text())
    return folder / "scorekeeper.sqlite3"


@pytest.fixture
def upgraded(new_server: Callable[..., Server]) -> Server:
    """A server of this version on the data of that one."""
    server = new_server()
    shutil.rmtree(server.data)
    restore_database(server.data)
    done = server.manage("migrate", "--no-input", "--verbosity=0")
    assert done.returncode == 0, done.stderr
    return server.start()


def request(
    server: Server, path: str, who: str = "", form: dict[str, str] | None = None, **headers: str
) -> tuple[int, str]:
    """Return the status and the text of a response to a browser of that time."""
    cookies = EXPECTED["cookies"].get(who, {}) | ({} if form is None else {"csrftoken": TOKEN})
    sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), **headers}
    body = None
    if form is not None:
        body = urlencode(form)
        sent |= {"X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as asked:
        asked.request("GET" if form is None else "POST", path, body, sent)
        answer = asked.getresponse()
        return answer.status, answer.read().decode()


@sqlite_only
def test_transcripts_after_upgrade_are_same(upgraded: Server) -> None:
    paths = [path for path in EXPECTED["pages"]["ana"] if "/transcript/" in path]
    assert paths
    for path in paths:
        assert json.loads(request(upgraded, path, "ana")[1]) == EXPECTED["pages"]["ana"][path]


@sqlite_only
def test_pages_after_upgrade_show_all_names_and_figures(upgraded: Server) -> None:
    """Pages may have gained figures, but lost none.

    A share text has its own page, players are named.
    """
    lost: dict[str, Counter[str]] = {}
    for who, pages in EXPECTED["pages"].items():
        for path, shown in pages.items():
            status, text = request(upgraded, path, who)
            assert status == 200, f"{who} {path}"
            if "/transcript/" not in path:
                text += (
                    request(upgraded, f"{path}share/", who)[1] if re.fullmatch(r"/table/\w+/", path) else ""
                )
                gone = Counter(shown) - Counter(figures(text, EXPECTED["names"]))
                if path.startswith("/group/"):
                    gone -= NUMBERS_OF_PLAYERS
                lost |= {f"{who} {path}": gone} if gone else {}
    assert lost == {}
    assert upgraded.manage("verify").stdout.startswith("all is well: 7 sessions")


@sqlite_only
def test_waiting_line_of_old_phone_is_written_once(upgraded: Server) -> None:
    waiting = EXPECTED["waiting"]
    headers = {"HX-Request": "true", "X-Whose": waiting["whose"]}
    answers = [request(upgraded, waiting["path"], "bo", waiting["body"], **headers) for _ in range(2)]
    assert [status for status, _text in answers] == [200, 200]
    rows = upgraded.rows("SELECT data FROM play_entry WHERE key = %s", waiting["body"]["key"])
    assert [json.loads(data)["moves"][0]["points"] for (data,) in rows] == [8]


@pytest.mark.django_db
def test_former_addresses_are_answered() -> None:
    """Corrections wait on phones with their address; codes of the last minutes have the other."""
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    form = desk.form(line="1", box="ones", points="2")
    assert desk.url("correct") == f"/table/{desk.address}/correct/"
    for address in (f"/table/{desk.address}/put-right/", desk.url("correct")):
        assert desk.writer.client().post(address, form, headers=HTMX).status_code == 200
    assert desk.table.count == 2
    assert reverse("device_transfer") == "/move/"
    for address in ("/carry/", "/move/"):
        assert Client().post(address, {"code": "22222222"}).status_code == 422


@sqlite_only
def test_links_and_codes_of_before_let_in(upgraded: Server) -> None:
    statuses = {name: request(upgraded, link)[0] for name, link in EXPECTED["links"].items()}
    assert statuses == {"group": 200, "table": 302}
    status, _text = request(upgraded, "/you/sign-in/", form={"code": EXPECTED["recovery_codes"][0]})
    assert status == 303
    assert upgraded.rows("SELECT COUNT(*) FROM people_recoverycode") == [(9,)]


@sqlite_only
def test_database_of_before_is_restored_as_backup(new_server: Callable[..., Server], tmp_path: Path) -> None:
    backup, server = restore_database(tmp_path / "backup"), new_server()
    done = server.manage("restore", str(backup))
    assert done.returncode == 0, done.stdout + done.stderr
    assert server.manage("verify").stdout.startswith("all is well: 7 sessions")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "games", "players"), [("group.json", 7, 4), ("results.csv", 5, 4), ("game.json", 1, 2)]
)
def test_exports_of_before_are_imported(name: str, games: int, players: int) -> None:
    client = new_writer().client()
    with (FOLDER / name).open("rb") as file:
        assert client.post("/import/", {"file": file}).status_code == 303
    assert client.post("/import/preview/", {"do": "bring"}).status_code in (302, 303)
    assert Session.objects.count() == games
    assert max(group.players.count() for group in Group.objects.all()) == players
    assert [str(fault) for fault in verify(Verified())] == []
