"""Tricks of Générala card by card without signal: panels, texts, and the cards from the best down.

The phone continues to the end of a trick and through those after it. Corrections and the end of a hand need the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import RANK_NAMES, card_html, card_text, suit_html, written
from scorekeeper.games.card_rounds.draft import DraftChoices, heads
from scorekeeper.games.card_rounds.offline import offline_digest
from scorekeeper.games.drafts import Draft
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.table import Table
from scorekeeper.rules.cards import height, suit_of
from scorekeeper.rules.contract import Choice
from scorekeeper.rules.generala_cards.fields import TrickFields
from scorekeeper.rules.generala_cards.hand import running
from scorekeeper.rules.generala_cards.move import PACK, Play

from . import controls
from .inputs import CurrentTrick, PlayerInTrick, TrickInputs
from .keys import may_end
from .offline_hands import NUMBER, hand_by_result
from .text import NONE_OF, ONE_OF, WITHOUT, brought

TRICK: Final = 666_666  # in place of the number of the trick
COUNT: Final = 555_555  # in place of a number of cards


def tricks_digest(table: Table) -> str:
    """Return the digest of `tricks_tables`."""
    return offline_digest(table, "tricks")


def tricks_draft(table: Table, panel: EntryPanel) -> dict[str, Any] | None:
    """Return the draft of a new trick for the phone, None for any other panel.

    `address`: that of `tricks_tables`. `number` of the line, `hand`, `trick`; `leader`; `players` in order of play.
    `counts`: cards by player before the trick. `away`: cards out of play. `held`: the holder by card. `without`: suits
    that a player has shown to lack. `data`: the draft; `checked`: the entry as the server has it. `draft`: its id.
    `result`: the draft of the same hand by its result, if its key is there.
    """
    values = panel.values
    if not isinstance(values, TrickInputs) or values.draft_line or values.fix is not None or values.disputed:
        return None
    hand, entry = running(table.state), {"trick": [], **values.draft_data.get("entry", {})}
    known = hand.known
    checked = {"trick": entry["trick"]}
    if "took" in entry:
        # the order of the phone, whatever that of the database
        checked["took"] = {name: entry["took"][name] for name in ("player", "card") if name in entry["took"]}
    by_result = hand_by_result(table, len(table.state.hands) + 1) | {"data": {}, "draft": values.draft_key}
    return {
        "result": by_result if values.may_switch or values.may_finish else None,
        "address": reverse("offline_tables", args=[table.session.address, tricks_digest(table)]),
        "number": table.state.moves + 1,
        "hand": len(table.state.hands) + 1,
        "trick": len(hand.tricks) + 1,
        "leader": hand.leader,
        "players": hand.players,
        "counts": hand.counts,
        "away": sorted(known.gone),
        "held": {
            card: player for player, cards in zip(hand.players, known.held, strict=True) for card in cards
        },
        "without": {
            player: [suit for suit, _trick in suits]
            for player, suits in zip(hand.players, known.without, strict=True)
        },
        "data": {"entry": checked},
        "checked": checked,
        "draft": values.draft_key,
    }


def tricks_tables(table: Table) -> dict[str, Any]:
    """Return the phone's data for tricks at this table.

    "lead", "follow", "take" and "over": panels of the questions and of a complete trick. "lies": the trick as it lies.
    "hand", "trick" and "count": in place of those numbers, and of the cards left. "ranks": cards from the best
    down, those of one rank together. "answers": the cards that may answer a suit led. "counts": whether a card picked
    up may win. "labels": the key that writes the trick, by leader. "suits": texts by suit; "ranked": names of ranks;
    "texts": the others, with the names of their values in braces. "faces", "html", "written": a card by itself, within
    a sentence, as text. "undo": the label that takes back a trick. "columns": all players. "names" and "counters"
    (avatars): by player.
    """
    order = TrickFields.of(_choice(table, [])).turn_order
    cards = [card for card in PACK.cards if suit_of(card) == PACK.suits[0]]
    plays = list(zip(order, cards, strict=False))
    over = TrickFields.of(_choice(table, plays))
    return {
        "kind": "tricks",
        "hand": NUMBER,
        "trick": TRICK,
        "count": COUNT,
        "lead": _panel(table, []),
        "follow": _panel(table, plays[:1]),
        "take": _panel(table, plays[:1], {"player": order[1]}),
        "over": _panel(table, plays),
        "lies": _lies(table),
        "ranks": ranks(),
        "answers": {suit: answers(table, suit) for suit in PACK.suits},
        "counts": table.options["winner_counts_taken_card"],
        "labels": {key: brought(table, replace(over, trick=TRICK, leads=key), change=False) for key in order},
        "suits": {suit: _suit_texts(suit) for suit in PACK.suits},
        "ranked": {rank: str(RANK_NAMES[rank]) for rank in PACK.ranks},
        "texts": _texts(),
        "faces": {card: card_html(card) for card in PACK.cards},
        "html": {card: card_text(card) for card in PACK.cards},
        "written": {card: written(card) for card in PACK.cards},
        "undo": _("Take back %(what)s")
        % {"what": _("hand %(number)d, trick %(trick)d") % {"number": NUMBER, "trick": TRICK}},
        "columns": table.state.seats.players,
        "names": {key: table.names[key] for key in order},
        "counters": {head.key: head.avatar for head in heads(table)},
    }


def ranks() -> list[list[str]]:
    """Return all cards from the best down, those of one rank together."""
    cards = sorted(PACK.cards, key=height, reverse=True)
    return [list(group) for _height, group in groupby(cards, key=height)]


def answers(table: Table, suit: str) -> list[str]:
    """Return the cards that may answer a suit led, by the rules."""
    led = next(card for card in PACK.cards if suit_of(card) == suit)
    leader = TrickFields.of(_choice(table, [])).leader
    return [led, *_choice(table, [(leader, led)]).cards]


def _choice(table: Table, plays: Sequence[Play], took: Mapping[str, str] | None = None) -> Choice:
    """Return the choice of the rules in the first trick of a game, with a sign in place of the trick's number."""
    state = table.game.start(table.options, table.state.seats)
    choice = table.game.choices(state, partial=_entry(plays, took))[0]
    return replace(choice, fields=replace(TrickFields.of(choice), trick=TRICK))


