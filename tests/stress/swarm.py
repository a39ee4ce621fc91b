"""Phones that write concurrently, one a thread; also `python -m tests.stress.swarm PLAN`.

A phone repeats one write until it is decided, as the outbox does.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from .history import OK, UNKNOWN, History, Write
from .phone import NOTHING, Phone
from .tables import any_write

READY = "ready\n"
AGAIN = (0.02, 0.15)  # seconds between two tries
GIVEN_UP = 120  # seconds after which a write that is not decided ends the case


class Swarm:
    """Phones that write concurrently; `pause`: the longest pause of a phone between two writes.

    Phones share what one of them sees of a table, as a stream would: most writes are in time.
    """

    def __init__(self, history: History, phones: Sequence[Phone], seed: int, pause: float = 0.0) -> None:
        self.history = history
        self.phones = phones
        self.seed = seed
        self.pause = pause
        self.addresses: list[str] = []
        self.acked = 0  # confirmed writes
        self._seen: dict[str, int] = {}
        self._lock = threading.Lock()
        self.over = threading.Event()
        self.stuck: list[str] = []
        self._threads: list[threading.Thread] = []

    def start(self, addresses: list[str], each: int | None = None) -> None:
        """Start to write on these tables: `times` per phone, or until `end`."""
        self.addresses = addresses
        self.over.clear()
        self._threads = [
            threading.Thread(target=self._ride, args=(one, each), daemon=True) for one in self.phones
        ]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Let every phone finish its write."""
        self.over.set()
        self.join()

    def join(self) -> None:
        """Wait until every phone is done, or no write is decided for a while."""
        for thread in self._threads:
            decided = -1
            while thread.is_alive() and decided != (decided := self.decided):
                thread.join(GIVEN_UP)
        self.stuck += ["a phone never came to an end"] * sum(thread.is_alive() for thread in self._threads)

    @property
    def decided(self) -> int:
        """Return how many writes have a known outcome."""
        return len(self.history.writes) - self.history.count(UNKNOWN)

    def _ride(self, phone: Phone, each: int | None) -> None:
        chance = Random(f"{self.seed} {phone.number}")
        done = 0
        while not self.over.is_set() and (each is None or done < each):
            address = self.addresses[chance.randrange(len(self.addresses))]
            phone.seen = self._seen.get(address, 0)
            if not phone.seen:
                phone.look(address)
            name, form = any_write(chance, phone.seen)
            self.until_decided(phone, name, self.history.invoke(phone.number, address, form), chance)
            self.hear(address, phone.seen)
            done += 1
            if self.pause:
                time.sleep(chance.uniform(0, self.pause))
        phone.hang_up()

    def until_decided(self, phone: Phone, name: str, write: Write, chance: Random) -> None:
        """Send one write until a response names its key."""
        end = time.monotonic() + GIVEN_UP
        while write.outcome == UNKNOWN and time.monotonic() < end:
            answer = phone.try_once(name, write)
            if write.outcome == UNKNOWN:
                if answer.status not in (NOTHING, 503):
                    self.stuck.append(f"{write.key} was answered {answer.status}")
                time.sleep(chance.uniform(*AGAIN))
        with self._lock:
            self.acked += write.outcome == OK

    def hear(self, address: str, seen: int) -> None:
        """Note that a table has at least this number of entries."""
        with self._lock:
            self._seen[address] = max(seen, self._seen.get(address, 0))


def main() -> None:
    """Run a plan: write on one table once the input ends, and print the outcomes."""
    plan: dict[str, Any] = json.loads(sys.argv[1])
    history = History("swarm", plan["seed"])
    phones = [Phone(plan["port"], each, number) for number, each in enumerate(plan["cookies"], plan["first"])]
    swarm = Swarm(history, phones, plan["seed"], plan["pause"])
    print(READY, end="", flush=True)
    sys.stdin.read()
    swarm.start(plan["addresses"], plan["each"])
    swarm.join()
    report = {
        "writes": [vars(write) for write in history.writes],
        "times": [each for phone in phones for each in phone.times],
        "statuses": [each for phone in phones for each in phone.statuses],
        "stuck": swarm.stuck,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
