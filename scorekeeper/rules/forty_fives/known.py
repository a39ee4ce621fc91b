"""The known cards of a round of Forty-fives by its result, and what follows from them.

A round that was begun by cards, or a disputed trick, leaves cards that the entry cannot hold. They limit the winners
of their tricks and the answer who had the best trump: it is at least the best known trump, and its player won the
trick in which it was played. The taker of a turned card shows it in one of the other tricks.

Decided here: while it is open who robbed, the ace of trumps may have either rank, and what one of them allows is
allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.rules.contract import IllegalMoveError

from .cards import Trumps, trumps
from .draft import Draft
from .move import TRICKS
from .play import Shown


class KnownTrick(NamedTuple):
    """A trick with known cards: its possible winners, and the player of its best card so far."""

    winners: tuple[str, ...]
    player: str
    card: str

    @property
    def refusal(self) -> IllegalMoveError:
        """The reason why no other player can have won the trick."""
        return IllegalMoveError("card_beats", player=self.player, card=self.card)


class KnownBest(NamedTuple):
    """The best known trump.

    `tricks`: the indexes of the tricks whose winner may have the best trump of all. `settled`: no other player can
    have it; `player` is None if all cards are known and no trump is among them.
    """

    player: str | None
    card: str
    tricks: tuple[int, ...]
    settled: bool

    @property
    def refusal(self) -> IllegalMoveError:
        """The reason why a player cannot have had the best trump."""
        if self.player is None:
            return IllegalMoveError("no_trump_known")
        return IllegalMoveError("card_beats", player=self.player, card=self.card)

    def may_be(self, player: str | None, winners: Sequence[str]) -> bool:
        """Return whether this player, or None for no player, can have had the best trump."""
        if self.settled or player is None:
            return player == self.player
        return any(winners[index] == player for index in self.tricks if index < len(winners))


class Known(NamedTuple):
    """What the known cards say: `tricks` by index, and `best`, None while no trump is known."""

    tricks: Mapping[int, KnownTrick]
    best: KnownBest | None


def known_of(draft: Draft) -> Known | None:
    """Return what the known cards say, None without known cards or while trumps are unknown."""
    if draft.deal is None or not any(draft.played):
        return None
    tricks = {index: _trick(draft, index) for index, plays in enumerate(draft.played) if plays}
    return Known(tricks, _best(draft))


def shown_cards(draft: Draft) -> dict[str, Shown]:
    """Return the known cards with player and trick."""
    return {
        card: Shown(player, number) for number, plays in enumerate(draft.played, 1) for player, card in plays
    }


def trick_refusal(known: Known | None, index: int, player: str) -> IllegalMoveError | None:
    """Return the reason why this player cannot have won the trick, or None."""
    trick = known.tricks.get(index) if known else None
    return None if trick is None or player in trick.winners else trick.refusal


def best_refusal(known: Known | None, player: str | None, winners: Sequence[str]) -> IllegalMoveError | None:
    """Return the reason why this player, or None for no player, did not have the best trump."""
    best = known.best if known else None
    return None if best is None or best.may_be(player, winners) else best.refusal


def _ranks(draft: Draft) -> Iterator[Trumps]:
    """Yield the trumps, also with the ace as the lowest where a later answer may make it so."""
    assert draft.deal is not None
    yield draft.deal.trumps
    options = draft.state.options
    if options["unrobbed_ace"] == "lowest_trump" and not options["auction"] and "robbed" not in draft.said:
        yield trumps(options, draft.deal.trumps.suit, ace_lowest=True)


def _beatable(draft: Draft, rank: Trumps, card: str) -> bool:
    """Return whether a card that is not known can beat this one."""
    assert draft.deal is not None
    if not rank.is_trump(card):
        return True
    better = rank.order[: rank.order.index(card)]
    return not {*better} <= {*draft.deal.away, *shown_cards(draft)}


def _trick(draft: Draft, index: int) -> KnownTrick:
    plays = draft.played[index]
    absent = set(draft.state.seats.players) - {player for player, _card in plays}
    found = []
    for rank in _ranks(draft):
        player, card = plays[rank.best([card for _player, card in plays])]
        found.append((player, card, {player} | (absent if _beatable(draft, rank, card) else set())))
    winners = set().union(*(each for _player, _card, each in found))
    in_order = tuple(player for player in draft.state.seats.players if player in winners)
    return KnownTrick(in_order, *found[0][:2])


def _best(draft: Draft) -> KnownBest | None:
    """Return the best known trump, under each rank that the ace may have."""
    found = [_best_of(draft, rank) for rank in _ranks(draft)]
    first = found[0]
    if first is None:
        return None
    settled = all(each is not None and each.settled and each.player == first.player for each in found)
    tricks = {index for each in found if each for index in each.tricks}
    return first._replace(tricks=tuple(sorted(tricks)), settled=settled)


def _best_of(draft: Draft, rank: Trumps) -> KnownBest | None:
    assert draft.deal is not None
    seats = len(draft.state.seats.players)
    full = {index for index, plays in enumerate(draft.played) if len(plays) == seats}
    still_open = set(range(TRICKS)) - full
    shown = shown_cards(draft)
    certain = {card: player for card, player in draft.deal.held.items() if card not in draft.deal.loose}
    held = certain | {card: at.player for card, at in shown.items()}
    card = next((card for card in rank.order if card in held), None)
    if card is None:
        return None if still_open else KnownBest(None, "", (), settled=True)
    tricks = still_open | ({shown[card].trick - 1} if card in shown else set())
    settled = not still_open or not _beatable(draft, rank, card)
    return KnownBest(held[card], card, tuple(sorted(tricks)), settled)
