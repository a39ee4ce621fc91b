"""Phrases within sentences, in each language."""

import pytest
from django.utils.translation import override

from scorekeeper.games.phrases import box_name
from scorekeeper.table.opening_roll import hand_name


@pytest.mark.parametrize(
    ("language", "name"), [("en", "full house"), ("de", "Full House"), ("es", "full"), ("fr", "full")]
)
def test_box_within_sentence(language: str, name: str) -> None:
    with override(language):
        assert box_name("Full house") == name


@pytest.mark.parametrize(("language", "name"), [("en", "pair of fours"), ("de", "Paar Vierer")])
def test_hand_of_dice(language: str, name: str) -> None:
    with override(language):
        assert hand_name((4, 4, 1, 2, 6)) == name
