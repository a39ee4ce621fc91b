"""Roles on the real server: a complete group, and cookies with and without access."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from tests.server_process import Server

TOKEN = "x" * 32  # any is taken that the cookie says too
BATCH = 6  # a command takes a second to start

# Run in the server's own environment.
MAKE = """
import json
from tests.security.factories import make
print(json.dumps([make() for _ in range(COUNT)]))
"""


@dataclass(frozen=True, slots=True)
class RoleSessions:
    """The objects on the server, and the sessions of its roles.

    `dice`, `cards` and `over`: tables of one group, the last one is won and has a next game; `other`: one of another
    group's. `given`: arguments of the group's paths, by name. `forms`: valid forms, by the name of the route.
    `host`, `outsider`: session keys of the owner of the group and its tables, and of a person from outside;
    `browsers`: more of the host's, because a session gets another key when its permissions grow.
    """

    dice: str
    cards: str
    over: str
    other: str
    host: str
    outsider: str
    given: dict[str, str] = field(repr=False)
    forms: dict[str, dict[str, str]] = field(repr=False)
    browsers: list[str] = field(repr=False)

    def cookie(self, session: str, prefix: str = "") -> tuple[str, str]:
        """Return the cookie header of a phone. `prefix`: the prefix of names in production."""
        return "Cookie", f"{prefix}sessionid={session}; {prefix}csrftoken={TOKEN}"

    def there(self, route: str) -> dict[str, str]:
        """Return the existing arguments of a route's path."""
        known = {"draft": self.cards, "offline_tables": self.cards, "follow_rematch": self.over}
        address = known.get(route, self.dice)
        return {**self.given, "address": address}


def make_casts(server: Server, count: int) -> list[RoleSessions]:
    """So many on this server, each with a group of its own."""
    done = server.manage("shell", "--no-imports", "-c", f"COUNT = {count}\n{MAKE}")
    assert done.returncode == 0, done.stderr
    return [RoleSessions(**each) for each in json.loads(done.stdout)]


def make_cast(server: Server) -> RoleSessions:
    """A fresh one on this server."""
    return make_casts(server, 1)[0]


@dataclass
class RoleFactory:
    """New casts on a server: a role that leaves the group or deletes the table needs another."""

    server: Server
    ready: list[RoleSessions] = field(default_factory=list)

    def fresh(self) -> RoleSessions:
        """One that nothing has happened to."""
        self.ready = self.ready or make_casts(self.server, BATCH)
        return self.ready.pop()
