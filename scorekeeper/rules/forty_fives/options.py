"""The house rules of Forty-fives, each with the readings that tables have of it."""

from __future__ import annotations

from scorekeeper.rules.contract import N_, Option, Value, yes_or_no

OPTIONS: tuple[Option, ...] = (
    yes_or_no(
        "joker",
        N_("A joker in the pack"),
        N_("The joker is always a trump. Without it the pack has 52 cards."),
        default=True,
        phrases=(N_("with joker"), N_("without joker")),
    ),
    Option(
        "joker_rank",
        N_("The joker ranks"),
        N_("Among the best trumps, after the five and the jack."),
        (
            Value(
                "below_ace_of_hearts",
                N_("Below the ace of hearts"),
                phrase=N_("joker below the ace of hearts"),
            ),
            Value(
                "above_ace_of_hearts",
                N_("Above the ace of hearts"),
                phrase=N_("joker above the ace of hearts"),
            ),
        ),
        "below_ace_of_hearts",
    ),
    Option(
        "renege",
        N_("May be held back"),
        N_("Trumps you need not play when a lower trump is led."),
        (
            Value(
                "5_J_AH",
                N_("Five, jack, ace of hearts"),
                phrase=N_("five, jack and ace of hearts may be held back"),
            ),
            Value(
                "5_J_AH_joker",
                N_("Five, jack, ace of hearts and joker"),
                phrase=N_("the joker may be held back, too"),
            ),
            Value("5", N_("Only the five"), phrase=N_("only the five may be held back")),
        ),
        "5_J_AH",
    ),
    Option(
        "follow",
        N_("A plain suit is led"),
        N_("What a player does who holds that suit and a trump."),
        (
            Value("follow_or_trump", N_("Follow or trump"), phrase=N_("follow suit or trump")),
            Value(
                "strict", N_("Follow; trump only without the suit"), phrase=N_("trump only without the suit")
            ),
        ),
        "follow_or_trump",
    ),
    Option(
        "unrobbed_ace",
        N_("If the ace of trumps does not rob, it"),
        N_("The player with the ace of trumps may take the turned card. If nobody does, the ace"),
        (
            Value(
                "lowest_trump",
                N_("Becomes the lowest trump"),
                phrase=N_("an ace that did not rob is the lowest trump"),
            ),
            Value("no_penalty", N_("Keeps its rank"), phrase=N_("an ace that did not rob keeps its rank")),
        ),
        "lowest_trump",
    ),
    Option(
        "no_trump_bonus",
        N_("A round without a trump"),
        N_("Who gets the five points for the best trump when none was played."),
        (
            Value("none", N_("Nobody: 25 points"), phrase=N_("no bonus in a round without a trump")),
            Value(
                "first_trick",
                N_("The first trick"),
                phrase=N_("without a trump the first trick gets the bonus"),
            ),
            Value(
                "last_trick", N_("The last trick"), phrase=N_("without a trump the last trick gets the bonus")
            ),
        ),
        "none",
    ),
    Option(
        "target",
        N_("Played to"),
        N_("The points that win, counted at the end of a round."),
        tuple(
            Value(points, str(points), phrase=N_("played to %(value)s"), title=N_("to %(value)s"))
            for points in range(30, 501, 5)
        ),
        120,
    ),
    Option(
        "tie",
        N_("Tied at the target"),
        N_("What happens when the highest totals are equal."),
        (
            Value("play_on", N_("Play another round"), phrase=N_("another round if tied at the target")),
            Value("shared", N_("Share the win"), phrase=N_("shared win if tied at the target")),
        ),
        "play_on",
    ),
    yes_or_no(
        "sweep_wins",
        N_("All five tricks win the game"),
        N_("A side that takes every trick of a round wins outright."),
        default=False,
        phrases=(N_("all five tricks win the game"), N_("all five tricks do not win the game")),
    ),
    Option(
        "revoke",
        N_("A revoke is"),
        N_("A player did not play what the lead asked for, and a later card shows it."),
        (
            Value("none", N_("Noted, nothing more"), phrase=N_("a revoke is only noted")),
            Value(
                "lose_round", N_("The side scores nothing that round"), phrase=N_("a revoke loses the round")
            ),
        ),
        "none",
    ),
    yes_or_no(
        "auction",
        N_("Auction"),
        N_("Players bid 15 to 30, the bidder names trumps. No card is turned."),
        default=False,
        phrases=(N_("with auction"), N_("without auction")),
        title=N_("with auction"),
    ),
    Option(
        "auction_side",
        N_("A bid is settled for"),
        N_("In a partnership with an auction: whose points a bid costs, or doubles."),
        (
            Value("bidder", N_("The bidder alone"), phrase=N_("a bid is settled for the bidder alone")),
            Value("side", N_("The whole side"), phrase=N_("a bid is settled for the whole side")),
        ),
        "bidder",
        since=2,
    ),
)
