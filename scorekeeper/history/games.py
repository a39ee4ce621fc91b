"""The finished games of a group, newest first: filtered, searched, and a page at a time.

A page begins where the one before ended, by time and number, so that the thousandth page costs what the first one does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from scorekeeper.core.i18n.dates import begins
from scorekeeper.people.models import Group, Player
from scorekeeper.people.names import fold
from scorekeeper.play.game_names import EDITIONS, Edition, edition_of, games_called

from .contribution import WON
from .models import Frequency, Result, Score, Variant
from .models import Played as GamesPlayed

PAGE = 30
SELDOM = 3000  # games
MOST_WORDS = 6
_PLACE = re.compile(r"([0-9]{1,17})-([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: a game by its name, a player by number, a year, words of names; empty: everything.

    `since`, `until`: the first and the last day. `after`: where the page before ended, as `Page.older` says it.
    """

    game: Edition | None = None
    player: int = 0
    year: int = 0
    since: date | None = None
    until: date | None = None
    words: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over. `day`: of play, where the reader is; `winners`: their numbers; `best`: what they came to,
    None where that is no points; `counted`: whether it counts in statistics.
    """

    address: str
    game: str
    rules: Mapping[str, Any]
    day: date
    players: int
    winners: tuple[int, ...]
    best: int | None
    counted: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Some games, and what asks for the next ones; empty at the end."""

    games: Sequence[Played]
    older: str


def page_of(group: Group, wanted: Wanted, most: int = PAGE) -> Page:
    """A page of the games that are looked for, in two queries."""
    rows = _found(group, wanted).select_related("session")[: most + 1]
    results = list(rows)
    shown = results[:most]
    scores: dict[int, list[Score]] = {result.pk: [] for result in shown}
    for score in Score.objects.filter(result__in=[result.pk for result in shown], won=True):
        scores[score.result_id].append(score)
    older = _place(shown[-1]) if len(results) > most else ""
    return Page([_played(result, scores[result.pk]) for result in shown], older)


def kinds_of(group: Group) -> list[Edition]:
    """The games that a group has played, as the rules list them."""
    rows = GamesPlayed.objects.filter(group=group).values_list("variant__game", "variant__rules")
    played = {edition_of(slug, rules).key for slug, rules in rows}
    return [edition for edition in EDITIONS if edition.key in played]


def years_of(group: Group) -> list[int]:
    """The years from the first game to the last, newest first. Two queries, each of one row: asked for both ends at
    once, a database would look at everything between.
    """
    found = Result.objects.filter(group=group).select_related("session")
    last, first = (found.order_by(order).first() for order in ("-finished", "finished"))
    if first is None or last is None:
        return []
    return list(range(last.day.year, first.day.year - 1, -1))


# --- inside ----------------------------------------------------------------------------------------------


def _found(group: Group, wanted: Wanted) -> QuerySet[Result]:
    found = Result.objects.filter(group=group).order_by("-finished", "-pk")
    if wanted.game:
        found = found.filter(_of_edition(wanted.game))
    if wanted.player:
        found = found.filter(_of_player(wanted.player))
    if wanted.year:
        year = wanted.year
        found = found.filter(_from(date(year, 1, 1)), _before(date(year + 1, 1, 1)))
    if wanted.since:
        found = found.filter(_from(wanted.since))
    if wanted.until:
        found = found.filter(_before(wanted.until + timedelta(days=1)))
    for word in wanted.words.split()[:MOST_WORDS]:
        found = found.filter(_named(group, word))
    place = _PLACE.fullmatch(wanted.after)
    if place:
        at, number = datetime.fromtimestamp(int(place[1]) / 10**6, UTC), int(place[2])
        found = found.filter(Q(finished__lt=at) | Q(finished=at, pk__lt=number))
    return found


def _from(day: date) -> Q:
    """Games of this day of play and later ones. The first part lets an index be used."""
    moment, dated = begins(day), _dated(day)
    known = Q(session__given__isnull=True, finished__gte=moment)
    return Q(finished__gte=min(moment, dated)) & (
        known | Q(session__given__isnull=False, finished__gte=dated)
    )


def _before(day: date) -> Q:
    """Games of the days of play before this one."""
    moment, dated = begins(day), _dated(day)
    known = Q(session__given__isnull=True, finished__lt=moment)
    return Q(finished__lt=max(moment, dated)) & (known | Q(session__given__isnull=False, finished__lt=dated))


def _dated(day: date) -> datetime:
    """Where a day begins for results of which only the day is known."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _of_player(player: int) -> Q:
    """The games of a player. Those of one who played seldom are looked up; of one who played often the newest are soon
    found among all, and are not worth counting up.
    """
    played = Frequency.objects.filter(player=player, box=WON).aggregate(times=Sum("times"))["times"] or 0
    if played > SELDOM:
        return Q(_sat(Q(player=player)))
    return Q(pk__in=Score.objects.filter(player=player).values("result"))


def _sat(who: Q) -> Exists:
    """Whether somebody of these sat there."""
    return Exists(Score.objects.filter(who, result=OuterRef("pk")))


def _named(group: Group, word: str) -> Q:
    """A word of a search: within the name of a game or of a player."""
    folded = fold(word)
    players = Player.objects.filter(group=group, folded__contains=folded).values("pk")
    games = Q(pk__in=[])
    for edition in games_called(word):
        games |= _of_edition(edition)
    return games | Q(_sat(Q(player__in=players)))


def _of_edition(edition: Edition) -> Q:
    """The games that go by this name."""
    if not edition.preset:
        return Q(game=edition.slug)
    variants = Variant.objects.filter(game=edition.slug, rules__preset=edition.preset)
    return Q(game=edition.slug, variant__in=variants.values("pk"))


def _place(result: Result) -> str:
    """Where a game stands in the order, to go on behind it: microseconds since 1970 and its number."""
    since = result.finished - datetime(1970, 1, 1, tzinfo=UTC)
    return f"{(since.days * 86400 + since.seconds) * 10**6 + since.microseconds}-{result.pk}"


def _played(result: Result, winners: Sequence[Score]) -> Played:
    return Played(
        result.session.address,
        result.game,
        result.session.options,
        result.day,
        result.players,
        tuple(score.player_id for score in winners),
        _best(result, winners),
        result.counted,
    )


def _best(result: Result, winners: Sequence[Score]) -> int | None:
    """What the winners came to, partners together; sides that share a win have as many."""
    if not result.has_points or not winners:
        return None
    return max(score.side_points or 0 for score in winners)
