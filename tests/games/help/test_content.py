"""Help pages: every game, house rule and value has a text, an example and its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorekeeper.games.help.content import (
    Cards,
    Dice,
    Guide,
    Order,
    Point,
    Reading,
    Rule,
    Seating,
    agrees,
)
from scorekeeper.games.help.page import page
from scorekeeper.games.house_rules import HouseRules
from scorekeeper.games.presentations import presentations
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.rules.naming import editions
from tests.games.help.examples import examples

GUIDES = {slug: presentation.help for slug, presentation in presentations().items()}


def missing(game: Game[Any, Any], guides: Mapping[str, Guide]) -> list[str]:
    """Return the missing parts of a help page, a line each."""
    guide = guides.get(game.slug)
    if guide is None:
        return [f"{game.slug} has no help page: add scorekeeper/games/{game.slug}/help.py."]
    rules = {part.option: part for part in guide.parts if isinstance(part, Rule)}
    names = [option.name for option in game.OPTIONS]
    found = [f"{game.slug}: there is no option {name}." for name in rules if name not in names]
    if not any(guide.sources):
        found.append(f"{game.slug} names no source.")
    for option in game.OPTIONS:
        where = f"{game.slug}, {option.name}"
        if option.name not in rules:
            found.append(f"{where} is not explained.")
            continue
        rule = rules[option.name]
        if not rule.source:
            found.append(f"{where} names no source.")
        readings = {(type(reading.value), reading.value): reading for reading in rule.readings}
        for value in option.values:
            reading = readings.pop((type(value.value), value.value), None)
            found += [f"{where}, {value.value!r}: {fault}" for fault in lacking(reading)]
        found += [f"{where} has no value {value!r}." for _type, value in readings]
    return found


def lacking(reading: Reading | None) -> Iterator[str]:
    """Return the missing parts of one value of a house rule."""
    if reading is None:
        yield "is not explained."
        return
    if not all((reading.title, reading.text, reading.elsewhere)):
        yield "lacks a headline, its explanation, or its words for another table."
    if not reading.examples:
        yield "has no worked example."


def texts(guide: Guide) -> Iterator[str]:
    """Every text of a guide."""
    yield from guide.sources
    for part in guide.parts:
        if isinstance(part, Point):
            yield from (part.title, part.text)
        else:
            yield part.source
            for reading in part.readings:
                yield from (reading.title, reading.text, reading.elsewhere)
    for _where, _value, example in examples(guide):
        if isinstance(example, Order):
            yield example.label
        elif not isinstance(example, Seating):
            yield example.note
        if isinstance(example, Cards):
            yield from (shown.label for shown in example.shown)


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_and_value_is_described(slug: str) -> None:
    assert missing(GAMES[slug], GUIDES) == []


@pytest.mark.parametrize("slug", GAMES)
def test_missing_description_is_named(slug: str) -> None:
    game, guide = GAMES[slug], GUIDES[slug]
    assert missing(game, {}) == [f"{slug} has no help page: add scorekeeper/games/{slug}/help.py."]
    for rule in (part for part in guide.parts if isinstance(part, Rule)):
        rest = tuple(part for part in guide.parts if part is not rule)
        cut = Guide(slug, rest, guide.sources)
        assert missing(game, {slug: cut}) == [f"{slug}, {rule.option} is not explained."]
        first, *others = rule.readings
        bare = Reading(first.value, first.title, first.text, first.elsewhere, ())
        for readings, fault in (((bare, *others), "has no worked example."), (others, "is not explained.")):
            cut = Guide(slug, (*rest, Rule(rule.option, "", tuple(readings))), guide.sources)
            assert missing(game, {slug: cut}) == [
                f"{slug}, {rule.option} names no source.",
                f"{slug}, {rule.option}, {first.value!r}: {fault}",
            ]


@pytest.mark.parametrize("slug", GUIDES)
def test_anchors_are_unique(slug: str) -> None:
    game = GAMES[slug]
    for sheet in editions(game):
        anchors = [
            part.anchor if isinstance(part, Point) else f"rule {part.option}"
            for part in GUIDES[slug].parts
            if isinstance(part, Rule) or agrees({**part.options, **sheet}, part.options)
        ]
        assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("slug", GUIDES)
def test_every_box_has_one_place_on_its_page(slug: str) -> None:
    """A link from the table opens the page there, under every single house rule."""
    game = GAMES[slug]
    given = [{option.name: each.value} for option in game.OPTIONS for each in option.values]
    for explicit in ({}, *given):
        rules = HouseRules(game, explicit)
        shown = page(rules)
        places = [box for block in (*shown.changed, *shown.printed) for box in block.boxes]
        boxes = game.boxes(rules.options) if isinstance(game, SheetGame) else {}
        assert len(set(places)) == len(places)
        assert set(places) >= set(boxes)


@pytest.mark.parametrize("slug", GUIDES)
def test_help_texts_follow_style(slug: str) -> None:
    """No gendered pronouns, no exclamation marks, and every card sign is drawn."""
    for text in texts(GUIDES[slug]):
        assert not re.search(r"!|\b(?:he|she|his|her|him|please)\b", text), text
        assert not re.search(r"[\[\]]", re.sub(r"\[(?:JK|(?:10|[1-9AJQK])[SHDCX]|[SHDCX])\]", "", text)), text


@pytest.mark.parametrize("slug", GAMES)
def test_dice_examples_show_what_counts_and_what_does_not(slug: str) -> None:
    """A house rule that decides whether dice score shows both."""
    for part in GUIDES[slug].parts:
        if isinstance(part, Rule) and part.option == "straights":
            for reading in part.readings:
                points = [
                    value
                    for each in reading.examples
                    if isinstance(each, Dice)
                    for value in each.boxes.values()
                ]
                assert 0 in points
                assert max(points) > 0
