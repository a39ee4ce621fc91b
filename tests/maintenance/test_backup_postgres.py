"""Backup of a PostgreSQL database: a dump, restored beside the present one."""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.postgres import name_of
from tests.server_process import manage

MAKE = "from tests.factories import SampleTable; print(SampleTable().address)"
CHECK = """
from pathlib import Path
from scorekeeper.maintenance.backup import database_backup
print(database_backup().check(Path("FILE")))
"""
LONG = """
INSERT INTO django_session (session_key, session_data, expire_date)
SELECT 'key', string_agg(md5(number::text), ''), now() FROM generate_series(1, 20000) number
"""


def addresses(database: str, schema: str = "public") -> list[str]:
    """The tables in a schema."""
    with psycopg.connect(database) as connection:
        found = connection.execute(
            f"SELECT address FROM {schema}.play_session ORDER BY id".encode()
        ).fetchall()
    return [address for (address,) in found]


@pytest.mark.slow
def test_restore_keeps_replaced_schema(postgres_address: str, tmp_path: Path) -> None:
    settings = {"SCOREKEEPER_DATABASE_URL": postgres_address, "SCOREKEEPER_DATA": str(tmp_path / "data")}
    file = tmp_path / "evening.dump"
    first = manage("shell", "--no-imports", "-c", MAKE, **settings).stdout.strip()
    done = manage("backup", str(file), **settings)
    assert done.stdout == f"copied to {file}\nall is well: 1 sessions, 0 entries\n", done.stderr
    second = manage("shell", "--no-imports", "-c", MAKE, **settings).stdout.strip()
    with psycopg.connect(postgres_address):
        done = manage("restore", "--yes", str(file), **settings)
    assert (
        "Others are connected to this database (1): stop the servers first. Nothing was changed."
        in done.stderr
    )
    whole, broken = file.read_bytes(), tmp_path / "broken"
    for content in (b"Dear diary", whole[: len(whole) * 3 // 4]):
        broken.write_bytes(content)
        done = manage("restore", "--yes", str(broken), **settings)
        assert done.stderr.startswith(f"CommandError: {broken} is ")
        assert done.stderr.count("\n") == 1
        assert addresses(postgres_address) == [first, second]
    done = manage("restore", "--yes", str(file), **settings)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\nall is well: 1 sessions, 0 entries\n")
    assert addresses(postgres_address) == [first]
    kept = done.stdout.partition("the schema ")[2].partition(" ")[0]
    assert addresses(postgres_address, kept) == [first, second]


def test_save_reads_whole_dump(postgres_address: str, tmp_path: Path) -> None:
    """Also if the damage is neither in its list nor in the tables that are queried."""
    settings = {"SCOREKEEPER_DATABASE_URL": postgres_address, "SCOREKEEPER_DATA": str(tmp_path / "data")}
    file, broken = tmp_path / "evening.dump", tmp_path / "broken.dump"
    with psycopg.connect(postgres_address) as connection:
        connection.execute(LONG.encode())  # the largest part, and useless to the reader of a dump
    done = manage("backup", str(file), **settings)
    assert done.returncode == 0, done.stderr
    assert sorted(tmp_path.iterdir()) == [tmp_path / "data", file]
    content = bytearray(file.read_bytes())
    middle = slice(len(content) // 2, len(content) // 2 + 64)
    content[middle] = bytes(each ^ 0xFF for each in content[middle])
    broken.write_bytes(content)
    for each, output in ((file, "0\n"), (broken, "")):
        done = manage("shell", "--no-imports", "-c", CHECK.replace("FILE", str(each)), **settings)
        assert done.stdout == output, done.stderr
    assert f"BackupError: {broken} is damaged: " in done.stderr


@pytest.fixture
def plain_role(postgres_address: str) -> Iterator[str]:
    """Return the URL of a role that owns its database only; its host is in the query part.

    The cluster began before PostgreSQL 15: there another role owns the schema.
    """
    role, word = f"plain_{secrets.token_hex(4)}", secrets.token_hex(8)
    names = {"role": sql.Identifier(role), "database": sql.Identifier(name_of(postgres_address))}
    with psycopg.connect(postgres_address, autocommit=True) as master:
        for statement in (
            f"CREATE ROLE {{role}} LOGIN PASSWORD '{word}'",
            "ALTER DATABASE {database} OWNER TO {role}",
            "ALTER SCHEMA public OWNER TO CURRENT_USER",
            "GRANT ALL ON SCHEMA public TO {role}",
            "GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}",
            "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role}",
        ):
            master.execute(sql.SQL(statement).format(**names))
    place = {
        name: value for name, value in conninfo_to_dict(postgres_address).items() if name in {"host", "port"}
    }
    yield f"postgresql://{role}:{word}@/{name_of(postgres_address)}?{urlencode(place)}"
    with psycopg.connect(postgres_address, autocommit=True) as master:
        for statement in (
            "REASSIGN OWNED BY {role} TO CURRENT_USER",
            "DROP OWNED BY {role}",
            "DROP ROLE {role}",
        ):
            master.execute(sql.SQL(statement).format(**names))


def test_another_role_has_schema(postgres_address: str, plain_role: str, tmp_path: Path) -> None:
    settings = {"SCOREKEEPER_DATABASE_URL": plain_role, "SCOREKEEPER_DATA": str(tmp_path / "data")}
    file, role = tmp_path / "evening.dump", urlsplit(plain_role).username
    done = manage("backup", str(file), **settings)
    assert done.returncode == 0, done.stderr
    table = manage("shell", "--no-imports", "-c", MAKE, **settings).stdout.strip()
    # without a terminal: impossible steps are reported before any question
    done = manage("restore", str(file), **settings)
    assert done.returncode == 1
    assert done.stderr == (
        "CommandError: The replaced schema is renamed, which the role of this database may not do."
        f" Ask PostgreSQL's administrator to run in this database: ALTER SCHEMA public OWNER TO {role};"
        " Nothing was changed.\n"
    )
    assert addresses(postgres_address) == [table]
    with psycopg.connect(postgres_address, autocommit=True) as master:
        master.execute(f"ALTER SCHEMA public OWNER TO {role}".encode())
        master.execute(f"ALTER DATABASE {name_of(postgres_address)} OWNER TO CURRENT_USER".encode())
    done = manage("restore", str(file), **settings)
    assert f": GRANT CREATE ON DATABASE {name_of(postgres_address)} TO {role}; Nothing was" in done.stderr
    with psycopg.connect(postgres_address, autocommit=True) as master:
        master.execute(f"GRANT CREATE ON DATABASE {name_of(postgres_address)} TO {role}".encode())
    done = manage("restore", "--yes", str(file), **settings)
    assert done.returncode == 0, done.stderr
    assert addresses(postgres_address) == []


# --- how PostgreSQL's own programs are called --------------------------------------------------------------

TELLING = """#!/bin/sh
echo "$0" >>"$RECEIVED"
printf '%s\\n' "$@" "PGPASSWORD=$PGPASSWORD" >>"$RECEIVED"
exit 1
"""


# as where the machine goes down meanwhile
ENDING = """#!/bin/sh
for each; do case "$each" in --file=*) echo half >"${each#--file=}";; esac; done
kill -9 $PPID
"""


def dumped_by(script: str, address: str, tmp_path: Path) -> CompletedProcess[str]:
    """A backup to `file` with another program in the place of pg_dump."""
    program = tmp_path / "bin" / "pg_dump"
    program.parent.mkdir()
    program.write_text(script)
    program.chmod(0o755)
    settings = {
        "SCOREKEEPER_DATABASE_URL": address,
        "SCOREKEEPER_DATA": str(tmp_path / "data"),
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "RECEIVED": str(tmp_path / "received"),
    }
    return manage("backup", str(tmp_path / "file"), **settings)


def received(address: str, tmp_path: Path) -> list[str]:
    """Return the arguments of pg_dump, and the password in its environment."""
    done = dumped_by(TELLING, address, tmp_path)
    assert done.stderr == "CommandError: pg_dump: pg_dump failed.\n"
    return (tmp_path / "received").read_text().splitlines()


def test_half_dump_never_has_name_of_whole_one(tmp_path: Path) -> None:
    """The same day's next backup would find it there, and make none."""
    done = dumped_by(ENDING, "postgresql://ana@db.example.org/games", tmp_path)
    assert done.returncode == -signal.SIGKILL
    assert [each.read_text() for each in tmp_path.glob("file*")] == ["half\n"]
    assert not (tmp_path / "file").exists()


@pytest.mark.parametrize(
    ("address", "known"),
    [
        (
            "postgresql://ana:s%20e'cret@db.example.org:6432/games?sslmode=verify-full&sslrootcert=/etc/a%20b.crt",
            {
                "host": "db.example.org",
                "port": "6432",
                "user": "ana",
                "dbname": "games",
                "sslmode": "verify-full",
                "sslrootcert": "/etc/a b.crt",
            },
        ),
        (
            "postgresql://ana@/games?host=db.example.org&password=s%20e'cret",
            {"host": "db.example.org", "user": "ana", "dbname": "games"},
        ),
        ("postgresql:///?service=evening&password=s%20e'cret", {"service": "evening"}),
    ],
)
def test_dump_is_of_database_that_is_served(address: str, known: dict[str, str], tmp_path: Path) -> None:
    arguments = received(address, tmp_path)
    assert arguments[-1] == "PGPASSWORD=s e'cret"
    assert not any("cret" in each for each in arguments[:-1])
    (place,) = (each.removeprefix("--dbname=") for each in arguments if each.startswith("--dbname="))
    found = conninfo_to_dict(place)
    assert {name: found[name] for name in found if name in ASKED} == known
    assert "options" not in found  # timeouts that a dump must not inherit


ASKED = {"host", "port", "user", "dbname", "service", "sslmode", "sslrootcert", "password"}
