"""House rules of Forty-fives about cards, for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import NOT_ALLOWED, Cards, Reading, Rule, Shown
from scorekeeper.rules.contract import N_

from .help_hands import ANA, BO, later, trick

_JOKER = {"joker": True}
_TURNED = {"auction": False}

JOKER = Rule(
    "joker",
    N_("The description we follow plays with one joker; Bicycle’s rules play without."),
    (
        Reading(
            True,
            N_("There is a joker"),
            N_("One joker, 53 cards. It is always a trump, among the four best."),
            N_("with a joker"),
            (trick("S", "KS", "JK", N_("spades are trumps"), BO),),
        ),
        Reading(
            False,
            N_("There is no joker"),
            N_("52 cards."),
            N_("without a joker"),
            (
                Cards(
                    (Shown(ANA, ("JK",), "wrong"),),
                    N_("not in the pack"),
                    NOT_ALLOWED,
                    partial={"trump": "S", "tricks": [[[ANA, "JK"]]]},
                    refused="joker_not_played",
                ),
                trick("S", "KS", "AH", N_("third best after five and jack"), BO),
            ),
        ),
    ),
)
JOKER_RANK = Rule(
    "joker_rank",
    N_(
        "The description does not rank them. Wikipedia’s article on Forty-fives puts the ace of hearts third "
        "and the joker fourth; elsewhere it is the other way round."
    ),
    (
        Reading(
            "below_ace_of_hearts",
            N_("The joker is fourth, below the [AH]"),
            N_("The five, the jack, the [AH], the joker."),
            N_("the joker below the ace of hearts"),
            (trick("S", "JK", "AH", N_("spades are trumps"), BO),),
        ),
        Reading(
            "above_ace_of_hearts",
            N_("The joker is third, above the [AH]"),
            N_("The five, the jack, the joker, the [AH]."),
            N_("the joker above the ace of hearts"),
            (trick("S", "AH", "JK", N_("spades are trumps"), BO),),
        ),
    ),
    _JOKER,
)
RENEGE = Rule(
    "renege",
    N_(
        "The description says nothing of it. Bicycle’s rules name the five, the jack and the ace of hearts. "
        "Other tables add the joker or keep only the five."
    ),
    (
        Reading(
            "5_J_AH",
            N_("The five, the jack and the [AH] may be held back"),
            N_(
                "You need not play one of these when a lower trump is led. A higher trump forces it out, "
                "if it is your only trump."
            ),
            N_("the five, the jack and the ace of hearts"),
            (
                later("S", ("9S", "7C"), ("QS", "AH"), N_("[9S] led, the [AH] kept"), revoke=False),
                later("S", ("JS", "7C"), ("QS", "AH"), N_("the [JS] is higher"), revoke=True),
                later(
                    "S", ("9S", "7C"), ("QS", "JK"), N_("the joker must be played"), revoke=True, joker=True
                ),
            ),
        ),
        Reading(
            "5_J_AH_joker",
            N_("The five, the jack, the [AH] and the joker may be held back"),
            N_(
                "You need not play one of these when a lower trump is led. A higher trump forces it out, "
                "if it is your only trump."
            ),
            N_("these and the joker"),
            (
                later(
                    "S", ("9S", "7C"), ("QS", "JK"), N_("[9S] led, the joker kept"), revoke=False, joker=True
                ),
                later("S", ("9S", "7C"), ("QS", "AH"), N_("[9S] led, the [AH] kept"), revoke=False),
                later("S", ("9S", "7C"), ("QS", "KS"), N_("the king must be played"), revoke=True),
            ),
        ),
        Reading(
            "5",
            N_("Only the five may be held back"),
            N_("When a trump is led, every other trump must be played if there is no better way to follow."),
            N_("only the five"),
            (
                later("S", ("9S", "7C"), ("QS", "5S"), N_("[9S] led, the five kept"), revoke=False),
                later("S", ("9S", "7C"), ("QS", "JS"), N_("the jack must be played"), revoke=True),
            ),
        ),
    ),
)
FOLLOW = Rule(
    "follow",
    N_(
        "The description says nothing of it. Bicycle’s rules let the player follow or trump. Other tables ask "
        "for the suit first."
    ),
    (
        Reading(
            "follow_or_trump",
            N_("A plain suit is led: follow it or trump"),
            N_("As you like, even when you hold the suit. Without it, any card."),
            N_("follow or trump, as you like"),
            (
                later(
                    "H", ("KC", "4H"), ("QC", "7C"), N_("trumped with a club in hand"), revoke=False, taker=BO
                ),
                later("H", ("KC", "9D"), ("QC", "7C"), N_("neither followed nor trumped"), revoke=True),
            ),
        ),
        Reading(
            "strict",
            N_("A plain suit is led: follow it"),
            N_("Trump only without the suit. Without it, any card."),
            N_("follow; trump only without the suit"),
            (
                later("H", ("KC", "3C"), ("QC", "7C"), N_("followed"), revoke=False),
                later("H", ("KC", "9D"), ("QC", "7C"), N_("not followed"), revoke=True),
            ),
        ),
    ),
)
UNROBBED = Rule(
    "unrobbed_ace",
    N_(
        "The description makes the ace pay for it, the ace of hearts too when hearts are trumps. Other "
        "tables do not."
    ),
    (
        Reading(
            "lowest_trump",
            N_("An ace that did not rob is the lowest trump"),
            N_(
                "A player who held the ace of trumps and left the turned card must use it as the lowest one. The "
                "[AH] too, when hearts are trumps."
            ),
            N_("it becomes the lowest trump"),
            (
                trick("S", "AS", "10S", N_("[7S] turned, nobody robbed"), BO, turned="7S"),
                trick("H", "AH", "2H", N_("[7H] turned, nobody robbed"), BO, turned="7H"),
            ),
        ),
        Reading(
            "no_penalty",
            N_("An ace that did not rob keeps its rank"),
            N_("Leaving the turned card costs nothing."),
            N_("it keeps its rank"),
            (
                trick("S", "AS", "10S", N_("[7S] turned, nobody robbed"), ANA, turned="7S"),
                trick("H", "AH", "2H", N_("[7H] turned, nobody robbed"), ANA, turned="7H"),
            ),
        ),
    ),
    _TURNED,
)
