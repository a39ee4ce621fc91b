"""Rounds of Forty-fives by result without signal: panels and points for the phone.

The panels are those of the server, one for each question and number of tricks. The phone puts in who took them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import cards_text, suit_html
from scorekeeper.games.card_rounds.draft import DraftChoices, heads
from scorekeeper.games.card_rounds.offline import offline_digest
from scorekeeper.games.drafts import Draft
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.messages import explain
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, IllegalMoveError, RuleError
from scorekeeper.rules.forty_fives.cards import PACK
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.known import KnownBest, KnownTrick
from scorekeeper.rules.forty_fives.move import BIDS, TRICKS, Bid

from .controls import forced_bid_text
from .draft import mode_in
from .inputs import BidInputs, ResultInputs
from .lines import bid_text
from .offline_points import points_tables
from .sheet import trump_order

# in place of the round's number, the bid and the points of the bidder's side
NUMBER, BID, WON = 777_777, 777_778, 777_779
# fields of an entry that the phone continues
ENTERED: Final = {"bid", "trump", "turned", "robbed", "dealer", "out_of_turn", "tricks", "best"}
STATES: Final = ("open", "made", "failed")

Writing = Callable[[DraftChoices], EntryPanel]


def offline_draft(table: Table, panel: EntryPanel) -> dict[str, Any] | None:
    """Return the draft of a new round by its result for the phone, None for any other panel.

    `address`: that of `offline_tables`. `number`, `dealer`, `totals`: of the round, and of the sides before it.
    `data`: the draft. `draft`: its id. With a card turned up `turned`: the card, its suit, the order of trumps. After
    tricks by cards `kept`: the texts which say that they stay. With known cards `known`: see `_known`.
    """
    values = panel.values
    if not isinstance(values, (BidInputs, ResultInputs)) or values.draft_line:
        return None
    fields = RoundFields.of(values.choice)
    data = {"mode": mode_in(table, values.draft_data, values.draft_line), **values.draft_data}
    if (
        data["mode"] != "result"
        or not set(data.get("entry", {})) <= ENTERED
        or {"turning", "won", "settle"} & set(data)
        or fields.needs == "turned"
    ):
        return None
    scores = dict(zip(table.sheet.players, table.sheet.totals, strict=True))
    return {
        "address": reverse("offline_tables", args=[table.session.address, offline_digest(table)]),
        "number": fields.number,
        "dealer": fields.dealer,
        "totals": [sum(scores[key] for key in side) for side in table.state.seats.sides],
        "data": data,
        "draft": values.draft_key,
        **_begun_by_cards(fields, data),
        **({"known": _known(table, fields, data)} if fields.known else {}),
    }


def _begun_by_cards(fields: RoundFields, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a round shows of its cards before it continues by result."""
    found: dict[str, Any] = {}
    if fields.turned:
        order = _order_html(fields)
        found["turned"] = {"card": cards_text(fields.turned), "suit": fields.trump, "order": order}
    if "shown" in data:
        found["kept"] = {"why": _("The cards entered stay."), "back": _("Back to the cards")}
    return found


