"""Receive requests: buffer their bodies within limits before they reach Django.

Django runs in few threads (`threads`), so a request must be complete before it takes a thread: a slow phone would block
the other players. Bodies are read here on the event loop, up to a limit; `responses` sends the responses.
"""

import asyncio
import codecs
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django.utils.http import parse_header_parameters

from scorekeeper.core.web.concurrency_limit import ConcurrencyLimit, FullError, network_of_scope
from scorekeeper.core.web.security_headers import SECURITY_HEADERS

from .error_pages import PlainErrorPages
from .responses import App, Message, OutgoingResponse, Receive, ResponseLimits, Scope, Send

BODY_SECONDS = 20
FILE_SECONDS = 120  # a file comes slower than a form
# files read at once, in all and from one network: each is held in memory until it is complete
MOST_FILES, OF_NETWORK = 4, 2
# A browser whose connection is closed while it still sends shows its own error page, so a body that is too large is
# read on and discarded for a while, up to this multiple of the limit.
PATIENCE = 16

HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"connection", b"close"), *SECURITY_HEADERS]


class RefusedError(Exception):
    """A request that is refused before Django sees it."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class DisconnectedError(Exception):
    """The phone disconnected before the request was complete."""


class RequestBuffer:
    """Buffer requests and pass complete, valid ones to the application.

    The others get a plain error page.
    """

    def __init__(
        self,
        app: App,
        limit: int,
        headers: Sequence[tuple[bytes, bytes]] = HEADERS,
        files: Mapping[str, int] | None = None,
    ) -> None:
        """`limit`: the most bytes of a body; `files`: the limits of the paths that accept files."""
        self.app = app
        self.limit = limit
        self.headers = headers
        self.files = files or {}
        self.reading = ConcurrencyLimit(MOST_FILES, OF_NETWORK)
        self.pages = PlainErrorPages()
        self.limits = ResponseLimits(self.answer)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        try:
            clean(scope)
            body = await self.read(scope, receive)
        except DisconnectedError:
            return
        except RefusedError as refused:
            await self.answer(scope, send, refused.status)
        except TimeoutError:
            await self.answer(scope, send, HTTPStatus.REQUEST_TIMEOUT)
        else:
            async with OutgoingResponse(self.limits, scope, send) as out:
                await self.app(scope, replay(body, receive), out)

    async def answer(self, scope: Scope, send: Send, status: HTTPStatus) -> None:
        """Send a plain error page in the language of the phone."""
        language, page = self.pages.page(status, scope["headers"])
        length, written_in = (
            (b"content-length", str(len(page)).encode()),
            (b"content-language", language.encode()),
        )
        headers = [*self.headers, length, written_in]
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": page})

    async def read(self, scope: Scope, receive: Receive) -> bytes:
        """The body, within the limits of time and size of its path.

        Browsers declare the length of a file; a body of undeclared length is read with the limits of a form.
        """
        most = self.files.get(scope.get("path", "")) if scope.get("method") == "POST" else None
        if most is None or declared_length(scope) <= self.limit:
            async with asyncio.timeout(BODY_SECONDS):
                return await read_body(scope, receive, self.limit)
        try:
            with self.reading.acquire(network_of_scope(scope)):
                async with asyncio.timeout(FILE_SECONDS):
                    return await read_body(scope, receive, most)
        except FullError:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE) from None


def clean(scope: Scope) -> None:
    """Drop headers that would be ambiguous to the application; refuse requests it cannot decode.

    WSGI cannot distinguish `X_Forwarded_For` from `X-Forwarded-For`, so headers with underscores are dropped. A WSGI
    query string is ASCII, so other bytes are refused. Django decodes the whole request with the charset that it names,
    and an unknown one fails before any error page; all pages of this site send UTF-8.
    """
    scope["headers"] = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    types = [value for name, value in scope["headers"] if name == b"content-type"]
    if not scope["query_string"].isascii() or not all(map(is_utf8, types)):
        raise RefusedError(HTTPStatus.BAD_REQUEST)


def is_utf8(content_type: bytes) -> bool:
    """Return whether a content type is valid and names no other charset than UTF-8."""
    try:
        charset = parse_header_parameters(content_type.decode("latin-1"))[1].get("charset", "utf-8")
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False


async def read_body(scope: Scope, receive: Receive, limit: int) -> bytes:
    """Read the whole body; raise RefusedError if it is larger than the limit."""
    declared = declared_length(scope)
    if declared > limit * PATIENCE:
        raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    body, size, more = bytearray(), 0, True
    while more and size <= limit * PATIENCE:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= limit:
            body += chunk
        more = message.get("more_body", False)
    if size > limit:
        raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return bytes(body)


def declared_length(scope: Scope) -> int:
    """The declared length of the body, 0 without one.

    The parser has already checked that it is a number.
    """
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


def replay(body: bytes, receive: Receive) -> Receive:
    """Provide the buffered body in one message, then the messages of the connection."""
    given = False

    async def once() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once
