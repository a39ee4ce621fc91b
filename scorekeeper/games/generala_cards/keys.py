"""Keys of Générala: a hand by the players who ran out, or trick by trick with checks.

The draft is {"entry": the partial hand, trick or end}. Before the first tap it also has "mode" ("result" or "cards"),
and while a card of the trick is being corrected, "fix" (its place in the trick). "aside" is an unfinished trick whose
hand is to be completed by result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices, Press, no_such_key, number_in
from scorekeeper.rules.cards import JOKERS
from scorekeeper.rules.contract import Choice, RuleError
from scorekeeper.rules.generala_cards.fields import CardFields, HandFields

Data = dict[str, Any]

EMPTY: dict[str, Data] = {"result": {"out": []}, "cards": {"trick": []}, "end": {"end": "agreed"}}


def mode_of(drafted: DraftChoices) -> str:
    """Return the mode of this hand: "end", "cards" or "result".

    The entry so far decides, then the stored mode, then the unfinished hand, then how the previous hand ended.
    """
    entry = drafted.entry
    if "end" in entry:
        return "end"
    if "trick" in entry:
        return "cards"
    if "out" in entry:
        return "result"
    if "mode" in drafted.data:
        return str(drafted.data["mode"])
    if drafted.state.running:
        return "cards"
    lines = drafted.table.replayed.lines
    return "cards" if lines and "trick" in lines[-1].moves[-1] else "result"


def as_entered(drafted: DraftChoices) -> DraftChoices:
    """Return the draft in its mode, with an empty hand or trick before the first tap."""
    entry: Data = {**EMPTY[mode_of(drafted)], **drafted.entry}
    if "trick" in entry:
        entry.pop("out", None)  # the rules derive it again from the cards
    elif "out" in entry and drafted.state.running:
        entry["rest"] = True
    choices = drafted.table.game.choices(drafted.state, partial=entry)
    return replace(drafted, data={**drafted.data, "entry": entry}, choices=choices)


def is_untouched(drafted: DraftChoices) -> bool:
    """Return whether the draft is empty and for a new line."""
    return drafted.line is None and not any(drafted.entry.values())


def may_switch(drafted: DraftChoices) -> bool:
    """Return whether the hand may switch between result and cards (only until a player is out)."""
    return drafted.line is None and not drafted.entry.get("out")


def may_end(drafted: DraftChoices) -> bool:
    """Return whether the table may agree to end the game at this point."""
    return is_untouched(drafted) and _is_open(drafted, "end")


def _is_open(drafted: DraftChoices, kind: str) -> bool:
    return any(choice.kind == kind for choice in drafted.table.game.choices(drafted.state))


def before(drafted: DraftChoices) -> Choice:
    """Return the choice at the time when the card being corrected was played."""
    plays = drafted.entry["trick"][: drafted.data["fix"]]
    return drafted.table.game.choices(drafted.state, partial={"trick": plays})[0]


# --- keys: a hand by its result --------------------------------------------------------------------------


def _out(drafted: DraftChoices, rest: str) -> Data:
    """Add a player who ran out; the last player joins the group before."""
    choice = _must(drafted, "hand")
    left = HandFields.of(choice).left
    if rest not in left:
        raise RuleError("already_out", player=rest)
    groups = _groups(drafted)
    if len(left) == 1:
        groups[-1].append(rest)
    else:
        groups.append([rest])
    return _hand(drafted, groups)


def _off(drafted: DraftChoices, rest: str) -> Data:
    fields = HandFields.of(_must(drafted, "hand"))
    if rest not in fields.places or rest in fields.ran_out:
        raise no_such_key()
    groups = [[player for player in group if player != rest] for group in _groups(drafted)]
    return _hand(drafted, [group for group in groups if group])


def _same(drafted: DraftChoices, rest: str) -> Data:
    """Join the last two groups as one trick, or split the last group again."""
    _must(drafted, "hand")
    groups = _groups(drafted)
    if groups and len(groups[-1]) > 1:
        groups.append([groups[-1].pop()])
    elif len(groups) > 1:
        last = groups.pop()
        groups[-1].extend(last)
    else:
        raise RuleError("two_out_first")
    return _hand(drafted, groups)


def _hand(drafted: DraftChoices, groups: list[list[str]]) -> Data:
    """Return the draft of a hand with these groups, keeping the trick set aside."""
    kept = {"aside": drafted.data["aside"]} if "aside" in drafted.data else {}
    return {"entry": {"out": groups} | ({"rest": True} if drafted.state.running else {})} | kept


def _groups(drafted: DraftChoices) -> list[list[str]]:
    return [list(group) for group in drafted.entry["out"]]


# --- keys: a trick card by card --------------------------------------------------------------------------


def _card(drafted: DraftChoices, rest: str) -> Data:
    """Play a card, or replace the card that is being corrected."""
    if "fix" in drafted.data:
        return _fixed(drafted, rest)
    choice = _must(drafted, "card")
    return _trick([*drafted.entry["trick"], [choice.player, rest]])


def _joker(drafted: DraftChoices, rest: str) -> Data:
    """Play a joker; the two are interchangeable."""
    choice = before(drafted) if "fix" in drafted.data else _must(drafted, "card")
    gone = CardFields.of(choice).gone
    # a refused joker stays a key: the rules give the reason
    joker = max(JOKERS, key=lambda card: (card in choice.cards, card not in gone))
    return _card(drafted, joker)


def _fixed(drafted: DraftChoices, card: str) -> Data:
    """Replace a card of the trick, also as the card that was picked up."""
    place, plays = drafted.data["fix"], [list(play) for play in drafted.entry["trick"]]
    wrong, took = plays[place][1], dict(drafted.entry.get("took", {}))
    plays[place][1] = card
    if took.get("card") == wrong:
        took["card"] = card
    return _trick(plays, took)


def _fix(drafted: DraftChoices, rest: str) -> Data:
    """Select a card of the trick for correction; a second tap deselects it."""
    plays = drafted.entry.get("trick", ())
    place = number_in(rest)
    if place >= len(plays):
        raise no_such_key()
    kept = _trick(plays, drafted.entry.get("took", {}))
    return kept if drafted.data.get("fix") == place else kept | {"fix": place}


def _none(drafted: DraftChoices, rest: str) -> Data:
    """Record that the next player lacks the suit and picks up a card.

    A single possible card is picked up at once.
    """
    choice = _must(drafted, "card")
    fields = CardFields.of(choice)
    cards = fields.takes
    return _trick(
        drafted.entry["trick"], {"player": choice.player} | ({"card": cards[0]} if len(cards) == 1 else {})
    )


def _take(drafted: DraftChoices, rest: str) -> Data:
    if "took" not in drafted.entry:
        raise no_such_key()
    return _trick(drafted.entry["trick"], {"player": drafted.entry["took"]["player"], "card": rest})


def _trick(plays: Any, took: Mapping[str, Any] | None = None) -> Data:
    return {"entry": {"trick": [list(play) for play in plays]} | ({"took": dict(took)} if took else {})}


# --- keys of both modes ----------------------------------------------------------------------------------


def _mode(drafted: DraftChoices, rest: str) -> Data:
    if rest not in ("result", "cards") or not may_switch(drafted):
        raise no_such_key()
    if rest == "cards":
        return {"entry": drafted.data["aside"]} if "aside" in drafted.data else {"mode": rest}
    return {"mode": rest} | ({"aside": dict(drafted.entry)} if drafted.entry.get("trick") else {})


def _end(drafted: DraftChoices, rest: str) -> Data:
    if not may_end(drafted):
        raise no_such_key()
    return {"entry": {"end": "agreed"}}


def _back(drafted: DraftChoices, rest: str) -> Data:
    """Undo the last tap: the end, a selected card, the card picked up, the last card."""
    entry = drafted.entry
    if "end" in entry and drafted.line is None:
        return {}
    if "fix" in drafted.data:
        return _trick(entry["trick"], entry.get("took"))
    if "took" in entry:
        return _trick(entry["trick"])
    if entry.get("trick"):
        return _trick(entry["trick"][:-1])
    raise no_such_key()


def _must(drafted: DraftChoices, kind: str) -> Choice:
    """Return the choice of this kind.

    Raises RuleError for a kind that is unavailable.
    """
    choice = drafted.choice(kind)
    if choice is None:
        raise no_such_key()
    return choice


PRESSES: dict[str, Press] = {
    "out": _out,
    "off": _off,
    "same": _same,
    "card": _card,
    "joker": _joker,
    "fix": _fix,
    "none": _none,
    "take": _take,
    "mode": _mode,
    "end": _end,
    "back": _back,
}
