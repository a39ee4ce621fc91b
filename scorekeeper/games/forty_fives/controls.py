"""The entry panels of Forty-fives: the bid, a round by its result, who robs, and a round card by card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.card_rounds.cards import card_html, card_text, cards_text, suit_name, written
from scorekeeper.games.card_rounds.draft import Begun, Head, across, heads, hidden
from scorekeeper.games.card_rounds.picker import Extra, Picker, picker
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.phrases import and_list
from scorekeeper.rules.cards import suit_of
from scorekeeper.rules.contract import Choice
from scorekeeper.rules.forty_fives.cards import PACK

TRICKS = 5


def bid_panel(begun: Begun, choice: Choice) -> EntryPanel:
    """Who bids, and how much."""
    bidder, bid = bidder_of(begun), choice.fields["bid"]
    values = {
        "choice": choice,
        "players": _keys(begun, "bidder", chosen=bidder),
        "across": across(len(begun.table.seats)),
        "bids": choice.fields["bids"] if bidder else [],
        "made": bid["points"] if bid else None,
        "leave": bool(begun.data.get("bidding") or "bidder" in begun.data),
    }
    title = _("Round %(number)d: who bids?") % choice.fields
    if bidder:
        title = _("%(player)s bids") % {"player": begun.table.name(bidder)}
    return EntryPanel("forty_fives/bid", bidder, title, values=values)


def bidder_of(begun: Begun) -> str | None:
    """Whose bid it is: who was tapped, else who has bid already."""
    bid = begun.entry.get("bid")
    return begun.data.get("bidder") or (bid["player"] if bid else None)


def holes_of(begun: Begun) -> list[int]:
    """The places of tricks that were taken off, before the last one that is there."""
    return list(begun.data.get("holes", ()))


def result_panel(begun: Begun, choice: Choice, *, may_switch: bool) -> EntryPanel:
    """Trumps, five winners, the best trump; the same keys from the first tap to the last."""
    fields, table = choice.fields, begun.table
    winners, best, bid = fields["winners"], begun.entry.get("best", ...), fields["bid"]
    full = len(winners) == TRICKS
    counters = {head.key: head.counter for head in heads(table)}
    values: dict[str, Any] = {
        "choice": choice,
        "suits": [(suit, suit_name(suit), suit == fields["trump"]) for suit in PACK.suits],
        "slots": slots(winners, holes_of(begun), counters),
        "asked": (holes_of(begun) or [len(winners)])[0] + 1,
        "bid": (counters[bid["player"]], bid["points"], bid_text(begun, choice)) if bid else None,
        "across": across(len(table.seats)),
        "asking": "best" if full else "took",
        "none_on": best is None,
        "turned": cards_text(fields["turned"]),
        "may_switch": may_switch,
        "turning": begun.data.get("turning", False),
        "players": _keys(
            begun, "best" if full else "took", chosen=best, open_to=fields["best_choices"] if full else None
        ),
    }
    if values["turning"]:
        values["picker"] = _picker(begun, PACK.cards, {}, Extra("×", "back"), purpose="turned")
    if fields["complete"]:
        values["points"] = fields["sum"], fields["of"]
    goes_along = hidden(begun, whole_entry(fields)) if fields["complete"] else {}
    title = _("Round %(number)d, trumps") % fields
    return EntryPanel("forty_fives/result", None, title, hidden=goes_along, values=values)


def slots(winners: list[str], holes: list[int], counters: Mapping[str, Any]) -> list[Any]:
    """Five tricks: the counter of who took each, None where that is still to be said."""
    left = iter(winners)
    return [None if place in holes else counters.get(next(left, "")) for place in range(TRICKS)]


def bid_text(begun: Begun, choice: Choice) -> str:
    """Who bid how much: "Bo bid 20"."""
    bid = choice.fields["bid"]
    return _("%(player)s bid %(points)d") % {
        "player": begun.table.name(bid["player"]),
        "points": bid["points"],
    }


def whole_entry(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The entry with its dealer, so that it stays that dealer's round where one before it is taken back."""
    return {"dealer": fields["dealer"], **fields["entry"]}