def _known(table: Table, fields: RoundFields, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the known cards say: the possible winners of tricks by index, and the best trump.

    "why": the reason for a key that contradicts them. "disputed": a trick whose cards go if it is taken off. "order":
    of the trumps, with those that were played.
    """
    assert fields.known
    best = fields.known.best
    entered = dict(enumerate(data.get("shown", {}).get("tricks", ())))

    def why(found: KnownTrick | KnownBest) -> str:
        return explain(found.refusal, names=table.names)

    return {
        "tricks": {
            index: {
                "winners": trick.winners,
                "why": why(trick),
                "disputed": data["known"]["played"][index] != entered.get(index),
            }
            for index, trick in fields.known.tricks.items()
        },
        "best": best and {**best._asdict(), "why": why(best)},
        "order": _order_html(fields),
    }


def offline_tables(table: Table, writing: Writing) -> dict[str, Any]:
    """Return what the phone needs for rounds by result at this table.

    "results": the panels by known trumps (0, 1), number of tricks, and best trump ("", "n" for nobody, "s" for a
    player), with "number" in place of the round's. "points": see `points_tables`. "seats" and "sides"; "counters"
    (avatars), "names" and "deals" by seat; "trumps" and "orders" (of trumps) by suit. "refused": the reasons by key.
    "target", and whether a "sweep" wins. "undo": the label that takes back a round; "last": the text of one that may
    end the game. "auction": see `_auction`, None without.
    """
    seats, options = table.state.seats, table.options
    names = table.names
    return {
        "kind": "round",
        "number": NUMBER,
        "results": {name: panel_html(table, data, writing) for name, data in _results(table)},
        "points": points_tables(options, seats),
        "seats": seats.players,
        "sides": seats.sides,
        "counters": {head.key: head.avatar for head in heads(table)},
        "deals": {key: _("%(dealer)s deals") % {"dealer": names[key]} for key in seats.players},
        "names": names,
        "refused": {f"best-{key}": explain(_trickless(names[key])) for key in seats.players}
        | {f"bid-{points}": explain(RuleError("bidder_first")) for points in BIDS},
        "trumps": {suit: suit_html(suit) for suit in PACK.suits},
        "orders": {suit: _order(table, suit) for suit in PACK.suits},
        "target": options["target"],
        "sweep": options["sweep_wins"],
        "undo": _("Take back %(what)s") % {"what": _("round %(number)d") % {"number": NUMBER}},
        "last": _("Round %(number)d may be the last") % {"number": NUMBER},
        "auction": _auction(table, writing) if options["auction"] else None,
    }


def _trickless(player: str) -> IllegalMoveError:
    return IllegalMoveError("best_without_trick", player=player)


def _order(table: Table, suit: str) -> str:
    """Render the order of trumps as the sheet shows it."""
    (choice, *_others) = _choices(table, {"trump": suit})
    return _order_html(RoundFields.of(choice))


def _order_html(fields: RoundFields) -> str:
    order = trump_order(fields)
    return render_to_string("games/forty_fives/_trump_order_details.html", {"order": order})


def _auction(table: Table, writing: Writing) -> dict[str, Any]:
    """Return what the phone needs to ask for the bid and to show it.

    "asks": the panels by bidder ("": none yet). "forced": the key for the bid of the dealer after all passed, by
    dealer; "lowest": that bid. "texts": by bidder the bid alone ("bid") and by its state, with "bid" and "won" in place
    of the points.
    """
    state, keys = table.state, table.state.seats.players
    lowest = RoundFields.of(_choices(table, {})[0]).bids[0]
    texts = {}
    for key in keys:
        bid = Bid(key, BID)
        texts[key] = {each: bid_text(table, bid, (WON, each)) for each in STATES} | {
            "bid": bid_text(table, bid, None)
        }
    return {
        "asks": {
            key: panel_html(table, {}, writing, **({"bidder": key} if key else {})) for key in ("", *keys)
        },
        "forced": {key: forced_bid_text(table, key, lowest) for key in state.seats.players},
        "lowest": lowest,
        "texts": texts,
        "bid": BID,
        "won": WON,
    }


def _results(table: Table) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the entries whose panels differ in more than the players and the bid."""
    winner = table.seats[0].key
    bid: dict[str, Any] = {"bid": {"player": winner, "points": BIDS[0]}} if table.options["auction"] else {}
    for known in (0, 1):
        start = bid | ({"trump": "H"} if known else {})
        for count in range(TRICKS + 1):
            entry = start | ({"tricks": [winner] * count} if count else {})
            yield f"{known}{count}", entry
            yield f"{known}{count}n", entry | {"best": None}
            if count:
                yield f"{known}{count}s", entry | {"best": winner}


def _choices(table: Table, entry: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Return the choices of an entry with signs in place of the round's number and of the bid."""
    found = table.game.choices(table.game.start(table.options, table.state.seats), partial=entry)
    signed = []
    for each in found:
        fields = replace(RoundFields.of(each), number=NUMBER)
        if fields.bid:
            fields = replace(fields, bid=fields.bid._replace(points=BID), bid_won=(WON, STATES[0]))
        signed.append(replace(each, fields=fields))
    return tuple(signed)


def panel_html(table: Table, entry: Mapping[str, Any], writing: Writing, **asked: str) -> str:
    """Render the panel of an entry; `asked`: the open question of the draft, or its mode."""
    state = table.game.start(table.options, table.state.seats)
    draft = Draft(data={"entry": entry, "mode": "result", **asked})
    panel = writing(DraftChoices(table, state, draft, draft.data, choices=_choices(table, entry)))
    avatar = next((head.avatar for head in heads(table) if head.key == panel.writer), "")
    return render_to_string(panel.template, {"panel": panel, "session": table.session, "avatar": avatar})
