"""The choices for the next line of Générala, and the effect of an entry so far.

Kinds: "hand" (a hand by its result), "trick" (one trick by its cards), "end" (without elimination); within a trick
"card" (`player` plays one of `cards`) and "take" (`player` picks up one of `cards`). With an empty entry, "hand" is
offered between hands, and for the rest of a hand that was started by tricks; "end" if the table may agree to it.

Module `fields` describes the fields of each kind: `HandFields`, `TrickFields` ("trick" and "take"), `CardFields`,
`EndFields`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.contract import Choice, IllegalMoveError

from .fields import CardFields, EndFields, HandFields, TrickFields
from .hand import after_trick, check_out, ending, finished, next_dealer, out_with_rest, places, running
from .move import EndMove, HandMove, Move, TrickMove, dump_move, parse_move
from .state import Groups, Running, State, deal, next_in
from .trick import Referee, referee

Values = dict[str, Any]


def partial_move(partial: Mapping[str, Any] | None) -> Move | None:
    """Return the move of a partial entry, None if it is empty, or raise InvalidMoveError."""
    return parse_move(partial, partial=True) if partial and partial.keys() - {"note"} else None


def choices(state: State, move: Move | None) -> tuple[Choice, ...]:
    """Return the next choices after the partial entry `move`, or raise IllegalMoveError."""
    if isinstance(move, HandMove):
        return (_hand(state, move),)
    if isinstance(move, TrickMove):
        return _trick(state, move)
    end = () if state.eliminates else (Choice("end", fields=_end(state)),)
    if isinstance(move, EndMove):
        return end
    start = TrickFields(**_at_the_table(state, Referee(state.options, running(state))))
    trick = Choice("trick", fields=start)
    hand = _hand(state, HandMove((), rest=state.running is not None))
    return (trick, hand, *end) if state.running else (hand, trick, *end)


# --- a hand by its result ---


def _hand(state: State, move: HandMove) -> Choice:
    out = out_with_rest(state, move)
    check_out(state, out, partial=True)
    line = _common(state, out, state.running.counts if state.running else deal(state))
    left = line["left"]
    if len(left) <= 1:
        line |= {"complete": True, "over": True, "entry": dump_move(move)}
        line |= _ended(state, out, finished(state, out))
    fields = HandFields(
        **line,
        rest=move.rest,
        ran_out=[player for group in out[: len(out) - len(move.out)] for player in group],
        last=left[0] if len(left) == 1 else None,
        joins=len(left) == 1 and bool(move.out),
    )
    return Choice("hand", fields=fields)


# --- a trick by its cards ---


def _trick(state: State, move: TrickMove) -> tuple[Choice, ...]:
    hand = running(state)
    found = referee(state.options, hand, move, partial=True)
    if move.took is not None and not move.took[1]:
        return (_take(state, found),)
    if found.turn is None:
        return (_whole(state, hand, found, move),)
    player = found.turn
    if move.out:  # `out` belongs to a trick with all its cards
        raise IllegalMoveError("trick_unfinished", turn=player)
    lacks = not found.suit or found.may_take(player)
    fields = CardFields(
        **_at_the_table(state, found),
        **_waiting(found, player),
        last_card=found.count(player) == 1,
        joker_refused="joker_after_joker" if lacks and found.refuses_joker(player) else None,
        declines=found.may_take(player),
        takes=list(found.takeable) if found.may_take(player) else [],
    )
    card = Choice("card", player, cards=found.open_cards(player), fields=fields)
    return (card, _take(state, found)) if found.may_take(player) else (card,)


def _take(state: State, found: Referee) -> Choice:
    assert found.turn is not None
    fields = TrickFields(**_at_the_table(state, found), **_waiting(found, found.turn))
    return Choice("take", found.turn, cards=found.takeable, fields=fields)


def _waiting(found: Referee, player: str) -> Values:
    """Return the players after `player`, and what is proven of that player's hand."""
    open_suit = any(not is_joker(card) for card in found.open_cards(player))
    return {
        "waiting": list(found.order[len(found.plays) + 1 :]),
        "has_suit": bool(found.suit) and not found.may_take(player),
        "lacks_suit": bool(found.suit) and not open_suit,
    }


