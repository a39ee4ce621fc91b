"""The variants that a group has played, and what each is called beside the others: "Generala 50", "Generala 60"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.rule_phrases import phrase, title_words
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import game_name
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Option
from scorekeeper.rules.naming import PRESET

from .models import Played, Result, Score

MOST_LABELS = 3
MARKS = ("imported", "partners")  # what sets variants apart beside the game's own options


@dataclass(frozen=True, slots=True)
class Kind:
    """A variant: the number of its row, its game's slug and name, what it is called here; how many games that count,
    how many in all; whether totals are points; how many play on a side, 0 where each plays alone.
    """

    number: int
    game: str
    name: str
    called: str
    games: int
    every: int
    points: bool
    partners: int = 0


def kinds(group: Group) -> list[Kind]:
    """The variants that a group has played, the most played first. In one query."""
    rows = list(Played.objects.filter(group=group).select_related("variant"))
    rules: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        rules[row.variant.game].append(row.variant.rules)
    found = [
        Kind(
            row.variant_id,
            row.variant.game,
            game_name(row.variant.game, row.variant.rules),
            called(row.variant.game, row.variant.rules, rules[row.variant.game]),
            row.games,
            row.games + row.uncounted,
            row.variant.game in GAMES and GAMES[row.variant.game].POINTS,
            int(row.variant.rules.get("partners", 0)),
        )
        for row in rows
    ]
    return sorted(found, key=lambda kind: (-kind.games, -kind.every, kind.number))


def times_played(group: int) -> list[tuple[str, Mapping[str, Any], int]]:
    """How many games a group has played of each variant. See `play.projections.Times`."""
    rows = Played.objects.filter(group=group).select_related("variant")
    return [(row.variant.game, row.variant.rules, row.games + row.uncounted) for row in rows]


def last_played(group: Group, player: int = 0) -> int:
    """The number of the variant that a group, or one of its players, played last of those that count; 0 for none."""
    played = Result.objects.filter(group=group, counted=True)
    if player:
        played = played.filter(pk__in=Score.objects.filter(player=player).values("result"))
    return played.order_by("-finished", "-session").values_list("variant", flat=True).first() or 0


def called(slug: str, rules: Mapping[str, Any], among: Sequence[Mapping[str, Any]]) -> str:
    """A variant by what sets it apart from the others of its game: "Generala 60", "Crag, 13 only with three ...".

    What was brought along or played with partners (`house_rules`) is set apart by that, and else by what sets it apart
    from its like.
    """
    among = [other for other in among if game_name(slug, other) == game_name(slug, rules)]
    alike = [other for other in among if all(other.get(mark) == rules.get(mark) for mark in MARKS)]
    name = _among(slug, rules, alike)
    return listed([name, *_marks(rules)]) if len(alike) < len(among) else name


# --- inside ----------------------------------------------------------------------------------------------


def _marks(rules: Mapping[str, Any]) -> list[str]:
    partners = int(rules.get("partners", 0))
    told = [_("brought along")] if rules.get("imported") else []
    if partners == 2:
        told.append(_("in pairs"))
    elif partners:
        told.append(_("%(count)d on a side") % {"count": partners})
    return told


def _among(slug: str, rules: Mapping[str, Any], among: Sequence[Mapping[str, Any]]) -> str:
    """The game's name, with the words of it that differ among these, and as many phrases as tell it from them all."""
    if slug not in GAMES or len(among) < 2:
        return game_name(slug, rules)
    # a house rule that came with a later version of the rules is not said where it is at its default
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
    """A variant in words: the name with what belongs to it, and a phrase for each other rule of its own."""

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
