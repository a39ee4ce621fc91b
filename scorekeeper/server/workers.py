"""The server's processes: one, or a parent that supervises several on one listening socket.

Each child is a complete server; the kernel hands every new connection to one of them. They share only the database, so
several processes require PostgreSQL.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

import uvicorn
from django.conf import settings

from scorekeeper.live.hub import HUB

from .connections import Connection, allow_many

GRACE_SECONDS = 2  # for responses being sent and open streams
# Longer than a proxy keeps an idle connection (nginx 60, Caddy 120): a request that it sends on a connection that
# closes at that moment fails, and a proxy does not send a form again.
IDLE_SECONDS = 130
KILL_SECONDS = 1  # after the grace period, until a running child is killed
# Time after which a computing thread hands over to another. A thread that serves a request waits for that after each
# of its database queries, with Python's default for 5 ms each time.
SWITCH_SECONDS = 0.001
RESTART_SECONDS = 1  # a child that fails at its start must not use a whole core by restarts

logger = logging.getLogger(__name__)
# A forked child would share this process's threads' locks and its database connections.
_spawn = multiprocessing.get_context("spawn")


def run(listener: socket.socket, processes: int) -> None:
    """Serve until a signal, in this many processes.

    A single process runs without a parent.
    """
    if processes == 1:
        serve(listener)
    else:
        Parent(listener, processes).run()


def serve(listener: socket.socket) -> None:
    """Serve until a signal; open streams do not delay the end."""
    allow_many()
    sys.setswitchinterval(SWITCH_SECONDS)
    proxies = settings.CHOICES.trusted_proxies
    config = uvicorn.Config(
        "scorekeeper.asgi:application",
        http=Connection,
        lifespan="off",
        ws="none",
        log_config=None,
        # Links carry secrets, so addresses are not logged.
        access_log=False,
        server_header=False,
        # The client's address and scheme are taken from proxy headers only if a proxy is trusted.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
    )
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C is how this ends at home
        _Server(config).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that ends its streams at once when it is stopped.

    They would otherwise stay open for the grace period.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        HUB.stop()
        super().handle_exit(sig, frame)


class Parent:
    """Starts the child processes, restarts dead ones, and stops all of them on a signal."""

    def __init__(self, listener: socket.socket, processes: int) -> None:
        self.listener = listener
        self.processes = processes
        self.ending: int | None = None  # the signal that ends the server

    def run(self) -> None:
        """Supervise the children until SIGTERM or Ctrl+C."""
        woken, waking = socket.socketpair()
        waking.setblocking(False)
        signal.set_wakeup_fd(waking.fileno())  # otherwise a signal would be noticed only when a child ends
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._end)
        children = [self._start() for _ in range(self.processes)]
        while self.ending is None:
            wait([woken, *(child.sentinel for child in children)])
            if self.ending is None:
                time.sleep(RESTART_SECONDS)
                children = [child if child.is_alive() else self._replace(child) for child in children]
        _end_all(children)
        # end by the default action of the signal, since nothing is left to clean up
        signal.signal(self.ending, signal.SIG_DFL)
        signal.raise_signal(self.ending)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        self.ending = number

    def _start(self) -> SpawnProcess:
        child = _spawn.Process(target=_child, args=[self.listener])
        child.start()
        return child

    def _replace(self, dead: SpawnProcess) -> SpawnProcess:
        if self.ending is not None:
            return dead
        logger.error("Server process %s ended (%s); another takes its place", dead.pid, dead.exitcode)
        return self._start()


def _child(listener: socket.socket) -> None:
    """Serve as a child process that ends with its parent."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(listener)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _end_all(children: list[SpawnProcess]) -> None:
    for child in children:
        child.terminate()
    end = time.monotonic() + GRACE_SECONDS + KILL_SECONDS
    for child in children:
        child.join(max(end - time.monotonic(), 0))
        child.kill()  # does nothing if it has ended
        child.join()
