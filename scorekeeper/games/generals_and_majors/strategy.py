"""Random play of Generals and Majors: turns card by card, and now and then other lines.

A player may hold any card that was not shown. So each turn uses a hand drawn at random from those cards, in the size
that the hand's count gives.
"""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.rules.contract import Choice
from scorekeeper.rules.generals_and_majors.choice_fields import ColourFields, TurnFields


def random_line(game: Any, state: Any, chance: Random) -> dict[str, Any]:
    """Return a random line: most often a turn, rarely a redeal, a concession or the end.

    The end is more likely once no card is left.
    """
    choices = game.choices(state)
    roll = chance.random()
    if roll < 0.3 and any(choice.kind == "end" for choice in choices):
        return {"end": "no_cards"}
    if roll < 0.025:
        return {"player": chance.choice(state.seats.players), "concede": True}
    redeals = [choice.player for choice in choices if choice.kind == "redeal"]
    if redeals and roll < 0.1:
        return {"player": chance.choice(redeals), "redeal": True}
    entry = random_turn(game, state, chance, choices)
    if chance.random() < 0.05:
        entry["note"] = chance.choice(("the six hurt", "★", " "))
    return entry


def random_turn(game: Any, state: Any, chance: Random, offered: tuple[Choice, ...]) -> dict[str, Any]:
    """Return a turn laid card by card, with random answers to all its questions."""
    partial: dict[str, Any] = {}
    choices, fields = {choice.kind: choice for choice in offered}, TurnFields.of(offered[0])
    unseen = {*fields.commanders, *fields.payable, *(each.card for each in fields.unpayable)}
    hand = set(chance.sample(sorted(unseen), min(len(unseen), fields.hand)))
    while True:
        held = hand.intersection(choices["card"].cards) if "card" in choices else None
        if "colour" in choices:
            _bind(choices["colour"], partial, chance)
        elif held and chance.random() < 0.9:
            card = chance.choice(sorted(held))
            hand.discard(card)
            _lay(TurnFields.of(choices["card"]), partial, card, chance)
        elif "cancel" in choices:
            _cancel(TurnFields.of(choices["cancel"]), partial, chance)
            hand.clear()  # a chosen cancellation may rule out another army
        else:
            return dict(TurnFields.of(choices["turn"]).entry)
        choices = {choice.kind: choice for choice in game.choices(state, partial=partial)}


def _lay(fields: TurnFields, partial: dict[str, Any], card: str, chance: Random) -> None:
    leads = card in fields.commanders
    if leads and card in fields.payable:
        leads = chance.random() < 0.5
    role = "commander" if leads else "army"
    laid = {"card": card, "as": role} if card.startswith("JK") else card
    if leads:
        partial["commander"] = laid
    else:
        partial["armies"] = [*partial.get("armies", []), laid]


def _bind(choice: Choice, partial: dict[str, Any], chance: Random) -> None:
    colour = chance.choice(ColourFields.of(choice).colours)
    if ColourFields.of(choice).field == "colour":
        partial["commander"] = {"card": choice.cards[0], "colour": colour}
        return
    for place, laid in enumerate(partial["armies"]):
        card = laid["card"] if isinstance(laid, dict) else laid
        if card == choice.cards[0]:
            found = laid if isinstance(laid, dict) else {"card": laid}
            partial["armies"][place] = {**found, "pays": colour}


def _cancel(fields: TurnFields, partial: dict[str, Any], chance: Random) -> None:
    """Add one random cancellation; an optional one may be recorded as cancelling nothing."""
    army = chance.choice(fields.to_choose)
    found = next(each for each in fields.cancellations if each.army == army)
    taken = chance.choice(found.sets) if found.sets else None
    if fields.optional and (taken is None or chance.random() < 0.4):
        taken = {"mine": [army], "theirs": []}
    if taken is None:  # the list omits some sets of several armies against several
        taken = chance.choice([each for other in fields.cancellations for each in other.sets])
    partial["cancel"] = [*partial.get("cancel", []), taken]
