"""Help page of Générala: the order of its points; other modules hold its rules."""

from __future__ import annotations

from scorekeeper.games.help.content import Cards, Guide, Order, Point, Seating, Shown, cards
from scorekeeper.rules.contract import N_

from .help_rules import ALL_OUT, ELIMINATION, FINAL, JOKERS, SPARES, TAKEN, TWO
from .help_tricks import TEN, THREE, hand, refused, trick, whole_hand

_FIVE = TEN[:5]

GUIDE = Guide(
    "generala_cards",
    (
        Point(
            "aim",
            N_("What it is about"),
            N_(
                "Run out of cards. The last player with cards loses the hand. Two to ten players, "
                "everyone for themselves."
            ),
        ),
        Point(
            "seats",
            N_("Seats and first dealer"),
            N_(
                "Everybody draws a card. Players whose ranks are equal put their cards away and draw "
                "again, until all ranks differ; only the last cards count. Seats go counter-clockwise "
                "from the highest card down, and the highest deals first. Deal and play go that way too: "
                "the next player is always at the right."
            ),
            (Seating(("Ana", "Bo", "Cleo", "Dev")),),
        ),
        Point(
            "deal",
            N_("The deal"),
            N_(
                "The player at the dealer’s left cuts. The whole pack of 54, two jokers among them, is dealt "
                "singly and face down, beginning at the dealer’s right. Uneven hands are normal."
            ),
            (
                Cards(
                    (),
                    N_("five players, Eva deals: Ana to Eva get"),
                    "11 11 11 11 10",
                    proves={"sheet": {"cards": {"Ana": 11, "Bo": 11, "Cleo": 11, "Dev": 11, "Eva": 10}}},
                    players=_FIVE,
                ),
            ),
        ),
        Point(
            "order",
            N_("Cards from best to lowest"),
            N_("The joker, then ace to two. There are no trumps."),
            (Order(N_("the same in every suit"), cards("JK1 AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S")),),
        ),
        Point(
            "first_lead",
            N_("The first lead"),
            N_(
                "The player at the dealer’s right leads, and must lead the last card that was dealt to "
                "them. After that the winner of each trick leads."
            ),
            (trick("KS 2S 9S", N_("leads next"), "Ana"),),
        ),
        Point(
            "follow",
            N_("Follow suit"),
            N_("Follow suit if you can; you need not try to win. The highest card of the suit wins."),
            (
                trick("5S 2S 9S", N_("leads next"), "Cleo"),
                refused("KS 4H", N_("neither follows nor picks up"), "does_not_follow"),
            ),
        ),
        Point(
            "without",
            N_("Without the suit: a joker, or pick up"),
            N_(
                "Play a joker or pick up. Picking up stops the trick at once: the player takes one card of it that is "
                "no joker, the rest leave play, and the players after them do not play."
            ),
            (
                trick("5S JK1 9S", N_("a joker wins; leads next"), "Bo"),
                Cards(
                    (Shown("Ana", ("5S",)), Shown("Bo", ("KS",))),
                    N_("Cleo picks up the [5S] and holds"),
                    "19",
                    ({"trick": [["Ana", "5S"], ["Bo", "KS"]], "took": {"player": "Cleo", "card": "5S"}},),
                    proves={"sheet": {"cards": {"Ana": 17, "Bo": 17, "Cleo": 19}}},
                    players=THREE,
                ),
                refused("5S JK1", N_("Cleo picks up the joker"), "joker_stays", ("Cleo", "JK1")),
            ),
        ),
        TAKEN,
        Point(
            "jokers",
            N_("Jokers"),
            N_(
                "A joker led: everybody plays any card. A joker later does not change the suit to follow. Of "
                "two jokers in a trick the first wins."
            ),
            (
                trick("JK1 4H 9S", N_("a joker led; leads next"), "Ana"),
                refused("5S JK1 9H", N_("spades are still to follow"), "does_not_follow"),
                trick("5S JK1 JK2", N_("two jokers; leads next"), "Bo", joker_after_joker="allowed"),
            ),
        ),
        JOKERS,
        Point(
            "out",
            N_("Running out"),
            N_(
                "A player who has played their last card is out of the hand. If that player won the "
                "trick, the lead goes to the next highest card whose player still holds cards (after a "
                "joker lead, of any suit)."
            ),
            (
                Cards(
                    (
                        Shown("Eva", ("JK1",), "taken"),
                        Shown("Ana", ("3D",)),
                        Shown("Bo", ("4S",)),
                        Shown("Cleo", ("2C",)),
                        Shown("Dev", ("3C",)),
                    ),
                    N_("ten play; Eva’s last card is a joker, Ana to Dev hold one more; leads next"),
                    "Bo",
                    whole_hand(),
                    proves={
                        "sheet": {"leader": "Bo", "cards": {"Eva": 0, "Ana": 1, "Bo": 1, "Cleo": 1, "Dev": 1}}
                    },
                    players=TEN,
                ),
            ),
        ),
        Point(
            "end",
            N_("The end of a hand"),
            N_(
                "A hand ends when at most one player holds cards. The loser deals the next hand; if all "
                "who were left ran out on the same trick, nobody loses it."
            ),
            (
                hand(
                    [["Ana"], ["Bo", "Cleo"]],
                    N_("Bo and Cleo on the same trick: everybody survives the hand"),
                    "1",
                    {"scores": {"Ana": 1, "Bo": 1, "Cleo": 1}},
                ),
            ),
        ),
        ELIMINATION,
        SPARES,
        FINAL,
        ALL_OUT,
        TWO,
    ),
    (
        N_(
            "A description of the game as it is played in Cameroon; for two players, the other "
            "printed descriptions."
        ),
        N_(
            "Where they say nothing, we play: everyone for themselves; if nobody who played to a "
            "stopped trick holds cards, or no card is left to win with, the player who picked up "
            "leads; of equal ranks after a joker lead the one played first is higher."
        ),
    ),
)
