"""The end of a hand of Générala: the loser, the champion, the next dealer and leader.

Settled: the player left with cards drops out and deals the next hand without taking part; if the last ones ran out
on the same trick no player drops; with two left the first to run out is the champion.

Decided where the source is silent: `two_player_deal` is about games that two people started, as the sources have it
("for two players the deal passes between them"): under `alternate` the other one of the two deals next whatever
happened. In every other game, and under `loser`, the one who lost deals, and after a hand that no player lost,
`all_out_dealer` decides, also with two left, and also where `last_trick_spares: two_or_more` spared the one who
still holds cards (the source's words taken literally). `final_tie` is about the champion, so it has nothing to say
without elimination.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.rules.contract import IllegalMoveError

from .known import dealt
from .move import HandMove
from .state import Groups, Hand, Running, State, Trick, deal, next_in


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a hand.

    `left`: the player left with cards. `lost`: the player who lost the hand, None without a loser. `champion`: the
    player who wins the game by it. `house_rules`: the options that decided any of this.
    """

    left: str | None
    lost: str | None
    champion: str | None
    house_rules: tuple[str, ...] = ()


def ending(state: State, out: Groups) -> Ending:
    """Return the end of a hand in which the players in `out` ran out."""
    players = state.players
    named = [player for group in out for player in group]
    left = next((player for player in players if player not in named), None)
    if left is not None and len(out[-1]) > 1 and state.options["last_trick_spares"] == "two_or_more":
        return Ending(left, None, None, ("last_trick_spares",))
    if not state.eliminates:
        return Ending(left, left, None)
    if len(players) > 2 or left is not None:
        return Ending(left, left, named[0] if len(players) == 2 else None)
    if state.options["final_tie"] == "first_to_play":
        return Ending(None, named[-1], named[0], ("final_tie",))
    return Ending(None, None, None, ("final_tie",))


def next_dealer(state: State, lost: str | None) -> tuple[str, str | None]:
    """Return the dealer of the next hand, and the option that decided it, if any.

    `state`: before the end of the hand.
    """
    two = len(state.seats.players) == 2
    if two and state.options["two_player_deal"] == "alternate":
        return next_in(state.seats, state.seats.players, state.dealer), "two_player_deal"
    if lost is not None:
        return lost, "two_player_deal" if two else None
    if state.options["all_out_dealer"] == "previous_dealer":
        return state.dealer, "all_out_dealer"
    return next_in(state.seats, state.players, state.dealer), "all_out_dealer"


def finished(state: State, out: Groups, tricks: tuple[Trick, ...] = ()) -> State:
    """Return the state after the hand that this line ends."""
    end = ending(state, out)
    hand = Hand(state.dealer, state.leader, state.players, out, end.lost, state.moves, tricks)
    dropped = (*state.dropped, end.lost) if end.lost and state.eliminates else state.dropped
    return replace(
        state,
        dealer=next_dealer(state, end.lost)[0],
        hands=(*state.hands, hand),
        dropped=dropped,
        running=None,
        moves=state.moves + 1,
        over="champion" if end.champion else None,
    )


def after_trick(state: State, hand: Running) -> State:
    """Return the state after a trick; the hand goes on while two or more players hold cards."""
    if sum(count > 0 for count in hand.counts.values()) > 1:
        return replace(state, running=hand, moves=state.moves + 1)
    return finished(state, hand.out, hand.tricks)


def running(state: State) -> Running:
    """Return the running hand, or the next one as it is dealt."""
    if state.running is not None:
        return state.running
    cards = deal(state)
    return Running(state.players, state.leader, dealt(cards[player] for player in state.players))


def out_with_rest(state: State, move: HandMove) -> Groups:
    """Return the players who ran out of a hand in order: on its tricks, then as in the move."""
    before = state.running.out if state.running else ()
    return (*before, *move.out)


def check_out(state: State, out: Groups, *, partial: bool = False) -> None:
    """Raise IllegalMoveError for an impossible order of running out.

    Every player in the game is named except the one who was left with cards; if all are named, the last ones ran
    out together. With `partial` the entry is partial, so players may be missing.
    """
    found: set[str] = set()
    for player in (player for group in out for player in group):
        if player in found:
            raise IllegalMoveError("named_twice", player=player)
        found.add(player)
    left = [player for player in state.players if player not in found]
    if not left and len(out[-1]) == 1:
        raise IllegalMoveError("last_one_alone", player=out[-1][0])
    if len(left) > 1 and not partial:
        raise IllegalMoveError("hand_unfinished", player=left)


def places(out: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Return the places of the players who ran out.

    Those of one trick share a place, after a tie as in 1, 1, 3.
    """
    found: dict[str, int] = {}
    for group in out:
        found |= dict.fromkeys(group, len(found) + 1)
    return found
