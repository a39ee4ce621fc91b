"""Settings of the database connection: durable, and a wrong pragma stops the start."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.db import connection

from scorekeeper.core.db import database
from tests.server_process import Server


@pytest.fixture
def restored() -> Iterator[None]:
    """Throw the connection away afterwards, with the pragmas a test has spoilt."""
    yield
    connection.close()


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_live_connection_is_durable() -> None:
    assert database.faults(connection) == []
    assert pragma("synchronous") == 2
    assert pragma("foreign_keys") == 1
    assert pragma("fullfsync") == 1
    assert pragma("journal_mode") == database.journal_mode()
    assert pragma("busy_timeout") == 10_000
    assert connection.settings_dict["CONN_MAX_AGE"] is None


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 40, 1), "truncate"),
        ((3, 51, 2), "truncate"),
        ((3, 51, 3), "wal"),
        ((3, 53, 0), "wal"),
        ((4, 0, 0), "wal"),
    ],
)
def test_wal_requires_sound_sqlite(version: tuple[int, ...], mode: str) -> None:
    assert database.journal_mode(version) == mode


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize(
    ("spoilt", "name"),
    [
        ("synchronous=NORMAL", "synchronous"),
        ("foreign_keys=OFF", "foreign_keys"),
        ("journal_mode=MEMORY", "journal_mode"),
        ("busy_timeout=0", "busy_timeout"),
    ],
)
def test_check_sees_wrong_pragma(spoilt: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {spoilt}")
    (error,) = [each for each in run_checks(databases=["default"]) if each.id == "scorekeeper.E001"]
    assert name in error.msg


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("restored")
def test_check_sees_deferred_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.ensure_connection()
    monkeypatch.setattr(connection, "transaction_mode", None)
    assert database.faults(connection) == ["transaction_mode is not IMMEDIATE"]


def test_wrong_pragma_stops_start(new_server: Callable[..., Server], tmp_path: Path) -> None:
    # Custom settings on top of ours are checked as well.
    (tmp_path / "careless.py").write_text(
        "from scorekeeper.settings import *\n"
        "DATABASES['default']['OPTIONS']['init_command'] = 'PRAGMA synchronous=NORMAL'\n"
    )
    careless = {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "careless"}
    done = new_server(**careless).manage("serve", "--port", "0")
    assert done.returncode != 0
    assert "scorekeeper.E001" in done.stderr
    assert "PRAGMA synchronous is 1 and should be 2" in done.stderr
    assert "http://" not in done.stdout


def test_wrong_pragma_stops_bare_uvicorn_too(new_server: Callable[..., Server], tmp_path: Path) -> None:
    (tmp_path / "careless.py").write_text(
        "from scorekeeper.settings import *\nDATABASES['default']['OPTIONS']['init_command'] = ''\n"
    )
    server = new_server(PYTHONPATH=str(tmp_path), DJANGO_SETTINGS_MODULE="careless")
    done = server.manage("shell", "--no-imports", "-c", "import scorekeeper.asgi")
    assert done.returncode != 0
    assert "Scorekeeper does not start: PRAGMA" in done.stderr


def test_database_of_server_passes_integrity_check(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    server.kill()
    with sqlite3.connect(server.database) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    other.close()


def test_another_database_by_its_address() -> None:
    path = Path("own.sqlite3")
    assert database.settings_for(None, path)["NAME"] == path
    # A SQLite file of a custom URL is opened with the same settings as ours.
    named = database.settings_for({"ENGINE": "django.db.backends.sqlite3", "NAME": "/srv/x.sqlite3"}, path)
    assert named == database.sqlite_settings("/srv/x.sqlite3")
    other = database.settings_for({"ENGINE": "django.db.backends.postgresql", "NAME": "x"}, path)
    assert other["CONN_MAX_AGE"] is None
    assert other["CONN_HEALTH_CHECKS"]
