"""Entry panels of Forty-fives for a round card by card: turned card, robbing, tricks."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.card_rounds.cards import card_html, card_text, suit_name, written
from scorekeeper.games.card_rounds.draft import DraftChoices, across, hidden
from scorekeeper.games.card_rounds.picker import SideKey
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.phrases import and_list
from scorekeeper.rules.cards import suit_of
from scorekeeper.rules.contract import Choice
from scorekeeper.rules.forty_fives.cards import PACK
from scorekeeper.rules.forty_fives.deal import TakingFields
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.play import Revoke

from .controls import bid_progress, card_picker, complete_title, player_keys, taken_joker, whole_entry
from .draft import step_before
from .inputs import CardsInputs, RevokeNote, RobbingInputs


def robbing_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel that asks who robs the turned card; the default is no player."""
    fields, table = RoundFields.of(choice), drafted.table
    taking = next(each for each in fields.takings if not each.asked)
    robber = drafted.data.get("rob")
    out = drafted.data.get("out")
    players = [key for key in player_keys(drafted, "rob", chosen=robber) if key.head.key in taking.may]
    values = RobbingInputs(
        choice=choice,
        card=card_html(taking.card),
        players=players,
        across=across(len(players)),
        dealer=taking.ace is None,
        nobody=robber is None,
        robber=table.name(robber) if robber else "",
        # the pressed key above has the answer
        go=_("Next: %(leader)s leads") % {"leader": table.name(fields.leader)},
        why=_robbing_rule(drafted, taking),
        out=card_text(out) if out else "",
        naming=bool(drafted.data.get("naming")),
        won=drafted.data.get("won", ()),
    )
    if values.naming:
        stay = dict.fromkeys(taking.stay[str(robber)], _("stays in the hand"))
        away = stay | {taking.card: _("turned up")}
        cards = set(PACK.cards) - set(away)
        keys = card_picker(drafted, cards, away, SideKey("×", "naming"), purpose="discard")
        values = replace(values, away=away, picker=keys)
    return EntryPanel("forty_fives/robbing", None, _robbing_title(drafted, taking, values), values=values)


def _robbing_title(drafted: DraftChoices, taking: TakingFields, values: RobbingInputs) -> str:
    card = written(taking.card)
    if values.naming:
        return _("Which card does %(player)s discard?") % {"player": values.robber}
    if taking.ace is None:
        dealer = drafted.table.name(taking.may[0])
        return _("Does %(player)s take the %(card)s?") % {"player": dealer, "card": card}
    return _("Who robs the %(card)s?") % {"card": card}


def _robbing_rule(drafted: DraftChoices, taking: TakingFields) -> str:
    if taking.ace is None:
        return _("The dealer may, now or not at all, and discards a card for it.")
    ace = {"ace": written(taking.ace)}
    left = _("If nobody does, the %(ace)s keeps its rank.")
    if drafted.table.options["unrobbed_ace"] == "lowest_trump":
        left = _("If nobody does, the %(ace)s becomes the lowest trump.")
    return _("The player with the %(ace)s may, before playing a card.") % ace + " " + left % ace


def turning_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel that asks for the turned card."""
    fields = RoundFields.of(choice)
    title = _("Round %(number)d: which card is turned?") % {"number": fields.number}
    why = _("The tricks entered stay.") if "won" in drafted.data else ""
    if fields.turned:
        title, why = _("Which card was turned next?"), taken_joker(drafted, fields)
    shown = dict.fromkeys(fields.turned, _("turned up"))
    suit = drafted.data.get("trump", "")
    values = CardsInputs(
        choice=choice,
        why=why,
        undo=_last_card(drafted),
        picker=card_picker(drafted, choice.cards, shown, None, suit, purpose="turned"),
        may_switch=True,
    )
    return EntryPanel("forty_fives/cards", None, title, values=values)


def cards_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel of the next card, of a card to correct, or of the complete round."""
    fields, table = RoundFields.of(choice), drafted.table
    fixing = "fix" in drafted.data
    shown = {
        card: _("%(player)s, trick %(trick)d") % {"player": table.name(at.player), "trick": at.trick}
        for card, at in fields.shown.items()
    }
    values = CardsInputs(
        choice=choice,
        fix=drafted.data.get("fix"),
        done=fields.complete and not fixing,
        revokes=[revoke_note(drafted, each) for each in fields.revokes],
        turned=[card_html(card) for card in fields.turned],
        undo=_last_card(drafted),
        robbery=robbery_text(drafted, choice),
        why=bid_progress(drafted, choice),
        may_bid=bool(fields.bid) and not fixing,
        may_finish=not fixing,
        won=drafted.data.get("won", ()),
    )
    if fixing:
        trick, place = drafted.data["fix"]
        player, card = drafted.entry["tricks"][trick][place]
        open_cards = set(PACK.cards) - set(shown) | {card}
        keys = card_picker(
            drafted, open_cards, shown, SideKey("×", "back"), suit_of(card), purpose=f"fix-{trick}-{place}"
        )
        title = _("Trick %(trick)d: what did %(player)s play, if not the %(card)s?") % {
            "player": table.name(player),
            "trick": trick + 1,
            "card": written(card),
        }
        return EntryPanel("forty_fives/cards", player, title, values=replace(values, picker=keys))
    if fields.complete:
        zeroed = [(table.name(key), fields.gains[key]) for key in fields.zeroed]
        counted = sum(points for key, points in fields.points.items() if key not in fields.zeroed)
        values = replace(values, points=(counted, fields.of_points), zeroed=zeroed)
        title = complete_title(drafted, fields)
        return EntryPanel(
            "forty_fives/cards", None, title, hidden=hidden(drafted, whole_entry(fields)), values=values
        )
    follow = fields.follow
    suit = follow.suit if follow else ""
    values = replace(values, picker=card_picker(drafted, choice.cards, shown, None, suit))
    return EntryPanel("forty_fives/cards", choice.player, _cards_title(drafted, choice), values=values)