def robbing_panel(begun: Begun, choice: Choice) -> EntryPanel:
    """Who robs the turned card; nobody unless somebody is named."""
    fields, table = choice.fields, begun.table
    taking = next(each for each in fields["takings"] if not each["asked"])
    robber = begun.data.get("rob")
    out = begun.data.get("out")
    values: dict[str, Any] = {
        "choice": choice,
        "card": card_html(taking["card"]),
        "players": _keys(begun, "rob", chosen=robber, open_to=taking["may"]),
        "across": across(len(table.seats)),
        "nobody": robber is None,
        "robber": table.name(robber) if robber else "",
        "leader": table.name(fields["leader"]),
        "rule": _robbing_rule(begun, taking),
        "out": card_text(out) if out else "",
        "naming": begun.data.get("naming", False),
    }
    if values["naming"]:
        stay = dict.fromkeys(taking["stay"][robber], _("stays in the hand"))
        away = stay | {taking["card"]: _("turned up")}
        values["away"] = away
        values["picker"] = _picker(
            begun, set(PACK.cards) - set(away), away, Extra("×", "naming"), purpose="discard"
        )
    return EntryPanel(
        "forty_fives/robbing",
        None,
        _("Who robs the %(card)s?") % {"card": written(taking["card"])},
        values=values,
    )


def _robbing_rule(begun: Begun, taking: dict[str, Any]) -> str:
    if taking["ace"] is None:
        return _("An ace was turned: %(dealer)s may take it at once, for a discard.") % {
            "dealer": begun.table.name(taking["may"][0])
        }
    left = _("Left alone, it keeps its rank.")
    if begun.table.options["unrobbed_ace"] == "lowest_trump":
        left = _("Left alone, it is the lowest trump.")
    return _("Whoever holds %(ace)s may, before playing.") % {"ace": written(taking["ace"])} + " " + left


def turning_panel(begun: Begun, choice: Choice) -> EntryPanel:
    """Which card is turned up for trumps."""
    fields, table = choice.fields, begun.table
    title = _("Round %(number)d: which card is turned?") % fields
    if fields["turned"]:
        title = _("The joker goes to %(dealer)s. Which card next?") % {"dealer": table.name(fields["dealer"])}
    shown = dict.fromkeys(fields["turned"], _("turned up"))
    values = {
        "choice": choice,
        "undo": _last_card(begun),
        "picker": _picker(begun, choice.cards, shown, None, purpose="turned"),
        "may_switch": True,
    }
    return EntryPanel("forty_fives/cards", None, title, values=values)


def cards_panel(begun: Begun, choice: Choice) -> EntryPanel:
    """The next card, a card to put right, or the round as it may be written."""
    fields, table = choice.fields, begun.table
    fixing = "fix" in begun.data
    shown = {
        card: _("%(player)s, trick %(trick)d") % {"player": table.name(at["player"]), "trick": at["trick"]}
        for card, at in fields.get("shown", {}).items()
    }
    values: dict[str, Any] = {
        "choice": choice,
        "fix": begun.data.get("fix"),
        "done": fields["complete"] and not fixing,
        "told": [revoke_context(begun, each) for each in fields.get("revokes", ())],
        "turned": [card_html(card) for card in fields["turned"]],
        "order": fields["order"],
        "undo": _last_card(begun),
        "robbery": robbery_text(begun, choice),
        "may_bid": bool(fields["bid"]) and not fixing,
        "may_finish": not fixing,
    }
    if fixing:
        trick, place = begun.data["fix"]
        player, card = begun.entry["tricks"][trick][place]
        open_cards = set(PACK.cards) - set(shown) | {card}
        values["picker"] = _picker(
            begun, open_cards, shown, Extra("×", "back"), suit_of(card), purpose=f"fix-{trick}-{place}"
        )
        title = _("%(player)s, trick %(trick)d: not %(card)s but") % {
            "player": table.name(player),
            "trick": trick + 1,
            "card": written(card),
        }
        return EntryPanel("forty_fives/cards", player, title, values=values)
    if fields["complete"]:
        values["points"] = fields["sum"], fields["of"]
        values["zeroed"] = [table.name(key) for key in fields["zeroed"]]
        title = _("Round %(number)d is played") % fields
        return EntryPanel(
            "forty_fives/cards", None, title, hidden=hidden(begun, whole_entry(fields)), values=values
        )
    follow = fields.get("follow")
    suit = follow["suit"] if follow else ""
    values["picker"] = _picker(begun, choice.cards, shown, None, suit)
    return EntryPanel("forty_fives/cards", choice.player, _cards_title(begun, choice), values=values)


