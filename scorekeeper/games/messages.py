"""Messages of all refusals: of moves, set-ups and transcripts, for pages and `replay`.

The rules raise codes with fields; each code has a sentence here. User-written texts are shown so that they cannot
break a line or change the direction of writing; pages still escape them as HTML.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.ledger.messages import stake_error_text
from scorekeeper.ledger.stake import StakeError
from scorekeeper.rules.contract import Game, RuleError
from scorekeeper.rules.naming import labels_of
from scorekeeper.rules.player_names import is_refused

from .card_rounds import messages
from .dice_sheet.score_reasons import why_nothing
from .phrases import box_name, or_list

Names = Mapping[str, str] | Callable[[str], str]

LONGEST_TEXT = 40
LONGEST_LIST = 12
LARGEST_NUMBER = 10**12

FILE_MESSAGES: dict[str, Promise] = {
    "unreadable": _("The file cannot be read: %(reason)s."),
    "internal_error": _("Scorekeeper itself failed on this file. Please report it."),
    "file_too_large": _("The file is larger than %(most)s MiB."),
    "not_utf8": _("The file is not UTF-8 text: see byte %(byte)s."),
    "byte_order_mark": _("The file starts with a byte order mark. Save it as plain UTF-8."),
    "not_json": _("This is not JSON: see line %(line)s, column %(column)s."),
    "not_a_json_number": _("%(number)s is not a number in JSON."),
    "key_twice": _("The field “%(key)s” is given twice in one object."),
    "too_many_values": _("There are more values in this file than a server reads at once."),
    "too_deep": _("Brackets are nested more than %(most)s deep."),
    "unknown_format": _("The format must be “%(known)s”."),
    "unknown_game": _("No game of that name is known here."),
    "bad_players": _("A game has 1 to 40 players, each named once."),
    "bad_name": _("A name has 1 to %(most)s characters, no spaces around it and no control characters."),
    "name_twice": _("%(name)s is named twice."),
    "bad_teams": _("Sides hold every player once, and all sides are of one size."),
    "team_names_alike": _("Two sides would have the same name."),
    "bad_dealer": _("The dealer must be one of the players."),
    "bad_played": _("“played” takes “start” and “end”, moments like 2026-11-20T21:07:00+00:00."),
    "bad_given": _("“given” takes all points and who won; there are no entries and no stake."),
    "unknown_rules": _("The rules of this game have versions 1 to %(newest)s."),
    "unknown_option": _("This game has no house rule “%(option)s”."),
    "bad_option": _("The house rule “%(option)s” takes one of: %(values)s."),
    "bad_player_count": _("This game takes %(least)s to %(most)s players."),
    "not_an_object": _("An object in braces is required."),
    "not_a_list": _("“%(field)s” must be a list in brackets."),
    "unknown_field": _("There is no field “%(field)s” here."),
    "missing_field": _("“%(field)s” is missing."),
}

ENTRY_MESSAGES: dict[str, Promise] = {
    "not_a_text": _("“%(field)s” must be a text."),
    "not_a_flag": _("“%(field)s” must be true or false."),
    "not_a_number": _("“%(field)s” must be a whole number, at least %(least)s."),
    "bad_note": _("A note is a text of at most %(most)s characters."),
    "unknown_player": _("No player here has that name."),
    "not_your_turn": _("It is %(turn)s’s turn, not %(player)s’s."),
    "game_over": _("The game is over."),
}

SHEET_MESSAGES: dict[str, Promise] = {
    "bad_dice": _("Enter %(count)s dice, each from 1 to 6."),
    "unknown_box": _("This sheet has no such box."),
    "nothing_written": _("Enter the dice or the points, or cross out."),
    "strike_with_points": _("A crossed-out box has no points."),
    "box_needed": _("These dice do not win the game: name a box."),
    "box_filled": _("%(box)s already holds %(points)s."),
    "sheet_full": _("Every box in that column is filled."),
    "box_not_played": _("%(box)s is not played at this table."),
    "too_many_throws": _("At most %(most)s rolls here."),
    "wrong_points": _("%(box)s: these dice score %(points)s."),
    "impossible_points": _("%(box)s: %(points)s is not possible with those rolls, only %(values)s."),
    "enter_the_dice": _("%(box)s: five of a kind on the first roll may win, so enter the dice."),
    "joker_own_box": _("%(box)s: five of a kind must go into %(own)s first."),
    "joker_lower_box": _("%(box)s: five of a kind must go into a lower box first."),
}
GUT_LEFT = _("At most %(most)s rolls here. Gut left: %(spares)s.")
NEVER_POSSIBLE = _("%(box)s: %(points)s is not possible. %(why)s")

TABLE_MESSAGES: dict[str, Promise] = {
    "bad_ticket": _("This page is incomplete. Load it again and repeat the line."),
    "key_used": _("This was sent before with different content."),
    "line_gone": _("That line was taken back."),
    "line_unknown": _("There is no such line."),
    "nothing_to_lay": _("No card is left that could be laid in this turn."),
    "no_such_key": _("This key is not available now."),
    "already_out": _("%(player)s is out already."),
    "entry_incomplete": _("Answer the question first."),
    "trick_missing": _("Not complete yet: tap the player who took trick %(trick)s."),
    "best_missing": _("Not complete yet: tap the player with the best trump."),
    "out_missing": _("Not complete yet: tap who ran out, until at most one player is left with cards."),
    "pick_up_missing": _("Not complete yet: tap the card that %(player)s picks up."),
    "nothing_changed": _("Nothing is changed yet: tap what was different."),
    "card_beats": _("%(player)s played the %(card)s."),
    "no_trump_known": _("All cards of this round are known, and none is a trump."),
    "bidder_first": _("Choose the bidder first."),
    "one_commander": _("One commander a turn: %(card)s stays in the hand."),
    "two_out_first": _("The key joins the last two who ran out: enter both first."),
    "trump_first": _("Choose trumps first."),
    "revoke_by_cards": _(
        "A revoke was found, and only the cards prove it: enter the rest of the round by cards too."
    ),
    "tricks_taken": _("All five tricks are taken. Take one off first."),
    "name_taken": _("%(player)s is another player of this group."),
    "nobody_leaves": _("Players cannot leave during a deal. End the game early and start a new one."),
    "seated_already": _("That player sits at this table already."),
    "session_ended": _("The table has ended this game."),
    "log_full": _("This game has %(most)s entries and takes no more."),
    "session_given": _("This result was imported. It has no lines to enter or correct."),
    "session_removed": _("This game was deleted. Restore it first."),
    "members_only": _("Only members of the group can do that."),
    "members_agree": _("Only members of the group change stake and house rules. Join the group first."),
    "members_rename": _("%(player)s was in the group before this game: only members change the name."),
    "sat_down_late": _(
        "The game is over. Join the group first to enter anything: its members have the link."
    ),
    "host_asked": _(
        "%(player)s has a phone here already. The host is asked whether this one is theirs, too."
    ),
    "host_writes": _("Only the host enters lines at this table."),
    "own_lines_only": _("At this table everyone enters their own lines."),
    "host_only": _("Only the host decides about the phones at this table."),
    "host_stays": _("The host stays: hand the table over first."),
    "too_many_phones": _("A table takes at most %(most)s phones."),
    "host_changes": _("Only the host changes this game."),
    "table_full": _("The table is full: %(most)s players at most."),
    "teams_are_full": _("The sides are fixed: nobody can join now."),
    "too_late_to_sit": _("It is too late in the game for another player."),
}

# refusals of a transcript, and those of a table's page only
TRANSCRIPT_MESSAGES = FILE_MESSAGES | ENTRY_MESSAGES | SHEET_MESSAGES | messages.MESSAGES
MESSAGES = TRANSCRIPT_MESSAGES | TABLE_MESSAGES

_PLAYERS = frozenset({"player", "turn", "dealer", "leader", "winner"})


def explain(
    error: RuleError | StakeError,
    *,
    names: Names | None = None,
    game: Game[Any, Any] | None = None,
    rules: Mapping[str, Any] | None = None,
) -> str:
    """Return the message of an error in the active language, as plain text on one line.

    `names`: the players' names by the keys that moves use. `game`, `rules`: for the labels of boxes.
    """
    if isinstance(error, StakeError):
        return stake_error_text(StakeError(error.code, visible(error.field), **error.fields))
    boxes = _boxes(game, rules or {})
    fields = {field: _shown(field, value, names, boxes) for field, value in error.fields.items()}
    if error.fields.get("why"):
        fields["why"] = why_nothing(
            error.fields["why"], str(error.fields["box"]), lambda box: box_name(boxes.get(box, box))
        )
    return str(_message(error)) % fields


def _message(error: RuleError) -> Promise:
    """Return the message of an error's code, or the variant for its fields."""
    if error.fields.get("missing") == 1 and error.code in messages.ONE_MISSING:
        return messages.ONE_MISSING[error.code]
    if error.code == "holds_the_suit" and "card" in error.fields:
        return messages.PICKED_UP
    if error.code == "too_many_throws" and "spares" in error.fields:
        return GUT_LEFT
    if error.code == "impossible_points" and error.fields.get("why"):
        return NEVER_POSSIBLE
    return MESSAGES[error.code]


