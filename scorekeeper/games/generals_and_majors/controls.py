"""Entry panels of Generals and Majors: cards, colours, roles, cancellations, other lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypeVar

from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import card_html, spoken, written
from scorekeeper.games.card_rounds.draft import DraftChoices, hidden
from scorekeeper.games.card_rounds.picker import SideKey, falling_short, picker
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.rules.cards import RANKS, suit_of
from scorekeeper.rules.contract import Choice
from scorekeeper.rules.generals_and_majors.choice_fields import (
    ArmyCancellations,
    ColourFields,
    LineFields,
    TurnFields,
)
from scorekeeper.rules.generals_and_majors.points import pack_of

from . import inputs
from . import text as texts
from .draft import laid_cards
from .lines import turn_number
from .sheet import SHAPES, cards_lie

Inputs = TypeVar("Inputs", bound=inputs.TurnInputs)


def _panel(drafted: DraftChoices, mode: str, title: str, values: inputs.TurnInputs) -> EntryPanel:
    """Build an entry panel of this game."""
    writer = drafted.table.game.turn(drafted.state)
    return EntryPanel(f"generals_and_majors/{mode}", writer, title, values=values)


def _filled(kind: type[Inputs], drafted: DraftChoices, fields: TurnFields | None, **more: Any) -> Inputs:
    """Return the inputs of a template with the tray and the values for the sheet's pencil."""
    tall = len(pack_of(drafted.table.options).ranks) > len(RANKS)
    return kind(turn=fields, tray=_tray(drafted), shown_in=drafted.state, tall=tall, **more)


def _tray(drafted: DraftChoices) -> list[inputs.CardButton]:
    """Return the cards of the turn in the tray; a tap removes a card."""
    return [
        inputs.CardButton(f"off-{card}", card_html(card), spoken(card)) for card in laid_cards(drafted.entry)
    ]


def _correction_title(drafted: DraftChoices) -> str:
    """Return the title of a correction, "" for a new turn."""
    if drafted.line is None:
        return ""
    index = drafted.table.replayed.places.index((drafted.line.number, 0))
    return _("Correct turn %(number)d") % {"number": turn_number(drafted.table, index)}


# --- laying cards ----------------------------------------------------------------------------------------


def may_lay(drafted: DraftChoices, fields: TurnFields) -> bool:
    """Return whether a card can be laid, or can be tapped to learn which points it lacks."""
    return drafted.choice("card") is not None or bool(fields.unpayable)


def lay_panel(drafted: DraftChoices, fields: TurnFields) -> EntryPanel:
    """Build the picker of commanders and armies, with the points that are left to pay.

    A turn that needs no further answer can be written from here, so several armies are laid in one go.
    """
    laid = laid_cards(drafted.entry)
    short = {each.card for each in fields.unpayable} - set(fields.commanders)
    may = {*fields.commanders, *fields.payable, *short}
    writes = bool(laid) and fields.complete and drafted.line is None and is_routine(fields)
    last = SideKey(_("none"), "look-close", "none", long=_("No card this turn, or give up"))
    if laid:
        last = SideKey(_("done"), "look-close", "none")
    if writes:
        last = SideKey(texts.consequence(drafted.table, fields)[0], writes=True)
    title = _correction_title(drafted) or texts.title_text(drafted.table, fields)
    places = cards_lie(drafted.table, drafted.state) | dict.fromkeys(laid, _("in this turn"))
    suit = next((suit_of(card) for card in reversed(laid) if suit_of(card)), "")
    keys = picker(
        pack_of(drafted.table.options), may, places, chosen=suit, last=last, line=drafted.draft.line
    )
    reach = [(SHAPES[colour], colour, points) for colour, points in fields.reach.items()]
    values = _filled(inputs.LayInputs, drafted, fields, reach=reach, picker=falling_short(keys, short))
    panel = _panel(drafted, "lay_cards", title, values)
    return replace(panel, hidden=hidden(drafted, fields.entry)) if writes else panel


def is_routine(fields: TurnFields) -> bool:
    """Return whether the turn may be written without review: it neither wins nor involves grace."""
    after = fields.after
    return not (after.won_by or after.grace or after.saved or fields.over_hand)


def colour_panel(drafted: DraftChoices, choice: Choice, fields: TurnFields | None) -> EntryPanel:
    """Build the panel that asks for the colour of a star or a joker."""
    asked = {
        "colour": _("%(card)s commands red or black?"),
        "pays": _("Red or black pays for %(card)s?"),
    }
    why = {
        "colour": _("Under this house rule it serves one colour for good."),
        "pays": _("Under this house rule one colour pays for it alone."),
    }
    asks = ColourFields.of(choice)
    names = {"red": _("Red"), "black": _("Black")}
    keys = [inputs.AnswerKey(f"bind-{each}", names[each], suits=SHAPES[each]) for each in asks.colours]
    title = asked[asks.field] % {"card": written(choice.cards[0])}
    values = _filled(inputs.QuestionInputs, drafted, fields, why=why[asks.field], keys=keys)
    return _panel(drafted, "question", title, values)


