"""Dice pad: the tray, the throws to choose from, and their HTML.

Most answers show the same few pads (an empty tray, the last throw), so their HTML is cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.play.table import Table
from scorekeeper.rules.dice_sheet.game import SheetGame

from .inputs import PadContext, ThrowKey


def dice_game(table: Table) -> SheetGame:
    """Return the rules of a table that is played on a sheet of boxes."""
    game = table.game
    assert isinstance(game, SheetGame)
    return game


def panel_address(wanted: PanelRequest, **more: Any) -> str:
    """Return the address of this panel with other parameters; the player stays the same."""
    kept: dict[str, Any] = {}
    if wanted.writer:
        kept["as"] = wanted.writer
    if wanted.sure:
        kept["sure"] = 1
    kept |= {name: value for name, value in more.items() if value not in (None, "")}
    return "?" + "&".join(f"{name}={value}" for name, value in kept.items())


def pad_html(
    game: SheetGame, wanted: PanelRequest, chosen: int, spares: int, *, faces: bool = True
) -> SafeString:
    """Draw the pad of an entry panel.

    `chosen`: the throw. `spares`: the player's spare throws. `faces`: whether the pad has keys for the faces.
    """
    dice = wanted.dice[: game.dice]
    typed = wrong_dice(game, wanted) or "".join(map(str, dice))
    return _html(get_language(), dice, typed, game.dice, game.throws, spares, chosen, faces)


def wrong_dice(game: SheetGame, wanted: PanelRequest) -> str:
    """Return the typed text if it is not the dice of this game, else ""."""
    return wanted.typed if wanted.bad_dice or len(wanted.dice) > game.dice else ""


def has_many_throws(game: SheetGame, spares: int) -> bool:
    """Return whether the throws need a row of their own."""
    return game.throws + spares > 3


def slots(dice: Sequence[int], count: int) -> list[int | str]:
    """Return the places of the tray: a face, or "" for an empty place."""
    return [*dice, *[""] * (count - len(dice))]


def throw_word(made: int) -> str:
    """Return the label of a throw's key: "1st", "4th"."""
    words = [_("1st"), _("2nd"), _("3rd")]
    return words[made - 1] if made <= len(words) else _("%(count)dth") % {"count": made}


@lru_cache(maxsize=2048)
def _html(  # noqa: PLR0913 - everything that a pad shows is part of the cache key
    language: str,
    dice: tuple[int, ...],
    typed: str,
    count: int,
    throws: int,
    spares: int,
    chosen: int,
    faces: bool,
) -> SafeString:
    """Draw a pad; `language` only separates the cached pads of each language."""
    choices = [
        ThrowKey(made, throw_word(made), max(0, made - throws), made == chosen)
        for made in range(1, throws + spares + 1)
    ]
    pad: PadContext = {
        "slots": slots(dice, count),
        "filled": "full" if len(dice) == count else "part" if dice else "",
        "typed": typed,
        "count": count,
        "throws": choices,
        "faces": faces,
    }
    return render_to_string("games/entry/_dice_pad.html", dict(pad))
