"""House rules in phrases: "13 only with three different dice", where a form says option and value."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.rules.contract import Option, Value


def phrase(option: Option, value: Any) -> str:
    """The rule that a value of an option makes, as it stands alone; of a value that is no longer known, the value."""
    found = _value(option, value)
    return _(found.phrase) % {"value": value} if found else str(value)


def title_words(option: Option, value: Any) -> str:
    """What follows the name of a game played by this rule: "60", "with double"; "" where nothing does."""
    found = _value(option, value)
    return _(found.title) % {"value": value} if found and found.title else ""


def _value(option: Option, value: Any) -> Value | None:
    return next(
        (each for each in option.values if each.value == value and type(each.value) is type(value)), None
    )
