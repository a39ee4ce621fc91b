"""Create the tables of a case, within the settings of their server.

See `tables` and `place.make_tables`.
"""

from __future__ import annotations

import json
from random import Random

from django.db import connection, transaction
from django.utils import timezone

from scorekeeper.play import log
from scorekeeper.play.models import Session
from tests.factories import SampleTable, new_key, new_writer

from .tables import PLAYERS, UPPER


def make(count: int, writers: int) -> dict[str, list[str]]:
    """Create tables; return addresses, cookies of members, and the first one's other cookie."""
    first = new_writer()
    desks = [
        SampleTable(names=[f"P{each}" for each in range(1, PLAYERS + 1)], writer=first) for _ in range(count)
    ]
    persons = [first, *(new_writer(desks[0].group) for _ in range(writers - 1))]
    for desk in desks:
        for player in range(1, PLAYERS + 1):
            moves = [
                {"player": str(player), "box": box, "strike": True, "out_of_turn": True} for box in UPPER
            ]
            log.append(desk.address, desk.write_request(), moves)
    return {
        "addresses": [desk.address for desk in desks],
        # at the end another browser of the first person
        "cookies": [person.client().cookies["sessionid"].value for person in [*persons, first]],
    }


def corrections(session: Session, count: int, chance: Random) -> None:
    """Insert corrections of written boxes directly: the log itself takes one at a time."""
    number = session.entries.count()
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    author = session.entries.values_list("author_id", "device_id")[0]
    moves = {
        player: [{"player": str(player), "box": box, "strike": True, "out_of_turn": True} for box in UPPER]
        for player in range(1, PLAYERS + 1)
    }
    rows = []
    for each in range(number + 1, number + count + 1):
        player, box = chance.randint(1, PLAYERS), chance.randrange(len(UPPER))
        points = (box + 1) * chance.randint(0, 4)
        moves[player] = [*moves[player]]
        moves[player][box] = {"player": str(player), "out_of_turn": True, "box": UPPER[box], "points": points}
        rows.append(
            (session.pk, each, "amend", player, json.dumps({"moves": moves[player]}), *author, new_key(), now)
        )
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO play_entry (session_id, number, kind, target, data, author_id, device_id, key, at)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            rows,
        )
