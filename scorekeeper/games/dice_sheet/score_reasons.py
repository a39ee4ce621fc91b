"""Reasons for the points of a roll, in words: "straight, aces wild, first throw"."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.core.i18n.punctuation import listed

REASONS = {
    "faces": "",
    "straight": gettext_noop("straight"),
    "ones_wild": gettext_noop("aces wild"),
    "with_34561": gettext_noop("13456 counts here"),
    "wrap": gettext_noop("round the circle"),
    "one_for_two": gettext_noop("a one for a two"),
    "full_house": gettext_noop("full house"),
    "three_of_a_kind": gettext_noop("three of a kind"),
    "four_of_a_kind": gettext_noop("four of a kind"),
    "the_four": gettext_noop("only the four count"),
    "five_alike": gettext_noop("five alike"),
    "first_throw": gettext_noop("first throw"),
    "all_dice": gettext_noop("all dice"),
    "crag": gettext_noop("crag"),
    "thirteen": gettext_noop("thirteen"),
    "joker": gettext_noop("joker"),
    "double_not_ready": gettext_noop("the generala comes first"),
    "automatic_win": gettext_noop("wins at once"),
}

# reasons why the rules refuse a box for five alike
BLOCKED = {
    "joker_own_box": gettext_noop("five alike: their own box above first"),
    "joker_lower_box": gettext_noop("five alike: a box below first"),
}


def spoken_reasons(codes: Iterable[str]) -> str:
    """Return the reasons in words, without those that only repeat the box's name."""
    return listed(_(REASONS[code]) for code in codes if REASONS[code])
