"""The dice pad: the tray as it lies, the throws to choose from, and their HTML.

Most answers show the same few pads (an empty tray, the last throw), so a pad once drawn is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.rules.dice_sheet.game import SheetGame


def pad_values(
    game: SheetGame, dice: Sequence[int], chosen: int, spares: int, *, faces: bool = True
) -> dict[str, Any]:
    """What the entry panel's templates need of a pad. `chosen`: the throw; `spares`: spare throws left to the player;
    `faces`: with the keys that lay dice."""
    pad = (tuple(dice), game.dice, game.throws, spares, chosen, faces)
    return {
        "slots": slots(dice, game.dice),
        "typed": "".join(map(str, dice)),
        "made": chosen,
        "throw": throw_word(chosen),
        "many_throws": game.throws + spares > 3,
        "pad": _html(get_language(), *pad),
    }


def slots(dice: Sequence[int], count: int) -> list[int | str]:
    """The tray: a face, or "" for an empty place."""
    return [*dice, *[""] * (count - len(dice))]


def throw_word(made: int) -> str:
    """A throw as its key names it: "1st", "4th"."""
    words = [_("1st"), _("2nd"), _("3rd")]
    return words[made - 1] if made <= len(words) else _("%(count)dth") % {"count": made}


@lru_cache(maxsize=2048)
def _html(  # noqa: PLR0913 - all that a pad shows is the key under which it is kept
    language: str, dice: tuple[int, ...], count: int, throws: int, spares: int, chosen: int, faces: bool
) -> SafeString:
    """A pad in a language (which gettext reads for itself; it is named so that each has its own)."""
    choices = [
        {"value": made, "label": throw_word(made), "cost": max(0, made - throws), "on": made == chosen}
        for made in range(1, throws + spares + 1)
    ]
    typed = "".join(map(str, dice))
    tray = {"slots": slots(dice, count), "typed": typed, "count": count, "throws": choices, "faces": faces}
    return render_to_string("games/entry/_pad.html", tray)
