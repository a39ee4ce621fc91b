"""System checks: a game without an icon or texts is named at the start."""

from __future__ import annotations

import pytest
from django.core.checks import run_checks

from scorekeeper.games import checks
from scorekeeper.games.checks import reasons_of
from scorekeeper.games.dice_sheet.score_reasons import REASONS, codes
from scorekeeper.games.presentations import presentations
from scorekeeper.rules import GAMES


def found() -> list[str]:
    return [message.msg for message in run_checks(tags=["games"])]


def test_games_pass_system_check() -> None:
    assert found() == []
    assert presentations().keys() == GAMES.keys()


@pytest.mark.parametrize("slug", GAMES)
def test_missing_emblem_is_named(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(type(presentations()[slug]), "emblem")
    assert found() == [f"The presentation of '{slug}' has no 'emblem'."]


@pytest.mark.parametrize("slug", GAMES)
def test_missing_presentation_is_named(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {other: each for other, each in presentations().items() if other != slug}
    monkeypatch.setattr(checks, "presentations", lambda: others)
    assert found() == [f"The game '{slug}' has no presentation."]


def test_missing_reason_is_named_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for code in ("joker", "crag"):
        monkeypatch.delitem(REASONS, code)
    assert found() == [
        "'crag' gives the reason 'crag', which has no words.",
        "'yahtzee' gives the reason 'joker', which has no words.",
    ]


def test_every_house_rule_has_texts_and_none_are_unused() -> None:
    given = set()
    for game in GAMES.values():
        single = [{option.name: each.value} for option in game.OPTIONS for each in option.values]
        given |= reasons_of(game, [{}, *single])
    given |= reasons_of(GAMES["generala"], [{"double_generala": True, "double_requires": "any_five_before"}])
    given |= reasons_of(GAMES["yahtzee"], [{"joker": "none", "five_as_full_house": False}])
    assert given == codes()
