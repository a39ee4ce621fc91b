"""Search and pages of a group's finished games, newest first.

Keyset pagination: a page begins after the last game of the previous one, so that every page costs the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.people.models import Group, Player
from scorekeeper.people.names import fold
from scorekeeper.play.game_names import EDITIONS, Edition, edition_of, games_called
from scorekeeper.play.session_notes import note_of, searchable

from .contribution import WON
from .models import Frequency, Result, Score, Variant, VariantCount, with_session
from .period import ALL_TIME, LIMITS, Period, within

PAGE, FEW = 30, 5
SELDOM = 3000  # games up to which a player's games are looked up by player
MOST_WORDS = 6
STAKED, FREE = "yes", "no"
MOST_FOUND = 1000  # games up to which those found are counted
_NEWEST = CompiledQuery(
    lambda group: with_session(Result.objects.filter(group=group)).order_by("-finished", "-pk")[:FEW],
    group=int,
)
_NEWEST_IN_PERIOD = CompiledQuery(
    lambda group, **limits: with_session(Result.objects.filter(within("", limits), group=group)).order_by(
        "-finished", "-pk"
    )[:FEW],
    group=int,
    **LIMITS,
)
_SCORES = CompiledQuery(
    lambda results: Score.objects.filter(result__in=results).order_by("result", "rank", "position"),
    results=list,
)
_PLACE = re.compile(r"([0-9]{1,17})-([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class GameSearch:
    """A search of finished games; an empty one finds all.

    `variant`, `player`: ids. `size`: number of players. `stake`: `STAKED`, `FREE`, or empty for both. `since`, `until`:
    first and last day, within `period`. `words`: parts of names of games or players, or of notes. `after`: end of the
    previous page, from `Page.older`.
    """

    game: Edition | None = None
    variant: int = 0
    player: int = 0
    size: int = 0
    stake: str = ""
    period: Period = ALL_TIME
    since: date | None = None
    until: date | None = None
    words: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game in a list.

    `day`: day of play in the reader's time zone. `scores`: of all players, the best rank first. `best`: the winners'
    total, None if totals are no points. `note`: place and tags, if noted.
    """

    result: Result
    day: date
    scores: Sequence[Score]
    best: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of games.

    `older`: `GameSearch.after` of the next page, empty on the last one.
    """

    games: Sequence[FinishedGame]
    older: str


def page_of(group: Group, wanted: GameSearch) -> Page:
    """Return a page of the games that match a search.

    Two queries.
    """
    results = list(with_session(_found(group, wanted))[: PAGE + 1])
    shown = results[:PAGE]
    older = _place(shown[-1]) if len(results) > PAGE else ""
    return Page(_with_scores(shown), older)


def newest_games(group: Group, period: Period) -> Sequence[FinishedGame]:
    """Return the last finished games of a group in a period, the newest first, `FEW` at most.

    Two queries.
    """
    limits = {} if period.is_all else period.limits()
    return _with_scores((_NEWEST_IN_PERIOD if limits else _NEWEST)(group=group.pk, **limits))


def _with_scores(results: Sequence[Result]) -> list[FinishedGame]:
    scores: dict[int, list[Score]] = {result.pk: [] for result in results}
    for score in _SCORES(results=scores):
        scores[score.result_id].append(score)
    return [_finished_game(result, scores[result.pk]) for result in results]


def number_found(group: Group, wanted: GameSearch) -> int:
    """Return the number of games that match a search, at most `MOST_FOUND` + 1.

    One query.
    """
    return _found(group, replace(wanted, after="")).order_by()[: MOST_FOUND + 1].count()


def editions_of(group: Group) -> list[Edition]:
    """Return the games that a group has played, in the order of the rules."""
    rows = VariantCount.objects.filter(group=group).values_list("variant__game", "variant__rules")
    played = {edition_of(slug, rules).key for slug, rules in rows}
    return [edition for edition in EDITIONS if edition.key in played]


def _found(group: Group, wanted: GameSearch) -> QuerySet[Result]:
    found = Result.objects.filter(group=group).order_by("-finished", "-pk")
    if wanted.game:
        found = found.filter(_of_edition(wanted.game))
    if wanted.variant:
        found = found.filter(variant=wanted.variant)
    if wanted.size:
        found = found.filter(players=wanted.size)
    if wanted.player:
        found = found.filter(_of_player(wanted.player))
    if wanted.stake:
        free = Q(session__stake__kind__isnull=True) | Q(session__stake__kind="none")
        found = found.filter(free if wanted.stake == FREE else ~free)
    found = found.filter(wanted.period.matches(), Period(wanted.since, wanted.until).matches())
    for word in wanted.words.split()[:MOST_WORDS]:
        found = found.filter(_named(group, word))
    place = _PLACE.fullmatch(wanted.after)
    if place:
        at, number = datetime.fromtimestamp(int(place[1]) / 10**6, UTC), int(place[2])
        found = found.filter(Q(finished__lt=at) | Q(finished=at, pk__lt=number))
    return found


def _of_player(player: int) -> Q:
    """Match the games of a player: by a list of ids if they are few, else by a condition.

    A frequent player's newest games are found quickly among all games; collecting all of them would be slower.
    """
    played = Frequency.objects.filter(player=player, box=WON).aggregate(times=Sum("times"))["times"] or 0
    if played > SELDOM:
        return Q(_sat(Q(player=player)))
    return Q(pk__in=Score.objects.filter(player=player).values("result"))


def _sat(who: Q) -> Exists:
    """Match games in which one of these players sat."""
    return Exists(Score.objects.filter(who, result=OuterRef("pk")))


def _named(group: Group, word: str) -> Q:
    """Match a word within the name of a game or of a player, or within the note of a game."""
    folded = fold(word)
    players = Player.objects.filter(group=group, folded_name__contains=folded).values("pk")
    games = Q(pk__in=[])
    for edition in games_called(word):
        games |= _of_edition(edition)
    noted = Q(session__note__searchable__icontains=searchable(word))
    return games | noted | Q(_sat(Q(player__in=players)))


def _of_edition(edition: Edition) -> Q:
    """Match the games of an edition."""
    if not edition.preset:
        return Q(game=edition.slug)
    variants = Variant.objects.filter(game=edition.slug, rules__preset=edition.preset)
    return Q(game=edition.slug, variant__in=variants.values("pk"))


def _place(result: Result) -> str:
    """Return the sort position of a game as text: microseconds since 1970 and id."""
    since = result.finished - datetime(1970, 1, 1, tzinfo=UTC)
    return f"{(since.days * 86400 + since.seconds) * 10**6 + since.microseconds}-{result.pk}"


def _finished_game(result: Result, scores: Sequence[Score]) -> FinishedGame:
    return FinishedGame(result, result.day, scores, _best(result, scores), note_text(result))


def note_text(result: Result) -> str:
    """Return the place and the tags of a game, empty without any."""
    note = note_of(result.session)
    return listed([note.place, *note.tags])


def _best(result: Result, scores: Sequence[Score]) -> int | None:
    """Return the total of the winning side; sides that share a win have equal totals."""
    winners = [score for score in scores if score.won]
    if not result.has_points or not winners:
        return None
    return max(score.side_points or 0 for score in winners)
