"""The referee of a round of Forty-fives by cards: next player, winners of tricks, revokes.

Impossible plays are refused: a card that was shown before, that is on the table or that another player holds, a
card out of order. A revoke can happen, so it is recorded: a player did not do what the lead asked for, and a card
of the same hand, shown later, proves that it could have been done. In a whole round every hand is shown, so every
revoke is found. The trick counts as it was played, revoke or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.cards import each_once
from scorekeeper.rules.contract import IllegalMoveError, Seats

from .cards import HAND, JOKER
from .deal import Deal
from .move import TRICKS, Plays


class Trick(NamedTuple):
    """A trick so far."""

    number: int
    leader: str
    plays: tuple[tuple[str, str], ...]  # (player, card)
    winner: str | None  # of the best card so far, None before the lead
    full: bool


class Shown(NamedTuple):
    """The player of a card that was shown, and the number of its trick."""

    player: str
    trick: int


class Revoke(NamedTuple):
    """A card that should not have been played, and the first card that proves it.

    `why`: see `Trumps.proof`.
    """

    player: str
    trick: int
    card: str
    led: str
    why: str
    proof: str
    proof_trick: int


class BestTrump(NamedTuple):
    """The best trump shown so far."""

    player: str
    card: str
    trick: int


@dataclass(frozen=True, slots=True)
class Play:
    """The results of the cards of a round.

    `seen`: by card. `next_player`: None when all cards have been played. `winners`:
    of the tricks that are full.
    """

    deal: Deal
    tricks: tuple[Trick, ...]
    seen: Mapping[str, Shown]
    next_player: str | None
    winners: tuple[str, ...]
    best: BestTrump | None
    revokes: tuple[Revoke, ...]


def referee(seats: Seats, leader: str, deal: Deal, plays: Plays) -> Play:
    """Return the play so far; every trick but the last must be full.

    Raises IllegalMoveError: `unknown_player`, `wrong_leader` (`trick`, `leader`, `player`), `wrong_order` (`trick`,
    `turn`, `player`), `wrong_plays` (`trick`, `count`), and those of `refusal`.
    """
    each_once(card for trick in plays for _, card in trick)
    seen: dict[str, Shown] = {}
    tricks: list[Trick] = []
    for number, trick in enumerate(plays, 1):
        order = _order(seats, leader)
        _check_seats(order, number, [player for player, _ in trick], full=number < len(plays))
        for player, card in trick:
            refused = refusal(deal, seen, player, card, number)
            if refused is not None:
                raise refused
            seen[card] = Shown(player, number)
        winner = trick[deal.trumps.best([card for _, card in trick])][0] if trick else None
        tricks.append(Trick(number, order[0], trick, winner, len(trick) == len(order)))
        if winner is not None and tricks[-1].full:
            leader = winner
    full = [each for each in tricks if each.full]
    if len(full) == len(tricks) < TRICKS:
        tricks.append(Trick(len(tricks) + 1, leader, (), None, full=False))
    return Play(
        deal,
        tuple(tricks),
        seen,
        None if len(full) == TRICKS else _order(seats, leader)[len(tricks[-1].plays)],
        tuple(str(each.winner) for each in full),
        _best(deal, seen),
        _revokes(deal, tricks, seen),
    )


def refusal(
    deal: Deal, seen: Mapping[str, Shown], player: str, card: str, number: int
) -> IllegalMoveError | None:
    """Return the reason why this player cannot show this card in trick `number`, or None.

    Codes: `joker_not_played`, `card_turned`, `card_discarded`, `card_held` (`player` holds it), `must_show`
    (another card: what was taken must come by the fifth trick).
    """
    if card == JOKER and not deal.trumps.is_trump(card):
        return IllegalMoveError("joker_not_played")
    away = _away(deal, card)
    if away is not None:
        return away
    holder = deal.held.get(card, player)
    if holder != player:
        return IllegalMoveError("card_held", card=card, player=holder)
    if player not in deal.held.values():
        return None
    count, missing = deal.owed(player, {**seen, card: Shown(player, number)})
    if count > HAND - number:
        return IllegalMoveError("must_show", player=player, card=missing[0])
    return None


def _away(deal: Deal, card: str) -> IllegalMoveError | None:
    """Return the reason why no player can show this card, or None."""
    away = deal.away.get(card)
    if away == "turned":
        return IllegalMoveError("card_turned", card=card)
    return None if away is None else IllegalMoveError("card_discarded", card=card)


def _order(seats: Seats, leader: str) -> tuple[str, ...]:
    """Return all players in order of play, the leader first."""
    place = seats.players.index(leader)
    return seats.players[place:] + seats.players[:place]


def _check_seats(order: tuple[str, ...], number: int, players: list[str], *, full: bool) -> None:
    if not set(players) <= set(order):
        raise IllegalMoveError("unknown_player")
    for turn, player in zip(order, players, strict=False):
        if player != turn and turn == order[0]:
            raise IllegalMoveError("wrong_leader", trick=number, leader=turn, player=player)
        if player != turn:
            raise IllegalMoveError("wrong_order", trick=number, turn=turn, player=player)
    if len(players) > len(order) or (full and len(players) < len(order)):
        raise IllegalMoveError("wrong_plays", trick=number, count=len(order))


def _best(deal: Deal, seen: Mapping[str, Shown]) -> BestTrump | None:
    for card in deal.trumps.order:
        if card in seen:
            return BestTrump(seen[card].player, card, seen[card].trick)
    return None


def _revokes(deal: Deal, tricks: list[Trick], seen: Mapping[str, Shown]) -> tuple[Revoke, ...]:
    """Return the revokes by trick and order of play, each with the first card that proves it."""
    found = []
    for trick in tricks:
        for player, card in trick.plays[1:]:
            led = trick.plays[0][1]
            for held, (holder, shown_in) in seen.items():
                if holder != player or shown_in <= trick.number:
                    continue
                why = deal.trumps.proof(card, led, held)
                if why is not None:
                    found.append(Revoke(player, trick.number, card, led, why, held, shown_in))
                    break
    return tuple(found)
