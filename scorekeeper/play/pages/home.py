"""Home: what lies on the table, rematches, a new game, finished games."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from django.core.paginator import Paginator
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scorekeeper.ledger.book import debts
from scorekeeper.people.groups import current_of, groups_of
from scorekeeper.people.guests import person_of
from scorekeeper.people.models import Person
from scorekeeper.people.names import initials
from scorekeeper.people.wording import called
from scorekeeper.play.emblems import EMBLEMS
from scorekeeper.play.models import Phone, Seat, Session
from scorekeeper.play.progress import next_told, progress_told
from scorekeeper.play.table import Table, open_tables
from scorekeeper.play.telling import winners_line
from scorekeeper.rules import GAMES

RUNNING, REMATCHES, FINISHED, LIKELY = 20, 3, 10, 2


@dataclass(frozen=True, slots=True)
class Card:
    """A session as home shows it: its table, its counters, a line about it."""

    table: Table
    name: str
    counters: tuple[tuple[int, str, int], ...]
    title: str
    about: str

    key: uuid.UUID = field(default_factory=uuid.uuid4)

    @property
    def address(self) -> str:
        """Where the table is."""
        return self.table.session.address

    @property
    def over(self) -> datetime | None:
        """When it was finished, or given up."""
        return self.table.session.ended or self.table.session.finished

    @property
    def winners(self) -> list[tuple[int, str]]:
        """The counters of who won."""
        won = self.table.outcome.winners if self.table.outcome else ()
        pairs = zip(self.table.seats, self.counters, strict=True)
        return [(colour, letter) for seat, (colour, letter, _total) in pairs if seat.key in won]

    @property
    def won(self) -> str:
        """Who won, in words."""
        return winners_line(self.table) if self.table.outcome else ""

    @property
    def best(self) -> int | None:
        """The winning total; None where nobody won, and where totals are no points."""
        outcome = self.table.outcome
        if outcome is None or not outcome.winners or not outcome.has_points:
            return None
        return max(outcome.side_score(side) for side in outcome.sides if set(side) & set(outcome.winners))


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The first page: for a stranger the games, for everybody else also what was played."""
    person = person_of(request)
    context: dict[str, Any] = {"kinds": _kinds(), "wanted": "all" in request.GET}
    if person is not None:
        context |= _history(person, request.GET.get("page", "1"), request.GET.get("group", ""))
    return render(request, "play/home.html", context)


def _kinds() -> list[tuple[str, list[dict[str, Any]]]]:
    """The games under their headings, dice before cards."""
    dice = [_game(slug) for slug, game in GAMES.items() if not game.DEALS]
    cards = [_game(slug) for slug, game in GAMES.items() if game.DEALS]
    return [(_("Dice"), dice), (_("Cards"), cards)]


def _game(slug: str, about: str = "") -> dict[str, Any]:
    game, emblem = GAMES[slug], EMBLEMS[slug]
    return {"slug": slug, "name": _(game.name), "about": about or _(game.summary), "emblem": emblem}


def _history(person: Person, page: str, wanted: str) -> dict[str, Any]:
    """What his group has played, and where he sits with his phone, newest first; a few rows of each.

    `wanted`: the address of another group of his.
    """
    groups = groups_of(person)
    group = current_of(person, groups, wanted)
    elsewhere = Phone.objects.filter(person=person, removed=None).values("session")
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position", "number"))
    sessions = (
        Session.objects.filter(Q(group=group) | Q(pk__in=elsewhere), removed=None)
        .order_by("-started")
        .prefetch_related(seats)
    )
    running = open_tables(sessions.filter(finished=None, ended=None)[:RUNNING])
    over = Paginator(sessions.exclude(finished=None, ended=None), FINISHED).get_page(page)
    finished = open_tables(cast("QuerySet[Session]", over.object_list))
    played = Counter(table.session.game for table in finished)
    cards = [_card(table) for table in finished]
    return {
        "group": group,
        "groups": groups,
        "called": called(group) if group else "",
        "debts": len(debts(group.pk)) if group else 0,
        "running": [_card(table) for table in running],
        "finished": cards,
        "page": over,
        "again": _rematches([card for card in cards if group and card.table.session.group_id == group.pk]),
        "likely": _likely(played),
        "known": bool(running or finished),
    }


def _likely(played: Counter[str]) -> list[dict[str, Any]]:
    """The games that this group plays most, filled up with others."""
    found = []
    for slug, times in played.most_common(LIKELY):
        found.append(_game(slug, ngettext("played once", "played %(count)d times", times) % {"count": times}))
    others = [slug for slug in GAMES if slug not in played]
    return found + [_game(slug) for slug in others[: LIKELY - len(found)]]


def _rematches(cards: list[Card]) -> list[Card]:
    """The last games, each set of people and game once."""
    found: dict[tuple[str, frozenset[int]], Card] = {}
    for card in cards:
        key = (card.table.session.game, frozenset(seat.player_id for seat in card.table.seats))
        found.setdefault(key, card)
    return list(found.values())[:REMATCHES]


def _card(table: Table) -> Card:
    names = list(table.names.values())
    letters = initials(names)
    counters = tuple(
        (seat.player.colour, letter, total)
        for seat, letter, total in zip(table.seats, letters, table.sheet.totals, strict=True)
    )
    name = _(table.game.name)
    return Card(table, name, counters, progress_told(table), next_told(table))
