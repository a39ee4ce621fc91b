"""Transcripts: one game in one JSON file, for export, import and editing by hand.

Reading checks everything but the entries. `archive` replays those one by one by the rules, so that a fault is reported
with the number of its line. This module uses neither the database nor Django.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.ledger.money import dump_stake, parse_stake
from scorekeeper.ledger.stake import Stake, suited
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, IllegalMoveError, Options, OptionValue, Outcome, Seats
from scorekeeper.rules.player_names import MOST_LETTERS, is_word

from . import strict_json
from .imported_results import imported_outcome
from .transcript_metadata import (
    PlayTimes,
    TranscriptError,
    dump_imported,
    dump_played,
    read_imported,
    read_played,
)
from .transcript_names import rename_players

FORMAT = "scorekeeper/1"
MOST_PLAYERS = 40

_REQUIRED = ("format", "game", "players", "entries")
_FIELDS = frozenset({*_REQUIRED, "options", "rules", "teams", "dealer", "stake", "played", "given"})


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game as its file contains it.

    `entries`: as read; only the rules can check them. `played`: the times, None if the file has none. `given`: totals
    by player instead of lines, see `imported_results.py`.
    """

    game: Game[Any, Any]
    options: Options
    seats: Seats
    stake: Stake | None
    entries: tuple[object, ...]
    played: PlayTimes | None = None
    given: Mapping[str, Any] | None = None

    def outcome(self, state: Any) -> Outcome | None:
        """The outcome of the game whose lines lead to `state`; None while it runs."""
        if self.given is not None:
            return imported_outcome(self.given, self.seats.players, has_points=self.game.POINTS)
        return self.game.outcome(state)


# --- reading ---------------------------------------------------------------------------------------------


def read_transcript(data: bytes) -> Transcript:
    """The transcript in a file.

    Raises TranscriptError, strict_json.TextError, SetupError or StakeError.
    """
    return parse_transcript(strict_json.loads(data))


def parse_transcript(found: object) -> Transcript:
    """The transcript in a value read from JSON.

    Raises TranscriptError, SetupError or StakeError.
    """
    if not isinstance(found, dict):
        raise TranscriptError("not_an_object")
    for field in _REQUIRED:
        if field not in found:
            raise TranscriptError("missing_field", field=field)
    if found["format"] != FORMAT:
        raise TranscriptError("unknown_format", known=FORMAT)
    if not _FIELDS.issuperset(found):
        raise TranscriptError("unknown_field", field=min(key for key in found if key not in _FIELDS))
    game = _game(found["game"])
    version = _version(found["rules"], game) if "rules" in found else None
    options = game.resolve(_options(found.get("options", {})), version)
    seats = _seats(found)
    stake = suited(parse_stake(found["stake"]), points=game.POINTS) if "stake" in found else None
    entries = found["entries"]
    if not isinstance(entries, list):
        raise TranscriptError("not_a_list", field="entries")
    played = read_played(found["played"]) if "played" in found else None
    given = read_imported(found, seats.players, has_points=game.POINTS) if "given" in found else None
    return Transcript(game, options, seats, stake, tuple(entries), played, given)


def _game(slug: object) -> Game[Any, Any]:
    if not isinstance(slug, str) or slug not in GAMES:
        raise TranscriptError("unknown_game")
    return GAMES[slug]


def _version(data: object, game: Game[Any, Any]) -> int:
    """The version of the rules that a file names: the present or an earlier one."""
    if type(data) is not int or not 1 <= data <= game.version:
        raise TranscriptError("unknown_rules", newest=game.version)
    return data


def _options(data: object) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise TranscriptError("not_an_object", field="options")
    return data


def _seats(found: Mapping[str, Any]) -> Seats:
    """The seats.

    `dealer` must be one of the players, also in games without a deal.
    """
    players = _players(found["players"])
    teams = _teams(found["teams"], players) if "teams" in found else ()
    dealer = found.get("dealer")
    if "dealer" in found and (not isinstance(dealer, str) or dealer not in players):
        raise TranscriptError("bad_dealer")
    return Seats(players, teams, dealer)


