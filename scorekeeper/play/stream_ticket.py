"""The ticket with which a page opens its stream: signed, short-lived, and enough by itself.

The stream asks no database: the ticket says which table, at which version the page was, whose phone it is, and when
it was made. Rights that end after that are told to the streams by `announce`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.signing import BadSignature, Signer

if TYPE_CHECKING:  # read by the streams before there are any models
    from .table import Table

LIVES = 60  # seconds in which a stream may be opened with it; an open one needs it no more
_SALT = "scorekeeper.play.stream"


@dataclass(frozen=True, slots=True)
class StreamTicket:
    """`person`: below zero for a phone that only watches, by its mark, or 0 without one; `made`: when his rights were
    read, in seconds since 1970.
    """

    session: int
    version: int
    person: int
    made: float


def stream_ticket(table: Table, person: int) -> str:
    """A ticket for whoever was just shown this table."""
    said = f"{table.session.pk}.{table.version}.{person}.{int(table.read * 1000)}"
    return Signer(salt=_SALT, sep="~").sign(said)


def read_ticket(text: str) -> StreamTicket | None:
    """The ticket as signed by us within the last minute, None for anything else."""
    try:
        session, version, person, made = map(int, Signer(salt=_SALT, sep="~").unsign(text).split("."))
    except (BadSignature, ValueError):  # or signed by a release before, in another form
        return None
    ticket = StreamTicket(session, version, person, made / 1000)
    # a clock that was put back makes a ticket no younger than new
    return ticket if -LIVES < time.time() - ticket.made < LIVES else None
