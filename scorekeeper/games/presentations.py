"""Registry of the presentations of all games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from scorekeeper.play.table import Table
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game

from .base import Presentation


@cache
def presentations() -> Mapping[str, Presentation]:
    """Return the presentations of all games by slug, in the order of `GAMES`.

    They are imported on first use, because presentations use the modules that call this function. `checks.py` reports
    missing ones.
    """
    found = {}
    for slug in GAMES:
        name = f"{__package__}.{slug}.presentation"
        if find_spec(f"{__package__}.{slug}") and find_spec(name):
            found[slug] = import_module(name).PRESENTATION
    return found


def presentation_of(game: Game[Any, Any]) -> Presentation:
    """Return the presentation of a game."""
    return presentations()[game.slug]


def presented(table: Table) -> Presentation:
    """Return the presentation of a table's game."""
    return presentations()[table.game.slug]
