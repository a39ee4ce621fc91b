"""Request bodies: limited, read before a thread is taken, malformed ones refused."""

import asyncio
import contextlib
import http.client
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from scorekeeper.core.web.concurrency_limit import network_of_scope
from scorekeeper.server import requests
from scorekeeper.server.error_pages import TEXTS, PlainErrorPages
from scorekeeper.server.responses import Message, Receive, Scope, Send
from tests.server.asgi_client import call
from tests.server_process import Server

LIMIT = 64 * 1024


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond with what arrived."""
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": scope["headers"]})
    await send({"type": "http.response.body", "body": message["body"]})


def part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_body_in_pieces_arrives_whole() -> None:
    sent = call(requests.RequestBuffer(echo, 10), {}, part(b"12345", more=True), part(b"67890"))
    assert sent[0]["status"] == 200
    assert sent[1]["body"] == b"1234567890"


@pytest.mark.parametrize("declared", [True, False])
def test_one_byte_too_many_is_refused(declared: bool) -> None:
    headers = [(b"content-length", b"11")] if declared else []
    sent = call(
        requests.RequestBuffer(echo, 10), {"headers": headers}, part(b"12345", more=True), part(b"678901")
    )
    assert sent[0]["status"] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert b"more than Scorekeeper accepts" in sent[1]["body"]


def test_claim_far_too_large_is_not_even_read() -> None:
    sent = call(requests.RequestBuffer(echo, 10), {"headers": [(b"content-length", b"999999999")]})
    assert sent[0]["status"] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_closed_connection_gets_no_response() -> None:
    assert call(requests.RequestBuffer(echo, 10), {}, part(b"123", more=True)) == []


def test_underscore_twins_are_dropped() -> None:
    headers = [(b"x_forwarded_for", b"1.2.3.4"), (b"accept", b"text/html")]
    assert (
        call(requests.RequestBuffer(echo, 10), {"headers": headers}, part(b""))[0]["headers"] == headers[1:]
    )


def test_query_that_is_not_ascii_is_refused() -> None:
    sent = call(requests.RequestBuffer(echo, 10), {"query_string": "ü".encode()}, part(b""))
    assert sent[0]["status"] == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize(
    ("content_type", "taken"),
    [
        (b"application/x-www-form-urlencoded", True),
        (b"application/x-www-form-urlencoded; charset=UTF-8", True),
        (b"multipart/form-data; boundary=x", True),
        (b"", True),
        (b";;;", True),
        (b"text/plain; charset=latin-1", False),
        (b"text/plain; charset=base64", False),
        (b"text/plain; charset=undefined", False),
        (b"text/plain; charset=no-such", False),
        (b"text/plain; charset=\xe9", False),
        (b"text/plain; charset=a\0b", False),
        (b"text/plain; charset*=no-such''x", False),
        (b"text/plain; x*=base64''%41", True),
    ],
)
def test_only_utf_8_is_taken(content_type: bytes, taken: bool) -> None:
    sent = call(
        requests.RequestBuffer(echo, LIMIT), {"headers": [(b"content-type", content_type)]}, part(b"a")
    )
    assert sent[0]["status"] == (200 if taken else 400)


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/new/general/"])
@pytest.mark.parametrize("charset", ["base64", "latin-1", "punycode"])
def test_unknown_charset_is_refused(server: Server, path: str, charset: str) -> None:
    head = f"POST {path}?a=1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain; charset={charset}\r\n"
    answer = raw(server, f"{head}Content-Length: 1\r\nConnection: close\r\n\r\n1".encode())
    assert answer.startswith(b"HTTP/1.1 400 ")


def test_slow_body_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "BODY_SECONDS", 0.05)

    async def slow(_scope: Scope, _receive: Receive, send: Send) -> None:
        async def never() -> Message:
            await asyncio.sleep(5)
            raise AssertionError

        await requests.RequestBuffer(echo, 10)(
            {"type": "http", "headers": [], "query_string": b""}, never, send
        )

    assert call(slow, {})[0]["status"] == HTTPStatus.REQUEST_TIMEOUT


def test_broken_connection_does_not_hold_application(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(_message: Message) -> None:
        raise ConnectionError

    async def app(scope: Scope, receive: Receive, _send: Send) -> None:
        await requests.RequestBuffer(echo, 10)(scope, receive, broken)

    assert call(app, {}, part(b"x")) == []
    assert "could not be sent" in caplog.text


def raw(server: Server, request: bytes, stall: float = 0.7) -> bytes:
    """Send bytes that no client library sends; read the response until it ends or stalls for so many seconds."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=stall) as connection:
        connection.sendall(request)
        with contextlib.suppress(TimeoutError, ConnectionResetError):
            while piece := connection.recv(65536):
                answer += piece
    return answer


def post(server: Server, size: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/", body=b"a" * size, headers={"Content-Type": "text/plain"})
    status = connection.getresponse().status
    connection.close()
    return status


def test_cap_on_wire(server: Server) -> None:
    # Without a token Django refuses the form that the front let through.
    assert post(server, LIMIT) == 403
    assert post(server, LIMIT + 1) == 413
    assert post(server, LIMIT * 10) == 413


def test_cap_on_chunked_body(server: Server) -> None:
    chunk = b"%x\r\n%s\r\n" % (8192, b"a" * 8192)
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert raw(server, head + chunk * 9 + b"0\r\n\r\n").startswith(b"HTTP/1.1 413 ")
    assert raw(server, head + chunk * 2 + b"0\r\n\r\n").startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x00\xff\x16\x03\x01",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /?a=\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /%00%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid=\xff\xfe; \x01\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=\xff\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET http://evil/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_nonsense_is_no_error_of_ours(server: Server, request_bytes: bytes) -> None:
    answer = raw(server, request_bytes)
    assert not answer.startswith(b"HTTP/1.1 5"), answer
    assert b"Traceback" not in answer
    assert server.answers()


def test_slow_phones_do_not_hold_up_table(server: Server) -> None:
    # More half-sent forms than there are threads.
    waiting = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(8)]
    for connection in waiting:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na=")
    began = time.monotonic()
    assert post(server, 10) == 403
    assert time.monotonic() - began < 2
    for connection in waiting:
        connection.close()


