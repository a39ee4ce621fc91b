"""Keys of Forty-fives: a round by its result, or card by card with checks by the rules.

The draft is {"entry": the partial round, "mode": "result" or "cards"}. While a question is open, it also has:
"turning" (asks for the turned card, by result), "rob" (the player about to rob), "out" (their discard), "naming"
(asks for the discard), "bidder" (the bidding player), "bidding" (an entered bid is being changed), "fix" (a card to
correct: trick and place), "settle" (see `disputed_trick`). "holes" are the removed tricks, which are asked for first.
"shown" is the entry by cards of a round that is completed by result, "won" the winners of the tricks that were entered
before a round was continued by cards, "trump" the suit named before the turned card is asked for.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices, Press, no_such_key, number_in
from scorekeeper.rules.contract import RuleError
from scorekeeper.rules.forty_fives.move import TRICKS

from . import controls, disputed_trick
from .draft import asks_robbery, choice_of, fields_of, holes_of, mode_in, mode_of, revoke_costs, switch

NOBODY = "nobody"


QUESTIONS = {"fix", "naming", "turning", "bidder", "bidding"}  # keys of a draft's data, one at a time


def _entry(drafted: DraftChoices, **changed: Any) -> dict[str, Any]:
    """Return the draft with changed fields of its entry and its open question closed."""
    entry = {name: value for name, value in {**drafted.entry, **changed}.items() if value is not ...}
    kept = {name: drafted.data[name] for name in ("holes", "shown", "won", "trump") if drafted.data.get(name)}
    return {"entry": entry, "mode": mode_of(drafted)} | kept


def _trump(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    if mode_of(drafted) == "cards" and drafted.entry.get("tricks"):
        raise no_such_key()
    settling: dict[str, Any] = {"settle": []} if disputed_trick.is_settling(drafted) else {}
    return _entry(drafted, trump=rest, turned=..., robbed=...) | settling


def _turning(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    return dict(drafted.data) | {"turning": True}


def _took(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    fields = fields_of(drafted)
    tricks, holes = [*drafted.entry.get("tricks", ())], holes_of(drafted)
    if fields.by_cards or fields.needs == "bid" or rest not in drafted.table.names:
        raise no_such_key()
    if len(tricks) == TRICKS:
        raise RuleError("tricks_taken")
    tricks.insert(holes[0] if holes else len(tricks), rest)
    return _entry(drafted, tricks=tricks) | {"holes": holes[1:]}


def _keep(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    return _took(drafted, disputed_trick.winner_to_enter(drafted, rest))


def _off(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Remove a trick and ask for it next; the others keep their places.

    The best trump goes too, if its owner has no trick left.
    """
    tricks, holes, place = [*drafted.entry.get("tricks", ())], holes_of(drafted), number_in(rest)
    index = place - sum(hole < place for hole in holes)
    if fields_of(drafted).by_cards or index >= len(tricks) or place in holes:
        raise no_such_key()
    del tricks[index]
    holes = sorted([*holes, place])
    while holes and holes[-1] == len(tricks) + len(holes) - 1:
        holes.pop()
    owner = drafted.entry.get("best")
    lost = {} if owner is None or owner in tricks else {"best": ...}
    return _entry(drafted, tricks=tricks, **lost) | {"holes": holes}


def _best(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    fields = fields_of(drafted)
    if fields.by_cards or len(fields.winners) < TRICKS:
        raise no_such_key()
    best = None if rest == NOBODY else rest
    if drafted.entry.get("best", ...) == best:
        return _entry(drafted, best=...)
    return _entry(drafted, best=best)


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
        return _entry(drafted, bid=forced)
    bidder = controls.bidder_of(drafted)
    if not asked:
        raise no_such_key()
    if bidder is None:
        raise RuleError("bidder_first")
    return _entry(drafted, bid={"player": bidder, "points": number_in(rest)})


def _card(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    choice, fields = choice_of(drafted), fields_of(drafted)
    if drafted.data.get("turning") or fields.needs == "turned":
        joker = drafted.entry.get("turned") == "JK" and rest != "JK"
        # by result the question stays open for the card after the joker
        again = {"turning": True} if rest == "JK" and drafted.data.get("turning") else {}
        return _entry(drafted, turned=["JK", rest] if joker else rest, trump=..., robbed=...) | again
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
    return _entry(drafted, tricks=tricks)


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
            return _entry(drafted, tricks=tricks[:later])
        first = players.index(str(leader))
        tricks[later] = tricks[later][first:] + tricks[later][:first]
    return _entry(drafted, tricks=tricks)


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
    if not asks_robbery(fields) or rest not in (NOBODY, *may):
        raise no_such_key()
    data = {name: value for name, value in drafted.data.items() if name not in ("out", "naming", "rob")}
    return data if rest == NOBODY else data | {"rob": rest}


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
    return _entry(drafted, robbed=None if not takers else takers[0] if len(takers) == 1 else takers)


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
        return _entry(drafted, tricks=[trick for trick in tricks if trick] or ...)
    for name in ("robbed", "turned", "trump", "bid"):
        if name in drafted.entry:
            return _entry(drafted, **{name: ...})
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
    "took": _took,
    "settle": disputed_trick.settle,
    "keep": _keep,
    "off": _off,
    "best": _best,
    "bidder": _bidder,
    "bid": _bid,
    "card": _card,
    "fix": _fix,
    "rob": _rob,
    "naming": _naming,
    "robbed": _robbed,
    "back": _back,
}
