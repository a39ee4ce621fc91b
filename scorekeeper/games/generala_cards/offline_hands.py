"""Hands of Générala by their result without signal: the panels that the phone needs.

The panels are those of the server for the present hand, one for each question and each result. The phone puts in the
players who ran out, and which of them did so on one trick.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.games.card_rounds.offline import offline_digest
from scorekeeper.games.drafts import Draft
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.table import Table
from scorekeeper.rules.generala_cards.fields import HandFields

from .controls import still_in
from .inputs import HandInputs
from .sheet import hand_cell

NAMED: Final = 3  # the panel names so many players with cards at most; more are counted
Groups = list[list[str]]
Writing = Callable[[DraftChoices], EntryPanel]


def offline_draft(table: Table, panel: EntryPanel) -> dict[str, Any] | None:
    """Return the draft of a new hand by its result as the phone continues it, None for any other panel.

    `address`: that of `offline_tables`. `number`: of the hand. `data`: the draft. `draft`: its id.
    """
    values = panel.values
    if not isinstance(values, HandInputs) or values.draft_line or table.state.running:
        return None
    if not set(values.draft_data) <= {"entry", "mode"}:
        return None
    return {
        "address": reverse("offline_tables", args=[table.session.address, _digest(table)]),
        "number": HandFields.of(values.choice).number,
        "data": dict(values.draft_data),
        "draft": values.draft_key,
    }


def _digest(table: Table) -> str:
    state = table.state
    return offline_digest(table, state.dealer, state.dropped, len(state.hands))


def offline_json(table: Table, digest: str, writing: Writing) -> bytes | None:
    """Return `offline_tables` as JSON, None for the digest of another hand, other names, rules or release."""
    if digest != _digest(table) or table.outcome is not None or table.state.running:
        return None
    return json.dumps(offline_tables(table, writing), separators=(",", ":")).encode()


def offline_tables(table: Table, writing: Writing) -> dict[str, Any]:
    """Return what the phone needs for the present hand by its result.

    "first" and "next": the panels of the questions. "left": the label while players still hold cards, by their keys
    or their number. "results": by `result_key` the panel, the player who lost and their mark on the sheet.
    "players" in the game; "columns": all players.
    """
    players = list(table.state.players)
    return {
        "kind": "hand",
        "first": drawn(table, [], writing)[0],
        # of two players the one who ran out decides the hand
        "next": drawn(table, [players[:1]], writing)[0] if len(players) > 2 else "",
        "left": {_left_key(left): still_in(left, table) for left in _left(players)},
        "results": {result_key(players, out): _result(table, out, writing) for out in _results(players)},
        "players": players,
        "columns": list(table.sheet.players),
    }


def result_key(players: list[str], out: Groups) -> str:
    """Return the part of a result that its texts depend on.

    Of two players the order; of more the player left with cards, and "+" if several ran out on the last trick.
    """
    if len(players) == 2:
        return ".".join(player for group in out for player in group)
    left = "".join(player for player in players if not any(player in group for group in out))
    return left + ("+" if len(out[-1]) > 1 else "")


def _results(players: list[str]) -> Iterator[Groups]:
    """Yield a result for each key."""
    if len(players) == 2:
        one, other = players
        yield from ([[one]], [[other]], [[one, other]], [[other, one]])
        return
    for left in players:
        *others, last = [player for player in players if player != left]
        yield [*([player] for player in others), [last]]
        yield [[*others, last]]
    yield [players]


def _left(players: list[str]) -> Iterator[list[str]]:
    """Yield the players who may still hold cards: each two or three, then one example of each greater number."""
    for count in range(2, len(players)):
        if count > NAMED:
            yield players[:count]
        else:
            yield from (list(each) for each in combinations(players, count))
    if len(players) > 1:
        yield players


def _left_key(left: list[str]) -> str:
    return ".".join(left) if len(left) <= NAMED else f"{len(left)}"


def _result(table: Table, out: Groups, writing: Writing) -> dict[str, Any]:
    html, fields = drawn(table, out, writing)
    lost, champion, places = fields.lost, fields.champion, fields.places
    cell = hand_cell(lost, places, drops=fields.drops, lost=lost, champion=champion) if lost else None
    return {"panel": html, "lost": lost, "mark": str(cell.told) if cell else ""}


def drawn(table: Table, out: Groups, writing: Writing) -> tuple[str, HandFields]:
    """Return the panel of a hand as entered so far, and its fields."""
    data = {"entry": {"out": out}}
    panel = writing(DraftChoices(table, table.state, Draft(data=data), data))
    assert isinstance(panel.values, HandInputs)
    html = render_to_string(panel.template, {"panel": panel, "session": table.session})
    return html, HandFields.of(panel.values.choice)
