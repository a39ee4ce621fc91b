"""What a name or a free word may be: the one place that knows, for players, transcripts and stakes alike."""

from __future__ import annotations

import unicodedata

MOST_LETTERS = 40

# These override or embed a direction and could reorder the line that they stand in; U+200E, U+200F and U+061C only
# say where a sign without a direction belongs, as right-to-left names may need.
DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# control characters and lone surrogates cannot be stored or printed, separators break a line
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
# letters, signs and marks by their category, with nothing to see
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")


def fault(text: str) -> str | None:
    """What is wrong with a name or a word: `empty`, `long`, `signs` (it holds what none may); None if nothing."""
    if not text:
        return "empty"
    if len(text) > MOST_LETTERS:
        return "long"
    if text.strip() != text or any(is_refused(letter) for letter in text) or all(map(is_invisible, text)):
        return "signs"
    return None


def is_word(value: object) -> bool:
    """Whether a value is a name or a word as it should be."""
    return isinstance(value, str) and fault(value) is None


def is_refused(letter: str) -> bool:
    """Whether no name may hold this: it breaks a line, turns the direction of writing or cannot be stored."""
    return letter in DIRECTION_CONTROLS or unicodedata.category(letter) in _REFUSED_CATEGORIES


def is_invisible(letter: str) -> bool:
    """Whether there is nothing to see of it: joiners and the like may stand in a word, not be one."""
    return (
        unicodedata.category(letter)[0] in "CZ"
        or letter in _BLANK
        or "\ufe00" <= letter <= "\ufe0f"
        or "\U000e0100" <= letter <= "\U000e01ef"
    )
