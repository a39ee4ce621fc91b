"""Blank notes in the log for a person who asks to be forgotten.

This is the only change ever made to stored entries. Moves, author, device, key and time stay as they are. No rule reads
notes, so the game is unchanged and `verify` passes. The session counts the redactions, so that no process uses a cached
game that still holds the notes.
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
    """Blank notes of a group and return the number of changed entries.

    Blanks every note written by one of these persons or containing one of these names. Must run in a transaction. The
    number is logged, the text is not.
    """
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
        Session.objects.filter(pk__in=sessions).update(note_redactions=F("note_redactions") + 1)
        logger.info("Notes were blanked in %d lines of group %d", changed, group.pk)
    return changed


def _blank(data: dict[str, Any], names: Collection[str], *, everything: bool) -> bool:
    """Blank notes in the moves of an entry; return whether there were any."""
    found = False
    for move in data.get("moves", ()):
        note = move.get("note") if isinstance(move, dict) else None
        if note and (everything or any(_says(fold(note), name) for name in names)):
            move["note"] = ""
            found = True
    return found


def _says(note: str, name: str) -> bool:
    """Return whether a folded name is a word of its own in a folded note.

    "Jo" is not in "Major".
    """
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", note) is not None
