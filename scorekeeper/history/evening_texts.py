"""Evenings in words: rows of players, the text to share, and what an evening changed."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.dates import show_day
from scorekeeper.core.i18n.punctuation import clauses, labelled, listed, sentence
from scorekeeper.games.phrases import and_list
from scorekeeper.ledger.presentation import phrased, signed

from .evening_changes import Change
from .evenings import Evening, EveningSummary
from .presentation import ShownPlayer, won_of

Known = Mapping[int, ShownPlayer]


@dataclass(frozen=True)
class EveningRow:
    """A player of an evening: wins, games, and money won by them."""

    who: ShownPlayer
    won: int
    played: int
    money: tuple[tuple[str, bool], ...]

    @cached_property
    def avatar(self) -> SafeString:
        """The player's avatar."""
        return self.who.avatar

    @property
    def result(self) -> str:
        """Wins of the counted games: "won 3 of 5"; without any, that they do not count."""
        return won_of(self.won, self.played) if self.played else _("does not count")


def rows_of(evening: Evening, known: Known) -> list[EveningRow]:
    """Return the players who were there, the most wins first.

    `EveningRow.money`: (amount with its sign, whether it is a loss) by unit.
    """
    return [
        EveningRow(
            known[player],
            evening.won[player],
            evening.played[player],
            tuple(
                (signed(sums[player], unit), sums[player] < 0)
                for unit, sums in evening.money.items()
                if sums.get(player)
            ),
        )
        for player in evening.players
        if player in known
    ]


def wins_text(won: Mapping[int, int], known: Known) -> str:
    """Return the wins of an evening: "Joaquín 3, Rosa 2"."""
    return listed(
        f"{known[player].name} {count}" for player, count in won.items() if player in known and count
    )


def payments_text(evening: Evening, known: Known, owed: Container[str] | None = None) -> str:
    """Return what the losers pay: "Marta pays €2.40 and a beer, Bo pays €0.20".

    `owed`: the units with open debts, None if unknown: without those of the evening it is settled.
    """
    pays: dict[int, list[str]] = {}
    for unit, sums in evening.money.items():
        for player, amount in sorted(sums.items(), key=lambda each: each[1]):
            if amount < 0 and player in known:
                pays.setdefault(player, []).append(phrased(-amount, unit))
    words = _("%(player)s pays %(amount)s")
    text = listed(
        words % {"player": known[player].name, "amount": and_list(amounts)}
        for player, amounts in pays.items()
    )
    settled = text and owed is not None and not any(unit in owed for unit in evening.money)
    return _("%(payments)s (settled)") % {"payments": text} if settled else text


def share_text(evening: Evening, known: Known, owed: Container[str] | None = None) -> str:
    """Return an evening as a text for a chat: "Thu 19 Nov: Joaquín 3, Rosa 2; Marta pays €2.40"."""
    won = {player: evening.won[player] for player in evening.players}
    parts = [wins_text(won, known) or games_text(len(evening.games)), payments_text(evening, known, owed)]
    return sentence(labelled(show_day(evening.day, weekday=True), clauses(parts)))


def games_text(count: int) -> str:
    """Return a number of games in words."""
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def players_text(count: int) -> str:
    """Return a number of players in words."""
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


def summary_text(summary: EveningSummary) -> str:
    """Return the size of an evening: "5 games, 4 players"."""
    return listed([games_text(summary.games), players_text(len(summary.players))])


def there_text(summary: EveningSummary, known: Known) -> str:
    """Return who was there without a win: "also there: Bo, Cleo"."""
    names = [
        known[player].name for player in summary.players if player in known and player not in summary.won
    ]
    names.sort(key=str.casefold)
    text = listed(names)
    return labelled(_("also there"), text) if text and summary.won else text


def change_text(change: Change, known: Known, called: Mapping[int, str]) -> str:
    """Return a change in words.

    `called`: names of variants by id.
    """
    fields = {
        "player": and_list([known[player].name for player in change.players if player in known]),
        "number": change.number,
        "game": called.get(change.variant, ""),
    }
    words = {
        "highest": _("%(player)s: highest total yet in %(game)s, %(number)d"),
        "streak": _("%(player)s: %(number)d wins in a row in %(game)s"),
        "streak_over": _("%(player)s: %(number)d wins in a row in %(game)s are over"),
        "drought_over": _("%(player)s: first win in %(game)s after %(number)d games"),
        "rating": _("%(player)s: rating in %(game)s up by %(number)d"),
    }
    return words[change.code] % fields
