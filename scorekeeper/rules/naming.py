"""What a game and its rows are called under given house rules: as the printed sheet has them.

Texts are English; the pages translate them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .contract import Game, OptionValue, Preset

PRESET = "preset"


def preset_of(game: Game[Any, Any], rules: Mapping[str, Any]) -> Preset | None:
    """The printed sheet that house rules name; None for the game's own."""
    return game.PRESETS.get(str(rules.get(PRESET, "")))


def name_of(game: Game[Any, Any], rules: Mapping[str, Any]) -> str:
    """The name of a game under these house rules."""
    preset = preset_of(game, rules)
    return (preset.name if preset else "") or game.name


def summary_of(game: Game[Any, Any], rules: Mapping[str, Any]) -> str:
    """The line that describes a game under these house rules."""
    preset = preset_of(game, rules)
    return (preset.summary if preset else "") or game.summary


def labels_of(game: Game[Any, Any], rules: Mapping[str, Any]) -> Mapping[str, str]:
    """The rows that are called otherwise on the printed sheet, by key."""
    preset = preset_of(game, rules)
    return preset.labels if preset else {}


def editions(game: Game[Any, Any]) -> tuple[Mapping[str, OptionValue], ...]:
    """The house rules that name each edition of a game: its own, then each preset with a name of its own."""
    named = [{PRESET: key} for key, preset in game.PRESETS.items() if preset.name]
    own = {option.name: option.default for option in game.OPTIONS if option.name == PRESET}
    return (own, *named)
