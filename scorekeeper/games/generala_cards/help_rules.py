"""House rules of Générala for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import GOES_ON, Reading, Rule
from scorekeeper.rules.contract import N_

from .help_tricks import THREE, hand, refused, trick

_DROPS = {"elimination": True}


TAKEN = Rule(
    "winner_counts_taken_card",
    N_(
        "The first source does not say whether the card that is picked up still wins. Here it "
        "does; elsewhere it is out of the trick."
    ),
    (
        Reading(
            True,
            N_("A card that is picked up still wins the trick"),
            N_("The player who played it leads next, although another player has the card now."),
            N_("it still wins"),
            (
                trick("5S KS", N_("Cleo picks up the [KS]; leads next"), "Bo", ("Cleo", "KS")),
                trick("5S KS", N_("Cleo picks up the [5S]; leads next"), "Bo", ("Cleo", "5S")),
            ),
        ),
        Reading(
            False,
            N_("A card that is picked up does not win"),
            N_("The next highest card wins; where none is left, the player who picked up leads."),
            N_("it is out of the trick"),
            (
                trick("5S KS", N_("Cleo picks up the [KS]; leads next"), "Ana", ("Cleo", "KS")),
                trick("5S", N_("Bo picks up the only card; leads next"), "Bo", ("Bo", "5S")),
            ),
        ),
    ),
)

JOKERS = Rule(
    "joker_after_joker",
    N_("The first source sets no limit. Elsewhere a joker may not follow right after another."),
    (
        Reading(
            "allowed",
            N_("A joker may follow a joker"),
            N_("The first of the two wins."),
            N_("allowed"),
            (trick("JK1 JK2 4H", N_("leads next"), "Ana"),),
        ),
        Reading(
            "forbidden",
            N_("A joker may not follow right after a joker"),
            N_("Except by a player who holds nothing else."),
            N_("forbidden, but as the only card held"),
            (
                refused("JK1 JK2", N_("right after the other"), "joker_after_joker"),
                trick("JK1 4H JK2", N_("not right after it; leads next"), "Ana"),
            ),
        ),
    ),
)

ELIMINATION = Rule(
    "elimination",
    N_(
        "The first source: the player left with cards drops out, until one is champion. Elsewhere everybody "
        "plays every hand."
    ),
    (
        Reading(
            True,
            N_("The last one with cards drops out"),
            N_(
                "And deals the next hand without taking cards. With two left the first to run out is the "
                "champion; then everybody comes back for a new game."
            ),
            N_("the last one drops out"),
            (
                hand(
                    [["Ana"], ["Bo"]],
                    N_("Ana out first, then Bo: drops out"),
                    "Cleo",
                    {"sheet": {"hands": [{"dropped": "Cleo"}], "in": ["Ana", "Bo"]}},
                ),
                hand(
                    [["Ana"]],
                    N_("two left, Ana out first: champion"),
                    "Ana",
                    {"reason": "champion", "winners": ["Ana"]},
                    ("Ana", "Bo"),
                ),
            ),
        ),
        Reading(
            False,
            N_("Everybody plays every hand"),
            N_(
                "Losses are counted, the loser deals and plays on. The table ends the game when it likes; "
                "the fewest losses win."
            ),
            N_("everybody plays every hand, losses are counted"),
            (
                hand(
                    [["Ana"], ["Bo"]],
                    N_("Ana out first, then Bo: loses the hand"),
                    "Cleo",
                    {"sheet": {"hands": [{"dropped": None, "lost": "Cleo"}], "in": list(THREE)}},
                ),
            ),
        ),
    ),
)

FINAL = Rule(
    "final_tie",
    N_(
        "When two share a whole pack the cards never allow it; it can happen where hands are "
        "entered by result. Here another hand is played."
    ),
    (
        Reading(
            "replay",
            N_("The last two out together: another hand"),
            N_("Neither is champion yet."),
            N_("another hand is played"),
            (
                hand(
                    [["Ana", "Bo"]], N_("both on the same trick"), GOES_ON, {"finished": False}, ("Ana", "Bo")
                ),
            ),
        ),
        Reading(
            "first_to_play",
            N_("The last two out together: the first to play is champion"),
            N_("In the order in which they played to that trick."),
            N_("the first to play is champion"),
            (
                hand(
                    [["Ana", "Bo"]],
                    N_("both on the same trick, Ana first"),
                    "Ana",
                    {"reason": "champion", "winners": ["Ana"]},
                    ("Ana", "Bo"),
                ),
            ),
        ),
    ),
    _DROPS,
)

ALL_OUT = Rule(
    "all_out_dealer",
    N_("The first source says that nobody drops, not who deals. Here the same dealer deals again."),
    (
        Reading(
            "previous_dealer",
            N_("All out on the same trick: the same dealer again"),
            N_("Nobody drops, and the same dealer deals again."),
            N_("the same dealer"),
            (hand([["Ana"], ["Bo", "Cleo"]], N_("Cleo dealt; deals next"), "Cleo", {"dealer": "Cleo"}),),
        ),
        Reading(
            "next_right",
            N_("All out on the same trick: the next at the right deals"),
            N_("Nobody drops. Seats that have dropped are skipped."),
            N_("the next at the dealer’s right"),
            (hand([["Ana"], ["Bo", "Cleo"]], N_("Cleo dealt; deals next"), "Ana", {"dealer": "Ana"}),),
        ),
    ),
)

SPARES = Rule(
    "last_trick_spares",
    N_(
        "The first source says that nobody drops if two or more run out on the last trick. We "
        "read this as: the last ones who held cards. Taken literally, it spares a player who "
        "still holds some, too."
    ),
    (
        Reading(
            "all_out",
            N_("A player left with cards loses the hand"),
            N_(
                "Also where several run out together on the last trick. Nobody loses only where nobody is left."
            ),
            N_("only where nobody is left with cards"),
            (
                hand(
                    [["Ana", "Bo"]],
                    N_("Ana and Bo on the last trick: drops out"),
                    "Cleo",
                    {"sheet": {"hands": [{"dropped": "Cleo"}], "in": ["Ana", "Bo"]}},
                    elimination=True,
                ),
                hand(
                    [["Ana", "Bo"]],
                    N_("Ana and Bo on the last trick: loses the hand"),
                    "Cleo",
                    {"sheet": {"hands": [{"dropped": None, "lost": "Cleo"}], "in": list(THREE)}},
                    elimination=False,
                ),
            ),
        ),
        Reading(
            "two_or_more",
            N_("Two who run out together on the last trick spare the player who is left"),
            N_("Nobody loses that hand, though one still holds cards."),
            N_("also where two or more run out on the last trick"),
            (
                hand(
                    [["Ana", "Bo"]],
                    N_("Ana and Bo on the last trick: everybody survives the hand"),
                    "1",
                    {"scores": {"Ana": 1, "Bo": 1, "Cleo": 1}},
                ),
            ),
        ),
    ),
)

TWO = Rule(
    "two_player_deal",
    N_(
        "For games that two people start the printed descriptions let the deal pass between them. Elsewhere "
        "the loser deals."
    ),
    (
        Reading(
            "alternate",
            N_("Two players take turns to deal"),
            N_("In a game that two people started, regardless of who won or lost."),
            N_("they take turns"),
            (hand([["Ana"]], N_("Bo dealt and lost; deals next"), "Ana", {"dealer": "Ana"}, ("Ana", "Bo")),),
        ),
        Reading(
            "loser",
            N_("Of two players the loser deals"),
            N_("As in a game with more players."),
            N_("the loser deals"),
            (hand([["Ana"]], N_("Bo dealt and lost; deals next"), "Bo", {"dealer": "Bo"}, ("Ana", "Bo")),),
        ),
    ),
)
