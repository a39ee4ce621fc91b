"""The big screen: totals, the present question, the sheet without keys, and the result."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games import lines
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.presentations import presented
from scorekeeper.games.screen import Question, Screen, Tile
from scorekeeper.games.stake_labels import stake_label
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.people.one_time_codes import in_fours
from scorekeeper.play.matches import match_of
from scorekeeper.play.table import Table

from .invitations import invitation, seconds_left
from .match_texts import match_text
from .response import table_context
from .result import result_context
from .spectator import next_game, read_only_panel
from .status import lead_text

MOST_PAYMENTS = 6
# links from a sheet to its entry panels, and their labels for screen readers
_LINKS = re.compile(r'(<a\b[^>]*?)\s+href="[^"]*"')
_SPOKEN = re.compile(r'(<a\b[^>]*?)\s+aria-label="[^"]*"')


def screen_context(request: HtmxHttpRequest, table: Table, code: str | None) -> dict[str, Any]:
    """Build the context of the big screen; `code` is the code that opens the table now."""
    asked = presented(table).entry_panel(table, PanelRequest())
    screen = presented(table).screen(table, asked)
    context = table_context(table, read_only_panel(table, asked), sheet=True) | dict(screen.values)
    result = _result(table)
    if table.outcome is None and not table.session.ended:
        context["subtitle"] = stake_label(table)
    return context | {
        "screen": screen,
        "tiles": _tiles(screen, result),
        "middle": _without_links(render_to_string(screen.middle, context, request)),
        "heading": _heading(table, screen.question, asked),
        "last": _last(table, screen),
        "lead": lead_text(table),
        "match": match_text(table, match_of(table)),
        "result": result,
        "payments": result["payments"][:MOST_PAYMENTS] if result else (),
        "more": max(0, len(result["payments"]) - MOST_PAYMENTS) if result else 0,
        "invitation": invitation(request, table.session),
        "code": in_fours(code) if code else None,
        "again": seconds_left(table.session.code_expires),
        "after": next_game(table),
        "way_back": table.permissions.is_player,
    }


def _result(table: Table) -> dict[str, Any] | None:
    """Return the result of a finished game; None while it runs, and without a result."""
    return result_context(table) if table.outcome is not None else None


def _tiles(screen: Screen, result: dict[str, Any] | None) -> tuple[Tile, ...]:
    """Return the tiles, after the end with the places of the standings."""
    if result is None:
        return screen.tiles
    places = {row.name: row.rank for row in result["rows"]}
    return tuple(replace(tile, place=places.get(tile.name), asked=False) for tile in screen.tiles)


def _without_links(sheet: str) -> SafeString:
    """Remove the links from a sheet, since a television has no pointer."""
    return mark_safe(_SPOKEN.sub(r"\1", _LINKS.sub(r"\1", sheet)))  # noqa: S308 - rendered by our templates


def _heading(table: Table, question: Question, asked: EntryPanel) -> dict[str, Any]:
    """Return the largest text beside the totals: whose turn it is, the question, or the winners."""
    if table.outcome is not None:
        return {"text": lines.winners_line(table)}
    if table.session.ended:
        return {"text": _("The game was ended")}
    if question.player is None:
        return {"text": question.text, "about": question.about}
    name = table.name(question.player)
    heading = {"avatar": _avatar(table, question.player), "about": question.about}
    if not question.text or name in question.text:
        return heading | {"text": question.text or name}
    return heading | {"text": name, "asks": question.text}


def _last(table: Table, screen: Screen) -> dict[str, Any] | None:
    """Return the newest line under the name of its player."""
    last = screen.last
    if last is None or table.outcome is not None:
        return None
    player = None if last.player is None else last.player
    return {
        "avatar": "" if player is None else _avatar(table, player),
        "name": "" if player is None else table.name(player),
        "text": last.text,
        "dice": last.dice,
        "roll": last.roll,
    }


def _avatar(table: Table, key: str) -> SafeString:
    letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
    return avatar_html(table.seat(key).player.colour, letters[key])
