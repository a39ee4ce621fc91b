"""Names of a game and its rows under given house rules, as on the printed sheet.

The texts are English; the pages translate them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .contract import Option, OptionValue, Preset

PRESET = "preset"


class Named(Protocol):
    """The part of a game that its names are derived from."""

    name: str
    summary: str
    OPTIONS: tuple[Option, ...]
    PRESETS: Mapping[str, Preset]


def preset_of(game: Named, rules: Mapping[str, object]) -> Preset | None:
    """Return the preset that the house rules name, None for the standard sheet."""
    return game.PRESETS.get(str(rules.get(PRESET, "")))


def name_of(game: Named, rules: Mapping[str, object]) -> str:
    """Return the name of a game under these house rules."""
    preset = preset_of(game, rules)
    return (preset.name if preset else "") or game.name


def summary_of(game: Named, rules: Mapping[str, object]) -> str:
    """Return the one-line description of a game under these house rules."""
    preset = preset_of(game, rules)
    return (preset.summary if preset else "") or game.summary


def labels_of(game: Named, rules: Mapping[str, object]) -> Mapping[str, str]:
    """Return the row labels that differ on the printed sheet, by row key."""
    preset = preset_of(game, rules)
    return preset.labels if preset else {}


def editions(game: Named) -> tuple[Mapping[str, OptionValue], ...]:
    """Return the house rules of each edition: the game's own, then each preset with a name."""
    named = [{PRESET: key} for key, preset in game.PRESETS.items() if preset.name]
    own = {option.name: option.default for option in game.OPTIONS if option.name == PRESET}
    return (own, *named)
