"""Wins of a group's players in a period: number, share of games, tally marks or bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.charts.tally import MOST, tally_marks
from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.games.phrases import and_list
from scorekeeper.people.models import Group

from .charts import percent
from .period import Period
from .presentation import ShownPlayer
from .standings import tallies

SHARE = "share"
FEW = 5  # games below which a share says little
BAR = 200


@dataclass(frozen=True, slots=True)
class Leader:
    """A player's wins.

    `marks`: tally marks, empty for many wins. `bar`: length of the bar instead, of at most `BAR`; 0 for none. `few`:
    whether the player has fewer than `FEW` games.
    """

    who: ShownPlayer
    won: int
    games: int
    marks: str
    bar: int

    @property
    def few(self) -> bool:
        """Return whether there are too few games for a share."""
        return self.games < FEW

    @property
    def share(self) -> str:
        """Share of the games that were won, in whole percents."""
        return percent(self.won, self.games)

    @property
    def of_games(self) -> str:
        """Wins and games: "93 of 377"."""
        return _("%(won)d of %(played)d") % {"won": self.won, "played": self.games}


def leaders(group: Group, known: Mapping[int, ShownPlayer], period: Period, order: str) -> Sequence[Leader]:
    """Return the players by wins, or by share if `order` is `SHARE`.

    One query. By share, players with few games come last.
    """
    found = {player: each for player, each in tallies(group, period).items() if player in known}
    most = max((each.won for each in found.values()), default=0)
    few = most <= MOST and order != SHARE
    rows = [
        Leader(known[player], *each, tally_marks(each.won) if few else "", 0)
        for player, each in found.items()
    ]
    if not few:
        rows = [_with_bar(row, most, order) for row in rows]
    if order == SHARE:
        return sorted(rows, key=lambda row: (row.few, -_share(row), -row.won, row.who.name.casefold()))
    return sorted(rows, key=lambda row: (-row.won, row.games, row.who.name.casefold()))


def lead_text(group: Group, known: Mapping[int, ShownPlayer], season: Period) -> str:
    """Return who leads a season by wins: "Season 2026/27: Kofi leads with 12 of 41".

    One query.
    """
    found = {player: each for player, each in tallies(group, season).items() if player in known}
    most = max((each.won for each in found.values()), default=0)
    first = [player for player, each in found.items() if each.won == most]
    if not most:
        return labelled(season.name, _("no win yet"))
    names = sorted((known[player].name for player in first), key=str.casefold)
    words = {"players": and_list(names), "won": most, "played": found[first[0]].games}
    if len(names) == 1:
        return labelled(season.name, _("%(players)s leads with %(won)d of %(played)d") % words)
    tied = ngettext("%(players)s lead with %(won)d win each", "%(players)s lead with %(won)d wins each", most)
    return labelled(season.name, tied % words)


def _with_bar(row: Leader, most: int, order: str) -> Leader:
    bar = BAR * row.won // max(most, 1) if order != SHARE else int(BAR * _share(row))
    return Leader(row.who, row.won, row.games, "", bar)


def _share(row: Leader) -> float:
    return row.won / row.games if row.games else 0
