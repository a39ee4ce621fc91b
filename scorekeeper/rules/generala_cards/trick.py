"""The referee of one trick of Générala: the next player, the legal cards, winner and leader.

Follow the suit that was led; without it play a joker, or decline: the trick stops and one card of it that is no
joker is picked up. After a joker that was led every player may play any card. Whether a player holds the suit is
derived from the cards shown so far (module `known`). A contradiction that only a later card proves is refused at
that card.

Decided where the source is silent: a joker directly after another (`joker_after_joker: forbidden`) may be played by
the holder of that one card only, since the pack has no third; with `winner_counts_taken_card` off the picked-up
card neither wins nor passes the lead on.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from scorekeeper.rules.cards import height, is_joker, suit_of
from scorekeeper.rules.contract import IllegalMoveError, Options

from .known import Known
from .move import Play, TrickMove
from .state import Running, Trick


class Referee:
    """One trick, play by play; the results are `trick` and `after`.

    The object is mutable and used for a single entry.
    """

    def __init__(self, options: Options, hand: Running) -> None:
        self.options, self.hand = options, hand
        self.known: Known = hand.known
        self.plays: list[Play] = []
        self.took: Play | None = None
        first = hand.players.index(hand.leader)
        round_the_table = (*hand.players[first:], *hand.players[:first])
        counts = hand.counts
        self.order = tuple(player for player in round_the_table if counts[player])

    # --- the trick so far ---

    @property
    def number(self) -> int:
        """The number of the trick in its hand."""
        return len(self.hand.tricks) + 1

    @property
    def suit(self) -> str:
        """The suit to follow; "" before the lead, and after a joker that was led."""
        return suit_of(self.plays[0][1]) if self.plays else ""

    @property
    def turn(self) -> str | None:
        """The next player; None once the trick is over."""
        over = self.took is not None or len(self.plays) == len(self.order)
        return None if over else self.order[len(self.plays)]

    def place(self, player: str) -> int:
        """Return the index of a player among those in the hand."""
        return self.hand.players.index(player)

    def count(self, player: str) -> int:
        """Return the current number of cards of a player."""
        return self.known.count(self.place(player))

    # --- legal plays ---

    def refuses_joker(self, player: str) -> bool:
        """Return whether the house rules refuse a joker here, directly after another one."""
        after_joker = bool(self.plays) and is_joker(self.plays[-1][1])
        forbidden = self.options["joker_after_joker"] == "forbidden"
        return after_joker and forbidden and self.count(player) > 1

    def open_cards(self, player: str) -> tuple[str, ...]:
        """Return the cards that the next player may play, by the cards shown."""
        place, refused = self.place(player), self.refuses_joker(player)
        found = [each for each in self.known.open_cards(place) if not (refused and is_joker(each))]
        if not self.suit:
            return tuple(found)
        following = [each for each in found if suit_of(each) == self.suit]
        lacking = self._lacking(player)
        jokers = [each for each in found if is_joker(each) and lacking and lacking.may_play(place, each)]
        return (*following, *jokers)

    def may_take(self, player: str) -> bool:
        """Return whether the next player may lack the suit, and so pick up a card."""
        return bool(self.suit) and self._lacking(player) is not None

    @property
    def takeable(self) -> tuple[str, ...]:
        """The cards on the table that may be picked up: all but jokers."""
        return tuple(card for _, card in self.plays if not is_joker(card))

    def _lacking(self, player: str) -> Known | None:
        """Return the knowledge after a player shows to lack the suit led; None if impossible."""
        place = self.place(player)
        if not self.known.may_lack(place, self.suit):
            return None
        return self.known.lacking(place, self.suit, self.number)

    # --- plays ---

    def play(self, player: str, card: str) -> None:
        """Play a card, or raise IllegalMoveError."""
        self._must_be_next(player)
        self._must_be_free(player, card)
        known = self._following(player, card)
        place = self.place(player)
        suit = suit_of(card)
        earlier = known.shown_without(place, suit)
        if earlier and card not in known.held[place]:
            raise IllegalMoveError("could_not_follow", player=player, card=card, suit=suit, trick=earlier)
        if not known.may_play(place, card):
            raise IllegalMoveError("cannot_hold", player=player, card=card)
        self.known = known.played(place, card)
        self.plays.append((player, card))

    def decline(self, player: str) -> Known:
        """Return the knowledge after a player says to lack the suit.

        Raises IllegalMoveError.
        """
        self._must_be_next(player)
        if not self.suit:
            raise IllegalMoveError("joker_was_led", player=player)
        return self._must_lack(player)

    def take(self, player: str, card: str) -> None:
        """Let a player pick up a card of the trick, or raise IllegalMoveError."""
        lacking = self.decline(player)
        if is_joker(card):
            raise IllegalMoveError("joker_stays")
        if card not in self.takeable:
            raise IllegalMoveError("not_in_the_trick", card=card)
        self.known = lacking.taken(self.place(player), card)
        self.took = (player, card)

    def _must_be_next(self, player: str) -> None:
        turn = self.turn
        if turn is None:
            raise IllegalMoveError("trick_is_full", player=player)
        if player != turn and not self.plays:
            raise IllegalMoveError("wrong_leader", trick=self.number, leader=turn, player=player)
        if player != turn:
            raise IllegalMoveError("wrong_order", trick=self.number, turn=turn, player=player)

    def _must_be_free(self, player: str, card: str) -> None:
        """Check that the card is in no other place."""
        if any(card == each for _, each in self.plays):
            raise IllegalMoveError("card_twice", card=card)
        if card in self.known.gone:
            raise IllegalMoveError("card_is_gone", card=card)
        holder = self.known.holder(card)
        if holder is not None and holder != self.place(player):
            raise IllegalMoveError("card_held", card=card, player=self.hand.players[holder])

    def _following(self, player: str, card: str) -> Known:
        """Return the knowledge that follows from this answer to the card led."""
        if is_joker(card) and self.refuses_joker(player):
            raise IllegalMoveError("joker_after_joker", player=player)
        if not self.suit or suit_of(card) == self.suit:
            return self.known
        if not is_joker(card):
            raise IllegalMoveError("does_not_follow", player=player, card=card, suit=self.suit)
        return self._must_lack(player)

    def _must_lack(self, player: str) -> Known:
        lacking = self._lacking(player)
        if lacking is None:
            raise IllegalMoveError("holds_the_suit", player=player, suit=self.suit, **self._proof(player))
        return lacking

    def _proof(self, player: str) -> dict[str, Any]:
        """Return a picked-up card of the suit and its trick; empty if other hands prove the suit."""
        held = [card for card in self.known.held[self.place(player)] if suit_of(card) == self.suit][:1]
        return {"card": held[0], "trick": self.hand.picked_up_in(player, held[0])} if held else {}

    # --- the result ---

    @property
    def standing(self) -> tuple[Play, ...]:
        """The plays that can win, the best first: jokers, then by rank, ties as played.

        After the lead of a card that is no joker all of them are of the suit led, or jokers.
        """
        aside = self.took[1] if self.took and not self.options["winner_counts_taken_card"] else None
        return tuple(play for play in self.ranked if play[1] != aside)

    @property
    def ranked(self) -> tuple[Play, ...]:
        """All plays, the best first."""
        return tuple(sorted(self.plays, key=lambda play: -height(play[1])))

    @property
    def winner(self) -> str | None:
        """The winner of the trick so far; None if no card is left to win with."""
        return self.standing[0][0] if self.standing else None

    @property
    def out(self) -> tuple[str, ...]:
        """The players whose last card this was, in order of play."""
        return tuple(player for player, _ in self.plays if not self.count(player))

    @property
    def next_leader(self) -> str:
        """The next leader, without the players whose last card this was."""
        return self.leader_without(self.out)

    def leader_without(self, out: Collection[str]) -> str:
        """Return the winner, or the player of the next highest card who is not in `out`, or who picked up."""
        last = self.took[0] if self.took else self.order[0]
        return next((player for player, _ in self.standing if player not in out), last)

    def trick(self, line: int) -> Trick:
        """Return the finished trick for the state."""
        return Trick(tuple(self.plays), self.took, self.out, self.winner, line)

    def after(self, line: int) -> Running:
        """Return the hand after the trick."""
        left = [card for _, card in self.plays if self.took is None or card != self.took[1]]
        tricks = (*self.hand.tricks, self.trick(line))
        return Running(self.hand.players, self.next_leader, self.known.left(left), tricks)


def referee(options: Options, hand: Running, move: TrickMove, *, partial: bool = False) -> Referee:
    """Return the trick of an entry, as far as it goes.

    Raises IllegalMoveError.

    An entry that is not `partial` must be whole, and `out` must name exactly the players whose last card it was.
    """
    found = Referee(options, hand)
    for player, card in move.trick:
        found.play(player, card)
    if move.took is not None:
        player, card = move.took
        if card:
            found.take(player, card)
        else:
            found.decline(player)
    if not partial and found.turn is not None:
        raise IllegalMoveError("trick_unfinished", turn=found.turn)
    if (not partial or move.out) and sorted(move.out) != sorted(found.out):
        if not found.out:
            raise IllegalMoveError("nobody_out")
        raise IllegalMoveError("wrong_out", player=list(found.out))
    return found
