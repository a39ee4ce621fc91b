"""Forms that begin a game."""

from __future__ import annotations

from tests.factories import new_key

NEW = "/new/general/"


def game(*names: str, **fields: object) -> dict[str, object]:
    """A form that begins a game."""
    return {
        "name": names or ("Ana", "Bo"),
        "do": "start",
        "another": "1",
        "stake": "none",
        "key": new_key(),
        **fields,
    }
