"""The check of names and other short texts, for players, transcripts and stakes alike."""

from __future__ import annotations

import unicodedata

MOST_LETTERS = 40

# These override or embed a direction and could reorder the line around them; U+200E, U+200F and U+061C only
# place a character that has no direction of its own, as right-to-left names may need.
DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# control characters and lone surrogates cannot be stored or printed, separators break a line
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
# invisible characters whose category is a letter, symbol or mark
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")


def fault(text: str) -> str | None:
    """Return the fault of a name or word: `empty`, `long` or `signs`, or None.

    `signs`: it has a character that is not allowed, or nothing visible.
    """
    if not text:
        return "empty"
    if len(text) > MOST_LETTERS:
        return "long"
    if text.strip() != text or any(is_refused(letter) for letter in text) or all(map(is_invisible, text)):
        return "signs"
    return None


def is_word(value: object) -> bool:
    """Return whether a value is a text without fault."""
    return isinstance(value, str) and fault(value) is None


def is_refused(letter: str) -> bool:
    """Return whether a character is not allowed in names.

    Such a character breaks a line, changes the direction of writing or cannot be stored.
    """
    return letter in DIRECTION_CONTROLS or unicodedata.category(letter) in _REFUSED_CATEGORIES


def is_invisible(letter: str) -> bool:
    """Return whether a character shows nothing.

    Joiners and the like are allowed inside a word, but a word cannot consist of them.
    """
    return (
        unicodedata.category(letter)[0] in "CZ"
        or letter in _BLANK
        or "\ufe00" <= letter <= "\ufe0f"
        or "\U000e0100" <= letter <= "\U000e01ef"
    )
