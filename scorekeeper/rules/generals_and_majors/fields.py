"""The fields of a turn being entered in Generals and Majors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from scorekeeper.rules import move_fields
from scorekeeper.rules.cards import is_joker, parse_card, rank_of
from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError

from . import cancel as cancelling
from . import turn as playing
from .cancel import Field
from .choice_fields import (
    ArmyCancellations,
    CardSet,
    Grace,
    GroupFields,
    Lead,
    Shortage,
    Standing,
    StandingAfter,
    TurnFields,
)
from .move import ARMY, COMMANDER, Cancellation, Card, dump_card, dump_move, items
from .partial_turn import PartialTurn
from .points import COLOURS, FIXED, KALOSI, Points, colour_of, is_commander, pack_of, reach, shortage
from .sheet import facts, grace_of, lead_of
from .table import Army, Table, drawn, points_of, seen, strength


def turn_fields(partial: PartialTurn, group: object) -> TurnFields:
    """Return the fields from which an entry panel draws the turn.

    Raises MoveError if the partial cancellation `group` is not possible.
    """
    table, move, place = partial.table, partial.move, partial.table.turn
    commander = dump_card(move.commander, COMMANDER) if move.commander else None
    purse = _purse(partial)
    found = {
        **facts(table),
        "player": move.player,
        "opponent": table.seats.players[1 - place],
        "commander": commander,
        "armies": [dump_card(army, ARMY) for army in move.armies],
        "seen": list(pack_of(table.options).sort(seen(partial.laid))),
        **_cards(partial, purse),
        **_points(partial, purse),
        **_cancelling(partial),
        "group": None if group is None else _group(partial.left, group),
        "complete": not partial.able,
        "entry": dump_move(move),
        **_hand(partial),
        "before": Standing(*_standing(table)),
        "after": _after(partial),
    }
    return TurnFields(**found)


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


def _purse(partial: PartialTurn) -> Purse:
    laid, place, options = partial.laid, partial.table.turn, partial.table.options
    side = laid.sides[place]
    jokers = any(is_joker(army.card) for army in side.armies)
    need = playing.need_of(laid, place)
    return Purse(laid, place, points_of(side, options), need, bool(options["hard"]), jokers)


def _cards(partial: PartialTurn, purse: Purse) -> dict[str, Any]:
    """Return the cards not shown yet: commanders, armies that can be paid, and other armies.

    All are empty once as many cards are laid as the hand holds.
    """
    laid, place = len(partial.move.armies) + (partial.move.commander is not None), partial.table.turn
    if laid >= playing.most_to_lay(drawn(partial.table, place), place):
        return {"commanders": [], "payable": [], "unpayable": []}
    shown, led = seen(partial.laid), partial.move.commander is not None
    unseen = [card for card in pack_of(partial.table.options).cards if card not in shown]
    commanders = [card for card in unseen if (is_commander(card) or is_joker(card)) and not led]
    # a joker has no value without another army
    counts = strength(partial.laid.sides[purse.place]) > 0
    payable, unpayable = [], []
    for card in unseen:
        if is_commander(card):
            continue
        missing, colours = purse.short(card)
        if missing or (is_joker(card) and not counts):
            unpayable.append(Shortage(card, missing, list(colours)))
        else:
            payable.append(card)
    return {"commanders": commanders, "payable": payable, "unpayable": unpayable}


def _points(partial: PartialTurn, purse: Purse) -> dict[str, Any]:
    before = points_of(partial.table.sides[purse.place], partial.table.options)
    return {
        "points_before": before._asdict(),
        "points": purse.points._asdict(),
        "need": purse.need._asdict(),
        "reach": reach(purse.need, purse.points, hard=purse.hard),
    }


def _hand(partial: PartialTurn) -> dict[str, Any]:
    """Return the size of the hand after the draw, and whether more cards are laid than that."""
    hand = drawn(partial.table, partial.table.turn).sides[partial.table.turn].hand
    laid = len(partial.move.armies) + (partial.move.commander is not None)
    return {"hand": hand, "over_hand": laid > hand}


# --- cancellations ---


def _cancelling(partial: PartialTurn) -> dict[str, Any]:
    move = partial.move
    return {
        "cancellations": [_of_army(partial, army.card) for army in move.armies],
        "cancel": _written(move.cancel),
        "to_choose": partial.able,
        "optional": partial.table.options["cancel_choice"] == "optional",
        "more": partial.more,
    }


def _of_army(partial: PartialTurn, card: str) -> ArmyCancellations:
    chosen = _written(each for each in partial.move.cancel if card in each.mine)
    sets = _written(each for each in partial.sets if card in each.mine)
    return ArmyCancellations(card, sets, chosen[0] if chosen else None, card in partial.none)


def _written(cancelled: Iterable[Cancellation]) -> list[CardSet]:
    """Return cancellations in the form of an entry."""
    return [{"mine": list(each.mine), "theirs": list(each.theirs)} for each in cancelled]


def _group(left: Field, data: object) -> GroupFields:
    """Return a partial cancellation: its sums so far, and the cards that may join."""
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
    worth = sum(map(left.mine.__getitem__, mine)), sum(map(left.theirs.__getitem__, theirs))
    own, against = cancelling.may_join(left, frozenset(mine), frozenset(theirs))
    try:
        cancelling.check(left, Cancellation(tuple(mine), tuple(theirs)))
        fits = bool(mine)
    except (IllegalMoveError, InvalidMoveError):
        fits = False
    return GroupFields(mine, theirs, worth, {"mine": own, "theirs": against}, fits)


# --- the effect of the turn ---


def _standing(table: Table) -> tuple[dict[str, int], Lead, Grace | None]:
    strengths = map(strength, table.sides)
    return dict(zip(table.seats.players, strengths, strict=True)), lead_of(table), grace_of(table)


def _after(partial: PartialTurn) -> StandingAfter:
    """Return the standing once the turn is written, with the cancellations chosen so far."""
    before, place = partial.table, partial.table.turn
    after = playing.closed(playing.turned_down(partial.laid, place, partial.move.cancel), place)
    winner = None if after.winner is None else after.seats.players[after.winner]
    saved = before.grace is not None and not after.ended
    return StandingAfter(*_standing(after), saved=saved, won_by=winner)
