"""Play a transcript at a table of its own."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.test import TestCase

from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.transcript_names import rename_players
from scorekeeper.rules import GAMES
from tests.factories import SampleTable, Writer


def play(tree: dict[str, Any], writer: Writer) -> int:
    """A table of its own for a transcript; how many of its lines were legal."""
    key = {name: str(number) for number, name in enumerate(tree["players"], 1)}
    sides = tree.get("teams", [])
    teams = [next(at for at, side in enumerate(sides) if name in side) for name in key] if sides else ()
    dealer = int(key[tree["dealer"]]) if "dealer" in tree else None
    given = {name: tree.get(name) for name in ("options", "stake")}
    given["rules"] = tree.get("rules")
    desk = SampleTable(tree["game"], list(key), writer=writer, teams=teams, dealer=dealer, **given)
    count, fields = 0, GAMES[tree["game"]].PLAYER_FIELDS
    for entry in tree["entries"]:
        with suppress(RefusedError), TestCase.captureOnCommitCallbacks(execute=True):
            count = desk.entry(**rename_players(entry, key, fields))
    return count
