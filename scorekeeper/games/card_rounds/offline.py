"""Tables with which a phone continues a round without signal: their address and their file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2s
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper import __version__
from scorekeeper.play.table import Table

from .draft import heads


def offline_digest(table: Table, *more: Any) -> str:
    """Return a digest of everything that the tables depend on.

    These are names, house rules, language, release and `more`.
    """
    avatars = [head.avatar for head in heads(table)]
    made_from = (__version__, table.options, table.names, avatars, get_language(), table.state.seats, more)
    return blake2s(repr(made_from).encode(), digest_size=6).hexdigest()


def offline_json(
    table: Table, digest: str, tables: Callable[[], Mapping[str, Any]], *more: Any
) -> bytes | None:
    """Return the tables as JSON, None for the digest of other names, rules, release or `more`.

    All games have "overtaken": what a phone says whose keys no longer fit what another phone entered.
    """
    if digest != offline_digest(table, *more):
        return None
    overtaken = _("This is being entered on another phone, too. Go on from here.")
    return json.dumps({**tables(), "overtaken": overtaken}, separators=(",", ":")).encode()
