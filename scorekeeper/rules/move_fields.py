"""The parts that entries of all games share: an object with names, flags, counts and a note.

All functions raise InvalidMoveError: these faults are independent of the state of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .contract import InvalidMoveError, shown

NOTE_LENGTH = 500
AS_IT_STANDS = "as_it_stands"  # the end of a card game before its time: what the sheet shows decides
AGREED = "agreed"  # the reason of an outcome that the players agreed on


def as_object(data: object, known: frozenset[str]) -> Mapping[str, Any]:
    """Return the entry as an object without unknown fields.

    Codes `not_an_object`, `unknown_field`.
    """
    if not isinstance(data, dict):
        raise InvalidMoveError("not_an_object")
    if not known.issuperset(data):
        unknown = min(str(key) for key in data if key not in known)
        raise InvalidMoveError("unknown_field", field=shown(unknown))
    return data


def name(data: Mapping[str, Any], field: str) -> str:
    """Return the text of a required field.

    Codes `missing_field`, `not_a_text`.
    """
    if field not in data:
        raise InvalidMoveError("missing_field", field=field)
    value = data[field]
    if not isinstance(value, str):
        raise InvalidMoveError("not_a_text", field=field)
    return value


def flag(data: Mapping[str, Any], field: str) -> bool:
    """Return a field that is true or false, false if it is missing.

    Code `not_a_flag`.
    """
    value = data.get(field, False)
    if not isinstance(value, bool):
        raise InvalidMoveError("not_a_flag", field=field)
    return value


def count(data: Mapping[str, Any], field: str, least: int) -> int | None:
    """Return a whole number of at least `least`, None if the field is missing.

    Code `not_a_number`.
    """
    if field not in data:
        return None
    value = data[field]
    if type(value) is not int or value < least:
        raise InvalidMoveError("not_a_number", field=field, least=least)
    return value


def note(data: Mapping[str, Any]) -> str:
    """Return the free text of an entry, "" if it is missing.

    At most 500 characters, all of which can be stored.
    """
    value = data.get("note", "")
    if not isinstance(value, str) or len(value) > NOTE_LENGTH:
        raise InvalidMoveError("bad_note", most=NOTE_LENGTH)
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
        raise InvalidMoveError("bad_note", most=NOTE_LENGTH)
    return value
