"""Turns of Generals and Majors without signal: panels, texts and tables for the phone.

The panels are those of the server, one for each question. The phone puts in the cards of the turn, what they cancel,
and the lead after it. Only the server continues a turn of grace, and turns in which a card has several uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import card_html, card_text, spoken, written
from scorekeeper.games.card_rounds.draft import DraftChoices, heads
from scorekeeper.games.card_rounds.offline import offline_digest
from scorekeeper.games.drafts import Draft
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.messages import explain
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import IllegalMoveError, Options
from scorekeeper.rules.generals_and_majors.points import COLOURS, pack_of
from scorekeeper.rules.generals_and_majors.table import Army, Side
from scorekeeper.rules.generals_and_majors.table import Table as State

from .inputs import CloseInputs, LayInputs
from .offline_points import turn_tables

NUMBER: Final = 777_777  # in place of a lead or a count
ENTERED: Final = {"player", "commander", "armies", "cancel"}
# the house rules by which each card has one use and each new army cancels alone
SIMPLE: Final = {
    "hard": False,
    "edition": "stardeck",
    "cancel": "single_vs_group",
    "cancel_choice": "deployer",
}
Writing = Callable[[DraftChoices], EntryPanel]


def offline_draft(table: Table, panel: EntryPanel) -> dict[str, Any] | None:
    """Return the draft of a new turn as the phone continues it, None for any other panel.

    `address`: that of `offline_tables`. `number`: of the turn; `player`: whose it is. `sides`: see `_cards`, by player.
    `stock`: the number of cards to draw. `data`: the draft. `draft`: its id.
    """
    values, state = panel.values, table.state
    if not isinstance(values, (LayInputs, CloseInputs)) or values.draft_line or not _is_simple(state):
        return None
    data = values.draft_data
    entry = data.get("entry", {})
    if not set(data) <= {"entry", "stage"} or not set(entry) <= ENTERED:
        return None
    return {
        "address": reverse("offline_tables", args=[table.session.address, offline_digest(table)]),
        "number": sum(side.turns for side in state.sides) + 1,
        "player": panel.writer,
        "sides": dict(zip(state.seats.players, map(_cards, state.sides), strict=True)),
        "stock": state.stock,
        "data": {"stage": "lay", **data},
        "draft": values.draft_key,
    }


def _is_simple(state: State) -> bool:
    """Return whether a phone can continue: usual house rules, no turn of grace, cards to draw."""
    options: Options = state.options
    usual = options.version >= 2 and all(options[name] == value for name, value in SIMPLE.items())
    return usual and not state.ended and state.grace is None and state.stock > 1


def _cards(side: Side) -> dict[str, Any]:
    """Return the cards of a side on the table, and the number in hand."""
    return {
        "commanders": [each.card for each in side.commanders],
        "armies": [each.card for each in side.armies],
        "down": [each.card for each in side.down],
        "hand": side.hand,
    }


def offline_tables(table: Table, writing: Writing) -> dict[str, Any]:
    """Return what the phone needs for turns at this table.

    "panels": see `_panels`. "tables": see `turn_tables`. "texts": with signs in braces for names of cards, and "number"
    for a figure. "html", "written", "spoken": the cards. "counters": the avatars by player.
    """
    pack = pack_of(table.options).cards
    return {
        "kind": "turn",
        "number": NUMBER,
        "panels": dict(_panels(table, writing)),
        "texts": _texts(table),
        "html": {card: card_html(card) for card in pack},
        "marks": {card: card_text(card) for card in pack},
        "written": {card: written(card) for card in pack},
        "spoken": {card: spoken(card) for card in pack},
        "counters": {head.key: head.avatar for head in heads(table)},
        "players": table.state.seats.players,
        **turn_tables(table.options),
    }


# --- panels ----------------------------------------------------------------------------------------------


def _panels(table: Table, writing: Writing) -> Iterator[tuple[str, str]]:
    """Yield the names of the panels and their HTML.

    "lay": without cards. "laid": with a commander. "nothing": to write an empty turn.
    After armies: "asked", an army may cancel several; "chosen", it cancels one; "none", it cancels nothing.
    """
    start = table.game.start(table.options, table.state.seats)
    player = str(table.game.turn(start))
    led = {"player": player, "commander": "AH"}
    new = {**led, "armies": ["2H"]}
    yield "lay", _panel(table, start, {}, "lay", writing)
    yield "laid", _panel(table, start, led, "lay", writing)
    yield "nothing", _panel(table, start, {}, "close", writing)
    yield "none", _panel(table, start, led, "close", writing)
    yield "chosen", _panel(table, _against(start, "2D"), new, "close", writing)
    yield "asked", _panel(table, _against(start, "2D", "2S"), new, "close", writing)


def _against(state: State, *cards: str) -> State:
    """Return the state with these armies of the player whose turn it is not."""
    other = 1 - state.turn
    armies = tuple(Army(card, -1) for card in cards)
    return state.with_side(other, state.sides[other]._replace(armies=armies))


def _panel(table: Table, state: State, entry: Mapping[str, Any], stage: str, writing: Writing) -> str:
    draft = Draft(data={"entry": entry, "stage": stage})
    choices = table.game.choices(state, partial=entry)
    panel = writing(DraftChoices(table, state, draft, draft.data, choices=choices))
    context = {"panel": panel, "session": table.session, "avatar": ""}
    return render_to_string(panel.template, context)


# --- texts -----------------------------------------------------------------------------------------------


def _texts(table: Table) -> dict[str, Any]:
    """Return the texts of the panels and of the sheet; by player where they differ."""
    keys = table.state.seats.players
    name = {key: {"player": table.name(key)} for key in keys}
    led = {key: {**name[key], "distance": NUMBER} for key in keys}
    return {
        "title": {key: _("%(player)s plays: which cards?") % name[key] for key in keys},
        "nothing": {key: _("%(player)s plays nothing this turn") % name[key] for key in keys},
        "writes": _("Write: %(lead)s") % {"lead": "{lead}"},
        "writesNothing": {key: _("Write: %(player)s plays nothing") % name[key] for key in keys},
        "leads": {key: _("%(player)s leads by %(distance)d") % led[key] for key in keys},
        "by": {key: _("%(player)s by %(distance)d") % led[key] for key in keys},
        "grace": {key: _("turn of grace for %(player)s") % name[key] for key in keys},
        "graced": {key: _("Turn of grace for %(player)s") % name[key] for key in keys},
        "undo": {
            key: _("Take back %(player)s’s %(what)s")
            % {**name[key], "what": _("turn %(number)d") % {"number": NUMBER}}
            for key in keys
        },
        "tied": [_("Both are tied"), _("tied")],
        "change": _("%(now)s, after this turn %(then)s") % {"now": "{now}", "then": "{then}"},
        "cancels": _("%(card)s cancels %(armies)s") % {"card": "{card}", "armies": "{armies}"},
        "asks": _("What does the %(card)s cancel?") % {"card": "{card}"},
        "turned": _("%(card)s is turned face down too.") % {"card": "{card}"},
        "army": _("the %(card)s") % {"card": "{card}"},
        "quiet": [_("No army this turn"), _("No army is cancelled")],
        "several": [_("Several armies cancel"), _("What cancels what?")],
        "empty": _("no army face up"),
        "idle": _("no commander"),
        "down": _("%(count)d down") % {"count": NUMBER},
        "plays": _("to play"),
        "leading": _("leads with"),
        "now": _("now"),
        "after": _("after this turn"),
        "dealt": {table.state.seats.first_dealer: _("dealt")},
        "done": _("done"),
        "refused": _("%(card)s, not now") % {"card": "{card}"},
        "short": dict(_short()),
    }


def _short() -> Iterator[tuple[str, list[str]]]:
    """Yield the refusals of an army that cannot be paid, by the colours that would do.

    Each is a pair: for one missing point, and for more.
    """
    for count in range(1, len(COLOURS) + 1):
        for colours in combinations(COLOURS, count):
            fields = {"card": "{card}", "missing": NUMBER, "colours": list(colours)}
            one = explain(IllegalMoveError("cannot_pay", **{**fields, "missing": 1}))
            yield ".".join(colours), [one, explain(IllegalMoveError("cannot_pay", **fields))]
