"""House rules of old results without house rules in the file: chosen in the preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.history.models import VariantCount
from scorekeeper.history.projection import house_rules
from scorekeeper.history.variants import MARKS, called
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import BY_KEY, Edition, edition_of
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import OptionValue

from .results_parser import OldGame, OldResults

PRINTED = "printed"
FIELD = "rules-"  # and the key of the edition

Rules = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class RulesQuestion:
    """The question for the house rules of an edition; `name`: of the game."""

    field: str
    name: str
    options: tuple[tuple[str, str], ...]  # (value, label) pairs


def unknown_editions(games: Sequence[OldGame]) -> list[str]:
    """Return the keys of editions with games of unknown house rules, in the order of the file."""
    found = (edition_of(game.game, game.options).key for game in games if not game.rules_known)
    return list(dict.fromkeys(found))


def questions(keys: Sequence[str], group: Group | None) -> Iterator[RulesQuestion]:
    """Yield the question of each edition; it offers the house rules that the group has played."""
    for key in keys:
        edition = BY_KEY[key]
        played = _played(edition, group)
        offered = [("", _("not known")), (PRINTED, _("Standard rules"))]
        among = list(played.values())
        offered += [
            (number, called(edition.slug, rules, [edition.rules, *among])) for number, rules in played.items()
        ]
        yield RulesQuestion(FIELD + key, edition.name, tuple(offered))


def chosen_rules(keys: Sequence[str], group: Group | None, posted: Mapping[str, str]) -> dict[str, Rules]:
    """Return the chosen house rules by edition; editions without a choice are left out."""
    found: dict[str, Rules] = {}
    for key in keys:
        edition = BY_KEY[key]
        offered = {PRINTED: edition.rules} | _played(edition, group)
        if (value := posted.get(FIELD + key, "")) in offered:
            found[key] = offered[value]
    return found


def with_rules(results: OldResults, chosen: Mapping[str, Rules]) -> OldResults:
    """Return the results with the chosen house rules where their file names none."""
    return replace(results, games=tuple(_with_rules(game, chosen) for game in results.games))


def _with_rules(game: OldGame, chosen: Mapping[str, Rules]) -> OldGame:
    rules = None if game.rules_known else chosen.get(edition_of(game.game, game.options).key)
    return game if rules is None else replace(game, options=rules, rules_known=True)


def _played(edition: Edition, group: Group | None) -> dict[str, dict[str, Any]]:
    """Return the house rules of a group's games of an edition by number, the most played first.

    The printed rules are left out: each question offers them anyway.
    """
    game = GAMES[edition.slug]
    printed = house_rules(game, game.resolve(edition.rules)).rules
    counts = VariantCount.objects.filter(group=group, variant__game=edition.slug, games__gt=0)
    rows = counts.select_related("variant").order_by("-games", "variant") if group else ()
    rules = {str(row.variant_id): row.variant.rules for row in rows}
    return {
        number: each
        for number, each in rules.items()
        if each != printed
        and edition_of(edition.slug, each).key == edition.key
        and not any(each.get(mark) for mark in MARKS)
    }
