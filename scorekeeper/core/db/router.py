"""Database router: the default alias, or the one set by `working_on()`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_meant: ContextVar[str | None] = ContextVar("meant", default=None)


class Router:
    """Django's router interface; None leaves the choice to Django."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        """The alias of the database to read from."""
        return _meant.get()

    def db_for_write(self, model: Any, **hints: Any) -> str | None:
        """The alias of the database to write to."""
        return _meant.get()


@contextmanager
def working_on(using: str) -> Iterator[None]:
    """Use another database by its alias within the block, in this thread."""
    token = _meant.set(using)
    try:
        yield
    finally:
        _meant.reset(token)
