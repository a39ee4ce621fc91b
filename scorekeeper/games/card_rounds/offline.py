"""Address of the tables with which a phone continues a round without signal."""

from __future__ import annotations

from hashlib import blake2s
from typing import Any

from django.utils.translation import get_language

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