def _cards_title(begun: Begun, choice: Choice) -> str:
    fields, table = choice.fields, begun.table
    assert choice.player is not None
    player, follow = table.name(choice.player), fields["follow"]
    if follow is None:
        return _("%(player)s leads") % {"player": player}
    return _("%(player)s plays to %(other)s’s %(card)s") % {
        "player": player,
        "other": table.name(follow["player"]),
        "card": written(follow["card"]),
    }


def _last_card(begun: Begun) -> str:
    """What "take back" would take back."""
    tricks = begun.entry.get("tricks")
    if tricks:
        return written(tricks[-1][-1][1])
    return _("the last answer") if begun.entry else ""


def robbery_text(begun: Begun, choice: Choice) -> str:
    """Who took the turned card: "Turned, nobody robbed it"; in an auction who bid how much."""
    fields = choice.fields
    if fields["bid"]:
        return bid_text(begun, choice)
    taken = [
        _("%(player)s took %(card)s")
        % {"player": begun.table.name(each["by"]), "card": written(each["card"])}
        for each in fields["takings"]
        if each["by"]
    ]
    if taken:
        return listed(taken)
    return _("Turned, nobody robbed it") if fields["turned"] else _("Trumps were named")


def revoke_context(begun: Begun, revoke: dict[str, Any]) -> dict[str, Any]:
    """A revoke in words: who, in which trick, which card proves it and why, and what the house rule makes of it."""
    table = begun.table
    player = table.name(revoke["player"])
    loses = table.options["revoke"] == "lose_round"
    tricks = begun.entry["tricks"]
    return {
        "title": _("%(player)s revoked in trick %(trick)d") % {"player": player, "trick": revoke["trick"]},
        "player": player,
        "card": card_text(revoke["card"]),
        "led": card_text(revoke["led"]),
        "proof": card_text(revoke["proof"]),
        "proof_trick": revoke["proof_trick"],
        "why": _why(begun, revoke),
        "rule": _("House rule: a revoke loses the round.")
        if loses
        else _("House rule: the round stands, the revoke is noted."),
        "fixes": [
            (written(card), f"fix-{trick}-{place}")
            for card in (revoke["card"], revoke["proof"])
            for trick, plays in enumerate(tricks)
            for place, play in enumerate(plays)
            if play[1] == card
        ],
    }


def _why(begun: Begun, revoke: dict[str, Any]) -> str:
    """Why the card that proves it should have been played."""
    proof = written(revoke["proof"])
    if revoke["why"] == "trumps_led":
        may = [written(card) for card in _may_renege(begun)]
        told = _("Trumps were led, and %(card)s may not be kept back.") % {"card": proof}
        return told + " " + _("Only %(cards)s may.") % {"cards": and_list(may)}
    suit = suit_name(suit_of(revoke["led"]))
    if revoke["why"] == "suit_trumped":
        return _("Here a suit is followed before it is trumped: %(suit)s were led.") % {"suit": suit}
    return _("Neither %(suit)s nor a trump was played to %(suit)s.") % {"suit": suit}


def _may_renege(begun: Begun) -> list[str]:
    """The trumps that may be kept back here, from the best down."""
    trump = choice_trump(begun)
    renege = str(begun.table.options["renege"])
    cards = {"5": [f"5{trump}"], "5_J_AH": [f"5{trump}", f"J{trump}", "AH"]}
    return cards.get(renege, [*cards["5_J_AH"], "JK"])


def choice_trump(begun: Begun) -> str:
    """The trump suit of the round that is begun."""
    return str(begun.choices[0].fields["trump"])


def _keys(
    begun: Begun, verb: str, *, chosen: object, open_to: Any = None
) -> list[tuple[Head, str, bool, bool]]:
    """The players as keys: head, what it sends, whether it is chosen, whether it is off."""
    return [
        (head, f"{verb}-{head.key}", head.key == chosen, open_to is not None and head.key not in open_to)
        for head in heads(begun.table)
    ]


def _picker(
    begun: Begun,
    open_cards: Any,
    shown: dict[str, str],
    last: Extra | None,
    suit: str = "",
    purpose: str = "next",
) -> Picker:
    keys = picker(PACK, open_cards, shown, chosen=suit, last=last, line=begun.draft.line)
    return replace(keys, purpose=purpose)
