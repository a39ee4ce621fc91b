"""The only operations on rows of the log: they are read, and added one by one."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class EntryQuerySet(models.QuerySet[Any]):
    """Entries can be read and added, never changed or deleted."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("log entries are never changed")

    def delete(self) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("log entries are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("log entries are never changed")

    def bulk_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise TypeError: entries are checked and numbered one by one."""
        raise TypeError("log entries are written one by one")