def role_panel(drafted: DraftChoices, fields: TurnFields) -> EntryPanel:
    """Build the panel that asks whether a joker is a commander or an army."""
    card = drafted.data["role"]
    worth = {each.card for each in fields.unpayable if not each.missing}
    keys = [
        inputs.AnswerKey("role-commander", _("Commander"), below=_("2 points, either colour")),
        inputs.AnswerKey(
            "role-army",
            _("Army"),
            below=_("not yet: no army to match") if card in worth else _("as high as the best other army"),
        ),
    ]
    why = _("It commands with 2 points, or is an army.")
    values = _filled(inputs.QuestionInputs, drafted, fields, why=why, keys=keys)
    return _panel(drafted, "question", _("What does the joker serve as?"), values)


# --- cancellations ---------------------------------------------------------------------------------------


def close_panel(drafted: DraftChoices, fields: TurnFields, questions: list[ArmyCancellations]) -> EntryPanel:
    """Build the panel of the cancellations, from which the turn is written."""
    asked = [_question(drafted, fields, each) for each in questions]
    title, why = _("No army is cancelled") if fields.armies else _("No army this turn"), ""
    correction = _correction_title(drafted)
    if len(asked) == 1:
        title, why = asked[0].title, correction or asked[0].why
    elif asked:
        title, why = (
            _("Several armies cancel") if not fields.to_choose else _("What cancels what?"),
            correction,
        )
    elif correction:
        title, why = correction, _("Tap a card to take it off.")
    if fields.over_hand:
        why = _("That is more than the hand holds, as counted: %(hand)d.") % {"hand": fields.hand}
    more: dict[str, Any] = {"why": why, "asked": asked, "alone": len(asked) == 1, "more": fields.more}
    return _closing(drafted, fields, title, **more)


def _closing(drafted: DraftChoices, fields: TurnFields, title: str, **more: Any) -> EntryPanel:
    """Build a panel from which the turn is written once it is complete."""
    label, below = texts.consequence(drafted.table, fields)
    layable = may_lay(drafted, fields)
    values = _filled(inputs.CloseInputs, drafted, fields, label=label, below=below, layable=layable, **more)
    panel = _panel(drafted, "close_turn", title, values)
    return replace(panel, hidden=hidden(drafted, fields.entry)) if fields.complete else panel


def _question(
    drafted: DraftChoices, fields: TurnFields, question: ArmyCancellations
) -> inputs.CancellationQuestion:
    """Return a question with its keys: every set of cards, and "None" under that house rule."""
    keys = []
    for each in question.sets:
        joined = [card for card in each["mine"] if card != question.army]
        keys.append(
            inputs.SetKey(
                f"take-{'.'.join(each['mine'])}-{'.'.join(each['theirs'])}",
                [card_html(card) for card in joined],
                [card_html(card) for card in each["theirs"]],
                texts.set_text(each["theirs"]),
                each == question.chosen,
            )
        )
    title = texts.question_text(question.army)
    if question.chosen is not None and len(keys) == 1:
        title = _("%(card)s cancels %(armies)s") % {
            "card": written(question.army),
            "armies": texts.set_text(question.chosen["theirs"]),
        }
    none = inputs.NoneKey(f"take-{question.army}-", question.none) if fields.optional else None
    return inputs.CancellationQuestion(title, texts.down_text(question.army), keys, none)


def group_panel(drafted: DraftChoices, fields: TurnFields) -> EntryPanel:
    """Build the panel of a cancellation picked card by card, where a list would be too long."""
    group = fields.group
    assert group is not None

    def keys(side: Literal["mine", "theirs"]) -> list[inputs.CardButton]:
        picked = group.mine if side == "mine" else group.theirs
        return [
            inputs.CardButton(f"group-{side}-{card}", card_html(card), spoken(card), card in picked)
            for card in (*picked, *group.may_join[side])
        ]

    title = _("%(mine)d against %(theirs)d") % {"mine": group.worth[0], "theirs": group.worth[1]}
    names = [drafted.table.name(fields.player), drafted.table.name(fields.opponent)]
    why, rows = _("Tap armies on both sides until the sums meet."), (keys("mine"), keys("theirs"))
    both = list(zip(names, rows, strict=True))
    values = _filled(inputs.GroupInputs, drafted, fields, why=why, rows=both, fits=group.fits)
    return _panel(drafted, "cancel_group", title, values)


def nothing_panel(drafted: DraftChoices, fields: TurnFields) -> EntryPanel:
    """Build the panel of a turn without cards, which also offers the other lines."""
    others = [
        texts.other_text(drafted.table, choice)
        for choice in drafted.table.game.choices(drafted.state, partial={})
        if choice.kind in ("redeal", "concede", "end")
    ]
    return _closing(drafted, fields, texts.nothing_text(drafted.table, fields), others=others)


def other_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel that confirms a line other than a turn."""
    line = texts.other_text(drafted.table, choice)
    values = _filled(inputs.OtherInputs, drafted, None, effect=line.why, label=line.write)
    panel = _panel(drafted, "other_entry", line.title, values)
    return replace(panel, writer=choice.player, hidden=hidden(drafted, LineFields.of(choice).entry))
