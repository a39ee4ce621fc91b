"""B2: one write that arrives many times, in seven ways, is one entry."""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.server_process import Server

from .case import Result, StressCase
from .history import OK, Write
from .phone import HTMX, Answer, Phone
from .place import Tables, execute, faults, make_tables, must, stored
from .tables import BEFORE, put_right

AT_ONCE = 16
KEYS_PER_TABLE = 100
AGED = {
    "play_entry": ("at",),
    "play_session": ("started",),
    "people_person": ("date_joined", "last_login"),
    "django_session": ("expire_date",),
}


@dataclass
class Replays:
    """The tables, the write, and the content of the database after it."""

    fire: StressCase
    server: Server
    made: Tables
    result: Result
    numbers: dict[str, int] = field(default_factory=dict)  # of the entry that each key made

    def check(self, way: str, sent: Sequence[Write], answers: Sequence[Answer]) -> None:
        """Assert that each response confirms the same entry, and the log is unchanged."""
        standing = self.unchanged(way)
        for write, answer in zip(sent, answers, strict=True):
            if answer.said(write.key) != OK:
                self.result.miss(f"{way}: {write.key} was answered {answer.status}")
                continue
            number = self.numbers.setdefault(write.key, standing.get(write.key, 0))
            if (told := answer.headers.get("x-entry")) != str(number):
                self.result.miss(f"{way}: {write.key} made entry {number} and was told {told}")

    def unchanged(self, way: str) -> dict[str, int]:
        """Every log holds each key once, and nothing else; the number of each."""
        numbers: dict[str, int] = {}
        for address in self.made.addresses:
            entries = stored(self.server, address)
            told = self.fire.history.faults(address, entries, BEFORE)
            self.result.miss(*(f"{way}: {fault}" for fault in told))
            numbers |= {key: number for number, key, *_ in entries}
        return numbers

    def send_all(self, phone: Phone, writes: Sequence[Write], **other: Any) -> list[Answer]:
        """Send everything once more, as it was or with something else in it."""
        path = "/table/{}/put-right/"
        return [
            phone.ask("POST", path.format(write.table), {**write.form, **other}, HTMX) for write in writes
        ]


