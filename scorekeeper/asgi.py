"""The application that uvicorn runs: Django, as WSGI, in a few threads behind the front.

Django's own ASGI handler makes a thread, and so a database connection, for every request; a fixed few
threads keep theirs open and are twice as quick with a form.
"""

import gc
import os

# what is imported next may want a text, and so the settings; a bare uvicorn knows of none
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
from scorekeeper.server.requests import HEADERS, Front
from scorekeeper.server.responses import App, Receive, Scope, Send
from scorekeeper.server.threads import Threads


class Site:
    """Streams go to the live room, the monitor's question to who knows, everything else through the front to Django."""

    def __init__(self, streams: App, health: App, front: App) -> None:
        self.streams = streams
        self.health = health
        self.front = front

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self.answering(scope)(scope, receive, send)

    def answering(self, scope: Scope) -> App:
        """Who answers it. Raises ValueError for what is no request, as ASGI has it."""
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not spoken here")
        if scope["path"] == PATH:
            return self.health
        return self.streams if scope["path"].startswith(PREFIX) else self.front


def build() -> Site:
    """Set Django up, look at its database once, and put the front before it.

    Several workers of a bare uvicorn each come here; only one of them may serve a SQLite file.
    """
    django = get_wsgi_application()
    instance_lock.refuse_others(connection)
    # uvicorn imports this on its event loop, where Django rightly refuses to touch a database.
    with ThreadPoolExecutor(1) as aside:
        faults = aside.submit(look_at_database).result()
        if not faults:
            aside.submit(go_on).result()
    if faults:
        environment.refuse(*faults)
    threads = Threads(django, settings.CHOICES.threads)
    listen(HUB)
    headers = [*HEADERS, *transport()]
    bare = [header for header in headers if header[0] not in (b"content-type", b"connection")]
    front = Front(threads, settings.BODY_LIMIT, headers, settings.FILE_LIMITS)
    # What is here stays. Python looked through all of it every fifty looks at home, for 40 ms of one of them.
    gc.freeze()
    return Site(Streams(HUB, bare), Health(bare), front)


def transport() -> list[tuple[bytes, bytes]]:
    """What a public site says of https, in Django's words; at home there is none."""
    seconds = settings.SECURE_HSTS_SECONDS
    said = f"max-age={seconds}; includeSubDomains".encode()
    return [(b"strict-transport-security", said)] if seconds else []


def go_on() -> None:
    """Go on with imports that a stopped server left, and with throwing away what is over."""
    from scorekeeper.archive.import_jobs import resume  # noqa: PLC0415 - Django must be set up
    from scorekeeper.people import cleanup  # noqa: PLC0415

    try:
        with suppress(DatabaseError):  # a database that is not migrated yet owes nothing
            resume()
        cleanup.start_background_cleanup()
    finally:
        connection.close()


def look_at_database() -> list[str]:
    """List what is wrong with the live connection; the serving threads open their own."""
    try:
        return database.faults(connection)
    finally:
        connection.close()


application = build()
