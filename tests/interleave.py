"""Run a second writer while the first one is stopped halfway.

On SQLite the second one waits for the first; on PostgreSQL it meets written but uncommitted rows.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from typing import Any
from unittest import mock

from django.db import connection

PATIENCE = 20
A_MOMENT = 0.5  # time for a writer that need not wait to finish


def meet(module: object, name: str, first: Callable[[], object], second: Callable[[], object]) -> None:
    """Stop `first` at a call of this function, run `second` until it ends or waits, finish both."""
    stopped, on = Event(), Event()
    real: Callable[..., object] = getattr(module, name)

    def stopping(*given: Any, **more: Any) -> object:
        found = real(*given, **more)
        if not stopped.is_set():
            stopped.set()
            on.wait(PATIENCE)
        return found

    with mock.patch.object(module, name, stopping), ThreadPoolExecutor(2) as both:
        one = both.submit(_alone, first)
        stopped.wait(PATIENCE)
        other = both.submit(_alone, second)
        wait([other], A_MOMENT)
        on.set()
        one.result()
        other.result()


def _alone(work: Callable[[], object]) -> None:
    """In a thread of its own, so with a connection of its own."""
    try:
        work()
    finally:
        connection.close()
