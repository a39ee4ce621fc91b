"""Entry panels of Générala: players out, next card, card picked up, end by agreement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.games.card_rounds.cards import RANK_NAMES, card_html, written
from scorekeeper.games.card_rounds.draft import DraftChoices, across, heads, hidden
from scorekeeper.games.card_rounds.inputs import PlayerKey
from scorekeeper.games.card_rounds.picker import falling_short, picker
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.phrases import and_list
from scorekeeper.play.table import Table
from scorekeeper.rules.cards import is_joker, rank_of, suit_of
from scorekeeper.rules.contract import Choice, Row
from scorekeeper.rules.generala_cards.fields import CardFields, EndFields, HandFields, TrickFields, TrickRow
from scorekeeper.rules.generala_cards.move import PACK

from .inputs import HandInputs, LineInputs, PickUpInputs, TakeKey, TrickInputs
from .text import NONE_OF, brought, house_rules

MANY = 4  # players whose names fill more than two lines of a phone

# --- a hand by its result --------------------------------------------------------------------------------


def hand_panel(drafted: DraftChoices, choice: Choice, *, may_switch: bool, may_end: bool) -> EntryPanel:
    """Build the panel of the players who ran out, in order; its keys always stay the same."""
    fields, table = HandFields.of(choice), drafted.table
    groups, placed = fields.out, fields.places
    own = [group for group in groups if group[0] not in fields.ran_out]
    shown = {head.key: head for head in heads(table)}
    joined = bool(own) and len(own[-1]) > 1
    values = HandInputs(
        choice=choice,
        groups=[
            (placed[group[0]], [(shown[key], key not in fields.ran_out) for key in group]) for group in groups
        ],
        players=[PlayerKey(shown[key], f"out-{key}", off=key in placed) for key in fields.players],
        across=across(len(fields.players)),
        same_on=joined,
        same_off=not (joined and fields.left) and (joined or len(own) < 2),
        may_switch=may_switch,
        may_end=may_end,
        begun=bool(groups),
    )
    if not fields.complete:
        values = replace(values, left=still_in(fields.left, table))
        title = _("Who ran out next?") if groups else _("Who ran out first?")
        return EntryPanel("generala_cards/hand", None, title, values=values)
    values = replace(
        values,
        go=brought(table, fields, change=drafted.line is not None),
        why=" ".join(text for text, _option in house_rules(table, fields.house_rules)),
    )
    title = _("Hand %(number)d is over") if drafted.line is None else _("Correct hand %(number)d")
    title %= {"number": fields.number}
    return EntryPanel("generala_cards/hand", None, title, hidden=hidden(drafted, fields.entry), values=values)


def still_in(left: list[str], table: Table) -> str:
    """Return the label while these players hold cards: their names, or the number of many."""
    if len(left) < MANY:
        return _("%(players)s still hold cards") % {"players": and_list([table.name(key) for key in left])}
    return ngettext("%(count)d still holds cards", "%(count)d still hold cards", len(left)) % {
        "count": len(left)
    }


# --- a trick card by card --------------------------------------------------------------------------------


def card_panel(drafted: DraftChoices, choice: Choice, *, may_switch: bool, may_end: bool) -> EntryPanel:
    """Build the panel of the next card: open cards, the joker, and "no card of the suit"."""
    fields, table = CardFields.of(choice), drafted.table
    assert choice.player is not None
    player, plays = table.name(choice.player), fields.plays
    title = _("%(player)s follows: which card?") if fields.suit else _("%(player)s plays: which card?")
    if not plays:
        title = _("%(player)s leads: which card?")
    values = replace(
        _picking(drafted, _of_trick(drafted, choice), choice, fields.suit),
        asks_card=True,
        may_switch=may_switch,
        may_end=may_end,
        none=_none_key(fields, player) if fields.suit else None,
        may_finish=may_switch and bool(fields.suit),
    )
    return EntryPanel("generala_cards/trick", choice.player, title % {"player": player}, values=values)


def fix_panel(drafted: DraftChoices, choice: Choice, before: Choice) -> EntryPanel:
    """Build the panel that replaces a card of the trick.

    `before`: the choice at the time when the card was played.
    """
    place = drafted.data["fix"]
    player, card = drafted.entry["trick"][place]
    values = _picking(drafted, _of_trick(drafted, choice), before, suit_of(card))
    values = replace(values, asks_card=True, fix=place)
    text = {"player": drafted.table.name(player), "card": written(card)}
    title = _("What did %(player)s play, if not the %(card)s?") % text
    return EntryPanel("generala_cards/trick", player, title, values=values)


def take_panel(drafted: DraftChoices, choice: Choice, *, may_switch: bool) -> EntryPanel:
    """Build the panel of the card that is picked up, then of the complete trick."""
    fields, table, took = TrickFields.of(choice), drafted.table, drafted.entry["took"]
    player, suit = took["player"], fields.suit
    shown = {head.key: head for head in heads(table)}
    takes = [
        TakeKey(
            card_html(card),
            _("%(player)s’s") % {"player": shown[key].name},
            str(RANK_NAMES[rank_of(card)]),
            f"take-{card}",
            card == took.get("card"),
        )
        for key, card in fields.plays
        if not is_joker(card)
    ]
    trick = _of_trick(drafted, choice)
    values = PickUpInputs(
        choice=choice,
        tricks=trick.tricks,
        took=trick.took,
        undo=trick.undo,
        takes=takes,
        has_suit=HAS[suit] % {"player": table.name(player)},
        may_finish=may_switch,
    )
    title = _("Which card does %(player)s pick up?") % {"player": table.name(player)}
    if not fields.complete:
        return EntryPanel("generala_cards/pick_up", player, title, values=values)
    values = replace(values, go=brought(table, fields, change=drafted.line is not None))
    return EntryPanel(
        "generala_cards/pick_up", player, title, hidden=hidden(drafted, fields.entry), values=values
    )


def played_panel(drafted: DraftChoices, choice: Choice, *, may_switch: bool) -> EntryPanel:
    """Build the panel of a trick that all have played to, ready to be written."""
    fields, table = TrickFields.of(choice), drafted.table
    go = brought(table, fields, change=drafted.line is not None)
    values = replace(_of_trick(drafted, choice), go=go, may_finish=may_switch)
    title = _("Trick %(trick)d is over") if drafted.line is None else _("Correct trick %(trick)d")
    title %= {"trick": fields.trick}
    return EntryPanel(
        "generala_cards/trick", None, title, hidden=hidden(drafted, fields.entry), values=values
    )


HAS = {
    "S": gettext_lazy("%(player)s has a spade"),
    "H": gettext_lazy("%(player)s has a heart"),
    "D": gettext_lazy("%(player)s has a diamond"),
    "C": gettext_lazy("%(player)s has a club"),
}


def _none_key(fields: CardFields, player: str) -> tuple[str, bool]:
    """Return the label of the key for a player without the suit, and whether it is disabled."""
    if fields.declines:
        return _("%(none)s: picks up a card") % {"none": NONE_OF[fields.suit]}, False
    return HAS[fields.suit] % {"player": player}, True


def _of_trick(drafted: DraftChoices, choice: Choice) -> TrickInputs:
    """Return the inputs that all panels of a trick share."""
    return TrickInputs(
        choice=choice,
        tricks=tricks_of(drafted.table.game.sheet(drafted.state).rows),
        took=drafted.entry.get("took"),
        undo=_last_tap(drafted) if drafted.entry["trick"] else "",
    )


def _picking(drafted: DraftChoices, values: TrickInputs, choice: Choice, suit: str) -> TrickInputs:
    """Add the picker for one card, and the joker's key."""
    fields = CardFields.of(choice)
    shown = places_of(drafted, fields)
    # impossible cards stay tappable: the refusal gives the reason
    gone = set(shown) - set(choice.cards)
    keys = picker(PACK, set(PACK.cards) - gone, shown, chosen=suit, line=drafted.draft.line)
    cards = falling_short(keys, set(PACK.cards) - set(choice.cards))
    purpose = f"fix-{drafted.data['fix']}" if "fix" in drafted.data else "next"
    return replace(
        values,
        picker=replace(cards, jokers=(), purpose=purpose),
        shown=shown,
        joker=any(is_joker(card) for card in choice.cards),
        joker_refused=bool(fields.joker_refused),
    )


