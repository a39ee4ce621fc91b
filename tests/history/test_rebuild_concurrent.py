"""A rebuild while games end and reopen: no write is refused, and verify finds nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.concurrency import Phone, make_tables
from tests.factories import new_key
from tests.server_process import Server

TABLES, REBUILDS = 2, 2


class FinishingPhone:
    """A phone that ends games with their first entry and undoes it, on one table after another."""

    def __init__(self, phone: Phone, addresses: list[str]) -> None:
        self.phone = phone
        self.seen = dict.fromkeys(addresses, 0)
        self.answers: list[int] = []
        self.over = threading.Event()

    def play(self) -> None:
        while not self.over.is_set() or len(self.answers) < 8 * TABLES:
            for address in self.seen:
                self.post(address, "write", player="1", box="fives", dice="55555", throws="1")
                self.post(address, "take-back", sure=str(self.seen[address]))

    def post(self, address: str, name: str, **fields: str) -> None:
        form = {"seen": self.seen[address], "key": new_key(), **fields}
        status, _page = self.phone.ask("POST", f"/table/{address}/{name}/", form)
        self.answers.append(status)
        self.seen[address] += 1


def play_and_rebuild(server: Server) -> None:
    addresses, cookies = make_tables(server, TABLES)
    server.start()
    evening = FinishingPhone(Phone(server.port, cookies[0]), addresses)
    thread = threading.Thread(target=evening.play, daemon=True)
    thread.start()
    for _ in range(REBUILDS):
        done = server.manage("rebuild")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("rebuilt the results of ")
    evening.over.set()
    thread.join(60)
    evening.phone.connection.close()
    assert set(evening.answers) <= {200, 302, 303}
    assert server.rows("SELECT COUNT(*) FROM history_result") == [(0,)]
    entries = len(evening.answers)
    done = server.manage("verify")
    assert done.stdout == f"all is well: {TABLES} sessions, {entries} entries\n", done.stdout


@pytest.mark.slow
def test_people_play_on(new_server: Callable[..., Server]) -> None:
    play_and_rebuild(new_server())


def test_people_play_on_with_postgresql(new_server: Callable[..., Server], postgres_address: str) -> None:
    play_and_rebuild(new_server(SCOREKEEPER_DATABASE_URL=postgres_address))
