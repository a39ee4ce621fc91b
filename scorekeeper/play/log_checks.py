"""Check a log by itself: sequence, targets of entries, chain of changes.

Uses neither database nor rules; `session_checks` replays the lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .models import Entry
from .replay import STORED_FIELDS, StoredEntry
from .session_changes import CHANGEABLE

Row = Mapping[str, Any]
Kind = Entry.Kind
SEATED = "seated"
RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in the stored data of a table.

    `entry`: the number of the entry, None if it concerns none. `kind`: a stable snake_case name, for messages to
    players.
    """

    address: str
    entry: int | None
    what: str
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.address}{'' if self.entry is None else f', entry {self.entry}'}: {self.what}"


@dataclass
class Log:
    """The rows of a log.

    `stored`: entries for the replay; `readable`: whether the replay understands all of them.
    """

    address: str
    rows: Sequence[Row]
    stored: list[StoredEntry] = field(default_factory=list)
    readable: bool = True

    def __post_init__(self) -> None:
        for row in self.rows:
            self.stored.append(
                StoredEntry(*(row[name] for name in STORED_FIELDS))._replace(data=read(row["data"]))
            )

    @property
    def appended(self) -> set[int]:
        """The numbers of all lines ever written, including undone ones."""
        return {each.number for each in self.stored if each.kind == Kind.APPEND}

    def fault(self, entry: int, what: str) -> Fault:
        """A fault of one entry."""
        return Fault(self.address, entry, what)


def log_faults(log: Log, now: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults of a log.

    `now`: the present values of the fields that changes set.
    """
    yield from of_kind("gap", _sequence(log))
    shapes = list(of_kind("unreadable", _shapes(log)))
    log.readable = not shapes
    yield from shapes
    yield from of_kind("target", _targets(log))
    if log.readable:
        yield from of_kind("change", _chain(log, now))


def of_kind(kind: str, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Set the kind of faults that have none."""
    return (replace(fault, kind=fault.kind or kind) for fault in faults)


def read(text: object) -> Any:
    """JSON as stored, decoded; None for invalid JSON."""
    if not isinstance(text, str | bytes):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return None


def _sequence(log: Log) -> Iterator[Fault]:
    """Numbers must start at 1 without gaps, and keys must be unique."""
    due, keys = 1, dict[str, int]()
    for row in log.rows:
        number, key = row["number"], row["key"]
        if number < due:
            yield log.fault(number, "there are two with this number")
        elif number > due:
            missing = f"entry {due} is" if number == due + 1 else f"entries {due} to {number - 1} are"
            yield log.fault(number, f"{missing} missing before it")
        if not key:
            yield log.fault(number, "it has no key")
        elif key in keys:
            yield log.fault(number, f"it has the key of entry {keys[key]}")
        keys.setdefault(key, number)
        due = max(due, number + 1)


def _shapes(log: Log) -> Iterator[Fault]:
    """Every entry must be of a known kind and hold the data of that kind."""
    for each in log.stored:
        if each.kind not in Kind.values:
            yield log.fault(each.number, f"its kind {each.kind!r} is not known")
        elif each.kind in (Kind.APPEND, Kind.AMEND) and not _are_moves(each.data):
            yield log.fault(each.number, "it holds no moves")
        elif each.kind == Kind.CHANGE and not _is_change(each.data):
            yield log.fault(each.number, "it does not say what changed")
        if not each.author or not each.device:
            yield log.fault(each.number, "it has no author")


def _are_moves(data: object) -> bool:
    found = data.get("moves") if isinstance(data, dict) else None
    return isinstance(found, list) and bool(found) and all(isinstance(move, dict) for move in found)


def _is_change(data: object) -> bool:
    found = [data.get(name) for name in ("before", "after")] if isinstance(data, dict) else []
    parts = [part for part in found if isinstance(part, dict)]
    if len(parts) < 2 or not parts[1]:
        return False
    return parts[1].keys() <= CHANGEABLE | {SEATED, RENAMED} and parts[0].keys() <= parts[1].keys()


def _targets(log: Log) -> Iterator[Fault]:
    """Check that a correction has an earlier line in effect, and an undo an earlier entry."""
    about: dict[int, StoredEntry] = {}
    voids: dict[int, list[int]] = {}
    for each in log.stored:
        if each.kind in (Kind.AMEND, Kind.VOID):
            what = _target_fault(each, about, voids)
            if what is not None:
                yield log.fault(each.number, what)
            elif each.kind == Kind.VOID and each.target is not None:
                voids.setdefault(each.target, []).append(each.number)
        elif each.target is not None:
            yield log.fault(each.number, f"it has the target {each.target}, and its kind has none")
        about[each.number] = each


def _target_fault(
    each: StoredEntry, about: Mapping[int, StoredEntry], voids: Mapping[int, list[int]]
) -> str | None:
    """The fault in the target of an entry.

    `voids`: the entries that undo each entry.
    """
    if each.target is None or each.target not in about:
        return f"entry {each.target}, which it is about, is not before it"
    kind = about[each.target].kind
    if kind == Kind.CHANGE or (each.kind == Kind.AMEND and kind != Kind.APPEND):
        return f"entry {each.target}, which it is about, is of the kind {kind!r}"
    in_effect = _is_in_effect(each.target, voids)
    return None if in_effect else f"entry {each.target}, which it is about, was taken back before"


def _is_in_effect(number: int, voids: Mapping[int, list[int]]) -> bool:
    """Return whether no entry in effect undoes this one; undo always comes later."""
    reached = [number]
    for each in reached:
        reached += voids.get(each, ())
    in_effect: dict[int, bool] = {}
    for each in sorted(reached, reverse=True):
        in_effect[each] = not any(in_effect[later] for later in voids.get(each, ()))
    return in_effect[number]


def _chain(log: Log, now: Mapping[str, Any]) -> Iterator[Fault]:
    """Each change must start at the values where the one before it ended.

    The last one must end at the present values.
    """
    known: dict[str, Any] = {}
    last: dict[str, int] = {}
    for each in log.stored:
        if each.kind != Kind.CHANGE:
            continue
        for name, after in each.data["after"].items():
            if name in (SEATED, RENAMED):
                yield from _seat_faults(log, each.number, after, now)
                known = _with_seat(known, after) if name == SEATED else known
                continue
            before = each.data["before"].get(name)
            if name in known and known[name] != before:
                yield log.fault(each.number, f"it changes {name} from a value that was not the last one")
            known[name], last[name] = after, each.number
    for name, number in last.items():
        if known[name] != now[name]:
            yield log.fault(number, f"it is the last change of {name}, which has another value now")


def _seat_faults(log: Log, number: int, seat: object, now: Mapping[str, Any]) -> Iterator[Fault]:
    if seat not in now["seats"]:
        yield log.fault(number, f"there is no seat {seat}")


def _with_seat(known: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The known values after a latecomer: seated after the others, on no team."""
    found = dict(known)
    if "order" in found:
        found["order"] = [*found["order"], number]
    if "teams" in found:
        found["teams"] = found["teams"] | {str(number): None}
    return found
