"""Keys of Forty-fives: a round by its result, or card by card with checks by the rules.

The draft is {"entry": the partial round, "mode": "result" or "cards"}. While a question is open, it also has:
"turning" (asks for the turned card, by result), "rob" (the player about to rob), "out" (their discard), "naming"
(asks for the discard), "bidder" (the bidding player), "bidding" (an entered bid is being changed), "fix" (a card to
correct: trick and place), "settle" (see `disputed_trick`). "holes" are the removed tricks, which are asked for first.
"shown" is the entry by cards of a round that is completed by result, "known" the cards of its tricks and of disputed
ones ({"played": trick by trick}), "won" the winners of the tricks that were entered
before a round was continued by cards, "trump" the suit named before the turned card is asked for.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices, Press, no_such_key, number_in
from scorekeeper.rules.contract import RuleError

from . import controls, disputed_trick, result_keys
from .draft import asks_robbery, choice_of, fields_of, mode_in, mode_of, revoke_costs, switch, with_entry

QUESTIONS = {"fix", "naming", "turning", "bidder", "bidding"}  # keys of a draft's data, one at a time


def _trump(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    if mode_of(drafted) == "cards" and drafted.entry.get("tricks"):
        raise no_such_key()
    settling: dict[str, Any] = {"settle": []} if disputed_trick.is_settling(drafted) else {}
    return with_entry(drafted, trump=rest, turned=..., robbed=...) | settling


def _turning(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    return dict(drafted.data) | {"turning": True}


def _bidder(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    fields = fields_of(drafted)
    asked = fields.needs == "bid" or drafted.data.get("bidding")
    if not fields.auction or not asked or rest not in drafted.table.names:
        raise no_such_key()
    return dict(drafted.data) | {"bidder": rest}


def _bid(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    fields = fields_of(drafted)
    if rest == "again" and fields.bid:
        return dict(drafted.data) | {"entry": dict(drafted.entry), "mode": mode_of(drafted), "bidding": True}
    asked = drafted.data.get("bidding") or fields.needs == "bid"
    if rest == "pass" and asked:
        forced = {"player": fields.dealer, "points": fields.bids[0]}
        return with_entry(drafted, bid=forced)
    bidder = controls.bidder_of(drafted)
    if not asked:
        raise no_such_key()
    if bidder is None:
        raise RuleError("bidder_first")
    return with_entry(drafted, bid={"player": bidder, "points": number_in(rest)})


def _card(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    choice, fields = choice_of(drafted), fields_of(drafted)
    if drafted.data.get("turning") or fields.needs == "turned":
        joker = drafted.entry.get("turned") == "JK" and rest != "JK"
        # by result the question stays open for the card after the joker
        again = {"turning": True} if rest == "JK" and drafted.data.get("turning") else {}
        return with_entry(drafted, turned=["JK", rest] if joker else rest, trump=..., robbed=...) | again
    if disputed_trick.is_settling(drafted):
        return disputed_trick.with_card(drafted, rest)
    if drafted.data.get("naming"):
        return {name: value for name, value in drafted.data.items() if name != "naming"} | {"out": rest}
    if "fix" in drafted.data:
        return _fixed(drafted, rest)
    if fields.needs != "card":
        raise no_such_key()
    tricks = [list(trick) for trick in drafted.entry.get("tricks", ())]
    if not tricks or len(tricks[-1]) == len(drafted.table.seats):
        tricks.append([])
    tricks[-1].append([choice.player, rest])
    return with_entry(drafted, tricks=tricks)


def _fixed(drafted: DraftChoices, card: str) -> dict[str, Any]:
    """Replace a card of a trick.

    If this changes the leader of a later trick, its cards stay with their players in the new order. An incomplete
    trick is removed instead, because its next player is unknown.
    """
    number, place = drafted.data["fix"]
    tricks = [[list(play) for play in trick] for trick in drafted.entry["tricks"]]
    tricks[number][place][1] = card
    for later in range(number + 1, len(tricks)):
        entry = dict(drafted.entry) | {"tricks": tricks[:later]}
        leader = drafted.table.game.choices(drafted.state, partial=entry)[0].player
        players = [player for player, _card in tricks[later]]
        if leader == players[0]:
            continue
        if len(players) < len(drafted.table.seats):
            return with_entry(drafted, tricks=tricks[:later])
        first = players.index(str(leader))
        tricks[later] = tricks[later][first:] + tricks[later][:first]
    return with_entry(drafted, tricks=tricks)


def _fix(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    fields = fields_of(drafted)
    number, _dash, place = rest.partition("-")
    tricks = drafted.entry.get("tricks", ()) if fields.by_cards else ()
    at = [number_in(number), number_in(place)]
    if at[0] >= len(tricks) or at[1] >= len(tricks[at[0]]):
        raise no_such_key()
    data = {name: value for name, value in drafted.data.items() if name not in QUESTIONS}
    return data if drafted.data.get("fix") == at else data | {"fix": at}


def _rob(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    fields = fields_of(drafted)
    may = [player for each in fields.takings if not each.asked for player in each.may]
    if not asks_robbery(fields) or rest not in (result_keys.NOBODY, *may):
        raise no_such_key()
    data = {name: value for name, value in drafted.data.items() if name not in ("out", "naming", "rob")}
    return data if rest == result_keys.NOBODY else data | {"rob": rest}


def _naming(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Ask for the discard, or leave it unnamed."""
    if "rob" not in drafted.data:
        raise no_such_key()
    if drafted.data.get("naming") or "out" in drafted.data:
        return {name: value for name, value in drafted.data.items() if name not in ("out", "naming")}
    return dict(drafted.data) | {"naming": True}


