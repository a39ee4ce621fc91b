"""The HTML file of a group, made in pieces so that thousands of games need little memory.

It holds its own style and neither scripts nor addresses. Its content security policy lets the browser load nothing, so
it stays the same on every computer. Running games and deleted ones are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.archive.chunked_transactions import Pauses
from scorekeeper.core.i18n.dates import today
from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.history.evening_texts import games_text, players_text
from scorekeeper.history.presentation import ShownPlayer, shown_players
from scorekeeper.history.variants import played_variants
from scorekeeper.ledger.presentation import LedgerPlayer, ledger_players, units
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group

from .evenings import PlayedEvening, evening_contexts, played_evenings
from .money import ledger_days
from .standings import all_games, seasons, variants

FOLDER = "archive/html_export"
STYLE = "static/css/html_export.css"


def page_parts(group: Group) -> Iterator[str]:
    """Yield the text of the file: head, standings, money, ledger, evenings with their games."""
    pauses = Pauses()
    for part in _Page(group).parts():
        yield part
        pauses.maybe()


class _Page:
    """The parts of the page of one group."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.players: dict[int, LedgerPlayer] = ledger_players(group)
        self.known: dict[int, ShownPlayer] = shown_players(self.players)
        self.evenings = played_evenings(group)
        self.variants = played_variants(group)

    def parts(self) -> Iterator[str]:
        """Yield the text from top to bottom."""
        yield self.rendered("head", **self.head()).replace("</head>", f"<style>{style()}</style></head>", 1)
        standings = all_games(self.group, self.known)
        found = variants(self.group, self.variants, self.known)
        tables = seasons(self.group, self.known)
        yield self.rendered("standings", **standings, variants=found, seasons=tables)
        yield self.rendered("money", units=units(self.group, self.players))
        for year, parts in ledger_days(self.group, self.players):
            yield format_html("<details class=ledger><summary>{}</summary>", self.ledger_title(year))
            for days in parts:
                yield self.rendered("ledger", days=days)
            yield "</details>"
        yield "</section>"
        called = {variant.number: variant.called for variant in self.variants}
        for year, evenings in self.years():
            yield format_html('<section id="y{}" class=year><h2>{}</h2>', year, year)
            for evening in evening_contexts(self.group, evenings, self.known, called):
                yield self.rendered("evening", **evening)
            yield "</section>"
        yield "</main></body></html>\n"

    def head(self) -> dict[str, Any]:
        """Return the context of the head: names, numbers, and the years to go to."""
        games = sum(len(evening.sessions) for evening in self.evenings)
        return {
            "title": group_title(self.group),
            "day": today(),
            "size": listed(
                [games_text(games), evenings_text(len(self.evenings)), players_text(len(self.known))]
            ),
            "uncounted": games - sum(variant.games for variant in self.variants),
            "years": [year for year, _evenings in self.years()],
        }

    def years(self) -> list[tuple[int, Sequence[PlayedEvening]]]:
        """Return the years with their evenings, the newest first."""
        return [(year, list(of_year)) for year, of_year in groupby(self.evenings, lambda each: each.day.year)]

    def ledger_title(self, year: int) -> str:
        """Return the heading of a year of the ledger."""
        return _("The ledger of %(year)s") % {"year": year}

    def rendered(self, name: str, **context: Any) -> str:
        """Render a part of the page."""
        return render_to_string(f"{FOLDER}/{name}.html", context)


def evenings_text(count: int) -> str:
    """Return a number of evenings in words."""
    return ngettext("%(count)s evening", "%(count)s evenings", count) % {"count": count}


@cache
def style() -> str:
    """Return the style sheet as it is stored."""
    return (settings.BASE_DIR / STYLE).read_text()
