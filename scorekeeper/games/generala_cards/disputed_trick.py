"""A disputed trick of a hand by its result: its keys and its panels.

The draft has "settle": {"leader": the player who led, "data": the draft of the trick}. The trick is entered with the
keys of a hand by cards, is no part of the entry, and is never written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.draft import DraftChoices, Press, across, heads, no_such_key
from scorekeeper.games.card_rounds.inputs import PlayerKey
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.rules.contract import MoveError
from scorekeeper.rules.generala_cards.disputed import judge_trick, leader_if_out, trick_alone
from scorekeeper.rules.generala_cards.fields import HandFields, TrickFields

from . import controls, keys
from .inputs import LeaderInputs, TrickInputs
from .text import trick_text

EMPTY: Mapping[str, Any] = {"entry": {"trick": []}}
TRICK_KEYS = frozenset({"card", "joker", "fix", "none", "take", "back"})


def is_settling(drafted: DraftChoices) -> bool:
    """Return whether the panel asks about a disputed trick."""
    return "settle" in drafted.data and drafted.choice("hand") is not None


def asked(drafted: DraftChoices) -> DraftChoices:
    """Return the draft of the disputed trick once its leader is known, else the hand's own.

    Cards that no longer fit are dropped.
    """
    if not is_settling(drafted) or "leader" not in drafted.data["settle"]:
        return drafted
    alone = trick_alone(drafted.state, _hand(drafted).left, drafted.data["settle"]["leader"])
    data = drafted.data["settle"].get("data", EMPTY)
    try:
        found = judge_trick(alone, data["entry"])
    except MoveError:
        data, found = EMPTY, judge_trick(alone, EMPTY["entry"])
    fields = _hand(drafted)
    choices = tuple(
        replace(choice, fields=replace(TrickFields.of(choice), out=fields.out, places=fields.places))
        for choice in found
    )
    return replace(drafted, state=alone, data=data, choices=choices)


def dispute_panel(drafted: DraftChoices) -> EntryPanel:
    """Build the panel that asks for the leader, for the next card, or shows the verdict."""
    trick = asked(drafted)
    if trick is drafted:
        return _leader_panel(drafted)
    choice, data = trick.choices[0], trick.data
    if "fix" in data:
        panel = controls.fix_panel(trick, choice, keys.before(trick))
    elif choice.kind == "card":
        panel = controls.card_panel(trick, choice, may_switch=False, may_end=False)
    elif "took" in trick.entry:
        panel = controls.take_panel(trick, choice, may_switch=False)
    else:
        panel = controls.played_panel(trick, choice, may_switch=False)
    values = panel.values
    assert isinstance(values, TrickInputs)
    fields = TrickFields.of(choice)
    values = replace(values, disputed=True, if_out=_if_out(trick, fields) if fields.complete else "", go="")
    if fields.complete:
        panel = replace(panel, writer=None, title=trick_text(drafted.table, fields).title)
    return replace(panel, hidden={}, values=values)


def _leader_panel(drafted: DraftChoices) -> EntryPanel:
    left, shown = _hand(drafted).left, {head.key: head for head in heads(drafted.table)}
    values = LeaderInputs(
        choice=drafted.choices[0],
        players=[PlayerKey(shown[key], f"leads-{key}") for key in left],
        across=across(len(left)),
    )
    return EntryPanel("generala_cards/disputed_leader", None, _("Who led the trick?"), values=values)


def _if_out(trick: DraftChoices, fields: TrickFields) -> str:
    """Describe the lead for a winner without cards."""
    leader = leader_if_out(trick.state, trick.entry)
    if leader is None or fields.winner is None:
        return ""
    names = {"winner": trick.table.name(fields.winner), "leader": trick.table.name(leader)}
    return _("If %(winner)s has no card left, %(leader)s leads.") % names


def _hand(drafted: DraftChoices) -> HandFields:
    return HandFields.of(drafted.choices[0])


def closers(drafted: DraftChoices) -> tuple[str, ...]:
    """Return the keys that close a disputed trick, entry by cards, a card to correct and the end."""
    trick, mode = asked(drafted), keys.mode_of(drafted)
    usual = keys.mode_of(replace(drafted, data={}))
    opened = {
        "settle": is_settling(drafted),
        "mode-result": mode == "cards" and usual == "result" and keys.may_switch(drafted),
        "back": "fix" in trick.data or (mode == "end" and drafted.line is None),
    }
    return tuple(key for key, is_open in opened.items() if is_open)


# --- keys ------------------------------------------------------------------------------------------------


def _settle(drafted: DraftChoices, rest: str) -> Mapping[str, Any]:
    """Ask about a trick of the players who still hold cards, or close the question."""
    if is_settling(drafted):
        return {name: value for name, value in drafted.data.items() if name != "settle"}
    if drafted.choice("hand") is None or len(_hand(drafted).left) < 2:
        raise no_such_key()
    return {**drafted.data, "settle": {}}


def _leads(drafted: DraftChoices, rest: str) -> Mapping[str, Any]:
    if not is_settling(drafted) or rest not in _hand(drafted).left:
        raise no_such_key()
    return {**drafted.data, "settle": {"leader": rest}}


def _inside(verb: str, press: Press) -> Press:
    """Return a key that acts on the disputed trick while there is one."""

    def pressed(drafted: DraftChoices, rest: str) -> Mapping[str, Any]:
        if not is_settling(drafted):
            return press(drafted, rest)
        trick = asked(drafted)
        if trick is drafted or verb not in TRICK_KEYS:
            raise no_such_key()
        data = press(trick, rest)
        judge_trick(trick.state, data["entry"])  # raises the refusal of an impossible card
        return {**drafted.data, "settle": {"leader": drafted.data["settle"]["leader"], "data": dict(data)}}

    return pressed


PRESSES: Mapping[str, Press] = {
    **{verb: _inside(verb, press) for verb, press in keys.PRESSES.items()},
    "settle": _settle,
    "leads": _leads,
}
