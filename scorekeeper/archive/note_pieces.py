"""Notes of games in a group file: {"place", "tags", "text", "by"}, without empty fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.play.session_notes import (
    MOST_TAGS,
    PLACE_LENGTH,
    TAG_LENGTH,
    TEXT_LENGTH,
    SessionNote,
    stored_note,
)

from .author_pseudonyms import PSEUDONYM
from .group_records import NoteRow
from .json_reader import Piece


def note_piece(stored: dict[str, Any], pseudonym: Callable[[int], str]) -> dict[str, Any] | None:
    """Return the stored note of a session as a file contains it; None without a note.

    `pseudonym`: of a person's id.
    """
    fields = {name: stored.get(name) for name in ("place", "tags", "text")}
    author = stored.get("author")
    fields["by"] = pseudonym(author) if author else None
    return {name: value for name, value in fields.items() if value} or None


def read_note(piece: Piece) -> NoteRow:
    """Read the note of a game.

    Raises FileError.
    """
    piece.only("place", "tags", "text", "by")
    note = SessionNote(
        piece.may("place", lambda place: place.text(PLACE_LENGTH)) or "",
        tuple(tag.text(TAG_LENGTH) for tag in piece.may("tags", lambda tags: tags.each(MOST_TAGS)) or ()),
        piece.may("text", lambda text: text.text(TEXT_LENGTH)) or "",
    )
    return NoteRow(note, piece.may("by", lambda mark: mark.like(PSEUDONYM)))


def note_value(row: NoteRow | None, person: Callable[[str], int]) -> dict[str, Any]:
    """Return the value of `Session.note`.

    `person`: id of the person with a pseudonym.
    """
    if row is None:
        return {}
    return stored_note(row.note, None if row.by is None else person(row.by))
