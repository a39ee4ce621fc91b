"""The bridge to Django's threads: whole requests in, whole responses out, visible errors."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from scorekeeper.server.requests import RequestBuffer
from scorekeeper.server.responses import PIECE, Message
from scorekeeper.server.threads import WsgiThreads, environ
from tests.http_client import on_a_loop
from tests.server_process import Server

SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "http_version": "1.1",
    "scheme": "http",
    "headers": [],
    "server": ("127.0.0.1", 8000),
    "client": ("192.0.2.1", 4711),
}


class Response:
    """The response of a WSGI application. `closed_in`: the thread that closed it."""

    closed_in = ""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.parts)

    def close(self) -> None:
        self.closed_in = threading.current_thread().name


def app_of(response: Response) -> Callable[[dict[str, Any], Any], Response]:
    def app(_request: dict[str, Any], start_response: Callable[..., None]) -> Response:
        start_response("200 OK", [("X-One", "a"), ("X-One", "b")])
        return response

    return app


def answers(app: Any, *, sending: float = 0.0) -> list[Message]:
    """All that is sent; each message takes so many seconds."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        await asyncio.sleep(sending)
        sent.append(message)

    async def test() -> None:
        try:
            await WsgiThreads(app, 1)(dict(SCOPE), receive, send)
        except ArithmeticError as failure:
            sent.append({"type": "failure", "failure": failure})

    on_a_loop(test())
    return sent


@pytest.mark.parametrize("parts", [[b"abc"], [b"a", b"b", b"c"], [b"", b"abc"], []])
def test_page_is_one_message(parts: list[bytes]) -> None:
    response = Response(parts)
    start, body = answers(app_of(response))
    assert start["status"] == 200
    assert start["headers"] == [(b"x-one", b"a"), (b"x-one", b"b")]
    assert body == {"type": "http.response.body", "body": b"".join(parts), "more_body": False}
    assert response.closed_in.startswith("django")


@pytest.mark.parametrize("sending", [0.0, 0.005])
def test_long_answer_arrives_whole_and_in_order(sending: float) -> None:
    parts = [bytes([number % 251]) * (PIECE // 4 + number) for number in range(50)]
    start, *messages = answers(app_of(Response(parts)), sending=sending)
    assert start["type"] == "http.response.start"
    assert b"".join(each["body"] for each in messages) == b"".join(parts)
    assert [each["more_body"] for each in messages] == [True] * (len(messages) - 1) + [False]
    assert 10 < len(messages) < 20


def test_long_response_is_sent_while_it_is_made() -> None:
    """Its thread does not wait for the reader."""
    gone = threading.Event()

    def parts() -> Iterator[bytes]:
        yield b"a" * PIECE
        assert gone.wait(10)
        yield b"b"

    async def test() -> list[Message]:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)
            if message["type"] == "http.response.body":
                gone.set()

        await WsgiThreads(app_of(Response(parts())), 1)(dict(SCOPE), receive, send)
        return sent

    assert len(on_a_loop(test())) == 3


def failing(after: int) -> Iterator[bytes]:
    yield from [b"a" * PIECE] * after
    raise ArithmeticError


@pytest.mark.parametrize("after", [0, 1])
def test_failed_response_is_never_ended_as_complete(after: int) -> None:
    """Before the first piece nothing was sent, so that the server can still say that it failed."""
    response = Response(failing(after))
    *sent, last = answers(app_of(response))
    assert last["type"] == "failure"
    assert [each["type"] for each in sent] == ["http.response.start", "http.response.body"][: 2 * after]
    assert all(each.get("more_body", True) for each in sent)
    assert response.closed_in.startswith("django")


def test_thread_that_met_failure_answers_next() -> None:
    async def test() -> None:
        threads = WsgiThreads(app_of(Response([])), 1)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_message: Message) -> None:
            pass

        for _ in range(3):
            threads.app = app_of(Response(failing(0)))
            with pytest.raises(ArithmeticError):
                await threads(dict(SCOPE), receive, send)
        threads.app = app_of(Response([b"a"]))
        await threads(dict(SCOPE), receive, send)

    on_a_loop(test())


def test_phone_that_is_gone_holds_no_thread() -> None:
    """However much was to be said to it."""
    response = Response([b"a" * PIECE] * 20)

    async def test() -> None:
        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_message: Message) -> None:
            raise ConnectionError

        await RequestBuffer(WsgiThreads(app_of(response), 1), 10)(dict(SCOPE), receive, send)

    on_a_loop(test())
    assert response.closed_in


def test_request_closed_before_its_thread_is_skipped() -> None:
    ends, started = threading.Event(), []

    def app(request: dict[str, Any], start_response: Callable[..., None]) -> Response:
        started.append(request["PATH_INFO"])
        start_response("200 OK", [])
        assert ends.wait(10)
        return Response([])

    async def test() -> None:
        threads = WsgiThreads(app, 1)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_message: Message) -> None:
            pass

        first, second = (
            asyncio.create_task(threads({**SCOPE, "path": path}, receive, send)) for path in ("/1", "/2")
        )
        await asyncio.sleep(0.05)
        second.cancel()
        await asyncio.sleep(0)
        ends.set()
        await first
        threads.pool.shutdown()

    on_a_loop(test())
    assert started == ["/1"]


def test_request_equals_that_of_wsgi() -> None:
    headers = [
        (b"host", b"example.org"), (b"content-type", b"text/plain"), (b"content-length", b"99"),
        (b"x-some-thing", b"1"), (b"x-some-thing", b"\xe9"),
    ]  # fmt: skip
    asked = {**SCOPE, "method": "POST", "path": "/ü/", "query_string": b"a=%C3%BC", "headers": headers}
    found = environ(asked, b"body")
    assert found["REQUEST_METHOD"] == "POST"
    assert found["PATH_INFO"] == "/ü/".encode().decode("latin-1")
    assert found["QUERY_STRING"] == "a=%C3%BC"
    assert (found["CONTENT_TYPE"], found["CONTENT_LENGTH"]) == ("text/plain", "4")
    assert (found["HTTP_HOST"], found["HTTP_X_SOME_THING"]) == ("example.org", "1,é")
    assert (found["REMOTE_ADDR"], found["SERVER_PORT"]) == ("192.0.2.1", "8000")
    assert found["wsgi.input"].read() == b"body"
    assert "REMOTE_ADDR" not in environ({**asked, "client": None}, b"")


def test_form_in_chunks_is_read(server: Server) -> None:
    """Its length is not announced; that of another language's form is as good."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/language/")
    page = connection.getresponse()
    page.read()
    cookie = (page.getheader("Set-Cookie") or "").partition(";")[0]
    token = cookie.partition("=")[2]
    form = iter([f"csrfmiddlewaretoken={token}&".encode(), b"language=de"])
    connection.request("POST", "/language/", body=form, headers={
        "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie,
    }, encode_chunked=True)  # fmt: skip
    answer = connection.getresponse()
    assert (answer.status, "language=de" in str(answer.headers)) == (303, True)
    connection.close()


def test_head_request_has_no_body(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    heads = {}
    for method in ("GET", "HEAD", "GET"):
        connection.request(method, "/")
        answer = connection.getresponse()
        heads[method] = (answer.status, answer.getheader("Content-Type"), len(answer.read()) > 0)
    assert heads["GET"][:2] == heads["HEAD"][:2]
    assert (heads["GET"][2], heads["HEAD"][2]) == (True, False)
    connection.close()


def test_disconnect_during_response_is_no_error(server: Server) -> None:
    since = len(server.output())
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port)) as phone:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(0.5)
    assert server.answers()
    assert "Traceback" not in server.output(since)
