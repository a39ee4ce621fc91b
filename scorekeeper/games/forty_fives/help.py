"""Help page of Forty-fives: the order of its points; other modules hold its rules."""

from __future__ import annotations

from scorekeeper.games.help.content import ALLOWED, NOT_ALLOWED, Cards, Guide, Order, Point, Shown, cards
from scorekeeper.rules.contract import N_, OptionValue

from . import help_cards as card_rules
from . import help_points as point_rules
from .help_auction import AUCTION, AUCTION_SIDE
from .help_hands import ANA, BO, later, result, trick

_TURNED: dict[str, OptionValue] = {"auction": False}
_TRUMPS = {
    "H": (N_("hearts are trumps"), "5H JH AH JK KH QH 10H 9H 8H 7H 6H 4H 3H 2H"),
    "D": (N_("diamonds are trumps"), "5D JD AH JK AD KD QD 10D 9D 8D 7D 6D 4D 3D 2D"),
    "S": (N_("spades or clubs are trumps"), "5S JS AH JK AS KS QS 2S 3S 4S 6S 7S 8S 9S 10S"),
}


def _orders() -> tuple[Order, ...]:
    """Return the trumps of each suit, without the joker and with it in either place."""
    found = []
    for trump, (label, order) in _TRUMPS.items():
        ways: dict[str, dict[str, OptionValue]] = {
            order: {"joker": True, "joker_rank": "below_ace_of_hearts"},
            order.replace("AH JK", "JK AH"): {"joker": True, "joker_rank": "above_ace_of_hearts"},
            order.replace(" JK", ""): {"joker": False},
        }
        found += [Order(label, cards(each), trump, options) for each, options in ways.items()]
    return tuple(found)


