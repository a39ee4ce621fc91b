"""What a correction of a finished game changed, as a posting keeps it and in words.

A posting of kind `correction` holds in its `reason`, besides the game:

- `changes`: a list of {"player": number, "box": name, "from": points, "to": points}; "round" (its number) in the place
  of "box" in games of rounds; neither where the total changed otherwise; only "round" where a round has no points.
  `from` is null where nothing stood there, `to` where nothing stands there now.
- `before`: what its debtor owed its creditor for this game until then; below zero what the creditor owed.
- `difference`: its amount, below zero where it lessens what was owed.

Postings from before there was such a shape have none of the three.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import clauses, labelled, listed
from scorekeeper.rules import GAMES
from scorekeeper.rules.dice import FACE_OF

MOST = 40  # changes that one posting keeps


@dataclass(frozen=True, slots=True)
class Change:
    """Points that are others now: of `player` (a number) in a box, in a round, or in all."""

    player: int | None = None
    before: int | None = None
    after: int | None = None
    box: str = ""
    round: int = 0

    def stored(self) -> dict[str, Any]:
        """The change as a posting keeps it."""
        if self.player is None:
            return {"round": self.round}
        place: dict[str, Any] = {"box": self.box} if self.box else {"round": self.round} if self.round else {}
        return {"player": self.player, **place, "from": self.before, "to": self.after}


def stored(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Changes as a posting keeps them, so many at most."""
    return [each.stored() for each in changes][:MOST]


def read(reason: Mapping[str, Any]) -> list[Change]:
    """The changes of a posting's reason; none in one from before they were kept."""
    return [
        Change(
            each.get("player"), each.get("from"), each.get("to"), each.get("box", ""), each.get("round", 0)
        )
        for each in reason.get("changes", ())
    ]


def changes_text(game: str, changes: Iterable[Change], names: Mapping[int, str]) -> str:
    """What changed: "Marta’s threes are 9, not 6", "round 3: Ana 15, not 10, Bo 15, not 20".

    `game`: its slug. `names`: of the players, by their numbers.
    """
    told: list[str] = []
    rounds: dict[int, list[str]] = {}
    for each in changes:
        if each.player is None:
            told.append(_("hand %(number)d is another one") % {"number": each.round})
        elif each.round:
            rounds.setdefault(each.round, []).append(_in_round(each, names))
        else:
            told.append(_of_player(game, each, names))
    told += [
        labelled(_("round %(number)d") % {"number": number}, listed(points))
        for number, points in rounds.items()
    ]
    return clauses(told)


def _of_player(game: str, change: Change, names: Mapping[int, str]) -> str:
    """A box or a total: the verb follows the box, for "threes" are many."""
    fields = {
        "player": names.get(change.player or 0, ""),
        "box": _box(game, change.box),
        "now": change.after,
        "was": change.before,
    }
    if not change.box:
        return _("%(player)s has %(now)s, not %(was)s") % fields
    if change.after is None:
        return _("%(player)s’s %(box)s %(was)s is taken back") % fields
    if change.before is None:
        return _("%(player)s’s %(box)s: %(now)s") % fields
    if change.box in FACE_OF:
        return _("%(player)s’s %(box)s are %(now)s, not %(was)s") % fields
    return _("%(player)s’s %(box)s is %(now)s, not %(was)s") % fields


def _in_round(change: Change, names: Mapping[int, str]) -> str:
    fields = {"player": names.get(change.player or 0, ""), "now": change.after, "was": change.before}
    if change.after is None:
        return _("%(player)s’s %(was)s is taken back") % fields
    if change.before is None:
        return f"{fields['player']} {change.after}"
    return _("%(player)s %(now)s, not %(was)s") % fields


def _box(game: str, name: str) -> str:
    """The label of a box in the middle of a sentence."""
    boxes = getattr(GAMES.get(game), "BOXES", ())
    label = next((_(box.label) for box in boxes if box.name == name), name)
    return label if (get_language() or "").startswith("de") else label[:1].lower() + label[1:]
