"""House rules of Forty-fives about bidding, for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import Cards, Reading, Rule, Shown
from scorekeeper.rules.contract import N_

from .help_hands import ANA, BO


def _bid(points: int, tricks: str, note: str, figure: str, total: int) -> Cards:
    """Return an example in which Ana bids and takes these tricks."""
    names = {"A": ANA, "B": BO}
    entry = {
        "bid": {"player": ANA, "points": points},
        "trump": "H",
        "tricks": [names[each] for each in tricks],
        "best": ANA,
    }
    return Cards((), note, figure, (entry,), proves={"scores": {ANA: total}})


def _side_bid(points: int, tricks: str, best: str, note: str, total: int) -> Cards:
    """Return an example of partners: Ana bids, with Cleo against Bo and Dev.

    `total`: the points of Ana's side.
    """
    names = {name[0]: name for name in (ANA, BO, "Cleo", "Dev")}
    entry = {
        "bid": {"player": ANA, "points": points},
        "trump": "H",
        "tricks": [names[each] for each in tricks],
        "best": names[best],
    }
    return Cards(
        (),
        note,
        str(total).replace("-", "−"),
        (entry,),
        proves={"team_scores": {"Ana & Cleo": total}},
        players=tuple(names.values()),
        teams=((ANA, "Cleo"), (BO, "Dev")),
    )


AUCTION = Rule(
    "auction",
    N_("The description plays without. Where it is bid, the points of the side count against the bid."),
    (
        Reading(
            False,
            N_("There is no auction: a card is turned"),
            N_("The card turned after the deal is trumps."),
            N_("the card turned is trumps"),
            (
                Cards(
                    (Shown(N_("turned up"), ("7D",)),),
                    N_("trumps"),
                    "[D]",
                    partial={"turned": "7D"},
                    proves={"partial": {"trump": "D"}},
                ),
            ),
        ),
        Reading(
            True,
            N_("Trumps go to the highest bid"),
            N_(
                "Bids are 15, 20, 25 or 30; the bidder names trumps, no card is turned. If all pass, the "
                "dealer must bid 15. Made: everybody scores what was won. Failed: minus the bid. A bid of 30 "
                "that is made counts 60. If several reach the target in one round, the bidder wins."
            ),
            N_("players bid 15 to 30 for them"),
            (
                _bid(20, "AAABB", N_("bid 20, three tricks and the best trump"), "20", 20),
                _bid(25, "AAABB", N_("bid 25, won 20"), "−25", -25),
                _bid(30, "AAAAA", N_("bid 30, won all"), "60", 60),
            ),
        ),
    ),
)


_FAILED = N_("Ana bids 25; Ana wins 10, Cleo 5: failed. Their side scores")


_DOUBLED = N_("Ana bids 30; Ana wins 20, Cleo 10: made. Their side scores")


AUCTION_SIDE = Rule(
    "auction_side",
    N_(
        "The description plays without an auction. Partners settle it either way; most auction tables settle "
        "it for the side."
    ),
    (
        Reading(
            "bidder",
            N_("A bid is the bidder’s own"),
            N_(
                "Failed: the bidder scores minus the bid; partners keep the points of their tricks. A bid "
                "of 30 that is made: the bidder scores 60, partners what they won."
            ),
            N_("loss and the 60 are the bidder’s own"),
            (_side_bid(25, "AACBD", "B", _FAILED, -20), _side_bid(30, "AAACC", "A", _DOUBLED, 70)),
        ),
        Reading(
            "side",
            N_("A bid is the side’s"),
            N_(
                "Failed: minus the bid for the side and nothing else. A bid of 30 that is made: 60 for the "
                "side."
            ),
            N_("the side scores the loss or the 60 and nothing else"),
            (_side_bid(25, "AACBD", "B", _FAILED, -25), _side_bid(30, "AAACC", "A", _DOUBLED, 60)),
        ),
    ),
    {"auction": True},
)
