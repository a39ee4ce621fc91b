"""Names of players: what may be one, when two are the same, and the players of a group by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from scorekeeper.rules import text

from .models import Group, Player

COLOURS = 10
# nothing to see and no other spelling: names that differ by these alone look the same
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff"))


def tidy(name: str) -> str:
    """A typed name without blanks at its ends and in one spelling of its letters."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def fault(name: str) -> str | None:
    """The code of what is wrong with a tidy name: `name_empty`, `name_long`, `name_signs`; None if nothing."""
    found = text.fault(name)
    return f"name_{found}" if found else None


def fold(name: str) -> str:
    """How names are compared: upper and lower case, and letters that only look alike by width, are one."""
    return unicodedata.normalize("NFKC", name.translate(_UNSEEN)).casefold()[:120]


def isolated(name: str) -> str:
    """A name for the middle of a sentence: one written from right to left turns nothing beside it."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def players_named(group: Group, names: Sequence[str]) -> list[Player]:
    """The group's players of these tidy, faultless and distinct names; new ones are added with a free colour.

    A name that somebody bore before he was merged into another means that other, unless he is named as well. Whoever
    seats them holds the group, so that nobody is merged meanwhile.
    """
    everybody = list(group.players.all())
    known = {player.folded: player for player in everybody if player.merged_into_id is None}
    known = _old_names(everybody, [fold(name) for name in names]) | known
    found = []
    for name in names:
        folded = fold(name)
        if folded not in known:
            taken = [player.colour for player in {each.pk: each for each in known.values()}.values()]
            colour = min(range(1, COLOURS + 1), key=lambda each: (taken.count(each), each))
            known[folded] = Player.objects.create(group=group, name=name, folded=folded, colour=colour)
        found.append(known[folded])
    return found


def _old_names(everybody: Sequence[Player], wanted: Sequence[str]) -> dict[str, Player]:
    """Who is meant by the folded names of merged players, where that leaves nobody at the table twice."""
    present = {player.pk: player for player in everybody if player.merged_into_id is None}
    meant = {player.folded for player in present.values()}.intersection(wanted)
    found: dict[str, Player] = {}
    for player in everybody:
        stays = present.get(player.merged_into_id or 0)
        asked = player.folded in wanted and player.folded not in meant
        if stays is not None and asked and stays.folded not in meant:
            found[player.folded] = stays
            meant |= {stays.folded, player.folded}
    return found


def initials(names: Sequence[str]) -> list[str]:
    """What stands on the counters: one letter each, two where two names begin alike."""
    firsts = [fold(name)[:1] for name in names]
    return [
        (name[:2].capitalize() if firsts.count(first) > 1 else name[:1].upper())
        for name, first in zip(names, firsts, strict=True)
    ]
