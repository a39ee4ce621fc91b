"""Help page of one table: its own house rules first, then the rest, then other readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.games.house_rules import HouseRules
from scorekeeper.games.presentations import presentations
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Option, Options, OptionValue

from .content import Example, Point, Reading, Rule, agrees
from .figures import example_html, plain, text_html


@dataclass(frozen=True, slots=True)
class Block:
    """One point of the page.

    `elsewhere`: the other readings, for a rule that this table changed. `boxes`: the boxes of the sheet that it
    describes, in a card game its own name; a link from the table opens the page there.
    """

    anchor: str
    title: SafeString
    text: SafeString
    examples: tuple[SafeString, ...]
    elsewhere: str = ""
    boxes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Readings:
    """The source of the reading of one house rule, and the other readings.

    `more`: other readings that are too many to list each.
    """

    option: str
    label: str
    source: SafeString
    more: SafeString
    others: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The help page.

    `unplayed`: the options that appear only among the readings at the end.
    """

    changed: tuple[Block, ...]
    printed: tuple[Block, ...]
    readings: tuple[Readings, ...]
    unplayed: frozenset[str]
    sources: tuple[SafeString, ...]

    @property
    def index(self) -> tuple[Block, ...]:
        """The rules of this table, in the order of the page."""
        return (*self.changed, *self.printed)


def page(rules: HouseRules) -> Page:
    """Build the page for a game's house rules, in the language of the request."""
    return _page(get_language() or "", rules.game.slug, rules.options, frozenset(rules.explicit))


@lru_cache(maxsize=256)
def _page(_language: str, slug: str, options: Options, explicit: frozenset[str]) -> Page:
    guide = presentations()[slug].help
    boxes = {box.name for box in GAMES[slug].BOXES}
    known = {option.name: option for option in GAMES[slug].OPTIONS}
    rules = [part for part in guide.parts if isinstance(part, Rule)]
    changed = [rule for rule in rules if rule.option in explicit]
    parts = [part for part in guide.parts if part not in changed and agrees(options, part.options)]
    return Page(
        tuple(_changed(rule, known[rule.option], options, boxless=not boxes) for rule in changed),
        tuple(
            _played(part, known[part.option], options, boxless=not boxes)
            if isinstance(part, Rule)
            else _point(part, options, boxes)
            for part in parts
        ),
        tuple(_readings(rule, known[rule.option], options) for rule in rules),
        frozenset(rule.option for rule in rules if rule not in changed and rule not in parts),
        tuple(text_html(source) for source in guide.sources),
    )


def _point(point: Point, options: Options, boxes: Set[str]) -> Block:
    # a card game has no boxes: its entry panels name the rule
    named = (point.anchor,) if not boxes or point.anchor in boxes else ()
    return Block(
        f"point-{point.anchor}",
        text_html(point.title),
        text_html(point.text),
        _examples(point.examples, options),
        boxes=point.boxes or named,
    )


def _played(rule: Rule, option: Option, options: Options, *, boxless: bool) -> Block:
    """Return the block of a house rule in the reading of this table."""
    value = options[rule.option]
    reading = next(each for each in rule.readings if each.value == value)
    block = _block(f"rule-{rule.option}", reading, _label(option, value), options)
    return replace(block, boxes=rule.boxes or ((rule.option,) if boxless else ()))


def _changed(rule: Rule, option: Option, options: Options, *, boxless: bool) -> Block:
    """Return the block of a house rule that this table changed, with the other readings."""
    others = [each for each in rule.readings if each.value != options[rule.option]]
    others_read = [plain(each.elsewhere, _label(option, each.value)) for each in others]
    readings = plain(rule.others) or _("; or ").join(others_read)
    return replace(
        _played(rule, option, options, boxless=boxless),
        elsewhere=_("Other tables: %(readings)s.") % {"readings": readings},
    )


def _readings(rule: Rule, option: Option, options: Options) -> Readings:
    """Return the other readings of a rule.

    If they are too many to list, they are summed up in words, and only the printed reading is shown in full.
    """
    others = [each for each in rule.readings if each.value != options[rule.option]]
    if rule.others:
        others = [each for each in others if each.value == option.default]
    blocks = []
    for each in others:
        there = {**options, **rule.options, rule.option: each.value}
        blocks.append(_block(f"{rule.option}-{each.value}", each, _label(option, each.value), there))
    return Readings(
        rule.option, plain(option.label), text_html(rule.source), text_html(rule.others), tuple(blocks)
    )


def _block(anchor: str, reading: Reading, label: str, options: Mapping[str, OptionValue]) -> Block:
    return Block(
        anchor,
        text_html(reading.title, label),
        text_html(reading.text, label),
        _examples(reading.examples, options, label),
    )


def _examples(
    examples: Iterable[Example], options: Mapping[str, OptionValue], label: str = ""
) -> tuple[SafeString, ...]:
    """Draw the examples that hold under these house rules; if none does, draw all of them.

    Each example says what it is about.
    """
    every = list(examples)
    holding = [each for each in every if agrees(options, each.options)]
    return tuple(example_html(each, label) for each in holding or every)


def _label(option: Option, value: OptionValue) -> str:
    """Return the label of a value for use within a text, without a leading plus sign."""
    return plain(next(each.label for each in option.values if each.value == value)).removeprefix("+")
