"""Form of a game's house rules, built from its list of options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import clauses
from scorekeeper.play.game_names import game_name
from scorekeeper.rules.contract import Game, Option, Options, OptionValue, SetupError
from scorekeeper.rules.naming import PRESET

from .card_rounds.cards import card_html
from .phrases import capitalised
from .rule_phrases import phrase

PREFIX = "rule-"
MOST_DESCRIBED = 3  # up to this many differences are described, more are counted
KEYS = 8  # more numbers than this are typed instead of chosen by key
LONGEST = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a rule: the value sent, the label, the dice or cards that show it."""

    text: str
    label: str
    dice: tuple[int, ...]
    cards: tuple[SafeString, ...]
    checked: bool


@dataclass(frozen=True, slots=True)
class Number:
    """A rule with a typed number: the current text and the allowed numbers."""

    text: str
    allowed: range
    printed: OptionValue


@dataclass(frozen=True, slots=True)
class Block:
    """One rule of the form, with choices or a number.

    `listed`: one value per line, with its dice or cards. `needs_previous`: hidden while the rule before it is off.
    """

    name: str
    label: str
    explanation: str
    choices: tuple[Choice, ...]
    number: Number | None
    changed: bool
    listed: bool
    error: str
    against: int | None
    needs_previous: bool = False


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules chosen for a game; `explicit` are those that differ from the printed sheet.

    `errors`: the fault of each refused rule. `typed`: invalid numbers as typed. `links`: the line that forbids a rule.
    """

    game: Game[Any, Any]
    explicit: Mapping[str, OptionValue] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, int] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def options(self) -> Options:
        """Return all house rules, complete."""
        return self.game.resolve(self.explicit)

    @property
    def game_name(self) -> str:
        """Return the name of the game under these rules."""
        return game_name(self.game.slug, self.options)

    @property
    def preset(self) -> str:
        """Return the printed sheet's name, empty for a game with only one."""
        return text_of(self.options[PRESET]) if PRESET in self.options else ""

    @property
    def differing(self) -> list[str]:
        """Return the names of the rules that differ from the printed sheet."""
        return [name for name in self.explicit if name != PRESET]

    @property
    def phrases(self) -> list[str]:
        """Return the differences from the printed sheet, a phrase each."""
        own = self.differing
        return [phrase(each, self.options[each.name]) for each in self.game.OPTIONS if each.name in own]

    @property
    def summary(self) -> str:
        """Describe the differences from the printed sheet."""
        if not self.differing:
            return _("Standard rules")
        if len(self.differing) <= MOST_DESCRIBED:
            return capitalised(clauses(self.phrases))
        return ngettext(
            "%(count)d differs from the standard rules",
            "%(count)d differ from the standard rules",
            len(self.differing),
        ) % {"count": len(self.differing)}

    def printed(self) -> HouseRules:
        """Return the same sheet without any change."""
        kept = {name: value for name, value in self.explicit.items() if name == PRESET}
        return HouseRules(self.game, kept)

    def stepped(self, pressed: str) -> HouseRules:
        """Return the rules with a number one step up or down: "target +1", "target -1"."""
        name, _blank, direction = pressed.partition(" ")
        option = next((option for option in self.game.OPTIONS if option.name == name), None)
        allowed = option and numbers(option)
        if not option or not allowed or name in self.typed:
            return self
        place = allowed.index(self.options.number(name)) + (-1 if direction == "-1" else 1)
        value = allowed[min(max(place, 0), len(allowed) - 1)]
        return replace(self, explicit=_without_printed(self.game, {**self.explicit, name: value}))

    def blocks(self) -> list[Block]:
        """Return one block per rule."""
        options = self.options
        return [self._block(option, options[option.name]) for option in self.game.OPTIONS]

    def fields(self) -> list[tuple[str, str]]:
        """Return the form fields that send the same rules again."""
        sent = [(PREFIX + name, self.typed.get(name, text_of(value))) for name, value in self.options.items()]
        return [*sent, ("preset_shown", self.preset)]

    def _block(self, option: Option, chosen: OptionValue) -> Block:
        choices, number = tuple[Choice, ...](), None
        allowed = numbers(option)
        if allowed:
            number = Number(self.typed.get(option.name, text_of(chosen)), allowed, option.default)
        else:
            choices = tuple(
                Choice(
                    text_of(value.value),
                    _(value.label),
                    tuple(die for die in value.shown if isinstance(die, int)),
                    tuple(card_html(card) for card in value.shown if isinstance(card, str)),
                    value.value == chosen,
                )
                for value in option.values
            )
        return Block(
            option.name,
            _(option.label),
            _(option.explanation),
            choices,
            number,
            option.name in self.differing,
            any(value.shown for value in option.values),
            self.errors.get(option.name, ""),
            self.links.get(option.name),
            option.needs_previous,
        )


