"""Hands of Générala by their result without signal: panels and texts for the phone.

The panels are those of the server, one for each question, with all players. The phone takes out the players who have
dropped out, and puts in those who ran out and what the hand brings (`hand_results`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.draft import DraftChoices, across
from scorekeeper.games.card_rounds.offline import offline_digest
from scorekeeper.games.drafts import Draft
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.messages import explain
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError
from scorekeeper.rules.generala_cards.fields import HandFields

from . import keys
from .controls import hand_panel, still_in
from .hand_results import Groups, dealers, fields_after, kinds
from .inputs import HandInputs
from .sheet import hand_cell
from .text import brought, house_rules

NUMBER: Final = 777_777  # in place of the number of the hand
NAMED: Final = 3  # the panel names so many players with cards at most; more are counted


def offline_draft(table: Table, panel: EntryPanel) -> dict[str, Any] | None:
    """Return the draft of a new hand by its result for the phone, None for any other panel.

    `address`: that of `offline_tables`. `number`, `dealer`, `players`: of the hand. `data`: the draft. `draft`: its id.
    `tricks`: a hand begun by tricks is completed; `ran`: the groups that ran out on them.
    """
    values = panel.values
    if not isinstance(values, HandInputs) or values.draft_line:
        return None
    if not set(values.draft_data) <= {"entry", "mode", "aside"}:
        return None
    number = HandFields.of(values.choice).number
    return hand_by_result(table, number) | {"data": dict(values.draft_data), "draft": values.draft_key}


def hand_by_result(table: Table, number: int) -> dict[str, Any]:
    """Return the parts of `offline_draft` that do not depend on the draft."""
    running = table.state.running
    return {
        "address": reverse("offline_tables", args=[table.session.address, offline_digest(table)]),
        "number": number,
        "dealer": table.state.dealer,
        "players": list(table.state.players),
        "tricks": running is not None,
        "ran": [list(group) for group in running.out] if running else [],
    }


def offline_tables(table: Table) -> dict[str, Any]:
    """Return the phone's data for hands by their result, with "number" in place of the hand's.

    "first", "next" and "over": the panels of the questions and of a complete hand. "left": the label while players
    still hold cards, by their keys or their number. "kinds" and "dealers": see `hand_results`; "told" has the house
    rules and the mark on the sheet by kind, "labels" the key that writes the hand by `label_key`. "champions": the
    text of a champion; "dropped": that of a player who dropped. "across": player keys in a row by number of players.
    "ran": the text of a player who ran out on a trick. "undo": the label that takes back a hand. "hand" and "deals":
    head of a row. "refused": the reasons by key. "columns": all players. "drops": whether the player who lost leaves.
    """
    players = list(table.sheet.players)
    everybody = [players]
    found = kinds(table.options, table.state.seats)
    return {
        "kind": "hand",
        "number": NUMBER,
        "first": _panel(table, []),
        "next": _panel(table, [players[:1]]),
        "over": _panel(table, everybody),
        "left": {_left_key(left): still_in(left, table) for left in _left(players)},
        "kinds": found,
        "dealers": dealers(table.options, table.state.seats),
        "told": {kind: _texts_of(table, kind) for kind in found},
        "labels": dict(_labels(table)),
        "undo": _("Take back %(what)s") % {"what": _("hand %(number)d") % {"number": NUMBER}},
        "dropped": _("dropped"),
        "champions": {key: _("%(player)s is champion") % {"player": table.name(key)} for key in players},
        "across": {count: across(count) for count in range(2, len(players) + 1)},
        "hand": _("Hand %(number)s") % {"number": NUMBER},
        "deals": {key: _("%(dealer)s deals") % {"dealer": table.name(key)} for key in players},
        "ran": {key: _("%(player)s ran out") % {"player": table.name(key)} for key in players},
        "refused": {
            "same": explain(RuleError("two_out_first")),
            **{f"out-{key}": explain(RuleError("already_out", player=table.name(key))) for key in players},
        },
        "columns": players,
        "drops": table.state.eliminates,
    }


def label_key(*, lost: str | None, champion: str | None, dealer: str | None) -> str:
    """Return the part of a result that decides the label of the key."""
    return f"!{champion}" if champion else f"{lost or ''}.{dealer}"


def _labels(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the label of the main key for every loser, champion and next dealer."""
    players, eliminates = table.sheet.players, table.options["elimination"]
    fields = fields_after(
        table.options, table.state.seats, next(iter(kinds(table.options, table.state.seats)))
    )
    pairs = [(lost, dealer) for lost in players for dealer in (players if len(players) == 2 else [lost])]
    ends: list[tuple[str | None, str]] = [*((None, dealer) for dealer in players), *pairs]
    for lost, dealer in ends:
        drops = lost if eliminates else None
        changed = replace(fields, number=NUMBER, lost=lost, drops=drops, champion=None, next_dealer=dealer)
        key = label_key(lost=lost, champion=None, dealer=dealer)
        yield key, brought(table, changed, change=False)
    for player in players:
        changed = replace(fields, number=NUMBER, lost=player, champion=player, next_dealer=None)
        key = label_key(lost=player, champion=player, dealer=None)
        yield key, brought(table, changed, change=False)


def _texts_of(table: Table, kind: str) -> dict[str, str]:
    """Return the house rules behind a result, and the mark of the player who lost."""
    fields = fields_after(table.options, table.state.seats, kind)
    lost = fields.lost
    cell = hand_cell(lost, {}, drops=fields.drops, lost=lost, champion=None) if lost else None
    return {
        "why": " ".join(text for text, _option in house_rules(table, fields.house_rules)),
        "mark": str(cell.mark) if cell else "",
    }


def _left(players: list[str]) -> Iterator[list[str]]:
    """Yield sets of players with cards: each two or three, then one example per greater number."""
    for count in range(2, len(players) + 1):
        if count > NAMED:
            yield players[:count]
        else:
            yield from (list(each) for each in combinations(players, count))


def _left_key(left: list[str]) -> str:
    return ".".join(left) if len(left) <= NAMED else f"{len(left)}"


def _panel(table: Table, out: Groups) -> str:
    """Render the panel of a hand of all players, with a sign in place of its number."""
    state, data = table.game.start(table.options, table.state.seats), {"entry": {"out": out}}
    choice = table.game.choices(state, partial=data["entry"])[0]
    choice = replace(choice, fields=replace(HandFields.of(choice), number=NUMBER))
    drafted = DraftChoices(table, state, Draft(data=data), data, choices=(choice,))
    panel = hand_panel(drafted, choice, may_switch=keys.may_switch(drafted), may_end=keys.may_end(drafted))
    return render_to_string(panel.template, {"panel": panel, "session": table.session})
