"""Changes of points by the correction of a finished game: stored form and text.

The `reason` of a posting of kind `correction` holds, besides the game:

- `changes`: a list of {"player": id, "box": name, "from": points, "to": points}. Games of rounds have "round" (its
  number) instead of "box"; a change of the total has neither; a round without points has only "round".
  `from` is null if the place was empty before, `to` if it is empty now.
- `before`: what its debtor owed its creditor for this game until then; negative if the creditor owed.
- `difference`: the posting's amount, negative if it reduces the debt.

Postings of earlier versions have none of the three.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.languages import within
from scorekeeper.core.i18n.punctuation import clauses, labelled, listed
from scorekeeper.core.web.numbers import figure
from scorekeeper.rules import GAMES
from scorekeeper.rules.dice import FACE_OF

MOST = 40  # changes stored in one posting


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a player's points in a box, in a round, or in total.

    `player`: an id.
    """

    player: int | None = None
    before: int | None = None
    after: int | None = None
    box: str = ""
    round: int = 0

    def stored(self) -> dict[str, Any]:
        """Return the change as stored in `reason["changes"]`."""
        if self.player is None:
            return {"round": self.round}
        place: dict[str, Any] = {"box": self.box} if self.box else {"round": self.round} if self.round else {}
        return {"player": self.player, **place, "from": self.before, "to": self.after}


def stored(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Return the first `MOST` changes as stored in `reason["changes"]`."""
    return [each.stored() for each in changes][:MOST]


def read(reason: Mapping[str, Any]) -> list[Change]:
    """Return the changes in a posting's reason; none in older postings."""
    return [
        Change(
            each.get("player"), each.get("from"), each.get("to"), each.get("box", ""), each.get("round", 0)
        )
        for each in reason.get("changes", ())
    ]


def changes_text(game: str, changes: Iterable[Change], names: Mapping[int, str]) -> str:
    """Describe changes: "Marta’s threes are 9, not 6", "round 3: Ana 15, not 10, Bo 15, not 20".

    `game`: its slug. `names`: player names by id.
    """
    parts: list[str] = []
    rounds: dict[int, list[str]] = {}
    for each in changes:
        if each.player is None:
            parts.append(_("hand %(number)d was changed") % {"number": each.round})
        elif each.round and not each.before and not each.after:
            continue  # a zero that came or went with its round
        elif each.round:
            rounds.setdefault(each.round, []).append(_in_round(each, names))
        else:
            parts.append(_of_player(game, each, names))
    parts += [
        labelled(_("round %(number)d") % {"number": number}, listed(points))
        for number, points in rounds.items()
    ]
    return clauses(parts)


def _of_player(game: str, change: Change, names: Mapping[int, str]) -> str:
    """Describe a change of a box or a total; boxes of a face ("threes") take a plural verb."""
    fields = _fields(change, names) | {"box": _box(game, change.box)}
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
    fields = _fields(change, names)
    if change.after is None:
        return _("%(player)s’s %(was)s is taken back") % fields
    if change.before is None:
        return f"{fields['player']} {fields['now']}"
    return _("%(player)s %(now)s, not %(was)s") % fields


def _fields(change: Change, names: Mapping[int, str]) -> dict[str, str]:
    return {
        "player": names.get(change.player or 0, ""),
        "now": _points(change.after),
        "was": _points(change.before),
    }


def _points(points: int | None) -> str:
    return "" if points is None else figure(points)


def _box(game: str, name: str) -> str:
    """Return the label of a box for use within a sentence."""
    boxes = GAMES[game].BOXES if game in GAMES else ()
    return within(next((_(box.label) for box in boxes if box.name == name), name))
