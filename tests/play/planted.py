"""Faults to plant in a copy of a database, one of each kind, each at a table of its own.

`build` writes healthy tables through the log; `plant` then spoils them by plain SQL, as no form could.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.play import log
from scorekeeper.play.models import Draft, Phone
from tests.play.tables import Desk, Writer, new_writer

STAKE = {"kind": "per_point", "amount": "0.01", "unit": "USD"}


def running(writer: Writer) -> Desk:
    """A game that runs, with every kind of entry: 1, 2, 4 are lines, 3 puts 1 right, 5 takes 4 back, 6 brings it
    back, 7 and 9 change the house rules, 8 the order."""
    desk = Desk("general", ["Ana", "Bo"], stake=STAKE, writer=writer)
    desk.line(1, "ones", points=3)
    desk.line(2, "ones", points=2)
    desk.amend(1, box="ones", points=4)
    desk.line(1, "twos", points=6)
    desk.void(4)
    desk.void(5)
    desk.change(options={"straights": "basic"})
    desk.change(order=[2, 1])
    desk.change(options={})
    Draft.objects.create(session=desk.session, line=1, data={"entry": {"box": "ones"}})
    Phone.objects.create(session=desk.session, person=writer.person, seat=desk.table.seats[0])
    return desk


def over(writer: Writer) -> Desk:
    """A game that is over with its first line, for money."""
    desk = Desk("general", ["Ana", "Bo"], stake=STAKE, writer=writer)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def filled(writer: Writer) -> Desk:
    """A game that is over with full sheets: 4 in the ones of seat 1, all else struck."""
    desk = Desk("general", ["Ana", "Bo"], writer=writer)
    desk.line(1, "ones", points=4)
    for player in ("1", "2"):
        log.go_home(desk.address, desk.ticket(), player)
    return desk


@dataclass(frozen=True)
class Plant:
    """A statement that spoils the session `:s` (`:o` is another one), and what is to be said of it."""

    said: str
    sql: str
    desk: Callable[[Writer], Desk] = running


def entry(number: int, /, **columns: object) -> str:
    """Other values in the columns of an entry."""
    values = ", ".join(f"{name} = {_literal(value)}" for name, value in columns.items())
    return f"UPDATE play_entry SET {values} WHERE session_id = :s AND number = {number}"


def session(**columns: object) -> str:
    values = ", ".join(f"{name} = {_literal(value)}" for name, value in columns.items())
    return f"UPDATE play_session SET {values} WHERE id = :s"


def seat(number: int, what: str) -> str:
    return f"UPDATE play_seat SET {what} WHERE session_id = :s AND number = {number}"


def of_result(statement: str) -> str:
    """A statement about the scores or cells of the session's result."""
    return f"{statement} AND result_id = (SELECT id FROM history_result WHERE session_id = :s)"


def _literal(value: object) -> str:
    if isinstance(value, dict | list):
        value = json.dumps(value)
    return "NULL" if value is None else repr(value)


