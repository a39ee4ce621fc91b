"""The variants that a group has played, with distinct names: "Generala 50", "Generala 60"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.rule_phrases import phrase, title_words
from scorekeeper.people.models import Group, Player
from scorekeeper.play.game_names import game_name
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Option
from scorekeeper.rules.naming import PRESET

from .models import Result, VariantCount
from .period import ALL_TIME, LIMITS, Period, within
from .period_sums import Scope, games_of

MARKS = ("imported", "partners")  # entries of a variant's rules that are no options of its game
_PLAYED = CompiledQuery(
    lambda group: VariantCount.objects.filter(group=group).select_related("variant"), group=int
)
_IN_PERIOD = CompiledQuery(
    lambda group, **limits: (
        Result.objects.filter(within("", limits), group=group)
        .values("variant")
        .order_by()
        .annotate(games=Count("pk", filter=Q(counted=True)), every=Count("pk"))
        .values_list("variant", "games", "every")
    ),
    group=int,
    **LIMITS,
)


@dataclass(frozen=True, slots=True)
class PlayedVariant:
    """A variant that a group has played.

    `number`: id. `game`, `name`: slug and name of the game. `called`: name that distinguishes it from the group's other
    variants. `games`, `every`: number of counted games and of all in the period. `points`: whether totals are points.
    `partners`: players per side, 0 if each plays alone. `dated`: whether only the days of its games are known.
    """

    number: int
    game: str
    name: str
    called: str
    games: int
    every: int
    points: bool
    partners: int = 0
    dated: bool = False
    period: Period = ALL_TIME

    def scope(self, group: Group) -> Scope:
        """Return the counted games of a group in this variant and period."""
        return Scope(group.pk, self.number, self.period, self.dated)

    def matches(self, path: str = "") -> Q:
        """Return the condition on results of the variant that they ended in the period."""
        return self.period.finished(dated=self.dated, path=path)


def played_variants(group: Group, period: Period = ALL_TIME) -> list[PlayedVariant]:
    """Return the variants that a group has played in a period, the most played first.

    One query, two for a period.
    """
    rows = _PLAYED(group=group.pk)
    rules: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        rules[row.variant.game].append(row.variant.rules)
    found = [
        PlayedVariant(
            row.variant_id,
            row.variant.game,
            game_name(row.variant.game, row.variant.rules),
            called(row.variant.game, row.variant.rules, rules[row.variant.game]),
            row.games,
            row.games + row.uncounted,
            row.variant.game in GAMES and GAMES[row.variant.game].POINTS,
            int(row.variant.rules.get("partners", 0)),
            bool(row.variant.rules.get("imported")),
        )
        for row in rows
    ]
    if not period.is_all:
        found = _in_period(group, found, period)
    return sorted(found, key=lambda variant: (-variant.games, -variant.every, variant.number))


def times_played(group: int) -> list[tuple[str, Mapping[str, Any], int]]:
    """Return (slug, rules, games) of each variant of a group, see `play.hooks.Times`."""
    rows = _PLAYED(group=group)
    return [(row.variant.game, row.variant.rules, row.games + row.uncounted) for row in rows]


def _in_period(group: Group, every: Sequence[PlayedVariant], period: Period) -> list[PlayedVariant]:
    """Return the variants played in a period, with their games in it.

    One query.
    """
    rows = _IN_PERIOD(group=group.pk, **period.limits())
    known = {number: (games, every) for number, games, every in rows}
    return [
        replace(variant, games=known[variant.number][0], every=known[variant.number][1], period=period)
        for variant in every
        if variant.number in known
    ]


def own_variants(every: Sequence[PlayedVariant], player: Player, period: Period) -> list[PlayedVariant]:
    """Return the variants of a player's counted games in a period, the most played first.

    `PlayedVariant.games` is the number of the player's games. One query.
    """
    played = games_of(player, period)
    mine = [replace(variant, games=played[variant.number]) for variant in every if variant.number in played]
    return sorted(mine, key=lambda variant: -variant.games)


def called(slug: str, rules: Mapping[str, Any], among: Sequence[Mapping[str, Any]]) -> str:
    """Name a variant by its differences from the others of its game.

    Example: "Crag, 13 only with three ...". `among`: rules of all variants of the game. Imported and partnership
    variants are named as such, and compared with others of their sort.
    """
    among = [other for other in among if game_name(slug, other) == game_name(slug, rules)]
    alike = [other for other in among if all(other.get(mark) == rules.get(mark) for mark in MARKS)]
    name = _among(slug, rules, alike)
    return listed([name, *_marks(rules)]) if len(alike) < len(among) else name


def _marks(rules: Mapping[str, Any]) -> list[str]:
    partners = int(rules.get("partners", 0))
    marks = [_("imported")] if rules.get("imported") else []
    if partners == 2:
        marks.append(_("in pairs"))
    elif partners:
        marks.append(_("%(count)d on a side") % {"count": partners})
    return marks


def _among(slug: str, rules: Mapping[str, Any], among: Sequence[Mapping[str, Any]]) -> str:
    """Name a variant by its differing title words and as few phrases as distinguish it."""
    if slug not in GAMES or len(among) < 2:
        return game_name(slug, rules)
    # options of later rule versions are missing from older variants, which means their defaults
    late = {option.name: option.default for option in GAMES[slug].OPTIONS if option.since > 1}
    every = [{**late, **other} for other in among]
    differing = [
        option for option in GAMES[slug].OPTIONS if len({str(other.get(option.name)) for other in every}) > 1
    ]
    own, *others = (_words(slug, each, differing) for each in [{**late, **rules}, *every])
    others = [other for other in others if other != own]
    enough = (
        count
        for count in range(len(own.phrases) + 1)
        if all((own.title, own.phrases[:count]) != (other.title, other.phrases[:count]) for other in others)
    )
    return listed([own.title, *own.phrases[: next(enough, None)]])


class _Words(NamedTuple):
    """A variant in words: its name, and a phrase for each other rule."""

    title: str
    phrases: tuple[str, ...]


def _words(slug: str, rules: Mapping[str, Any], differing: Sequence[Option]) -> _Words:
    titled = [option for option in differing if any(value.title for value in option.values)]
    words = [title_words(option, rules.get(option.name)) for option in titled]
    usual = GAMES[slug].resolve({PRESET: rules[PRESET]} if PRESET in rules else {})
    phrases = [
        phrase(option, rules.get(option.name))
        for option in differing
        if option not in titled and rules.get(option.name) != usual[option.name]
    ]
    return _Words(" ".join([game_name(slug, rules), *filter(None, words)]), tuple(phrases))