def test_forwarded_headers_are_believed_only_from_named_proxy(new_server: Callable[..., Server]) -> None:
    site = {
        "SCOREKEEPER_MODE": "production",
        "SCOREKEEPER_SECRET_KEY": "kq7-Zr2mP0xw_LbT9sYdE4uVnG6hJc1fAoXiQ8RtB3yMwD5eNz",
        "SCOREKEEPER_HOSTS": "localhost,127.0.0.1",
    }
    ask = b"GET /%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s: https\r\n\r\n"
    alone = new_server(**site).start()
    assert raw(alone, ask % (b"", b"X-Forwarded-Proto"), 20).startswith(b"HTTP/1.1 301 ")
    alone.stop()
    behind = new_server(**site, SCOREKEEPER_TRUSTED_PROXIES="127.0.0.1").start()
    answer = raw(behind, ask % (b"", b"X-Forwarded-Proto"), 20)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"strict-transport-security: max-age=31536000; includeSubDomains" in answer
    assert raw(behind, ask % (b"", b"X_Forwarded_Proto"), 20).startswith(b"HTTP/1.1 301 ")


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "de-AT,de;q=0.9,en;q=0.5"}, "de"),
        ({"accept-language": "eo, *"}, "en"),
        ({"accept-language": "\xff;q=9" * 300}, "en"),
        ({"cookie": "language=es", "accept-language": "de"}, "es"),
        ({"cookie": "a=b; language=fr"}, "fr"),
        ({"cookie": "language=xx\xff", "accept-language": "fr"}, "fr"),
    ],
)
def test_plain_page_speaks_language_of_phone(headers: dict[str, str], language: str) -> None:
    scope = {
        "query_string": b"\xff",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
    }
    start, body = call(requests.RequestBuffer(echo, 10), scope, part(b""))
    assert (b"content-language", language.encode()) in start["headers"]
    with override(language):
        assert _("This cannot be read.") in body["body"].decode()
        assert f'lang="{language}"' in body["body"].decode()
    assert (language == "en") == ("This cannot be read." in body["body"].decode())


def test_error_pages_exist_in_every_language() -> None:
    made = PlainErrorPages().made
    assert set(made) == {code for code, _name in settings.LANGUAGES}
    assert all(set(pages) == set(TEXTS) for pages in made.values())
    assert len({page for pages in made.values() for page in pages.values()}) == len(made) * len(TEXTS)


def test_language_is_read_only_for_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    door = requests.RequestBuffer(echo, 10)
    monkeypatch.setattr(door, "pages", None)
    assert call(door, {"headers": [(b"accept-language", b"de")]}, part(b"12"))[0]["status"] == 200


def files_front(limit: int = 10, most: int = 100) -> requests.RequestBuffer:
    return requests.RequestBuffer(echo, limit, files={"/import/": most})


@pytest.mark.parametrize(
    ("path", "size", "status"), [("/", 11, 413), ("/import/", 100, 200), ("/import/", 101, 413)]
)
def test_file_may_be_larger_where_files_are_sent(path: str, size: int, status: int) -> None:
    headers = [(b"content-length", str(size).encode())]
    sent = call(files_front(), {"headers": headers, "path": path, "method": "POST"}, part(b"x" * size))
    assert sent[0]["status"] == status


def test_concurrent_uploads_are_limited() -> None:
    door = files_front()
    post = {"method": "POST", "path": "/import/"}
    large, small = ({**post, "headers": [(b"content-length", size)]} for size in (b"50", b"10"))
    with ExitStack() as taken:
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            taken.enter_context(door.reading.acquire(address))
        assert call(door, large | {"client": ("192.0.2.2", 1)}, part(b"x" * 50))[0]["status"] == 200
        # L2: one network holds no place of another's
        assert call(door, large | {"client": ("192.0.2.1", 1)}, part(b"x" * 50))[0]["status"] == 503
        taken.enter_context(door.reading.acquire("192.0.2.3"))
        assert call(door, large | {"client": ("192.0.2.4", 1)}, part(b"x" * 50))[0]["status"] == 503
        assert call(door, small, part(b"x" * 10))[0]["status"] == 200
        # nor does a request without a length, or a GET
        assert call(door, post, part(b"x" * 10))[0]["status"] == 200
        assert call(door, post, part(b"x" * 11))[0]["status"] == 413
        assert call(door, {**large, "method": "GET"}, part(b""))[0]["status"] == 200
    assert call(door, large, part(b"x" * 50))[0]["status"] == 200
    assert not door.reading.taken
    assert call(door, large, part(b"x" * 20, more=True)) == []
    assert not door.reading.taken


def test_48_is_one_network_that_sends_files() -> None:
    assert {network_of_scope({"client": (f"2001:db8:77:{each}::1", 1)}) for each in range(5)} == {
        "2001:db8:77::/48"
    }
