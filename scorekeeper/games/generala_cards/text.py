"""Texts of the trick check of Générala: each player's card, the result, the house rules.

They only describe the fields of the rules' choice and decide nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.games.card_rounds.cards import card_html, written
from scorekeeper.games.card_rounds.draft import heads
from scorekeeper.games.phrases import and_list
from scorekeeper.play.table import Table
from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.generala_cards.fields import LineFields, TrickFields

from .inputs import PlayerInTrick, TrickOutcome

ONE_OF = {
    "S": gettext_lazy("a spade"),
    "H": gettext_lazy("a heart"),
    "D": gettext_lazy("a diamond"),
    "C": gettext_lazy("a club"),
}
NONE_OF = {
    "S": gettext_lazy("No spade"),
    "H": gettext_lazy("No heart"),
    "D": gettext_lazy("No diamond"),
    "C": gettext_lazy("No club"),
}
WITHOUT = {
    "S": gettext_lazy("has no spade"),
    "H": gettext_lazy("has no heart"),
    "D": gettext_lazy("has no diamond"),
    "C": gettext_lazy("has no club"),
}
HOUSE_RULES = {
    ("winner_counts_taken_card", True): gettext_lazy("a card that is picked up still counts for winning."),
    ("winner_counts_taken_card", False): gettext_lazy("a card that is picked up does not win."),
    ("final_tie", "replay"): gettext_lazy("where the last two run out together, another hand is played."),
    ("final_tie", "first_to_play"): gettext_lazy(
        "where the last two run out together, the first to play is champion."
    ),
    ("all_out_dealer", "previous_dealer"): gettext_lazy("where nobody drops, the same dealer deals again."),
    ("all_out_dealer", "next_right"): gettext_lazy("where nobody drops, the next at the right deals."),
    ("two_player_deal", "alternate"): gettext_lazy("two players take turns at dealing."),
    ("two_player_deal", "loser"): gettext_lazy("of two players the loser deals."),
    ("last_trick_spares", "two_or_more"): gettext_lazy(
        "where several run out on the last trick, nobody drops."
    ),
}


def house_rules(table: Table, options: Iterable[str]) -> list[tuple[str, str]]:
    """Return the house rules behind a decision: each in a sentence, and the option's name."""
    return [
        (_("House rule: %(rule)s") % {"rule": HOUSE_RULES[name, table.options[name]]}, name)
        for name in options
    ]


# --- the main action: the consequence of writing ---------------------------------------------------------


def brought(table: Table, fields: LineFields, *, change: bool) -> str:
    """Label the main action: "Write hand 2: Bo drops and deals", "Write trick 6: Dev leads"."""
    if isinstance(fields, TrickFields):
        line = _("Change trick %(number)d") if change else _("Write trick %(number)d")
        text = ended(table, fields) if fields.over else leads(table, fields)
        return labelled(line % {"number": fields.trick}, text)
    line = _("Change hand %(number)d") if change else _("Write hand %(number)d")
    return labelled(line % {"number": fields.number}, ended(table, fields))


def leads(table: Table, fields: TrickFields) -> str:
    """Name the leader of the next trick."""
    return _("%(player)s leads") % {"player": table.name(str(fields.leads))}


def ended(table: Table, fields: LineFields) -> str:
    """Describe the end of the hand: the player who drops and the next dealer, or the champion."""
    if fields.champion:
        return _("%(player)s is champion") % {"player": table.name(fields.champion)}
    lost, dealer = fields.lost, fields.next_dealer
    named = {"player": table.name(lost) if lost else "", "dealer": table.name(dealer) if dealer else ""}
    if lost is None:
        text = _("nobody drops, %(dealer)s deals")
        return (text if table.options["elimination"] else _("nobody loses, %(dealer)s deals")) % named
    if fields.drops:
        return (
            _("%(player)s drops and deals") if dealer == lost else _("%(player)s drops, %(dealer)s deals")
        ) % named
    return (
        _("%(player)s loses and deals") if dealer == lost else _("%(player)s loses, %(dealer)s deals")
    ) % named


# --- a line for each player of a trick -------------------------------------------------------------------


def players_in(
    table: Table, fields: TrickFields, drafted_pick_up: Mapping[str, Any] | None
) -> list[PlayerInTrick]:
    """Return the players of this trick in order: card, cards left, remarks of the rules."""
    shown = {head.key: head for head in heads(table)}
    plays, order = dict(fields.plays), fields.turn_order
    took = drafted_pick_up or {}
    next_up = None if fields.complete or took else order[len(plays)] if len(plays) < len(order) else None
    found = []
    for place, player in enumerate(order):
        card = plays.get(player)
        winner = player == fields.winner
        found.append(
            PlayerInTrick(
                head=shown[player],
                left=fields.cards.get(player),
                card=card_html(card) if card else "",
                fix=f"fix-{place}",
                next=player == next_up,
                wins=winner and fields.complete,
                took=player == took.get("player"),
                away=bool(card) and card == took.get("card"),
                idle=bool(took) and card is None and player != took.get("player"),
                remarks=_line(table, fields, place, player, took),
            )
        )
    return found


