"""Reports of `verify`: none for healthy games of every kind, one for each corruption."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from io import StringIO
from time import process_time
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from scorekeeper.ledger.settle import Reason, Transfer
from scorekeeper.maintenance import verify as looking
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.log_checks import Log, log_faults
from scorekeeper.play.replay import StoredEntry
from scorekeeper.play.session_checks import unbalanced
from scorekeeper.rules import GAMES
from tests.factories import SampleTable, new_writer
from tests.maintenance.broken_rules import BENT, TORN, BrokenRules
from tests.play.playthroughs import play
from tests.playthrough_files import FILES
from tests.server_process import Server

from . import corruption_base, corruptions

BUILD = "import json; from tests.maintenance.corruptions import build; print(json.dumps(build()))"


def verify() -> str:
    """Return the output of a successful run."""
    out, err = StringIO(), StringIO()
    call_command("verify", stdout=out, stderr=err)
    assert not err.getvalue()
    return out.getvalue()


def faulty() -> list[str]:
    """Return the output of a failing run."""
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify", stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_verify_of_sound_database_finds_nothing() -> None:
    assert verify() == "all is well: 0 sessions, 0 entries\n"
    writer = new_writer()
    for game in GAMES:
        SampleTable(game, ["Ana", "Bo"], writer=writer)
    corruption_base.running(writer)
    corruption_base.over(writer)
    assert verify() == f"all is well: {len(GAMES) + 2} sessions, 10 entries\n"


@pytest.mark.slow
@pytest.mark.django_db
def test_verify_after_card_games_finds_nothing() -> None:
    writer, count = new_writer(), 0
    for file in FILES:
        tree = json.loads(file.read_text())
        if "entries" in tree and GAMES[tree["game"]].DEALS:
            count += play(tree, writer)
    assert verify().endswith(f", {count} entries\n")
    assert count > 100


@pytest.mark.slow
def test_one_fault_of_each_kind_is_named(new_server: Callable[..., Server]) -> None:
    server = new_server()
    made = json.loads(server.manage("shell", "--no-imports", "-c", BUILD).stdout)
    done = server.manage("verify")
    assert done.stdout.startswith(f"all is well: {len(made)} sessions, "), done.stdout
    assert done.returncode == 0
    patterns = corruptions.plant(server.database, made)
    done = server.manage("verify")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    for pattern in patterns:
        assert any(fnmatchcase(line, pattern) for line in lines), pattern
    assert {line.partition(":")[0].partition(",")[0] for line in lines} <= corruptions.places(made)
    assert done.stderr.startswith(f"{len(lines)} faults in {len(made)} sessions, ")


@pytest.mark.django_db
def test_table_that_is_missing_is_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE people_member RENAME TO elsewhere")
    assert any(fnmatchcase(line, TORN) for line in faulty())


def test_damaged_file_is_named(new_server: Callable[..., Server]) -> None:
    server = new_server()
    size = server.database.stat().st_size
    with server.database.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"x" * (size - size // 2))
    done = server.manage("verify")
    assert done.returncode == 1
    assert done.stdout.startswith("the database: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("transfers", "messages"),
    [
        ([("1", "2", 5), ("2", "1", 7)], []),
        ([("1", "2", 0)], ["player 1 is to pay 0"]),
        ([("1", "2", 2.5)], ["player 1 is to pay 2.5"]),
        ([("1", "1", 5)], ["player 1 is to pay player 1"]),
        ([("1", "3", 5)], ["player 1 is to pay player 3"]),
    ],
)
def test_settlement_that_does_not_close(transfers: list[tuple[str, str, Any]], messages: list[str]) -> None:
    reason = Reason("fixed", 5)
    given = [Transfer(payer, payee, amount, reason) for payer, payee, amount in transfers]
    assert list(unbalanced(given, ["1", "2"])) == messages


@pytest.mark.django_db
@pytest.mark.parametrize("bent", BENT, ids=[each.message for each in BENT])
def test_rules_that_do_not_add_up_are_named(bent: BrokenRules, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, true = corruption_base.over(new_writer()), getattr(bent.owner, bent.name)
    monkeypatch.setattr(bent.owner, bent.name, lambda *given: bent.bend(true(*given)))
    assert f"{desk.address}: {bent.message}" in faulty()


@pytest.mark.django_db
def test_broken_ledger_does_not_stop_checks_of_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = corruption_base.running(new_writer())

    def torn(*_given: object) -> Iterator[tuple[str, str]]:
        yield "the ledger of group 1", "its debtor is its creditor"
        raise TypeError

    monkeypatch.setattr(looking, "ledger_faults", torn)
    desk.session.link_generation = 0
    desk.session.save()
    assert faulty() == [
        "the ledger of group 1: its debtor is its creditor",
        "the ledger: it cannot be looked at: TypeError",
        f"{desk.address}: its link is of generation 0",
    ]


@pytest.mark.slow
@pytest.mark.django_db
def test_line_that_is_taken_back_twice_over() -> None:
    """A taking back that comes back finds the line taken back by another one by then."""
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    first = desk.void(1)
    second = desk.void(first)
    third = desk.void(1)
    assert desk.void(second) == 5
    assert "all is well" in verify()
    desk.void(third)
    with pytest.raises(RefusedError):
        desk.amend(1, box="ones", points=2)
    assert "all is well" in verify()
    desk.void(first)
    desk.amend(1, box="ones", points=2)
    assert "all is well" in verify()


def test_verify_of_many_undos_is_fast() -> None:
    at, count = timezone.now(), 10_000
    rows = [StoredEntry(1, "append", None, {"moves": [{}]}, 1, 1, at)]
    rows += [StoredEntry(number, "void", number - 1, {}, 1, 1, at) for number in range(2, count)]
    before = process_time()
    found = Log(
        "x", [row._asdict() | {"author_id": 1, "device_id": 1, "key": str(row.number)} for row in rows]
    )
    assert list(log_faults(found, {})) == []
    assert process_time() - before < 5
