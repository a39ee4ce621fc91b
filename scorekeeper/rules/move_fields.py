"""What every entry shares: it is an object with known fields, some of them a name, a flag, a note.

Everything here raises InvalidMoveError: these are the faults that no state of the game can mend.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .contract import InvalidMoveError, shown

NOTE_LENGTH = 500


def as_object(data: object, known: frozenset[str]) -> Mapping[str, Any]:
    """The entry as an object without unknown fields. Codes `not_an_object`, `unknown_field`."""
    if not isinstance(data, dict):
        raise InvalidMoveError("not_an_object")
    if not known.issuperset(data):
        unknown = min(str(key) for key in data if key not in known)
        raise InvalidMoveError("unknown_field", field=shown(unknown))
    return data


def name(data: Mapping[str, Any], field: str) -> str:
    """A field that must hold a text. Codes `missing_field`, `not_a_text`."""
    if field not in data:
        raise InvalidMoveError("missing_field", field=field)
    value = data[field]
    if not isinstance(value, str):
        raise InvalidMoveError("not_a_text", field=field)
    return value


def flag(data: Mapping[str, Any], field: str) -> bool:
    """A field that is true or false, false when left out. Code `not_a_flag`."""
    value = data.get(field, False)
    if not isinstance(value, bool):
        raise InvalidMoveError("not_a_flag", field=field)
    return value


def count(data: Mapping[str, Any], field: str, least: int) -> int | None:
    """A whole number of at least `least`, None when left out. Code `not_a_number`."""
    if field not in data:
        return None
    value = data[field]
    if type(value) is not int or value < least:
        raise InvalidMoveError("not_a_number", field=field, least=least)
    return value


def note(data: Mapping[str, Any]) -> str:
    """The free text beside an entry, "" when left out: 500 characters at most, none that cannot be stored."""
    value = data.get("note", "")
    if not isinstance(value, str) or len(value) > NOTE_LENGTH:
        raise InvalidMoveError("bad_note", most=NOTE_LENGTH)
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
        raise InvalidMoveError("bad_note", most=NOTE_LENGTH)
    return value
