"""Corruptions of the rows of one table, each at a table of its own."""

from __future__ import annotations

from .corruption_base import (
    GONE,
    STAKE,
    STRANGER,
    Corruption,
    entry,
    filled,
    merged,
    of_result,
    over,
    owing,
    player,
    posting,
    seat,
    session,
)

BROUGHT = {"points": {"1": 50, "2": 0}, "won": ["1"]}
TWOS = [{"player": "1", "box": "twos", "points": 6}]
PLANTS = (
    # the sequence
    Corruption(
        ", entry 10: entry 9 is missing before it",
        entry(9, number=10),
    ),
    Corruption(", entry 12: entries 9 to 11 are missing before it", entry(9, number=12)),
    Corruption(
        ", entry 4: there are two with this number", entry(9, number=4, kind="append", data={"moves": TWOS})
    ),
    Corruption(
        ", entry 2: it has the key of entry 1",
        "UPDATE play_entry SET key = (SELECT key FROM play_entry WHERE session_id = :s AND number = 1)"
        " WHERE session_id = :s AND number = 2",
    ),
    Corruption(", entry 2: it has no key", entry(2, key="")),
    Corruption(", entry 2: it has no author", entry(2, author_id=0)),
    # content and targets of entries
    Corruption(", entry 2: its kind 'erase' is not known", entry(2, kind="erase")),
    Corruption(", entry 2: it holds no moves", entry(2, data={"moves": []})),
    Corruption(", entry 3: it holds no moves", entry(3, data="{not json")),
    Corruption(
        ", entry 7: it does not say what changed", entry(7, data={"before": {}, "after": {"house": 1}})
    ),
    Corruption(", entry 2: it has the target 1, and its kind has none", entry(2, target=1)),
    Corruption(", entry 3: entry 99, which it is about, is not before it", entry(3, target=99)),
    Corruption(", entry 3: entry 4, which it is about, is not before it", entry(3, target=4)),
    Corruption(", entry 3: entry None, which it is about, is not before it", entry(3, target=None)),
    Corruption(
        ", entry 9: entry 7, which it is about, is of the kind 'change'", entry(9, kind="void", target=7)
    ),
    Corruption(
        ", entry 9: entry 5, which it is about, was taken back before", entry(9, kind="void", target=5)
    ),
    # changes of the table
    Corruption(
        ", entry 9: it changes options from a value that was not the last one",
        entry(9, data={"before": {"options": {"straights": "none"}}, "after": {"options": {}}}),
    ),
    Corruption(
        ", entry 8: it is the last change of order, which has another value now",
        entry(8, data={"before": {"order": [1, 2]}, "after": {"order": [1, 2]}}),
    ),
    Corruption(", entry 8: there is no seat 7", entry(8, data={"before": {}, "after": {"seated": 7}})),
    # values beyond any check
    Corruption(
        ": it cannot be looked at: TypeError", entry(8, data={"before": {}, "after": {"seated": [1]}})
    ),
    Corruption(
        ": it cannot be looked at: TypeError",
        entry(8, data={"before": {}, "after": {"order": 5, "seated": 2}}),
    ),
    # the session
    Corruption(": the game 'chess' is not known", session(game="chess")),
    Corruption(": its options cannot be read", session(options="[")),
    Corruption(": its rules are version 99, known is 2", session(rules_version=99)),
    Corruption(": its house rules are refused: unknown_option", session(options={"house": True}), over),
    Corruption(": its stake is refused: bad_amount", session(stake={**STAKE, "amount": "-1"})),
    Corruption(": its permission to write is 'nobody'", session(writers="nobody")),
    Corruption(": it is game 0 of a match to 2 wins", session(match_wins=2)),
    Corruption(": its link is of generation 0", session(link=0)),
    Corruption(": its host has no access to it", session(host_id=GONE)),
    Corruption(": it has a join code without an expiry, or an expiry without a code", session(code="digest")),
    Corruption(
        ": it is the rematch of itself, or of a game of another group",
        "UPDATE play_session SET rematch_of_id = id WHERE id = :s",
    ),
    # seats, drafts, phones
    Corruption(": two seats have one number", seat(2, "number = 1"), over),
    Corruption(": the order of its seats has a gap", seat(1, "position = 5"), over),
    Corruption(
        ": seat 1 holds a player of another group",
        seat(1, f"player_id = {STRANGER}"),
    ),
    Corruption(": seat 2 holds a player who was merged into another", merged(player(1)), alone=True),
    Corruption(": this seating is not possible: bad_teams", seat(1, "team = 1"), over),
    Corruption(
        ": a draft is for line 44, which was never written",
        "UPDATE play_draft SET line = 44 WHERE session_id = :s",
    ),
    Corruption(
        ": the draft for line 1 cannot be read", "UPDATE play_draft SET data = '[]' WHERE session_id = :s"
    ),
    Corruption(
        ": phone * has a seat at another table",
        "UPDATE play_phone SET seat_id = (SELECT id FROM play_seat WHERE session_id = :o LIMIT 1)"
        " WHERE session_id = :s",
    ),
    Corruption(
        ": phone * asks for a seat at another table",
        "UPDATE play_phone SET wanted_id = (SELECT id FROM play_seat WHERE session_id = :o LIMIT 1)"
        " WHERE session_id = :s",
    ),
    # sums of the table
    Corruption(
        ", entry 2: the rules refuse this line: impossible_points",
        entry(2, data={"moves": [{"player": "2", "box": "ones", "points": 99}]}),
    ),
    Corruption(
        ", entry 4: the rules refuse this line: unknown_player",
        entry(4, data={"moves": [{"player": "7", "box": "twos", "points": 6}]}),
    ),
    Corruption(": is marked as over and is not", session(finished="2026-01-01 00:00:00")),
    Corruption(": is over and not marked as over", session(finished=None), over),
    # imported totals
    Corruption(": it has imported totals and lines too", session(given=BROUGHT), over),
    Corruption(": it has imported totals but is not over", session(given=BROUGHT)),
    Corruption(": its totals cannot be read", session(given=[]), over),
    Corruption(
        ": its house rules are neither known nor unknown", session(given={**BROUGHT, "rules": "old"}), over
    ),
    Corruption(
        ": its order of play is neither known nor unknown", session(given={**BROUGHT, "order": "old"}), over
    ),
    Corruption(": who won it does not sit there", session(given={**BROUGHT, "won": ["7"]}), over),
    Corruption(": its game counts no points, or it has none", session(given={"won": ["1"]}), over),
    Corruption(
        ": its totals are not of those who sit there", session(given={**BROUGHT, "points": {"1": 50}}), over
    ),
    Corruption(": its totals are no points", session(given={**BROUGHT, "points": {"1": 0.5, "2": 0}}), over),
    # postings of the table
    Corruption(": another group's ledger names it", posting(f"group_id = {GONE}"), owing, alone=True),
    Corruption(
        ": player * owes player * -100 (USD) by it, and -101 by the ledger",
        posting("amount = amount + 1"),
        owing,
        alone=True,
    ),
    # results of the table
    Corruption(": it is over and has no result", "DELETE FROM history_result WHERE session_id = :s", over),
    Corruption(
        ": it has a result and is not over",
        "INSERT INTO history_result (session_id, variant_id) VALUES (:s, 1)",
    ),
    Corruption(
        ": it has two results",
        "INSERT INTO history_result SELECT * FROM history_result WHERE session_id = :s",
        over,
    ),
    Corruption(
        ": its result says reason 'luck', the log 'automatic_win'",
        "UPDATE history_result SET reason = 'luck' WHERE session_id = :s",
        over,
    ),
    Corruption(
        ": its result says finished '2026-01-01', the log *",
        "UPDATE history_result SET finished = '2026-01-01' WHERE session_id = :s",
        over,
    ),
    Corruption(
        ": its result says house rules (None, None, None), the log ('general', *",
        f"UPDATE history_result SET variant_id = {GONE} WHERE session_id = :s",
        over,
    ),
    Corruption(
        ": its scores are of another variant",
        of_result(f"UPDATE history_score SET variant_id = {GONE} WHERE number = 2"),
        over,
    ),
    Corruption(
        ": the score of seat 2 says rank 1, the log 2",
        of_result("UPDATE history_score SET rank = 1 WHERE number = 2"),
        over,
    ),
    Corruption(
        ": the score of seat 2 is missing", of_result("DELETE FROM history_score WHERE number = 2"), over
    ),
    Corruption(
        ": the score of seat 7 is stored but not in the log",
        of_result("UPDATE history_score SET number = 7 WHERE number = 2"),
        over,
    ),
    Corruption(
        ": the score of seat 1 is stored twice",
        of_result("UPDATE history_score SET number = 1 WHERE number = 2"),
        over,
    ),
    Corruption(
        ": the box ones of player * says points 5, the log 4",
        of_result("UPDATE history_cell SET points = 5 WHERE box = 'ones' AND points = 4"),
        filled,
    ),
    Corruption(
        ": the box ones of player * is missing",
        of_result("DELETE FROM history_cell WHERE box = 'ones' AND points = 4"),
        filled,
    ),
    Corruption(
        ": round 3 of player * is stored but not in the log",
        of_result("UPDATE history_cell SET box = 'round', number = 3 WHERE box = 'ones' AND points = 4"),
        filled,
    ),
)
