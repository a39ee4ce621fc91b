"""Keys of Generals and Majors: cards of a turn, cancellations, and the other lines.

The draft is {"entry": the partial turn}. While a question is open, it also has: "stage" ("lay": more cards; "close":
cancellations, and writing), "role" (a joker that may be a commander or an army). A cancellation picked card by card
is part of the entry ("group"), as in the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices, Press, no_such_key
from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.contract import RuleError
from scorekeeper.rules.generals_and_majors.choice_fields import ColourFields, TurnFields
from scorekeeper.rules.generals_and_majors.points import is_commander, pack_of

from . import controls, draft
from .lines import name_of

Data = dict[str, Any]
OTHERS = ("redeal", "concede", "end")


def stage(drafted: DraftChoices) -> str:
    """Return "lay" while cards are laid, "close" while the turn is reviewed.

    A correction starts with "close", as its turn is already complete.
    """
    return str(drafted.data.get("stage", "lay" if drafted.line is None else "close"))


def without(drafted: DraftChoices, card: str) -> DraftChoices:
    """Return the draft of the turn before this card was laid."""
    entry = _lifted(drafted.entry, card)
    return draft.with_entry(drafted, entry)


def _lifted(entry: Mapping[str, Any], card: str) -> Data:
    """Return an entry without a card and its cancellations."""
    kept = {name: value for name, value in entry.items() if name != "group"}
    if name_of(entry.get("commander", "")) == card:
        del kept["commander"]
    if "armies" in entry:
        kept["armies"] = [each for each in entry["armies"] if name_of(each) != card]
    if "cancel" in entry:
        kept["cancel"] = [each for each in entry["cancel"] if card not in each["mine"]]
    return {name: value for name, value in kept.items() if value != []}


def _entry(drafted: DraftChoices, stage: str, entry: Mapping[str, Any]) -> Data:
    """Return the draft data of an entry, with the player of the turn."""
    player = drafted.table.game.turn(drafted.state)
    return {"entry": {"player": player, **entry}, "stage": stage}


def _card(drafted: DraftChoices, rest: str) -> Data:
    """Lay a card; a joker that has two possible roles asks for one."""
    if rest not in pack_of(drafted.table.options) or "role" in drafted.data or drafted.choice("colour"):
        raise no_such_key()
    if is_joker(rest) and "commander" not in drafted.entry:
        return {**_entry(drafted, "lay", drafted.entry), "role": rest}
    return _laid(drafted, rest, is_commander(rest))


def _laid(drafted: DraftChoices, card: str, leads: bool) -> Data:
    role = "commander" if leads else "army"
    laid = {"card": card, "as": role} if is_joker(card) else card
    if not leads:
        return _entry(drafted, "close", {**drafted.entry, "armies": [*drafted.entry.get("armies", ()), laid]})
    if "commander" in drafted.entry:
        raise RuleError("one_commander", card=card)
    return _entry(
        drafted, "close" if "armies" in drafted.entry else "lay", {**drafted.entry, "commander": laid}
    )


def _role(drafted: DraftChoices, rest: str) -> Data:
    if "role" not in drafted.data or rest not in ("commander", "army"):
        raise no_such_key()
    return _laid(drafted, drafted.data["role"], rest == "commander")


def _bind(drafted: DraftChoices, rest: str) -> Data:
    """Bind a card to a colour."""
    choice = drafted.choice("colour")
    if choice is None or rest not in ColourFields.of(choice).colours:
        raise no_such_key()
    field, card = ColourFields.of(choice).field, choice.cards[0]

    def bound(laid: Any) -> Any:
        if name_of(laid) != card:
            return laid
        return {**(laid if isinstance(laid, dict) else {"card": laid}), field: rest}

    entry = dict(drafted.entry)
    if field == "colour":
        return _entry(
            drafted, "close" if "armies" in entry else "lay", entry | {"commander": bound(entry["commander"])}
        )
    return _entry(drafted, "close", entry | {"armies": [bound(each) for each in entry["armies"]]})


def _off(drafted: DraftChoices, rest: str) -> Data:
    """Return a laid card to the hand; a new turn without a card holds nothing, not even its player."""
    if rest not in draft.laid_cards(drafted.entry):
        raise no_such_key()
    kept = _lifted(drafted.entry, rest)
    return {} if drafted.line is None and kept.keys() <= {"player"} else _entry(drafted, "lay", kept)


def _look(drafted: DraftChoices, rest: str) -> Data:
    """Switch to laying cards, or to reviewing the turn."""
    if rest not in ("lay", "close") or drafted.choices[0].kind in (*OTHERS, "colour"):
        raise no_such_key()
    if rest == "lay" and not controls.may_lay(drafted, TurnFields.of(drafted.choices[0])):
        raise RuleError("nothing_to_lay")
    return _entry(drafted, rest, {name: value for name, value in drafted.entry.items() if name != "group"})


def _take(drafted: DraftChoices, rest: str) -> Data:
    """Choose a cancellation: "6S-4C.2D", or "6S-" for none.

    Earlier cancellations that share a card with it are removed.
    """
    if drafted.choices[0].kind in (*OTHERS, "colour"):
        raise no_such_key()
    mine, _dash, theirs = (part.split(".") if part else [] for part in rest.partition("-"))
    entry = {name: value for name, value in drafted.entry.items() if name != "group"}
    others = [
        each for each in entry.get("cancel", ()) if not {*each["mine"], *each["theirs"]} & {*mine, *theirs}
    ]
    return _entry(drafted, "close", entry | {"cancel": [*others, {"mine": mine, "theirs": theirs}]})


def _group(drafted: DraftChoices, rest: str) -> Data:
    """Pick a cancellation card by card: start, add or remove a card, accept."""
    if drafted.choices[0].kind in (*OTHERS, "colour"):
        raise no_such_key()
    group = drafted.entry.get("group")
    side, _dash, card = rest.partition("-")
    if rest == "begin" and group is None:
        return _entry(drafted, "close", {**drafted.entry, "group": {"mine": [], "theirs": []}})
    if group is None or (rest != "take" and side not in group):
        raise no_such_key()
    if rest == "take":
        return _take(drafted, f"{'.'.join(group['mine'])}-{'.'.join(group['theirs'])}")
    cards = group[side]
    cards = [each for each in cards if each != card] if card in cards else [*cards, card]
    return _entry(drafted, "close", {**drafted.entry, "group": {**group, side: cards}})


def _other(drafted: DraftChoices, rest: str) -> Data:
    """Start a line other than a turn."""
    kind, _dash, player = rest.partition("-")
    offered = drafted.table.game.choices(drafted.state, partial={})
    if (kind, player) not in {(each.kind, each.player or "") for each in offered if each.kind in OTHERS}:
        raise no_such_key()
    return {"entry": {"end": "no_cards"} if kind == "end" else {"player": player, kind: True}}


def _back(drafted: DraftChoices, rest: str) -> Data:
    """Drop the open question."""
    colour = drafted.choice("colour")
    if colour is not None:
        return _entry(drafted, "lay", _lifted(drafted.entry, colour.cards[0]))
    if drafted.choices[0].kind in OTHERS:
        return {"entry": {}, "stage": "close"}
    if "role" in drafted.data:
        return _entry(drafted, "lay", drafted.entry)
    raise no_such_key()


def closers(drafted: DraftChoices) -> tuple[str, ...]:
    """Return the key that closes the open question, another line, or more armies."""
    first = drafted.choices[0]
    if first.kind == "colour" or "role" in drafted.data or (first.kind in OTHERS and drafted.line is None):
        return ("back",)
    if first.kind in OTHERS:
        return ()
    fields, is_laying = TurnFields.of(first), stage(drafted) == "lay"
    if fields.group is not None:
        return ("look-close",)
    if is_laying and "armies" in drafted.entry and not controls.is_routine(fields):
        return ("look-close",)
    is_empty = drafted.line is None and not draft.laid_cards(drafted.entry)
    return ("look-lay",) if is_empty and not is_laying and controls.may_lay(drafted, fields) else ()


PRESSES: dict[str, Press] = {
    "card": _card,
    "role": _role,
    "bind": _bind,
    "off": _off,
    "look": _look,
    "take": _take,
    "group": _group,
    "other": _other,
    "back": _back,
}
