"""The entry of a line of Generals and Majors; no rule of play is checked here.

A turn: {"player": "A", "commander": "KH", "armies": ["6H", {"card": "3X", "pays": "red"}], "cancel": [{"mine":
["6H"], "theirs": ["4C", "2D"]}]}. Other lines: {"player": "A", "redeal": true}, {"player": "A", "concede": true},
{"end": "no_cards"}, {"end": "as_it_stands"}. Cards of both editions are read here; a table refuses those that its
pack lacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.rules import move_fields
from scorekeeper.rules.cards import STARS, is_joker, parse_card, suit_of
from scorekeeper.rules.contract import InvalidMoveError

from .points import FIXED, KALOSI, is_commander

TURN, REDEAL, CONCEDE, END = "turn", "redeal", "concede", "end"
NO_CARDS = "no_cards"
LAID = ("commander", "armies", "cancel")
FIELDS = frozenset({"player", *LAID, REDEAL, CONCEDE, END, "note"})
COMMANDER, ARMY = "commander", "army"


class Card(NamedTuple):
    """A card that is deployed, and the colour that it is bound to, "" for none."""

    card: str
    bound: str = ""


class Cancellation(NamedTuple):
    """Armies that turn each other face down."""

    mine: tuple[str, ...]
    theirs: tuple[str, ...]


class Move(NamedTuple):
    """A line; `kind` is "turn", "redeal", "concede" or "end", which has no player.

    `agreed`: the end as it stands, not for want of cards.
    """

    kind: str
    player: str = ""
    commander: Card | None = None
    armies: tuple[Card, ...] = ()
    cancel: tuple[Cancellation, ...] = ()
    note: str = ""
    agreed: bool = False


def parse_move(data: object, *, draft: bool = False) -> Move:
    """Return the move of an entry.

    Raises InvalidMoveError for a malformed entry.

    With `draft` the player may be left out, and a cancellation may take nothing.
    """
    found = move_fields.as_object(data, FIELDS)
    kind = _kind(found)
    if kind == END:
        if found[END] not in (NO_CARDS, move_fields.AS_IT_STANDS):
            raise InvalidMoveError("unknown_end")
        return Move(END, note=move_fields.note(found), agreed=found[END] != NO_CARDS)
    player = move_fields.name(found, "player") if "player" in found or not draft else ""
    if kind != TURN:
        return Move(kind, player, note=move_fields.note(found))
    return Move(
        TURN,
        player,
        _card(found["commander"], COMMANDER) if "commander" in found else None,
        tuple(_card(each, ARMY) for each in items(found, "armies")),
        tuple(_cancellation(each, draft=draft) for each in items(found, "cancel")),
        move_fields.note(found),
    )


def _kind(found: Mapping[str, Any]) -> str:
    """Return the kind of an entry, which must be exactly one of four.

    Code `one_thing_only`.
    """
    kinds = [kind for kind in (REDEAL, CONCEDE) if move_fields.flag(found, kind)]
    kinds += [END] if END in found else []
    others = {"player", *LAID} if END in kinds else set(LAID)
    if len(kinds) > 1 or (kinds and others & found.keys()):
        raise InvalidMoveError("one_thing_only")
    return kinds[0] if kinds else TURN


def items(found: Mapping[str, Any], field: str) -> list[Any]:
    """Return a field that may hold a list, empty if it is missing.

    Code `not_a_list`.
    """
    value = found.get(field, [])
    if not isinstance(value, list):
        raise InvalidMoveError("not_a_list", field=field)
    return value


def _card(data: object, role: str) -> Card:
    """Return a deployed card, from a text or an object with its colour."""
    binds = "colour" if role == COMMANDER else "pays"
    plain = not isinstance(data, dict)
    found = {"card": data} if plain else move_fields.as_object(data, frozenset({"card", "as", binds}))
    card = parse_card(move_fields.name(found, "card") if not plain else data, KALOSI)
    if is_joker(card):
        if found.get("as") != role:
            raise InvalidMoveError("joker_role", card=card, role=role)
    elif "as" in found:
        raise InvalidMoveError("no_joker", card=card)
    elif is_commander(card) != (role == COMMANDER):
        raise InvalidMoveError("not_a_commander" if role == COMMANDER else "not_an_army", card=card)
    return Card(card, _bound(found, binds, card))


def _bound(found: Mapping[str, Any], field: str, card: str) -> str:
    """Return the colour that a star card or a joker is bound to.

    Codes `bad_colour`, `colour_is_printed`.
    """
    if field not in found:
        return ""
    if found[field] not in FIXED:
        raise InvalidMoveError("bad_colour", field=field)
    if suit_of(card) not in (STARS, ""):
        raise InvalidMoveError("colour_is_printed", card=card)
    return str(found[field])


def _cancellation(data: object, *, draft: bool) -> Cancellation:
    found = move_fields.as_object(data, frozenset(Cancellation._fields))
    sides = []
    for field in Cancellation._fields:
        if field not in found:
            raise InvalidMoveError("missing_field", field=field)
        cards = tuple(parse_card(each, KALOSI) for each in items(found, field))
        if not cards and not (draft and field == "theirs"):
            raise InvalidMoveError("nothing_cancelled", field=field)
        sides.append(cards)
    return Cancellation(*sides)


def dump_move(move: Move) -> dict[str, Any]:
    """Return the transcript entry of a move, without missing fields."""
    end = move_fields.AS_IT_STANDS if move.agreed else NO_CARDS
    data: dict[str, Any] = {END: end} if move.kind == END else {"player": move.player}
    if move.kind in (REDEAL, CONCEDE):
        data[move.kind] = True
    if move.commander:
        data["commander"] = dump_card(move.commander, COMMANDER)
    if move.armies:
        data["armies"] = [dump_card(each, ARMY) for each in move.armies]
    if move.cancel:
        data["cancel"] = [{"mine": list(each.mine), "theirs": list(each.theirs)} for each in move.cancel]
    if move.note:
        data["note"] = move.note
    return data


def dump_card(laid: Card, role: str) -> str | dict[str, str]:
    """Return a deployed card in the form of an entry."""
    more = {"as": role} if is_joker(laid.card) else {}
    if laid.bound:
        more["colour" if role == COMMANDER else "pays"] = laid.bound
    return {"card": laid.card, **more} if more else laid.card