def numbers(option: Option) -> range | None:
    """Return the numbers of an option, if they are many and evenly spaced; else None."""
    found = [value.value for value in option.values if type(value.value) is int]
    if len(found) <= KEYS or len(found) != len(option.values):
        return None
    spaced = range(found[0], found[-1] + 1, found[1] - found[0])
    return spaced if list(spaced) == found else None


def text_of(value: OptionValue) -> str:
    """Return a value as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_rules(game: Game[Any, Any], form: Mapping[str, str]) -> HouseRules:
    """Read the rules of a form; explicit are those that differ from the sheet that it showed."""
    known = {option.name: option for option in game.OPTIONS}
    errors, typed = dict[str, str](), dict[str, str]()
    chosen: dict[str, OptionValue] = {}
    for name, option in known.items():
        if (text := form.get(PREFIX + name)) is None:
            continue
        allowed = numbers(option)
        plain = _plain(text) if allowed else text
        values = [value.value for value in option.values if text_of(value.value) == plain]
        if values:
            chosen[name] = values[0]
        elif allowed:
            typed[name] = text[:LONGEST]
            errors[name] = _number_fault(allowed)
        else:
            errors[name] = _("Choose one of these.")
    shown = _preset_shown(known.get(PRESET), form)
    printed = game.resolve(shown)
    explicit = {name: value for name, value in chosen.items() if name == PRESET or value != printed[name]}
    return HouseRules(game, _without_printed(game, explicit), errors, typed=typed)


def _plain(text: str) -> str:
    """Normalise a typed number: no blanks, no leading zeros, ASCII digits."""
    text = text.strip()
    return str(int(text)) if text.isdecimal() and len(text) <= LONGEST else text


def _number_fault(allowed: range) -> str:
    limits = {"least": allowed[0], "most": allowed[-1], "step": allowed.step}
    if allowed.step == 1:
        return _("Enter a number from %(least)d to %(most)d.") % limits
    return _("Enter a number from %(least)d to %(most)d, in steps of %(step)d.") % limits


def _preset_shown(option: Option | None, form: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return the printed sheet that the form was drawn from."""
    if option is None:
        return {}
    texts = {text_of(value.value): value.value for value in option.values}
    return {PRESET: texts.get(form.get("preset_shown", ""), option.default)}


def known_rules(game: Game[Any, Any], given: Mapping[str, Any]) -> HouseRules:
    """Return stored rules; the printed ones if the stored rules no longer fit the game."""
    try:
        game.resolve(given)
    except SetupError:
        return HouseRules(game)
    return HouseRules(game, _without_printed(game, given))


def _without_printed(game: Game[Any, Any], given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the values that differ from the preset's printed sheet, or from the first preset."""
    preset = {PRESET: given[PRESET]} if PRESET in given else {}
    printed = game.resolve(preset)
    first = {option.name: option.default for option in game.OPTIONS if option.name == PRESET}
    return {
        name: value for name, value in given.items() if value != (first if name in first else printed)[name]
    }
