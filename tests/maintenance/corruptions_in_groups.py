"""Corruptions of a group's players, ledger and history, and of the database file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from scorekeeper.people.names import players_named
from scorekeeper.people.player_merge import merge_players
from tests.factories import SampleTable, Writer

from .corruption_base import GONE, STRANGER, Corruption, merged, of_result, over, owing, player, posting

WRITER = "(SELECT person_id FROM people_member WHERE group_id = :g)"
in_file = partial(Corruption, place="the database", alone=True)
in_group = partial(Corruption, place="group {group}", alone=True)


def doubled(writer: Writer) -> SampleTable:
    """Return a table as `over`, with a third name merged into the player of seat 2."""
    desk = over(writer)
    merge_players(desk.group, players_named(desk.group, ["Cleo"])[0].pk, desk.table.seats[1].player_id)
    return desk


def in_ledger(message: str, sql: str) -> Corruption:
    """A fault of a line of the ledger."""
    return Corruption(f", line *: {message}", sql, owing, "the ledger of group {group}", alone=True)


def clearing(amount: int, creditor: str = "creditor_id") -> str:
    """Clearings of the line of a game, which has none."""
    return (
        "INSERT INTO ledger_clearing (posting_id, debtor_id, creditor_id, amount)"
        f" SELECT id, debtor_id, {creditor}, {amount} FROM ledger_posting WHERE group_id = :g"
    )


def in_history(message: str, sql: str, desk: Callable[[Writer], SampleTable] = over) -> Corruption:
    """Return a corruption of a group's history."""
    return Corruption(f": {message}", sql, desk, "the history of group {group}", alone=True)


PLANTS = (
    # the file
    in_file(
        ": the file is damaged: CHECK constraint failed in people_group",
        "UPDATE people_group SET link = -1 WHERE id = :g",
    ),
    in_file(
        ": row * of people_member belongs to a row of people_group that is gone",
        f"INSERT INTO people_member (group_id, person_id, owner, joined) VALUES ({GONE}, 1, 0, '2026-01-01')",
    ),
    in_file(  # `planting` has taken all constraints away
        ": table play_entry lacks its unique index on session_id, number",
        "UPDATE people_group SET link = link WHERE id = :g",
    ),
    in_file(
        ": an upgrade was interrupted before the results were rebuilt: run migrate",
        "INSERT INTO history_owedrebuild (reason) VALUES ('0007_owed_rebuild')",
    ),
    # persons and players
    in_group(": player * was merged into themselves", merged(player(2))),
    in_group(": player * was merged into one of another group", merged(STRANGER)),
    in_group(": player * was merged into a player who was merged too", merged(player(1)), doubled),
    in_group(
        ": member * is a player who was merged, or one of another group",
        f"UPDATE people_member SET player_id = {STRANGER} WHERE group_id = :g",
    ),
    in_group(": it has members but no owner", "UPDATE people_member SET owner = 0 WHERE group_id = :g"),
    in_group(
        ": its import is unfinished although it has members",
        "UPDATE people_group SET arriving = '2026-01-01 00:00:00' WHERE id = :g",
    ),
    Corruption(
        " was merged into themselves",
        f"UPDATE people_person SET merged_into_id = id WHERE id = {WRITER}",
        place="person *:",
        alone=True,
    ),
    Corruption(
        " has an account but no way to log in",
        f"UPDATE people_person SET kept = 1 WHERE id = {WRITER}",
        place="person *:",
        alone=True,
    ),
    # the ledger
    Corruption(
        ": line * names the wrong game",
        posting("""reason = '{"game": "chess"}'"""),
        owing,
        "the ledger of group {group}",
        alone=True,
    ),
    in_ledger("its amount or its unit is missing", posting("amount = 0")),
    in_ledger("its debtor is its creditor", posting("creditor_id = debtor_id")),
    in_ledger("it names a player of another group", posting(f"debtor_id = {STRANGER}")),
    in_ledger("its game is not known", posting("session = 'nowhere'")),
    in_ledger("its kind does not fit its game", posting("session = ''")),
    in_ledger("it does not undo a payment of the same players and amount", posting("kind = 'undo'")),
    in_ledger("it clears debts but is no payment", clearing(100)),
    in_ledger("it clears a debt of another group", clearing(100, STRANGER)),
    in_ledger("its clearings change a balance in another way than it does", clearing(99)),
    Corruption(
        ": player * owes player * -100 (USD) by its lines, 509 is stored",
        "UPDATE ledger_owed SET amount = '509' WHERE group_id = :g",
        owing,
        "the ledger of group {group}",
        alone=True,
    ),
    # sums over games, and values that depend on earlier ones
    in_history(
        "history_played of variant_id * says (5, 0), its games (1, 0)",
        "UPDATE history_played SET games = 5 WHERE group_id = :g",
    ),
    in_history(
        "history_frequency of variant_id *, player_id *, box =won, points 1 says (9, 0), its games (1, 0)",
        "UPDATE history_frequency SET times = 9 WHERE group_id = :g AND box = '=won' AND points = 1",
    ),
    in_history(
        "history_meeting of variant_id *, one_id *, other_id * says None, its games (1, 0, 0)",
        "DELETE FROM history_meeting WHERE group_id = :g",
    ),
    in_history(
        "the score of player * in result * says (1, 7, *, the games before (1, 1, *",
        of_result("UPDATE history_score SET streak = 7 WHERE number = 1"),
    ),
    in_history(
        "a score of result * is counted, and the game is not",
        "UPDATE history_result SET counted = 0 WHERE session_id = :s",
    ),
    # values that break the checks
    in_history(
        "it cannot be looked at: TypeError", of_result("UPDATE history_score SET mu = 'x' WHERE number = 1")
    ),
)