def _cards_title(drafted: DraftChoices, choice: Choice) -> str:
    fields, table = RoundFields.of(choice), drafted.table
    assert choice.player is not None
    player, follow = table.name(choice.player), fields.follow
    if follow is None:
        return _("%(player)s leads: which card?") % {"player": player}
    return _("What does %(player)s play to %(other)s’s %(card)s?") % {
        "player": player,
        "other": table.name(follow.player),
        "card": written(follow.card),
    }


def _last_card(drafted: DraftChoices) -> str:
    """Name the step that the key "take back" undoes."""
    tricks = drafted.entry.get("tricks")
    return written(tricks[-1][-1][1]) if tricks else step_before(drafted.entry)


def robbery_text(drafted: DraftChoices, choice: Choice) -> str:
    """Describe the players who took turned cards, or the bid of an auction."""
    fields = RoundFields.of(choice)
    if fields.bid:
        return bid_progress(drafted, choice)
    taken = [
        (_("%(player)s robbed the %(card)s") if each.ace else _("%(player)s took the %(card)s"))
        % {"player": drafted.table.name(each.by), "card": written(each.card)}
        for each in fields.takings
        if each.by
    ]
    if taken:
        return listed(taken)
    if fields.turned:
        return _("Turned; nobody robbed it")
    return _("Trumps: %(suit)s") % {"suit": suit_name(str(fields.trump))}


def revoke_note(drafted: DraftChoices, revoke: Revoke) -> RevokeNote:
    """Describe a revoke for the template."""
    table = drafted.table
    player = table.name(revoke.player)
    loses = table.options["revoke"] == "lose_round"
    tricks = drafted.entry["tricks"]
    return RevokeNote(
        title=_("%(player)s revoked in trick %(trick)d") % {"player": player, "trick": revoke.trick},
        player=player,
        card=card_text(revoke.card),
        led=card_text(revoke.led),
        proof=card_text(revoke.proof),
        proof_trick=revoke.proof_trick,
        why=_why(drafted, revoke),
        rule=_("House rule: a revoke loses the round.")
        if loses
        else _("House rule: the round stands, the revoke is noted."),
        fixes=[
            (written(card), f"fix-{trick}-{place}")
            for card in (revoke.card, revoke.proof)
            for trick, plays in enumerate(tricks)
            for place, play in enumerate(plays)
            if play[1] == card
        ],
    )


def _why(drafted: DraftChoices, revoke: Revoke) -> str:
    """Describe the reason why the proving card had to be played."""
    proof = written(revoke.proof)
    if revoke.why == "trumps_led":
        may = [written(card) for card in _may_renege(drafted)]
        reason = _("Trumps were led, and the %(card)s had to be played.") % {"card": proof}
        return reason + " " + _("Only the %(cards)s may be held back.") % {"cards": and_list(may)}
    suit = suit_name(suit_of(revoke.led))
    if revoke.why == "suit_trumped":
        return _("Here a suit is followed before it is trumped: %(suit)s were led.") % {"suit": suit}
    return _("Neither %(suit)s nor a trump was played to %(suit)s.") % {"suit": suit}


def _may_renege(drafted: DraftChoices) -> list[str]:
    """Return the trumps that may be kept back under these house rules, from the best down."""
    trump = choice_trump(drafted)
    renege = str(drafted.table.options["renege"])
    cards = {"5": [f"5{trump}"], "5_J_AH": [f"5{trump}", f"J{trump}", "AH"]}
    return cards.get(renege, [*cards["5_J_AH"], "JK"])


def choice_trump(drafted: DraftChoices) -> str:
    """Return the trump suit of the drafted round."""
    return str(RoundFields.of(drafted.choices[0]).trump)
