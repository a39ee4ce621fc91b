"""Names of players: what may be one, when two are the same, and the players of a group by name."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count, product

from scorekeeper.rules import player_names

from .models import Group, Player

COLOURS = 10
_SIGNS = "123456789abcdefghijklmnopqrstuvwxyz0"
# nothing to see and no other spelling: names that differ by these alone look the same
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff"))


def tidy(name: str) -> str:
    """A typed name without blanks at its ends and in one spelling of its letters."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def fault(name: str) -> str | None:
    """The code of what is wrong with a tidy name: `name_empty`, `name_long`, `name_signs`; None if nothing."""
    found = player_names.fault(name)
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
    """The players of one table, see `Roll.players`."""
    return Roll(group).players(names)


class Roll:
    """Who is called what in a group, as it stood when this was made. `added`: players who were new since.

    Whoever seats somebody holds the group meanwhile, so that nobody is merged.
    """

    def __init__(self, group: Group) -> None:
        everybody = list(group.players.order_by("pk"))
        present = {player.pk: player for player in everybody if player.merged_into_id is None}
        self.group = group
        self.added: list[Player] = []
        self._present = {player.folded: player for player in present.values()}
        self._old: dict[str, list[Player]] = {}
        for player in everybody:
            if stays := present.get(player.merged_into_id or 0):
                self._old.setdefault(player.folded, []).append(stays)

    def players(self, names: Sequence[str]) -> list[Player]:
        """Those of these tidy, faultless and distinct names, of one table; new ones are added with a free colour.

        A name that somebody bore before he was merged into another means that other, unless he is named as well.
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
        """Who is meant by those of these folded names, of one table, that merged players bore, where that leaves nobody
        at it twice. `old`: also where somebody else is called so by now."""
        there = set(table)
        found = {}
        for folded in table:
            borne = self._old.get(folded, ()) if old or folded not in self._present else ()
            stays = next((each for each in borne if each.folded not in there), None)
            if stays is not None:
                found[folded] = stays
                there.add(stays.folded)
        return found

    def _added(self, name: str, folded: str) -> Player:
        taken = [player.colour for player in self._present.values()]
        colour = min(range(1, COLOURS + 1), key=lambda each: (taken.count(each), each))
        made = Player.objects.create(group=self.group, name=name, folded=folded, colour=colour)
        self.added.append(made)
        return made


def initials(names: Sequence[str]) -> list[str]:
    """What stands on the counters: one letter, two signs where names begin alike, three where these are used up; no two
    names share them."""
    distinct = {fold(name): name for name in reversed(names)}
    firsts = Counter(folded[:1] for folded in distinct)
    found: dict[str, str] = {}
    taken = {first for first, times in firsts.items() if times == 1}
    left = chain.from_iterable(map("".join, product(_SIGNS, repeat=length)) for length in count(2))
    for folded in map(fold, names):
        if folded in found:
            continue
        name = distinct[folded]
        if firsts[folded[:1]] == 1:
            found[folded] = _capital(name[:1])
            continue
        own = (pair for pair in dict.fromkeys(_pairs(name)) if fold(pair) not in taken)
        found[folded] = next(own, "") or next(pair for pair in left if pair not in taken)
        taken.add(fold(found[folded]))
    return [found[fold(name)] for name in names]


def _pairs(name: str) -> Iterator[str]:
    """What two signs may stand for a name, the likeliest first: "An" for Ana, "AB" for Ana B, "P2" for Player 2."""
    first, words = _capital(name[:1]), name.split()
    if len(name) == 1:
        yield first
    if len(words) > 1:
        last = words[-1]
        yield last if last.isdecimal() and len(last) == 2 else first + _capital(last[:1])
    yield from (first + letter.lower() for letter in name[1:] if letter.isalnum())
    yield from (first + sign for sign in _SIGNS)


def _capital(letter: str) -> str:
    """A letter as it begins a name, where that is still one letter."""
    return letter.upper() if len(letter.upper()) == 1 else letter
