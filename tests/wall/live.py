"""A cast on the real server: tables with something on them, and cookies of people who may write there or may not."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.running import Server

TOKEN = "x" * 32  # any is taken that the cookie says too

# Run in the server's own environment.
MAKE = """
import json
from django.conf import settings
from tests.play.tables import Desk, new_writer
def session(writer):
    return writer.client().cookies[settings.SESSION_COOKIE_NAME].value
desk = Desk(names=["Ana", "Bo"])
desk.line(1, "ones", points=3)
cards = Desk("forty_fives", ["Ana", "Bo"], writer=desk.writer)
cards.entry(trump="H", tricks=["1"] * 5, best="1")
other = Desk(names=["Cleo", "Dev", "Eva"])
other.line(1, "ones", points=4)
print(json.dumps({
    "dice": desk.address,
    "cards": cards.address,
    "other": other.address,
    "host": session(desk.writer),
    "outsider": session(new_writer()),
}))
"""


@dataclass(frozen=True, slots=True)
class Cast:
    """Addresses of a dice table and a card table of one group and of another group's; the session keys of a host of
    the first two and of somebody from elsewhere.
    """

    dice: str
    cards: str
    other: str
    host: str
    outsider: str

    def cookie(self, session: str, prefix: str = "") -> tuple[str, str]:
        """The header that a phone sends. `prefix`: what production puts before the names."""
        return "Cookie", f"{prefix}sessionid={session}; {prefix}csrftoken={TOKEN}"


def make_cast(server: Server) -> Cast:
    """Fresh tables on this server."""
    done = server.manage("shell", "--no-imports", "-c", MAKE)
    assert done.returncode == 0, done.stderr
    return Cast(**json.loads(done.stdout))
