"""The serve command: output, refusals, end, and behaviour under load."""

import http.client
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable

from scorekeeper.core.conf import home_mode
from scorekeeper.management.commands import serve
from scorekeeper.server import workers
from tests.server_process import Server


def test_serve_prints_its_address(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    first = server.output().splitlines()[0]
    assert re.match(r"Scorekeeper \d+\.\d+\.\d+: SQLite [\d.]+ \(journal (TRUNCATE|WAL)", first)
    assert str(server.database) in first
    assert f"  {server.url}/" in server.output()


def test_all_interfaces_bring_phone_links_and_code_to_scan() -> None:
    links = home_mode.links("0.0.0.0", 8000)
    assert links[-1] == "http://localhost:8000/"
    assert [f"http://{each}:8000/" for each in home_mode.phone_addresses()] == links[:-1]
    assert home_mode.links("::1", 80) == ["http://[::1]:80/"]
    drawn = serve.picture(links[0], colour=False)
    assert len(drawn.splitlines()) > 10
    assert "\n\n" not in drawn
    assert "\x1b[" in serve.picture(links[0], colour=True)


def test_loopback_server_shows_no_code(new_server: Callable[..., Server]) -> None:
    assert "Scan this" not in new_server().start().output()
    assert not home_mode.is_local("0.0.0.0")
    assert not home_mode.is_local("192.168.1.2")
    assert home_mode.is_local("::1")
    assert home_mode.is_local("localhost")


def test_every_shown_address_is_allowed_host() -> None:
    assert set(home_mode.phone_addresses()) <= set(home_mode.allowed_hosts())
    assert socket.gethostname().lower() in home_mode.allowed_hosts()


def test_taken_port_is_reported(new_server: Callable[..., Server]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = new_server(SCOREKEEPER_PORT=str(port)).manage("serve", "--bind", "127.0.0.1")
    assert done.returncode != 0
    assert done.stderr.startswith(
        f"CommandError: Port {port} at 127.0.0.1 cannot be used: Address already in use."
    )
    assert "SCOREKEEPER_PORT" in done.stderr
    assert "http://" not in done.stdout


def test_database_behind_is_refused(new_server: Callable[..., Server]) -> None:
    server = new_server()
    server.database.unlink()
    done = server.manage("serve")
    assert done.returncode != 0
    assert "manage.py migrate" in done.stderr


def test_missing_static_files_are_refused(new_server: Callable[..., Server]) -> None:
    server = new_server()
    server.settings["SCOREKEEPER_STATIC_ROOT"] = str(server.data / "none")
    done = server.manage("serve")
    assert done.returncode != 0
    assert "collectstatic" in done.stderr


def test_serve_ends_within_its_grace_period(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    with socket.create_connection(("127.0.0.1", server.port)) as open_connection:
        open_connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na=")
        assert server.stop() < workers.GRACE_SECONDS + 2


def test_serve_answers_eight_connections_at_once(server: Server) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    failures: list[Exception] = []
    requests = [("GET", "/"), ("POST", "/"), ("GET", "/static/vendor/htmx.min.js"), ("GET", "/no/such/page")]

    def visit(start: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        try:
            for turn in range(40):
                method, path = requests[(start + turn) % len(requests)]
                body = b"a=" + b"1" * 2000 if method == "POST" else None
                connection.request(method, path, body=body)
                answer = connection.getresponse()
                answer.read()
                seen[f"{method} {path}", answer.status] += 1
        except (OSError, http.client.HTTPException) as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=visit, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    # The form has no token and is refused each time: an answer like any other.
    assert seen == {
        ("GET /", 200): 80,
        ("POST /", 403): 80,
        ("GET /static/vendor/htmx.min.js", 200): 80,
        ("GET /no/such/page", 404): 80,
    }
