"""The home page: running games, rematches, new games, finished games."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scorekeeper.core.i18n.dates import fall_back
from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.core.web.numbers import number_of
from scorekeeper.games.base import Family
from scorekeeper.games.lines import winners_line
from scorekeeper.games.presentations import presentations
from scorekeeper.games.sides import sides_of
from scorekeeper.ledger.home_summary import money_of
from scorekeeper.people.avatars import initials
from scorekeeper.people.groups import current_group, groups_of
from scorekeeper.people.identity import person_of
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group, Person
from scorekeeper.play.game_names import BY_KEY, Edition, edition_of, in_order
from scorekeeper.play.hooks import times_played
from scorekeeper.play.loading import load_tables
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.players import player_of
from scorekeeper.play.table import Table
from scorekeeper.table.status import next_text, progress_text

RUNNING, REMATCHES, FINISHED, LIKELY = 20, 3, 10, 2


@dataclass(frozen=True, slots=True)
class Card:
    """A session on the home page: its table, the players' avatars, a line about it."""

    table: Table
    name: str
    avatars: tuple[tuple[int, str], ...]
    title: str
    about: str

    key: uuid.UUID = field(default_factory=uuid.uuid4)

    @property
    def address(self) -> str:
        """The address of the table."""
        return self.table.session.address

    @property
    def totals(self) -> list[tuple[list[tuple[int, str]], int]]:
        """The total of each side, with its players' avatars."""
        avatars = {
            seat.key: (colour, letter)
            for seat, (colour, letter) in zip(self.table.seats, self.avatars, strict=True)
        }
        return [([avatars[key] for key in side.players], side.total) for side in sides_of(self.table)]

    def day(self) -> date:
        """Return the day of play."""
        return self.table.session.day

    @property
    def winners(self) -> list[tuple[int, str]]:
        """The avatars of the winners."""
        won = self.table.outcome.winners if self.table.outcome else ()
        pairs = zip(self.table.seats, self.avatars, strict=True)
        return [(colour, letter) for seat, (colour, letter) in pairs if seat.key in won]

    @property
    def won(self) -> str:
        """The winners in words."""
        return winners_line(self.table) if self.table.outcome else ""

    @property
    def best(self) -> int | None:
        """The winning total; None without a winner, and where totals are no points."""
        outcome = self.table.outcome
        if outcome is None or not outcome.winners or not outcome.has_points:
            return None
        return max(outcome.side_score(side) for side in outcome.sides if set(side) & set(outcome.winners))


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the home page: all games, and for a known person also their sessions."""
    person = person_of(request)
    context: dict[str, Any] = {"kinds": _kinds(), "wanted": "all" in request.GET}
    if person is not None:
        context |= _played_context(person, request.GET.get("page", "1"), request.GET.get("group", ""))
    return render(request, "table/home.html", context)


def _kinds() -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the games under their headings, dice before cards."""
    games: dict[Family, list[dict[str, Any]]] = {family: [] for family in Family}
    for edition in in_order():
        games[presentations()[edition.slug].family].append(_game(edition))
    return [(_("Dice"), games[Family.DICE]), (_("Cards"), games[Family.CARDS])]


def _game(edition: Edition, about: str = "") -> dict[str, Any]:
    presentation = presentations()[edition.slug]
    emblem = presentation.preset_emblems.get(edition.preset, presentation.emblem)
    return {"edition": edition, "about": about or edition.summary, "emblem": emblem}


