"""The fields of a turn being entered in Generals and Majors; `choices` lists the keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from scorekeeper.rules import move_fields
from scorekeeper.rules.cards import is_joker, parse_card, rank_of
from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError

from . import cancel as cancelling
from . import turn as playing
from .begun import Begun
from .cancel import Field
from .move import ARMY, COMMANDER, Cancellation, Card, dump_card, dump_move, items
from .points import COLOURS, FIXED, KALOSI, Points, colour_of, is_commander, pack_of, reach, shortage
from .sheet import facts, grace_text, lead_text
from .table import Army, Table, drawn, points_of, seen, strength


def turn_fields(begun: Begun, group: object) -> dict[str, Any]:
    """Return the fields from which an entry panel draws the turn.

    Raises MoveError if the partial cancellation `group` is not possible.
    """
    table, move, place = begun.table, begun.move, begun.table.turn
    commander = dump_card(move.commander, COMMANDER) if move.commander else None
    purse = _purse(begun)
    return {
        **facts(table),
        "player": move.player,
        "opponent": table.seats.players[1 - place],
        "commander": commander,
        "armies": [dump_card(army, ARMY) for army in move.armies],
        "seen": list(pack_of(table.options).sort(seen(begun.laid))),
        **_cards(begun, purse),
        **_points(begun, purse),
        **_cancelling(begun),
        "group": None if group is None else _group(begun.left, group),
        "complete": not begun.able,
        "entry": dump_move(move),
        **_hand(begun),
        "before": _standing(table) | {"grace": grace_text(table)},
        "after": _after(begun),
    }


# --- cards and points ---


class Purse(NamedTuple):
    """The points of the turn and the armies' need of them.

    `jokers`: a joker is among the armies, so its value may rise with another army.
    """

    laid: Table
    place: int
    points: Points
    need: Points
    hard: bool
    jokers: bool

    def short(self, card: str) -> tuple[int, tuple[str, ...]]:
        """Return the points that one more army would lack, and in which colours."""
        ways = FIXED if playing.is_unbound(self.laid.options, Card(card), ARMY) else ("",)
        if len(ways) == 1:
            return shortage(self.need_with(card, ""), self.points, hard=self.hard)
        found = [shortage(self.need_with(card, bound), self.points, hard=self.hard) for bound in ways]
        least = min(missing for missing, _ in found)
        colours = {colour for missing, each in found if missing == least for colour in each}
        return least, tuple(colour for colour in COLOURS if colour in colours)

    def need_with(self, card: str, bound: str) -> Points:
        """Return the need of the armies with one more; a higher army raises the jokers beside it."""
        if not self.jokers and not is_joker(card):
            return self.need.plus(bound or colour_of(card), int(rank_of(card)))
        side = self.laid.sides[self.place]
        more = side._replace(armies=(*side.armies, Army(card, self.laid.moves, bound)))
        return playing.need_of(self.laid.with_side(self.place, more), self.place)


def _purse(begun: Begun) -> Purse:
    laid, place, options = begun.laid, begun.table.turn, begun.table.options
    side = laid.sides[place]
    jokers = any(is_joker(army.card) for army in side.armies)
    need = playing.need_of(laid, place)
    return Purse(laid, place, points_of(side, options), need, bool(options["hard"]), jokers)


def _cards(begun: Begun, purse: Purse) -> dict[str, Any]:
    """Return the cards not shown yet: commanders, armies that can be paid, and other armies.

    All are empty once as many cards are laid as the hand holds.
    """
    laid, place = len(begun.move.armies) + (begun.move.commander is not None), begun.table.turn
    if laid >= playing.most_to_lay(drawn(begun.table, place), place):
        return {"commanders": [], "payable": [], "unpayable": []}
    shown, led = seen(begun.laid), begun.move.commander is not None
    unseen = [card for card in pack_of(begun.table.options).cards if card not in shown]
    commanders = [card for card in unseen if (is_commander(card) or is_joker(card)) and not led]
    # a joker has no value without another army
    counts = strength(begun.laid.sides[purse.place]) > 0
    payable, unpayable = [], []
    for card in unseen:
        if is_commander(card):
            continue
        missing, colours = purse.short(card)
        if missing or (is_joker(card) and not counts):
            unpayable.append({"card": card, "missing": missing, "colours": list(colours)})
        else:
            payable.append(card)
    return {"commanders": commanders, "payable": payable, "unpayable": unpayable}


def _points(begun: Begun, purse: Purse) -> dict[str, Any]:
    before = points_of(begun.table.sides[purse.place], begun.table.options)
    return {
        "points_before": before._asdict(),
        "points": purse.points._asdict(),
        "need": purse.need._asdict(),
        "reach": reach(purse.need, purse.points, hard=purse.hard),
    }


def _hand(begun: Begun) -> dict[str, Any]:
    """Return the size of the hand after the draw, and whether more cards are laid than that."""
    hand = drawn(begun.table, begun.table.turn).sides[begun.table.turn].hand
    laid = len(begun.move.armies) + (begun.move.commander is not None)
    return {"hand": hand, "over_hand": laid > hand}


# --- cancellations ---


def _cancelling(begun: Begun) -> dict[str, Any]:
    move = begun.move
    return {
        "cancellations": [_of_army(begun, army.card) for army in move.armies],
        "cancel": _written(move.cancel),
        "to_choose": begun.able,
        "optional": begun.table.options["cancel_choice"] == "optional",
        "more": begun.more,
    }


def _of_army(begun: Begun, card: str) -> dict[str, Any]:
    chosen = _written(each for each in begun.move.cancel if card in each.mine)
    return {
        "army": card,
        "sets": _written(each for each in begun.sets if card in each.mine),
        "chosen": chosen[0] if chosen else None,
        "none": card in begun.none,
    }


def _written(cancelled: Iterable[Cancellation]) -> list[dict[str, list[str]]]:
    """Return cancellations in the form of an entry."""
    return [{"mine": list(each.mine), "theirs": list(each.theirs)} for each in cancelled]


def _group(left: Field, data: object) -> dict[str, Any]:
    """Return the fields of a partial cancellation: its sums so far, and the cards that may join."""
    found = move_fields.as_object(data, frozenset(Cancellation._fields))
    mine, theirs = (
        [parse_card(each, KALOSI) for each in items(found, name)] for name in Cancellation._fields
    )
    for cards, known in ((mine, left.mine), (theirs, left.theirs)):
        for card in cards:
            if card not in known or cards.count(card) > 1:
                raise IllegalMoveError(
                    "not_yours_to_cancel" if cards is mine else "not_theirs_to_cancel", card=card
                )
    worth = [sum(map(left.mine.__getitem__, mine)), sum(map(left.theirs.__getitem__, theirs))]
    own, against = cancelling.may_join(left, frozenset(mine), frozenset(theirs))
    try:
        cancelling.check(left, Cancellation(tuple(mine), tuple(theirs)))
        fits = bool(mine)
    except (IllegalMoveError, InvalidMoveError):
        fits = False
    return {
        "mine": mine,
        "theirs": theirs,
        "worth": worth,
        "may_join": {"mine": own, "theirs": against},
        "fits": fits,
    }


# --- the effect of the turn ---


def _standing(table: Table) -> dict[str, Any]:
    strengths = map(strength, table.sides)
    return {
        "strengths": dict(zip(table.seats.players, strengths, strict=True)),
        "lead": lead_text(table),
    }


def _after(begun: Begun) -> dict[str, Any]:
    """Return the table once the turn is written, with the cancellations chosen so far."""
    before, place = begun.table, begun.table.turn
    after = playing.closed(playing.turned_down(begun.laid, place, begun.move.cancel), place)
    winner = None if after.winner is None else after.seats.players[after.winner]
    return {
        **_standing(after),
        "grace": grace_text(after),
        "saved": before.grace is not None and not after.ended,
        "won_by": winner,
    }
