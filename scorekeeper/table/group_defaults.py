"""Defaults of a group's new games: house rules, stake, currency, language of shared texts.

A new game starts from these. A rematch is played as the game before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.games.house_rules import HouseRules, known_rules
from scorekeeper.ledger.money import is_currency
from scorekeeper.people.groups import lock_group
from scorekeeper.people.language import supported
from scorekeeper.people.models import Group
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, OptionValue


def rules_of(group: Group | None, game: Game[Any, Any]) -> HouseRules | None:
    """Return the house rules stored by a group for a game, or None."""
    stored = group.house_rules.get(game.slug) if group is not None else None
    return known_rules(game, stored) if isinstance(stored, dict) else None


def save_rules(group: Group, game: str, explicit: Mapping[str, OptionValue] | None) -> Group:
    """Store house rules for a game and return the group.

    None deletes them: then new games follow the last one.
    """
    with writing():
        lock_group(group.pk)
        fresh = Group.objects.get(pk=group.pk)
        others = {slug: rules for slug, rules in fresh.house_rules.items() if slug != game and slug in GAMES}
        fresh.house_rules = others if explicit is None else others | {game: dict(explicit)}
        fresh.save(update_fields=["house_rules"])
        return fresh


def save_defaults(group: Group, stake: Mapping[str, Any], currency: str, language: str) -> None:
    """Store stake, currency and language, each empty for none.

    Unknown values count as none.
    """
    with writing():
        lock_group(group.pk)
        Group.objects.filter(pk=group.pk).update(
            stake=dict(stake),
            currency=currency if is_currency(currency) else "",
            language=supported(language),
        )