def _played_context(person: Person, page: str, wanted: str) -> dict[str, Any]:
    """Build the context of a group's games and of tables that the person joined, newest first.

    `wanted`: the address of another of their groups.
    """
    groups = groups_of(person)
    group = current_group(person, groups, wanted)
    if group is not None:
        fall_back(group.zone)
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position", "number"))
    running = load_tables(_running(person, groups).prefetch_related(seats)[:RUNNING])
    number, over = _finished(person, group, number_of(page, 8) or 1)
    shown = Session.objects.filter(pk__in=over[:FINISHED]).order_by("-started")
    finished = load_tables(shown.prefetch_related(seats))
    lately = sorted(
        (table.session for table in [*running, *finished]), key=lambda each: each.started, reverse=True
    )
    cards = [_card(table) for table in finished]
    return {
        "group": group,
        "groups": groups,
        "called": group_title(group) if group else "",
        "money": money_of(group, partial(player_of, group, person)) if group else None,
        "running": [_card(table, [each for each in groups if each != group]) for table in running],
        "finished": cards,
        "newer": number - 1,
        "older": number + 1 if len(over) > FINISHED else 0,
        "again": _rematches([card for card in cards if group and card.table.session.group_id == group.pk]),
        "likely": _likely([edition_of(each.game, each.options).key for each in lately], _played(group)),
        "known": bool(running or finished),
    }


def _joined_tables(person: Person) -> QuerySet[Session]:
    """Return the tables at which a person has a phone."""
    return Session.objects.filter(participations__person=person, participations__removed=None, removed=None)


def _running(person: Person, groups: Sequence[Group]) -> QuerySet[Session]:
    """Return the running games of a person's groups and of tables they joined, newest first."""
    is_open = Q(finished=None, ended=None)
    tables = Session.objects.filter(is_open, group__in=groups, removed=None).values("pk")
    wanted = tables.union(_joined_tables(person).filter(is_open).values("pk"))
    return Session.objects.filter(pk__in=wanted).order_by("-started")


def _finished(person: Person, group: Group | None, number: int) -> tuple[int, list[int]]:
    """Return a page of finished games, newest first: its number, and its sessions plus one more.

    The database reads two ordered lists and merges them. OR, or a count, would read every game; games are counted
    only for a number beyond the last page.
    """
    is_finished = Q(finished__isnull=False) | Q(ended__isnull=False)
    own = Session.objects.filter(is_finished, group=group, removed=None)
    others = _joined_tables(person).filter(is_finished).exclude(group=group)
    both = own.values_list("started", "pk").union(others.values_list("started", "pk"), all=True)
    start = (number - 1) * FINISHED
    found = [key for _started, key in both.order_by("-started")[start : start + FINISHED + 1]]
    if found or number == 1:
        return number, found
    return _finished(person, group, max(1, -(-both.count() // FINISHED)))


def _played(group: Group | None) -> Counter[str]:
    """Return the number of finished games of a group, by edition key."""
    found = Counter[str]()
    for game, rules, times in times_played(group.pk) if group else ():
        found[edition_of(game, rules).key] += times
    return found


def _likely(lately: Sequence[str], played: Counter[str]) -> list[dict[str, Any]]:
    """Return the game played last, and those played most in recent sessions, filled up with others.

    `lately`: the edition keys of recent sessions, newest first.
    """
    found = []
    most = [key for key, _times in Counter(lately).most_common()]
    for key in list(dict.fromkeys([*lately[:1], *most]))[:LIKELY]:
        times = played[key]
        about = ngettext("played once", "played %(count)d times", times) % {"count": times}
        found.append(_game(BY_KEY[key], about if times else ""))
    others = [edition for edition in in_order() if edition.key not in lately]
    return found + [_game(edition) for edition in others[: LIKELY - len(found)]]


def _rematches(cards: list[Card]) -> list[Card]:
    """Return the last session of each game with the same players."""
    found: dict[tuple[str, frozenset[int]], Card] = {}
    for card in cards:
        key = (card.name, frozenset(seat.player_id for seat in card.table.seats))
        found.setdefault(key, card)
    return list(found.values())[:REMATCHES]


def _card(table: Table, groups: Sequence[Group] = ()) -> Card:
    """Build a card.

    `groups`: named on the card if the game belongs to one of them.
    """
    names = list(table.names.values())
    letters = initials(names)
    avatars = tuple((seat.player.colour, letter) for seat, letter in zip(table.seats, letters, strict=True))
    name = table.game_name
    where = next((group_title(group) for group in groups if group.pk == table.session.group_id), "")
    return Card(table, name, avatars, listed([progress_text(table), where]), next_text(table))
