"""The door between the network and Django: what gets in, and how large it may be.

Django runs in few threads (`threads`), so a request must not take a thread before the whole of it has
arrived: one slow phone would hold up the table. Bodies are read here, on the event loop, up to a limit; answers leave
by `responses`.
"""

import asyncio
import codecs
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django.utils.http import parse_header_parameters

from scorekeeper.core.web.security_headers import GUARD
from scorekeeper.core.web.slots import FullError, Places, network_of_scope

from .error_pages import PlainPages
from .responses import App, Message, OutgoingResponse, OutgoingResponses, Receive, Scope, Send

BODY_SECONDS = 20
FILE_SECONDS = 120  # a file comes slower than a form
# that are read at once, and of these from one network: each is kept in memory until the whole of it is here
MOST_FILES, OF_NETWORK = 4, 2
# A browser that is cut off while it still sends shows an error of its own instead of our page, so a body
# that is too large is read on for a while and thrown away.
PATIENCE = 16

HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"connection", b"close"), *GUARD]


class RefusedError(Exception):
    """A request that is refused before Django sees it."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class DisconnectedError(Exception):
    """The phone disconnected before the request was complete."""


class Front:
    """Buffer requests, pass complete and valid ones to the application, and refuse the others with a plain page."""

    def __init__(
        self,
        app: App,
        limit: int,
        headers: Sequence[tuple[bytes, bytes]] = HEADERS,
        files: Mapping[str, int] | None = None,
    ) -> None:
        """`files`: the paths where files are sent, and how many bytes may come there; elsewhere it is `limit`."""
        self.app = app
        self.limit = limit
        self.headers = headers
        self.files = files or {}
        self.reading = Places(MOST_FILES, OF_NETWORK)
        self.pages = PlainPages()
        self.outgoing = OutgoingResponses(self.answer)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
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
            async with OutgoingResponse(self.outgoing, scope, send) as out:
                await self.app(scope, replay(body, receive), out)

    async def answer(self, scope: Scope, send: Send, status: HTTPStatus) -> None:
        """Send a plain error page in the language of the phone."""
        language, page = self.pages.page(status, scope["headers"])
        length, said = (b"content-length", str(len(page)).encode()), (b"content-language", language.encode())
        told = [*self.headers, length, said]
        await send({"type": "http.response.start", "status": status.value, "headers": told})
        await send({"type": "http.response.body", "body": page})

    async def read(self, scope: Scope, receive: Receive) -> bytes:
        """The body, within the time and the size that its path allows.

        A file says beforehand how long it is, as browsers do: whatever does not is read as a form.
        """
        most = self.files.get(scope.get("path", "")) if scope.get("method") == "POST" else None
        if most is None or declared_length(scope) <= self.limit:
            async with asyncio.timeout(BODY_SECONDS):
                return await read_body(scope, receive, self.limit)
        try:
            with self.reading.one(network_of_scope(scope)):
                async with asyncio.timeout(FILE_SECONDS):
                    return await read_body(scope, receive, most)
        except FullError:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE) from None


def clean(scope: Scope) -> None:
    """Drop what would be ambiguous to the application behind.

    WSGI cannot tell `X_Forwarded_For` from `X-Forwarded-For`, so the underscore twins go; and its query
    is ASCII, so bytes that are not are refused rather than left to fail. Django decodes all of a request by the
    codec that it names, before any page could be made of a failure: every page of ours sends UTF-8.
    """
    scope["headers"] = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    types = [value for name, value in scope["headers"] if name == b"content-type"]
    if not scope["query_string"].isascii() or not all(map(is_utf8, types)):
        raise RefusedError(HTTPStatus.BAD_REQUEST)


def is_utf8(content_type: bytes) -> bool:
    """Whether a content type is valid and names no other charset than UTF-8."""
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
    """Say how long the body claims to be; the server behind this has already checked that it is a number."""
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
