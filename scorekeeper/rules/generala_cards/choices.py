"""The choices for the next line of Générala, and the effect of an entry so far.

Kinds: "hand" (a hand by its result), "trick" (one trick by its cards), "end" (without elimination); within a trick
"card" (`player` plays one of `cards`) and "take" (`player` picks up one of `cards`). With an empty entry, "hand" is
offered between hands, and for the rest of a hand that was started by tricks; "end" if the table may agree to it.

Every choice but "end" has these fields:

- `number` of the hand; `dealer`; `leader` to the hand's first trick; `in`: the players in the game, by seat
- `dropped`: the players out of the game, the first one first; `order`: the players in the game, from the leader on
- `cards`: number of cards of each player, at this point of the entry
- `out`: the players who ran out of this hand so far, those of one trick in one group; `left`: the other players
- `places` of the players in `out`, shared by a group, then as in 1, 1, 3
- `complete`: whether the entry may be written, and then `entry`, the whole of it; `over`: whether it ends the hand

If `over`, also: `all_out` (no player was left with cards), `lost`, `drops` (the player who leaves the game, or
None), `champion`, `tie` (all out with two left), `next_dealer`, `next_leader`, `next_cards` (None after the last
hand); `house_rules`: the options that decided any of it.

- "hand" also: `rest`: the rest of a hand that was started by tricks; `ran_out`: the players who ran out on those
  tricks; `last`: the player who would be left with cards, if this were all; `joins`: `last` may have run out on the
  same trick as the last group
- "trick", "card", "take" also: `trick`: its number; `plays`: [player, card] so far; `turn_order` of the trick;
  `suit` to follow, "" if any may be played; `joker_led`; `winner` so far or in the end and `winning_card`; `gone`:
  cards that have left play; `held`: picked-up cards known to be in a hand; `without`: suits that a hand is known to
  have held none of, except for cards picked up since
- "card" also: `waiting`: the players after this one; `has_suit`: proven to hold the suit, so it must be followed;
  `lacks_suit`: proven to hold none; `last_card`: it is this player's last; `joker_refused`: the code of why no
  joker may be played although the suit need not be followed, else None; `declines`: picking up is open, and
  `takes`: the cards that may be picked up then
- "take" also: `waiting`, `has_suit`, `lacks_suit`
- "trick" once complete also: `took`: [player, card] or None; `runs_out`: the players whose last card it was;
  `leaves`: cards that leave play; `leads`: the next leader, None if the hand is over; `leads_by`: "winner",
  "next_highest" (the winner ran out) or "took" (no other player can); `card_counts`: the winning card is picked up
- "end": `score` by player, `winners`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.contract import Choice, IllegalMoveError

from .hand import after_trick, check_out, ending, finished, next_dealer, out_with_rest, places, running
from .move import EndMove, HandMove, Move, TrickMove, dump_move, parse_move
from .state import Groups, Running, State, deal, next_in
from .trick import Referee, referee

Fields = dict[str, Any]


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
    start = Choice("trick", fields=_at_the_table(state, Referee(state.options, running(state))))
    hand = _hand(state, HandMove((), rest=state.running is not None))
    return (start, hand, *end) if state.running else (hand, start, *end)


# --- a hand by its result ---


def _hand(state: State, move: HandMove) -> Choice:
    out = out_with_rest(state, move)
    check_out(state, out, partial=True)
    fields = _common(state, out, dict.fromkeys(state.players, 0))
    left = fields["left"]
    fields["cards"] = state.running.counts if state.running else deal(state)
    fields["rest"] = move.rest
    fields["ran_out"] = [player for group in out[: len(out) - len(move.out)] for player in group]
    fields["last"] = left[0] if len(left) == 1 else None
    fields["joins"] = len(left) == 1 and bool(move.out)
    if len(left) <= 1:
        fields |= {"complete": True, "over": True, "entry": dump_move(move)}
        fields |= _ended(state, out, finished(state, out))
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
    cards = found.open_cards(player)
    lacks = not found.suit or found.may_take(player)
    refused = "joker_after_joker" if lacks and found.refuses_joker(player) else None
    fields = _at_the_table(state, found) | _waiting(found, player)
    fields |= {
        "last_card": found.count(player) == 1,
        "joker_refused": refused,
        "declines": found.may_take(player),
        "takes": list(found.takeable) if found.may_take(player) else [],
    }
    card = Choice("card", player, cards=cards, fields=fields)
    return (card, _take(state, found)) if found.may_take(player) else (card,)


def _take(state: State, found: Referee) -> Choice:
    assert found.turn is not None
    fields = _at_the_table(state, found) | _waiting(found, found.turn)
    return Choice("take", found.turn, cards=found.takeable, fields=fields)


def _waiting(found: Referee, player: str) -> Fields:
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
    fields = _at_the_table(state, found)
    fields |= _common(state, after.out, after.counts)
    fields |= {
        "complete": True,
        "entry": dump_move(TrickMove(move.trick, move.took, found.out, move.note)),
        "over": over,
        "took": list(found.took) if found.took else None,
        "runs_out": list(found.out),
        "leaves": [card for _, card in found.plays if card != taken],
        "leads": None if over else leader,
        "leads_by": "winner" if leader == winner else _leads_by(found, leader),
        "card_counts": winner is not None and found.standing[0][1] == taken,
        "house_rules": [],
    }
    if over:
        fields |= _ended(state, after.out, then)
    if _taken_card_decides(found):
        fields["house_rules"] = ["winner_counts_taken_card", *fields["house_rules"]]
    return Choice("trick", fields=fields)


def _leads_by(found: Referee, leader: str) -> str:
    return "took" if found.took and leader == found.took[0] else "next_highest"


def _taken_card_decides(found: Referee) -> bool:
    """Return whether the best card of the trick is the one that was picked up."""
    return found.took is not None and found.ranked[0][1] == found.took[1]


def _at_the_table(state: State, found: Referee) -> Fields:
    """Return the fields of the trick on the table, and of what is known of the hands."""
    hand, known = found.hand, found.known
    fields = _common(state, hand.out, {player: found.count(player) for player in hand.players})
    best = found.standing[:1]
    return fields | {
        "trick": found.number,
        "plays": [list(play) for play in found.plays],
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


# --- common fields ---


def _common(state: State, out: Groups, cards: Mapping[str, int]) -> Fields:
    ran_out = places(out)
    players, leader = state.players, state.leader
    return {
        "number": len(state.hands) + 1,
        "dealer": state.dealer,
        "leader": leader,
        "in": list(players),
        "dropped": list(state.dropped),
        "order": [
            leader,
            *(each for each in state.seats.after(leader) if each in players and each != leader),
        ],
        "cards": dict(cards),
        "out": [list(group) for group in out],
        "places": ran_out,
        "left": [player for player in players if player not in ran_out],
        "complete": False,
        "over": False,
    }


def _ended(state: State, out: Groups, then: State) -> Fields:
    """Return the fields of the end of a hand; `then` is the state after it."""
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


def _end(state: State) -> Fields:
    survived = {
        player: sum(player in hand.players and player != hand.lost for hand in state.hands)
        for player in state.seats.players
    }
    most = max(survived.values())
    return {"score": survived, "winners": [player for player, score in survived.items() if score == most]}
