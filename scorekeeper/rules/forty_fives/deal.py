"""The table of Forty-fives before the first lead: cards turned up, taken and discarded.

From these follow the rank of the trumps, the cards that no player can play, and the cards that a player must hold.

Decided here: a turned card that was not taken stays on the table; the taker of a card keeps it and so shows it by
the fifth trick; the taker by the ace of trumps keeps that ace, for the source has another card discarded. The
discarded card may stay unnamed: it may then have been the joker that the dealer took before. In version 1 it may
have been the ace. Where the joker was turned and one player is named, the dealer named took the joker, any other
player the second card; the dealer takes the joker even where the entry does not say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.rules.cards import suit_of
from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError, Options, Seats

from .cards import JOKER, PACK, Trumps, trumps
from .move import Robbery, Round


class Taking(NamedTuple):
    """A turned card, the players who may take it, and the player who did (`by`).

    `ace`: the card that gives the right, None if the card is the dealer's.
    """

    card: str
    may: tuple[str, ...]
    ace: str | None = None
    by: str | None = None
    discarded: str | None = None


class TakingFields(NamedTuple):
    """A turned card as an entry panel reads it: a `Taking`, and what is open about it.

    `asked`: the question who takes it was answered. `stay`: by player, the cards that cannot be discarded for it.
    """

    card: str
    may: tuple[str, ...]
    ace: str | None
    by: str | None
    discarded: str | None
    asked: bool
    stay: dict[str, list[str]]


class Deal(NamedTuple):
    """The table before the first lead: trumps and takings.

    `away`: cards that no player can play, and why ("turned", "discarded"). `held`: cards that a player must hold,
    by card. `loose`: those of them of which one may have been discarded unnamed.
    """

    trumps: Trumps
    takings: tuple[Taking, ...]
    away: Mapping[str, str]
    held: Mapping[str, str]
    loose: frozenset[str]

    def owed(self, player: str, seen: Mapping[str, object]) -> tuple[int, tuple[str, ...]]:
        """Return how many of which cards this player must still show at least.

        The cards that are certain come first.
        """
        own = [card for card, holder in self.held.items() if holder == player and card not in seen]
        certain = [card for card in own if card not in self.loose]
        loose = [card for card in own if card in self.loose]
        return len(certain) + max(0, len(loose) - 1), (*certain, *loose)


def takings(options: Options, seats: Seats, dealer: str, move: Round) -> tuple[Taking, ...]:
    """Return every turned card, in the order in which they were turned.

    Raises IllegalMoveError: `turned_in_auction`, `joker_not_played`, `unknown_player`, `dealer_robs`,
    `bad_discard`, `rob_without_ace`.
    """
    if move.turned and options["auction"]:
        raise IllegalMoveError("turned_in_auction")
    if not options["joker"] and JOKER in (*move.turned, *(each.discarded for each in move.robbed)):
        raise IllegalMoveError("joker_not_played")
    if any(each.player not in seats.players for each in move.robbed):
        raise IllegalMoveError("unknown_player")
    found = [
        _taking(seats, dealer, card, robbery)
        for card, robbery in zip(move.turned, _robberies(dealer, move), strict=True)
    ]
    for place, taking in enumerate(found):
        _check(options, dealer, taking, found[:place], move.turned)
    return tuple(found)


def lay(options: Options, seats: Seats, dealer: str, move: Round, *, asked: bool = True) -> Deal:
    """Return the table of a round whose trumps are known.

    With `asked=False` it is open whether the ace robs, so it keeps its rank. Raises as `takings` does.
    """
    suit = move.suit
    if suit is None:
        raise InvalidMoveError("trump_needed")
    taken = takings(options, seats, dealer, move)
    left = asked and any(each.ace and not each.by for each in taken)
    lowest = left and options["unrobbed_ace"] == "lowest_trump"
    away: dict[str, str] = {}
    held: dict[str, str] = {}
    loose: set[str] = set()
    for taking in taken:
        if taking.by is None:
            away[taking.card] = "turned"
            continue
        held[taking.card] = taking.by
        if taking.ace:
            held[taking.ace] = taking.by
        if taking.discarded:
            away[taking.discarded] = "discarded"
            held.pop(taking.discarded, None)
        elif taking.card != JOKER:
            kept = (taking.card,) if _may_discard_the_ace(options) else (taking.card, taking.ace)
            loose |= {card for card, holder in held.items() if holder == taking.by and card not in kept}
    return Deal(trumps(options, suit, lowest), taken, away, held, frozenset(loose))


def _robberies(dealer: str, move: Round) -> list[Robbery | None]:
    """Return the taker of each turned card; the joker is always the dealer's."""
    robbed: list[Robbery | None] = list(move.robbed)
    if (
        move.turned[:1] == (JOKER,)
        and (not move.robbed or move.robbed[0].player != dealer)
        and len(robbed) < 2
    ):
        robbed.insert(0, Robbery(dealer))
    return [*robbed, *[None] * len(move.turned)][: len(move.turned)]


def _taking(seats: Seats, dealer: str, card: str, robbery: Robbery | None) -> Taking:
    ace = None if card == JOKER or card.startswith("A") else "A" + suit_of(card)
    may = seats.players if ace else (dealer,)
    if robbery is None:
        return Taking(card, may, ace)
    return Taking(card, may, ace, robbery.player, robbery.discarded)


def _may_discard_the_ace(options: Options) -> bool:
    """Return whether the ace that gives the right to a turned card may be discarded for it.

    Version 1 read the source so.
    """
    return options.version < 2


def _check(
    options: Options, dealer: str, taking: Taking, before: list[Taking], turned: tuple[str, ...]
) -> None:
    """Check that the player could take the card and discard the other one."""
    if taking.by is None:
        return
    if taking.by not in taking.may:
        raise IllegalMoveError("dealer_robs", dealer=dealer, card=taking.card)
    out = {each.discarded for each in before if each.discarded}
    if taking.ace in out:
        raise IllegalMoveError("rob_without_ace", player=taking.by, card=taking.ace)
    if taking.discarded in out | _stay(options, dealer, taking, turned, taking.by):
        raise IllegalMoveError("bad_discard", player=taking.by, card=taking.discarded)


def _stay(options: Options, dealer: str, taking: Taking, turned: Iterable[str], player: str) -> set[str]:
    """Return the cards that `player` cannot discard if they take the turned card."""
    # the dealer may discard the joker again for the second card
    returned = {JOKER} if player == dealer and taking.card != JOKER else set()
    kept = set() if taking.ace is None or _may_discard_the_ace(options) else {taking.ace}
    return kept | (set(turned) - returned)


def taking_fields(
    options: Options, dealer: str, found: Iterable[Taking], turned: tuple[str, ...], *, asked: bool
) -> list[TakingFields]:
    """Return the turned cards in the form that an entry panel reads."""
    return [
        TakingFields(
            *each,
            asked=asked or each.card == JOKER,
            stay={
                player: list(PACK.sort(_stay(options, dealer, each, turned, player))) for player in each.may
            },
        )
        for each in found
    ]
