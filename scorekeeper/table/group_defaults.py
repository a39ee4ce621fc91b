"""What a group agreed on once: house rules of each game, a stake, a currency, the language of what it shares.

The set-up of a new game begins with these. A rematch is played as the game before it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.games.house_rules import HouseRules, known_rules
from scorekeeper.ledger.money import is_currency
from scorekeeper.people.groups import hold
from scorekeeper.people.language import one_of_ours
from scorekeeper.people.models import Group
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, OptionValue


def rules_of(group: Group | None, game: Game[Any, Any]) -> HouseRules | None:
    """The house rules that a group keeps for a game, None where it keeps none."""
    kept = group.house_rules.get(game.slug) if group is not None else None
    return known_rules(game, kept) if isinstance(kept, dict) else None


def keep_rules(group: Group, game: str, explicit: Mapping[str, OptionValue] | None) -> Group:
    """Keep these house rules for a game; None forgets them, so that a new game is played as the last one was.

    The group as it is then.
    """
    with writing():
        hold(group.pk)
        fresh = Group.objects.get(pk=group.pk)
        others = {slug: rules for slug, rules in fresh.house_rules.items() if slug != game and slug in GAMES}
        fresh.house_rules = others if explicit is None else others | {game: dict(explicit)}
        fresh.save(update_fields=["house_rules"])
        return fresh


def keep(group: Group, stake: Mapping[str, Any], currency: str, language: str) -> None:
    """Keep a stake, a currency and a language, each empty for none. What is neither of these is none."""
    with writing():
        hold(group.pk)
        Group.objects.filter(pk=group.pk).update(
            stake=dict(stake),
            currency=currency if is_currency(currency) else "",
            language=one_of_ours(language),
        )
