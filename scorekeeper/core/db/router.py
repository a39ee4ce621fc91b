"""Which database is meant where nobody names one: that of the settings, but for work on another, such as a copy.

Rooms ask for rows without saying where they lie. Whoever brings a copy up to date before it is put in the place of the
database says it once, for all that is called meanwhile, by way of Django's own question to its routers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_meant: ContextVar[str | None] = ContextVar("meant", default=None)


class Router:
    """What Django asks; None leaves it to Django."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        """The alias of the database to read from."""
        return _meant.get()

    def db_for_write(self, model: Any, **hints: Any) -> str | None:
        """The alias of the database to write to."""
        return _meant.get()


@contextmanager
def working_on(using: str) -> Iterator[None]:
    """Let queries go to this database, by its alias, until the end of the block, in this thread."""
    token = _meant.set(using)
    try:
        yield
    finally:
        _meant.reset(token)
