"""Draft of a round, entered by result or by cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import written
from scorekeeper.games.card_rounds.draft import DraftChoices, no_such_key, partial_of
from scorekeeper.games.drafts import NEXT
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, RuleError
from scorekeeper.rules.forty_fives.fields import RoundFields, WrittenRow
from scorekeeper.rules.forty_fives.move import TRICKS

# what a draft keeps beside its entry when an answer changes
KEPT = ("holes", "shown", "known", "won", "trump")


def mode_of(drafted: DraftChoices) -> str:
    """Return the mode of this round: "cards" or "result".

    The stored mode comes first, then the form of the tricks entered so far, then the mode of the previous round.
    """
    return mode_in(drafted.table, drafted.data, drafted.draft.line)


def mode_in(table: Table, data: Mapping[str, Any], line: int) -> str:
    """Return the mode of the data of a draft; see `mode_of`."""
    if "mode" in data:
        return str(data["mode"])
    tricks = data.get("entry", {}).get("tricks") or []
    if tricks:
        return "cards" if isinstance(tricks[0], list) else "result"
    rows = table.sheet.rows
    return "cards" if line == NEXT and rows and WrittenRow.of(rows[-1]).by_cards else "result"


def choice_of(drafted: DraftChoices) -> Choice:
    """Return the choice for the mode, or the only one."""
    by_cards = mode_of(drafted) == "cards"
    fitting = [choice for choice in drafted.choices if RoundFields.of(choice).by_cards == by_cards]
    return (fitting or list(drafted.choices))[0]


def fields_of(drafted: DraftChoices) -> RoundFields:
    """Return the fields of that choice."""
    return RoundFields.of(choice_of(drafted))


def revoke_costs(fields: RoundFields) -> bool:
    """Return whether a revoke that the cards prove costs points: an entry by result could not say so."""
    return fields.revoke == "lose_round" and bool(fields.revokes)


def asks_robbery(fields: RoundFields) -> bool:
    """Return whether the draft still lacks the answer who robs."""
    return fields.needs == "card" and any(not each.asked for each in fields.takings)


def step_before(entry: Mapping[str, Any]) -> str:
    """Name the last step of an entry before its first card."""
    if "robbed" in entry:
        return _("the robbing") if entry["robbed"] else _("“nobody robs”")
    turned = entry.get("turned")
    if turned:
        return written(turned if isinstance(turned, str) else turned[-1])
    return _("the last answer") if entry else ""


def holes_of(drafted: DraftChoices) -> list[int]:
    """Return the indexes of removed tricks that come before the last entered one."""
    return list(drafted.data.get("holes", ()))


def place_of(drafted: DraftChoices) -> int:
    """Return the index of the trick that is asked for."""
    return (holes_of(drafted) or [len(fields_of(drafted).winners)])[0]


def shown_tricks(drafted: DraftChoices) -> list[Any]:
    """Return the tricks by cards of a round that is completed by its result."""
    return list(drafted.data.get("shown", {}).get("tricks", ()))


def with_entry(drafted: DraftChoices, **changed: Any) -> dict[str, Any]:
    """Return the draft with changed fields of its entry and its open question closed.

    Known cards may contradict the best trump after any other change, so it is asked for again.
    """
    if "known" in drafted.data:
        changed = {"best": ...} | changed
    entry = {name: value for name, value in {**drafted.entry, **changed}.items() if value is not ...}
    kept = {name: drafted.data[name] for name in KEPT if drafted.data.get(name)}
    return {"entry": entry, "mode": mode_of(drafted)} | kept


def switch(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Switch a round between entry by result and by cards, and keep the winners of its tricks.

    Raises RuleError `no_such_key`, `trump_first` in an auction, and `revoke_by_cards`.
    """
    fields = fields_of(drafted)
    if rest == "result" and mode_of(drafted) == "cards":
        if revoke_costs(fields):
            raise RuleError("revoke_by_cards")
        return _by_result(drafted, fields)
    if rest != "cards" or mode_of(drafted) != "result":
        raise no_such_key()
    won = _known_winners(drafted, fields) | _disputed_cards(drafted)
    if "shown" in drafted.data:
        return {"entry": dict(drafted.data["shown"]), "mode": rest} | won
    if fields.auction and not fields.trump:
        raise RuleError("trump_first")
    kept = ("bid", "trump", "turned") if fields.auction or "won" in won else ("turned",)
    entry = {name: drafted.entry[name] for name in kept if name in drafted.entry}
    named = {"trump": fields.trump} if fields.trump and "trump" not in kept else {}
    return {"entry": entry, "mode": rest} | won | named


def _known_winners(drafted: DraftChoices, fields: RoundFields) -> dict[str, Any]:
    """Return the winners of the tricks from the first to the last without a gap."""
    first_hole = (holes_of(drafted) or [TRICKS])[0]
    winners = list(fields.winners[:first_hole])
    return {"won": winners} if winners else {}


def _disputed_cards(drafted: DraftChoices) -> dict[str, Any]:
    """Return the known cards of disputed tricks, which entry by cards does not have."""
    entered = len(shown_tricks(drafted))
    played = [[] if place < entered else plays for place, plays in enumerate(known_plays(drafted))]
    return {"known": {"played": played}} if any(played) else {}


def known_plays(drafted: DraftChoices) -> list[Any]:
    """Return the known cards of a round by its result, trick by trick."""
    return list(drafted.data.get("known", {}).get("played", ()))


def _by_result(drafted: DraftChoices, fields: RoundFields) -> dict[str, Any]:
    """Switch a round from cards to result, with the facts that follow from its cards."""
    kept = ("bid", "trump", "turned", "robbed", "dealer", "out_of_turn")
    entry = {name: drafted.entry[name] for name in kept if name in drafted.entry}
    if entry.get("turned") == "JK":
        del entry["turned"]
    if "trump" in drafted.data and "turned" not in entry:
        entry["trump"] = drafted.data["trump"]
    # tricks without cards keep the winners that were entered before
    winners = [*fields.winners, *drafted.data.get("won", [])[len(fields.winners) :]]
    found: dict[str, Any] = {"entry": entry | ({"tricks": winners} if winners else {}), "mode": "result"}
    if plays := drafted.entry.get("tricks"):
        found["shown"] = dict(drafted.entry)
    played = [*(plays or ()), *known_plays(drafted)[len(plays or ()) :]]
    return with_settled_best(drafted, found | {"known": {"played": played}}) if any(played) else found


def with_settled_best(drafted: DraftChoices, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a draft by result with the best trump, if the known cards leave only one answer."""
    entry = data["entry"]
    if "known" not in data or "best" in entry or len(entry.get("tricks", ())) < TRICKS:
        return data
    choice, *_others = drafted.table.game.choices(drafted.state, partial=partial_of(data))
    known = RoundFields.of(choice).known
    if not (known and known.best and known.best.settled):
        return data
    return {**data, "entry": {**entry, "best": known.best.player}}
