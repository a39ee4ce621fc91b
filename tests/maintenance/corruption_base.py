"""Healthy tables, and SQL statements that corrupt their rows.

The corruptions themselves, one of each kind, are in `corruptions_at_tables` and `corruptions_in_groups`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.play import log
from scorekeeper.play.models import Draft, Participation
from tests.factories import SampleTable, Writer

STAKE = {"kind": "per_point", "amount": "0.01", "unit": "USD"}
GONE = 999999  # a number that nothing has


def running(writer: Writer) -> SampleTable:
    """Return a running game with every kind of entry.

    1, 2, 4 are moves, 3 corrects 1, 5 voids 4, 6 restores it, 7 and 9 change the house rules, 8 the order.
    """
    desk = SampleTable("general", ["Ana", "Bo"], stake=STAKE, writer=writer)
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
    Participation.objects.create(session=desk.session, person=writer.person, seat=desk.table.seats[0])
    return desk


def over(writer: Writer) -> SampleTable:
    """A game that is over with its first line, for money."""
    desk = SampleTable("general", ["Ana", "Bo"], stake=STAKE, writer=writer)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def owing(writer: Writer) -> SampleTable:
    """A game that is over: seat 2 owes seat 1 a dollar."""
    desk = SampleTable(
        "general", ["Ana", "Bo"], stake={"kind": "fixed", "amount": "1", "unit": "USD"}, writer=writer
    )
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def filled(writer: Writer) -> SampleTable:
    """A game that is over with full sheets: 4 in the ones of seat 1, all else struck."""
    desk = SampleTable("general", ["Ana", "Bo"], writer=writer)
    desk.line(1, "ones", points=4)
    for player in ("1", "2"):
        log.go_home(desk.address, desk.write_request(), player)
    return desk


@dataclass(frozen=True)
class Corruption:
    """A statement that corrupts the session `:s` of the group `:g`; its report and place.

    `:o` is another session. `alone`: in a group of its own, because it breaks other sums of the group.
    """

    message: str
    sql: str
    desk: Callable[[Writer], SampleTable] = running
    place: str = "{address}"
    alone: bool = False


def entry(number: int, /, **columns: object) -> str:
    """Other values in the columns of an entry."""
    values = ", ".join(f"{name} = {_literal(value)}" for name, value in columns.items())
    return f"UPDATE play_entry SET {values} WHERE session_id = :s AND number = {number}"


def session(**columns: object) -> str:
    values = ", ".join(f"{name} = {_literal(value)}" for name, value in columns.items())
    return f"UPDATE play_session SET {values} WHERE id = :s"


def seat(number: int, what: str) -> str:
    return f"UPDATE play_seat SET {what} WHERE session_id = :s AND number = {number}"


def player(number: int, of: str = ":s") -> str:
    """Return the player in a seat of a session."""
    return f"(SELECT player_id FROM play_seat WHERE session_id = {of} AND number = {number})"


STRANGER = player(1, of=":o")


def merged(into: str) -> str:
    """Merge the player of seat 2 into another."""
    return f"UPDATE people_player SET merged_into_id = {into} WHERE id = {player(2)}"


def posting(what: str) -> str:
    """Return other values of what the session posted to the ledger."""
    return (
        f"UPDATE ledger_posting SET {what} WHERE session = (SELECT address FROM play_session WHERE id = :s)"
    )


def of_result(statement: str) -> str:
    """A statement about the scores or cells of the session's result."""
    return f"{statement} AND result_id = (SELECT id FROM history_result WHERE session_id = :s)"


def _literal(value: object) -> str:
    if isinstance(value, dict | list):
        value = json.dumps(value)
    return "NULL" if value is None else repr(value)
