"""Phrases of house rules: "13 only with three different dice".

A form shows the label of the option and the label of the value instead.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.rules.contract import Option, Value


def phrase(option: Option, value: Any) -> str:
    """Return the rule set by a value of an option as a phrase; an unknown value itself."""
    found = _value(option, value)
    return _(found.phrase) % {"value": value} if found else str(value)


def title_words(option: Option, value: Any) -> str:
    """Return the addition to the name of a game played by this rule: "60", "with double", ""."""
    found = _value(option, value)
    return _(found.title) % {"value": value} if found and found.title else ""


def _value(option: Option, value: Any) -> Value | None:
    return next(
        (each for each in option.values if each.value == value and type(each.value) is type(value)), None
    )
