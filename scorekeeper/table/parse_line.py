"""The transcript entry that a form of the entry panel holds; the rules refuse what is malformed in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.query import faces, whole
from scorekeeper.play import strict_json
from scorekeeper.rules.contract import RuleError

LONGEST_MOVE = 10_000  # characters; a round of ten players card by card needs a fifth of it


def move_of(form: Mapping[str, str]) -> dict[str, Any]:
    """The entry: whole where it was begun as a draft, else put together from what was tapped.

    Raises RuleError `bad_ticket` for a form that lost its entry.
    """
    return _whole_move(form["move"]) if "move" in form else _turn(form)


def _whole_move(text: str) -> dict[str, Any]:
    try:
        move = strict_json.loads(text[: LONGEST_MOVE + 1].encode(errors="replace"))
    except strict_json.TextError as error:
        raise RuleError("bad_ticket") from error
    if not isinstance(move, dict):
        raise RuleError("bad_ticket")
    return move


def _turn(form: Mapping[str, str]) -> dict[str, Any]:
    """A turn at the dice: what was thrown, its points, or a strike."""
    move: dict[str, Any] = {"player": form.get("player", "")}
    if form.get("box"):
        move["box"] = form["box"]
    if form.get("strike"):
        move["strike"] = True
    elif form.get("points"):
        move["points"] = whole(form["points"])
    elif form.get("value"):
        # one key of the quick way says both: "25x1" is 25 points on the first throw
        points, _x, throws = form["value"].partition("x")
        move |= {"points": whole(points)} | ({"throws": whole(throws)} if throws else {})
    if form.get("dice"):
        move["dice"] = [int(die) if die in "0123456789" else die for die in faces(form["dice"])]
    if form.get("throws") and "throws" not in move:
        move["throws"] = whole(form["throws"])
    if form.get("out_of_turn"):
        move["out_of_turn"] = True
    if form.get("note"):
        move["note"] = form["note"]
    return move