def replays(fire: StressCase, keys: int) -> Result:
    """So many keys, each sent in seven ways."""
    result = fire.result("replay of one key in 7 ways", f"{keys:,} keys")
    with fire.place.server() as server:
        made = make_tables(server, -(-keys // KEYS_PER_TABLE), writers=2)
        server.start()
        run = Replays(fire, server, made, result)
        writes = _sixteen_at_once(run, keys)
        phone = Phone(server.port, made.cookies[0])
        run.check("in sequence", writes, run.send_all(phone, writes))
        _other_content(run, phone, writes)
        _others(run, writes)
        phone.hang_up()
        server.stop()
        _up_again(run, "after a restart", writes)
        _thirty_days(run, writes)
        _restored(run, writes)
        result.miss(*faults(server))
    result.figures = f"{len(writes):,} entries, {(AT_ONCE + 9) * len(writes):,} requests"
    return result


def _sixteen_at_once(run: Replays, keys: int) -> list[Write]:
    """Send it first by sixteen connections at once: their order is unknown."""
    phones = [Phone(run.server.port, run.made.cookies[0], number) for number in range(AT_ONCE)]
    writes: list[Write] = []
    for number in range(keys):
        address = run.made.addresses[number // KEYS_PER_TABLE]
        seen = BEFORE + number % KEYS_PER_TABLE
        writes.append(run.fire.history.invoke(0, address, put_right(run.fire.chance, seen)[1]))
    answers: list[list[Answer]] = [[] for _ in phones]
    together = threading.Barrier(AT_ONCE)

    def ride(place: int) -> None:
        for write in writes:
            together.wait(60)
            answers[place] += run.send_all(phones[place], [write])
        phones[place].hang_up()

    _all_at_once([lambda place=place: ride(place) for place in range(AT_ONCE)])  # type: ignore[misc]
    for write in writes:
        run.fire.history.decide(write, OK)
    for told in answers:
        run.check("16 at once", writes, told)
    return writes


def _other_content(run: Replays, phone: Phone, writes: Sequence[Write]) -> None:
    """The key with another content is refused."""
    answers = run.send_all(phone, writes, points="1", box="ones", line="1-0")
    for write, answer in zip(writes, answers, strict=True):
        if answer.status != 422 and write.form["line"] != "1-0":
            run.result.miss(f"other content: {write.key} was answered {answer.status}")
    run.unchanged("other content")


def _others(run: Replays, writes: Sequence[Write]) -> None:
    """From another browser of the same person; by another person of the table; on another table."""
    other, same = (Phone(run.server.port, cookie) for cookie in run.made.cookies[1:])
    run.check("another phone", writes, run.send_all(same, writes))
    for write, answer in zip(writes, run.send_all(other, writes), strict=True):
        _reveals_nothing(run, other, write, answer)
    run.unchanged("somebody else")
    if len(run.made.addresses) > 1:
        _another_table(run, other, writes)
    for phone in (same, other):
        phone.hang_up()


def _reveals_nothing(run: Replays, other: Phone, write: Write, answer: Answer) -> None:
    """Another person learns only that it was sent: the rest of the page is that of an unused key."""
    if answer.status != 422 or "x-entry" in answer.headers:
        told = answer.headers.get("x-entry")
        run.result.miss(f"somebody else: {write.key} was answered {answer.status}, entry {told}")
    (unknown,) = run.send_all(other, [write], key=str(uuid.uuid4()))
    if unknown.status != 409 or _but_for_why(unknown.page) != _but_for_why(answer.page):
        run.result.miss(f"somebody else: {write.key} makes another page than a key that nobody had")


def _but_for_why(page: str) -> str:
    """Return a page without its message about the write, and without values that differ on every page."""
    return re.sub(
        r'(id="note").*?</div>|(name="(?:key|csrfmiddlewaretoken)" value|data-live)="[^"]*"', "", page
    )


def _another_table(run: Replays, other: Phone, writes: Sequence[Write]) -> None:
    """There the key is as good as any: it makes a line of its own."""
    addresses = run.made.addresses
    beside = dict(zip(addresses, [*addresses[1:], addresses[0]], strict=True))
    count = {address: len(stored(run.server, address)) for address in addresses}
    for write in writes:
        address = beside[write.table]
        form = {**write.form, "seen": count[address]}
        answer = other.try_once("put-right", run.fire.history.invoke(0, address, form))
        count[address] += 1
        if answer.headers.get("x-entry") != str(count[address]):
            run.result.miss(f"another table: {write.key} was answered {answer.status}, not {count[address]}")
    run.unchanged("another table")


def _thirty_days(run: Replays, writes: Sequence[Write]) -> None:
    """The phone lay in a drawer for a month: every time that is stored is a month older."""
    for table, columns in AGED.items():
        for column in columns:
            older = f"datetime({column}, '-30 days')"
            if run.fire.place.postgres:
                older = f"{column} - interval '30 days'"
            execute(run.server, f"UPDATE {table} SET {column} = {older}")
    _up_again(run, "after 30 days", writes)


def _restored(run: Replays, writes: Sequence[Write]) -> None:
    """Restore the database from a backup; writes after it are gone for all."""
    file = run.server.data / "copy"
    must(run.server.manage("backup", str(file)))
    execute(run.server, "DELETE FROM play_entry WHERE number > 50")
    must(run.server.manage("restore", "--yes", str(file)))
    _up_again(run, "after a restore", writes)


def _up_again(run: Replays, way: str, writes: Sequence[Write]) -> None:
    """Start the server, send everything once more, stop it."""
    run.server.start()
    phone = Phone(run.server.port, run.made.cookies[0])
    run.check(way, writes, run.send_all(phone, writes))
    phone.hang_up()
    run.server.stop()


def _all_at_once(todo: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=each, daemon=True) for each in todo]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
