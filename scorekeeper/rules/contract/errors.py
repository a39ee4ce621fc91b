"""Errors of the rules, and the marker of translatable texts."""

from __future__ import annotations

from typing import Any


def N_(message: str) -> str:  # noqa: N802 - the keyword of the message extractor
    """Mark a text for translation and return it unchanged."""
    return message


class RuleError(ValueError):
    """A refusal by the rules: a stable snake_case `code` and the `fields` of its message."""

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields


def shown(text: object) -> str:
    """Return user text in the form that an error may repeat: ASCII only, 40 characters at most."""
    return ascii(str(text))[1:-1][:40]


class SetupError(RuleError):
    """The game cannot start like this: an unknown option, wrong seats."""


class MoveError(RuleError):
    """The base of the errors that refuse a move."""


class InvalidMoveError(MoveError):
    """The move is malformed in any state of the game: a die of 7, a field of the wrong type."""


class IllegalMoveError(MoveError):
    """The move is well formed, but the rules refuse it in this state."""
