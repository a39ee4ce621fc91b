"""The token with which a page opens its event stream.

It is signed, short-lived and readable without the database. It holds the table, the version of the page, the listener
and the time. Permissions that end later are sent to the streams by `notifications`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.signing import BadSignature, Signer

if TYPE_CHECKING:  # the streams import this module before the models are ready
    from .table import Table

LIFETIME = 60  # seconds in which a stream may be opened; an open one does not need the token any more
_SALT = "scorekeeper.play.stream"


@dataclass(frozen=True, slots=True)
class StreamToken:
    """The content of a token.

    `person`: see `access_links.listener_of`. `made`: when the permissions were read, in seconds since 1970.
    """

    session: int
    version: int
    person: int
    made: float


def sign_stream_token(table: Table, person: int) -> str:
    """A signed token for the listener who is shown this table."""
    text = f"{table.session.pk}.{table.version}.{person}.{int(table.read * 1000)}"
    return Signer(salt=_SALT, sep="~").sign(text)


def read_stream_token(text: str) -> StreamToken | None:
    """The content of a token with a valid signature from the last minute, otherwise None."""
    try:
        session, version, person, made = map(int, Signer(salt=_SALT, sep="~").unsign(text).split("."))
    except (BadSignature, ValueError):  # ValueError: signed by an earlier release, in another format
        return None
    token = StreamToken(session, version, person, made / 1000)
    # the clock may have been set back, so a token from the future is not trusted either
    return token if -LIFETIME < time.time() - token.made < LIFETIME else None
