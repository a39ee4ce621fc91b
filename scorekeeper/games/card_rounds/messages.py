"""Messages for the refusals of card games: one dict per game, and one of shared codes.

`CARD_MESSAGES` holds the codes that several games share. `games/messages.py` adds `MESSAGES` to its own.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.rules.cards import JOKERS, RANKS, is_joker

from .cards import SIGNS, suit_name, written

CARD_MESSAGES: dict[str, Promise] = {
    "unknown_card": _("There is no card “%(card)s” in this pack."),
    "card_twice": _("%(card)s was shown before."),
    "nothing_on_sheet": _("Nothing is on the sheet yet."),
    "unknown_end": _("This game has no end of that name."),
}

FORTY_FIVES_MESSAGES: dict[str, Promise] = {
    "bad_bid": _("A bid is one of: %(values)s."),
    "bad_discard": _("%(player)s cannot have discarded %(card)s."),
    "bad_play": _("A play is a name and a card in brackets."),
    "bad_robbed": _("“robbed” names one player, or two in brackets where the joker was turned first."),
    "bad_tricks": _("Enter %(count)s tricks: a name for each, or the cards of each."),
    "bad_trump": _("Trumps are one of S, H, D, C."),
    "bad_turned": _("“turned” is one card, or the joker and the card after it in brackets."),
    "best_without_trick": _("%(player)s won no trick, so the best trump was another’s."),
    "bid_needed": _("This table plays with an auction: say who bid how much."),
    "card_discarded": _("%(card)s was discarded."),
    "card_held": _("%(card)s is in the hand of %(player)s."),
    "card_turned": _("%(card)s was turned up and nobody took it."),
    "dealer_robs": _("Only the dealer may take %(card)s: %(dealer)s deals."),
    "joker_not_played": _("This table plays without the joker."),
    "must_show": _("%(player)s holds %(card)s and must show it by the fifth trick."),
    "no_auction": _("This table plays without an auction."),
    "rob_without_ace": _("%(player)s cannot rob: %(card)s was discarded."),
    "trump_differs": _("%(card)s was turned, so trumps are another suit."),
    "trump_needed": _("Say which suit is trumps."),
    "turned_in_auction": _("In an auction no card is turned up: the bidder names trumps."),
    "wrong_dealer": _("It is %(dealer)s’s deal."),
    "wrong_leader": _("Trick %(trick)s: %(leader)s leads, not %(player)s."),
    "wrong_order": _("Trick %(trick)s: %(turn)s plays next, not %(player)s."),
    "wrong_plays": _("Trick %(trick)s takes %(count)s cards, one from each player."),
}

GENERALS_AND_MAJORS_MESSAGES: dict[str, Promise] = {
    "bad_colour": _("“%(field)s” is red or black."),
    "cancel_needed": _("%(card)s cancels something here: say what."),
    "cancels_alone": _("A new army cancels alone, but %(cards)s are several."),
    "cancels_unequal": _("These armies do not cancel: %(mine)s against %(theirs)s."),
    "cancels_without_new_army": _("None of %(cards)s was deployed in this turn."),
    "cannot_pay": _("%(card)s cannot be paid. It needs %(missing)s more %(colours)s points."),
    "card_not_in_pack": _("%(card)s is in the Kalosi pack only."),
    "colour_is_printed": _("%(card)s has its colour. Only stars and jokers are bound to one."),
    "colour_needed": _("Say which colour %(card)s commands."),
    "colour_not_fixed": _("%(card)s serves both colours at this table."),
    "hand_too_small": _("By count the hand holds only %(hand)s cards."),
    "cards_left": _("There are cards left to draw: %(stock)s in the stock, %(discards)s discarded."),
    "joker_alone": _("A joker is worth the highest army beside it, and there is none."),
    "joker_role": _("Say what the joker serves as here: “%(role)s”."),
    "no_joker": _("%(card)s is no joker."),
    "not_a_commander": _("%(card)s is no commander."),
    "not_an_army": _("%(card)s is no army."),
    "not_theirs_to_cancel": _("%(card)s is not face up on the other side."),
    "not_yours_to_cancel": _("%(card)s is not face up on this side."),
    "nothing_cancelled": _("A cancellation needs cards on both sides: “%(field)s” has none."),
    "one_thing_only": _("An entry is one thing: a turn, a redeal, a concession or the end."),
    "pays_needed": _("Say which colour pays for %(card)s."),
    "redeal_too_late": _("%(player)s has had a turn: it is too late for new cards."),
}

GENERALA_CARDS_MESSAGES: dict[str, Promise] = {
    "bad_out": _("“out” lists the names of those who played their last card."),
    "bad_out_groups": _("“out” holds a list for each trick: the names of those who ran out on it."),
    "bad_trick": _("A trick is a list of plays, the lead first."),
    "cannot_hold": _("%(player)s cannot hold %(card)s: the cards shown leave no room for it."),
    "card_is_gone": _("%(card)s has left play."),
    "could_not_follow": _("%(player)s had no %(suit)s in trick %(trick)s, so cannot hold %(card)s."),
    "does_not_follow": _("%(card)s does not follow %(suit)s: %(player)s plays a joker or picks up."),
    "hand_or_trick": _("Enter who ran out, or the cards of a trick."),
    "hand_runs_by_cards": _("This hand is entered card by card, trick after trick."),
    "hand_unfinished": _("Only one can be left with cards: say who ran out of %(player)s."),
    "holds_the_suit": _("By the cards shown %(player)s holds %(suit)s and must follow."),
    "joker_after_joker": _("%(player)s holds other cards: no joker right after a joker here."),
    "joker_stays": _("A joker is never picked up."),
    "joker_was_led": _("A joker was led, so %(player)s plays a card, any card."),
    "last_one_alone": _("%(player)s is the last one with cards and cannot run out alone."),
    "named_twice": _("%(player)s is named twice."),
    "nobody_out": _("Nobody has played their last card here."),
    "no_hand_begun": _("No hand is entered card by card, so there is no rest of one."),
    "not_in_the_game": _("%(player)s has dropped out."),
    "not_in_the_trick": _("%(card)s is not in this trick."),
    "played_to_the_champion": _("This table plays until the champion is found."),
    "trick_is_full": _("The trick was over before %(player)s."),
    "trick_unfinished": _("The trick goes on: %(turn)s is next."),
    "wrong_out": _("On this trick these ran out: %(player)s."),
}

MESSAGES = CARD_MESSAGES | FORTY_FIVES_MESSAGES | GENERALA_CARDS_MESSAGES | GENERALS_AND_MAJORS_MESSAGES


# messages for exactly one missing point
ONE_MISSING: dict[str, Promise] = {
    "cannot_pay": _("%(card)s cannot be paid. It needs 1 more %(colours)s point."),
}

# message for a suit that a picked-up card proves
PICKED_UP = _("%(player)s picked up %(card)s in trick %(trick)s, so must follow %(suit)s.")

COLOURS = {"red": _("red"), "black": _("black"), "star": _("star")}


def field_shown(field: str, text: str) -> str:
    """Return a card, suit or colour as a message shows it; any other text unchanged."""
    if field in ("card", "cards"):
        return card_shown(text)
    if field == "suit" and text in SIGNS:
        return suit_name(text)
    return str(COLOURS.get(text, text)) if field == "colours" else text


def card_shown(card: str) -> str:
    """Return a card as a message shows it, "9♠"; any other text unchanged."""
    if card in ("JK", *JOKERS) or (not is_joker(card) and card[:-1] in (*RANKS, "1") and card[-1:] in SIGNS):
        return written(card)
    return card
