"""Names of games by their house rules in the reader's language, and games by a typed name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from scorekeeper.people.names import fold, tidy
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import OptionValue
from scorekeeper.rules.naming import PRESET, editions, name_of, preset_of, summary_of


class Edition(NamedTuple):
    """A game as the menu offers it: its slug and the house rules of its printed sheet."""

    slug: str
    rules: Mapping[str, OptionValue]

    @property
    def key(self) -> str:
        """The key in forms and addresses: the slug, or slug and preset (yahtzee-kniffel)."""
        return self.slug if self.has_own_name else f"{self.slug}-{self.preset}"

    @property
    def has_own_name(self) -> bool:
        """Return whether its name is the game's own."""
        return preset_of(GAMES[self.slug], self.rules) is None

    @property
    def preset(self) -> str:
        """The key of the printed sheet, "" if the game has only one."""
        return str(self.rules.get(PRESET, ""))

    @property
    def name(self) -> str:
        """Its name in the reader's language."""
        return game_name(self.slug, self.rules)

    @property
    def summary(self) -> str:
        """Its description in one line."""
        return _(summary_of(GAMES[self.slug], self.rules))


LONGEST = 60  # letters of a name; longer ones are unknown

EDITIONS = tuple(Edition(slug, rules) for slug, game in GAMES.items() for rules in editions(game))
BY_KEY = {edition.key: edition for edition in EDITIONS}


def game_name(slug: str, rules: Mapping[str, Any] | None = None) -> str:
    """The name of a game under these house rules; the slug of an unknown game."""
    return _(name_of(GAMES[slug], rules or {})) if slug in GAMES else slug


def names_of(slug: str) -> str:
    """Every name a game goes by: "Yahtzee / Kniffel"."""
    return " / ".join(edition.name for edition in EDITIONS if edition.slug == slug)


def english_name(slug: str, rules: Mapping[str, Any] | None = None) -> str:
    """The name of a game as files write it, the same in every language."""
    return name_of(GAMES[slug], rules or {}) if slug in GAMES else slug


def edition_of(slug: str, rules: Mapping[str, Any]) -> Edition:
    """The edition that a game with these house rules is."""
    of_game = [edition for edition in EDITIONS if edition.slug == slug]
    return next((each for each in of_game if each.preset == rules.get(PRESET)), of_game[0])


def named_game(text: str) -> Edition | None:
    """The game and house rules with this name in any language, or with this slug.

    None for an unknown name.
    """
    return _named().get(fold(tidy(text))) if len(text) <= LONGEST else None


def in_order() -> list[Edition]:
    """All editions in the order of the menu: those of the reader's language first."""
    language = (get_language() or "")[:2]

    def foreign(edition: Edition) -> bool:
        preset = preset_of(GAMES[edition.slug], edition.rules)
        return preset is None or preset.language != language

    return sorted(EDITIONS, key=foreign)


def games_called(word: str) -> list[Edition]:
    """The editions whose names contain a word."""
    folded = fold(word)
    return [edition for edition in EDITIONS if folded in fold(edition.name)]


@cache
def _named() -> dict[str, Edition]:
    """Every edition by its key and by its folded name in each language.

    If two editions share a name, it means the first.
    """
    found = dict(BY_KEY)
    for language, _name in settings.LANGUAGES:
        with override(language):
            for edition in EDITIONS:
                found.setdefault(fold(edition.name), edition)
    return found
