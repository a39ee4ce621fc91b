"""The house rules of Générala."""

from __future__ import annotations

from scorekeeper.rules.contract import (
    N_,
    Option,
    Value,
    yes_or_no,
)

OPTIONS: tuple[Option, ...] = (
    yes_or_no(
        "winner_counts_taken_card",
        N_("Picked-up card still wins"),
        N_("A card that is picked up still counts for who wins the trick."),
        default=True,
        phrases=(N_("a picked-up card still wins"), N_("a picked-up card no longer wins")),
    ),
    yes_or_no(
        "elimination",
        N_("The last one drops out"),
        N_(
            "A player left with cards is out of the game. Otherwise everybody plays every hand and "
            "losses are counted."
        ),
        default=True,
        phrases=(N_("the last one drops out"), N_("nobody drops out")),
    ),
    Option(
        "final_tie",
        N_("The last two run out together"),
        N_("Both play their last card on the same trick. Who is champion?"),
        (
            Value("replay", N_("Another hand"), phrase=N_("another hand if the last two run out together")),
            Value(
                "first_to_play",
                N_("First to play"),
                phrase=N_("if the last two run out together, the first to play wins"),
            ),
        ),
        "replay",
    ),
    Option(
        "all_out_dealer",
        N_("Dealer when nobody drops"),
        N_("Everybody left ran out on the same trick. Who deals the next hand?"),
        (
            Value("previous_dealer", N_("Same dealer"), phrase=N_("the same dealer again if nobody drops")),
            Value(
                "next_right",
                N_("Next at the right"),
                phrase=N_("the next at the right deals if nobody drops"),
            ),
        ),
        "previous_dealer",
    ),
    Option(
        "two_player_deal",
        N_("Dealer with two players"),
        N_("In a game that two people started: do they take turns, or does the loser deal?"),
        (
            Value("alternate", N_("They take turns"), phrase=N_("two players deal in turn")),
            Value("loser", N_("The loser deals"), phrase=N_("with two players the loser deals")),
        ),
        "alternate",
    ),
    Option(
        "joker_after_joker",
        N_("Joker right after a joker"),
        N_("If it is forbidden, only a player who holds nothing else may play it."),
        (
            Value("allowed", N_("Allowed"), phrase=N_("a joker may follow a joker")),
            Value("forbidden", N_("Forbidden"), phrase=N_("no joker right after a joker")),
        ),
        "allowed",
    ),
    Option(
        "last_trick_spares",
        N_("Nobody drops"),
        N_("When several run out on the last trick of a hand."),
        (
            Value(
                "all_out",
                N_("Only if nobody holds cards"),
                phrase=N_("a player left with cards drops"),
            ),
            Value(
                "two_or_more",
                N_("If two or more run out on it"),
                phrase=N_("nobody drops if two or more run out on the last trick"),
            ),
        ),
        "all_out",
        since=2,
    ),
)