def _line(
    table: Table, fields: TrickFields, place: int, player: str, took: Mapping[str, Any]
) -> list[tuple[str, bool]]:
    """Return the remarks on one player; True marks the important ones."""
    plays = dict(fields.plays)
    if player in plays:
        return _played(table, fields, place, player, plays[player])
    if player == took.get("player"):
        return _picked_up(table, fields, took)
    if took:
        return [(_("does not play"), False)]
    if place == len(plays):
        return [(_expected(table, fields, player), True)]
    return [(_("plays after %(player)s") % {"player": table.name(fields.turn_order[place - 1])}, False)]


def _expected(table: Table, fields: TrickFields, player: str) -> str:
    """Describe the cards that the next player may play."""
    suit, name = fields.suit, {"player": table.name(player)}
    if not fields.plays:
        first = fields.trick == 1
        return _("the last card dealt to %(player)s") % name if first else _("any card")
    if not suit:
        return _("may play any card: a joker was led")
    if fields.has_suit:
        return _("%(card)s: %(player)s holds one") % {"card": ONE_OF[suit], **name}
    if fields.lacks_suit:
        return _("a joker, or picks up a card")
    return _("must play %(card)s if able") % {"card": ONE_OF[suit]}


def _played(table: Table, fields: TrickFields, place: int, player: str, card: str) -> list[tuple[str, bool]]:
    """Describe how a card answered the one led, and its effect."""
    remarks = [(_answer(fields, place, card), False)]
    wins = player == fields.winner
    if not fields.complete:
        if wins and len(fields.plays) > 1:
            remarks.append((_("winning so far"), False))
    elif wins:
        remarks.append((_("wins the trick"), True))
    took = fields.took
    if took and took[1] == card:
        taker = {"player": table.name(took[0])}
        remarks.append((_("the card goes to %(player)s") % taker, False))
    if fields.complete and player in fields.runs_out:
        remarks.append((_("last card: out"), True))
    return remarks


def _answer(fields: TrickFields, place: int, card: str) -> str:
    if not place:
        return _("leads a joker: everybody plays any card") if is_joker(card) else _("leads")
    if fields.joker_led:
        return _("plays any card")
    if is_joker(card):
        return _("%(none)s, plays a joker") % {"none": WITHOUT[fields.suit]}
    return _("follows")


def _picked_up(table: Table, fields: TrickFields, took: Mapping[str, Any]) -> list[tuple[str, bool]]:
    none = (str(WITHOUT[fields.suit]), True)
    if took.get("card"):
        return [none, (_("picks up %(card)s, the trick stops") % {"card": written(took["card"])}, False)]
    name = {"player": table.name(took["player"])}
    return [none, (_("the trick stops and %(player)s picks up one card, not a joker") % name, False)]


# --- the result of a trick -------------------------------------------------------------------------------


def trick_text(table: Table, fields: TrickFields) -> TrickOutcome:
    """Describe the winner and the next leader, with the reason and the house rules."""
    winner, leader = fields.winner, fields.leads
    names = {
        "winner": table.name(winner) if winner else _("Nobody"),
        "leader": table.name(leader) if leader else "",
        "number": fields.number,
    }
    over = fields.over
    title = _("%(winner)s wins, hand %(number)d is over") if over else _("%(winner)s wins, %(leader)s leads")
    shown = {head.key: head for head in heads(table)}
    return TrickOutcome(
        head=shown[winner] if winner else None,
        title=title % names,
        remarks=[*_why(table, fields, names), *(_end_text(table, fields) if over else ())],
        rules=house_rules(table, fields.house_rules),
    )


def _why(table: Table, fields: TrickFields, names: Mapping[str, Any]) -> list[str]:
    """Describe the players who ran out, and why another player than the winner leads."""
    why = []
    if fields.runs_out:
        players = and_list([table.name(key) for key in fields.runs_out])
        why.append(_("Out of cards: %(players)s.") % {"players": players})
    if fields.winner is None:
        why.append(_("No card is left to win with."))
    if fields.over or fields.leads_by == "winner":
        return why
    if fields.leads_by == "took":
        why.append(_("Of those who played nobody can lead, so %(leader)s does, who picked up.") % names)
    elif fields.winner is not None:
        why.append(_("%(winner)s has no card left: of those who do, %(leader)s played the highest.") % names)
    return why


def _end_text(table: Table, fields: TrickFields) -> list[str]:
    if fields.all_out:
        return [_("All out on the same trick.")]
    left, count = fields.left[0], fields.cards[fields.left[0]]
    text = ngettext(
        "%(player)s is left with %(count)d card.", "%(player)s is left with %(count)d cards.", count
    )
    return [text % {"player": table.name(left), "count": count}]
