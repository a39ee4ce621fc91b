"""Keys of Générala: a hand by the players who ran out, or trick by trick with checks.

The draft is {"entry": the partial hand, trick or end}. Before the first tap it also has "mode" ("result" or "cards"),
and while a card of the trick is being corrected, "fix" (its place in the trick). "aside" is an unfinished trick whose
hand is to be completed by result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.games.card_rounds.draft import Begun, Press, no_such_key, number_in
from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.contract import Choice

Data = dict[str, Any]

EMPTY: dict[str, Data] = {"result": {"out": []}, "cards": {"trick": []}, "end": {"end": "agreed"}}


def mode_of(begun: Begun) -> str:
    """Return the mode of this hand: "end", "cards" or "result".

    The entry so far decides, then the stored mode, then the unfinished hand, then the previous hand.
    """
    entry = begun.entry
    if "end" in entry:
        return "end"
    if "trick" in entry:
        return "cards"
    if "out" in entry:
        return "result"
    if "mode" in begun.data:
        return str(begun.data["mode"])
    if begun.state.running:
        return "cards"
    hands = [row for row in begun.table.sheet.rows if row.kind == "round"]
    return "cards" if hands and hands[-1].fields["by_cards"] else "result"


def as_entered(begun: Begun) -> Begun:
    """Return the draft in its mode, with an empty hand or trick before the first tap."""
    entry: Data = {**EMPTY[mode_of(begun)], **begun.entry}
    if "trick" in entry:
        entry.pop("out", None)  # the rules derive it again from the cards
    elif "out" in entry and begun.state.running:
        entry["rest"] = True
    choices = begun.table.game.choices(begun.state, begun=entry)
    return replace(begun, data={**begun.data, "entry": entry}, choices=choices)


def is_untouched(begun: Begun) -> bool:
    """Whether the draft is empty and for a new line."""
    return begun.line is None and not any(begun.entry.values())


def may_switch(begun: Begun) -> bool:
    """Whether the hand may switch between result and cards: to cards only until a player is out."""
    return begun.line is None and not begun.entry.get("out")


def may_end(begun: Begun) -> bool:
    """Whether the table may agree to end the game at this point."""
    return is_untouched(begun) and _is_open(begun, "end")


def _is_open(begun: Begun, kind: str) -> bool:
    return any(choice.kind == kind for choice in begun.table.game.choices(begun.state))


def before(begun: Begun) -> Choice:
    """Return the choice at the time when the card being corrected was played."""
    plays = begun.entry["trick"][: begun.data["fix"]]
    return begun.table.game.choices(begun.state, begun={"trick": plays})[0]


# --- keys: a hand by its result --------------------------------------------------------------------------


def _out(begun: Begun, rest: str) -> Data:
    """Add a player who ran out; the last player joins the group before."""
    choice = _must(begun, "hand")
    left = choice.fields["left"]
    if rest not in left:
        raise no_such_key()
    groups = _groups(begun)
    if len(left) == 1:
        groups[-1].append(rest)
    else:
        groups.append([rest])
    return _hand(begun, groups)


def _off(begun: Begun, rest: str) -> Data:
    choice = _must(begun, "hand")
    if rest not in choice.fields["places"] or rest in choice.fields["ran_out"]:
        raise no_such_key()
    groups = [[player for player in group if player != rest] for group in _groups(begun)]
    return _hand(begun, [group for group in groups if group])


def _same(begun: Begun, rest: str) -> Data:
    """Join the last two groups as one trick, or split the last group again."""
    _must(begun, "hand")
    groups = _groups(begun)
    if groups and len(groups[-1]) > 1:
        groups.append([groups[-1].pop()])
    elif len(groups) > 1:
        last = groups.pop()
        groups[-1].extend(last)
    else:
        raise no_such_key()
    return _hand(begun, groups)


def _hand(begun: Begun, groups: list[list[str]]) -> Data:
    """Return the draft of a hand with these groups, keeping the trick set aside."""
    kept = {"aside": begun.data["aside"]} if "aside" in begun.data else {}
    return {"entry": {"out": groups} | ({"rest": True} if begun.state.running else {})} | kept


def _groups(begun: Begun) -> list[list[str]]:
    return [list(group) for group in begun.entry["out"]]


# --- keys: a trick card by card --------------------------------------------------------------------------


def _card(begun: Begun, rest: str) -> Data:
    """Play a card, or replace the card that is being corrected."""
    if "fix" in begun.data:
        return _fixed(begun, rest)
    choice = _must(begun, "card")
    return _trick([*begun.entry["trick"], [choice.player, rest]])


def _joker(begun: Begun, rest: str) -> Data:
    """Play a joker; the two are interchangeable."""
    choice = before(begun) if "fix" in begun.data else _must(begun, "card")
    jokers = [card for card in choice.cards if is_joker(card)]
    if not jokers:
        raise no_such_key()
    return _card(begun, jokers[0])


def _fixed(begun: Begun, card: str) -> Data:
    """Replace a card of the trick, also as the card that was picked up."""
    place, plays = begun.data["fix"], [list(play) for play in begun.entry["trick"]]
    wrong, took = plays[place][1], dict(begun.entry.get("took", {}))
    plays[place][1] = card
    if took.get("card") == wrong:
        took["card"] = card
    return _trick(plays, took)


def _fix(begun: Begun, rest: str) -> Data:
    """Select a card of the trick for correction; a second tap deselects it."""
    plays = begun.entry.get("trick", ())
    place = number_in(rest)
    if place >= len(plays):
        raise no_such_key()
    kept = _trick(plays, begun.entry.get("took", {}))
    return kept if begun.data.get("fix") == place else kept | {"fix": place}


def _none(begun: Begun, rest: str) -> Data:
    """Record that the next player lacks the suit and picks up a card.

    A single possible card is picked up at once.
    """
    choice = _must(begun, "card")
    if not choice.fields["declines"]:
        raise no_such_key()
    cards = choice.fields["takes"]
    return _trick(
        begun.entry["trick"], {"player": choice.player} | ({"card": cards[0]} if len(cards) == 1 else {})
    )


def _take(begun: Begun, rest: str) -> Data:
    if "took" not in begun.entry:
        raise no_such_key()
    return _trick(begun.entry["trick"], {"player": begun.entry["took"]["player"], "card": rest})


def _trick(plays: Any, took: Mapping[str, Any] | None = None) -> Data:
    return {"entry": {"trick": [list(play) for play in plays]} | ({"took": dict(took)} if took else {})}


# --- keys of both modes ----------------------------------------------------------------------------------


def _mode(begun: Begun, rest: str) -> Data:
    if rest not in ("result", "cards") or not may_switch(begun):
        raise no_such_key()
    if rest == "cards":
        return {"entry": begun.data["aside"]} if "aside" in begun.data else {"mode": rest}
    return {"mode": rest} | ({"aside": dict(begun.entry)} if begun.entry.get("trick") else {})


def _end(begun: Begun, rest: str) -> Data:
    if not may_end(begun):
        raise no_such_key()
    return {"entry": {"end": "agreed"}}


def _back(begun: Begun, rest: str) -> Data:
    """Undo the last tap: the end, a selected card, the card picked up, the last card."""
    entry = begun.entry
    if "end" in entry and begun.line is None:
        return {}
    if "fix" in begun.data:
        return _trick(entry["trick"], entry.get("took"))
    if "took" in entry:
        return _trick(entry["trick"])
    if entry.get("trick"):
        return _trick(entry["trick"][:-1])
    raise no_such_key()


def _must(begun: Begun, kind: str) -> Choice:
    """Return the choice of this kind.

    Raises RuleError for a kind that is unavailable.
    """
    choice = begun.choice(kind)
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