TWOS = [{"player": "1", "box": "twos", "points": 6}]
PLANTS = (
    # the sequence
    Plant(
        ", entry 10: entry 9 is missing before it",
        entry(9, number=10),
    ),
    Plant(
        ", entry 4: there are two with this number", entry(9, number=4, kind="append", data={"moves": TWOS})
    ),
    Plant(
        ", entry 2: it has the key of entry 1",
        "UPDATE play_entry SET key = (SELECT key FROM play_entry WHERE session_id = :s AND number = 1)"
        " WHERE session_id = :s AND number = 2",
    ),
    Plant(", entry 2: it has no key", entry(2, key="")),
    Plant(", entry 2: nobody wrote it", entry(2, author_id=0)),
    # what entries hold, and what they are about
    Plant(", entry 2: its kind 'erase' is not known", entry(2, kind="erase")),
    Plant(", entry 2: it holds no moves", entry(2, data={"moves": []})),
    Plant(", entry 3: it holds no moves", entry(3, data="{not json")),
    Plant(", entry 7: it does not say what changed", entry(7, data={"before": {}, "after": {"house": 1}})),
    Plant(", entry 2: it is about entry 1 and may be about none", entry(2, target=1)),
    Plant(", entry 3: entry 99, which it is about, is not before it", entry(3, target=99)),
    Plant(", entry 3: entry 4, which it is about, is not before it", entry(3, target=4)),
    Plant(", entry 3: entry None, which it is about, is not before it", entry(3, target=None)),
    Plant(", entry 9: entry 7, which it is about, is of the kind 'change'", entry(9, kind="void", target=7)),
    Plant(", entry 9: entry 5, which it is about, was taken back before", entry(9, kind="void", target=5)),
    # what changed
    Plant(
        ", entry 9: it changes options from what it was not",
        entry(9, data={"before": {"options": {"straights": "none"}}, "after": {"options": {}}}),
    ),
    Plant(
        ", entry 8: order is not what it says, and no later entry changed it",
        entry(8, data={"before": {"order": [1, 2]}, "after": {"order": [1, 2]}}),
    ),
    Plant(", entry 8: nobody sits in seat 7", entry(8, data={"before": {}, "after": {"seated": 7}})),
    # the session
    Plant(": the game 'chess' is not known", session(game="chess")),
    Plant(": its options cannot be read", session(options="[")),
    Plant(": its rules are version 99, known is 1", session(rules_version=99)),
    Plant(": its house rules are refused: unknown_option", session(options={"house": True}), over),
    Plant(": its stake is refused: bad_amount", session(stake={**STAKE, "amount": "-1"})),
    Plant(": who may write is 'nobody'", session(writers="nobody")),
    Plant(": its link is of generation 0", session(link=0)),
    Plant(": whoever keeps it is not at it", session(host_id=999999)),
    Plant(": it has a code to type and no end of it, or the other way round", session(code="digest")),
    # seats, drafts, phones
    Plant(": two seats have one number", seat(2, "number = 1"), over),
    Plant(": the order of its seats has a gap", seat(1, "position = 5"), over),
    Plant(
        ": seat 1 holds a player of another group",
        seat(1, "player_id = (SELECT player_id FROM play_seat WHERE session_id = :o LIMIT 1)"),
    ),
    Plant(": nobody can sit like this: bad_teams", seat(1, "team = 1"), over),
    Plant(
        ": a draft is for line 44, which was never written",
        "UPDATE play_draft SET line = 44 WHERE session_id = :s",
    ),
    Plant(": the draft for line 1 cannot be read", "UPDATE play_draft SET data = '[]' WHERE session_id = :s"),
    Plant(
        ": phone * has a seat at another table",
        "UPDATE play_phone SET seat_id = (SELECT id FROM play_seat WHERE session_id = :o LIMIT 1)"
        " WHERE session_id = :s",
    ),
    # what it adds up to
    Plant(
        ", entry 2: the rules refuse this line: impossible_points",
        entry(2, data={"moves": [{"player": "2", "box": "ones", "points": 99}]}),
    ),
    Plant(
        ", entry 4: the rules refuse this line: unknown_player",
        entry(4, data={"moves": [{"player": "7", "box": "twos", "points": 6}]}),
    ),
    Plant(": is marked as over and is not", session(finished="2026-01-01 00:00:00")),
    Plant(": is over and not marked as over", session(finished=None), over),
    # what is kept of its result
    Plant(": it is over and has no result", "DELETE FROM history_result WHERE session_id = :s", over),
    Plant(
        ": it has a result and is not over",
        "INSERT INTO history_result (session_id, variant_id) VALUES (:s, 1)",
    ),
    Plant(
        ": it has two results",
        "INSERT INTO history_result SELECT * FROM history_result WHERE session_id = :s",
        over,
    ),
    Plant(
        ": its result says reason 'luck', the log 'automatic_win'",
        "UPDATE history_result SET reason = 'luck' WHERE session_id = :s",
        over,
    ),
    Plant(
        ": its result says finished '2026-01-01', the log *",
        "UPDATE history_result SET finished = '2026-01-01' WHERE session_id = :s",
        over,
    ),
    Plant(
        ": its result says house rules (None, None, None), the log ('general', *",
        "UPDATE history_result SET variant_id = 999999 WHERE session_id = :s",
        over,
    ),
    Plant(
        ": the score of seat 2 says rank 1, the log 2",
        of_result("UPDATE history_score SET rank = 1 WHERE number = 2"),
        over,
    ),
    Plant(": the score of seat 2 is missing", of_result("DELETE FROM history_score WHERE number = 2"), over),
    Plant(
        ": the score of seat 7 is there, and the log knows of none",
        of_result("UPDATE history_score SET number = 7 WHERE number = 2"),
        over,
    ),
    Plant(
        ": the score of seat 1 is there, and the log knows one only",
        of_result("UPDATE history_score SET number = 1 WHERE number = 2"),
        over,
    ),
    Plant(
        ": the box ones of player * says points 5, the log 4",
        of_result("UPDATE history_cell SET points = 5 WHERE box = 'ones' AND points = 4"),
        filled,
    ),
    Plant(
        ": the box ones of player * is missing",
        of_result("DELETE FROM history_cell WHERE box = 'ones' AND points = 4"),
        filled,
    ),
    Plant(
        ": round 3 of player * is there, and the log knows of none",
        of_result("UPDATE history_cell SET box = 'round', number = 3 WHERE box = 'ones' AND points = 4"),
        filled,
    ),
)

PRAGMAS = "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;"
BARE = "".join(
    f"CREATE TABLE bare AS SELECT * FROM {table}; DROP TABLE {table}; ALTER TABLE bare RENAME TO {table};"
    for table in (
        *("play_entry", "play_seat", "play_phone", "play_draft", "play_session"),
        *("history_result", "history_score", "history_cell"),
    )
)
ORPHAN = "INSERT INTO people_member (group_id, person_id, owner, joined) VALUES (999999, 1, 0, '2026-01-01')"
ORPHANED = "the database: row * of people_member belongs to a row of people_group that is gone"


def build() -> dict[str, list[tuple[int, str]]]:
    """A healthy table for each plant, and one that is left alone: the number and the address of each."""
    writer, stranger = new_writer(), Desk("general", ["Zoe", "Yan"])
    desks = [plant.desk(writer) for plant in PLANTS]
    Phone.objects.filter(session=stranger.session).delete()
    return {
        "planted": [(desk.session.pk, desk.address) for desk in desks],
        "left": [(stranger.session.pk, stranger.address)],
    }


def plant(file: Path, planted: Sequence[Sequence[object]], other: object) -> list[str]:
    """Plant everything in a copy; the lines that are to be said, with * for what nobody can know."""
    said = [ORPHANED]
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript(PRAGMAS + BARE)  # without the constraints, which would not have let them in
        database.execute(ORPHAN)
        for each, (key, address) in zip(PLANTS, planted, strict=True):
            assert database.execute(each.sql, {"s": key, "o": other}).rowcount == 1, each.said
            said.append(f"{address}{each.said}")
    return said
