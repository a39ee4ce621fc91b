"""System checks: every game has a complete presentation.

They run at every start and before every command, so they play no game: whether each reason has words is tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_type_hints

from django.apps.config import AppConfig
from django.core.checks import CheckMessage, Error, register

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game

from .base import Presentation
from .presentations import presentations


@register("games")
def check_games(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Report by name what the presentations of games lack."""
    return [message for game in GAMES.values() for message in _missing(game)]


def _missing(game: Game[Any, Any]) -> Iterator[CheckMessage]:
    presentation = presentations().get(game.slug)
    if presentation is None:
        hint = f"Add PRESENTATION in scorekeeper/games/{game.slug}/presentation.py."
        yield Error(f"The game '{game.slug}' has no presentation.", hint=hint, id="scorekeeper.E002")
    for name in absent(presentation) if presentation else ():
        hint = f"Set it in scorekeeper/games/{game.slug}/presentation.py."
        yield Error(f"The presentation of '{game.slug}' has no '{name}'.", hint=hint, id="scorekeeper.E004")


def absent(presentation: Presentation) -> list[str]:
    """Return the attributes of the protocol that a presentation leaves unset."""
    return [name for name in get_type_hints(Presentation) if not hasattr(presentation, name)]