def _whole(state: State, hand: Running, found: Referee, move: TrickMove) -> Choice:
    after = found.after(state.moves)
    then = after_trick(state, after)
    over = then.running is None
    leader, winner = found.next_leader, found.winner
    taken = found.took[1] if found.took else None
    values = _at_the_table(state, found) | _common(state, after.out, after.counts)
    values |= {
        "complete": True,
        "entry": dump_move(TrickMove(move.trick, move.took, found.out, move.note)),
        "over": over,
        "took": found.took,
        "runs_out": list(found.out),
        "leaves": [card for _, card in found.plays if card != taken],
        "leads": None if over else leader,
        "leads_by": "winner" if leader == winner else _leads_by(found, leader),
        "card_counts": winner is not None and found.standing[0][1] == taken,
        "house_rules": [],
    }
    if over:
        values |= _ended(state, after.out, then)
    if _taken_card_decides(found):
        values["house_rules"] = ["winner_counts_taken_card", *values["house_rules"]]
    return Choice("trick", fields=TrickFields(**values))


def _leads_by(found: Referee, leader: str) -> str:
    return "took" if found.took and leader == found.took[0] else "next_highest"


def _taken_card_decides(found: Referee) -> bool:
    """Return whether the best card of the trick is the one that was picked up."""
    return found.took is not None and found.ranked[0][1] == found.took[1]


def _at_the_table(state: State, found: Referee) -> Values:
    """Return the values of the trick on the table, and of what is known of the hands."""
    hand, known = found.hand, found.known
    values = _common(state, hand.out, {player: found.count(player) for player in hand.players})
    best = found.standing[:1]
    return values | {
        "trick": found.number,
        "plays": list(found.plays),
        "turn_order": list(found.order),
        "suit": found.suit,
        "joker_led": bool(found.plays) and not found.suit,
        "winner": best[0][0] if best else None,
        "winning_card": best[0][1] if best else None,
        "gone": sorted(known.gone),
        "held": {
            player: list(cards) for player, cards in zip(hand.players, known.held, strict=True) if cards
        },
        "without": {
            player: [suit for suit, _ in suits]
            for player, suits in zip(hand.players, known.without, strict=True)
            if suits
        },
    }


# --- common values ---


def _common(state: State, out: Groups, cards: Mapping[str, int]) -> Values:
    ran_out = places(out)
    players, leader = state.players, state.leader
    return {
        "number": len(state.hands) + 1,
        "dealer": state.dealer,
        "leader": leader,
        "players": list(players),
        "dropped": list(state.dropped),
        "order": [
            leader,
            *(each for each in state.seats.after(leader) if each in players and each != leader),
        ],
        "cards": dict(cards),
        "out": [list(group) for group in out],
        "places": ran_out,
        "left": [player for player in players if player not in ran_out],
    }


def _ended(state: State, out: Groups, then: State) -> Values:
    """Return the values of the end of a hand; `then` is the state after it."""
    end = ending(state, out)
    dealer, deciding = next_dealer(state, end.lost)
    goes_on = then.over is None
    rules = [*end.house_rules, *([deciding] if deciding and goes_on else [])]
    return {
        "all_out": end.left is None,
        "lost": end.lost,
        "drops": end.lost if state.eliminates else None,
        "champion": end.champion,
        "tie": end.left is None and len(state.players) == 2,
        "next_dealer": dealer if goes_on else None,
        "next_leader": next_in(then.seats, then.players, dealer) if goes_on else None,
        "next_cards": deal(then) if goes_on else None,
        "house_rules": rules,
    }


def _end(state: State) -> EndFields:
    survived = {
        player: sum(player in hand.players and player != hand.lost for hand in state.hands)
        for player in state.seats.players
    }
    most = max(survived.values())
    return EndFields(score=survived, winners=[player for player, score in survived.items() if score == most])
