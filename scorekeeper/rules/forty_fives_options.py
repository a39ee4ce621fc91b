"""The house rules of Forty-fives, each with the readings that tables have of it."""

from __future__ import annotations

from .core import N_, Option, Value, yes_or_no

OPTIONS: tuple[Option, ...] = (
    yes_or_no(
        "joker",
        N_("A joker in the pack"),
        N_("The joker is always a trump. Without it the pack has 52 cards."),
        default=True,
    ),
    Option(
        "joker_rank",
        N_("The joker ranks"),
        N_("Among the best trumps, after the five and the jack."),
        (
            Value("below_ace_of_hearts", N_("Below the ace of hearts")),
            Value("above_ace_of_hearts", N_("Above the ace of hearts")),
        ),
        "below_ace_of_hearts",
    ),
    Option(
        "renege",
        N_("May be kept back"),
        N_("Trumps that need not be played to a lower trump that is led."),
        (
            Value("5_J_AH", N_("Five, jack, ace of hearts")),
            Value("5_J_AH_joker", N_("Those and the joker")),
            Value("5", N_("Only the five")),
        ),
        "5_J_AH",
    ),
    Option(
        "follow",
        N_("A plain suit is led"),
        N_("What a player does who holds that suit and a trump."),
        (
            Value("follow_or_trump", N_("Follow or trump")),
            Value("strict", N_("Follow; trump only without the suit")),
        ),
        "follow_or_trump",
    ),
    Option(
        "unrobbed_ace",
        N_("The ace that did not rob"),
        N_("Whoever holds the ace of trumps may take the turned card. If that is not done, the ace"),
        (Value("lowest_trump", N_("Is the lowest trump")), Value("no_penalty", N_("Keeps its rank"))),
        "lowest_trump",
    ),
    Option(
        "no_trump_bonus",
        N_("A round without a trump"),
        N_("Who gets the five points for the best trump when none was played."),
        (
            Value("none", N_("Nobody: 25 points")),
            Value("first_trick", N_("The first trick")),
            Value("last_trick", N_("The last trick")),
        ),
        "none",
    ),
    Option(
        "target",
        N_("Played to"),
        N_("The points that win, counted at the end of a round."),
        tuple(Value(points, str(points)) for points in range(30, 501, 5)),
        120,
    ),
    Option(
        "tie",
        N_("Level at the target"),
        N_("What happens when the highest totals are equal."),
        (Value("play_on", N_("Play on")), Value("shared", N_("Share the win"))),
        "play_on",
    ),
    yes_or_no(
        "sweep_wins",
        N_("All five tricks win the game"),
        N_("A side that takes every trick of a round wins outright."),
        default=False,
    ),
    Option(
        "revoke",
        N_("A revoke"),
        N_("A player did not play what the lead asked for, and a later card shows it."),
        (Value("none", N_("Is only recorded")), Value("lose_round", N_("Loses the round"))),
        "none",
    ),
    yes_or_no(
        "auction",
        N_("Auction"),
        N_("Players bid 15 to 30, the bidder names trumps. No card is turned."),
        default=False,
    ),
)
