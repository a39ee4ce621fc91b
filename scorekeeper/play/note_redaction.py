"""The one thing that may be changed in a log: what somebody wrote as a note, when he wants to be forgotten.

A note is blanked in its place; nothing else of the line is touched, neither its moves nor when, by whom and with what
key it was written. No rule reads a note, so the game stays what it was, and `verify` finds nothing. The session counts
it, so that no process goes on showing the game, and putting lines of it right, as it was folded before.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import F

from scorekeeper.people.models import Group
from scorekeeper.people.names import fold

from . import sql
from .models import Session

logger = logging.getLogger(__name__)


def blank_notes(group: Group, authors: Collection[int], names: Collection[str]) -> int:
    """Blank every note of a group that one of these persons wrote, or that names one of these; how many lines that
    changed. Within a transaction; the log of the server says how many, and nothing of what stood there."""
    folded = [fold(name) for name in names if name]
    changed = 0
    sessions: set[int] = set()
    with connection.cursor() as cursor:
        cursor.execute(sql.ENTRIES_WITH_TEXT, [group.pk, '%"note"%'])
        for number, session, author, stored in cursor.fetchall():
            data = json.loads(stored) if isinstance(stored, str) else stored
            if _blank(data, folded, everything=author in authors):
                cursor.execute(sql.SET_ENTRY_DATA, [json.dumps(data), number])
                changed += 1
                sessions.add(session)
    if changed:
        Session.objects.filter(pk__in=sessions).update(blanked=F("blanked") + 1)
        logger.info("Notes were blanked in %d lines of group %d", changed, group.pk)
    return changed


def _blank(data: dict[str, Any], names: Collection[str], *, everything: bool) -> bool:
    """Blank the notes of an entry's moves; whether there was any to blank."""
    found = False
    for move in data.get("moves", ()):
        note = move.get("note") if isinstance(move, dict) else None
        if note and (everything or any(_says(fold(note), name) for name in names)):
            move["note"] = ""
            found = True
    return found


def _says(note: str, name: str) -> bool:
    """Whether a name stands in a note, both folded, as a word of its own: "Jo" is not in "Major"."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", note) is not None
