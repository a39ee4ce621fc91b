"""The entries that the server has of a table, to compare with taps and sheets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.server_process import Server

LINES = """
SELECT e.number, e.data, e.at FROM play_entry e JOIN play_session s ON s.id = e.session_id
WHERE s.address = %s ORDER BY e.number
"""


@dataclass(frozen=True)
class Written:
    """An entry of one box: number of its line, player, and box.

    `at`: milliseconds since 1970.
    """

    line: tuple[int, str, str]
    at: float


def written(server: Server, address: str) -> list[Written]:
    """Every line of the table at an address, in order."""
    found = []
    for number, data, at in server.rows(LINES, address.strip("/").rpartition("/")[2]):
        (move,) = json.loads(data)["moves"]
        when = datetime.fromisoformat(at).replace(tzinfo=UTC)
        found.append(Written((number, move["player"], move["box"]), 1000 * when.timestamp()))
    return found


def in_turn(count: int, boxes: Sequence[str], players: int) -> list[tuple[int, str, str]]:
    """Return the expected entries, with each player in turn writing one box after the other."""
    return [(each + 1, str(each % players + 1), boxes[each // players]) for each in range(count)]
