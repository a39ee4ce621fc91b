"""Backup of a PostgreSQL database by pg_dump and pg_restore.

All tables are in the schema `public`. A restore renames the replaced schema and leaves it in the database; an
administrator may drop it later.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, transaction
from psycopg.conninfo import make_conninfo

from .backup_files import BackupError, atomic_write, must_be_known, must_be_new, stamp

SCHEMA = "public"
# Connection parameters that are not passed on: Django's own ones, the time limits of requests, and secrets, which a
# command line would show to every user of the machine.
NOT_PASSED = {"cursor_factory", "context", "prepare_threshold", "options", "password", "sslpassword"}
_MIGRATION = re.compile(r"^\d+\t(\w+)\t(\w+)\t", re.MULTILINE)
# Statements that an administrator must run before the schema can be renamed and recreated; usually none.
_MISSING = """
SELECT format('ALTER SCHEMA public OWNER TO %I;', current_user) FROM pg_namespace
WHERE nspname = 'public' AND NOT pg_has_role(nspowner, 'USAGE')
UNION ALL
SELECT format('GRANT CREATE ON DATABASE %I TO %I;', current_database(), current_user)
WHERE NOT has_database_privilege(current_database(), 'CREATE')
"""


class PostgresBackup:
    """Backup and restore of the database of the settings."""

    def save(self, file: Path) -> str:
        """See `Backup`.

        Django cannot read a dump, so it is unpacked and the live database is verified.
        """
        must_be_new(file)
        with atomic_write(file) as part:
            run("pg_dump", f"--dbname={address()}", "--format=custom", f"--schema={SCHEMA}", "--no-owner",
                "--no-privileges", f"--file={part}")  # fmt: skip
            _sessions(part)
        return DEFAULT_DB_ALIAS

    def check(self, file: Path) -> int:
        """See `Backup`."""
        found = _sessions(file)
        must_be_allowed()
        return found

    def restore(self, file: Path) -> str:
        """See `Backup`."""
        must_be_alone()
        kept = f"before_{stamp().replace('-', '_')}"
        try:
            _swap(kept)
        except DatabaseError as error:
            why = str(error).partition("\n")[0]
            raise BackupError(f"The schema {SCHEMA} cannot be given another name: {why}.") from error
        try:
            run("pg_restore", "--single-transaction", f"--schema={SCHEMA}", "--no-owner", "--no-privileges",
                f"--dbname={address()}", str(file), said=f"{file} is damaged")  # fmt: skip
            connection.close()
            call_command("migrate", interactive=False, verbosity=0)
        except BaseException:
            _swap_back(kept)
            raise
        return f"the schema {kept} of the same database"


def must_be_alone() -> None:
    """Raise BackupError while other clients are connected."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        others = cursor.fetchone()[0]
    if others:
        raise BackupError(f"Others are connected to this database ({others}): stop the servers first.")


def must_be_allowed() -> None:
    """Raise BackupError if the role may not rename the schema.

    In clusters created before PostgreSQL 15, `public` belongs to another role.
    """
    with connection.cursor() as cursor:
        cursor.execute(_MISSING)
        missing = " ".join(statement for (statement,) in cursor.fetchall())
    if missing:
        raise BackupError(
            "The replaced schema is renamed, which the role of this database may not do."
            f" Ask PostgreSQL's administrator to run in this database: {missing}"
        )


def address() -> str:
    """The connection string of the database, without the parameters in NOT_PASSED."""
    known = connection.get_connection_params()
    return make_conninfo(**{name: value for name, value in known.items() if name not in NOT_PASSED})


def run(program: str, *arguments: str, said: str = "") -> str:
    """Run a program of PostgreSQL.

    Raises BackupError with the first line of its error output.
    """
    password = connection.get_connection_params().get("password")
    environment = os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program, and no shell
            [program, *arguments], env=environment, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise BackupError(f"{program} cannot be run ({error.strerror}); it comes with PostgreSQL.") from error
    if done.returncode:
        why = next(iter(done.stderr.splitlines()), f"{program} failed").removeprefix(f"{program}: error: ")
        raise BackupError(f"{said or program}: {why}.")
    return done.stdout


def _sessions(file: Path) -> int:
    """Check a dump from end to end; return the number of its sessions."""
    if not file.is_file():
        raise BackupError(f"{file} cannot be read: there is no such file.")
    listed = run("pg_restore", "--list", str(file), said=f"{file} is no backup of Scorekeeper")
    if f"TABLE DATA {SCHEMA} play_session" not in listed:
        raise BackupError(f"{file} is no backup of Scorekeeper.")
    said = f"{file} is damaged"
    # unpack every row to /dev/null: the only proof that the dump is complete
    run("pg_restore", "--data-only", f"--file={os.devnull}", str(file), said=said)
    data = run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file), said=said)
    must_be_known(_MIGRATION.findall(data))
    rows = run("pg_restore", "--data-only", "--table=play_session", "--file=-", str(file), said=said)
    return len(re.findall(r"^\d+\t", rows, re.MULTILINE))


def _swap(kept: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"ALTER SCHEMA {SCHEMA} RENAME TO {kept}")
        cursor.execute(f"CREATE SCHEMA {SCHEMA}")
    connection.close()


def _swap_back(kept: str) -> None:
    connection.close()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA {SCHEMA} CASCADE")
        cursor.execute(f"ALTER SCHEMA {kept} RENAME TO {SCHEMA}")
    connection.close()
