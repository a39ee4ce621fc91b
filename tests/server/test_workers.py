"""Several processes behind one port, and one server to a SQLite file."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from scorekeeper.core.conf import instance_lock
from scorekeeper.server import workers
from tests import server_process
from tests.server_process import ROOT, Server, environment, free_port

PATIENCE = 60


def children(server: Server) -> set[int]:
    """The numbers of the processes that a server's first process looks after."""
    assert server.process is not None
    return server_process.children(server.process.pid)


def wait_for(true: Callable[[], bool]) -> None:
    """Wait until something has become so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def pair(new_server: Callable[..., Server], postgres_address: str) -> Server:
    """A server of two processes."""
    return new_server(SCOREKEEPER_DATABASE_URL=postgres_address, SCOREKEEPER_PROCESSES="2").start()


@pytest.mark.slow
def test_sqlite_is_for_one_process(new_server: Callable[..., Server]) -> None:
    server = new_server(SCOREKEEPER_PROCESSES="2")
    by_variable = server.manage("serve")
    del server.settings["SCOREKEEPER_PROCESSES"]
    by_option = server.manage("serve", "--processes", "4")
    for done in (by_variable, by_option):
        assert done.returncode != 0
        assert done.stderr == (
            "Scorekeeper does not start: SQLite is for one process; for several, name a PostgreSQL database by"
            " SCOREKEEPER_DATABASE_URL.\n"
        )
        assert "http://" not in done.stdout


def test_application_started_directly_is_refused_too(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    done = server.manage("shell", "--no-imports", "-c", "import scorekeeper.asgi")
    assert done.returncode != 0
    assert f"another Scorekeeper is serving {server.database} already" in done.stderr


def test_objects_at_start_are_excluded_from_gc(
    new_server: Callable[..., Server],
) -> None:
    """It took 40 ms of one page in fifty, which then was taken for one that computes long."""
    done = new_server().manage(
        "shell", "--no-imports", "-c", "import gc, scorekeeper.asgi; print(gc.get_freeze_count())"
    )
    assert int(done.stdout) > 50_000


@pytest.mark.thorough
def test_one_of_two_bare_uvicorn_workers_serves(new_server: Callable[..., Server]) -> None:
    """The other ends with a line that says why, as often as uvicorn starts it again."""
    server = new_server()
    server.port = free_port()
    command = ["uvicorn", "scorekeeper.asgi:application", "--workers=2", f"--port={server.port}"]
    with server.log.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env=environment(**server.settings),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(lambda: "SQLite is for one process" in server.output())
        wait_for(server.answers)
        assert server.output().count("Application startup complete") == 1
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.parametrize("count", ["0", "65", "-1"])
def test_invalid_number_of_processes_is_refused(new_server: Callable[..., Server], count: str) -> None:
    assert f"not in {count}." in new_server().manage("serve", f"--processes={count}").stderr
    assert "SCOREKEEPER_PROCESSES" in new_server(SCOREKEEPER_PROCESSES=count).manage("serve").stderr


def test_second_server_on_same_file_is_refused(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    done = server.manage("serve", "--port", "0")
    assert done.returncode != 0
    assert done.stderr == (
        f"Scorekeeper does not start: another Scorekeeper is serving {server.database} already;"
        " SQLite is for one process.\n"
    )
    assert server.answers()
    # a dead server holds nothing, however it died
    server.kill()
    assert instance_lock.lock_file(server.database).exists()
    server.start()


def test_lock_is_held_until_released(new_server: Callable[..., Server]) -> None:
    server = new_server()
    instance_lock.hold(server.database)
    instance_lock.hold(server.database)
    try:
        assert "is serving" in server.manage("serve").stderr
    finally:
        instance_lock.release(server.database)
    instance_lock.release(server.database)
    server.start()
    with pytest.raises(instance_lock.TakenError):
        instance_lock.hold(server.database)


def test_dead_process_is_replaced_without_failed_requests(pair: Server) -> None:
    wait_for(lambda: len(children(pair)) == 2)
    before = children(pair)
    killed = before.pop()
    os.kill(killed, signal.SIGKILL)
    wait_for(lambda: len(children(pair) - {killed}) == 2)
    assert before < children(pair)
    assert f"Server process {killed} ended (-9); another takes its place" in pair.output()
    assert all(pair.answers() for _ in range(20))


def test_all_processes_end_in_time_with_open_connections(pair: Server) -> None:
    wait_for(lambda: len(children(pair)) == 2)
    both = children(pair)
    held = [socket.create_connection(("127.0.0.1", pair.port)) for _ in range(8)]
    for each in held:
        each.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na=")
    assert pair.stop() < 5
    assert not any(map(alive, both))
    assert "Traceback" not in pair.output()
    for each in held:
        each.close()


def test_process_that_does_not_hear_is_killed(pair: Server) -> None:
    wait_for(lambda: len(children(pair)) == 2)
    both = children(pair)
    deaf = min(both)
    os.kill(deaf, signal.SIGSTOP)
    assert pair.stop() < 5
    assert workers.GRACE_SECONDS + workers.KILL_SECONDS < 4
    assert not any(map(alive, both))


def test_workers_end_with_their_supervisor(pair: Server) -> None:
    wait_for(lambda: len(children(pair)) == 2 and pair.answers())
    both = children(pair)
    assert pair.process is not None
    pair.process.kill()
    pair.process.wait(PATIENCE)
    wait_for(lambda: not any(map(alive, both)))
    pair.start()


def test_kill_of_all_workers_frees_port(pair: Server) -> None:
    """Not even one that would never notice the end of the first one and hold its port."""
    wait_for(lambda: len(children(pair)) == 2)
    both = children(pair)
    os.kill(min(both), signal.SIGSTOP)
    pair.kill()
    wait_for(lambda: not any(map(alive, both)))
    pair.start()