def _robbed(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Store the answer who robs; play begins."""
    fields = fields_of(drafted)
    if not asks_robbery(fields):
        raise no_such_key()
    dealers = [{"player": fields.dealer}] if fields.turned[0] == "JK" else []
    out = {"discarded": drafted.data["out"]} if "out" in drafted.data else {}
    takers = [*dealers, {"player": drafted.data["rob"], **out}] if "rob" in drafted.data else dealers
    return with_entry(drafted, robbed=None if not takers else takers[0] if len(takers) == 1 else takers)


def _back(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Undo the last step: an open question, a card, who robbed, the turned card."""
    asking = QUESTIONS & set(drafted.data)
    if asking:
        return {name: value for name, value in drafted.data.items() if name not in asking}
    if disputed_trick.is_settling(drafted):
        return disputed_trick.without_last_card(drafted)
    if mode_of(drafted) != "cards":
        raise no_such_key()
    tricks = [list(trick) for trick in drafted.entry.get("tricks", ())]
    if tricks:
        tricks[-1].pop()
        return with_entry(drafted, tricks=[trick for trick in tricks if trick] or ...)
    for name in ("robbed", "turned", "trump", "bid"):
        if name in drafted.entry:
            return with_entry(drafted, **{name: ...})
    raise no_such_key()


def closers(drafted: DraftChoices) -> tuple[str, ...]:
    """Return the keys that close entry by cards, a disputed trick and a question, if they were opened."""
    by_result = drafted.line is None and mode_in(drafted.table, {}, drafted.draft.line) == "result"
    opened = {
        "mode-result": by_result and mode_of(drafted) == "cards" and not revoke_costs(fields_of(drafted)),
        "settle": disputed_trick.is_settling(drafted),
        "back": bool(QUESTIONS & set(drafted.data)),
    }
    return tuple(key for key, is_open in opened.items() if is_open)


PRESSES: dict[str, Press] = {
    "mode": switch,
    "trump": _trump,
    "turning": _turning,
    "took": result_keys.took,
    "settle": disputed_trick.settle,
    "keep": result_keys.keep,
    "off": result_keys.off,
    "best": result_keys.best,
    "bidder": _bidder,
    "bid": _bid,
    "card": _card,
    "fix": _fix,
    "rob": _rob,
    "naming": _naming,
    "robbed": _robbed,
    "back": _back,
}
