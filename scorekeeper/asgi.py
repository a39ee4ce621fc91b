"""The ASGI application that uvicorn runs.

`RequestBuffer` buffers requests and passes them to Django, which runs as WSGI in a few threads. Django's own ASGI
handler starts a thread, and so a database connection, for every request; a fixed few threads keep theirs open and are
twice as fast with a form.
"""

import gc
import os

# the next imports may translate a text, which needs the settings; a bare uvicorn sets none
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connection

from scorekeeper.core.conf import environment, instance_lock
from scorekeeper.core.db import database
from scorekeeper.live.event_stream import PREFIX, Streams
from scorekeeper.live.hub import HUB
from scorekeeper.live.postgres_listener import listen
from scorekeeper.server.health import PATH, Health
from scorekeeper.server.requests import HEADERS, RequestBuffer
from scorekeeper.server.responses import App, Receive, Scope, Send
from scorekeeper.server.threads import WsgiThreads


class Site:
    """The whole site: streams go to the live room, health checks to `Health`, others to Django."""

    def __init__(self, streams: App, health: App, request_buffer: App) -> None:
        self.streams = streams
        self.health = health
        self.request_buffer = request_buffer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        await self.answering(scope)(scope, receive, send)

    def answering(self, scope: Scope) -> App:
        """The application for a request.

        Raises ValueError for other protocols than http.
        """
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not spoken here")
        if scope["path"] == PATH:
            return self.health
        return self.streams if scope["path"].startswith(PREFIX) else self.request_buffer


def build() -> Site:
    """Set up Django, check its database, and build the site.

    Several workers of a bare uvicorn each call this; only one of them may serve a SQLite file.
    """
    django = get_wsgi_application()
    instance_lock.refuse_others(connection)
    # uvicorn imports this module on its event loop, where Django refuses to use a database
    with ThreadPoolExecutor(1) as aside:
        faults = aside.submit(look_at_database).result()
        if not faults:
            aside.submit(go_on).result()
    if faults:
        environment.refuse(*faults)
    threads = WsgiThreads(django, settings.CHOICES.threads)
    listen(HUB)
    headers = [*HEADERS, *transport()]
    bare = [header for header in headers if header[0] not in (b"content-type", b"connection")]
    request_buffer = RequestBuffer(threads, settings.BODY_LIMIT, headers, settings.FILE_LIMITS)
    # All objects so far stay alive. The garbage collector went through them once in fifty views of home, for 40 ms.
    gc.freeze()
    return Site(Streams(HUB, bare), Health(bare), request_buffer)


def transport() -> list[tuple[bytes, bytes]]:
    """The Strict-Transport-Security header of a public site; none at home."""
    seconds = settings.SECURE_HSTS_SECONDS
    value = f"max-age={seconds}; includeSubDomains".encode()
    return [(b"strict-transport-security", value)] if seconds else []


def go_on() -> None:
    """Resume imports that a stopped server left unfinished, and start the background cleanup."""
    from scorekeeper.archive.import_jobs import resume  # noqa: PLC0415 - Django must be set up
    from scorekeeper.people import cleanup  # noqa: PLC0415

    try:
        with suppress(DatabaseError):  # a database without migrations has no imports
            resume()
        cleanup.start_background_cleanup()
    finally:
        connection.close()


def look_at_database() -> list[str]:
    """The faults of the live database connection.

    The serving threads open their own connections.
    """
    try:
        return database.faults(connection)
    finally:
        connection.close()


application = build()