def _entry(plays: Sequence[Play], took: Mapping[str, str] | None) -> dict[str, Any]:
    return {"trick": [list(play) for play in plays]} | ({"took": took} if took else {})


def _panel(table: Table, plays: Sequence[Play], took: Mapping[str, str] | None = None) -> str:
    """Render the panel of a trick so far; `took`: the player who picks up a card."""
    state, data = table.game.start(table.options, table.state.seats), {"entry": _entry(plays, took)}
    choice = _choice(table, plays, took)
    drafted = DraftChoices(table, state, Draft(data=data), data, choices=(choice,))
    if took:
        panel = controls.take_panel(drafted, choice, may_switch=True)
    elif choice.kind == "card":
        panel = controls.card_panel(drafted, choice, may_switch=True, may_end=may_end(drafted))
    else:
        panel = controls.played_panel(drafted, choice, may_switch=True)
    return render_to_string(panel.template, {"panel": panel, "session": table.session})


def _lies(table: Table) -> str:
    """Render the trick as it lies, before the first card."""
    players = [
        PlayerInTrick(
            head=head,
            left=COUNT,
            card="",
            fix="",
            next=False,
            wins=False,
            took=False,
            away=False,
            idle=False,
            remarks=(),
        )
        for head in heads(table)
    ]
    trick = CurrentTrick(
        hand=NUMBER, number=TRICK, leader="{player}", suit="", any=False, players=players, fix=None, came=None
    )
    return render_to_string("games/generala_cards/_current_trick.html", {"trick": trick})


def _suit_texts(suit: str) -> dict[str, Any]:
    """Return "none" and "has": labels of keys. "without" and "must": remarks. "html": the suit itself."""
    return {
        "none": _("%(none)s: picks up a card") % {"none": NONE_OF[suit]},
        "has": controls.HAS[suit] % {"player": "{player}"},
        "without": str(WITHOUT[suit]),
        "must": _("must play %(card)s if able") % {"card": ONE_OF[suit]},
        "html": suit_html(suit),
    }


def _texts() -> dict[str, str]:
    names = {"player": "{player}", "card": "{card}"}
    return {
        "leads": _("%(player)s leads: which card?") % names,
        "follows": _("%(player)s follows: which card?") % names,
        "plays": _("%(player)s plays: which card?") % names,
        "picks": _("Which card does %(player)s pick up?") % names,
        "play": _("%(player)s’s %(card)s") % names,
        "whose": _("%(player)s’s") % names,
        "back": _("Take back %(what)s") % {"what": "{what}"},
        "suit": _("suit to follow"),
        "card": _("any card"),
        "first": _("the last card dealt to %(player)s") % names,
        "any": _("may play any card: a joker was led"),
        "led": _("leads"),
        "after": _("plays after %(player)s") % names,
        "idle": _("does not play"),
        "stops": _("the trick stops and %(player)s picks up one card, not a joker") % names,
        "took": _("picks up %(card)s, the trick stops") % names,
        "out": _("last card: out"),
        "winning": _("winning so far"),
        "wins": _("wins the trick"),
    }
