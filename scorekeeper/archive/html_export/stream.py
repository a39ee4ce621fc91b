"""A long file that is sent while it is made, in the language and time zone of its request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from django.utils import timezone
from django.utils.translation import get_language, override


class SlowStream:
    """A streamed file; its parts are made in the thread of the request, after the middleware.

    The server closes it at the end, or when the phone is gone; that frees what the request holds.
    """

    def __init__(self, parts: Iterator[str], held: ExitStack) -> None:
        """`held`: the slot of slow requests."""
        self.parts = parts
        self.held = held
        self.language = get_language()
        self.zone = timezone.get_current_timezone()

    def __iter__(self) -> SlowStream:
        return self

    def __next__(self) -> str:
        with override(self.language), timezone.override(self.zone):
            return next(self.parts)

    def close(self) -> None:
        """Free the slot; a second call has no effect."""
        self.held.close()