def _last_tap(drafted: DraftChoices) -> str:
    """Name the tap that the key "take back" undoes."""
    table = drafted.table
    if "took" in drafted.entry:
        return _("the pick-up")
    player, card = drafted.entry["trick"][-1]
    return _("%(player)s’s %(card)s") % {"player": table.name(player), "card": written(card)}


def tricks_of(rows: Iterable[Row]) -> list[Row]:
    """Return the tricks of the unfinished hand."""
    return [row for row in rows if row.kind == "trick"]


def places_of(drafted: DraftChoices, fields: TrickFields) -> dict[str, str]:
    """Return the place of every shown card in words; a card picked up is in a hand."""
    table = drafted.table
    players = table.sheet.players
    shown = {}
    for row in tricks_of(table.game.sheet(drafted.state).rows):
        for player, cell in zip(players, row.cells, strict=True):
            if cell.cards and "took" not in cell.marks:
                shown[cell.cards[0]] = _("%(player)s, trick %(trick)d") % {
                    "player": table.name(player),
                    "trick": TrickRow.of(row).number,
                }
    for player, cards in fields.held.items():
        shown |= dict.fromkeys(cards, _("picked up by %(player)s") % {"player": table.name(player)})
    for player, card in fields.plays:
        shown[card] = _("%(player)s, this trick") % {"player": table.name(player)}
    return shown


# --- the end by agreement --------------------------------------------------------------------------------


def end_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel in which the table agrees to end the game."""
    table = drafted.table
    winners = EndFields.of(choice).winners
    names = and_list([table.name(key) for key in winners])
    many = len(winners) > 1
    text = (
        _("End the game: %(players)s tie for the win") if many else _("End the game: %(players)s wins")
    ) % {"players": names}
    goes_along = hidden(drafted, {"end": "agreed"})
    title = _("Does everybody agree to end it here?")
    return EntryPanel(
        "generala_cards/end_game", None, title, hidden=goes_along, values=LineInputs(choice=choice, go=text)
    )