def _players(data: object) -> tuple[str, ...]:
    if not isinstance(data, list):
        raise TranscriptError("not_a_list", field="players")
    if not 1 <= len(data) <= MOST_PLAYERS:
        raise TranscriptError("bad_players", most=MOST_PLAYERS)
    for name in data:
        if not is_word(name):
            raise TranscriptError("bad_name", most=MOST_LETTERS)
    seen: set[str] = set()
    for name in data:
        if name in seen:
            raise TranscriptError("name_twice", name=name)
        seen.add(name)
    return tuple(data)


def _teams(data: object, players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The teams, with every player in one; `Seats` checks that they are of equal size."""
    if not isinstance(data, list) or not all(isinstance(team, list) for team in data):
        raise TranscriptError("bad_teams")
    seated = [name for team in data for name in team]
    if not all(isinstance(name, str) for name in seated) or sorted(seated) != sorted(players):
        raise TranscriptError("bad_teams")
    teams = tuple(tuple(team) for team in data)
    if len({team_name(team) for team in teams}) != len(teams):
        raise TranscriptError("team_names_alike")
    return teams


def team_name(team: tuple[str, ...]) -> str:
    """The name of a team in files: "A & C"."""
    return " & ".join(team)


# --- writing ---------------------------------------------------------------------------------------------


def write_transcript(transcript: Transcript, names: Mapping[str, str] | None = None) -> str:
    """The file: the settings that differ from the game's defaults, then one entry per line.

    The version of the rules is written if it is not the newest. Lines that are out of turn after corrections or undo
    are marked `out_of_turn`.

    `names`: names of the players by their keys in entries and seats, if these differ. Raises MoveError if the rules
    refuse the entries.
    """
    seats, stake, called = transcript.seats, transcript.stake, names or {}
    head: dict[str, Any] = {"format": FORMAT, "game": transcript.game.slug}
    if transcript.options.version != transcript.game.version:
        head["rules"] = transcript.options.version
    options = chosen_options(transcript.game, transcript.options)
    if options:
        head["options"] = options
    head["players"] = [called.get(player, player) for player in seats.players]
    if seats.teams:
        head["teams"] = [[called.get(player, player) for player in team] for team in seats.teams]
    if seats.dealer is not None:
        head["dealer"] = called.get(seats.dealer, seats.dealer)
    if stake is not None and stake.kind != "none":
        head["stake"] = dump_stake(stake)
    if transcript.played is not None:
        head["played"] = dump_played(transcript.played)
    if transcript.given is not None:
        head["given"] = dump_imported(transcript.given, called)
    fields = "".join(f'  "{field}": {strict_json.dumps(value)},\n' for field, value in head.items())
    named = transcript.game.PLAYER_FIELDS
    lines = [strict_json.dumps(rename_players(entry, called, named)) for entry in _in_order(transcript)]
    entries = "".join(f"\n    {line}," for line in lines).removesuffix(",") + "\n  " if lines else ""
    return f'{{\n{fields}  "entries": [{entries}]\n}}\n'


def chosen_options(game: Game[Any, Any], options: Options) -> dict[str, OptionValue]:
    """The house rules that differ from the preset's, or without a preset from the printed ones."""
    printed = game.resolve({})
    preset = {"preset": options["preset"]} if options.get("preset") != printed.get("preset") else {}
    usual = game.resolve(preset)
    return {**preset, **{name: value for name, value in options.items() if value != usual[name]}}


# errors against the order of play: another player's turn, another dealer, and the leader that follows from the dealer
_OUT_OF_TURN = frozenset({"not_your_turn", "wrong_dealer", "wrong_leader"})


def _in_order(transcript: Transcript) -> Iterator[dict[str, Any]]:
    """The entries as the rules write them; those against the order of play are marked."""
    game = transcript.game
    state = game.start(transcript.options, transcript.seats)
    for entry in transcript.entries:
        move = game.parse(entry)
        try:
            state = game.apply(state, move)
        except IllegalMoveError as error:
            if error.code not in _OUT_OF_TURN or not isinstance(entry, dict):
                raise
            move = game.parse({**entry, "out_of_turn": True})
            state = game.apply(state, move)
        yield game.dump(move)
