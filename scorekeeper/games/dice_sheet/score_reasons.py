"""Texts of the reasons for points and zeros, such as "No straight: the 3 is missing"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.phrases import and_list, or_list
from scorekeeper.rules.contract import Reason

# reasons for points, as parts of a list
REASONS = {
    "faces": "",
    "straight": gettext_noop("straight"),
    "ones_wild": gettext_noop("ones wild"),
    "with_34561": gettext_noop("13456 counts here"),
    "wrap": gettext_noop("round the circle"),
    "one_for_two": gettext_noop("a one for a two"),
    "full_house": gettext_noop("full house"),
    "three_of_a_kind": gettext_noop("three of a kind"),
    "four_of_a_kind": gettext_noop("four of a kind"),
    "the_four": gettext_noop("only the four count"),
    "five_alike": gettext_noop("five of a kind"),
    "first_throw": gettext_noop("first roll"),
    "all_dice": gettext_noop("all dice"),
    "crag": gettext_noop("crag"),
    "thirteen": gettext_noop("thirteen"),
    "joker": gettext_noop("joker"),
    "automatic_win": gettext_noop("wins at once"),
}

# reasons for zero points and for refused boxes, as sentences; `box` is the tapped box
SENTENCES = {
    "none_alike": gettext_noop("No %(box)s: all the dice differ."),
    "five_not_counted": gettext_noop("At this table five of a kind is no %(box)s."),
    "four_and_one": gettext_noop("No full house: four of a kind and one other."),
    "pair_missing": gettext_noop("No full house: three of a kind, but no pair."),
    "two_pairs": gettext_noop("No full house: two pairs, but no three of a kind."),
    "one_pair": gettext_noop("No full house: only one pair."),
    "faces_missing": gettext_noop("No %(box)s: %(faces)s are missing."),
    "face_missing": gettext_noop("No %(box)s: %(either)s is missing."),
    "not_thirteen": gettext_noop("These dice total %(total)s, not 13."),
    "no_pair": gettext_noop("No crag: the total is 13, but there is no pair."),
    "crag_not_counted": gettext_noop("At this table a crag is not a thirteen."),
    "double_not_ready": gettext_noop("Score the generala first, then the double."),
    "double_lost": gettext_noop("The generala scored nothing, so the double cannot score."),
    "double_needs_five": gettext_noop("The double needs an earlier five of a kind."),
    "joker_needs": gettext_noop("Five of a kind is a joker here once the %(first)s box is filled."),
    "joker_own_box": gettext_noop("Joker: five of a kind must go into %(own)s first."),
    "joker_lower_box": gettext_noop("Joker: five of a kind must go into a lower box first."),
    "enter_the_dice": gettext_noop("Five of a kind on the first roll may win: enter the dice."),
}
_LAST_DIE = gettext_noop("Nothing scores here, whatever the last die shows.")
_OTHER_DICE = gettext_noop("Nothing scores here, whatever the other dice show.")
# reasons with a sentence for each value of a field
BY_FIELD = {
    "no_face": (
        "face",
        {
            1: gettext_noop("No ones."),
            2: gettext_noop("No twos."),
            3: gettext_noop("No threes."),
            4: gettext_noop("No fours."),
            5: gettext_noop("No fives."),
            6: gettext_noop("No sixes."),
        },
    ),
    "only_alike": (
        "alike",
        {
            2: gettext_noop("No %(box)s: only a pair."),
            3: gettext_noop("No %(box)s: only three of a kind."),
            4: gettext_noop("No %(box)s: only four of a kind."),
        },
    ),
    "many_missing": (
        "count",
        {
            2: gettext_noop("No %(box)s: two faces are missing."),
            3: gettext_noop("No %(box)s: three faces are missing."),
            4: gettext_noop("No %(box)s: four faces are missing."),
        },
    ),
    "out_of_reach": ("count", {1: _LAST_DIE, 2: _OTHER_DICE, 3: _OTHER_DICE, 4: _OTHER_DICE}),
}
ONE_FACE_MISSING = gettext_noop("No %(box)s: the %(faces)s is missing.")


def codes() -> frozenset[str]:
    """Return the codes of all reasons that have words."""
    return frozenset({*REASONS, *SENTENCES, *BY_FIELD})


def spoken_reasons(reasons: Iterable[Reason]) -> str:
    """Return the reasons for points in words, without those that only repeat the box's name."""
    return listed(_(REASONS[each.code]) for each in reasons if REASONS.get(each.code))


def why_nothing(reasons: Iterable[Reason], box: str, labels: Callable[[str], str]) -> str:
    """Return in a sentence why a box scores nothing or is refused; "" without such a reason.

    `labels`: returns the name of a box within a sentence.
    """
    found = next((each for each in reasons if each.code not in REASONS), None)
    return "" if found is None else _(_text(found)) % _shown(found.fields, box, labels)


def _text(reason: Reason) -> str:
    if reason.code in BY_FIELD:
        field, texts = BY_FIELD[reason.code]
        return texts[reason.fields[field]]
    if reason.code == "faces_missing" and len(reason.fields["faces"]) == 1:
        return ONE_FACE_MISSING
    return SENTENCES[reason.code]


def _shown(fields: Mapping[str, Any], box: str, labels: Callable[[str], str]) -> dict[str, str]:
    """Return the fields of a reason as its sentence shows them."""
    shown = {"box": labels(box)}
    for name, value in fields.items():
        if name == "faces":
            shown[name] = and_list([str(face) for face in value])
        elif name == "either":
            shown[name] = or_list([str(face) for face in value])
        else:
            shown[name] = labels(value) if name in ("own", "first") else str(value)
    return shown