def visible(text: str, longest: int = LONGEST_TEXT) -> str:
    """Make a user's text safe within a sentence: one line, short, isolated in its direction."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    letters = "".join("\N{REPLACEMENT CHARACTER}" if _breaks(letter) else letter for letter in shown)
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in letters):
        return f"\N{FIRST STRONG ISOLATE}{letters}\N{POP DIRECTIONAL ISOLATE}"
    return letters


def _breaks(letter: str) -> bool:
    """Return whether a character is refused or unassigned.

    Refused are control characters, surrogates, line separators and marks that change the direction of writing.
    """
    return is_refused(letter) or unicodedata.category(letter) == "Cn"


def _shown(field: str, value: object, names: Names | None, boxes: Mapping[str, str]) -> str:
    """Return a field of an error as the message shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= LARGEST_NUMBER:
        return gettext("a number that large")
    if field in _PLAYERS and isinstance(value, str):
        return visible(_name(value, names))
    if field in ("box", "own") and isinstance(value, str):
        label = boxes.get(value, visible(value.replace("_", " ").capitalize()))
        return gettext(label) if field == "box" else box_name(label)
    if isinstance(value, (list, tuple)):
        return _listed(field, value, names, boxes)
    return visible(messages.field_shown(field, str(value)))


def _listed(field: str, values: Sequence[object], names: Names | None, boxes: Mapping[str, str]) -> str:
    """Return several values of one field; of many, the first and the last."""
    shown = [_shown(field, each, names, boxes) for each in values]
    if field == "colours":
        return or_list(shown[:LONGEST_LIST])
    return listed(shown if len(shown) <= LONGEST_LIST else [*shown[:3], "…", shown[-1]])


def _name(player: str, names: Names | None) -> str:
    if names is None:
        return player
    return names(player) if callable(names) else names.get(player, player)


def _boxes(game: Game[Any, Any] | None, rules: Mapping[str, Any]) -> dict[str, str]:
    """Return the printed labels of all boxes, also of boxes that this table leaves out."""
    if game is None:
        return {}
    return {each.name: each.label for each in game.BOXES} | dict(labels_of(game, rules))
