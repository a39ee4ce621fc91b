"""Error texts of imports."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.games.messages import explain, visible
from scorekeeper.ledger.stake import StakeError
from scorekeeper.rules.contract import RuleError

from .json_reader import FileError
from .results_parser import RowError

MESSAGES: dict[str, Promise] = {
    "unknown_format": _("This is not a group, a game or a table of results that Scorekeeper can read."),
    "not_an_object": _("An object in braces is required."),
    "not_a_list": _("A list in brackets is required."),
    "wrong_count": _("From %(least)s to %(most)s are possible here."),
    "missing_field": _("“%(field)s” is missing."),
    "unknown_field": _("There is no field “%(field)s” here."),
    "not_a_text": _("A text is required."),
    "bad_text": _("This text is too long or has characters that are not allowed."),
    "not_one_of": _("This must be one of: %(values)s."),
    "not_a_number": _("A whole number from %(least)s to %(most)s is required."),
    "not_a_flag": _("This must be true or false."),
    "not_a_time": _("A time with its zone is required, such as 2026-11-20T21:07:00+00:00."),
    "not_a_day": _("A day is required, such as 2026-11-20."),
    "bad_key": _("A key in the form of a UUID is required."),
    "bad_name": _("A name has 1 to %(most)s characters, no spaces around it and no control characters."),
    "name_twice": _("%(name)s is named twice."),
    "twice": _("%(value)s is there twice."),
    "unknown_player": _("The file has no such player."),
    "unknown_game": _("The file has no such game."),
    "two_dealers": _("Two players are set to deal first."),
    "owes_himself": _("Players cannot owe themselves."),
    "wrong_number": _("Lines are numbered without gaps. This must be line %(due)s."),
    "undoes_nothing": _("This undoes no earlier payment."),
    "rematch_circle": _("The games refer to one another in a circle."),
    "does_not_add_up": _("This does not add up: %(why)s."),
    "taken": _("This group already exists here."),
    "one_group": _("Send the file of a group on its own."),
    "one_table": _("Send one table of results at a time."),
    "mixed": _("Send files of one kind at a time."),
    "no_file": _("Choose a file first."),
    "empty_file": _("The file is empty."),
    "not_text": _("This is not text."),
    "too_many_units": _("That would be more than %(most)s currencies and things to play for."),
    "too_many_pairs": _("That would be more than %(most)s pairs of players with debts."),
    "too_many_groups": _("You are already in the maximum number of groups."),
    "no_columns": _("The first line must name the columns; missing: %(missing)s."),
    "no_results": _("Below the names of the columns, the table is empty."),
    "cell_without_end": _("Row %(row)s: a cell has no end. Is a quotation mark missing?"),
    "too_many_cells": _("More than %(most)s cells: leave out columns, or send it in parts."),
    "too_many_rows": _("More than %(most)s rows: send them in parts."),
    "import_runs": _("Another import into this group is running. Wait until it has finished."),
    "too_many_wait": _(
        "Too many files from your network are waiting. Import or discard them, or come back in an hour."
    ),
    "too_many_imports": _("Too many imports are running on this server. Try again in a few minutes."),
    "import_gone": _("This import was undone before."),
    "import_played_on": _("%(game)s: lines were added since. Take them back first."),
    "import_paid": _("%(player)s has paid since. Undo that payment first."),
    "in_future": _("This game is in the future."),
    "line_refused": _("Line %(line)s: %(why)s"),
}


# texts by kind of `play.log_checks.Fault`; the descriptions of faults themselves are in English, for operators
FAULTS: dict[str, Promise] = {
    "rules": _("the game, its house rules or its stake are not known here"),
    "seats": _("this seating is not possible"),
    "gap": _("a line is missing or appears twice"),
    "unreadable": _("this cannot be read"),
    "target": _("this refers to a line that does not come before it"),
    "change": _("this change does not match the line that it changes"),
    "line": _("the rules refuse this line"),
    "over": _("the game is marked as finished but is not, or the other way round"),
    "totals": _("this game cannot end with these totals"),
    "money": _("the ledger does not match the result of the game"),
}

ROWS: dict[str, Promise] = {
    "no_date": _("%(row)s has no date"),
    "no_game": _("%(row)s has no game"),
    "no_player": _("%(row)s has no player"),
    "no_points": _("%(row)s has no points"),
    "cell_too_long": _("%(row)s: a cell is longer than %(what)s characters"),
    "bad_date": _("%(row)s, date: “%(what)s” is not a date"),
    "in_future": _("%(row)s, date: %(what)s is in the future"),
    "unknown_game": _("%(row)s, game: no game is called “%(what)s”"),
    "bad_name": _("%(row)s, player: “%(what)s” cannot be a name"),
    "name_twice": _("%(row)s, player: %(what)s is in this game twice"),
    "bad_points": _("%(row)s, points: “%(what)s” is not a whole number"),
    "many_points": _("%(row)s, points: %(what)s is more than any game brings"),
    "bad_rules": _("%(row)s, house rules: “%(what)s” is not a house rule of this game"),
    "bad_won": _("%(row)s, won: “%(what)s” is neither yes nor no"),
    "one_player": _("%(row)s: a game needs more than one player"),
    "player_count": _("%(row)s: this game is not for %(what)s players"),
    "nobody_won": _("%(row)s: no winner is given, and this game has no points"),
}


def row_error_text(error: RowError) -> str:
    """Return the text of a row error, with the row's number and column, and the play of a log."""
    row = gettext("play %(number)d") if error.play else gettext("row %(number)d")
    words = {"row": row % {"number": error.row}, "what": visible(error.what)}
    text = gettext(str(ROWS[error.code])) % words
    return labelled(visible(error.play), text) if error.play else text


def error_text(error: FileError | RuleError | StakeError) -> str:
    """Return the text of an error with its place: "games 3, entries 12: This does not add up"."""
    if not isinstance(error, FileError):
        return explain(error)
    fields = {name: visible(str(value), 200) for name, value in error.fields.items()}
    if error.code == "does_not_add_up":
        fields["why"] = gettext(str(FAULTS.get(error.fields["kind"], FAULTS["unreadable"])))
    text = gettext(str(MESSAGES[error.code])) % fields
    return labelled(visible(error.place, 200), text) if error.place else text
