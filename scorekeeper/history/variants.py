"""The variants that a group has played, and what each is called beside the others: "Generala 50", "Generala 60"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.people.models import Group
from scorekeeper.punctuation import labelled, listed
from scorekeeper.rules import GAMES
from scorekeeper.rules.core import Option

from .models import Played

MOST_LABELS = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """A variant: the number of its row, its game's slug and name, what it is called here; how many games that count,
    how many in all; whether totals are points.
    """

    number: int
    game: str
    name: str
    called: str
    games: int
    every: int
    points: bool


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
            _name(row.variant.game),
            called(row.variant.game, row.variant.rules, rules[row.variant.game]),
            row.games,
            row.games + row.uncounted,
            row.variant.game in GAMES and GAMES[row.variant.game].POINTS,
        )
        for row in rows
    ]
    return sorted(found, key=lambda kind: (-kind.games, -kind.every, kind.number))


def called(slug: str, rules: Mapping[str, Any], among: Sequence[Mapping[str, Any]]) -> str:
    """A variant by what sets it apart from the others of its game: by numbers where these suffice, else by words.

    What was brought along (`house_rules`) is set apart by that, and else by what sets it apart from its like.
    """
    alike = [other for other in among if other.get("imported") == rules.get("imported")]
    name = _among(slug, rules, alike)
    return listed([name, _("brought along")]) if rules.get("imported") and len(alike) < len(among) else name


# --- inside ----------------------------------------------------------------------------------------------


def _among(slug: str, rules: Mapping[str, Any], among: Sequence[Mapping[str, Any]]) -> str:
    if slug not in GAMES or len(among) < 2:
        return _name(slug)
    differing = [
        option
        for option in GAMES[slug].OPTIONS
        if any(other.get(option.name) != rules.get(option.name) for other in among)
    ]
    counting = [
        option.name for option in differing if all(_counts(other.get(option.name)) for other in among)
    ]
    name = " ".join([_name(slug), *(str(rules[each]) for each in counting)])
    if counting and sum(all(other.get(each) == rules[each] for each in counting) for other in among) == 1:
        return name
    words = [
        _words(option, rules.get(option.name))
        for option in differing
        if option.name not in counting and rules.get(option.name) != option.default
    ]
    more = words[:MOST_LABELS] + (["…"] if len(words) > MOST_LABELS else [])
    return listed([name, *more])


def _name(slug: str) -> str:
    return _(GAMES[slug].name) if slug in GAMES else slug


def _counts(value: Any) -> bool:
    """Whether it says something by itself: "Generala 60" does, "Yahtzee 0" does not."""
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _words(option: Option, value: Any) -> str:
    """A rule that is not as printed: its name where it is on or off, else its value."""
    if isinstance(value, bool):
        words = _(option.label)
        return words if value else _("no: %(rule)s") % {"rule": words}
    label = next((_(each.label) for each in option.values if each.value == value), str(value))
    return labelled(_(option.label), label)
