"""The note of a session: place, tags and text.

It is no part of the log, because it changes nothing on the sheet and its author may have it erased. Stored in
`Session.note` as {"place", "tags", "text", "author" (id of a person), "searchable"}, empty without a note.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Group, Person
from scorekeeper.rules.contract import RuleError

from .exceptions import RefusedError
from .loading import load
from .models import Session
from .notifications import notify_change
from .permissions import Visitor

PLACE_LENGTH, TAG_LENGTH, TEXT_LENGTH = 60, 30, 500
MOST_TAGS = 8


@dataclass(frozen=True, slots=True)
class SessionNote:
    """Where a game was played, words to find it by, and a free text; all may be empty."""

    place: str = ""
    tags: tuple[str, ...] = ()
    text: str = ""

    def __bool__(self) -> bool:
        return bool(self.place or self.tags or self.text)


NO_NOTE = SessionNote()


def note_of(session: Session) -> SessionNote:
    """Return the note of a session."""
    found = session.note
    return SessionNote(found.get("place", ""), tuple(found.get("tags", ())), found.get("text", ""))


def stored_note(note: SessionNote, author: int | None) -> dict[str, Any]:
    """Return the value of `Session.note`.

    `author`: id of a person.
    """
    if not note:
        return {}
    words = searchable(" ".join([note.place, *note.tags, note.text]))
    return {
        "place": note.place,
        "tags": list(note.tags),
        "text": note.text,
        "author": author,
        "searchable": words,
    }


def searchable(text: str) -> str:
    """Return a text without case and accents."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def write_note(address: str, visitor: Visitor, person: Person, note: SessionNote) -> None:
    """Store the note of a session; an empty one removes it.

    Raises RefusedError for visitors who may not write it and for a deleted game.
    """
    with writing():
        table = load(address, visitor)
        if not table.permissions.may_write_note:
            raise RefusedError(table, RuleError("members_only"))
        Session.objects.filter(pk=table.session.pk).update(note=stored_note(note, person.pk))
        notify_change(table.session.pk)


def blank_session_notes(group: Group, authors: Collection[int], names: Collection[str]) -> None:
    """Remove a group's notes by one of these persons or with one of these names.

    Must run in a transaction.
    """
    named = [re.compile(rf"(?<!\w){re.escape(searchable(name))}(?!\w)") for name in names if name]
    for session in Session.objects.filter(group=group).exclude(note={}).only("note").iterator():
        words = session.note["searchable"]
        if session.note["author"] in authors or any(name.search(words) for name in named):
            Session.objects.filter(pk=session.pk).update(note={})