GUIDE = Guide(
    "forty_fives",
    (
        Point(
            "players",
            N_("Who plays"),
            N_(
                "Two to ten, everyone for themselves; four or six also in two sides, six in three pairs. "
                "Partners add their points. The deal passes to the left."
            ),
        ),
        Point(
            "deal",
            N_("The deal"),
            N_(
                "Five cards each, three and then two, clockwise. The next card is turned up: its suit is "
                "trumps. The player at the dealer’s left leads, then the winner of each trick."
            ),
            (),
            _TURNED,
        ),
        Point(
            "deal_auction",
            N_("The deal"),
            N_(
                "Five cards each, three and then two, clockwise. The player at the dealer’s left leads, then "
                "the winner of each trick."
            ),
            (),
            {"auction": True},
        ),
        AUCTION,
        AUCTION_SIDE,
        card_rules.JOKER,
        Point(
            "ace_of_hearts",
            N_("The [AH] is always a trump"),
            N_("Whatever suit is turned, it is among the four best. It never counts as a heart."),
            (
                trick("S", "KH", "AH", N_("spades are trumps"), BO),
                trick("S", "AS", "AH", N_("it beats the ace of trumps"), BO),
                later("S", ("KH", "7C"), ("QS", "AH"), N_("hearts led, no other heart held"), revoke=False),
            ),
        ),
        card_rules.JOKER_RANK,
        Point(
            "trumps",
            N_("Trumps from best to lowest"),
            N_("The five, the jack, then the rest: high in red, low in black."),
            _orders(),
        ),
        Point(
            "plain",
            N_("Plain suits from best to lowest"),
            N_("High in red, low in black. A plain ace is low; the [AH] never counts as a plain heart."),
            (
                Order(N_("hearts"), cards("KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"), "S"),
                Order(N_("diamonds"), cards("KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D AD"), "S"),
                Order(N_("clubs or spades"), cards("KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C 10C"), "H"),
                trick("H", "10C", "2C", N_("in black the two beats the ten"), BO),
            ),
        ),
        Point(
            "winning",
            N_("Who takes a trick"),
            N_("The best trump; without a trump the best card of the suit led."),
            (
                trick("H", "KC", "2H", N_("the lowest trump beats a king"), BO),
                trick("H", "3C", "KD", N_("a king of another suit is nothing"), ANA),
            ),
        ),
        card_rules.FOLLOW,
        Point(
            "trumps_led",
            N_("Trumps are led: play a trump"),
            N_(
                "A player who holds one must. The [AH] and the joker are trumps, led or held. Some may be held "
                "back, see the next point."
            ),
            (
                later("H", ("9H", "7C"), ("QH", "4H"), N_("had a heart"), revoke=True),
                later("H", ("9H", "7C"), ("QH", "KC"), N_("had none"), revoke=False),
                later("S", ("AH", "7C"), ("QS", "4S"), N_("the [AH] led is a trump"), revoke=True),
            ),
        ),
        card_rules.RENEGE,
        point_rules.REVOKED,
        Point(
            "robbing",
            N_("Robbing"),
            N_(
                "If an ace is turned, the dealer takes it at once for a discard, or loses the right. "
                "Otherwise the player with the ace of trumps may take the turned card for another card, "
                "before playing a first card. The ace stays in the hand, and both must be played by the "
                "fifth trick."
            ),
            (
                Cards(
                    (
                        Shown(N_("turned up"), ("7H",)),
                        Shown(N_("Bo has"), ("AH",)),
                        Shown(N_("goes out"), ("2C",)),
                    ),
                    N_("Bo robs the [7H]"),
                    ALLOWED,
                    partial={
                        "turned": "7H",
                        "robbed": {"player": BO, "discarded": "2C"},
                        "tricks": [[[ANA, "KC"], [BO, "7H"]], [[BO, "AH"]]],
                    },
                    proves={"partial": {"winners": [BO], "revokes": []}},
                ),
                Cards(
                    (Shown(N_("turned up"), ("7H",)), Shown(N_("goes out"), ("AH",), "wrong")),
                    N_("Bo robs and discards the ace"),
                    NOT_ALLOWED,
                    partial={"turned": "7H", "robbed": {"player": BO, "discarded": "AH"}},
                    refused="bad_discard",
                ),
                Cards(
                    (Shown(N_("turned up"), ("AH",)),),
                    N_("Ana robs where Bo deals"),
                    NOT_ALLOWED,
                    partial={"turned": "AH", "robbed": {"player": ANA}},
                    refused="dealer_robs",
                ),
            ),
            _TURNED,
        ),
        Point(
            "joker_turned",
            N_("The joker is turned"),
            N_(
                "The dealer takes it, discards, and turns another card: its suit is trumps, and it can be "
                "robbed."
            ),
            (
                Cards(
                    (Shown(N_("turned up"), ("JK", "7D")), Shown(N_("goes out"), ("2C",))),
                    N_("Bo deals and takes the joker; trumps"),
                    "[D]",
                    partial={"turned": ["JK", "7D"], "robbed": {"player": BO, "discarded": "2C"}},
                    proves={
                        "partial": {
                            "trump": "D",
                            "takings": [{"card": "JK", "by": BO}, {"card": "7D", "by": None}],
                        }
                    },
                ),
            ),
            {"auction": False, "joker": True},
        ),
        card_rules.UNROBBED,
        Point(
            "points",
            N_("A round is 30 points"),
            N_(
                "Five points a trick; the trick with the best trump counts 10. They are added up when the "
                "round is over."
            ),
            (
                result("ABAAB", ANA, N_("three tricks and the best trump"), "20", {ANA: 20, BO: 10}),
                result("ABAAB", BO, N_("two tricks and the best trump"), "15", {ANA: 15, BO: 15}),
            ),
        ),
        point_rules.NO_TRUMP,
        point_rules.SWEEP,
        point_rules.TARGET,
        point_rules.TIE,
    ),
    (
        N_(
            "A description of the game as it is played in Nova Scotia, Massachusetts and Ireland; for "
            "what it does not say, Bicycle’s rules of Forty-Five and Wikipedia’s article on "
            "Forty-fives."
        ),
        N_(
            "Where it says nothing, we play: partners sit as they like; the player at the dealer’s "
            "left leads, in an auction too; if all pass in an auction, the dealer must bid 15; a "
            "turned ace that the dealer leaves is out of play; a revoke counts for the play as it was "
            "played, and undoes a bid."
        ),
    ),
    N_(
        "The ace that gives the right to the turned card may itself be discarded for it. A bidder "
        "who goes out first with fewer points wins automatically, too."
    ),
)
