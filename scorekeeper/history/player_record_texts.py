"""A player's record in words, for the top of the player page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.dates import show_day
from scorekeeper.ledger import money
from scorekeeper.ledger.presentation import shown, unit_name
from scorekeeper.ledger.winnings import Winnings
from scorekeeper.people.models import Group, Player

from .charts import percent, whole
from .period import Period
from .player_record import RANKED, PlayerRecord, player_record
from .variants import PlayedVariant

Rows = list[tuple[str, str, str]]
"""(name, note, figure) of each row."""


def record_figures(
    group: Group, player: Player, period: Period, every: Sequence[PlayedVariant], *, read_all: bool = False
) -> dict[str, Any]:
    """Return the context of a player's record; empty without counted games.

    `every`, `read_all`: as in `player_record`.
    """
    found = player_record(group, player, period, every, read_all=read_all)
    if found is None:
        return {}
    return {
        "games": whole(found.games),
        "won": whole(found.won),
        "share": percent(found.won, found.games),
        "evenings": "" if found.evenings is None else whole(found.evenings),
        "evenings_label": ngettext("evening", "evenings", found.evenings or 0),
        "rows": [*_rows(found, every, period), *_money(found.money or {})],
        "many": found.evenings is None,
    }


def _rows(found: PlayerRecord, every: Sequence[PlayedVariant], period: Period) -> Rows:
    rows = [(_("First game"), "", show_day(found.since, year=True))] if found.since else []
    if every:
        most = max(every, key=lambda variant: variant.games)
        note = ngettext("%(games)s game", "%(games)s games", most.games) % {"games": whole(most.games)}
        rows.append((_("Favourite game"), note, most.called))
    few = _("from %(games)d games on") % {"games": RANKED}
    place = _("%(place)d of %(players)d") % {"place": found.place, "players": found.placed}
    rows.append((_("Place by share of wins"), "" if found.place else few, place if found.place else "–"))
    if found.streak is not None:
        rows.append((streak_title(period), _("all games"), streak_text(found.streak)))
    if found.best_streak:
        rows.append((_("Best streak"), _("all games"), streak_text(found.best_streak)))
    return rows


def streak_title(period: Period) -> str:
    """Return the name of the streak with which a period ends."""
    return _("Streak at the end") if period.ended else _("Current streak")


def streak_text(streak: int) -> str:
    """Return a streak in words: "3 won", "2 without a win", "neither" after a draw."""
    if streak > 0:
        return ngettext("%(count)d won", "%(count)d won", streak) % {"count": streak}
    if streak < 0:
        return ngettext("%(count)d without a win", "%(count)d without a win", -streak) % {"count": -streak}
    return _("neither")


def _money(found: Mapping[str, Winnings]) -> Rows:
    """Return what was won and lost in games, one row per currency or thing."""
    words = _("won %(won)s, lost %(lost)s")
    return [
        (
            unit_name(unit),
            words % {"won": _amount(each.won, unit), "lost": _amount(each.lost, unit)},
            _sign(each.won - each.lost) + _amount(abs(each.won - each.lost), unit),
        )
        for unit, each in found.items()
    ]


def _sign(amount: int) -> str:
    """Return the sign of an amount, from which no line break parts it."""
    return ("−" if amount < 0 else "+") + "\u2060" if amount else ""


def _amount(amount: int, unit: str) -> str:
    """Format money with its currency, and a thing as its number only."""
    return shown(amount, unit) if money.is_currency(unit) else whole(amount)
