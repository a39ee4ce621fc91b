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
from .tables import BEFORE, correction

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
    """Tables, a write, and the content of the database after it."""

    case: StressCase
    server: Server
    made: Tables
    result: Result
    numbers: dict[str, int] = field(default_factory=dict)  # of the entry that each key made

    def check(self, way: str, sent: Sequence[Write], answers: Sequence[Answer]) -> None:
        """Assert that each response confirms the same entry, and the log is unchanged."""
        standing = self.unchanged(way)
        for write, answer in zip(sent, answers, strict=True):
            if answer.outcome(write.key) != OK:
                self.result.miss(f"{way}: {write.key} was answered {answer.status}")
                continue
            number = self.numbers.setdefault(write.key, standing.get(write.key, 0))
            if (found_faults := answer.headers.get("x-entry")) != str(number):
                self.result.miss(f"{way}: {write.key} made entry {number} and was told {found_faults}")

    def unchanged(self, way: str) -> dict[str, int]:
        """Assert that each log has each key once and nothing else; return the number of each."""
        numbers: dict[str, int] = {}
        for address in self.made.addresses:
            entries = stored(self.server, address)
            found_faults = self.case.history.faults(address, entries, BEFORE)
            self.result.miss(*(f"{way}: {fault}" for fault in found_faults))
            numbers |= {key: number for number, key, *_ in entries}
        return numbers

    def send_all(self, phone: Phone, writes: Sequence[Write], **other: Any) -> list[Answer]:
        """Send all writes again, unchanged or with other content."""
        path = "/table/{}/correct/"
        return [
            phone.ask("POST", path.format(write.table), {**write.form, **other}, HTMX) for write in writes
        ]


def replays(case: StressCase, keys: int) -> Result:
    """Send each of `keys` writes in seven ways."""
    result = case.result("replay of one key in 7 ways", f"{keys:,} keys")
    with case.place.server() as server:
        made = make_tables(server, -(-keys // KEYS_PER_TABLE), writers=2)
        server.start()
        run = Replays(case, server, made, result)
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
    """Send the write by sixteen connections at once, in unknown order."""
    phones = [Phone(run.server.port, run.made.cookies[0], number) for number in range(AT_ONCE)]
    writes: list[Write] = []
    for number in range(keys):
        address = run.made.addresses[number // KEYS_PER_TABLE]
        seen = BEFORE + number % KEYS_PER_TABLE
        writes.append(run.case.history.invoke(0, address, correction(run.case.chance, seen)[1]))
    answers: list[list[Answer]] = [[] for _ in phones]
    together = threading.Barrier(AT_ONCE)

    def ride(place: int) -> None:
        for write in writes:
            together.wait(60)
            answers[place] += run.send_all(phones[place], [write])
        phones[place].hang_up()

    _all_at_once([lambda place=place: ride(place) for place in range(AT_ONCE)])  # type: ignore[misc]
    for write in writes:
        run.case.history.decide(write, OK)
    for found_faults in answers:
        run.check("16 at once", writes, found_faults)
    return writes


def _other_content(run: Replays, phone: Phone, writes: Sequence[Write]) -> None:
    """Assert that the key with other content is refused."""
    answers = run.send_all(phone, writes, points="1", box="ones", line="1-0")
    for write, answer in zip(writes, answers, strict=True):
        if answer.status != 422 and write.form["line"] != "1-0":
            run.result.miss(f"other content: {write.key} was answered {answer.status}")
    run.unchanged("other content")


def _others(run: Replays, writes: Sequence[Write]) -> None:
    """Send the key from another browser of the person, by another person, and on another table."""
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
    """Assert that another person learns only that the key was used."""
    if answer.status != 422 or "x-entry" in answer.headers:
        found_faults = answer.headers.get("x-entry")
        run.result.miss(f"somebody else: {write.key} was answered {answer.status}, entry {found_faults}")
    (unknown,) = run.send_all(other, [write], key=str(uuid.uuid4()))
    if unknown.status != 409 or _but_for_why(unknown.page) != _but_for_why(answer.page):
        run.result.miss(f"somebody else: {write.key} makes another page than a key that nobody had")


def _but_for_why(page: str) -> str:
    """Return a page without the message about the write and without random values."""
    return re.sub(
        r'(id="note").*?</div>|(name="(?:key|csrfmiddlewaretoken)" value|data-live)="[^"]*"', "", page
    )


def _another_table(run: Replays, other: Phone, writes: Sequence[Write]) -> None:
    """Assert that the key writes a line on another table."""
    addresses = run.made.addresses
    beside = dict(zip(addresses, [*addresses[1:], addresses[0]], strict=True))
    count = {address: len(stored(run.server, address)) for address in addresses}
    for write in writes:
        address = beside[write.table]
        form = {**write.form, "seen": count[address]}
        answer = other.try_once("correct", run.case.history.invoke(0, address, form))
        count[address] += 1
        if answer.headers.get("x-entry") != str(count[address]):
            run.result.miss(f"another table: {write.key} was answered {answer.status}, not {count[address]}")
    run.unchanged("another table")


def _thirty_days(run: Replays, writes: Sequence[Write]) -> None:
    """Make every stored time a month older, as for a phone that was off for a month."""
    for table, columns in AGED.items():
        for column in columns:
            older = f"datetime({column}, '-30 days')"
            if run.case.place.postgres:
                older = f"{column} - interval '30 days'"
            execute(run.server, f"UPDATE {table} SET {column} = {older}")
    _up_again(run, "after 30 days", writes)


def _restored(run: Replays, writes: Sequence[Write]) -> None:
    """Restore the database from a backup, without the later writes."""
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
