"""Backups of a PostgreSQL database: a dump, put back beside what it replaces."""

from __future__ import annotations

from pathlib import Path

import psycopg

from tests.running import manage

MAKE = "from tests.play.tables import Desk; print(Desk().address)"


def addresses(database: str, schema: str = "public") -> list[str]:
    """The tables in a schema."""
    with psycopg.connect(database) as connection:
        found = connection.execute(
            f"SELECT address FROM {schema}.play_session ORDER BY id".encode()
        ).fetchall()
    return [address for (address,) in found]


def test_a_dump_is_put_back_beside_what_it_replaces(postgres_address: str, tmp_path: Path) -> None:
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
