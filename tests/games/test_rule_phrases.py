"""Phrases of house rules: one for every value, and no two alike."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from scorekeeper.games.house_rules import HouseRules
from scorekeeper.games.rule_phrases import phrase, title_words
from scorekeeper.rules import GAMES

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_phrase_exists_for_every_value_of_every_option(slug: str, language: str) -> None:
    with override(language):
        for option in GAMES[slug].OPTIONS:
            phrases = [phrase(option, value.value) for value in option.values]
            assert all(phrases), option.name
            assert len(set(phrases)) == len(phrases), option.name
            assert not [text for text in phrases if ":" in text or "%" in text], option.name
            assert not {gettext("Yes"), gettext("No")} & set(phrases), option.name


@pytest.mark.parametrize("slug", GAMES)
def test_title_words_of_one_option_are_distinct(slug: str) -> None:
    for option in GAMES[slug].OPTIONS:
        words = [title_words(option, value.value) for value in option.values]
        assert not any(words) or len(set(words)) == len(words), option.name


def test_phrase_of_unknown_value_is_value() -> None:
    option = GAMES["crag"].OPTIONS[0]
    assert phrase(option, "sometimes") == "sometimes"
    assert title_words(option, "sometimes") == ""


def test_summary_says_what_differs_in_phrases() -> None:
    game = GAMES["generala"]
    rules = HouseRules(game, {"generala_points": 60, "double_generala": True})
    assert rules.summary == "Generala 60; with double generala"
    assert HouseRules(game).summary == "Standard rules"
