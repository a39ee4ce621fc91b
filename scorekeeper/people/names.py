"""Names of players: normal form, validation, comparison, and the players of a group by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from scorekeeper.rules import player_names

from .models import Group, Player

COLOURS = 10
# invisible characters: names that differ by these alone look the same
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff"))


def tidy(name: str) -> str:
    """Return a typed name in Unicode form NFC, with single spaces between words."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def name_error(name: str) -> str | None:
    """Return the error code of a tidy name; None for a valid one.

    The codes are `name_empty`, `name_long` and `name_signs`.
    """
    found = player_names.fault(name)
    return f"name_{found}" if found else None


def fold(name: str) -> str:
    """Return a name in its form for comparison.

    Unicode form NFKC, case folded, at most 120 characters.
    """
    return unicodedata.normalize("NFKC", name.translate(_UNSEEN)).casefold()[:120]


def isolated(name: str) -> str:
    """Return a name for use in a sentence; a right-to-left one is wrapped in Unicode isolates."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def players_named(group: Group, names: Sequence[str]) -> list[Player]:
    """Return the players of one table by name; see `Roster.players`."""
    return Roster(group).players(names)


class Roster:
    """Names of the players of a group at the time of creation.

    `added`: players created since.

    The caller locks the group before it seats players, so that none is merged meanwhile.
    """

    def __init__(self, group: Group) -> None:
        everybody = list(group.players.order_by("pk"))
        present = {player.pk: player for player in everybody if player.merged_into_id is None}
        self.group = group
        self.added: list[Player] = []
        self._present = {player.folded_name: player for player in present.values()}
        self._old: dict[str, list[Player]] = {}
        for player in everybody:
            if stays := present.get(player.merged_into_id or 0):
                self._old.setdefault(player.folded_name, []).append(stays)

    def players(self, names: Sequence[str]) -> list[Player]:
        """Return the players of tidy, valid, distinct names of one table, created if needed.

        New players get a free colour. The name of a merged player means the player that it was merged into, unless that
        one is named as well.
        """
        known = self.meant([fold(name) for name in names]) | self._present
        found = []
        for name in names:
            folded = fold(name)
            if folded not in known:
                known[folded] = self._present[folded] = self._added(name, folded)
            found.append(known[folded])
        return found

    def meant(self, table: Collection[str], *, old: bool = False) -> dict[str, Player]:
        """Return players by those folded names of one table that belong to merged players.

        No player is returned twice. `old`: include names that another player has by now.
        """
        there = set(table)
        found = {}
        for folded in table:
            borne = self._old.get(folded, ()) if old or folded not in self._present else ()
            stays = next((each for each in borne if each.folded_name not in there), None)
            if stays is not None:
                found[folded] = stays
                there.add(stays.folded_name)
        return found

    def _added(self, name: str, folded: str) -> Player:
        taken = [player.colour for player in self._present.values()]
        colour = min(range(1, COLOURS + 1), key=lambda each: (taken.count(each), each))
        made = Player.objects.create(group=self.group, name=name, folded_name=folded, colour=colour)
        self.added.append(made)
        return made
